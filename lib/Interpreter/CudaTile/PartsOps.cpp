//===- PartsOps.cpp - Tiles taken apart and put together ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frame.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include <cstring>

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

//===----------------------------------------------------------------------===//
// Parts of a tile
//===----------------------------------------------------------------------===//

/// Copies as many elements as `box` has, from those that begin at coordinates
/// `fromStart` of one tile to those that begin at `toStart` of another.
static void copyBox(ArrayRef<int64_t> box, const Tile &from,
                    ArrayRef<int64_t> fromStart, Tile &to,
                    ArrayRef<int64_t> toStart) {
  // Neighbours along the last dimension lie side by side in both tiles.
  int64_t run = box.empty() ? 1 : box.back();
  Shape rows(box.empty() ? box : box.drop_back());
  unsigned bytes = from.elementBytes();
  for (int64_t row = 0, n = numElements(rows); row < n; ++row) {
    Shape source(fromStart), target(toStart);
    for (auto [k, c] : llvm::enumerate(coordinatesOf(row, rows))) {
      source[k] += c;
      target[k] += c;
    }
    std::memcpy(to.data() + indexOf(target, to.getShape()) * bytes,
                from.data() + indexOf(source, from.getShape()) * bytes,
                run * bytes);
  }
}

static ArrayRef<int64_t> shapeOf(mlir::Value tile) {
  return cast<TileType>(tile.getType()).getShape();
}

/// Where part number `indices` starts in a tile that is cut into parts of this
/// shape. Indices are unsigned, and one of a part that is not there undefined.
static FailureOr<Shape> startOfPart(Operation *op, Frame &frame,
                                    ValueRange indices, ArrayRef<int64_t> whole,
                                    ArrayRef<int64_t> part) {
  Shape start;
  for (auto [k, operand] : llvm::enumerate(indices)) {
    uint64_t index = frame.tile(operand)[0];
    uint64_t count = whole[k] / part[k];
    if (index >= count)
      return LogicalResult(frame.fail(
          op, "index " + Twine(index) + " of dimension " + Twine(k) +
                  " lies outside of the tile, which has " + Twine(count) +
                  (count == 1 ? " part there" : " parts there")));
    start.push_back(index * part[k]);
  }
  return start;
}

/// The elements of lhs and behind them, along `dim`, those of rhs.
static LogicalResult cat(CatOp op, Frame &frame) {
  const Tile &lhs = frame.tile(op.getLhs()), &rhs = frame.tile(op.getRhs());
  Tile result(shapeOf(op.getResult()), lhs.getFormat());
  Shape origin(result.getShape().size(), 0), behind = origin;
  behind[op.getDim()] = lhs.getShape()[op.getDim()];
  copyBox(lhs.getShape(), lhs, origin, result, origin);
  copyBox(rhs.getShape(), rhs, origin, result, behind);
  frame.set(op.getResult(), std::move(result));
  return success();
}

/// The part at the indices, of all parts of the result's shape.
static LogicalResult extract(ExtractOp op, Frame &frame) {
  const Tile &source = frame.tile(op.getSource());
  Tile result(shapeOf(op.getResult()), source.getFormat());
  FailureOr<Shape> start = startOfPart(op, frame, op.getIndices(),
                                       source.getShape(), result.getShape());
  if (failed(start))
    return failure();
  Shape origin(start->size(), 0);
  copyBox(result.getShape(), source, *start, result, origin);
  frame.set(op.getResult(), std::move(result));
  return success();
}

/// The destination with the part at the indices, of all parts of the source's
/// shape, replaced by the source.
static LogicalResult insert(InsertOp op, Frame &frame) {
  const Tile &source = frame.tile(op.getSource());
  const Tile &destination = frame.tile(op.getDestination());
  FailureOr<Shape> start = startOfPart(
      op, frame, op.getIndices(), destination.getShape(), source.getShape());
  if (failed(start))
    return failure();
  Tile result(destination.getShape(), destination.getFormat());
  Shape origin(start->size(), 0);
  copyBox(result.getShape(), destination, origin, result, origin);
  copyBox(source.getShape(), source, origin, result, *start);
  frame.set(op.getResult(), std::move(result));
  return success();
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

/// The bytes of the elements, the first one first and each from its lowest bits
/// up. Elements narrower than a byte fill it from its lowest bits up.
static LogicalResult pack(PackOp op, Frame &frame) {
  const Tile &source = frame.tile(op.getSource());
  Tile result(shapeOf(op.getResult()), Format::I8);
  unsigned width = source.width();
  if (width >= 8) {
    std::memcpy(result.data(), source.data(), result.size());
  } else {
    std::memset(result.data(), 0, result.size());
    for (int64_t i = 0; i < source.size(); ++i)
      result.data()[i * width / 8] |= source[i] << i * width % 8;
  }
  frame.set(op.getResult(), std::move(result));
  return success();
}

/// The elements that these bytes are: the inverse of pack.
static LogicalResult unpack(UnpackOp op, Frame &frame) {
  const Tile &source = frame.tile(op.getSource());
  Tile result(shapeOf(op.getResult()), elementFormatOf(op.getType()));
  unsigned width = result.width();
  if (width >= 8)
    std::memcpy(result.data(), source.data(), source.size());
  else
    for (int64_t i = 0; i < result.size(); ++i)
      result.set(i, source.data()[i * width / 8] >> i * width % 8 &
                        numerics::lowBits(width));
  frame.set(op.getResult(), std::move(result));
  return success();
}

void interp::addPartsOps(OpTable &table) {
  table.add<cat>();
  table.add<extract>();
  table.add<insert>();
  table.add<pack>();
  table.add<unpack>();
}
