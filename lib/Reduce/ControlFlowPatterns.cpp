//===- ControlFlowPatterns.cpp - Removal of branches and loops ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conditions and bounds become constants here; the canonicalisations of `if`,
// `for` and `loop`, which are reduction patterns as well, then inline the rest
// of the operation and drop unused values.
//
//===----------------------------------------------------------------------===//

#include "CudaTilePatterns.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::reduction;

static bool isConstant(Value value) {
  return value.getDefiningOp<ConstantOp>() != nullptr;
}

/// True if `value` is a constant of `number`.
static bool isConstant(Value value, unsigned number) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant && constant.getValue() ==
                         makeLiteral(cast<TileType>(value.getType()), number);
}

/// True if `op` counts from 0 to 1 in steps of 1.
static bool runsOnce(ForOp op) {
  return isConstant(op.getLowerBound(), 0) &&
         isConstant(op.getUpperBound(), 1) && isConstant(op.getStep(), 1);
}

namespace {

/// Makes the condition of an `if` a constant: false, or true, even if it never
/// is.
struct TakeBranch : OpRewritePattern<IfOp> {
  TakeBranch(MLIRContext *context, bool condition)
      : OpRewritePattern(context), condition(condition) {
    setDebugName(condition ? "take-then" : "take-else");
  }

  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    Value now = op.getCondition();
    if (condition ? isConstant(now, 1) : isConstant(now))
      return failure();
    Value constant = makeValue(rewriter, op.getLoc(), now.getType(), condition);
    rewriter.modifyOpInPlace(
        op, [&] { op.getConditionMutable().assign(constant); });
    return success();
  }

private:
  bool condition;
};

/// Makes a `for` run never, by equal bounds.
struct SkipLoop : OpRewritePattern<ForOp> {
  SkipLoop(MLIRContext *context) : OpRewritePattern(context) {
    setDebugName("skip-loop");
  }

  LogicalResult matchAndRewrite(ForOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getUpperBound() == op.getLowerBound() || runsOnce(op))
      return failure();
    rewriter.modifyOpInPlace(
        op, [&] { op.getUpperBoundMutable().assign(op.getLowerBound()); });
    return success();
  }
};

/// Makes a `for` run once, from 0 to 1 in steps of 1, even if it never runs.
struct RunOnce : OpRewritePattern<ForOp> {
  RunOnce(MLIRContext *context) : OpRewritePattern(context) {
    setDebugName("run-once");
  }

  LogicalResult matchAndRewrite(ForOp op,
                                PatternRewriter &rewriter) const override {
    // A signed counter of one bit does not reach 1.
    Type type = op.getStep().getType();
    if (getNumberWidth(cast<TileType>(type).getElementType()) == 1 ||
        runsOnce(op))
      return failure();
    Value zero = makeValue(rewriter, op.getLoc(), type, 0);
    Value one = makeValue(rewriter, op.getLoc(), type, 1);
    rewriter.modifyOpInPlace(op, [&] {
      op.getLowerBoundMutable().assign(zero);
      op.getUpperBoundMutable().assign(one);
      op.getStepMutable().assign(one);
    });
    return success();
  }
};

/// Ends a `loop` after its first iteration, with the iteration's values as
/// results if their types are right.
struct BreakAtEnd : OpRewritePattern<LoopOp> {
  BreakAtEnd(MLIRContext *context) : OpRewritePattern(context) {
    setDebugName("break-at-end");
  }

  LogicalResult matchAndRewrite(LoopOp op,
                                PatternRewriter &rewriter) const override {
    auto end = dyn_cast<ContinueOp>(op.getRegion().front().back());
    if (!end)
      return failure();
    SmallVector<Value> results;
    if (llvm::equal(end.getOperandTypes(), op.getResultTypes())) {
      llvm::append_range(results, end.getOperands());
    } else {
      if (!llvm::all_of(op.getResultTypes(), canMakeValue))
        return failure();
      rewriter.setInsertionPoint(end);
      for (Type type : op.getResultTypes())
        results.push_back(makeValue(rewriter, op.getLoc(), type, 0));
    }
    rewriter.setInsertionPoint(end);
    rewriter.replaceOpWithNewOp<BreakOp>(end, TypeRange(), results);
    return success();
  }
};

/// Replaces the i-th value of a loop, and the i-th result of a `for`, by its
/// first value.
template <typename Loop> struct FreezeLoopValue : OpRewritePattern<Loop> {
  FreezeLoopValue(MLIRContext *context, unsigned i)
      : OpRewritePattern<Loop>(context), i(i) {
    this->setDebugName("freeze-loop-value");
  }

  LogicalResult matchAndRewrite(Loop op,
                                PatternRewriter &rewriter) const override {
    if (i >= op.getInitValues().size())
      return failure();
    Value argument = op.getRegionIterValues()[i], init = op.getInitValues()[i];
    Value result = isa<ForOp>(op) ? Value(op->getResult(i)) : Value();
    if (argument.use_empty() && (!result || result.use_empty()))
      return failure();
    rewriter.replaceAllUsesWith(argument, init);
    if (result)
      rewriter.replaceAllUsesWith(result, init);
    return success();
  }

private:
  unsigned i;
};

/// Replaces the results by constants, but keeps the operation for its effects.
struct CutResults : AnyOpPattern {
  CutResults(MLIRContext *context) : AnyOpPattern(context, "cut-results") {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isa<IfOp, ForOp, LoopOp>(op) || op->use_empty() ||
        !llvm::all_of(op->getResultTypes(), canMakeValue))
      return failure();
    for (Value result : op->getResults())
      if (!result.use_empty())
        rewriter.replaceAllUsesWith(
            result, makeValue(rewriter, op->getLoc(), result.getType(), 0));
    return success();
  }
};

} // namespace

void reduction::populateControlFlowPatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<CutResults, SkipLoop, RunOnce, BreakAtEnd>(context);
  for (bool condition : {false, true})
    patterns.add<TakeBranch>(context, condition);
  // A loop with more values keeps the rest until the earlier ones are gone.
  constexpr unsigned maxValues = 8;
  for (unsigned i = 0; i < maxValues; ++i)
    patterns.add<FreezeLoopValue<ForOp>, FreezeLoopValue<LoopOp>>(context, i);
  IfOp::getCanonicalizationPatterns(patterns, context);
  ForOp::getCanonicalizationPatterns(patterns, context);
  LoopOp::getCanonicalizationPatterns(patterns, context);
}
