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

/// Sets how far each instruction acts beyond registers, and finds the loads of a
/// function whose values reach nothing: no address, no branch, nothing that an
/// instruction does beyond registers.
void markEffects(Code &code);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_EFFECTS_H
