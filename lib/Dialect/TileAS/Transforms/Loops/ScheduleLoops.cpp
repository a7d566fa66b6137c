//===- ScheduleLoops.cpp - Schedules the ops of loops ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop whose copies go to rings, or that loads for its matrix products, gets
// a schedule by the machine model. Two decisions compare schedules: the number
// of stages of a ring, and whether loads run ahead of their iteration.
//
// More stages hide more latency of copies, but take shared memory and so reduce
// the occupancy; other blocks hide latency, too. With b blocks, an SM completes
// b iterations in an interval, so schedules are compared by interval / b.
// Nobody knows the grid, which may give an SM fewer blocks than it has room
// for: where the machine goes on with products while warps wait, of equals the
// schedule is taken with which a block alone is faster.
//
// A block keeps the shared memory and the registers that one of its loops needs
// in all others, so that a kernel has one residency: the least that a loop
// decides on, or the most that fit all if an SM is faster by these. It is the plan
// of the kernel, and loops are scheduled for it again.
//
//===----------------------------------------------------------------------===//

#include "AdvanceProducts.h"
#include "CountedLoops.h"
#include "KernelRoom.h"
#include "LoopExpansion.h"
#include "LoopProblem.h"
#include "OverlapTiles.h"
#include "RunAhead.h"
#include "StageCandidates.h"
#include "mlir/IR/Remarks.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Support/RemarkCategories.h"
#include "tessera/Target/Boards.h"
#include "tessera/Target/RegisterBudget.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASSCHEDULELOOPS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

using OpSet = llvm::SmallPtrSet<Operation *, 4>;

/// A loop, and the decisions on it.
struct LoopChoice {
  scf::ForOp loop;
  LoopRings rings;
  /// Loads that run ahead of their iteration.
  OpSet ahead;
  /// True if registers have room for some of these by no estimate.
  bool isCrowded = false;
  RegisterEstimate estimate;
  /// None if iterations do not overlap.
  std::optional<LoopCandidate> best;

  /// Has no load run ahead.
  void keepLoads() {
    ahead.clear();
    isCrowded = false;
  }
};

struct ScheduleLoopsPass
    : tessera::impl::TileASScheduleLoopsBase<ScheduleLoopsPass> {
  void runOnOperation() override {
    target = lookupTarget(getOperation().getSpec().getTarget());
    if (!target)
      return;
    // One pass runs on several kernels.
    room.emplace(getOperation(), *target);
    loops.clear();
    times.reset();
    getOperation().walk([&](scf::ForOp loop) {
      loops.push_back({loop,
                       LoopRings(loop),
                       OpSet(),
                       /*isCrowded=*/false,
                       RegisterEstimate(loop, OpSet()),
                       {}});
    });
    for (LoopChoice &choice : loops)
      advance(choice);
    if (failed(room->measureAgents(getRings())))
      return signalPassFailure();
    int64_t spared = 0;
    for (const LoopChoice &choice : loops)
      spared += choice.rings.getSparedBytes(getLeastStages(choice.rings));
    if (!room->hasRoomForAgents(spared))
      dropAgents();
    KernelSpecAttr spec = getOperation().getSpec();
    copiesHoldUpProducts = spec.getAllWarps() == spec.getWarps();
    for (LoopChoice &choice : loops)
      if (failed(decide(choice)))
        return signalPassFailure();
    if (failed(plan()))
      return signalPassFailure();
    for (LoopChoice &choice : loops)
      if (choice.best)
        put(choice);
  }

private:
  /// With more ops the search would take longer than all other passes: copies
  /// of such a loop run ahead, and the other ops keep their order.
  static constexpr size_t kMostOps = 64;

  /// Has products of a loop begin earlier where as many blocks have room.
  void advance(LoopChoice &choice) {
    int64_t spared = choice.rings.getSparedBytes(getLeastStages(choice.rings));
    advanceProducts(choice.loop, [&](const RegisterEstimate &estimate) {
      bool fits = succeeded(measureShared(choice)) && room->hasRoom(spared);
      int64_t blocks =
          fits ? room->countBlocks(spared, estimate.getOfThread()) : 0;
      int64_t most =
          room->getResidency().getMostRegisters(std::max<int64_t>(blocks, 1));
      return RoomOfLoop{estimate.getLive(), room->limitRegisters(most), blocks};
    });
  }

  /// Decides on a loop by itself.
  LogicalResult decide(LoopChoice &choice) {
    chooseLoadsAhead(choice);
    if (choice.rings.empty() && choice.ahead.empty())
      return success();
    if (failed(measureShared(choice)))
      return failure();
    choice.best = choose(choice);
    if (!choice.ahead.empty()) {
      LoopChoice plain = choice;
      plain.keepLoads();
      plain.best = choose(plain);
      // As a spare stage, it is worth its registers where an SM gets through as
      // many iterations: memory answers later when it is busy.
      if (!choice.best ||
          (plain.best && (plain.best->isFasterThan(*choice.best) ||
                          keepsMemoryBusy(plain)))) {
        choice = std::move(plain);
        if (choice.rings.empty())
          choice.best.reset();
      }
    }
    if (doesOverlap(choice) && !choice.ahead.empty()) {
      separateAddresses(choice);
      times.reset();
      // The loop has more ops now, which may take time.
      choice.best = choose(choice);
      if (!choice.best && !choice.rings.empty()) {
        choice.keepLoads();
        choice.best = choose(choice);
      }
    }
    if (!doesOverlap(choice)) {
      choice.keepLoads();
      choice.best.reset();
      return success();
    }
    choice.rings.setStages(choice.best->ringStages);
    choice.estimate = RegisterEstimate(choice.loop, choice.ahead);
    return success();
  }

  /// Chooses the loads of a loop that may run ahead. Where none has registers by the
  /// estimate, products wait for each; so a few may be missing, unless ptxas is known to
  /// spill by it.
  void chooseLoadsAhead(LoopChoice &choice) {
    int64_t most = room->getResidency().getMostRegisters(/*blocks=*/1) -
                   registers::kForAddresses;
    choice.ahead = findLoadsAhead(choice.loop, most);
    if (!choice.ahead.empty() || !multiplies(choice.loop) ||
        getOperation().getSpec().keepsLoadsInPlace())
      return;
    choice.ahead =
        findLoadsAhead(choice.loop, most + registers::kBeyondEstimate);
    choice.isCrowded = !choice.ahead.empty();
  }

  /// True if memory limits a loop though its iterations follow one another: the
  /// other blocks of the SM transfer their tiles for as long as one of them
  /// works on its own. Loops that multiply matrices have other limits.
  bool keepsMemoryBusy(LoopChoice &plain) {
    const Board *board = defaultBoard(*target);
    if (!board || multiplies(plain.loop))
      return false;
    int64_t bytes = 0;
    for (auto access : plain.loop.getOps<tileaa::AccessOpInterface>())
      if (auto tile = dyn_cast<RankedTensorType>(access.getAccessedType()))
        bytes += tile.getNumElements() * getElementBytes(tile.getElementType());
    return (plain.best->blocks - 1) * bytes / getDramBytesPerCycle(*board) >=
           plain.best->schedule.interval;
  }

  /// True if the machine goes on with products while the warps of a block wait,
  /// so that another block is not needed to hide what they wait for.
  static bool multipliesByItself(scf::ForOp loop) {
    return !loop.getOps<WgmmaOp>().empty();
  }

  /// With one stage, iterations do not overlap, as without a schedule.
  static bool doesOverlap(const LoopChoice &choice) {
    return choice.best && choice.best->schedule.stages > 1;
  }

  /// Decides on the residency of the kernel: the least of its loops. Schedules
  /// those again that have counted on more blocks.
  LogicalResult plan() {
    // The first loops were decided on beside the longest rings of the others.
    if (auto [least, most] = findLeastAndMostBlocks(); least < most)
      for (LoopChoice &choice : loops)
        if (choice.best && failed(scheduleAgain(choice)))
          return failure();
    if (failed(shareBlocks()))
      return failure();
    int64_t blocks = findLeastAndMostBlocks().first;
    if (blocks == 0)
      return success();
    for (LoopChoice &choice : loops)
      if (choice.best)
        delay(choice);
    KernelOpInterface kernel = getOperation();
    int64_t available = room->getResidency().getMostRegisters(blocks);
    int64_t held = room->limitRegisters(findMost(
        [&](const RegisterEstimate &loop) { return loop.getHeld(available); }));
    unsigned together = countPowersTogether(available - held, *target);
    int64_t taken =
        room->limitRegisters(findMost([&](const RegisterEstimate &loop) {
          return loop.getTaken(available, together);
        }));
    bool isCrowded = llvm::any_of(
        loops, [](const LoopChoice &choice) { return choice.isCrowded; });
    auto plan =
        PlanAttr::get(&getContext(), blocks, taken, taken - held, isCrowded,
                      /*split=*/false);
    kernel.setSpecAttr(kernel.getSpec().withPlan(plan));
    remark::analysis(kernel.getLoc(), named("RemarkPlan"))
        << remark::metric("Blocks", plan.getBlocks())
        << remark::metric("Registers", plan.getRegisters());
    return success();
  }

  /// Schedules all loops for the fewest blocks that one counts on, or for the most that
  /// fit all loops if an SM completes an iteration of each sooner by these.
  LogicalResult shareBlocks() {
    int64_t least = findLeastAndMostBlocks().first;
    if (failed(scheduleAllAgain(least)))
      return failure();
    SmallVector<std::optional<LoopCandidate>> fewest = getChosen();
    double cycles = countCycles();
    FailureOr<int64_t> most = countMostBlocks();
    if (failed(most))
      return failure();
    if (*most > least && failed(scheduleAllAgain(*most)))
      return failure();
    if (*most <= least || findLeastAndMostBlocks().first < *most ||
        countCycles() >= cycles)
      setChosen(fewest);
    return success();
  }

  /// The blocks that fit with rings as short as they may be, which they are then, if
  /// several loops share them; otherwise 0.
  FailureOr<int64_t> countMostBlocks() {
    auto has = [](const LoopChoice &choice) { return choice.best.has_value(); };
    if (llvm::count_if(loops, has) < 2)
      return 0;
    for (LoopChoice &choice : llvm::make_filter_range(loops, has))
      choice.rings.setStages(getLeastStages(choice.rings));
    int64_t blocks = Capacities::maxWarpsPerBlock;
    for (LoopChoice &choice : llvm::make_filter_range(loops, has)) {
      if (failed(measureShared(choice)))
        return failure();
      blocks = std::min(
          blocks, room->countBlocks(/*spared=*/0, countRegisters(choice)));
    }
    return blocks;
  }

  /// Schedules the loops that do not count on as many blocks for these, if they can.
  LogicalResult scheduleAllAgain(int64_t blocks) {
    for (LoopChoice &choice : loops)
      if (choice.best && choice.best->blocks != blocks &&
          failed(scheduleAgain(choice, blocks)))
        return failure();
    return success();
  }

  /// Cycles in which an SM completes an iteration of each loop.
  double countCycles() const {
    double cycles = 0;
    for (const LoopChoice &choice : loops)
      if (choice.best)
        cycles += choice.best->getCycles();
    return cycles;
  }

  SmallVector<std::optional<LoopCandidate>> getChosen() const {
    return llvm::map_to_vector(
        loops, [](const LoopChoice &choice) { return choice.best; });
  }

  void setChosen(ArrayRef<std::optional<LoopCandidate>> chosen) {
    for (auto [choice, best] : llvm::zip_equal(loops, chosen)) {
      choice.best = best;
      if (best)
        choice.rings.setStages(best->ringStages);
    }
  }

  /// The fewest and the most blocks that a loop counts on; 0 without schedules.
  std::pair<int64_t, int64_t> findLeastAndMostBlocks() const {
    std::pair<int64_t, int64_t> found;
    for (const LoopChoice &choice : loops)
      if (choice.best) {
        int64_t blocks = choice.best->blocks;
        found.first = found.second ? std::min(found.first, blocks) : blocks;
        found.second = std::max(found.second, blocks);
      }
    return found;
  }

  /// Chooses the stages of a loop again, beside the rings of the others as they
  /// are: for `planned` blocks, which may leave room for longer rings, or for
  /// as many as fit.
  LogicalResult scheduleAgain(LoopChoice &choice,
                              std::optional<int64_t> planned = {}) {
    choice.rings.restoreStages();
    if (failed(measureShared(choice)))
      return failure();
    std::optional<LoopCandidate> best = choose(choice, planned);
    if (best && best->schedule.stages > 1)
      choice.best = std::move(best);
    choice.rings.setStages(choice.best->ringStages);
    return success();
  }

  /// Measures the shared memory of the kernel with the rings as they are.
  LogicalResult measureShared(const LoopChoice &choice) {
    return room->measure(getRings(), choice.loop, choice.rings);
  }

  /// The rings of all loops.
  SmallVector<const LoopRings *> getRings() const {
    return llvm::map_to_vector(
        loops, [](const LoopChoice &choice) { return &choice.rings; });
  }

  /// Plans the kernel without warps that only copy.
  void dropAgents() {
    room->dropAgents();
    remark::missed(getOperation().getLoc(), named("RemarkAgentsNotSplit"))
        << remark::reason("all warps execute the whole program: shared memory "
                          "has no room for rings of two stages that are live "
                          "from the begin of the kernel to its end")
        << remark::suggest("{0}", remarks::moreTileBlocks);
  }

  /// The most registers that a thread takes in a loop of the kernel, but for
  /// one.
  int64_t findMostRegisters(scf::ForOp except) const {
    int64_t most = 0;
    for (const LoopChoice &choice : loops)
      if (choice.loop != except)
        most = std::max(most, choice.estimate.getOfThread());
    return most;
  }

  /// The most registers of a thread in a loop of the kernel.
  int64_t
  findMost(function_ref<int64_t(const RegisterEstimate &)> count) const {
    int64_t most = 0;
    for (const LoopChoice &choice : loops)
      most = std::max(most, count(choice.estimate));
    return most;
  }

  remark::RemarkOpts named(StringRef name) {
    return remark::RemarkOpts::name(name)
        .category(remarks::schedule)
        .function(getOperation().getSymName());
  }

  LoopProblem getProblem(const LoopChoice &choice) {
    if (!times)
      times.emplace(getOperation().getSpec().getWarps(), *target);
    return LoopProblem(choice.loop, *times, choice.rings, choice.ahead);
  }

  /// Moves to later times what gains by them: masks, and copies by threads.
  void delay(LoopChoice &choice) {
    LoopProblem problem = getProblem(choice);
    ModuloSchedule &found = choice.best->schedule;
    if (problem.getNumOps() <= kMostOps)
      problem.delay(found);
    if (!copiesHoldUpProducts)
      return;
    bool areDelayed = problem.delayCopies(found, choice.best->ringStages);
    CopiesAmongProducts copies = problem.findCopiesAmongProducts(found);
    copies.areDelayed = areDelayed;
    choice.estimate = RegisterEstimate(choice.loop, choice.ahead, copies);
  }

  /// Puts its schedule on a loop.
  void put(LoopChoice &choice) {
    scf::ForOp loop = choice.loop;
    LoopProblem problem = getProblem(choice);
    ModuloSchedule &found = choice.best->schedule;
    size_t numOps = problem.getNumOps();
    if (problem.apply(found, /*cutsProducts=*/copiesHoldUpProducts)) {
      times.reset();
      timeParts(loop, found);
    }
    loop->setAttr(ScheduleAttr::attributeName,
                  ScheduleAttr::get(&getContext(), found.interval, found.stages,
                                    found.isMinimal, /*expanded=*/false));
    ++numLoops;
    if (!choice.rings.empty())
      explain(*choice.best, loop.getLoc());
    remark::analysis(loop.getLoc(), named("RemarkSchedule"))
        << remark::metric("Interval", found.interval)
        << remark::metric("Stages", found.stages)
        << remark::metric("Minimal", found.isMinimal);
    if (!found.isMinimal)
      reportBound(loop, numOps);
  }

  /// Gives a loop whose products were cut the times of the parts, in the order
  /// that was found.
  void timeParts(scf::ForOp loop, ModuloSchedule &found) {
    OpTimes ofParts(getOperation().getSpec().getWarps(), *target);
    LoopDependences dependences(loop, ofParts);
    StagedOps order = getScheduledOrder(loop);
    // By the times that have been rounded, the schedule is verified anyway.
    if (dependences.findContradiction(order))
      return;
    ModuloSchedule inOrder = dependences.scheduleInOrder(order);
    dependences.setSlots(order, inOrder);
    found.isMinimal &= inOrder.interval <= found.interval;
    found.interval = inOrder.interval;
  }

  /// Says what was compared to choose the stages of rings and, by them, blocks.
  void explain(const LoopCandidate &chosen, Location loc) {
    for (const StageCandidate &each : chosen.compared)
      remark::analysis(loc, named("RemarkStageCandidate"))
          << remark::metric("Stages", each.ringStages)
          << remark::metric("Blocks", each.blocks)
          << remark::metric("Interval", each.interval)
          << remark::metric("Alone", each.alone)
          << remark::metric("Chosen", each.ringStages == chosen.ringStages)
          << remark::reason("{0}", each.reason);
  }

  /// Says why a shorter interval than the one found may exist.
  void reportBound(scf::ForOp loop, size_t numOps) {
    ++numUnproven;
    auto missed =
        remark::missed(loop.getLoc(), named("RemarkScheduleUnproven"));
    if (numOps > kMostOps)
      missed << remark::reason("{0} ops keep units busy, and with more than "
                               "{1} only the order of the program is tried",
                               numOps, kMostOps);
    else
      missed << remark::reason("the search for a shorter interval was given up "
                               "after {0} wrong decisions",
                               kMostWrongDecisions);
    missed << remark::suggest(
        "{0}", "use fewer and larger tiles in the loop, if it is to be faster");
  }

  /// The best schedule over all possible numbers of stages of the rings; with
  /// `planned` of those that leave room for as many blocks, and for no more.
  std::optional<LoopCandidate> choose(const LoopChoice &choice,
                                      std::optional<int64_t> planned = {}) {
    const LoopRings &rings = choice.rings;
    LoopProblem problem = getProblem(choice);
    bool isLarge = problem.getNumOps() > kMostOps;
    if (isLarge && !choice.ahead.empty())
      return std::nullopt;
    int64_t most = rings.getStages(), least = getLeastStages(rings);
    int64_t registers = countRegisters(choice);
    SmallVector<LoopCandidate> candidates;
    for (int64_t stages = least; stages <= most; ++stages) {
      if (stages > least &&
          !room->hasRoomForAgents(rings.getSparedBytes(stages)))
        break;
      int64_t fitting =
          room->countBlocks(rings.getSparedBytes(stages), registers);
      if (planned && fitting < *planned)
        break;
      int64_t blocks = planned.value_or(fitting);
      if (std::optional<ModuloSchedule> schedule =
              isLarge ? problem.scheduleInTextOrder(stages, blocks)
                      : scheduleModulo(problem.get(stages, blocks)))
        candidates.push_back(
            {std::move(*schedule), stages, blocks,
             multipliesByItself(choice.loop)
                 ? getLowerBound(problem.get(stages, /*blocks=*/1)).value()
                 : 0});
    }
    if (candidates.empty())
      return std::nullopt;
    return takeBest(candidates, rings, *room, needsPowers(choice));
  }

  /// True if finding the stage of a turn takes too much, unless their number is a power of
  /// two: where the machine fills them, and where warps that multiply have no registers
  /// left beside others that copy.
  bool needsPowers(const LoopChoice &choice) {
    if (choice.rings.isAnyFilledByMachine())
      return true;
    if (copiesHoldUpProducts)
      return false;
    constexpr int64_t kForTurns = 4;
    int64_t sums = 0;
    scf::ForOp loop = choice.loop;
    for (Value carried : loop.getRegionIterArgs())
      if (isa<RankedTensorType>(carried.getType()))
        sums += countRegistersOfThread(carried);
    return sums + registers::kForAddresses + kForTurns >
           room->getResidency().getMostRegisters(/*blocks=*/1);
  }

  /// The fewest stages that rings may have. A number that the front end
  /// requests is final.
  int64_t getLeastStages(const LoopRings &rings) {
    int64_t most = rings.getStages();
    return getOperation().getSpec().getStages() ? most
                                                : std::min<int64_t>(most, 2);
  }

  /// Registers of a thread while a loop runs: it keeps what one loop needs in all
  /// others.
  int64_t countRegisters(const LoopChoice &choice) {
    return room->limitRegisters(
        std::max(RegisterEstimate(choice.loop, choice.ahead).getOfThread(),
                 findMostRegisters(choice.loop)));
  }

  /// Duplicates the address computation of the loads that run ahead for them
  /// alone. The loop may become a new one.
  static void separateAddresses(LoopChoice &choice) {
    scf::ForOp loop = countFromZero(choice.loop);
    RunAhead addresses(loop);
    for (Operation &op : *loop.getBody())
      if (choice.ahead.contains(&op))
        addresses.add(op.getOperands());
    OpBuilder builder(loop);
    IRMapping early;
    loop = addresses.compute(builder, early);
    for (Operation *load : choice.ahead)
      for (OpOperand &operand : load->getOpOperands())
        operand.set(early.lookupOrDefault(operand.get()));
    removeDeadOps(loop);
    choice.loop = loop;
    choice.rings = LoopRings(loop);
  }

  const TargetInfo *target = nullptr;
  /// Times of the ops of all loops; none where ops have changed since they were
  /// asked for.
  std::optional<OpTimes> times;
  /// The room that an SM has for the kernel.
  std::optional<KernelRoom> room;
  /// True if the warps that multiply begin the copies, which may begin under
  /// products then; other warps hold up nobody.
  bool copiesHoldUpProducts = true;
  /// All loops of the kernel, inner ones before outer ones.
  SmallVector<LoopChoice, 0> loops;
};

} // namespace
