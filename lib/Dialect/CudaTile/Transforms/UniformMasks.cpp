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
// `%m and not %all`. A mask may be one of several that select together: `%m and %k`.
// `loop-split` would split the loop here; this pass leaves that to tileas-split-loops,
// after scheduling, so that copies can run ahead within a single loop.
//
//===----------------------------------------------------------------------===//

#include "SplitPoint.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/MatrixMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"
#include "tessera/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"

namespace tessera {
#define GEN_PASS_DEF_CUDATILEUNIFORMMASKS
#include "tessera/Dialect/CudaTile/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

/// True if the counter keeps its values through the lowering: it begins at 0 or
/// later, as a constant, and has a step of 1. A loop with a dynamic lower bound
/// is most often the second part of a loop that the front end has split.
static bool countsByOne(ForOp loop) {
  std::optional<APInt> lower = getLiteral(loop.getLowerBound()),
                       step = getLiteral(loop.getStep());
  return !loop.getUnsignedCmp() && lower && lower->isNonNegative() && step &&
         step->isOne();
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

  /// True if others decide where the mask is `early` everywhere. Otherwise no other
  /// matters there: `key > query` is false for early keys, `key <= query - 128`, which
  /// an `or` combines with it, true.
  bool isNeutral(bool early) const { return early ? !hasOr : !hasAnd; }
};

/// A mask of a loop, and the counter up to which all elements are `early`.
struct UniformMask {
  CmpIOp mask;
  SplitComparison comparison;
  Combination combination;

  bool isNeutral() const { return combination.isNeutral(comparison.early); }
};
} // namespace

/// The ops that combine a mask with others, if all that they make only selects
/// elements. Accesses treat masks in their own ways.
static std::optional<Combination> findCombination(CmpIOp mask) {
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
    }
  return found;
}

namespace {

struct UniformMasksPass
    : tessera::impl::CudaTileUniformMasksBase<UniformMasksPass> {
  void runOnOperation() override {
    getOperation()->walk([&](ForOp loop) {
      if (!countsByOne(loop) || !multiplies(loop))
        return;
      for (const UniformMask &each : findMasks(loop))
        widen(loop, each);
    });
  }

private:
  /// The masks of a loop that are worth an end: those that leave the choice to others,
  /// and else those that are true everywhere. Beside masks that are false the latter are
  /// left out, as the iterations before a window would end those without any mask.
  static SmallVector<UniformMask> findMasks(ForOp loop) {
    SmallVector<UniformMask> masks;
    for (auto mask : loop.getRegion().getOps<CmpIOp>())
      if (std::optional<UniformMask> found = find(loop, mask))
        masks.push_back(*found);
    bool hasFalse = llvm::any_of(masks, [](const UniformMask &each) {
      return !each.comparison.early && each.isNeutral();
    });
    llvm::erase_if(masks, [&](const UniformMask &each) {
      return !each.isNeutral() && (hasFalse || !each.comparison.early);
    });
    return masks;
  }

  static std::optional<UniformMask> find(ForOp loop, CmpIOp mask) {
    if (cast<TileType>(mask.getType()).getShape().empty() || mask.use_empty())
      return std::nullopt;
    std::optional<Combination> combination = findCombination(mask);
    if (!combination)
      return std::nullopt;
    std::optional<SplitComparison> comparison = findSplitComparison(loop, mask);
    if (!comparison || comparison->equality ||
        llvm::any_of(comparison->point.bound,
                     [&](Value term) { return isDefinedInside(loop, term); }))
      return std::nullopt;
    return UniformMask{mask, *comparison, *combination};
  }

  void widen(ForOp loop, const UniformMask &each) {
    ++numMasks;
    CmpIOp mask = each.mask;
    bool early = each.comparison.early;
    OpBuilder builder(loop);
    Location loc = mask.getLoc();
    Value end = computeSplit(builder, loop, each.comparison.point).earlyEnd;
    builder.setInsertionPointAfter(mask);
    Value uniform =
        CmpIOp::create(builder, loc,
                       early ? ComparisonPredicate::LessThan
                             : ComparisonPredicate::GreaterThanOrEqual,
                       loop.getInductionVar(), end, Signedness::Signed);
    auto type = cast<TileType>(mask.getType());
    SmallVector<int64_t> ones(type.getShape().size(), 1);
    uniform = ReshapeOp::create(
        builder, loc, TileType::get(ones, type.getElementType()), uniform);
    uniform = BroadcastOp::create(builder, loc, type, uniform);
    Operation *joined = nullptr;
    if (early)
      joined = OrIOp::create(builder, loc, mask, uniform);
    else
      joined = AndIOp::create(builder, loc, mask, uniform);
    mask.getResult().replaceAllUsesExcept(joined->getResult(0), joined);
  }
};

} // namespace
