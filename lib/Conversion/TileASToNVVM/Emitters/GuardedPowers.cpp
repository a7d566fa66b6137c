//===- GuardedPowers.cpp - Powers of two, guarded together ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedPowers.h"
#include "ScalarEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "tessera/Dialect/TileAA/IR/Ops/ElementaryMath.h"
#include "tessera/Dialect/TileAS/Analysis/FirstUser.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Dialect/TileAS/Analysis/Residency.h"
#include "tessera/Dialect/TileAS/Analysis/TensorMemoryProducts.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

PowerGuards tileas::planPowerGuards(KernelOpInterface kernel,
                                    const TargetInfo &target) {
  KernelSpecAttr spec = kernel.getSpec();
  PlanAttr plan = spec.getPlan();
  int64_t most = Residency(target, spec.getWarps())
                     .getMostRegisters(plan ? plan.getBlocks() : 1);
  int64_t taken = plan ? plan.getRegisters() - plan.getOfGuards() : 0;
  PowerGuards guards;
  guards.together = countPowersTogether(most - taken, target);
  // ptxas makes one instruction of two integer maxima for sm_90, and of a sum and
  // a minimum.
  guards.areOfBits = target.hasWgmma();
  // Where products go on by themselves, other warps fill the time of powers. The branch
  // of a guard keeps ptxas from computing them in front of the barrier at which the next
  // scores begin, as nothing else does where each lane has a row for itself.
  if ((guards.together == 0 && target.hasWgmma()) ||
      beginsScoresInPlace(kernel))
    guards = {getMostPowersTogether(target), /*areBehind=*/true,
              guards.areOfBits};
  return guards;
}

bool tileas::isGuardedTogether(tileaa::Exp2Op op, const PowerGuards &guards) {
  return guards.together && canBeGuardedTogether(op);
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

static bool isMinusInfinity(Value value) {
  FloatAttr constant;
  DenseFPElementsAttr tile;
  if (matchPattern(value, m_Constant(&constant)))
    return constant.getValue().isInfinity() && constant.getValue().isNegative();
  return matchPattern(value, m_Constant(&tile)) && tile.isSplat() &&
         tile.getSplatValue<APFloat>().isInfinity() &&
         tile.getSplatValue<APFloat>().isNegative();
}

/// True if a value is selected, or loaded outside of bounds, as minus infinity,
/// or computed element by element from one that is. Minus infinity is no mask where
/// a maximum begins with it.
static bool isMasked(Value value, unsigned depth) {
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return false;
  if (isa<arith::SelectOp, tileaa::AccessOpInterface>(op) &&
      llvm::any_of(op->getOperands(), isMinusInfinity))
    return true;
  return op->hasTrait<OpTrait::Elementwise>() &&
         llvm::any_of(op->getOperands(), [&](Value operand) {
           return isMasked(operand, depth - 1);
         });
}

bool tileas::hasMaskedExponents(tileaa::Exp2Op op) {
  constexpr unsigned depth = 4;
  return isMasked(op.getOperand(), depth);
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

namespace {

// The least exponent of a normal power, and one whose power is rounded to zero, as
// those up to -150 are.
constexpr float kNormal = -126, kZero = -151;

/// Emits the powers of some exponents under one guard.
class PowersEmitter : public scalarmath::ScalarEmitter {
public:
  PowersEmitter(OpBuilder &builder, Location loc, ValueRange exponents,
                const PowerGuards &guards)
      : ScalarEmitter(builder, loc), exponents(exponents), guards(guards) {}

  SmallVector<Value> run(bool isMasked) {
    SmallVector<Value> flushed;
    if (!guards.areBehind)
      flushed = compute(builder, flushing);
    auto again = scf::IfOp::create(
        builder, loc, isTrueInWarp(isMasked ? isAnyNear() : isAnySmall()),
        [&](OpBuilder &inner, Location) {
          scf::YieldOp::create(inner, loc, compute(inner, "ex2.approx.f32"));
        },
        [&](OpBuilder &inner, Location) {
          if (guards.areBehind)
            flushed = compute(inner, flushing);
          scf::YieldOp::create(inner, loc, flushed);
        });
    return llvm::to_vector_of<Value>(again.getResults());
  }

private:
  static constexpr StringLiteral flushing = "ex2.approx.ftz.f32";

  /// True if an exponent is less than that of the smallest normal number.
  Value isAnySmall() {
    if (!guards.areOfBits)
      return isAnyLess(llvm::to_vector(exponents), kNormal);
    Value greatest = reduce<LLVM::UMaxOp>(getBits());
    Value limit = word(llvm::bit_cast<uint32_t>(kNormal));
    return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ugt,
                                greatest, limit);
  }

  /// True if an exponent lies between -151 and -126.
  Value isAnyNear() {
    return guards.areOfBits ? isAnyNearByBits() : isAnyNearBySums();
  }

  /// The sums are exact close to both bounds.
  Value isAnyNearBySums() {
    Value middle = number(-(kNormal + kZero) / 2);
    SmallVector<Value> distances;
    for (Value exponent : exponents) {
      Value distance = LLVM::FAddOp::create(builder, loc, exponent, middle);
      distances.push_back(LLVM::FAbsOp::create(builder, loc, distance));
    }
    return isAnyLess(distances, (kNormal - kZero) / 2);
  }

  Value isAnyNearByBits() {
    uint32_t first = llvm::bit_cast<uint32_t>(kNormal) + 1,
             end = llvm::bit_cast<uint32_t>(kZero);
    Value toFirst = word(-first);
    SmallVector<Value> distances;
    for (Value exponent : getBits())
      distances.push_back(LLVM::AddOp::create(builder, loc, exponent, toFirst));
    Value nearest = reduce<LLVM::UMinOp>(distances);
    Value limit = word(end - first);
    return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ult, nearest,
                                limit);
  }

  /// The bits of the exponents. As numbers without a sign those of negative floats
  /// grow with their magnitude, and all others are less.
  SmallVector<Value> getBits() {
    return llvm::map_to_vector(exponents,
                               [&](Value exponent) { return bits(exponent); });
  }

  /// The least or the greatest of some values. Four instructions of three operands
  /// make one of each nine.
  template <typename Op> Value reduce(SmallVector<Value> values) {
    constexpr size_t kChain = 9;
    while (values.size() > 1) {
      SmallVector<Value> reduced;
      for (auto [at, value] : llvm::enumerate(values))
        if (at % kChain == 0)
          reduced.push_back(value);
        else
          reduced.back() =
              Op::create(builder, loc, reduced.back(), value).getResult();
      values = std::move(reduced);
    }
    return values.front();
  }

  /// True if one of some values, of which none is a NaN, is less than a bound.
  Value isAnyLess(ArrayRef<Value> values, float bound) {
    Value least = combine<LLVM::MinNumOp>(values);
    Value limit = number(bound);
    return isLess(least, limit);
  }

  Value isTrueInWarp(Value predicate) {
    Value all = word(-1);
    return NVVM::VoteSyncOp::create(builder, loc, builder.getI1Type(), all,
                                    predicate, NVVM::VoteSyncKind::any);
  }

  SmallVector<Value> compute(OpBuilder &at, StringRef instruction) {
    return llvm::map_to_vector(exponents, [&](Value exponent) -> Value {
      return scalarmath::emitInstruction(at, loc, instruction, exponent,
                                         exponent.getType(), "=f,f");
    });
  }

  ValueRange exponents;
  const PowerGuards &guards;
};

} // namespace

SmallVector<Value> tileas::emitGuardedPowers(OpBuilder &builder, Location loc,
                                             ValueRange exponents,
                                             const PowerGuards &guards,
                                             bool isMasked) {
  SmallVector<Value> powers;
  for (size_t at = 0; at < exponents.size(); at += guards.together) {
    size_t count = std::min<size_t>(guards.together, exponents.size() - at);
    PowersEmitter emitter(builder, loc, exponents.slice(at, count), guards);
    llvm::append_range(powers, emitter.run(isMasked));
  }
  return powers;
}

void tileas::delayGuardedPowers(Operation *kernel, const PowerGuards &guards) {
  // Each move makes a block number its ops again, so that places are found before.
  SmallVector<std::pair<tileaa::Exp2Op, Operation *>> moves;
  kernel->walk([&](Block *block) {
    Operation *barrier = nullptr;
    for (Operation &op : llvm::reverse(*block)) {
      if (isa<SchedBarrierOp>(op))
        barrier = &op;
      auto power = dyn_cast<tileaa::Exp2Op>(op);
      if (!power || !isGuardedTogether(power, guards))
        continue;
      Operation *place = findFirstUser(power);
      if (barrier && (!place || barrier->isBeforeInBlock(place)))
        place = barrier;
      if (place)
        moves.push_back({power, place});
    }
  });
  for (auto [power, place] : llvm::reverse(moves))
    power->moveBefore(place);
}
