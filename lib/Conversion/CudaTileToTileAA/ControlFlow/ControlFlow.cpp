//===- ControlFlow.cpp - if, for and loop become scf ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patterns for control flow in structured form (ControlFlow.h). `if` and `for`
// correspond to scf.if and scf.for one to one, but for a `for` whose last
// increment may leave its type, which counts iterations. A `loop` is its body
// up to the exit, A, and the rest, B:
//
//     loop (i = init) { A; y = if c { break r } else { yield x }; B; continue j
//     }
//
// It becomes a scf.while with A and the condition in its first region and B in
// its second one. Its results are r and the value x that the exit yields to B.
// The loop may never end, so tileaa.keep_loop stands in it.
//
// Terminators have patterns of their own. A pattern sees its op in the scf op
// that has replaced the parent, since parents are converted first.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "../Patterns.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

namespace {

/// The bounds and step of a loop after conversion.
struct CounterRange {
  Value lower, upper, step;
  bool isUnsigned;
};

} // namespace

/// The value of an integer constant; nothing for other values.
static std::optional<llvm::APInt> getConstant(Value value) {
  llvm::APInt number;
  if (!matchPattern(value, m_ConstantInt(&number)))
    return std::nullopt;
  return number;
}

/// True if `a op b` does not fit the type of the loop's counter.
static bool leavesType(
    const CounterRange &range, const llvm::APInt &a, const llvm::APInt &b,
    llvm::APInt (llvm::APInt::*ofSigned)(const llvm::APInt &, bool &) const,
    llvm::APInt (llvm::APInt::*ofUnsigned)(const llvm::APInt &, bool &) const) {
  bool overflows;
  (void)(a.*(range.isUnsigned ? ofUnsigned : ofSigned))(b, overflows);
  return overflows;
}

/// True if arithmetic on the counter may overflow its type: the increment after
/// the last iteration, or the distance of the bounds, from which MLIR computes
/// the number of iterations. A step of one never overflows, nor does a step
/// that the upper bound leaves room for: i8, up to 100 by 28.
static bool mayOverflow(const CounterRange &range) {
  std::optional<llvm::APInt> start = getConstant(range.lower),
                             end = getConstant(range.upper),
                             step = getConstant(range.step);
  if (!step || (!step->isOne() && !end))
    return true;
  if (end && start &&
      leavesType(range, *end, *start, &llvm::APInt::ssub_ov,
                 &llvm::APInt::usub_ov))
    return true;
  // The counter is at most end - 1.
  return !step->isOne() &&
         leavesType(range, *end - 1, *step, &llvm::APInt::sadd_ov,
                    &llvm::APInt::uadd_ov);
}

/// A range that counts the iterations of `range`, from zero by one, which
/// cannot overflow:
///
///     for %i in (%lb to %ub, step %s)
///     => %n = %lb < %ub ? (%ub - %lb - 1) / %s + 1 : 0   // unsigned
///        for unsigned %k in (0 to %n, step 1) { %i = %lb + %k * %s
///
/// scf.for compares after its increment has wrapped: i8 from 0 to 127 by 2
/// would go on from -128.
static CounterRange countIterations(OpBuilder &builder, Location loc,
                                    const CounterRange &range) {
  Type type = range.lower.getType();
  Value zero = makeIntSplat(builder, loc, type, 0);
  Value one = makeIntSplat(builder, loc, type, 1);
  Value distance =
      arith::SubIOp::create(builder, loc, range.upper, range.lower);
  Value last = arith::SubIOp::create(builder, loc, distance, one);
  Value steps = arith::DivUIOp::create(builder, loc, last, range.step);
  Value count = arith::AddIOp::create(builder, loc, steps, one);
  Value runs = arith::CmpIOp::create(
      builder, loc,
      range.isUnsigned ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt,
      range.lower, range.upper);
  count = arith::SelectOp::create(builder, loc, runs, count, zero);
  return {zero, count, one, /*isUnsigned=*/true};
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {

struct ConvertIf : public OpConversionPattern<IfOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(IfOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op.getResultTypes(), types)))
      return rewriter.notifyMatchFailure(op, "a result has no type in tileaa");
    auto converted =
        scf::IfOp::create(rewriter, op.getLoc(), types, adaptor.getCondition());
    for (auto [from, to] :
         llvm::zip_equal(op->getRegions(), converted->getRegions()))
      rewriter.inlineRegionBefore(from, to, to.end());
    rewriter.replaceOp(op, converted);
    return success();
  }
};

struct ConvertFor : public OpConversionPattern<ForOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ForOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    CounterRange written = {adaptor.getLowerBound(), adaptor.getUpperBound(),
                            adaptor.getStep(), op.getUnsignedCmp()};
    bool counts = mayOverflow(written);
    CounterRange range =
        counts ? countIterations(rewriter, op.getLoc(), written) : written;

    SmallVector<Value> arguments;
    auto buildBody = [&](OpBuilder &builder, Location loc, Value counter,
                         ValueRange carried) {
      if (counts) {
        counter = arith::MulIOp::create(builder, loc, counter, written.step);
        counter = arith::AddIOp::create(builder, loc, counter, written.lower);
      }
      arguments.push_back(counter);
      llvm::append_range(arguments, carried);
    };
    auto converted = scf::ForOp::create(
        rewriter, op.getLoc(), range.lower, range.upper, range.step,
        adaptor.getInitValues(), buildBody, range.isUnsigned);
    rewriter.mergeBlocks(&op.getRegion().front(), converted.getBody(),
                         arguments);
    rewriter.replaceOp(op, converted);
    return success();
  }
};

struct ConvertLoop : public OpConversionPattern<LoopOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LoopOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override;

private:
  /// Ends A: decides whether to go on, and passes on both the operands of the
  /// `break` and those of the `yield`.
  LogicalResult convertExit(LoopExit exit,
                            ConversionPatternRewriter &rewriter) const;
};

/// Converts the end of a branch.
struct ConvertBranchYield : public OpConversionPattern<YieldOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(YieldOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isa<scf::IfOp>(op->getParentOp()))
      return rewriter.notifyMatchFailure(op, "does not end a branch");
    rewriter.replaceOpWithNewOp<scf::YieldOp>(op, adaptor.getOperands());
    return success();
  }
};

/// Converts the end of the body of a `for`, or of the part of a `loop` after
/// its exit.
struct ConvertContinue : public OpConversionPattern<ContinueOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ContinueOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<scf::YieldOp>(op, adaptor.getOperands());
    return success();
  }
};

} // namespace

LogicalResult
ConvertLoop::convertExit(LoopExit exit,
                         ConversionPatternRewriter &rewriter) const {
  Location loc = exit.branch.getLoc();
  SmallVector<Value> passed;
  if (failed(rewriter.getRemappedValues(exit.leave.getOperands(), passed)) ||
      failed(rewriter.getRemappedValues(exit.getHandedOn(), passed)))
    return rewriter.notifyMatchFailure(loc, "a value has no type in tileaa");
  Value goesOn = rewriter.getRemappedValue(exit.branch.getCondition());
  if (exit.leavesIfTrue)
    goesOn = arith::XOrIOp::create(
        rewriter, loc, goesOn,
        makeSplat(rewriter, loc, goesOn.getType(), rewriter.getBoolAttr(true)));
  scf::ConditionOp::create(rewriter, loc, goesOn, passed);
  return success();
}

LogicalResult
ConvertLoop::matchAndRewrite(LoopOp op, OpAdaptor adaptor,
                             ConversionPatternRewriter &rewriter) const {
  LoopExit exit = getLoopExit(op);
  SmallVector<Type> types;
  if (failed(getTypeConverter()->convertTypes(op.getResultTypes(), types)) ||
      failed(getTypeConverter()->convertTypes(exit.branch.getResultTypes(),
                                              types)))
    return rewriter.notifyMatchFailure(op, "a result has no type in tileaa");

  auto converted = scf::WhileOp::create(rewriter, op.getLoc(), types,
                                        adaptor.getInitValues());
  rewriter.inlineRegionBefore(op.getRegion(), converted.getBefore(),
                              converted.getBefore().end());
  Block *before = &converted.getBefore().front();
  Block *rest =
      rewriter.splitBlock(before, std::next(Block::iterator(exit.branch)));
  SmallVector<Location> locations(types.size(), exit.branch.getLoc());
  Block *after =
      rewriter.createBlock(&converted.getAfter(), {}, types, locations);
  rewriter.mergeBlocks(rest, after);

  rewriter.setInsertionPointToStart(before);
  tileaa::KeepLoopOp::create(rewriter, op.getLoc());
  rewriter.setInsertionPointToEnd(before);
  if (failed(convertExit(exit, rewriter)))
    return failure();
  rewriter.replaceOp(exit.branch,
                     after->getArguments().drop_front(op->getNumResults()));
  if (failed(rewriter.convertRegionTypes(&converted.getBefore(),
                                         *getTypeConverter())))
    return rewriter.notifyMatchFailure(op, "an argument has no type in tileaa");
  rewriter.replaceOp(op,
                     converted->getResults().take_front(op->getNumResults()));
  return success();
}

void tessera::populateControlFlowPatterns(const TypeConverter &converter,
                                          RewritePatternSet &patterns) {
  patterns.add<ConvertIf, ConvertFor, ConvertLoop, ConvertBranchYield,
               ConvertContinue>(converter, patterns.getContext());
}
