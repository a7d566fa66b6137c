//===- ReductionOps.cpp - Elements combined along a dimension -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of a reduction is associative and commutative (Tile IR
// specification, "Reduction"), so that any order of the elements would do; here
// it is that of their index. The body's arguments are the element and the
// partial result of each operand.
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "Frame.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

namespace {
/// The partial results of a reduction, one slice for each operand.
template <typename Op> class PartialResults {
public:
  PartialResults(Op op, Frame &frame)
      : slices(cast<TileType>(op->getOperand(0).getType()).getShape(),
               op.getDim()),
        op(op), frame(frame), body(op.getBody().front()) {
    for (auto [operand, identity] :
         llvm::zip_equal(op->getOperands(), op.getIdentities())) {
      Format format = elementFormatOf(operand.getType());
      results.push_back(
          Tile::splat(slices.shape, format, bitsOf(identity, format)));
    }
  }

  /// result = body(element, result) for all elements at one position.
  LogicalResult combineWith(int64_t position) {
    SmallVector<Tile> elements;
    for (mlir::Value operand : op->getOperands())
      elements.push_back(slices.get(frame.tile(operand), position));
    return frame.machine.program.isElementwise(body)
               ? combineAtOnce(elements)
               : combineOneByOne(elements);
  }

  const elements::Slices slices;
  SmallVector<Tile> results;

private:
  LogicalResult combineAtOnce(ArrayRef<Tile> elements) {
    if (failed(runBody(elements, results)))
      return failure();
    // A body that yields one number for all has not seen the shape.
    for (Tile &result : results)
      result = result.splattedTo(slices.shape);
    return success();
  }

  LogicalResult combineOneByOne(ArrayRef<Tile> elements) {
    SmallVector<Tile> next;
    for (const Tile &result : results)
      next.emplace_back(slices.shape, result.getFormat());
    for (int64_t i = 0, n = numElements(slices.shape); i < n; ++i) {
      SmallVector<Tile> x, acc;
      for (auto [element, result] : llvm::zip_equal(elements, results)) {
        x.push_back(Tile::scalar(element.getFormat(), element[i]));
        acc.push_back(Tile::scalar(result.getFormat(), result[i]));
      }
      if (failed(runBody(x, acc)))
        return failure();
      for (auto [to, from] : llvm::zip_equal(next, acc))
        to.set(i, from[0]);
    }
    results = std::move(next);
    return success();
  }

  /// Runs the body once; `accumulators` are arguments and become results.
  LogicalResult runBody(ArrayRef<Tile> elements,
                        SmallVectorImpl<Tile> &accumulators) {
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

  Op op;
  Frame &frame;
  Block &body;
};
} // namespace

//===----------------------------------------------------------------------===//
// The operations
//===----------------------------------------------------------------------===//

/// reduce: folds the elements along the dimension into the identity, in order
/// of index: acc = body(x[0], identity), acc = body(x[1], acc), and so on.
static LogicalResult reduce(ReduceOp op, Frame &frame) {
  PartialResults<ReduceOp> sums(op, frame);
  for (int64_t position = 0; position < sums.slices.extent; ++position)
    if (failed(sums.combineWith(position)))
      return failure();
  for (auto [result, sum] : llvm::zip_equal(op.getResults(), sums.results))
    frame.set(result, std::move(sum));
  return success();
}

/// scan: all partial results of a reduction: r[0] = body(x[0], identity), r[i]
/// = body(x[i], r[i-1]). `reverse` runs from the last index down.
static LogicalResult scan(ScanOp op, Frame &frame) {
  PartialResults<ScanOp> sums(op, frame);
  SmallVector<Tile> results;
  for (mlir::Value operand : op->getOperands()) {
    const Tile &tile = frame.tile(operand);
    results.emplace_back(tile.getShape(), tile.getFormat());
  }
  int64_t extent = sums.slices.extent;
  for (int64_t i = 0; i < extent; ++i) {
    int64_t position = op.getReverse() ? extent - 1 - i : i;
    if (failed(sums.combineWith(position)))
      return failure();
    for (auto [result, sum] : llvm::zip_equal(results, sums.results))
      sums.slices.put(result, position, sum);
  }
  for (auto [result, tile] : llvm::zip_equal(op.getResults(), results))
    frame.set(result, std::move(tile));
  return success();
}

void interp::addReductionOps(OpTable &table) {
  table.add<reduce>();
  table.add<scan>();
}
