//===- MachinePlayTest.cpp - Machine code against cycles by hand ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineHarness.h"
#include "gmock/gmock.h"

using namespace tessera;
using namespace tessera::bound;
using namespace tessera::bound::test;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::Field;

namespace {

constexpr const char *product = "HMMA.16816.F32 R8, R4, R6, R8";
/// UR39 describes its shape.
constexpr const char *productOfThread =
    "UTCHMMA gdesc[UR24], gdesc[UR6], tmem[UR31], tmem[UR38], idesc[UR39], UP0";

//===----------------------------------------------------------------------===//
// Listings
//===----------------------------------------------------------------------===//

TEST(MachineListing, TellsGuardsLabelsAndControl) {
  Listing listing;
  listing.add("MOV R1, 0x20").label(".L_x_0");
  listing.add("@!P0 LDS.128 R4, [R2+0x10]", {3, 1, 2, 0b101001});
  MachineListing parsed = listing.parse();
  EXPECT_EQ(parsed.target, "sm_80");
  ASSERT_EQ(parsed.kernels.size(), 1u);
  const MachineKernel &kernel = parsed.kernels.front();
  EXPECT_EQ(kernel.name, "k");
  EXPECT_EQ(kernel.labels.lookup(".L_x_0"), 1u);
  ASSERT_EQ(kernel.code.size(), 2u);
  const MachineInstruction &load = kernel.code[1];
  EXPECT_EQ(load.address, 16u);
  EXPECT_EQ(load.guard, "@!P0");
  EXPECT_EQ(load.opcode, "LDS.128");
  EXPECT_EQ(load.operands, "R4, [R2+0x10]");
  EXPECT_EQ(load.stall, 3u);
  EXPECT_EQ(load.resultScoreboard, 1u);
  EXPECT_EQ(load.operandScoreboard, 2u);
  EXPECT_EQ(load.waits, 0b101001u);
  EXPECT_EQ(kernel.code[0].resultScoreboard, std::nullopt);
}

TEST(MachineListing, EndsWithTheSectionOfTheCode) {
  MachineListing parsed =
      parseMachineListing("\t.section\t.text.a,\"ax\"\n /*0000*/ EXIT ;\n"
                          "\t.section\t.nv.info,\"\"\n /*0010*/ NOP ;\n"
                          "\t.section\t.text.b,\"ax\"\n /*0000*/ NOP ;\n");
  EXPECT_THAT(parsed.kernels, ElementsAre(Field(&MachineKernel::name, "a"),
                                          Field(&MachineKernel::name, "b")));
  EXPECT_EQ(parsed.find("a")->code.size(), 1u);
  EXPECT_EQ(parsed.find("c"), nullptr);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

TEST(MachinePlay, ProductsKeepTheirPipeBusy) {
  // 4096 operations each, of which a partition of an A100 does 512 a cycle.
  Listing listing;
  listing.label(".L_x_0").repeat(16, product, {2}).end();
  MachinePlay play = playOn("sm_80", listing, blocksOf("sm_80", 4, 1));
  EXPECT_THAT(play.cycles, DoubleNear(16 * 8, 2));
  EXPECT_NEAR(play.shareOfPeak, 1, 0.02);
  EXPECT_EQ(play.limit, "tensor");
  EXPECT_EQ(play.operations, 4 * 16 * 4096);
}

TEST(MachinePlay, StallsOfOneWarpAreFilledByAnother) {
  Listing listing;
  listing.label(".L_x_0").repeat(16, product, {15}).end();
  MachinePlay one = playOn("sm_80", listing, blocksOf("sm_80", 4, 1));
  EXPECT_NEAR(one.shareOfPeak, 8 / 15.0, 0.02);
  EXPECT_EQ(one.limit, "latency");
  MachinePlay two = playOn("sm_80", listing, blocksOf("sm_80", 4, 2));
  EXPECT_EQ(two.blocks, 2u);
  EXPECT_NEAR(two.shareOfPeak, 1, 0.02);
}

TEST(MachinePlay, PartitionsWithAWarpMoreOrLessCountByTheirMean) {
  // Three blocks of two warps: two partitions have a warp, and two have two.
  Listing listing;
  listing.label(".L_x_0").repeat(16, product, {2}).end();
  MachinePlay play = playOn("sm_80", listing, blocksOf("sm_80", 2, 3));
  EXPECT_THAT(play.cycles, DoubleNear(1.5 * 16 * 8, 2));
  EXPECT_NEAR(play.shareOfPeak, 1, 0.02);
}

TEST(MachinePlay, ScoreboardsWaitForMemory) {
  Listing listing;
  listing.label(".L_x_0")
      .add("LDG.E.128 R4, [R2.64]", {1, /*result=*/0})
      .add("FADD R8, R8, R4", {4, none, none, /*waits=*/1})
      .end();
  MachinePlay play = playOn("sm_80", listing, blocksOf("sm_80", 4, 1));
  unsigned latency =
      MachineModel::of(*lookupTarget("sm_80")).getMemory().dramLatency.value;
  EXPECT_GE(play.cycles, latency);
  EXPECT_LE(play.cycles, latency + 100);
  EXPECT_EQ(play.bytes, 4 * 32 * 16);
}

TEST(MachinePlay, ACopyRunsAheadByItsGroups) {
  // The wait leaves as many groups as an iteration begins: each copy has an
  // iteration of time, which is longer than its latency.
  Listing ahead, late;
  for (auto [listing, left] : {std::pair(&ahead, "0x1"), {&late, "0x0"}})
    listing->label(".L_x_0")
        .add("LDGSTS.E.128 [R2], [R4.64]")
        .add("LDGDEPBAR", {1, /*result=*/0})
        .add(std::string("DEPBAR.LE SB0, ") + left, {2})
        .repeat(128, product, {2})
        .end();
  BlockNeeds needs = blocksOf("sm_80", 4, 1);
  EXPECT_NEAR(playOn("sm_80", ahead, needs).shareOfPeak, 1, 0.02);
  EXPECT_LT(playOn("sm_80", late, needs).shareOfPeak, 0.9);
}

TEST(MachinePlay, WarpsOfABlockMeetAtABarrier) {
  Listing listing;
  listing.label(".L_x_0")
      .repeat(16, product, {8})
      .add("BAR.SYNC 0x0", {1})
      .end();
  MachinePlay play = playOn("sm_80", listing, blocksOf("sm_80", 8, 1));
  // Two warps of a partition share its pipe until the barrier.
  EXPECT_GE(play.cycles, 2 * 16 * 8);
  EXPECT_LE(play.cycles, 2 * 16 * 8 + 40);
}

TEST(MachinePlay, TakesTheWayThatMultiplies) {
  Listing listing;
  listing.label(".L_x_0")
      .add("@P1 BRA `(.L_x_1)")
      .repeat(16, product, {8})
      .label(".L_x_1")
      .add("IADD3 R1, R1, 0x1, RZ", {2})
      .end();
  MachinePlay play = playOn("sm_80", listing, blocksOf("sm_80", 4, 1));
  EXPECT_EQ(play.roles.front().instructions, 1 + 16 + 2u);
  EXPECT_EQ(play.operations, 4 * 16 * 4096);
}

TEST(MachinePlay, InstructionsUnderTheBranchsPredicateRunOnOneSide) {
  // Loads in front of the branch for where it is taken, behind it for where not.
  Listing listing;
  listing.label(".L_x_0")
      .add("ISETP.LT.AND P2, PT, R8, RZ, PT")
      .repeat(4, "@!P2 LDG.E.128 R4, [R2.64]")
      .add("@!P2 BRA `(.L_x_1)")
      .repeat(4, "@P3 LDG.E.128 R4, [R2.64]")
      .label(".L_x_1")
      .repeat(16, product, {8})
      .end();
  MachinePlay play = playOn("sm_80", listing, blocksOf("sm_80", 4, 1));
  EXPECT_EQ(play.bytes, 4 * 4 * 32 * 16);
}

TEST(MachinePlay, InstructionsUnderThePredicateOfALaterBranchRunOnOneSide) {
  // Another branch stands between the loads and theirs. Where P2 is set anew, they are
  // under another predicate.
  auto play = [](const char *between) {
    Listing listing;
    listing.label(".L_x_0")
        .add("ISETP.LT.AND P2, PT, R8, RZ, PT")
        .repeat(4, "@!P2 LDG.E.128 R4, [R2.64]")
        .add("@!P1 BRA `(.L_x_1)")
        .add("IADD3 R1, R1, 0x1, RZ")
        .label(".L_x_1")
        .add(between)
        .add("@!P2 BRA `(.L_x_2)")
        .repeat(4, "@P3 LDG.E.128 R4, [R2.64]")
        .label(".L_x_2")
        .repeat(16, product, {8})
        .end();
    return playOn("sm_80", listing, blocksOf("sm_80", 4, 1)).bytes;
  };
  EXPECT_EQ(play("NOP"), 4 * 4 * 32 * 16);
  EXPECT_EQ(play("ISETP.GE.AND P2, PT, R8, RZ, PT"), 2 * 4 * 4 * 32 * 16);
  EXPECT_EQ(play("IADD3 R9, P4, P2, R8, R9, R10"), 2 * 4 * 4 * 32 * 16);
  EXPECT_EQ(play("R2P PR, R8, 0x7f"), 2 * 4 * 4 * 32 * 16);
}

/// Bytes that a block of four warps loads at an address that is computed by `lines`.
double loadAt(std::initializer_list<const char *> lines) {
  Listing listing;
  listing.add("S2R R0, SR_TID.X").add("S2R R1, SR_CTAID.X");
  for (const char *line : lines)
    listing.add(line);
  listing.add("LDG.E R8, [R2.64]").add("EXIT");
  return playOn("sm_80", listing, blocksOf("sm_80", 4, 1)).bytes;
}

TEST(MachinePlay, BytesThatThreadsShareCountOnce) {
  const char *address = "IMAD.WIDE.U32 R2, R4, R9, c[0x0][0x160]",
             *row = "IMAD.MOV.U32 R9, RZ, RZ, 0x4";
  auto load = [&](const char *place) { return loadAt({row, place, address}); };
  EXPECT_EQ(load("IMAD.MOV.U32 R4, RZ, RZ, R0"), 4 * 32 * 4);
  EXPECT_EQ(load("IMAD.MOV.U32 R4, RZ, RZ, R1"), 4);
  // The number of the warp, of the lane, and of a group of four lanes.
  EXPECT_EQ(load("SHF.R.U32.HI R4, RZ, 0x5, R0"), 4 * 4);
  EXPECT_EQ(load("LOP3.LUT R4, R0, 0x1f, RZ, 0xc0, !PT"), 32 * 4);
  EXPECT_EQ(load("LOP3.LUT R4, R1, 0x1c, R0, 0xf8, !PT"), 8 * 4);
  EXPECT_EQ(load("LOP3.LUT R4, R1, 0x1c, R0, 0xea, !PT"), 4 * 32 * 4);
  // Results of an exchange, a choice or a predicate may be anything.
  EXPECT_EQ(load("SHFL.IDX PT, R4, R1, RZ, 0x1f"), 4 * 32 * 4);
  EXPECT_EQ(load("SEL R4, R1, RZ, P0"), 4 * 32 * 4);
  EXPECT_EQ(load("@P0 MOV R4, R1"), 4 * 32 * 4);
}

TEST(MachinePlay, BytesThatThreadsShareAreThoseOfAllIterations) {
  // A loop adds the number of the thread to an address of all of them.
  Listing listing;
  listing.add("S2R R0, SR_TID.X").add("MOV R2, c[0x0][0x160]");
  listing.add("MOV R3, c[0x0][0x164]").label(".L_x_0");
  listing.add("LDG.E R8, [R2.64]").add("IADD3 R2, R2, R5, RZ");
  listing.add("MOV R5, R0").end();
  MachinePlay play = playOn("sm_80", listing, blocksOf("sm_80", 4, 1));
  EXPECT_EQ(play.bytes, 4 * 32 * 4);
}

TEST(MachinePlay, ALoopThatSpinsIsNoRole) {
  Listing listing;
  listing.label(".L_x_0")
      .label(".L_x_1")
      .add("SYNCS.PHASECHK.TRANS64.TRYWAIT P1, [R2+URZ], R3", {2})
      .add("@!P1 BRA `(.L_x_1)")
      .repeat(16, product, {8})
      .end();
  MachinePlay play = playOn("sm_90", listing, blocksOf("sm_90", 4, 1));
  ASSERT_EQ(play.roles.size(), 1u);
  EXPECT_EQ(play.roles.front().task, "products");
}

/// Adds the loop of a warp that begins products, behind that of others.
void addProductsOfOneWarp(Listing &listing) {
  listing.add("UMOV UR39, 0x8400010").label(".L_x_1");
  listing.add(productOfThread).end(".L_x_1");
}

TEST(MachinePlay, ALoopThatBeginsWithItsWaitGoesOnBehindIt) {
  // One warp multiplies, four read the sums. Both ways back have no bytes, and the
  // one that spins has fewer instructions.
  Listing listing;
  listing.add("@P5 BRA `(.L_x_1)");
  listing.label(".L_x_0")
      .add("SYNCS.PHASECHK.TRANS64.TRYWAIT P1, [R2+URZ], R3", {2})
      .add("@!P1 BRA `(.L_x_0)")
      .add("LDTM.x8 R8, tmem[UR5]", {1, /*result=*/0})
      .repeat(100, "FADD R1, R1, R2", {4})
      .end(".L_x_0");
  addProductsOfOneWarp(listing);
  MachinePlay play = playOn("sm_100", listing, blocksOf("sm_100", 5, 1));
  EXPECT_THAT(play.roles, ElementsAre(Field(&PlayedRole::task, "products"),
                                      Field(&PlayedRole::task, "arithmetic")));
  EXPECT_EQ(play.roles[1].instructions, 104u);
  EXPECT_GE(play.cycles, 400);
}

TEST(MachinePlay, WarpsThatComputeOnTensorMemoryMayMultiplyThemselves) {
  // Scores of too few rows for tensor memory, by mma.sync, beside one warp's products.
  Listing listing;
  listing.add("@P5 BRA `(.L_x_1)");
  listing.label(".L_x_0")
      .add("HMMA.16816.F32 R8, R4, R6, R8")
      .add("LDTM.x8 R8, tmem[UR5]", {1, /*result=*/0})
      .repeat(100, "FADD R1, R1, R2", {4})
      .end(".L_x_0");
  addProductsOfOneWarp(listing);
  MachinePlay play = playOn("sm_100", listing, blocksOf("sm_100", 5, 1));
  EXPECT_THAT(play.roles, ElementsAre(Field(&PlayedRole::task, "products"),
                                      Field(&PlayedRole::task, "arithmetic")));
  double ofThreads = 4 * 2.0 * 16 * 8 * 16;
  EXPECT_GT(play.operations, ofThreads);
  EXPECT_GE(play.cycles, 400);
}

TEST(MachinePlay, CodeWithoutALoopIsPlayedOnce) {
  Listing listing;
  listing.add("LDG.E.128 R4, [R2.64]", {1, /*result=*/0})
      .add("STG.E.128 [R2.64], R4", {1, none, none, /*waits=*/1})
      .add("EXIT");
  MachinePlay play = playOn("sm_80", listing, blocksOf("sm_80", 4, 1));
  EXPECT_EQ(play.roles.front().task, "everything");
  EXPECT_EQ(play.bytes, 2 * 4 * 32 * 16);
}

TEST(MachinePlay, ALoopThatWaitsForOtherBlocksIsNoRole) {
  for (const char *wait : {"LDG.E.STRONG.GPU R0, [R2.64]",
                           "ATOMG.E.CAS.STRONG.GPU PT, R0, [R2], R4, R5"}) {
    Listing listing;
    listing.label(".L_x_0").add(wait).end();
    listing.add("LDG.E.128 R4, [R2.64]").add("STG.E.128 [R2.64], R4");
    MachinePlay play = playOn("sm_80", listing, blocksOf("sm_80", 4, 1));
    EXPECT_TRUE(play.isWhole()) << wait;
  }
  // Elements of a histogram are work, and so are weak loads.
  for (const char *work :
       {"RED.E.ADD.STRONG.GPU [R2.64], R0",
        "ATOMG.E.ADD.STRONG.GPU PT, R0, [R2.64], R4", "LDG.E R0, [R2.64]"}) {
    Listing listing;
    listing.label(".L_x_0").add(work).end();
    MachinePlay play = playOn("sm_80", listing, blocksOf("sm_80", 4, 1));
    EXPECT_EQ(play.roles.front().task, "memory") << work;
  }
}

//===----------------------------------------------------------------------===//
// Warp groups, tensor memory, bulk copies
//===----------------------------------------------------------------------===//

TEST(MachinePlay, GroupsOfProductsOverlapIfOneIsLeft) {
  // 64 x 128 x 16 products of an H100: 4096 operations a cycle.
  Listing kept, empty;
  for (auto [listing, left] : {std::pair(&kept, "0x1"), {&empty, "0x0"}})
    listing->label(".L_x_0")
        .repeat(3, "HGMMA.64x128x16.F32 R24, gdesc[UR4], R24")
        .add("HGMMA.64x128x16.F32 R24, gdesc[UR4], R24, gsb0")
        .add(std::string("WARPGROUP.DEPBAR.LE gsb0, ") + left)
        .repeat(20, "FADD R1, R1, R2", {4})
        .end();
  BlockNeeds needs = blocksOf("sm_90", 4, 1);
  MachinePlay play = playOn("sm_90", kept, needs);
  EXPECT_EQ(play.operations, 4 * 2.0 * 64 * 128 * 16);
  EXPECT_NEAR(play.shareOfPeak, 1, 0.03);
  EXPECT_LT(playOn("sm_90", empty, needs).shareOfPeak, 0.85);
}

TEST(MachinePlay, AProductOfTensorMemoryHasItsShapeInADescriptor) {
  // M = 128 and N = 256: 16 in bits 24 to 28 are M / 16, bits 17 to 22 N / 8.
  Listing listing;
  listing.add("UMOV UR39, 0x8400010").label(".L_x_0");
  listing.add(productOfThread);
  listing.add("BAR.SYNC 0x0").end();
  MachinePlay play = playOn("sm_100", listing, blocksOf("sm_100", 4, 1));
  EXPECT_EQ(play.operations, 2.0 * 128 * 256 * 16);
}

/// A loop of one warp with two products of 64 cycles each, and so much arithmetic before
/// and behind the place where they are committed, at whose end they are waited for.
Listing committed(unsigned before, unsigned behind) {
  Listing listing;
  listing.add("MOV R9, 0x8400010").add("R2UR UR39, R9").label(".L_x_0");
  listing.repeat(2, productOfThread);
  listing.repeat(before, "NOP");
  listing.add("UTCBAR [UR4], URZ").repeat(behind, "NOP");
  listing.add("SYNCS.PHASECHK.TRANS64.TRYWAIT P1, [UR4], R3").end();
  return listing;
}

TEST(MachinePlay, ProductsOfAThreadGoOnUntilTheyAreWaitedFor) {
  auto play = [](unsigned before, unsigned behind) {
    return playOn("sm_100", committed(before, behind), blocksOf("sm_100", 1, 1))
        .cycles;
  };
  double products = play(0, 0);
  EXPECT_GE(products, 128);
  EXPECT_EQ(play(50, 50), products);
  // Arithmetic that takes longer hides them.
  EXPECT_LT(play(150, 150), 300 + 20);
}

TEST(MachinePlay, WhatOneWarpBeginsIsOnItsWayAlone) {
  Listing listing;
  listing.add("MOV R9, 0x8400010").add("R2UR UR39, R9").label(".L_x_0");
  listing.add("@!P2 BRA `(.L_x_1)").repeat(100, "UMOV UR4, 0x0");
  listing.add(productOfThread);
  listing.label(".L_x_1").repeat(20, "NOP").add("BAR.SYNC 0x0").end();
  MachinePlay one = playOn("sm_100", listing, blocksOf("sm_100", 4, 1)),
              two = playOn("sm_100", listing, blocksOf("sm_100", 8, 1));
  EXPECT_THAT(two.cycles, DoubleNear(one.cycles, 30));
}

/// A loop with products of 64 cycles, commits of them and waits, in this order.
double playOrder(llvm::StringRef order, unsigned warps = 1) {
  Listing listing;
  listing.add("MOV R9, 0x8400010").add("R2UR UR39, R9").label(".L_x_0");
  for (char each : order)
    if (each == 'P')
      listing.add(productOfThread);
    else if (each == 'C')
      listing.add("UTCBAR [UR4], URZ");
    else
      listing.add("SYNCS.PHASECHK.TRANS64.TRYWAIT P1, [UR4], R3");
  listing.end();
  return playOn("sm_100", listing, blocksOf("sm_100", warps, 1)).cycles;
}

TEST(MachinePlay, WaitsMayBeSeveralPhasesAheadOfCommits) {
  for (unsigned warps : {1, 8}) {
    // Two products that end in turn, or side by side.
    EXPECT_THAT(playOrder("WPCWPC", warps), DoubleNear(2 * 64, 40));
    EXPECT_THAT(playOrder("WWPCPC", warps), DoubleNear(2 * 64, 60));
    EXPECT_THAT(playOrder("PCWWPC", warps), DoubleNear(2 * 64, 60));
  }
}

/// A loop in which a branch by `setter` passes over a product and `others`.
double playBranch(const char *setter, unsigned times, const char *others,
                  unsigned warps) {
  Listing listing;
  listing.add("MOV R9, 0x8400010").add("R2UR UR39, R9").add(setter);
  listing.label(".L_x_0").add("@!P2 BRA `(.L_x_1)").repeat(times, others);
  listing.add(productOfThread);
  listing.label(".L_x_1").add("BAR.SYNC 0x0").add("UTCBAR [UR4], URZ");
  listing.add("SYNCS.PHASECHK.TRANS64.TRYWAIT P1, [UR4], R3").end();
  return playOn("sm_100", listing, blocksOf("sm_100", warps, 1)).cycles;
}

TEST(MachinePlay, WorkOfAllWarpsIsNotThatOfOne) {
  const char *elect = "ELECT P2, URZ, PT",
             *compare = "FSETP.NEU.AND P2, PT, R6, 1, PT";
  // Powers take their time for each warp of a partition; so does what a comparison of
  // numbers passes over.
  EXPECT_GT(playBranch(elect, 100, "MUFU.EX2 R4, R4", 8),
            1.5 * playBranch(elect, 100, "MUFU.EX2 R4, R4", 4));
  EXPECT_GT(playBranch(compare, 300, "UMOV UR4, 0x0", 8),
            1.5 * playBranch(compare, 300, "UMOV UR4, 0x0", 4));
  EXPECT_LT(playBranch(elect, 300, "UMOV UR4, 0x0", 8),
            1.2 * playBranch(elect, 300, "UMOV UR4, 0x0", 4));
  // A barrier lets all of them through.
  EXPECT_GT(playBranch(elect, 1, "BAR.SYNC 0x0", 8), 64);
}

/// A loop in which one warp copies and begins products at a barrier, beside one of warps
/// that come to it by `barrier`.
MachinePlay playAtBarrier(const char *barrier, unsigned warps) {
  Listing listing;
  listing.add("MOV R10, 0x8000").add("UMOV UR39, 0x8400010");
  listing.add("MOV R30, 0x1").add("@P5 BRA `(.L_x_1)").label(".L_x_0");
  listing.add("LDTM.x8 R8, tmem[UR5]").add(barrier).end(".L_x_0");
  listing.label(".L_x_1").add("BAR.SYNC.DEFER_BLOCKING 0x1, 0xa0");
  listing.add(productOfThread);
  listing.add("SYNCS.ARRIVE.TRANS64 RZ, [R5+URZ], R10");
  listing.add("UTMALDG.2D [UR8], [UR4]").end(".L_x_1");
  return playOn("sm_100", listing, blocksOf("sm_100", warps, 1));
}

TEST(MachinePlay, AWarpThatWaitsForArrivalsOfOthersIsAlone) {
  for (const char *arrival : {"BAR.ARV 0x1, 0xa0", "BAR.ARV R30, 0xa0"}) {
    MachinePlay play = playAtBarrier(arrival, 5);
    EXPECT_THAT(play.roles,
                ElementsAre(Field(&PlayedRole::task, "products"),
                            Field(&PlayedRole::task, "arithmetic")));
    EXPECT_EQ(play.roles[0].warps, 1u);
    EXPECT_EQ(play.roles[1].warps, 4u);
    EXPECT_EQ(play.operations, 2.0 * 128 * 256 * 16);
    EXPECT_EQ(play.bytes, 0x8000);
  }
}

TEST(MachinePlay, WarpsThatArriveByTheOppositePredicateGoOn) {
  // Two warps of a partition multiply and compute for as long. Where both wait at the
  // barrier, they multiply at once, and compute at once.
  auto play = [](const char *second) {
    Listing listing;
    listing.label(".L_x_0").add("@!P3 BAR.SYNC.DEFER_BLOCKING 0x1, 0x100");
    listing.add(second);
    listing.repeat(3, "HGMMA.64x128x16.F32 R24, gdesc[UR4], R24")
        .add("HGMMA.64x128x16.F32 R24, gdesc[UR4], R24, gsb0")
        .add("WARPGROUP.DEPBAR.LE gsb0, 0x0")
        .repeat(60, "FADD R1, R1, R2", {4})
        .end();
    return playOn("sm_90", listing, blocksOf("sm_90", 8, 1)).shareOfPeak;
  };
  double inStep = play("@P3 BAR.ARV 0x2, 0x100");
  EXPECT_GT(play("@P3 BAR.ARV 0x1, 0x100"), 1.2 * inStep);
  EXPECT_EQ(play("@!P3 BAR.ARV 0x1, 0x100"), inStep);
  EXPECT_EQ(play("@P2 BAR.ARV 0x1, 0x100"), inStep);
}

TEST(MachinePlay, AWarpThatMeetsAllOthersIsNotAlone) {
  for (const char *barrier :
       {"BAR.SYNC.DEFER_BLOCKING 0x1, 0xa0", "BAR.ARV 0x2, 0xa0"})
    EXPECT_EQ(playAtBarrier(barrier, 4).roles.size(), 1u);
}

/// A loop in which one warp copies, beside one in which others multiply.
Listing specialised(unsigned products, const char *bytes) {
  Listing listing;
  listing.add("@P5 BRA `(.L_x_1)").add(std::string("MOV R10, ") + bytes);
  listing.label(".L_x_0")
      .add("SYNCS.ARRIVE.TRANS64 RZ, [R5+URZ], R10")
      .add("UTMALDG.2D [UR8], [UR4]")
      .end(".L_x_0");
  listing.label(".L_x_1")
      .repeat(products, "HGMMA.64x128x16.F32 R24, gdesc[UR4], R24")
      .add("HGMMA.64x128x16.F32 R24, gdesc[UR4], R24, gsb0")
      .add("WARPGROUP.DEPBAR.LE gsb0, 0x1")
      .end(".L_x_1");
  return listing;
}

TEST(MachinePlay, RolesAreToldApart) {
  MachinePlay play =
      playOn("sm_90", specialised(15, "0x8000"), blocksOf("sm_90", 5, 1));
  EXPECT_THAT(play.roles, ElementsAre(Field(&PlayedRole::task, "products"),
                                      Field(&PlayedRole::task, "copies")));
  EXPECT_EQ(play.roles[0].warps, 4u);
  EXPECT_EQ(play.roles[1].warps, 1u);
  EXPECT_EQ(play.bytes, 0x8000);
  EXPECT_NEAR(play.shareOfPeak, 1, 0.03);
}

/// A warp that has the machine copy, and the others, which wait for that, read it and
/// multiply; in loops, or once.
Listing copiedForReaders(bool isLoop) {
  Listing listing;
  listing.add("MOV R10, 0x1000").add("@P5 BRA `(.L_x_1)");
  listing.label(".L_x_0")
      .add("UTMALDG.2D [UR8], [UR4]")
      .add("@P1 SYNCS.ARRIVE.TRANS64 RZ, [R5+URZ], R10");
  isLoop ? listing.end(".L_x_0") : listing.add("EXIT");
  listing.label(".L_x_1")
      .add("SYNCS.PHASECHK.TRANS64.TRYWAIT P2, [UR4], R2")
      .add("@!P2 BRA `(.L_x_1)")
      .repeat(8, "LDS.128 R4, [R3]")
      .repeat(256, "FFMA R8, R4, R5, R8");
  isLoop ? listing.end(".L_x_1") : listing.add("EXIT");
  return listing;
}

TEST(MachinePlay, WarpsThatReadWhatOthersCopyAreARole) {
  MachinePlay play =
      playOn("sm_90", copiedForReaders(true), blocksOf("sm_90", 5, 1));
  EXPECT_THAT(play.roles, ElementsAre(Field(&PlayedRole::task, "readers"),
                                      Field(&PlayedRole::task, "copies")));
  EXPECT_EQ(play.roles[0].warps, 4u);
  EXPECT_EQ(play.bytes, 0x1000);
  EXPECT_GE(play.cycles, 256);
}

TEST(MachinePlay, WarpsThatReadWhatOthersCopyAreARoleWithoutALoop) {
  // One stage: the block multiplies behind its copy.
  BlockNeeds needs = blocksOf("sm_90", 5, 1);
  needs.sharedBytes = 0x1000;
  needs.registersPerThread = 255;
  MachinePlay play = playOn("sm_90", copiedForReaders(false), needs);
  EXPECT_THAT(play.roles, ElementsAre(Field(&PlayedRole::task, "everything"),
                                      Field(&PlayedRole::task, "copies")));
  EXPECT_GE(play.roles[0].cycles, 256);
}

TEST(MachinePlay, WhatIsWrittenForTheMachineIsStored) {
  // Words that threads read again are not for the machine.
  Listing listing;
  listing.add("STS.128 [R2], R4")
      .add("LDS.128 R4, [R3]")
      .add("STS.64 [R2], R4")
      .add("FENCE.VIEW.ASYNC.S")
      .add("@P0 UTMASTG.2D [UR8], [UR4]")
      .add("EXIT");
  EXPECT_EQ(playOn("sm_90", listing, blocksOf("sm_90", 4, 1)).bytes,
            4 * 32 * 8);
}

TEST(MachinePlay, CopiesFillNoFasterThanTheirPort) {
  // 64 bytes a cycle.
  MachinePlay play =
      playOn("sm_90", specialised(3, "0x8000"), blocksOf("sm_90", 5, 1));
  EXPECT_EQ(play.cycles, 0x8000 / 64);
  EXPECT_EQ(play.limit, "fill");
}

TEST(MachinePlay, CopiesInALoopOverLanesAreOfTheLoopAround) {
  // As ptxas writes a copy that one thread begins, and an arrival of one that tells its
  // bytes alone.
  Listing listing;
  listing.add("@P5 BRA `(.L_x_1)").add("MOV R10, 0x8000");
  listing.label(".L_x_0");
  listing.label(".L_x_2")
      .add("@UP0 UTMALDG.2D [UR8], [UR4]")
      .add("@P2 BRA.U.ANY `(.L_x_2)")
      .add("@!P1 SYNCS.ARRIVE.TRANS64.RED.A0TR RZ, [R5+URZ], R10")
      .end(".L_x_0");
  listing.label(".L_x_1")
      .repeat(3, "HGMMA.64x128x16.F32 R24, gdesc[UR4], R24")
      .add("HGMMA.64x128x16.F32 R24, gdesc[UR4], R24, gsb0")
      .add("WARPGROUP.DEPBAR.LE gsb0, 0x1")
      .end(".L_x_1");
  MachinePlay play = playOn("sm_90", listing, blocksOf("sm_90", 5, 1));
  EXPECT_EQ(play.bytes, 0x8000);
  EXPECT_EQ(play.cycles, 0x8000 / 64);
}

TEST(MachinePlay, CountsOfArrivalsAreNoBytes) {
  Listing listing;
  listing.add("MOV R10, 0x40");
  listing.label(".L_x_0")
      .add("SYNCS.ARRIVE.TRANS64.ART0 RZ, [R5+URZ], R10")
      .add("HGMMA.64x128x16.F32 R24, gdesc[UR4], R24, gsb0")
      .add("WARPGROUP.DEPBAR.LE gsb0, 0x1")
      .end(".L_x_0");
  EXPECT_EQ(playOn("sm_90", listing, blocksOf("sm_90", 4, 1)).bytes, 0);
}

TEST(MachinePlay, TheLeaderOfAPairExpectsTheBytesOfBothCTAs) {
  auto bytesBy = [](const char *copy) {
    Listing listing;
    listing.add("MOV R10, 0x8000").add("UMOV UR31, 0x8200490");
    listing.label(".L_x_0")
        .add("SYNCS.ARRIVE.TRANS64 RZ, [R5+URZ], R10")
        .add(copy)
        .add("UTCHMMA.2CTA gdesc[UR4], gdesc[UR6], tmem[UR8], tmem[UR30], "
             "idesc[UR31], UPT")
        .end(".L_x_0");
    return playOn("sm_100", listing, blocksOf("sm_100", 4, 1)).bytes;
  };
  EXPECT_EQ(bytesBy("UTMALDG.2D.2CTA [UR8], [UR4]"), 0x4000);
  // Each CTA has its own copies counted.
  EXPECT_EQ(bytesBy("UTMALDG.2D [UR8], [UR4]"), 0x8000);
}

TEST(MachinePlay, CopiesByThreadsFillThroughTheSamePort) {
  Listing listing;
  listing.add("MOV R10, 0x4000");
  listing.label(".L_x_0")
      .repeat(8, "LDGSTS.E.BYPASS.128 [R2], desc[UR4][R8.64]")
      .add("LDGDEPBAR")
      .add("SYNCS.ARRIVE.TRANS64 RZ, [R5+URZ], R10")
      .add("UTMALDG.2D [UR8], [UR4]")
      .add("HGMMA.64x128x16.F32 R24, gdesc[UR4], R24, gsb0")
      .add("WARPGROUP.DEPBAR.LE gsb0, 0x1")
      .end(".L_x_0");
  MachinePlay play = playOn("sm_90", listing, blocksOf("sm_90", 4, 1));
  double byThreads = 4 * 8 * 512;
  EXPECT_NEAR(play.cycles, (byThreads + 0x4000) / 64, 1);
  EXPECT_EQ(play.limit, "fill");
}

TEST(MachinePlay, OneFactorMayBeCopiedByThreadsAndOneByTheMachine) {
  Listing listing;
  listing.add("@P5 BRA `(.L_x_1)").add("@P4 BRA `(.L_x_2)");
  listing.add("MOV R10, 0x4000");
  listing.label(".L_x_0")
      .add("SYNCS.ARRIVE.TRANS64 RZ, [R5+URZ], R10")
      .add("UTMALDG.2D [UR8], [UR4]")
      .end(".L_x_0");
  listing.label(".L_x_2")
      .repeat(8, "LDGSTS.E.BYPASS.128 [R2], desc[UR4][R8.64]")
      .end(".L_x_2");
  listing.label(".L_x_1")
      .add("HGMMA.64x128x16.F32 R24, gdesc[UR4], R24, gsb0")
      .add("WARPGROUP.DEPBAR.LE gsb0, 0x1")
      .end(".L_x_1");
  MachinePlay play = playOn("sm_90", listing, blocksOf("sm_90", 9, 1));
  ASSERT_EQ(play.roles.size(), 3u);
  EXPECT_EQ(play.roles[2].warps, 4u);
  double byThreads = 4 * 8 * 512;
  EXPECT_NEAR(play.cycles, (byThreads + 0x4000) / 64, 1);
}

TEST(MachinePlay, TooFewStagesShowTheLatencyOfACopy) {
  // More threads than two blocks of an SM have, and one stage.
  BlockNeeds needs = blocksOf("sm_90", 33, 1);
  needs.sharedBytes = 0x8000;
  needs.registersPerThread = 32;
  MachinePlay play = playOn("sm_90", specialised(0, "0x8000"), needs);
  EXPECT_EQ(play.blocks, 1u);
  unsigned latency =
      MachineModel::of(*lookupTarget("sm_90")).getMemory().copyLatency.value;
  EXPECT_EQ(play.limit, "stages");
  EXPECT_GT(play.cycles, latency);
}

TEST(MachinePlay, SharedMemoryOfALaunchIsNotKnown) {
  BlockNeeds needs = blocksOf("sm_90", 5, 1);
  needs.sharedBytes = 0;
  EXPECT_NE(playOn("sm_90", specialised(0, "0x8000"), needs).limit, "stages");
}

//===----------------------------------------------------------------------===//
// Mnemonics
//===----------------------------------------------------------------------===//

/// Operations of a block's iteration, by four warps.
double operationsOf(llvm::StringRef gpu, const char *instruction) {
  Listing listing;
  listing.label(".L_x_0").add(instruction).end();
  return playOn(gpu, listing, blocksOf(gpu, 4, 1)).operations;
}

TEST(MachinePlay, ShapesOfProductsStandAmongTheirTypes) {
  EXPECT_EQ(operationsOf("sm_80", "DMMA.884 R4, R2, R4, R6"),
            4 * 2 * 8 * 8 * 4);
  EXPECT_EQ(operationsOf("sm_90", "DMMA.16x8x16 R4, R2, R4, R6"),
            4 * 2 * 16 * 8 * 16);
  EXPECT_EQ(operationsOf("sm_120", "QMMA.SF.16832.F32.E4M3.E4M3.E8 R4, R2, R4"),
            4 * 2 * 16 * 8 * 32);
  EXPECT_EQ(
      operationsOf("sm_120", "OMMA.SF.16864.F32.E2M1.E2M1.UE8 R4, R2, R4"),
      4 * 2 * 16 * 8 * 64);
}

TEST(MachinePlay, AProductThatIsNotKnownIsNoOtherKernel) {
  Listing listing;
  listing.label(".L_x_0").add("XMMA.1.2.3 R4, R2").add("LDG.E R1, [R2]").end();
  const TargetInfo &target = *lookupTarget("sm_90");
  EXPECT_EQ(playMachineCode(listing.parse().kernels.front(),
                            blocksOf("sm_90", 4, 1), target,
                            *defaultBoard(target)),
            std::nullopt);
}

TEST(MachinePlay, TellsMemoriesApart) {
  auto bytesOf = [](const char *instruction) {
    Listing listing;
    listing.label(".L_x_0").add(instruction).add("LDG.E R9, [R2]").end();
    return playOn("sm_90", listing, blocksOf("sm_90", 4, 1)).bytes / (4 * 32);
  };
  EXPECT_EQ(bytesOf("ATOMS.ADD R1, [R2], R3"), 4);
  EXPECT_EQ(bytesOf("LDS.128 R4, [R2]"), 4);
  EXPECT_EQ(bytesOf("LDL.128 R4, [R2]"), 4);
  EXPECT_EQ(bytesOf("REDG.E.ADD.STRONG.GPU [R2.64], R3"), 4 + 4);
  EXPECT_EQ(bytesOf("ATOMG.E.ADD.64 R1, [R2], R3"), 4 + 8);
  EXPECT_EQ(bytesOf("LDGSTS.E.BYPASS.128 [R2], [R4.64]"), 4 + 16);
}

TEST(MachinePlay, ARegisterThatIsOverwrittenHoldsNoConstant) {
  // The second half of a pair, too.
  Listing listing;
  listing.add("MOV R10, 0x8000").add("LDC.64 R9, c[0x0][0x28]");
  listing.label(".L_x_0")
      .add("SYNCS.ARRIVE.TRANS64 RZ, [R5+URZ], R10")
      .add("UTMALDG.2D [UR8], [UR4]")
      .end();
  EXPECT_EQ(playOn("sm_90", listing, blocksOf("sm_90", 4, 1)).bytes, 0);
}

} // namespace
