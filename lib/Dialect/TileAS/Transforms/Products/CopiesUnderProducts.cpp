//===- CopiesUnderProducts.cpp - Copies that begin under products ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   wait                      wait
//   barrier                   barrier
//   begin copies of lhs       mma %l, %r, %acc along [0, 16]
//   begin copies of rhs   ->  begin copies of lhs
//   mma %l, %r, %acc          mma %l, %r, %0 along [16, 32]
//                             begin copies of rhs
//                             mma %l, %r, %1 along [32, 64]
//
// A warp issues its instructions in order, and those that begin copies, with
// addresses and bounds, are as many as half of its products. In front of these,
// the tensor cores wait for them; between them, they are issued while the
// tensor cores multiply.
//
//===----------------------------------------------------------------------===//

#include "../Loops/LoopProblem.h"
#include "../Memory/FactorStores.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Target/RegisterBudget.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// The steps along K of a product, behind which it may be cut.
class Steps {
public:
  Steps(ProductOpInterface product, const OpTimes &times)
      : size(getStepOfCuts(product)), duration(times.getDuration(product)),
        latency(times.getLatency(product)) {
    auto [begin, end] = getMultipliedPart(product);
    count = size ? llvm::divideCeil(end - begin, size) : 1;
  }

  int64_t getCount() const { return count; }
  int64_t getCycles(int64_t steps) const {
    return llvm::divideCeil(steps * duration, count);
  }
  int64_t getDepth(int64_t steps) const { return steps * size; }

  /// The first steps that take so many cycles more than `done` ones; all where
  /// there are none. No part of a product takes less than the latency of an
  /// instruction, for which the next part would wait.
  int64_t find(int64_t cycles, int64_t done = 0) const {
    int64_t steps = done + 1;
    while (steps < count &&
           (getCycles(steps) < cycles || getCycles(steps - done) < latency))
      ++steps;
    return getCycles(count - steps) < latency ? count : steps;
  }

private:
  int64_t size, duration, latency, count;
};

} // namespace

/// True if a thread has registers for addresses of copies that wait beside the
/// words of a product. A loop over tiles, or along K, computes them anew in each
/// iteration; of one with a known number of iterations, as of the parts of a
/// tile, ptxas keeps those of all.
static bool hasRoomForAddresses(scf::ForOp loop) {
  llvm::SmallPtrSet<Operation *, 1> none;
  int64_t kept = 1;
  for (auto around = loop->getParentOfType<scf::ForOp>(); around;
       around = around->getParentOfType<scf::ForOp>())
    kept += around.getStaticTripCount().has_value();
  return RegisterEstimate(loop, none).getLive() +
             2 * registers::kForAddresses * kept <=
         Capacities::maxRegistersPerThread;
}

/// The copies to stages that are free behind a wait, and their commits; none if one of
/// the copies may not be delayed.
LoopProblem::Group LoopProblem::findCopiesBehind(
    unsigned wait, llvm::function_ref<bool(Operation *)> mayDelay) const {
  Group group;
  for (const LoopRing &ring : rings.get()) {
    if (numbers.lookup(ring.next) != wait)
      continue;
    // Otherwise a barrier would stand between what a product reads and copies:
    // the expanded loop carries turns on, and nothing tells their stages apart.
    if (getStageIndex(WaitOp(ring.wait).getTurn()).base !=
        loop.getInductionVar())
      return {};
    for (auto [number, op] : llvm::enumerate(ops)) {
      if (!getFilledBuffer(op) || !ring.isFilledBy(op))
        continue;
      if (!mayDelay(op))
        return {};
      group.insert(number);
    }
    group.insert(numbers.lookup(ring.commit));
  }
  return group;
}

/// The next product of fragments behind a wait, if there is one.
std::optional<unsigned>
LoopProblem::findProductBehind(unsigned wait,
                               const ModuloSchedule &schedule) const {
  std::optional<unsigned> next;
  int64_t least = schedule.interval;
  for (unsigned op : problem.last) {
    if (!isOfFragments(ops[op]))
      continue;
    int64_t behind = schedule.countBehind(wait, op);
    if (behind < least) {
      least = behind;
      next = op;
    }
  }
  return next;
}

/// True if threads store by an op what one of them begins a product of, to a buffer that
/// takes turns with another one.
static bool storesInTurn(Operation *op) {
  if (!storesTiles(op))
    return false;
  Value buffer =
      cast<BufferAccessOpInterface>(op).getBufferAccesses()[0].buffer->get();
  Operation *maker = buffer.getDefiningOp();
  bool isOfIteration = !maker || hasEffect<MemoryEffects::Allocate>(maker);
  return !isOfIteration &&
         llvm::any_of(buffer.getUsers(), hasSumInTensorMemory);
}

/// The cycle behind a wait from which on all is stored that takes turns; nothing if there
/// is none. Behind the barrier that its product needs the stages of copies are free as
/// well, so that the product before goes on while threads store.
std::optional<int64_t>
LoopProblem::findEndOfStores(unsigned wait,
                             const ModuloSchedule &schedule) const {
  std::optional<int64_t> end;
  for (auto [number, op] : llvm::enumerate(ops))
    if (storesInTurn(op))
      end = std::max(end.value_or(0), schedule.countBehind(wait, number) + 1);
  return end;
}

/// True if ops may begin by so many cycles later, all of them.
bool LoopProblem::canMove(const Group &group, int64_t by,
                          const ModuloSchedule &schedule,
                          const ModuloProblem &limits) const {
  auto isInGroup = [&](unsigned op) { return group.contains(op); };
  for (const ModuloProblem::Edge &edge : limits.edges)
    if (isInGroup(edge.from) && !isInGroup(edge.to) &&
        schedule.times[edge.from] + by + edge.latency >
            schedule.times[edge.to] + edge.distance * schedule.interval)
      return false;
  return llvm::all_of(group, [&](unsigned op) {
    return getConflict(op, schedule.times[op] + by, schedule, isInGroup) == 0;
  });
}

/// Moves what is loaded ahead to the next time at which its units are free, if what waits
/// for it starts when it did. False if there is none.
bool LoopProblem::makeWay(ModuloSchedule &schedule,
                          const ModuloProblem &limits) const {
  for (auto [number, op] : llvm::enumerate(ops)) {
    if (!asLoad(op) || getConflict(number, schedule.times[number], schedule,
                                   [](unsigned) { return false; }) == 0)
      continue;
    Group load;
    load.insert(number);
    int64_t by = 1;
    while (by < schedule.interval && !canMove(load, by, schedule, limits))
      ++by;
    if (by == schedule.interval)
      return false;
    schedule.times[number] += by;
  }
  return true;
}

/// Moves the first ops of a group behind `cycle` behind a wait, and of the others
/// those that would be in their way: what begins later anyway has its time.
bool LoopProblem::moveBehind(const Group &group, unsigned wait, int64_t cycle,
                             ModuloSchedule &schedule,
                             const ModuloProblem &limits) const {
  llvm::SmallVector<unsigned> inOrder(group.begin(), group.end());
  auto getBegin = [&](unsigned op) { return schedule.countBehind(wait, op); };
  llvm::stable_sort(inOrder, [&](unsigned a, unsigned b) {
    return getBegin(a) < getBegin(b);
  });
  int64_t by = cycle - getBegin(inOrder.front());
  if (by <= 0)
    return false;
  Group moved;
  for (unsigned op : inOrder) {
    if (getBegin(op) >= cycle && canMove(moved, by, schedule, limits))
      break;
    moved.insert(op);
  }
  ModuloSchedule later = schedule;
  for (unsigned op : moved)
    later.times[op] += by;
  if (!makeWay(later, limits))
    return false;
  // By no cycle more, beside loads that have made way.
  if (!canMove(moved, /*by=*/0, later, limits))
    return false;
  schedule = std::move(later);
  return true;
}

/// The same of the last ops of a group, as many as have the time: where it is too late for
/// all copies, the first ones stay.
bool LoopProblem::moveLastBehind(Group group, unsigned wait, int64_t cycle,
                                 ModuloSchedule &schedule,
                                 const ModuloProblem &limits) const {
  auto isCopy = [&](unsigned op) { return getFilledBuffer(ops[op]); };
  auto isEarlier = [&](unsigned a, unsigned b) {
    return schedule.times[a] < schedule.times[b];
  };
  while (llvm::any_of(group, isCopy)) {
    if (moveBehind(group, wait, cycle, schedule, limits))
      return true;
    group.remove(*llvm::min_element(group, isEarlier));
  }
  return false;
}

bool LoopProblem::delayCopies(ModuloSchedule &schedule,
                              int64_t ringStages) const {
  bool hasRoom = hasRoomForAddresses(loop);
  ModuloProblem limits = get(ringStages, /*blocks=*/1);
  bool hasDelayed = false;
  llvm::SmallSetVector<unsigned, 4> waits;
  for (const LoopRing &ring : rings.get())
    waits.insert(numbers.lookup(ring.next));
  for (unsigned wait : waits) {
    std::optional<int64_t> stored = findEndOfStores(wait, schedule);
    // The machine has the addresses of its copies from a map.
    Group group = findCopiesBehind(wait, [&](Operation *copy) {
      return isa<MachineCopyOpInterface>(copy) ? stored.has_value() : hasRoom;
    });
    if (group.empty())
      continue;
    if (stored) {
      hasDelayed |= moveBehind(group, wait, *stored, schedule, limits);
      continue;
    }
    std::optional<unsigned> product = findProductBehind(wait, schedule);
    if (!product)
      continue;
    auto engine = cast<ProductOpInterface>(ops[*product]);
    // Behind a product that cannot be cut, copies would come among what follows.
    if (getStepOfCuts(engine) == 0)
      continue;
    Steps steps(engine, opTimes);
    int64_t firstStep = schedule.countBehind(wait, *product) +
                        steps.getCycles(steps.find(/*cycles=*/1));
    hasDelayed |= moveLastBehind(group, wait, firstStep, schedule, limits);
  }
  return hasDelayed;
}

/// The time before which all parts of an op start: in one interval, and in front of
/// what follows the op, be it only in order, as the wait for a tile of the next
/// product does.
int64_t LoopProblem::findEndOfStarts(unsigned op,
                                     const ModuloSchedule &schedule) const {
  int64_t end = schedule.times[op] - schedule.getCycle(op) + schedule.interval;
  for (const ModuloProblem::Edge &edge : problem.edges)
    if (edge.from == op)
      end = std::min(end, schedule.times[edge.to] +
                              edge.distance * schedule.interval);
  return end;
}

LoopProblem::Cuts LoopProblem::findCuts(const ModuloSchedule &schedule) const {
  Cuts cuts;
  llvm::SmallVector<unsigned> copies;
  for (auto [number, op] : llvm::enumerate(ops))
    if (getFilledBuffer(op) && !isa<MachineCopyOpInterface>(op))
      copies.push_back(number);
  llvm::sort(copies, [&](unsigned a, unsigned b) {
    return schedule.getCycle(a) < schedule.getCycle(b);
  });
  for (unsigned op : problem.last) {
    if (!isOfFragments(ops[op]))
      continue;
    auto product = cast<ProductOpInterface>(ops[op]);
    Steps steps(product, opTimes);
    int64_t done = 0, end = findEndOfStarts(op, schedule);
    for (unsigned copy : copies) {
      int64_t behind = schedule.getCycle(copy) - schedule.getCycle(op);
      if (behind <= steps.getCycles(done))
        continue;
      int64_t next = steps.find(behind, done);
      if (next >= steps.getCount() ||
          schedule.times[op] + steps.getCycles(next) + 1 >= end)
        break;
      cuts[op].push_back(next);
      done = next;
    }
  }
  return cuts;
}

CopiesAmongProducts
LoopProblem::findCopiesAmongProducts(const ModuloSchedule &schedule) const {
  CopiesAmongProducts copies;
  for (auto &[op, cuts] : findCuts(schedule)) {
    Steps steps(cast<ProductOpInterface>(ops[op]), opTimes);
    int64_t longest = steps.getCount() - cuts.back(), done = 0;
    for (int64_t cut : cuts)
      longest = std::max(longest, cut - std::exchange(done, cut));
    copies.longestParts[ops[op]] = steps.getDepth(longest);
  }
  return copies;
}

/// Cuts products where copies by threads begin while they are under way; returns
/// true if there are any.
bool LoopProblem::cutProducts(const ModuloSchedule &schedule,
                              Times &times) const {
  Cuts cuts = findCuts(schedule);
  for (auto &[op, depths] : cuts) {
    auto product = cast<ProductOpInterface>(ops[op]);
    Steps steps(product, opTimes);
    int64_t done = 0, start = schedule.times[op];
    for (int64_t cut : depths) {
      times[product.cutOffBeginning(steps.getDepth(cut - done))] = start;
      done = cut;
      // Ops of the last stage come first of those in one cycle.
      start = schedule.times[op] + steps.getCycles(done) + 1;
    }
    times[product] = start;
  }
  return !cuts.empty();
}
