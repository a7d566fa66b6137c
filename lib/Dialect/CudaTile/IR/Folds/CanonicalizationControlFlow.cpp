//===- CanonicalizationControlFlow.cpp - Branches and loops ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `continue`, `break` and `return` leave through any number of `if`. So not all
// regions of an `if` pass control to its results, as MLIR's interface for
// branching regions assumes: `if`, `for` and `loop` do not implement it.
// Upstream analyses therefore know nothing about their values, and the
// canonicalizations here do that work.
//
//===----------------------------------------------------------------------===//

#include "Folding.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// Effects of jumps
//===----------------------------------------------------------------------===//

/// Out of an `if` it is a jump, which counts as an effect so that an `if` with
/// unused results is not erased. At the end of a `loop` it is one as well,
/// since the loop may never end.
static bool isPlainEnd(ContinueOp op) {
  return isa_and_nonnull<ForOp>(op->getParentOp());
}

void ContinueOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (!isPlainEnd(*this))
    effects.emplace_back(MemoryEffects::Write::get());
}

Speculation::Speculatability ContinueOp::getSpeculatability() {
  return isPlainEnd(*this) ? Speculation::Speculatable
                           : Speculation::NotSpeculatable;
}

Speculation::Speculatability ForOp::getSpeculatability() {
  // Other steps may not be positive, or may overflow the counter.
  return getSplat(getStep()) == 1 && getElementWidth(getStep().getType()) > 1
             ? Speculation::RecursivelySpeculatable
             : Speculation::NotSpeculatable;
}

SmallVector<Region *> ForOp::getLoopRegions() { return {&getRegion()}; }
SmallVector<Region *> LoopOp::getLoopRegions() { return {&getRegion()}; }

/// Finds the jumps in `block` that belong to the enclosing loop.
static void findJumps(Block &block, SmallVectorImpl<Operation *> &jumps) {
  for (Operation &op : block) {
    if (isa<ContinueOp, BreakOp>(op))
      jumps.push_back(&op);
    if (isa<IfOp>(op))
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          findJumps(inner, jumps);
  }
}

static SmallVector<Operation *> getJumps(Operation *loop) {
  SmallVector<Operation *> jumps;
  findJumps(loop->getRegion(0).front(), jumps);
  return jumps;
}

//===----------------------------------------------------------------------===//
// Code that runs once
//===----------------------------------------------------------------------===//

/// Replaces `op` by its body, a block of `region`. If the body ends with an
/// `End`, the operands of the `End` replace the results of `op`. Otherwise all
/// ops after `op` are dead, and are erased.
template <typename End>
static void inlineBody(Operation *op, Region &region, ValueRange arguments,
                       PatternRewriter &rewriter) {
  Operation *end = &region.front().back();
  if (!isa<End>(end)) {
    Block *block = op->getBlock();
    while (&block->back() != op)
      rewriter.eraseOp(&block->back());
  }
  rewriter.inlineBlockBefore(&region.front(), op, arguments);
  if (!isa<End>(end)) {
    rewriter.eraseOp(op);
    return;
  }
  rewriter.replaceOp(op, end->getOperands());
  rewriter.eraseOp(end);
}

namespace {

/// Inlines the branch of an `if` under a constant condition.
struct InlineTakenBranch : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<uint64_t> condition = getSplat(op.getCondition());
    if (!condition)
      return rewriter.notifyMatchFailure(op, "the condition is no constant");
    Region &taken = *condition ? op.getThenRegion() : op.getElseRegion();
    if (taken.empty())
      rewriter.eraseOp(op);
    else
      inlineBody<YieldOp>(op, taken, ValueRange(), rewriter);
    return success();
  }
};

/// The number of iterations of a `for`, as far as it matters.
enum class Trips { Unknown, None, One };

} // namespace

static Trips getTrips(ForOp op) {
  if (op.getLowerBound() == op.getUpperBound())
    return Trips::None;
  std::optional<uint64_t> lower = getSplat(op.getLowerBound());
  std::optional<uint64_t> upper = getSplat(op.getUpperBound());
  if (!lower || !upper)
    return Trips::Unknown;
  unsigned width = getElementWidth(op.getStep().getType());
  uint64_t mask = op.getUnsignedCmp() ? 0 : uint64_t(1) << (width - 1);
  if ((*lower ^ mask) >= (*upper ^ mask))
    return Trips::None;
  std::optional<uint64_t> step = getSplat(op.getStep());
  bool reaches = step && numerics::signExtend(*step, width) > 0 &&
                 numerics::wrap(width, *upper - *lower) <= *step;
  return reaches ? Trips::One : Trips::Unknown;
}

namespace {

/// Replaces a `for` that runs never or once.
struct InlineShortFor : OpRewritePattern<ForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ForOp op,
                                PatternRewriter &rewriter) const override {
    Trips trips = getTrips(op);
    if (trips == Trips::Unknown)
      return rewriter.notifyMatchFailure(op, "it may run more than once");
    if (trips == Trips::None) {
      rewriter.replaceOp(op, op.getInitValues());
      return success();
    }
    if (getJumps(op).size() != 1)
      return rewriter.notifyMatchFailure(op, "an iteration has several ends");
    SmallVector<Value> arguments{op.getLowerBound()};
    llvm::append_range(arguments, op.getInitValues());
    inlineBody<ContinueOp>(op, op.getRegion(), arguments, rewriter);
    return success();
  }
};

/// Inlines a `loop` that is left at the end of its first iteration.
struct InlineSingleIteration : OpRewritePattern<LoopOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(LoopOp op,
                                PatternRewriter &rewriter) const override {
    Operation *end = &op.getRegion().front().back();
    size_t endIsJump = isa<BreakOp>(end);
    if (isa<ContinueOp>(end))
      return rewriter.notifyMatchFailure(op, "another iteration follows");
    if (getJumps(op).size() != endIsJump)
      return rewriter.notifyMatchFailure(op, "an iteration has several ends");
    inlineBody<BreakOp>(op, op.getRegion(), op.getInitValues(), rewriter);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Values of loops
//===----------------------------------------------------------------------===//

/// Replaces an iteration value that every iteration passes on by its initial
/// value.
template <typename Loop>
struct ReplaceInvariantValues : OpRewritePattern<Loop> {
  using OpRewritePattern<Loop>::OpRewritePattern;

  LogicalResult matchAndRewrite(Loop op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Operation *> jumps = getJumps(op);
    bool changed = false;
    auto replace = [&](Value value, Value init) {
      changed |= !value.use_empty();
      rewriter.replaceAllUsesWith(value, init);
    };
    for (size_t i = 0, n = op.getInitValues().size(); i < n; ++i) {
      Value argument = op.getRegionIterValues()[i],
            init = op.getInitValues()[i];
      bool isInvariant = llvm::all_of(jumps, [&](Operation *jump) {
        return isa<BreakOp>(jump) || jump->getOperand(i) == argument ||
               jump->getOperand(i) == init;
      });
      if (!isInvariant)
        continue;
      replace(argument, init);
      if (isa<ForOp>(op))
        replace(op->getResult(i), init);
    }
    if (!changed)
      return rewriter.notifyMatchFailure(op, "no value that is used stays");
    return success();
  }
};

} // namespace

/// True if the only use of `argument` is as the i-th value of the next
/// iteration.
static bool isDead(BlockArgument argument, unsigned i) {
  return llvm::all_of(argument.getUses(), [&](OpOperand &use) {
    return isa<ContinueOp>(use.getOwner()) && use.getOperandNumber() == i &&
           use.getOwner()->getParentOfType<LoopLikeOpInterface>() ==
               argument.getOwner()->getParentOp();
  });
}

/// The values that are not `dead`.
template <typename Element, typename Range>
static SmallVector<Element> keepLive(Range &&range,
                                     const llvm::BitVector &dead) {
  SmallVector<Element> live;
  for (auto [i, value] : llvm::enumerate(range))
    if (!dead[i])
      live.push_back(value);
  return live;
}

/// Drops operands of the jumps of one kind.
template <typename Jump>
static void eraseOperands(ArrayRef<Operation *> jumps,
                          const llvm::BitVector &dead,
                          PatternRewriter &rewriter) {
  for (Operation *jump : jumps)
    if (isa<Jump>(jump))
      rewriter.modifyOpInPlace(jump, [&] { jump->eraseOperands(dead); });
}

/// Moves the region and the attributes of `from` to `to`, and replaces the
/// results that are not dead.
static void replaceLive(Operation *from, Operation *to,
                        const llvm::BitVector &dead,
                        PatternRewriter &rewriter) {
  to->setDiscardableAttrs(from->getDiscardableAttrDictionary());
  for (auto [old, now] : llvm::zip_equal(from->getRegions(), to->getRegions()))
    rewriter.inlineRegionBefore(old, now, now.end());
  rewriter.replaceAllUsesWith(keepLive<Value>(from->getResults(), dead),
                              to->getResults());
  rewriter.eraseOp(from);
}

static llvm::BitVector getUnused(ResultRange results) {
  llvm::BitVector unused(results.size());
  for (auto [i, result] : llvm::enumerate(results))
    unused[i] = result.use_empty();
  return unused;
}

namespace {

/// Drops a value of a `for` that is used neither in an iteration nor after the
/// loop.
struct DropDeadForValues : OpRewritePattern<ForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ForOp op,
                                PatternRewriter &rewriter) const override {
    llvm::BitVector dead = getUnused(op.getResults());
    for (auto [i, argument] : llvm::enumerate(op.getRegionIterValues()))
      dead[i] = dead[i] && isDead(argument, i);
    if (dead.none())
      return rewriter.notifyMatchFailure(op, "every value is used");
    SmallVector<Operation *> jumps = getJumps(op);
    auto inits = keepLive<Value>(op.getInitValues(), dead);
    auto shorter = ForOp::create(
        rewriter, op.getLoc(), TypeRange(ValueRange(inits)), op.getLowerBound(),
        op.getUpperBound(), op.getStep(), inits, op.getUnsignedCmpAttr());
    eraseOperands<ContinueOp>(jumps, dead, rewriter);
    Block &body = op.getRegion().front();
    // The counter is argument 0.
    for (size_t i = dead.size(); i-- > 0;)
      if (dead[i])
        body.eraseArgument(i + 1);
    replaceLive(op, shorter, dead, rewriter);
    return success();
  }
};

/// Drops an iteration value of a `loop` that no iteration uses, or a result
/// without uses.
struct DropDeadLoopValues : OpRewritePattern<LoopOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(LoopOp op,
                                PatternRewriter &rewriter) const override {
    llvm::BitVector deadResults = getUnused(op.getResults());
    llvm::BitVector deadValues(op.getInitValues().size());
    for (auto [i, argument] : llvm::enumerate(op.getRegionIterValues()))
      deadValues[i] = isDead(argument, i);
    if (deadResults.none() && deadValues.none())
      return rewriter.notifyMatchFailure(op, "every value is used");
    SmallVector<Operation *> jumps = getJumps(op);
    auto shorter = LoopOp::create(
        rewriter, op.getLoc(), keepLive<Type>(op.getResultTypes(), deadResults),
        keepLive<Value>(op.getInitValues(), deadValues));
    eraseOperands<ContinueOp>(jumps, deadValues, rewriter);
    eraseOperands<BreakOp>(jumps, deadResults, rewriter);
    op.getRegion().front().eraseArguments(deadValues);
    replaceLive(op, shorter, deadResults, rewriter);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Values of branches
//===----------------------------------------------------------------------===//

/// Replaces a result if each branch that reaches its end yields the same value
/// from outside; for two different tiles, by a `select`.
struct ReplaceYieldedValues : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    bool changed = false;
    for (OpResult result : op.getResults()) {
      if (result.use_empty())
        continue;
      Value value = getValue(op, result.getResultNumber(), rewriter);
      if (!value)
        continue;
      rewriter.replaceAllUsesWith(result, value);
      changed = true;
    }
    if (!changed)
      return rewriter.notifyMatchFailure(
          op, "no result that is used comes from outside of the branches");
    return success();
  }

private:
  static Value getValue(IfOp op, unsigned i, PatternRewriter &rewriter) {
    SmallVector<Value, 2> values;
    for (Region &region : op->getRegions())
      if (auto yield = dyn_cast<YieldOp>(region.front().back()))
        values.push_back(yield.getOperand(i));
    if (values.empty() || llvm::any_of(values, [&](Value value) {
          return op->isAncestor(value.getParentRegion()->getParentOp());
        }))
      return nullptr;
    if (llvm::all_equal(values))
      return values.front();
    auto type = dyn_cast<TileType>(values.front().getType());
    if (!type || isa<Float4E2M1FNType>(type.getElementType()))
      return nullptr;
    Value scalar = op.getCondition();
    Value condition =
        createFilled(rewriter, scalar.getLoc(), scalar, type.getShape());
    return SelectOp::create(rewriter, op.getLoc(), condition, values[0],
                            values[1]);
  }
};

/// Replaces the condition by a constant within the branches.
struct PropagateCondition : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    Value condition = op.getCondition();
    // Each `if` visits all uses of its condition: many `if` ops under one
    // condition would take quadratic time.
    constexpr unsigned maxUses = 256;
    if (matchPattern(condition, m_Constant()))
      return failure();
    if (condition.hasNUsesOrMore(maxUses + 1))
      return rewriter.notifyMatchFailure(op, "the condition has too many uses");
    bool changed = false;
    for (auto [region, known] : {std::pair(&op.getThenRegion(), 1),
                                 std::pair(&op.getElseRegion(), 0)}) {
      auto isInside = [region = region](OpOperand &use) {
        return region->isAncestor(use.getOwner()->getParentRegion());
      };
      if (llvm::none_of(condition.getUses(), isInside))
        continue;
      Value constant =
          createSplat(rewriter, op.getLoc(), condition.getType(), known);
      rewriter.replaceUsesWithIf(condition, constant, isInside);
      changed = true;
    }
    if (!changed)
      return rewriter.notifyMatchFailure(
          op, "the condition is not used in the branches");
    return success();
  }
};

/// Drops results without uses.
struct DropDeadBranchValues : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    llvm::BitVector dead = getUnused(op.getResults());
    if (dead.none())
      return rewriter.notifyMatchFailure(op, "every result is used");
    auto shorter = IfOp::create(rewriter, op.getLoc(),
                                keepLive<Type>(op.getResultTypes(), dead),
                                op.getCondition());
    SmallVector<Operation *> ends;
    for (Region &region : op->getRegions())
      ends.push_back(&region.front().back());
    eraseOperands<YieldOp>(ends, dead, rewriter);
    replaceLive(op, shorter, dead, rewriter);
    return success();
  }
};

/// Drops a second branch that does nothing.
struct DropEmptyElse : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    Region &region = op.getElseRegion();
    if (op.getNumResults() != 0 || region.empty())
      return failure();
    if (!isa<YieldOp>(region.front().front()))
      return rewriter.notifyMatchFailure(op,
                                         "the second branch does something");
    rewriter.eraseBlock(&region.front());
    return success();
  }
};

} // namespace

void IfOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                       MLIRContext *context) {
  patterns.add<InlineTakenBranch, ReplaceYieldedValues, PropagateCondition,
               DropDeadBranchValues, DropEmptyElse>(context);
  populateBranchPatterns(patterns);
}

void ForOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns
      .add<InlineShortFor, ReplaceInvariantValues<ForOp>, DropDeadForValues>(
          context);
}

void LoopOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<InlineSingleIteration, ReplaceInvariantValues<LoopOp>,
               DropDeadLoopValues>(context);
}
