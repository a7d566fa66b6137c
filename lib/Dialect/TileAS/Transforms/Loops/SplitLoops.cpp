//===- SplitLoops.cpp - Loops of iterations with masks and without --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %r = scf.for %i = %a to %b {         %h = scf.for %i = %a to %first {
//     %late = arith.cmpi sge, %i, %begin   %v = arith.select %old, %x, %z
//     %u = tileaa.splat %late              use %v
//     %o = arith.ori %old, %u            }
//     %v = arith.select %o, %x, %z       %e = scf.for %i = %first to %middle {
//     %all = arith.cmpi slt, %i, %end ->   use %x
//     %w = tileaa.splat %all             }
//     %m = arith.ori %mask, %w           %r = scf.for %i = %middle to %b {
//     %y = arith.select %m, %v, %z         %v = arith.select %old, %x, %z
//     use %y                               %y = arith.select %mask, %v, %z
//   }                                      use %y
//                                        }
//
// The one in the middle has the iterations in which all masks are known: `%mask or
// counter < %end` and `%mask or counter >= %begin`, or such that are false there, `%mask
// and counter >= %end` and `%mask and counter < %begin`. It begins at the last of several
// begins, and stops at the least of several ends. Where that is before it begins, no
// iteration is in the middle. The first loop has the masks that are known late alone, as
// it stops at the end in any case; a loop whose masks have ends alone has no first loop,
// and one whose masks have begins alone no last one.
//
// This pass comes after expansion: iterations wait for copies that earlier ones
// have begun, in this loop or in one before. So all loops keep the order
// and the stages of the schedule.
//
//===----------------------------------------------------------------------===//

#include "RunAhead.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/FoldUtils.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "tessera/Dialect/TileAA/IR/WidenedMasks.h"
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

/// A number that grows with the counter of a loop: `counter + ahead`, or one that counted
/// the loop before it was counted anew, `base + (counter + ahead) * step`.
struct CountedNumber {
  /// The iterations by which the number leads, as that of scores may.
  int64_t ahead = 0;
  /// Null for 0.
  Value base;
  /// 0 for the counter itself.
  int64_t step = 0;
  /// True if several iterations follow each other for one of the program, each with a slice
  /// of a tile: the number is then `(base + counter + ahead) >> 1`, or shifted further.
  bool isOfSlices = false;

  static std::optional<CountedNumber> match(scf::ForOp loop, Value number);

  /// The least counter of `loop` by which the number is not below `bound`; in front
  /// of the loop.
  Value findCounter(OpBuilder &builder, scf::ForOp loop, Value bound) const;

  bool operator==(const CountedNumber &other) const {
    return ahead == other.ahead && base == other.base && step == other.step &&
           isOfSlices == other.isOfSlices;
  }

private:
  Value moveBack(OpBuilder &builder, Location loc, Value bound) const;
};

/// `mask or splat(number < bound)` and the like, of cuda-tile-uniform-masks, in the body of a
/// loop that can stop where the number reaches the bound, and continue from there.
struct Alternative {
  Operation *joined;
  Value mask, bound;
  CountedNumber number;
  /// True if the mask is known from the bound on, false if it is before.
  bool isLate;

  static std::optional<Alternative> match(scf::ForOp loop, Operation *joined);

  /// The value of all elements where the mask is known.
  bool getValue() const { return isa<arith::OrIOp>(joined); }
};

} // namespace

/// `counter + ahead`, where that does not wrap around.
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

/// A loop is counted anew from 0 in 64 bits. The number of before does not wrap around in
/// any iteration that there is.
std::optional<CountedNumber> CountedNumber::match(scf::ForOp loop,
                                                  Value number) {
  CountedNumber found;
  if (std::optional<int64_t> ahead = findLead(loop, number)) {
    found.ahead = *ahead;
    return found;
  }
  Value base;
  auto ofSlices = number.getDefiningOp<arith::ShRSIOp>();
  if (ofSlices)
    number = ofSlices.getLhs();
  if (auto sum = number.getDefiningOp<arith::AddIOp>()) {
    bool isRight = loop.isDefinedOutsideOfLoop(sum.getRhs());
    base = sum->getOperand(isRight);
    number = sum->getOperand(!isRight);
  }
  APInt step(64, 1);
  if (auto product = number.getDefiningOp<arith::MulIOp>()) {
    number = product.getLhs();
    if (!matchPattern(product.getRhs(), m_ConstantInt(&step)))
      return std::nullopt;
  }
  auto narrow = number.getDefiningOp<arith::TruncIOp>();
  APInt lower;
  if (!narrow || !step.isStrictlyPositive() ||
      (base && !loop.isDefinedOutsideOfLoop(base)) ||
      !matchPattern(loop.getLowerBound(), m_ConstantInt(&lower)))
    return std::nullopt;
  std::optional<int64_t> ahead = findLead(loop, narrow.getIn());
  if (!ahead)
    return std::nullopt;
  return CountedNumber{*ahead, base, step.getSExtValue(), bool(ofSlices)};
}

/// `bound - ahead`, or the least number where that would wrap around.
Value CountedNumber::moveBack(OpBuilder &builder, Location loc,
                              Value bound) const {
  if (ahead == 0)
    return bound;
  unsigned width = bound.getType().getIntOrFloatBitWidth();
  APInt distance(width, ahead);
  auto make = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(bound.getType(), value));
  };
  Value least = make(APInt::getSignedMinValue(width) + distance);
  Value clamped = arith::MaxSIOp::create(builder, loc, bound, least);
  return arith::SubIOp::create(builder, loc, clamped, make(distance));
}

Value CountedNumber::findCounter(OpBuilder &builder, scf::ForOp loop,
                                 Value bound) const {
  Location loc = loop.getLoc();
  if (step == 0)
    return moveBack(builder, loc, bound);
  Type wide = loop.getInductionVar().getType();
  auto make = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(wide, value));
  };
  Value turns = arith::ExtSIOp::create(builder, loc, wide, bound);
  if (base) {
    Value from = arith::ExtSIOp::create(builder, loc, wide, base);
    turns = arith::SubIOp::create(builder, loc, turns, from);
  }
  if (step != 1) {
    // A negative number is rounded to one that is not above 0, which is as good.
    turns = arith::AddIOp::create(builder, loc, turns, make(step - 1));
    turns = arith::DivSIOp::create(builder, loc, turns, make(step));
  }
  return moveBack(builder, loc, turns);
}

std::optional<Alternative> Alternative::match(scf::ForOp loop,
                                              Operation *joined) {
  if (!isa<arith::OrIOp, arith::AndIOp>(joined) ||
      !joined->hasAttr(tileaa::widenedAttrName))
    return std::nullopt;
  for (unsigned side : {1, 0}) {
    auto splat = joined->getOperand(side).getDefiningOp<tileaa::SplatOp>();
    auto compared = splat ? splat.getValue().getDefiningOp<arith::CmpIOp>()
                          : arith::CmpIOp();
    if (!compared || !loop.isDefinedOutsideOfLoop(compared.getRhs()))
      continue;
    bool isBelow = compared.getPredicate() == arith::CmpIPredicate::slt;
    if (!isBelow && compared.getPredicate() != arith::CmpIPredicate::sge)
      continue;
    if (std::optional<CountedNumber> number =
            CountedNumber::match(loop, compared.getLhs()))
      return Alternative{joined, joined->getOperand(1 - side),
                         compared.getRhs(), *number,
                         isBelow != isa<arith::OrIOp>(joined)};
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

namespace {
/// Cuts a loop where its masks are known.
class LoopCutter {
public:
  LoopCutter(scf::ForOp loop, SmallVector<Alternative> alternatives)
      : loop(loop), alternatives(std::move(alternatives)), builder(loop) {}

  void cut();
  /// Leaves the masks as they are, which is what they are with their alternatives, too.
  void leaveWhole();

private:
  /// The last counter from which masks are known, or the least up to which they are, of
  /// `numBounds` different ones; the end of the loop on that side for none.
  Value findBound(bool isLate, int64_t &numBounds);
  void splitOff(Value end, bool isFirst);

  scf::ForOp loop;
  SmallVector<Alternative> alternatives;
  OpBuilder builder;
};
} // namespace

Value LoopCutter::findBound(bool isLate, int64_t &numBounds) {
  SmallVector<std::pair<CountedNumber, Value>> known;
  Value bound = isLate ? loop.getLowerBound() : loop.getUpperBound();
  for (const Alternative &each : alternatives) {
    std::pair<CountedNumber, Value> counted{each.number, each.bound};
    if (each.isLate != isLate || llvm::is_contained(known, counted))
      continue;
    known.push_back(counted);
    Value counter = each.number.findCounter(builder, loop, each.bound);
    if (isLate)
      bound = arith::MaxSIOp::create(builder, loop.getLoc(), bound, counter);
    else
      bound = arith::MinSIOp::create(builder, loop.getLoc(), bound, counter);
  }
  numBounds = int64_t(known.size());
  return bound;
}

/// Has a copy of the loop come first, up to `end`, with the masks that are not known yet if
/// `isFirst`, and otherwise with none.
void LoopCutter::splitOff(Value end, bool isFirst) {
  builder.setInsertionPoint(loop);
  IRMapping mapping;
  auto copy = cast<scf::ForOp>(builder.clone(*loop, mapping));
  copy.setUpperBound(end);
  loop.setLowerBound(end);
  loop.getInitArgsMutable().assign(copy.getResults());
  for (const Alternative &each : alternatives) {
    Operation *joined =
        mapping.lookup(each.joined->getResult(0)).getDefiningOp();
    if (isFirst && each.isLate)
      joined->replaceAllUsesWith(
          ValueRange(mapping.lookupOrDefault(each.mask)));
    else
      removeMask(joined, each.getValue());
  }
  removeDeadOps(copy);
}

void LoopCutter::cut() {
  int64_t numBegins = 0, numEnds = 0;
  Value begin = findBound(/*isLate=*/true, numBegins);
  Value end = findBound(/*isLate=*/false, numEnds);
  Location loc = loop.getLoc();
  if (numEnds > 0)
    end = arith::MaxSIOp::create(builder, loc, end, loop.getLowerBound());
  if (numBegins > 0) {
    begin = arith::MinSIOp::create(builder, loc, begin, end);
    splitOff(begin, /*isFirst=*/true);
  }
  if (numEnds > 0)
    splitOff(end, /*isFirst=*/false);
  for (const Alternative &each : alternatives) {
    if (numEnds == 0)
      removeMask(each.joined, each.getValue());
    // Behind the least of several ends another one may not be reached yet.
    else if (each.isLate || numEnds == 1)
      each.joined->replaceAllUsesWith(ValueRange(each.mask));
  }
  removeDeadOps(loop);
}

void LoopCutter::leaveWhole() {
  for (const Alternative &each : alternatives)
    each.joined->replaceAllUsesWith(ValueRange(each.mask));
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

/// True for a loop that works off tiles in slices. Threads have no registers there for what
/// several loops need: gradients of keys of 128x128 with 128 columns have 85.9 % of the
/// peak by two on sm_90, and 93 by one.
static bool isOverSlices(ArrayRef<Alternative> alternatives) {
  return llvm::any_of(alternatives, [](const Alternative &each) {
    return each.number.isOfSlices;
  });
}

/// True for a loop that comes by every counter.
static bool countsByOne(scf::ForOp loop) {
  return !loop.getUnsignedCmp() && matchPattern(loop.getStep(), m_One());
}

/// True if threads have registers for several loops: values that a later one
/// needs are live while an earlier one runs. The estimate counts a tile and its
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
    bool isAnySplit = false;
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      SmallVector<Alternative> alternatives;
      for (Operation &op : loop.getBody()->without_terminator())
        if (auto found = Alternative::match(loop, &op))
          alternatives.push_back(*found);
      if (alternatives.empty())
        continue;
      bool staysWhole = spec.keepsLoopsWhole() || !countsByOne(loop) ||
                        isOverSlices(alternatives) || !hasRegisters(loop);
      LoopCutter cutter(loop, std::move(alternatives));
      if (staysWhole) {
        cutter.leaveWhole();
        continue;
      }
      cutter.cut();
      isAnySplit = true;
      ++numLoops;
    }
    if (PlanAttr plan = spec.getPlan(); plan && isAnySplit)
      getOperation().setSpecAttr(spec.withPlan(plan.asSplit()));
  }
};

} // namespace
