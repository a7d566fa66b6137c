//===- Occupancy.h - How many blocks an SM holds at once --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TARGET_OCCUPANCY_H
#define TESSERA_TARGET_OCCUPANCY_H

#include "tessera/Target/TargetInfo.h"

namespace tessera {

/// What a block of a kernel takes.
struct BlockNeeds {
  unsigned warps = 1;
  unsigned registersPerThread = 0;
  uint64_t sharedBytes = 0;
};

/// What it is that no further block finds on an SM.
enum class OccupancyLimit { Warps, Blocks, Registers, SharedMemory };

struct Occupancy {
  /// Of an SM, at once; none where a block does not fit at all.
  unsigned blocks;
  /// The scarcest of them; of several equally scarce, the first in the order
  /// of the enumeration.
  OccupancyLimit limit;
};

/// The blocks that an SM with these capacities holds at once, by the rules of
/// the CUDA Occupancy Calculator: registers are handed out to warps 256 at a
/// time, from the quarter of the SM that a warp runs in; to the shared memory
/// of a block comes the system's.
Occupancy computeOccupancy(const Capacities &capacities,
                           const BlockNeeds &block);

/// The other way round: the most registers with which a thread lets an SM hold
/// so many blocks, at least one, of so many warps.
unsigned getMostRegistersPerThread(unsigned warps, unsigned blocks);

/// The most shared memory with which an SM holds so many blocks, at least one:
/// less than 0 where not even blocks without any fit.
int64_t getMostSharedBytesPerBlock(const Capacities &capacities,
                                   unsigned blocks);

} // namespace tessera

#endif // TESSERA_TARGET_OCCUPANCY_H
