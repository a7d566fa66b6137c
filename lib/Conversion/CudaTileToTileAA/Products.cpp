//===- Products.cpp - Matrix products -------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/MatrixMath.h"
#include "tessera/Dialect/TileAA/IR/FloatFormats.h"
#include "tessera/Dialect/TileAA/IR/Ops/Product.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using tileaa::FactorFormat;

namespace {

struct ConvertMmaF : public OpConversionPattern<MmaFOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(MmaFOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    FactorFormat format = *tileaa::getFactorFormat(
        *getFloatFormat(op.getLhs().getType().getElementType()));
    rewriter.replaceOpWithNewOp<tileaa::MmaOp>(
        op, adaptor.getAcc().getType(), adaptor.getLhs(), adaptor.getRhs(),
        adaptor.getAcc(), /*scales=*/ValueRange(), format, format,
        /*scale_format=*/tileaa::FloatFormatAttr(), op.getFastAcc(),
        /*instruction=*/DenseI64ArrayAttr());
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
        adaptor.getAcc(), /*scales=*/ValueRange(),
        format(op.getSignednessLhs()), format(op.getSignednessRhs()),
        /*scale_format=*/tileaa::FloatFormatAttr(), /*fast_acc=*/false,
        /*instruction=*/DenseI64ArrayAttr());
    return success();
  }
};

} // namespace

void tessera::populateProductPatterns(const TypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns.add<ConvertMmaF, ConvertMmaI>(converter, patterns.getContext());
}
