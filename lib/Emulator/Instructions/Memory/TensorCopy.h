//===- TensorCopy.h - Copies of boxes of tensors --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_INSTRUCTIONS_MEMORY_TENSORCOPY_H
#define TESSERA_LIB_EMULATOR_INSTRUCTIONS_MEMORY_TENSORCOPY_H

#include "AsyncCopy.h"

namespace tessera::ptx {

/// cp.async.bulk.tensor, cp.async.bulk.prefetch.tensor and
/// cp.reduce.async.bulk.tensor, after .tensor and the modifiers before it were
/// taken.
bool decodeTensorCopy(InstructionDecoder &d, bool isPrefetch);
bool decodeTensorReduction(InstructionDecoder &d);

/// fence.proxy.tensormap, after .tensormap::generic and .acquire, if present,
/// were taken (TensorMaps.cpp).
bool decodeMapFence(InstructionDecoder &d, bool isAcquire);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_INSTRUCTIONS_MEMORY_TENSORCOPY_H
