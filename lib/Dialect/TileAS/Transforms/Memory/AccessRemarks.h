//===- AccessRemarks.h - How wide accesses are, and why -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the remarks on accesses to memory.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_ACCESSREMARKS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_ACCESSREMARKS_H

#include "AccessRuns.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera::tileas {

/// Says how many elements, `width`, an access takes at once to a tile that lies
/// in `layout` and, where that is less than usual, what keeps it from more.
void explainWidth(llvm::StringRef kernel, mlir::Operation *op,
                  LayoutAttr layout, int64_t width, const AccessRun &run);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_ACCESSREMARKS_H
