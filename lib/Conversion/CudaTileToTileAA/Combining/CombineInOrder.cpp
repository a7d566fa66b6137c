//===- CombineInOrder.cpp - One element after the other -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of a reduction or a scan takes scalars, but may compute with tiles on the way,
// on which all threads work together. So it cannot be run for many elements at once; two
// loops run it for one after the other, along one line of the dimension after the other:
//
//   for %line { for %k { body on %total and %x[%line, %k]; %results[%line, %k] = %total } }
//
// A reduction is what a scan gives at the end of each line.
//
//===----------------------------------------------------------------------===//

#include "../Patterns.h"
#include "../SourceTiles.h"
#include "mlir/IR/IRMapping.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Reduction.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Parts.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

static bool computesWithTiles(Block &body) {
  auto isTile = [](Type type) {
    auto tile = dyn_cast<TileType>(type);
    return tile && !tile.getShape().empty();
  };
  WalkResult found = body.walk([&](Operation *op) {
    return llvm::any_of(op->getOperandTypes(), isTile) ||
                   llvm::any_of(op->getResultTypes(), isTile)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return found.wasInterrupted();
}

namespace {

/// Combines the elements of a reduction or a scan in order.
template <typename CombiningOp> class Sequence {
public:
  explicit Sequence(CombiningOp op)
      : op(op), builder(op), loc(op.getLoc()),
        shape(cast<TileType>(op->getOperandTypes().front()).getShape()) {
    extent = shape[op.getDim()];
    lines = llvm::product_of(shape) / extent;
    for (unsigned dim = 0; dim < shape.size(); ++dim)
      if (dim != op.getDim())
        order.push_back(dim);
    order.push_back(op.getDim());
  }

  void run() {
    SmallVector<Value> tiles = llvm::map_to_vector(
        op.getOperands(), [&](Value tile) { return toLines(tile); });
    Value none = makeIndex(0);
    Value one = makeIndex(1);
    Value all = makeIndex(lines);
    auto loop = ForOp::create(
        builder, loc, none, all, one, tiles,
        [&](OpBuilder &, Location, Value line, ValueRange results) {
          SmallVector<Value> ofLine = combineLine(line, tiles, results);
          ContinueOp::create(builder, loc, ofLine);
        });
    for (auto [result, tile] :
         llvm::zip_equal(op.getResults(), loop.getResults()))
      result.replaceAllUsesWith(getResult(tile, result.getType()));
    op.erase();
  }

private:
  static constexpr bool isScan = std::is_same_v<CombiningOp, ScanOp>;

  /// The results with those of one line.
  SmallVector<Value> combineLine(Value line, ArrayRef<Value> tiles,
                                 ValueRange results) {
    SmallVector<Value> carried(results);
    Value first = getPlace(makeIndex(0));
    for (Value tile : tiles)
      carried.push_back(take(tile, line, first));
    Value one = makeIndex(1);
    Value end = makeIndex(extent);
    auto loop = ForOp::create(
        builder, loc, one, end, one, carried,
        [&](OpBuilder &, Location, Value step, ValueRange before) {
          Value place = getPlace(step);
          SmallVector<Value> totals =
              combine(before.drop_front(tiles.size()), tiles, line, place);
          SmallVector<Value> next;
          for (auto [tile, total] :
               llvm::zip(before.take_front(tiles.size()), totals))
            next.push_back(put(tile, total, line, place));
          next.append(totals);
          ContinueOp::create(builder, loc, next);
        });
    return llvm::to_vector_of<Value>(
        loop.getResults().take_front(tiles.size()));
  }

  /// The body's results for totals and the elements at a place of a line.
  SmallVector<Value> combine(ValueRange totals, ArrayRef<Value> tiles,
                             Value line, Value place) {
    IRMapping made;
    for (auto [i, total] : llvm::enumerate(totals)) {
      made.map(op.getAccumulator(i), total);
      made.map(op.getElement(i), take(tiles[i], line, place));
    }
    Block &body = op.getBody().front();
    for (Operation &each : body.without_terminator())
      builder.clone(each, made);
    return llvm::map_to_vector(
        body.getTerminator()->getOperands(),
        [&](Value value) { return made.lookupOrDefault(value); });
  }

  /// The tile as lines.
  Value toLines(Value tile) {
    Value turned = PermuteOp::create(builder, loc, tile, order);
    return reshapeTile(builder, loc, turned, {lines, extent});
  }

  /// The result of the op: the scan's tile, or a reduction's ends of lines.
  Value getResult(Value ofLines, Type type) {
    if constexpr (isScan) {
      SmallVector<int64_t> permuted =
          llvm::map_to_vector(order, [&](int32_t dim) { return shape[dim]; });
      SmallVector<int32_t> back(order.size());
      for (auto [to, from] : llvm::enumerate(order))
        back[from] = to;
      Value turned = reshapeTile(builder, loc, ofLines, permuted);
      return PermuteOp::create(builder, loc, turned, back);
    } else {
      Value none = makeIndex(0);
      Value last = makeIndex(extent - 1);
      int64_t ofEnds[] = {lines, 1};
      Value ends = ExtractOp::create(builder, loc, ofLines, ofEnds,
                                     ValueRange{none, last});
      return reshapeTile(builder, loc, ends, cast<TileType>(type).getShape());
    }
  }

  /// The place of a step in a line.
  Value getPlace(Value step) {
    if constexpr (isScan)
      if (op.getReverse()) {
        Value last = makeIndex(extent - 1);
        return SubIOp::create(builder, loc, last, step);
      }
    return step;
  }

  Value take(Value tile, Value line, Value place) {
    int64_t one[] = {1, 1};
    Value element =
        ExtractOp::create(builder, loc, tile, one, ValueRange{line, place});
    return reshapeTile(builder, loc, element, {});
  }

  Value put(Value tile, Value element, Value line, Value place) {
    Value part = reshapeTile(builder, loc, element, {1, 1});
    return InsertOp::create(builder, loc, part, tile, ValueRange{line, place});
  }

  Value makeIndex(int64_t value) {
    return makeTileConstant(builder, loc,
                            TileType::get({}, builder.getI32Type()),
                            builder.getI32IntegerAttr(value));
  }

  CombiningOp op;
  OpBuilder builder;
  Location loc;
  ArrayRef<int64_t> shape;
  /// The dimensions in their order in lines.
  SmallVector<int32_t> order;
  int64_t lines, extent;
};

} // namespace

void tessera::combineInOrder(EntryOpInterface entry) {
  entry.walk([](Operation *op) {
    if (auto scan = dyn_cast<ScanOp>(op);
        scan && computesWithTiles(scan.getBody().front()))
      Sequence<ScanOp>(scan).run();
    else if (auto reduce = dyn_cast<ReduceOp>(op);
             reduce && computesWithTiles(reduce.getBody().front()))
      Sequence<ReduceOp>(reduce).run();
  });
}
