//===- LoopProblem.cpp - A loop as the modulo scheduler sees it -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopProblem.h"
#include "tessera/Dialect/TileAS/Analysis/OpCosts.h"
#include "tessera/Dialect/TileAS/IR/LoopValues.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "llvm/ADT/BitVector.h"
#include <cmath>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

bool tileas::isPlainLoad(Operation *op) {
  constexpr int64_t kRegisterBytes = 4;
  tileaa::AccessOpInterface load = asLoad(op);
  if (!load || load.getOrdering() != tileaa::Ordering::Weak ||
      getExecutor(load) != Executor::All || load.isMultimem())
    return false;
  auto wide = dyn_cast<WideAccessOpInterface>(op);
  int64_t width = wide ? wide.getWidth() : 1;
  return width *
             getElementBytes(getElementTypeOrSelf(load.getAccessedType())) >=
         kRegisterBytes;
}

bool RingWait::isBegunBy(Operation *op) const {
  return op == commit || isCopy(op);
}

bool RingWait::isCopy(Operation *op) const {
  return llvm::is_contained(op->getUsers(), commit);
}

/// The waits of a loop for groups of copies that its body begins.
static SmallVector<RingWait> findWaits(scf::ForOp loop) {
  SmallVector<RingWait> waits;
  for (WaitOp wait : loop.getOps<WaitOp>()) {
    auto commit = wait.getGroup().getDefiningOp<CommitOp>();
    if (!commit || commit->getBlock() != loop.getBody())
      continue;
    int64_t stages = 0;
    for (Value buffer : wait.getBuffers()) {
      auto slice = buffer.getDefiningOp<SliceOp>();
      int64_t those = slice ? slice.getRing().getType().getStages() : 1;
      stages = stages ? std::min(stages, those) : those;
    }
    waits.push_back({wait, commit, stages, {}});
  }
  return waits;
}

/// True if no op after `end` in its block uses a ring or a slice of it.
static bool isUsedBefore(Operation *end, Value ring) {
  return llvm::all_of(ring.getUsers(), [&](Operation *user) {
    Operation *inBlock = end->getBlock()->findAncestorOpInBlock(*user);
    if (!inBlock)
      return true;
    if (!inBlock->isBeforeInBlock(end))
      return false;
    auto slice = dyn_cast<SliceOp>(user);
    return !slice || isUsedBefore(end, slice.getStage());
  });
}

/// True if copies to `second` begin after the wait for `first`, and copies to
/// `first` may begin after the wait for `second`, since nobody reads the rings
/// of `first` then.
static bool takeTurns(RingWait &first, RingWait &second) {
  if (first.stages != 1 || second.stages != 1 ||
      !first.wait->isBeforeInBlock(second.wait))
    return false;
  auto isBegunLater = [&](Value copy) {
    Operation *op = copy.getDefiningOp();
    return op && op->getBlock() == first.wait->getBlock() &&
           first.wait->isBeforeInBlock(op);
  };
  return llvm::all_of(second.commit.getCopies(), isBegunLater) &&
         llvm::all_of(first.wait.getBuffers(), [&](Value buffer) {
           auto slice = buffer.getDefiningOp<SliceOp>();
           return slice && isUsedBefore(second.wait, slice.getRing());
         });
}

RingWait RingWait::find(scf::ForOp loop) {
  SmallVector<RingWait> waits = findWaits(loop);
  if (waits.size() == 1 && waits.front().stages > 1)
    return waits.front();
  if (waits.size() == 2 && takeTurns(waits[0], waits[1])) {
    waits[0].other = waits[1].wait;
    return waits[0];
  }
  // Groups of several kinds in one loop could not be counted separately.
  return {};
}

using OpSet = llvm::SmallPtrSet<Operation *, 4>;

/// Ops that may be executed for an iteration that does not exist: accesses that
/// a condition can disable, and ops that compute their addresses. Other ops
/// without effects could be, too, but would only add loop-carried values.
static OpSet findEarlyOps(scf::ForOp loop, RingWait ring,
                          const SmallPtrSetImpl<Operation *> &ahead) {
  OpSet early;
  SmallVector<Operation *> worklist;
  for (Operation &op : loop.getBody()->without_terminator())
    if ((ring && ring.isBegunBy(&op)) || ahead.contains(&op))
      worklist.push_back(&op);
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    if (!early.insert(op).second)
      continue;
    for (Value operand : op->getOperands())
      if (Operation *producer = findProducer(loop, operand).op)
        worklist.push_back(producer);
  }
  return early;
}

LoopProblem::LoopProblem(scf::ForOp loop, unsigned warps,
                         const TargetInfo &target, RingWait ring,
                         const SmallPtrSetImpl<Operation *> &ahead)
    : loop(loop), warps(warps), target(target), ring(ring) {
  OpSet early = findEarlyOps(loop, ring, ahead);
  for (Operation &op : loop.getBody()->without_terminator())
    addOp(&op, early.contains(&op));
  for (Operation *op : ops)
    addValueEdges(op);
  addOrderOfEffects();
  if (ring)
    addRing();
  if (!effects.empty())
    problem.anchor = effects.front();
}

void LoopProblem::addOp(Operation *op, bool isEarly) {
  SmallVector<ModuloProblem::Use, 2> uses;
  op->walk([&](Operation *inner) {
    for (const OpCost &cost : costsOf(inner, warps, target)) {
      auto cycles = int64_t(std::ceil(cost.cycles));
      auto *use = llvm::find_if(uses, [&](const ModuloProblem::Use &each) {
        return each.unit == cost.unit.number;
      });
      if (use == uses.end())
        uses.push_back({cost.unit.number, cycles});
      else
        use->cycles += cycles;
    }
  });
  bool hasEffect = !isPure(op) && !isa<AllocSharedOp>(op);
  if (uses.empty() && !hasEffect)
    return;
  numbers[op] = ops.size();
  if (!isEarly) {
    problem.last.push_back(ops.size());
    if (hasEffect)
      effects.push_back(ops.size());
  }
  ops.push_back(op);
  problem.ops.push_back(std::move(uses));
}

int64_t LoopProblem::getDuration(Operation *op) const {
  int64_t duration = 0;
  for (const ModuloProblem::Use &use : problem.ops[numbers.lookup(op)])
    duration = std::max(duration, use.cycles);
  return duration;
}

/// True if the elements of one op may follow those of another one by one, as
/// those of a product follow the accumulator that it adds to.
static bool follows(OpOperand &use) {
  if (auto product = dyn_cast<tileaa::ProductOpInterface>(use.getOwner()))
    return use.get() == product.getAcc();
  return use.getOwner()->hasTrait<OpTrait::Elementwise>();
}

int64_t LoopProblem::getLatency(Operation *from, OpOperand &use) const {
  // A group is made when its copies have begun, and ends when they have.
  if (getFilledBuffer(from))
    return 0;
  int64_t latency = 0;
  if (auto commit = dyn_cast<CommitOp>(from)) {
    for (Value completion : commit.getCopies())
      if (Operation *copy = completion.getDefiningOp())
        if (numbers.contains(copy))
          latency =
              std::max(latency, getDuration(copy) + latencyOf(copy, target));
    return latency;
  }
  from->walk([&](Operation *inner) {
    latency = std::max(latency, latencyOf(inner, target));
  });
  int64_t duration = getDuration(from);
  auto to = numbers.find(use.getOwner());
  if (to != numbers.end() && follows(use))
    return latency +
           std::max<int64_t>(duration - getDuration(use.getOwner()), 0);
  return latency + duration;
}

void LoopProblem::forEachUse(
    Operation *op,
    function_ref<void(OpOperand &, Operation *, int64_t)> visit) const {
  SmallVector<std::pair<Value, int64_t>> values;
  for (Value result : op->getResults())
    values.push_back({result, 0});
  for (size_t i = 0; i < values.size(); ++i) {
    auto [value, distance] = values[i];
    for (OpOperand &use : value.getUses()) {
      if (use.getOwner() == loop.getBody()->getTerminator()) {
        Value next = loop.getRegionIterArg(use.getOperandNumber());
        if (!llvm::is_contained(values, std::pair(next, distance + 1)) &&
            distance < int64_t(loop.getNumRegionIterArgs()))
          values.push_back({next, distance + 1});
        continue;
      }
      if (Operation *inBody =
              loop.getBody()->findAncestorOpInBlock(*use.getOwner()))
        visit(use, inBody, distance);
    }
  }
}

/// An op that takes no time passes the latencies of its operands on.
void LoopProblem::addValueEdges(Operation *op) {
  // Longer distances count as this one. That is stricter, but changes nothing
  // in real loops; and a loop may carry a value through thousands of
  // iterations.
  constexpr int64_t kMostDistance = 3;
  unsigned from = numbers.lookup(op);
  bool isAhead = asLoad(op) && !llvm::is_contained(problem.last, from);
  llvm::DenseSet<std::pair<Operation *, int64_t>> seen;
  SmallVector<std::pair<Operation *, int64_t>> worklist{{op, 0}};
  while (!worklist.empty()) {
    auto [reached, before] = worklist.pop_back_val();
    bool isDirect = reached == op && before == 0;
    forEachUse(reached, [&, before = before](OpOperand &use, Operation *user,
                                             int64_t more) {
      int64_t distance = std::min(before + more, kMostDistance);
      auto to = numbers.find(user);
      if (to == numbers.end()) {
        if (seen.insert({user, distance}).second)
          worklist.push_back({user, distance});
        return;
      }
      int64_t latency = isDirect ? getLatency(op, use)
                                 : getDuration(op) + latencyOf(op, target);
      problem.edges.push_back({from, to->second, latency, distance});
      // A load for the next iteration reuses the registers of this one.
      if (isAhead && distance == 0)
        problem.edges.push_back({to->second, from, 0, 1});
    });
  }
}

void LoopProblem::addOrderOfEffects() {
  int64_t barrier = MachineModel::of(target).get(Work::Barrier).latency.value;
  for (size_t k = 1; k < effects.size(); ++k) {
    unsigned before = effects[k - 1], after = effects[k];
    // Data of other threads are visible after a barrier.
    int64_t latency = isa<WaitOp>(ops[before]) ? barrier
                      : isa<SharedStoreOp, StoreBoxOp>(ops[before]) &&
                              !isa<SharedStoreOp, StoreBoxOp>(ops[after])
                          ? getDuration(ops[before]) + barrier
                          : 0;
    problem.edges.push_back({before, after, latency, 0});
  }
}

void LoopProblem::addRing() {
  int64_t barrier = MachineModel::of(target).get(Work::Barrier).latency.value;
  // Copies to a ring slot begin right after the barrier that follows the last
  // read of its previous contents. The number of iterations between depends on
  // the number of stages, which `get` knows.
  for (Operation *op : ops) {
    if (!ring.isCopy(op))
      continue;
    unsigned copy = numbers.lookup(op);
    if (ring.other) {
      unsigned other = numbers.lookup(ring.other);
      problem.edges.push_back({other, copy, barrier, 1});
      continue;
    }
    unsigned wait = numbers.lookup(ring.wait);
    problem.edges.push_back({wait, copy, barrier, 0});
    problem.edges.push_back({copy, wait, 0, 0});
  }
}

ModuloProblem LoopProblem::get(int64_t ringStages, int64_t blocks) const {
  ModuloProblem result = problem;
  // Rings that take turns have one stage, and need no adjustment.
  MutableArrayRef<ModuloProblem::Edge> edges = result.edges;
  for (ModuloProblem::Edge &edge : ring.other ? edges.take_front(0) : edges)
    if (isa<WaitOp>(ops[edge.from]) && getFilledBuffer(ops[edge.to]))
      edge.distance = ringStages - 1;
    else if (getFilledBuffer(ops[edge.from]) && isa<WaitOp>(ops[edge.to]))
      edge.distance = 2 - ringStages;
  SmallVector<int64_t> busy;
  for (const auto &uses : result.ops)
    for (const ModuloProblem::Use &use : uses) {
      if (use.unit >= busy.size())
        busy.resize(use.unit + 1);
      busy[use.unit] += use.cycles;
    }
  for (int64_t cycles : busy)
    result.leastInterval = std::max(result.leastInterval, cycles * blocks);
  return result;
}

ModuloSchedule LoopProblem::scheduleInTextOrder(int64_t ringStages,
                                                int64_t blocks) const {
  ModuloSchedule schedule;
  schedule.stages = ring.other ? 2 : ringStages;
  schedule.times.resize(ops.size());
  llvm::BitVector isLast(ops.size());
  for (unsigned op : problem.last)
    isLast.set(op);
  // The wait comes first, then the ops that run ahead, then the others. If the
  // rings take turns with others, the ops that run ahead come after the wait
  // for those.
  int64_t cycle = 1;
  SmallVector<unsigned> order;
  if (!ring.other)
    llvm::append_range(order, isLast.flip().set_bits());
  for (unsigned op : problem.last) {
    order.push_back(op);
    if (ops[op] == ring.other)
      llvm::append_range(order, isLast.flip().set_bits());
  }
  for (unsigned op : order) {
    if (ops[op] == ring.wait)
      continue;
    schedule.times[op] = cycle;
    cycle += std::max<int64_t>(getDuration(ops[op]), 1);
  }
  schedule.interval = std::max(cycle, get(ringStages, blocks).leastInterval);
  for (unsigned op : problem.last)
    schedule.times[op] += (schedule.stages - 1) * schedule.interval;
  return schedule;
}

/// Places an op without duration where the first of its users needs it. The
/// user may belong to a later iteration, which gets the value from the loop.
void LoopProblem::placeFreeOps(const ModuloSchedule &schedule,
                               DenseMap<Operation *, int64_t> &times) const {
  int64_t end = schedule.stages * schedule.interval - 1;
  SmallVector<Operation *> free;
  for (Operation &op : llvm::reverse(loop.getBody()->without_terminator()))
    if (times.try_emplace(&op, end).second)
      free.push_back(&op);
  // Backwards in program order all users of an iteration are known, but those
  // of the next iteration take another round.
  for (bool changed = true; changed;) {
    changed = false;
    for (Operation *op : free) {
      int64_t &time = times[op];
      forEachUse(op, [&](OpOperand &, Operation *user, int64_t distance) {
        int64_t needed = times.lookup(user) + distance * schedule.interval;
        if (needed < time) {
          time = needed;
          changed = true;
        }
      });
    }
  }
}

/// The latest time from `time` to `limit` at which the units of an op are free.
int64_t LoopProblem::findLateTime(unsigned op, int64_t time, int64_t limit,
                                  const ModuloSchedule &schedule) const {
  // The number of cycles by which an op must start earlier, to end before
  // another one on its unit begins.
  auto getConflict = [&](int64_t at) -> int64_t {
    for (const ModuloProblem::Use &use : problem.ops[op])
      for (unsigned other = 0; other < ops.size(); ++other)
        for (const ModuloProblem::Use &its : problem.ops[other]) {
          if (other == op || its.unit != use.unit || its.cycles == 0)
            continue;
          int64_t behind =
              llvm::mod(schedule.times[other] - at, schedule.interval);
          if (behind < use.cycles)
            return use.cycles - behind;
          int64_t ahead = schedule.interval - behind;
          if (ahead < its.cycles)
            return use.cycles + ahead;
        }
    return 0;
  };
  for (int64_t at = limit; at > time;) {
    int64_t conflict = getConflict(at);
    if (conflict == 0)
      return at;
    at -= conflict;
  }
  return time;
}

void LoopProblem::delay(ModuloSchedule &schedule) const {
  llvm::DenseSet<Operation *> isMadeAnytime;
  for (Operation &op : loop.getBody()->without_terminator())
    if (isPure(&op) && op.getNumRegions() == 0 &&
        llvm::all_of(op.getOperands(), [&](Value operand) {
          return !isa<RankedTensorType>(operand.getType()) ||
                 loop.isDefinedOutsideOfLoop(operand) ||
                 isMadeAnytime.contains(operand.getDefiningOp());
        }))
      isMadeAnytime.insert(&op);
  for (unsigned op : llvm::reverse(problem.last)) {
    if (!isMadeAnytime.contains(ops[op]))
      continue;
    int64_t limit = schedule.stages * schedule.interval - 1;
    for (const ModuloProblem::Edge &edge : problem.edges)
      if (edge.from == op)
        limit = std::min(limit, schedule.times[edge.to] +
                                    edge.distance * schedule.interval -
                                    edge.latency);
    schedule.times[op] = findLateTime(op, schedule.times[op], limit, schedule);
  }
}

void LoopProblem::apply(const ModuloSchedule &schedule) const {
  DenseMap<Operation *, int64_t> times;
  for (auto [op, number] : numbers)
    times[op] = schedule.times[number];
  placeFreeOps(schedule, times);
  MLIRContext *context = loop.getContext();
  for (Operation &op : loop.getBody()->without_terminator()) {
    int64_t time = times.lookup(&op);
    op.setAttr(SlotAttr::attributeName,
               SlotAttr::get(context, time / schedule.interval,
                             time % schedule.interval));
  }
}
