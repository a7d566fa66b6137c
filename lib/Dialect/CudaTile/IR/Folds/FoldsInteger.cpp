//===- FoldsInteger.cpp - Folds of integer arithmetic ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An identity must hold for every operand, including undefined cases: `x / x`
// is not 1, since x may be 0. MLIR's own fold moves constants to the right of
// commutative ops.
//
//===----------------------------------------------------------------------===//

#include "Folding.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using numerics::lowBits;

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

static bool isZero(Attribute attribute) { return isSplatOf(attribute, 0); }

/// True if all elements are 1, both as signed and as unsigned numbers: the true
/// of i1 is -1 when it is signed.
static bool isOne(Attribute attribute) {
  std::optional<Literal> literal = Literal::get(attribute);
  return literal && literal->getFormat() != numerics::Format::I1 &&
         literal->all([](uint64_t x) { return x == 1; });
}

template <typename Op> static uint64_t allOnes(Op op) {
  return lowBits(getElementWidth(op.getType()));
}

template <typename Op> static Attribute zeroOf(Op op) {
  return makeLiteral(op.getType(), uint64_t(0));
}

/// Folds constants by `compute`, modulo 2^width, unless `overflowOf` reports an
/// overflow that the op promises not to have.
template <typename Op, typename OverflowFn, typename Fn>
static Attribute foldWrapping(Op op, ArrayRef<Attribute> operands,
                              OverflowFn overflowOf, Fn compute) {
  unsigned width = getElementWidth(op.getType());
  return foldBinary(op.getType(), operands,
                    [&](uint64_t x, uint64_t y) -> std::optional<uint64_t> {
                      if (breaks(op.getOverflow(), overflowOf(width, x, y)))
                        return std::nullopt;
                      return numerics::wrap(width, compute(x, y));
                    });
}

/// Bits to flip so that the op's numbers can be compared as unsigned ones.
template <typename Op> static uint64_t getOrderMask(Op op) {
  return op.getSignedness() == Signedness::Signed
             ? uint64_t(1) << (getElementWidth(op.getLhs().getType()) - 1)
             : 0;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

OpFoldResult AddIOp::fold(FoldAdaptor adaptor) {
  if (isZero(adaptor.getRhs()))
    return getLhs();
  return foldWrapping(*this, adaptor.getOperands(), numerics::addOverflow,
                      std::plus<uint64_t>());
}

OpFoldResult SubIOp::fold(FoldAdaptor adaptor) {
  if (isZero(adaptor.getRhs()))
    return getLhs();
  if (getLhs() == getRhs())
    return zeroOf(*this);
  return foldWrapping(*this, adaptor.getOperands(), numerics::subOverflow,
                      std::minus<uint64_t>());
}

OpFoldResult MulIOp::fold(FoldAdaptor adaptor) {
  if (isZero(adaptor.getRhs()))
    return adaptor.getRhs();
  if (isOne(adaptor.getRhs()))
    return getLhs();
  return foldWrapping(*this, adaptor.getOperands(), numerics::mulOverflow,
                      std::multiplies<uint64_t>());
}

OpFoldResult MulhiIOp::fold(FoldAdaptor adaptor) {
  if (isZero(adaptor.getY()) || isOne(adaptor.getY()))
    return zeroOf(*this);
  unsigned width = getElementWidth(getType());
  return foldBinary(getType(), adaptor.getOperands(),
                    [&](uint64_t x, uint64_t y) {
                      return numerics::mulHighUnsigned(width, x, y);
                    });
}

OpFoldResult NegIOp::fold(FoldAdaptor adaptor) {
  auto inner = getSource().getDefiningOp<NegIOp>();
  if (inner && inner.getOverflow() == IntegerOverflow::None &&
      getOverflow() == IntegerOverflow::None)
    return inner.getSource();
  unsigned width = getElementWidth(getType());
  IntegerOverflow promise = getOverflow();
  return foldUnary(getType(), adaptor.getOperands(),
                   [&](uint64_t x) -> std::optional<uint64_t> {
                     if (breaks(promise, numerics::negOverflow(width, x)))
                       return std::nullopt;
                     return numerics::wrap(width, 0 - x);
                   });
}

OpFoldResult AbsIOp::fold(FoldAdaptor adaptor) {
  if (getSource().getDefiningOp<AbsIOp>())
    return getSource();
  auto inner = getSource().getDefiningOp<NegIOp>();
  if (inner && inner.getOverflow() == IntegerOverflow::None) {
    getSourceMutable().assign(inner.getSource());
    return getResult();
  }
  unsigned width = getElementWidth(getType());
  return foldUnary(getType(), adaptor.getOperands(),
                   [&](uint64_t x) { return numerics::absSigned(width, x); });
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

OpFoldResult DivIOp::fold(FoldAdaptor adaptor) {
  if (isOne(adaptor.getRhs()))
    return getLhs();
  unsigned width = getElementWidth(getType());
  numerics::Signedness reading = getReading(getSignedness());
  numerics::DivRounding rounding = getDivRounding(getRounding());
  return foldBinary(getType(), adaptor.getOperands(),
                    [&](uint64_t x, uint64_t y) -> std::optional<uint64_t> {
                      if (!numerics::hasQuotient(width, x, y, reading))
                        return std::nullopt;
                      return reading == numerics::Signedness::Signed
                                 ? numerics::divSigned(width, x, y, rounding)
                                 : numerics::divUnsigned(x, y, rounding);
                    });
}

OpFoldResult RemIOp::fold(FoldAdaptor adaptor) {
  unsigned width = getElementWidth(getType());
  bool isSigned = getSignedness() == Signedness::Signed;
  bool byMinusOne = isSigned && isSplatOf(adaptor.getRhs(), lowBits(width));
  if (isOne(adaptor.getRhs()) || byMinusOne)
    return zeroOf(*this);
  return foldBinary(getType(), adaptor.getOperands(),
                    [&](uint64_t x, uint64_t y) -> std::optional<uint64_t> {
                      if (y == 0)
                        return std::nullopt;
                      return isSigned ? numerics::remSigned(width, x, y)
                                      : x % y;
                    });
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

OpFoldResult AndIOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs() || isSplatOf(adaptor.getRhs(), allOnes(*this)))
    return getLhs();
  if (isZero(adaptor.getRhs()))
    return adaptor.getRhs();
  return foldBinary(getType(), adaptor.getOperands(), std::bit_and<uint64_t>());
}

OpFoldResult OrIOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs() || isZero(adaptor.getRhs()))
    return getLhs();
  if (isSplatOf(adaptor.getRhs(), allOnes(*this)))
    return adaptor.getRhs();
  return foldBinary(getType(), adaptor.getOperands(), std::bit_or<uint64_t>());
}

OpFoldResult XOrIOp::fold(FoldAdaptor adaptor) {
  if (isZero(adaptor.getRhs()))
    return getLhs();
  if (getLhs() == getRhs())
    return zeroOf(*this);
  return foldBinary(getType(), adaptor.getOperands(), std::bit_xor<uint64_t>());
}

OpFoldResult ShLIOp::fold(FoldAdaptor adaptor) {
  if (isZero(adaptor.getRhs()))
    return getLhs();
  unsigned width = getElementWidth(getType());
  IntegerOverflow promise = getOverflow();
  return foldBinary(
      getType(), adaptor.getOperands(),
      [&](uint64_t x, uint64_t y) -> std::optional<uint64_t> {
        if (y >= width ||
            breaks(promise, numerics::shiftLeftOverflow(width, x, y)))
          return std::nullopt;
        return numerics::shiftLeft(width, x, y);
      });
}

OpFoldResult ShRIOp::fold(FoldAdaptor adaptor) {
  if (isZero(adaptor.getRhs()))
    return getLhs();
  unsigned width = getElementWidth(getType());
  bool isSigned = getSignedness() == Signedness::Signed;
  return foldBinary(getType(), adaptor.getOperands(),
                    [&](uint64_t x, uint64_t y) -> std::optional<uint64_t> {
                      if (y >= width)
                        return std::nullopt;
                      return isSigned
                                 ? numerics::shiftRightArithmetic(width, x, y)
                                 : numerics::shiftRightLogical(width, x, y);
                    });
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// Folds a maximum or, with `flip`, a minimum, which is the maximum of flipped
/// bits.
template <typename Op>
static OpFoldResult foldExtremum(Op op, typename Op::FoldAdaptor adaptor,
                                 bool flip) {
  if (op.getLhs() == op.getRhs())
    return op.getLhs();
  uint64_t ones = allOnes(op);
  uint64_t mask = getOrderMask(op) ^ (flip ? ones : 0);
  // The smallest number in this order is neutral, the largest one is the
  // result.
  if (isSplatOf(adaptor.getRhs(), mask))
    return op.getLhs();
  if (isSplatOf(adaptor.getRhs(), mask ^ ones))
    return adaptor.getRhs();
  return foldBinary(
      op.getType(), adaptor.getOperands(),
      [=](uint64_t x, uint64_t y) { return (x ^ mask) > (y ^ mask) ? x : y; });
}

OpFoldResult MaxIOp::fold(FoldAdaptor adaptor) {
  return foldExtremum(*this, adaptor, /*flip=*/false);
}

OpFoldResult MinIOp::fold(FoldAdaptor adaptor) {
  return foldExtremum(*this, adaptor, /*flip=*/true);
}

static numerics::Ordering orderOf(uint64_t x, uint64_t y) {
  if (x == y)
    return numerics::Ordering::Equal;
  return x < y ? numerics::Ordering::Less : numerics::Ordering::Greater;
}

/// The constant result of a comparison with the smallest or largest number.
static std::optional<bool> compareWithBound(ComparisonPredicate predicate,
                                            bool isLeast, bool isGreatest) {
  if (isLeast && predicate == ComparisonPredicate::LessThan)
    return false;
  if (isLeast && predicate == ComparisonPredicate::GreaterThanOrEqual)
    return true;
  if (isGreatest && predicate == ComparisonPredicate::GreaterThan)
    return false;
  if (isGreatest && predicate == ComparisonPredicate::LessThanOrEqual)
    return true;
  return std::nullopt;
}

OpFoldResult CmpIOp::fold(FoldAdaptor adaptor) {
  ComparisonPredicate predicate = getComparisonPredicate();
  if (getLhs() == getRhs())
    return makeLiteral(getType(), holds(predicate, numerics::Ordering::Equal));
  if (adaptor.getLhs() && !adaptor.getRhs())
    return swapOperands(*this);
  uint64_t mask = getOrderMask(*this);
  uint64_t ones = lowBits(getElementWidth(getLhs().getType()));
  if (std::optional<bool> known =
          compareWithBound(predicate, isSplatOf(adaptor.getRhs(), mask),
                           isSplatOf(adaptor.getRhs(), mask ^ ones)))
    return makeLiteral(getType(), *known);
  return foldBinary(getType(), adaptor.getOperands(),
                    [&](uint64_t x, uint64_t y) -> uint64_t {
                      return holds(predicate, orderOf(x ^ mask, y ^ mask));
                    });
}

//===----------------------------------------------------------------------===//
// Canonicalisation
//===----------------------------------------------------------------------===//

/// Rewrites (x op c) op d to x op (c op d), where c op d is constant.
template <typename Op>
static LogicalResult joinConstants(Op op, PatternRewriter &rewriter) {
  auto inner = op.getLhs().template getDefiningOp<Op>();
  auto isConstant = [](Value value) {
    return matchPattern(value, m_Constant());
  };
  if (!inner)
    return failure();
  if (!isConstant(op.getRhs()) || !isConstant(inner.getRhs()))
    return rewriter.notifyMatchFailure(op,
                                       "there are no two constants to join");
  if (isConstant(inner.getLhs()))
    return rewriter.notifyMatchFailure(op, "the inner op folds by itself");
  Value constant =
      Op::create(rewriter, op.getLoc(), inner.getRhs(), op.getRhs());
  rewriter.replaceOpWithNewOp<Op>(op, inner.getLhs(), constant);
  return success();
}

/// The same for ops without promises about overflow, which would be lost.
template <typename Op>
static LogicalResult joinWrappingConstants(Op op, PatternRewriter &rewriter) {
  auto inner = op.getLhs().template getDefiningOp<Op>();
  if (!inner)
    return failure();
  if (inner.getOverflow() != IntegerOverflow::None ||
      op.getOverflow() != IntegerOverflow::None)
    return rewriter.notifyMatchFailure(
        op, "a promise about overflow would be lost");
  return joinConstants(op, rewriter);
}

LogicalResult AddIOp::canonicalize(AddIOp op, PatternRewriter &rewriter) {
  return joinWrappingConstants(op, rewriter);
}
LogicalResult MulIOp::canonicalize(MulIOp op, PatternRewriter &rewriter) {
  return joinWrappingConstants(op, rewriter);
}
LogicalResult AndIOp::canonicalize(AndIOp op, PatternRewriter &rewriter) {
  return joinConstants(op, rewriter);
}
LogicalResult OrIOp::canonicalize(OrIOp op, PatternRewriter &rewriter) {
  return joinConstants(op, rewriter);
}
LogicalResult XOrIOp::canonicalize(XOrIOp op, PatternRewriter &rewriter) {
  return joinConstants(op, rewriter);
}
