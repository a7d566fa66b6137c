//===- PostponeChains.cpp - Chains are computed where they are used -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op on a tile becomes the instructions of all elements of a thread, and the op
// behind it those on their results. So x / (1 + exp(-x)) of 64 elements has 64 results
// of exp beside 64 elements:
//
//   %e0 = exp %x0                      %e0 = exp %x0
//   %e1 = exp %x1                      %s0 = div %x0, 1 + %e0
//   ...                         ->     store %s0
//   %s0 = div %x0, 1 + %e0             %e1 = exp %x1
//   %s1 = div %x1, 1 + %e1             ...
//   ...
//   store %s0
//
// A chain of instructions is moved to what uses its result, if all that it is computed
// from is in registers there anyway: then its result takes a register for less long, and
// nothing takes one for longer.
//
// A chain gives a float. Addresses and conditions stay, as LLVM selects instructions for
// what stands in one block: a widened index is part of a multiplication there.
//
// Innermost loops stay as they are: their order is that of a schedule. On sm_100 the loop
// of attention of 128x64 with 128 columns would fall from 82.8 percent of the peak, as
// played, to 59.3.
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/Transforms.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

/// Instructions of a chain at most.
static constexpr unsigned kLongestChain = 64;

namespace {

/// Places the instructions of a function anew, from its end to its begin.
class Placement {
public:
  explicit Placement(Function &function)
      : function(function), dominators(function), postDominators(function),
        loops(dominators) {}

  void run();

private:
  void placeBlock(BasicBlock &block, bool pullsChains);
  void place(Instruction &instruction);
  void pullChain(Instruction &result, const BasicBlock &block);
  bool canMove(const Instruction &instruction, const BasicBlock &block) const;
  /// True if a value has a use behind all that is not placed yet.
  bool isLive(const Value *value) const {
    return isa<Constant, Argument, InlineAsm, BasicBlock>(value) ||
           live.contains(value);
  }

  Function &function;
  DominatorTree dominators;
  PostDominatorTree postDominators;
  LoopInfo loops;
  SetVector<Instruction *> placed;
  DenseSet<const Value *> live;
};

} // namespace

/// The block may be another one, if it is executed as often.
bool Placement::canMove(const Instruction &instruction,
                        const BasicBlock &block) const {
  const BasicBlock *from = instruction.getParent();
  return !isa<PHINode>(instruction) && !instruction.isTerminator() &&
         !instruction.mayHaveSideEffects() &&
         !instruction.mayReadFromMemory() &&
         (from == &block ||
          (loops.getLoopFor(from) == loops.getLoopFor(&block) &&
           dominators.dominates(from, &block) &&
           postDominators.dominates(&block, from)));
}

void Placement::place(Instruction &instruction) {
  placed.insert(&instruction);
  for (Value *operand : instruction.operands())
    live.insert(operand);
}

void Placement::pullChain(Instruction &result, const BasicBlock &block) {
  SetVector<Instruction *> chain;
  chain.insert(&result);
  auto isTaken = [&](User *user) {
    auto *instruction = cast<Instruction>(user);
    return chain.contains(instruction) || placed.contains(instruction);
  };
  auto isThere = [&](const Use &operand) {
    return isLive(operand) || chain.contains(dyn_cast<Instruction>(operand));
  };
  // A value that several take is taken with the last of them.
  for (unsigned i = 0; i < chain.size() && chain.size() <= kLongestChain; ++i)
    for (Value *operand : chain[i]->operands())
      if (auto *from = dyn_cast<Instruction>(operand);
          from && !isLive(from) && canMove(*from, block) &&
          all_of(from->users(), isTaken))
        chain.insert(from);
  for (Instruction *instruction : chain)
    if (!all_of(instruction->operands(), isThere))
      return;
  for (Instruction *instruction : chain)
    place(*instruction);
}

void Placement::placeBlock(BasicBlock &block, bool pullsChains) {
  size_t first = placed.size();
  for (Instruction &instruction : reverse(block)) {
    if (placed.contains(&instruction))
      continue;
    place(instruction);
    // A phi takes a value at the end of another block.
    if (!pullsChains || isa<PHINode>(instruction))
      continue;
    for (Value *operand : instruction.operands()) {
      auto *from = dyn_cast<Instruction>(operand);
      if (from && from->getType()->isFPOrFPVectorTy() &&
          !placed.contains(from) && from->hasOneUse() && canMove(*from, block))
        pullChain(*from, block);
    }
  }
  Instruction *next = nullptr;
  for (Instruction *instruction :
       ArrayRef(placed.getArrayRef()).drop_front(first)) {
    if (next && instruction->getNextNode() != next)
      instruction->moveBefore(next->getIterator());
    next = instruction;
  }
}

void Placement::run() {
  for (BasicBlock &block : function)
    for (PHINode &phi : block.phis())
      for (Value *value : phi.incoming_values())
        live.insert(value);
  for (BasicBlock *block : post_order(&function)) {
    const Loop *loop = loops.getLoopFor(block);
    placeBlock(*block, /*pullsChains=*/!loop || !loop->isInnermost());
  }
}

void tessera::postponeChains(Function &function) { Placement(function).run(); }
