//===- DivergentBody.cpp - Elements that go their own ways ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DivergentBody.h"
#include "../SourceTiles.h"
#include "mlir/IR/IRMapping.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Reduction.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

/// The place of what is not combined, behind the places 0 and 1 of a pair.
static constexpr int64_t kNoPlace = 2;

namespace {

/// Makes the reduction, whose pairs lie along a last dimension of tiles.
class PairReduction {
public:
  PairReduction(OpBuilder &builder, Location loc, ArrayRef<int64_t> shape)
      : builder(builder), loc(loc), ofPairs(shape) {
    ofPairs.push_back(2);
    alone.assign(ofPairs.size(), 1);
    alone.back() = 2;
  }

  /// The pairs of the elements of two tiles.
  Value stack(Value first, Value second) {
    Value isSecond = compare(ComparisonPredicate::NotEqual, getPlaces(), 0);
    Value takesSecond = spread(isSecond);
    Value seconds = toPairs(second);
    Value firsts = toPairs(first);
    return select(takesSecond, seconds, firsts);
  }

  /// The place of each element in its pair; `kNoPlace` where `guard` is false.
  Value stackPlaces(Value guard) {
    Value places = spread(getPlaces());
    if (!guard)
      return places;
    Value none =
        makeTileConstant(builder, loc, cast<TileType>(places.getType()),
                         builder.getI32IntegerAttr(kNoPlace));
    return select(toPairs(guard), places, none);
  }

  /// The body's results for a pair of elements, each followed by those of other
  /// operands, and their places: in order, or where one has no place, the other.
  SmallVector<Value> combine(Block &body, ValueRange pairs) {
    Value place = pairs.drop_back().back(), other = pairs.back();
    Value isInOrder = compare(ComparisonPredicate::LessThan, place, other);
    SmallVector<Value> first, second;
    for (size_t i = 0; i + 2 < pairs.size(); i += 2) {
      first.push_back(select(isInOrder, pairs[i], pairs[i + 1]));
      second.push_back(select(isInOrder, pairs[i + 1], pairs[i]));
    }
    Value before = select(isInOrder, place, other);
    Value after = select(isInOrder, other, place);
    Value isPair = compare(ComparisonPredicate::LessThan, after, kNoPlace);
    auto choice = IfOp::create(
        builder, loc, TypeRange(ValueRange(first)), isPair,
        [&](OpBuilder &, Location) {
          IRMapping made;
          for (size_t i = 0; i < first.size(); ++i) {
            made.map(body.getArgument(2 * i), first[i]);
            made.map(body.getArgument(2 * i + 1), second[i]);
          }
          for (Operation &op : body)
            builder.clone(op, made);
        },
        [&](OpBuilder &, Location) { YieldOp::create(builder, loc, first); });
    SmallVector<Value> results(choice.getResults());
    results.push_back(before);
    return results;
  }

private:
  Value getPlaces() {
    return IotaOp::create(builder, loc,
                          TileType::get({2}, builder.getI32Type()));
  }

  /// A tile of one element for each place, for all pairs.
  Value spread(Value ofPlaces) {
    return broadcastTile(builder, loc,
                         reshapeTile(builder, loc, ofPlaces, alone), ofPairs);
  }
  /// A tile of one element for each pair, for both places.
  Value toPairs(Value tile) {
    SmallVector<int64_t> single(ofPairs);
    single.back() = 1;
    return broadcastTile(builder, loc, reshapeTile(builder, loc, tile, single),
                         ofPairs);
  }

  Value compare(ComparisonPredicate predicate, Value places, int64_t place) {
    Value constant =
        makeTileConstant(builder, loc, cast<TileType>(places.getType()),
                         builder.getI32IntegerAttr(place));
    return compare(predicate, places, constant);
  }
  Value compare(ComparisonPredicate predicate, Value places, Value others) {
    auto type = cast<TileType>(places.getType());
    return CmpIOp::create(builder, loc,
                          TileType::get(type.getShape(), builder.getI1Type()),
                          predicate, places, others, Signedness::Signed);
  }
  Value select(Value condition, Value yes, Value no) {
    return SelectOp::create(builder, loc, yes.getType(), condition, yes, no);
  }

  OpBuilder &builder;
  Location loc;
  /// The shape of pairs, and that of one pair alone.
  SmallVector<int64_t> ofPairs, alone;
};

} // namespace

SmallVector<Value> tessera::combineDivergently(OpBuilder &builder, Location loc,
                                               Block &body,
                                               ArrayRef<Value> tiles,
                                               ArrayRef<Attribute> identities,
                                               Value guard) {
  ArrayRef<int64_t> shape = cast<TileType>(tiles.front().getType()).getShape();
  PairReduction pairs(builder, loc, shape);
  SmallVector<Value> operands;
  for (size_t i = 0; i < tiles.size(); i += 2)
    operands.push_back(pairs.stack(tiles[i], tiles[i + 1]));
  operands.push_back(pairs.stackPlaces(guard));
  SmallVector<Attribute> neutral(identities);
  neutral.push_back(builder.getI32IntegerAttr(kNoPlace));
  auto reduce =
      ReduceOp::create(builder, loc, operands, /*dim=*/shape.size(), neutral,
                       [&](OpBuilder &, Location, ValueRange scalars) {
                         SmallVector<Value> combined =
                             pairs.combine(body, scalars);
                         YieldOp::create(builder, loc, combined);
                       });
  return llvm::to_vector_of<Value>(reduce.getResults().drop_back());
}
