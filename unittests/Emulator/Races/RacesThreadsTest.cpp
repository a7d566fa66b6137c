//===- RacesThreadsTest.cpp - The race check on several host threads ------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks of one launch run on several host threads with the check of races. The
// findings must be those of one host thread; a right kernel stays silent, and
// its twin that lacks one thing is reported in every run.
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include <gmock/gmock.h>

using namespace tessera::ptx;
using namespace tessera::ptx::test;
using testing::HasSubstr;

namespace {

constexpr unsigned hostThreads = 4;
constexpr uint32_t blocks = 24, threads = 64;
/// Number of runs of each kernel: which blocks meet is the host's choice.
constexpr unsigned repeats = 12;

const char *module = ".shared .align 16 .b8 s[4096];\n"
                     ".global .align 4 .b32 data[65536];\n"
                     ".global .align 4 .b32 sums[65536];\n"
                     ".global .align 4 .u32 flags[64];\n"
                     ".global .align 4 .u32 count = 0;\n";

/// The block in %r40, and the thread's number in the grid in %r41.
const char *numbers = "mov.u32 %r40, %ctaid.x; mov.u32 %r41, %ntid.x;\n"
                      "mad.lo.u32 %r41, %r40, %r41, %t;\n";

struct Outcome {
  std::string error;
  uint64_t sameValueStores = 0;
  std::vector<uint32_t> result;
};

Outcome runOn(unsigned hostThreads, const std::string &body,
              Checks checks = Checks::all()) {
  KernelRun run(kernel(numbers + body, module));
  run.zeros(blocks * threads * 4).zeros(4).zeros(4).zeros(4);
  run.config.checks = checks;
  run.config.hostThreads = hostThreads;
  run.config.stepLimit = 1 << 24;
  Outcome outcome;
  outcome.error = run.launch({blocks, 1, 1}, {threads, 1, 1});
  outcome.sameValueStores = run.statistics.sameValueStores;
  outcome.result = run.read<uint32_t>(0);
  return outcome;
}

void expectClean(const std::string &body) {
  Outcome one = runOn(1, body);
  ASSERT_EQ(one.error, "") << body;
  for (unsigned i = 0; i != repeats; ++i) {
    Outcome outcome = runOn(hostThreads, body);
    ASSERT_EQ(outcome.error, "") << body;
    EXPECT_EQ(outcome.sameValueStores, one.sameValueStores) << body;
    EXPECT_EQ(outcome.result, one.result) << body;
  }
}

void expectRace(const std::string &body, const std::string &words) {
  Checks checks;
  checks.race = checks.benign = true;
  for (unsigned i = 0; i <= repeats; ++i) {
    std::string error = runOn(i ? hostThreads : 1, body, checks).error;
    ASSERT_THAT(error, HasSubstr("data race")) << body;
    ASSERT_THAT(error, HasSubstr(words)) << body;
  }
}

TEST(RacesThreads, BlocksWithoutEachOther) {
  auto body = [](const std::string &barrier) {
    return "mov.u32 %r1, s; add.u32 %r2, %r1, %at; xor.b32 %r3, %at, 128;\n"
           "add.u32 %r3, %r3, %r1; mul.wide.u32 %rd4, %r41, 4;\n"
           "add.u64 %rd4, %rd4, %rd0; mov.u32 %r5, 0;\n"
           "L: st.shared.u32 [%r2], %r41;\n" +
           barrier +
           "ld.shared.u32 %r6, [%r3]; bar.sync 0; add.u32 %r5, %r5, 1;\n"
           "setp.lt.u32 %p1, %r5, 50; @%p1 bra L;\n"
           "st.global.u32 [%rd4], %r6;";
  };
  expectClean(body("bar.sync 0;"));
  expectRace(body(""), "a barrier between them");
}

/// Lanes access pages far apart, in another order for each block.
TEST(RacesThreads, AccessesToManyShards) {
  auto body = [](const std::string &access) {
    return "mov.u64 %rd5, data; mov.u32 %r5, 0;\n"
           "mad.lo.u32 %r6, %r41, 3001, %r40;\n"
           "L: mad.lo.u32 %r6, %r6, 1664525, 1013904223;\n"
           "shr.u32 %r7, %r6, 16; mul.wide.u32 %rd6, %r7, 4;\n"
           "add.u64 %rd6, %rd6, %rd5;\n" +
           access +
           "add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 10; @%p1 bra L;";
  };
  expectClean(body("red.global.add.u32 [%rd6], 1;"));
  expectClean(body("ld.relaxed.gpu.global.u32 %r8, [%rd6];\n"
                   "atom.relaxed.gpu.global.exch.b32 %r9, [%rd6], %r8;"));
  expectRace(body("st.global.u32 [%rd6], %r41;"), "nothing orders them");
}

/// Lanes begin copies together from pages far apart; each block has words of its own
/// there, or stores to what the next one copies.
TEST(RacesThreads, CopiesFromManyShards) {
  auto body = [](const std::string &mine) {
    return "mov.u64 %rd5, data; and.b32 %r6, %t, 31; shl.b32 %r6, %r6, 13;\n"
           "shr.u32 %r7, %t, 5; mad.lo.u32 %r7, %r40, 2, %r7;\n"
           "mad.lo.u32 %r8, %r7, 4, %r6; cvt.u64.u32 %rd6, %r8;\n"
           "add.u64 %rd6, %rd6, %rd5; mov.u32 %r1, s; add.u32 %r2, %r1, %at;\n"
           "st.global.u32 [%rd6], %r41; bar.sync 0;\n" +
           mine +
           "cp.async.ca.shared.global [%r2], [%rd6], 4;\n"
           "cp.async.wait_all; ld.shared.u32 %r9, [%r2];\n"
           "mul.wide.u32 %rd7, %r41, 4; add.u64 %rd7, %rd7, %rd0;\n"
           "st.global.u32 [%rd7], %r9;";
  };
  expectClean(body(""));
  expectRace(body("mov.u32 %r10, %nctaid.x; sub.u32 %r10, %r10, 1;\n"
                  "setp.ne.u32 %p1, %r40, %r10; @%p1 add.u64 %rd6, %rd6, 8;\n"),
             "asynchronous read");
}

/// A lane that draws the last ticket of a counter reads the words of all.
TEST(RacesThreads, TheLastBlockAddsUp) {
  auto body = [](const std::string &before, const std::string &after) {
    return "mov.u64 %rd5, data; mul.wide.u32 %rd6, %r41, 4;\n"
           "add.u64 %rd6, %rd6, %rd5; st.global.u32 [%rd6], %r41;\n"
           "bar.sync 0; mov.u64 %rd7, count;\n"
           "setp.ne.u32 %p1, %t, 0; @%p1 bra END;\n" +
           before +
           "atom.relaxed.gpu.global.inc.u32 %r7, [%rd7], 23;\n"
           "setp.ne.u32 %p1, %r7, 23; @%p1 bra END;\n" +
           after +
           "mov.u32 %r5, 0; mov.u32 %r9, 0;\n"
           "L: ld.global.u32 %r8, [%rd5]; add.u64 %rd5, %rd5, 4;\n"
           "add.u32 %r9, %r9, %r8; add.u32 %r5, %r5, 1;\n"
           "setp.lt.u32 %p1, %r5, 1536; @%p1 bra L;\n"
           "st.global.u32 [%rd0], %r9; END:";
  };
  const std::string fence = "fence.acq_rel.gpu;\n";
  expectClean(body(fence, fence));
  expectRace(body("", fence), "blocks are ordered by");
  expectRace(body(fence, ""), "blocks are ordered by");
}

/// Blocks wait for the flag of the block before them.
TEST(RacesThreads, AChainOfFlags) {
  auto body = [](const std::string &release, const std::string &acquire) {
    return "mov.u64 %rd5, flags; mul.wide.u32 %rd6, %r40, 4;\n"
           "add.u64 %rd6, %rd6, %rd5; mov.u64 %rd7, count;\n"
           "setp.ne.u32 %p1, %t, 0; @%p1 bra END;\n"
           "setp.eq.u32 %p1, %r40, 0; @%p1 bra FIRST;\n"
           "L: ld." +
           acquire +
           ".gpu.global.u32 %r5, [%rd6+-4];\n"
           "setp.eq.u32 %p1, %r5, 0; @%p1 bra L;\n"
           "FIRST: ld.global.u32 %r6, [%rd7]; add.u32 %r6, %r6, 3;\n"
           "st.global.u32 [%rd7], %r6; st." +
           release +
           ".gpu.global.u32 [%rd6], 1;\n"
           "mul.wide.u32 %rd8, %r40, 4; add.u64 %rd8, %rd8, %rd0;\n"
           "st.global.u32 [%rd8], %r6; END:";
  };
  expectClean(body("release", "acquire"));
  expectRace(body("relaxed", "acquire"), "blocks are ordered by");
  expectRace(body("release", "relaxed"), "blocks are ordered by");
}

/// The order of the stores is open, and memory tells if one repeats another: no
/// other store may come between this look and the store.
TEST(RacesThreads, StoresOfOneValue) {
  // Four blocks meet before each store, and nothing orders them.
  auto body = [](const std::string &value) {
    return "setp.ge.u32 %p1, %r40, 4; @%p1 bra END;\n"
           "mov.u64 %rd5, data; and.b32 %r7, %t, 31;\n"
           "mul.wide.u32 %rd6, %r7, 4; add.u64 %rd5, %rd5, %rd6;\n"
           "mov.u64 %rd7, count; mov.u32 %r5, 0; mov.u32 %r6, " +
           value +
           ";\nL: add.u32 %r5, %r5, 1; shl.b32 %r8, %r5, 2;\n"
           "setp.ne.u32 %p1, %t, 0; @%p1 bra MET;\n"
           "red.relaxed.gpu.global.add.u32 [%rd7], 1;\n"
           "W: ld.relaxed.gpu.global.u32 %r9, [%rd7];\n"
           "setp.lt.u32 %p1, %r9, %r8; @%p1 bra W;\n"
           "MET: bar.sync 0;\n"
           "st.global.u32 [%rd5], %r6; add.u64 %rd5, %rd5, 128;\n"
           "setp.lt.u32 %p1, %r5, 12; @%p1 bra L; END:";
  };
  expectClean(body("7"));
  expectRace(body("%r40"), "blocks are ordered by");
}

/// Reduced by asynchronous copies of all blocks, and read by one.
TEST(RacesThreads, AsynchronousReductions) {
  auto body = [](const std::string &last) {
    return "mov.u32 %r1, s; mov.u64 %rd5, data; mov.u64 %rd7, count;\n"
           "add.u32 %r2, %r1, %at; st.shared.u32 [%r2], 1;\n"
           "fence.proxy.async; bar.sync 0;\n"
           "setp.ne.u32 %p1, %t, 0; @%p1 bra END;\n"
           "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 "
           "[%rd5+3968], [%r1], 256;\n"
           "cp.async.bulk.commit_group;\n" +
           last +
           "fence.proxy.async; fence.acq_rel.gpu;\n"
           "atom.relaxed.gpu.global.inc.u32 %r7, [%rd7], 23;\n"
           "fence.acq_rel.gpu; setp.ne.u32 %p1, %r7, 23; @%p1 bra END;\n"
           "ld.global.u32 %r8, [%rd5+4096]; st.global.u32 [%rd0], %r8; END:";
  };
  expectClean(body("cp.async.bulk.wait_group 0;\n"));
  expectRace(body("cp.async.bulk.wait_group.read 0;\n"),
             "may still be running");
}

} // namespace
