//===- ControlFlowPatterns.cpp - Branches and loops go --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conditions and bounds become constants here; the canonicalisations of `if`,
// `for` and `loop`, which are reduction patterns as well, then inline what is
// left of the operation and drop the values that nobody needs any more.
//
//===----------------------------------------------------------------------===//

#include "CudaTilePatterns.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Constant.h"
#include "tessera/Dialect/CudaTile/IR/Ops/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Loops.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::reduction;

static bool isConstant(Value value) {
  return value.getDefiningOp<ConstantOp>() != nullptr;
}

/// Whether `value` is a constant of `number`.
static bool isConstant(Value value, unsigned number) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant && constant.getValue() ==
                         makeLiteral(cast<TileType>(value.getType()), number);
}

/// Whether `op` counts from 0 to 1 in steps of 1.
static bool runsOnce(ForOp op) {
  return isConstant(op.getLowerBound(), 0) &&
         isConstant(op.getUpperBound(), 1) && isConstant(op.getStep(), 1);
}

namespace {

/// A branch is never taken; or always, even where it never is.
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

/// A `for` runs never: its bounds are the same.
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

/// A `for` runs once, even where it never does: from 0 to 1 in steps of 1.
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

/// A `loop` ends after its first iteration, with its values where they are of
/// the right types.
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

/// The i-th value of a loop, and the i-th result of a `for`, is its first
/// value.
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

/// Constants take the place of the results, but the operation stays for what it
/// does.
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
  // A loop of more values than these is left with those that follow.
  constexpr unsigned maxValues = 8;
  for (unsigned i = 0; i < maxValues; ++i)
    patterns.add<FreezeLoopValue<ForOp>, FreezeLoopValue<LoopOp>>(context, i);
  IfOp::getCanonicalizationPatterns(patterns, context);
  ForOp::getCanonicalizationPatterns(patterns, context);
  LoopOp::getCanonicalizationPatterns(patterns, context);
}
