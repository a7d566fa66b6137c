//===- Product.h - Matrix products ------------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_PRODUCT_H
#define TESSERA_DIALECT_TILEAS_IR_OPS_PRODUCT_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera {
class TargetInfo;
} // namespace tessera

#define GET_OP_CLASSES
#include "tessera/Dialect/TileAS/IR/Ops/Product.h.inc"

namespace tessera::tileas {

/// True if two CTAs may multiply together by a right factor in such a buffer: one
/// instruction takes all of its columns, and the second half of its bytes has the
/// second half of these.
bool canBeOfPair(Tcgen05MmaOp product, BufferType rhs);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_PRODUCT_H
