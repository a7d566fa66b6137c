//===- TensorCore.h - What instructions of tensor memory share --*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_INSTRUCTIONS_TENSORCORE_H
#define TESSERA_LIB_EMULATOR_INSTRUCTIONS_TENSORCORE_H

#include "../Async/TensorMemory.h"
#include "../Decoder.h"
#include "../Machine/Block.h"
#include "../Machine/Warp.h"
#include <optional>

namespace tessera::ptx {

/// How many words an address takes in the list of operands.
inline constexpr unsigned wordsOfAddress = 4;

inline TensorMemory &memoryOf(Warp &warp) {
  return warp.block.asyncUnit().tensorMemory();
}

/// A value that all lanes of a warp must have alike; nothing after a fault,
/// which calls it `what`.
std::optional<uint32_t> uniformValue(Warp &warp, const uint32_t *lanes,
                                     const char *what);

/// tcgen05.ld and tcgen05.st, of which .ld or .st is taken. True after an
/// error.
bool decodeTensorMovement(InstructionDecoder &d, bool isLoad);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_INSTRUCTIONS_TENSORCORE_H
