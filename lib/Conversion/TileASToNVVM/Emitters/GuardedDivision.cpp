//===- GuardedDivision.cpp - Quotients by one reciprocal ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedDivision.h"
#include "PackedMath.h"
#include "ScalarEmitter.h"
#include "Vectors.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/bit.h"
#include <limits>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// The fewest numerators of a divisor that are worth its reciprocal.
static constexpr size_t kFewestForEach = 4;
/// The most quotients under one guard, which all lie beside their numerators until it
/// has been passed.
static constexpr size_t kMostTogether = 8;

// Divisors of these sizes have normal reciprocals. A numerator of at least 2^-85 leaves a
// remainder that is a multiple of 2^-131, of which f32 has 2^-149, and a normal quotient.
static constexpr float kLeastDivisor = 0x1p-40f, kMostDivisor = 0x1p40f,
                       kLeastNumerator = 0x1p-85f;

bool tileas::sharesDivisors(tileaa::DivFOp op, ValueRange divisors,
                            const TargetInfo &target) {
  // Before sm_90 a sum and a minimum are two instructions, and the guard takes about what it
  // spares.
  constexpr unsigned firstWithSumsAndMinima = 90;
  if (target.getComputeCapability() < firstWithSumsAndMinima ||
      !getElementTypeOrSelf(op.getType()).isF32() || op.getFtz() ||
      op.getRounding() != tileaa::Rounding::NearestEven)
    return false;
  llvm::SmallSetVector<Value, 8> different(divisors.begin(), divisors.end());
  return divisors.size() >= kFewestForEach * different.size();
}

namespace {

/// Emits the quotients of some registers under one guard.
class DivisionEmitter : public scalarmath::ScalarEmitter {
public:
  using ScalarEmitter::ScalarEmitter;

  Value makeReciprocal(Value divisor) {
    return LLVM::FDivOp::create(builder, loc, number(1), divisor);
  }

  /// The quotient of two numbers, or those of two pairs.
  Value makeQuotient(Value numerator, Value divisor, Value reciprocal) {
    Value first = LLVM::FMulOp::create(builder, loc, numerator, reciprocal);
    Value minus = LLVM::FNegOp::create(builder, loc, numerator);
    Value over = LLVM::FMAOp::create(builder, loc, divisor, first, minus);
    // Zero keeps its sign by this order: the remainder is +0.
    Value under = LLVM::FNegOp::create(builder, loc, over);
    return LLVM::FMAOp::create(builder, loc, under, reciprocal, first);
  }

  /// True if the steps have the bits of a division. Neither a positive divisor nor a
  /// numerator of zero needs anything; infinities and NaNs are NaNs or infinities
  /// among the quotients, and so in their sum.
  Value areExact(ArrayRef<Value> numerators, ArrayRef<Value> divisors,
                 ArrayRef<Value> quotients) {
    Value sum = combine<LLVM::FAddOp>(quotients);
    if (isa<VectorType>(sum.getType()))
      sum = combine<LLVM::FAddOp>(unpackVector(builder, loc, sum));
    Value size = LLVM::FAbsOp::create(builder, loc, sum);
    Value exact = isLess(size, number(std::numeric_limits<float>::infinity()));
    SmallVector<Value> sizes;
    for (Value numerator : numerators)
      sizes.push_back(getSizeWithoutZero(numerator));
    Value least = combine<LLVM::UMinOp>(sizes);
    Value isLarge = LLVM::ICmpOp::create(
        builder, loc, LLVM::ICmpPredicate::uge, least,
        word(2 * llvm::bit_cast<uint32_t>(kLeastNumerator) - 1));
    exact = LLVM::AndOp::create(builder, loc, exact, isLarge);
    llvm::SmallSetVector<Value, 8> different(divisors.begin(), divisors.end());
    for (Value divisor : different) {
      Value isAbove = isLess(number(kLeastDivisor), divisor);
      exact = LLVM::AndOp::create(builder, loc, exact, isAbove);
      Value isBelow = isLess(divisor, number(kMostDivisor));
      exact = LLVM::AndOp::create(builder, loc, exact, isBelow);
    }
    return exact;
  }

private:
  /// Twice the bits, which drops the sign, less one, which makes zero the largest.
  Value getSizeWithoutZero(Value value) {
    Value once = bits(value);
    Value twice = LLVM::AddOp::create(builder, loc, once, once);
    return LLVM::AddOp::create(builder, loc, twice, word(-1));
  }
};

} // namespace

/// Values in vectors of `width`, or as they are where that is 1.
static SmallVector<Value> pack(OpBuilder &builder, Location loc,
                               ArrayRef<Value> values, size_t width) {
  if (width == 1)
    return to_vector(values);
  SmallVector<Value> vectors;
  for (; !values.empty(); values = values.drop_front(width))
    vectors.push_back(packVector(builder, loc, values.take_front(width)));
  return vectors;
}

/// The elements of such vectors.
static SmallVector<Value> unpack(OpBuilder &builder, Location loc,
                                 ArrayRef<Value> vectors) {
  SmallVector<Value> values;
  for (Value vector : vectors)
    if (isa<VectorType>(vector.getType()))
      append_range(values, unpackVector(builder, loc, vector));
    else
      values.push_back(vector);
  return values;
}

SmallVector<Value> tileas::emitGuardedDivision(
    OpBuilder &builder, Location loc, ValueRange numerators,
    ValueRange divisors, const TargetInfo &target,
    llvm::function_ref<Value(OpBuilder &, int64_t)> divide) {
  DivisionEmitter emitter(builder, loc);
  llvm::MapVector<Value, SmallVector<int64_t>> byDivisor;
  for (auto [reg, divisor] : llvm::enumerate(divisors))
    byDivisor[divisor].push_back(reg);
  llvm::DenseMap<Value, Value> reciprocals;
  SmallVector<int64_t> order;
  for (auto &[divisor, registers] : byDivisor) {
    reciprocals[divisor] = emitter.makeReciprocal(divisor);
    llvm::append_range(order, registers);
  }
  SmallVector<Value> results(numerators.size());
  for (ArrayRef<int64_t> rest = order; !rest.empty();) {
    ArrayRef<int64_t> group = rest.take_front(kMostTogether);
    rest = rest.drop_front(group.size());
    SmallVector<Value> above, below, factors, quotients;
    for (int64_t reg : group) {
      above.push_back(numerators[reg]);
      below.push_back(divisors[reg]);
      factors.push_back(reciprocals[divisors[reg]]);
    }
    size_t width = target.issuesPackedF32x2() && group.size() % 2 == 0 ? 2 : 1;
    SmallVector<Value> packedAbove = pack(builder, loc, above, width);
    SmallVector<Value> packedBelow = pack(builder, loc, below, width);
    SmallVector<Value> packedFactors = pack(builder, loc, factors, width);
    for (auto [numerator, divisor, factor] :
         llvm::zip_equal(packedAbove, packedBelow, packedFactors))
      quotients.push_back(emitter.makeQuotient(numerator, divisor, factor));
    Value exact = emitter.areExact(above, below, quotients);
    quotients = unpack(builder, loc, quotients);
    auto branch = scf::IfOp::create(
        builder, loc, exact,
        [&](OpBuilder &inner, Location) {
          scf::YieldOp::create(inner, loc, quotients);
        },
        [&](OpBuilder &inner, Location) {
          SmallVector<Value> divided;
          for (int64_t reg : group)
            divided.push_back(divide(inner, reg));
          scf::YieldOp::create(inner, loc, divided);
        });
    for (auto [reg, result] : llvm::zip_equal(group, branch.getResults()))
      results[reg] = result;
  }
  return results;
}
