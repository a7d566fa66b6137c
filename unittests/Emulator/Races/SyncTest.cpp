//===- SyncTest.cpp - Misuse of barriers, and lanes that part -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;

static std::string errorOf(const std::string &body, uint32_t threads,
                           Checks checks, const std::string &module = "") {
  KernelRun run(kernel(body, module));
  run.zeros(4096).zeros(4096).zeros(4096).zeros(4096);
  run.config.checks = checks;
  run.config.stepLimit = 1 << 20;
  return run.launch({1, 1, 1}, {threads, 1, 1});
}

static Checks only(bool Checks::*check) {
  Checks checks;
  checks.*check = true;
  return checks;
}

/// A program that runs without the check and fails with it.
static void needsCheck(bool Checks::*check, const std::string &body,
                       uint32_t threads, const std::string &message,
                       const std::string &module = "") {
  EXPECT_EQ(errorOf(body, threads, Checks::none(), module), "") << body;
  std::string error = errorOf(body, threads, only(check), module);
  EXPECT_NE(error.find(message), std::string::npos) << body << "\n" << error;
  Checks others = Checks::all();
  others.*check = false;
  others.memory = others.race = false;
  EXPECT_EQ(errorOf(body, threads, others, module), "") << body;
}

/// A program that fails with any checks.
static void alwaysFails(const std::string &body, uint32_t threads,
                        const std::string &message) {
  std::string error = errorOf(body, threads, Checks::none());
  EXPECT_NE(error.find(message), std::string::npos) << body << "\n" << error;
}

TEST(Sync, TheMachineCannotGoOn) {
  alwaysFails("bar.sync 16;", 32, "barrier 16 does not exist; there are 16");
  alwaysFails("bar.sync 1, 33;", 64,
              "count must be a positive multiple of 32, not 33");
  alwaysFails("bar.sync 1, 0;", 64, "positive multiple of 32, not 0");
  alwaysFails("setp.lt.u32 %p1, %t, 32; @%p1 bar.sync 1, 64;"
              "@!%p1 bar.sync 1, 96;",
              96,
              "barrier 1 is in use for 64 threads, but this arrival expects 96 "
              "threads; the first arrival was at test.ptx:");
  alwaysFails("setp.lt.u32 %p1, %t, 32; @%p1 bar.sync 1, 64;"
              "@!%p1 bar.sync 1;",
              96, "but this arrival expects the whole block");
  EXPECT_EQ(errorOf("setp.lt.u32 %p1, %t, 32; @%p1 bar.sync 1, 64;"
                    "@!%p1 bar.sync 1;",
                    64, only(&Checks::sync)),
            "");
  alwaysFails("bar.arrive 1, 64; bar.sync 1, 64;", 64,
              "threads arrive twice at barrier 1 before it completes");
  alwaysFails("and.b32 %r1, %t, 1; bar.sync %r1;", 32,
              "the lanes of one warp name different barriers or counts here");
}

TEST(Sync, ArrivalsThatCannotComeTogether) {
  alwaysFails("bar.sync 1, 128;", 64, "deadlock in block (0,0,0)");
  std::string error = errorOf("bar.sync 1, 128;", 64, only(&Checks::sync));
  EXPECT_NE(error.find("barrier 1 waits for 128 threads, but the block has 64"),
            std::string::npos)
      << error;
  // The second warp exits where it should have arrived.
  const char *early = "setp.ge.u32 %p1, %t, 32; @%p1 exit; bar.sync 1, 64;"
                      "st.global.u32 [%rd0], %t;";
  alwaysFails(early, 64, "deadlock in block (0,0,0)");
  const char *late = R"(
    setp.lt.u32 %p1, %t, 32; @%p1 bra SYNC;
    mov.u32 %r1, 0; L: add.u32 %r1, %r1, 1; setp.lt.u32 %p2, %r1, 20000;
    @%p2 bra L; exit;
    SYNC: bar.sync 1, 64;)";
  error = errorOf(late, 64, only(&Checks::sync));
  EXPECT_NE(error.find("after this exit barrier 1 can never complete: it waits "
                       "for 64 threads, and only 32 are left; the first "
                       "arrival was at test.ptx:"),
            std::string::npos)
      << error;
  EXPECT_NE(error.find("instruction: exit;"), std::string::npos) << error;
}

TEST(Sync, AnArrivalThatNobodyWaitsFor) {
  needsCheck(
      &Checks::sync,
      "setp.lt.u32 %p1, %t, 32; @%p1 bra END;\n bar.arrive 2, 64; END:", 64,
      "barrier 2 is left incomplete at the end of the block: it was to "
      "count 64 threads");
}

TEST(Sync, ReductionsAndOtherArrivalsAtOnce) {
  needsCheck(&Checks::sync,
             "setp.lt.u32 %p1, %t, 32; @%p1 bra A;\n bar.sync 1, 64; bra END;"
             "A: bar.red.popc.u32 %r1, 1, 64, %p1; END:",
             64,
             "barrier 1 is in use by a reduction and by another kind of "
             "arrival at once");
}

TEST(Sync, ABarrierCountsWholeWarps) {
  // Half of a warp is no arrival: the other half goes to another barrier.
  alwaysFails("setp.lt.u32 %p1, %t, 16; selp.b32 %r1, 1, 2, %p1;"
              "barrier.sync %r1, 32;",
              32, "deadlock");
  // Without .aligned, lanes of one warp may come one after the other.
  EXPECT_EQ(errorOf(R"(
    and.b32 %r2, %t, 31; mov.u32 %r1, 0;
    L: setp.ge.u32 %p1, %r1, %r2; @%p1 bra D; add.u32 %r1, %r1, 1; bra L;
    D: barrier.cta.sync 1, 64; setp.ge.u32 %p2, %r2, 5; @%p2 exit;
    barrier.sync 0; barrier.cta.arrive.aligned 2, 64;
    barrier.cta.sync.aligned 3, 64; barrier.cta.red.popc.aligned.u32 %r3, 4, 64, %p1;
    barrier.cta.red.or.pred %p3, 4, !%p1; bar.cta.sync 5;
    setp.lt.u32 %p4, %t, 32; @!%p4 bra B; bar.cta.arrive 6, 64; bra E;
    B: bar.cta.sync 6, 64; E:)",
                    64, only(&Checks::uniform)),
            "");
}

TEST(Uniform, BranchesThatPart) {
  const std::string odd = "and.b32 %r2, %t, 1; setp.ne.u32 %p1, %r2, 0;";
  const std::string message = "the lanes that execute this instruction part "
                              "here, which .uni rules out (lanes 0x";
  bool Checks::*uniform = &Checks::uniform;
  needsCheck(uniform, odd + "@%p1 bra.uni L;\n L:", 32, message + "55555555");
  needsCheck(uniform,
             "T: .branchtargets A, B;\n" + odd + "brx.idx.uni %r2, T; A: B:",
             32, message);
  const std::string module = ".func f() { ret; }\n"
                             ".func g() { .reg .pred %p; .reg .b32 %r;\n"
                             "mov.u32 %r, %tid.x; setp.lt.u32 %p, %r, 7;\n"
                             "@%p ret.uni; ret.uni; }\n";
  needsCheck(uniform, odd + "@%p1 call.uni f;", 32, message, module);
  needsCheck(uniform, "call.uni g;", 32, message + "ffffff80", module);
  needsCheck(uniform,
             odd + "mov.u64 %rd5, f; mov.u64 %rd6, g;"
                   "selp.b64 %rd5, %rd5, %rd6, %p1; P: .callprototype _ ();\n "
                   "call.uni %rd5, P;",
             32, message, ".func f() { ret; }\n.func g() { ret; }\n");
  // Lanes that have parted before may each go their own way.
  EXPECT_EQ(errorOf(odd + "@%p1 bra A;\n call.uni f; bra.uni B;"
                          "A: @%p1 bra.uni B; B: ret.uni;",
                    32, only(uniform), module),
            "");
}

TEST(Uniform, AlignedInstructions) {
  const std::string some = "setp.lt.u32 %p1, %t, 5;";
  alwaysFails(some + "@%p1 bar.sync 0;", 32,
              "this aligned instruction is executed by only a part of its warp "
              "(lanes 0x1f)");
  alwaysFails(some + "@%p1 bra A;\n bar.sync 0; bra B; A: bar.sync 0; B:", 32,
              "this aligned instruction is reached by only a part of its warp");
  alwaysFails(some + "@%p1 setmaxnreg.inc.sync.aligned.u32 64;", 32,
              "executed by only a part of its warp");
  alwaysFails(some + "@%p1 exit; setmaxnreg.inc.sync.aligned.u32 64;", 32,
              "needs all 32 lanes of its warp");
  // Whole warps at different places of the program.
  needsCheck(&Checks::uniform,
             "setp.lt.u32 %p1, %t, 32; @%p1 bra A;\n bar.sync 0; bra B;"
             "A: bar.sync 0; B:",
             64,
             "the threads of a block arrive at barrier 0 by different aligned "
             "instructions; the first arrival was at test.ptx:");
}

TEST(Sync, Miscellaneous) {
  EXPECT_EQ(errorOf("pmevent 15; pmevent.mask 0xffff;", 32, Checks::all()), "");
  EXPECT_NE(parseError(kernel("pmevent 16;")).find("there are 16 performance"),
            std::string::npos);
  alwaysFails("brkpt;", 32, "the kernel stopped at a breakpoint");
  alwaysFails("trap;", 32, "the kernel executed a trap");
  EXPECT_NE(parseError(kernel("setmaxnreg.inc.sync.aligned.u32 60;"))
                .find("is a multiple of 8 from 24 to 256"),
            std::string::npos);
  EXPECT_NE(parseError(kernel("bar.sync.aligned 0;")).find(".aligned"),
            std::string::npos);
  // A guard that holds in no lane.
  EXPECT_EQ(errorOf("setp.lt.u32 %p1, %t, 0; T: .branchtargets A;\n"
                    "@%p1 brx.idx %t, T; @%p1 bar.sync 0; @%p1 ret; @%p1 exit;"
                    "@%p1 call f; A: mov.u32 %r1, 5;",
                    32, Checks::all(), ".func f() { ret; }\n"),
            "");
}
