//===- SumInBranches.cpp - Sums on both ways to a block -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Powers of a row are computed in a quick way, and computed again where a warp votes that
// it was not exact. They are added up behind the branch, which ptxas moves nothing across:
// while the unit for powers is busy, the warp has nothing else to issue. So both ways add
// up their own:
//
//     %p = quick                            %p = quick
//     br %vote, again, join                 %s = fadd %p, ...
//   again:                                  br %vote, again, join
//     %q = exact                          again:
//     br join                      ->       %q = exact
//   join:                                   %t = fadd %q, ...
//     %x = phi [%p, ...], [%q, again]       br join
//     %y = fadd %x, ...                   join:
//                                           %y = phi [%s, ...], [%t, again]
//
//===----------------------------------------------------------------------===//

#include "LoopRegisters.h"
#include "WarpVotes.h"
#include "tessera/Codegen/Transforms.h"
#include "tessera/Target/TargetInfo.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tessera {

/// True for a block of several groups of warps that multiply. They meet, so that what one
/// waits for holds up another one; blocks of one group fill the time of each other.
static bool hasSeveralGroups(const Function &function) {
  constexpr unsigned threadsPerGroup = 4 * Capacities::threadsPerWarp;
  return countThreads(function) > threadsPerGroup;
}

/// True for a block in which two ways of a warp meet that votes for one of them: numbers are
/// computed in front of the vote and again on that way or, in a block of several groups, on
/// either way.
static bool endsGuard(const BasicBlock &join) {
  const BasicBlock *vote = findVote(join);
  return vote && (is_contained(predecessors(&join), vote) ||
                  hasSeveralGroups(*join.getParent()));
}

/// The sums of two phis of a block, or of such sums.
static SmallSetVector<Instruction *, 32> findSums(BasicBlock &join) {
  SmallPtrSet<Value *, 32> known(from_range, make_pointer_range(join.phis()));
  SmallSetVector<Instruction *, 32> sums;
  for (Instruction &each : join)
    if (isa<BinaryOperator>(each) && each.getType()->isFloatTy() &&
        all_of(each.operands(),
               [&](const Use &use) { return known.contains(use); })) {
      known.insert(&each);
      sums.insert(&each);
    }
  return sums;
}

/// Computes sums of `join` in a block before it, of what comes from there.
static DenseMap<Value *, Value *>
computeIn(BasicBlock &before, BasicBlock &join,
          const SmallSetVector<Instruction *, 32> &sums) {
  DenseMap<Value *, Value *> there;
  for (PHINode &phi : join.phis())
    there[&phi] = phi.getIncomingValueForBlock(&before);
  for (Instruction *each : sums) {
    Instruction *copy = each->clone();
    copy->insertBefore(before.getTerminator()->getIterator());
    for (Use &operand : copy->operands())
      operand.set(there.at(operand));
    there[each] = copy;
  }
  return there;
}

static void sumBefore(BasicBlock &join) {
  SmallSetVector<Instruction *, 32> sums = findSums(join);
  SmallVector<std::pair<BasicBlock *, DenseMap<Value *, Value *>>, 2> ways;
  for (BasicBlock *before : predecessors(&join))
    ways.emplace_back(before, computeIn(*before, join, sums));
  for (Instruction *each : reverse(sums)) {
    if (!each->use_empty()) {
      PHINode *phi = PHINode::Create(each->getType(), ways.size(), "",
                                     join.getFirstNonPHIIt());
      for (auto &[before, there] : ways)
        phi->addIncoming(there.at(each), before);
      each->replaceAllUsesWith(phi);
    }
    each->eraseFromParent();
  }
}

void sumInBranches(Function &function) {
  for (BasicBlock &block : function)
    if (endsGuard(block))
      sumBefore(block);
}

} // namespace tessera
