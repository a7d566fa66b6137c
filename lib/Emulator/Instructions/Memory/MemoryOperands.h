//===- MemoryOperands.h - Operands of loads and stores ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_INSTRUCTIONS_MEMORY_MEMORYOPERANDS_H
#define TESSERA_LIB_EMULATOR_INSTRUCTIONS_MEMORY_MEMORYOPERANDS_H

#include "../../Decoder.h"

namespace tessera::ptx {

/// Takes .v2, .v4 or .v8: the number of elements, 1 without.
unsigned takeVector(InstructionDecoder &d);

/// Decodes the registers or constants of `count` elements that are loaded or
/// stored, into Inst::list; true after a mistake.
bool decodeData(InstructionDecoder &d, const Operand &data, Type type,
                unsigned count, bool isLoad);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_INSTRUCTIONS_MEMORY_MEMORYOPERANDS_H
