//===- CountersMemoryTest.cpp - Counters of memory and matrices -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountersHarness.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

/// The counters of one access to p0, at %r1 bytes from its start.
static CounterValues countGlobal(const std::string &offset,
                                 const std::string &access) {
  return countOf(countAll(offset +
                          " cvt.u64.u32 %rd10, %r1;"
                          " add.u64 %rd10, %rd10, %rd0;\n" +
                          access),
                 access);
}

static void expectLoad(const CounterValues &values, uint64_t tags,
                       uint64_t sectors, uint64_t bytes) {
  EXPECT_EQ(values[Counter::GlobalLoadRequests], 1u);
  EXPECT_EQ(values[Counter::GlobalLoadTags], tags);
  EXPECT_EQ(values[Counter::GlobalLoadSectors], sectors);
  EXPECT_EQ(values[Counter::GlobalLoadBytes], bytes);
  EXPECT_EQ(values[Counter::GlobalStoreRequests], 0u);
  EXPECT_EQ(values[Counter::GlobalAtomicRequests], 0u);
}

TEST(Counters, GlobalLoadsOfNeighbours) {
  // 32 x 4 bytes fill one line of four sectors; 8 and 16 bytes two and four.
  expectLoad(
      countGlobal("mul.lo.u32 %r1, %t, 4;", "ld.global.b32 %r2, [%rd10];"), 1,
      4, 128);
  expectLoad(
      countGlobal("mul.lo.u32 %r1, %t, 8;", "ld.global.b64 %d1, [%rd10];"), 2,
      8, 256);
  expectLoad(countGlobal("mul.lo.u32 %r1, %t, 16;",
                         "ld.global.v4.b32 {%r2,%r3,%r4,%r5}, [%rd10];"),
             4, 16, 512);
  expectLoad(countGlobal("mov.b32 %r1, %t;", "ld.global.u8 %r2, [%rd10];"), 1,
             1, 32);
}

TEST(Counters, GlobalLoadsElsewhere) {
  // One word for all.
  expectLoad(countGlobal("mov.b32 %r1, 64;", "ld.global.b32 %r2, [%rd10];"), 1,
             1, 128);
  // Four bytes past the start of a sector: five sectors, two lines.
  expectLoad(
      countGlobal("mad.lo.u32 %r1, %t, 4, 4;", "ld.global.b32 %r2, [%rd10];"),
      2, 5, 128);
  // Every second word; then a sector, and a line, for each lane.
  expectLoad(
      countGlobal("mul.lo.u32 %r1, %t, 8;", "ld.global.b32 %r2, [%rd10];"), 2,
      8, 128);
  expectLoad(
      countGlobal("mul.lo.u32 %r1, %t, 32;", "ld.global.b32 %r2, [%rd10];"), 8,
      32, 128);
  expectLoad(
      countGlobal("mul.lo.u32 %r1, %t, 124;", "ld.global.b32 %r2, [%rd10];"),
      31, 32, 128);
}

TEST(Counters, GlobalStoresAndAtomics) {
  CounterValues store =
      countGlobal("mul.lo.u32 %r1, %t, 8;", "st.global.b64 [%rd10], %d1;");
  EXPECT_EQ(store[Counter::GlobalStoreRequests], 1u);
  EXPECT_EQ(store[Counter::GlobalStoreTags], 2u);
  EXPECT_EQ(store[Counter::GlobalStoreSectors], 8u);
  EXPECT_EQ(store[Counter::GlobalStoreBytes], 256u);
  EXPECT_EQ(store[Counter::GlobalLoadRequests], 0u);
  CounterValues atomic =
      countGlobal("and.b32 %r1, %at, 32;", "red.global.add.u32 [%rd10], 1;");
  EXPECT_EQ(atomic[Counter::GlobalAtomicRequests], 1u);
  EXPECT_EQ(atomic[Counter::GlobalAtomicTags], 1u);
  EXPECT_EQ(atomic[Counter::GlobalAtomicSectors], 2u);
  EXPECT_EQ(atomic[Counter::GlobalAtomicBytes], 128u);
  EXPECT_EQ(atomic[Counter::GlobalStoreRequests], 0u);
}

TEST(Counters, GenericAddressesCountWhereTheyLie) {
  // Lanes below 16 go to shared memory, the others to global.
  CounterReport report = countAll("mov.u64 %rd5, s; cvta.shared.u64 %rd5, %rd5;"
                                  "setp.lt.u32 %p1, %t, 16;"
                                  "selp.b64 %rd6, %rd5, %rd0, %p1;\n"
                                  "ld.b32 %r1, [%rd6];",
                                  ".shared .b32 s[4];\n");
  CounterLine line = countLine(report, "ld.b32");
  EXPECT_EQ(line.kind, InstructionClass::LoadGeneric);
  EXPECT_EQ(line.values[Counter::Instructions], 1u);
  EXPECT_EQ(line.values[Counter::GlobalLoadRequests], 1u);
  EXPECT_EQ(line.values[Counter::GlobalLoadBytes], 64u);
  EXPECT_EQ(line.values[Counter::SharedLoadRequests], 1u);
  EXPECT_EQ(line.values[Counter::SharedLoadBytes], 64u);
}

TEST(Counters, ConstantMemory) {
  CounterReport report =
      countAll("ld.const.b32 %r1, [c];", ".const .b32 c[4] = {1, 2, 3, 4};\n");
  CounterLine line = countLine(report, "ld.const");
  EXPECT_EQ(line.kind, InstructionClass::LoadConst);
  EXPECT_EQ(line.values[Counter::ConstRequests], 1u);
  EXPECT_EQ(line.values[Counter::ConstBytes], 128u);
  EXPECT_EQ(line.values[Counter::GlobalLoadRequests], 0u);
}

//===----------------------------------------------------------------------===//
// Local memory
//===----------------------------------------------------------------------===//

TEST(Counters, LocalMemoryLiesLaneBesideLane) {
  CounterReport report =
      countAll(".local .align 8 .b8 l[64];\n"
               "mov.u64 %rd5, l;\n"
               "st.local.b32 [%rd5], %t;\n"
               "st.local.b64 [%rd5+8], %rd5;\n"
               "and.b32 %r1, %at, 4; cvt.u64.u32 %rd6, %r1;\n"
               "add.u64 %rd6, %rd6, %rd5;\n"
               "ld.local.b32 %r2, [%rd6];\n"
               "setp.lt.u32 %p1, %t, 8;\n"
               "@%p1 ld.local.b32 %r2, [%rd5];");
  // The same word of 32 lanes: 128 bytes.
  EXPECT_EQ(countOf(report, "st.local.b32")[Counter::LocalStoreRequests], 1u);
  EXPECT_EQ(countOf(report, "st.local.b32")[Counter::LocalStoreSectors], 4u);
  EXPECT_EQ(countOf(report, "st.local.b32")[Counter::LocalStoreBytes], 128u);
  // Two words.
  EXPECT_EQ(countOf(report, "st.local.b64")[Counter::LocalStoreSectors], 8u);
  EXPECT_EQ(countOf(report, "st.local.b64")[Counter::LocalStoreBytes], 256u);
  // Lanes in turn use the first and the second word.
  EXPECT_EQ(countOf(report, "ld.local.b32")[Counter::LocalLoadSectors], 8u);
  EXPECT_EQ(countOf(report, "ld.local.b32")[Counter::LocalLoadBytes], 128u);
  EXPECT_EQ(countOf(report, "@%p1 ld.local")[Counter::LocalLoadRequests], 1u);
  EXPECT_EQ(countOf(report, "@%p1 ld.local")[Counter::LocalLoadSectors], 1u);
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

static const std::string useShared = "mov.u32 %r2, s; ";

/// The counters of an access at %r1, where lane i has byte i * `factor` of
/// shared memory.
static CounterValues countStride(unsigned factor, const std::string &access) {
  return countOf(countAll(useShared + "mad.lo.u32 %r1, %t, " +
                              std::to_string(factor) + ", %r2;\n" + access,
                          ".shared .align 16 .b8 s[16384];\n"),
                 access);
}

static void expectShared(const CounterValues &values, uint64_t wavefronts,
                         uint64_t ideal, uint64_t bytes) {
  EXPECT_EQ(values[Counter::SharedLoadRequests], 1u);
  EXPECT_EQ(values[Counter::SharedLoadWavefronts], wavefronts);
  EXPECT_EQ(values[Counter::SharedLoadIdeal], ideal);
  EXPECT_EQ(values[Counter::SharedLoadBytes], bytes);
}

TEST(Counters, SharedLoadsOf32Bits) {
  const std::string load = "ld.shared.b32 %r3, [%r1];";
  expectShared(countStride(4, load), 1, 1, 128);
  expectShared(countStride(8, load), 2, 1, 128);
  expectShared(countStride(12, load), 1, 1, 128);
  expectShared(countStride(64, load), 16, 1, 128);
  expectShared(countStride(128, load), 32, 1, 128);
  expectShared(countStride(132, load), 1, 1, 128);
  expectShared(countStride(0, load), 1, 1, 128);
}

TEST(Counters, SharedBytesOfOneWordAreOneAccess) {
  expectShared(countStride(1, "ld.shared.u8 %r3, [%r1];"), 1, 1, 32);
  expectShared(countStride(2, "ld.shared.u16 %r3, [%r1];"), 1, 1, 64);
  expectShared(countStride(128, "ld.shared.u8 %r3, [%r1];"), 32, 1, 32);
}

TEST(Counters, SharedLoadsOf64BitsGoByHalves) {
  const std::string load = "ld.shared.b64 %d1, [%r1];";
  expectShared(countStride(8, load), 2, 2, 256);
  // Half of them at once: 16 lanes, 16 bytes apart, two of them on each pair of
  // banks.
  expectShared(countStride(16, load), 4, 2, 256);
  expectShared(countStride(128, load), 32, 2, 256);
  expectShared(countStride(0, load), 2, 2, 256);
}

TEST(Counters, SharedLoadsOf128BitsGoByQuarters) {
  const std::string load = "ld.shared.v4.b32 {%r3,%r4,%r5,%r6}, [%r1];";
  expectShared(countStride(16, load), 4, 4, 512);
  expectShared(countStride(32, load), 8, 4, 512);
  expectShared(countStride(128, load), 32, 4, 512);
  expectShared(countStride(144, load), 4, 4, 512);
}

TEST(Counters, HalvesWithoutLanesTakeNoWavefront) {
  CounterReport report = countAll(useShared + "mad.lo.u32 %r1, %t, 8, %r2;\n"
                                              "setp.lt.u32 %p1, %t, 16;\n"
                                              "@%p1 ld.shared.b64 %d1, [%r1];",
                                  ".shared .align 16 .b8 s[16384];\n");
  expectShared(countOf(report, "@%p1 ld"), 1, 1, 128);
}

TEST(Counters, SharedStoresAndAtomics) {
  CounterValues store = countStride(8, "st.shared.b32 [%r1], %t;");
  EXPECT_EQ(store[Counter::SharedStoreRequests], 1u);
  EXPECT_EQ(store[Counter::SharedStoreWavefronts], 2u);
  EXPECT_EQ(store[Counter::SharedStoreIdeal], 1u);
  EXPECT_EQ(store[Counter::SharedStoreBytes], 128u);
  // All to one word: one of the stores wins, but additions are serialised.
  store = countStride(0, "st.shared.b32 [%r1], 7;");
  EXPECT_EQ(store[Counter::SharedStoreWavefronts], 1u);
  CounterValues atomic = countStride(0, "red.shared.add.u32 [%r1], 7;");
  EXPECT_EQ(atomic[Counter::SharedAtomicRequests], 1u);
  EXPECT_EQ(atomic[Counter::SharedAtomicWavefronts], 32u);
  EXPECT_EQ(atomic[Counter::SharedAtomicIdeal], 1u);
  EXPECT_EQ(atomic[Counter::SharedAtomicBytes], 128u);
  atomic = countStride(4, "red.shared.add.u32 [%r1], 7;");
  EXPECT_EQ(atomic[Counter::SharedAtomicWavefronts], 1u);
}

//===----------------------------------------------------------------------===//
// Matrices and asynchronous copies
//===----------------------------------------------------------------------===//

/// The counters of an ldmatrix for which lane i has row i, `stride` bytes
/// apart.
static CounterValues countMatrixLoad(unsigned stride, const std::string &load,
                                     const std::string &target = "sm_90a") {
  return countOf(countAll(useShared + "mad.lo.u32 %r1, %t, " +
                              std::to_string(stride) + ", %r2;\n" + load,
                          ".shared .align 16 .b8 s[16384];\n", {32, 1, 1},
                          {1, 1, 1}, 1, target),
                 load);
}

TEST(Counters, MatrixLoadsGoByMatrices) {
  const std::string four = "ldmatrix.sync.aligned.m8n8.x4.shared.b16 "
                           "{%r3,%r4,%r5,%r6}, [%r1];";
  const std::string one = "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r3}, "
                          "[%r1];";
  // Eight rows of 16 bytes fill the banks; rows 128 bytes apart all meet.
  expectShared(countMatrixLoad(16, four), 4, 4, 512);
  expectShared(countMatrixLoad(128, four), 32, 4, 512);
  expectShared(countMatrixLoad(144, four), 4, 4, 512);
  expectShared(countMatrixLoad(16, one), 1, 1, 128);
  expectShared(countMatrixLoad(32, one), 2, 1, 128);
}

/// So do matrices of bytes, each of which takes two registers.
TEST(Counters, ByteMatricesGoByEightRows) {
  const std::string square = "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 "
                             "{%r3,%r4}, [%r1];";
  const std::string wide = "ldmatrix.sync.aligned.m8n16.x4.shared.b8x16."
                           "b4x16_p64 {%r3,%r4,%r5,%r6}, [%r1];";
  expectShared(countMatrixLoad(16, square, "sm_120a"), 2, 2, 256);
  expectShared(countMatrixLoad(64, square, "sm_120a"), 8, 2, 256);
  expectShared(countMatrixLoad(144, square, "sm_120a"), 2, 2, 256);
  expectShared(countMatrixLoad(16, wide, "sm_120a"), 4, 4, 512);
  expectShared(countMatrixLoad(128, wide, "sm_120a"), 32, 4, 512);
}

TEST(Counters, MatrixOperations) {
  const std::string mma =
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0,%f1,%f2,%f3}, "
      "{%r1,%r2,%r3,%r4}, {%r5,%r6}, {%f0,%f1,%f2,%f3};";
  CounterReport report = countAll(mma, "", {64, 1, 1});
  EXPECT_EQ(countLine(report, "mma").kind, InstructionClass::Matrix);
  // Two warps; 16 x 8 sums of 16 products and as many additions.
  EXPECT_EQ(countOf(report, "mma")[Counter::MatrixFlops], 2u * 2 * 16 * 8 * 16);
  EXPECT_EQ(countOf(report, "mma")[Counter::MatrixIops], 0u);
  const std::string integers =
      "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r1,%r2}, {%r3}, {%r4}, "
      "{%r1,%r2};";
  CounterValues values = countOf(countAll(integers), "mma");
  EXPECT_EQ(values[Counter::MatrixIops], 2u * 8 * 8 * 16);
  EXPECT_EQ(values[Counter::MatrixFlops], 0u);
}

TEST(Counters, AsynchronousCopiesLoadAndStore) {
  CounterReport report =
      countAll(useShared + "mad.lo.u32 %r1, %t, 16, %r2;\n"
                           "cvt.u64.u32 %rd5, %at;"
                           "mad.lo.u64 %rd5, %rd5, 4, %rd0;\n"
                           "cp.async.cg.shared.global [%r1], [%rd5], 16;\n"
                           "cp.async.wait_all;",
               ".shared .align 16 .b8 s[512];\n");
  CounterLine line = countLine(report, "cp.async.cg");
  EXPECT_EQ(line.kind, InstructionClass::AsyncCopy);
  EXPECT_EQ(line.values[Counter::GlobalLoadRequests], 1u);
  EXPECT_EQ(line.values[Counter::GlobalLoadSectors], 16u);
  EXPECT_EQ(line.values[Counter::GlobalLoadBytes], 512u);
  EXPECT_EQ(line.values[Counter::SharedStoreRequests], 1u);
  EXPECT_EQ(line.values[Counter::SharedStoreWavefronts], 4u);
  EXPECT_EQ(line.values[Counter::SharedStoreIdeal], 4u);
}

//===----------------------------------------------------------------------===//
// The least work of memory and hardware
//===----------------------------------------------------------------------===//

TEST(Counters, SectorsCountOnceForALaunch) {
  // 64 threads of 4 blocks load the same 256 bytes twice, and store other 128.
  CounterReport report = countAll("shl.b32 %r1, %t, 2;\n"
                                  "cvt.u64.u32 %rd8, %r1;\n"
                                  "add.u64 %rd9, %rd0, %rd8;\n"
                                  "ld.global.u32 %r2, [%rd9];\n"
                                  "ld.global.u32 %r3, [%rd9];\n"
                                  "setp.lt.u32 %p1, %t, 32;\n"
                                  "add.u64 %rd9, %rd1, %rd8;\n"
                                  "@%p1 st.global.u32 [%rd9], %r1;",
                                  "", {64, 1, 1}, {4, 1, 1}, 3);
  EXPECT_EQ(report.sectorsOnlyRead, 8u);
  EXPECT_EQ(report.sectorsWritten, 4u);
}

TEST(Counters, WhatIsWrittenToo) {
  // In place: nothing is only read.
  CounterReport report = countAll("shl.b32 %r1, %t, 2;\n"
                                  "cvt.u64.u32 %rd8, %r1;\n"
                                  "add.u64 %rd9, %rd0, %rd8;\n"
                                  "ld.global.u32 %r2, [%rd9];\n"
                                  "st.global.u32 [%rd9], %r2;");
  EXPECT_EQ(report.sectorsOnlyRead, 0u);
  EXPECT_EQ(report.sectorsWritten, 4u);
}

TEST(Counters, WavefrontsThatHardwareMayJoin) {
  // All lanes read the same 16 bytes: four quarters, but one pass would do.
  const std::string array = ".shared .align 16 .b8 s[2048];";
  CounterValues same =
      countOf(countAll("mov.u32 %r1, s;\n"
                       "st.shared.v4.b32 [%r1], {%t, %t, %t, %t};\n"
                       "bar.sync 0;\n"
                       "ld.shared.v4.b32 {%r2, %r3, %r4, %r5}, [%r1];",
                       array, {1, 1, 1}),
              "ld.shared");
  EXPECT_EQ(same[Counter::SharedLeast], 1u);
  // All lanes their own: 512 bytes take four.
  CounterValues own =
      countOf(countAll("mov.u32 %r1, s;\n"
                       "shl.b32 %r2, %t, 4;\n"
                       "add.u32 %r1, %r1, %r2;\n"
                       "st.shared.v4.b32 [%r1], {%t, %t, %t, %t};",
                       array),
              "st.shared");
  EXPECT_EQ(own[Counter::SharedStoreWavefronts], 4u);
  EXPECT_EQ(own[Counter::SharedLeast], 4u);
}
