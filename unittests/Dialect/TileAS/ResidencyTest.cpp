//===- ResidencyTest.cpp - Blocks of a kernel that an SM holds ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// OccupancyTest.cpp tests the rules; this file tests the interface for passes.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/Residency.h"
#include "gtest/gtest.h"

using namespace tessera;
using namespace tessera::tileas;

namespace {

Residency on(llvm::StringRef gpu, unsigned warps) {
  return {*lookupTarget(gpu), warps};
}

TEST(Residency, CountsByAllThatABlockTakes) {
  Residency of4 = on("sm_90", 4);
  EXPECT_EQ(of4.countBlocks(/*sharedBytes=*/0), 16u);
  // 218 registers are rounded up to 224: two warps in each quarter of 16,384.
  EXPECT_EQ(of4.countBlocks(0, 218), 2u);
  EXPECT_EQ(of4.find(0, 218).limit, OccupancyLimit::Registers);
  EXPECT_EQ(of4.countBlocks(0, 168), 3u);
  EXPECT_EQ(of4.countBlocks(72 << 10, 168), 3u);
  EXPECT_EQ(of4.countBlocks(80 << 10, 168), 2u);
  EXPECT_EQ(of4.find(80 << 10, 168).limit, OccupancyLimit::SharedMemory);
  EXPECT_EQ(of4.countWarps(80 << 10, 168), 8u);
}

TEST(Residency, CountsColumnsOfTensorMemory) {
  Residency of256(*lookupTarget("sm_100"), /*warps=*/4, /*tensorColumns=*/256);
  EXPECT_EQ(of256.countBlocks(/*sharedBytes=*/0), 2u);
  EXPECT_EQ(of256.find(0).limit, OccupancyLimit::TensorMemory);
  EXPECT_EQ(of256.countBlocks(0, 255), 2u);
  EXPECT_EQ(of256.countBlocks(200 << 10), 1u);
}

TEST(Residency, SaysHowMuchABlockMayTake) {
  EXPECT_EQ(on("sm_90", 4).getMostRegisters(1), 255);
  EXPECT_EQ(on("sm_90", 4).getMostRegisters(2), 255);
  EXPECT_EQ(on("sm_90", 4).getMostRegisters(3), 168);
  EXPECT_EQ(on("sm_90", 16).getMostRegisters(1), 128);
  EXPECT_EQ(on("sm_90", 4).getMostSharedBytes(2), 113 << 10);
  // One block cannot use all shared memory of an SM.
  EXPECT_EQ(on("sm_80", 4).getMostSharedBytes(1), 163 << 10);
  EXPECT_EQ(on("sm_75", 4).getMostSharedBytes(2), 32 << 10);
}

TEST(Residency, NoBlockIsOne) {
  Residency of8 = on("sm_120", 8);
  EXPECT_EQ(of8.getMostRegisters(0), of8.getMostRegisters(1));
  EXPECT_EQ(of8.getMostSharedBytes(0), of8.getMostSharedBytes(1));
}

TEST(Residency, WhatABlockMayTakeIsConsistent) {
  for (const TargetInfo &target : allTargets())
    for (unsigned warps = 1; warps <= 32; warps *= 2) {
      Residency residency(target, warps);
      for (unsigned blocks = 1; blocks <= residency.countBlocks(0); ++blocks)
        EXPECT_GE(residency.countBlocks(residency.getMostSharedBytes(blocks),
                                        residency.getMostRegisters(blocks)),
                  blocks);
    }
}

} // namespace
