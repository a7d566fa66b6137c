//===- Benchmark.cpp - Speed of the emulator ------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reports warp instructions per second and core on loops of arithmetic, of
// arithmetic and loads, and of fused multiply-adds.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <benchmark/benchmark.h>

using namespace tessera::ptx;

static std::string loop(const char *body) {
  return test::kernel(std::string(R"(
    cvt.u64.u32 %rd5, %at; add.u64 %rd5, %rd5, %rd1;
    mov.u32 %r1, 0; mov.u32 %r2, %t; mov.b32 %f1, 0f3F800000;
    mov.b32 %f2, 0f3F7FFFFF; mov.b32 %f3, 0f3A83126F;
    L:
)") + body + R"(
    add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 10000; @%p1 bra L;
    xor.b32 %r2, %r2, %f1; st.global.u32 [%rd5], %r2;)");
}

static void run(benchmark::State &state, const char *body) {
  auto program = llvm::cantFail(Program::parse(loop(body), "benchmark.ptx"));
  GlobalMemory memory;
  uint64_t address = llvm::cantFail(memory.allocate(4096, "data"));
  std::vector<uint8_t> parameters;
  for (int i = 0; i != 4; ++i)
    for (int b = 0; b != 8; ++b)
      parameters.push_back(static_cast<uint8_t>(address >> (8 * b)));
  LaunchConfig config;
  config.grid = {2, 1, 1};
  config.block = {128, 1, 1};
  config.hostThreads = 1;
  uint64_t instructions = 0;
  for (auto _ : state)
    instructions +=
        llvm::cantFail(launch(program, "k", parameters, memory, config))
            .warpInstructions;
  state.counters["warp instructions"] =
      benchmark::Counter(instructions, benchmark::Counter::kIsRate);
}

BENCHMARK_CAPTURE(run, arithmetic, R"(
  mad.lo.s32 %r2, %r2, 5, %r1; xor.b32 %r3, %r2, %r1; shl.b32 %r4, %r3, 3;
  add.s32 %r2, %r4, %r3; and.b32 %r2, %r2, 0xFFFFFF; sub.s32 %r2, %r2, %r1;)");
BENCHMARK_CAPTURE(run, loads, R"(
  ld.global.u32 %r3, [%rd5]; mad.lo.s32 %r2, %r2, 5, %r3;
  add.s32 %r2, %r2, %r1; ld.global.f32 %f4, [%rd5+512];
  add.f32 %f1, %f1, %f4; xor.b32 %r2, %r2, %r1;)");
BENCHMARK_CAPTURE(run, fused, R"(
  fma.rn.f32 %f1, %f1, %f2, %f3; fma.rn.f32 %f4, %f1, %f2, %f3;
  fma.rn.f32 %f5, %f1, %f2, %f4; fma.rn.f32 %f1, %f5, %f2, %f3;)");
BENCHMARK_CAPTURE(run, halves, R"(
  fma.rn.f16x2 %r2, %r2, %r3, %r1; fma.rn.bf16x2 %r3, %r2, %r3, %r1;)");

BENCHMARK_MAIN();
