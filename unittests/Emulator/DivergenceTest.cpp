//===- DivergenceTest.cpp - Lanes that part and need one another ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;

using u32 = uint32_t;

/// Stores %r1 of each thread and compares it, in the usual order and in random
/// ones.
template <typename F>
static void expectEach(const std::string &body, F expected, u32 threads = 32,
                       const std::string &module = "", uint64_t seeds = 30,
                       uint64_t stepLimit = 1 << 20) {
  std::string store = "\ncvt.u64.u32 %rd40, %at; add.u64 %rd40, %rd40, %rd0;"
                      "st.global.u32 [%rd40], %r1;";
  for (uint64_t seed = 0; seed != seeds; ++seed) {
    KernelRun run(kernel(body + store, module));
    run.zeros(4 * threads).zeros(4096).zeros(4096).zeros(4096);
    run.config.stepLimit = stepLimit;
    run.config.seed = seed;
    run.config.checks = Checks::all();
    if (seed)
      run.config.warps = OrderPolicy::Random;
    ASSERT_EQ(run.launch({1, 1, 1}, {threads, 1, 1}), "") << body;
    for (u32 i = 0; i != threads; ++i)
      ASSERT_EQ(run.read<u32>(0)[i], static_cast<u32>(expected(i)))
          << "thread " << i << ", seed " << seed << body;
  }
}

TEST(Divergence, GroupsOfAWarpMeetAtOneInstructionWithMasksOfTheirOwn) {
  // Each group of four waits for its odd lanes, which come from elsewhere.
  expectEach(
      R"(
    and.b32 %r2, %t, 28; mov.b32 %r3, 15; shl.b32 %r3, %r3, %r2;
    and.b32 %r4, %t, 1; setp.ne.u32 %p1, %r4, 0;
    mov.u32 %r5, buffer; add.u32 %r5, %r5, %at;
    st.shared.u32 [%r5], %t;
    @%p1 bra ODD;
    bar.warp.sync %r3; ld.shared.u32 %r1, [%r5+4]; bra J;
    ODD: bar.warp.sync %r3; ld.shared.u32 %r1, [%r5+-4];
    J:)",
      [](u32 i) { return i ^ 1; }, 32, ".shared .b8 buffer[128];\n");
  // Twice, with one group far ahead of another.
  expectEach(R"(
    setp.lt.u32 %p1, %t, 16; selp.b32 %r3, 0xffff, 0xffff0000, %p1;
    and.b32 %r4, %t, 1; setp.ne.u32 %p2, %r4, 0; mov.u32 %r1, 0;
    L: @%p2 bra ODD;
    bar.warp.sync %r3; bra J;
    ODD: bar.warp.sync %r3;
    J: add.u32 %r1, %r1, 1; setp.lt.u32 %p3, %r1, 5; @%p3 bra L;
    bar.warp.sync -1;)",
             [](u32) { return 5; });
}

TEST(Divergence, CollectivesMeetAtDifferentInstructions) {
  const std::string part = "setp.lt.u32 %p1, %t, 16; @%p1 bra A;";
  expectEach(part + R"(
    add.u32 %r7, %t, 100; shfl.sync.bfly.b32 %r1, %r7, 16, 31, -1; bra J;
    A: shfl.sync.bfly.b32 %r1|%p2, %t, 16, 31, -1; @!%p2 mov.u32 %r1, 999;
    J:)",
             [](u32 i) { return i < 16 ? i + 116 : i - 16; });
  // The one operand is negated and the other is not.
  expectEach("setp.lt.u32 %p3, %t, 20;" + part + R"(
    vote.sync.ballot.b32 %r1, !%p3, -1; bra J;
    A: vote.sync.ballot.b32 %r1, %p3, -1;
    J:)",
             [](u32) { return 0xFFF0FFFFu; });
  expectEach("setp.lt.u32 %p3, %t, 16;" + part + R"(
    vote.sync.all.pred %p4, !%p3, -1; bra J;
    A: vote.sync.all.pred %p4, %p3, -1;
    J: selp.u32 %r1, 7, 8, %p4;)",
             [](u32) { return 7; });
  expectEach("and.b32 %r8, %t, 3; cvt.u64.u32 %rd9, %r8; shl.b64 %rd9, %rd9, "
             "40; mov.b64 %rd8, %rd9;" +
                 part + R"(
    match.any.sync.b64 %r1, %rd9, -1; bra J;
    A: match.any.sync.b64 %r1, %rd8, -1;
    J:)",
             [](u32 i) { return 0x11111111u << (i & 3); });
  expectEach(part + R"(
    redux.sync.add.u32 %r1, 1, -1; bra J;
    A: redux.sync.add.u32 %r1, %t, -1;
    J:)",
             [](u32) { return 120 + 16; });
  expectEach(part + R"(
    mov.u32 %r1, 0; elect.sync _|%p2, -1; @%p2 mov.u32 %r1, 1; bra J;
    A: mov.u32 %r1, 2; elect.sync %r3|%p2, -1; @%p2 add.u32 %r1, %r1, 8;
    J:)",
             [](u32 i) { return i ? (i < 16 ? 2 : 0) : 10; });
  // Three places, groups with masks of their own, and one of them in functions.
  expectEach(
      R"(
    and.b32 %r2, %t, 16; mov.u32 %r3, 0xffff; shl.b32 %r3, %r3, %r2;
    rem.u32 %r4, %t, 3; setp.eq.u32 %p1, %r4, 0; setp.eq.u32 %p2, %r4, 1;
    @%p1 bra A; @%p2 bra B;
    redux.sync.max.u32 %r1, %t, %r3; bra J;
    A: redux.sync.max.u32 %r1, %t, %r3; bra J;
    B: { .param .b32 m; .param .b32 v; .param .b32 r;
      st.param.b32 [m], %r3; st.param.b32 [v], %t;
      call (r), highest, (m, v); ld.param.b32 %r1, [r]; }
    J:)",
      [](u32 i) { return i < 16 ? 15 : 31; }, 32, R"(
.func (.param .b32 r) highest(.param .b32 m, .param .b32 v) {
  .reg .b32 %r<5>;
  ld.param.b32 %r1, [m]; ld.param.b32 %r2, [v];
  redux.sync.max.u32 %r3, %r2, %r1;
  st.param.b32 [r], %r3; ret;
})");
  // Other qualifiers make another instruction.
  KernelRun run(kernel(part + "redux.sync.max.u32 %r1, %t, -1; ret;"
                              "A: redux.sync.min.u32 %r1, %t, -1;"));
  run.zeros(4).zeros(4).zeros(4).zeros(4);
  EXPECT_NE(run.launch().find("waits for lanes that never reach it"),
            std::string::npos);
}

TEST(Divergence, LanesThatSpinThroughCallsLeaveSlicesToOthers) {
  // The lane that they wait for makes many calls itself.
  expectEach(
      R"(
    mov.u32 %r1, 0; mov.u32 %r2, flag;
    setp.eq.u32 %p1, %t, 31; @%p1 st.shared.u32 [%r2], 0; bar.warp.sync -1;
    @%p1 bra SET;
    L: { .param .b32 a; .param .b32 r; st.param.b32 [a], %r2;
      call (r), get, (a); ld.param.b32 %r1, [r]; }
    setp.lt.u32 %p2, %r1, 3000; @%p2 bra L;
    bra J;
    SET: { .param .b32 a; .param .b32 r; st.param.b32 [a], %r2;
      call (r), get, (a); ld.param.b32 %r1, [r]; }
    add.u32 %r1, %r1, 1; st.relaxed.cta.shared.u32 [%r2], %r1;
    setp.lt.u32 %p2, %r1, 3000; @%p2 bra SET;
    J:)",
      [](u32) { return 3000; }, 32, R"(
.shared .u32 flag;
.func (.param .b32 r) get(.param .b32 a) {
  .reg .b32 %r<3>;
  ld.param.b32 %r1, [a]; ld.relaxed.cta.shared.u32 %r2, [%r1];
  st.param.b32 [r], %r2; ret;
})",
      1);
}

TEST(Divergence, LanesMayFallFarBehindOthersOfTheirWarp) {
  // Lane 0 reads once what lane 31 counts, at the start in most orders.
  unsigned early = 0, late = 0;
  for (uint64_t seed = 0; seed != 300; ++seed) {
    KernelRun run(kernel(R"(
    mov.u32 %r2, count; setp.eq.u32 %p1, %t, 31;
    @%p1 st.shared.u32 [%r2], 0; bar.warp.sync -1;
    @%p1 bra COUNT;
    ld.relaxed.cta.shared.u32 %r1, [%r2]; bra J;
    COUNT: mov.u32 %r1, 0;
    L: add.u32 %r1, %r1, 1; st.relaxed.cta.shared.u32 [%r2], %r1;
    setp.lt.u32 %p2, %r1, 400; @%p2 bra L;
    J: cvt.u64.u32 %rd40, %at; add.u64 %rd40, %rd40, %rd0;
    st.global.u32 [%rd40], %r1;)",
                         ".shared .u32 count;\n"));
    run.zeros(4 * 32).zeros(4).zeros(4).zeros(4);
    run.config.seed = seed;
    run.config.warps = OrderPolicy::Random;
    ASSERT_EQ(run.launch({1, 1, 1}, {32, 1, 1}), "");
    early += run.read<u32>(0)[0] < 10;
    late += run.read<u32>(0)[0] > 300;
  }
  EXPECT_GT(early, 0u);
  EXPECT_GT(late, 0u);
}

TEST(Divergence, AWarpGetsTheResultOfItsOwnPhaseOfABarrier) {
  // Warps 1 and 2 go on with the barrier before warp 0 has had its next slice.
  expectEach(
      R"(
    setp.lt.u32 %p1, %t, 32; setp.lt.u32 %p2, %t, 64;
    setp.eq.u32 %p3, %t, %t; mov.u32 %r2, 0;
    @%p1 bra FIRST; @%p2 bra SECOND; bra LOOP;
    FIRST: bar.red.popc.u32 %r1, 1, 64, %p3; bra END;
    SECOND: bar.red.popc.u32 %r1, 1, 64, %p3;
    LOOP: bar.sync 2, 64; setp.ne.u32 %p3, %t, %t;
    M: barrier.red.popc.u32 %r1, 1, 64, %p3; add.u32 %r2, %r2, 1;
    setp.lt.u32 %p4, %r2, 100; @%p4 bra M;
    END:)",
      [](u32 i) { return i < 32 ? 64 : 0; }, 96, "", 100);
}

TEST(Divergence, ALockThatAllThreadsWantCostsLittle) {
  KernelRun run(kernel(R"(
    L: atom.acquire.gpu.global.cas.b32 %r2, [%rd1], 0, 1;
    setp.ne.u32 %p1, %r2, 0; @%p1 bra L;
    ld.global.u32 %r1, [%rd0]; add.u32 %r3, %r1, 1; st.global.u32 [%rd0], %r3;
    atom.release.gpu.global.exch.b32 %r2, [%rd1], 0;)"));
  run.zeros(4).zeros(4).zeros(4).zeros(4);
  // About 220 instructions for each thread; all blocks in turn take more.
  run.config.stepLimit = 2 << 20;
  run.config.hostThreads = 1;
  EXPECT_EQ(run.launch({20, 1, 1}, {256, 1, 1}), "");
  EXPECT_EQ(run.read<u32>(0)[0], 20u * 256);
}

TEST(Divergence, BlocksThatWaitForOthersCostLittle) {
  // Each block waits for the next one, which starts later; and all meet a
  // hundred times. Slices of full length would take a hundred times the limit.
  const char *chain = R"(
    mov.u32 %r2, %ctaid.x; mad.wide.u32 %rd5, %r2, 4, %rd0;
    setp.eq.u32 %p1, %r2, 99; @%p1 bra S;
    W: ld.acquire.gpu.global.u32 %r3, [%rd5+4];
    setp.eq.u32 %p2, %r3, 0; @%p2 bra W;
    S: st.release.gpu.global.u32 [%rd5], 1;)";
  const char *meetings = R"(
    mov.u32 %r4, 0; mov.u32 %r5, 0; setp.ne.u32 %p1, %t, 0;
    L: add.u32 %r5, %r5, 100; bar.sync 0; @%p1 bra J;
    atom.acq_rel.gpu.global.add.u32 %r2, [%rd0], 1;
    W: ld.acquire.gpu.global.u32 %r3, [%rd0];
    setp.lt.u32 %p2, %r3, %r5; @%p2 bra W;
    J: bar.sync 0; add.u32 %r4, %r4, 1;
    setp.lt.u32 %p3, %r4, 100; @%p3 bra L;)";
  for (const char *body : {chain, meetings}) {
    KernelRun run(kernel(body));
    run.zeros(400).zeros(4).zeros(4).zeros(4);
    run.config.stepLimit = 1 << 23;
    run.config.hostThreads = 1;
    EXPECT_EQ(run.launch({100, 1, 1}, {64, 1, 1}), "");
    EXPECT_EQ(run.read<u32>(0)[0], body == chain ? 1u : 10000u);
  }
}
