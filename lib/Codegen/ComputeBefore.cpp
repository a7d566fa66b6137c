//===- ComputeBefore.cpp - Instructions in front of their block ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComputeBefore.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

/// A copy of `instruction` at the end of `before`, one of the blocks that lead to its own.
static Instruction *copyTo(BasicBlock &before, const Instruction &instruction) {
  Instruction *copy = instruction.clone();
  for (Use &operand : copy->operands())
    operand = operand->DoPHITranslation(instruction.getParent(), &before);
  copy->insertBefore(before.getTerminator()->getIterator());
  return copy;
}

/// The phi of what each block that leads to the instruction's own computes.
static PHINode *joinCopies(Instruction &instruction) {
  BasicBlock *block = instruction.getParent();
  auto &other = cast<PHINode>(block->front());
  PHINode *result =
      PHINode::Create(instruction.getType(), other.getNumIncomingValues());
  for (BasicBlock *before : other.blocks()) {
    // All ways from one block bring the same value.
    int same = result->getBasicBlockIndex(before);
    Value *value = same < 0 ? copyTo(*before, instruction)
                            : result->getIncomingValue(same);
    result->addIncoming(value, before);
  }
  result->insertBefore(block->getFirstNonPHIIt());
  return result;
}

void tessera::computeBefore(Instruction &instruction) {
  if (!instruction.use_empty()) {
    PHINode *result = joinCopies(instruction);
    result->takeName(&instruction);
    instruction.replaceAllUsesWith(result);
  }
  SmallSetVector<Value *, 2> operands(instruction.op_begin(),
                                      instruction.op_end());
  const BasicBlock *block = instruction.getParent();
  instruction.eraseFromParent();
  for (Value *operand : operands)
    if (auto *phi = dyn_cast<PHINode>(operand);
        phi && phi->getParent() == block && phi->use_empty())
      phi->eraseFromParent();
}
