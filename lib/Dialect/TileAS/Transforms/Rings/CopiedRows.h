//===- CopiedRows.h - Rows that are copied beside factors -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row with which all rows of a tile are computed, as the largest scores in the gradient
// of keys, is in the registers of many threads. Loaded ahead, it takes them for all of an
// iteration, and a condition for each load. So its trip through shared memory counts as
// one for which nobody waits when layouts are chosen: it becomes a copy to a ring like
// those of factors. Where shared memory has no room for that, each thread loads what it
// would read there. It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_COPIEDROWS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_COPIEDROWS_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace tessera::tileaa {
class ValueFactsAnalysis;
}

namespace tessera::tileas {

struct AsyncCopy;

/// Bytes that lie side by side in memory of what cp.async copies (PTX ISA, "cp.async").
inline constexpr int64_t kLeastCopiedBytes = 4;

/// True for a row or a column of floats that a loop loads which computes on what it
/// multiplies in tensor memory.
bool isRowBesideProducts(mlir::Value tile);

/// True for the copy of such a row.
bool isRow(AsyncCopy &copy);

/// Has each thread load what it reads of the buffers of such rows, which nobody needs
/// then, but for `copied` loads.
void leaveRows(KernelOpInterface kernel,
               const llvm::SmallPtrSetImpl<mlir::Operation *> &copied,
               const tileaa::ValueFactsAnalysis &facts);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_COPIEDROWS_H
