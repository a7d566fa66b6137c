//===- CanonicalizationBranches.cpp - Fewer and simpler branches ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Folding.h"

#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

/// True if control that enters the branch reaches its end, either with values
/// or because the branch is empty.
static bool comesToItsEnd(Region &branch) {
  return branch.empty() || isa<YieldOp>(branch.front().back());
}

/// Moves the branch number `branch` of each `if` in `row` (adjacent, under the
/// same condition) into `joined`, up to a branch that does not reach its end.
static void join(ArrayRef<IfOp> row, unsigned branch, Region &joined,
                 PatternRewriter &rewriter) {
  DenseSet<Region *> parts;
  for (IfOp op : row)
    parts.insert(&op->getRegion(branch));
  auto isWithin = [&](OpOperand &use) {
    Region *region = use.getOwner()->getParentRegion();
    while (region && !parts.contains(region))
      region = region->getParentRegion();
    return region != nullptr;
  };
  SmallVector<Value> values;
  std::optional<Location> end;
  for (IfOp op : row) {
    Region &part = op->getRegion(branch);
    if (part.empty())
      continue;
    if (joined.empty())
      rewriter.inlineRegionBefore(part, joined, joined.end());
    else
      rewriter.inlineBlockBefore(&part.front(), &joined.front(),
                                 joined.front().end());
    auto yield = dyn_cast<YieldOp>(joined.front().back());
    if (!yield)
      return;
    for (auto [result, value] :
         llvm::zip_equal(op.getResults(), yield.getOperands()))
      rewriter.replaceUsesWithIf(result, value, isWithin);
    llvm::append_range(values, yield.getOperands());
    end = yield.getLoc();
    rewriter.eraseOp(yield);
  }
  if (!end)
    return;
  rewriter.setInsertionPointToEnd(&joined.front());
  YieldOp::create(rewriter, *end, values);
}

namespace {

/// Inverts an `if` under a negated condition.
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

/// Combines adjacent `if` ops under the same condition, all of a row at once:
/// pairwise, the results of the first ones would be recreated for each
/// following one.
struct CombineAdjacentIfs : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp first,
                                PatternRewriter &rewriter) const override {
    if (isFollowedBy(dyn_cast_or_null<IfOp>(first->getPrevNode()), first))
      return rewriter.notifyMatchFailure(first, "the row begins before it");
    SmallVector<IfOp> row{first};
    SmallVector<Type> types = llvm::to_vector(first->getResultTypes());
    while (isFollowedBy(row.back(),
                        dyn_cast_or_null<IfOp>(row.back()->getNextNode()))) {
      row.push_back(cast<IfOp>(row.back()->getNextNode()));
      llvm::append_range(types, row.back()->getResultTypes());
    }
    if (row.size() == 1)
      return rewriter.notifyMatchFailure(first, "nothing like it follows");
    // Takes the location of the first: a fused location would grow with each
    // `if` of a long row, and the context never frees locations.
    auto joined =
        IfOp::create(rewriter, first.getLoc(), types, first.getCondition());
    joined->setDiscardableAttrs(first->getDiscardableAttrDictionary());
    for (unsigned branch : {0, 1})
      join(row, branch, joined->getRegion(branch), rewriter);
    ValueRange results = joined.getResults();
    for (IfOp op : row) {
      unsigned count = op.getNumResults();
      rewriter.replaceOp(op, results.take_front(count));
      results = results.drop_front(count);
    }
    return success();
  }

private:
  static bool isFollowedBy(IfOp op, IfOp next) {
    return op && next && op.getCondition() == next.getCondition() &&
           op->getDiscardableAttrDictionary() ==
               next->getDiscardableAttrDictionary();
  }
};

/// Combines an `if` whose branch consists of another `if`.
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

/// Unwraps the second branch of an `if` neither of whose branches reaches its
/// end: ops after the `if` are dead, so that the branch can take their place.
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
