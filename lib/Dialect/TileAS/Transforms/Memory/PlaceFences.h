//===- PlaceFences.h - Fences between proxies -------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_PLACEFENCES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_PLACEFENCES_H

#include "tessera/Dialect/TileAS/Analysis/BufferOrigins.h"

namespace tessera::tileas {

/// Has what threads write to shared memory seen by accesses of the async proxy
/// that read it: places a fence before each barrier, or arrival, that may be
/// the first behind such a write. Barriers stand where they are needed, and
/// buffers have offsets. Returns the number of fences.
unsigned placeProxyFences(KernelOpInterface kernel,
                          const BufferOrigins &origins);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_PLACEFENCES_H
