//===- Matrix.h - Operands of matrix instructions -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_INSTRUCTIONS_MATRIX_MATRIX_H
#define TESSERA_LIB_EMULATOR_INSTRUCTIONS_MATRIX_MATRIX_H

#include "../../Machine/Lanes.h"
#include "../../Matrix/Forms.h"

namespace tessera::ptx {

/// Takes .sync and .aligned, which PTX before 6.3 may leave out; the whole warp
/// runs the instruction together.
bool takeSyncAligned(InstructionDecoder &d);

/// The number of the module's target: 90 for sm_90a.
unsigned architectureOf(const InstructionDecoder &d);

/// The shape among the modifiers, "" if there is none.
llvm::StringRef takeShape(InstructionDecoder &d);

/// Takes registers in braces and appends them to Code::slots: `count` of
/// `width` bits. Operands that are read may be constants.
bool takeFragment(InstructionDecoder &d, size_t operand, unsigned count,
                  unsigned width, bool isWritten);

/// The handler of a product, see Code::matrices (MatrixProducts.cpp).
Handler handlerOfProduct(MatrixFamily family, bool isScaled);

/// wmma.load and wmma.store (MatrixMemory.cpp).
bool decodeWmmaLoad(InstructionDecoder &d);
bool decodeWmmaStore(InstructionDecoder &d);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_INSTRUCTIONS_MATRIX_MATRIX_H
