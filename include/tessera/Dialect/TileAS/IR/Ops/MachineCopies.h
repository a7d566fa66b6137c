//===- MachineCopies.h - Copies by the machine ------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_MACHINECOPIES_H
#define TESSERA_DIALECT_TILEAS_IR_OPS_MACHINECOPIES_H

#include "tessera/Dialect/TileAA/IR/Access.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"

#define GET_OP_CLASSES
#include "tessera/Dialect/TileAS/IR/Ops/MachineCopies.h.inc"

namespace tessera {
enum class MatrixSwizzle : uint8_t;
class TargetInfo;
} // namespace tessera

namespace tessera::tileas {

/// True if tensor maps of a GPU, which may be null, know a swizzle (PTX ISA,
/// "tensormap.replace": atoms of 32 bytes from sm_100a on).
bool isKnownToMaps(MatrixSwizzle swizzle, const TargetInfo *target);

/// True if a map that gathers writes such tiles.
bool canGather(BufferType tile);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_MACHINECOPIES_H
