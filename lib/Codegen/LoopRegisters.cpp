//===- LoopRegisters.cpp - Registers that a loop carries ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopRegisters.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tessera {

uint64_t countCarriedRegisters(const Loop &loop) {
  uint64_t bits = 0;
  for (const PHINode &phi : loop.getHeader()->phis())
    bits += phi.getType()->getPrimitiveSizeInBits().getFixedValue();
  return bits / 32;
}

} // namespace tessera
