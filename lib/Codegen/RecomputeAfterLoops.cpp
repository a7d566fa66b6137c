//===- RecomputeAfterLoops.cpp - Recomputes cheap values ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel often loads a tile before its loop and stores another one at the
// same rows and columns after it. CSE computes these once, and they stay in
// registers through the loop:
//
//   %row = or i32 %lane, 12                 %row = or i32 %lane, 12
//   load %row                               load %row
//   loop of matrix products          ->     loop of matrix products
//   store %row                              %lane2 = asm "mov.b32" %lane
//                                           %row2 = or i32 %lane2, 12
//                                           store %row2
//
// The inline assembly hides from LLVM's CSE, which runs again later, that both
// are the same.
//
//===----------------------------------------------------------------------===//

#include "LoopRegisters.h"
#include "tessera/Codegen/Transforms.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace tessera {

/// Number of registers that a loop carries from which on those of a thread are
/// scarce.
static constexpr uint64_t manyRegisters = 64;

/// True for the index of a thread, of a block and the like, which cost one
/// move.
static bool isSpecialRegister(const Value *value) {
  auto *call = dyn_cast<IntrinsicInst>(value);
  return call && call->arg_empty() && call->doesNotAccessMemory() &&
         call->getCalledFunction()->getName().starts_with(
             "llvm.nvvm.read.ptx.sreg.");
}

/// True if an instruction costs little, and only computes.
static bool isCheap(const Instruction &instruction) {
  if (auto *binary = dyn_cast<BinaryOperator>(&instruction))
    return binary->getType()->isIntegerTy() && !binary->isIntDivRem();
  return isa<CastInst, GetElementPtrInst, ICmpInst, SelectInst>(instruction) &&
         !instruction.getType()->isVectorTy();
}

/// The block in which a use takes place.
static BasicBlock *getBlock(const Use &use) {
  auto *user = cast<Instruction>(use.getUser());
  if (auto *phi = dyn_cast<PHINode>(user))
    return phi->getIncomingBlock(use);
  return user->getParent();
}

namespace {

/// The values that are recomputed after one loop.
class Recomputation {
public:
  Recomputation(const Loop &loop, BasicBlock &exit)
      : loop(loop), builder(&exit, exit.getFirstInsertionPt()) {}

  /// The recomputed value, or null if that is not cheap.
  Value *get(Value *value) {
    if (isa<Constant>(value))
      return value;
    if (auto it = values.find(value); it != values.end())
      return it->second;
    Value *again = compute(value);
    values[value] = again;
    return again;
  }

  bool isUsedInLoop(const Value &value) const {
    return any_of(value.uses(),
                  [&](const Use &use) { return loop.contains(getBlock(use)); });
  }

private:
  Value *compute(Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction)
      return hide(value);
    if (isSpecialRegister(value))
      return hide(builder.Insert(instruction->clone()));
    // The loop keeps it in a register anyway.
    if (loop.contains(instruction) || isUsedInLoop(*value))
      return hide(value);
    if (!isCheap(*instruction))
      return nullptr;
    SmallVector<Value *> operands;
    for (Value *operand : instruction->operands()) {
      Value *again = get(operand);
      if (!again)
        return nullptr;
      operands.push_back(again);
    }
    Instruction *again = instruction->clone();
    for (auto [use, operand] : zip_equal(again->operands(), operands))
      use.set(operand);
    return builder.Insert(again);
  }

  /// Returns a copy of the value that LLVM does not know to be equal, or null
  /// if no register of PTX can hold its type. Pointers are returned as they
  /// are: their recomputed offsets tell them apart.
  Value *hide(Value *value) {
    Type *type = value->getType();
    if (type->isPointerTy())
      return value;
    bool isWide = type->isIntegerTy(64);
    if (!isWide && !type->isIntegerTy(32))
      return nullptr;
    auto *assembly =
        InlineAsm::get(FunctionType::get(type, {type}, /*isVarArg=*/false),
                       isWide ? "mov.b64 $0, $1;" : "mov.b32 $0, $1;",
                       isWide ? "=l,l" : "=r,r", /*hasSideEffects=*/false);
    CallInst *hidden = builder.CreateCall(assembly, {value});
    hidden->setDoesNotAccessMemory();
    hidden->setDoesNotThrow();
    return hidden;
  }

  const Loop &loop;
  IRBuilder<> builder;
  DenseMap<Value *, Value *> values;
};

} // namespace

static void recomputeAfter(const Loop &loop, Function &function,
                           const DominatorTree &dominators) {
  BasicBlock *exit = loop.getUniqueExitBlock();
  if (!exit || !loop.hasDedicatedExits())
    return;
  Recomputation recomputation(loop, *exit);
  SmallVector<Use *> uses;
  for (Instruction &instruction : instructions(function)) {
    if (!isCheap(instruction) || loop.contains(&instruction) ||
        !dominators.dominates(instruction.getParent(), loop.getHeader()) ||
        recomputation.isUsedInLoop(instruction))
      continue;
    for (Use &use : instruction.uses())
      if (dominators.dominates(exit, getBlock(use)))
        uses.push_back(&use);
  }
  for (Use *use : uses)
    if (Value *again = recomputation.get(use->get()))
      use->set(again);
}

void recomputeAfterLoops(Function &function) {
  DominatorTree dominators(function);
  LoopInfo info(dominators);
  for (Loop *loop : info.getLoopsInPreorder())
    if (countCarriedRegisters(*loop) >= manyRegisters)
      recomputeAfter(*loop, function, dominators);
}

} // namespace tessera
