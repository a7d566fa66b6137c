//===- ReducedTiles.h - Reductions of whole tiles ---------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_REDUCEDTILES_H
#define TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_REDUCEDTILES_H

#include "tessera/Dialect/TileAA/IR/Ops/Reductions.h"

namespace tessera::tileaa {

/// Applies the body of a reduction to tiles of one shape, element by element.
/// Fails if it has ops that are not elementwise.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
applyToTiles(mlir::OpBuilder &builder, ReduceOp reduce,
             llvm::ArrayRef<mlir::Value> lhs, llvm::ArrayRef<mlir::Value> rhs);

} // namespace tessera::tileaa

#endif // TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_REDUCEDTILES_H
