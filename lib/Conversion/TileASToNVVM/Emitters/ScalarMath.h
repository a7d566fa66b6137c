//===- ScalarMath.h - Arithmetic on one element -----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lowering of each elementwise op to one element, for a target. Every
// result is rounded once, as the op specifies, whatever instructions the target
// has.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_SCALARMATH_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_SCALARMATH_H

#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "tessera/Target/TargetInfo.h"

namespace tessera::scalarmath {

/// True if `op` works on tiles element by element.
bool isElementwise(mlir::Operation *op);

/// True if an op that works on scalars already must still be rewritten by
/// `emit`: it is not of `arith`, or `arith` alone would round twice.
bool needsExpansion(mlir::Operation *op);

/// True for an integer to f16 or bf16 that the target converts to f32 first, which
/// holds it.
bool passesThroughF32(mlir::Operation *op, const TargetInfo &target);

/// Emits that first step.
mlir::Value emitInF32(mlir::OpBuilder &builder, mlir::Operation *op,
                      mlir::Value operand);

/// Emits the elementwise `op` for the given operands, scalars of types that
/// LLVM knows. `resultTypes` are the types of the resulting scalars.
llvm::SmallVector<mlir::Value>
emit(mlir::OpBuilder &builder, mlir::Operation *op, mlir::ValueRange operands,
     mlir::TypeRange resultTypes, const TargetInfo &target);

} // namespace tessera::scalarmath

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_SCALARMATH_H
