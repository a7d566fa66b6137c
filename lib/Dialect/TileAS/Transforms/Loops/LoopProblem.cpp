//===- LoopProblem.cpp - A loop as the modulo scheduler sees it -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopProblem.h"
#include "RunAhead.h"
#include "tessera/Dialect/TileAS/IR/BufferViews.h"
#include "tessera/Dialect/TileAS/IR/LoopValues.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

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

LoopProblem::LoopProblem(scf::ForOp loop, const OpTimes &opTimes,
                         LoopRings ofLoop,
                         const SmallPtrSetImpl<Operation *> &ahead)
    : loop(loop), opTimes(opTimes), rings(std::move(ofLoop)) {
  OpSet early = findEarlyOps(loop, rings, ahead);
  for (Operation &op : loop.getBody()->without_terminator())
    addOp(&op, early.contains(&op));
  for (Operation *op : ops)
    addValueEdges(op, ahead.contains(op));
  if (!loop.getOps<scf::IfOp>().empty())
    addLoadsBeforeBranches(early, ahead);
  addOrderOfEffects();
  addTurns();
  setAnchor();
}

/// The first effect begins the new loop, unless other ops of the last stage
/// lead to it, as the sums of a warp do to where they are stored.
void LoopProblem::setAnchor() {
  if (effects.empty())
    return;
  bool isFirst =
      llvm::none_of(problem.edges, [&](const ModuloProblem::Edge &edge) {
        return edge.to == effects.front() && edge.distance == 0 &&
               llvm::is_contained(problem.last, edge.from);
      });
  if (isFirst)
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

void LoopProblem::addOp(Operation *op, bool isEarly) {
  if (Operation *partner = findPartner(op)) {
    numbers[op] = numbers.lookup(partner);
    return;
  }
  ArrayRef<ModuloProblem::Use> uses = opTimes.getUses(op);
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
  problem.ops.emplace_back(uses);
}

void LoopProblem::addValueEdges(Operation *op, bool isAhead) {
  unsigned from = numbers.lookup(op);
  forEachDependent(
      loop, op, opTimes, kMostDistance,
      [&](Operation *user) { return !numbers.contains(user); },
      [&](Operation *user, int64_t latency, int64_t distance) {
        unsigned to = numbers.lookup(user);
        problem.edges.push_back({from, to, latency, distance});
        // A load for the next iteration reuses the registers of this one. Addresses
        // and conditions that are loaded for copies may take some more.
        if (isAhead && distance == 0)
          problem.edges.push_back({to, from, 0, 1});
      });
}

/// Adds that what is loaded for copies is there an interval before it is used. The
/// assembler moves what tests a word in front of a branch that stands before it,
/// where all warps would wait for a load of the same iteration.
void LoopProblem::addLoadsBeforeBranches(
    const SmallPtrSetImpl<Operation *> &early,
    const SmallPtrSetImpl<Operation *> &ahead) {
  for (size_t k = 0, end = problem.edges.size(); k < end; ++k) {
    auto [from, to, latency, distance] = problem.edges[k];
    Operation *load = ops[from];
    if (asLoad(load) && early.contains(load) && !ahead.contains(load) &&
        early.contains(ops[to]) && distance == 0)
      problem.edges.push_back({from, to, 0, -1});
  }
}

void LoopProblem::addOrderOfEffects() {
  for (size_t k = 1; k < effects.size(); ++k) {
    unsigned before = effects[k - 1], after = effects[k];
    problem.edges.push_back(
        {before, after, opTimes.getLatencyOfEffects(ops[before], ops[after]),
         0});
  }
}

void LoopProblem::addTurns() {
  for (auto wait : loop.getOps<WaitOp>())
    if (auto commit = findVerb<CommitOp>(wait))
      problem.edges.push_back({numbers.lookup(commit), numbers.lookup(wait),
                               opTimes.getLatencyOfCopies(commit), 0});
}

/// Adds that copies begin behind the barrier behind which their stage is free.
/// Copies by the machine need it for nothing else, so that it would come to
/// stand behind a product that goes on up to the next barrier: such a product
/// follows them. None begins with the next interval: a copy whose address comes
/// late would, and the others of its turn in this one.
void LoopProblem::addRoom(ModuloProblem &result, int64_t ringStages,
                          bool beginsThere) const {
  int64_t barrier = opTimes.getLatencyOfBarrier();
  for (const LoopRing &ring : rings.get()) {
    unsigned wait = numbers.lookup(ring.next);
    int64_t lead = ring.getLead(ringStages);
    for (unsigned op = 0; op < ops.size(); ++op)
      if (getFilledBuffer(ops[op]) && ring.isFilledBy(ops[op])) {
        result.edges.push_back({wait, op, barrier, lead});
        if (beginsThere)
          result.edges.push_back({op, wait, 1, 1 - lead});
        if (beginsThere && isa<MachineCopyOpInterface>(ops[op]))
          for (unsigned other : problem.last)
            if (isa<WgmmaOp>(ops[other]) &&
                WaitOp(ring.next)->isBeforeInBlock(ops[other]))
              result.edges.push_back({op, other, 1, -lead});
      }
  }
}

ModuloProblem LoopProblem::get(int64_t ringStages, int64_t blocks) const {
  ModuloProblem result = problem;
  // Copies begin in the interval that begins with that barrier: as far ahead as
  // the ring lets them.
  addRoom(result, ringStages, /*beginsThere=*/true);
  result.leastInterval = getBusiestCycles(problem) * blocks;
  return result;
}

/// Gives ops that run ahead their stages: what copies take is loaded in the stage
/// before theirs, and what such a load takes in the one before that. Returns the
/// stage of the copies.
int64_t LoopProblem::setStagesAhead(const llvm::BitVector &isEarly,
                                    MutableArrayRef<int64_t> stages) const {
  SmallVector<SmallVector<unsigned, 4>> users(ops.size());
  for (const ModuloProblem::Edge &edge : problem.edges)
    if (edge.distance == 0 && isEarly[edge.from] && isEarly[edge.to])
      users[edge.from].push_back(edge.to);
  SmallVector<int64_t> loadsBefore(ops.size(), 0);
  int64_t most = 0;
  for (unsigned op = ops.size(); op-- > 0;)
    for (unsigned user : users[op]) {
      int64_t loads = loadsBefore[user] + (asLoad(ops[op]) ? 1 : 0);
      loadsBefore[op] = std::max(loadsBefore[op], loads);
      most = std::max(most, loads);
    }
  for (unsigned op : isEarly.set_bits())
    stages[op] = most - loadsBefore[op];
  return most;
}

std::optional<ModuloSchedule>
LoopProblem::scheduleInTextOrder(int64_t ringStages, int64_t blocks) const {
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
  SmallVector<unsigned> order;
  SmallVector<int64_t> stages(ops.size(), 0);
  int64_t ofCopies = setStagesAhead(isEarly, stages);
  for (unsigned op : problem.last) {
    stages[op] = ofCopies + lead;
    order.push_back(op);
    if (next && numbers.lookup(next) == op)
      llvm::append_range(order, isEarly.set_bits());
  }
  ModuloProblem result = problem;
  addRoom(result, ringStages, /*beginsThere=*/false);
  result.leastInterval = getBusiestCycles(problem) * blocks;
  return scheduleInOrder(result, order, stages);
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
      forEachUse(loop, op, [&](OpOperand &, Operation *user, int64_t distance) {
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
    for (Operation *user : getUsersOfBytes(wait.getStage()))
      last = std::max(
          last, times.lookup(loop.getBody()->findAncestorOpInBlock(*user)));
    times[release] = last;
  }
}

int64_t LoopProblem::getConflict(unsigned op, int64_t at,
                                 const ModuloSchedule &schedule,
                                 function_ref<bool(unsigned)> isIgnored) const {
  for (const ModuloProblem::Use &use : problem.ops[op])
    for (unsigned other = 0; other < ops.size(); ++other)
      for (const ModuloProblem::Use &its : problem.ops[other]) {
        if (other == op || isIgnored(other) || its.unit != use.unit ||
            !its.occupies() || !use.isAtStart)
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
}

/// The latest time from `time` to `limit` at which the units of an op are free.
int64_t LoopProblem::findLateTime(unsigned op, int64_t time, int64_t limit,
                                  const ModuloSchedule &schedule) const {
  for (int64_t at = limit; at > time;) {
    int64_t conflict =
        getConflict(op, at, schedule, [](unsigned) { return false; });
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

bool LoopProblem::apply(const ModuloSchedule &schedule,
                        bool cutsProducts) const {
  Times times;
  for (auto [op, number] : numbers)
    times[op] = schedule.times[number];
  bool hasCut = cutsProducts && cutProducts(schedule, times);
  placeFreeOps(schedule, times);
  placeReleases(times);
  MLIRContext *context = loop.getContext();
  for (Operation &op : loop.getBody()->without_terminator()) {
    int64_t time = times.lookup(&op);
    op.setAttr(SlotAttr::attributeName,
               SlotAttr::get(context, time / schedule.interval,
                             time % schedule.interval, chooseAgent(&op)));
  }
  return hasCut;
}

StringRef LoopProblem::chooseAgent(Operation *op) const {
  KernelSpecAttr spec = loop->getParentOfType<KernelOpInterface>().getSpec();
  bool fills = llvm::any_of(
      rings.get(), [&](const LoopRing &ring) { return ring.isFilledBy(op); });
  if (!fills || !spec.findAgent(AgentAttr::loadName))
    return {};
  return AgentAttr::loadName;
}
