//===- AccessRemarks.h - Remarks on the width of accesses -------*- C++ -*-===//
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

/// Emits a remark with the number of elements, `width`, that an access to a
/// tile of the layout `layout` takes at once. If that is less than usual, it
/// gives the reason.
void explainWidth(llvm::StringRef kernel, mlir::Operation *op,
                  LayoutAttr layout, int64_t width, const AccessRun &run);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_ACCESSREMARKS_H
