//===- SplitLoops.cpp - A loop without its masks, then one with them ------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %r = scf.for %i = %a to %b {         %e = scf.for %i = %a to %middle {
//     %all = arith.cmpi slt, %i, %end      use %x
//     %u = tileaa.splat %all             }
//     %m = arith.ori %mask, %u     ->    %r = scf.for %i = %middle to %b {
//     %y = arith.select %m, %x, %z         %y = arith.select %mask, %x, %z
//     use %y                               use %y
//   }                                    }
//
// Or the first loop has a mask that is false there, `%mask and counter >= %end`. With
// several bounds, the first loop ends at the least of them. The second one then
// keeps the masks as they are, since other bounds may lie behind it.
//
// This pass comes after expansion: iterations wait for copies that earlier ones
// have begun, in the first loop or in the second. So both loops keep the order
// and the stages of the schedule.
//
//===----------------------------------------------------------------------===//

#include "RunAhead.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/FoldUtils.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Target/TargetInfo.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASSPLITLOOPS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// `mask or splat(counter + ahead < end)`, or `mask and splat(counter + ahead >= end)`, in
/// the body of a loop with steps of 1, so that the loop can stop at `end - ahead` and
/// continue from there.
struct Alternative {
  Operation *joined;
  Value mask, end;
  /// The iterations by which the mask leads, as that of scores may.
  int64_t ahead;

  static std::optional<Alternative> match(scf::ForOp loop, Operation *joined);

  /// The value of all elements before the end.
  bool isTrueEarly() const { return isa<arith::OrIOp>(joined); }
};

} // namespace

/// The iterations by which a number is ahead of a loop's counter; none if it is
/// another number, or may wrap around.
static std::optional<int64_t> findLead(scf::ForOp loop, Value number) {
  if (number == loop.getInductionVar())
    return 0;
  auto sum = number.getDefiningOp<arith::AddIOp>();
  APInt ahead;
  if (!sum || sum.getLhs() != loop.getInductionVar() ||
      !bitEnumContainsAll(sum.getOverflowFlags(),
                          arith::IntegerOverflowFlags::nsw) ||
      !matchPattern(sum.getRhs(), m_ConstantInt(&ahead)) ||
      !ahead.isStrictlyPositive())
    return std::nullopt;
  return ahead.getSExtValue();
}

std::optional<Alternative> Alternative::match(scf::ForOp loop,
                                              Operation *joined) {
  if (!isa<arith::OrIOp, arith::AndIOp>(joined) || loop.getUnsignedCmp() ||
      !matchPattern(loop.getStep(), m_One()))
    return std::nullopt;
  arith::CmpIPredicate order = isa<arith::OrIOp>(joined)
                                   ? arith::CmpIPredicate::slt
                                   : arith::CmpIPredicate::sge;
  for (unsigned side : {1, 0}) {
    auto splat = joined->getOperand(side).getDefiningOp<tileaa::SplatOp>();
    auto compared = splat ? splat.getValue().getDefiningOp<arith::CmpIOp>()
                          : arith::CmpIOp();
    if (!compared || compared.getPredicate() != order ||
        !loop.isDefinedOutsideOfLoop(compared.getRhs()))
      continue;
    if (std::optional<int64_t> ahead = findLead(loop, compared.getLhs()))
      return Alternative{joined, joined->getOperand(1 - side),
                         compared.getRhs(), *ahead};
  }
  return std::nullopt;
}

/// Replaces a mask by `value`, and folds its users.
static void removeMask(Operation *mask, bool value) {
  SetVector<Operation *> users(llvm::from_range, mask->getUsers());
  OpBuilder builder(mask);
  auto type = cast<ShapedType>(mask->getResult(0).getType());
  mask->replaceAllUsesWith(arith::ConstantOp::create(
      builder, mask->getLoc(), DenseElementsAttr::get(type, value)));
  OperationFolder folder(mask->getContext());
  while (!users.empty()) {
    Operation *user = users.pop_back_val();
    SmallVector<Operation *> next(user->getUsers());
    if (succeeded(folder.tryToFold(user)))
      users.insert_range(next);
  }
}

/// `end - ahead`, or the least number where that would wrap around.
static Value moveBack(OpBuilder &builder, Location loc, Value end,
                      int64_t ahead) {
  if (ahead == 0)
    return end;
  unsigned width = end.getType().getIntOrFloatBitWidth();
  APInt distance(width, ahead);
  auto make = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(end.getType(), value));
  };
  Value least = make(APInt::getSignedMinValue(width) + distance);
  Value clamped = arith::MaxSIOp::create(builder, loc, end, least);
  return arith::SubIOp::create(builder, loc, clamped, make(distance));
}

/// Splits off the iterations below all bounds of `alternatives` as a loop of
/// their own, which comes first.
static void split(scf::ForOp loop, MutableArrayRef<Alternative> alternatives) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  SetVector<std::pair<Value, int64_t>> ends;
  for (const Alternative &each : alternatives)
    ends.insert({each.end, each.ahead});
  Value middle = loop.getUpperBound();
  for (auto [end, ahead] : ends)
    middle = arith::MinSIOp::create(builder, loc, middle,
                                    moveBack(builder, loc, end, ahead));
  middle = arith::MaxSIOp::create(builder, loc, middle, loop.getLowerBound());
  IRMapping mapping;
  auto first = cast<scf::ForOp>(builder.clone(*loop, mapping));
  first.setUpperBound(middle);
  loop.setLowerBound(middle);
  loop.getInitArgsMutable().assign(first.getResults());
  for (Alternative &each : alternatives) {
    Value copy = mapping.lookup(each.joined->getResult(0));
    removeMask(copy.getDefiningOp(), each.isTrueEarly());
    // Behind the least of several bounds another one may not be reached yet.
    if (ends.size() == 1)
      each.joined->replaceAllUsesWith(ValueRange(each.mask));
  }
  removeDeadOps(first);
  removeDeadOps(loop);
}

/// True for a use by which a tile goes to where a product reads it: to shared memory,
/// or as a left factor to tensor memory.
static bool goesToProduct(OpOperand &use) {
  if (auto product = dyn_cast<ProductOpInterface>(use.getOwner()))
    return hasSumInTensorMemory(product) && getFactorSide(product, use);
  auto accessing = dyn_cast<BufferAccessOpInterface>(use.getOwner());
  return accessing &&
         llvm::any_of(
             accessing.getBufferAccesses(), [](const BufferAccess &access) {
               return access.tile && access.kind == BufferAccess::Kind::Write;
             });
}

/// Registers of a thread for what only goes to a product: the elements are stored as
/// they are made, and take the places of what they are made of.
static int64_t countStoredAsMade(scf::ForOp loop) {
  int64_t registers = 0;
  for (Operation &op : loop.getBody()->without_terminator())
    if (op.hasTrait<OpTrait::Elementwise>() && op.hasOneUse() &&
        goesToProduct(*op.use_begin()))
      registers += countRegistersOfThread(op.getResult(0));
  return registers;
}

/// True if threads have registers for two loops: values that the second one
/// needs are live while the first one runs. The estimate counts a tile and its
/// conversion separately, though one replaces the other element by element,
/// which leaves room for those values.
static bool hasRegisters(scf::ForOp loop) {
  llvm::SmallPtrSet<Operation *, 1> none;
  return RegisterEstimate(loop, none).getLive() - countStoredAsMade(loop) +
             countRegistersOfLoopsAround(loop) <=
         Capacities::maxRegistersPerThread;
}

namespace {

struct SplitLoopsPass : tessera::impl::TileASSplitLoopsBase<SplitLoopsPass> {
  void runOnOperation() override {
    KernelSpecAttr spec = getOperation().getSpec();
    if (spec.keepsLoopsWhole())
      return;
    bool isAnySplit = false;
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      SmallVector<Alternative> alternatives;
      for (Operation &op : loop.getBody()->without_terminator())
        if (auto found = Alternative::match(loop, &op))
          alternatives.push_back(*found);
      if (alternatives.empty() || !hasRegisters(loop))
        continue;
      split(loop, alternatives);
      isAnySplit = true;
      ++numLoops;
    }
    if (PlanAttr plan = spec.getPlan(); plan && isAnySplit)
      getOperation().setSpecAttr(spec.withPlan(plan.asSplit()));
  }
};

} // namespace
