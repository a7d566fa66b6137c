//===- RacesBenignTest.cpp - Races that are none --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stores that write the value already there, by any instruction and of any
// width, beside twins that change a byte; and races that only Checks::benign
// reports.
//
//===----------------------------------------------------------------------===//

#include "RacesHarness.h"
#include <gmock/gmock.h>

using namespace tessera::ptx;
using namespace tessera::ptx::test;
using testing::HasSubstr;

namespace {

const char *module = ".shared .align 128 .b8 s[4096];\n";

std::string runOnce(const std::string &body, unsigned threads, uint64_t seed,
                    const Checks &checks = Checks::all()) {
  std::string text = kernel(body, module);
  text = ".version 9.0\n.target sm_100a\n" +
         text.substr(text.find(".address_size"));
  return runInOrder(text, {1, threads}, seed, checks);
}

/// The check of memory would report unwritten memory first.
Checks racesWith(bool Checks::*more = nullptr) {
  Checks checks;
  checks.race = true;
  if (more)
    checks.*more = true;
  return checks;
}

void expectClean(const std::string &body, unsigned threads = 96,
                 const Checks &checks = Checks::all()) {
  for (uint64_t seed = 0; seed != 24; ++seed)
    ASSERT_EQ(runOnce(body, threads, seed, checks), "")
        << "seed " << seed << body;
}

void expectRace(const std::string &body, unsigned threads = 96,
                const Checks &checks = racesWith()) {
  for (uint64_t seed = 0; seed != 8; ++seed)
    ASSERT_THAT(runOnce(body, threads, seed, checks), HasSubstr("data race"))
        << "seed " << seed << body;
}

/// %r1: the lane; %r3: s + lane; %r4: s + 16 * lane; %r8: the warp.
const std::string places =
    ".reg .b128 %w; and.b32 %r1, %t, 31; mov.u32 %r2, s; add.u32 %r3, %r2, "
    "%r1;\n"
    "shl.b32 %r4, %r1, 4; add.u32 %r4, %r4, %r2; shr.u32 %r8, %t, 5;\n"
    "setp.ne.u32 %p1, %r8, 0; cvt.u64.u32 %rd4, %at; add.u64 %rd5, %rd0, "
    "%rd4;\n";
/// Reads all of it.
const std::string look = "bar.sync 0; ld.shared.u32 %r9, [%r4];\n"
                         "st.global.u32 [%rd5], %r9;\n";

/// Stores of %r5 and its parts; all of one value if %r5 is.
const char *const stores[] = {
    "cvt.u16.u32 %h1, %r5; st.shared.u8 [%r3], %h1;\n",
    "cvt.u16.u32 %h1, %r5; add.u32 %r6, %r3, %r1;\n"
    "st.shared.u16 [%r6], %h1;\n",
    "cvt.u16.u32 %h1, %r5; add.u32 %r6, %r3, %r1;\n"
    "st.shared.v2.u8 [%r6], {%h1, %h1};\n",
    // Each fourth byte, and in no order of places.
    "cvt.u16.u32 %h1, %r5; add.u32 %r6, %r2, %at;\n"
    "and.b32 %r6, %r6, 127; add.u32 %r6, %r6, %r2; st.shared.u8 [%r6], %h1;\n",
    "cvt.u16.u32 %h1, %r5; mul.lo.u32 %r6, %r1, 21; and.b32 %r6, %r6, 31;\n"
    "add.u32 %r6, %r6, %r2; st.shared.u8 [%r6], %h1;\n",
    "st.shared.v4.u32 [%r4], {%r5, %r5, %r5, %r5};\n",
    "cvt.u64.u32 %rd6, %r5; mov.b128 %w, {%rd6, %rd6};\n"
    "st.shared.b128 [%r4], %w;\n",
    "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r4], {%r5, %r5, %r5, %r5};\n",
    "stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%r4], {%r5};\n",
    "stmatrix.sync.aligned.m16n8.x2.trans.shared.b8 [%r4], {%r5, %r5};\n",
    "wmma.store.d.sync.aligned.row.m16n16k16.shared.f32 [s], {%r5, %r5, %r5, "
    "%r5, %r5, %r5, %r5, %r5};\n",
    "wmma.store.d.sync.aligned.col.m16n16k16.shared.f16 [s], {%r5, %r5, %r5, "
    "%r5};\n",
};

TEST(RacesBenign, StoresOfOneValueByAnyInstruction) {
  for (const std::string store : stores) {
    // By warp 0 before the barrier, so that each lane reads written bytes.
    const std::string first =
        places + "setp.ne.u32 %p2, %r8, 0; @%p2 bra ALL;\n"
                 "st.shared.v4.u32 [%r4], {0, 0, 0, 0};\nALL: bar.sync 0;\n";
    expectClean(first + "mov.u32 %r5, 0x07070707;\n" + store + look);
    expectClean(first + "mov.u32 %r5, 0x07070707;\n" + store + store + look);
    expectRace(first + "add.u32 %r5, %r8, 5;\n" + store + look);
    expectRace(first + "mov.u32 %r5, 0x07070707;\n" + store + look, 96,
               racesWith(&Checks::sameValue));
  }
}

TEST(RacesBenign, StoresOfOneValueByOtherWidths) {
  // Warp 0 stores words, the others bytes and halves of the same words.
  auto body = [](const char *byte, const char *half) {
    return places +
           "setp.eq.u32 %p2, %r8, 1; mov.u32 %r5, 0x44332211;\n"
           "@!%p1 st.shared.u32 [s], %r5;\n"
           "mov.u16 %h1, " +
           byte + "; mov.u16 %h2, " + half +
           ";\n"
           "@%p2 st.shared.u8 [s+1], %h1; setp.eq.u32 %p3, %r8, 2;\n"
           "@%p3 st.shared.u16 [s+2], %h2; bar.sync 0;\n"
           "ld.shared.u32 %r9, [s]; st.global.u32 [%rd5], %r9;\n";
  };
  expectClean(body("0x22", "0x4433"));
  expectRace(body("0x23", "0x4433"));
  expectRace(body("0x22", "0x4434"));
  expectRace(body("0x22", "0x4533"));
}

TEST(RacesBenign, WhatAByteTookThePlaceOfCounts) {
  // Byte 1 had another value, which warp 1 stored without order.
  auto body = [](const std::string &between) {
    return places +
           "@%p1 bra ALL; st.shared.v4.u32 [%r4], {0, 0, 0, 0};\n"
           "ALL: bar.sync 0; setp.eq.u32 %p2, %r8, 1;\n"
           "mov.u16 %h1, 5; mov.u16 %h2, 7;\n"
           "@%p2 st.shared.u8 [s+1], %h1;\n" +
           between + "st.shared.u8 [s+1], %h2; st.shared.u8 [s+2], %h2;\n" +
           look;
  };
  expectClean(body("bar.sync 0;\n"));
  expectRace(body(""));
  // Neighbouring bytes do not matter.
  expectClean(places +
              "@%p1 bra ALL; st.shared.v4.u32 [%r4], {0, 0, 0, 0};\n"
              "ALL: bar.sync 0; setp.eq.u32 %p2, %r8, 1;\n"
              "mov.u16 %h1, 5; mov.u16 %h2, 7;\n"
              "@%p2 st.shared.u8 [s+3], %h1;\n"
              "st.shared.u8 [s+1], %h2; st.shared.u8 [s+2], %h2;\n" +
              look);
}

TEST(RacesBenign, LoadsFollowAStoreOfEachByte) {
  const std::string store =
      places + "cvt.u16.u32 %h1, %r8; mov.u16 %h1, 9; st.shared.u8 [%r3], "
               "%h1;\n";
  const std::string own = "ld.shared.u8 %h2, [%r3]; cvt.u32.u16 %r9, %h2;\n"
                          "st.global.u32 [%rd5], %r9;\n";
  expectClean(store + own);
  // A lane's word has bytes of three other lanes.
  const std::string word = "and.b32 %r6, %r3, -4; ld.shared.u32 %r9, [%r6];\n"
                           "st.global.u32 [%rd5], %r9;\n";
  expectClean(store + "bar.warp.sync -1;\n" + word);
  expectRace(store + word);
}

TEST(RacesBenign, LoadsWhoseValuesReachNothing) {
  auto body = [](const std::string &load, const char *use) {
    return places +
           "@%p1 bra LOAD; st.shared.v4.u32 [%r4], {1, 2, 3, 4};\n"
           "LOAD: " +
           load + use;
  };
  const std::string loads[] = {
      "ld.shared.u32 %r9, [%r4];\n", "ld.shared.v2.u32 {%r9, %r10}, [%r4];\n",
      "ld.volatile.shared.u32 %r9, [%r4];\n",
      "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r9}, [%r4];\n",
      "wmma.load.c.sync.aligned.row.m16n16k16.shared.f32 {%r9, %r10, %r11, "
      "%r12, %r13, %r14, %r15, %r16}, [s];\n"};
  for (const std::string &load : loads) {
    expectClean(body(load, "add.u32 %r20, %r9, 1;\n"), 64, racesWith());
    expectRace(body(load, ""), 64, racesWith(&Checks::benign));
    expectRace(body(load, "st.global.u32 [%rd5], %r9;\n"), 64);
    expectRace(body(load, "add.u32 %r20, %r9, 1; setp.eq.u32 %p3, %r20, 7;\n"
                          "@%p3 st.global.u32 [%rd5], 1;\n"),
               64);
  }
  // Each element of a vector by itself.
  auto half = [](const char *used) {
    return places +
           "@%p1 bra LOAD; st.shared.u32 [s+4], 5;\n"
           "LOAD: @!%p1 bra END;\n"
           "ld.shared.v2.u32 {%r9, %r10}, [s];\n"
           "st.global.u32 [%rd5], " +
           used + ";\nEND:\n";
  };
  expectClean(half("%r9"), 64, racesWith());
  expectRace(half("%r10"), 64);
}

// Order alone does not show such a load what the launch has written.
TEST(RacesBenign, LoadsOfReadOnlyData) {
  auto body = [](const std::string &load, const char *used = "%r9") {
    return places +
           "@%p1 bra LOAD; st.global.v2.u32 [%rd0], {1, 2};\n"
           "LOAD: bar.sync 0;\n" +
           load + "bar.sync 0;\nst.global.u32 [%rd5+64], " + used + ";\n";
  };
  const std::string loads[] = {
      "ld.global.nc.u32 %r9, [%rd0];\n", "ld.global.nc.u8 %r9, [%rd0+5];\n",
      "ld.global.nc.v4.u32 {%r9, %r10, %r11, %r12}, [%rd0];\n",
      "ldu.global.u32 %r9, [%rd0+4];\n"};
  for (const std::string &load : loads)
    EXPECT_THAT(runOnce(body(load), 64, 0, racesWith()),
                HasSubstr("load of read-only data at"))
        << load;
  expectClean(body("ld.global.u32 %r9, [%rd0];\n"), 64, racesWith());
  expectClean(body("ld.global.nc.u32 %r9, [%rd0+8];\n"), 64, racesWith());
  expectClean(body("ld.global.nc.u32 %r9, [%rd0];\n", "7"), 64, racesWith());
}

TEST(RacesBenign, LanesThatStoreDifferentValues) {
  const char *const bodies[] = {
      "st.shared.u32 [s], %t;\n", "st.shared.v2.u32 [s], {%t, %t};\n",
      "cvt.u16.u32 %h1, %t; st.shared.u8 [s+1], %h1;\n",
      "stmatrix.sync.aligned.m8n8.x2.shared.b16 [%r2], {%t, %t};\n"};
  for (const char *store : bodies) {
    const std::string body = places + store;
    expectClean(body, 32);
    EXPECT_THAT(runOnce(body, 32, 0, racesWith(&Checks::benign)),
                HasSubstr("write different values"))
        << store;
    // The store that stays is open to a thread that reads without order.
    expectRace(body, 64);
  }
  expectClean(places + "mov.u32 %r5, 0;\n"
                       "stmatrix.sync.aligned.m8n8.x2.shared.b16 [%r2], {%r5, "
                       "%r5};\n",
              64);
  expectRace(places + "st.shared.u32 [s], %t; ld.shared.u32 %r9, [s];\n"
                      "st.global.u32 [%rd5], %r9;\n",
             32);
}

} // namespace
