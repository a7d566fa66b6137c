//===- ReductionOps.cpp - Elements combined along a dimension -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of a reduction is associative and commutative (Tile IR
// specification, "Reduction"): it may combine partial results over neighbouring
// elements, in any order and either way round, and the identity any number of
// times. The plain order is that of the index, with the element and the partial
// result of each operand as the body's arguments; a seed chooses another.
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
using Partial = SmallVector<Tile>;

/// Elements along a dimension and how they are combined.
template <typename Op> class Reduction {
public:
  Reduction(Op op, Frame &frame)
      : slices(cast<TileType>(op->getOperand(0).getType()).getShape(),
               op.getDim()),
        op(op), frame(frame), body(op.getBody().front()) {}

  Partial identities() {
    Partial tiles;
    for (auto [operand, identity] :
         llvm::zip_equal(op->getOperands(), op.getIdentities())) {
      Format format = elementFormatOf(operand.getType());
      tiles.push_back(
          Tile::splat(slices.shape, format, bitsOf(identity, format)));
    }
    return tiles;
  }

  Partial elementsAt(int64_t position) {
    return llvm::map_to_vector(op->getOperands(), [&](mlir::Value operand) {
      return slices.get(frame.tile(operand), position);
    });
  }

  /// acc = body(x, acc).
  LogicalResult combine(const Partial &x, Partial &acc) {
    return frame.machine.program.isElementwise(body) ? combineAtOnce(x, acc)
                                                     : combineOneByOne(x, acc);
  }

  /// The partial results up to each element, from `first` to before `last`, as
  /// the seed combines them; `positionOf` says where an element lies. All of
  /// them contain the identity if the first element does.
  template <typename PositionOf>
  FailureOr<SmallVector<Partial>> prefixes(int64_t first, int64_t last,
                                           PositionOf positionOf);

  const elements::Slices slices;

private:
  LogicalResult combineAtOnce(const Partial &x, Partial &acc) {
    if (failed(runBody(x, acc)))
      return failure();
    // A body that yields one number for all has not seen the shape.
    for (Tile &result : acc)
      result = result.splattedTo(slices.shape);
    return success();
  }

  LogicalResult combineOneByOne(const Partial &x, Partial &acc) {
    Partial next;
    for (const Tile &result : acc)
      next.emplace_back(slices.shape, result.getFormat());
    for (int64_t i = 0, n = numElements(slices.shape); i < n; ++i) {
      auto elementOf = [&](const Tile &tile) {
        return Tile::scalar(tile.getFormat(), tile[i]);
      };
      Partial one = llvm::map_to_vector(x, elementOf);
      Partial other = llvm::map_to_vector(acc, elementOf);
      if (failed(runBody(one, other)))
        return failure();
      for (auto [to, from] : llvm::zip_equal(next, other))
        to.set(i, from[0]);
    }
    acc = std::move(next);
    return success();
  }

  /// Runs the body once; `acc` are arguments and become results.
  LogicalResult runBody(const Partial &x, Partial &acc) {
    for (unsigned i = 0; i < x.size(); ++i) {
      frame.set(op.getElement(i), x[i]);
      frame.set(op.getAccumulator(i), acc[i]);
    }
    if (frame.run(body) == Flow::Stop)
      return failure();
    for (unsigned i = 0; i < x.size(); ++i)
      acc[i] = std::get<Tile>(frame.handedOver[i]);
    return success();
  }

  /// Combines two partial results either way round.
  LogicalResult combineEitherWay(Partial x, Partial &acc) {
    if (frame.choices.below(2))
      std::swap(x, acc);
    return combine(x, acc);
  }

  Op op;
  Frame &frame;
  Block &body;
};
} // namespace

template <typename Op>
template <typename PositionOf>
FailureOr<SmallVector<Partial>>
Reduction<Op>::prefixes(int64_t first, int64_t last, PositionOf positionOf) {
  if (last - first == 1) {
    Partial element = elementsAt(positionOf(first));
    if (first == 0 || frame.choices.below(4) == 0)
      if (failed(combineEitherWay(identities(), element)))
        return failure();
    return SmallVector<Partial>{element};
  }
  int64_t middle = first + 1 + frame.choices.below(last - first - 1);
  FailureOr<SmallVector<Partial>> left = prefixes(first, middle, positionOf);
  if (failed(left))
    return failure();
  FailureOr<SmallVector<Partial>> right = prefixes(middle, last, positionOf);
  if (failed(right))
    return failure();
  Partial before = left->back();
  // Only the last is of interest to a reduction.
  for (Partial &partial : std::is_same_v<Op, ReduceOp>
                              ? MutableArrayRef(*right).take_back()
                              : MutableArrayRef(*right)) {
    if (failed(combineEitherWay(before, partial)))
      return failure();
    left->push_back(std::move(partial));
  }
  return left;
}

//===----------------------------------------------------------------------===//
// The operations
//===----------------------------------------------------------------------===//

/// reduce: folds the elements along the dimension into the identity, in order
/// of index: acc = body(x[0], identity), acc = body(x[1], acc), and so on.
static LogicalResult reduce(ReduceOp op, Frame &frame) {
  Reduction<ReduceOp> reduction(op, frame);
  int64_t extent = reduction.slices.extent;
  Partial sum = reduction.identities();
  if (frame.choices.isPlain()) {
    for (int64_t i = 0; i < extent; ++i)
      if (failed(reduction.combine(reduction.elementsAt(i), sum)))
        return failure();
  } else {
    auto sums = reduction.prefixes(0, extent, [](int64_t i) { return i; });
    if (failed(sums))
      return failure();
    sum = std::move(sums->back());
  }
  for (auto [result, tile] : llvm::zip_equal(op.getResults(), sum))
    frame.set(result, std::move(tile));
  return success();
}

/// scan: all partial results of a reduction: r[0] = body(x[0], identity), r[i]
/// = body(x[i], r[i-1]). `reverse` runs from the last index down.
static LogicalResult scan(ScanOp op, Frame &frame) {
  Reduction<ScanOp> reduction(op, frame);
  int64_t extent = reduction.slices.extent;
  auto positionOf = [&](int64_t i) {
    return op.getReverse() ? extent - 1 - i : i;
  };
  SmallVector<Tile> results;
  for (mlir::Value operand : op->getOperands()) {
    const Tile &tile = frame.tile(operand);
    results.emplace_back(tile.getShape(), tile.getFormat());
  }
  auto put = [&](int64_t i, const Partial &sum) {
    for (auto [result, slice] : llvm::zip_equal(results, sum))
      reduction.slices.put(result, positionOf(i), slice);
  };
  if (frame.choices.isPlain()) {
    Partial sum = reduction.identities();
    for (int64_t i = 0; i < extent; ++i) {
      if (failed(reduction.combine(reduction.elementsAt(positionOf(i)), sum)))
        return failure();
      put(i, sum);
    }
  } else {
    auto sums = reduction.prefixes(0, extent, positionOf);
    if (failed(sums))
      return failure();
    for (int64_t i = 0; i < extent; ++i)
      put(i, (*sums)[i]);
  }
  for (auto [result, tile] : llvm::zip_equal(op.getResults(), results))
    frame.set(result, std::move(tile));
  return success();
}

void interp::addReductionOps(OpTable &table) {
  table.add<reduce>();
  table.add<scan>();
}
