//===- ScratchSlot.h - More scratch memory of a kernel ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_SCRATCHSLOT_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_SCRATCHSLOT_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera::tileas {

/// Adds memory to the slot that a kernel claims, or makes it claim one, after
/// tileas-place-in-shared. Returns the pointer to `bytes` bytes that nothing else
/// accesses, in the kernel's own block behind the slot; null where a block would
/// have too much.
mlir::Value extendScratch(KernelOpInterface kernel, int64_t bytes,
                          int64_t alignment);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_SCRATCHSLOT_H
