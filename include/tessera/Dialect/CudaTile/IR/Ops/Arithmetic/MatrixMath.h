//===- MatrixMath.h - Matrix products ---------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_ARITHMETIC_MATRIXMATH_H
#define TESSERA_DIALECT_CUDATILE_IR_OPS_ARITHMETIC_MATRIXMATH_H

#include "tessera/Dialect/CudaTile/IR/Dialect.h"

#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/MatrixMath.h.inc"

namespace tessera::cuda_tile {

/// True if an op multiplies matrices, of any element types.
inline bool isMatrixProduct(mlir::Operation *op) {
  return mlir::isa<MmaFOp, MmaFScaledOp, MmaIOp>(op);
}

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_ARITHMETIC_MATRIXMATH_H
