//===- EmulatorBench.cpp - Speed of the emulator on PTX -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warp instructions per second on one host thread, for loops of arithmetic, of
// arithmetic and loads, of fused multiply-adds, of accesses at scattered
// places, and for a whole vector add, whose blocks are short. Each runs without
// checkers, with all of them, with all of them on as many host threads as there
// are, and with counters.
//
// Chains of blocks, each of which waits for the one before it, without
// checkers: the growth of time with their number. At most 4096 blocks wait at
// once, so chains whose head starts last are no longer than that.
//
//===----------------------------------------------------------------------===//

#include "EmulatorLaunch.h"
#include <thread>

using namespace tessera::ptx;

/// An entry "k" around a body: %rd0 points to an array of floats, %t is the
/// thread's number in its block.
static std::string kernel(const std::string &body) {
  return R"(
.version 9.0
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 p0) {
  .reg .pred %p<4>;
  .reg .b32 %r<20>, %f<20>, %t;
  .reg .b64 %rd<20>;
  .shared .align 16 .b8 tile[4096];
  ld.param.u64 %rd0, [p0];
  mov.u32 %t, %tid.x;
)" + body +
         "ret; }\n";
}

/// 10000 rounds of a body over registers that hold numbers.
static std::string loop(const std::string &body) {
  return kernel(R"(
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mad.lo.u32 %r1, %r1, %r2, %t;
  mul.wide.u32 %rd1, %r1, 4; add.u64 %rd1, %rd1, %rd0;
  mov.u32 %r5, tile; shl.b32 %r6, %t, 2; add.u32 %r5, %r5, %r6;
  st.shared.u32 [%r5], %t;
  mov.u32 %r1, 0; mov.u32 %r2, %t; mov.u32 %r3, %t; mov.b32 %f1, 0f3F800000;
  mov.b32 %f2, 0f3F7FFFFF; mov.b32 %f3, 0f3A83126F;
  mov.b32 %r7, 0x3BF03BF1; mov.b32 %r8, 0x34013123; // halves
  mov.b32 %r9, 0x3F7E3F7D; mov.b32 %r10, 0x3C013E22; // bfloats
  L:
)" + body + R"(
  add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 10000; @%p1 bra L;
  xor.b32 %r2, %r2, %f1; st.global.u32 [%rd1], %r2;)");
}

static const char *const arithmetic = R"(
  mad.lo.s32 %r2, %r2, 5, %r1; xor.b32 %r3, %r2, %r1; shl.b32 %r4, %r3, 3;
  add.s32 %r2, %r4, %r3; and.b32 %r2, %r2, 0xFFFFFF; sub.s32 %r2, %r2, %r1;)";
static const char *const loads = R"(
  ld.global.u32 %r3, [%rd1]; mad.lo.s32 %r2, %r2, 5, %r3;
  add.s32 %r2, %r2, %r1; ld.global.f32 %f4, [%rd1+2048];
  add.f32 %f1, %f1, %f4; xor.b32 %r2, %r2, %r1;)";
static const char *const shared = R"(
  ld.shared.u32 %r3, [%r5]; add.u32 %r3, %r3, %r1; st.shared.u32 [%r5], %r3;
  xor.b32 %r2, %r2, %r3; bar.sync 0;)";
static const char *const fused = R"(
  fma.rn.f32 %f1, %f1, %f2, %f3; fma.rn.f32 %f4, %f1, %f2, %f3;
  fma.rn.f32 %f5, %f1, %f2, %f4; fma.rn.f32 %f1, %f5, %f2, %f3;)";
static const char *const halves = R"(
  fma.rn.f16x2 %r2, %r2, %r7, %r8; fma.rn.bf16x2 %r3, %r3, %r9, %r10;)";

/// c[i] = a[i] + b[i] as nvcc writes it; a, b and c lie one behind the other.
static const char *const vectorAdd = R"(
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mad.lo.s32 %r3, %r1, %r2, %t;
  setp.ge.s32 %p1, %r3, 65536; @%p1 bra DONE;
  cvta.to.global.u64 %rd1, %rd0; mul.wide.s32 %rd2, %r3, 4;
  add.s64 %rd3, %rd1, %rd2; ld.global.f32 %f1, [%rd3];
  add.s64 %rd4, %rd3, 262144; ld.global.f32 %f2, [%rd4];
  add.f32 %f3, %f2, %f1;
  add.s64 %rd5, %rd4, 262144; st.global.f32 [%rd5], %f3;
  DONE:)";

/// Loops in the style of Triton: accesses of 128 bits under predicates, a row
/// of a tile for each part of a warp, asynchronous copies, products of
/// matrices.
static const char *const tile = R"(
  setp.lt.u32 %p2, %t, 4096; and.b32 %r11, %t, 7; shr.u32 %r12, %t, 3;
  mul.lo.u32 %r13, %r12, 256; mad.lo.u32 %r13, %r11, 16, %r13;
  mov.u32 %r17, %ctaid.x; mad.lo.u32 %r13, %r17, 65536, %r13;
  cvt.u64.u32 %rd5, %r13; add.u64 %rd5, %rd5, %rd0; add.u64 %rd5, %rd5, 65536;
  mov.u32 %r14, tile; shl.b32 %r15, %t, 4; and.b32 %r15, %r15, 2047;
  add.u32 %r14, %r14, %r15; xor.b32 %r16, %r14, 112;
  bar.sync 0; @%p2 cp.async.cg.shared.global [%r14+2048], [%rd5], 16;
  cp.async.commit_group;
  @%p2 ld.global.v4.b32 {%f5, %f6, %f7, %f8}, [%rd5+4096];
  @%p2 st.shared.v4.b32 [%r14], {%f5, %f6, %f7, %f8};
  cp.async.wait_group 0; bar.sync 0;
  ld.shared.v4.b32 {%f9, %f10, %f11, %f12}, [%r16];
  ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%f13, %f14, %f15, %f16}, [%r16+2048];
  mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4},
    {%f13, %f14, %f15, %f16}, {%f9, %f10}, {%f1, %f2, %f3, %f4};
  bar.sync 0;
  @%p2 st.global.v4.b32 [%rd5+262144], {%f9, %f10, %f11, %f12};)";
/// Products of 8-bit integers.
static const char *const bytes = R"(
  mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%r11, %r12, %r13, %r14},
    {%r2, %r3, %r7, %r8}, {%r9, %r10}, {%r11, %r12, %r13, %r14};)";
/// A row's maximum and sum across the warp, as in a softmax.
static const char *const softmax = R"(
  shfl.sync.bfly.b32 %f5, %f1, 16, 31, -1; max.f32 %f4, %f1, %f5;
  shfl.sync.bfly.b32 %f5, %f4, 8, 31, -1; max.f32 %f4, %f4, %f5;
  sub.f32 %f6, %f1, %f4; mul.f32 %f6, %f6, 0f3FB8AA3B;
  ex2.approx.f32 %f7, %f6; add.f32 %f8, %f7, %f2; div.full.f32 %f9, %f7, %f8;
  shfl.sync.bfly.b32 %f5, %f9, 1, 31, -1; add.f32 %f1, %f9, %f5;)";
/// Stores a tile by rows and loads it by columns.
static const char *const turned = R"(
  and.b32 %r11, %t, 31; shr.u32 %r12, %t, 5; mov.u32 %r14, tile;
  mad.lo.u32 %r15, %t, 4, %r14; shl.b32 %r16, %r11, 4;
  mad.lo.u32 %r16, %r12, 4, %r16; add.u32 %r16, %r16, %r14; bar.sync 0;
  st.shared.b32 [%r15], %r2; bar.sync 0;
  ld.shared.b32 %r3, [%r16]; xor.b32 %r2, %r2, %r3; bar.sync 0;)";

/// Loads at scattered places, which all threads read.
static const char *const gather = R"(
  mad.lo.u32 %r11, %r2, 1664525, %r1; mad.lo.u32 %r11, %r11, 1664525, %t;
  shr.u32 %r12, %r11, 14; and.b32 %r12, %r12, 0x3FFFC; cvt.u64.u32 %rd5, %r12;
  add.u64 %rd5, %rd5, %rd0; ld.global.u32 %r13, [%rd5+262144];
  xor.b32 %r2, %r2, %r13; xor.b32 %r2, %r2, %r12;)";
/// Each thread has elements of its own at scattered places: 40503 is invertible
/// modulo 65536.
static const char *const scatter = R"(
  mov.u32 %r11, %ctaid.x; shl.b32 %r11, %r11, 7; add.u32 %r11, %r11, %t;
  shl.b32 %r12, %r1, 8; add.u32 %r11, %r11, %r12; mul.lo.u32 %r11, %r11, 40503;
  and.b32 %r11, %r11, 0xFFFF; mul.wide.u32 %rd5, %r11, 4;
  add.u64 %rd5, %rd5, %rd0; ld.global.u32 %r13, [%rd5+262144];
  add.u32 %r13, %r13, %r1; st.global.u32 [%rd5+262144], %r13;)";
/// Each thread has a row of an odd number of elements.
static const char *const rows = R"(
  mov.u32 %r11, %ctaid.x; shl.b32 %r11, %r11, 7; add.u32 %r11, %r11, %t;
  mul.lo.u32 %r11, %r11, 516; and.b32 %r12, %r1, 127;
  mad.lo.u32 %r11, %r12, 4, %r11; cvt.u64.u32 %rd5, %r11;
  add.u64 %rd5, %rd5, %rd0; ld.global.u32 %r13, [%rd5+262144];
  add.u32 %r13, %r13, %r1; st.global.u32 [%rd5+262144], %r13;)";

/// Each thread overwrites its word, or one byte of it after the other; between
/// stores all threads of the block meet. `memory`: "global" or "shared".
static std::string overwrite(const std::string &memory, bool isWord) {
  const bool isShared = memory == "shared";
  const std::string word = isShared ? "%r5" : "%rd1";
  const std::string byte = isShared ? "%r11" : "%rd5";
  return (isShared ? "and.b32 %r11, %r1, 3; add.u32 %r11, %r11, %r5;"
                   : "and.b32 %r11, %r1, 3; cvt.u64.u32 %rd5, %r11;"
                     "add.u64 %rd5, %rd5, %rd1;") +
         ("st." + memory) + (isWord ? ".u32 [" + word : ".u8 [" + byte) +
         "], %r1; bar.sync 0;";
}
/// The same with words at scattered places, another one each time.
static std::string overwriteScattered(bool isWord) {
  return std::string(R"(
  mov.u32 %r11, %ctaid.x; shl.b32 %r11, %r11, 7; add.u32 %r11, %r11, %t;
  shl.b32 %r12, %r1, 8; add.u32 %r11, %r11, %r12; mul.lo.u32 %r11, %r11, 40503;
  and.b32 %r11, %r11, 8191; shl.b32 %r11, %r11, 2; shr.u32 %r12, %r1, 5;
  and.b32 %r12, %r12, 3; add.u32 %r12, %r12, %r11;
  cvt.u64.u32 %rd5, %r11; add.u64 %rd5, %rd5, %rd0;
  cvt.u64.u32 %rd6, %r12; add.u64 %rd6, %rd6, %rd0;)") +
         (isWord ? "st.global.u32 [%rd5+262144], %r1;"
                 : "st.global.u8 [%rd6+262144], %r1;") +
         "bar.sync 0;";
}

/// Each block sets one flag, which nobody orders.
static const char *const flag = R"(
  setp.eq.u32 %p1, %t, 0; @%p1 st.relaxed.gpu.global.u32 [%rd0], 1;)";

/// The cost of a block that does nothing.
static const char *const empty = R"(
.version 9.0
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 p0) { ret; }
)";

/// The place in a chain, from the number of the block, %r1, and the number of
/// all blocks, %r2, a power of two.
static const char *const inOrder = "mov.u32 %r3, %r1;";
static const char *const backwards = "not.b32 %r3, %r1; add.u32 %r3, %r3, %r2;";
static const char *const shuffled = R"(
  sub.u32 %r5, %r2, 1; mul.lo.u32 %r3, %r1, 2654435769; and.b32 %r3, %r3, %r5;
  shr.u32 %r6, %r3, 5; xor.b32 %r3, %r3, %r6; mul.lo.u32 %r3, %r3, 2246822507;
  and.b32 %r3, %r3, %r5;)";

/// The block at place i of a chain waits for flag i, resets it for the next
/// launch, and sets flag i + 1. The first one does not wait, or waits until the
/// last block has started.
static std::string chain(const char *place, bool startsTogether) {
  const char *start = startsTogether ? R"(
    add.u32 %r5, %r1, 1; setp.eq.u32 %p3, %r5, %r2;
    @%p3 st.release.gpu.global.u32 [%rd0], 1; setp.ne.u32 %p1, %r3, %r3;)"
                                     : "setp.eq.u32 %p1, %r3, 0;";
  return kernel(std::string("mov.u32 %r1, %ctaid.x; mov.u32 %r2, %nctaid.x;") +
                place + start + R"(
    mul.wide.u32 %rd1, %r3, 4; add.u64 %rd1, %rd1, %rd0; @%p1 bra RAISE;
    WAIT: ld.acquire.gpu.global.u32 %r4, [%rd1]; setp.eq.u32 %p2, %r4, 0;
    @%p2 bra WAIT;
    st.relaxed.gpu.global.u32 [%rd1], 0;
    RAISE: st.release.gpu.global.u32 [%rd1+4], 1;)");
}

enum class Watch { Nothing, Checks, ChecksOnThreads, Counters };

static void run(benchmark::State &state, const std::string &text, Dim3 grid,
                Dim3 block, Watch watch) {
  auto program = llvm::cantFail(Program::parse(text, "benchmark.ptx"));
  GlobalMemory memory;
  const uint64_t bytes = 3 * 262144;
  uint64_t address = llvm::cantFail(memory.allocate(bytes, "data"));
  llvm::cantFail(memory.write(address, std::vector<uint8_t>(bytes)));
  bool isOnThreads = watch == Watch::ChecksOnThreads;
  LaunchConfig config =
      launchOf(grid, block, isOnThreads || watch == Watch::Checks);
  if (isOnThreads)
    config.hostThreads = std::max(std::thread::hardware_concurrency(), 1u);
  config.wantsCounters = watch == Watch::Counters;
  std::optional<uint64_t> instructions =
      launchEachTime(state, program, address, memory, config);
  if (!instructions)
    return;
  state.counters["warp instructions"] = benchmark::Counter(
      static_cast<double>(*instructions), benchmark::Counter::kIsRate);
}

static void registerChains() {
  struct Chain {
    const char *name, *place;
    bool startsTogether;
    std::vector<uint32_t> blocks;
  };
  const Chain chains[] = {
      {"inOrder", inOrder, false, {1024, 4096, 16384}},
      {"together", inOrder, true, {1024, 2048, 4096}},
      {"backwards", backwards, false, {1024, 2048, 4096}},
      {"shuffled", shuffled, false, {1024, 2048, 4096}},
  };
  for (const Chain &c : chains)
    for (uint32_t blocks : c.blocks)
      benchmark::RegisterBenchmark(
          ("chain/" + std::string(c.name) + "/" + std::to_string(blocks))
              .c_str(),
          [text = chain(c.place, c.startsTogether),
           blocks](benchmark::State &state) {
            run(state, text, {blocks, 1, 1}, {1, 1, 1}, Watch::Nothing);
          })
          ->Unit(benchmark::kMillisecond)
          ->MeasureProcessCPUTime()
          ->UseRealTime();
}

int main(int argc, char **argv) {
  struct Case {
    const char *name;
    std::string text;
    Dim3 grid, block;
  };
  const Dim3 two = {2, 1, 1}, threads = {128, 1, 1};
  const Case cases[] = {
      {"arithmetic", loop(arithmetic), two, threads},
      {"loads", loop(loads), two, threads},
      {"shared", loop(shared), two, threads},
      {"fused", loop(fused), two, threads},
      {"halves", loop(halves), two, threads},
      {"bytes", loop(bytes), two, threads},
      {"softmax", loop(softmax), two, threads},
      {"tile", loop(tile), two, threads},
      {"turned", loop(turned), two, threads},
      {"gather", loop(gather), two, threads},
      {"scatter", loop(scatter), two, threads},
      {"rows", loop(rows), two, threads},
      {"globalWords", loop(overwrite("global", true)), two, threads},
      {"globalBytes", loop(overwrite("global", false)), two, threads},
      {"sharedWords", loop(overwrite("shared", true)), two, threads},
      {"sharedBytes", loop(overwrite("shared", false)), two, threads},
      {"scatterWords", loop(overwriteScattered(true)), two, threads},
      {"scatterBytes", loop(overwriteScattered(false)), two, threads},
      {"vectorAdd", kernel(vectorAdd), {256, 1, 1}, {256, 1, 1}},
      {"flag", kernel(flag), {2048, 1, 1}, threads},
      {"blocks", empty, {1000000, 1, 1}, {32, 1, 1}},
      {"blocksOf4", empty, {1000000, 1, 1}, {128, 1, 1}},
  };
  for (const Case &c : cases)
    for (auto [watch, name] : {std::pair(Watch::Nothing, "plain"),
                               std::pair(Watch::Checks, "checked"),
                               std::pair(Watch::ChecksOnThreads, "threads"),
                               std::pair(Watch::Counters, "counted")})
      benchmark::RegisterBenchmark(
          (std::string(c.name) + "/" + name).c_str(),
          [&c, watch = watch](benchmark::State &state) {
            run(state, c.text, c.grid, c.block, watch);
          })
          ->Unit(benchmark::kMillisecond)
          ->MeasureProcessCPUTime()
          ->UseRealTime();
  registerChains();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
