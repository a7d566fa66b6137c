//===- WarpCandidatesTest.cpp - Numbers of warps of a CTA, compared -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/WarpCandidates.h"
#include "tessera/Dialect/TileAA/Analysis/WarpGroups.h"
#include "tessera/Target/TargetInfo.h"
#include "gtest/gtest.h"

using namespace tessera;
using namespace tessera::tileaa;

using Verdict = WarpCandidate::Verdict;

namespace {

WarpDecision decide(const TileNeeds &needs, unsigned least = 4,
                    llvm::StringRef gpu = "sm_80") {
  return decideWarps(needs, *lookupTarget(gpu), least);
}

/// The candidate of 2^`exponent` warps.
const WarpCandidate &at(const WarpDecision &decision, unsigned exponent) {
  return decision.candidates[exponent];
}

/// m x n sums in f32 of f16 factors of depth k, on sm_80.
ProductNeeds makeProduct(int64_t m, int64_t n, int64_t k) {
  ProductNeeds product;
  product.cycles = 2.0 * double(m * n * k) / 2048;
  product.factors.push_back({2 * m * k, 2 * k * n});
  return product;
}

TEST(WarpCandidates, EachPowerOfTwoIsOne) {
  WarpDecision decision = decide({});
  ASSERT_EQ(decision.candidates.size(), 6u);
  for (unsigned k = 0; k < 6; ++k)
    EXPECT_EQ(at(decision, k).warps, 1u << k);
}

TEST(WarpCandidates, ThoseBelowTheLeastAreTooFew) {
  WarpDecision decision = decide({});
  EXPECT_EQ(decision.warps, 4u);
  EXPECT_EQ(decision.reason, "as few hold all tiles");
  EXPECT_EQ(at(decision, 1).verdict, Verdict::TooFew);
  EXPECT_EQ(at(decision, 2).verdict, Verdict::Fits);
  EXPECT_EQ(at(decision, 2).getObjection(), "");
  EXPECT_EQ(decide({}, 1).warps, 1u);
}

TEST(WarpCandidates, ThoseWithWhichTheAssemblerSpillsAreLeftOut) {
  TileNeeds needs;
  needs.leastWarps = 8;
  WarpDecision decision = decide(needs);
  EXPECT_EQ(decision.warps, 8u);
  EXPECT_EQ(decision.reason, "ptxas spills with fewer");
  EXPECT_EQ(at(decision, 1).verdict, Verdict::TooFew);
  EXPECT_EQ(at(decision, 2).verdict, Verdict::Spills);
  EXPECT_EQ(at(decision, 3).verdict, Verdict::Fits);
}

// Groups that share out columns of the same rows each read these, and twice as many of
// them take longer than the accesses of what is spilled.
TEST(WarpCandidates, SpillsStayWhereMoreGroupsHadNoRows) {
  TileNeeds needs;
  needs.leastOfGroups = kWarpsOfGroup;
  ProductNeeds products;
  products.isChain = true;
  products.rows = 64;
  products.factors = {{64 * 64 * 2, 64 * 128 * 2}, {0, 128 * 64 * 2}};
  needs.products = {products};
  needs.leastWarps = 8;
  EXPECT_EQ(decide(needs, 4, "sm_90").warps, 4u);
  needs.products[0].rows = 128;
  EXPECT_EQ(decide(needs, 4, "sm_90").warps, 8u);
}

/// The same in a loop whose iterations load so many bytes.
ProductNeeds makeProductInLoop(int64_t m, int64_t n, int64_t k, int64_t bytes) {
  ProductNeeds product = makeProduct(m, n, k);
  product.isInLoop = true;
  product.loadedBytes = bytes;
  return product;
}

// 100 KiB of an SM have room for one block of 56 KiB, and 164 KiB for two.
TEST(WarpCandidates, PartitionsHaveTwoWarpsWhereThreadsComputeBetweenProducts) {
  TileNeeds needs;
  ProductNeeds products = makeProductInLoop(64, 64, 128, 40 * 1024);
  products.computedBytes = 16 * 1024;
  needs.products = {products};
  WarpDecision decision = decide(needs, 4, "sm_86");
  EXPECT_EQ(decision.warps, 8u);
  EXPECT_EQ(at(decision, 2).verdict, Verdict::TooFewOnSM);
  EXPECT_TRUE(decision.reason.starts_with("shared memory has room for few"));
  EXPECT_EQ(decide(needs, 4, "sm_80").warps, 4u);
  needs.products[0].loadedBytes = 32 * 1024;
  EXPECT_EQ(decide(needs, 4, "sm_86").warps, 4u);
  needs.products[0].loadedBytes = 80 * 1024;
  EXPECT_EQ(decide(needs, 4, "sm_80").warps, 8u);
  needs.products[0].areReduced = true;
  EXPECT_EQ(decide(needs, 4, "sm_80").warps, 4u)
      << "warps would reduce rows together";
}

// 164 KiB of an SM have room for four blocks of 40 KiB, and for three of 44.
TEST(WarpCandidates, PartitionsHaveTwoWarpsOfSmallBlocks) {
  TileNeeds needs;
  needs.sums = 128 * 64;
  ProductNeeds products = makeProductInLoop(64, 32, 128, 35 * 1024);
  products.computedBytes = 4 * 1024;
  needs.products = {products};
  EXPECT_EQ(decide(needs, 4, "sm_80").warps, 2u);
  needs.products[0].loadedBytes = 40 * 1024;
  EXPECT_EQ(decide(needs, 4, "sm_80").warps, 4u);
  needs.products[0].isInLoop = false;
  EXPECT_EQ(decide(needs, 4, "sm_80").warps, 2u) << "it is made once";
}

// Two stages of 32 KiB leave 100 KiB of an SM to one block, and 164 KiB to two.
TEST(WarpCandidates, PartitionsHaveTwoWarpsOfOneBlockBesideThoseThatCopy) {
  TileNeeds needs;
  needs.sums = 128 * 128;
  ProductNeeds products = makeProductInLoop(128, 128, 64, 32 * 1024);
  needs.products = {products};
  EXPECT_EQ(decide(needs, 4, "sm_120").warps, 8u);
  EXPECT_EQ(decide(needs, 4, "sm_80").warps, 4u);
  needs.products[0].besideBytes = 16 * 1024;
  EXPECT_EQ(decide(needs, 4, "sm_120").warps, 4u)
      << "half of the tiles have one stage";
  needs.products = {products};
  needs.products[0].cycles /= 2;
  EXPECT_EQ(decide(needs, 4, "sm_120").warps, 4u)
      << "more would read for longer than tensor cores multiply";
  needs.products = {products};
  needs.copyObstacle = "no warp can copy for others";
  EXPECT_EQ(decide(needs, 4, "sm_120").warps, 4u);
}

// Sums of 128 x 256 leave registers of an SM to one block, whose threads convert a factor
// of 64 x 256 between products that one of them begins.
TEST(WarpCandidates, PartitionsHaveFourWarpsOfOneBlockThatComputesAFactor) {
  TileNeeds needs;
  needs.sums = 128 * 256;
  needs.leastOfGroups = 4;
  ProductNeeds products = makeProduct(128, 256, 64);
  products.isInLoop = true;
  products.allComputedBytes = 32 * 1024;
  needs.products = {products};
  EXPECT_EQ(decide(needs, 4, "sm_100").warps, 16u);
  needs.products[0].allComputedBytes = 16 * 1024;
  EXPECT_EQ(decide(needs, 4, "sm_100").warps, 8u);
  needs.products[0].allComputedBytes = 64 * 1024;
  EXPECT_EQ(decide(needs, 4, "sm_100").warps, 16u) << "no more than four each";
  needs.products[0].readInLoop = 128 * 256;
  EXPECT_LE(decide(needs, 4, "sm_100").warps, 8u) << "it is made of a sum";
}

// An SM has registers for three blocks of the sums of 128 x 128 in tensor memory, and 227 KiB
// for two of which each has three stages of 24 KiB, and 32 KiB that threads compute.
TEST(WarpCandidates, PartitionsHaveFourWarpsIfSharedMemoryLeavesABlockAlone) {
  TileNeeds needs;
  needs.sums = 128 * 128;
  needs.leastOfGroups = 4;
  ProductNeeds products = makeProductInLoop(128, 128, 128, 32 * 1024);
  products.allComputedBytes = 32 * 1024;
  needs.products = {products};
  EXPECT_EQ(decide(needs, 4, "sm_100").warps, 16u);
  needs.products[0].besideBytes = 8 * 1024;
  EXPECT_EQ(decide(needs, 4, "sm_100").warps, 4u) << "it has one stage";
}

// Sums of 64 x 64 fill two warps, of which 100 KiB have one block.
TEST(WarpCandidates, NoPartitionIsLeftToNobody) {
  TileNeeds needs;
  needs.sums = 64 * 64;
  needs.products = {makeProductInLoop(64, 64, 128, 32 * 1024)};
  needs.copyObstacle = "no warp can copy for others";
  EXPECT_EQ(decide(needs, 4, "sm_120").warps, 4u);
  EXPECT_EQ(decide(needs, 4, "sm_80").warps, 2u);
  EXPECT_EQ(decide(needs, 4, "sm_75").warps, 2u)
      << "threads load by themselves";
}

TEST(WarpCandidates, SmallTilesHaveWorkForFew) {
  const TargetInfo &target = *lookupTarget("sm_80");
  TileNeeds needs;
  needs.largestAccess = 2 * (needs.largestTile = 256);
  WarpDecision decision = decideWarps(needs, target);
  EXPECT_EQ(decision.warps, 1u);
  EXPECT_EQ(decision.reason, "small tiles have no work for more");
  ++needs.largestAccess;
  EXPECT_EQ(decideWarps(needs, target).warps, 2u);
  EXPECT_EQ(decide(needs).warps, 4u) << "as many are asked for";
  // Accesses of sm_100 are twice as wide.
  EXPECT_EQ(decideWarps(needs, *lookupTarget("sm_100")).warps, 1u);
  needs.largestAccess = 4 * (needs.largestTile = 4096);
  EXPECT_EQ(decideWarps(needs, target).warps, kUsualWarps);
  EXPECT_EQ(decideWarps(needs, target).reason, "as few hold all tiles");
}

TEST(WarpCandidates, MoreWarpsComputeALargeTileOfSmallOnes) {
  TileNeeds needs;
  needs.largestAccess = 64;
  needs.largestTile = 16 * 32 + 1;
  EXPECT_EQ(decideWarps(needs, *lookupTarget("sm_80")).warps, 2u);
}

TEST(WarpCandidates, ATileThatIsStreamedTakes32RegistersOfAThread) {
  TileNeeds needs;
  needs.largestTile = needs.largestComputed = 32 * 128;
  EXPECT_EQ(decide(needs).warps, 4u);
  ++needs.largestComputed;
  EXPECT_EQ(decide(needs).warps, 8u);
  needs.largestTile = needs.largestComputed = 32 * 1024;
  EXPECT_EQ(decide(needs).warps, 32u);
}

TEST(WarpCandidates, ATileThatIsOnlyMovedTakes64RegistersOfAThread) {
  TileNeeds needs;
  needs.largestTile = 64 * 128;
  EXPECT_EQ(decide(needs).warps, 4u);
  ++needs.largestTile;
  EXPECT_EQ(decide(needs).warps, 8u);
}

// An SM has 65,536 registers: two blocks of 16 warps take 64 of each thread, of which 32
// are for the tiles.
TEST(WarpCandidates, WarpsThatReduceStayFewWhereAnSMHasOneBlock) {
  TileNeeds needs;
  needs.largestTile = needs.largestComputed = needs.liveAtReductions = 32 * 512;
  EXPECT_EQ(decide(needs).warps, 16u);
  ++needs.liveAtReductions;
  EXPECT_EQ(decide(needs).warps, 8u);
  needs.liveAtReductions = 0;
  EXPECT_EQ(decide(needs).warps, 16u);
}

TEST(WarpCandidates, ATileBesideProductsTakes64RegistersOfAThread) {
  TileNeeds needs;
  needs.products.push_back(makeProduct(16, 16, 16));
  needs.largestTile = 64 * 256;
  WarpDecision decision = decide(needs);
  EXPECT_EQ(decision.warps, 8u);
  EXPECT_EQ(at(decision, 2).tile, 128);
  EXPECT_EQ(at(decision, 2).verdict, Verdict::TooMuchOfTile);
  EXPECT_EQ(decision.reason, "a thread of fewer would have too much of a tile");
  ++needs.largestTile;
  EXPECT_EQ(decide(needs).warps, 16u);
}

TEST(WarpCandidates, SumsTake160RegistersOfAThread) {
  TileNeeds needs;
  needs.sums = 128 * 128;
  needs.products = {makeProduct(128, 128, 64)};
  WarpDecision decision = decide(needs);
  EXPECT_EQ(decision.warps, 4u);
  EXPECT_EQ(at(decision, 1).verdict, Verdict::TooMuchOfSums);
  EXPECT_EQ(at(decision, 2).sums, 128);
  // 128 + 32 registers, of which an SM has enough for three CTAs.
  EXPECT_EQ(at(decision, 2).blocks, 3u);
  EXPECT_EQ(decision.reason,
            "a thread of fewer would have too much of the sums of products");
}

// Copies of factors go past the registers on many GPUs, so that 224 registers of
// sums, a factor and addresses are more than a thread needs there: wgmma for
// 128x128x64 runs three CTAs.
TEST(WarpCandidates, BlocksAreNoFewerThanRun) {
  TileNeeds needs;
  needs.sums = 128 * 128;
  needs.largestTile = 128 * 64;
  needs.products = {makeProduct(128, 128, 64)};
  EXPECT_EQ(at(decide(needs), 2).blocks, 3u);
  needs.largestTile = 256 * 128;
  EXPECT_EQ(at(decide(needs), 3).blocks, 1u);
}

TEST(WarpCandidates, MoreWarpsReadMore) {
  TileNeeds needs;
  needs.sums = 128 * 128;
  needs.products = {makeProduct(128, 128, 64)};
  WarpDecision decision = decide(needs);
  // Each factor of 16 KiB is written once. With 2 x 2 warps two read the same
  // rows and two the same columns; with 2 x 4, four and two.
  EXPECT_EQ(at(decision, 2).sharedCycles, (2 + 4) * 16384 / 128);
  EXPECT_EQ(at(decision, 3).sharedCycles, (2 + 6) * 16384 / 128);
  EXPECT_EQ(at(decision, 2).tensorCycles, 1024);
  EXPECT_EQ(at(decision, 2).getCycles(), 1024);
  for (unsigned k = 1; k < 6; ++k)
    EXPECT_GE(at(decision, k).getCycles(), at(decision, k - 1).getCycles());
}

TEST(WarpCandidates, FewWarpsAreEnoughForSumsThatFillThem) {
  TileNeeds needs;
  needs.sums = 64 * 64;
  needs.products = {makeProduct(64, 64, 32)};
  EXPECT_EQ(decide(needs).warps, 2u);
  EXPECT_EQ(decide(needs).reason, "the sums of products fill as few");
  --needs.sums;
  EXPECT_EQ(decide(needs).warps, 4u);
}

/// Queries with 64 keys, whose sums have so many columns. Rows are reduced between the
/// products.
TileNeeds makeAttention(int64_t rows, int64_t columns) {
  TileNeeds needs;
  needs.sums = rows * columns + rows * 64;
  ProductNeeds products;
  products.isChain = products.areReduced = true;
  products.rows = rows;
  products.cycles = 2 * 2.0 * double(rows * 64 * columns) / 2048;
  products.factors = {{rows * columns * 2, 64 * columns * 2},
                      {0, 64 * columns * 2}};
  needs.products = {products};
  return needs;
}

// A warp multiplies 16 rows by one instruction.
TEST(WarpCandidates, AttentionHasAWarpForEach16RowsUpToFour) {
  EXPECT_EQ(decide(makeAttention(64, 64)).warps, 4u);
  EXPECT_EQ(decide(makeAttention(128, 64)).warps, 4u);
  TileNeeds needs = makeAttention(32, 64);
  EXPECT_EQ(decide(needs).warps, 2u) << "four would share rows";
  needs = makeAttention(64, 64);
  needs.products[0].areReduced = false;
  EXPECT_EQ(decide(needs).warps, 2u) << "no warp waits for powers";
}

TEST(WarpCandidates, ChainsTake192RegistersWhereMoreWarpsWouldShareRows) {
  // 192 registers of a thread in four warps, each with 32 rows.
  TileNeeds needs = makeAttention(128, 128);
  WarpDecision decision = decide(needs);
  EXPECT_EQ(decision.warps, 8u);
  EXPECT_EQ(at(decision, 2).sums, 192);
  EXPECT_EQ(at(decision, 2).verdict, Verdict::TooMuchOfSums);
  // The same in as many with 16.
  needs = makeAttention(64, 320);
  decision = decide(needs);
  EXPECT_EQ(decision.warps, 4u);
  EXPECT_EQ(at(decision, 2).sums, 192);
  decision = decide(makeAttention(128, 320), 4);
  EXPECT_EQ(decision.warps, 8u);
  EXPECT_EQ(at(decision, 3).sums, 192);
  EXPECT_TRUE(decision.reason.contains("and more would share rows"));
  needs.sums += 128;
  EXPECT_EQ(decide(needs).warps, 8u);
}

// Four warps would each read both right factors, of 16 KiB, for which the tensor cores of
// sm_80 wait, and those of GPUs that multiply half as fast do not.
TEST(WarpCandidates,
     ChainsWithoutReductionsTake192RegistersWhereReadsTakeLonger) {
  TileNeeds needs = makeAttention(64, 128);
  needs.products[0].areReduced = false;
  WarpDecision decision = decide(needs);
  EXPECT_EQ(decision.warps, 2u);
  EXPECT_EQ(at(decision, 1).sums, 192);
  EXPECT_GT(at(decision, 2).sharedCycles, at(decision, 2).tensorCycles);
  EXPECT_EQ(decide(needs, 4, "sm_75").warps, 4u);
  needs.products[0].cycles *= 2;
  EXPECT_EQ(decide(needs).warps, 4u);
}

/// 128 queries of 64 columns with 64 keys, by groups of warps.
TileNeeds makeAttentionOfGroups() {
  TileNeeds needs;
  needs.leastOfGroups = kWarpsOfGroup;
  needs.sums = 128 * 64 + 128 * 64;
  ProductNeeds products;
  products.isChain = true;
  products.rows = 128;
  products.cycles = 2 * 2.0 * 128 * 64 * 64 / 4096;
  products.factors = {{128 * 64 * 2, 64 * 64 * 2}, {0, 64 * 64 * 2}};
  needs.products = {products};
  return needs;
}

TEST(WarpCandidates, AttentionHasAGroupForEach64RowsUpToTwo) {
  TileNeeds needs = makeAttentionOfGroups();
  EXPECT_EQ(decide(needs, 4, "sm_90").warps, 8u);
  // Both groups read the right factors, of 8 KiB.
  EXPECT_EQ(at(decide(needs, 4, "sm_90"), 3).sharedCycles,
            (2 + 1) * 2 * 8192 / 128);
  needs.products[0].rows = 64;
  EXPECT_EQ(decide(needs, 4, "sm_90").warps, 4u);
  needs.products[0].rows = 256;
  EXPECT_EQ(decide(needs, 4, "sm_90").warps, 8u);
}

TEST(WarpCandidates, OneProductHasNoMoreGroupsThanItsSumsFill) {
  TileNeeds needs = makeAttentionOfGroups();
  needs.products[0].factors.pop_back();
  EXPECT_EQ(decide(needs, 4, "sm_90").warps, 4u);
}

/// Sums of 128x128 whose factors have registers for what eight warps round alone.
TEST(WarpCandidates, AKernelHasAsManyWarpsAsItsGroupsMultiplyWith) {
  TileNeeds needs;
  needs.sums = 128 * 128;
  ProductNeeds product;
  product.cycles = 1024;
  product.factors = {{128 * 64 * 4, 64 * 128 * 4}};
  needs.products = {product};
  EXPECT_EQ(decide(needs, 4, "sm_90").warps, 4u);
  needs.leastOfGroups = 8;
  EXPECT_EQ(decide(needs, 4, "sm_90").warps, 8u);
  EXPECT_EQ(decide(needs, 4, "sm_90").reason,
            "groups of fewer warps could not multiply");
  EXPECT_EQ(decide(needs, 4, "sm_100").warps, 4u);
}

// Two warps share the 32 rows of a quarter of tensor memory where an SM has columns for
// one block alone: 256 of a sum and 64 of scores take all 512.
TEST(WarpCandidates, AttentionInTensorMemoryHasAWarpForEach16Rows) {
  TileNeeds needs = makeAttentionOfGroups();
  EXPECT_EQ(decide(needs, 4, "sm_100").warps, 4u);
  needs.products[0].readInLoop = 128 * 64;
  needs.sums = 128 * (128 + 64);
  EXPECT_EQ(decide(needs, 4, "sm_100").warps, 4u);
  needs.sums = 128 * (256 + 64);
  EXPECT_EQ(decide(needs, 4, "sm_100").warps, 8u);
  // More than 32 scores have no room beside what else 128 registers hold.
  needs.sums = 128 * 128;
  needs.products[0].readInLoop = 128 * 128;
  EXPECT_EQ(decide(needs, 4, "sm_100").warps, 4u);
  needs.products[0].readInLoop = 64 * 64;
  needs.products[0].rows = 64;
  EXPECT_EQ(decide(needs, 4, "sm_100").warps, 4u);
}

// Scores of 128 rows at a time leave room for four warps in the registers, but those of both
// halves take all columns of an SM.
TEST(WarpCandidates, RowsInTurnTakeTheColumnsOfAll) {
  TileNeeds needs = makeAttentionOfGroups();
  needs.products[0].readInLoop = 128 * 64;
  needs.sums = 128 * (128 + 64);
  EXPECT_EQ(decide(needs, 4, "sm_100").warps, 4u);
  needs.products[0].turns = 2;
  EXPECT_EQ(decide(needs, 4, "sm_100").warps, 8u);
}

// A thread has 64 scores, or 64 registers of a sum that stays in tensor memory round the
// loop, and not both.
TEST(WarpCandidates, ThreadsHaveScoresOrSumsOfTensorMemory) {
  TileNeeds needs = makeAttentionOfGroups();
  unsigned ofBoth = at(decide(needs, 4, "sm_100"), 2).blocks;
  needs.products[0].readInLoop = 128 * 64;
  EXPECT_GT(at(decide(needs, 4, "sm_100"), 2).blocks, ofBoth);
}

// A mask of 128 elements of a thread has no room beside 192 registers of sums and
// fragments of factors, but beside the sums alone, and one of 64 has in any case.
TEST(WarpCandidates, MasksTakeRegistersBesideSumsAndFragments) {
  TileNeeds needs = makeAttention(64, 320);
  needs.largestMask = 64 * 128;
  EXPECT_EQ(decide(needs).warps, 4u);
  ++needs.largestMask;
  WarpDecision decision = decide(needs);
  EXPECT_EQ(decision.warps, 8u);
  EXPECT_EQ(at(decision, 2).verdict, Verdict::TooMuchOfTile);
  TileNeeds ofThread = makeAttentionOfGroups();
  ofThread.sums = 192 * 128;
  ofThread.largestMask = 128 * 128;
  ofThread.products[0].readInLoop = 128 * 128;
  EXPECT_EQ(decide(ofThread, 4, "sm_100").warps, 4u);
}

TEST(WarpCandidates, SlicesAreOfAsManyWarpsAsTheLargestTile) {
  TileNeeds needs;
  needs.largestTile = 8192;
  needs.hasSlices = true;
  WarpDecision decision = decide(needs);
  // 32,768 registers are half of those of an SM.
  EXPECT_EQ(decision.warps, 16u);
  EXPECT_EQ(decision.reason,
            "few tile blocks run that process a tile in slices");
}

/// A product that four or eight warps multiply by groups, beside a tile that 64 registers
/// of each thread of 16 warps hold.
TileNeeds makeProductBesideTile() {
  TileNeeds needs;
  needs.products = {makeProduct(64, 64, 64)};
  needs.leastOfGroups = 4;
  needs.lostCycles = {64, 64, 0, 0, 64, 64};
  needs.largestTile = 16 * 32 * 64;
  return needs;
}

TEST(WarpCandidates, ProductsKeepTheirEnginesWhereThreadsHaveRoom) {
  TileNeeds needs = makeProductBesideTile();
  WarpDecision decision = decide(needs, 4, "sm_90");
  EXPECT_EQ(decision.warps, 8u);
  EXPECT_EQ(decision.reason, "products keep their engines with as many");
  EXPECT_EQ(at(decision, 4).verdict, Verdict::LosesEngine);
  EXPECT_EQ(at(decision, 4).getObjection(),
            "products would lose an engine that they keep with another number");
  ++needs.largestTile;
  EXPECT_EQ(decide(needs, 4, "sm_90").warps, 32u)
      << "128 registers of a tile are the most";
}

TEST(WarpCandidates, MostProductsKeepTheirEnginesIfNotAll) {
  TileNeeds needs = makeProductBesideTile();
  needs.lostCycles = {64, 64, 0, 32, 16, 64};
  EXPECT_EQ(decide(needs, 4, "sm_90").warps, 16u);
  needs.largestTile /= 2;
  EXPECT_EQ(decide(needs, 4, "sm_90").warps, 4u);
  needs.leastWarps = 8;
  EXPECT_EQ(decide(needs, 4, "sm_90").warps, 16u);
}

TEST(WarpCandidates, TheMostWarpsAreChosenIfNoneFits) {
  TileNeeds needs;
  needs.largestTile = 1 << 20;
  WarpDecision decision = decide(needs);
  EXPECT_EQ(decision.warps, 32u);
  EXPECT_EQ(at(decision, 5).verdict, Verdict::TooMuchOfTile);
}

} // namespace
