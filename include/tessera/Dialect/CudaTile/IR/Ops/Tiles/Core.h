//===- Core.h - Shapes and counting -----------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_TILES_CORE_H
#define TESSERA_DIALECT_CUDATILE_IR_OPS_TILES_CORE_H

#include "tessera/Dialect/CudaTile/IR/Dialect.h"

namespace tessera::cuda_tile {

/// The tile of `shape` whose elements are all `scalar`; `scalar` itself if the
/// shape is that of a scalar.
mlir::Value createFilled(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value scalar, llvm::ArrayRef<int64_t> shape);

} // namespace tessera::cuda_tile

#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h.inc"

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_TILES_CORE_H
