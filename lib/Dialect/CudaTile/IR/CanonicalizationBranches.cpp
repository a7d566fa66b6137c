//===- CanonicalizationBranches.cpp - Fewer and simpler branches ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Folding.h"

#include "tessera/Dialect/CudaTile/IR/Ops/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/IntegerMath.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

/// Whether control that enters the branch leaves it by its end, with values or
/// because there is no such branch.
static bool comesToItsEnd(Region &branch) {
  return branch.empty() || isa<YieldOp>(branch.front().back());
}

/// Appends `second` to `first`, branches of two adjacent `if` under the same
/// condition, the first of which has the results `results`.
static void append(Region &second, Region &first, ValueRange results,
                   PatternRewriter &rewriter) {
  if (second.empty() || !comesToItsEnd(first))
    return;
  if (first.empty()) {
    rewriter.inlineRegionBefore(second, first, first.end());
    return;
  }
  Operation *end = &first.front().back();
  SmallVector<Value> values = llvm::to_vector(end->getOperands());
  for (auto [result, value] : llvm::zip_equal(results, values))
    rewriter.replaceUsesWithIf(result, value, [&](OpOperand &use) {
      return second.isAncestor(use.getOwner()->getParentRegion());
    });
  rewriter.inlineBlockBefore(&second.front(), end);
  rewriter.eraseOp(end);
  auto yield = dyn_cast<YieldOp>(first.front().back());
  if (!yield)
    return;
  llvm::append_range(values, yield.getOperands());
  rewriter.setInsertionPoint(yield);
  rewriter.replaceOpWithNewOp<YieldOp>(yield, values);
}

namespace {

/// A branch by the opposite of a condition.
struct InvertNegatedIf : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    Value condition = getNegated(op.getCondition());
    if (!condition)
      return failure();
    if (op.getElseRegion().empty())
      return rewriter.notifyMatchFailure(op, "there is no second branch");
    Region &thenRegion = op.getThenRegion(), &elseRegion = op.getElseRegion();
    rewriter.inlineRegionBefore(thenRegion, elseRegion, elseRegion.end());
    rewriter.moveBlockBefore(&elseRegion.front(), &thenRegion,
                             thenRegion.end());
    rewriter.modifyOpInPlace(
        op, [&] { op.getConditionMutable().assign(condition); });
    return success();
  }
};

/// Two branches in a row by the same condition.
struct CombineAdjacentIfs : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp second,
                                PatternRewriter &rewriter) const override {
    auto first = dyn_cast_or_null<IfOp>(second->getPrevNode());
    if (!first)
      return failure();
    if (first.getCondition() != second.getCondition())
      return rewriter.notifyMatchFailure(second, "the conditions differ");
    if (first->getDiscardableAttrDictionary() !=
        second->getDiscardableAttrDictionary())
      return rewriter.notifyMatchFailure(second, "the attributes differ");
    SmallVector<Type> types = llvm::to_vector(first->getResultTypes());
    llvm::append_range(types, second->getResultTypes());
    // The location of the first: one of all would grow with each `if` of a long
    // row, and the context keeps every one of them.
    auto joined =
        IfOp::create(rewriter, first.getLoc(), types, first.getCondition());
    joined->setDiscardableAttrs(first->getDiscardableAttrDictionary());
    for (auto [from, next, to] : llvm::zip_equal(
             first->getRegions(), second->getRegions(), joined->getRegions())) {
      rewriter.inlineRegionBefore(from, to, to.end());
      append(next, to, first.getResults(), rewriter);
    }
    size_t n = first.getNumResults();
    rewriter.replaceOp(second, joined.getResults().drop_front(n));
    rewriter.replaceOp(first, joined.getResults().take_front(n));
    return success();
  }
};

/// A branch that does nothing but branch.
struct CombineNestedIfs : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = dyn_cast<IfOp>(op.getThenRegion().front().front());
    if (!inner)
      return failure();
    if (op.getNumResults() != 0 || inner.getNumResults() != 0)
      return rewriter.notifyMatchFailure(op, "one of the two has results");
    if (!op.getElseRegion().empty() || !inner.getElseRegion().empty())
      return rewriter.notifyMatchFailure(op,
                                         "one of the two has a second branch");
    if (!isa<YieldOp>(inner->getNextNode()))
      return rewriter.notifyMatchFailure(op, "more comes after the inner one");
    if (op->getDiscardableAttrDictionary() !=
        inner->getDiscardableAttrDictionary())
      return rewriter.notifyMatchFailure(op, "the attributes differ");
    Value both = AndIOp::create(rewriter, op.getLoc(), op.getCondition(),
                                inner.getCondition());
    rewriter.modifyOpInPlace(op,
                             [&] { op.getConditionMutable().assign(both); });
    Region &region = op.getThenRegion();
    Block *wrapper = &region.front();
    rewriter.inlineRegionBefore(inner.getThenRegion(), region, region.end());
    rewriter.eraseBlock(wrapper);
    return success();
  }
};

/// A branch neither side of which comes to its end: nothing after it is ever
/// reached, so that the second side can stand there.
struct UnwrapLastBranch : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    if (comesToItsEnd(op.getThenRegion()) || comesToItsEnd(op.getElseRegion()))
      return rewriter.notifyMatchFailure(op, "what comes after may be reached");
    Block *block = op->getBlock();
    while (&block->back() != op)
      rewriter.eraseOp(&block->back());
    auto alone =
        IfOp::create(rewriter, op.getLoc(), TypeRange(), op.getCondition());
    alone->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.inlineRegionBefore(op.getThenRegion(), alone.getThenRegion(),
                                alone.getThenRegion().end());
    rewriter.inlineBlockBefore(&op.getElseRegion().front(), op);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void cuda_tile::populateBranchPatterns(RewritePatternSet &patterns) {
  patterns.add<InvertNegatedIf, CombineAdjacentIfs, CombineNestedIfs,
               UnwrapLastBranch>(patterns.getContext());
}
