//===- Boundary.h - What is not Tile IR -------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program holds operations of cuda_tile only, though the parser and the
// verifier of MLIR let any operation stand in a body. Each border of the
// compiler refuses the others, in the same words.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_BOUNDARY_H
#define TESSERA_DIALECT_CUDATILE_IR_BOUNDARY_H

#include "llvm/ADT/StringRef.h"

namespace tessera::cuda_tile {

/// What is wrong with an operation of another dialect, to stand after its name.
inline constexpr llvm::StringLiteral foreignOperationMessage(
    "is of a dialect that has no place in a program: write a kernel as a "
    "cuda_tile.entry in a cuda_tile.module, and its body with operations of "
    "cuda_tile");

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_IR_BOUNDARY_H
