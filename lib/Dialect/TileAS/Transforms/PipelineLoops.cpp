//===- PipelineLoops.cpp - Loops expanded by their schedules --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where copies fill rings of S stages, a schedule has the wait first, then the
// copies, then the rest, so that one barrier lies between what is read of a
// stage and the copy that overwrites it as well as between the wait and what is
// read after it:
//
//   wait for the copies of iteration i
//   barrier
//   begin those of iteration i + S - 1, if there is one
//   the rest of iteration i
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Transforms/FoldUtils.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAS/IR/Ops/Program.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASPIPELINELOOPS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

using Schedule = std::vector<std::pair<Operation *, unsigned>>;

struct PipelineLoopsPass
    : tessera::impl::TileASPipelineLoopsBase<PipelineLoopsPass> {
  void runOnOperation() override {
    pipelined.clear();
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      auto schedule = getSchedule(loop);
      if (schedule && !schedule.getExpanded())
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops)
      if (failed(expand(loop)))
        return signalPassFailure();
    if (!pipelined.empty())
      foldNumbers();
  }

private:
  static ScheduleAttr getSchedule(scf::ForOp loop) {
    return loop->getAttrOfType<ScheduleAttr>(ScheduleAttr::attributeName);
  }

  static SlotAttr getSlot(Operation *op) {
    return op->getAttrOfType<SlotAttr>(SlotAttr::attributeName);
  }

  /// Whether an op of a slot comes before another that it follows in the text.
  static bool comesFirst(SlotAttr slot, SlotAttr other) {
    return std::pair(slot.getCycle(), -slot.getStage()) <
           std::pair(other.getCycle(), -other.getStage());
  }

  LogicalResult expand(scf::ForOp loop) {
    ScheduleAttr schedule = getSchedule(loop);
    Schedule order = makeOrder(loop);
    for (WaitOp wait : loop.getOps<WaitOp>())
      setPending(wait);
    scf::ForOp expanded = loop;
    if (schedule.getStages() > 1) {
      FailureOr<scf::ForOp> result = pipeline(loop, order);
      if (failed(result))
        return failure();
      expanded = *result;
    } else {
      for (auto [op, stage] : order)
        op->moveBefore(loop.getBody()->getTerminator());
    }
    removeSlotsOutside(expanded);
    expanded->setAttr(ScheduleAttr::attributeName, schedule.asExpanded());
    pipelined.insert(expanded);
    ++numLoops;
    return success();
  }

  static FailureOr<scf::ForOp> pipeline(scf::ForOp loop,
                                        const Schedule &order) {
    scf::PipeliningOption options;
    options.getScheduleFn = [&](scf::ForOp, Schedule &result) {
      result = order;
    };
    options.peelEpilogue = false;
    options.supportDynamicLoops = true;
    options.predicateFn = predicate;
    IRRewriter rewriter(loop);
    Location loc = loop.getLoc();
    FailureOr<scf::ForOp> result =
        scf::pipelineForLoop(rewriter, loop, options);
    if (failed(result))
      return emitError(loc, "the schedule of this loop cannot be carried out");
    return result;
  }

  /// All ops of the body in their new order, each with its stage.
  static Schedule makeOrder(scf::ForOp loop) {
    Schedule order;
    for (Operation &op : loop.getBody()->without_terminator())
      order.emplace_back(&op, getSlot(&op).getStage());
    llvm::stable_sort(order, [](const auto &a, const auto &b) {
      return comesFirst(getSlot(a.first), getSlot(b.first));
    });
    return order;
  }

  /// The groups that have been made after the one that is waited for: one in
  /// each iteration between, and that of the wait's own if it comes first.
  static void setPending(WaitOp wait) {
    auto commit = wait.getGroup().getDefiningOp<CommitOp>();
    if (!commit || commit->getBlock() != wait->getBlock())
      return;
    SlotAttr ofWait = getSlot(wait), ofCommit = getSlot(commit);
    int64_t between = ofWait.getStage() - ofCommit.getStage();
    wait.setPending(between - comesFirst(ofWait, ofCommit));
  }

  /// What runs before the loop has no slot in it.
  void removeSlotsOutside(scf::ForOp loop) {
    for (Operation &op : *loop->getBlock())
      op.removeAttr(SlotAttr::attributeName);
  }

  /// The pipeliner leaves products and sums of constants behind, by which the
  /// stages of slices could not be told apart.
  void foldNumbers() {
    OperationFolder folder(&getContext());
    SmallVector<Operation *> numbers;
    getOperation().walk([&](Operation *op) {
      if (isa<arith::MulIOp, arith::AddIOp, arith::SubIOp, arith::CmpIOp>(op) &&
          op->getResult(0).getType().isIntOrIndex())
        numbers.push_back(op);
    });
    for (Operation *op : numbers)
      if (auto sum = dyn_cast<arith::AddIOp>(op))
        if (isLaterIteration(sum))
          sum.setOverflowFlags(arith::IntegerOverflowFlags::nsw |
                               arith::IntegerOverflowFlags::nuw);
    for (Operation *op : numbers)
      (void)folder.tryToFold(op);
  }

  /// Whether a sum is the pipeliner's number of a later iteration: the variable
  /// plus so many steps. It wraps around only where there is no such iteration,
  /// whose number is then of no effect.
  bool isLaterIteration(arith::AddIOp sum) const {
    auto variable = dyn_cast<BlockArgument>(sum.getLhs());
    auto steps = sum.getRhs().getDefiningOp<arith::MulIOp>();
    if (!variable || !steps)
      return false;
    auto loop = dyn_cast<scf::ForOp>(variable.getOwner()->getParentOp());
    return loop && pipelined.contains(loop) &&
           variable == loop.getInductionVar() &&
           steps.getLhs() == loop.getStep();
  }

  /// Nothing is copied or loaded for an iteration that there is not; the rest
  /// of what runs ahead has no effect. A group may be empty.
  static Operation *predicate(RewriterBase &rewriter, Operation *op,
                              Value condition) {
    auto restrict = [&](auto access) {
      rewriter.setInsertionPoint(access);
      if (Value own = access.getCondition())
        condition =
            arith::AndIOp::create(rewriter, op->getLoc(), own, condition);
      access.getConditionMutable().assign(condition);
    };
    if (auto copy = dyn_cast<AsyncCopyOp>(op))
      restrict(copy);
    else if (auto load = dyn_cast<LoadOp>(op))
      restrict(load);
    return op;
  }

  llvm::SmallPtrSet<Operation *, 4> pipelined;
};

} // namespace
