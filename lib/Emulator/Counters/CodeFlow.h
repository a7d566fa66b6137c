//===- CodeFlow.h - The loops of decoded PTX --------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_COUNTERS_CODEFLOW_H
#define TESSERA_LIB_EMULATOR_COUNTERS_CODEFLOW_H

#include "../Code.h"
#include "tessera/Emulator/LoopNest.h"

namespace tessera::ptx {

/// The loops of a function; a call counts as one instruction.
LoopNest findLoops(const Code &code);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_COUNTERS_CODEFLOW_H
