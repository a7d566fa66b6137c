//===- ExpandScans.cpp - Running totals by halves -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scan of n elements becomes log2(n) steps on the whole tile. Before a step,
// every element x holds the total of its block up to itself, and t the total of
// its whole block of `size` elements. The step merges two blocks into one:
//
//   size 1    x  1  2  3  4       t  1  2  3  4
//   size 2    x  1  3  3  7       t  3  3  7  7
//   size 4    x  1  3  6 10       t 10 10 10 10
//
// The elements of the upper block combine their value with the total of the
// lower one. In a tile of pairs of blocks, the total of the other block is t
// with its two rows exchanged. The exchange is the exclusive or of both rows,
// by a reduction of two elements (at most one shuffle), XOR t again.
//
// The body's first operand is the one that comes first. In the lower block the
// total of the other block comes second, so the operands are swapped there,
// unless the body is commutative.
//
// A sequential scan within each thread first would take fewer operations, n
// instead of n log n. But then a scan would have to be an op of all stages,
// with layouts of its own.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow/ControlFlow.h"
#include "ElementwiseBody.h"
#include "Patterns.h"
#include "tessera/Dialect/CudaTile/IR/Numerics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Reduction.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

namespace {

class ScanExpander {
public:
  explicit ScanExpander(ScanOp scan)
      : scan(scan), builder(scan), loc(scan.getLoc()),
        shape(cast<TileType>(scan->getOperandTypes().front()).getShape()) {}

  void run() {
    SmallVector<Value> totals(scan.getOperands()), results = totals;
    int64_t extent = shape[scan.getDim()];
    for (int64_t size = 1; size < extent; size *= 2) {
      SmallVector<int64_t> pairs = getPairs(extent, size);
      totals = reshape(totals, pairs);
      results = reshape(results, pairs);
      Value isLater = isLaterRow(pairs);
      SmallVector<Value> others = llvm::map_to_vector(
          totals, [&](Value total) { return exchangeRows(total); });
      results = select(isLater, combine(others, results, isLater), results);
      if (2 * size < extent)
        totals = combineRows(isLater, others, totals);
    }
    scan->replaceAllUsesWith(reshape(results, shape));
    scan.erase();
  }

private:
  /// The shape of pairs of blocks, each block a row, along the dimension.
  SmallVector<int64_t> getPairs(int64_t extent, int64_t size) {
    SmallVector<int64_t> pairs(shape);
    auto at = pairs.begin() + scan.getDim();
    *at = size;
    pairs.insert(pairs.begin() + scan.getDim(), {extent / (2 * size), 2});
    return pairs;
  }
  unsigned getRowDim() { return scan.getDim() + 1; }

  Value reshape(Value tile, ArrayRef<int64_t> to) {
    return reshapeTile(builder, loc, tile, to);
  }
  SmallVector<Value> reshape(ValueRange tiles, ArrayRef<int64_t> to) {
    return llvm::map_to_vector(tiles,
                               [&](Value tile) { return reshape(tile, to); });
  }
  /// True for elements of the row that comes second.
  Value isLaterRow(ArrayRef<int64_t> pairs) {
    Type i32 = builder.getI32Type();
    TileType two = TileType::get({2}, i32);
    Value rows = IotaOp::create(builder, loc, two);
    Value later = makeTileConstant(
        builder, loc, two, builder.getI32IntegerAttr(!scan.getReverse()));
    Value isLater = CmpIOp::create(
        builder, loc, TileType::get({2}, builder.getI1Type()),
        ComparisonPredicate::Equal, rows, later, Signedness::Unsigned);
    SmallVector<int64_t> line(pairs.size(), 1);
    line[getRowDim()] = 2;
    return broadcastTile(builder, loc, reshape(isLater, line), pairs);
  }

  Value exchangeRows(Value tile) {
    auto type = cast<TileType>(tile.getType());
    Value bits = toBits(tile);
    auto element =
        cast<IntegerType>(cast<TileType>(bits.getType()).getElementType());
    auto sum = ReduceOp::create(
        builder, loc, bits, getRowDim(), {IntegerAttr::get(element, 0)},
        [](OpBuilder &builder, Location loc, ValueRange args) {
          Value both =
              XOrIOp::create(builder, loc, args[0].getType(), args[0], args[1]);
          YieldOp::create(builder, loc, both);
        });
    SmallVector<int64_t> line(type.getShape());
    line[getRowDim()] = 1;
    Value both = broadcastTile(builder, loc, reshape(sum->getResult(0), line),
                               type.getShape());
    return fromBits(XOrIOp::create(builder, loc, bits.getType(), both, bits),
                    type);
  }

  Value toBits(Value tile) {
    auto type = cast<TileType>(tile.getType());
    Type element = type.getElementType();
    if (element.isInteger())
      return tile;
    if (isa<PointerType>(element))
      return PtrToIntOp::create(
          builder, loc, TileType::get(type.getShape(), builder.getI64Type()),
          tile);
    // A tf32 has no bits of its own; they are those of the f32 that holds it.
    if (element.isTF32())
      return toBits(convertFloat(tile, builder.getF32Type()));
    unsigned width = numerics::bitWidth(*getFormat(element));
    return BitcastOp::create(
        builder, loc,
        TileType::get(type.getShape(), builder.getIntegerType(width)), tile);
  }
  Value fromBits(Value tile, TileType type) {
    if (tile.getType() == type)
      return tile;
    if (isa<PointerType>(type.getElementType()))
      return IntToPtrOp::create(builder, loc, type, tile);
    if (type.getElementType().isTF32())
      return convertFloat(
          fromBits(tile, TileType::get(type.getShape(), builder.getF32Type())),
          type.getElementType());
    return BitcastOp::create(builder, loc, type, tile);
  }
  Value convertFloat(Value tile, Type element) {
    return FToFOp::create(
        builder, loc,
        TileType::get(cast<TileType>(tile.getType()).getShape(), element), tile,
        RoundingMode::NearestEven);
  }

  SmallVector<Value> select(Value condition, ArrayRef<Value> yes,
                            ArrayRef<Value> no) {
    return llvm::map_to_vector(
        llvm::zip_equal(yes, no), [&](auto pair) -> Value {
          auto [left, right] = pair;
          return SelectOp::create(builder, loc, left.getType(), condition, left,
                                  right);
        });
  }

  /// The body's results for each pair of elements, or for those of which
  /// `guard` is true: others need not be a pair of the scan.
  SmallVector<Value> combine(ArrayRef<Value> before, ArrayRef<Value> after,
                             Value guard = {}) {
    Block &body = scan.getBody().front();
    SmallVector<Value> tiles(body.getNumArguments());
    for (unsigned i = 0; i < before.size(); ++i) {
      tiles[scan.getAccumulator(i).getArgNumber()] = before[i];
      tiles[scan.getElement(i).getArgNumber()] = after[i];
    }
    return BodyOnTiles::make(builder, body, tiles, guard);
  }

  /// The total of both rows, in each row, from the total of the other row and
  /// its own.
  SmallVector<Value> combineRows(Value isLater, ArrayRef<Value> others,
                                 ArrayRef<Value> own) {
    if (isCommutative())
      return combine(others, own);
    SmallVector<Value> before = select(isLater, others, own);
    SmallVector<Value> after = select(isLater, own, others);
    return combine(before, after);
  }

  /// True if the body treats each operand by itself, by one commutative op on
  /// its arguments.
  bool isCommutative() {
    Operation *yield = scan.getBody().front().getTerminator();
    return llvm::all_of(llvm::seq(yield->getNumOperands()), [&](unsigned i) {
      Operation *op = yield->getOperand(i).getDefiningOp();
      Value before = scan.getAccumulator(i), element = scan.getElement(i);
      return op && op->hasTrait<OpTrait::IsCommutative>() &&
             op->getNumOperands() == 2 &&
             llvm::is_contained(op->getOperands(), before) &&
             llvm::is_contained(op->getOperands(), element);
    });
  }

  ScanOp scan;
  OpBuilder builder;
  Location loc;
  ArrayRef<int64_t> shape;
};

} // namespace

void tessera::expandScans(EntryOpInterface entry) {
  entry.walk([](ScanOp scan) { ScanExpander(scan).run(); });
}
