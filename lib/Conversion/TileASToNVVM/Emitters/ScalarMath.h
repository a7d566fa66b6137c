//===- ScalarMath.h - Arithmetic on one element -----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each elementwise op is on one element, for a target: every result is
// rounded once, as the op says, whatever the target has instructions for.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_SCALARMATH_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_SCALARMATH_H

#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "tessera/Target/TargetInfo.h"

namespace tessera::scalarmath {

/// Whether `op` works on tiles element by element.
bool isElementwise(mlir::Operation *op);

/// Whether an op that already works on scalars must still be rewritten by
/// `emit`: it is not of `arith`, or `arith` alone would round it twice.
bool needsExpansion(mlir::Operation *op);

/// Emits what `op`, elementwise, does to the given operands, scalars of types
/// that LLVM knows. `resultTypes` are the types of the scalars to make.
llvm::SmallVector<mlir::Value>
emit(mlir::OpBuilder &builder, mlir::Operation *op, mlir::ValueRange operands,
     mlir::TypeRange resultTypes, const TargetInfo &target);

} // namespace tessera::scalarmath

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_SCALARMATH_H
