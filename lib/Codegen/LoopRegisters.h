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

} // namespace tessera

#endif // TESSERA_LIB_CODEGEN_LOOPREGISTERS_H
