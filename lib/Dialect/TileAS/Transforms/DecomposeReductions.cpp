//===- DecomposeReductions.cpp - Splits reductions at warp borders --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "tessera/Dialect/TileAA/IR/Ops/FloatMath.h"
#include "tessera/Dialect/TileAA/IR/Ops/Reductions.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASDECOMPOSEREDUCTIONS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// The layouts of the steps of a reduction along `dim`.
struct ReductionLayouts {
  /// After the reduction within each warp: the rest of `dim` numbers the warps
  /// that had a part of it.
  LayoutAttr partial;
  /// The partial results of one element, gathered in registers of a thread.
  LayoutAttr gathered;
  /// After the reduction of those.
  LayoutAttr left;
  /// Extent of `dim` in the first two layouts.
  int64_t parts = 1;
};

ReductionLayouts deriveLayouts(RankedTensorType tile, unsigned dim) {
  const LinearLayout &whole = getLinearLayout(tile);
  LayoutAttr rest = follow(getLayout(tile), projectMap(tile.getShape(), dim));
  ReductionLayouts result;
  // The bases of `rest`, by register, lane and warp.
  SmallVector<LinearLayout::InDim> partial(rest.getMap().getInDims());
  SmallVector<LinearLayout::InDim> gathered = partial;
  for (auto [bit, basis] : llvm::enumerate(partial.back().second)) {
    if (whole.getBasis(kWarp, bit)[dim] == 0)
      continue;
    basis[dim] = result.parts;
    gathered.front().second.emplace_back(tile.getRank(), 0)[dim] = result.parts;
    result.parts *= 2;
  }
  SmallVector<LinearLayout::OutDim> outs(rest.getMap().getOutDims());
  outs[dim].second = llvm::Log2_64(result.parts);
  auto makeLayout = [&](ArrayRef<LinearLayout::InDim> bases) {
    return LayoutAttr::get(
        tile.getContext(),
        llvm::cantFail(LinearLayout::fromBases(bases, outs)));
  };
  result.partial = makeLayout(partial);
  result.gathered = makeLayout(gathered);
  result.left = rest;
  return result;
}

//===----------------------------------------------------------------------===//
// The index of the best
//===----------------------------------------------------------------------===//

/// A reduction of floats and their indices to the best and the least index of those.
struct Search {
  bool isForGreatest = false;
  bool areIndicesSigned = false;
};

/// Finds out by numbers for which of two pairs the body of a reduction decides, whatever
/// it looks like.
class SearchFinder {
public:
  explicit SearchFinder(tileaa::ReduceOp reduce) : reduce(reduce) {}

  std::optional<Search> find() {
    if (!findCondition())
      return std::nullopt;
    for (bool isForGreatest : {false, true}) {
      if (!choosesBest(isForGreatest))
        continue;
      std::optional<bool> isSigned = isFirstChosen({1, 1}, {-1, 1});
      if (isSigned)
        return Search{isForGreatest, *isSigned};
    }
    return std::nullopt;
  }

private:
  using Pair = std::pair<double, double>;

  /// True if one condition chooses value and index of the pair.
  bool findCondition() {
    if (reduce.getOperands().size() != 2)
      return false;
    Block &body = reduce.getBody().front();
    Operation *yield = body.getTerminator();
    for (unsigned i = 0; i < 2; ++i) {
      auto choice = yield->getOperand(i).getDefiningOp<arith::SelectOp>();
      Value first = body.getArgument(2 * i),
            second = body.getArgument(2 * i + 1);
      if (!choice || (condition && condition != choice.getCondition()))
        return false;
      condition = choice.getCondition();
      bool isFirst =
          choice.getTrueValue() == first && choice.getFalseValue() == second;
      if (!isFirst &&
          (choice.getTrueValue() != second || choice.getFalseValue() != first))
        return false;
      if (i > 0 && isFirst != chooseFirst)
        return false;
      chooseFirst = isFirst;
    }
    return isa<FloatType>(body.getArgument(0).getType()) &&
           isa<IntegerType>(body.getArgument(2).getType());
  }

  bool choosesBest(bool isForGreatest) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for (auto [first, second] : {Pair(1, 2), Pair(2, 1)})
      for (Pair values : {Pair(1, 2), Pair(2, 1)})
        if (isFirstChosen(values, {first, second}) !=
            ((values.first > values.second) == isForGreatest))
          return false;
    auto choosesLeastIndex = [&](double value) {
      return isFirstChosen({value, value}, {1, 2}) == true &&
             isFirstChosen({value, value}, {2, 1}) == false;
    };
    // Where a NaN is first or not, a body need not say, but then the order does.
    std::optional<bool> isNaN = isFirstChosen({nan, 1}, {1, 2});
    std::optional<bool> isNumber = isFirstChosen({1, nan}, {1, 2});
    return choosesLeastIndex(1) && isNaN && isNumber &&
           (isNaN == isNumber || (*isNumber && choosesLeastIndex(nan)));
  }

  std::optional<bool> isFirstChosen(Pair values, Pair indices) {
    Block &body = reduce.getBody().front();
    numbers.clear();
    for (auto [argument, number] : llvm::zip_equal(
             body.getArguments(), std::array{values.first, values.second,
                                             indices.first, indices.second}))
      numbers[argument] = number;
    std::optional<bool> holds = evaluate(condition);
    return holds ? std::optional(*holds == chooseFirst) : std::nullopt;
  }

  std::optional<bool> evaluate(Value value) {
    Operation *op = value.getDefiningOp();
    if (!op || op->getNumOperands() != 2)
      return std::nullopt;
    Value lhs = op->getOperand(0), rhs = op->getOperand(1);
    auto areNumbers = [&] { return numbers.count(lhs) && numbers.count(rhs); };
    if (auto compare = dyn_cast<arith::CmpFOp>(op))
      return areNumbers() ? std::optional(arith::applyCmpPredicate(
                                compare.getPredicate(), APFloat(numbers[lhs]),
                                APFloat(numbers[rhs])))
                          : std::nullopt;
    if (auto compare = dyn_cast<arith::CmpIOp>(op))
      return areNumbers() ? std::optional(arith::applyCmpPredicate(
                                compare.getPredicate(), makeInteger(lhs),
                                makeInteger(rhs)))
                          : std::nullopt;
    std::optional<bool> left = evaluate(lhs), right = evaluate(rhs);
    if (!left || !right)
      return std::nullopt;
    if (isa<arith::AndIOp>(op))
      return *left && *right;
    if (isa<arith::OrIOp>(op))
      return *left || *right;
    if (isa<arith::XOrIOp>(op))
      return *left != *right;
    return std::nullopt;
  }

  APInt makeInteger(Value argument) {
    return APInt(64, static_cast<int64_t>(numbers[argument]),
                 /*isSigned=*/true);
  }

  tileaa::ReduceOp reduce;
  Value condition;
  bool chooseFirst = false;
  llvm::SmallDenseMap<Value, double, 4> numbers;
};

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

class Decomposer {
public:
  explicit Decomposer(tileaa::ReduceOp reduce)
      : reduce(reduce), builder(reduce), dim(reduce.getDim()),
        layouts(deriveLayouts(
            cast<RankedTensorType>(reduce.getOperands().front().getType()),
            dim)) {}

  void run() {
    std::optional<Search> search;
    if (reduce.getResult(0).use_empty() && canSpread())
      search = SearchFinder(reduce).find();
    SmallVector<Value> values =
        search ? searchWithinWarps(*search)
               : reduceWithinWarps(reduce.getOperands(), layouts.partial,
                                   layouts.parts);
    if (layouts.parts > 1) {
      for (Value &value : values)
        value = ConvertLayoutOp::create(
            builder, reduce.getLoc(),
            withLayout(cast<RankedTensorType>(value.getType()),
                       layouts.gathered),
            value);
      values = reduceWithinWarps(values, layouts.left, 1);
    }
    for (auto [value, result] : llvm::zip(values, reduce.getResults()))
      if (!search || !result.use_empty())
        result.replaceAllUsesWith(dropReducedDim(value, result.getType()));
    reduce.erase();
  }

private:
  /// Reduces the values first, and then the indices of those that are as good. A NaN is
  /// the best only of nothing else. Where several warps have parts of the dimension, the
  /// results are pairs as well, and the best of these is found as of any.
  SmallVector<Value> searchWithinWarps(Search search) {
    Location loc = reduce.getLoc();
    Value values = reduce.getOperands()[0], indices = reduce.getOperands()[1];
    auto type = cast<RankedTensorType>(values.getType());
    Value best = reduceAlone(values, [&](Type type, Value a, Value b) -> Value {
      if (search.isForGreatest)
        return tileaa::MaxFOp::create(builder, loc, type, a, b);
      return tileaa::MinFOp::create(builder, loc, type, a, b);
    });
    Value isNone = arith::CmpFOp::create(builder, loc,
                                         arith::CmpFPredicate::UNO, best, best);
    Value isBest = arith::CmpFOp::create(
        builder, loc, arith::CmpFPredicate::OEQ, values, spread(best, type));
    isBest = arith::OrIOp::create(
        builder, loc, isBest,
        spread(isNone, cast<RankedTensorType>(isBest.getType())));
    auto places = cast<RankedTensorType>(indices.getType());
    unsigned width = places.getElementTypeBitWidth();
    APInt most = search.areIndicesSigned ? APInt::getSignedMaxValue(width)
                                         : APInt::getMaxValue(width);
    Value last = arith::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(places, most));
    Value found = arith::SelectOp::create(builder, loc, isBest, indices, last);
    Value least = reduceAlone(found, [&](Type type, Value a, Value b) -> Value {
      if (search.areIndicesSigned)
        return arith::MinSIOp::create(builder, loc, type, a, b);
      return arith::MinUIOp::create(builder, loc, type, a, b);
    });
    return {best, least};
  }

  /// Reduces what each warp has of a tile by an op of two scalars.
  Value reduceAlone(Value tile,
                    llvm::function_ref<Value(Type, Value, Value)> combine) {
    Location loc = reduce.getLoc();
    auto type = cast<RankedTensorType>(tile.getType());
    auto step = WarpReduceOp::create(
        builder, loc, makeReducedType(type, layouts.partial, layouts.parts),
        tile, reduce.getDimAttr());
    Type element = type.getElementType();
    OpBuilder::InsertionGuard guard(builder);
    Block *body = builder.createBlock(&step.getBody(), {}, {element, element},
                                      {loc, loc});
    Value both = combine(element, body->getArgument(0), body->getArgument(1));
    tileaa::YieldOp::create(builder, loc, both);
    return step.getResults().front();
  }

  /// The dimension as turns of warps, each of which has neighbours.
  struct Split {
    int64_t turns = 1, warps = 1, neighbours = 1;
  };

  /// The split where numbers of warps are bits of the place along the dimension.
  Split split() {
    auto type = cast<RankedTensorType>(reduce.getOperands()[0].getType());
    const LinearLayout &whole = getLinearLayout(type);
    Split result{1, layouts.parts, type.getDimSize(dim)};
    for (int bit = 0, e = whole.getInDimSizeLog2(kWarp); bit < e; ++bit)
      if (int64_t place = whole.getBasis(kWarp, bit)[dim])
        result.neighbours = std::min(result.neighbours, place);
    result.turns = type.getDimSize(dim) / (result.warps * result.neighbours);
    return result;
  }

  /// A shape with three dimensions in place of the reduced one.
  SmallVector<int64_t> splitShape(ArrayRef<int64_t> shape, Split split) const {
    SmallVector<int64_t> result(shape);
    result[dim] = split.neighbours;
    result.insert(result.begin() + dim, {split.turns, split.warps});
    return result;
  }

  static RankedTensorType reshapeType(RankedTensorType tile,
                                      ArrayRef<int64_t> shape) {
    return RankedTensorType::get(
        shape, tile.getElementType(),
        follow(getLayout(tile), reshapeMap(tile.getShape(), shape)));
  }

  /// True if each warp can give its elements what it found of them: the numbers of warps
  /// along the dimension are bits of the place there, and no others.
  bool canSpread() {
    if (layouts.parts == 1)
      return true;
    auto type = cast<RankedTensorType>(reduce.getOperands()[0].getType());
    Split ofWhole = split();
    if (ofWhole.turns == 0)
      return false;
    SmallVector<int64_t> shape = splitShape(type.getShape(), ofWhole);
    RankedTensorType partial =
        makeReducedType(type, layouts.partial, layouts.parts);
    LayoutAttr from = getLayout(reshapeType(
        partial, splitShape(partial.getShape(), {1, layouts.parts, 1})));
    LayoutAttr to = getLayout(reshapeType(type, shape));
    LinearLayout ofWarps = projectMap(shape, {dim, dim + 2});
    return matchRegisters(from.getMap(), to.getMap().compose(ofWarps))
        .has_value();
  }

  /// A tile of one element of each warp along the dimension, repeated.
  Value spread(Value tile, RankedTensorType like) {
    Location loc = reduce.getLoc();
    auto type = cast<RankedTensorType>(tile.getType());
    auto whole = RankedTensorType::get(like.getShape(), type.getElementType(),
                                       like.getEncoding());
    if (layouts.parts == 1)
      return tileaa::BroadcastOp::create(builder, loc, whole, tile);
    Value line = tileaa::ReshapeOp::create(
        builder, loc,
        reshapeType(type, splitShape(type.getShape(), {1, layouts.parts, 1})),
        tile);
    Value repeated = tileaa::BroadcastOp::create(
        builder, loc, reshapeType(whole, splitShape(whole.getShape(), split())),
        line);
    return tileaa::ReshapeOp::create(builder, loc, whole, repeated);
  }

  RankedTensorType makeReducedType(RankedTensorType tile, LayoutAttr layout,
                                   int64_t parts) const {
    SmallVector<int64_t> shape(tile.getShape());
    shape[dim] = parts;
    return RankedTensorType::get(shape, tile.getElementType(), layout);
  }

  SmallVector<Value> reduceWithinWarps(ValueRange operands, LayoutAttr layout,
                                       int64_t parts) {
    SmallVector<Type> types;
    for (Value operand : operands)
      types.push_back(makeReducedType(cast<RankedTensorType>(operand.getType()),
                                      layout, parts));
    auto step = WarpReduceOp::create(builder, reduce.getLoc(), types, operands,
                                     reduce.getDimAttr());
    IRMapping mapping;
    reduce.getBody().cloneInto(&step.getBody(), mapping);
    return SmallVector<Value>(step.getResults());
  }

  Value dropReducedDim(Value value, Type result) {
    if (isa<RankedTensorType>(result))
      return tileaa::ReshapeOp::create(builder, reduce.getLoc(), result, value);
    return tileaa::UnsplatOp::create(builder, reduce.getLoc(), result, value);
  }

  tileaa::ReduceOp reduce;
  OpBuilder builder;
  unsigned dim;
  ReductionLayouts layouts;
};

struct DecomposeReductionsPass
    : tessera::impl::TileASDecomposeReductionsBase<DecomposeReductionsPass> {
  void runOnOperation() override {
    getOperation().walk([](tileaa::ReduceOp op) { Decomposer(op).run(); });
  }
};

} // namespace
