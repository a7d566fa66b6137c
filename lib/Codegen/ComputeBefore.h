//===- ComputeBefore.h - Instructions in front of their block --*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CODEGEN_COMPUTEBEFORE_H
#define TESSERA_LIB_CODEGEN_COMPUTEBEFORE_H

#include "llvm/IR/Instruction.h"

namespace tessera {

/// Computes an instruction, which takes phis of its block, at the end of each block that
/// leads there, of what the phis have from it. Its result becomes a phi, and the phis that
/// only it took are erased, as it is. Its other operands are those of blocks above.
void computeBefore(llvm::Instruction &instruction);

} // namespace tessera

#endif // TESSERA_LIB_CODEGEN_COMPUTEBEFORE_H
