//===- SizeGate.cpp - Leaves out what is too slow for large code ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeGate.h"

using namespace llvm;

namespace tessera {

/// Instructions from which on a function is large: a kernel that works on
/// tiles has some hundred, or some thousand with loops over parts of tiles.
static constexpr unsigned largeSize = 1000;

/// The names by which LLVM asks: straight-line strength reduction, and
/// reassociation of what repeats but for the order of its operands.
static constexpr StringLiteral superlinearPasses[] = {"slsr",
                                                      "nary-reassociate"};

SizeGate::SizeGate(const Module &module) {
  for (const Function &function : module)
    if (!function.isDeclaration() &&
        function.getInstructionCount() >= largeSize)
      largeFunctions.insert(function.getName());
}

bool SizeGate::shouldRunPass(StringRef passName,
                             StringRef irDescription) const {
  if (!is_contained(superlinearPasses, passName))
    return true;
  // LLVM describes a function as `function (name)`.
  StringRef name = irDescription;
  return !(name.consume_front("function (") && name.consume_back(")") &&
           largeFunctions.contains(name));
}

} // namespace tessera
