//===- CudaTilePatterns.h - Reduction patterns of cuda_tile -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_REDUCE_CUDATILEPATTERNS_H
#define TESSERA_REDUCE_CUDATILEPATTERNS_H

namespace mlir {
class DialectRegistry;
}

namespace tessera {

/// Registers the reduction patterns of cuda_tile. They change the meaning of a
/// program, and a single one may make it invalid: the verifier decides that.
void registerCudaTileReductionPatterns(mlir::DialectRegistry &registry);

} // namespace tessera

#endif // TESSERA_REDUCE_CUDATILEPATTERNS_H
