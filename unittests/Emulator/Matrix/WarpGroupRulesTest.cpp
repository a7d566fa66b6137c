//===- WarpGroupRulesTest.cpp - Violations by warp groups -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections on wgmma.fence, wgmma.commit_group, wgmma.wait_group and
// setmaxnreg. Violations are reported whenever products take place and in
// whatever order warps run; only the rules of fences need a check.
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

/// No swizzle; rows of 32 bytes in two halves 1 KiB and 128 bytes apart.
const std::string setUp = R"(
  .reg .b32 %acc<8>, %a<4>; .reg .b64 %da, %db;
  mov.u64 %da, 0x0000000800400000;
  mov.u64 %db, 0x0000000800400100;
  mov.b32 %acc0, 0; mov.b32 %acc1, 0; mov.b32 %acc2, 0; mov.b32 %acc3, 0;
  mov.b32 %acc4, 0; mov.b32 %acc5, 0; mov.b32 %acc6, 0; mov.b32 %acc7, 0;
  mov.b32 %a0, 0; mov.b32 %a1, 0; mov.b32 %a2, 0; mov.b32 %a3, 0;
  shr.u32 %r1, %t, 5; mov.u32 %r3, s;
)";
const std::string fence = "wgmma.fence.sync.aligned;\n";
const std::string commit = "wgmma.commit_group.sync.aligned;\n";
std::string waitFor(unsigned count) {
  return "wgmma.wait_group.sync.aligned " + std::to_string(count) + ";\n";
}
/// Into the first or the second four accumulators, with A from shared memory.
const std::string first = "wgmma.mma_async.sync.aligned.m64n8k32.s32.u8.u8 "
                          "{%acc0, %acc1, %acc2, %acc3}, %da, %db, 1;\n";
const std::string second = "wgmma.mma_async.sync.aligned.m64n8k32.s32.u8.u8 "
                           "{%acc4, %acc5, %acc6, %acc7}, %da, %db, 1;\n";
const std::string fromRegisters =
    "wgmma.mma_async.sync.aligned.m64n8k32.s32.u8.u8 "
    "{%acc4, %acc5, %acc6, %acc7}, {%a0, %a1, %a2, %a3}, %db, 1;\n";
const std::string otherShape =
    "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
    "{%acc0, %acc1, %acc2, %acc3}, %da, %db, 1, 1, 1, 0, 0;\n";
const std::string use = "mov.b32 %r2, %acc1;\n";

/// Expects the report, of the same kind in every schedule.
void expectReport(const std::string &body, const std::string &part,
                  unsigned threads = 128, const std::string &directives = "",
                  bool checksFences = true) {
  for (AsyncPolicy policy :
       {AsyncPolicy::Eager, AsyncPolicy::Lazy, AsyncPolicy::Random})
    for (uint64_t seed = 0; seed != 8; ++seed) {
      KernelRun run(kernel(setUp + body, ".shared .align 1024 .b8 s[8192];\n",
                           directives));
      run.zeros(4096);
      run.config.async = policy;
      run.config.seed = seed;
      run.config.warps = seed ? OrderPolicy::Random : OrderPolicy::Fair;
      run.config.stepLimit = 1 << 20;
      run.config.checks.sync = checksFences;
      std::string error = run.launch({1, 1, 1}, {threads, 1, 1});
      if (part.empty())
        ASSERT_EQ(error, "") << body;
      else
        ASSERT_NE(error.find(part), std::string::npos) << body << error;
    }
}

} // namespace

TEST(WarpGroupRules, Right) {
  expectReport(fence + first + commit + waitFor(0) + use, "");
  // Accumulators may go from product to product of one shape.
  expectReport(
      fence + first + first + commit + first + commit + waitFor(0) + use, "");
  // A group that is not waited for may be in flight.
  expectReport(fence + first + commit + second + commit + waitFor(1) + use, "");
  // Two products in flight may read a fragment of A.
  expectReport(fence + fromRegisters + fromRegisters + commit + waitFor(0), "");
  // One fence is enough if nothing else accesses the registers.
  expectReport(fence + first + commit + waitFor(0) + first + commit +
                   waitFor(0) + use,
               "");
}

TEST(WarpGroupRules, Fences) {
  // Without the check, the run goes on as hardware does, where ptxas adds
  // fences.
  expectReport(first + commit + waitFor(0), "", 128, "", false);
  expectReport(first + commit + waitFor(0), "needs a wgmma.fence before it");
  expectReport(fence + "mov.b32 %acc1, 7;\n" + first + commit + waitFor(0),
               "register '%acc1' was accessed since the last wgmma.fence");
  expectReport(fence + "mov.b32 %a2, 7;\n" + fromRegisters + commit +
                   waitFor(0),
               "register '%a2' was accessed since the last wgmma.fence");
  expectReport(fence + first + commit + waitFor(0) + use + first + commit +
                   waitFor(0),
               "register '%acc1' was accessed since the last wgmma.fence");
  expectReport(fence + first + commit + waitFor(0) + use + fence + first +
                   commit + waitFor(0),
               "");
}

TEST(WarpGroupRules, RegistersInFlight) {
  const char *accumulates = "register '%acc1' accumulates in a product that is "
                            "in flight";
  expectReport(fence + first + commit + use + waitFor(0), accumulates);
  expectReport(fence + first + use + commit + waitFor(0), accumulates);
  // Without the check, the run goes on as hardware does, where ptxas waits.
  expectReport(fence + first + use + commit + waitFor(0), "", 128, "", false);
  expectReport(fence + first + otherShape + commit + waitFor(0), "", 128, "",
               false);
  expectReport(fence + first + commit + waitFor(1) + use, accumulates);
  // The wait does not include uncommitted products.
  expectReport(fence + first + waitFor(0) + use, accumulates);
  expectReport(fence + first + commit + "@%p1 mov.b32 %acc1, 3;\n" + waitFor(0),
               "");
  expectReport(fence + fromRegisters + commit + "mov.b32 %a3, 3;\n" +
                   waitFor(0),
               "register '%a3' is part of A in a product that is in flight");
  expectReport(fence + first + otherShape + commit + waitFor(0),
               "belongs to another product that is in flight");
  expectReport(fence + fromRegisters +
                   "wgmma.mma_async.sync.aligned.m64n8k32.s32.u8.u8 {%a0, %a1, "
                   "%a2, %a3}, %da, %db, 1;\n" +
                   commit + waitFor(0),
               "register '%a0' belongs to another product");
}

TEST(WarpGroupRules, AllWarpsTogether) {
  const std::string some = "setp.eq.u32 %p2, %r1, 2;\n";
  expectReport(some + fence + "@%p2 bra OTHER;\n" + first +
                   "bra.uni END;\nOTHER:\n" + second + "END:\n" + commit +
                   waitFor(0),
               "the warps of a group execute the same wgmma");
  expectReport(some + "@%p2 bra END;\n" + fence + first + commit + waitFor(0) +
                   "END:\n",
               "ended without executing");
  expectReport(some + fence + "@%p2 add.u64 %db, %db, 1;\n" + first + commit +
                   waitFor(0),
               "the warps of a group have different descriptors of B");
  expectReport(fence, "needs a warp group of four warps", 96);
  // Others cannot wait for an instruction that this one never reaches.
  expectReport(some + fence + "@%p2 bar.sync 1;\n" + first + commit +
                   waitFor(0),
               "for warp 2 of its warp group to execute the product");
}

TEST(WarpGroupRules, Descriptors) {
  auto with = [&](const std::string &descriptor) {
    return fence + "mov.u64 %db, " + descriptor + ";\n" + first + commit +
           waitFor(0);
  };
  expectReport(with("0x00000008004001f9"), "out of bounds");
  expectReport(fence + "cvt.u64.u32 %db, %t;\n" + first + commit + waitFor(0),
               "the lanes of a warp have different descriptors of B");
  expectReport(fence +
                   "wgmma.mma_async.sp.sync.aligned.m64n8k64.s32.u8.u8 {%acc0, "
                   "%acc1, %acc2, %acc3}, %da, 0xC000001000000100, %r9, 0, 1;" +
                   commit + waitFor(0),
               "has a swizzle of 32 bytes, less than the 64");
  expectReport(fence +
                   "mov.b32 %r9, 0x44444454;\n"
                   "wgmma.mma_async.sp.sync.aligned.m64n8k64.s32.u8.u8 {%acc0, "
                   "%acc1, %acc2, %acc3}, %da, 0x0000001000400100, %r9, 0, 1;" +
                   commit + waitFor(0),
               "metadata of a sparse matrix that have no meaning: 0x44444454");
}

TEST(WarpGroupRules, RegisterPool) {
  auto change = [](const char *how, unsigned count) {
    return "setmaxnreg." + std::string(how) + ".sync.aligned.u32 " +
           std::to_string(count) + ";\n";
  };
  const std::string directives = ".maxntid 256 .maxnreg 128\n";
  const std::string split = "setp.ge.u32 %p2, %r1, 4;\n@%p2 bra OTHER;\n";
  auto twoGroups = [&](const std::string &one, const std::string &other) {
    return split + one + "bra.uni END;\nOTHER:\n" + other + "END:\n";
  };
  // One group waits for registers that the other one gives back.
  expectReport(twoGroups(change("inc", 232), change("dec", 24)), "", 256,
               directives);
  expectReport(twoGroups(change("inc", 240), change("dec", 24)),
               "for registers: it has 128 for each thread", 256, directives);
  expectReport(change("dec", 136), "fewer than the 136 that it is to keep", 256,
               directives);
  expectReport(change("inc", 120), "more than the 120 that it is to get", 256,
               directives);
  expectReport("setp.eq.u32 %p2, %r1, 1;\n@%p2 bra END;\n" + change("dec", 64) +
                   "END:\n",
               "ended without executing", 256, directives);
  // 65536 / 384 is 170: a thread has 168.
  expectReport(change("dec", 176), "the warp has 168 registers", 384,
               ".maxntid 384 .minnctapersm 1\n");
  // The most that is possible: three times 168 is 256 and twice 124, and the
  // multiple of 8 below that is 120.
  const std::string three = ".maxntid 384 .minnctapersm 1\n";
  expectReport(twoGroups(change("dec", 120) + change("inc", 120),
                         "setp.lt.u32 %p2, %r1, 8;\n@%p2 bra MOST;\n" +
                             change("dec", 120) + "bra.uni END;\nMOST:\n" +
                             change("inc", 256)),
               "", 384, three);
  expectReport(twoGroups(change("dec", 128),
                         "setp.lt.u32 %p2, %r1, 8;\n@%p2 bra MOST;\n" +
                             change("dec", 128) + "bra.uni END;\nMOST:\n" +
                             change("inc", 256)),
               "for registers: it has 168 for each thread", 384, three);
  // Agents that share a group have an instruction each, and these must be
  // equal.
  const std::string agents = "setp.ge.u32 %p2, %r1, 2;\n@%p2 bra OTHER;\n";
  auto twoAgents = [&](const std::string &one, const std::string &other) {
    return agents + one + "bra.uni END;\nOTHER:\n" + other + "END:\n";
  };
  expectReport(twoAgents(change("dec", 64), change("dec", 64)), "", 128,
               directives);
  expectReport(twoAgents(change("dec", 64), change("dec", 56)),
               "the warps of a group execute the same", 128, directives);
  // Without effect if no directive fixes the number, which a check reports.
  for (const char *threads : {"", ".maxntid 256\n", ".reqntid 256\n"}) {
    expectReport(change("inc", 240), "", 256, threads,
                 /*checksFences=*/false);
    expectReport(change("inc", 240), "this may have no effect", 256, threads);
  }
  // ptxas ignores a number that no thread can have, and then knows its own.
  for (const char *excess : {".maxnreg 256\n", ".maxnreg 300\n"})
    for (unsigned count : {24u, 232u, 256u})
      expectReport(change("inc", count), "", 256, excess);
}
