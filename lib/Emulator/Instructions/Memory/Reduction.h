//===- Reduction.h - Atomic operations on one element ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_INSTRUCTIONS_MEMORY_REDUCTION_H
#define TESSERA_LIB_EMULATOR_INSTRUCTIONS_MEMORY_REDUCTION_H

#include "../../Decoder.h"

namespace tessera::ptx {

/// Takes .add, .min and so on into Inst::operation; false if there is none.
bool takeAtomicOperation(InstructionDecoder &d);

/// Takes .noftz, which is required if `isNeeded` and allowed in sums of f32;
/// true after a mistake. Operation and type have been taken.
bool takeSubnormals(InstructionDecoder &d, bool isNeeded);

/// True if asynchronous reductions into shared memory of the cluster have this
/// operation on this type.
bool isSharedReduction(AtomicOp operation, Type type);
/// The same for reductions into global memory.
bool isBulkReduction(AtomicOp operation, Type type);

/// Combines an element of global memory with another one, atomically, by the
/// operation and the type of the instruction.
void reduceElement(const Inst &inst, uint8_t *at, const uint8_t *value);

/// Two elements, or packed halves, combined by the operation and the type of
/// the instruction; subnormal numbers stay.
uint64_t combineElements(const Inst &inst, uint64_t a, uint64_t b);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_INSTRUCTIONS_MEMORY_REDUCTION_H
