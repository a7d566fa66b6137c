//===- HideTripCounts.cpp - Many loops in a row in linear time ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/Transforms.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tessera {

/// Loops from which on a function has many.
static constexpr size_t manyLoops = 64;

void hideTripCounts(Function &function) {
  DominatorTree dominators(function);
  LoopInfo info(dominators);
  SmallVector<Loop *> loops = info.getLoopsInPreorder();
  if (loops.size() < manyLoops)
    return;
  for (Loop *loop : loops) {
    SmallVector<BasicBlock *> exiting;
    loop->getExitingBlocks(exiting);
    for (BasicBlock *block : exiting)
      if (auto *branch = dyn_cast<BranchInst>(block->getTerminator()))
        branch->setCondition(
            new FreezeInst(branch->getCondition(), "", branch->getIterator()));
  }
}

} // namespace tessera
