//===- CudaTilePatterns.h - How tile programs get smaller -------*- C++ -*-===//
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

/// Lets cuda_tile report its reduction patterns. They keep neither the meaning
/// of a program nor, each for itself, its validity, of which the verifier
/// judges.
void registerCudaTileReductionPatterns(mlir::DialectRegistry &registry);

} // namespace tessera

#endif // TESSERA_REDUCE_CUDATILEPATTERNS_H
