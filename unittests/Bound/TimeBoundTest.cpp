//===- TimeBoundTest.cpp - Bounds against a sum by hand -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Bound/TimeBound.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"

using namespace tessera;
using namespace tessera::bound;
using ptx::Counter;
using ptx::InstructionClass;
using ::testing::HasSubstr;

namespace {

/// A launch whose instructions are added one at a time.
struct Launched {
  ptx::CounterReport report;

  Launched(uint32_t blocks, uint32_t threads) {
    report.grid = {blocks, 1, 1};
    report.block = {threads, 1, 1};
  }

  ptx::CounterLine &add(const char *text, uint64_t runs,
                        InstructionClass kind = InstructionClass::Other) {
    ptx::CounterLine &line = report.lines.emplace_back();
    line.text = text;
    line.kind = kind;
    line.values[Counter::Instructions] = runs;
    line.values[Counter::InstructionsOn] = runs;
    return line;
  }

  TimeBound on(llvm::StringRef gpu, llvm::StringRef board = "") const {
    const TargetInfo &target = *lookupTarget(gpu);
    return boundTime(report, target,
                     *llvm::cantFail(requireBoard(board, target)));
  }
};

double cyclesOf(const TimeBound &bound, llvm::StringRef name) {
  for (const BoundPart &part : bound.parts)
    if (part.name == name)
      return part.cycles;
  return 0;
}

TEST(TimeBound, ProductsOnA100) {
  // 108 blocks of 4 warps: every partition has a warp. Each runs 1000 products
  // of 4096 operations, of which a partition does 512 a cycle.
  Launched launch(108, 128);
  uint64_t runs = 108 * 4 * 1000;
  launch
      .add("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r1}, {%r2}, "
           "{%r3}, {%r1};",
           runs, InstructionClass::Matrix)
      .values[Counter::MatrixFlops] = runs * 4096;
  TimeBound bound = launch.on("sm_80");
  EXPECT_EQ(bound.parts.front().name, "tensor");
  EXPECT_DOUBLE_EQ(bound.getCycles(), 8000);
  EXPECT_DOUBLE_EQ(bound.getMicroseconds(), 8000 / 1410.0);
  EXPECT_DOUBLE_EQ(cyclesOf(bound, "issue"), 1000);
  EXPECT_DOUBLE_EQ(cyclesOf(bound, "warp"), 1000);
  EXPECT_EQ(bound.parts.front().basis, Basis::Published);
}

TEST(TimeBound, ABoardMayAddUpAtHalfTheRate) {
  auto cycles = [](const char *text, llvm::StringRef board) {
    Launched launch(1, 128);
    launch.add(text, 4, InstructionClass::Matrix).values[Counter::MatrixFlops] =
        4 * 4096;
    return launch.on("sm_89", board).getCycles();
  };
  const char *wide = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 x;";
  const char *narrow = "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 x;";
  EXPECT_DOUBLE_EQ(cycles(wide, "rtx 4090"), 32);
  EXPECT_DOUBLE_EQ(cycles(wide, "l40s"), 16);
  EXPECT_DOUBLE_EQ(cycles(narrow, "rtx 4090"), 16);
}

TEST(TimeBound, TypesOfProductsAreRead) {
  auto cycles = [](llvm::StringRef gpu, const char *text) {
    Launched launch(1, 128);
    launch.add(text, 4, InstructionClass::Matrix).values[Counter::MatrixFlops] =
        4 * 16384;
    return launch.on(gpu).getCycles();
  };
  EXPECT_DOUBLE_EQ(
      cycles("sm_80", "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 x;"),
      512);
  EXPECT_DOUBLE_EQ(
      cycles("sm_80", "mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 x;"),
      16);
  EXPECT_DOUBLE_EQ(
      cycles("sm_80", "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 x;"),
      32);
  EXPECT_DOUBLE_EQ(
      cycles("sm_120",
             "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale."
             "scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3 x;"),
      16);
  EXPECT_DOUBLE_EQ(
      cycles("sm_120", "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4."
                       "block_scale.scale_vec::1X.f32.e2m1.e2m1.f32.ue8m0 x;"),
      32);
  // Half of A is known to be zero.
  EXPECT_DOUBLE_EQ(cycles("sm_80", "mma.sp.sync.aligned.m16n8k32.row.col.f32."
                                   "f16.f16.f32 x;"),
                   16);
  // Rates of single bits are not known.
  EXPECT_DOUBLE_EQ(
      cycles("sm_80", "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32 x;"),
      0);
}

TEST(TimeBound, ProductsOfWarpGroupsAndOfTensorMemory) {
  // A quarter of 2 * 64 * 128 * 16 operations for each warp, 4096 a cycle.
  Launched group(1, 128);
  group
      .add("wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {%f1}, %rd1, "
           "%rd2, 1, 1, 1, 0, 0;",
           4, InstructionClass::Matrix)
      .values[Counter::MatrixFlops] = 2 * 64 * 128 * 16;
  EXPECT_DOUBLE_EQ(cyclesOf(group.on("sm_90"), "tensor"), 64);
  // 128 x 16 of B and 64 x 16 of A, which may also be in registers.
  EXPECT_DOUBLE_EQ(cyclesOf(group.on("sm_90"), "shared memory"), 48);
  group.report.lines.front().text =
      "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {%f1}, {%r1}, %rd2, "
      "1, 1, 1, 0;";
  EXPECT_DOUBLE_EQ(cyclesOf(group.on("sm_90"), "shared memory"), 32);
  // One warp begins what the tensor core of the SM does.
  Launched tensor(1, 32);
  tensor
      .add("tcgen05.mma.cta_group::1.kind::f16 [%r1], %rd1, %rd2, %r2, %p1;", 1,
           InstructionClass::Matrix)
      .values[Counter::TensorF16] = 2 * 128 * 256 * 16;
  EXPECT_DOUBLE_EQ(cyclesOf(tensor.on("sm_100"), "tensor"), 128);
}

TEST(TimeBound, AccessesAreIssued) {
  Launched launch(1, 32);
  launch.add("ld.shared.v4.b32 {%r1, %r2, %r3, %r4}, [%r5];", 100,
             InstructionClass::LoadShared);
  launch.add("st.shared.b32 [%r5], %r1;", 100, InstructionClass::StoreShared);
  launch.add("ld.param.b64 %rd1, [p];", 100, InstructionClass::LoadParam);
  launch.add("bar.sync 0;", 10, InstructionClass::Barrier);
  EXPECT_DOUBLE_EQ(cyclesOf(launch.on("sm_80"), "issue"), 160);
}

TEST(TimeBound, WhatNoL1CacheSavesPassesL2) {
  Launched launch(132, 128);
  ptx::CounterValues &copy =
      launch
          .add("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::"
               "complete_tx::bytes [%r1], [%rd1, {%r2, %r3}], [%r4];",
               132, InstructionClass::AsyncCopy)
          .values;
  copy[Counter::BulkGlobalSectors] = 132 * 1024;
  copy[Counter::MulticastBytes] = 132 * 1024 * 16;
  copy[Counter::BulkSharedBytes] = 132 * 1024 * 32;
  EXPECT_DOUBLE_EQ(cyclesOf(launch.on("sm_90"), "shared memory"), 256);
  EXPECT_DOUBLE_EQ(cyclesOf(launch.on("sm_90"), "L2"), 1024 * 16 / 64.0);
  Launched async(1, 32);
  async
      .add("cp.async.cg.shared.global [%r1], [%rd1], 16;", 1,
           InstructionClass::AsyncCopy)
      .values[Counter::GlobalLoadSectors] = 16;
  EXPECT_DOUBLE_EQ(cyclesOf(async.on("sm_90"), "L2"), 8);
  // Each sector that is read passes once, whatever copies it.
  launch.report.sectorsOnlyRead = 132 * 1024;
  EXPECT_DOUBLE_EQ(cyclesOf(launch.on("sm_90"), "L2"), 1024 * 32 / 64.0);
}

TEST(TimeBound, ArithmeticByPipes) {
  // One warp: one partition, whatever the board.
  Launched launch(1, 32);
  launch.add("fma.rn.f32 %r1, %r2, %r3, %r4;", 100);
  launch.add("ex2.approx.ftz.f32 %r1, %r2;", 10);
  launch.add("min.f32 %r1, %r2, %r3;", 30);
  launch.add("shfl.sync.bfly.b32 %r1, %r2, 1, 31, -1;", 7);
  // ptxas joins two sums; a move is an operand of another instruction.
  launch.add("add.s32 %r1, %r2, %r3;", 1000, InstructionClass::Integer);
  launch.add("mov.b32 %r1, %r2;", 1000, InstructionClass::Move);
  TimeBound bound = launch.on("sm_80");
  EXPECT_DOUBLE_EQ(cyclesOf(bound, "fma"), 200);
  EXPECT_DOUBLE_EQ(cyclesOf(bound, "special"), 80);
  EXPECT_DOUBLE_EQ(cyclesOf(bound, "alu"), 60);
  EXPECT_DOUBLE_EQ(cyclesOf(bound, "memory"), 7);
  EXPECT_DOUBLE_EQ(cyclesOf(bound, "warp"), 647);
  EXPECT_EQ(bound.parts.front().name, "issue");
  EXPECT_EQ(bound.parts.front().basis, Basis::Estimated);
  EXPECT_DOUBLE_EQ(cyclesOf(launch.on("sm_86"), "fma"), 100);
}

TEST(TimeBound, WhatPtxasMayJoinCountsHalf) {
  Launched launch(1, 32);
  launch.add("mul.f32 %r1, %r2, %r3;", 100);
  launch.add("@%p1 add.rn.f32 %r1, %r2, %r3;", 100);
  EXPECT_DOUBLE_EQ(cyclesOf(launch.on("sm_86"), "fma"), 150);
  Launched halves(1, 32);
  halves.add("fma.rn.f16 %rs1, %rs2, %rs3, %rs4;", 100);
  halves.add("fma.rn.f16x2 %r1, %r2, %r3, %r4;", 100);
  EXPECT_DOUBLE_EQ(cyclesOf(halves.on("sm_80"), "half"), 150);
  Launched pairs(1, 32);
  pairs.add("fma.rn.f32x2 %rd1, %rd2, %rd3, %rd4;", 100);
  EXPECT_DOUBLE_EQ(cyclesOf(pairs.on("sm_100"), "fma"), 200);
  EXPECT_DOUBLE_EQ(cyclesOf(pairs.on("sm_100"), "warp"), 100);
}

TEST(TimeBound, WhatIsOffForAllLanesIsFree) {
  Launched launch(1, 32);
  launch.add("@%p1 fma.rn.f32 %r1, %r2, %r3, %r4;", 100)
      .values[Counter::InstructionsOn] = 10;
  EXPECT_DOUBLE_EQ(cyclesOf(launch.on("sm_86"), "fma"), 10);
}

TEST(TimeBound, FewBlocksLeaveMostOfTheBoardIdle) {
  auto cycles = [](uint32_t blocks, uint32_t threads) {
    Launched launch(blocks, threads);
    launch.add("fma.rn.f32 %r1, %r2, %r3, %r4;", 86016);
    return cyclesOf(launch.on("sm_86"), "fma");
  };
  // 1, 2 and 4 warps of a block have a partition each; 8 warps share four.
  EXPECT_DOUBLE_EQ(cycles(1, 32), 86016);
  EXPECT_DOUBLE_EQ(cycles(1, 64), 43008);
  EXPECT_DOUBLE_EQ(cycles(1, 128), 21504);
  EXPECT_DOUBLE_EQ(cycles(1, 256), 21504);
  EXPECT_DOUBLE_EQ(cycles(2, 256), 10752);
  // All 82 SMs of it.
  EXPECT_DOUBLE_EQ(cycles(1000, 256), 86016 / (82.0 * 4));
  EXPECT_DOUBLE_EQ(cycles(100, 32), 860.16);
}

TEST(TimeBound, Memory) {
  Launched launch(108, 128);
  ptx::CounterValues &load =
      launch.add("ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%rd1];", 1000).values;
  load[Counter::GlobalLoadSectors] = 16000;
  load[Counter::GlobalLoadBytes] = 512000;
  ptx::CounterValues &shared =
      launch.add("ld.shared.b32 %r1, [%r2];", 1000).values;
  shared[Counter::SharedLeast] = 10800;
  // 2 GB read, and 41 MiB written, of which 40 may stay in the L2 cache.
  launch.report.sectorsOnlyRead = 2'000'000'000 / 32;
  launch.report.sectorsWritten = (41ull << 20) / 32;
  TimeBound bound = launch.on("sm_80");
  EXPECT_NEAR(cyclesOf(bound, "L1"), 512000 / 128.0 / 108, 1e-9);
  EXPECT_DOUBLE_EQ(cyclesOf(bound, "shared memory"), 100);
  EXPECT_EQ(bound.parts.front().name, "DRAM");
  EXPECT_NEAR(bound.getMicroseconds(), (2e9 + (1 << 20)) / 2039e9 * 1e6, 1e-6);
}

TEST(TimeBound, LanesThatReadOneSectorAskForItOnce) {
  Launched launch(1, 32);
  ptx::CounterValues &load = launch.add("ld.global.b32 %r1, [%rd1];", 1).values;
  load[Counter::GlobalLoadSectors] = 1;
  load[Counter::GlobalLoadBytes] = 128;
  EXPECT_DOUBLE_EQ(cyclesOf(launch.on("sm_80"), "L1"), 0.25);
}

TEST(TimeBound, Output) {
  Launched launch(1, 32);
  launch.add("fma.rn.f32 %r1, %r2, %r3, %r4;", 2520);
  TimeBound bound = launch.on("sm_89");
  std::string text;
  llvm::raw_string_ostream os(text);
  bound.print(os);
  EXPECT_THAT(text, HasSubstr("lower bound on GeForce RTX 4090 (128 SMs, 2520 "
                              "MHz): 1.000 us, 2520 cycles, set by fma"));
  std::string written;
  llvm::raw_string_ostream stream(written);
  llvm::json::OStream json(stream);
  json.object([&] { bound.printJson(json); });
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(written);
  ASSERT_TRUE(bool(value));
  const llvm::json::Object &object = *value->getAsObject()->getObject("bound");
  EXPECT_EQ(object.getString("limit"), "fma");
  EXPECT_EQ(object.getNumber("microseconds"), 1.0);
  EXPECT_EQ(object.getArray("parts")->size(), 3u);

  std::string nothing;
  llvm::raw_string_ostream empty(nothing);
  Launched(1, 32).on("sm_89").print(empty);
  EXPECT_THAT(nothing, HasSubstr("lower bound: none"));
}

} // namespace
