//===- UniformMasks.cpp - Bounds of uniform masks -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for %i in (0 to %n, step 1) {        %end = ...
//     %s = mmaf ...                      for %i in (0 to %n, step 1) {
//     %m = cmpi less_than_or_equal         %s = mmaf ...
//              64 * %i + iota, ...   ->    %m = cmpi less_than_or_equal ...
//     %x = select %m, %s, %inf             %all = cmpi less_than %i, %end
//     ...                                  %x = select (%m or %all), %s, %inf
//   }                                      ...
//
// A mask that is false everywhere until then, `64 * %i + iota > ...`, selects by
// `%m and not %all`; one that is known from some counter on, as that of the keys before a
// window is, by `%i >= %begin`. A mask may be one of several that select together:
// `%m and %k`. `loop-split` would split the loop here; this pass leaves that to
// tileas-split-loops, after scheduling, so that copies can run ahead within a single loop.
//
//===----------------------------------------------------------------------===//

#include "SplitPoint.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/MatrixMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"
#include "tessera/Dialect/CudaTile/IR/WidenedMasks.h"
#include "tessera/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace tessera {
#define GEN_PASS_DEF_CUDATILEUNIFORMMASKS
#include "tessera/Dialect/CudaTile/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using llvm::APInt;

//===----------------------------------------------------------------------===//
// Distances of bounds
//===----------------------------------------------------------------------===//

namespace {
/// A sum of scalars, or tiles of one element, each times a factor, and of a literal, modulo 2^width.
class ScalarSum {
public:
  explicit ScalarSum(unsigned width) : literal(width, 0) {}

  /// Adds `value * factor`, by the sums and products that it is made of.
  void add(Value value, const APInt &factor);
  /// The sum, if no scalar is left in it.
  std::optional<APInt> getLiteralSum() const;

private:
  llvm::MapVector<Value, APInt> factors;
  APInt literal;
  /// Sums of sums share operands: without a limit the search could take time
  /// exponential in their depth.
  unsigned budget = 64;
};
} // namespace

void ScalarSum::add(Value value, const APInt &factor) {
  Operation *op = budget == 0 ? nullptr : value.getDefiningOp();
  budget -= budget != 0;
  if (auto reshape = dyn_cast_or_null<ReshapeOp>(op))
    return add(reshape.getSource(), factor);
  if (std::optional<APInt> number = getLiteral(value)) {
    literal += *number * factor;
    return;
  }
  if (isa_and_nonnull<AddIOp, SubIOp>(op)) {
    add(op->getOperand(0), factor);
    return add(op->getOperand(1), isa<AddIOp>(op) ? factor : -factor);
  }
  if (isa_and_nonnull<MulIOp>(op))
    for (unsigned side : {0, 1})
      if (std::optional<APInt> number = getLiteral(op->getOperand(side)))
        return add(op->getOperand(1 - side), *number * factor);
  auto [entry, isNew] = factors.insert({value, factor});
  if (!isNew)
    entry->second += factor;
}

std::optional<APInt> ScalarSum::getLiteralSum() const {
  for (const auto &[value, factor] : factors)
    if (!factor.isZero())
      return std::nullopt;
  return literal;
}

/// The most iterations that a loop has, if the distance of its bounds is known: one of a
/// loop from `128 * block` to `128 * (block + 1)` in steps of 128. Bounds are numbers modulo
/// 2^width, but a loop runs only where the upper one is larger, by this distance then.
static std::optional<uint64_t> findMostTrips(ForOp loop) {
  std::optional<APInt> step = getLiteral(loop.getStep());
  if (!step || step->isZero())
    return std::nullopt;
  unsigned width = step->getBitWidth();
  ScalarSum distance(width);
  distance.add(loop.getUpperBound(), APInt(width, 1));
  distance.add(loop.getLowerBound(), APInt::getAllOnes(width));
  std::optional<APInt> found = distance.getLiteralSum();
  if (!found)
    return std::nullopt;
  return llvm::APIntOps::RoundingUDiv(*found, *step, APInt::Rounding::UP)
      .getZExtValue();
}

/// True if a comparison that is known in some iterations seems to be in all of them, for
/// all that the distances of its bound and those of the loop tell, modulo 2^width: keys
/// up to `128 * block` are below all queries from there on.
static bool seemsKnownThroughout(ForOp loop, const SplitPoint &point) {
  std::optional<APInt> step = getLiteral(loop.getStep());
  if (!step || point.bound.empty())
    return false;
  unsigned width = step->getBitWidth();
  auto number = [&](int64_t value) {
    return APInt(width, value, /*isSigned=*/true, /*implicitTrunc=*/true);
  };
  // bound - coefficient * iv, of the counter that is nearest to where it changes.
  ScalarSum distance(width);
  for (Value term : point.bound)
    distance.add(term, number(1));
  distance.add(point.isLate() ? loop.getLowerBound() : loop.getUpperBound(),
               number(-point.coefficient));
  std::optional<APInt> found = distance.getLiteralSum();
  if (!found)
    return false;
  if (point.isLate())
    return found->sle(number(point.offset));
  // The last counter is a step below the upper bound, if that is one of the counters.
  return found->sgt(number(point.offset) - number(point.coefficient) * *step);
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

/// True for a loop that tileas-split-loops can cut at any counter.
static bool hasKnownStep(ForOp loop) {
  std::optional<APInt> step = getLiteral(loop.getStep());
  return !loop.getUnsignedCmp() && step && step->isStrictlyPositive();
}

/// True if iterations with masks may not be all that there are. Where a front end has split
/// a causal loop, that of the diagonal has one or two.
static bool mayHaveOthers(ForOp loop) {
  std::optional<uint64_t> trips = findMostTrips(loop);
  return !trips || *trips > 2;
}

/// True if dropping a mask pays for two loops: the loop multiplies matrices, so
/// that ops between products may take most of its time.
static bool multiplies(ForOp loop) {
  return llvm::any_of(loop.getRegion().front(),
                      [](Operation &op) { return isMatrixProduct(&op); });
}

namespace {
/// The ops by which a mask selects elements together with others.
struct Combination {
  bool hasAnd = false, hasOr = false;
  /// The value by which a mask alone selects what the iteration has computed, if one of
  /// both does and the other one not.
  std::optional<bool> keeps;

  /// True if others decide where the mask is `value` everywhere. Otherwise no other
  /// matters there: `key > query` is false for early keys, `key <= query - 128`, which
  /// an `or` combines with it, true.
  bool isNeutral(bool value) const { return value ? !hasOr : !hasAnd; }
  bool isAlone() const { return !hasAnd && !hasOr; }
};

/// A mask of a loop, and the iterations in which all elements have one value: those
/// before a counter, or those from it on.
struct UniformMask {
  CmpIOp mask;
  SplitComparison comparison;
  Combination combination;
  /// True if these seem to be all iterations, and it is left to see before the loop.
  bool isThroughout = false;
  /// True if the loop has its other iterations at its beginning.
  bool isLate = false;

  bool isNeutral() const {
    return combination.isNeutral(comparison.getValue());
  }
};
} // namespace

/// True if a value is computed in the loop, other than a constant.
static bool isComputedInside(ForOp loop, Value value) {
  return isDefinedInside(loop, value) && !value.getDefiningOp<ConstantOp>();
}

/// The ops that combine a mask with others, if all that they make only selects
/// elements. Accesses treat masks in their own ways.
static std::optional<Combination> findCombination(ForOp loop, CmpIOp mask) {
  Combination found;
  SetVector<Operation *> masks;
  masks.insert(mask);
  for (size_t next = 0; next < masks.size(); ++next)
    for (OpOperand &use : masks[next]->getUses()) {
      Operation *user = use.getOwner();
      found.hasAnd |= isa<AndIOp>(user);
      found.hasOr |= isa<OrIOp>(user);
      if (isa<AndIOp, OrIOp, BroadcastOp, ReshapeOp, PermuteOp>(user))
        masks.insert(user);
      else if (!isa<SelectOp>(user) || use.getOperandNumber() != 0)
        return std::nullopt;
      if (auto select = dyn_cast<SelectOp>(user)) {
        bool ifTrue = isComputedInside(loop, select.getValIfTrue());
        if (ifTrue != isComputedInside(loop, select.getValIfFalse()))
          found.keeps = ifTrue;
      }
    }
  return found;
}

namespace {

struct UniformMasksPass
    : tessera::impl::CudaTileUniformMasksBase<UniformMasksPass> {
  void runOnOperation() override {
    getOperation()->walk([&](ForOp loop) {
      if (!hasKnownStep(loop) || !mayHaveOthers(loop) || !multiplies(loop))
        return;
      for (const UniformMask &each : findMasks(loop))
        widen(loop, each);
    });
  }

private:
  /// The masks of a loop that are worth a split: those that leave the choice to others,
  /// and else those that are true in early iterations. Beside masks that are false the
  /// latter are left out, as the iterations before a window would end those without any
  /// mask.
  static SmallVector<UniformMask> findMasks(ForOp loop) {
    SmallVector<UniformMask> masks;
    for (auto mask : loop.getRegion().getOps<CmpIOp>())
      if (std::optional<UniformMask> found = find(loop, mask))
        masks.push_back(*found);
    bool hasFalse = llvm::any_of(masks, [](const UniformMask &each) {
      return !each.comparison.getValue() && each.isNeutral();
    });
    llvm::erase_if(masks, [&](const UniformMask &each) {
      return !each.isNeutral() &&
             (hasFalse || each.isLate || !each.comparison.getValue());
    });
    chooseSides(masks);
    // A loop that begins where it is told to, and has masks at its end alone, is most
    // often the second part of one that the front end has split.
    if (!getLiteral(loop.getLowerBound()) &&
        llvm::none_of(masks, [](const UniformMask &each) {
          return each.isLate && !each.isThroughout;
        }))
      masks.clear();
    return masks;
  }

  /// Masks that are known throughout, or not at all, may have all iterations on either
  /// side. A loop that has others at its beginning alone needs none at its end for them.
  static void chooseSides(MutableArrayRef<UniformMask> masks) {
    auto isNeeded = [&](bool isLate) {
      return llvm::any_of(masks, [&](const UniformMask &each) {
        return !each.isThroughout && each.isLate == isLate;
      });
    };
    if (isNeeded(true) == isNeeded(false))
      return;
    bool isLate = isNeeded(true);
    for (UniformMask &each : masks)
      each.isLate = isLate;
  }

  static std::optional<UniformMask> find(ForOp loop, CmpIOp mask) {
    if (cast<TileType>(mask.getType()).getShape().empty() || mask.use_empty())
      return std::nullopt;
    std::optional<Combination> combination = findCombination(loop, mask);
    if (!combination)
      return std::nullopt;
    std::optional<UniformMask> best;
    for (auto comparison :
         {findSplitComparison(loop, mask), findLateComparison(loop, mask)}) {
      if (!comparison || comparison->equality ||
          llvm::any_of(comparison->point.bound,
                       [&](Value term) { return isDefinedInside(loop, term); }))
        continue;
      UniformMask found{mask, *comparison, *combination,
                        seemsKnownThroughout(loop, comparison->point),
                        comparison->point.isLate()};
      if (!best || (isPreferred(found) && !isPreferred(*best)))
        best = found;
    }
    return best;
  }

  /// True if where the mask is known others choose, or what the iteration has computed is
  /// kept.
  static bool isPreferred(const UniformMask &each) {
    const Combination &combination = each.combination;
    if (combination.isAlone() && combination.keeps)
      return each.comparison.getValue() == *combination.keeps;
    return each.isNeutral();
  }

  /// The counter up to which, or from which on, the mask is known.
  static Value computeChange(OpBuilder &builder, ForOp loop,
                             const UniformMask &each) {
    const SplitPoint &point = each.comparison.point;
    auto [earlyEnd, lateBegin] = computeSplit(builder, loop, point);
    Value change = point.isLate() ? lateBegin : earlyEnd;
    if (point.isLate() == each.isLate)
      return change;
    // All iterations, or none.
    Location loc = loop.getLoc();
    Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
    Value isKnown = CmpIOp::create(
        builder, loc,
        point.isLate() ? ComparisonPredicate::LessThanOrEqual
                       : ComparisonPredicate::GreaterThanOrEqual,
        change, point.isLate() ? lower : upper, Signedness::Signed);
    return SelectOp::create(builder, loc, isKnown, each.isLate ? lower : upper,
                            each.isLate ? upper : lower);
  }

  void widen(ForOp loop, const UniformMask &each) {
    ++numMasks;
    CmpIOp mask = each.mask;
    bool value = each.comparison.getValue();
    OpBuilder builder(loop);
    Location loc = mask.getLoc();
    Value change = computeChange(builder, loop, each);
    builder.setInsertionPointAfter(mask);
    // A mask that is false there is so unless the counter is elsewhere.
    Value uniform = CmpIOp::create(
        builder, loc,
        value != each.isLate ? ComparisonPredicate::LessThan
                             : ComparisonPredicate::GreaterThanOrEqual,
        loop.getInductionVar(), change, Signedness::Signed);
    auto type = cast<TileType>(mask.getType());
    SmallVector<int64_t> ones(type.getShape().size(), 1);
    uniform = ReshapeOp::create(
        builder, loc, TileType::get(ones, type.getElementType()), uniform);
    uniform = BroadcastOp::create(builder, loc, type, uniform);
    Operation *joined = nullptr;
    if (value)
      joined = OrIOp::create(builder, loc, mask, uniform);
    else
      joined = AndIOp::create(builder, loc, mask, uniform);
    joined->setAttr(widenedAttrName, builder.getUnitAttr());
    mask.getResult().replaceAllUsesExcept(joined->getResult(0), joined);
  }
};

} // namespace
