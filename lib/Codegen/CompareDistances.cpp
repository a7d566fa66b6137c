//===- CompareDistances.cpp - One difference for many comparisons ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements that a thread holds of a tile lie at constant distances, so the
// comparisons of a mask, or with a border, differ by constants:
//
//   %a1 = or disjoint i32 %column, 8        %d = ssub.sat(%column, %row)
//   %b1 = or disjoint i32 %row, 16
//   %c0 = icmp sgt i32 %column, %row   ->   %c0 = icmp sgt i32 %d, 0
//   %c1 = icmp sgt i32 %a1, %row            %c1 = icmp sgt i32 %d, -8
//   %c2 = icmp sgt i32 %a1, %b1             %c2 = icmp sgt i32 %d, 8
//
// One register takes the place of all rows and columns, and no comparison takes
// 64 bits. The result is right even if the difference saturates, since it is
// then beyond all the constants.
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/Transforms.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"
#include <map>
#include <vector>

using namespace llvm;

namespace tessera {

/// Least number of comparisons for which a common difference pays: it takes up
/// to ten instructions itself.
static constexpr size_t manyComparisons = 8;

/// Constants have smaller absolute values, so that no difference of two reaches
/// an end of the range.
static constexpr int64_t constantLimit = int64_t(1) << 29;

namespace {

/// A number as a constant plus terms without a common bit; the sum does not
/// wrap around.
struct Sum {
  SmallVector<Value *, 4> terms;
  int64_t constant = 0;

  /// Returns false if there are too many terms, or the constant is too large.
  bool add(Value *value) {
    if (auto *number = dyn_cast<ConstantInt>(value)) {
      constant += number->getSExtValue();
      return std::abs(number->getSExtValue()) < constantLimit &&
             std::abs(constant) < constantLimit;
    }
    if (auto *sum = dyn_cast<PossiblyDisjointInst>(value);
        sum && sum->isDisjoint())
      return add(sum->getOperand(0)) && add(sum->getOperand(1));
    constexpr size_t mostTerms = 4;
    terms.push_back(value);
    return terms.size() <= mostTerms;
  }

  /// Makes the sum of the terms, without the constant.
  Value *make(IRBuilder<> &builder, Type *type) const {
    Value *sum = nullptr;
    for (Value *term : terms)
      sum = sum ? builder.CreateOr(sum, term, "", /*IsDisjoint=*/true) : term;
    return sum ? sum : ConstantInt::get(type, 0);
  }
};

/// A comparison of `lhs - rhs` with a constant.
struct Comparison {
  ICmpInst *instruction;
  CmpInst::Predicate predicate;
  int64_t constant;
};

/// Comparisons of a block that have the same terms on both sides.
struct Group {
  Sum lhs, rhs;
  bool isSameSign;
  SmallVector<Comparison> comparisons;
};

/// The terms of both sides, each set ended by null, and whether both sides are
/// known to have the same sign.
using Key = std::pair<std::vector<Value *>, bool>;

} // namespace

/// The signed predicate of a comparison that a difference can decide; nothing
/// for other comparisons.
static std::optional<CmpInst::Predicate>
getPredicate(const ICmpInst &comparison) {
  Type *type = comparison.getOperand(0)->getType();
  // The difference of two 64-bit numbers of any signs may take 65 bits.
  if (!type->isIntegerTy(32) &&
      !(type->isIntegerTy(64) && comparison.hasSameSign()))
    return std::nullopt;
  if (comparison.isEquality())
    return std::nullopt;
  CmpInst::Predicate predicate = comparison.getPredicate();
  if (comparison.hasSameSign())
    predicate = ICmpInst::getSignedPredicate(predicate);
  return CmpInst::isSigned(predicate) ? std::optional(predicate) : std::nullopt;
}

static void findGroups(BasicBlock &block, std::map<Key, size_t> &numbers,
                       SmallVectorImpl<Group> &groups) {
  for (Instruction &instruction : block) {
    auto *comparison = dyn_cast<ICmpInst>(&instruction);
    auto predicate = comparison ? getPredicate(*comparison) : std::nullopt;
    Sum lhs, rhs;
    if (!predicate || !lhs.add(comparison->getOperand(0)) ||
        !rhs.add(comparison->getOperand(1)) || lhs.terms.empty() ||
        rhs.terms.empty())
      continue;
    // A constant with another sign than the sum could hide the sign of the
    // terms.
    bool isSameSign = comparison->hasSameSign();
    if (isSameSign && (lhs.constant < 0 || rhs.constant < 0))
      continue;
    Key key{{lhs.terms.begin(), lhs.terms.end()}, isSameSign};
    key.first.push_back(nullptr);
    append_range(key.first, rhs.terms);
    auto [it, isNew] = numbers.try_emplace(key, groups.size());
    if (isNew)
      groups.push_back({lhs, rhs, isSameSign, {}});
    groups[it->second].comparisons.push_back(
        {comparison, *predicate, rhs.constant - lhs.constant});
  }
}

/// The difference of both sides, as a saturating i32.
static Value *makeDistance(IRBuilder<> &builder, const Group &group,
                           Type *type) {
  Value *lhs = group.lhs.make(builder, type);
  Value *rhs = group.rhs.make(builder, type);
  if (!group.isSameSign)
    return builder.CreateBinaryIntrinsic(Intrinsic::ssub_sat, lhs, rhs);
  Value *distance = builder.CreateNSWSub(lhs, rhs);
  if (type->isIntegerTy(32))
    return distance;
  auto limitBy = [&](Intrinsic::ID which, int64_t limit) {
    distance = builder.CreateBinaryIntrinsic(which, distance,
                                             ConstantInt::get(type, limit));
  };
  limitBy(Intrinsic::smin, std::numeric_limits<int32_t>::max());
  limitBy(Intrinsic::smax, std::numeric_limits<int32_t>::min());
  return builder.CreateTrunc(distance, builder.getInt32Ty());
}

static void replace(const Group &group) {
  ICmpInst *first = group.comparisons.front().instruction;
  IRBuilder<> builder(first);
  Value *distance =
      makeDistance(builder, group, first->getOperand(0)->getType());
  for (const Comparison &comparison : group.comparisons) {
    ICmpInst *old = comparison.instruction;
    builder.SetInsertPoint(old);
    Value *constant =
        ConstantInt::getSigned(distance->getType(), comparison.constant);
    old->replaceAllUsesWith(
        builder.CreateICmp(comparison.predicate, distance, constant));
    RecursivelyDeleteTriviallyDeadInstructions(old);
  }
}

void compareDistances(Function &function) {
  for (BasicBlock &block : function) {
    std::map<Key, size_t> numbers;
    SmallVector<Group> groups;
    findGroups(block, numbers, groups);
    for (const Group &group : groups)
      if (group.comparisons.size() >= manyComparisons)
        replace(group);
  }
}

} // namespace tessera
