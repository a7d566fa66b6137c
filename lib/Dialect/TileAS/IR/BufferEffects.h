//===- BufferEffects.h - Effects of accesses to buffers ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The common part of ops that access buffers as a whole. It is private to the
// dialect.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_IR_BUFFEREFFECTS_H
#define TESSERA_LIB_DIALECT_TILEAS_IR_BUFFEREFFECTS_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera::tileas {

using Effects = llvm::SmallVectorImpl<mlir::MemoryEffects::EffectInstance>;

/// Adds an effect for each access of `op` to a buffer.
void addEffects(BufferAccessOpInterface op, Effects &effects);

/// Checks that a buffer that is stored or read is one tile, not a ring of them.
llvm::LogicalResult verifyOneStage(mlir::Operation *op, BufferType type);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_IR_BUFFEREFFECTS_H
