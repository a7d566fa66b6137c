//===- MachineTogetherTest.cpp - Roles that wait for one another ----------===//
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
using ::testing::AllOf;
using ::testing::Ge;
using ::testing::Le;

namespace {

/// Cycles of a product, of a hundred sums that wait for one another, and of ten powers,
/// which keep their pipe busy.
constexpr double productCycles = 64, sumCycles = 100, powerCycles = 80;
/// Cycles that a barrier, an mbarrier and the end of products may add to a turn.
constexpr double meeting = 150;

/// Code of one warp, of which a letter stands for each part.
class Loop {
public:
  /// The registers of the mbarriers' base in the loop, and how it meets at barriers.
  std::string base, barrier;
  /// The number of a barrier: "0x" before a digit, or the register that has it.
  std::string prefix = "0x";

  void add(Listing &listing, llvm::StringRef letters) const {
    for (char each : letters)
      addPart(listing, each);
  }

private:
  void addPart(Listing &listing, char part) const;
  std::string at(const char *offset) const {
    return "[" + base + "+" + offset + "]";
  }
};

void Loop::addPart(Listing &listing, char part) const {
  const std::string wait = "SYNCS.PHASECHK.TRANS64.TRYWAIT P1, ",
                    arrive = "SYNCS.ARRIVE.TRANS64.A1T0 RZ, ";
  switch (part) {
  case 'P':
    listing.add("UTCHMMA gdesc[UR24], gdesc[UR6], tmem[UR31], tmem[UR38], "
                "idesc[UR39], UP0");
    break;
  case 'C': // Commits products to an mbarrier; W waits for it.
    listing.add("UTCBAR " + at("0x10") + ", URZ");
    break;
  case 'W':
    listing.add(wait + at("0x10") + ", R3");
    break;
  case 'D': // The same for another one.
    listing.add("UTCBAR " + at("0x18") + ", URZ");
    break;
  case 'V':
    listing.add(wait + at("0x18") + ", R3");
    break;
  case 'A': // Arrives at a third one; T waits for it.
    listing.add(arrive + at("0x20") + ", RZ");
    break;
  case 'T':
    listing.add(wait + at("0x20") + ", R3");
    break;
  case 'K': // Waits for copies.
    listing.add(wait + at("0x40") + ", R3");
    break;
  case 'B': // Has the warps that compute meet.
    listing.add("BAR.SYNC.DEFER_BLOCKING 0x3, 0x80");
    break;
  case 'L':
    listing.add("LDTM.x8 R8, tmem[UR5]");
    break;
  case 'X':
    listing.repeat(25, "FADD R1, R1, R2", {4});
    break;
  case 'M':
    listing.repeat(10, "MUFU.EX2 R4, R4");
    break;
  default:
    listing.add(barrier + " " + prefix + part + ", 0xa0");
  }
}

const Loop begins{"UR4", "BAR.SYNC.DEFER_BLOCKING"},
    computes{"R20+URZ", "BAR.ARV"};

/// A kernel in which one warp begins products and others compute.
/// Letters before a bar stand before the loop.
Listing makeKernel(llvm::StringRef issuing, llvm::StringRef computing,
                   const Loop &first = begins, const Loop &others = computes) {
  auto [before, inside] = issuing.contains('|')
                              ? issuing.split('|')
                              : std::pair(llvm::StringRef(), issuing);
  Listing listing;
  listing.add("MOV R9, 0x8400010").add("R2UR UR39, R9");
  listing.add("S2UR UR8, SR_CgaCtaId").add("UMOV UR7, 0x400");
  listing.add("ULEA UR4, UR8, UR7, 0x18").add("@P5 BRA `(.L_x_2)");
  listing.add("S2R R18, SR_CgaCtaId").add("MOV R19, 0x400");
  listing.add("MOV R31, 0x1").add("MOV R32, 0x2");
  listing.add("LEA R20, R18, R19, 0x18").label(".L_x_0");
  others.add(listing, computing);
  listing.end(".L_x_0").label(".L_x_2");
  first.add(listing, before);
  listing.label(".L_x_1");
  first.add(listing, inside);
  return listing.end(".L_x_1");
}

MachinePlay play(llvm::StringRef issuing, llvm::StringRef computing,
                 unsigned blocks = 1) {
  return playOn("sm_100", makeKernel(issuing, computing),
                blocksOf("sm_100", 5, blocks));
}

double together(llvm::StringRef issuing, llvm::StringRef computing,
                unsigned blocks = 1) {
  return play(issuing, computing, blocks).cyclesTogether;
}

auto isAbout(double cycles) { return AllOf(Ge(cycles), Le(cycles + meeting)); }

TEST(MachineTogether, OneBlockMultipliesAndComputesInTurn) {
  MachinePlay found = play("2PPPPCW", "WLXXX2");
  EXPECT_THAT(found.cycles, isAbout(4 * productCycles + 3 * sumCycles));
  EXPECT_EQ(found.cycles, found.cyclesTogether);
  EXPECT_EQ(found.limit, "latency of products and arithmetic");
  // Each by itself takes less.
  EXPECT_LT(found.roles[0].cycles, found.cycles - 200);
  EXPECT_LT(found.roles[1].cycles, found.cycles - 200);
}

/// A loop with masks computes more behind one without, and its products are begun by an
/// instruction less.
TEST(MachineTogether, OfTwoPairsOfLoopsTheShorterOneIsPlayed) {
  Listing listing;
  listing.add("MOV R9, 0x8400010").add("R2UR UR39, R9");
  listing.add("@P5 BRA `(.L_x_4)").label(".L_x_0");
  computes.add(listing, "LX2");
  listing.add("@P0 BRA `(.L_x_0)").label(".L_x_1");
  computes.add(listing, "LXXXX3");
  listing.end(".L_x_1").label(".L_x_4");
  listing.add("NOP").label(".L_x_2").add("NOP");
  begins.add(listing, "2P");
  listing.add("@P0 BRA `(.L_x_2)").label(".L_x_3");
  begins.add(listing, "3P");
  MachinePlay found =
      playOn("sm_100", listing.end(".L_x_3"), blocksOf("sm_100", 5, 1));
  EXPECT_THAT(found.cyclesTogether, isAbout(sumCycles));
}

TEST(MachineTogether, ScoresOfTheNextIterationGoOnBesidePowers) {
  // Scores between the barriers take less than the sums.
  EXPECT_THAT(together("K1PP2PPCW", "WL1XXX2"),
              isAbout(3 * sumCycles + 2 * productCycles));
  // Scores that take more are waited for.
  EXPECT_THAT(together("K1PPPPPP2PPCW", "WL1XXX2"), isAbout(8 * productCycles));
}

TEST(MachineTogether, ProductsHideUnderPowersOfAnotherBlock) {
  double one = together("2PPPCW", "WLMMMMMM2"),
         two = together("2PPPCW", "WLMMMMMM2", 2);
  EXPECT_THAT(one, isAbout(3 * productCycles + 6 * powerCycles));
  EXPECT_THAT(two, isAbout(2 * 6 * powerCycles));
  EXPECT_LT(two, 1.6 * one);
  // So do those of many, of which none runs ahead.
  EXPECT_THAT(together("2PPPCW", "WLMMMMMM2", 6), isAbout(6 * 6 * powerCycles));
}

TEST(MachineTogether, TensorCoresSetThePaceOfShortArithmetic) {
  MachinePlay found = play("2PPPPPPPPCW", "WLX2", 2);
  EXPECT_THAT(found.cycles, isAbout(2 * 8 * productCycles));
  EXPECT_EQ(found.limit, "tensor");
}

TEST(MachineTogether, ABarrierThatNeverCompletesEndsThePlay) {
  EXPECT_EQ(together("1P1PCW", "WLX1"), 0);
  EXPECT_GT(play("1P1PCW", "WLX1").cycles, 0);
}

TEST(MachineTogether, MBarriersOfCopiesHoldNobodyUp) {
  double without = together("2PPPPCW", "WLXXX2");
  EXPECT_NEAR(together("K2PPPPCW", "WLXXX2"), without, 20);
  EXPECT_NEAR(together("KK2PPPPCWK", "WLXXX2"), without, 20);
}

TEST(MachineTogether, AllWarpsOfABlockAreWaitedFor) {
  // Two warps of a partition share its powers; so do those of two blocks.
  for (const auto &[issuing, computing] :
       {std::pair("2PPPPCW", "WLMMM2"), {"TPPPPCW", "WLMMMA"}}) {
    MachinePlay found = playOn("sm_100", makeKernel(issuing, computing),
                               blocksOf("sm_100", 9, 1));
    EXPECT_EQ(found.roles[1].warps, 8u);
    EXPECT_THAT(found.cyclesTogether,
                isAbout(4 * productCycles + 2 * 3 * powerCycles));
  }
}

TEST(MachineTogether, NumbersTellBarriersApart) {
  // The first lets products begin before the sums, the second behind them.
  EXPECT_THAT(together("1PPPPCW", "WL1XXX2"), isAbout(4 * productCycles));
  EXPECT_THAT(together("2PPPPCW", "WL1XXX2"),
              isAbout(4 * productCycles + 3 * sumCycles));
  // A barrier of the warps that compute is their own.
  EXPECT_NEAR(together("2PPPPCW", "WLXXXB2"), together("2PPPPCW", "WLXXX2"),
              30);
}

TEST(MachineTogether, ARegisterMayHaveTheNumberOfABarrier) {
  Loop byRegister = computes;
  byRegister.prefix = "R3";
  EXPECT_NEAR(playOn("sm_100",
                     makeKernel("K1PP2PPCW", "WL1XXX2", begins, byRegister),
                     blocksOf("sm_100", 5, 1))
                  .cyclesTogether,
              together("K1PP2PPCW", "WL1XXX2"), 10);
}

TEST(MachineTogether, AnMBarrierThatIsNotKnownHoldsNobodyUp) {
  Loop elsewhere = computes;
  elsewhere.base = "R50";
  double unknown =
      playOn("sm_100", makeKernel("2PPPPCW", "WLXXX2", begins, elsewhere),
             blocksOf("sm_100", 5, 1))
          .cyclesTogether;
  // Sums go on while products run.
  EXPECT_THAT(unknown, isAbout(3 * sumCycles));
}

TEST(MachineTogether, WhatOthersDefineOnTheWayDoesNotCount) {
  // Warps that compute go on behind their loop, where they use the register anew, and
  // branch over the loop of the one that begins products.
  auto play = [](const char *first, const char *second) {
    Listing listing;
    listing.add("MOV R9, 0x8400010").add("R2UR UR39, R9");
    listing.add("UMOV UR4, 0x400").add("@P5 BRA `(.L_x_2)");
    listing.add("MOV R20, 0x400").label(".L_x_0");
    computes.add(listing, "WLXXX2");
    listing.add("@P0 BRA `(.L_x_0)").add(first);
    listing.label(".L_x_2").add("@P6 BRA `(.L_x_3)").add(second);
    listing.label(".L_x_1");
    begins.add(listing, "2PPPPC");
    listing.add("@P0 BRA `(.L_x_1)").label(".L_x_3").add("EXIT");
    return playOn("sm_100", listing, blocksOf("sm_100", 5, 1)).cyclesTogether;
  };
  double inTurn = 4 * productCycles + 3 * sumCycles;
  EXPECT_THAT(play("NOP", "NOP"), isAbout(inTurn));
  EXPECT_THAT(play("UMOV UR4, 0x800", "NOP"), isAbout(inTurn));
  // Where the one defines it itself, they have no mbarrier in common.
  EXPECT_THAT(play("NOP", "UMOV UR4, 0x800"), isAbout(3 * sumCycles));
}

TEST(MachineTogether, ArrivalsAtAnMBarrierLetProductsBegin) {
  EXPECT_THAT(together("TPPPPC", "WLXXXA"),
              isAbout(4 * productCycles + 3 * sumCycles));
  EXPECT_THAT(together("TPPPPC", "WLAXXX"), isAbout(4 * productCycles));
}

TEST(MachineTogether, ProductsBeforeTheLoopAreThoseOfItsFirstWait) {
  // Without them scores are those of the same iteration.
  EXPECT_THAT(together("PPC|PPC2PPPD", "WLXXX2V"),
              isAbout(3 * sumCycles + 3 * productCycles));
  EXPECT_THAT(together("PPPPC2PPPD", "WLXXX2V"),
              isAbout(3 * sumCycles + 7 * productCycles));
}

TEST(MachineTogether, TheFewestPhasesAheadThatEndAreTaken) {
  // Scores end at one mbarrier, and products with values at another: scores of the next
  // iteration begin once these have been read, and go on beside the sums.
  EXPECT_THAT(together("TPPC2PPD", "VWLAXXX2"),
              isAbout(3 * sumCycles + 2 * productCycles));
}

} // namespace
