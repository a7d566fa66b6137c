//===- LoopRegisters.h - Loops that fill registers --------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CODEGEN_LOOPREGISTERS_H
#define TESSERA_LIB_CODEGEN_LOOPREGISTERS_H

#include "llvm/Analysis/LoopInfo.h"

namespace tessera {

/// Registers of 32 bits that a loop carries from one iteration to the next,
/// such as the sums of a matrix product.
uint64_t countCarriedRegisters(const llvm::Loop &loop);

} // namespace tessera

#endif // TESSERA_LIB_CODEGEN_LOOPREGISTERS_H
