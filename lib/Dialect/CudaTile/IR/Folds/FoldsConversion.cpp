//===- FoldsConversion.cpp - Folds of conversions -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Folding.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using numerics::Format;

/// Folds constants by `fn(from, to, bits)`.
template <typename Op, typename Fn>
static Attribute foldConversion(Op op, ArrayRef<Attribute> operands, Fn fn) {
  Format from = getElementFormat(op->getOperand(0).getType());
  Format to = getElementFormat(op.getType());
  return foldElements(op.getType(), operands,
                      [&](ArrayRef<uint64_t> x) -> std::optional<uint64_t> {
                        return fn(from, to, x[0]);
                      });
}

/// Uses the operand of the previous conversion.
template <typename Op, typename Inner>
static OpFoldResult skip(Op op, Inner inner) {
  op->setOperand(0, inner->getOperand(0));
  return op->getResult(0);
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

OpFoldResult ExtIOp::fold(FoldAdaptor adaptor) {
  if (auto inner = getFrom().getDefiningOp<ExtIOp>()) {
    // The high bit of a number extended by zeros is zero.
    if (inner.getSignedness() == Signedness::Unsigned)
      setSignedness(Signedness::Unsigned);
    if (inner.getSignedness() == getSignedness())
      return skip(*this, inner);
  }
  return foldConversion(
      *this, adaptor.getOperands(), [&](Format from, Format to, uint64_t x) {
        return numerics::extendInt(from, to, x, getReading(getSignedness()));
      });
}

OpFoldResult TruncIOp::fold(FoldAdaptor adaptor) {
  if (auto inner = getFrom().getDefiningOp<TruncIOp>()) {
    // Keeps the promises that both ops make.
    setOverflow(static_cast<IntegerOverflow>(
        static_cast<uint32_t>(getOverflow()) &
        static_cast<uint32_t>(inner.getOverflow())));
    return skip(*this, inner);
  }
  if (auto inner = getFrom().getDefiningOp<ExtIOp>())
    if (inner.getFrom().getType() == getType())
      return inner.getFrom();
  return foldConversion(
      *this, adaptor.getOperands(),
      [&](Format from, Format to, uint64_t x) -> std::optional<uint64_t> {
        unsigned width = numerics::bitWidth(to);
        if (breaks(getOverflow(),
                   numerics::truncOverflow(numerics::bitWidth(from), width, x)))
          return std::nullopt;
        return numerics::wrap(width, x);
      });
}

/// Combines an extension and a truncation to more than the original width.
LogicalResult TruncIOp::canonicalize(TruncIOp op, PatternRewriter &rewriter) {
  auto inner = op.getFrom().getDefiningOp<ExtIOp>();
  if (!inner)
    return failure();
  unsigned from = getElementWidth(inner.getFrom().getType());
  unsigned to = getElementWidth(op.getType());
  if (from < to)
    rewriter.replaceOpWithNewOp<ExtIOp>(op, op.getType(), inner.getFrom(),
                                        inner.getSignedness());
  else if (from > to)
    rewriter.replaceOpWithNewOp<TruncIOp>(op, op.getType(), inner.getFrom());
  else
    return rewriter.notifyMatchFailure(op, "both together change no width");
  return success();
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// True if `to` represents each number, infinity and zero of `from`, so that
/// the conversion does not round.
static bool isExact(Format from, Format to) {
  const numerics::FloatEncoding &a = numerics::encodingOf(from);
  const numerics::FloatEncoding &b = numerics::encodingOf(to);
  bool keepsInfinity = a.nonFinite != numerics::NonFinite::InfinityAndNaN ||
                       b.nonFinite == numerics::NonFinite::InfinityAndNaN;
  auto leastExponent = [](const numerics::FloatEncoding &format) {
    return format.minExponent() - format.hasSubnormals * format.fractionBits;
  };
  return keepsInfinity && (b.hasSign || !a.hasSign) &&
         (b.hasSubnormals || !a.hasSubnormals) &&
         b.nonFinite != numerics::NonFinite::None &&
         a.fractionBits <= b.fractionBits &&
         leastExponent(a) >= leastExponent(b) &&
         numerics::decode(from, a.largest() << a.padding).convertToDouble() <=
             numerics::decode(to, b.largest() << b.padding).convertToDouble();
}

OpFoldResult FToFOp::fold(FoldAdaptor adaptor) {
  Format to = getElementFormat(getType());
  if (auto inner = getFrom().getDefiningOp<FToFOp>()) {
    Format origin = getElementFormat(inner.getFrom().getType());
    Format middle = getElementFormat(getFrom().getType());
    // An exact conversion and its inverse change no number. But an infinity of
    // f8E5M2 would saturate on the way back.
    if (isExact(origin, middle) && origin == to && to != Format::F8E5M2)
      return inner.getFrom();
    if (isExact(origin, middle) && isExact(middle, to))
      return skip(*this, inner);
  }
  return foldConversion(*this, adaptor.getOperands(),
                        [&](Format from, Format target, uint64_t x) {
                          return numerics::convertFloat(
                              from, target, x, getRounding(getRoundingMode()));
                        });
}

OpFoldResult FToIOp::fold(FoldAdaptor adaptor) {
  return foldConversion(
      *this, adaptor.getOperands(),
      [&](Format from, Format to, uint64_t x) -> std::optional<uint64_t> {
        numerics::Signedness reading = getReading(getSignedness());
        if (getSaturating())
          return numerics::floatToIntSaturating(from, to, x, reading);
        return numerics::floatToInt(from, to, x, reading);
      });
}

OpFoldResult IToFOp::fold(FoldAdaptor adaptor) {
  return foldConversion(
      *this, adaptor.getOperands(), [&](Format from, Format to, uint64_t x) {
        return numerics::intToFloat(from, to, x, getReading(getSignedness()));
      });
}

//===----------------------------------------------------------------------===//
// Bits and pointers
//===----------------------------------------------------------------------===//

OpFoldResult BitcastOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  if (auto inner = getSource().getDefiningOp<BitcastOp>())
    return skip(*this, inner);
  return foldConversion(*this, adaptor.getOperands(),
                        [](Format, Format, uint64_t x) { return x; });
}

OpFoldResult PtrToPtrOp::fold(FoldAdaptor) {
  if (getSource().getType() == getType())
    return getSource();
  if (auto inner = getSource().getDefiningOp<PtrToPtrOp>())
    return skip(*this, inner);
  return nullptr;
}

OpFoldResult PtrToIntOp::fold(FoldAdaptor) {
  if (auto inner = getSource().getDefiningOp<IntToPtrOp>())
    return inner.getSource();
  if (auto inner = getSource().getDefiningOp<PtrToPtrOp>())
    return skip(*this, inner);
  return nullptr;
}

OpFoldResult IntToPtrOp::fold(FoldAdaptor) {
  auto inner = getSource().getDefiningOp<PtrToIntOp>();
  return inner && inner.getSource().getType() == getType() ? inner.getSource()
                                                           : Value();
}

/// A pointer converted to its address and back is the pointer with another
/// pointee.
LogicalResult IntToPtrOp::canonicalize(IntToPtrOp op,
                                       PatternRewriter &rewriter) {
  auto inner = op.getSource().getDefiningOp<PtrToIntOp>();
  if (!inner)
    return failure();
  rewriter.replaceOpWithNewOp<PtrToPtrOp>(op, op.getType(), inner.getSource());
  return success();
}
