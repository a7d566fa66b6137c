//===- Boundary.h - The border to other dialects ----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program may contain operations of cuda_tile only, but MLIR's parser and
// verifier allow any operation in a body. Each border of the compiler refuses
// other operations with the same message.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_BOUNDARY_H
#define TESSERA_DIALECT_CUDATILE_IR_BOUNDARY_H

#include "llvm/ADT/StringRef.h"

namespace tessera::cuda_tile {

/// The message about an operation of another dialect, to follow its name.
inline constexpr llvm::StringLiteral foreignOperationMessage(
    "is of a dialect that has no place in a program: write a kernel as a "
    "cuda_tile.entry in a cuda_tile.module, and its body with operations of "
    "cuda_tile");

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_IR_BOUNDARY_H
