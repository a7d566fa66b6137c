//===- CombineInArms.cpp - Values of branches are used in their arms ------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile is loaded by one of two arms, with bounds of each element and without. Behind
// both, where it is added to the sums of products, all of it is in registers beside these:
//
//   some:                              some:
//     %a0 = load %p                      %a0 = load %p
//     %a1 = load %q                      %s0 = fadd %a0, %acc0
//     br join                            %a1 = load %q
//   all:                                 %s1 = fadd %a1, %acc1
//     ...                                br join
//   join:                        ->    all:
//     %x0 = phi %a0, %b0                 ...
//     %x1 = phi %a1, %b1               join:
//     %s0 = fadd %x0, %acc0              %y0 = phi %s0, %t0
//     %s1 = fadd %x1, %acc1              %y1 = phi %s1, %t1
//
// In an arm ptxas adds an element as soon as it is there. 128 threads that add a tile of
// 64 registers to as many sums took 128 registers, of 128, and spilled.
//
// An instruction moves if all that the arms give it is for it alone, and its result takes
// no more registers: what else it takes is in registers of the arms anyway. It becomes two,
// so only the tiles of a branch that take much of a thread's registers are worth it. Powers
// that a warp votes to compute again are none: what else hides the latency of the unit
// would stand in front of the vote (SumInBranches.cpp).
//
//===----------------------------------------------------------------------===//

#include "ComputeBefore.h"
#include "LoopRegisters.h"
#include "WarpVotes.h"
#include "tessera/Codegen/Transforms.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace tessera;

/// Part of a thread's registers from which on the values that arms give are many.
static constexpr unsigned kShare = 4;

/// True for a block that ends arms which do nothing but lead to it, and that no warp has
/// voted for.
static bool joinsArms(const BasicBlock &block,
                      const DominatorTree &dominators) {
  return pred_size(&block) > 1 && !findVote(block) &&
         all_of(predecessors(&block), [&](auto *arm) {
           return arm->getUniqueSuccessor() == &block &&
                  dominators.isReachableFromEntry(arm) &&
                  !dominators.dominates(&block, arm);
         });
}

static uint64_t countJoined(const BasicBlock &block) {
  uint64_t registers = 0;
  for (const PHINode &phi : block.phis())
    registers += countRegisters(phi);
  return registers;
}

/// True for an instruction behind arms that may be computed in each, where that takes no
/// more registers.
static bool belongsInArms(const Instruction &instruction) {
  if (isa<PHINode>(instruction) || instruction.isTerminator() ||
      instruction.mayHaveSideEffects() || instruction.mayReadFromMemory() ||
      !instruction.getType()->isFPOrFPVectorTy())
    return false;
  if (auto *call = dyn_cast<CallBase>(&instruction);
      call && call->isConvergent())
    return false;
  uint64_t joined = 0;
  for (const Value *operand : instruction.operand_values()) {
    auto *from = dyn_cast<Instruction>(operand);
    if (!from || from->getParent() != instruction.getParent())
      continue;
    if (!isa<PHINode>(from) || !from->hasOneUse())
      return false;
    joined += countRegisters(*from);
  }
  return joined && countRegisters(instruction) <= joined;
}

void tessera::combineInArms(Function &function) {
  DominatorTree dominators(function);
  for (BasicBlock &block : function)
    if (joinsArms(block, dominators) &&
        kShare * countJoined(block) >= getMostRegisters(function))
      for (Instruction &instruction : make_early_inc_range(block))
        if (belongsInArms(instruction))
          computeBefore(instruction);
}
