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

/// cp.async.bulk.tensor and cp.async.bulk.prefetch.tensor, of which .tensor and
/// what stands before it are taken; cp.reduce.async.bulk.tensor likewise.
bool decodeTensorCopy(InstructionDecoder &d, bool isPrefetch);
bool decodeTensorReduction(InstructionDecoder &d);

/// fence.proxy.tensormap, of which .tensormap::generic and .acquire, if it
/// stands there, are taken (TensorMaps.cpp).
bool decodeMapFence(InstructionDecoder &d, bool isAcquire);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_INSTRUCTIONS_MEMORY_TENSORCOPY_H
