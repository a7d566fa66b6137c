//===- Conversions.cpp - Conversions between element types ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"
#include "tessera/Dialect/TileAA/IR/FloatFormats.h"
#include "tessera/Dialect/TileAA/IR/Ops/Conversion.h"
#include "tessera/Dialect/TileAA/IR/Ops/Pointers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

/// True for formats that upstream ops convert.
static bool hasArithmetic(tileaa::FloatFormat format) {
  return format >= tileaa::FloatFormat::F16 &&
         format != tileaa::FloatFormat::TF32;
}

/// f16 and bf16 cannot represent each other's values, so they are converted
/// through f32, which represents all values of both. Only the second step
/// rounds.
Value tessera::convertFloat(OpBuilder &builder, Location loc, Value value,
                            tileaa::FloatFormat from, tileaa::FloatFormat to,
                            tileaa::Rounding rounding) {
  auto typeOf = [&](tileaa::FloatFormat format) {
    return withElementType(
        value.getType(), tileaa::getStorageType(format, builder.getContext()));
  };
  auto widthOf = [](Type type) {
    return getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  };
  Type type = typeOf(to);
  bool isUpstream = hasArithmetic(from) && hasArithmetic(to);
  if (isUpstream && widthOf(value.getType()) < widthOf(type))
    return arith::ExtFOp::create(builder, loc, TypeRange(type), value);
  if (!isUpstream || rounding != tileaa::Rounding::NearestEven)
    return tileaa::ConvertFloatOp::create(builder, loc, type, value, from, to,
                                          rounding);
  if (widthOf(value.getType()) == widthOf(type))
    value = arith::ExtFOp::create(
        builder, loc, TypeRange(typeOf(tileaa::FloatFormat::F32)), value);
  return arith::TruncFOp::create(builder, loc, type, value);
}

Value tessera::widenToF32(OpBuilder &builder, Location loc, Value value,
                          Type elementType) {
  std::optional<tileaa::FloatFormat> format = getFloatFormat(elementType);
  if (!format || hasArithmetic(*format))
    return value;
  return convertFloat(builder, loc, value, *format, tileaa::FloatFormat::F32);
}

namespace {

struct ConvertExtI : public OpConversionPattern<ExtIOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ExtIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    if (op.getSignedness() == Signedness::Signed)
      rewriter.replaceOpWithNewOp<arith::ExtSIOp>(op, type, adaptor.getFrom());
    else
      rewriter.replaceOpWithNewOp<arith::ExtUIOp>(op, type, adaptor.getFrom());
    return success();
  }
};

struct ConvertTruncI : public OpConversionPattern<TruncIOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(TruncIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<arith::TruncIOp>(
        op, getTypeConverter()->convertType(op.getType()), adaptor.getFrom(),
        convertOverflow(op.getOverflow()));
    return success();
  }
};

/// Upstream ops convert between the formats that have arithmetic, if the
/// rounding is to nearest even.
struct ConvertFToF : public OpConversionPattern<FToFOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(FToFOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(
        op,
        convertFloat(rewriter, op.getLoc(), adaptor.getFrom(),
                     *getFloatFormat(op.getFrom().getType().getElementType()),
                     *getFloatFormat(op.getType().getElementType()),
                     convertRounding(op.getRoundingMode())));
    return success();
  }
};

/// An integer is converted to a format without arithmetic through f64. It is
/// first shortened such that the result equals rounding once.
struct ConvertIToF : public OpConversionPattern<IToFOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(IToFOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool isSigned = op.getSignedness() == Signedness::Signed;
    Type elementType = op.getType().getElementType();
    Type type = getTypeConverter()->convertType(op.getType());
    Value integer = adaptor.getFrom();
    if (getElementTypeOrSelf(type) == elementType) {
      rewriter.replaceOp(
          op, toFloat(rewriter, op.getLoc(), integer, type, isSigned));
      return success();
    }
    if (getElementTypeOrSelf(integer).isInteger(64))
      integer = shorten(rewriter, op.getLoc(), integer, isSigned);
    Value wide =
        toFloat(rewriter, op.getLoc(), integer,
                withElementType(type, rewriter.getF64Type()), isSigned);
    rewriter.replaceOp(op, convertFloat(rewriter, op.getLoc(), wide,
                                        tileaa::FloatFormat::F64,
                                        *getFloatFormat(elementType)));
    return success();
  }

private:
  static Value toFloat(OpBuilder &builder, Location loc, Value integer,
                       Type type, bool isSigned) {
    return isSigned
               ? arith::SIToFPOp::create(builder, loc, type, integer).getOut()
               : arith::UIToFPOp::create(builder, loc, type, integer).getOut();
  }

  /// Returns an integer of at most 53 significant bits, possibly followed by
  /// zeros, that rounds to 11 bits as `integer` does; f64 represents it
  /// exactly. If `integer` has more than 52 bits, its last 12 bits are cleared,
  /// and the highest of them is set if any of them was.
  static Value shorten(OpBuilder &builder, Location loc, Value integer,
                       bool isSigned) {
    Type type = integer.getType();
    auto constant = [&](int64_t value) {
      return makeIntSplat(builder, loc, type, value);
    };
    constexpr int64_t limit = int64_t(1) << 52;
    Value cut = arith::AndIOp::create(builder, loc, integer, constant(0xfff));
    Value kept = arith::SubIOp::create(builder, loc, integer, cut);
    Value zero = constant(0);
    Value inexact = arith::CmpIOp::create(builder, loc,
                                          arith::CmpIPredicate::ne, cut, zero);
    Value sticky =
        arith::SelectOp::create(builder, loc, inexact, constant(0x800), zero);
    Value shortened = arith::OrIOp::create(builder, loc, kept, sticky);
    // Checks both ends at once: -2^52 to 2^52 - 1, or 0 to 2^53 - 1.
    Value distance =
        isSigned ? arith::AddIOp::create(builder, loc, integer, constant(limit))
                       .getResult()
                 : integer;
    Value isShort = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, distance, constant(2 * limit));
    return arith::SelectOp::create(builder, loc, isShort, integer, shortened);
  }
};

struct ConvertFToI : public OpConversionPattern<FToIOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(FToIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    Value value = widenToF32(rewriter, op.getLoc(), adaptor.getFrom(),
                             op.getFrom().getType().getElementType());
    bool isSigned = op.getSignedness() == Signedness::Signed;
    if (op.getType().getElementType().isInteger(1))
      rewriter.replaceOp(op, isNotZero(rewriter, op.getLoc(), value));
    else if (op.getSaturating())
      rewriter.replaceOpWithNewOp<tileaa::SaturateToIntOp>(op, type, value,
                                                           isSigned);
    else if (isSigned)
      rewriter.replaceOpWithNewOp<arith::FPToSIOp>(op, type, value);
    else
      rewriter.replaceOpWithNewOp<arith::FPToUIOp>(op, type, value);
    return success();
  }

private:
  /// A float becomes true if it is not zero, including 0.5 and NaN.
  /// arith.fptoui would truncate instead.
  static Value isNotZero(OpBuilder &builder, Location loc, Value value) {
    Type type = value.getType();
    Value zero = arith::ConstantOp::create(builder, loc, type,
                                           builder.getZeroAttr(type));
    return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNE, value,
                                 zero);
  }
};

/// Types that are held by the same type have the same bits already.
struct ConvertBitcast : public OpConversionPattern<BitcastOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(BitcastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    if (type == adaptor.getSource().getType())
      rewriter.replaceOp(op, adaptor.getSource());
    else
      rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, type,
                                                    adaptor.getSource());
    return success();
  }
};

/// Addresses have one type, whatever they point to.
struct ConvertPtrToPtr : public OpConversionPattern<PtrToPtrOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(PtrToPtrOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getSource());
    return success();
  }
};

} // namespace

void tessera::populateElementPatterns(const TypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns.add<ConvertExtI, ConvertTruncI, ConvertFToF, ConvertIToF,
               ConvertFToI, ConvertBitcast, ConvertPtrToPtr,
               ConvertElementwise<PtrToIntOp, tileaa::PtrToIntOp>,
               ConvertElementwise<IntToPtrOp, tileaa::IntToPtrOp>>(
      converter, patterns.getContext());
}
