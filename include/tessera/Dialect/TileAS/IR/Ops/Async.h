//===- Async.h - Asynchronous copies ----------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_ASYNC_H
#define TESSERA_DIALECT_TILEAS_IR_OPS_ASYNC_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera::tileas {

/// \name The kind of a completion in text: `phase`, or nothing for a group
/// @{
mlir::ParseResult parseCompletionKind(mlir::OpAsmParser &parser,
                                      mlir::Type &type);
void printCompletionKind(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                         CompletionType type);
/// @}

} // namespace tessera::tileas

#define GET_OP_CLASSES
#include "tessera/Dialect/TileAS/IR/Ops/Async.h.inc"

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_ASYNC_H
