//===- PassGate.cpp - Skips passes that take too long ---------------------===//
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

/// Number of instructions from which on a function is large. A kernel that
/// works on tiles has some hundred, or some thousand with loops over parts of
/// tiles.
static constexpr unsigned largeSize = 1000;

/// Passes with more than linear time, by the names that LLVM passes to the
/// gate: straight-line strength reduction, reassociation of n-ary expressions,
/// and the search for neighbouring accesses.
static constexpr StringLiteral superlinearPasses[] = {
    "slsr", "nary-reassociate", "load-store-vectorizer"};

/// The passes among them after which LLVM runs a search for common
/// subexpressions.
static constexpr StringLiteral cleanedUpPasses[] = {"slsr", "nary-reassociate"};

/// Passes that do not run at low levels.
static constexpr StringLiteral slowPasses[] = {"Loop Strength Reduction",
                                               "codegenprepare", "early-cse",
                                               "slsr", "nary-reassociate"};

static constexpr StringLiteral earlyCSE = "early-cse";
static constexpr StringLiteral machineCSE = "machine-cse";

/// True if registers are scarce in several loops of a function.
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
