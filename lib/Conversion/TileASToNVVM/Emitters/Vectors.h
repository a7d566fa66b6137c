//===- Vectors.h - Several elements in one value ----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_VECTORS_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_VECTORS_H

#include "mlir/IR/Builders.h"

namespace tessera {

/// Packs `elements`, at least one, all of a type that LLVM has vectors of. The
/// first is in the low bits.
mlir::Value packVector(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::ValueRange elements);
/// The same, with the elements of the vector `rest` at the end.
mlir::Value packVector(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::ValueRange elements, mlir::Value rest);

/// The elements of a vector, the first from the low bits.
mlir::SmallVector<mlir::Value>
unpackVector(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value vector);

} // namespace tessera

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_VECTORS_H
