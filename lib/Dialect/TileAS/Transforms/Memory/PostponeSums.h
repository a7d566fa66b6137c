//===- PostponeSums.h - Sums are read behind other tiles --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_POSTPONESUMS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_POSTPONESUMS_H

#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"

namespace tessera::tileas {

/// Moves the load of what a loop has added up, and all that is computed from it alone,
/// behind the tiles that are loaded for it, where a thread has no registers for both, and
/// the reads of tiles in shared memory behind the load. Returns false where it stays.
bool postponeSum(TmemLoadOp load);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_POSTPONESUMS_H
