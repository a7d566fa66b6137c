//===- Occupancy.cpp - Occupancy of an SM ---------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/Occupancy.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;

namespace tessera {

/// Partitions of an SM, each with its own registers and scheduler.
static constexpr unsigned kPartitions = 4;
static constexpr unsigned kRegisterUnit = 256;

static unsigned blocksByRegisters(const BlockNeeds &block) {
  uint64_t perWarp =
      alignTo(uint64_t(block.registersPerThread) * Capacities::threadsPerWarp,
              kRegisterUnit);
  uint64_t perPartition = Capacities::registersPerSM / kPartitions / perWarp;
  return perPartition * kPartitions / block.warps;
}

static unsigned blocksBySharedMemory(const Capacities &capacities,
                                     uint64_t sharedBytes) {
  return capacities.sharedBytesPerSM /
         alignTo(sharedBytes + capacities.reservedSharedBytesPerBlock,
                 capacities.sharedBytesUnit);
}

Occupancy computeOccupancy(const Capacities &capacities,
                           const BlockNeeds &block) {
  Occupancy best{capacities.getMaxWarpsPerSM() / block.warps,
                 OccupancyLimit::Warps};
  auto limitTo = [&](unsigned blocks, OccupancyLimit limit) {
    if (blocks < best.blocks)
      best = {blocks, limit};
  };
  limitTo(capacities.maxBlocksPerSM, OccupancyLimit::Blocks);
  if (block.registersPerThread)
    limitTo(blocksByRegisters(block), OccupancyLimit::Registers);
  if (block.sharedBytes + capacities.reservedSharedBytesPerBlock)
    limitTo(blocksBySharedMemory(capacities, block.sharedBytes),
            OccupancyLimit::SharedMemory);
  if (block.tensorColumns)
    limitTo(capacities.tensorMemoryColumns /
                getAllocatedTensorColumns(block.tensorColumns),
            OccupancyLimit::TensorMemory);
  return best;
}

unsigned getAllocatedTensorColumns(unsigned needed) {
  constexpr uint64_t least = 32;
  return needed ? std::max(least, PowerOf2Ceil(needed)) : 0;
}

unsigned getMostRegistersPerThread(unsigned warps, unsigned blocks) {
  uint64_t warpsOfPartition = divideCeil(uint64_t(warps) * blocks, kPartitions);
  uint64_t perWarp =
      alignDown(Capacities::registersPerSM / kPartitions / warpsOfPartition,
                kRegisterUnit);
  // No warp has less, so that more blocks than there are registers for take it.
  perWarp = std::max<uint64_t>(perWarp, kRegisterUnit);
  return std::min<uint64_t>(perWarp / Capacities::threadsPerWarp,
                            Capacities::maxRegistersPerThread);
}

int64_t getMostSharedBytesPerBlock(const Capacities &capacities,
                                   unsigned blocks) {
  return int64_t(alignDown(capacities.sharedBytesPerSM / blocks,
                           capacities.sharedBytesUnit)) -
         capacities.reservedSharedBytesPerBlock;
}

} // namespace tessera
