//===- Subtiles.cpp - Tiles put together and taken apart ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parts of a tile are rows along an additional dimension: a tile of 8 is one of
// 2 x 4, of which row 0 is the first half. So they need no ops of their own:
//
//   cat a, b           select(row == 1, b repeated, a repeated)
//   insert a into b    select(row == index, a repeated, b)
//   extract of b       the rows or'ed together, all but one of them cleared
//   pack, unpack       rows of bytes, shifted to or from their places
//
// Repeating, reshaping and clearing by a constant cost little or nothing, since
// layouts follow these ops and registers are known at compile time.
//
//===----------------------------------------------------------------------===//

#include "HalfBytes.h"
#include "TileEmitter.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Parts.h"
#include "tessera/Dialect/TileAA/IR/Ops/Pointers.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

namespace {

/// Emits ops that take tiles apart and put them together.
class PartEmitter : public TileEmitter {
public:
  using TileEmitter::TileEmitter;

  /// True for elements whose coordinate along `dim` is the scalar `index`.
  Value isAt(ArrayRef<int64_t> shape, unsigned dim, Value index) {
    Value at = coordinate(shape, dim, index.getType());
    Value wanted = tileaa::SplatOp::create(builder, loc, at.getType(), index);
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, at,
                                 wanted);
  }

  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(builder, loc, condition, yes, no);
  }

  /// Converts each element to an integer of the same bits, and back.
  Value toBits(Value tile) {
    auto type = cast<RankedTensorType>(tile.getType());
    Type element = type.getElementType();
    if (element.isInteger())
      return tile;
    if (isa<tileaa::PtrType>(element))
      return tileaa::PtrToIntOp::create(builder, loc,
                                        type.clone(builder.getI64Type()), tile);
    return arith::BitcastOp::create(
        builder, loc,
        type.clone(builder.getIntegerType(element.getIntOrFloatBitWidth())),
        tile);
  }
  Value fromBits(Value tile, Type element) {
    auto type = cast<RankedTensorType>(tile.getType()).clone(element);
    if (element.isInteger())
      return tile;
    if (isa<tileaa::PtrType>(element))
      return tileaa::IntToPtrOp::create(builder, loc, type, tile);
    return arith::BitcastOp::create(builder, loc, type, tile);
  }

  /// The distance of each element from the lowest bit of its group, for
  /// elements of `width` bits that lie side by side along `dim`.
  Value bitOffset(ArrayRef<int64_t> shape, unsigned dim, unsigned width,
                  Type element) {
    Value at = coordinate(shape, dim, element);
    return arith::MulIOp::create(
        builder, loc, at, makeIntSplat(builder, loc, at.getType(), width));
  }
};

/// A tile of `shape` as a grid of parts: the number of parts along each
/// dimension, each followed by the extent of one.
SmallVector<int64_t> getGrid(ArrayRef<int64_t> shape, ArrayRef<int64_t> part) {
  SmallVector<int64_t> grid;
  for (auto [whole, size] : llvm::zip_equal(shape, part))
    grid.append({whole / size, size});
  return grid;
}

struct ConvertCat : public OpConversionPattern<CatOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(CatOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    PartEmitter emit(rewriter, op.getLoc());
    ArrayRef<int64_t> half = op.getLhs().getType().getShape();
    unsigned dim = op.getDim();
    SmallVector<int64_t> line(half), rows(half);
    line.insert(line.begin() + dim, 1);
    rows.insert(rows.begin() + dim, 2);
    Value one = makeIntSplat(rewriter, op.getLoc(), rewriter.getI32Type(), 1);
    auto spread = [&](Value tile) {
      return emit.broadcast(emit.reshape(tile, line), rows);
    };
    Value lhs = spread(adaptor.getLhs()), rhs = spread(adaptor.getRhs());
    Value both = emit.select(emit.isAt(rows, dim, one), rhs, lhs);
    rewriter.replaceOp(op, emit.reshape(both, op.getType().getShape()));
    return success();
  }
};

struct ConvertExtract : public OpConversionPattern<ExtractOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ExtractOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ArrayRef<int64_t> shape = op.getSource().getType().getShape();
    ArrayRef<int64_t> part = op.getType().getShape();
    if (shape == part) {
      rewriter.replaceOp(op, adaptor.getSource());
      return success();
    }
    PartEmitter emit(rewriter, op.getLoc());
    SmallVector<int64_t> grid = getGrid(shape, part);
    Value bits = emit.reshape(emit.toBits(adaptor.getSource()), grid);
    // Goes from the last dimension on, so that the others keep their numbers.
    for (unsigned k = part.size(); k-- > 0;) {
      if (grid[2 * k] == 1)
        continue;
      Value zero = makeIntSplat(rewriter, op.getLoc(), bits.getType(), 0);
      auto type = cast<RankedTensorType>(bits.getType());
      bits = emit.select(
          emit.isAt(type.getShape(), 2 * k, adaptor.getIndices()[k]), bits,
          zero);
      bits = emit.orAlong(bits, 2 * k);
    }
    rewriter.replaceOp(
        op, emit.fromBits(emit.reshape(bits, part),
                          getElementTypeOrSelf(adaptor.getSource().getType())));
    return success();
  }
};

struct ConvertInsert : public OpConversionPattern<InsertOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(InsertOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ArrayRef<int64_t> shape = op.getType().getShape();
    ArrayRef<int64_t> part = op.getSource().getType().getShape();
    if (shape == part) {
      rewriter.replaceOp(op, adaptor.getSource());
      return success();
    }
    PartEmitter emit(rewriter, op.getLoc());
    SmallVector<int64_t> grid = getGrid(shape, part);
    Value isPart;
    for (unsigned k = 0; k < part.size(); ++k) {
      if (grid[2 * k] == 1)
        continue;
      Value isRow = emit.isAt(grid, 2 * k, adaptor.getIndices()[k]);
      isPart = isPart
                   ? arith::AndIOp::create(rewriter, op.getLoc(), isPart, isRow)
                         .getResult()
                   : isRow;
    }
    Value source = emit.broadcast(
        emit.reshape(adaptor.getSource(), getGrid(part, part)), grid);
    Value both = emit.select(isPart, source,
                             emit.reshape(adaptor.getDestination(), grid));
    rewriter.replaceOp(op, emit.reshape(both, shape));
    return success();
  }
};

/// Splits each integer into `count` narrower ones, the lowest first.
Value split(PartEmitter &emit, Value bits, int64_t count, Type narrow) {
  auto type = cast<RankedTensorType>(bits.getType());
  int64_t size = type.getNumElements();
  Value rows = emit.broadcast(emit.reshape(bits, {size, 1}), {size, count});
  Value offset = emit.bitOffset(
      {size, count}, 1, narrow.getIntOrFloatBitWidth(), type.getElementType());
  Value shifted = arith::ShRUIOp::create(emit.builder, emit.loc, rows, offset);
  Value parts = arith::TruncIOp::create(
      emit.builder, emit.loc,
      cast<RankedTensorType>(shifted.getType()).clone(narrow), shifted);
  return emit.reshape(parts, {size * count});
}

/// Joins each `count` integers to a wider one, the first in the lowest bits.
Value join(PartEmitter &emit, Value bits, int64_t count, Type wide) {
  auto type = cast<RankedTensorType>(bits.getType());
  SmallVector<int64_t> rows = {type.getNumElements() / count, count};
  Value extended = arith::ExtUIOp::create(emit.builder, emit.loc,
                                          RankedTensorType::get(rows, wide),
                                          emit.reshape(bits, rows));
  Value offset = emit.bitOffset(
      rows, 1, type.getElementType().getIntOrFloatBitWidth(), wide);
  return emit.orAlong(
      arith::ShLIOp::create(emit.builder, emit.loc, extended, offset), 1);
}

struct ConvertPack : public OpConversionPattern<PackOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(PackOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    PartEmitter emit(rewriter, op.getLoc());
    Value bits = emit.toBits(adaptor.getSource());
    unsigned width = getElementTypeOrSelf(bits).getIntOrFloatBitWidth();
    Type byte = rewriter.getI8Type();
    rewriter.replaceOp(op, width > 8 ? split(emit, bits, width / 8, byte)
                           : width == 4
                               ? joinHalves(rewriter, op.getLoc(), bits, 0)
                               : join(emit, bits, 8 / width, byte));
    return success();
  }
};

struct ConvertUnpack : public OpConversionPattern<UnpackOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(UnpackOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    PartEmitter emit(rewriter, op.getLoc());
    Type element =
        getElementTypeOrSelf(getTypeConverter()->convertType(op.getType()));
    unsigned width = element.getIntOrFloatBitWidth();
    Type integer = rewriter.getIntegerType(width);
    Value source = adaptor.getSource();
    Value bits = width > 8    ? join(emit, source, width / 8, integer)
                 : width == 4 ? splitBytes(rewriter, op.getLoc(), source, 0)
                              : split(emit, source, 8 / width, integer);
    rewriter.replaceOp(op, emit.fromBits(bits, element));
    return success();
  }
};

} // namespace

void tessera::populatePartPatterns(const TypeConverter &converter,
                                   RewritePatternSet &patterns) {
  patterns.add<ConvertCat, ConvertExtract, ConvertInsert, ConvertPack,
               ConvertUnpack>(converter, patterns.getContext());
}
