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
// nothing takes one for longer. Reads of shared memory are part of a chain, where nothing
// is written in between, so that an operand comes in pieces. An index that others need as
// well is worth a register.
//
// A chain gives a float. Addresses and conditions stay, as LLVM selects instructions for
// what stands in one block: a widened index is part of a multiplication there.
//
// Innermost loops stay as they are: their order is that of a schedule. On sm_100 the loop
// of attention of 128x64 with 128 columns would fall from 82.8 percent of the peak, as
// played, to 59.3. Only where a thread has far too few registers for that order are masks
// computed where they choose, as those of attention that drops powers by a hash.
//
//===----------------------------------------------------------------------===//

#include "LoopRegisters.h"
#include "tessera/Codegen/Transforms.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace tessera;

/// Instructions of a chain at most.
static constexpr unsigned kLongestChain = 64;

/// Where shared memory is, whose elements come soon.
static constexpr unsigned kSharedSpace = 3;

namespace {

/// The chains that are moved within a block.
enum class Chains { None, OfMasks, OfFloats };

/// Places the instructions of a function anew, from its end to its begin.
class Placement {
public:
  explicit Placement(Function &function)
      : function(function), dominators(function), postDominators(function),
        loops(dominators) {}

  void run();

private:
  Chains chooseChains(const BasicBlock &block) const;
  bool isResult(const Instruction &from, const Instruction &user) const;
  void placeBlock(BasicBlock &block);
  void place(Instruction &instruction);
  void pullChain(Instruction &result, const BasicBlock &block);
  bool isWorthIt(const SetVector<Instruction *> &chain,
                 const Instruction &result, const BasicBlock &block) const;
  void pullReads(const Instruction &user, const BasicBlock &block);
  bool canMove(const Instruction &instruction, const BasicBlock &block) const;
  bool canRead(const Instruction &instruction, const BasicBlock &block) const;
  /// True if a value has a use behind all that is not placed yet.
  bool isLive(const Value *value) const {
    return isa<Constant, Argument, InlineAsm, BasicBlock>(value) ||
           live.contains(value);
  }

  Function &function;
  DominatorTree dominators;
  PostDominatorTree postDominators;
  LoopInfo loops;
  SmallPtrSet<const Loop *, 4> crowded;
  SetVector<Instruction *> placed;
  DenseSet<const Value *> live;
  /// The chains that are moved within the block that is being placed.
  Chains chains = Chains::None;
  /// The effects in front of each read of that block, and in front of what is placed of it.
  DenseMap<const Instruction *, unsigned> effectsBefore;
  unsigned effectsLeft = 0;
};

} // namespace

/// True for a read of shared memory between the same effects as what is placed next.
bool Placement::canRead(const Instruction &instruction,
                        const BasicBlock &block) const {
  auto *read = dyn_cast<LoadInst>(&instruction);
  return read && chains == Chains::OfFloats && read->getParent() == &block &&
         read->isSimple() && read->getType()->isVectorTy() &&
         read->getPointerAddressSpace() == kSharedSpace &&
         effectsBefore.lookup(read) == effectsLeft;
}

/// The block may be another one, if it is executed as often.
bool Placement::canMove(const Instruction &instruction,
                        const BasicBlock &block) const {
  const BasicBlock *from = instruction.getParent();
  return !isa<PHINode>(instruction) && !instruction.isTerminator() &&
         !instruction.mayHaveSideEffects() &&
         (!instruction.mayReadFromMemory() || canRead(instruction, block)) &&
         (from == &block ||
          (loops.getLoopFor(from) == loops.getLoopFor(&block) &&
           dominators.dominates(from, &block) &&
           postDominators.dominates(&block, from)));
}

void Placement::place(Instruction &instruction) {
  placed.insert(&instruction);
  effectsLeft -= instruction.mayHaveSideEffects();
  for (Value *operand : instruction.operands())
    live.insert(operand);
}

/// True if no value has to wait for a chain, or fewer registers than those that it reads,
/// which no longer do. An index, or a vector, of which others take the rest waits for these
/// in any case.
bool Placement::isWorthIt(const SetVector<Instruction *> &chain,
                          const Instruction &result,
                          const BasicBlock &block) const {
  uint64_t read = 0, longer = 0;
  SmallPtrSet<const Instruction *, 8> leaves;
  for (const Instruction *instruction : chain)
    for (const Value *operand : instruction->operands()) {
      auto *from = dyn_cast<Instruction>(operand);
      if (from && canRead(*from, block))
        read += countRegisters(*instruction);
      if (from && !isLive(from) && !chain.contains(from))
        leaves.insert(from);
    }
  if (leaves.empty())
    return true;
  auto isOfOthers = [&](const Instruction *leaf) {
    return (canRead(*leaf, block) || !leaf->getType()->isFPOrFPVectorTy()) &&
           !all_of(leaf->users(), [&](const User *user) {
             return placed.contains(cast<Instruction>(user)) ||
                    chain.contains(cast<Instruction>(user));
           });
  };
  for (const Instruction *leaf : leaves)
    if (!isOfOthers(leaf))
      longer += std::max<uint64_t>(countRegisters(*leaf), 1);
  return longer ? longer + countRegisters(result) <= read
                : read || isa<LoadInst>(result) || chains == Chains::OfMasks;
}

void Placement::pullChain(Instruction &result, const BasicBlock &block) {
  SetVector<Instruction *> chain;
  chain.insert(&result);
  auto isTaken = [&](const User *user) {
    const auto *instruction = cast<Instruction>(user);
    return chain.contains(instruction) || placed.contains(instruction);
  };
  // A value that several take is taken with the last of them.
  for (unsigned i = 0; i < chain.size() && chain.size() <= kLongestChain; ++i)
    for (Value *operand : chain[i]->operands())
      if (auto *from = dyn_cast<Instruction>(operand);
          from && !isLive(from) && canMove(*from, block) &&
          all_of(from->users(), isTaken))
        chain.insert(from);
  if (!isWorthIt(chain, result, block))
    return;
  for (Instruction *instruction : chain)
    place(*instruction);
  for (Instruction *instruction : chain)
    pullReads(*instruction, block);
}

/// Reads a vector in front of the first that takes a part of it.
void Placement::pullReads(const Instruction &user, const BasicBlock &block) {
  for (Value *operand : user.operands())
    if (auto *from = dyn_cast<Instruction>(operand);
        from && !placed.contains(from) && canRead(*from, block) &&
        all_of(from->users(), [&](const User *each) {
          return placed.contains(cast<Instruction>(each));
        }))
      pullChain(*from, block);
}

Chains Placement::chooseChains(const BasicBlock &block) const {
  const Loop *loop = loops.getLoopFor(&block);
  if (!loop || !loop->isInnermost())
    return Chains::OfFloats;
  return crowded.contains(loop) ? Chains::OfMasks : Chains::None;
}

/// True for an operand whose chain may go to its only user.
bool Placement::isResult(const Instruction &from,
                         const Instruction &user) const {
  // A phi takes a value at the end of another block.
  if (isa<PHINode>(user) || !from.hasOneUse() || placed.contains(&from))
    return false;
  if (chains == Chains::OfMasks)
    return isa<SelectInst>(user) && from.getType()->isIntegerTy(1);
  return chains == Chains::OfFloats && from.getType()->isFPOrFPVectorTy();
}

void Placement::placeBlock(BasicBlock &block) {
  size_t first = placed.size();
  chains = chooseChains(block);
  effectsLeft = 0;
  for (Instruction &instruction : block) {
    if (instruction.mayReadFromMemory())
      effectsBefore[&instruction] = effectsLeft;
    effectsLeft += instruction.mayHaveSideEffects();
  }
  for (Instruction &instruction : reverse(block)) {
    if (placed.contains(&instruction))
      continue;
    place(instruction);
    for (Value *operand : instruction.operands()) {
      auto *from = dyn_cast<Instruction>(operand);
      if (from && isResult(*from, instruction) && canMove(*from, block))
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
  for (const Loop *loop : loops.getLoopsInPreorder())
    if (loop->isInnermost() && isCrowded(*loop))
      crowded.insert(loop);
  for (BasicBlock *block : post_order(&function))
    placeBlock(*block);
}

void tessera::postponeChains(Function &function) { Placement(function).run(); }
