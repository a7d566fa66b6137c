//===- MbarrierTest.cpp - mbarrier objects and fences ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "mbarrier", "membar, fence" and "griddepcontrol".
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;

using u32 = uint32_t;

namespace {

const std::string shared = ".shared .align 8 .b64 bar[4];\n"
                           ".shared .align 16 .b32 word[64];\n";
const std::string barrier = "mov.u32 %r11, bar; setp.eq.u32 %p9, %t, 0;\n";

std::string initialize(u32 count) {
  return barrier + "@%p9 mbarrier.init.shared.b64 [%r11], " +
         std::to_string(count) + "; bar.sync 0;\n";
}

struct Outcome {
  std::vector<u32> results;
  std::string error;
};

/// Stores %r1 of each thread in p0.
Outcome runBody(const std::string &body, u32 threads,
                AsyncPolicy policy = AsyncPolicy::Eager, uint64_t seed = 0,
                bool checksSync = true, OrderPolicy warps = OrderPolicy::Fair) {
  KernelRun run(kernel(body + "\nDONE: cvt.u64.u32 %rd40, %at;"
                              "add.u64 %rd40, %rd40, %rd0;"
                              "st.global.u32 [%rd40], %r1;",
                       shared));
  run.zeros(4 * threads).zeros(4096).zeros(4096).zeros(4096);
  run.config.async = policy;
  run.config.seed = seed;
  run.config.warps = warps;
  run.config.checks = checksSync ? Checks::all() : Checks::none();
  run.config.stepLimit = 1 << 20;
  Outcome outcome;
  outcome.error = run.launch({1, 1, 1}, {threads, 1, 1});
  outcome.results = run.read<u32>(0);
  return outcome;
}

/// Expects the same result for 200 seeds, with warps in random order.
template <typename F>
void expectEach(const std::string &body, u32 threads, F f) {
  constexpr AsyncPolicy policies[] = {AsyncPolicy::Eager, AsyncPolicy::Lazy,
                                      AsyncPolicy::Random};
  for (uint64_t seed = 0; seed != 200; ++seed) {
    Outcome outcome =
        runBody(body, threads, policies[seed % 3], seed, true,
                seed < 3 ? OrderPolicy::Fair : OrderPolicy::Random);
    ASSERT_EQ(outcome.error, "") << body;
    for (u32 i = 0; i != threads; ++i)
      ASSERT_EQ(outcome.results[i], static_cast<u32>(f(i)))
          << "thread " << i << ", seed " << seed << body;
  }
}

void expectError(const std::string &body, const std::string &message,
                 u32 threads = 1, bool checksSync = true) {
  for (AsyncPolicy policy :
       {AsyncPolicy::Eager, AsyncPolicy::Lazy, AsyncPolicy::Random}) {
    std::string error = runBody(body, threads, policy, 0, checksSync).error;
    EXPECT_NE(error.find(message), std::string::npos) << error << body;
  }
}

std::string repeat(const std::string &text, unsigned times) {
  std::string all;
  for (unsigned i = 0; i != times; ++i)
    all += text;
  return all;
}

} // namespace

//===----------------------------------------------------------------------===//
// Phases and counts
//===----------------------------------------------------------------------===//

TEST(Mbarrier, PhasesByParity) {
  // Each warp's first lane arrives; each thread reads what the others wrote.
  expectEach(initialize(2) + R"(
    and.b32 %r2, %t, 31; setp.eq.u32 %p1, %r2, 0;
    mov.u32 %r3, word; shr.u32 %r4, %t, 5; shl.b32 %r4, %r4, 2;
    add.u32 %r5, %r3, %r4; mov.u32 %r6, 0; mov.u32 %r1, 0;
    LOOP: @%p1 st.shared.u32 [%r5], %r6;
    @%p1 mbarrier.arrive.shared.b64 _, [%r11];
    and.b32 %r7, %r6, 1;
    W: mbarrier.test_wait.parity.acquire.cta.shared.b64 %p2, [%r11], %r7;
    @!%p2 bra W;
    ld.shared.u32 %r8, [word]; ld.shared.u32 %r9, [word+4];
    add.u32 %r8, %r8, %r9; add.u32 %r1, %r1, %r8;
    bar.sync 0;
    add.u32 %r6, %r6, 1; setp.lt.u32 %p3, %r6, 10; @%p3 bra LOOP;)",
             64, [](u32) { return 90; });
}

TEST(Mbarrier, PhasesByState) {
  expectEach(initialize(64) + R"(
    mov.u32 %r3, word; and.b32 %r4, %t, 63; shl.b32 %r4, %r4, 2;
    add.u32 %r5, %r3, %r4; st.shared.u32 [%r5], %t;
    mbarrier.arrive.release.cta.shared::cta.b64 %rd20, [%r11];
    W: mbarrier.try_wait.shared.b64 %p2, [%r11], %rd20, 100;
    @!%p2 bra W;
    xor.b32 %r4, %r4, 252; add.u32 %r5, %r3, %r4; ld.shared.u32 %r1, [%r5];)",
             64, [](u32 i) { return 63 - i; });
}

TEST(Mbarrier, TestsSayNothingMoreThanThePhase) {
  // One thread: incomplete, then complete, with its state still good in the
  // next phase.
  expectEach(R"(
    mbarrier.init.shared.b64 [bar], 2;
    mbarrier.arrive.shared.b64 %rd20, [bar];
    mbarrier.test_wait.shared.b64 %p1, [bar], %rd20;
    mbarrier.try_wait.parity.shared.b64 %p2, [bar], 0;
    mbarrier.try_wait.parity.shared.b64 %p3, [bar], 1;
    mbarrier.arrive.shared.b64 %rd21, [bar];
    mbarrier.test_wait.shared.b64 %p4, [bar], %rd20;
    mbarrier.test_wait.shared.b64 %p5, [bar], %rd21;
    mbarrier.test_wait.parity.relaxed.cluster.shared.b64 %p6, [bar], 0;
    mbarrier.test_wait.parity.phase_type::conditional.shared.b64 %p7, [bar], 1;
    mov.u32 %r1, 0;
    @%p1 or.b32 %r1, %r1, 1; @%p2 or.b32 %r1, %r1, 2; @%p3 or.b32 %r1, %r1, 4;
    @%p4 or.b32 %r1, %r1, 8; @%p5 or.b32 %r1, %r1, 16;
    @%p6 or.b32 %r1, %r1, 32; @%p7 or.b32 %r1, %r1, 64;)",
             1, [](u32) { return 4 + 8 + 16 + 32; });
}

TEST(Mbarrier, CountsAndPendingCount) {
  expectEach(R"(
    mbarrier.init.shared.b64 [bar], 10;
    mbarrier.arrive.noComplete.shared.b64 %rd20, [bar], 3;
    mbarrier.arrive.noComplete.release.cta.shared.b64 %rd21, [bar], 4;
    mbarrier.pending_count.b64 %r1, %rd20;
    mbarrier.pending_count.b64 %r2, %rd21;
    mul.lo.u32 %r1, %r1, 100; add.u32 %r1, %r1, %r2;
    mov.u32 %r3, 3;
    mbarrier.arrive.shared.b64 _, [bar], %r3;
    mbarrier.test_wait.parity.shared.b64 %p1, [bar], 0;
    @%p1 add.u32 %r1, %r1, 10000;)",
             1, [](u32) { return 11007; });
}

TEST(Mbarrier, DroppedArrivalsAreMissingFromThenOn) {
  expectEach(R"(
    mbarrier.init.shared.b64 [bar], 4;
    mbarrier.arrive_drop.shared.b64 %rd20, [bar];
    mbarrier.arrive_drop.noComplete.shared.b64 %rd21, [bar], 1;
    mbarrier.arrive.shared.b64 _, [bar], 2;
    mbarrier.test_wait.shared.b64 %p1, [bar], %rd20;
    mbarrier.arrive.shared.b64 _, [bar], 2;
    mbarrier.test_wait.parity.shared.b64 %p2, [bar], 1;
    mbarrier.arrive_drop.expect_tx.relaxed.cluster.shared::cta.b64 _, [bar], 64;
    mbarrier.complete_tx.shared.b64 [bar], 64;
    mbarrier.arrive.shared.b64 _, [bar];
    mbarrier.test_wait.parity.shared.b64 %p3, [bar], 0;
    mbarrier.arrive.shared.b64 _, [bar];
    mbarrier.test_wait.parity.shared.b64 %p4, [bar], 1;
    mov.u32 %r1, 0;
    @%p1 or.b32 %r1, %r1, 1; @%p2 or.b32 %r1, %r1, 2; @%p3 or.b32 %r1, %r1, 4;
    @%p4 or.b32 %r1, %r1, 8;)",
             1, [](u32) { return 15; });
}

TEST(Mbarrier, TransactionsHoldThePhase) {
  expectEach(R"(
    mbarrier.init.layout::v0.shared.b64 [bar], 1;
    mbarrier.expect_tx.relaxed.cluster.shared::cluster.b64 [bar], 48;
    mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [bar], 16;
    mbarrier.test_wait.parity.shared.b64 %p1, [bar], 0;
    mbarrier.complete_tx.relaxed.cta.shared.b64 [bar], 32;
    mbarrier.test_wait.parity.shared.b64 %p2, [bar], 0;
    mbarrier.complete_tx.shared.b64 [bar], 32;
    mbarrier.test_wait.parity.shared.b64 %p3, [bar], 0;
    mov.u32 %r1, 0;
    @%p1 or.b32 %r1, %r1, 1; @%p2 or.b32 %r1, %r1, 2; @%p3 or.b32 %r1, %r1, 4;)",
             1, [](u32) { return 4; });
}

TEST(Mbarrier, GenericAddressesAndReuse) {
  expectEach(R"(
    cvta.shared.u64 %rd20, bar;
    mbarrier.init.b64 [%rd20+8], 1;
    mbarrier.arrive.b64 %rd21, [%rd20+8];
    mbarrier.test_wait.b64 %p1, [%rd20+8], %rd21;
    mbarrier.inval.b64 [%rd20+8];
    st.shared.u64 [bar+8], %rd20; ld.shared.u64 %rd22, [bar+8];
    mbarrier.init.shared.b64 [bar+8], 2;
    mbarrier.arrive.b64 _, [%rd20+8], 2;
    mbarrier.test_wait.parity.b64 %p2, [%rd20+8], 0;
    setp.eq.u64 %p3, %rd20, %rd22;
    mov.u32 %r1, 0;
    @%p1 or.b32 %r1, %r1, 1; @%p2 or.b32 %r1, %r1, 2; @%p3 or.b32 %r1, %r1, 4;)",
             1, [](u32) { return 7; });
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

TEST(Mbarrier, LanesOfOneWarpWaitForOneAnother) {
  for (const char *test : {"test_wait", "try_wait"})
    expectEach(initialize(1) + R"(
      setp.eq.u32 %p1, %t, 7; @%p1 bra ARRIVE;
      W: mbarrier.)" +
                   test + R"(.parity.shared.b64 %p2, [%r11], 0;
      @%p2 bra FOUND;
      nanosleep.u32 20;
      bra W;
      FOUND: ld.shared.u32 %r1, [word]; bra END;
      ARRIVE: mov.u32 %r1, 9; st.shared.u32 [word], %r1;
      mbarrier.arrive.shared.b64 _, [%r11];
      END: )",
               32, [](u32) { return 9; });
}

TEST(Mbarrier, WarpsLookOnce) {
  // All lanes get one answer, whenever the copy takes place: bra.uni.
  expectEach(initialize(1) + R"(
    @%p9 mbarrier.arrive.expect_tx.shared.b64 _, [%r11], 128;
    mov.u32 %r12, word;
    @%p9 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r12], [%rd1], 128, [%r11];
    W: mbarrier.try_wait.parity.shared.b64 %p2, [%r11], 0;
    @!%p2 bra.uni W;
    mov.u32 %r1, 7;)",
             96, [](u32) { return 7; });
}

TEST(Mbarrier, ALoopThatEndsByItselfIsNoDeadlock) {
  // 100 tries, counted in a register and in local memory.
  for (const char *count :
       {"add.u32 %r1, %r1, 1;", "ld.local.u32 %r1, [tries]; add.u32 %r1, %r1, "
                                "1; st.local.u32 [tries], %r1;"})
    expectEach(std::string(".local .align 4 .b32 tries; mov.u32 %r1, 0;"
                           "st.local.u32 [tries], %r1;"
                           "mbarrier.init.shared.b64 [bar], 1;"
                           "W: mbarrier.try_wait.parity.shared.b64 %p2, "
                           "[bar], 0; @%p2 bra END;") +
                   count +
                   "setp.lt.u32 %p3, %r1, 100; @%p3 bra W;"
                   "END: ",
               1, [](u32) { return 100; });
}

TEST(Mbarrier, WaitingForMemoryAsWellIsNoDeadlock) {
  // The other warp never arrives, but sets a flag.
  expectEach(barrier + "mov.u32 %r1, 0; @%p9 st.shared.u32 [word], %r1;" +
                 initialize(1) + R"(
    setp.ge.u32 %p1, %t, 32; @%p1 bra SET;
    W: mbarrier.test_wait.parity.shared.b64 %p2, [%r11], 0; @%p2 bra END;
    ld.volatile.shared.u32 %r1, [word]; setp.eq.u32 %p3, %r1, 0; @%p3 bra W;
    bra END;
    SET: mov.u32 %r2, 0;
    SPIN: add.u32 %r2, %r2, 1; setp.lt.u32 %p3, %r2, 20000; @%p3 bra SPIN;
    mov.u32 %r1, 3; st.volatile.shared.u32 [word], %r1;
    END: )",
             64, [](u32) { return 3; });
}

TEST(Mbarrier, Deadlocks) {
  const std::string report = "phase 0 waits for 1 arrival";
  for (const char *test : {"try_wait", "test_wait"}) {
    std::string wait = std::string("W: mbarrier.") + test +
                       ".parity.shared.b64 %p2, [%r11], 0;";
    for (const char *loop : {"@!%p2 bra W;", "@%p2 bra D; nanosleep.u32 20; "
                                             "bra W; D:"}) {
      std::string body = initialize(3) +
                         "@%p9 mbarrier.arrive.shared.b64 _, "
                         "[%r11], 2;" +
                         wait + loop;
      expectError(body, "deadlock in block (0,0,0)", 64);
      expectError(body, "the mbarrier at shared address 0x0: " + report, 64);
    }
  }
  // Bytes that never come.
  expectError(initialize(1) +
                  "@%p9 mbarrier.arrive.expect_tx.shared.b64 _, [%r11], 96;"
                  "W: mbarrier.try_wait.parity.shared.b64 %p2, [%r11], 0;"
                  "@!%p2 bra W;",
              "phase 0 waits for 0 arrivals and 96 bytes of transactions", 64);
  // One warp at an mbarrier, one at a barrier.
  expectError(initialize(1) +
                  "setp.ge.u32 %p1, %t, 32; @%p1 bra B;"
                  "W: mbarrier.try_wait.parity.shared.b64 %p2, [%r11], 0;"
                  "@!%p2 bra W;"
                  "B: bar.sync 0; @%p9 mbarrier.arrive.shared.b64 _, [%r11];",
              report, 64);
}

TEST(Mbarrier, DeadlockWithinAFunction) {
  // The test is in a function that keeps its variables in memory.
  const std::string function = R"(
.func (.param .b32 r) test(.param .b64 b) {
  .reg .b32 %r<3>; .reg .b64 %rd<3>; .reg .pred %p<2>;
  .local .align 8 .b8 frame[16];
  ld.param.b64 %rd1, [b]; st.local.b64 [frame], %rd1; ld.local.b64 %rd2, [frame];
  mbarrier.try_wait.parity.b64 %p1, [%rd2], 0;
  selp.b32 %r1, 1, 0, %p1; st.param.b32 [r], %r1; ret;
}
)";
  KernelRun run(kernel(initialize(1) + R"(
    cvta.shared.u64 %rd20, bar;
    L: { .param .b64 a; .param .b32 v; st.param.b64 [a], %rd20;
      call (v), test, (a); ld.param.b32 %r1, [v]; }
    setp.eq.u32 %p1, %r1, 0; @%p1 bra L;)",
                       shared + function));
  run.zeros(4096).zeros(64).zeros(64).zeros(64);
  run.config.stepLimit = 1 << 20;
  std::string error = run.launch({1, 1, 1}, {32, 1, 1});
  EXPECT_NE(error.find("deadlock"), std::string::npos) << error;
}

//===----------------------------------------------------------------------===//
// Misuse
//===----------------------------------------------------------------------===//

TEST(Mbarrier, Misuse) {
  const std::string one = "mbarrier.init.shared.b64 [bar], 1;";
  const std::string two = "mbarrier.init.shared.b64 [bar], 2;";
  const std::string arrive = "mbarrier.arrive.shared.b64 %rd20, [bar];";
  const std::string test =
      "mbarrier.test_wait.parity.shared.b64 %p1, [bar], 0;";
  expectError(arrive, "there is no mbarrier at shared address 0x0");
  expectError(one + "mbarrier.inval.shared.b64 [bar];" + arrive,
              "none was initialised there, or it was invalidated");
  expectError(one + "mbarrier.arrive.shared.b64 _, [bar], 2;",
              "more arrivals (2) than the mbarrier at shared address 0x0 waits "
              "for: phase 0 waits for 1 arrival");
  expectError(one + "mbarrier.arrive.expect_tx.shared.b64 _, [bar], 16;" +
                  arrive,
              "phase 0 waits for 0 arrivals and 16 bytes of transactions");
  expectError("mbarrier.init.shared.b64 [bar], 0;",
              "an mbarrier expects 1 to 1048575 arrivals, not 0");
  expectError("mbarrier.init.shared.b64 [bar], 1048576;",
              "an mbarrier expects 1 to 1048575 arrivals, not 1048576");
  expectError(one + "mbarrier.expect_tx.shared.b64 [bar], 1048576;",
              "to 1048576, out of the range of 1048575");
  expectError(one + "mbarrier.complete_tx.shared.b64 [bar], 1048575;"
                    "mbarrier.complete_tx.shared.b64 [bar], 1;",
              "to -1048576, out of the range");
  expectError(one + "mbarrier.arrive.noComplete.shared.b64 _, [bar], 1;",
              "with .noComplete would complete the phase");
  expectError(two + "mbarrier.arrive_drop.shared.b64 _, [bar], 3;",
              "more arrivals (3) are dropped than the mbarrier expects (2)");
  expectError(one + "mbarrier.test_wait.parity.shared.b64 %p1, [bar], 2;",
              "the parity of a phase is 0 or 1, not 2");
  // Hardware looks at the lowest bit.
  EXPECT_EQ(runBody(one + arrive +
                        "mbarrier.test_wait.parity.shared.b64 %p1, [bar], -2;"
                        "mbarrier.test_wait.parity.shared.b64 %p2, [bar], -1;"
                        "selp.u32 %r1, 1, 0, %p1; selp.u32 %r2, 2, 0, %p2;"
                        "add.u32 %r1, %r1, %r2;",
                    1, AsyncPolicy::Eager, 0, /*checksSync=*/false)
                .results[0],
            1u);
  expectError(one + "mov.u64 %rd20, 5;"
                    "mbarrier.test_wait.shared.b64 %p1, [bar], %rd20;",
              "0x5 is no state that an arrival at this mbarrier has returned");
  expectError(one + "mbarrier.init.shared.b64 [bar+8], 1;" + arrive +
                  "mbarrier.test_wait.shared.b64 %p1, [bar+8], %rd20;",
              "is no state that an arrival at this mbarrier has returned");
  expectError(one + arrive + test +
                  "mbarrier.arrive.shared.b64 _, [bar];"
                  "mbarrier.test_wait.shared.b64 %p1, [bar], "
                  "%rd20;",
              "this asks for phase 0 of an mbarrier that is in phase 2");
  expectError(two + arrive + "mbarrier.pending_count.b64 %r1, %rd20;",
              "no state that an arrival with .noComplete has returned");
  expectError("mbarrier.init.shared.b64 [bar+4], 1;", "is misaligned");
  expectError("mbarrier.init.shared.b64 [bar+4096], 1;", "is out of bounds");
  expectError("mbarrier.init.b64 [%rd1], 1;",
              "an mbarrier lies in shared memory");
  expectError(one + repeat("mbarrier.arrive.shared.b64 _, [bar];", 2),
              "this arrives in phase 1 of the mbarrier at shared address 0x0, "
              "but no test or wait has seen phase 0 complete");
}

TEST(Mbarrier, MisuseOfItsMemory) {
  const std::string one = "mbarrier.init.shared.b64 [bar], 1;";
  const std::string arrive = "mbarrier.arrive.shared.b64 %rd20, [bar];";
  const std::string store = "st.shared.u32 [bar+4], %t;";
  // The check finds the access; the next use finds it in any case.
  expectError(one + store + arrive,
              "this accesses the mbarrier at shared address 0x0, which only "
              "operations on mbarriers may do before mbarrier.inval");
  expectError(one + store + arrive, "was overwritten by something", 1, false);
  expectError(one + "ld.shared.u64 %rd20, [bar];",
              "this accesses the mbarrier");
  expectError(one + "cvta.shared.u64 %rd20, bar; ld.v4.u32 {%r1,%r2,%r3,%r4}, "
                    "[%rd20];",
              "this accesses the mbarrier");
  expectError(one + one, "is initialised again, but was not invalidated");
  EXPECT_EQ(runBody(one + one + arrive, 1, AsyncPolicy::Eager, 0, false).error,
            "");
  // Accesses to neighbours are not its business.
  EXPECT_EQ(runBody(one + "st.shared.u64 [bar+8], %rd1;" + arrive, 1).error,
            "");
}

TEST(Mbarrier, InvalidatedWhileCopiesAreInFlight) {
  std::string body = "mbarrier.init.shared.b64 [bar], 1;"
                     "cp.async.ca.shared.global [word], [%rd1], 4;"
                     "cp.async.mbarrier.arrive.noinc.shared.b64 [bar];"
                     "mbarrier.inval.shared.b64 [bar];";
  std::string error = runBody(body, 1, AsyncPolicy::Lazy).error;
  EXPECT_NE(error.find("is invalidated while asynchronous operations that it "
                       "tracks are in flight"),
            std::string::npos)
      << error;
}

TEST(Mbarrier, FaultsOfWhatTakesPlaceAfterTheEnd) {
  // The arrival finds its mbarrier overwritten after its warp has ended.
  std::string body = "mbarrier.init.shared.b64 [bar], 1;"
                     "cp.async.ca.shared.global [word], [%rd1], 4;"
                     "cp.async.mbarrier.arrive.noinc.shared.b64 [bar];"
                     "st.shared.u64 [bar], %rd1;";
  for (OrderPolicy warps : {OrderPolicy::Fair, OrderPolicy::Random}) {
    std::string error =
        runBody(body, 1, AsyncPolicy::Lazy, 0, false, warps).error;
    EXPECT_NE(error.find("was overwritten by something"), std::string::npos)
        << error;
    EXPECT_NE(error.find("instruction: cp.async.mbarrier.arrive"),
              std::string::npos)
        << error;
  }
}

TEST(Mbarrier, UnknownForms) {
  auto refuse = [](const std::string &body, const std::string &message) {
    std::string error = parseError(kernel(body, shared));
    EXPECT_NE(error.find(message), std::string::npos) << error << body;
  };
  refuse("mbarrier.init.layout::v1.shared.b64 [bar], 1;", "unknown: ");
  refuse("mbarrier.arrive.noComplete.shared.b64 %rd1, [bar];",
         "takes 3 operands");
  refuse("mbarrier.test_wait.shared.b64 %p1, [bar], %rd1, 5;",
         "takes 3 operands");
  refuse("mbarrier.check_layout.layout::v0.b64 %p1, [%rd1];", "unknown: ");
  refuse("mbarrier.arrive.acquire.cta.shared.b64 %rd1, [bar];", "unknown: ");
}

//===----------------------------------------------------------------------===//
// Fences
//===----------------------------------------------------------------------===//

TEST(Fence, Forms) {
  for (const char *form :
       {"fence.cta;",
        "fence.gpu;",
        "fence.sc.cta;",
        "fence.sc.cluster;",
        "fence.acq_rel.gpu;",
        "fence.acq_rel.sys;",
        "fence.acquire.sys;",
        "fence.release.gpu;",
        "fence.acquire.sync_restrict::shared::cluster.cluster;",
        "fence.release.sync_restrict::shared::cta.cluster;",
        "fence.mbarrier_init.release.cluster;",
        "fence.proxy.alias;",
        "fence.proxy.async;",
        "fence.proxy.async.global;",
        "fence.proxy.async.shared::cta;",
        "fence.proxy.async.shared::cluster;",
        "fence.proxy.tensormap::generic.release.gpu;",
        "fence.proxy.tensormap::generic.acquire.sys [%rd1], 128;",
        "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster."
        "cluster;",
        "fence.proxy.async::generic.release.sync_restrict::shared::cta."
        "cluster;",
        "membar.cta;",
        "membar.gl;",
        "membar.sys;",
        "membar.proxy.alias;",
        "membar.proxy.async;",
        "griddepcontrol.wait;",
        "griddepcontrol.launch_dependents;"}) {
    Outcome outcome = runBody(std::string("mov.u32 %r1, 4;") + form, 32);
    EXPECT_EQ(outcome.error, "") << form;
    EXPECT_EQ(outcome.results[31], 4u) << form;
  }
  for (const char *form :
       {"fence;", "fence.sc;", "fence.gl;", "fence.acquire.release.cta;",
        "fence.proxy;", "fence.proxy.generic;", "fence.mbarrier_init.cluster;",
        "fence.acquire.sync_restrict::shared::cta.cluster;",
        "fence.release.sync_restrict::shared::cta.gpu;",
        "fence.proxy.tensormap::generic.acquire.sys [%rd1], 64;", "membar;",
        "membar.gpu;", "membar.sc.cta;", "griddepcontrol;",
        "griddepcontrol.launch;"})
    EXPECT_NE(parseError(kernel(form)), "") << form;
}
