//===- FoldsFloat.cpp - Folds of float arithmetic -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An identity must hold for every operand: zeros of both signs, subnormal
// numbers, infinities and NaN. So `x - x` and `x * 0.0` are none.
//
//===----------------------------------------------------------------------===//

#include "Folding.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/FloatMath.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using numerics::Format;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static uint64_t zeroOf(Format format, bool isNegative) {
  return isNegative ? numerics::encodingOf(format).signBit() : 0;
}

static uint64_t oneOf(Format format) {
  return numerics::encode(format,
                          llvm::APFloat::getOne(numerics::semantics(format)));
}

/// The zero that added to any x gives x: -0, or +0 in a mode in which zeros of
/// both signs add up to -0.
template <typename Op> static uint64_t getNeutralZero(Op op) {
  return zeroOf(getElementFormat(op.getType()),
                op.getRoundingMode() != RoundingMode::NegativeInf);
}

//===----------------------------------------------------------------------===//
// Sums, products, quotients
//===----------------------------------------------------------------------===//

/// Folds constants by an operation of lib/Numerics.
template <typename Op, typename Fn>
static Attribute foldRounded(Op op, ArrayRef<Attribute> operands, Fn compute) {
  Format format = getElementFormat(op.getType());
  numerics::FloatMode mode = getFloatMode(op);
  return foldBinary(op.getType(), operands, [&](uint64_t x, uint64_t y) {
    return compute(format, x, y, mode);
  });
}

OpFoldResult AddFOp::fold(FoldAdaptor adaptor) {
  if (!getFlushToZero() && isSplatOf(adaptor.getRhs(), getNeutralZero(*this)))
    return getLhs();
  return foldRounded(*this, adaptor.getOperands(), numerics::add);
}

OpFoldResult SubFOp::fold(FoldAdaptor adaptor) {
  uint64_t neutral =
      numerics::neg(getElementFormat(getType()), getNeutralZero(*this));
  if (!getFlushToZero() && isSplatOf(adaptor.getRhs(), neutral))
    return getLhs();
  return foldRounded(*this, adaptor.getOperands(), numerics::sub);
}

OpFoldResult MulFOp::fold(FoldAdaptor adaptor) {
  if (!getFlushToZero() &&
      isSplatOf(adaptor.getRhs(), oneOf(getElementFormat(getType()))))
    return getLhs();
  return foldRounded(*this, adaptor.getOperands(), numerics::mul);
}

/// True if the quotient only has an error bound.
static bool isApproximate(DivFOp op) {
  return op.getRoundingMode() == RoundingMode::Approx ||
         op.getRoundingMode() == RoundingMode::Full;
}

OpFoldResult DivFOp::fold(FoldAdaptor adaptor) {
  if (isApproximate(*this))
    return nullptr;
  if (!getFlushToZero() &&
      isSplatOf(adaptor.getRhs(), oneOf(getElementFormat(getType()))))
    return getLhs();
  return foldRounded(*this, adaptor.getOperands(), numerics::div);
}

/// Replaces a quotient by a power of two by the product with its reciprocal,
/// which rounds alike. The reciprocal must be a normal number, so that it is
/// not flushed.
LogicalResult DivFOp::canonicalize(DivFOp op, PatternRewriter &rewriter) {
  std::optional<uint64_t> divisor = getSplat(op.getRhs());
  if (!divisor)
    return failure();
  if (isApproximate(op))
    return rewriter.notifyMatchFailure(op, "the quotient is approximate");
  Format format = getElementFormat(op.getType());
  llvm::APFloat reciprocal(numerics::semantics(format));
  if (!numerics::decode(format, *divisor).getExactInverse(&reciprocal))
    return rewriter.notifyMatchFailure(
        op, "the reciprocal of the divisor is no normal number");
  Value factor = createSplat(rewriter, op.getLoc(), op.getType(),
                             numerics::encode(format, reciprocal));
  rewriter.replaceOpWithNewOp<MulFOp>(op, op.getLhs(), factor,
                                      op.getRoundingModeAttr(),
                                      op.getFlushToZeroAttr());
  return success();
}

OpFoldResult FmaOp::fold(FoldAdaptor adaptor) {
  Format format = getElementFormat(getType());
  numerics::FloatMode mode = getFloatMode(*this);
  return foldElements(getType(), adaptor.getOperands(),
                      [&](ArrayRef<uint64_t> x) {
                        return numerics::fma(format, x[0], x[1], x[2], mode);
                      });
}

/// Replaces an fma with a factor of one by a sum, and moves a constant to the
/// second factor.
LogicalResult FmaOp::canonicalize(FmaOp op, PatternRewriter &rewriter) {
  if (matchPattern(op.getLhs(), m_Constant()) &&
      !matchPattern(op.getRhs(), m_Constant())) {
    Value constant = op.getLhs(), other = op.getRhs();
    rewriter.modifyOpInPlace(op, [&] {
      op.getLhsMutable().assign(other);
      op.getRhsMutable().assign(constant);
    });
    return success();
  }
  if (getSplat(op.getRhs()) != oneOf(getElementFormat(op.getType())))
    return rewriter.notifyMatchFailure(op, "no factor is one");
  rewriter.replaceOpWithNewOp<AddFOp>(op, op.getLhs(), op.getAcc(),
                                      op.getRoundingModeAttr(),
                                      op.getFlushToZeroAttr());
  return success();
}

OpFoldResult RemFOp::fold(FoldAdaptor adaptor) {
  Format format = getElementFormat(getType());
  return foldBinary(
      getType(), adaptor.getOperands(),
      [&](uint64_t x, uint64_t y) { return numerics::rem(format, x, y); });
}

//===----------------------------------------------------------------------===//
// Sign, rounding to integers, extrema
//===----------------------------------------------------------------------===//

template <typename Op>
static Attribute foldFunction(Op op, ArrayRef<Attribute> operands,
                              uint64_t (*fn)(Format, uint64_t)) {
  Format format = getElementFormat(op.getType());
  return foldUnary(op.getType(), operands,
                   [&](uint64_t x) { return fn(format, x); });
}

OpFoldResult AbsFOp::fold(FoldAdaptor adaptor) {
  if (getSource().getDefiningOp<AbsFOp>())
    return getSource();
  if (auto inner = getSource().getDefiningOp<NegFOp>()) {
    getSourceMutable().assign(inner.getSource());
    return getResult();
  }
  return foldFunction(*this, adaptor.getOperands(), numerics::abs);
}

OpFoldResult NegFOp::fold(FoldAdaptor adaptor) {
  if (auto inner = getSource().getDefiningOp<NegFOp>())
    return inner.getSource();
  return foldFunction(*this, adaptor.getOperands(), numerics::neg);
}

/// True if all numbers of `value` are integers, apart from infinities and NaN.
static bool isIntegral(Value value) {
  return isa_and_nonnull<CeilOp, FloorOp, IToFOp>(value.getDefiningOp());
}

OpFoldResult CeilOp::fold(FoldAdaptor adaptor) {
  if (isIntegral(getSource()))
    return getSource();
  return foldFunction(*this, adaptor.getOperands(), numerics::ceil);
}

OpFoldResult FloorOp::fold(FoldAdaptor adaptor) {
  if (isIntegral(getSource()))
    return getSource();
  return foldFunction(*this, adaptor.getOperands(), numerics::floor);
}

template <typename Op>
static OpFoldResult foldExtremum(Op op, typename Op::FoldAdaptor adaptor,
                                 uint64_t (*compute)(Format, uint64_t, uint64_t,
                                                     numerics::NaNRule, bool)) {
  Format format = getElementFormat(op.getType());
  bool propagates = op.getPropagateNan(), flushes = op.getFlushToZero();
  // No extremum is an operand that is not known: a NaN becomes the canonical
  // one, whatever stands beside it.
  std::optional<uint64_t> rhs = getSplat(adaptor.getRhs());
  if (rhs && numerics::isNaN(format, *rhs) && propagates)
    return makeLiteral(op.getType(), numerics::canonicalNaN(format));
  numerics::NaNRule rule =
      propagates ? numerics::NaNRule::Propagate : numerics::NaNRule::Ignore;
  return foldBinary(op.getType(), adaptor.getOperands(),
                    [&](uint64_t x, uint64_t y) {
                      return compute(format, x, y, rule, flushes);
                    });
}

OpFoldResult MaxFOp::fold(FoldAdaptor adaptor) {
  return foldExtremum(*this, adaptor, numerics::max);
}

OpFoldResult MinFOp::fold(FoldAdaptor adaptor) {
  return foldExtremum(*this, adaptor, numerics::min);
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

OpFoldResult CmpFOp::fold(FoldAdaptor adaptor) {
  using numerics::Ordering;
  Format format = getElementFormat(getLhs().getType());
  ComparisonPredicate predicate = getComparisonPredicate();
  bool withNaN = getComparisonOrdering() == ComparisonOrdering::Unordered;
  // A number equals itself, but for a NaN the result may differ.
  if (getLhs() == getRhs() && holds(predicate, Ordering::Equal) == withNaN)
    return makeLiteral(getType(), withNaN);
  if (adaptor.getLhs() && !adaptor.getRhs())
    return swapOperands(*this);
  auto isNaN = [&](Attribute attribute) {
    std::optional<uint64_t> splat = getSplat(attribute);
    return splat && numerics::isNaN(format, *splat);
  };
  if (isNaN(adaptor.getRhs()))
    return makeLiteral(getType(), withNaN);
  return foldBinary(getType(), adaptor.getOperands(),
                    [&](uint64_t x, uint64_t y) -> uint64_t {
                      Ordering order = numerics::compare(format, x, y);
                      return order == Ordering::Unordered
                                 ? withNaN
                                 : holds(predicate, order);
                    });
}
