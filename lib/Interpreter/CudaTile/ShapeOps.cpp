//===- ShapeOps.cpp - Sources of values, shapes, selection, reduction -----===//
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
  setGridPoint(op, frame, frame.machine.grid);
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

//===----------------------------------------------------------------------===//
// Reduction
//===----------------------------------------------------------------------===//

namespace {
/// The operands of a reduction, seen as slices across the reduced dimension.
struct Slices {
  Slices(ArrayRef<int64_t> shape, int64_t dim)
      : extent(shape[dim]), inner(rowMajorStrides(shape)[dim]), result(shape) {
    result.erase(result.begin() + dim);
  }

  /// The elements at `position` along the reduced dimension, in the shape of
  /// the result.
  Tile at(const Tile &source, int64_t position) const {
    Tile slice(result, source.getFormat());
    withWord(source.elementBytes(), [&](auto word) {
      using Word = decltype(word);
      const Word *from = source.words<Word>() + position * inner;
      for (int64_t i = 0, n = slice.size() / inner; i < n; ++i)
        std::copy_n(from + i * inner * extent, inner,
                    slice.words<Word>() + i * inner);
    });
    return slice;
  }

  int64_t extent;
  /// The number of elements behind one position: those of the later dimensions.
  int64_t inner;
  Shape result;
};
} // namespace

/// Runs the body once on an element and an accumulator of each operand.
static LogicalResult combine(ReduceOp op, Frame &frame, ArrayRef<Tile> elements,
                             SmallVectorImpl<Tile> &accumulators) {
  Block &body = op.getBody().front();
  for (unsigned i = 0; i < elements.size(); ++i) {
    frame.set(op.getElement(i), elements[i]);
    frame.set(op.getAccumulator(i), accumulators[i]);
  }
  if (frame.run(body) == Flow::Stop)
    return failure();
  for (unsigned i = 0; i < elements.size(); ++i)
    accumulators[i] = std::get<Tile>(frame.handedOver[i]);
  return success();
}

/// Folds the elements along the dimension into the identity, in order of index:
/// acc = body(element, acc), and so on. Other orders are as good.
static LogicalResult reduce(ReduceOp op, Frame &frame) {
  unsigned numOperands = op->getNumOperands();
  Slices slices(shapeOf(op->getOperand(0)), op.getDim());
  SmallVector<Tile> sums;
  for (unsigned i = 0; i < numOperands; ++i) {
    Format format = elementFormatOf(op->getOperand(i).getType());
    sums.push_back(Tile::splat(slices.result, format,
                               bitsOf(op.getIdentities()[i], format)));
  }
  bool isElementwise =
      frame.machine.program.isElementwise(op.getBody().front());

  for (int64_t position = 0; position < slices.extent; ++position) {
    SmallVector<Tile> elements;
    for (mlir::Value operand : op->getOperands())
      elements.push_back(slices.at(frame.tile(operand), position));
    if (isElementwise) {
      if (failed(combine(op, frame, elements, sums)))
        return failure();
      // A body that yields one number for all has not seen the shape.
      for (Tile &sum : sums)
        sum = sum.splattedTo(slices.result);
      continue;
    }
    for (int64_t i = 0, n = numElements(slices.result); i < n; ++i) {
      SmallVector<Tile> x, acc;
      for (unsigned k = 0; k < numOperands; ++k) {
        x.push_back(Tile::scalar(elements[k].getFormat(), elements[k][i]));
        acc.push_back(Tile::scalar(sums[k].getFormat(), sums[k][i]));
      }
      if (failed(combine(op, frame, x, acc)))
        return failure();
      for (unsigned k = 0; k < numOperands; ++k)
        sums[k].set(i, acc[k][0]);
    }
  }
  for (auto [result, sum] : llvm::zip_equal(op.getResults(), sums))
    frame.set(result, std::move(sum));
  return success();
}

void interp::addShapeOps(OpTable &table) {
  table.add<broadcast>();
  table.add<constant>(Kind::Elementwise);
  table.add<getNumTileBlocks>();
  table.add<getTileBlockId>();
  table.add<iota>();
  table.add<permute>();
  table.add<reduce>();
  table.add<reshape>();
  table.add<selectOp>(Kind::Elementwise);
}
