//===- CopyCandidatesTest.cpp - Warps that only copy, compared ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/CopyCandidates.h"
#include "tessera/Target/TargetInfo.h"
#include "gtest/gtest.h"

using namespace tessera;
using namespace tessera::tileaa;

namespace {

/// 128 x n sums in f32 of f16 factors that are 64 deep, in a loop.
TileNeeds makeLoopOfProduct(int64_t n) {
  TileNeeds needs;
  needs.sums = 128 * n;
  ProductNeeds product;
  product.isInLoop = true;
  product.cycles = 2.0 * 128 * double(n) * 64 / 2048;
  product.factors = {{2 * 128 * 64, 2 * 64 * n}};
  needs.products = {product};
  return needs;
}

CopyDecision decideCopies(const TileNeeds &needs, llvm::StringRef gpu = "sm_80",
                          std::optional<unsigned> asked = std::nullopt) {
  const TargetInfo &target = *lookupTarget(gpu);
  WarpDecision warps = decideWarps(needs, target);
  for (const WarpCandidate &each : warps.candidates)
    if (each.warps == warps.warps)
      return decideCopyWarps(needs, each, target, /*isFixed=*/false,
                             /*askedBlocks=*/0, asked);
  ADD_FAILURE() << "no candidate is chosen";
  return {};
}

// Eight warps that multiply have 128 registers of sums each, which is all of an SM.
TEST(CopyCandidates, EachPartitionHasOneWhereAnSMHasOneBlock) {
  CopyDecision decision = decideCopies(makeLoopOfProduct(256));
  EXPECT_EQ(decision.copyWarps, 4u);
  EXPECT_EQ(decision.reason, "no product waits for the warps of a CTA to meet");
  ASSERT_EQ(decision.candidates.size(), 4u);
  for (unsigned uneven : {1, 2})
    EXPECT_EQ(decision.candidates[uneven].objection,
              "partitions of an SM would have unequal shares of the copies");
  EXPECT_LT(decision.candidates[3].threadCycles,
            decision.candidates[0].threadCycles);
}

TEST(CopyCandidates, ASecondBlockFillsTheTime) {
  CopyDecision decision = decideCopies(makeLoopOfProduct(128));
  EXPECT_GE(decision.candidates[0].blocks, 2u);
  EXPECT_EQ(decision.copyWarps, 0u);
  EXPECT_EQ(decision.reason, "warps that only copy would save no cycles");
}

// Products of warp groups go on up to the next barrier.
TEST(CopyCandidates, GroupsMultiplyWhileTheyMeet) {
  TileNeeds needs = makeLoopOfProduct(256);
  needs.leastOfGroups = 8;
  EXPECT_EQ(decideCopies(needs, "sm_90").copyWarps, 0u);
}

TEST(CopyCandidates, AnOptionAsksForAnyNumber) {
  EXPECT_EQ(decideCopies(makeLoopOfProduct(256), "sm_80", 1).copyWarps, 1u);
  EXPECT_EQ(decideCopies(makeLoopOfProduct(128), "sm_80", 2).copyWarps, 2u);
  EXPECT_EQ(decideCopies(makeLoopOfProduct(256), "sm_80", 0).copyWarps, 0u);
}

// 160 registers of sums of each of eight warps, and 32 beside them, leave none for more.
TEST(CopyCandidates, SumsComeFirst) {
  TileNeeds needs = makeLoopOfProduct(256);
  needs.sums = 8 * 32 * 160;
  CopyDecision decision = decideCopies(needs);
  EXPECT_EQ(decision.copyWarps, 0u);
  EXPECT_EQ(decision.reason,
            "a thread would have too few registers for its sums");
}

// Eight warps that share 128 x 128 have 64 registers of sums each, for two blocks.
TEST(CopyCandidates, SharedMemoryMayHaveRoomForOneBlock) {
  TileNeeds needs = makeLoopOfProduct(128);
  needs.products[0].loadedBytes = 32 * 1024;
  EXPECT_EQ(decideCopies(needs, "sm_120").copyWarps, 4u);
  EXPECT_EQ(decideCopies(needs, "sm_80").copyWarps, 0u);
  needs.products[0].areReduced = true;
  EXPECT_GE(decideCopies(needs, "sm_120").candidates[0].blocks, 2u)
      << "rings of attention may have one stage";
  needs.products[0].loadedBytes = needs.products[0].ringBytes = 96 * 1024;
  EXPECT_EQ(decideCopies(needs, "sm_120").candidates[0].blocks, 1u);
}

// Queries of 64 x 192 stay in registers, and keys and values of 40 KiB take turns.
TEST(CopyCandidates, ASecondBlockTakesTurns) {
  TileNeeds needs = makeLoopOfProduct(128);
  needs.largestTile = 4096;
  ProductNeeds &attention = needs.products[0];
  attention.areReduced = attention.isChain = true;
  attention.rows = 64;
  attention.loadedBytes = 64 * 1024;
  attention.ringBytes = 40 * 1024;
  CopyDecision decision = decideCopies(needs, "sm_120");
  EXPECT_EQ(decision.candidates[0].blocks, 2u);
  EXPECT_EQ(decision.candidates[3].blocks, 1u) << "rings take all tiles";
  EXPECT_EQ(decision.copyWarps, 0u);
  attention.ringBytes = 56 * 1024;
  EXPECT_EQ(decideCopies(needs, "sm_120").copyWarps, 4u);
  attention.ringBytes = 40 * 1024;
  needs.leastWarps = 8;
  EXPECT_EQ(decideCopies(needs, "sm_120").candidates[0].blocks, 1u)
      << "partitions have two warps each, by rings";
}

// 128 registers of sums and 32 beside them are 160 of the 168 beside twelve warps.
TEST(CopyCandidates, TilesBesideFactorsHaveRegisters) {
  TileNeeds needs = makeLoopOfProduct(256);
  EXPECT_EQ(decideCopies(needs).copyWarps, 4u);
  needs.products[0].besideBytes = 4 * 16 * 8 * 32;
  EXPECT_EQ(decideCopies(needs).reason,
            "a thread would have too few registers for its sums");
}

// The same sums leave room for the addresses of two factors, and not of another one.
TEST(CopyCandidates, FactorsBesideTwoHaveAddresses) {
  TileNeeds needs = makeLoopOfProduct(256);
  needs.sums += 128 * 16;
  needs.products[0].numCopied = 2;
  EXPECT_EQ(decideCopies(needs).copyWarps, 4u);
  needs.products[0].numCopied = 3;
  EXPECT_EQ(decideCopies(needs).reason,
            "a thread would have too few registers for its sums");
  needs.leastOfGroups = 4;
  EXPECT_NE(decideCopies(needs).reason,
            "a thread would have too few registers for its sums")
      << "the machine reads the factors of groups";
}

// Factors of f32 that eight warps round whenever they read them, 128 KiB in an iteration,
// for 1280 of the 2048 cycles of tf32 on sm_80.
TEST(CopyCandidates, WhatIsRoundedAheadHasRegisters) {
  TileNeeds needs = makeLoopOfProduct(256);
  needs.largestTile = 256 * 32;
  needs.products[0].factors = {{4 * 128 * 32, 4 * 32 * 256}};
  EXPECT_EQ(decideCopies(needs).copyWarps, 4u);
  needs.products[0].areRoundedWhenRead = true;
  EXPECT_EQ(decideCopies(needs).reason,
            "a thread would have too few registers for its sums");
  needs.products[0].cycles *= 4;
  EXPECT_EQ(decideCopies(needs).copyWarps, 4u)
      << "tensor cores of a quarter of the rate leave time to round";
}

TEST(CopyCandidates, ReadsWaitForABarrierToo) {
  TileNeeds needs = makeLoopOfProduct(256);
  needs.products[0].cycles = 100;
  CopyDecision decision = decideCopies(needs);
  EXPECT_GT(decision.candidates[0].unitCycles, 100);
  EXPECT_EQ(decision.copyWarps, 4u);
  needs.products[0].areReduced = true;
  EXPECT_EQ(decideCopies(needs).copyWarps, 0u)
      << "warps that reduce compute meanwhile";
}

// Four warps have had 255 registers each, so that eight have more than 128.
TEST(CopyCandidates, TheAssemblerHasSaidThatAnSMHasOneBlock) {
  TileNeeds needs = makeLoopOfProduct(128);
  needs.leastWarps = 8;
  EXPECT_EQ(decideCopies(needs).candidates[0].blocks, 1u);
  EXPECT_EQ(decideCopies(needs).copyWarps, 4u);
  needs.leastRegisters = 169;
  EXPECT_EQ(decideCopies(needs).reason, "ptxas spills beside as many");
}

} // namespace
