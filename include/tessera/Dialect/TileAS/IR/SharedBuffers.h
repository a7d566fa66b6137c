//===- SharedBuffers.h - Buffers in shared memory ---------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_SHAREDBUFFERS_H
#define TESSERA_DIALECT_TILEAS_IR_SHAREDBUFFERS_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera::tileas {

/// Allocates a buffer in shared memory, whose mbarriers begin if there are any.
mlir::Value makeBuffer(mlir::OpBuilder &builder, mlir::Location loc,
                       BufferType type);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_IR_SHAREDBUFFERS_H
