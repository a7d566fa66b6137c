//===- LoopDependences.cpp - Units and dependences of a loop --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/LoopDependences.h"
#include "tessera/Dialect/TileAS/Analysis/OpCosts.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/LoopValues.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Rings.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "tessera/Dialect/TileAS/IR/Turns.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

//===----------------------------------------------------------------------===//
// Times of ops
//===----------------------------------------------------------------------===//

std::optional<OpTimes> OpTimes::find(scf::ForOp loop) {
  KernelSpecAttr spec = loop->getParentOfType<KernelOpInterface>().getSpec();
  const TargetInfo *target = lookupTarget(spec.getTarget());
  if (!target)
    return std::nullopt;
  return std::optional<OpTimes>(std::in_place, getNumWarps(loop), *target);
}

ArrayRef<ModuloProblem::Use> OpTimes::getUses(Operation *op) const {
  auto [it, isNew] = known.try_emplace(op);
  Uses &uses = it->second;
  if (isNew)
    addUses(op, /*trips=*/1, uses);
  return uses;
}

/// As much as a loop takes, up to a time that can be added and multiplied.
static int64_t repeat(int64_t trips, int64_t cycles) {
  constexpr uint64_t kMost = uint64_t(1) << 40;
  return std::min(llvm::SaturatingMultiply<uint64_t>(trips, cycles), kMost);
}

void OpTimes::addUses(Operation *op, int64_t trips, Uses &uses) const {
  if (auto inner = dyn_cast<LoopLikeOpInterface>(op))
    trips = repeat(countTrips(inner), trips);
  for (const OpCost &cost : costsOf(op, warps, target)) {
    int64_t cycles = repeat(trips, std::ceil(cost.cycles));
    auto *use = llvm::find_if(uses, [&](const ModuloProblem::Use &each) {
      return each.unit == cost.unit.number;
    });
    // Copies keep the banks busy when memory brings what they write, and those of
    // the machine its port, too: who begins them goes on.
    bool isAtStart =
        !(getFilledBuffer(op) &&
          (cost.unit == Unit::banks() || isa<MachineCopyOpInterface>(op)));
    if (use == uses.end()) {
      uses.push_back({cost.unit.number, cycles, isAtStart});
      continue;
    }
    use->cycles += cycles;
    use->isAtStart |= isAtStart;
  }
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      addUses(&inner, trips, uses);
}

/// An op as an expanded loop with times of its own; null if it is none.
static scf::ForOp asTimedLoop(Operation *op) {
  ScheduleAttr schedule = getSchedule(op);
  return schedule && schedule.getExpanded() ? cast<scf::ForOp>(op)
                                            : scf::ForOp();
}

int64_t OpTimes::getDuration(Operation *op) const {
  int64_t duration = 0;
  if (scf::ForOp loop = asTimedLoop(op))
    duration = repeat(countTrips(loop), getSchedule(loop).getInterval());
  for (const ModuloProblem::Use &use : getUses(op))
    duration = std::max(duration, use.cycles);
  return duration;
}

int64_t OpTimes::getLatency(Operation *op) const {
  int64_t latency = 0;
  // Waits of the iterations of a loop with times are part of its intervals.
  if (scf::ForOp loop = asTimedLoop(op)) {
    for (Value value : loop.getYieldedValues())
      if (Operation *last = value.getDefiningOp();
          last && last->getBlock() == loop.getBody())
        latency = std::max(latency, getLatency(last));
    return latency;
  }
  op->walk([&](Operation *inner) {
    latency = std::max(latency, latencyOf(inner, target));
  });
  return latency;
}

/// True if the elements of one op may follow those of another one by one, as
/// those of a product follow the accumulator that it adds to.
static bool follows(OpOperand &use) {
  if (auto product = dyn_cast<tileaa::ProductOpInterface>(use.getOwner()))
    return use.get() == product.getAcc();
  return use.getOwner()->hasTrait<OpTrait::Elementwise>();
}

int64_t OpTimes::getLatencyTo(Operation *from, OpOperand &use) const {
  // Copies are committed, and rings released behind products, when they have
  // begun.
  if (getFilledBuffer(from) || isa<CompletionType>(use.get().getType()))
    return 0;
  int64_t duration = getDuration(from);
  if (follows(use))
    duration = std::max<int64_t>(duration - getDuration(use.getOwner()), 0);
  return getLatency(from) + duration;
}

int64_t OpTimes::getLatencyOfCopies(Operation *commit) const {
  int64_t latency = 0;
  for (Value completion : cast<CommitOp>(commit).getCopies())
    if (Operation *copy = completion.getDefiningOp();
        copy && copy->getBlock() == commit->getBlock())
      latency = std::max(latency, getDuration(copy) + latencyOf(copy, target));
  return latency;
}

int64_t OpTimes::getLatencyOfBarrier() const {
  return MachineModel::of(target).get(Work::Barrier).latency.value;
}

int64_t OpTimes::getLatencyOfEffects(Operation *before,
                                     Operation *after) const {
  if (isa<WaitOp>(before))
    return getLatencyOfBarrier();
  if (isa<SharedStoreOp, StoreBoxOp>(before) &&
      !isa<SharedStoreOp, StoreBoxOp>(after))
    return getDuration(before) + getLatencyOfBarrier();
  return 0;
}

bool tileas::isPlacedByOthers(Operation *op) {
  return isPure(op) || isa<AllocSharedOp, RingOp, AcquireOp, ReleaseOp>(op);
}

//===----------------------------------------------------------------------===//
// Uses across iterations
//===----------------------------------------------------------------------===//

void tileas::forEachUse(
    scf::ForOp loop, Operation *op,
    function_ref<void(OpOperand &, Operation *, int64_t)> visit) {
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

void tileas::forEachDependent(
    scf::ForOp loop, Operation *op, const OpTimes &times, int64_t mostDistance,
    function_ref<bool(Operation *)> isFree,
    function_ref<void(Operation *, int64_t, int64_t)> visit) {
  llvm::DenseSet<std::pair<Operation *, int64_t>> seen;
  SmallVector<std::pair<Operation *, int64_t>> worklist{{op, 0}};
  std::optional<int64_t> throughFreeOps;
  while (!worklist.empty()) {
    auto [reached, before] = worklist.pop_back_val();
    bool isDirect = reached == op && before == 0;
    forEachUse(
        loop, reached,
        [&, before = before](OpOperand &use, Operation *user, int64_t more) {
          int64_t distance = std::min(before + more, mostDistance);
          if (isFree(user)) {
            if (seen.insert({user, distance}).second)
              worklist.push_back({user, distance});
            return;
          }
          if (!isDirect && !throughFreeOps)
            throughFreeOps = times.getDuration(op) + times.getLatency(op);
          visit(user, isDirect ? times.getLatencyTo(op, use) : *throughFreeOps,
                distance);
        });
  }
}

//===----------------------------------------------------------------------===//
// Dependences of a loop with a schedule
//===----------------------------------------------------------------------===//

/// True for what only fills, or brings values that tokens order.
static bool isOrderedByValues(Operation *op) {
  return getFilledBuffer(op) || asLoad(op) ||
         isa<AcquireOp, CommitOp, ReleaseOp>(op);
}

/// True for what waits or keeps others apart, placed for the ops around it.
static bool isSeparator(Operation *op) {
  return isa<BarrierOp, SchedBarrierOp, CommitGroupOp, WaitGroupOp>(op);
}

LoopDependences::LoopDependences(scf::ForOp loop, const OpTimes &times,
                                 StagedOps order)
    : loop(loop), times(times) {
  SetVector<Value> rings;
  for (Operation &op : loop.getBody()->without_terminator()) {
    ArrayRef<ModuloProblem::Use> uses = times.getUses(&op);
    auto verb = dyn_cast<RingOpInterface>(op);
    if (isSeparator(&op) || (uses.empty() && isPlacedByOthers(&op) && !verb))
      continue;
    if (verb)
      rings.insert(verb.getRing());
    numbers[&op] = ops.size();
    ops.push_back(&op);
    problem.ops.emplace_back(uses);
  }
  for (Operation *op : ops)
    addValues(op);
  addEffects(order);
  addInnerLoops();
  for (Value ring : rings)
    addRing(ring);
}

std::optional<unsigned> LoopDependences::find(Operation *op) const {
  auto it = numbers.find(op);
  return it == numbers.end() ? std::nullopt : std::optional(it->second);
}

static bool isVerb(Operation *op, RingVerb verb) {
  auto ofRing = dyn_cast<RingOpInterface>(op);
  return ofRing && ofRing.getVerb() == verb;
}

StringRef LoopDependences::describe(const ModuloProblem::Edge &edge) const {
  Operation *from = ops[edge.from], *to = ops[edge.to];
  if (isVerb(from, RingVerb::Release) && isVerb(to, RingVerb::Acquire))
    return "acquires a stage before the turn that has it is released";
  if (isVerb(from, RingVerb::Commit) && isVerb(to, RingVerb::Wait))
    return "waits for copies that are under way";
  if (isVerb(to, RingVerb::Release) || isVerb(to, RingVerb::Commit))
    return "ends a turn while its stage is in use";
  return "starts before what it waits for has ended";
}

/// The ops of an order by their numbers, and the stage of each number.
std::pair<SmallVector<unsigned>, SmallVector<int64_t>>
LoopDependences::getNumbers(StagedOps order) const {
  SmallVector<unsigned> inOrder;
  SmallVector<int64_t> stages(ops.size(), 0);
  for (auto [op, stage] : order)
    if (std::optional<unsigned> number = find(op)) {
      inOrder.push_back(*number);
      stages[*number] = stage;
    }
  return {inOrder, stages};
}

const ModuloProblem::Edge *
LoopDependences::findContradiction(StagedOps order) const {
  auto [inOrder, stages] = getNumbers(order);
  return tileas::findContradiction(problem, inOrder, stages);
}

ModuloSchedule LoopDependences::scheduleInOrder(StagedOps order) const {
  auto [inOrder, stages] = getNumbers(order);
  auto kernel = scf::ForOp(loop)->getParentOfType<KernelOpInterface>();
  PlanAttr plan = kernel.getSpec().getPlan();
  ModuloProblem ofBlocks = problem;
  ofBlocks.leastInterval =
      getBusiestCycles(problem) * (plan ? plan.getBlocks() : 1);
  ModuloSchedule found = *tileas::scheduleInOrder(ofBlocks, inOrder, stages);
  // With more ops the bound by dependences would take too long to find.
  constexpr size_t kMostOps = 100;
  if (ops.size() <= kMostOps)
    found.isMinimal |= found.interval == getLowerBound(ofBlocks);
  return found;
}

void LoopDependences::setSlots(StagedOps order,
                               const ModuloSchedule &found) const {
  int64_t cycle = found.interval - 1;
  for (auto [op, stage] : llvm::reverse(order)) {
    if (std::optional<unsigned> number = find(op))
      cycle = found.getCycle(*number);
    SlotAttr before = getSlot(op);
    setSlot(op, SlotAttr::get(op->getContext(), stage, cycle,
                              before ? before.getAgent() : StringRef()));
  }
}

void LoopDependences::add(Operation *from, Operation *to, int64_t latency,
                          int64_t distance) {
  problem.edges.push_back(
      {numbers.lookup(from), numbers.lookup(to), latency, distance});
}

void LoopDependences::addValues(Operation *op) {
  // Expansion adds the distance of two stages to that of an iteration.
  int64_t mostDistance = kMostDistance;
  if (isExpanded(loop)) {
    ScheduleAttr by = getExpandedBy(loop);
    mostDistance += (by ? by : getSchedule(loop)).getStages() - 1;
  }
  forEachDependent(
      loop, op, times, mostDistance,
      [&](Operation *user) { return !numbers.contains(user); },
      [&](Operation *user, int64_t latency, int64_t distance) {
        add(op, user, latency, distance);
      });
}

/// Effects keep their order. All of them are of one iteration, also where a
/// loop is expanded, as none may come for an iteration that does not exist: what
/// waits and multiplies in an earlier stage keeps its order by itself.
void LoopDependences::addEffects(StagedOps order) {
  llvm::SmallDenseMap<Operation *, int64_t> stages;
  if (!isExpanded(loop)) {
    for (Operation *op : ops)
      if (SlotAttr slot = getSlot(op))
        stages[op] = slot.getStage();
    for (auto [op, stage] : order)
      stages[op] = stage;
  }
  llvm::SmallDenseMap<int64_t, Operation *> last;
  for (Operation *op : ops) {
    if (isPlacedByOthers(op) || isOrderedByValues(op))
      continue;
    Operation *&before = last[stages.lookup(op)];
    if (before)
      add(before, op,
          isa<WaitOp>(op) && isa<WaitOp>(before)
              ? 0 // They may wait at one barrier.
              : times.getLatencyOfEffects(before, op),
          0);
    before = op;
  }
}

/// In an expanded loop the order of the text is that of the program, so that a
/// loop in it is over before what stands behind it begins.
void LoopDependences::addInnerLoops() {
  if (!isExpanded(loop))
    return;
  for (auto [op, next] : llvm::zip(ops, llvm::drop_begin(ops)))
    if (isa<LoopLikeOpInterface>(op))
      add(op, next, times.getDuration(op), 0);
  if (!ops.empty() && isa<LoopLikeOpInterface>(ops.back()))
    add(ops.back(), ops.front(), times.getDuration(ops.back()), 1);
}

/// The iterations between two verbs for a turn and for the one `lag` later;
/// none if it is not known. Turns that are not counted by the loop are those of
/// one iteration.
static std::optional<int64_t> getDistance(RingOpInterface from,
                                          RingOpInterface to, int64_t lag = 0) {
  std::optional<int64_t> distance = getIterationsBetween(from, to, lag);
  if (!distance && lag == 0 && haveSameTurn(from, to) &&
      from->isBeforeInBlock(to))
    distance = 0;
  return distance;
}

void LoopDependences::addTurn(RingOpInterface from, RingOpInterface to,
                              int64_t latency, int64_t lag) {
  if (std::optional<int64_t> distance = getDistance(from, to, lag))
    add(from, to, latency, *distance);
}

/// The accesses to the stage that a verb gives come before the verb that ends
/// them.
void LoopDependences::addAccesses(RingOpInterface giving,
                                  RingOpInterface ending) {
  std::optional<int64_t> distance = getDistance(giving, ending);
  if (!distance)
    return;
  forEachUse(loop, giving, [&](OpOperand &, Operation *user, int64_t after) {
    if (numbers.contains(user) && user != ending)
      add(user, ending, 0, *distance - after);
  });
}

void LoopDependences::addRing(Value ring) {
  int64_t stages = cast<RingType>(ring.getType()).getStages();
  SmallVector<RingOpInterface> verbs;
  for (Operation *user : ring.getUsers())
    if (user->getBlock() == loop.getBody())
      verbs.push_back(cast<RingOpInterface>(user));
  for (RingOpInterface from : verbs)
    for (RingOpInterface to : verbs) {
      std::pair order(from.getVerb(), to.getVerb());
      if (order == std::pair(RingVerb::Acquire, RingVerb::Commit)) {
        addTurn(from, to, 0);
        addAccesses(from, to);
      } else if (order == std::pair(RingVerb::Commit, RingVerb::Wait)) {
        addTurn(from, to, times.getLatencyOfCopies(from));
      } else if (order == std::pair(RingVerb::Wait, RingVerb::Release)) {
        addTurn(from, to, 0);
        addAccesses(from, to);
      } else if (order == std::pair(RingVerb::Release, RingVerb::Acquire)) {
        addTurn(from, to, 0, stages);
      }
    }
}
