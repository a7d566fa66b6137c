//===- FloatArithmetic.cpp - Float ops ------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops that round or flush remain ops of tileaa, which carry both as attributes.
// Only negation and comparisons, which do neither, become ops of arith.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/ElementaryMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/FloatMath.h"
#include "tessera/Dialect/TileAA/IR/Ops/ElementaryMath.h"
#include "tessera/Dialect/TileAA/IR/Ops/FloatMath.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

namespace {

template <typename From, typename To>
struct ConvertRoundedBinary : public OpConversionPattern<From> {
  using OpConversionPattern<From>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(From op, typename From::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<To>(
        op, adaptor.getLhs().getType(), adaptor.getLhs(), adaptor.getRhs(),
        convertRounding(op.getRoundingMode()), op.getFlushToZero());
    return success();
  }
};

struct ConvertFma : public OpConversionPattern<FmaOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(FmaOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tileaa::FmaOp>(
        op, adaptor.getLhs().getType(), adaptor.getLhs(), adaptor.getRhs(),
        adaptor.getAcc(), convertRounding(op.getRoundingMode()),
        op.getFlushToZero());
    return success();
  }
};

template <typename From, typename To>
struct ConvertMinMax : public OpConversionPattern<From> {
  using OpConversionPattern<From>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(From op, typename From::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<To>(op, adaptor.getLhs().getType(),
                                    adaptor.getLhs(), adaptor.getRhs(),
                                    op.getPropagateNan(), op.getFlushToZero());
    return success();
  }
};

struct ConvertSqrt : public OpConversionPattern<SqrtOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(SqrtOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tileaa::SqrtOp>(
        op, adaptor.getSource().getType(), adaptor.getSource(),
        convertRounding(op.getRoundingMode()), op.getFlushToZero());
    return success();
  }
};

template <typename From, typename To>
struct ConvertApproximable : public OpConversionPattern<From> {
  using OpConversionPattern<From>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(From op, typename From::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<To>(
        op, adaptor.getSource().getType(), adaptor.getSource(),
        op.getRoundingMode() == RoundingMode::Approx);
    return success();
  }
};

template <typename From, typename To>
struct ConvertFlushing : public OpConversionPattern<From> {
  using OpConversionPattern<From>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(From op, typename From::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<To>(op, adaptor.getSource().getType(),
                                    adaptor.getSource(), op.getFlushToZero());
    return success();
  }
};

struct ConvertCmpF : public OpConversionPattern<CmpFOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(CmpFOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool ordered = op.getComparisonOrdering() == ComparisonOrdering::Ordered;
    rewriter.replaceOpWithNewOp<arith::CmpFOp>(
        op, convertPredicate(op.getComparisonPredicate(), ordered),
        adaptor.getLhs(), adaptor.getRhs());
    return success();
  }

  static arith::CmpFPredicate convertPredicate(ComparisonPredicate predicate,
                                               bool ordered) {
    using To = arith::CmpFPredicate;
    switch (predicate) {
    case ComparisonPredicate::Equal:
      return ordered ? To::OEQ : To::UEQ;
    case ComparisonPredicate::NotEqual:
      return ordered ? To::ONE : To::UNE;
    case ComparisonPredicate::LessThan:
      return ordered ? To::OLT : To::ULT;
    case ComparisonPredicate::LessThanOrEqual:
      return ordered ? To::OLE : To::ULE;
    case ComparisonPredicate::GreaterThan:
      return ordered ? To::OGT : To::UGT;
    case ComparisonPredicate::GreaterThanOrEqual:
      return ordered ? To::OGE : To::UGE;
    }
    llvm_unreachable("all cases return");
  }
};

/// The exponent is signed, so an i1 that is true is -1.
struct ConvertPowI : public OpConversionPattern<FPowIOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(FPowIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value exponent = adaptor.getExponent();
    Type type = withElementType(exponent.getType(), rewriter.getI32Type());
    if (exponent.getType() != type)
      exponent = arith::ExtSIOp::create(rewriter, op.getLoc(), type, exponent);
    rewriter.replaceOpWithNewOp<tileaa::PowIOp>(op, adaptor.getSource(),
                                                exponent);
    return success();
  }
};

} // namespace

void tessera::populateFloatArithmeticPatterns(const TypeConverter &converter,
                                              RewritePatternSet &patterns) {
  patterns
      .add<ConvertRoundedBinary<AddFOp, tileaa::AddFOp>,
           ConvertRoundedBinary<SubFOp, tileaa::SubFOp>,
           ConvertRoundedBinary<MulFOp, tileaa::MulFOp>,
           ConvertRoundedBinary<DivFOp, tileaa::DivFOp>, ConvertFma,
           ConvertMinMax<MaxFOp, tileaa::MaxFOp>,
           ConvertMinMax<MinFOp, tileaa::MinFOp>,
           ConvertElementwise<RemFOp, tileaa::RemFOp>,
           ConvertElementwise<AbsFOp, tileaa::AbsFOp>,
           ConvertElementwise<CeilOp, tileaa::CeilOp>,
           ConvertElementwise<FloorOp, tileaa::FloorOp>, ConvertSqrt,
           ConvertApproximable<ExpOp, tileaa::ExpOp>,
           ConvertApproximable<TanhOp, tileaa::TanhOp>,
           ConvertFlushing<Exp2Op, tileaa::Exp2Op>,
           ConvertFlushing<RsqrtOp, tileaa::RsqrtOp>,
           ConvertElementwise<LogOp, tileaa::LogOp>,
           ConvertElementwise<Log2Op, tileaa::Log2Op>,
           ConvertElementwise<SinOp, tileaa::SinOp>,
           ConvertElementwise<CosOp, tileaa::CosOp>,
           ConvertElementwise<TanOp, tileaa::TanOp>,
           ConvertElementwise<SinhOp, tileaa::SinhOp>,
           ConvertElementwise<CoshOp, tileaa::CoshOp>,
           ConvertElementwise<Atan2Op, tileaa::Atan2Op>,
           ConvertElementwise<FPowFOp, tileaa::PowOp>,
           ConvertElementwise<NegFOp, arith::NegFOp>, ConvertPowI, ConvertCmpF>(
          converter, patterns.getContext());
}
