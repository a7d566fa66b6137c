//===- Misc.h - Launch coordinates, promises and messages -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_OPS_MISC_H
#define TESSERA_DIALECT_TILEAA_IR_OPS_MISC_H

#include "tessera/Dialect/TileAA/IR/Dialect.h"

#define GET_OP_CLASSES
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h.inc"

namespace tessera::tileaa {

/// Makes the assertion of a slice, which names an element by its place in the
/// whole tile.
mlir::FailureOr<mlir::Operation *> sliceAssertion(mlir::OpBuilder &builder,
                                                  AssertOp assertion,
                                                  const TileSlice &slice,
                                                  GetSlice getSlice);

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_MISC_H
