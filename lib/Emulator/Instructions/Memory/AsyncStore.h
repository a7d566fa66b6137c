//===- AsyncStore.h - Stores to other blocks, on their way ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_INSTRUCTIONS_MEMORY_ASYNCSTORE_H
#define TESSERA_LIB_EMULATOR_INSTRUCTIONS_MEMORY_ASYNCSTORE_H

#include "../../Decoder.h"

namespace tessera::ptx {

/// st.async and red.async, after .async was taken. Their lists are two
/// addresses, of the destination and the mbarrier, and the values.
bool decodeAsyncStore(InstructionDecoder &d);
bool decodeAsyncReduction(InstructionDecoder &d);

/// True if order, scope and space are those of st.async.release and its like;
/// with .mmio, the scope is that of the system.
inline bool isAsyncRelease(const Inst &inst, bool isMmio) {
  return inst.order == MemoryOrder::Release &&
         ((inst.scope == Scope::Gpu && !isMmio) || inst.scope == Scope::Sys) &&
         (inst.space == Space::Global || inst.space == Space::Generic);
}

/// Index of the first value in the list.
constexpr unsigned valuesAt = 8;

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_INSTRUCTIONS_MEMORY_ASYNCSTORE_H
