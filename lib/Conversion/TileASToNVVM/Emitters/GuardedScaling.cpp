//===- GuardedScaling.cpp - Sums scaled where factors change them ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedScaling.h"
#include "../KernelContext.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/FirstUser.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// The fewest multiplications for which there is a branch. A vote, its comparisons
/// and the branch are four instructions, and ptxas fills no time across a branch.
static constexpr int64_t kFewestTogether = 32;

//===----------------------------------------------------------------------===//
// Where a guard pays
//===----------------------------------------------------------------------===//

/// True for a tile of which a thread repeats each element in many registers, and which
/// differs from iteration to iteration: what does not is seldom 1.
static bool isOfFewFactors(LoopLikeOpInterface loop, Value factors) {
  constexpr int64_t kFewestForEach = 8;
  auto repeat = factors.getDefiningOp<tileaa::MoveOpInterface>();
  if (!repeat || loop.isDefinedOutsideOfLoop(repeat->getOperand(0)))
    return false;
  auto few = cast<RankedTensorType>(repeat->getOperand(0).getType());
  auto all = cast<RankedTensorType>(factors.getType());
  return getLayout(all).getNumRegisters() >=
         kFewestForEach * getLayout(few).getNumRegisters();
}

OpOperand *tileas::findGuardedFactor(tileaa::MulFOp op) {
  auto tile = dyn_cast<RankedTensorType>(op.getType());
  if (!tile || !tile.getElementType().isF32() || op.getFtz() ||
      getLayout(tile).getNumRegisters() < kFewestTogether || !op->hasOneUse())
    return nullptr;
  auto loop = dyn_cast<LoopLikeOpInterface>(op->getParentOp());
  auto product = dyn_cast<tileaa::ProductOpInterface>(*op->user_begin());
  if (!loop || !product || product.getAcc() != op.getResult() ||
      hasSumInTensorMemory(product))
    return nullptr;
  for (unsigned number : {0, 1})
    if (isOfFewFactors(loop, op->getOperand(number))) {
      // Where others need the sum as it was, a branch around the multiplication
      // copies it.
      Value sum = op->getOperand(1 - number);
      return sum.hasOneUse() ? &op->getOpOperand(number) : nullptr;
    }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Multiplications
//===----------------------------------------------------------------------===//

Value tileas::isAnyNotOne(OpBuilder &builder, Location loc, ValueRange factors,
                          Value also) {
  Value one =
      LLVM::ConstantOp::create(builder, loc, builder.getF32FloatAttr(1));
  llvm::SmallSetVector<Value, 8> different(factors.begin(), factors.end());
  Value changes = also;
  for (Value factor : different) {
    Value other = LLVM::FCmpOp::create(builder, loc, LLVM::FCmpPredicate::une,
                                       factor, one);
    changes =
        changes ? LLVM::OrOp::create(builder, loc, changes, other) : other;
  }
  Value all =
      LLVM::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(-1));
  return NVVM::VoteSyncOp::create(builder, loc, builder.getI1Type(), all,
                                  changes, NVVM::VoteSyncKind::any);
}

/// The registers of a tile, those of a factor together, in groups that are large
/// enough for a guard. Fewer rows of a group are more often all by 1.
static SmallVector<SmallVector<int64_t>> groupByFactor(ValueRange factors) {
  llvm::MapVector<Value, SmallVector<int64_t>> byFactor;
  for (auto [reg, factor] : llvm::enumerate(factors))
    byFactor[factor].push_back(reg);
  SmallVector<SmallVector<int64_t>> groups;
  for (auto &[factor, registers] : byFactor) {
    if (groups.empty() || groups.back().size() >= kFewestTogether)
      groups.emplace_back();
    llvm::append_range(groups.back(), registers);
  }
  return groups;
}

/// Yields a value for each register of a group.
static auto yieldEach(ArrayRef<int64_t> group,
                      llvm::function_ref<Value(OpBuilder &, int64_t)> make) {
  return [group, make](OpBuilder &builder, Location loc) {
    SmallVector<Value> values;
    for (int64_t reg : group)
      values.push_back(make(builder, reg));
    scf::YieldOp::create(builder, loc, values);
  };
}

SmallVector<Value> tileas::emitGuardedScaling(
    OpBuilder &builder, Location loc, ValueRange values, ValueRange factors,
    llvm::function_ref<Value(OpBuilder &, int64_t)> multiply) {
  SmallVector<SmallVector<int64_t>> groups = groupByFactor(factors);
  // All vote in front of the first branch, behind which the others wait for nothing.
  SmallVector<Value> votes;
  for (ArrayRef<int64_t> group : groups) {
    SmallVector<Value> different;
    for (int64_t reg : group)
      different.push_back(factors[reg]);
    votes.push_back(isAnyNotOne(builder, loc, different, /*also=*/nullptr));
  }
  auto keep = [&](OpBuilder &, int64_t reg) { return values[reg]; };
  SmallVector<Value> results = llvm::to_vector(values);
  for (auto [vote, group] : llvm::zip_equal(votes, groups)) {
    auto scaled = scf::IfOp::create(
        builder, loc, vote, yieldEach(group, multiply), yieldEach(group, keep));
    for (auto [reg, result] : llvm::zip_equal(group, scaled.getResults()))
      results[reg] = result;
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

static bool isMask(Operation *op) {
  auto tile = op->getNumResults() == 1
                  ? dyn_cast<RankedTensorType>(op->getResult(0).getType())
                  : RankedTensorType();
  return tile && tile.getElementType().isInteger(1);
}

/// Masks that are needed behind a guarded multiplication, and what only they need,
/// from the last on.
static llvm::SetVector<Operation *> findMasksBehind(tileaa::MulFOp scaling) {
  llvm::SetVector<Operation *> found;
  Block *block = scaling->getBlock();
  for (Operation &op :
       llvm::make_range(++scaling->getReverseIterator(), block->rend())) {
    if (!isPure(&op) || op.getNumRegions() != 0 || op.use_empty())
      continue;
    bool isForMasks = llvm::all_of(
        op.getUsers(), [&](Operation *user) { return found.contains(user); });
    Operation *first = isMask(&op) ? findFirstUser(&op) : nullptr;
    if (isForMasks || (first && scaling->isBeforeInBlock(first)))
      found.insert(&op);
  }
  return found;
}

void tileas::delayMasks(Operation *kernel, const KernelContext &context) {
  SmallVector<tileaa::MulFOp> guarded;
  kernel->walk([&](tileaa::MulFOp op) {
    if (context.getGuardedFactor(op))
      guarded.push_back(op);
  });
  for (tileaa::MulFOp scaling : guarded)
    // Each moves to right behind the multiplication, and the last one first.
    for (Operation *mask : findMasksBehind(scaling))
      mask->moveAfter(scaling);
}
