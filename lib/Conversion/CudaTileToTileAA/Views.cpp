//===- Views.cpp - Views dissolve into addresses --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values of a view are its base pointer, then its extents and strides that
// are known at run time only, as i64. Extents, strides and indices are
// unsigned; whatever products of them an access forms must not exceed 2^63 - 1.
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "tessera/Dialect/CudaTile/IR/Numerics.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

/// An unsigned integer as an i64.
static Value extendToI64(OpBuilder &builder, Location loc, Value value) {
  if (value.getType().isInteger(64))
    return value;
  return arith::ExtUIOp::create(builder, loc, builder.getI64Type(), value);
}

static Value makeI64(OpBuilder &builder, Location loc, int64_t value) {
  return makeIntSplat(builder, loc, builder.getI64Type(), value);
}

/// The extents (or strides) of a view, given those known at run time only.
static SmallVector<Value> materialize(OpBuilder &builder, Location loc,
                                      ArrayRef<int64_t> sizes,
                                      ValueRange dynamic) {
  SmallVector<Value> values;
  for (int64_t size : sizes) {
    if (size != TensorViewType::kDynamic) {
      values.push_back(makeI64(builder, loc, size));
    } else {
      values.push_back(dynamic.front());
      dynamic = dynamic.drop_front();
    }
  }
  return values;
}

static SmallVector<Value> getExtents(OpBuilder &builder, Location loc,
                                     TensorViewType type, ValueRange view) {
  return materialize(builder, loc, type.getShape(),
                     view.slice(1, type.getNumDynamicDims()));
}

static SmallVector<Value> getStrides(OpBuilder &builder, Location loc,
                                     TensorViewType type, ValueRange view) {
  return materialize(builder, loc, type.getStrides(),
                     view.drop_front(1 + type.getNumDynamicDims()));
}

/// Where the tile at `indices` of a partition view is. Dimension k of the tile
/// lies along dimension dimMap[k] of the tensor. `inbounds` may be null.
static AccessPlace getPlace(OpBuilder &builder, Location loc,
                            PartitionViewType type, ValueRange view,
                            ArrayRef<ValueRange> indices,
                            DenseBoolArrayAttr inbounds) {
  SmallVector<Value> extents =
      getExtents(builder, loc, type.getTensorView(), view);
  SmallVector<Value> strides =
      getStrides(builder, loc, type.getTensorView(), view);
  AccessPlace place;
  place.base = view.front();
  for (auto [index, tileExtent, dim] :
       llvm::zip_equal(indices, type.getTileShape(), type.getDimMap())) {
    Value start = extendToI64(builder, loc, index.front());
    if (tileExtent != 1)
      start = arith::MulIOp::create(
          builder, loc, start, makeI64(builder, loc, tileExtent),
          arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw);
    place.starts.push_back(start);
    place.extents.push_back(extents[dim]);
    place.strides.push_back(strides[dim]);
  }
  if (inbounds && llvm::is_contained(inbounds.asArrayRef(), true))
    place.inbounds = inbounds;
  return place;
}

/// What elements of a tile outside the tensor read.
static TypedAttr getPadding(PaddingValue padding, TypedValue<TileType> tile) {
  Type elementType = tile.getType().getElementType();
  if (padding == PaddingValue::Zero)
    return makeElement(elementType, 0);
  return makeElement(elementType,
                     getPaddingBits(padding, *getFormat(elementType)));
}

namespace {

struct ConvertMakeTensorView : public OpConversionPattern<MakeTensorViewOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(MakeTensorViewOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> view{adaptor.getBase()};
    for (ValueRange sizes :
         {adaptor.getDynamicShape(), adaptor.getDynamicStrides()})
      for (Value size : sizes)
        view.push_back(extendToI64(rewriter, op.getLoc(), size));
    rewriter.replaceOpWithMultiple(op, {ValueRange(view)});
    return success();
  }
};

/// How a tensor is cut into tiles is said by the type alone.
struct ConvertMakePartitionView
    : public OpConversionPattern<MakePartitionViewOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(MakePartitionViewOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithMultiple(op, {adaptor.getTensorView()});
    return success();
  }
};

struct ConvertLoadView : public OpConversionPattern<LoadViewTkoOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LoadViewTkoOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto view = cast<PartitionViewType>(op.getView().getType());
    AccessPlace place = getPlace(rewriter, loc, view, adaptor.getView(),
                                 adaptor.getIndex(), op.getInboundsAttr());
    Type type = getTypeConverter()->convertType(op.getTile().getType());
    Value other;
    if (PaddingValueAttr padding = view.getPaddingValue())
      other = arith::ConstantOp::create(
          rewriter, loc, getPadding(padding.getValue(), op.getTile()));
    ValueRange token = adaptor.getToken();
    auto [value, resultToken] =
        makeLoad(rewriter, loc, type, place, other,
                 token.empty() ? Value() : token.front(), getAccessOrder(op));
    rewriter.replaceOp(op, {value, resultToken});
    return success();
  }
};

struct ConvertStoreView : public OpConversionPattern<StoreViewTkoOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(StoreViewTkoOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto view = cast<PartitionViewType>(op.getView().getType());
    AccessPlace place = getPlace(rewriter, loc, view, adaptor.getView(),
                                 adaptor.getIndex(), op.getInboundsAttr());
    ValueRange token = adaptor.getToken();
    rewriter.replaceOp(op,
                       makeStore(rewriter, loc, adaptor.getTile().front(),
                                 place, token.empty() ? Value() : token.front(),
                                 getAccessOrder(op)));
    return success();
  }
};

/// Elements outside of the tensor are dropped, as by a store.
struct ConvertAtomicRedView : public OpConversionPattern<AtomicRedViewTkoOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(AtomicRedViewTkoOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto view = cast<PartitionViewType>(op.getView().getType());
    AccessPlace place = getPlace(rewriter, loc, view, adaptor.getView(),
                                 adaptor.getIndex(), /*inbounds=*/{});
    ValueRange token = adaptor.getToken();
    auto atomic =
        makeAtomic(rewriter, loc, convertMode(op.getMode()),
                   adaptor.getValue().front(), /*compare=*/Value(), place,
                   token.empty() ? Value() : token.front(), getAccessOrder(op));
    rewriter.replaceOp(op, atomic.getResultToken());
    return success();
  }
};

/// Replaces `op` by extents, which fit the integers that it yields.
void replaceByExtents(Operation *op, ArrayRef<Value> extents,
                      const TypeConverter &converter,
                      ConversionPatternRewriter &rewriter) {
  SmallVector<Value> results;
  for (auto [extent, result] : llvm::zip_equal(extents, op->getResults())) {
    Type type = converter.convertType(result.getType());
    results.push_back(
        extent.getType() == type
            ? extent
            : arith::TruncIOp::create(rewriter, op->getLoc(), type, extent,
                                      arith::IntegerOverflowFlags::nuw));
  }
  rewriter.replaceOp(op, results);
}

struct ConvertGetTensorShape : public OpConversionPattern<GetTensorShapeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(GetTensorShapeOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    replaceByExtents(op,
                     getExtents(rewriter, op.getLoc(), op.getSrc().getType(),
                                adaptor.getSrc()),
                     *getTypeConverter(), rewriter);
    return success();
  }
};

/// The extent of the index space is that of the tensor over that of the tile,
/// rounded up.
struct ConvertGetIndexSpaceShape
    : public OpConversionPattern<GetIndexSpaceShapeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(GetIndexSpaceShapeOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto view = cast<PartitionViewType>(op.getSrc().getType());
    SmallVector<Value> extents =
        getExtents(rewriter, loc, view.getTensorView(), adaptor.getSrc());
    SmallVector<Value> counts;
    for (auto [tileExtent, dim] :
         llvm::zip_equal(view.getTileShape(), view.getDimMap()))
      counts.push_back(arith::CeilDivUIOp::create(
          rewriter, loc, extents[dim], makeI64(rewriter, loc, tileExtent)));
    replaceByExtents(op, counts, *getTypeConverter(), rewriter);
    return success();
  }
};

} // namespace

void tessera::populateViewPatterns(const TypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<ConvertMakeTensorView, ConvertMakePartitionView, ConvertLoadView,
               ConvertStoreView, ConvertAtomicRedView, ConvertGetTensorShape,
               ConvertGetIndexSpaceShape>(converter, patterns.getContext());
}
