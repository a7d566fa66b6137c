//===- ShareBuffers.h - One buffer for a tile and its transpose -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_SHAREBUFFERS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_SHAREBUFFERS_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera::tileas {

/// Has products read one buffer where several would hold the same bytes: a tile, loaded or
/// computed, and what becomes of it by moves of elements. Returns how many buffers that
/// saves.
unsigned shareBuffers(KernelOpInterface kernel);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_SHAREBUFFERS_H
