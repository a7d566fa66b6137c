//===- Effects.h - Effects of instructions beyond registers ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_EFFECTS_H
#define TESSERA_LIB_EMULATOR_EFFECTS_H

#include "Code.h"

namespace tessera::ptx {

/// Sets Inst::effect of each instruction, and finds the loads of a function
/// whose values are dead: no address, branch or effect beyond registers depends
/// on them.
void markEffects(Code &code);

/// Sets Code::readFirst, once effects are marked: all but the registers that the
/// instructions before the first branch write before they read them.
void findReadFirst(Code &code);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_EFFECTS_H
