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

#include "ComputeBefore.h"
#include "LoopRegisters.h"
#include "WarpVotes.h"
#include "tessera/Codegen/Transforms.h"
#include "tessera/Target/TargetInfo.h"

#include "llvm/ADT/STLExtras.h"
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

/// The sums of two phis of a block, or of such sums, in their order.
static SmallVector<Instruction *, 32> findSums(BasicBlock &join) {
  SmallPtrSet<Value *, 32> known(from_range, make_pointer_range(join.phis()));
  SmallVector<Instruction *, 32> sums;
  for (Instruction &each : join)
    if (isa<BinaryOperator>(each) && each.getType()->isFloatTy() &&
        all_of(each.operands(),
               [&](const Use &use) { return known.contains(use); })) {
      known.insert(&each);
      sums.push_back(&each);
    }
  return sums;
}

void sumInBranches(Function &function) {
  for (BasicBlock &block : function)
    if (endsGuard(block))
      for (Instruction *sum : findSums(block))
        computeBefore(*sum);
}

} // namespace tessera
