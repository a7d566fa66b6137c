//===- Barriers.h - Threads that wait for one another -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_BARRIERS_H
#define TESSERA_DIALECT_TILEAS_IR_OPS_BARRIERS_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"

#define GET_OP_CLASSES
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h.inc"

namespace tessera::tileas {

/// Barriers of a CTA, of which all threads meet at number 0 (PTX ISA, "barrier.cta").
inline constexpr int64_t kBarriersOfCTA = 16;

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_BARRIERS_H
