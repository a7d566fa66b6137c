//===- Conversions.cpp - Conversions between element types ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

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

/// f16 and bf16 hold values of each other only by way of f32, which holds all
/// of both: one rounding, in the second step.
struct ConvertFToF : public OpConversionPattern<FToFOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(FToFOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value source = adaptor.getFrom();
    Type type = getTypeConverter()->convertType(op.getType());
    auto widthOf = [](Type type) {
      return getElementTypeOrSelf(type).getIntOrFloatBitWidth();
    };
    if (widthOf(source.getType()) == widthOf(type))
      source = arith::ExtFOp::create(
          rewriter, loc,
          TypeRange(withElementType(type, rewriter.getF32Type())), source);
    if (widthOf(source.getType()) < widthOf(type))
      rewriter.replaceOpWithNewOp<arith::ExtFOp>(op, TypeRange(type), source);
    else
      rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, type, source);
    return success();
  }
};

template <typename From, typename Signed, typename Unsigned>
struct ConvertIntFloat : public OpConversionPattern<From> {
  using OpConversionPattern<From>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(From op, typename From::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = this->getTypeConverter()->convertType(op.getType());
    if (op.getSignedness() == Signedness::Signed)
      rewriter.replaceOpWithNewOp<Signed>(op, type, adaptor.getFrom());
    else
      rewriter.replaceOpWithNewOp<Unsigned>(op, type, adaptor.getFrom());
    return success();
  }
};

/// A float becomes true where it is not zero: 0.5 and NaN too, unlike what
/// arith.fptoui, which truncates, makes of them.
struct ConvertFToBool : public OpConversionPattern<FToIOp> {
  ConvertFToBool(const TypeConverter &converter, MLIRContext *context)
      : OpConversionPattern(converter, context, /*benefit=*/2) {}

  LogicalResult
  matchAndRewrite(FToIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.getType().getElementType().isInteger(1))
      return rewriter.notifyMatchFailure(op, "makes no truths");
    Type type = adaptor.getFrom().getType();
    Value zero = arith::ConstantOp::create(rewriter, op.getLoc(), type,
                                           rewriter.getZeroAttr(type));
    rewriter.replaceOpWithNewOp<arith::CmpFOp>(op, arith::CmpFPredicate::UNE,
                                               adaptor.getFrom(), zero);
    return success();
  }
};

struct ConvertBitcast : public OpConversionPattern<BitcastOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(BitcastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(
        op, getTypeConverter()->convertType(op.getType()), adaptor.getSource());
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
  patterns.add<ConvertExtI, ConvertTruncI, ConvertFToF,
               ConvertIntFloat<IToFOp, arith::SIToFPOp, arith::UIToFPOp>,
               ConvertIntFloat<FToIOp, arith::FPToSIOp, arith::FPToUIOp>,
               ConvertFToBool, ConvertBitcast, ConvertPtrToPtr,
               ConvertElementwise<PtrToIntOp, tileaa::PtrToIntOp>,
               ConvertElementwise<IntToPtrOp, tileaa::IntToPtrOp>>(
      converter, patterns.getContext());
}
