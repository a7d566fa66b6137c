//===- RacesAsyncTest.cpp - Races with asynchronous copies ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RacesHarness.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;
using testing::HasSubstr;

namespace {

const char *sharedModule = ".shared .align 16 .b8 s[4096];\n"
                           ".shared .align 8 .b64 mb;\n"
                           ".global .align 4 .u32 g[64];\n";

void expectClean(const std::string &body, unsigned threads = 64) {
  expectCleanIn(sharedModule, body, {1, threads}, /*seeds=*/20);
}

void expectRace(const std::string &body, const std::string &words,
                unsigned threads = 64) {
  expectRaceIn(sharedModule, body, words, {1, threads}, /*seeds=*/10);
}

/// %r2: the thread's word in shared memory; %r3: that of a thread 32 further
/// on; %rd5: its word in p0.
const char *places = "mov.u32 %r1, s; add.u32 %r2, %r1, %at;\n"
                     "xor.b32 %r3, %at, 128; add.u32 %r3, %r3, %r1;\n"
                     "cvt.u64.u32 %rd6, %at; add.u64 %rd5, %rd0, %rd6;\n";
const char *copy = "cp.async.ca.shared.global [%r2], [%rd5], 4;\n"
                   "cp.async.commit_group;\n";
const char *inFlight = "may still be running";

/// Lanes begin copies together, and wait each for itself from some moment on.
TEST(RacesAsync, LanesWaitApartForCopiesTogether) {
  const std::string begin = std::string(places) + copy +
                            "cp.async.ca.shared.global [%r2+1024], [%rd5], 4;\n"
                            "cp.async.commit_group;\n"
                            "and.b32 %r4, %t, 1; setp.eq.u32 %p1, %r4, 0;\n"
                            "cp.async.wait_group 1;\n";
  const std::string load = "ld.shared.u32 %r4, [%r2+1024];";
  expectClean(begin + "@%p1 cp.async.wait_group 0;\n" +
              "@!%p1 cp.async.wait_group 0;\n" + load);
  expectClean(begin + "@%p1 cp.async.wait_group 0;\n@%p1 " + load);
  expectRace(begin + "@%p1 cp.async.wait_group 0;\n" + load, inFlight);
  // A lane's own group, of nothing, leaves the other ones where they were.
  expectRace(begin + "@%p1 cp.async.commit_group; cp.async.wait_group 1;\n" +
                 load,
             inFlight);
  expectClean(begin + "@%p1 cp.async.commit_group; cp.async.wait_group 1;\n" +
              "@%p1 " + load);
}

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

/// A barrier tells of the copies of a warp's lanes, also where one of them copies
/// nothing; and of none that its lane has not waited for.
TEST(RacesAsync, LanesThatBeginNothingAreNotWaitedFor) {
  auto body = [](const std::string &wait) {
    const std::string round = "@%p1 " + std::string(copy) + wait +
                              "bar.sync 0;\n" +
                              "@%p1 ld.shared.u32 %r4, [%r3];\nbar.sync 0;\n";
    return std::string(places) +
           "and.b32 %r9, %t, 31; setp.ne.u32 %p1, %r9, 0;\n"
           "setp.ne.u32 %p2, %r9, 7;\n" +
           round + round;
  };
  expectClean(body("cp.async.wait_all;\n"));
  expectClean(body("cp.async.wait_all; fence.proxy.async;\n"));
  expectRace(body("@%p2 cp.async.wait_all;\n"), "asynchronous write");
}

/// Lanes that know of different copies begin the next ones apart. A barrier then
/// tells of those of the lanes that have waited, in whatever order they did.
TEST(RacesAsync, LanesWaitApartForCopiesApart) {
  const std::string wait = "cp.async.wait_all;\n",
                    load = "ld.shared.u32 %r4, [%r3+1024];\n",
                    own = "ld.shared.u32 %r4, [%r2+1024];\n";
  const std::string begin = std::string(places) + copy + wait +
                            "cp.async.ca.shared.global [%r2+1024], [%rd5], 4;\n"
                            "and.b32 %r9, %t, 1; setp.eq.u32 %p1, %r9, 0;\n";
  expectClean(begin + "@%p1 " + wait + "@!%p1 " + wait + "bar.sync 0;\n" +
              load);
  expectRace(begin + "@%p1 " + wait + "bar.sync 0;\n" + load,
             "asynchronous write");
  expectClean(begin + "@%p1 " + wait + "@%p1 " + own);
  expectRace(begin + "@%p1 " + wait + own, inFlight);
}

/// However many copies lanes have waited for since the last barrier.
TEST(RacesAsync, ManyCopiesAreWaitedFor) {
  std::string begin = places;
  for (unsigned i = 0; i != 70; ++i)
    begin += copy + std::string("cp.async.wait_all;\n");
  const std::string load = "ld.shared.u32 %r4, [%r3];\n";
  expectClean(begin + "bar.sync 0;\n" + load);
  expectRace(begin + load, "asynchronous write");
}

/// Copies of one group are one operation to those who wait, and still none comes
/// before another one.
TEST(RacesAsync, CopiesOfOneGroup) {
  const std::string one = "cp.async.ca.shared.global [%r2], [%rd5], 4;\n",
                    other = "cp.async.ca.shared.global [%r2+512], [%rd5], 4;\n",
                    wait = "cp.async.wait_all;\n",
                    loads = "ld.shared.u32 %r4, [%r2];\n"
                            "ld.shared.u32 %r4, [%r2+512];\n";
  expectClean(places + one + other + wait + loads);
  expectRace(places + one + one + wait, "asynchronous write");
  expectRace(places + one + other + one + wait, "asynchronous write");
  const std::string commit = "cp.async.commit_group;\n",
                    waitForOne = "cp.async.wait_group 1;\n";
  expectRace(places + one + commit + other + commit + waitForOne + loads,
             inFlight);
  // A later copy knows what its lanes have learned since the group began.
  const std::string storeBeside =
      "xor.b32 %r9, %at, 4; add.u32 %r9, %r9, %r1;\n"
      "st.shared.u32 [%r9], %t;\n";
  expectClean(places + other + storeBeside + "bar.warp.sync -1;\n" + one +
              wait);
  expectRace(places + other + storeBeside + one + wait, "lanes of one warp");
  // The second copy follows the barrier, and the first one does not.
  const std::string store = "st.shared.u32 [%r3+512], %t; bar.sync 0;\n";
  expectClean(places + one + store + other + wait);
  expectRace(places + other + store + one + wait, "asynchronous write");
}

/// An mbarrier that is told of the copies so far knows nothing of the next ones,
/// whose group is the same.
TEST(RacesAsync, CopiesBehindAnArrival) {
  auto body = [](const std::string &load) {
    return std::string(places) +
           "setp.ne.u32 %p1, %t, 0;\n"
           "@!%p1 mbarrier.init.shared.b64 [mb], 32;\nbar.sync 0;\n"
           "setp.ge.u32 %p2, %t, 32; @%p2 bra TAKE;\n"
           "cp.async.ca.shared.global [%r2], [%rd5], 4;\n"
           "cp.async.mbarrier.arrive.noinc.shared.b64 [mb];\n"
           "cp.async.ca.shared.global [%r2+512], [%rd5], 4;\nbra DONE;\n"
           "TAKE: mbarrier.try_wait.parity.shared.b64 %p3, [mb], 0;\n"
           "@!%p3 bra TAKE; " +
           load + "DONE:";
  };
  expectClean(body("ld.shared.u32 %r4, [%r3];\n"));
  expectRace(body("ld.shared.u32 %r4, [%r3+512];\n"), "asynchronous write");
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

/// Two lanes have each an operation that reads half of the words which the copies of all
/// lanes replace; that one of them is over says nothing of the other one.
TEST(RacesAsync, CopiesFollowOperationsOfSomeLanes) {
  auto body = [](const std::string &lanes) {
    return std::string(places) +
           "st.shared.u32 [%r2], %t; fence.proxy.async; bar.sync 0;\n"
           "setp.gt.u32 %p1, %t, 1; setp.lt.u32 %p2, %t, " +
           lanes +
           "; shl.b32 %r6, %t, 6; cvt.u64.u32 %rd7, %r6;\n"
           "add.u32 %r6, %r6, %r1; add.u64 %rd7, %rd7, %rd1; @%p1 bra DONE;\n"
           "cp.async.bulk.global.shared::cta.bulk_group [%rd7], [%r6], 64;\n"
           "cp.async.bulk.commit_group;\n"
           "@%p2 cp.async.bulk.wait_group.read 0;\n"
           "DONE: bar.warp.sync -1;\n" +
           copy;
  };
  expectClean(body("2"), 32);
  expectRace(body("1"), "shared address 0x40 ", 32);
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

/// Also what copies of lanes have written, behind stores that a fence has shown.
TEST(RacesAsync, CopiesOfLanesAreFenced) {
  const std::string fence = "fence.proxy.async;\n";
  auto body = [&](const std::string &second) {
    return places + ("st.shared.u32 [%r2], %t;\n" + fence) +
           "bar.sync 0;\ncp.async.ca.shared.global [%r2+256], [%rd5], 4;\n"
           "cp.async.wait_all;\n" +
           second +
           "bar.sync 0; setp.ne.u32 %p1, %t, 0; @%p1 bra DONE;\n"
           "cp.async.bulk.global.shared::cta.bulk_group [%rd0], [%r1], 512;\n"
           "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; DONE:\n";
  };
  expectClean(body(fence));
  expectRace(body(""), "another proxy");
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
  EXPECT_THAT(
      runInOrder(pass(arrive, wait, ""), sharedModule, {}, 0, racesOnly()),
      HasSubstr("'mb'"));
}

} // namespace
