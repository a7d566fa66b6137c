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
// A mask may be one of several that select together: `%m and %k`. `loop-split`
// would split the loop here; this pass leaves that to tileas-split-loops, after
// scheduling, so that copies can run ahead within a single loop.
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

/// True if a mask, or its combination with others, only selects elements.
/// Accesses treat masks in their own ways.
static bool onlyChooses(CmpIOp mask) {
  SetVector<Operation *> masks;
  masks.insert(mask);
  for (size_t next = 0; next < masks.size(); ++next)
    for (OpOperand &use : masks[next]->getUses()) {
      Operation *user = use.getOwner();
      if (isa<AndIOp, OrIOp, BroadcastOp, ReshapeOp, PermuteOp>(user))
        masks.insert(user);
      else if (!isa<SelectOp>(user) || use.getOperandNumber() != 0)
        return false;
    }
  return true;
}

namespace {

struct UniformMasksPass
    : tessera::impl::CudaTileUniformMasksBase<UniformMasksPass> {
  void runOnOperation() override {
    getOperation()->walk([&](ForOp loop) {
      if (!countsByOne(loop) || !multiplies(loop))
        return;
      for (CmpIOp mask : llvm::to_vector(loop.getRegion().getOps<CmpIOp>()))
        if (std::optional<SplitPoint> end = findEnd(loop, mask))
          widen(loop, mask, *end);
    });
  }

private:
  /// The counter up to which all elements are true.
  static std::optional<SplitPoint> findEnd(ForOp loop, CmpIOp mask) {
    if (cast<TileType>(mask.getType()).getShape().empty() || mask.use_empty() ||
        !onlyChooses(mask))
      return std::nullopt;
    std::optional<SplitComparison> comparison = findSplitComparison(loop, mask);
    if (!comparison || !comparison->early || comparison->equality ||
        (comparison->point.bound &&
         isDefinedInside(loop, comparison->point.bound)))
      return std::nullopt;
    return comparison->point;
  }

  void widen(ForOp loop, CmpIOp mask, const SplitPoint &point) {
    ++numMasks;
    OpBuilder builder(loop);
    Location loc = mask.getLoc();
    Value end = computeSplit(builder, loop, point).earlyEnd;
    builder.setInsertionPointAfter(mask);
    Value uniform =
        CmpIOp::create(builder, loc, ComparisonPredicate::LessThan,
                       loop.getInductionVar(), end, Signedness::Signed);
    auto type = cast<TileType>(mask.getType());
    SmallVector<int64_t> ones(type.getShape().size(), 1);
    uniform = ReshapeOp::create(
        builder, loc, TileType::get(ones, type.getElementType()), uniform);
    uniform = BroadcastOp::create(builder, loc, type, uniform);
    auto either = OrIOp::create(builder, loc, mask, uniform);
    mask.getResult().replaceAllUsesExcept(either, either);
  }
};

} // namespace
