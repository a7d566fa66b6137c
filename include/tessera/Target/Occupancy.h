//===- Occupancy.h - Occupancy of an SM -------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TARGET_OCCUPANCY_H
#define TESSERA_TARGET_OCCUPANCY_H

#include "tessera/Target/TargetInfo.h"

namespace tessera {

/// Resources that a block of a kernel takes.
struct BlockNeeds {
  unsigned warps = 1;
  unsigned registersPerThread = 0;
  uint64_t sharedBytes = 0;
  /// Columns of tensor memory; 0 for none.
  unsigned tensorColumns = 0;
};

/// The resource of an SM that runs out first.
enum class OccupancyLimit {
  Warps,
  Blocks,
  Registers,
  SharedMemory,
  TensorMemory
};

struct Occupancy {
  /// Number of blocks that an SM holds at once; 0 if a block does not fit at
  /// all.
  unsigned blocks;
  /// The scarcest resource; if several are equally scarce, the first of the
  /// enumeration.
  OccupancyLimit limit;
};

/// The number of blocks that an SM with these capacities holds at once, by the
/// rules of the CUDA Occupancy Calculator: each warp gets registers in units of
/// 256, from the quarter of the SM that it runs in; the shared memory that the
/// system reserves is added to that of each block. A block whose columns of tensor
/// memory are taken waits for them until another one ends, and so does not count.
Occupancy computeOccupancy(const Capacities &capacities,
                           const BlockNeeds &block);

/// The columns that an allocation takes for as many as are needed: a power of two
/// from 32 on (PTX ISA, "tcgen05.alloc"); 0 for none.
unsigned getAllocatedTensorColumns(unsigned needed);

/// The inverse question: the largest number of registers per thread with which
/// an SM holds `blocks` (at least one) blocks of `warps` warps each; the least of a
/// thread, 8, where it holds fewer in any case.
unsigned getMostRegistersPerThread(unsigned warps, unsigned blocks);

/// The most registers of all threads of a block with which an SM holds `blocks`
/// (at least one) blocks.
constexpr unsigned getMostRegistersPerBlock(unsigned blocks) {
  return Capacities::registersPerSM / blocks;
}

/// The stages of a ring of copies that run ahead: a second block of an SM is worth more than
/// another one.
inline constexpr int64_t kStagesOfTwoBlocks = 3;

/// The largest shared memory of a block, in bytes, with which an SM holds
/// `blocks` (at least one) blocks. Negative if not even blocks without shared
/// memory fit.
int64_t getMostSharedBytesPerBlock(const Capacities &capacities,
                                   unsigned blocks);

} // namespace tessera

#endif // TESSERA_TARGET_OCCUPANCY_H
