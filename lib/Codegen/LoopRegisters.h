//===- LoopRegisters.h - Registers that a loop carries ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CODEGEN_LOOPREGISTERS_H
#define TESSERA_LIB_CODEGEN_LOOPREGISTERS_H

#include "llvm/Analysis/LoopInfo.h"

namespace tessera {

/// Number of 32-bit registers that a loop carries from one iteration to the
/// next, such as the accumulators of a matrix product.
uint64_t countCarriedRegisters(const llvm::Loop &loop);

/// Threads of a block of a kernel; 0 where its launch is not known.
unsigned countThreads(const llvm::Function &kernel);

/// Number of registers that a loop carries from which on it has none to spare: half of a
/// thread's.
constexpr uint64_t halfOfRegisters = 128;

/// The registers that a thread may have, where the launch of a kernel is known.
uint64_t getMostRegisters(const llvm::Function &kernel);

/// True if a loop carries more than half of the registers that a thread may have, beside
/// the other warps of its kernel's launch.
bool carriesMoreThanHalf(const llvm::Loop &loop);

/// Registers of 32 bits that hold a value: none for several values that an instruction
/// gives together, whose elements have them, and for predicates and constants.
uint64_t countRegisters(const llvm::Value &value);

/// True if the values of a loop, in the order in which they are computed, take more than
/// one and a half times as many registers as a thread has beside other warps. ptxas makes
/// do with fewer in such an order. Where a thread has all that it can have, more warps do better.
bool isCrowded(const llvm::Loop &loop);

} // namespace tessera

#endif // TESSERA_LIB_CODEGEN_LOOPREGISTERS_H
