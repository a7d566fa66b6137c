//===- Views.h - Tensor views and tile views --------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_VIEWS_H
#define TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_VIEWS_H

#include "tessera/Dialect/CudaTile/IR/Dialect.h"

namespace tessera::cuda_tile {

/// The dimension of the tensor that each dimension of the tile lies along.
llvm::SmallVector<int32_t> getDimMap(TileView view);

/// The distances of tiles with neighbouring indices along each dimension, in
/// elements; 1 for gathered or scattered rows, and for elements beside them.
llvm::SmallVector<int32_t> getSteps(TileView view);

} // namespace tessera::cuda_tile

#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Views.h.inc"

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_VIEWS_H
