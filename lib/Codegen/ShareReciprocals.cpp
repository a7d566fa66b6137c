//===- ShareReciprocals.cpp - Divisions by one integer --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas divides integers by a reciprocal of f32, which it makes where it divides: 15 to 30
// instructions, three of them conversions and a reciprocal of the unit for functions. A loop
// that takes tiles by their number divides it in each iteration by what never changes. Such
// a division multiplies by a reciprocal of 32 bits, which is made in front of the loop:
//
//   m = (2^32 - 1) / d                                                    // rounded down
//   q = x * m / 2^32                                                      // rounded down
//   r = x - q * d,    and if r >= d: q = q + 1, r = r - d
//
// m is at least (2^32 - d) / d, so that x * m / 2^32 is below x / d by x / 2^32 at most, which
// is less than 1: q is the quotient, or one less, for all x and all d but 0. Signed numbers
// divide their magnitudes.
//
//===----------------------------------------------------------------------===//

#include "LoopRegisters.h"
#include "tessera/Codegen/Transforms.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace tessera {

/// A divisor, with a bit if magnitudes are divided, and the block in front of a loop that
/// makes its reciprocal.
using Divisor = std::pair<PointerIntPair<Value *, 1, bool>, BasicBlock *>;

namespace {
/// A divisor's magnitude, and the reciprocal of that.
struct Reciprocal {
  Value *magnitude;
  Value *value;
};
} // namespace

/// The division of `instruction`, if it is one of 32 bits by a variable; otherwise null.
static BinaryOperator *findDivision(Instruction &instruction) {
  auto *division = dyn_cast<BinaryOperator>(&instruction);
  return division && division->isIntDivRem() &&
                 division->getType()->isIntegerTy(32) &&
                 !isa<Constant>(division->getOperand(1))
             ? division
             : nullptr;
}

/// The divisor of `division`. LLVM does not define a remainder by -1 for all numbers, so that
/// programs choose 1 then, which is its magnitude.
static Value *findDivisor(const BinaryOperator &division) {
  using namespace PatternMatch;
  Value *chosen = division.getOperand(1), *divisor = nullptr;
  auto isMinusOne =
      m_SpecificICmp(ICmpInst::ICMP_EQ, m_Value(divisor), m_AllOnes());
  return division.getOpcode() == Instruction::SRem &&
                 match(chosen,
                       m_Select(isMinusOne, m_One(), m_Deferred(divisor)))
             ? divisor
             : chosen;
}

static bool isQuotient(const BinaryOperator &division) {
  return division.getOpcode() == Instruction::SDiv ||
         division.getOpcode() == Instruction::UDiv;
}

static bool dividesMagnitudes(const BinaryOperator &division) {
  const DataLayout &layout = division.getDataLayout();
  bool isSigned = division.getOpcode() == Instruction::SDiv ||
                  division.getOpcode() == Instruction::SRem;
  auto mayBeNegative = [&](const Value *value) {
    return !isKnownNonNegative(value, SimplifyQuery(layout));
  };
  return isSigned && (mayBeNegative(division.getOperand(0)) ||
                      mayBeNegative(findDivisor(division)));
}

/// True if `loop` has registers for what stays the same in all of its iterations, and so have
/// the loops in it: those that carry sums of products take long for an iteration.
static bool hasRegisters(Loop &loop) {
  return none_of(loop.getLoopsInPreorder(), [](const Loop *inner) {
    return countCarriedRegisters(*inner) >= halfOfRegisters / 2;
  });
}

/// The block in front of the outermost loop around a division in which the divisor stays the
/// same, and its reciprocal in a register; null if there is no such loop.
static BasicBlock *findPlace(const BinaryOperator &division,
                             const DominatorTree &dominators, LoopInfo &loops) {
  Loop *outermost = nullptr;
  for (Loop *loop = loops.getLoopFor(division.getParent());
       loop && loop->isLoopInvariant(findDivisor(division)) &&
       hasRegisters(*loop);
       loop = loop->getParentLoop())
    outermost = loop;
  return outermost
             ? dominators.getNode(outermost->getHeader())->getIDom()->getBlock()
             : nullptr;
}

static Value *makeMagnitude(IRBuilder<> &builder, Value *value) {
  return builder.CreateBinaryIntrinsic(Intrinsic::abs, value,
                                       builder.getFalse());
}

/// The loop may divide nothing, so that a divisor may be 0, or no number.
static Reciprocal makeReciprocal(IRBuilder<> &builder, Value *divisor,
                                 bool isSigned) {
  Value *magnitude = builder.CreateFreeze(divisor);
  if (isSigned)
    magnitude = makeMagnitude(builder, magnitude);
  Value *positive = builder.CreateBinaryIntrinsic(Intrinsic::umax, magnitude,
                                                  builder.getInt32(1));
  return {magnitude, builder.CreateUDiv(builder.getInt32(~0U), positive)};
}

/// The upper half of a product.
static Value *multiplyHigh(IRBuilder<> &builder, Value *lhs, Value *rhs) {
  Type *wide = builder.getInt64Ty();
  Value *left = builder.CreateZExt(lhs, wide);
  Value *right = builder.CreateZExt(rhs, wide);
  Value *product = builder.CreateMul(left, right);
  return builder.CreateTrunc(builder.CreateLShr(product, 32), lhs->getType());
}

/// The negated `value` if `sign` is negative.
static Value *giveSign(IRBuilder<> &builder, Value *value, Value *sign) {
  Value *mask = builder.CreateAShr(sign, 31);
  return builder.CreateSub(builder.CreateXor(value, mask), mask);
}

static void divideBy(const Reciprocal &reciprocal, bool isSigned,
                     BinaryOperator &division) {
  IRBuilder<> builder(&division);
  Value *size = reciprocal.magnitude;
  Value *dividend = builder.CreateFreeze(division.getOperand(0));
  Value *whole = isSigned ? makeMagnitude(builder, dividend) : dividend;
  Value *quotient = multiplyHigh(builder, whole, reciprocal.value);
  Value *rest = builder.CreateSub(whole, builder.CreateMul(quotient, size));
  Value *result, *sign = dividend;
  if (isQuotient(division)) {
    Value *isLess = builder.CreateICmpUGE(rest, size);
    result = builder.CreateAdd(quotient,
                               builder.CreateZExt(isLess, whole->getType()));
    sign = isSigned ? builder.CreateXor(dividend, division.getOperand(1))
                    : nullptr;
  } else {
    // Below 0, a number is greater than all others.
    result = builder.CreateBinaryIntrinsic(Intrinsic::umin, rest,
                                           builder.CreateSub(rest, size));
  }
  if (isSigned)
    result = giveSign(builder, result, sign);
  division.replaceAllUsesWith(result);
  division.eraseFromParent();
}

void shareReciprocals(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  MapVector<Divisor, SmallVector<BinaryOperator *>> groups;
  for (Instruction &instruction : instructions(function))
    if (BinaryOperator *division = findDivision(instruction))
      if (BasicBlock *place = findPlace(*division, dominators, loops))
        groups[{{findDivisor(*division), dividesMagnitudes(*division)}, place}]
            .push_back(division);
  for (auto &[key, divisions] : groups) {
    auto [divisor, place] = key;
    IRBuilder<> builder(place->getTerminator());
    Reciprocal reciprocal =
        makeReciprocal(builder, divisor.getPointer(), divisor.getInt());
    for (BinaryOperator *division : divisions)
      divideBy(reciprocal, divisor.getInt(), *division);
  }
}

} // namespace tessera
