//===- ShapeOps.cpp - Sources of values, shapes, selection ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frame.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

static ArrayRef<int64_t> shapeOf(mlir::Value tile) {
  return cast<TileType>(tile.getType()).getShape();
}

//===----------------------------------------------------------------------===//
// Sources of values
//===----------------------------------------------------------------------===//

static LogicalResult constant(ConstantOp op, Frame &frame) {
  frame.set(op.getResult(), frame.machine.program.literalOf(op));
  return success();
}

/// 0, 1, ..., n-1, to be read as unsigned.
static LogicalResult iota(IotaOp op, Frame &frame) {
  Tile result(shapeOf(op.getResult()), elementFormatOf(op.getType()));
  for (int64_t i = 0; i < result.size(); ++i)
    result.set(i, i);
  frame.set(op.getResult(), std::move(result));
  return success();
}

static void setGridPoint(Operation *op, Frame &frame, const GridPoint &point) {
  for (auto [result, coordinate] : llvm::zip_equal(op->getResults(), point))
    frame.set(result, Tile::scalar(Format::I32, coordinate));
}

/// The coordinates of this tile block in the grid.
static LogicalResult getTileBlockId(GetTileBlockIdOp op, Frame &frame) {
  setGridPoint(op, frame, frame.position);
  return success();
}

/// The extents of the grid.
static LogicalResult getNumTileBlocks(GetNumTileBlocksOp op, Frame &frame) {
  setGridPoint(op, frame, frame.machine.config.grid);
  return success();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// The tile whose element at coordinates c is that of `source` at the offset
/// sum(c[i] * strides[i]); a stride of zero repeats.
static Tile gather(const Tile &source, ArrayRef<int64_t> shape,
                   ArrayRef<int64_t> strides) {
  Tile result(shape, source.getFormat());
  withWord(source.elementBytes(), [&](auto word) {
    using Word = decltype(word);
    const Word *from = source.words<Word>();
    Word *to = result.words<Word>();
    Shape coordinates(shape.size(), 0);
    int64_t offset = 0;
    for (int64_t i = 0, n = result.size(); i < n; ++i) {
      to[i] = from[offset];
      // Counts the coordinates up, the last one fastest.
      for (size_t dim = shape.size(); dim-- > 0;) {
        offset += strides[dim];
        if (++coordinates[dim] < shape[dim])
          break;
        offset -= strides[dim] * shape[dim];
        coordinates[dim] = 0;
      }
    }
  });
  return result;
}

/// The distance between neighbours along each dimension in row-major order.
static Shape rowMajorStrides(ArrayRef<int64_t> shape) {
  Shape strides(shape.size());
  int64_t stride = 1;
  for (size_t dim = shape.size(); dim-- > 0; stride *= shape[dim])
    strides[dim] = stride;
  return strides;
}

/// Repeats the source along its dimensions of extent 1.
static LogicalResult broadcast(BroadcastOp op, Frame &frame) {
  const Tile &source = frame.tile(op.getSource());
  Shape strides = rowMajorStrides(source.getShape());
  for (auto [stride, extent] : llvm::zip_equal(strides, source.getShape()))
    if (extent == 1)
      stride = 0;
  frame.set(op.getResult(), gather(source, shapeOf(op.getResult()), strides));
  return success();
}

/// Result dimension i is source dimension permutation[i].
static LogicalResult permute(PermuteOp op, Frame &frame) {
  const Tile &source = frame.tile(op.getSource());
  Shape strides = rowMajorStrides(source.getShape());
  Shape permuted = llvm::map_to_vector<4>(
      op.getPermutation(), [&](int32_t dim) { return strides[dim]; });
  frame.set(op.getResult(), gather(source, shapeOf(op.getResult()), permuted));
  return success();
}

/// The same elements in row-major order under another shape.
static LogicalResult reshape(ReshapeOp op, Frame &frame) {
  frame.set(op.getResult(),
            frame.tile(op.getSource()).reshaped(shapeOf(op.getResult())));
  return success();
}

/// The element of the first value where the condition is 1, else the second's.
static LogicalResult selectOp(SelectOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getValIfTrue());
  const Tile &y = frame.tile(op.getValIfFalse());
  Tile condition = frame.tile(op.getCond()).splattedTo(x.getShape());
  condition = condition.splattedTo(y.getShape());
  Tile ifTrue = x.splattedTo(condition.getShape());
  Tile ifFalse = y.splattedTo(condition.getShape());
  Tile result(condition.getShape(), x.getFormat());
  withWord(result.elementBytes(), [&](auto word) {
    using Word = decltype(word);
    for (int64_t i = 0, n = result.size(); i < n; ++i)
      result.words<Word>()[i] = condition.words<uint8_t>()[i]
                                    ? ifTrue.words<Word>()[i]
                                    : ifFalse.words<Word>()[i];
  });
  frame.set(op.getResult(), std::move(result));
  return success();
}

void interp::addShapeOps(OpTable &table) {
  table.add<broadcast>();
  table.add<constant>(Kind::Elementwise);
  table.add<getNumTileBlocks>();
  table.add<getTileBlockId>();
  table.add<iota>();
  table.add<permute>();
  table.add<reshape>();
  table.add<selectOp>(Kind::Elementwise);
}
