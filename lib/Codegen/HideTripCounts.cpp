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
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace tessera {

/// Number of loops from which on a function has many.
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

/// Visits the loops of a nest, the inner ones first, as LoopSimplify does.
template <typename Visit>
static void forEachLoop(const LoopInfo &info, Visit visit) {
  for (Loop *outermost : info) {
    SmallVector<Loop *> loops = outermost->getLoopsInPreorder();
    for (Loop *loop : reverse(loops))
      visit(loop);
  }
}

void separateLoops(Function &function) {
  DominatorTree dominators(function);
  LoopInfo info(dominators);
  if (info.getLoopsInPreorder().size() < manyLoops)
    return;
  // `info` is not updated, so that an added block is in none of its loops. That
  // does no harm: an added block leads to the entry of the one loop that it is
  // added for.
  forEachLoop(info, [](Loop *loop) {
    if (!loop->getLoopPreheader())
      InsertPreheaderForLoop(loop, nullptr, nullptr, nullptr,
                             /*PreserveLCSSA=*/false);
  });
  dominators.recalculate(function);
  info.releaseMemory();
  info.analyze(dominators);
  forEachLoop(info, [](Loop *loop) {
    formDedicatedExitBlocks(loop, nullptr, nullptr, nullptr,
                            /*PreserveLCSSA=*/false);
  });
}

} // namespace tessera
