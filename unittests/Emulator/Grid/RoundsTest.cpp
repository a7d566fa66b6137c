//===- RoundsTest.cpp - Blocks that come round ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include "gmock/gmock.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;
using testing::HasSubstr;

namespace {

struct Outcome {
  std::string error;
  uint64_t steps = 0; ///< warp instructions until then
};

Outcome outcomeOf(const std::string &body, Dim3 grid, Dim3 block,
                  Checks checks = Checks::none()) {
  Outcome outcome;
  KernelRun run(kernel(body));
  run.zeros(64).zeros(4096).zeros(64).zeros(64);
  run.config.hostThreads = 1;
  run.config.checks = checks;
  run.config.stepLimit = uint64_t(1) << 26;
  run.config.progress = [&](uint64_t, uint64_t, uint64_t steps) {
    outcome.steps = steps;
    return std::string();
  };
  outcome.error = run.launch(grid, block);
  return outcome;
}

void expectEnd(const std::string &body, Dim3 grid, Dim3 block) {
  EXPECT_EQ(outcomeOf(body, grid, block).error, "") << body;
}

/// A round of 10 steps of 611 instructions, in which the two warps exchange
/// values by shared memory, as a product does; a barrier counts twice, when it
/// is reached and when it is left. Each block polls its own word of p0 and keeps
/// the last value in its own row of p1.
const std::string product = R"(
  .shared .align 4 .b32 tile[64];
  mov.u32 %r20, tile; xor.b32 %r21, %at, 128;
  add.u32 %r21, %r20, %r21; add.u32 %r20, %r20, %at;
  mov.u32 %r9, %ctaid.x; mul.wide.u32 %rd9, %r9, 4; add.u64 %rd9, %rd0, %rd9;
  mul.wide.u32 %rd10, %r9, 256; add.u64 %rd10, %rd1, %rd10;
  mul.wide.u32 %rd11, %t, 4; add.u64 %rd10, %rd10, %rd11;
  L: mov.u32 %r3, 0;
  STEP: mov.u32 %r6, 0;
  WORK: add.u32 %r6, %r6, 1; setp.lt.u32 %p2, %r6, 200; @%p2 bra WORK;
  add.u32 %r4, %r3, %t; st.shared.u32 [%r20], %r4; bar.sync 0;
  ld.shared.u32 %r5, [%r21]; bar.sync 0;
  add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, 10; @%p2 bra STEP;
  st.global.u32 [%rd10], %r5;
  ld.acquire.gpu.global.b32 %r1, [%rd9]; setp.eq.u32 %p1, %r1, 0;
  @%p1 bra L;)";
constexpr uint64_t stepsOfRound = 2 * 10 * 611;

/// Body of a block that sets word `index` of p0 after half a million steps
/// without a contact.
std::string setLate(unsigned index) {
  return R"(
    mov.u32 %r3, 0;
    LATE: add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, 262144; @%p2 bra LATE;
    setp.ne.u32 %p2, %t, 0; @%p2 bra END; mov.u32 %r4, 1;
    st.release.gpu.global.b32 [%rd0+)" +
         std::to_string(4 * index) + "], %r4; END:";
}

const char deadlock[] = "deadlock in entry 'k': all threads wait, or look";

} // namespace

/// The first round changes registers and memory, the second one nothing, and the
/// third one is seen to begin like it. The others go round once more when a block
/// has changed something.
TEST(Rounds, EachBlockRunsItsLoopAFewTimes) {
  for (uint32_t blocks : {1u, 8u})
    for (const Checks &checks : {Checks::none(), Checks::all()}) {
      Outcome outcome = outcomeOf(product, {blocks, 1, 1}, {64, 1, 1}, checks);
      EXPECT_THAT(outcome.error, HasSubstr(deadlock));
      EXPECT_LE(outcome.steps, blocks * 5 * stepsOfRound);
    }
}

TEST(Rounds, TheReportSaysWhereTheyLook) {
  EXPECT_THAT(outcomeOf(product, {2, 1, 1}, {64, 1, 1}).error,
              HasSubstr("looks again and again at test.ptx:"));
}

TEST(Rounds, WhatIsPrintedEachTurnIsNoProgress) {
  KernelRun run(kernel(R"(
    .local .align 8 .b64 text; .param .b64 a; .param .b64 b; .param .b32 r;
    L: ld.acquire.gpu.global.b32 %r1, [%rd0]; bar.sync 0;
    mov.u64 %rd5, format; cvta.global.u64 %rd5, %rd5; st.param.b64 [a], %rd5;
    st.param.b64 [b], 0; call (r), vprintf, (a, b);
    setp.eq.u32 %p1, %r1, 0; @%p1 bra L;)",
                       R"(
    .extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);
    .global .align 1 .b8 format[5] = {119, 97, 105, 116, 0};)"));
  run.zeros(64).zeros(64).zeros(64).zeros(64);
  run.config.stepLimit = 1 << 14;
  run.config.printSink = [](llvm::StringRef) {};
  EXPECT_THAT(run.launch({1, 1, 1}, {32, 1, 1}), HasSubstr(deadlock));
}

TEST(Rounds, TwoBlocksWaitForEachOther) {
  Outcome outcome = outcomeOf(R"(
    mov.u32 %r9, %ctaid.x; xor.b32 %r8, %r9, 1;
    mul.wide.u32 %rd9, %r9, 4; add.u64 %rd9, %rd0, %rd9;
    mul.wide.u32 %rd10, %r8, 4; add.u64 %rd10, %rd0, %rd10;
    L: bar.sync 0; ld.acquire.gpu.global.b32 %r1, [%rd9]; bar.sync 0;
    setp.eq.u32 %p1, %r1, 0; @%p1 bra L;
    st.release.gpu.global.b32 [%rd10], 1;)",
                              {2, 1, 1}, {64, 1, 1});
  EXPECT_THAT(outcome.error, HasSubstr(deadlock));
  EXPECT_LE(outcome.steps, 1u << 14);
}

//===----------------------------------------------------------------------===//
// Loops that come to an end
//===----------------------------------------------------------------------===//

TEST(Rounds, AnotherBlockSetsTheFlagsLate) {
  expectEnd("mov.u32 %r30, %ctaid.x; setp.eq.u32 %p3, %r30, 1; @%p3 bra SET;" +
                product + "bra END; SET:" + setLate(0),
            {2, 1, 1}, {64, 1, 1});
}

TEST(Rounds, CountersOfAnyKindAreProgress) {
  const std::string until = "setp.lt.u32 %p1, %r1, 1048576; @%p1 bra L;";
  // In a register, in shared and in global memory.
  expectEnd("mov.u32 %r1, 0; L: bar.sync 0; add.u32 %r1, %r1, 1;" + until,
            {1, 1, 1}, {32, 1, 1});
  expectEnd(".shared .b32 word; mov.u32 %r1, 0; st.shared.u32 [word], %r1;"
            "L: bar.sync 0; ld.shared.u32 %r1, [word]; add.u32 %r1, %r1, 1;"
            "st.shared.u32 [word], %r1;" +
                until,
            {1, 1, 1}, {32, 1, 1});
  expectEnd("L: bar.sync 0; ld.global.u32 %r1, [%rd0]; add.u32 %r1, %r1, 1;"
            "st.global.u32 [%rd0], %r1; mov.u32 %r2, %r1; mov.u32 %r1, 0;"
            "setp.lt.u32 %p1, %r2, 1048576; @%p1 bra L;",
            {1, 1, 1}, {32, 1, 1});
}

/// Each warp has states of its own that come again soon; the two together do
/// not come again before the end.
TEST(Rounds, TwoCountersWithDifferentPeriods) {
  expectEnd(R"(
    setp.lt.u32 %p1, %t, 32; selp.u32 %r1, 509, 503, %p1; mov.u32 %r2, 0;
    L: add.u32 %r2, %r2, 1; setp.eq.u32 %p2, %r2, %r1;
    bar.red.and.pred %p3, 0, %p2; @%p2 mov.u32 %r2, 0; @!%p3 bra L;)",
            {1, 1, 1}, {64, 1, 1});
}

TEST(Rounds, AWaitForTimeEnds) {
  expectEnd(R"(
    mov.u64 %rd10, %clock64;
    L: bar.sync 0; mov.u64 %rd11, %clock64; sub.u64 %rd12, %rd11, %rd10;
    setp.lt.u64 %p1, %rd12, 1099511627776; mov.u64 %rd11, 0; mov.u64 %rd12, 0;
    @%p1 bra L;)",
            {2, 1, 1}, {64, 1, 1});
}

/// The second block ends once it has seen what the first one sets and resets.
TEST(Rounds, WhatIsSetAndResetIsSeen) {
  expectEnd(R"(
    mov.u32 %r9, %ctaid.x; setp.eq.u32 %p3, %r9, 1; @%p3 bra LOOK;
    L: st.relaxed.gpu.global.u32 [%rd0+4], 1; bar.sync 0;
    st.relaxed.gpu.global.u32 [%rd0+4], 0; bar.sync 0;
    ld.acquire.gpu.global.b32 %r1, [%rd0]; setp.eq.u32 %p1, %r1, 0;
    @%p1 bra L; bra END;
    LOOK: bar.sync 0; ld.relaxed.gpu.global.u32 %r1, [%rd0+4];
    setp.eq.u32 %p1, %r1, 0; @%p1 bra LOOK;
    st.release.gpu.global.b32 [%rd0], 1; END:)",
            {2, 1, 1}, {32, 1, 1});
}
