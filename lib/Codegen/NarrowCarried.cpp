//===- NarrowCarried.cpp - Conversions before a loop goes on --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where all values that a loop may begin an iteration with are converted in the same way,
// LLVM converts what the iteration has got:
//
//   loop:                                loop:
//     %x = phi [%g, ...], [%h, ...]        %w = phi [%e, ...], [%f, ...]
//     ...                           ->     %x = fptrunc %w
//     %h = fptrunc %f                      ...
//
// The loop then carries the wider type. Powers of attention that go on to a product of the
// next iteration take 64 registers in place of 32, beside a sum of 64.
//
//===----------------------------------------------------------------------===//

#include "ComputeBefore.h"
#include "LoopRegisters.h"
#include "tessera/Codegen/Transforms.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tessera {

/// The conversion to fewer bits that nothing else takes `phi` but, in its block; null if
/// there is none.
static FPTruncInst *findConversion(PHINode &phi) {
  auto *conversion =
      phi.hasOneUse() ? dyn_cast<FPTruncInst>(phi.user_back()) : nullptr;
  bool isHere = conversion && conversion->getParent() == phi.getParent();
  return isHere ? conversion : nullptr;
}

void narrowCarried(Function &function) {
  DominatorTree dominators(function);
  LoopInfo info(dominators);
  for (Loop *loop : info.getLoopsInPreorder()) {
    if (!carriesMoreThanHalf(*loop))
      continue;
    for (PHINode &phi : make_early_inc_range(loop->getHeader()->phis()))
      if (FPTruncInst *conversion = findConversion(phi))
        computeBefore(*conversion);
  }
}

} // namespace tessera
