//===- TileModule.h - Modules of cuda_tile as operations --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file finds a `cuda_tile.module`, which most code only passes on as an
// operation. Files that include Ops/Module.h instead are recompiled after an
// edit of that operation.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_TILEMODULE_H
#define TESSERA_DIALECT_CUDATILE_IR_TILEMODULE_H

namespace mlir {
class Operation;
} // namespace mlir

namespace tessera::cuda_tile {

/// True if `op`, which may be null, is a `cuda_tile.module`.
bool isTileModule(mlir::Operation *op);

/// The first `cuda_tile.module` in `op`, a builtin module; null if it has none.
mlir::Operation *findTileModule(mlir::Operation *op);

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_IR_TILEMODULE_H
