//===- Products.cpp - Matrix products -------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using tileaa::FactorFormat;

namespace {

FactorFormat getFactorFormat(Type element) {
  if (element.isF16())
    return FactorFormat::F16;
  if (element.isBF16())
    return FactorFormat::BF16;
  if (element.isF32())
    return FactorFormat::F32;
  if (element.isF64())
    return FactorFormat::F64;
  if (isa<Float8E4M3FNType>(element))
    return FactorFormat::E4M3;
  if (isa<Float8E5M2Type>(element))
    return FactorFormat::E5M2;
  return FactorFormat::TF32;
}

/// `fast_acc` allows sums of less precision than any that are made here.
struct ConvertMmaF : public OpConversionPattern<MmaFOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(MmaFOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    FactorFormat format =
        getFactorFormat(op.getLhs().getType().getElementType());
    rewriter.replaceOpWithNewOp<tileaa::MmaOp>(
        op, adaptor.getAcc().getType(), adaptor.getLhs(), adaptor.getRhs(),
        adaptor.getAcc(), format, format);
    return success();
  }
};

struct ConvertMmaI : public OpConversionPattern<MmaIOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(MmaIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto format = [](Signedness signedness) {
      return signedness == Signedness::Signed ? FactorFormat::S8
                                              : FactorFormat::U8;
    };
    rewriter.replaceOpWithNewOp<tileaa::MmaOp>(
        op, adaptor.getAcc().getType(), adaptor.getLhs(), adaptor.getRhs(),
        adaptor.getAcc(), format(op.getSignednessLhs()),
        format(op.getSignednessRhs()));
    return success();
  }
};

} // namespace

void tessera::populateProductPatterns(const TypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns.add<ConvertMmaF, ConvertMmaI>(converter, patterns.getContext());
}
