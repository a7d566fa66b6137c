//===- OpsMath.cpp - Arithmetic and conversions ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblyDirectives.h"
#include "Checks.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/ElementaryMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/FloatMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

static constexpr RoundingMode ieeeModes[] = {
    RoundingMode::NearestEven, RoundingMode::Zero, RoundingMode::NegativeInf,
    RoundingMode::PositiveInf};

/// Checks that `mode` is one of `allowed`; `context` ends the sentence.
static LogicalResult verifyRounding(Operation *op, RoundingMode mode,
                                    ArrayRef<RoundingMode> allowed,
                                    const Twine &context = "") {
  return verifyOneOf(op, "rounding mode", mode, allowed, context);
}

/// Modes other than the IEEE ones are approximations, which exist for f32 only.
static LogicalResult verifyApproximation(Operation *op, RoundingMode mode,
                                         TileType type) {
  Type element = type.getElementType();
  if (!llvm::is_contained(ieeeModes, mode) && !element.isF32())
    return op->emitOpError()
           << "rounding mode " << stringifyEnum(mode)
           << " needs elements of type f32, found " << element;
  return success();
}

static LogicalResult verifyFlushToZero(Operation *op, bool flushToZero,
                                       TileType type) {
  if (flushToZero && !type.getElementType().isF32())
    return op->emitOpError() << "flush_to_zero needs elements of type f32, "
                             << "found " << type.getElementType();
  return success();
}

/// The rule of the ops that round and may flush.
template <typename Op> static LogicalResult verifyRounded(Op op) {
  if (failed(verifyRounding(op, op.getRoundingMode(), ieeeModes)))
    return failure();
  return verifyFlushToZero(op, op.getFlushToZero(), op.getType());
}

LogicalResult AddFOp::verify() { return verifyRounded(*this); }
LogicalResult SubFOp::verify() { return verifyRounded(*this); }
LogicalResult MulFOp::verify() { return verifyRounded(*this); }
LogicalResult FmaOp::verify() { return verifyRounded(*this); }

LogicalResult DivFOp::verify() {
  SmallVector<RoundingMode> allowed = llvm::to_vector(ieeeModes);
  llvm::append_range(allowed,
                     ArrayRef{RoundingMode::Approx, RoundingMode::Full});
  RoundingMode mode = getRoundingMode();
  if (failed(verifyRounding(*this, mode, allowed)) ||
      failed(verifyApproximation(*this, mode, getType())))
    return failure();
  return verifyFlushToZero(*this, getFlushToZero(), getType());
}

LogicalResult MaxFOp::verify() {
  return verifyFlushToZero(*this, getFlushToZero(), getType());
}

LogicalResult MinFOp::verify() {
  return verifyFlushToZero(*this, getFlushToZero(), getType());
}

//===----------------------------------------------------------------------===//
// Elementary functions
//===----------------------------------------------------------------------===//

LogicalResult SqrtOp::verify() {
  SmallVector<RoundingMode> allowed = llvm::to_vector(ieeeModes);
  allowed.push_back(RoundingMode::Approx);
  RoundingMode mode = getRoundingMode();
  if (failed(verifyRounding(*this, mode, allowed)) ||
      failed(verifyApproximation(*this, mode, getType())))
    return failure();
  return verifyFlushToZero(*this, getFlushToZero(), getType());
}

LogicalResult RsqrtOp::verify() {
  return verifyFlushToZero(*this, getFlushToZero(), getType());
}

LogicalResult Exp2Op::verify() {
  return verifyFlushToZero(*this, getFlushToZero(), getType());
}

/// The rule of the functions in full accuracy or approximate.
template <typename Op> static LogicalResult verifyApproximable(Op op) {
  RoundingMode mode = op.getRoundingMode();
  if (failed(
          verifyRounding(op, mode, {RoundingMode::Full, RoundingMode::Approx})))
    return failure();
  return mode == RoundingMode::Full
             ? success()
             : verifyApproximation(op, mode, op.getType());
}

LogicalResult ExpOp::verify() { return verifyApproximable(*this); }
LogicalResult TanhOp::verify() { return verifyApproximable(*this); }

LogicalResult FPowIOp::verify() {
  if (getSource().getType().getShape() != getExponent().getType().getShape())
    return emitOpError() << "source and exponent must have one shape, found "
                         << getSource().getType() << " and "
                         << getExponent().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

LogicalResult DivIOp::verify() {
  RoundingMode mode = getRounding();
  if (failed(verifyRounding(*this, mode,
                            {RoundingMode::Zero, RoundingMode::NegativeInf,
                             RoundingMode::PositiveInf})))
    return failure();
  if (mode == RoundingMode::NegativeInf &&
      getSignedness() == Signedness::Unsigned)
    return emitOpError("rounding mode negative_inf needs a signed division; an "
                       "unsigned one rounds so by zero");
  return success();
}

LogicalResult NegIOp::verify() {
  if (getOverflow() == IntegerOverflow::NoUnsignedWrap)
    return emitOpError("overflow must not be no_unsigned_wrap: the unsigned "
                       "reading of a negation wraps for all but 0");
  return success();
}

/// True if `divisor` is a constant all of whose elements satisfy `isSafe`.
static bool isConstantDivisor(Value divisor,
                              function_ref<bool(const APInt &)> isSafe) {
  DenseIntElementsAttr elements;
  if (!matchPattern(divisor, m_Constant(&elements)))
    return false;
  if (elements.isSplat())
    return isSafe(elements.getSplatValue<APInt>());
  return llvm::all_of(elements.getValues<APInt>(), isSafe);
}

Speculation::Speculatability DivIOp::getSpeculatability() {
  bool isSigned = getSignedness() == Signedness::Signed;
  bool safe = isConstantDivisor(getRhs(), [&](const APInt &value) {
    return !value.isZero() && !(isSigned && value.isAllOnes());
  });
  return safe ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

Speculation::Speculatability RemIOp::getSpeculatability() {
  bool safe = isConstantDivisor(
      getRhs(), [](const APInt &value) { return !value.isZero(); });
  return safe ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

static unsigned getElementWidth(Value value) {
  return getNumberWidth(cast<TileType>(value.getType()).getElementType());
}

LogicalResult BitcastOp::verify() {
  unsigned from = getElementWidth(getSource());
  unsigned to = getElementWidth(getResult());
  if (from != to)
    return emitOpError() << "source and result must have elements of one "
                         << "width, found " << from << " and " << to << " bits";
  return success();
}

LogicalResult ExtIOp::verify() {
  if (getElementWidth(getTo()) <= getElementWidth(getFrom()))
    return emitOpError() << "result must have wider elements than the operand, "
                         << "found " << getFrom().getType().getElementType()
                         << " to " << getType().getElementType();
  return success();
}

LogicalResult TruncIOp::verify() {
  if (getElementWidth(getTo()) >= getElementWidth(getFrom()))
    return emitOpError() << "result must have narrower elements than the "
                         << "operand, found "
                         << getFrom().getType().getElementType() << " to "
                         << getType().getElementType();
  return success();
}

LogicalResult FToIOp::verify() {
  return verifyRounding(*this, getRoundingMode(),
                        {RoundingMode::NearestIntToZero});
}

LogicalResult IToFOp::verify() {
  Type to = getType().getElementType();
  if (isa<Float8E8M0FNUType>(to))
    return emitOpError() << "result must not have elements of type " << to;
  return verifyRounding(*this, getRoundingMode(), {RoundingMode::NearestEven});
}

namespace {
/// The range and precision of a float type.
struct FloatRange {
  int precision, minExponent, maxExponent;

  explicit FloatRange(Type type);
  /// True if each value of this range is one of `other`.
  bool isWithin(const FloatRange &other) const {
    return precision <= other.precision && minExponent >= other.minExponent &&
           maxExponent <= other.maxExponent;
  }
};
} // namespace

FloatRange::FloatRange(Type type) {
  if (isa<F8E5M3FNUType>(type)) {
    precision = 4;
    minExponent = -14;
    maxExponent = 16;
    return;
  }
  const llvm::fltSemantics &semantics =
      cast<FloatType>(type).getFloatSemantics();
  precision = APFloat::semanticsPrecision(semantics);
  minExponent = APFloat::semanticsMinExponent(semantics);
  maxExponent = APFloat::semanticsMaxExponent(semantics);
}

/// The rounding modes that a conversion allows.
static SmallVector<RoundingMode> getConversionModes(Type from, Type to) {
  if (isa<Float8E8M0FNUType>(to))
    return {RoundingMode::Zero, RoundingMode::PositiveInf};
  if (getNumberWidth(to) < 16)
    return {RoundingMode::NearestEven};
  if (FloatRange(from).isWithin(FloatRange(to))) {
    SmallVector<RoundingMode> modes = llvm::to_vector(ieeeModes);
    modes.push_back(RoundingMode::NearestAway);
    return modes;
  }
  if (from.isF64() && to.isF32())
    return llvm::to_vector(ieeeModes);
  if (from.isF32() && to.isTF32())
    return {RoundingMode::NearestEven, RoundingMode::Zero,
            RoundingMode::NearestAway};
  return {RoundingMode::NearestEven, RoundingMode::Zero};
}

LogicalResult FToFOp::verify() {
  Type from = getFrom().getType().getElementType();
  Type to = getType().getElementType();
  if (from == to)
    return emitOpError() << "must change the element type, found " << from
                         << " on both sides";
  std::string context;
  llvm::raw_string_ostream(context)
      << " from '" << from << "' to '" << to << "'";
  return verifyRounding(*this, getRoundingMode(), getConversionModes(from, to),
                        context);
}
