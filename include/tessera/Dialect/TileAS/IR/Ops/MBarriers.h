//===- MBarriers.h - Barriers of rings, in phases ---------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_MBARRIERS_H
#define TESSERA_DIALECT_TILEAS_IR_OPS_MBARRIERS_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"

#define GET_OP_CLASSES
#include "tessera/Dialect/TileAS/IR/Ops/MBarriers.h.inc"

namespace tessera::tileas {

/// True for mbarriers of a pair: those of the first CTA count what both copy.
bool isOfPair(BufferType ring);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_MBARRIERS_H
