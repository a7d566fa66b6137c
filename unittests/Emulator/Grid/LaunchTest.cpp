//===- LaunchTest.cpp - Whole kernels, configurations and reports ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include <numeric>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

static const char *const vectorAdd = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry vadd(
  .param .u64 .ptr .global .align 4 a, .param .u64 b, .param .u64 c, .param .u32 n
)
{
  .reg .pred %p<2>;
  .reg .b32 %r<6>;
  .reg .f32 %f<4>;
  .reg .b64 %rd<11>;
  .loc 1 7 3
  ld.param.u64 %rd1, [a];
  ld.param.u64 %rd2, [b];
  ld.param.u64 %rd3, [c];
  ld.param.u32 %r2, [n];
  mov.u32 %r3, %ctaid.x;
  mov.u32 %r4, %ntid.x;
  mov.u32 %r5, %tid.x;
  mad.lo.s32 %r1, %r3, %r4, %r5;
  setp.ge.s32 %p1, %r1, %r2;
  @%p1 bra $L__BB0_2;
  cvta.to.global.u64 %rd4, %rd1;
  mul.wide.s32 %rd5, %r1, 4;
  add.s64 %rd6, %rd4, %rd5;
  .loc 1 9 12
  ld.global.f32 %f1, [%rd6];
  add.s64 %rd8, %rd2, %rd5;
  ld.global.f32 %f2, [%rd8];
  add.f32 %f3, %f1, %f2;
  add.s64 %rd10, %rd3, %rd5;
  st.global.f32 [%rd10], %f3;
$L__BB0_2:
  ret;
}
.file 1 "vadd.cu"
)";

static std::vector<uint8_t> wordBytes(uint32_t value) {
  return {uint8_t(value), uint8_t(value >> 8), uint8_t(value >> 16),
          uint8_t(value >> 24)};
}

TEST(Launch, VectorAdd) {
  const uint32_t n = 1000;
  std::vector<float> a(n), b(n), expected(n);
  for (uint32_t i = 0; i != n; ++i) {
    a[i] = 0.25f * i;
    b[i] = 1.0f / (i + 1);
    expected[i] = a[i] + b[i];
  }
  for (unsigned threads : {1u, 2u, 7u}) {
    KernelRun run(vectorAdd);
    run.array(a).array(b).zeros(4 * n);
    run.moreParameters = wordBytes(n);
    run.config.hostThreads = threads;
    ASSERT_EQ(run.launch({8, 1, 1}, {128, 1, 1}), "");
    EXPECT_EQ(run.read<float>(2), expected);
    EXPECT_EQ(run.statistics.blocks, 8u);
    EXPECT_EQ(run.statistics.warps, 32u);
    EXPECT_GT(run.statistics.warpInstructions, 32u * 10);
  }
}

TEST(Launch, OutOfBoundsNamesEverything) {
  KernelRun run(vectorAdd);
  run.zeros(4 * 100).zeros(4 * 128).zeros(4 * 128);
  run.moreParameters = wordBytes(128);
  std::string error = run.launch({1, 1, 1}, {128, 1, 1});
  EXPECT_NE(error.find("test.ptx:28:3: error: load of 4 bytes"),
            std::string::npos)
      << error;
  EXPECT_NE(error.find("is out of bounds; the nearest allocation is 'array 0'"),
            std::string::npos)
      << error;
  EXPECT_NE(error.find("0 bytes past its end"), std::string::npos) << error;
  EXPECT_NE(error.find("ld.global.f32 %f1, [%rd6];"), std::string::npos);
  EXPECT_NE(error.find("thread (100,0,0) of block (0,0,0)"), std::string::npos)
      << error;
  EXPECT_NE(error.find("entry 'vadd'"), std::string::npos);
  EXPECT_NE(error.find("source: vadd.cu:9"), std::string::npos) << error;
}
