//===- ControlTest.cpp - Divergence, barriers, collectives and calls ------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;

using u32 = uint32_t;

/// Stores %r1 of each thread and returns it.
static std::vector<u32> perThread(const std::string &body,
                                  const std::string &module = "",
                                  u32 threads = 32) {
  KernelRun run(kernel(body + "\ncvt.u64.u32 %rd40, %at;"
                              "add.u64 %rd40, %rd40, %rd0;"
                              "st.global.u32 [%rd40], %r1;",
                       module));
  run.zeros(4 * threads).zeros(4096).zeros(4096).zeros(4096);
  EXPECT_EQ(run.launch({1, 1, 1}, {threads, 1, 1}), "") << body;
  return run.read<u32>(0);
}

static std::string launchError(const std::string &body, u32 threads = 32,
                               const std::string &module = "",
                               uint64_t stepLimit = 1 << 22) {
  KernelRun run(kernel(body, module));
  run.zeros(4096).zeros(4096).zeros(4096).zeros(4096);
  run.config.stepLimit = stepLimit;
  return run.launch({1, 1, 1}, {threads, 1, 1});
}

template <typename F> static void expectEach(const std::vector<u32> &v, F f) {
  for (u32 i = 0; i != v.size(); ++i)
    EXPECT_EQ(v[i], static_cast<u32>(f(i))) << "thread " << i;
}

TEST(Control, LoopsWithATripCountPerLane) {
  expectEach(perThread(R"(
    mov.u32 %r1, 0; mov.u32 %r2, 0;
    L: setp.ge.u32 %p1, %r2, %t; @%p1 bra D;
    add.u32 %r1, %r1, %r2; add.u32 %r2, %r2, 1; bra L;
    D: activemask.b32 %r3; setp.ne.b32 %p2, %r3, -1; @%p2 add.u32 %r1, %r1, 999;)"),
             [](u32 i) { return i * (i - 1) / 2; });
}

TEST(Control, NestedBranchesMeetAgain) {
  expectEach(perThread(R"(
    and.b32 %r2, %t, 1; and.b32 %r3, %t, 2;
    setp.ne.u32 %p1, %r2, 0; setp.ne.u32 %p2, %r3, 0;
    @%p1 bra ODD;
    @%p2 bra EVEN2;
    mov.u32 %r1, 10; bra JE;
    EVEN2: mov.u32 %r1, 20;
    JE: add.u32 %r1, %r1, 1; bra J;
    ODD: @!%p2 mov.u32 %r1, 30; @%p2 mov.u32 %r1, 40;
    J: activemask.b32 %r4; popc.b32 %r4, %r4; mul.lo.u32 %r1, %r1, %r4;)"),
             [](u32 i) {
               u32 base = i & 1 ? (i & 2 ? 40 : 30) : (i & 2 ? 21 : 11);
               return base * 32;
             });
}

TEST(Control, ColdCodeAtTheEndStillMeetsAtABarrier) {
  // Half of the lanes go through code that lies after the barrier.
  expectEach(perThread(R"(
    and.b32 %r2, %t, 1; setp.ne.u32 %p1, %r2, 0; mov.u32 %r1, 1;
    @%p1 bra COLD;
    BACK: bar.sync 0;
    bra END;
    COLD: mov.u32 %r1, 2; bra BACK;
    END: )",
                       "", 64),
             [](u32 i) { return i & 1 ? 2 : 1; });
}

TEST(Control, EarlyExitDoesNotHoldABarrier) {
  KernelRun run(kernel(R"(
    setp.ge.u32 %p1, %t, 40; @%p1 exit;
    cvt.u64.u32 %rd5, %at;
    mov.u32 %r2, buffer; add.u32 %r3, %r2, %at; st.shared.u32 [%r3], %t;
    bar.sync 0;
    ld.shared.u32 %r4, [buffer+156];
    add.u64 %rd5, %rd5, %rd0; st.global.u32 [%rd5], %r4;)",
                       ".shared .b8 buffer[256];\n"));
  run.zeros(256).zeros(4).zeros(4).zeros(4);
  ASSERT_EQ(run.launch({1, 1, 1}, {64, 1, 1}), "");
  for (u32 i = 0; i != 64; ++i)
    EXPECT_EQ(run.read<u32>(0)[i], i < 40 ? 39u : 0u);
}

TEST(Control, IndexedBranch) {
  expectEach(perThread(R"(
    and.b32 %r2, %t, 3;
    T: .branchtargets A, B, C, B;
    brx.idx %r2, T;
    A: mov.u32 %r1, 1; bra J;
    B: mov.u32 %r1, 2; bra J;
    C: mov.u32 %r1, 3;
    J: activemask.b32 %r3; popc.b32 %r3, %r3; mul.lo.u32 %r1, %r1, %r3;)"),
             [](u32 i) {
               const u32 values[] = {1, 2, 3, 2};
               return values[i & 3] * 32;
             });
  EXPECT_NE(launchError("T: .branchtargets A;\nbrx.idx %t, T;\nA:")
                .find("the index 1 is outside the list of 1 targets"),
            std::string::npos);
}

TEST(Control, CallsRecursionAndPointers) {
  const std::string module = R"(
.func (.param .b32 r) sum(.param .b32 n) {
  .reg .b32 %r<9>; .reg .pred %p<2>;
  ld.param.b32 %r1, [n];
  mov.b32 %r4, 0;
  setp.eq.u32 %p1, %r1, 0;
  @%p1 bra DONE;
  sub.u32 %r2, %r1, 1;
  { .param .b32 a; .param .b32 b;
    st.param.b32 [a], %r2;
    call.uni (b), sum, (a);
    ld.param.b32 %r3, [b]; }
  add.u32 %r4, %r3, %r1;
  DONE: st.param.b32 [r], %r4;
  ret;
}
.func (.param .b32 r) twice(.param .b32 n) {
  .reg .b32 %r<9>;
  ld.param.b32 %r1, [n]; add.u32 %r1, %r1, %r1;
  st.param.b32 [r], %r1; ret;
}
.global .u64 table[2] = {sum, twice};
)";
  expectEach(perThread(R"(
    { .param .b32 a; .param .b32 b; st.param.b32 [a], %t; call (b), sum, (a); ld.param.b32 %r1, [b]; })",
                       module),
             [](u32 i) { return i * (i + 1) / 2; });
  expectEach(perThread(R"(
    and.b32 %r2, %t, 1; mul.wide.u32 %rd5, %r2, 8;
    mov.u64 %rd6, table; add.u64 %rd6, %rd6, %rd5; ld.global.u64 %rd7, [%rd6];
    P: .callprototype (.param .b32 _) _ (.param .b32 _);
    { .param .b32 a; .param .b32 b; st.param.b32 [a], %t;
      call (b), %rd7, (a), P; ld.param.b32 %r1, [b]; })",
                       module),
             [](u32 i) { return i & 1 ? 2 * i : i * (i + 1) / 2; });
  EXPECT_NE(launchError("{ .param .b32 a; .param .b32 b; st.param.b32 [a], "
                        "100000; call (b), sum, (a); }",
                        32, module)
                .find("the call stack exceeds"),
            std::string::npos);
  EXPECT_NE(launchError("mov.u64 %rd5, 77; P: .callprototype _ ();\n"
                        "call %rd5, (), P;",
                        32)
                .find("reaches no function of this module"),
            std::string::npos);
  EXPECT_NE(parseError(kernel("call sum;", module)).find("takes 1 parameters"),
            std::string::npos);
  EXPECT_NE(parseError(kernel("call f;", ".func f();\n")).find("has no body"),
            std::string::npos);
}

TEST(Barrier, ReductionTree) {
  expectEach(perThread(R"(
    mov.u32 %r2, buffer; add.u32 %r3, %r2, %at;
    st.shared.u32 [%r3], %t; bar.sync 0;
    mov.u32 %r4, 128;
    L: setp.ge.u32 %p1, %t, %r4; @%p1 bra S;
    shl.b32 %r5, %r4, 2; add.u32 %r5, %r5, %r3;
    ld.shared.u32 %r6, [%r5]; ld.shared.u32 %r7, [%r3];
    add.u32 %r7, %r7, %r6; st.shared.u32 [%r3], %r7;
    S: bar.sync 0;
    shr.u32 %r4, %r4, 1; setp.ne.u32 %p2, %r4, 0; @%p2 bra L;
    ld.shared.u32 %r1, [buffer];)",
                       ".shared .b8 buffer[1024];\n", 256),
             [](u32) { return 255 * 128; });
}

TEST(Barrier, ReductionsAndNamedBarriers) {
  expectEach(perThread("setp.lt.u32 %p1, %t, 10;"
                       "bar.red.popc.u32 %r1, 0, %p1;",
                       "", 96),
             [](u32) { return 10; });
  expectEach(perThread("setp.lt.u32 %p1, %t, 96;"
                       "barrier.red.and.aligned.pred %p2, 1, 96, %p1;"
                       "bar.red.or.pred %p3, 0, !%p1;"
                       "selp.b32 %r1, 1, 0, %p2; @%p3 add.u32 %r1, %r1, 2;",
                       "", 96),
             [](u32) { return 1; });
  // A producer warp arrives, the other waits.
  expectEach(perThread(R"(
    setp.lt.u32 %p1, %t, 32; @!%p1 bra CONSUMER;
    st.shared.u32 [flag], 5; bar.arrive 3, 64; mov.u32 %r1, 0; bra END;
    CONSUMER: bar.sync 3, 64; ld.shared.u32 %r1, [flag];
    END: )",
                       ".shared .u32 flag;\n", 64),
             [](u32 i) { return i < 32 ? 0 : 5; });
}

TEST(Barrier, Misuse) {
  EXPECT_NE(launchError("setp.lt.u32 %p1, %t, 5; @%p1 bar.sync 0;")
                .find("only a part of its warp (lanes 0x1f)"),
            std::string::npos);
  std::string divergent = launchError(R"(
    setp.lt.u32 %p1, %t, 5; @%p1 bra A;
    bar.sync 0; bra B;
    A: bar.sync 0;
    B:)");
  EXPECT_NE(divergent.find("reached by only a part of its warp (lanes 0x"),
            std::string::npos)
      << divergent;
  std::string deadlock = launchError(
      "setp.lt.u32 %p1, %t, 32; @%p1 bar.sync 1; @!%p1 bar.sync 2;", 64);
  EXPECT_NE(deadlock.find("deadlock in block (0,0,0) of entry 'k'"),
            std::string::npos)
      << deadlock;
  EXPECT_NE(deadlock.find("warp 1, lanes 0xffffffff wait at test.ptx:"),
            std::string::npos);
  EXPECT_NE(deadlock.find("bar.sync 2; (barrier 2: 32 of 64 threads"),
            std::string::npos);
  EXPECT_NE(launchError("bar.sync 16;").find("barrier 16 does not exist"),
            std::string::npos);
  EXPECT_NE(launchError("bar.sync 1, 33;").find("multiple of 32"),
            std::string::npos);
  EXPECT_NE(launchError("setp.lt.u32 %p1, %t, 32; @%p1 bar.sync 1, 64;"
                        "@!%p1 bar.sync 1, 96;",
                        96)
                .find("in use for 64 threads"),
            std::string::npos);
  EXPECT_NE(
      launchError("bar.arrive 1, 64; bar.arrive 1, 64;").find("arrive twice"),
      std::string::npos);
}

TEST(Control, StepLimitEndsALoop) {
  EXPECT_NE(launchError("L: bra L;", 32, "", 1000)
                .find("did not finish within the limit of 1000 warp"),
            std::string::npos);
  EXPECT_EQ(launchError("", 32, "", UINT64_MAX), "");
}

TEST(Control, LanesAndBlocksMayWaitForOneAnother) {
  // A spin lock within a warp: no lane may starve the one that holds it.
  expectEach(perThread(R"(
    L: atom.acquire.gpu.global.cas.b32 %r2, [%rd1], 0, 1;
    setp.ne.u32 %p1, %r2, 0; @%p1 bra L;
    ld.global.u32 %r1, [%rd1+4]; add.u32 %r3, %r1, 1; st.global.u32 [%rd1+4], %r3;
    atom.release.gpu.global.exch.b32 %r2, [%rd1], 0;
    mov.u32 %r1, 7;)"),
             [](u32) { return 7; });
  // The first block waits for the last one, on a single host thread.
  KernelRun run(kernel(R"(
    mov.u32 %r1, %ctaid.x; setp.eq.u32 %p1, %r1, 19; @%p1 bra LAST;
    L: ld.acquire.gpu.global.u32 %r2, [%rd0]; setp.eq.u32 %p2, %r2, 0;
    @%p2 bra L;
    ret;
    LAST: st.release.gpu.global.u32 [%rd0], 1;)"));
  run.zeros(4).zeros(4).zeros(4).zeros(4);
  run.config.hostThreads = 1;
  EXPECT_EQ(run.launch({20, 1, 1}), "");
}

TEST(Warp, Shuffles) {
  auto shuffle = [](const char *mode, const char *b, const char *c) {
    return perThread(std::string("mul.lo.u32 %r2, %t, 10; shfl.sync.") + mode +
                     ".b32 %r1|%p1, %r2, " + b + ", " + c +
                     ", -1; @!%p1 add.u32 %r1, %r1, 1000;");
  };
  expectEach(shuffle("down", "3", "31"),
             [](u32 i) { return i < 29 ? 10 * (i + 3) : 10 * i + 1000; });
  expectEach(shuffle("up", "3", "0"),
             [](u32 i) { return i >= 3 ? 10 * (i - 3) : 10 * i + 1000; });
  expectEach(shuffle("bfly", "5", "31"), [](u32 i) { return 10 * (i ^ 5); });
  expectEach(shuffle("idx", "%t", "31"), [](u32 i) { return 10 * i; });
  // Segments of 8 lanes: c = (32 - 8) << 8 | 7 or, for up, 0.
  expectEach(shuffle("idx", "2", "0x181f"),
             [](u32 i) { return 10 * ((i & ~7u) + 2); });
  expectEach(shuffle("down", "6", "0x181f"),
             [](u32 i) { return (i & 7) < 2 ? 10 * (i + 6) : 10 * i + 1000; });
  expectEach(shuffle("up", "6", "0x1800"),
             [](u32 i) { return (i & 7) >= 6 ? 10 * (i - 6) : 10 * i + 1000; });
}

TEST(Warp, VotesMatchesAndReductions) {
  const std::string odd = "and.b32 %r2, %t, 1; setp.ne.u32 %p1, %r2, 0;";
  auto always = [](u32 value) { return [=](u32) { return value; }; };
  expectEach(perThread(odd + "vote.sync.ballot.b32 %r1, %p1, -1;"),
             always(0xAAAAAAAA));
  expectEach(perThread(odd + "vote.sync.any.pred %p2, %p1, -1;"
                             "vote.sync.all.pred %p3, !%p1, -1;"
                             "vote.sync.uni.pred %p4, %p1, -1;"
                             "selp.b32 %r1, 1, 0, %p2; @%p3 add.u32 %r1,%r1,2;"
                             "@%p4 add.u32 %r1, %r1, 4;"),
             always(1));
  expectEach(perThread("and.b32 %r2, %t, 3; match.any.sync.b32 %r1, %r2, -1;"),
             [](u32 i) { return 0x11111111u << (i & 3); });
  expectEach(perThread("mov.b64 %rd5, 9; match.all.sync.b64 %r1|%p1, %rd5, -1;"
                       "@%p1 add.u32 %r1, %r1, 2;"),
             always(1));
  expectEach(perThread("match.all.sync.b32 %r1|%p1, %t, -1;"), always(0));
  expectEach(perThread("redux.sync.add.s32 %r1, %t, -1;"), always(496));
  expectEach(perThread("sub.s32 %r2, 0, %t; redux.sync.min.s32 %r1, %r2, -1;"),
             always(u32(-31)));
  expectEach(perThread("sub.s32 %r2, 0, %t; redux.sync.min.u32 %r1, %r2, -1;"),
             always(0));
  expectEach(perThread("redux.sync.xor.b32 %r1, %t, -1;"), always(0));
  expectEach(perThread("elect.sync %r1|%p1, -1; selp.b32 %r1, 1, 0, %p1;"),
             [](u32 i) { return i == 0; });
}

TEST(Warp, MemberMasksUnderDivergence) {
  // Each half shuffles for itself, in one instruction and in two branches.
  expectEach(perThread(R"(
    setp.lt.u32 %p1, %t, 16; selp.b32 %r2, 0xffff, 0xffff0000, %p1;
    redux.sync.add.u32 %r1, %t, %r2;)"),
             [](u32 i) { return i < 16 ? 120 : 376; });
  expectEach(perThread(R"(
    setp.lt.u32 %p1, %t, 16; @%p1 bra A;
    redux.sync.max.u32 %r1, %t, 0xffff0000; bra J;
    A: redux.sync.max.u32 %r1, %t, 0xffff;
    J: bar.warp.sync -1; activemask.b32 %r2; popc.b32 %r2, %r2;
    add.u32 %r1, %r1, %r2;)"),
             [](u32 i) { return (i < 16 ? 15 : 31) + 32; });
  // Late lanes are waited for.
  expectEach(perThread(R"(
    mov.u32 %r2, %t;
    L: setp.eq.u32 %p1, %r2, 0; @%p1 bra D; sub.u32 %r2, %r2, 1; bra L;
    D: redux.sync.add.u32 %r1, %t, -1;)"),
             [](u32) { return 496; });
  EXPECT_NE(launchError("redux.sync.add.u32 %r1, %t, 0xff;")
                .find("not in its member mask 0xff"),
            std::string::npos);
  EXPECT_NE(launchError("setp.lt.u32 %p1, %t, 4; @%p1 bra A;"
                        "B: redux.sync.add.u32 %r1, %t, -1; ret;"
                        "A: bar.warp.sync -1;")
                .find("waits for lanes that never reach it"),
            std::string::npos);
  // Lanes that have exited are not waited for.
  EXPECT_EQ(launchError("setp.lt.u32 %p1, %t, 4; @%p1 exit;"
                        "bar.warp.sync -1;"),
            "");
}

TEST(Warp, BarrierOfLanesInDifferentPlaces) {
  expectEach(perThread(R"(
    setp.lt.u32 %p1, %t, 16; mov.u32 %r1, 0; @%p1 bra A;
    bar.warp.sync -1; ld.global.u32 %r1, [%rd1]; bra J;
    A: st.global.u32 [%rd1], 5; bar.warp.sync -1;
    J:)"),
             [](u32 i) { return i < 16 ? 0 : 5; });
}

TEST(Special, Registers) {
  KernelRun run(kernel(R"(
    mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ctaid.y; mov.u32 %r3, %nctaid.x;
    mad.lo.u32 %r4, %r2, %r3, %r1;
    mov.u32 %r5, %tid.y; mov.u32 %r6, %ntid.x; mad.lo.u32 %r5, %r5, %r6, %t;
    mov.u32 %r7, %laneid; mov.u32 %r8, %warpid; mov.u32 %r9, %lanemask_lt;
    popc.b32 %r9, %r9; setp.eq.u32 %p1, %r7, %r9;
    shl.b32 %r8, %r8, 5; add.u32 %r8, %r8, %r7; setp.eq.and.u32 %p1, %r8, %r5, %p1;
    mov.u64 %rd5, %clock64; mov.u64 %rd6, %clock64;
    setp.gt.and.u64 %p1, %rd6, %rd5, %p1;
    mov.u32 %r10, %nwarpid; setp.eq.and.u32 %p1, %r10, 2, %p1;
    @!%p1 trap;
    red.global.add.u32 [%rd0], %r4;)"));
  run.zeros(4).zeros(4).zeros(4).zeros(4);
  ASSERT_EQ(run.launch({3, 2, 1}, {8, 8, 1}), "");
  EXPECT_EQ(run.read<u32>(0)[0], 64u * 15);
}

TEST(Special, ClustersAndRequiredBlocks) {
  std::string text = kernel(R"(
    mov.u32 %r1, %clusterid.x; mov.u32 %r2, %cluster_ctarank;
    mov.u32 %r3, %nclusterid.x; mov.u32 %r4, %ntid.x;
    mad.lo.u32 %r1, %r1, 100, %r2; mad.lo.u32 %r1, %r3, 1000, %r1;
    mad.lo.u32 %r1, %r4, 10000, %r1;
    mov.u32 %r5, %ctaid.x; mul.wide.u32 %rd5, %r5, 4;
    add.u64 %rd5, %rd5, %rd0; st.global.u32 [%rd5], %r1;)",
                            "",
                            ".reqntid 64 .reqnctapercluster 2 "
                            ".blocksareclusters\n");
  for (Dim3 block : {Dim3{0, 0, 0}, Dim3{1, 1, 1}, Dim3{64, 1, 1}}) {
    KernelRun run(text);
    run.zeros(24).zeros(4).zeros(4).zeros(4);
    ASSERT_EQ(run.launch({3, 1, 1}, block), "");
    EXPECT_EQ(run.read<u32>(0), (std::vector<u32>{643000, 643001, 643100,
                                                  643101, 643200, 643201}));
  }
  KernelRun run(text);
  run.zeros(24).zeros(4).zeros(4).zeros(4);
  EXPECT_NE(run.launch({3, 1, 1}, {32, 1, 1})
                .find("requires blocks of 64,1,1 threads (.reqntid), not 32"),
            std::string::npos);
}

TEST(Printf, Formats) {
  KernelRun run(kernel(R"(
    .local .align 8 .b8 args[48];
    setp.ge.u32 %p1, %t, 2; @%p1 ret;
    st.local.u32 [args], %t; st.local.u32 [args+4], -5;
    st.local.f64 [args+8], 0d3FF8000000000000;
    mov.u64 %rd5, name; cvta.global.u64 %rd5, %rd5; st.local.u64 [args+16], %rd5;
    st.local.u64 [args+24], 0x123456789abcdef0; st.local.u32 [args+32], 65;
    st.local.u32 [args+36], 6; st.local.u32 [args+40], 255;
    mov.u64 %rd6, format; mov.u64 %rd7, args; cvta.local.u64 %rd7, %rd7;
    { .param .b64 a; .param .b64 b; .param .b32 r;
      st.param.b64 [a], %rd6; st.param.b64 [b], %rd7;
      call.uni (r), vprintf, (a, b); ld.param.b32 %r1, [r]; }
    st.global.u32 [%rd0], %r1;)",
                       R"(
.extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);
.global .b8 name[4] = {97, 98, 99, 0};
.global .b8 format[] = {37,117,32,37,45,52,100,124,37,46,50,102,32,37,53,115,
  32,37,108,108,120,32,37,99,37,37,32,37,42,88,37,113,10,0};
)"));
  // "%u %-4d|%.2f %5s %llx %c%% %*X%q\n"
  run.zeros(4).zeros(4).zeros(4).zeros(4);
  ASSERT_EQ(run.launch(), "");
  EXPECT_EQ(run.printed, "0 -5  |1.50   abc 123456789abcdef0 A%     FF%q\n"
                         "1 -5  |1.50   abc 123456789abcdef0 A%     FF%q\n");
  EXPECT_EQ(run.read<u32>(0)[0], 8u);
}

TEST(Printf, NegativePrecisionsAndNoFormat) {
  KernelRun run(kernel(R"(
    .local .align 8 .b8 args[24];
    setp.ge.u32 %p1, %t, 1; @%p1 ret;
    st.local.u32 [args], -1; st.local.u32 [args+4], 7;
    st.local.u32 [args+8], -3; st.local.f64 [args+16], 0d3FF8000000000000;
    mov.u64 %rd6, format; mov.u64 %rd7, args; cvta.local.u64 %rd7, %rd7;
    mov.u64 %rd8, 0;
    call.uni (%r1), vprintf, (%rd6, %rd7);
    call.uni (%r2), vprintf, (%rd8, %rd7);
    st.global.u32 [%rd0], %r1; st.global.u32 [%rd0+4], %r2;)",
                       R"(
.extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);
.global .b8 format[] = {37,46,42,100,32,37,46,42,102,10,0};
)"));
  // "%.*d %.*f\n"
  run.zeros(8).zeros(4).zeros(4).zeros(4);
  ASSERT_EQ(run.launch(), "");
  EXPECT_EQ(run.printed, "7 1.500000\n");
  EXPECT_EQ(run.read<u32>(0), (std::vector<u32>{4, ~0u}));
}

TEST(Launch, Configurations) {
  KernelRun run(kernel("", "", ".maxntid 64\n"));
  run.zeros(4).zeros(4).zeros(4).zeros(4);
  EXPECT_NE(run.launch({1, 1, 1}, {65, 1, 1}).find("at most 64 threads"),
            std::string::npos);
  EXPECT_EQ(run.launch({1, 1, 1}, {0, 0, 0}),
            "entry 'k' does not say how many threads a block has (.reqntid), "
            "and neither does the launch: it needs 1 to 1024");
  EXPECT_NE(run.launch({1, 1, 1}, {1, 0, 1}).find("it needs 1 to 1024"),
            std::string::npos);
  EXPECT_NE(run.launch({1, 1, 1}, {1024, 1024, 1024}).find("it needs 1 to"),
            std::string::npos);
  EXPECT_NE(run.launch({1, 70000, 1}).find("in dimension 1"),
            std::string::npos);
  EXPECT_NE(run.launch({0, 1, 1}).find("cannot be launched"),
            std::string::npos);
  run.config.dynamicSharedBytes = 1 << 20;
  EXPECT_EQ(run.launch().find("entry 'k' needs 1048576 bytes of shared"), 0u);
  GlobalMemory memory;
  auto program = Program::parse(kernel(""), "test.ptx");
  ASSERT_TRUE(bool(program));
  auto wrong = launch(*program, "k", {1, 2, 3}, memory, LaunchConfig());
  EXPECT_EQ(llvm::toString(wrong.takeError()),
            "entry 'k' takes 32 bytes of parameters, not 3");
  auto missing = launch(*program, "z", {}, memory, LaunchConfig());
  EXPECT_EQ(llvm::toString(missing.takeError()),
            "test.ptx: there is no entry 'z'");
}
