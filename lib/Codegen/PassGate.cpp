//===- PassGate.cpp - Leaves out what takes too long ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassGate.h"
#include "LoopRegisters.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;

namespace tessera {

/// Instructions from which on a function is large: a kernel that works on
/// tiles has some hundred, or some thousand with loops over parts of tiles.
static constexpr unsigned largeSize = 1000;

/// The names by which LLVM asks: straight-line strength reduction,
/// reassociation of what repeats but for the order of its operands, and the
/// search for accesses that lie side by side.
static constexpr StringLiteral superlinearPasses[] = {
    "slsr", "nary-reassociate", "load-store-vectorizer"};

/// Those of them behind which LLVM cleans up by a search for common
/// subexpressions.
static constexpr StringLiteral cleanedUpPasses[] = {"slsr", "nary-reassociate"};

/// What a low level does without.
static constexpr StringLiteral slowPasses[] = {"Loop Strength Reduction",
                                               "codegenprepare", "early-cse",
                                               "slsr", "nary-reassociate"};

static constexpr StringLiteral earlyCSE = "early-cse";
static constexpr StringLiteral machineCSE = "machine-cse";

/// Registers that a loop carries from which on it has none to spare for what
/// another loop computes again: half of a thread's.
static constexpr uint64_t halfOfRegisters = 128;

/// Whether registers are scarce in several loops of a function.
static bool isCrowded(Function &function) {
  DominatorTree dominators(function);
  LoopInfo info(dominators);
  return count_if(info.getLoopsInPreorder(), [](const Loop *loop) {
           return countCarriedRegisters(*loop) >= halfOfRegisters;
         }) > 1;
}

PassGate::PassGate(Module &module, CodeGenOptLevel level)
    : isQuick(level <= CodeGenOptLevel::Less) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    if (isCrowded(function))
      crowdedFunctions.insert(function.getName());
    if (function.getInstructionCount() >= largeSize)
      largeFunctions.insert(function.getName());
    if (function.size() >= manyBlocks)
      branchyFunctions.insert(function.getName());
  }
}

bool PassGate::shouldRunPass(StringRef passName,
                             StringRef irDescription) const {
  if (isQuick && is_contained(slowPasses, passName))
    return false;
  const StringSet<> *excluded = passName == earlyCSE     ? &branchyFunctions
                                : passName == machineCSE ? &crowdedFunctions
                                : is_contained(superlinearPasses, passName)
                                    ? &largeFunctions
                                    : nullptr;
  // LLVM describes a function as `function (name)`.
  StringRef name = irDescription;
  bool isLeftOut = excluded && name.consume_front("function (") &&
                   name.consume_back(")") && excluded->contains(name);
  if (passName == earlyCSE)
    return !isLeftOut && !std::exchange(leavesNothing, false);
  if (is_contained(cleanedUpPasses, passName))
    leavesNothing = isLeftOut;
  return !isLeftOut;
}

} // namespace tessera
