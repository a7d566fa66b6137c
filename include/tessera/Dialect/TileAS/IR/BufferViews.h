//===- BufferViews.h - Buffers by other orders of dimensions ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer may be read through views (`tileas.permute_buffer`): questions on who uses
// its bytes, for those who need not know the op.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_BUFFERVIEWS_H
#define TESSERA_DIALECT_TILEAS_IR_BUFFERVIEWS_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace tessera::tileas {

struct BufferAccess;

/// The buffer that a value is a view of; the value itself if it is none.
mlir::Value getViewed(mlir::Value buffer);

/// The uses of the bytes of a buffer: its own, but for views, and those of its views.
llvm::SmallVector<mlir::OpOperand *> getUsesOfBytes(mlir::Value buffer);

/// True for an op that accesses buffers, each of them as `isSuch` says.
bool onlyAccesses(mlir::Operation *op,
                  llvm::function_ref<bool(const BufferAccess &)> isSuch);

/// True if `writer` alone writes to the bytes of a buffer, and all other users read them.
bool isWrittenBy(mlir::Value buffer, mlir::Operation *writer);

/// The ops of these uses.
llvm::SmallVector<mlir::Operation *> getUsersOfBytes(mlir::Value buffer);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_IR_BUFFERVIEWS_H
