//===- SplitPoint.cpp - Counters where comparisons change -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitPoint.h"
#include "tessera/Dialect/CudaTile/IR/Numerics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera::cuda_tile;
using llvm::APInt;
using CudaSignedness = tessera::cuda_tile::Signedness;

bool SplitPoint::operator==(const SplitPoint &other) const {
  return bound == other.bound && literal == other.literal &&
         coefficient == other.coefficient && offset == other.offset &&
         slack == other.slack && leastBound == other.leastBound &&
         mostCounter == other.mostCounter && anySign == other.anySign;
}

bool tessera::cuda_tile::isDefinedInside(ForOp loop, Value value) {
  return loop.getRegion().isAncestor(value.getParentRegion());
}

static CudaSignedness getSignedness(ForOp loop) {
  return loop.getUnsignedCmp() ? CudaSignedness::Unsigned
                               : CudaSignedness::Signed;
}

static bool isScalar(Value value) {
  return cast<TileType>(value.getType()).getShape().empty();
}

static bool hasOneElement(Value value) {
  return cast<TileType>(value.getType()).getNumElements() == 1;
}

std::optional<APInt> tessera::cuda_tile::getLiteral(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant || !isScalar(value))
    return std::nullopt;
  return constant.getValue().getSplatValue<APInt>();
}

//===----------------------------------------------------------------------===//
// Sums that grow with the counter
//===----------------------------------------------------------------------===//

namespace {

/// The elements of an integer tile have the form coefficient * iv + invariant -
/// subtracted + e, where e depends on the element and is in [low, high]. The sum is
/// over the integers; the tile holds it modulo 2^width.
struct AffineTile {
  int64_t coefficient = 0;
  /// The sums of these tiles of one element, which are known before the loop, modulo
  /// 2^width.
  SmallVector<Value, 2> invariant = {}, subtracted = {};
  int64_t low = 0, high = 0;

  bool isOfCounter() const { return invariant.empty() && subtracted.empty(); }
  bool isLiteral() const {
    return coefficient == 0 && isOfCounter() && low == high;
  }
};

class AffineAnalysis {
public:
  explicit AffineAnalysis(ForOp loop) : loop(loop) {}

  std::optional<AffineTile> analyze(Value value);

private:
  std::optional<AffineTile> analyzeLiteral(ConstantOp op);
  std::optional<AffineTile> analyzeSum(Value lhs, Value rhs, int sign);
  std::optional<AffineTile> analyzeProduct(Value lhs, Value rhs);

  ForOp loop;
  /// Sums of sums share operands: without a limit the search could take time
  /// exponential in their depth.
  unsigned budget = 64;
};

} // namespace

/// The value of `bits` under the signedness of the counter of `loop`, if it
/// fits an int64_t.
static std::optional<int64_t> readNumber(ForOp loop, const APInt &bits) {
  return loop.getUnsignedCmp()
             ? bits.zext(bits.getBitWidth() + 1).trySExtValue()
             : bits.trySExtValue();
}

std::optional<AffineTile> AffineAnalysis::analyzeLiteral(ConstantOp op) {
  AffineTile result;
  result.low = INT64_MAX;
  result.high = INT64_MIN;
  // Equal elements are stored once, however large the tile is.
  auto elements = op.getValue().getValues<APInt>();
  auto end =
      op.getValue().isSplat() ? std::next(elements.begin()) : elements.end();
  for (const APInt &element : llvm::make_range(elements.begin(), end)) {
    std::optional<int64_t> value = readNumber(loop, element);
    if (!value)
      return std::nullopt;
    result.low = std::min(result.low, *value);
    result.high = std::max(result.high, *value);
  }
  return result;
}

std::optional<AffineTile> AffineAnalysis::analyzeSum(Value lhs, Value rhs,
                                                     int sign) {
  std::optional<AffineTile> a = analyze(lhs), b = analyze(rhs);
  if (!a || !b)
    return std::nullopt;
  std::optional<int64_t> coefficient =
      llvm::checkedMulAdd<int64_t>(b->coefficient, sign, a->coefficient);
  std::optional<int64_t> low =
      llvm::checkedMulAdd<int64_t>(sign > 0 ? b->low : b->high, sign, a->low);
  std::optional<int64_t> high =
      llvm::checkedMulAdd<int64_t>(sign > 0 ? b->high : b->low, sign, a->high);
  if (!coefficient || !low || !high)
    return std::nullopt;
  if (sign < 0)
    std::swap(b->invariant, b->subtracted);
  llvm::append_range(a->invariant, b->invariant);
  llvm::append_range(a->subtracted, b->subtracted);
  return AffineTile{*coefficient, std::move(a->invariant),
                    std::move(a->subtracted), *low, *high};
}

std::optional<AffineTile> AffineAnalysis::analyzeProduct(Value lhs, Value rhs) {
  std::optional<AffineTile> a = analyze(lhs), b = analyze(rhs);
  if (!a || !b)
    return std::nullopt;
  if (a->isLiteral())
    std::swap(a, b);
  if (!b->isLiteral() || b->low < 0 || !a->isOfCounter())
    return std::nullopt;
  std::optional<int64_t> coefficient = llvm::checkedMul(a->coefficient, b->low);
  std::optional<int64_t> low = llvm::checkedMul(a->low, b->low);
  std::optional<int64_t> high = llvm::checkedMul(a->high, b->low);
  if (!coefficient || !low || !high)
    return std::nullopt;
  return AffineTile{*coefficient, {}, {}, *low, *high};
}

std::optional<AffineTile> AffineAnalysis::analyze(Value value) {
  if (budget == 0)
    return std::nullopt;
  --budget;
  if (value == loop.getInductionVar())
    return AffineTile{1, {}, {}, 0, 0};
  Operation *op = value.getDefiningOp();
  if (auto literal = dyn_cast_or_null<ConstantOp>(op))
    return analyzeLiteral(literal);
  if (hasOneElement(value) && !isDefinedInside(loop, value))
    return AffineTile{0, {value}, {}, 0, 0};
  if (!op)
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, std::optional<AffineTile>>(op)
      .Case<BroadcastOp, ReshapeOp, PermuteOp>(
          [&](auto shaped) { return analyze(shaped.getSource()); })
      .Case([&](IotaOp iota) {
        int64_t size = cast<TileType>(iota.getType()).getShape().front();
        return AffineTile{0, {}, {}, 0, size - 1};
      })
      .Case(
          [&](AddIOp sum) { return analyzeSum(sum.getLhs(), sum.getRhs(), 1); })
      .Case([&](SubIOp difference) {
        return analyzeSum(difference.getLhs(), difference.getRhs(), -1);
      })
      .Case([&](MulIOp product) {
        return analyzeProduct(product.getLhs(), product.getRhs());
      })
      .Default([](Operation *) { return std::nullopt; });
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// `iv PREDICATE bound`.
static SplitComparison compareCounter(ComparisonPredicate predicate,
                                      Value bound) {
  using Predicate = ComparisonPredicate;
  SplitComparison result;
  result.point.bound = {bound};
  result.point.anySign = true;
  result.equality =
      predicate == Predicate::Equal || predicate == Predicate::NotEqual;
  result.exact = !result.equality;
  // `iv <= bound` is `iv - 1 < bound`.
  result.point.offset = predicate == Predicate::LessThanOrEqual ||
                                predicate == Predicate::GreaterThan
                            ? -1
                            : 0;
  result.early = predicate == Predicate::LessThan ||
                 predicate == Predicate::LessThanOrEqual ||
                 predicate == Predicate::NotEqual;
  return result;
}

/// The largest number that may be added or compared without overflow of the
/// counter's type; 64 bits count as signed to be safe.
static int64_t getLimit(ForOp loop) {
  unsigned width = cast<TileType>(loop.getInductionVar().getType())
                       .getElementType()
                       .getIntOrFloatBitWidth();
  bool hasSign = !loop.getUnsignedCmp() || width == 64;
  return llvm::maskTrailingOnes<uint64_t>(hasSign ? width - 1 : width);
}

namespace {
/// `a < b` or `a <= b`, where a grows with the counter, or b falls, and sums of tiles of one
/// element are on the side of b alone.
struct TileComparison {
  AffineTile a, b;
  bool orEqual = false;
  /// True if the bound, the sum of b, came from the other side, where it was subtracted.
  bool isMoved = false;
  /// The outcome where the relation holds.
  bool value = true;

  static std::optional<TileComparison> read(ForOp loop, CmpIOp comparison);

  std::optional<SplitComparison> findEarly(ForOp loop) const;
  std::optional<SplitComparison> findLate(ForOp loop) const;

private:
  bool isWithin(ForOp loop) const;
  std::optional<SplitPoint> makePoint(ForOp loop, int64_t ofA,
                                      int64_t ofB) const;
};
} // namespace

std::optional<TileComparison> TileComparison::read(ForOp loop,
                                                   CmpIOp comparison) {
  using Predicate = ComparisonPredicate;
  AffineAnalysis analysis(loop);
  std::optional<AffineTile> a = analysis.analyze(comparison.getLhs());
  std::optional<AffineTile> b = analysis.analyze(comparison.getRhs());
  if (!a || !b)
    return std::nullopt;
  Predicate predicate = comparison.getComparisonPredicate();
  if (!a->invariant.empty() || !b->subtracted.empty() || b->coefficient > 0) {
    std::swap(a, b);
    predicate = swapped(predicate);
  }
  // `a >= b` is false where `a < b` is true.
  bool isBelow = predicate == Predicate::LessThan ||
                 predicate == Predicate::LessThanOrEqual;
  bool orEqual = predicate == Predicate::LessThanOrEqual ||
                 predicate == Predicate::GreaterThan;
  bool isMoved = !a->subtracted.empty();
  if (isMoved && b->invariant.empty())
    std::swap(a->subtracted, b->invariant);
  if (!a->isOfCounter() || !b->subtracted.empty())
    return std::nullopt;
  TileComparison result{std::move(*a), std::move(*b), orEqual, isMoved,
                        isBelow};
  if (!result.isWithin(loop))
    return std::nullopt;
  return result;
}

/// True if the literals are such that with a counter of 0 or more neither side leaves the
/// type where the other one bounds it.
bool TileComparison::isWithin(ForOp loop) const {
  int64_t limit = getLimit(loop);
  int64_t least = loop.getUnsignedCmp() ? 0 : -limit;
  return a.coefficient >= 0 && a.coefficient <= limit && a.low >= least &&
         a.high <= limit && b.coefficient <= 0 && b.coefficient >= -limit &&
         b.low >= -limit && b.high <= limit &&
         !(isMoved && (loop.getUnsignedCmp() || b.coefficient != 0));
}

/// The point between counters with `c * iv + ofA < invariant + ofB` and others.
std::optional<SplitPoint> TileComparison::makePoint(ForOp loop, int64_t ofA,
                                                    int64_t ofB) const {
  int64_t limit = getLimit(loop);
  std::optional<int64_t> coefficient =
      llvm::checkedSub(a.coefficient, b.coefficient);
  std::optional<int64_t> distance = llvm::checkedSub(ofA, ofB);
  if (!coefficient || *coefficient < 1 || *coefficient > limit || !distance ||
      *distance > limit || *distance <= -limit)
    return std::nullopt;
  int64_t offset = *distance - orEqual;
  SplitPoint point;
  point.bound = b.invariant;
  point.coefficient = *coefficient;
  point.offset = offset;
  point.slack = std::max<int64_t>({b.high, -offset, 0});
  if (isMoved) {
    // The difference is not below -bound + a.low.
    point.slack = std::max(point.slack, -a.low);
    point.leastBound = 0;
  }
  if (point.bound.empty()) {
    // iv < -offset / coefficient, rounded up; no counter is below 0.
    point.literal =
        std::max<int64_t>(llvm::divideCeilSigned(-offset, *coefficient), 0);
    point.coefficient = 1;
    point.offset = point.slack = 0;
  }
  return point;
}

/// Let iv >= 0 be a counter with c * iv + a.high < invariant + b.low, over the
/// integers. Then neither side wraps, so that the comparison is over the
/// integers and holds for each element: a lies between a.low and b; b is not below
/// a, and at most invariant + b.high, which the slack keeps within the type. A
/// difference lies between -invariant and 0.
std::optional<SplitComparison> TileComparison::findEarly(ForOp loop) const {
  std::optional<SplitPoint> point = makePoint(loop, a.high, b.low);
  if (!point)
    return std::nullopt;
  SplitComparison result;
  result.point = std::move(*point);
  result.early = value;
  return result;
}

/// Let iv >= 0 be a counter with c * iv + a.low >= invariant + b.high. Here a is the
/// larger side, which the largest counter of the loop keeps within the type, and b the
/// lesser one: at least invariant + b.low, less what falls with the counter.
std::optional<SplitComparison> TileComparison::findLate(ForOp loop) const {
  std::optional<SplitPoint> point = makePoint(loop, a.low, b.high);
  bool isUnsigned = loop.getUnsignedCmp();
  if (!point || (isUnsigned && b.coefficient < 0))
    return std::nullopt;
  int64_t limit = getLimit(loop);
  int64_t most = limit - std::max<int64_t>(a.high, 0);
  point->mostCounter = most / std::max<int64_t>(a.coefficient, 1);
  if (b.coefficient < 0) {
    int64_t falls = (limit + std::min<int64_t>(b.low, 0)) / -b.coefficient;
    point->mostCounter = std::min(*point->mostCounter, falls);
    point->leastBound = 0;
  } else if (b.low < 0 && !point->leastBound && !point->bound.empty()) {
    // Signed numbers begin at -limit - 1.
    point->leastBound = loop.getUnsignedCmp() ? -b.low : -limit - 1 - b.low;
  }
  SplitComparison result;
  result.point = std::move(*point);
  result.early = value;
  return result;
}

static bool isEquality(CmpIOp comparison) {
  ComparisonPredicate predicate = comparison.getComparisonPredicate();
  return predicate == ComparisonPredicate::Equal ||
         predicate == ComparisonPredicate::NotEqual;
}

/// True if a comparison reads its operands as the loop reads its counter.
static bool comparesAsLoop(ForOp loop, CmpIOp comparison) {
  return cast<TileType>(comparison.getLhs().getType()).getElementType() ==
             cast<TileType>(loop.getInductionVar().getType())
                 .getElementType() &&
         (isEquality(comparison) ||
          comparison.getSignedness() == getSignedness(loop));
}

std::optional<SplitComparison>
tessera::cuda_tile::findSplitComparison(ForOp loop, CmpIOp comparison) {
  if (!comparesAsLoop(loop, comparison))
    return std::nullopt;
  Value lhs = comparison.getLhs(), rhs = comparison.getRhs();
  ComparisonPredicate predicate = comparison.getComparisonPredicate();
  Value counter = loop.getInductionVar();
  if (rhs == counter) {
    std::swap(lhs, rhs);
    predicate = swapped(predicate);
  }
  if (lhs == counter && (getLiteral(rhs) || !isDefinedInside(loop, rhs)))
    return compareCounter(predicate, rhs);
  if (isEquality(comparison))
    return std::nullopt;
  std::optional<TileComparison> tiles = TileComparison::read(loop, comparison);
  return tiles ? tiles->findEarly(loop) : std::nullopt;
}

std::optional<SplitComparison>
tessera::cuda_tile::findLateComparison(ForOp loop, CmpIOp comparison) {
  if (!comparesAsLoop(loop, comparison) || isEquality(comparison))
    return std::nullopt;
  std::optional<TileComparison> tiles = TileComparison::read(loop, comparison);
  return tiles ? tiles->findLate(loop) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// The counter at which a comparison changes
//===----------------------------------------------------------------------===//

namespace {

/// Builds arithmetic on numbers of the type of a loop's counter.
class CounterArithmetic {
public:
  CounterArithmetic(OpBuilder &builder, ForOp loop)
      : builder(builder), loc(loop.getLoc()),
        type(cast<TileType>(loop.getInductionVar().getType())),
        width(type.getElementType().getIntOrFloatBitWidth()),
        signedness(getSignedness(loop)) {}

  APInt number(int64_t value) const {
    return APInt(width, value, /*isSigned=*/true, /*implicitTrunc=*/true);
  }
  APInt minimum() const {
    return isSigned() ? APInt::getSignedMinValue(width)
                      : APInt::getMinValue(width);
  }
  APInt maximum() const {
    return isSigned() ? APInt::getSignedMaxValue(width)
                      : APInt::getMaxValue(width);
  }
  bool isSigned() const { return signedness == CudaSignedness::Signed; }
  APInt widen(const APInt &value) const {
    return isSigned() ? value.sext(width + 2) : value.zext(width + 2);
  }

  Value constant(const APInt &value) {
    return ConstantOp::create(builder, loc,
                              DenseIntElementsAttr::get(type, value));
  }
  Value add(Value a, Value b) { return AddIOp::create(builder, loc, a, b); }
  /// The sum of tiles of one element modulo 2^width; null for none.
  Value addAll(ArrayRef<Value> terms) {
    Value sum;
    for (Value term : terms) {
      Value scalar = isScalar(term)
                         ? term
                         : Value(ReshapeOp::create(builder, loc, type, term));
      sum = sum ? add(sum, scalar) : scalar;
    }
    return sum;
  }
  Value sub(Value a, Value b) { return SubIOp::create(builder, loc, a, b); }
  Value mul(Value a, Value b) { return MulIOp::create(builder, loc, a, b); }
  Value min(Value a, Value b) {
    return MinIOp::create(builder, loc, a, b, signedness);
  }
  Value max(Value a, Value b) {
    return MaxIOp::create(builder, loc, a, b, signedness);
  }
  Value divideUp(Value a, Value b, CudaSignedness reading) {
    return DivIOp::create(builder, loc, a, b, reading,
                          RoundingMode::PositiveInf);
  }
  Value divideUp(Value a, Value b) { return divideUp(a, b, signedness); }
  Value compare(ComparisonPredicate predicate, Value a, Value b) {
    return CmpIOp::create(builder, loc, predicate, a, b, signedness);
  }
  Value both(Value a, Value b) {
    return a ? Value(AndIOp::create(builder, loc, a, b)) : b;
  }
  Value select(Value condition, Value ifTrue, Value ifFalse) {
    return SelectOp::create(builder, loc, condition, ifTrue, ifFalse);
  }

  OpBuilder &builder;
  Location loc;
  TileType type;
  unsigned width;
  CudaSignedness signedness;
};

} // namespace

/// The least counter, for any step, with !(iv + offset < bound); offset is 0 or
/// -1.
static Value computeCounterBound(CounterArithmetic &math, ForOp loop,
                                 const SplitPoint &point) {
  Value bound = math.addAll(point.bound);
  std::optional<APInt> literal = getLiteral(bound);
  if (point.offset == 0)
    return bound;
  Value one = math.constant(math.number(1));
  // No counter reaches the upper bound, so larger bounds may be replaced by it;
  // the smaller of both plus one cannot wrap.
  if (!literal || *literal == math.maximum()) {
    Value last = math.sub(loop.getUpperBound(), one);
    bound = math.min(bound, last);
  }
  return math.add(bound, one);
}

/// True if the comparison is known by the bounds of the loop and its own; null if it is
/// for all of them.
static Value computeKnown(CounterArithmetic &math, ForOp loop,
                          const SplitPoint &point, Value bound) {
  Value known;
  std::optional<APInt> lower = getLiteral(loop.getLowerBound());
  if (math.isSigned() && (!lower || lower->isNegative())) {
    Value zero = math.constant(math.number(0));
    known = math.compare(ComparisonPredicate::GreaterThanOrEqual,
                         loop.getLowerBound(), zero);
  }
  if (point.slack > 0) {
    Value most = math.constant(math.maximum() - math.number(point.slack));
    Value fits =
        math.compare(ComparisonPredicate::LessThanOrEqual, bound, most);
    known = math.both(known, fits);
  }
  if (bound && point.leastBound) {
    Value least = math.constant(math.number(*point.leastBound));
    Value fits =
        math.compare(ComparisonPredicate::GreaterThanOrEqual, bound, least);
    known = math.both(known, fits);
  }
  // The largest counter is below the upper bound.
  if (point.isLate() && math.number(*point.mostCounter) != math.maximum()) {
    Value most = math.constant(math.number(*point.mostCounter) + 1);
    Value fits = math.compare(ComparisonPredicate::LessThanOrEqual,
                              loop.getUpperBound(), most);
    known = math.both(known, fits);
  }
  return known;
}

/// The least counter, for any step, with !(coefficient * iv + offset < bound),
/// or the end of the loop at which the comparison is not known.
static Value computeTileBound(CounterArithmetic &math, ForOp loop,
                              const SplitPoint &point) {
  Value bound = math.addAll(point.bound), split = bound;
  if (!bound) {
    split = math.constant(math.number(point.literal));
  } else if (point.offset > 0) {
    APInt least = math.minimum() + math.number(point.offset);
    Value clamped = math.max(split, math.constant(least));
    split = math.sub(clamped, math.constant(math.number(point.offset)));
  } else if (point.offset < 0) {
    split = math.add(split, math.constant(math.number(-point.offset)));
  }
  if (point.coefficient != 1)
    split = math.divideUp(split, math.constant(math.number(point.coefficient)));

  Value unknown = point.isLate() ? loop.getUpperBound() : loop.getLowerBound();
  Value known = computeKnown(math, loop, point, bound);
  return known ? math.select(known, split, unknown) : split;
}

/// The split, for any step, if it is constant. It has two bits more than the
/// type, so that sums do not wrap.
static std::optional<APInt> getKnownSplit(const CounterArithmetic &math,
                                          const SplitPoint &point) {
  if (!point.anySign)
    return std::nullopt;
  std::optional<APInt> bound = getLiteral(point.bound.front());
  if (!bound || *bound == math.maximum())
    return std::nullopt;
  return math.widen(*bound) - point.offset;
}

/// True if everything is constant and lower + n * step, where n is the number
/// of steps to `split`, is computed without wrapping.
static bool alignsWithoutWrapping(const CounterArithmetic &math, ForOp loop,
                                  std::optional<APInt> split) {
  std::optional<APInt> lower = getLiteral(loop.getLowerBound());
  std::optional<APInt> step = getLiteral(loop.getStep());
  if (!split || !lower || !step || !step->isStrictlyPositive())
    return false;
  APInt distance = *split - math.widen(*lower);
  APInt past = math.widen(*step) + distance;
  APInt most = math.widen(math.maximum());
  return distance.isStrictlyPositive() && past.sle(most) &&
         (*split + math.widen(*step)).sle(most);
}

/// The least counter of `loop` that is not below `split`; at least the upper
/// bound if there is none.
static Value alignToStep(CounterArithmetic &math, ForOp loop, Value split,
                         bool mayWrap) {
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  Value step = loop.getStep();
  if (!mayWrap) {
    Value steps = math.divideUp(math.sub(split, lower), step);
    return math.add(lower, math.mul(steps, step));
  }
  // Between both bounds, the distance from the lower bound is an unsigned
  // number. If the next counter would wrap, there is none.
  Value clamped = math.min(math.max(split, lower), upper);
  Value distance = math.sub(clamped, lower);
  Value steps = math.divideUp(distance, step, CudaSignedness::Unsigned);
  Value aligned = math.add(lower, math.mul(steps, step));
  Value wraps = math.compare(ComparisonPredicate::LessThan, aligned, clamped);
  return math.select(wraps, upper, aligned);
}

SplitBounds tessera::cuda_tile::computeSplit(OpBuilder &builder, ForOp loop,
                                             const SplitPoint &point) {
  CounterArithmetic math(builder, loop);
  Value split = point.anySign ? computeCounterBound(math, loop, point)
                              : computeTileBound(math, loop, point);
  std::optional<APInt> step = getLiteral(loop.getStep());
  if (!step || !step->isOne()) {
    bool mayWrap =
        !alignsWithoutWrapping(math, loop, getKnownSplit(math, point));
    split = alignToStep(math, loop, split, mayWrap);
  }
  SplitBounds result;
  result.earlyEnd = math.min(split, loop.getUpperBound());
  result.lateBegin = math.max(split, loop.getLowerBound());
  return result;
}
