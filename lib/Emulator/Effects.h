//===- Effects.h - What instructions do beyond registers ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_EFFECTS_H
#define TESSERA_LIB_EMULATOR_EFFECTS_H

#include "Code.h"

namespace tessera::ptx {

enum class Effect : uint8_t {
  None,   ///< from registers to registers, whose first operand is the result
  Memory, ///< also loads or stores by MemoryUnit::access alone
  Other,  ///< acts beyond that, so that it runs once
};

Effect effectOf(const Instruction &syntax);

/// Finds the loads of a function whose values reach nothing: no address, no
/// branch, nothing that an instruction does beyond registers.
void markIdleLoads(Code &code);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_EFFECTS_H
