//===- WarpVotes.cpp - Branches on votes of a warp ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpVotes.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

/// True for a block that ends in a branch on a vote of the warp, to `again` or to where that
/// leads.
static bool votesFor(const BasicBlock &block, const BasicBlock &again) {
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  auto *vote = branch && branch->isConditional()
                   ? dyn_cast<IntrinsicInst>(branch->getCondition())
                   : nullptr;
  return vote && vote->getIntrinsicID() == Intrinsic::nvvm_vote_any_sync &&
         again.getSinglePredecessor() == &block && again.getSingleSuccessor();
}

const BasicBlock *tessera::findVote(const BasicBlock &join) {
  SmallVector<const BasicBlock *, 2> before(predecessors(&join));
  if (before.size() != 2)
    return nullptr;
  const BasicBlock *around = before[0]->getSinglePredecessor();
  if (around && around == before[1]->getSinglePredecessor())
    return votesFor(*around, *before[0]) ? around : nullptr;
  if (votesFor(*before[0], *before[1]))
    return before[0];
  return votesFor(*before[1], *before[0]) ? before[1] : nullptr;
}
