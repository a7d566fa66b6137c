//===- Residency.cpp - Blocks of a kernel that an SM holds ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/Residency.h"

#include <algorithm>

using namespace tessera;
using namespace tessera::tileas;

Occupancy Residency::find(uint64_t sharedBytes,
                          unsigned registersPerThread) const {
  return computeOccupancy(
      capacities, {warps, registersPerThread, sharedBytes, tensorColumns});
}

int64_t Residency::getMostRegisters(unsigned blocks) const {
  return getMostRegistersPerThread(warps, std::max(blocks, 1u));
}

int64_t Residency::getMostSharedBytes(unsigned blocks) const {
  return std::min<int64_t>(
      getMostSharedBytesPerBlock(capacities, std::max(blocks, 1u)),
      capacities.maxSharedBytesPerBlock);
}
