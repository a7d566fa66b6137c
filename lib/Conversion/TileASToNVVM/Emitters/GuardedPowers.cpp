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
#include "tessera/Dialect/TileAS/Analysis/FirstUser.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Dialect/TileAS/Analysis/Residency.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

unsigned tileas::countPowersTogether(KernelSpecAttr spec,
                                     const TargetInfo &target) {
  PlanAttr plan = spec.getPlan();
  int64_t most = Residency(target, spec.getWarps())
                     .getMostRegisters(plan ? plan.getBlocks() : 1);
  int64_t taken = plan ? plan.getRegisters() - plan.getOfGuards() : 0;
  return countPowersTogether(most - taken);
}

bool tileas::isGuardedTogether(tileaa::Exp2Op op, unsigned together) {
  return together && canBeGuardedTogether(op);
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

/// Emits the powers of some exponents under one guard.
class PowersEmitter {
public:
  PowersEmitter(OpBuilder &builder, Location loc, ValueRange exponents)
      : builder(builder), loc(loc), exponents(exponents) {}

  SmallVector<Value> run(bool isMasked) {
    SmallVector<Value> flushed = compute(builder, "ex2.approx.ftz.f32");
    auto again = scf::IfOp::create(
        builder, loc, isTrueInWarp(isMasked ? isAnyNear() : isAnySmall()),
        [&](OpBuilder &inner, Location) {
          scf::YieldOp::create(inner, loc, compute(inner, "ex2.approx.f32"));
        },
        [&](OpBuilder &inner, Location) {
          scf::YieldOp::create(inner, loc, flushed);
        });
    return llvm::to_vector_of<Value>(again.getResults());
  }

private:
  /// True if an exponent is less than that of the smallest normal number.
  Value isAnySmall() {
    return isLess(findLeast(llvm::to_vector(exponents)), -126);
  }

  /// True if an exponent lies between -151 and -126. The sums are exact close to
  /// both.
  Value isAnyNear() {
    Value middle = constant(138.5);
    SmallVector<Value> distances;
    for (Value exponent : exponents) {
      Value distance = LLVM::FAddOp::create(builder, loc, exponent, middle);
      distances.push_back(LLVM::FAbsOp::create(builder, loc, distance));
    }
    return isLess(findLeast(distances), 12.5);
  }

  /// The least of values that are no NaN.
  Value findLeast(SmallVector<Value> values) {
    while (values.size() > 1) {
      SmallVector<Value> least;
      for (size_t at = 0; at + 1 < values.size(); at += 2)
        least.push_back(
            LLVM::MinNumOp::create(builder, loc, values[at], values[at + 1]));
      if (values.size() % 2)
        least.push_back(values.back());
      values = least;
    }
    return values.front();
  }

  Value isLess(Value value, double bound) {
    Value limit = constant(bound);
    return LLVM::FCmpOp::create(builder, loc, LLVM::FCmpPredicate::olt, value,
                                limit);
  }

  Value isTrueInWarp(Value predicate) {
    Value all =
        LLVM::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(-1));
    return NVVM::VoteSyncOp::create(builder, loc, builder.getI1Type(), all,
                                    predicate, NVVM::VoteSyncKind::any);
  }

  Value constant(double value) {
    return LLVM::ConstantOp::create(builder, loc,
                                    builder.getF32FloatAttr(value));
  }

  SmallVector<Value> compute(OpBuilder &at, StringRef instruction) {
    return llvm::map_to_vector(exponents, [&](Value exponent) -> Value {
      return scalarmath::emitInstruction(at, loc, instruction, exponent,
                                         exponent.getType(), "=f,f");
    });
  }

  OpBuilder &builder;
  Location loc;
  ValueRange exponents;
};

} // namespace

SmallVector<Value> tileas::emitGuardedPowers(OpBuilder &builder, Location loc,
                                             ValueRange exponents,
                                             unsigned together, bool isMasked) {
  SmallVector<Value> powers;
  for (size_t at = 0; at < exponents.size(); at += together) {
    size_t count = std::min<size_t>(together, exponents.size() - at);
    llvm::append_range(
        powers,
        PowersEmitter(builder, loc, exponents.slice(at, count)).run(isMasked));
  }
  return powers;
}

void tileas::delayGuardedPowers(Operation *kernel, unsigned together) {
  // Each move makes a block number its ops again, so that places are found before.
  SmallVector<std::pair<tileaa::Exp2Op, Operation *>> moves;
  kernel->walk([&](Block *block) {
    Operation *barrier = nullptr;
    for (Operation &op : llvm::reverse(*block)) {
      if (isa<SchedBarrierOp>(op))
        barrier = &op;
      auto power = dyn_cast<tileaa::Exp2Op>(op);
      if (!power || !isGuardedTogether(power, together))
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
