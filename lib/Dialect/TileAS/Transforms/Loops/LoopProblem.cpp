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

using OpSet = llvm::SmallPtrSet<Operation *, 4>;

/// Ops that may be executed for an iteration that does not exist: accesses that
/// a condition can disable, and ops that compute their addresses. Other ops
/// without effects could be, too, but would only add loop-carried values.
static OpSet findEarlyOps(scf::ForOp loop, const LoopRings &rings,
                          const SmallPtrSetImpl<Operation *> &ahead) {
  OpSet early;
  SmallVector<Operation *> worklist;
  for (Operation &op : loop.getBody()->without_terminator())
    if (ahead.contains(&op) ||
        llvm::any_of(rings.get(), [&](const LoopRing &ring) {
          return ring.isFilledBy(&op);
        }))
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
                         const TargetInfo &target, LoopRings ofLoop,
                         const SmallPtrSetImpl<Operation *> &ahead)
    : loop(loop), warps(warps), target(target), rings(std::move(ofLoop)) {
  OpSet early = findEarlyOps(loop, rings, ahead);
  for (Operation &op : loop.getBody()->without_terminator())
    addOp(&op, early.contains(&op));
  for (Operation *op : ops)
    addValueEdges(op);
  addOrderOfEffects();
  addTurns();
  if (!effects.empty())
    problem.anchor = effects.front();
}

/// The verb before `op` that it acts together with; null if there is none.
static Operation *findPartner(Operation *op) {
  if (isa<CommitOp>(op))
    return findJustBefore<CommitOp>(op);
  if (isa<WaitOp>(op))
    return findJustBefore<WaitOp>(op);
  return nullptr;
}

/// True for an op that takes no time and waits for nobody: a stage is acquired
/// where it is filled, and released where it has been read.
static bool isPlacedByOthers(Operation *op) {
  return isPure(op) || isa<AllocSharedOp, RingOp, AcquireOp, ReleaseOp>(op);
}

void LoopProblem::addOp(Operation *op, bool isEarly) {
  if (Operation *partner = findPartner(op)) {
    numbers[op] = numbers.lookup(partner);
    return;
  }
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
  bool hasEffect = !isPlacedByOthers(op);
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
  // Copies are committed when they have begun.
  if (getFilledBuffer(from))
    return 0;
  int64_t latency = 0;
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

int64_t LoopProblem::getLatencyOfCopies(CommitOp commit) const {
  int64_t latency = 0;
  for (Value completion : commit.getCopies())
    if (Operation *copy = completion.getDefiningOp())
      if (numbers.contains(copy))
        latency =
            std::max(latency, getDuration(copy) + latencyOf(copy, target));
  return latency;
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

void LoopProblem::addTurns() {
  for (auto wait : loop.getOps<WaitOp>())
    if (auto commit = findVerb<CommitOp>(wait))
      problem.edges.push_back({numbers.lookup(commit), numbers.lookup(wait),
                               getLatencyOfCopies(commit), 0});
}

ModuloProblem LoopProblem::get(int64_t ringStages, int64_t blocks) const {
  ModuloProblem result = problem;
  int64_t barrier = MachineModel::of(target).get(Work::Barrier).latency.value;
  // Copies begin right after the barrier behind which their stage is free, in
  // the interval that begins there: as far ahead as the ring lets them.
  for (const LoopRing &ring : rings.get()) {
    unsigned wait = numbers.lookup(ring.next);
    int64_t lead = ring.getLead(ringStages);
    for (unsigned op = 0; op < ops.size(); ++op)
      if (getFilledBuffer(ops[op]) && ring.isFilledBy(ops[op])) {
        result.edges.push_back({wait, op, barrier, lead});
        result.edges.push_back({op, wait, 0, 1 - lead});
      }
  }
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
  schedule.times.resize(ops.size());
  llvm::BitVector isEarly(ops.size(), true);
  for (unsigned op : problem.last)
    isEarly.reset(op);
  // The ops that run ahead come behind the wait that their stages are free
  // behind; with rings of several lengths, as far ahead as all of them let.
  int64_t lead = rings.empty() ? 0 : ringStages;
  WaitOp next;
  for (const LoopRing &ring : rings.get()) {
    lead = std::min(lead, ring.getLead(ringStages));
    if (!next || next->isBeforeInBlock(WaitOp(ring.next)))
      next = ring.next;
  }
  schedule.stages = lead + 1;
  SmallVector<unsigned> order;
  for (unsigned op : problem.last) {
    order.push_back(op);
    if (next && numbers.lookup(next) == op)
      llvm::append_range(order, isEarly.set_bits());
  }
  int64_t cycle = 0;
  for (unsigned op : order) {
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
                               Times &times) const {
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

/// Places each release behind the last read of its stage.
void LoopProblem::placeReleases(Times &times) const {
  for (auto release : loop.getOps<ReleaseOp>()) {
    auto wait = findVerb<WaitOp>(release);
    if (!wait)
      continue;
    int64_t last = times.lookup(wait);
    for (Operation *user : wait.getStage().getUsers())
      last = std::max(
          last, times.lookup(loop.getBody()->findAncestorOpInBlock(*user)));
    times[release] = last;
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
  Times times;
  for (auto [op, number] : numbers)
    times[op] = schedule.times[number];
  placeFreeOps(schedule, times);
  placeReleases(times);
  MLIRContext *context = loop.getContext();
  for (Operation &op : loop.getBody()->without_terminator()) {
    int64_t time = times.lookup(&op);
    op.setAttr(SlotAttr::attributeName,
               SlotAttr::get(context, time / schedule.interval,
                             time % schedule.interval));
  }
}
