//===- StandstillTest.cpp - Threads that poll in vain ---------------------===//
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

constexpr char deadlock[] = "deadlock in entry 'k': all threads wait, or look";

/// Polls the flag p0[0], and sleeps the longer the more time has gone by, as
/// libcu++ does.
const std::string waitForFlag = R"(
  mov.u64 %rd10, %globaltimer;
  LOOK: ld.acquire.gpu.global.b32 %r1, [%rd0]; setp.ne.u32 %p1, %r1, 0;
  @%p1 bra SEEN;
  mov.u64 %rd11, %globaltimer; sub.u64 %rd12, %rd11, %rd10;
  shr.u64 %rd13, %rd12, 2; cvt.u32.u64 %r2, %rd13; nanosleep.u32 %r2;
  bra LOOK;
  SEEN: )";

/// Runs the body in every order of warps and blocks; returns the errors.
std::vector<std::string> inAllOrders(const std::string &body, Dim3 grid,
                                     Dim3 block) {
  std::vector<std::string> errors;
  for (unsigned seed = 0; seed != 6; ++seed) {
    KernelRun run(kernel(body));
    run.zeros(64).zeros(4096).zeros(64).zeros(64);
    run.config.seed = seed;
    run.config.stepLimit = uint64_t(1) << 26;
    if (seed) {
      run.config.warps = seed & 1 ? OrderPolicy::Random : OrderPolicy::Fair;
      run.config.blocks = seed & 2 ? OrderPolicy::Random : OrderPolicy::Fair;
      run.config.hostThreads = seed & 4 ? 2 : 1;
    }
    errors.push_back(run.launch(grid, block));
  }
  return errors;
}

void expectDeadlock(const std::string &body, Dim3 grid, Dim3 block) {
  for (const std::string &error : inAllOrders(body, grid, block))
    EXPECT_THAT(error, HasSubstr(deadlock)) << body;
}

void expectEnd(const std::string &body, Dim3 grid, Dim3 block) {
  for (const std::string &error : inAllOrders(body, grid, block))
    EXPECT_EQ(error, "") << body;
}

} // namespace

TEST(Standstill, NobodySetsTheFlag) {
  expectDeadlock(waitForFlag, {1, 1, 1}, {64, 1, 1});
  expectDeadlock(waitForFlag, {5, 1, 1}, {32, 1, 1});
}

TEST(Standstill, TheReportSaysWhereAllAre) {
  KernelRun run(kernel("setp.ge.u32 %p1, %t, 32; @%p1 bra B;" + waitForFlag +
                       "B: bar.sync 0;"));
  run.zeros(64).zeros(64).zeros(64).zeros(64);
  std::string error = run.launch({1, 1, 1}, {64, 1, 1});
  EXPECT_THAT(error, HasSubstr("block (0,0,0), warp 0, lanes 0xffffffff are "
                               "at test.ptx:"));
  EXPECT_THAT(error, HasSubstr("bar.sync 0; (barrier 0: 32 of 64 threads"));
}

TEST(Standstill, AnAtomicThatChangesNothingIsALook) {
  expectDeadlock("W: atom.relaxed.gpu.global.add.u32 %r1, [%rd0], 0;"
                 "setp.eq.u32 %p1, %r1, 0; @%p1 bra W;",
                 {2, 1, 1}, {32, 1, 1});
  expectDeadlock("W: atom.relaxed.gpu.global.cas.b32 %r1, [%rd0], 1, 2;"
                 "setp.eq.u32 %p1, %r1, 0; @%p1 bra W;",
                 {1, 1, 1}, {64, 1, 1});
}

TEST(Standstill, SomebodySetsTheFlagLate) {
  // Half a million steps without a change.
  expectEnd("mov.u32 %r9, %ctaid.x; setp.ne.u32 %p3, %r9, 0; @%p3 bra WORK;" +
                waitForFlag + R"( bra END;
    WORK: mov.u32 %r3, 0;
    STEP: add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, 262144; @%p2 bra STEP;
    setp.ne.u32 %p2, %t, 0; @%p2 bra END;
    mov.u32 %r4, 1; st.release.gpu.global.b32 [%rd0], %r4;
    END: )",
            {2, 1, 1}, {32, 1, 1});
}

TEST(Standstill, WhatTimeAloneEndsEnds) {
  // 2^40 cycles.
  const std::string spin = R"(
    mov.u64 %rd10, %clock64;
    S: mov.u64 %rd11, %clock64; sub.u64 %rd12, %rd11, %rd10;
    setp.lt.u64 %p1, %rd12, 1099511627776; @%p1 bra S; )";
  expectEnd(spin, {2, 1, 1}, {64, 1, 1});
  // One spins and sets the flag then.
  expectEnd("mov.u32 %r9, %ctaid.x; setp.ne.u32 %p3, %r9, 0; @%p3 bra T;" +
                waitForFlag + "bra END; T:" + spin + R"(
    setp.ne.u32 %p2, %t, 0; @%p2 bra END;
    mov.u32 %r4, 1; st.release.gpu.global.b32 [%rd0], %r4;
    END: )",
            {2, 1, 1}, {32, 1, 1});
}

TEST(Standstill, AWaitWithALimitEnds) {
  const std::string init = R"(
    .shared .align 8 .b64 bar;
    setp.ne.u32 %p2, %t, 0; @!%p2 mbarrier.init.shared.b64 [bar], 65;
    bar.sync 0; mbarrier.arrive.shared.b64 %rd9, [bar];
    mov.u64 %rd10, %globaltimer;
    W: mbarrier.test_wait.shared.b64 %p1, [bar], %rd9; @%p1 bra END;
    mov.u64 %rd11, %globaltimer; sub.u64 %rd12, %rd11, %rd10;)";
  expectEnd(init + "setp.lt.u64 %p3, %rd12, 20000000000; @%p3 bra W; END:",
            {1, 1, 1}, {64, 1, 1});
  expectDeadlock(init + "bra W; END:", {1, 1, 1}, {64, 1, 1});
}

TEST(Standstill, CountingWhileWaitingIsNoStandstill) {
  // Each waits while the other changes memory all the time, which is only read
  // in the end.
  expectEnd(R"(
    mov.u32 %r9, %ctaid.x; setp.ne.u32 %p3, %r9, 0; @%p3 bra COUNT;
    W: ld.relaxed.gpu.global.b32 %r1, [%rd0]; setp.lt.u32 %p1, %r1, 20000;
    @%p1 bra W;
    mov.u32 %r4, 1; st.relaxed.gpu.global.b32 [%rd0+4], %r4; bra END;
    COUNT: red.relaxed.gpu.global.add.u32 [%rd0], 1;
    ld.relaxed.gpu.global.b32 %r1, [%rd0+4]; setp.eq.u32 %p1, %r1, 0;
    @%p1 bra COUNT;
    END: )",
            {2, 1, 1}, {32, 1, 1});
}

//===----------------------------------------------------------------------===//
// Loops that write
//===----------------------------------------------------------------------===//

/// One thread polls the flag p0[0] and tells the others by shared memory,
/// between two barriers, until `until`. The first value is told again and
/// again.
static std::string toldToAll(const std::string &until) {
  return R"(
    .shared .align 4 .b32 told; .shared .align 4 .b32 scratch[64];
    mov.u32 %r9, %ctaid.x; mov.u32 %r20, scratch;
    
    add.u32 %r20, %r20, %at; setp.ne.u32 %p2, %t, 0;
    W: st.shared.u32 [%r20], %t; bar.sync 0; st.shared.u32 [%r20], 7;
    @%p2 bra READ;
    ld.acquire.gpu.global.b32 %r1, [%rd0]; st.shared.u32 [told], %r1;
    READ: bar.sync 0; ld.shared.u32 %r2, [told]; bar.sync 0; )" +
         until + " @%p1 bra W; ";
}
static const char untilSet[] = "setp.eq.u32 %p1, %r2, 0;";

TEST(Standstill, AFlagThatIsToldBySharedMemory) {
  expectDeadlock(toldToAll(untilSet), {1, 1, 1}, {64, 1, 1});
  expectDeadlock(toldToAll(untilSet), {6, 1, 1}, {64, 1, 1});
}

TEST(Standstill, TheReportSaysWhereTheyLook) {
  KernelRun run(kernel(toldToAll(untilSet)));
  run.zeros(64).zeros(64).zeros(64).zeros(64);
  std::string error = run.launch({1, 1, 1}, {64, 1, 1});
  EXPECT_THAT(error, HasSubstr("block (0,0,0), warp 0, lanes 0x"));
  EXPECT_THAT(error,
              HasSubstr("ld.acquire.gpu.global.b32 %r1, [%rd0];: 4 bytes at "
                        "global address 0x"));
  EXPECT_THAT(error, HasSubstr("' + 0), which hold 0x0"));
}

TEST(Standstill, AnotherBlockWritesForLongAndSetsTheFlag) {
  // It fills p1 again and again, for a million instructions.
  expectEnd("mov.u32 %r9, %ctaid.x; setp.eq.u32 %p3, %r9, 0; @%p3 bra WORK;" +
                toldToAll(untilSet) + R"( bra END;
    WORK: mov.u32 %r3, 0; and.b32 %r4, %at, 255; cvt.u64.u32 %rd13, %r4;
    add.u64 %rd12, %rd1, %rd13;
    STEP: st.global.u32 [%rd12], 1; st.global.u32 [%rd12], 2;
    add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, 100000; @%p2 bra STEP;
    setp.ne.u32 %p2, %t, 0; @%p2 bra END;
    mov.u32 %r4, 1; st.release.gpu.global.b32 [%rd0], %r4;
    END: )",
            {3, 1, 1}, {64, 1, 1});
}

TEST(Standstill, ALockIsTakenAndGivenBackInVain) {
  const std::string look = R"(
    setp.ne.u32 %p2, %t, 0; @%p2 bra END;
    L: atom.acquire.gpu.global.cas.b32 %r2, [%rd1], 0, 1;
    setp.ne.u32 %p1, %r2, 0; @%p1 bra L;
    ld.relaxed.gpu.global.u32 %r1, [%rd0];
    st.release.gpu.global.u32 [%rd1], 0;)";
  expectDeadlock(look + "setp.eq.u32 %p1, %r1, 0; @%p1 bra L; END:", {3, 1, 1},
                 {32, 1, 1});
  // Each adds one, in order; the last one comes first.
  expectEnd("mov.u32 %r8, %nctaid.x; mov.u32 %r9, %ctaid.x;"
            "sub.u32 %r8, %r8, %r9; sub.u32 %r8, %r8, 1;" +
                look + R"( setp.ne.u32 %p1, %r1, %r8; @%p1 bra L;
    add.u32 %r1, %r1, 1; st.relaxed.gpu.global.u32 [%rd0], %r1; END:)",
            {6, 1, 1}, {32, 1, 1});
}

TEST(Standstill, ACounterOfManyWordsIsWork) {
  // Each bit has a word of its own: no word has a value that it has not had
  // before.
  expectEnd(R"(
    setp.ne.u32 %p2, %t, 0; @%p2 bra END;
    NEXT: mov.u64 %rd10, %rd1;
    BIT: ld.relaxed.gpu.global.u32 %r1, [%rd10]; xor.b32 %r2, %r1, 1;
    st.relaxed.gpu.global.u32 [%rd10], %r2; add.u64 %rd10, %rd10, 4;
    setp.ne.u32 %p1, %r1, 0; @%p1 bra BIT;
    ld.relaxed.gpu.global.u32 %r1, [%rd1+72]; setp.eq.u32 %p1, %r1, 0;
    @%p1 bra NEXT; END:)",
            {1, 1, 1}, {32, 1, 1});
}

TEST(Standstill, ALoopThatRewritesWhatIsThereIsEndless) {
  for (const std::string &error :
       inAllOrders("L: st.global.u32 [%rd0], 1; bra L;", {2, 1, 1}, {32, 1, 1}))
    EXPECT_THAT(error, HasSubstr("endless loop in entry 'k'"));
  expectDeadlock("L: ld.global.u32 %r1, [%rd0]; setp.eq.u32 %p1, %r1, 0; "
                 "@%p1 bra L;",
                 {2, 1, 1}, {32, 1, 1});
}

/// In a round 8,000 instructions rewrite shared memory, as products do; 120
/// rounds would be far beyond the limit.
TEST(Standstill, WorkBetweenLooksIsDoneAFewTimes) {
  KernelRun run(kernel(R"(
    .shared .align 4 .b32 tile[64];
    mov.u32 %r20, tile; xor.b32 %r21, %at, 128;
    add.u32 %r21, %r20, %r21; add.u32 %r20, %r20, %at;
    L: mov.u32 %r3, 0;
    STEP: add.u32 %r4, %r3, %t; st.shared.u32 [%r20], %r4; bar.sync 0;
    ld.shared.u32 %r5, [%r21]; bar.sync 0;
    add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, 500; @%p2 bra STEP;
    ld.acquire.gpu.global.b32 %r1, [%rd0]; setp.eq.u32 %p1, %r1, 0;
    @%p1 bra L;)"));
  run.zeros(64).zeros(64).zeros(64).zeros(64);
  run.config.stepLimit = uint64_t(1) << 21;
  EXPECT_THAT(run.launch({1, 1, 1}, {64, 1, 1}), HasSubstr(deadlock));
}

/// The threads of a block look at different times, and one of them has to look
/// just when another one has set what it resets at once.
TEST(Standstill, AMomentInSharedMemoryIsMet) {
  expectEnd(R"(
    .shared .align 4 .b32 word;
    setp.eq.u32 %p2, %t, 0; mov.u32 %r20, word;
    mov.u32 %r3, 0; @%p2 st.shared.u32 [%r20], %r3;
    bar.sync 0; setp.lt.u32 %p3, %t, 32; @%p3 bra SET;
    LOOK: ld.relaxed.cta.shared.u32 %r1, [%r20]; setp.ne.u32 %p1, %r1, 1;
    @%p1 bra LOOK;
    mov.u32 %r3, 2; st.relaxed.cta.shared.u32 [%r20], %r3; bra END;
    SET: @!%p2 bra END;
    AGAIN: atom.relaxed.cta.shared.cas.b32 %r1, [%r20], 0, 1;
    setp.eq.u32 %p1, %r1, 2; @%p1 bra END;
    atom.relaxed.cta.shared.cas.b32 %r1, [%r20], 1, 0;
    setp.eq.u32 %p1, %r1, 2; @%p1 bra END;
    bra AGAIN; END:)",
            {1, 1, 1}, {64, 1, 1});
}

//===----------------------------------------------------------------------===//
// Loops without contact
//===----------------------------------------------------------------------===//

/// Whatever other blocks there are to start or to go on.
TEST(Endless, LoopsThatChangeNothing) {
  for (const char *body :
       {"L: bra L;", "L: nanosleep.u32 10; bra L;",
        "mov.u32 %r1, 0; L: xor.b32 %r1, %r1, 1; bra L;",
        "setp.eq.u32 %p1, %t, 5; L: @%p1 bra L; bar.sync 0;",
        "L: mov.u32 %r1, 0; M: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 99;"
        "@%p1 bra M; bra L;"})
    for (const std::string &error :
         inAllOrders(body, {100000, 1, 1}, {64, 1, 1}))
      EXPECT_THAT(error, HasSubstr("endless loop: the thread comes back here"))
          << body;
}

TEST(Endless, WorkInRegistersAlone) {
  expectEnd(R"(
    mov.u32 %r1, 0; mov.u32 %r2, 0;
    L: add.u32 %r1, %r1, 1; and.b32 %r3, %r1, 7; setp.ne.u32 %p1, %r3, 0;
    @%p1 bra L;
    add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 100000; @%p1 bra L;)",
            {1, 1, 1}, {32, 1, 1});
}

/// Lanes that wait for lanes of their warp, and for another warp.
TEST(Endless, LoopsWithContactsAreNone) {
  expectEnd(R"(
    .shared .align 4 .b32 flag; setp.eq.u32 %p1, %t, 40;
    @%p1 bra SET; setp.ge.u32 %p1, %t, 32; @%p1 bra END;
    W: ld.volatile.shared.u32 %r1, [flag]; setp.eq.u32 %p1, %r1, 0; @%p1 bra W;
    bra END;
    SET: mov.u32 %r2, 0;
    STEP: add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 200000; @%p2 bra STEP;
    st.volatile.shared.u32 [flag], 1;
    END:)",
            {2, 1, 1}, {64, 1, 1});
}

TEST(Standstill, WhoCopiesUnsetMemoryReadsOneClock) {
  // The second copy of the registers, which finds uses of unset memory, reads
  // the same time.
  KernelRun run(kernel(R"(
    .local .align 4 .b32 unset; .local .align 4 .b32 copy;
    ld.local.u32 %r1, [unset]; st.local.u32 [copy], %r1;
    mov.u64 %rd10, %clock64; mov.u64 %rd11, %globaltimer;
    sub.u64 %rd12, %rd11, %rd10; setp.gt.u64 %p1, %rd12, 1000; @%p1 trap;)"));
  run.config.checks = Checks::all();
  run.zeros(64).zeros(64).zeros(64).zeros(64);
  EXPECT_EQ(run.launch(), "");
}

TEST(Standstill, ClocksRunOn) {
  KernelRun run(kernel(R"(
    mov.u64 %rd10, %clock64; mov.u64 %rd11, %clock64;
    setp.lt.u64 %p1, %rd10, %rd11; selp.u32 %r1, 1, 0, %p1;
    cvt.u64.u32 %rd13, %at; add.u64 %rd12, %rd0, %rd13; st.global.u32 [%rd12], %r1;)"));
  run.zeros(128).zeros(64).zeros(64).zeros(64);
  ASSERT_EQ(run.launch(), "");
  EXPECT_EQ(run.read<uint32_t>(0), std::vector<uint32_t>(32, 1));
}
