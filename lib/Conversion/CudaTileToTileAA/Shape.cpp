//===- Shape.cpp - Literals, shapes, selection and reductions -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "Patterns.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Reduction.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"
#include "tessera/Dialect/TileAA/IR/Ops/Reductions.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

namespace {

struct ConvertConstant : public OpConversionPattern<ConstantOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ConstantOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    DenseElementsAttr value = convertElements(op.getValue());
    TypedAttr converted = value;
    if (op.getType().getShape().empty())
      converted = cast<TypedAttr>(value.getSplatValue<Attribute>());
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, converted);
    return success();
  }
};

/// A reshape to or from rank 0 turns a scalar into a tile or back.
struct ConvertReshape : public OpConversionPattern<ReshapeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ReshapeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value source = adaptor.getSource();
    Type type = getTypeConverter()->convertType(op.getType());
    if (source.getType() == type)
      rewriter.replaceOp(op, source);
    else if (!isa<RankedTensorType>(source.getType()))
      rewriter.replaceOpWithNewOp<tileaa::SplatOp>(op, type, source);
    else if (!isa<RankedTensorType>(type))
      rewriter.replaceOpWithNewOp<tileaa::UnsplatOp>(op, type, source);
    else
      rewriter.replaceOpWithNewOp<tileaa::ReshapeOp>(op, type, source);
    return success();
  }
};

struct ConvertBroadcast : public OpConversionPattern<BroadcastOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(BroadcastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value source = adaptor.getSource();
    Type type = getTypeConverter()->convertType(op.getType());
    if (source.getType() == type)
      rewriter.replaceOp(op, source);
    else
      rewriter.replaceOpWithNewOp<tileaa::BroadcastOp>(op, type, source);
    return success();
  }
};

struct ConvertPermute : public OpConversionPattern<PermuteOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(PermuteOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tileaa::PermuteOp>(
        op, getTypeConverter()->convertType(op.getType()), adaptor.getSource(),
        op.getPermutation());
    return success();
  }
};

struct ConvertReduce : public OpConversionPattern<ReduceOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ReduceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op->getResultTypes(), types)))
      return rewriter.notifyMatchFailure(op, "a result has no type in tileaa");
    SmallVector<Attribute> identities;
    for (auto [identity, operand] :
         llvm::zip_equal(op.getIdentities(), op.getOperandTypes()))
      identities.push_back(
          convertElement(identity, cast<TileType>(operand).getElementType()));
    auto reduce = tileaa::ReduceOp::create(rewriter, op.getLoc(), types,
                                           adaptor.getOperands(), op.getDim(),
                                           rewriter.getArrayAttr(identities));
    rewriter.inlineRegionBefore(op.getBody(), reduce.getBody(),
                                reduce.getBody().end());
    if (failed(rewriter.convertRegionTypes(&reduce.getBody(),
                                           *getTypeConverter())))
      return rewriter.notifyMatchFailure(op, "its body cannot be converted");
    rewriter.replaceOp(op, reduce);
    return success();
  }
};

/// Ends the body of a reduction.
struct ConvertYield : public OpConversionPattern<YieldOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(YieldOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isa<tileaa::ReduceOp>(op->getParentOp()))
      return rewriter.notifyMatchFailure(op, "does not end a reduction's body");
    rewriter.replaceOpWithNewOp<tileaa::YieldOp>(op, adaptor.getOperands());
    return success();
  }
};

} // namespace

void tessera::populateShapePatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns.add<ConvertConstant, ConvertElementwise<IotaOp, tileaa::IotaOp>,
               ConvertReshape, ConvertBroadcast, ConvertPermute,
               ConvertElementwise<SelectOp, arith::SelectOp>, ConvertReduce,
               ConvertYield>(converter, patterns.getContext());
}
