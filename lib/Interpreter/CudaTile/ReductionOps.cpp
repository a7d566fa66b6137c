//===- ReductionOps.cpp - Elements combined along a dimension -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Reduction.h"
#include "../Terms/TermTable.h"
#include "Decode.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Reduction.h"
#include "tessera/Interpreter/SymbolicRun.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

/// The slices of the operands across the dimension of a reduction or scan.
template <typename Op> static elements::Slices slicesOf(Op op) {
  return {shapeOf(op->getOperand(0)), static_cast<int64_t>(op.getDim())};
}

/// Sets what a combination leaves; where its order is open and changes that, with
/// terms that say so, if the run asks for them.
static void setResults(mlir::Operation *op, ArrayRef<Tile> tiles,
                       Frame &frame) {
  SymbolicRun *run = frame.symbolic();
  const bool isMarked = run && run->getTable().tracksOpenOrders() &&
                        SymbolicRun::combinesInOpenOrder(op);
  for (auto [result, tile] : llvm::zip_equal(op->getResults(), tiles))
    frame.set(result, isMarked ? opened(tile, run->getTable()) : tile);
}

/// reduce: folds the elements along the dimension, in order of index: acc =
/// x[0], acc = body(x[1], acc), and so on.
static LogicalResult reduce(ReduceOp op, Frame &frame) {
  Reduction reduction(op, frame, op.getIdentities(), slicesOf(op));
  FailureOr<Reduction::Partial> sum =
      reduction.combineAll(/*beginsWithIdentity=*/false);
  if (failed(sum))
    return failure();
  setResults(op, *sum, frame);
  return success();
}

/// scan: all partial results of a reduction: r[0] = body(identity, x[0]), r[i]
/// = body(r[i-1], x[i]). `reverse` runs from the last index down.
static LogicalResult scan(ScanOp op, Frame &frame) {
  elements::Slices slices = slicesOf(op);
  Reduction reduction(op, frame, op.getIdentities(), slices,
                      Reduction::Roles::BeforeAndAfter);
  auto positionOf = [&](int64_t i) {
    return op.getReverse() ? slices.extent - 1 - i : i;
  };
  SmallVector<Tile> results;
  for (mlir::Value operand : op->getOperands()) {
    const Tile &tile = frame.tile(operand);
    results.emplace_back(tile.getShape(), tile.getFormat());
  }
  auto put = [&](int64_t i, const Reduction::Partial &sum) {
    for (auto [result, slice] : llvm::zip_equal(results, sum))
      slices.put(result, positionOf(i), slice);
  };
  if (failed(reduction.combineUpToEach(positionOf, put)))
    return failure();
  setResults(op, results, frame);
  return success();
}

void interp::addReductionOps(OpTable &table) {
  table.add<reduce>();
  table.add<scan>();
}
