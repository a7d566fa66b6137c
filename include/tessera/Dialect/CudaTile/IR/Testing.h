//===- Testing.h - Ops for tests only ---------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `cuda_tile.testing$func` is no part of the language. Tools for developers
// register it, because suites of tests wrap their cases in it; a compiler does
// not, and bytecode cannot hold it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_TESTING_H
#define TESSERA_DIALECT_CUDATILE_IR_TESTING_H

#include "tessera/Dialect/CudaTile/IR/Ops/Control/Return.h"

#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/TestingOps.h.inc"

namespace tessera::cuda_tile {

/// Adds `testing$func` to the dialect in the contexts that use `registry`.
void registerTestingOps(mlir::DialectRegistry &registry);

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_IR_TESTING_H
