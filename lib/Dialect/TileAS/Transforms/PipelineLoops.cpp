//===- PipelineLoops.cpp - Copies that run ahead --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop has two stages, S - 1 iterations apart, where S is that of its rings:
// what its copies take, and the rest. In an iteration of the new loop the wait
// comes first, then the copies, then the rest, so that one barrier lies between
// what is read of a stage and the copy that overwrites it as well as between
// the wait and what is read after it:
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
    getOperation().walk([&](scf::ForOp op) { loops.push_back(op); });
    for (scf::ForOp loop : loops)
      if (WaitOp wait = findWait(loop))
        if (failed(pipeline(loop, wait)))
          return signalPassFailure();
    if (!pipelined.empty())
      foldNumbers();
  }

private:
  /// The wait for copies that the same iteration has begun.
  static WaitOp findWait(scf::ForOp loop) {
    for (WaitOp wait : loop.getOps<WaitOp>())
      if (auto commit = wait.getGroup().getDefiningOp<CommitOp>())
        if (commit->getBlock() == loop.getBody() && getStages(wait) > 1)
          return wait;
    return {};
  }

  /// The stages of the rings that are waited for.
  static int64_t getStages(WaitOp wait) {
    int64_t stages = 0;
    for (Value buffer : wait.getBuffers()) {
      auto slice = buffer.getDefiningOp<SliceOp>();
      if (!slice)
        return 0;
      int64_t those = slice.getRing().getType().getStages();
      stages = stages ? std::min(stages, those) : those;
    }
    return stages;
  }

  LogicalResult pipeline(scf::ForOp loop, WaitOp wait) {
    int64_t stages = getStages(wait);
    wait.setPending(stages - 2);
    Schedule schedule = makeSchedule(loop, wait, stages - 1);
    scf::PipeliningOption options;
    options.getScheduleFn = [&](scf::ForOp, Schedule &result) {
      result = schedule;
    };
    options.peelEpilogue = false;
    options.supportDynamicLoops = true;
    options.predicateFn = predicate;
    IRRewriter rewriter(loop);
    bool changed = false;
    FailureOr<scf::ForOp> result =
        scf::pipelineForLoop(rewriter, loop, options, &changed);
    if (succeeded(result)) {
      pipelined.insert(*result);
      ++numLoops;
      return success();
    }
    if (changed)
      return loop.emitError("cannot be pipelined, and is half so");
    // It waits for its own copies, as before.
    wait.setPending(0);
    return success();
  }

  /// The op that makes a value, in this iteration or the one before.
  static Operation *findDefinition(Value value, scf::ForOp loop) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument && argument.getOwner() == loop.getBody() &&
        argument != loop.getInductionVar())
      value = loop.getTiedLoopYieldedValue(argument)->get();
    return value.getDefiningOp();
  }

  /// All ops of the body in their new order, each with its stage.
  static Schedule makeSchedule(scf::ForOp loop, WaitOp wait, unsigned last) {
    llvm::DenseSet<Operation *> early;
    SmallVector<Operation *> worklist{wait.getGroup().getDefiningOp()};
    while (!worklist.empty()) {
      Operation *op = worklist.pop_back_val();
      if (op->getBlock() != loop.getBody() || !early.insert(op).second)
        continue;
      for (Value operand : op->getOperands())
        if (Operation *def = findDefinition(operand, loop))
          worklist.push_back(def);
    }
    Schedule schedule;
    auto add = [&](unsigned stage, function_ref<bool(Operation *)> isIn) {
      for (Operation &op : loop.getBody()->without_terminator())
        if (isIn(&op))
          schedule.emplace_back(&op, stage);
    };
    auto isBeforeWait = [&](Operation *op) {
      return op == wait || op->isBeforeInBlock(wait);
    };
    add(last,
        [&](Operation *op) { return !early.contains(op) && isBeforeWait(op); });
    add(0, [&](Operation *op) { return early.contains(op); });
    add(last, [&](Operation *op) {
      return !early.contains(op) && !isBeforeWait(op);
    });
    return schedule;
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

  /// Nothing is copied for an iteration that there is not; the rest of what
  /// runs ahead has no effect. A group may be empty.
  static Operation *predicate(RewriterBase &rewriter, Operation *op,
                              Value condition) {
    if (auto copy = dyn_cast<AsyncCopyOp>(op)) {
      rewriter.setInsertionPoint(copy);
      if (Value own = copy.getCondition())
        condition =
            arith::AndIOp::create(rewriter, op->getLoc(), own, condition);
      copy.getConditionMutable().assign(condition);
    }
    return op;
  }

  llvm::SmallPtrSet<Operation *, 4> pipelined;
};

} // namespace
