//===- Views.cpp - Views dissolve into addresses --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A view becomes its base pointer, followed by its dynamic extents and strides
// as i64. Extents, strides and indices are unsigned. Products of them that an
// access computes must not exceed 2^63 - 1.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Views.h"
#include "HalfBytes.h"
#include "Memory.h"
#include "TileEmitter.h"
#include "tessera/Dialect/CudaTile/IR/Numerics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Atomics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Multimem.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/ViewAccess.h"
#include "tessera/Dialect/TileAA/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAA/IR/Ops/Pointers.h"
#include "tessera/Dialect/TileAA/IR/Ops/Reductions.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

/// Extends an unsigned integer to i64.
static Value extendToI64(OpBuilder &builder, Location loc, Value value) {
  if (value.getType().isInteger(64))
    return value;
  return arith::ExtUIOp::create(builder, loc, builder.getI64Type(), value);
}

static Value makeI64(OpBuilder &builder, Location loc, int64_t value) {
  return makeIntSplat(builder, loc, builder.getI64Type(), value);
}

/// All extents (or strides) of a view as values, given the dynamic ones.
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

/// The strides of a view. That of a dimension of length 1 is 0 unless the type says
/// more: nobody takes a step along it, so that its value, of which front ends promise
/// what is false, must not spoil what is known of the others.
static SmallVector<Value> getStrides(OpBuilder &builder, Location loc,
                                     TensorViewType type, ValueRange view) {
  SmallVector<Value> strides =
      materialize(builder, loc, type.getStrides(),
                  view.drop_front(1 + type.getNumDynamicDims()));
  for (auto [dim, stride] : llvm::enumerate(strides))
    if (type.getShape()[dim] == 1 &&
        type.getStrides()[dim] == TensorViewType::kDynamic)
      stride = makeI64(builder, loc, 0);
  return strides;
}

static TensorViewType getTensorView(TileView view) {
  return cast<TensorViewType>(view.getTensorView());
}

static bool isHalfByte(TileView view) {
  return isa<Float4E2M1FNType>(getTensorView(view).getElementType());
}

namespace {

/// Computes the place of a view's tile at given indices. Dimension k of the
/// tile lies along dimension dimMap[k] of the tensor.
class PlaceBuilder : public TileEmitter {
public:
  PlaceBuilder(OpBuilder &builder, Location loc, TileView view,
               ValueRange values)
      : TileEmitter(builder, loc), view(view), base(values.front()),
        steps(getSteps(view)) {
    auto select = [&](ArrayRef<Value> sizes) {
      return llvm::map_to_vector(getDimMap(view),
                                 [&](int32_t dim) { return sizes[dim]; });
    };
    extents = select(getExtents(builder, loc, getTensorView(view), values));
    strides = select(getStrides(builder, loc, getTensorView(view), values));
  }

  /// `inbounds` may be null.
  AccessPlace get(ArrayRef<ValueRange> indices, DenseBoolArrayAttr inbounds) {
    if (isa<GatherScatterViewType>(view))
      return getRows(indices, inbounds);
    AccessPlace place;
    place.base = base;
    for (auto [index, step] : llvm::zip_equal(indices, steps))
      place.starts.push_back(getStart(index.front(), step));
    place.extents = extents;
    place.strides = strides;
    if (inbounds && llvm::is_contained(inbounds.asArrayRef(), true))
      place.inbounds = inbounds;
    return place;
  }

  /// For each element of the tile, its distance from the base in elements or
  /// multiples of `unit`, and whether it exists.
  ElementNumbers getNumbers(ArrayRef<ValueRange> indices,
                            DenseBoolArrayAttr inbounds, int64_t unit) {
    auto sparse = dyn_cast<GatherScatterViewType>(view);
    ArrayRef<int64_t> shape = cast<TileType>(view.getViewTileType()).getShape();
    ElementNumbers elements;
    auto join = [&](Value &all, Value part, auto combine) {
      all = all ? combine(all, part) : part;
    };
    for (unsigned dim = 0; dim < shape.size(); ++dim) {
      Value index = indices[dim].front();
      Value line = sparse && dim == sparse.getSparseDim()
                       ? extendLine(index)
                       : shiftLine(getStart(index, steps[dim]), shape[dim]);
      auto type = cast<RankedTensorType>(line.getType());
      auto splat = [&](Value scalar) {
        return tileaa::SplatOp::create(builder, loc, type, scalar);
      };
      Value stride = strides[dim];
      if (unit != 1)
        stride = arith::MulIOp::create(builder, loc, stride,
                                       makeI64(builder, loc, unit));
      join(elements.numbers,
           spread(arith::MulIOp::create(builder, loc, line, splat(stride)),
                  shape, dim),
           [&](Value a, Value b) -> Value {
             return arith::AddIOp::create(builder, loc, a, b);
           });
      if (inbounds && inbounds[dim])
        continue;
      join(elements.exists,
           spread(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                        line, splat(extents[dim])),
                  shape, dim),
           [&](Value a, Value b) -> Value {
             return arith::AndIOp::create(builder, loc, a, b);
           });
    }
    return elements;
  }

  /// The place in a view of f4E2M1FN, of which two elements share a byte.
  HalfBytePlace getHalfBytes(ArrayRef<ValueRange> indices,
                             DenseBoolArrayAttr inbounds) {
    HalfBytePlace place{
        base, getNumbers(indices, inbounds, /*unit=*/1), {}, {}};
    if (isa<GatherScatterViewType>(view))
      return place;
    place.box = get(indices, inbounds);
    // Neighbours along this dimension share a byte, provided that no tile
    // begins within one.
    ArrayRef<int64_t> shape = cast<TileType>(view.getViewTileType()).getShape();
    ArrayRef<int64_t> known = getTensorView(view).getStrides();
    for (auto [dim, along] : llvm::enumerate(getDimMap(view)))
      if (known[along] == 1 && shape[dim] % 2 == 0 && steps[dim] % 2 == 0)
        place.packed = dim;
    return place;
  }

private:
  Value getStart(Value index, int64_t step) {
    Value start = extendToI64(builder, loc, index);
    if (step == 1)
      return start;
    return arith::MulIOp::create(
        builder, loc, start, makeI64(builder, loc, step),
        arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw);
  }

  /// A pointer for each element, masked by whether its coordinates are inside.
  AccessPlace getRows(ArrayRef<ValueRange> indices,
                      DenseBoolArrayAttr inbounds) {
    int64_t bytes = getStorageBytes(getTensorView(view).getElementType());
    ElementNumbers elements = getNumbers(indices, inbounds, bytes);
    auto pointers = cast<RankedTensorType>(elements.numbers.getType())
                        .clone(tileaa::PtrType::get(builder.getContext()));
    AccessPlace place;
    place.mask = elements.exists;
    place.base = tileaa::PtrAddOp::create(
        builder, loc, pointers,
        tileaa::SplatOp::create(builder, loc, pointers, base),
        elements.numbers);
    return place;
  }

  /// Extends unsigned row numbers to i64.
  Value extendLine(Value rows) {
    auto type = cast<RankedTensorType>(rows.getType());
    if (type.getElementType().isInteger(64))
      return rows;
    return arith::ExtUIOp::create(builder, loc,
                                  type.clone(builder.getI64Type()), rows);
  }
  /// The coordinates `start`, `start` + 1 and so on, `size` of them.
  Value shiftLine(Value start, int64_t size) {
    auto type = RankedTensorType::get({size}, builder.getI64Type());
    Value steps = tileaa::IotaOp::create(builder, loc, type);
    Value first = tileaa::SplatOp::create(builder, loc, type,
                                          extendToI64(builder, loc, start));
    return arith::AddIOp::create(builder, loc, steps, first);
  }

  TileView view;
  Value base;
  SmallVector<int32_t> steps;
  SmallVector<Value> extents, strides;
};

} // namespace

/// The value of elements of a tile that lie outside the tensor.
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

/// Only the type says how a tensor is cut into tiles, so the values remain.
template <typename MakeOp>
struct ConvertMakeTileView : public OpConversionPattern<MakeOp> {
  using OpConversionPattern<MakeOp>::OpConversionPattern;
  using OneToNOpAdaptor = typename OpConversionPattern<MakeOp>::OneToNOpAdaptor;
  LogicalResult
  matchAndRewrite(MakeOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithMultiple(op, {adaptor.getTensorView()});
    return success();
  }
};

/// The reduction over the memory of several GPUs; null for an access to that of
/// one.
tileaa::AtomicModeAttr getMultimem(LoadViewTkoOp) { return {}; }
tileaa::AtomicModeAttr getMultimem(MultimemLoadReduceViewTkoOp op) {
  return tileaa::AtomicModeAttr::get(
      op.getContext(),
      convertMode(getAtomicMode(op.getReduction(), op.getTile().getType())));
}

template <typename LoadOp>
struct ConvertLoadView : public OpConversionPattern<LoadOp> {
  using OpConversionPattern<LoadOp>::OpConversionPattern;
  using OneToNOpAdaptor = typename OpConversionPattern<LoadOp>::OneToNOpAdaptor;
  LogicalResult
  matchAndRewrite(LoadOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto view = cast<TileView>(op.getView().getType());
    PlaceBuilder builder(rewriter, loc, view, adaptor.getView());
    Type type = this->getTypeConverter()->convertType(op.getTile().getType());
    Value other;
    if (PaddingValueAttr padding = view.getPaddingValue())
      other = arith::ConstantOp::create(
          rewriter, loc, getPadding(padding.getValue(), op.getTile()));
    ValueRange tokens = adaptor.getToken();
    Value token = tokens.empty() ? Value() : tokens.front();
    if (isHalfByte(view)) {
      auto [value, resultToken] = loadHalfBytes(
          rewriter, loc, cast<RankedTensorType>(type),
          builder.getHalfBytes(adaptor.getIndex(), op.getInboundsAttr()), other,
          token, getAccessOrder(op));
      rewriter.replaceOp(op, {value, resultToken});
      return success();
    }
    auto [value, resultToken] =
        makeLoad(rewriter, loc, type,
                 builder.get(adaptor.getIndex(), op.getInboundsAttr()), other,
                 token, getAccessOrder(op), getMultimem(op));
    rewriter.replaceOp(op, {value, resultToken});
    return success();
  }
};

template <typename StoreOp>
struct ConvertStoreView : public OpConversionPattern<StoreOp> {
  using OpConversionPattern<StoreOp>::OpConversionPattern;
  using OneToNOpAdaptor =
      typename OpConversionPattern<StoreOp>::OneToNOpAdaptor;
  LogicalResult
  matchAndRewrite(StoreOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto view = cast<TileView>(op.getView().getType());
    PlaceBuilder builder(rewriter, loc, view, adaptor.getView());
    ValueRange tokens = adaptor.getToken();
    Value token = tokens.empty() ? Value() : tokens.front();
    Value value = adaptor.getTile().front();
    if (isHalfByte(view))
      rewriter.replaceOp(
          op, storeHalfBytes(rewriter, loc, value,
                             builder.getHalfBytes(adaptor.getIndex(),
                                                  op.getInboundsAttr()),
                             token, getAccessOrder(op)));
    else
      rewriter.replaceOp(
          op, makeStore(rewriter, loc, value,
                        builder.get(adaptor.getIndex(), op.getInboundsAttr()),
                        token, getAccessOrder(op),
                        std::is_same_v<StoreOp, MultimemStoreViewTkoOp>));
    return success();
  }
};

/// The operand and the operation that memory is combined with.
struct Combination {
  AtomicRMWMode mode;
  OpOperand &value;
  bool multimem;
};
Combination getCombination(AtomicRedViewTkoOp op) {
  return {op.getMode(), op.getValueMutable(), /*multimem=*/false};
}
Combination getCombination(MultimemReduceViewTkoOp op) {
  return {getAtomicMode(op.getReduction(), op.getTile().getType()),
          op.getTileMutable(), /*multimem=*/true};
}

/// Elements outside of the tensor are dropped, as for a store.
template <typename ReduceOp>
struct ConvertReduceView : public OpConversionPattern<ReduceOp> {
  using OpConversionPattern<ReduceOp>::OpConversionPattern;
  using OneToNOpAdaptor =
      typename OpConversionPattern<ReduceOp>::OneToNOpAdaptor;
  LogicalResult
  matchAndRewrite(ReduceOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto view = cast<TileView>(op.getView().getType());
    AccessPlace place = PlaceBuilder(rewriter, loc, view, adaptor.getView())
                            .get(adaptor.getIndex(), op.getInboundsAttr());
    ValueRange token = adaptor.getToken();
    auto [mode, operand, multimem] = getCombination(op);
    Value value = adaptor.getOperands()[operand.getOperandNumber()].front();
    auto atomic = makeAtomic(rewriter, loc, convertMode(mode), value,
                             /*compare=*/Value(), place,
                             token.empty() ? Value() : token.front(),
                             getAccessOrder(op), multimem);
    rewriter.replaceOp(op, atomic.getResultToken());
    return success();
  }
};

/// Replaces `op` by extents, which fit the integer type of its results.
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

/// The extent of the index space is the extent of the tensor divided by the
/// distance of tiles, rounded up.
struct ConvertGetIndexSpaceShape
    : public OpConversionPattern<GetIndexSpaceShapeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(GetIndexSpaceShapeOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto view = cast<TileView>(op.getSrc().getType());
    SmallVector<Value> extents =
        getExtents(rewriter, loc, getTensorView(view), adaptor.getSrc());
    SmallVector<Value> counts;
    for (auto [step, dim] : llvm::zip_equal(getSteps(view), getDimMap(view)))
      counts.push_back(arith::CeilDivUIOp::create(
          rewriter, loc, extents[dim], makeI64(rewriter, loc, step)));
    replaceByExtents(op, counts, *getTypeConverter(), rewriter);
    return success();
  }
};

} // namespace

void tessera::populateViewPatterns(const TypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<ConvertMakeTensorView, ConvertMakeTileView<MakePartitionViewOp>,
               ConvertMakeTileView<MakeStridedViewOp>,
               ConvertMakeTileView<MakeGatherScatterViewOp>,
               ConvertLoadView<LoadViewTkoOp>,
               ConvertLoadView<MultimemLoadReduceViewTkoOp>,
               ConvertStoreView<StoreViewTkoOp>,
               ConvertStoreView<MultimemStoreViewTkoOp>,
               ConvertReduceView<AtomicRedViewTkoOp>,
               ConvertReduceView<MultimemReduceViewTkoOp>,
               ConvertGetTensorShape, ConvertGetIndexSpaceShape>(
      converter, patterns.getContext());
}
