//===- BoundsReduction.cpp - Bounds of reductions and scans ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements are combined in any order (Tile IR specification, "Reduction").
// A body of exact operations gives the same result in every order. OpenSum and
// OpenProduct bound sums and products of floats. For any other body nothing is
// known, unless it has no float in it. The identity may be combined or not: the
// bounds hold both results.
//
//===----------------------------------------------------------------------===//

#include "../Bounds/OpenSum.h"
#include "BoundsRules.h"
#include "tessera/Dialect/CudaTile/IR/Numerics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/FloatMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Reduction.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

//===----------------------------------------------------------------------===//
// Operations of a body
//===----------------------------------------------------------------------===//

/// True if the operation has the same result under any rounding.
static bool isExactOp(Operation *op) {
  if (isa<YieldOp, ConstantOp, NegFOp, AbsFOp, CeilOp, FloorOp, CmpFOp,
          SelectOp>(op))
    return true;
  if (auto max = dyn_cast<MaxFOp>(op))
    return !max.getFlushToZero();
  if (auto min = dyn_cast<MinFOp>(op))
    return !min.getFlushToZero();
  auto isFloat = [](Type type) {
    auto tile = dyn_cast<TileType>(type);
    return tile && numerics::isFloat(elementFormatOf(tile));
  };
  return op->getNumRegions() == 0 &&
         llvm::none_of(op->getOperandTypes(), isFloat) &&
         llvm::none_of(op->getResultTypes(), isFloat);
}

/// The operation of this kind that makes the i-th result from the i-th element
/// and partial result, or null.
template <typename Combine, typename Op>
static Combine combinationOf(Op op, unsigned i) {
  Block &body = op.getBody().front();
  auto combine =
      body.getTerminator()->getOperand(i).template getDefiningOp<Combine>();
  if (!combine)
    return nullptr;
  mlir::Value x = op.getElement(i), y = op.getAccumulator(i);
  bool isOfPair = (combine.getLhs() == x && combine.getRhs() == y) ||
                  (combine.getLhs() == y && combine.getRhs() == x);
  return isOfPair ? combine : nullptr;
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

namespace {
/// The elements of a tile that a reduction combines: those of one row are
/// `stride` apart.
struct Rows {
  Rows(ArrayRef<int64_t> shape, int64_t dim, bool isReverse)
      : extent(shape[dim]), stride(numElements(shape.drop_front(dim + 1))),
        count(numElements(shape) / extent), isReverse(isReverse) {}

  /// The index of a row's element that is combined as number k.
  int64_t at(int64_t row, int64_t k) const {
    int64_t position = isReverse ? extent - 1 - k : k;
    return (row / stride * extent + position) * stride + row % stride;
  }

  int64_t extent, stride, count;
  bool isReverse;
};
} // namespace

template <typename Op> static Rows rowsOf(Op op) {
  bool isReverse = false;
  if constexpr (std::is_same_v<Op, ScanOp>)
    isReverse = op.getReverse();
  return {cast<TileType>(op->getOperand(0).getType()).getShape(),
          static_cast<int64_t>(op.getDim()), isReverse};
}

/// The index of the result that holds a row's elements up to number k: a reduce
/// has one for each row.
template <typename Op>
static int64_t resultOf(const Rows &rows, int64_t row, int64_t k) {
  return std::is_same_v<Op, ScanOp> ? rows.at(row, k) : row;
}

/// Gives the i-th result the bounds of an accumulator over its rows, which
/// starts as `empty`.
template <typename Op, typename Accumulator>
static void setOpen(Op op, Frame &frame, unsigned i, Accumulator empty) {
  const Format format = elementFormatOf(op->getOperand(i).getType());
  const ElementBounds identity =
      exactly(cuda_tile::getBits(op.getIdentities()[i], format));
  Rows rows = rowsOf(op);
  const Tile &operand = frame.tile(op->getOperand(i));
  BoundsBuilder builder(frame.tile(op->getResult(i)));
  for (int64_t row = 0; row < rows.count; ++row) {
    Accumulator without = empty, with = empty;
    with.add(identity);
    for (int64_t k = 0; k < rows.extent; ++k) {
      const ElementBounds x = boundsAt(operand, rows.at(row, k));
      without.add(x);
      with.add(x);
      if (std::is_same_v<Op, ScanOp> || k + 1 == rows.extent)
        builder.set(resultOf<Op>(rows, row, k),
                    either(format, without.bounds(modeOf(frame), op),
                           with.bounds(modeOf(frame), op), op));
    }
  }
  frame.set(op->getResult(i), std::move(builder).finish());
}

/// Computes the bounds of the i-th result if it is a sum or product.
template <typename Op> static bool setOpen(Op op, Frame &frame, unsigned i) {
  Format format = elementFormatOf(op->getOperand(i).getType());
  auto isDirected = [](auto combine) {
    return getRounding(combine.getRoundingMode()) !=
           numerics::Rounding::NearestEven;
  };
  if (auto sum = combinationOf<AddFOp>(op, i)) {
    setOpen(op, frame, i,
            OpenSum(format, sum.getFlushToZero(), isDirected(sum)));
    return true;
  }
  auto product = combinationOf<MulFOp>(op, i);
  if (!product || product.getFlushToZero())
    return false;
  setOpen(op, frame, i, OpenProduct(format, isDirected(product)));
  return true;
}

//===----------------------------------------------------------------------===//
// Exact bodies
//===----------------------------------------------------------------------===//

/// Combines elements by the body itself, whose operations compute the bounds:
/// for all rows at once if they can.
template <typename Op> class ExactFold {
public:
  ExactFold(Op op, Frame &frame)
      : op(op), frame(frame), body(op.getBody().front()), rows(rowsOf(op)) {
    for (mlir::Value operand : op->getOperands())
      operands.push_back(frame.tile(operand));
    for (mlir::Value result : op->getResults())
      builders.emplace_back(frame.tile(result));
  }

  Flow run() {
    int64_t step = frame.machine.program.isElementwise(body) ? rows.count : 1;
    for (int64_t row = 0; row < rows.count; row += step) {
      bool isScan = std::is_same_v<Op, ScanOp>;
      if (failed(isScan ? scan(row, step) : reduce(row, step)))
        return Flow::Stop;
    }
    for (auto [result, builder] : llvm::zip_equal(op->getResults(), builders))
      frame.set(result, std::move(builder).finish());
    return Flow::Next;
  }

private:
  /// One partial result for each operand, for some rows.
  using Partial = SmallVector<interp::Value>;

  Partial identities(int64_t count) {
    Partial tiles;
    for (auto [operand, identity] :
         llvm::zip_equal(operands, op.getIdentities()))
      tiles.push_back(
          Tile::splat({count}, operand.getFormat(),
                      cuda_tile::getBits(identity, operand.getFormat())));
    return tiles;
  }

  /// The elements number k of some rows, with their bounds.
  Partial elements(int64_t firstRow, int64_t count, int64_t k) {
    return llvm::map_to_vector(operands, [&](const Tile &operand) {
      Tile tile({count}, operand.getFormat());
      for (int64_t i = 0; i < count; ++i)
        tile.set(i, operand[rows.at(firstRow + i, k)]);
      return interp::Value(withBounds(std::move(tile), [&](int64_t i) {
        return boundsAt(operand, rows.at(firstRow + i, k));
      }));
    });
  }

  /// The results of the reduction itself for exact elements.
  Partial results(int64_t firstRow, int64_t count) {
    return llvm::map_to_vector(op->getResults(), [&](mlir::Value result) {
      const Tile &value = frame.tile(result);
      Tile tile({count}, value.getFormat());
      for (int64_t i = 0; i < count; ++i)
        tile.set(i, value[firstRow + i]);
      return interp::Value(std::move(tile));
    });
  }

  /// partial = body(partial, x), where x is a later part.
  LogicalResult combine(Partial &partial, const Partial &x) {
    for (unsigned i = 0; i < x.size(); ++i) {
      frame.set(op.getElement(i), x[i]);
      frame.set(op.getAccumulator(i), partial[i]);
    }
    if (frame.run(body) == Flow::Stop)
      return failure();
    partial = frame.handedOver;
    return success();
  }

  LogicalResult scan(int64_t firstRow, int64_t count) {
    Partial partial = elements(firstRow, count, 0);
    for (int64_t k = 0; k < rows.extent; ++k)
      if ((k > 0 && failed(combine(partial, elements(firstRow, count, k)))) ||
          failed(put(partial, firstRow, count, k)))
        return failure();
    return success();
  }

  LogicalResult reduce(int64_t firstRow, int64_t count) {
    if (areExact(frame, op->getOperands()))
      return put(results(firstRow, count), firstRow, count, rows.extent - 1);
    Partial partial = elements(firstRow, count, 0);
    for (int64_t k = 1; k < rows.extent; ++k)
      if (failed(combine(partial, elements(firstRow, count, k))))
        return failure();
    return put(partial, firstRow, count, rows.extent - 1);
  }

  /// Sets the results of elements up to number k, with and without the
  /// identity: the body is associative, so that it does not matter before which
  /// of them the identity is combined.
  LogicalResult put(const Partial &partial, int64_t firstRow, int64_t count,
                    int64_t k) {
    Partial with = identities(count);
    if (failed(combine(with, partial)))
      return failure();
    for (unsigned number = 0; number < partial.size(); ++number) {
      const Tile &x = std::get<Tile>(partial[number]);
      const Tile &y = std::get<Tile>(with[number]);
      for (int64_t i = 0; i < count; ++i)
        builders[number].set(
            resultOf<Op>(rows, firstRow + i, k),
            either(x.getFormat(), boundsAt(x, i), boundsAt(y, i), op));
    }
    return success();
  }

  Op op;
  Frame &frame;
  Block &body;
  Rows rows;
  SmallVector<Tile> operands;
  SmallVector<BoundsBuilder> builders;
};

//===----------------------------------------------------------------------===//
// The rule
//===----------------------------------------------------------------------===//

template <typename Op>
static Flow combine(Operation *operation, Frame &frame, Handler run) {
  auto op = cast<Op>(operation);
  frame.tracksBounds = false;
  Flow flow = run(op, frame);
  frame.tracksBounds = true;
  if (flow != Flow::Next)
    return flow;
  if (llvm::all_of(op.getBody().front(),
                   [](Operation &inner) { return isExactOp(&inner); }))
    return ExactFold<Op>(op, frame).run();
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    if (!setOpen(op, frame, i)) {
      const Tile &value = frame.tile(op->getResult(i));
      frame.set(op->getResult(i),
                withBounds(value, [&](int64_t) { return undecided(op); }));
    }
  return flow;
}

void interp::addReductionBounds(BoundsTable &table) {
  table.add<ReduceOp>(combine<ReduceOp>);
  table.add<ScanOp>(combine<ScanOp>);
}
