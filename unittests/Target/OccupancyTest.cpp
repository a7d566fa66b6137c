//===- OccupancyTest.cpp - Blocks that an SM holds at once ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expected numbers are those of NVIDIA's occupancy calculator.
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/Occupancy.h"
#include "gtest/gtest.h"

using namespace tessera;

namespace {

Occupancy on(llvm::StringRef gpu, BlockNeeds block) {
  return computeOccupancy(lookupTarget(gpu)->getCapacities(), block);
}

void expect(Occupancy found, unsigned blocks, OccupancyLimit limit) {
  EXPECT_EQ(found.blocks, blocks);
  EXPECT_EQ(found.limit, limit);
}

TEST(Occupancy, SmallBlocksAreLimitedByTheirNumber) {
  expect(on("sm_80", {1, 16, 0}), 32, OccupancyLimit::Blocks);
  expect(on("sm_75", {1, 16, 0}), 16, OccupancyLimit::Blocks);
}

TEST(Occupancy, FewRegistersFillAnSM) {
  expect(on("sm_80", {8, 32, 0}), 8, OccupancyLimit::Warps);
  expect(on("sm_89", {8, 40, 0}), 6, OccupancyLimit::Warps);
}

TEST(Occupancy, RegistersComeInUnitsOf256AWarp) {
  // 65 registers are rounded up to 72: 7 warps in each quarter of 16,384.
  expect(on("sm_80", {4, 65, 0}), 7, OccupancyLimit::Registers);
  expect(on("sm_80", {4, 72, 0}), 7, OccupancyLimit::Registers);
  expect(on("sm_80", {4, 73, 0}), 6, OccupancyLimit::Registers);
  // 16,384 / (255 rounded up to 256, times 32) is 2 warps a quarter.
  expect(on("sm_90", {8, 255, 0}), 1, OccupancyLimit::Registers);
  // A block that does not fit gives 0.
  expect(on("sm_90", {32, 128, 0}), 0, OccupancyLimit::Registers);
}

TEST(Occupancy, TheSystemTakesSharedMemoryOfEachBlock) {
  // 164 KiB hold four blocks of 40 KiB with 1 KiB each.
  expect(on("sm_80", {4, 32, 40 * 1024}), 4, OccupancyLimit::SharedMemory);
  expect(on("sm_80", {4, 32, 40 * 1024 + 1}), 3, OccupancyLimit::SharedMemory);
  // On 7.5 the system takes no shared memory, and 64 KiB hold two blocks of 32.
  expect(on("sm_75", {4, 32, 32 * 1024}), 2, OccupancyLimit::SharedMemory);
}

TEST(Occupancy, ColumnsOfTensorMemoryAreAllocatedByPowersOfTwo) {
  expect(on("sm_100", {4, 32, 0, 256}), 2, OccupancyLimit::TensorMemory);
  expect(on("sm_100", {4, 32, 0, 257}), 1, OccupancyLimit::TensorMemory);
  expect(on("sm_100", {4, 32, 0, 512}), 1, OccupancyLimit::TensorMemory);
  // 96 columns take 128, and a few take 32.
  expect(on("sm_100", {4, 32, 0, 96}), 4, OccupancyLimit::TensorMemory);
  expect(on("sm_100", {4, 32, 0, 1}), 16, OccupancyLimit::Warps);
  expect(on("sm_100", {4, 128, 0, 64}), 4, OccupancyLimit::Registers);
}

TEST(Occupancy, MoreOfAnythingNeverFitsMoreOften) {
  for (const TargetInfo &target : allTargets())
    for (unsigned warps = 1; warps <= 32; ++warps)
      for (unsigned registers = 16; registers <= 248; registers += 8)
        for (uint64_t shared : {0, 4096, 48 << 10}) {
          const Capacities &capacities = target.getCapacities();
          BlockNeeds block{warps, registers, shared};
          unsigned blocks = computeOccupancy(capacities, block).blocks;
          EXPECT_LE(blocks * warps, capacities.getMaxWarpsPerSM());
          EXPECT_LE(blocks * warps * 32 * registers,
                    Capacities::registersPerSM);
          block.registersPerThread += 7;
          EXPECT_LE(computeOccupancy(capacities, block).blocks, blocks);
          block = {warps, registers, shared + 1};
          EXPECT_LE(computeOccupancy(capacities, block).blocks, blocks);
        }
}

TEST(Occupancy, NoThreadHasFewerThanAWarpIsGiven) {
  EXPECT_EQ(getMostRegistersPerThread(/*warps=*/4, /*blocks=*/16), 32u);
  EXPECT_EQ(getMostRegistersPerThread(4, 64), 8u);
  EXPECT_EQ(getMostRegistersPerThread(4, 1000), 8u);
  EXPECT_EQ(getMostRegistersPerThread(32, 100000), 8u);
}

TEST(Occupancy, TheMostIsWhatFitsAndNoMore) {
  for (const TargetInfo &target : allTargets()) {
    const Capacities &capacities = target.getCapacities();
    for (unsigned warps = 1; warps <= 32; ++warps)
      for (unsigned blocks = 1;
           blocks <= computeOccupancy(capacities, {warps, 0, 0}).blocks;
           ++blocks) {
        auto count = [&](unsigned registers, uint64_t shared) {
          return computeOccupancy(capacities, {warps, registers, shared})
              .blocks;
        };
        unsigned registers = getMostRegistersPerThread(warps, blocks);
        EXPECT_GE(count(registers, 0), blocks);
        if (registers < Capacities::maxRegistersPerThread) {
          EXPECT_LT(count(registers + 1, 0), blocks);
        }
        int64_t shared = getMostSharedBytesPerBlock(capacities, blocks);
        ASSERT_GE(shared, 0);
        EXPECT_GE(count(0, shared), blocks);
        EXPECT_LT(count(0, shared + 1), blocks);
      }
  }
}

} // namespace
