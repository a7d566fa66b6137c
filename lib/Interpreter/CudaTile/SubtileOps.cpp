//===- SubtileOps.cpp - Tiles taken apart and put together ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The laws are those of the Tile IR specification, section "Core".
//
//===----------------------------------------------------------------------===//

#include "../Frame.h"
#include "Decode.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Parts.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

/// The start of part number `indices` in a tile that is cut into parts of this
/// shape. Indices are unsigned; the index of a part that does not exist is
/// undefined.
static FailureOr<Shape> startOfPart(Operation *op, Frame &frame,
                                    ValueRange indices, ArrayRef<int64_t> whole,
                                    ArrayRef<int64_t> part) {
  Shape start;
  for (auto [k, operand] : llvm::enumerate(indices)) {
    uint64_t index = frame.tile(operand)[0];
    uint64_t count = whole[k] / part[k];
    if (index >= count &&
        failed(frame.violates(
            &Checks::assume, op,
            "index " + Twine(index) + " of dimension " + Twine(k) +
                " lies outside of the tile, which has " + Twine(count) +
                (count == 1 ? " part there" : " parts there"))))
      return failure();
    start.push_back(index % count * part[k]);
  }
  return start;
}

/// cat: the elements of lhs followed, along `dim`, by those of rhs.
static LogicalResult cat(CatOp op, Frame &frame) {
  const Tile &lhs = frame.tile(op.getLhs()), &rhs = frame.tile(op.getRhs());
  frame.set(op.getResult(), elements::concatenate(lhs, rhs, op.getDim()));
  return success();
}

/// extract: the part at the indices, of all parts of the result's shape.
static LogicalResult extract(ExtractOp op, Frame &frame) {
  const Tile &source = frame.tile(op.getSource());
  ArrayRef<int64_t> part = shapeOf(op.getResult());
  FailureOr<Shape> start =
      startOfPart(op, frame, op.getIndices(), source.getShape(), part);
  if (failed(start))
    return failure();
  frame.set(op.getResult(), elements::extract(source, *start, part));
  return success();
}

/// insert: the destination with the part at the indices, of all parts of the
/// source's shape, replaced by the source.
static LogicalResult insert(InsertOp op, Frame &frame) {
  const Tile &source = frame.tile(op.getSource());
  const Tile &destination = frame.tile(op.getDestination());
  FailureOr<Shape> start = startOfPart(
      op, frame, op.getIndices(), destination.getShape(), source.getShape());
  if (failed(start))
    return failure();
  frame.set(op.getResult(), elements::insert(source, destination, *start));
  return success();
}

/// pack: the bytes of the elements.
static LogicalResult pack(PackOp op, Frame &frame) {
  frame.set(op.getResult(), elements::pack(frame.tile(op.getSource())));
  return success();
}

/// unpack: the elements that these bytes encode, the inverse of pack.
static LogicalResult unpack(UnpackOp op, Frame &frame) {
  frame.set(op.getResult(), elements::unpack(frame.tile(op.getSource()),
                                             elementFormatOf(op.getType())));
  return success();
}

void interp::addPartsOps(OpTable &table) {
  table.add<cat>();
  table.add<extract>();
  table.add<insert>();
  table.add<pack>();
  table.add<unpack>();
}
