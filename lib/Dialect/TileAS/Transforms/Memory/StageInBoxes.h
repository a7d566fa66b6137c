//===- StageInBoxes.h - Tiles that shared memory cannot hold ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_STAGEINBOXES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_STAGEINBOXES_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera::tileas {

/// Moves tiles through shared memory box by box, the largest first, until all
/// live buffers fit into `limit` bytes. Fails, with a message, if a buffer
/// outlives its loop.
llvm::LogicalResult stageInBoxes(KernelOpInterface kernel, int64_t limit);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_STAGEINBOXES_H
