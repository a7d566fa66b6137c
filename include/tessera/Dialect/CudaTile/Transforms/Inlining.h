//===- Inlining.h - Calls of functions that hold our ops --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_TRANSFORMS_INLINING_H
#define TESSERA_DIALECT_CUDATILE_TRANSFORMS_INLINING_H

namespace mlir {
class DialectRegistry;
}

namespace tessera::cuda_tile {

/// Lets MLIR's inliner inline functions with ops of cuda_tile. A `return` ends
/// the kernel around it, so functions with one are not inlined.
void registerInlining(mlir::DialectRegistry &registry);

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_TRANSFORMS_INLINING_H
