//===- ChainTest.cpp - Time slices of blocks that wait ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Polling in vain costs instructions, too: the warp instructions that a launch
// issues show how many slices its blocks took.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "gmock/gmock.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;
using testing::HasSubstr;

namespace {

/// The block at place %r3 of a chain waits for the flag before its own, and
/// adds to it. In a ring the first one waits, too.
std::string chain(const std::string &place, bool isRing = false) {
  return kernel("mov.u32 %r1, %ctaid.x; mov.u32 %r2, %nctaid.x;" + place + R"(
    mul.wide.u32 %rd5, %r3, 4; add.u64 %rd5, %rd5, %rd0; mov.u32 %r4, 0;
)" + (isRing ? "" : "setp.eq.u32 %p1, %r3, 0; @%p1 bra RAISE;") +
                R"(
    W: ld.acquire.gpu.global.u32 %r4, [%rd5]; setp.eq.u32 %p2, %r4, 0;
    @%p2 bra W;
    RAISE: add.u32 %r4, %r4, 1; st.release.gpu.global.u32 [%rd5+4], %r4;)");
}

/// The warp instructions of a chain of `blocks` blocks.
uint64_t countInstructions(const std::string &place, unsigned blocks) {
  KernelRun run(chain(place));
  run.zeros(4 * (blocks + 1)).zeros(4).zeros(4).zeros(4);
  run.config.hostThreads = 1;
  EXPECT_EQ(run.launch({blocks, 1, 1}, {1, 1, 1}), "");
  EXPECT_EQ(run.read<uint32_t>(0)[blocks], blocks);
  return run.statistics.warpInstructions;
}

const std::string backwards = "not.b32 %r3, %r1; add.u32 %r3, %r3, %r2;";

} // namespace

TEST(Chain, SlicesGrowWithItsLengthInEveryOrder) {
  const std::string shuffled = R"(
    sub.u32 %r5, %r2, 1; mul.lo.u32 %r3, %r1, 2654435769; and.b32 %r3, %r3, %r5;
    shr.u32 %r6, %r3, 5; xor.b32 %r3, %r3, %r6; mul.lo.u32 %r3, %r3, 2246822507;
    and.b32 %r3, %r3, %r5;)";
  // The last one waits for all others, which are not its neighbours.
  const std::string lastWaits = R"(
    sub.u32 %r5, %r2, 2; sub.u32 %r3, %r5, %r1;
    setp.gt.u32 %p3, %r1, %r5; selp.u32 %r3, %r1, %r3, %p3;)";
  for (const std::string &place :
       {std::string("mov.u32 %r3, %r1;"), backwards, shuffled, lastWaits}) {
    uint64_t few = countInstructions(place, 256);
    uint64_t many = countInstructions(place, 1024);
    // Four times as many blocks; the factor is 16 if all poll for each step of
    // the chain.
    EXPECT_LT(many, 6 * few) << place;
  }
}

TEST(Chain, HostThreadsShareIt) {
  KernelRun run(chain(backwards));
  run.zeros(4 * 513).zeros(4).zeros(4).zeros(4);
  run.config.hostThreads = 4;
  ASSERT_EQ(run.launch({512, 1, 1}, {1, 1, 1}), "");
  EXPECT_EQ(run.read<uint32_t>(0)[512], 512u);
}

TEST(Chain, WhoAnswerOneAnotherDoNotHoldUpTheRest) {
  // Blocks 0 and 1 count in turn until block 2 has worked for several slices.
  KernelRun run(kernel(R"(
    mov.u32 %r1, %ctaid.x; setp.eq.u32 %p1, %r1, 2; mov.u32 %r5, 0; @%p1 bra WORK;
    W: ld.acquire.gpu.global.u32 %r2, [%rd0]; and.b32 %r3, %r2, 1;
    setp.ne.u32 %p2, %r3, %r1; @%p2 bra W;
    ld.acquire.gpu.global.u32 %r4, [%rd1]; add.u32 %r2, %r2, 1;
    st.release.gpu.global.u32 [%rd0], %r2;
    setp.eq.u32 %p3, %r4, 0; @%p3 bra W; ret;
    WORK: add.u32 %r5, %r5, 1; setp.lt.u32 %p4, %r5, 100000; @%p4 bra WORK;
    st.release.gpu.global.u32 [%rd1], 1;)"));
  run.zeros(4).zeros(4).zeros(4).zeros(4);
  run.config.hostThreads = 1;
  run.config.stepLimit = 1 << 22;
  EXPECT_EQ(run.launch({3, 1, 1}, {1, 1, 1}), "");
  EXPECT_GT(run.read<uint32_t>(0)[0], 4u);
}

TEST(Chain, ItsDeadlockNamesWhoWaits) {
  KernelRun run(chain(backwards, /*isRing=*/true));
  run.zeros(4 * 9).zeros(4).zeros(4).zeros(4);
  run.config.hostThreads = 1;
  std::string error = run.launch({8, 1, 1}, {1, 1, 1});
  EXPECT_THAT(error, HasSubstr("deadlock in entry 'k'"));
  for (unsigned block = 0; block != 8; ++block)
    EXPECT_THAT(error, HasSubstr("block (" + std::to_string(block) +
                                 ",0,0), warp 0, lanes 0x"));
}
