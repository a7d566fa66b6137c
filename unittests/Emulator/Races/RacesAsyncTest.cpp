//===- RacesAsyncTest.cpp - Races with copies; memory never written -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include "llvm/ADT/StringExtras.h"
#include <gmock/gmock.h>

using namespace tessera::ptx;
using namespace tessera::ptx::test;
using testing::HasSubstr;

namespace {

const char *sharedModule = ".shared .align 16 .b8 s[4096];\n"
                           ".shared .align 8 .b64 mb;\n"
                           ".global .align 4 .u32 g[64];\n";

std::string runOnce(const std::string &body, unsigned threads, uint64_t seed,
                    Checks checks) {
  KernelRun run(kernel(body, sharedModule));
  run.zeros(4096).zeros(4096).zeros(64).zeros(64);
  run.config.checks = checks;
  run.config.seed = seed;
  if (seed) {
    run.config.warps = OrderPolicy::Random;
    run.config.async = seed % 2 ? AsyncPolicy::Random : AsyncPolicy::Lazy;
  }
  run.config.stepLimit = 1 << 20;
  return run.launch({1, 1, 1}, {threads, 1, 1});
}

void expectClean(const std::string &body, unsigned threads = 64) {
  for (uint64_t seed = 0; seed != 20; ++seed)
    ASSERT_EQ(runOnce(body, threads, seed, Checks::all()), "")
        << "seed " << seed << "\n"
        << body;
}

/// Expects a race report in every order, with these words in the message.
void expectRace(const std::string &body, const std::string &words,
                unsigned threads = 64) {
  Checks races;
  races.race = races.benign = true;
  for (uint64_t seed = 0; seed != 10; ++seed) {
    std::string error = runOnce(body, threads, seed, races);
    ASSERT_THAT(error, HasSubstr("data race")) << "seed " << seed << "\n"
                                               << body;
    ASSERT_THAT(error, HasSubstr(words)) << "seed " << seed << "\n" << body;
  }
}

/// %r2: the thread's word in shared memory; %r3: that of a thread 32 further
/// on; %rd5: its word in p0.
const char *places = "mov.u32 %r1, s; add.u32 %r2, %r1, %at;\n"
                     "xor.b32 %r3, %at, 128; add.u32 %r3, %r3, %r1;\n"
                     "cvt.u64.u32 %rd6, %at; add.u64 %rd5, %rd0, %rd6;\n";
const char *copy = "cp.async.ca.shared.global [%r2], [%rd5], 4;\n"
                   "cp.async.commit_group;\n";
const char *inFlight = "may still be running";

TEST(RacesAsync, CopiesAreWaitedFor) {
  std::string begin = std::string(places) + copy;
  expectClean(begin + "cp.async.wait_group 0; ld.shared.u32 %r4, [%r2];");
  expectClean(begin + "cp.async.wait_all; bar.sync 0;\n"
                      "ld.shared.u32 %r4, [%r3];");
  expectRace(begin + "ld.shared.u32 %r4, [%r2];", inFlight);
  expectRace(begin + "bar.sync 0; ld.shared.u32 %r4, [%r3];", inFlight);
  // The wait of a thread is not a wait of others.
  expectRace(begin + "cp.async.wait_all; ld.shared.u32 %r4, [%r3];",
             "asynchronous");
  // The source is read meanwhile.
  expectRace(begin + "st.global.u32 [%rd5], %t;", inFlight);
  expectClean(begin + "cp.async.wait_all; st.global.u32 [%rd5], %t;");
}

TEST(RacesAsync, GroupsEndInOrder) {
  std::string begin = std::string(places) + copy +
                      "cp.async.ca.shared.global [%r2+1024], [%rd5], 4;\n"
                      "cp.async.commit_group;\ncp.async.wait_group 1;\n";
  expectClean(begin + "ld.shared.u32 %r4, [%r2];");
  expectRace(begin + "ld.shared.u32 %r4, [%r2+1024];", inFlight);
}

TEST(RacesAsync, BuffersAreUsedAgainWhenAllHaveRead) {
  auto body = [](const std::string &between) {
    return std::string(places) + copy +
           "cp.async.wait_all; bar.sync 0; ld.shared.u32 %r4, [%r3];\n" +
           between + copy +
           "cp.async.wait_all; bar.sync 0; ld.shared.u32 %r4, [%r3];\n";
  };
  expectClean(body("bar.sync 0;\n"));
  expectRace(body(""), "asynchronous write");
}

/// The copies of a warp's instruction are checked at once, each as of its lane.
TEST(RacesAsync, LanesThatBeginTogetherAreToldApart) {
  // %r9: the word of the neighbouring lane.
  const std::string begin =
      std::string(places) + "xor.b32 %r9, %at, 4; add.u32 %r9, %r9, %r1;\n";
  const std::string wait = "cp.async.wait_all;\n",
                    load = "ld.shared.u32 %r4, [%r9];\n";
  expectClean(begin + copy + wait + "bar.warp.sync -1;\n" + load);
  expectRace(begin + copy + wait + load, "asynchronous write");
  // Some lanes copy, twice with the same operation.
  const std::string some = "setp.lt.u32 %p1, %t, 16;\n@%p1 " +
                           std::string(copy) + wait + "bar.warp.sync -1;\n";
  expectClean(begin + some + some);
  expectRace(begin + some + "@%p1 " + copy + load, inFlight);
  // Two lanes copy to one place.
  expectRace(begin + "cp.async.ca.shared.global [%r1], [%rd5], 4;\n" + wait,
             "asynchronous write");
  // An access of a lane comes before its own copy alone.
  const std::string store = "st.shared.u32 [%r9], %t;\n",
                    own = "st.shared.u32 [%r2], %t;\n";
  expectClean(begin + own + copy + wait);
  expectRace(begin + store + copy + wait, "lanes of one warp");
  expectClean(begin + store + "bar.warp.sync -1;\n" + copy + wait);
}

/// An mbarrier is told of the copies of the lanes that arrive at it.
TEST(RacesAsync, LanesThatBeginTogetherArriveByThemselves) {
  auto body = [](const std::string &who, const std::string &load) {
    return std::string(places) +
           "setp.ne.u32 %p1, %t, 0;\n"
           "@!%p1 mbarrier.init.shared.b64 [mb], 1;\nbar.sync 0;\n" +
           copy + "setp.ne.u32 %p2, %t, " + who +
           ";\n@!%p2 cp.async.mbarrier.arrive.noinc.shared.b64 [mb];\n"
           "TAKE: mbarrier.try_wait.parity.shared.b64 %p3, [mb], 0;\n"
           "@!%p3 bra TAKE;\n@%p1 bra DONE; " +
           load + "DONE:";
  };
  expectClean(body("0", "ld.shared.u32 %r4, [%r1];\n"), 32);
  expectClean(body("5", "ld.shared.u32 %r4, [%r1+20];\n"), 32);
  expectRace(body("5", "ld.shared.u32 %r4, [%r1+16];\n"), inFlight, 32);
}

TEST(RacesAsync, ProxiesAreFenced) {
  auto body = [](const std::string &fence, const std::string &wait) {
    return std::string(places) + "st.shared.u32 [%r2], %t;\n" + fence +
           "bar.sync 0; setp.ne.u32 %p1, %t, 0; @%p1 bra DONE;\n"
           "cp.async.bulk.global.shared::cta.bulk_group [%rd0], [%r1], 256;\n"
           "cp.async.bulk.commit_group;\n" +
           wait + "DONE: bar.sync 0; st.shared.u32 [%r2], %at;\n";
  };
  expectClean(body("fence.proxy.async;\n", "cp.async.bulk.wait_group 0;\n"));
  expectClean(body("fence.proxy.async.shared::cta;\n",
                   "cp.async.bulk.wait_group.read 0;\n"));
  expectRace(body("", "cp.async.bulk.wait_group 0;\n"), "another proxy");
  expectRace(
      body("fence.proxy.async.global;\n", "cp.async.bulk.wait_group 0;\n"),
      "another proxy");
  expectRace(body("fence.proxy.async;\n", ""), inFlight);
}

/// A fence shows the async proxy what its own thread has done, and what that
/// knew.
TEST(RacesAsync, FencesOfProxiesAreOfOneThread) {
  auto body = [](const std::string &between) {
    return std::string(places) +
           "setp.eq.u32 %p1, %t, 5; setp.ne.u32 %p2, %t, 5;\n"
           "st.shared.u32 [%r2], %t;\n" +
           between +
           "setp.ne.u32 %p1, %t, 0; @%p1 bra DONE;\n"
           "cp.async.bulk.global.shared::cta.bulk_group [%rd0], [%r1], 256;\n"
           "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; DONE:\n";
  };
  const std::string fence = "fence.proxy.async.shared::cta;\n";
  expectClean(body(fence + "bar.sync 0;\n"));
  expectClean(body("bar.sync 0;\n" + fence));
  expectClean(body(fence + "bar.warp.sync 0xffffffff; bar.sync 0;\n"));
  // Behind a fence of its warp's barrier, thread 5 has shown all of them.
  expectClean(body("bar.sync 0; @%p1 " + fence + "bar.sync 0;\n"));
  for (const char *sync : {"", "bar.warp.sync 0xffffffff;\n"}) {
    expectRace(body("@%p2 " + fence + sync + "bar.sync 0;\n"), "another proxy");
    expectRace(body("@%p1 " + fence + sync + "bar.sync 0;\n"), "another proxy");
    expectRace(body(fence + "@%p1 st.shared.u32 [%r2], %at;\n" + sync +
                    "bar.sync 0;\n"),
               "another proxy");
  }
}

/// Columns of words, whose copies have equal records by another distance than
/// neighbours.
TEST(RacesAsync, CopiesOfColumnsAreToldApart) {
  auto body = [](const std::string &wait, const std::string &rest) {
    return std::string("and.b32 %r4, %t, 31; shl.b32 %r4, %r4, 7;\n"
                       "shr.u32 %r5, %t, 5; shl.b32 %r5, %r5, 2;\n"
                       "add.u32 %r4, %r4, %r5; mov.u32 %r1, s;\n"
                       "add.u32 %r2, %r1, %r4; cvt.u64.u32 %rd6, %r4;\n"
                       "add.u64 %rd5, %rd0, %rd6; setp.ne.u32 %p1, %t, 37;\n") +
           copy + wait + " cp.async.wait_all; bar.sync 0;\n" + rest;
  };
  const std::string load = "ld.shared.u32 %r6, [%r1+644];\n"; // of thread 37
  const std::string others =
      "setp.ne.u32 %p2, %t, 37; @%p2 ld.shared.u32 %r6, [%r2];\n";
  expectClean(body("", load + others));
  expectClean(body("@%p1", others));
  expectRace(body("@%p1", load), inFlight);
  expectRace(body("@%p1", "st.global.u32 [%rd0+644], %r1;\n"), inFlight);
  expectClean(body("@%p1", "@%p1 st.global.u32 [%rd5], %t;\n"));
}

/// Parts of rows whose lanes have one record, and lines that two lanes copy: a
/// store to any word races with the copy that reads it, unless it is the
/// thread's own.
TEST(RacesAsync, CopiesOfPartsOfRowsAreToldApart) {
  auto body = [](const std::string &between, unsigned thread, unsigned lane,
                 unsigned word) {
    return "and.b32 %r4, %t, 7; shr.u32 %r5, %t, 3; shl.b32 %r4, %r4, 4;\n"
           "mad.lo.u32 %r4, %r5, 512, %r4; cvt.u64.u32 %rd6, %r4;\n"
           "add.u64 %rd5, %rd0, %rd6; mov.u32 %r1, s;\n"
           "mad.lo.u32 %r2, %t, 16, %r1;\n"
           "cp.async.cg.shared.global [%r2], [%rd5], 16;\n"
           "cp.async.wait_all;\n" +
           between + "setp.eq.u32 %p1, %t, " + std::to_string(thread) +
           "; @%p1 st.global.u32 [%rd0+" +
           std::to_string(lane / 8 * 512 + lane % 8 * 16 + 4 * word) +
           "], 7;\n";
  };
  for (unsigned lane = 0; lane < 32; lane += 3)
    for (unsigned thread : {lane, lane ^ 1, (lane + 8) % 32}) {
      const unsigned word = (lane + thread) % 4;
      if (thread == lane)
        expectClean(body("", thread, lane, word), 32);
      else
        expectRace(body("", thread, lane, word), "asynchronous read", 32);
      expectClean(body("bar.warp.sync -1;\n", thread, lane, word), 32);
    }
}

/// A long copy finds the one word whose history differs from its neighbours',
/// and accesses after the copy find each word of it.
TEST(RacesAsync, LongCopiesAreCheckedWordByWord) {
  auto body = [](const std::string &thread, const std::string &before,
                 const std::string &after) {
    return std::string(places) + "setp.eq.u32 %p2, %t, " + thread +
           "; st.shared.u32 [%r2], %t;\n"
           "fence.proxy.async; bar.sync 0;\n" +
           before +
           "bar.sync 0; setp.ne.u32 %p1, %t, 0; @%p1 bra ISSUED;\n"
           "cp.async.bulk.global.shared::cta.bulk_group [%rd0], [%r1], 256;\n"
           "cp.async.bulk.commit_group;\n"
           "ISSUED: bar.sync 0;\n" +
           after +
           "@%p1 bra DONE; cp.async.bulk.wait_group 0;\n"
           "DONE: bar.sync 0; st.shared.u32 [%r2], %at;\n";
  };
  const std::string store = "@%p2 st.shared.u32 [%r2], 77;\n",
                    byte = "@%p2 st.shared.u8 [%r2+2], 77;\n",
                    fence = "fence.proxy.async;\n";
  expectClean(body("5", store + fence, ""));
  expectClean(body("5", byte + fence, ""));
  for (unsigned thread : {0, 1, 7, 8, 31, 32, 37, 63}) {
    auto place = [&](unsigned byte) {
      return "shared address 0x" +
             llvm::utohexstr(4 * thread + byte, /*LowerCase=*/true) + " ";
    };
    std::string number = std::to_string(thread);
    expectRace(body(number, store, ""), place(0));
    expectRace(body(number, byte, ""), place(2));
    expectRace(body(number, "", store), place(0));
  }
}

/// A long copy of what two copies of a warp have written, 16 bytes by a lane, half of
/// whose lanes hand over the second.
TEST(RacesAsync, LongCopiesFindLanesThatDidNotHandOver) {
  auto body = [](const std::string &keepsBack, unsigned arrivals) {
    return "mov.u32 %r1, s; and.b32 %r5, %t, 31; shl.b32 %r5, %r5, 4;\n"
           "add.u32 %r2, %r1, %r5; cvt.u64.u32 %rd8, %r5;\n"
           "add.u64 %rd8, %rd1, %rd8; and.b32 %r6, %t, 1;\n"
           "setp.ne.u32 %p1, %t, 0; setp.lt.u32 %p2, %t, 32;\n"
           "@!%p1 mbarrier.init.shared.b64 [mb], " +
           std::to_string(arrivals) +
           ";\n"
           "@%p2 bra FIRST;\n"
           "cp.async.cg.shared.global [%r2], [%rd8], 16;\n"
           "cp.async.wait_all; fence.proxy.async;\n"
           "FIRST: bar.sync 0; @%p2 bra TAKE;\n"
           "cp.async.cg.shared.global [%r2+512], [%rd8], 16;\n" +
           keepsBack +
           "cp.async.wait_all; fence.proxy.async;\n"
           "mbarrier.arrive.shared.b64 %rd9, [mb]; bra DONE;\n"
           "TAKE: @%p1 bra DONE;\n"
           "W: mbarrier.try_wait.parity.shared.b64 %p4, [mb], 0;\n"
           "@!%p4 bra W;\n"
           "cp.async.bulk.global.shared::cta.bulk_group [%rd0], [%r1], 1024;\n"
           "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\nDONE:";
  };
  expectClean(body("", 32));
  for (const char *lanes : {"0", "1"})
    expectRace(body(std::string("setp.eq.u32 %p3, %r6, ") + lanes +
                        "; @%p3 bra DONE;\n",
                    16),
               "asynchronous read");
}

/// Warp 0 writes and arrives at an mbarrier that warp 1 waits at.
std::string pass(const std::string &arrive, const std::string &wait,
                 const std::string &afterInit = "bar.sync 0;") {
  return std::string(places) +
         "setp.ne.u32 %p1, %t, 0;\n@!%p1 mbarrier.init.shared.b64 [mb], 32;\n" +
         afterInit +
         "setp.ge.u32 %p2, %t, 32; @%p2 bra TAKE;\n"
         "st.shared.u32 [%r2], %t;\n" +
         arrive + "bra DONE;\nTAKE: " + wait +
         "@!%p3 bra TAKE; ld.shared.u32 %r4, [%r3];\nDONE:";
}

TEST(RacesAsync, MbarriersReleaseAndAcquire) {
  std::string arrive = "mbarrier.arrive.shared.b64 %rd9, [mb];\n";
  std::string wait = "mbarrier.try_wait.parity.shared.b64 %p3, [mb], 0;\n";
  expectClean(pass(arrive, wait));
  expectRace(pass("mbarrier.arrive.relaxed.cta.shared.b64 %rd9, [mb];\n", wait),
             "nothing orders them");
  expectRace(
      pass(arrive,
           "mbarrier.try_wait.parity.relaxed.cta.shared.b64 %p3, [mb], 0;\n"),
      "nothing orders them");
  // Others may not use an mbarrier before they know that it is initialised.
  Checks races;
  races.race = races.benign = true;
  EXPECT_THAT(runOnce(pass(arrive, wait, ""), 64, 0, races), HasSubstr("'mb'"));
}

//===----------------------------------------------------------------------===//
// Memory never written
//===----------------------------------------------------------------------===//

std::string unwritten(const std::string &body, unsigned threads = 1,
                      const std::string &module = "") {
  KernelRun run(kernel(body, sharedModule + module));
  run.zeros(64).zeros(64).zeros(64).zeros(64);
  run.config.checks.memory = true;
  return run.launch({1, 1, 1}, {threads, 1, 1});
}

TEST(Unwritten, SharedMemory) {
  std::string words = "use of memory that nobody has written: 4 bytes at "
                      "shared address 0x4 ('s' + 4)";
  std::string use = "st.global.u32 [%rd0], %r1;";
  EXPECT_EQ(unwritten("ld.shared.u32 %r1, [s+4];"), "");
  EXPECT_THAT(unwritten("ld.shared.u32 %r1, [s+4];" + use), HasSubstr(words));
  EXPECT_THAT(unwritten("atom.shared.add.u32 %r1, [s+4], 1;"),
              HasSubstr(words));
  EXPECT_THAT(unwritten("st.shared.u32 [s], 1; ld.shared.v2.u32 {%r9, %r1}, "
                        "[s];" +
                        use),
              HasSubstr(words));
  EXPECT_EQ(unwritten("st.shared.u32 [s+4], 1; ld.shared.u32 %r1, [s+4];"), "");
  // A structure with one member set.
  EXPECT_EQ(unwritten("mov.u16 %h1, 1; st.shared.u8 [s+5], %h1;\n"
                      "ld.shared.u32 %r1, [s+4];" +
                      use),
            "");
}

TEST(Unwritten, LocalMemory) {
  std::string variable = ".local .align 8 .b8 x[16];\n";
  std::string use = "st.global.u32 [%rd0], %r1;\n";
  EXPECT_THAT(unwritten(variable +
                        "ld.local.u32 %r1, [x+8];\n"
                        "add.u32 %r1, %r1, 1;" +
                        use),
              HasSubstr("nobody has written: 4 bytes at local address"));
  EXPECT_EQ(unwritten(variable + "st.local.u32 [x+8], 1;\n"
                                 "ld.local.u32 %r1, [x+8];"),
            "");
  // Each thread has its own, and each call as well.
  EXPECT_THAT(unwritten(variable +
                            "setp.eq.u32 %p1, %t, 0;\n"
                            "@%p1 st.local.u32 [x], 1;\n"
                            "ld.local.u32 %r1, [x];\n" +
                            use,
                        2),
              HasSubstr("thread (1,0,0)"));
  const char *function = R"(
.func (.param .b32 r) f(.param .b32 a) {
  .local .align 4 .b8 y[4]; .reg .b32 %q; .reg .pred %z;
  ld.param.u32 %q, [a]; setp.eq.u32 %z, %q, 0;
  @%z st.local.u32 [y], %q; ld.local.u32 %q, [y];
  st.param.b32 [r], %q; ret;
})";
  auto call = [](const char *value) {
    return "{ .param .b32 a0; .param .b32 r0; mov.u32 %r1, " +
           std::string(value) +
           "; st.param.b32 [a0], %r1;\ncall (r0), f, (a0); "
           "ld.param.b32 %r2, [r0]; }\n";
  };
  EXPECT_EQ(unwritten(call("0") + call("0"), 1, function), "");
  EXPECT_THAT(unwritten(call("0") + call("1") + "st.global.u32 [%rd0], %r2;", 1,
                        function),
              HasSubstr("nobody has written"));
}

/// nvcc's code for structures and bit fields at -O0.
TEST(Unwritten, Copies) {
  std::string variable = ".local .align 8 .b8 x[16];\n";
  std::string copy = "ld.local.u32 %r1, [x]; st.local.u32 [x+8], %r1;\n";
  EXPECT_EQ(unwritten(variable + copy), "");
  // The copy is as little written as its source.
  std::string use = "ld.local.u32 %r2, [x+8]; add.u32 %r3, %r2, 1;\n"
                    "st.global.u32 [%rd0], %r3;\n";
  EXPECT_THAT(unwritten(variable + copy + use),
              HasSubstr("nobody has written: 4 bytes at local address"));
  EXPECT_EQ(unwritten(variable + "st.local.u32 [x], %t;\n" + copy + use), "");
  // Nor does it change bytes that an earlier copy of it has set.
  EXPECT_THAT(unwritten(variable + "st.local.u32 [x+8], %t;\n" + copy + use),
              HasSubstr("nobody has written"));
  // Byte by byte.
  std::string one = "mov.u16 %h1, 1; st.local.u8 [x+1], %h1;\n";
  auto useByte = [](const char *at) {
    return "ld.local.u8 %h2, [x+" + std::string(at) +
           "]; add.u16 %h3, %h2, 1; st.global.u8 [%rd0], %h3;\n";
  };
  EXPECT_EQ(unwritten(variable + one + copy + useByte("9")), "");
  EXPECT_THAT(unwritten(variable + one + copy + useByte("10")),
              HasSubstr("nobody has written: 1 bytes"));
  // Through other registers, which certainly hold the loaded value.
  std::string moved = "ld.local.u32 %r1, [x]; mov.b32 %r4, %r1;\n"
                      "mov.b32 %r5, %r4; st.local.u32 [x+8], %r5;\n";
  EXPECT_EQ(unwritten(variable + moved), "");
  EXPECT_THAT(unwritten(variable + moved + use),
              HasSubstr("nobody has written"));
  // Others may see it: now it counts.
  EXPECT_THAT(unwritten(variable + "ld.local.u32 %r1, [x];\n"
                                   "st.global.u32 [%rd0], %r1;"),
              HasSubstr("the 4 bytes stored to global address"));
  // In shared memory it is as little written as before.
  std::string share = "ld.shared.u32 %r1, [s]; st.shared.u32 [s+4], %r1;\n";
  EXPECT_EQ(unwritten(share), "");
  EXPECT_THAT(unwritten(share + "ld.shared.u32 %r2, [s+4];\n"
                                "st.global.u32 [%rd0], %r2;"),
              HasSubstr("nobody has written: 4 bytes at shared address 0x4"));
  EXPECT_EQ(unwritten(share + "st.shared.u32 [s+4], 1;\n"
                              "ld.shared.u32 %r2, [s+4];\n"
                              "st.global.u32 [%rd0], %r2;"),
            "");
  // Each element of a vector by itself.
  std::string pair = "ld.local.v2.u32 {%r1, %r2}, [x];\n";
  EXPECT_EQ(unwritten(variable + "st.local.u32 [x+4], 1;\n" + pair +
                      "st.global.u32 [%rd0], %r2;"),
            "");
  EXPECT_THAT(unwritten(variable + "st.local.u32 [x+4], 1;\n" + pair +
                        "st.global.u32 [%rd0], %r1;"),
              HasSubstr("nobody has written"));
  // A structure with bytes between its members, copied as a whole.
  EXPECT_EQ(unwritten(variable + "st.local.u32 [x+4], 1;\n"
                                 "ld.local.v2.u32 {%r1, %r2}, [x];\n"
                                 "mov.b64 %rd5, {%r1, %r2};\n"
                                 "st.global.u64 [%rd0], %rd5;"),
            "");
}

/// Allowed and forbidden uses of a load of unwritten memory.
TEST(Unwritten, WhatDependsOnIt) {
  std::string load = "ld.shared.u32 %r1, [s];\n";
  auto dependsOn = [&](const std::string &body, const std::string &how,
                       unsigned threads = 32) {
    std::string error = unwritten(load + body, threads);
    EXPECT_THAT(error, HasSubstr("nobody has written: 4 bytes at shared "
                                 "address 0x0 ('s')"))
        << body;
    EXPECT_THAT(error, HasSubstr(how)) << body;
    EXPECT_THAT(error, HasSubstr("ld.shared.u32 %r1, [s]")) << body;
  };
  dependsOn("setp.eq.u32 %p1, %r1, 7; @%p1 bra L; mov.u32 %r2, 0; L:",
            "whether this instruction is executed depends on it");
  dependsOn("setp.ne.u32 %p1, %r1, 7; @%p1 st.shared.u32 [s+4], 1;",
            "whether this instruction is executed depends on it");
  dependsOn("cvt.u64.u32 %rd5, %r1; and.b64 %rd5, %rd5, 4;\n"
            "add.u64 %rd5, %rd5, %rd0; ld.global.u32 %r2, [%rd5];",
            "an address depends on it");
  dependsOn("atom.global.add.u32 %r2, [%rd0], %r1;",
            "this instruction depends on it");
  dependsOn("shfl.sync.down.b32 %r2, %r1, 1, 31, -1;\n"
            "st.global.u32 [%rd0], %r2;",
            "the 4 bytes stored to global address");
  // Nothing depends on it.
  for (const char *body :
       {"and.b32 %r2, %r1, 0; st.global.u32 [%rd0], %r2;",
        "mul.lo.u32 %r2, %r1, 0; st.global.u32 [%rd0], %r2;",
        "setp.eq.u32 %p1, %t, 99; selp.b32 %r2, %r1, 5, %p1;\n"
        "st.global.u32 [%rd0], %r2;",
        "setp.eq.u32 %p1, %t, 99; add.u32 %r2, %r1, 1;\n"
        "@%p1 st.global.u32 [%rd0], %r2;",
        "setp.eq.u32 %p1, %r1, 99; @%p1 mov.u32 %r2, 5;",
        "setp.eq.u32 %p1, %r1, 99; setp.ne.and.u32 %p2, %t, %t, %p1;\n"
        "@%p2 st.global.u32 [%rd0], 1;",
        "mov.u32 %r1, 3; st.global.u32 [%rd0], %r1;"})
    EXPECT_EQ(unwritten(load + body, 32), "") << body;
}

/// Unread rows of a product come from unwritten rows: a tile that is not full.
TEST(Unwritten, RowsOfAProduct) {
  auto body = [](const char *row) {
    return std::string("mov.u32 %r1, s; shr.u32 %r2, %t, 2;\n"
                       "mad.lo.u32 %r3, %t, 16, %r1; mov.u32 %r9, 0;\n"
                       "setp.lt.u32 %p1, %t, 3; @%p1 st.shared.v4.u32 [%r3], "
                       "{%r9, %r9, %r9, %r9}; bar.sync 0;\n"
                       "and.b32 %r4, %t, 7; mad.lo.u32 %r4, %r4, 16, %r1;\n"
                       "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r5}, "
                       "[%r4];\nmov.b32 %f1, 0f00000000;\n"
                       "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
                       "{%f2, %f3, %f4, %f5}, {%r5, %r9}, {%r9}, "
                       "{%f1, %f1, %f1, %f1};\n"
                       "setp.lt.u32 %p2, %r2, ") +
           row +
           "; mad.lo.u32 %r6, %t, 4, 0; cvt.u64.u32 %rd5, %r6;\n"
           "add.u64 %rd5, %rd5, %rd0; @%p2 st.global.b32 [%rd5], %f2;";
  };
  auto run = [&](const char *row) {
    KernelRun run(kernel(body(row), sharedModule));
    run.zeros(512).zeros(64).zeros(64).zeros(64);
    run.config.checks = Checks::all();
    return run.launch({1, 1, 1}, {32, 1, 1});
  };
  EXPECT_EQ(run("3"), "");
  EXPECT_THAT(run("4"), HasSubstr("nobody has written"));
}

TEST(Unwritten, BitFields) {
  std::string variable = ".local .align 8 .b8 x[16];\n";
  std::string change = "ld.local.u32 %r1, [x+4]; and.b32 %r2, %r1, -8;\n"
                       "or.b32 %r3, %r2, 5;\n";
  std::string field = "ld.local.u32 %r4, [x+4]; and.b32 %r5, %r4, 7;\n"
                      "st.global.u32 [%rd0], %r5;\n";
  EXPECT_EQ(unwritten(variable + change + "st.local.u32 [x+4], %r3;" + field),
            "");
  EXPECT_THAT(unwritten(variable + change + "st.local.u32 [x+4], %r3;\n" +
                        "ld.local.u32 %r4, [x+4]; shr.u32 %r5, %r4, 3;\n"
                        "st.global.u32 [%rd0], %r5;"),
              HasSubstr("nobody has written: 4 bytes at local address"));
}

/// A parameter passed by value is a copy too.
TEST(Unwritten, Parameters) {
  const char *function = R"(
.func (.param .b32 r) f(.param .b32 a, .param .b32 b) {
  .reg .b32 %q, %s, %u;
  ld.param.u32 %q, [a]; add.u32 %s, %q, 1; st.param.b32 [r], %s; ret;
})";
  auto call = [](const char *first, const char *second) {
    return std::string(".local .align 8 .b8 x[16]; st.local.u32 [x], 1;\n"
                       "ld.local.u32 %r1, [x]; ld.local.u32 %r2, [x+8];\n"
                       "{ .param .b32 a0; .param .b32 a1; .param .b32 r0;\n"
                       "st.param.b32 [a0], ") +
           first + "; st.param.b32 [a1], " + second +
           ";\ncall (r0), f, (a0, a1); ld.param.b32 %r3, [r0]; }\n"
           "st.global.u32 [%rd0], %r3;";
  };
  EXPECT_EQ(unwritten(call("%r1", "%r2"), 1, function), "");
  EXPECT_THAT(unwritten(call("%r2", "%r1"), 1, function),
              HasSubstr("nobody has written"));
}

TEST(Unwritten, GlobalMemory) {
  auto program = llvm::cantFail(Program::parse(
      kernel("ld.global.u32 %r1, [%rd0+8]; st.global.u32 [%rd0+12], %r1;"),
      "test.ptx"));
  GlobalMemory memory;
  uint64_t address = llvm::cantFail(memory.allocate(64, "data"));
  std::vector<uint8_t> parameters(32);
  std::memcpy(parameters.data(), &address, 8);
  LaunchConfig config;
  config.block = {1, 1, 1};
  config.checks.memory = true;
  auto launchOnce = [&] {
    auto result = launch(program, "k", parameters, memory, config);
    return result ? "" : llvm::toString(result.takeError());
  };
  EXPECT_THAT(launchOnce(), HasSubstr("nobody has written: 4 bytes at global "
                                      "address"));
  EXPECT_THAT(launchOnce(), HasSubstr("('data' + 8)"));
  const uint8_t bytes[4] = {};
  llvm::cantFail(memory.write(address + 4, bytes));
  EXPECT_THAT(launchOnce(), HasSubstr("nobody has written"));
  llvm::cantFail(memory.write(address + 8, bytes));
  EXPECT_EQ(launchOnce(), "");
}

TEST(Unwritten, WhatKernelsWroteIsThereForTheNext) {
  auto parse = [](const char *body) {
    return llvm::cantFail(Program::parse(kernel(body), "test.ptx"));
  };
  auto writes = parse("st.global.u32 [%rd0], 1;");
  auto reads = parse("ld.global.u32 %r1, [%rd0];");
  for (bool isChecked : {false, true}) {
    GlobalMemory memory;
    uint64_t address = llvm::cantFail(memory.allocate(64, "data"));
    std::vector<uint8_t> parameters(32);
    std::memcpy(parameters.data(), &address, 8);
    LaunchConfig config;
    config.block = {1, 1, 1};
    config.checks.memory = isChecked;
    llvm::cantFail(launch(writes, "k", parameters, memory, config));
    config.checks.memory = true;
    auto result = launch(reads, "k", parameters, memory, config);
    EXPECT_TRUE(bool(result)) << llvm::toString(result.takeError());
  }
}

TEST(Unwritten, VariablesOfTheModuleAreZero) {
  EXPECT_EQ(unwritten("ld.global.u32 %r1, [g];"), "");
}

} // namespace
