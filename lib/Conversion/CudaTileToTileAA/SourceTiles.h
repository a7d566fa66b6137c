//===- SourceTiles.h - Ops of cuda_tile on whole tiles ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops that are rewritten before the conversion become these.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_SOURCETILES_H
#define TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_SOURCETILES_H

#include "mlir/IR/Builders.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"

namespace tessera {

/// A cuda_tile constant whose elements are all `element`.
mlir::Value makeTileConstant(mlir::OpBuilder &builder, mlir::Location loc,
                             cuda_tile::TileType type, mlir::Attribute element);

/// Reshapes `tile` to a shape with the same number of elements.
mlir::Value reshapeTile(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value tile, llvm::ArrayRef<int64_t> shape);

/// Broadcasts `tile` along its dimensions of extent 1 to a shape of the same
/// rank.
mlir::Value broadcastTile(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value tile, llvm::ArrayRef<int64_t> shape);

} // namespace tessera

#endif // TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_SOURCETILES_H
