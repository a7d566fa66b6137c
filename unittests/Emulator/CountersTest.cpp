//===- CountersTest.cpp - Each counter against a count by hand ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixHarness.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;

/// What a launch of `body` counts. The arrays p0 … p3 have 4096 bytes each.
static CounterReport countAll(const std::string &body,
                              const std::string &module = "",
                              Dim3 block = {32, 1, 1}, Dim3 grid = {1, 1, 1},
                              unsigned hostThreads = 1,
                              const std::string &target = "sm_90a") {
  KernelRun run(withTarget(kernel(body, module), target));
  for (unsigned i = 0; i != 4; ++i)
    run.zeros(4096);
  run.config.wantsCounters = true;
  run.config.hostThreads = hostThreads;
  EXPECT_EQ(run.launch(grid, block), "") << body;
  EXPECT_TRUE(run.statistics.counters.has_value());
  return run.statistics.counters.value_or(CounterReport());
}

/// The line of the first instruction that begins so, which has to be there.
static CounterLine countLine(const CounterReport &report,
                             llvm::StringRef instruction) {
  for (const CounterLine &line : report.lines)
    if (llvm::StringRef(line.text).starts_with(instruction))
      return line;
  ADD_FAILURE() << "no instruction " << instruction.str() << " has run";
  return {};
}

static CounterValues countOf(const CounterReport &report,
                             llvm::StringRef instruction) {
  return countLine(report, instruction).values;
}

//===----------------------------------------------------------------------===//
// Instructions and lanes
//===----------------------------------------------------------------------===//

TEST(Counters, OnlyWhereTheyAreWanted) {
  KernelRun run(kernel(""));
  EXPECT_EQ(run.launch(), "");
  EXPECT_FALSE(run.statistics.counters.has_value());
}

TEST(Counters, InstructionsOfAllWarpsAndBlocks) {
  // 3 blocks of 80 threads: 3 warps each, the last one with 16 lanes.
  CounterReport report =
      countAll("add.u32 %r1, %t, 1;", "", {80, 1, 1}, {3, 1, 1});
  CounterValues add = countOf(report, "add.u32");
  EXPECT_EQ(add[Counter::Instructions], 9u);
  EXPECT_EQ(add[Counter::InstructionsOn], 9u);
  EXPECT_EQ(add[Counter::Threads], 240u);
  EXPECT_EQ(add[Counter::ThreadsOn], 240u);
  EXPECT_EQ(report.grid, (Dim3{3, 1, 1}));
  EXPECT_EQ(report.block, (Dim3{80, 1, 1}));
  EXPECT_EQ(report.entry, "k");
}

TEST(Counters, HostThreadsAddUp) {
  CounterReport one =
      countAll("add.u32 %r1, %t, 1;", "", {64, 1, 1}, {40, 1, 1}, 1);
  CounterReport four =
      countAll("add.u32 %r1, %t, 1;", "", {64, 1, 1}, {40, 1, 1}, 4);
  EXPECT_EQ(countOf(four, "add.u32")[Counter::Instructions], 80u);
  EXPECT_EQ(one.lines.size(), four.lines.size());
  for (unsigned i = 0; i != counterCount; ++i) {
    auto counter = static_cast<Counter>(i);
    EXPECT_EQ(one.totals()[counter], four.totals()[counter])
        << counterName(counter).str();
  }
}

TEST(Counters, PredicatedOffLanesAreActive) {
  CounterValues add = countOf(countAll("setp.lt.u32 %p1, %t, 5;\n"
                                       "@%p1 add.u32 %r1, %t, 1;"),
                              "@%p1 add");
  EXPECT_EQ(add[Counter::Instructions], 1u);
  EXPECT_EQ(add[Counter::InstructionsOn], 1u);
  EXPECT_EQ(add[Counter::Threads], 32u);
  EXPECT_EQ(add[Counter::ThreadsOn], 5u);
}

TEST(Counters, AnInstructionThatIsWhollyOffIsStillIssued) {
  CounterValues load = countOf(countAll("setp.lt.u32 %p1, %t, 0;\n"
                                        "@%p1 ld.global.u32 %r1, [%rd0];"),
                               "@%p1 ld");
  EXPECT_EQ(load[Counter::Instructions], 1u);
  EXPECT_EQ(load[Counter::InstructionsOn], 0u);
  EXPECT_EQ(load[Counter::ThreadsOn], 0u);
  EXPECT_EQ(load[Counter::GlobalLoadRequests], 0u);
}

TEST(Counters, LanesThatPartedIssueApart) {
  CounterReport report = countAll("setp.lt.u32 %p1, %t, 8;\n"
                                  "@%p1 bra L;\n"
                                  "sub.u32 %r1, %t, 1;\n"
                                  "L: add.u32 %r1, %t, 1;");
  EXPECT_EQ(countOf(report, "sub.u32")[Counter::Instructions], 1u);
  EXPECT_EQ(countOf(report, "sub.u32")[Counter::Threads], 24u);
  // They meet again.
  EXPECT_EQ(countOf(report, "add.u32")[Counter::Instructions], 1u);
  EXPECT_EQ(countOf(report, "add.u32")[Counter::Threads], 32u);
  EXPECT_EQ(countOf(report, "@%p1 bra")[Counter::DivergentBranches], 1u);
}

TEST(Counters, BranchesThatAllLanesTakeOrNoneDoNotDiverge) {
  CounterReport report = countAll("setp.lt.u32 %p1, %t, 40;\n"
                                  "@!%p1 bra L;\n"
                                  "@%p1 bra.uni M;\n"
                                  "L:\n M: bra N;\n N:");
  EXPECT_EQ(report.totals()[Counter::DivergentBranches], 0u);
}

TEST(Counters, IndexedBranches) {
  const std::string body = "T: .branchtargets A, B;\n"
                           "brx.idx %r1, T;\n"
                           "A: B:";
  EXPECT_EQ(countAll("and.b32 %r1, %t, 1;\n" + body)
                .totals()[Counter::DivergentBranches],
            1u);
  EXPECT_EQ(
      countAll("mov.b32 %r1, 1;\n" + body).totals()[Counter::DivergentBranches],
      0u);
}

TEST(Counters, WhatWaitsCountsOnce) {
  // Two warps; each waits at the barrier once, and at the barrier to which it
  // only arrives not at all. Lanes that reach the shuffle apart run it
  // together.
  CounterReport report = countAll("bar.sync 0;\n"
                                  "barrier.sync 2, 64;\n"
                                  "bar.arrive 1, 128;\n"
                                  "setp.lt.u32 %p1, %t, 8;\n"
                                  "@%p1 bra L;\n"
                                  "sub.u32 %r1, %t, 1;\n"
                                  "bra.uni M;\n"
                                  "L: add.u32 %r1, %t, 1;\n"
                                  "M: bar.warp.sync -1;\n"
                                  "shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1;\n",
                                  "", {64, 1, 1});
  EXPECT_EQ(countOf(report, "bar.sync")[Counter::Instructions], 2u);
  EXPECT_EQ(countOf(report, "bar.sync")[Counter::Threads], 64u);
  EXPECT_EQ(countOf(report, "bar.sync")[Counter::BarrierWaits], 2u);
  EXPECT_EQ(countOf(report, "barrier.sync")[Counter::BarrierWaits], 2u);
  EXPECT_EQ(countOf(report, "bar.arrive")[Counter::Instructions], 2u);
  EXPECT_EQ(countOf(report, "bar.arrive")[Counter::BarrierWaits], 0u);
  EXPECT_EQ(countOf(report, "shfl")[Counter::Instructions], 2u);
  EXPECT_EQ(countOf(report, "shfl")[Counter::Threads], 64u);
  EXPECT_EQ(report.totals()[Counter::BarrierWaits], 4u);
  EXPECT_EQ(countLine(report, "bar.warp.sync").kind, InstructionClass::Barrier);
}

TEST(Counters, FunctionsHaveLinesOfTheirOwn) {
  CounterReport report =
      countAll("call twice;\ncall twice;", ".func twice() {\n.reg .b32 %r<2>;\n"
                                           "mov.b32 %r1, 7;\n ret; }\n");
  CounterLine line = countLine(report, "mov.b32 %r1, 7");
  EXPECT_EQ(line.function, "twice");
  EXPECT_EQ(line.values[Counter::Instructions], 2u);
  EXPECT_EQ(line.line, 6u);
}

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
  // A half: 16 lanes, 16 bytes apart, two of them on each pair of banks.
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
  // All to one word: one of the stores wins, but additions take turns.
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

/// The counters of an ldmatrix whose lane i has row i, `stride` bytes apart.
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

/// So do those of bytes, of which one is two registers.
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
// Kinds of instructions
//===----------------------------------------------------------------------===//

TEST(Counters, Classes) {
  using C = InstructionClass;
  const std::pair<const char *, C> cases[] = {
      {"add.u32 %r1, %r2, %r3;", C::Integer},
      {"and.b32 %r1, %r2, %r3;", C::Integer},
      {"setp.lt.s32 %p1, %r2, %r3;", C::Integer},
      {"fma.rn.f16x2 %r1, %r2, %r3, %r4;", C::Half},
      {"add.rn.bf16 %h1, %h2, %h3;", C::Half},
      {"fma.rn.f32 %f1, %f2, %f3, %f4;", C::Single},
      {"setp.lt.f32 %p1, %f2, %f3;", C::Single},
      {"mul.rn.f64 %d1, %d2, %d3;", C::Double},
      {"ex2.approx.f32 %f1, %f2;", C::Special},
      {"sqrt.rn.f32 %f1, %f2;", C::Special},
      {"cvt.rn.f32.s32 %f1, %r2;", C::Conversion},
      {"mov.b32 %r1, %r2;", C::Move},
      {"ld.param.u64 %rd9, [p0];", C::LoadParam},
      {"vote.sync.ballot.b32 %r1, %p1, -1;", C::Exchange},
      {"membar.gl;", C::Fence},
      {"nanosleep.u32 1;", C::Other},
  };
  for (auto [text, kind] : cases) {
    CounterLine line = countLine(countAll(text), text);
    EXPECT_EQ(instructionClassName(line.kind).str(),
              instructionClassName(kind).str())
        << text;
  }
}

TEST(Counters, NamesAreDistinct) {
  std::set<std::string> names;
  for (unsigned i = 0; i != counterCount; ++i)
    names.insert(counterName(static_cast<Counter>(i)).str());
  EXPECT_EQ(names.size(), counterCount);
  names.clear();
  for (unsigned i = 0; i != instructionClassCount; ++i)
    names.insert(instructionClassName(static_cast<InstructionClass>(i)).str());
  EXPECT_EQ(names.size(), instructionClassCount);
}

//===----------------------------------------------------------------------===//
// The report
//===----------------------------------------------------------------------===//

static CounterReport countLocated() {
  return countAll(R"(
.loc 1 12 3
ld.global.b32 %r1, [%rd0];
.loc 1 13 3
add.u32 %r1, %r1, %r1;
)",
                  ".file 1 \"kernel.cu\"\n");
}

TEST(Counters, SourceLines) {
  CounterReport report = countLocated();
  CounterLine line = countLine(report, "add.u32");
  EXPECT_EQ(line.sourceFile, "kernel.cu");
  EXPECT_EQ(line.sourceLine, 13u);
  EXPECT_EQ(countLine(report, "ld.global").sourceLine, 12u);
}

TEST(Counters, Json) {
  CounterReport report = countLocated();
  std::string text;
  llvm::raw_string_ostream os(text);
  report.printJson(os);
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(text);
  ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
  const llvm::json::Object &root = *parsed->getAsObject();
  EXPECT_EQ(root.getInteger("schema"), 1);
  EXPECT_EQ(root.getString("entry"), llvm::StringRef("k"));
  EXPECT_EQ(root.getObject("totals")->getInteger("global_load_sectors"), 1);
  EXPECT_EQ(root.getObject("totals")->getInteger("shared_load_requests"), 0);
  EXPECT_EQ(root.getObject("classes")->getInteger("load.global"), 1);
  const llvm::json::Array &lines = *root.getArray("lines");
  ASSERT_EQ(lines.size(), report.lines.size());
  int64_t last = 0;
  bool found = false;
  for (const llvm::json::Value &value : lines) {
    const llvm::json::Object &line = *value.getAsObject();
    EXPECT_LE(last, *line.getInteger("line"));
    last = *line.getInteger("line");
    if (!line.getString("text")->starts_with("ld.global"))
      continue;
    found = true;
    EXPECT_EQ(line.getString("source_file"), llvm::StringRef("kernel.cu"));
    EXPECT_EQ(line.getInteger("source_line"), 12);
    const llvm::json::Object &counters = *line.getObject("counters");
    EXPECT_EQ(counters.getInteger("global_load_bytes"), 128);
    EXPECT_FALSE(counters.get("shared_load_requests"));
  }
  EXPECT_TRUE(found);
}

TEST(Counters, Table) {
  std::string text;
  llvm::raw_string_ostream os(text);
  countLocated().printTable(os);
  for (const char *part :
       {"counters of entry 'k' of test.ptx, grid (1,1,1), block (32,1,1)",
        "kernel.cu:12", "1.0 sectors/request", "ld.global.b32 %r1, [%rd0]",
        "global load: 1 requests, 1 sectors (1.0 a request), 128 bytes of 32 "
        "moved"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

//===----------------------------------------------------------------------===//
// What memory and hardware have to do at least
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
