//===- ExpandScans.cpp - Running totals by halves -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scan of n elements becomes log2(n) steps on a whole tile. Before a step,
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
// Each step updates every element. Where a thread holds whole blocks of neighbours, or has
// several blocks' worth of elements, these steps end there. A tile with one total for each
// block goes on, and gets the total of all that is before its block, which the block's
// elements take at the end:
//
//   total    10            26            42
//   before    0            10            36
//   x         1  3  6 10 |  5 11 18 26 |  9 19 30 42
//   result    1  3  6 10 | 15 21 28 36 | 45 55 66 78
//
// The first block has an identity before it, which is the body's first operand. A second
// operand that is one need not be neutral in a body that does not commute: there the step
// takes the total of the other block alone.
//
// Pairs whose elements go their own ways through the body are reduced (DivergentBody.h).
//
// A sequential scan within each thread would take fewer operations still. But then a scan
// would have to be an op of all stages, with layouts of its own.
//
//===----------------------------------------------------------------------===//

#include "../Patterns.h"
#include "../SourceTiles.h"
#include "DivergentBody.h"
#include "ElementwiseBody.h"
#include "tessera/Dialect/CudaTile/IR/Numerics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Reduction.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/ViewAccess.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Views.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Misc.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

/// Elements of the blocks whose totals are scanned: as many neighbours as most accesses
/// give a thread.
static constexpr int64_t kElementsOfBlock = 4;
/// Elements of a line across the dimension that fill the lanes of a warp, so that none of
/// a block are in lanes; and those of a tile of which threads have a block each.
static constexpr int64_t kElementsOfLanes = 32 * 4,
                         kElementsOfThreads = 2 * 32 * 4;
/// Elements of a tile of which four warps have four blocks each: the totals are worth a
/// trip to the threads that go on with them, whoever has the neighbours.
static constexpr int64_t kElementsOfTrip = 4 * 32 * 4 * kElementsOfBlock;

//===----------------------------------------------------------------------===//
// Neighbours in a thread
//===----------------------------------------------------------------------===//

static bool isMultipleOf(Value number, uint64_t divisor) {
  auto promise = number.getDefiningOp<AssumeOp>();
  if (!promise)
    return false;
  auto multiple = dyn_cast<DivByAttr>(promise.getPredicate());
  return (multiple && multiple.getDivisor() % divisor == 0) ||
         isMultipleOf(promise.getValue(), divisor);
}

/// True if accesses to the rows of a view may have a block each.
static bool haveRowsBlocks(MakeTensorViewOp view) {
  TensorViewType type = view.getResult().getType();
  ArrayRef<int64_t> strides = type.getStrides();
  return !strides.empty() && strides.back() == 1 &&
         isMultipleOf(view.getBase(), 16) &&
         llvm::all_of(strides.drop_back(),
                      [](int64_t stride) {
                        return stride == TensorViewType::kDynamic ||
                               stride % kElementsOfBlock == 0;
                      }) &&
         llvm::all_of(view.getDynamicStrides(), [](Value stride) {
           return isMultipleOf(stride, kElementsOfBlock);
         });
}

/// True if a tile is loaded, or computed of one that is, by accesses that give a thread
/// the neighbours of a block.
static bool haveThreadsBlocks(Value tile) {
  int64_t elements = cast<TileType>(tile.getType()).getNumElements();
  SetVector<Operation *> makers;
  auto visit = [&](Value value) {
    auto type = dyn_cast<TileType>(value.getType());
    if (Operation *maker = value.getDefiningOp();
        maker && type && type.getNumElements() == elements)
      makers.insert(maker);
  };
  visit(tile);
  for (unsigned i = 0; i < makers.size(); ++i) {
    if (auto load = dyn_cast<LoadViewTkoOp>(makers[i])) {
      Operation *part = load.getView().getDefiningOp();
      auto view = part ? part->getOperand(0).getDefiningOp<MakeTensorViewOp>()
                       : nullptr;
      return view && haveRowsBlocks(view);
    }
    llvm::for_each(makers[i]->getOperands(), visit);
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Expansion
//===----------------------------------------------------------------------===//

namespace {

class ScanExpander {
public:
  explicit ScanExpander(ScanOp scan)
      : scan(scan), builder(scan), loc(scan.getLoc()),
        shape(cast<TileType>(scan->getOperandTypes().front()).getShape()),
        diverges(BodyAnalysis(scan.getBody().front()).diverges()) {}

  void run() {
    SmallVector<Value> results(scan.getOperands());
    int64_t block = getElementsOfBlock();
    SmallVector<Value> totals =
        climb(results, shape, block, [&](const Level &level) {
          results = reshape(results, level.pairs);
          results =
              select(level.isLater,
                     combine(level.others, results, level.isLater), results);
        });
    if (block < shape[scan.getDim()])
      results = addBefore(results, totals, block);
    scan->replaceAllUsesWith(reshape(results, shape));
    scan.erase();
  }

private:
  /// All of the dimension, unless threads or warps have whole blocks, or the totals of
  /// blocks are worth a trip to them.
  int64_t getElementsOfBlock() {
    int64_t extent = shape[scan.getDim()], elements = llvm::product_of(shape);
    int64_t line = llvm::product_of(shape.drop_front(scan.getDim() + 1));
    bool haveBlocks = line == 1
                          ? elements >= kElementsOfThreads &&
                                haveThreadsBlocks(scan.getOperands().front())
                          : line >= kElementsOfLanes;
    return haveBlocks || elements >= kElementsOfTrip
               ? std::min(extent, kElementsOfBlock)
               : extent;
  }

  /// A step that merges pairs of blocks.
  struct Level {
    /// The shape of pairs of blocks, each block a row, along the dimension.
    SmallVector<int64_t> pairs;
    /// True for elements of the block that comes second.
    Value isLater;
    /// The total of the other block of its pair, for each element.
    SmallVector<Value> others;
  };

  /// Merges blocks of one element of tiles of the shape `whole` until they have `end`, and
  /// returns the totals of these in each of their elements; where they are all of the
  /// scan, nobody needs them.
  SmallVector<Value> climb(SmallVector<Value> totals, ArrayRef<int64_t> whole,
                           int64_t end,
                           function_ref<void(const Level &)> visit) {
    bool isLast = end == whole[scan.getDim()];
    for (int64_t size = 1; size < end; size *= 2) {
      Level level;
      level.pairs = getPairs(whole, size);
      level.isLater = isAt(level.pairs, getRowDim(), !scan.getReverse());
      totals = reshape(totals, level.pairs);
      level.others = llvm::map_to_vector(
          totals, [&](Value total) { return exchangeRows(total); });
      visit(level);
      if (2 * size < end || !isLast)
        totals = combineRows(level.isLater, level.others, totals);
    }
    return totals;
  }

  /// The results of the scan from those within blocks of a size, and from the totals of
  /// these in each of their elements.
  SmallVector<Value> addBefore(ArrayRef<Value> results, ArrayRef<Value> totals,
                               int64_t block) {
    unsigned dim = scan.getDim();
    SmallVector<int64_t> split(shape), blocks(shape);
    blocks[dim] = split[dim] = shape[dim] / block;
    split.insert(split.begin() + dim + 1, block);
    SmallVector<Value> ofBlocks = llvm::map_to_vector(totals, [&](Value total) {
      return reshape(takeOne(reshape(total, split), dim + 1), blocks);
    });
    SmallVector<Value> before = sumUpBefore(ofBlocks, blocks);
    SmallVector<int64_t> line(split);
    line[dim + 1] = 1;
    for (Value &each : before)
      each = broadcastTile(builder, loc, reshape(each, line), split);
    return combine(before, reshape(results, split));
  }

  /// For each element of tiles of totals that of all before it, and the identities for
  /// the first.
  SmallVector<Value> sumUpBefore(ArrayRef<Value> totals,
                                 ArrayRef<int64_t> whole) {
    SmallVector<Value> before = llvm::map_to_vector(
        llvm::zip_equal(totals, scan.getIdentities()), [&](auto pair) -> Value {
          auto [total, identity] = pair;
          auto type = cast<TileType>(total.getType());
          return makeTileConstant(builder, loc, type, identity);
        });
    climb(SmallVector<Value>(totals), whole, whole[scan.getDim()],
          [&](const Level &level) {
            before = reshape(before, level.pairs);
            before = select(level.isLater, addToOthers(level, before), before);
          });
    return reshape(before, whole);
  }

  /// The totals before elements of later blocks: of the other block, and `before` of the
  /// own one, which only a body that commutes takes where that is an identity.
  SmallVector<Value> addToOthers(const Level &level, ArrayRef<Value> before) {
    unsigned dim = getRowDim() + 1;
    int64_t size = level.pairs[dim];
    if (size == 1)
      return level.others;
    if (isCommutative())
      return combine(level.others, before, level.isLater);
    Value isFirst = isAt(level.pairs, dim, scan.getReverse() ? size - 1 : 0);
    Value never =
        makeTileConstant(builder, loc, cast<TileType>(isFirst.getType()),
                         builder.getBoolAttr(false));
    Value isPair = SelectOp::create(builder, loc, isFirst.getType(), isFirst,
                                    never, level.isLater);
    return select(isFirst, level.others, combine(level.others, before, isPair));
  }

  /// The shape of pairs of blocks of a size in tiles of the shape `whole`.
  SmallVector<int64_t> getPairs(ArrayRef<int64_t> whole, int64_t size) {
    SmallVector<int64_t> pairs(whole);
    auto at = pairs.begin() + scan.getDim();
    int64_t extent = *at;
    *at = size;
    pairs.insert(at, {extent / (2 * size), 2});
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

  /// True for elements at `index` of `dim`.
  Value isAt(ArrayRef<int64_t> of, unsigned dim, int64_t index) {
    Type i32 = builder.getI32Type();
    TileType type = TileType::get({of[dim]}, i32);
    Value indices = IotaOp::create(builder, loc, type);
    Value there =
        makeTileConstant(builder, loc, type, builder.getI32IntegerAttr(index));
    Value isThere = CmpIOp::create(
        builder, loc, TileType::get({of[dim]}, builder.getI1Type()),
        ComparisonPredicate::Equal, indices, there, Signedness::Unsigned);
    SmallVector<int64_t> line(of.size(), 1);
    line[dim] = of[dim];
    return broadcastTile(builder, loc, reshape(isThere, line), of);
  }

  Value exchangeRows(Value tile) {
    auto type = cast<TileType>(tile.getType());
    Value bits = toBits(tile);
    Value both = broadcastTile(
        builder, loc, reduceBits<XOrIOp>(bits, getRowDim()), type.getShape());
    return fromBits(XOrIOp::create(builder, loc, bits.getType(), both, bits),
                    type);
  }

  /// The tile with one element along `dim`, where all are equal: any of them.
  Value takeOne(Value tile, unsigned dim) {
    auto type = cast<TileType>(tile.getType());
    SmallVector<int64_t> line(type.getShape());
    line[dim] = 1;
    return fromBits(reduceBits<OrIOp>(toBits(tile), dim),
                    TileType::get(line, type.getElementType()));
  }

  /// The bits of elements along `dim`, combined in one.
  template <typename Op> Value reduceBits(Value bits, unsigned dim) {
    auto type = cast<TileType>(bits.getType());
    auto element = cast<IntegerType>(type.getElementType());
    auto reduced = ReduceOp::create(
        builder, loc, bits, dim, {IntegerAttr::get(element, 0)},
        [](OpBuilder &builder, Location loc, ValueRange args) {
          Value both =
              Op::create(builder, loc, args[0].getType(), args[0], args[1]);
          YieldOp::create(builder, loc, both);
        });
    SmallVector<int64_t> line(type.getShape());
    line[dim] = 1;
    return reshape(reduced->getResult(0), line);
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
    if (diverges)
      return combineDivergently(builder, loc, body, tiles,
                                scan.getIdentities().getValue(), guard);
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
  /// True if elements go their own ways through the body.
  bool diverges;
};

} // namespace

void tessera::expandScans(EntryOpInterface entry) {
  entry.walk([](ScanOp scan) { ScanExpander(scan).run(); });
}
