//===- RacesTest.cpp - Orders of accesses, and their broken twins ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each way to order two accesses stands beside a twin that lacks one thing and
// must be reported, under several orders of warps and blocks.
//
//===----------------------------------------------------------------------===//

#include "RacesHarness.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;
using testing::HasSubstr;

namespace {

const char *sharedModule = ".shared .align 16 .b8 s[4096];\n"
                           ".global .align 16 .u32 g[1024];\n"
                           ".global .align 8 .u32 flag[2] = {0, 0};\n"
                           ".global .align 8 .u32 count = 0;\n";

void expectClean(const std::string &body, Shape shape = {},
                 uint64_t seeds = 40) {
  expectCleanIn(sharedModule, body, shape, seeds);
}

void expectRace(const std::string &body, const std::string &words,
                Shape shape = {}) {
  expectRaceIn(sharedModule, body, words, shape, /*seeds=*/12);
}

/// Expects a race report in at least one order: there is a race only if one of
/// two things comes first.
void expectSomeRace(const std::string &body, Shape shape = {}) {
  for (uint64_t seed = 0; seed != 60; ++seed)
    if (runInOrder(body, sharedModule, shape, seed, racesOnly())
            .find("data race") != std::string::npos)
      return;
  FAIL() << "no race was found in" << body;
}

/// Each thread stores into shared memory, then loads the word of its neighbour
/// 32 further on, with `between` between the two.
std::string exchange(const std::string &between) {
  return "mov.u32 %r1, s; add.u32 %r2, %r1, %at;\n"
         "add.u32 %r3, %t, 32; and.b32 %r3, %r3, 63; shl.b32 %r3, %r3, 2;\n"
         "add.u32 %r3, %r3, %r1;\n"
         "st.shared.u32 [%r2], %t;\n" +
         between + "\nld.shared.u32 %r4, [%r3];\n";
}

TEST(Races, BarrierOrders) {
  expectClean(exchange("bar.sync 0;"));
  expectClean(exchange("barrier.sync 0;"));
  expectClean(
      exchange("setp.eq.u32 %p1, %t, 3;\nbar.red.popc.u32 %r9, 0, %p1;"));
  expectRace(exchange(""), "a barrier between them");
  expectRace(exchange("bar.warp.sync -1;"), "a barrier between them");
  expectRace(exchange("fence.acq_rel.gpu;"), "a barrier between them");
  expectRace(exchange("membar.cta;"), "a barrier between them");
}

TEST(Races, ReadBeforeWriteIsARaceToo) {
  std::string body = "mov.u32 %r1, s; add.u32 %r2, %r1, %at;\n"
                     "xor.b32 %r3, %at, 128; add.u32 %r3, %r3, %r1;\n"
                     "st.shared.u32 [%r2], %t; bar.sync 0;\n"
                     "ld.shared.u32 %r4, [%r3];\n";
  expectClean(body + "bar.sync 0; st.shared.u32 [%r2], %r4;");
  expectRace(body + "st.shared.u32 [%r2], %r4;", "weak read");
}

TEST(Races, LanesOfAWarpAreNotInStep) {
  auto body = [](const std::string &between) {
    return "mov.u32 %r1, s; add.u32 %r2, %r1, %at; xor.b32 %r3, %at, 4;\n"
           "add.u32 %r3, %r3, %r1; st.shared.u32 [%r2], %t;\n" +
           between + "ld.shared.u32 %r4, [%r3];\n";
  };
  expectClean(body("bar.warp.sync -1;"));
  expectClean(body("bar.sync 0;"));
  expectRace(body(""), "lanes of one warp do not run in step");
}

TEST(Races, WhatShufflesOrder) {
  // They order the members of the exchange, unless the check asks for the rules
  // of the ISA.
  auto body = [](const char *exchange) {
    return std::string("mov.u32 %r1, s; add.u32 %r2, %r1, %at;\n"
                       "xor.b32 %r3, %at, 4; add.u32 %r3, %r3, %r1;\n"
                       "st.shared.u32 [%r2], %t;\n") +
           exchange + "ld.shared.u32 %r4, [%r3];\n";
  };
  Shape shape = {1, 32};
  Checks strict = Checks::all();
  strict.shuffle = strict.benign = true;
  for (const char *exchange :
       {"shfl.sync.bfly.b32 %r9, %t, 1, 31, -1;",
        "vote.sync.ballot.b32 %r9, %p9, -1;", "match.any.sync.b32 %r9, %t, -1;",
        "redux.sync.add.s32 %r9, %t, -1;"}) {
    expectClean(body(exchange), shape);
    EXPECT_THAT(runInOrder(body(exchange), sharedModule, shape, 0, strict),
                HasSubstr("lanes of one warp do not run in step"))
        << exchange;
  }
  // Pairs far apart: 0x10001 for lanes 0 and 16, and so on.
  expectRace(body("and.b32 %r5, %t, 15; mov.u32 %r6, 65537; shl.b32 %r6, %r6, "
                  "%r5; shfl.sync.idx.b32 %r9, %t, 0, 31, %r6;"),
             "lanes of one warp do not run in step", shape);
}

TEST(Races, WarpBarrierOrdersItsMembersOnly) {
  // Pairs of lanes synchronise; then a lane reads its partner's or another's.
  auto body = [](const char *distance) {
    return std::string("mov.u32 %r1, s; add.u32 %r2, %r1, %at;\n"
                       "xor.b32 %r3, %at, ") +
           distance +
           "; add.u32 %r3, %r3, %r1; and.b32 %r5, %t, 30; mov.u32 %r6, 3;\n"
           "shl.b32 %r6, %r6, %r5; st.shared.u32 [%r2], %t;\n"
           "bar.warp.sync %r6; ld.shared.u32 %r4, [%r3];\n";
  };
  expectClean(body("4"), {1, 32});
  expectRace(body("8"), "lanes of one warp do not run in step", {1, 32});
}

TEST(Races, OneStoreOfManyLanesToOnePlace) {
  expectClean("mov.u32 %r1, 7; st.shared.u32 [s], %r1;", {1, 32});
  expectRace("st.shared.u32 [s], %t;", "different values", {1, 32});
}

/// With the check of stores of one value.
std::string strictly(const std::string &body, Shape shape) {
  Checks checks = Checks::all();
  checks.sameValue = checks.benign = true;
  return runInOrder(body, sharedModule, shape, 0, checks);
}

TEST(Races, StoresOfOneValueByManyWarps) {
  Shape two = {1, 64};
  std::string store = "mov.u32 %r1, 7; st.shared.u32 [s], %r1;\n";
  std::string wide = "mov.u32 %r1, 7; st.shared.v4.u32 [s], "
                     "{%r1, %r1, %r1, %r1};\n";
  std::string narrow = "mov.u16 %h1, 1; st.shared.u8 [s+5], %h1;\n";
  for (const std::string &body : {store, wide, narrow, store + store,
                                  store + "ld.shared.u32 %r2, [s];"}) {
    expectClean(body, two);
    EXPECT_THAT(strictly(body, two), HasSubstr("a barrier between them"));
  }
  expectClean(store + "bar.sync 0; ld.shared.u32 %r2, [s];", two);
  // Accesses before the first store are ordered before all of them, or race.
  std::string before = "mov.u32 %r1, 5; st.shared.u32 [s], %r1;\n";
  expectClean("setp.ne.u32 %p1, %t, 0; mov.u32 %r1, 5;\n"
              "@!%p1 st.shared.u32 [s], %r1; bar.sync 0;" +
                  store,
              two);
  expectSomeRace("setp.ge.u32 %p1, %t, 32; @%p1 bra SECOND;\n" + before +
                     "SECOND:" + store,
                 two);
  expectRace(before + store, "'s'", two);
  // A load that follows none of the stores.
  expectRace("setp.lt.u32 %p1, %t, 64; mov.u32 %r1, 7;\n"
             "@%p1 st.shared.u32 [s], %r1; @!%p1 ld.shared.u32 %r2, [s];",
             "'s'", {1, 96});
  // A load of the replaced value, by the thread of the later store.
  expectRace("setp.ne.u32 %p1, %t, 0; @!%p1 st.shared.u32 [s], 5; bar.sync 0;\n"
             "setp.lt.u32 %p2, %t, 32; @%p2 ld.shared.u32 %r2, [s];\n" +
                 store,
             "'s'", two);
  // Another value, after one of the stores.
  expectRace(store + "setp.eq.u32 %p1, %t, 0; @%p1 st.shared.u32 [s], 8;",
             "'s'", two);
  expectClean(store + "bar.sync 0; setp.eq.u32 %p1, %t, 0;\n"
                      "@%p1 st.shared.u32 [s], 8;",
              two);
}

TEST(Races, NamedBarriersOrderWhoMeetsThere) {
  // Two pairs of warps, each with a barrier of its own.
  auto body = [](const char *distance) {
    return std::string("mov.u32 %r1, s; add.u32 %r2, %r1, %at;\n"
                       "xor.b32 %r3, %at, ") +
           distance +
           "; add.u32 %r3, %r3, %r1; shr.u32 %r5, %t, 6; add.u32 %r5, %r5, 1;\n"
           "st.shared.u32 [%r2], %t; bar.sync %r5, 64;\n"
           "ld.shared.u32 %r4, [%r3];\n";
  };
  expectClean(body("128"), {1, 128});
  expectRace(body("256"), "a barrier between them", {1, 128});
}

TEST(Races, ProducersAndConsumersAtABarrier) {
  // Warp 0 fills, warp 1 takes; barrier 1 says full, barrier 2 says empty.
  auto body = [](const char *full, const char *empty) {
    return std::string("mov.u32 %r1, s; and.b32 %r2, %at, 127;\n"
                       "add.u32 %r2, %r2, %r1; mov.u32 %r5, 0;\n"
                       "setp.ge.u32 %p1, %t, 32; @%p1 bra TAKE;\n"
                       "FILL: ") +
           empty + "st.shared.u32 [%r2], %t; " + full +
           "add.u32 %r5, %r5, 1; setp.lt.u32 %p2, %r5, 3; @%p2 bra FILL;\n"
           "bra END;\n"
           "TAKE: bar.arrive 2, 64; bar.sync 1, 64; ld.shared.u32 %r4, [%r2];\n"
           "add.u32 %r5, %r5, 1; setp.lt.u32 %p2, %r5, 3; @%p2 bra TAKE;\n"
           "END:\n";
  };
  expectClean(body("bar.arrive 1, 64; ", "bar.sync 2, 64; "));
  // A warp that only arrives at "empty" does not know what was taken. The
  // filling warp may then run ahead, which is another mistake, as barriers
  // count.
  std::string error;
  for (uint64_t seed = 0; seed != 8; ++seed) {
    KernelRun run(kernel(body("bar.arrive 1, 64; ", ""), sharedModule));
    run.zeros(8).zeros(8).zeros(8).zeros(8);
    run.config.checks.race = true;
    run.config.seed = seed;
    run.config.warps = OrderPolicy::Random;
    error = run.launch({1, 1, 1}, {64, 1, 1});
    EXPECT_NE(error, "");
  }
}

/// Thread 0 of the first block, or warp, writes data and a flag; thread 0 of
/// the second waits for the flag and reads.
std::string message(const std::string &send, const std::string &receive,
                    const std::string &who = "%ctaid.x") {
  return "mov.u32 %r1, " + who +
         "; and.b32 %r7, %t, 31; setp.ne.u32 %p1, %r7, 0; @%p1 bra END;\n"
         "mov.u32 %r2, 1; setp.ne.u32 %p2, %r1, 0; @%p2 bra RECEIVE;\n"
         "st.global.u32 [g], 42;\n" +
         send +
         "\nbra END;\nRECEIVE:\n"
         "WAIT:\n" +
         receive + "\nld.global.u32 %r4, [g]; st.global.u32 [%rd0], %r4;\nEND:";
}
const char *again = "setp.eq.u32 %p3, %r3, 0; @%p3 bra WAIT;";

TEST(Races, MessagePassingBetweenBlocks) {
  std::string release = "st.release.gpu.global.u32 [flag], %r2;";
  std::string acquire =
      std::string("ld.acquire.gpu.global.u32 %r3, [flag];") + again;
  std::string relaxed = "st.relaxed.gpu.global.u32 [flag], %r2;";
  std::string see =
      std::string("ld.relaxed.gpu.global.u32 %r3, [flag];") + again;
  Shape two = {2, 32};
  expectClean(message(release, acquire), two);
  expectClean(message("fence.acq_rel.gpu;" + relaxed, acquire), two);
  expectClean(message("membar.gl;" + relaxed, see + "membar.gl;"), two);
  expectClean(message(release, see + "fence.acq_rel.gpu;"), two);
  expectClean(message("fence.sc.sys; st.volatile.global.u32 [flag], %r2;",
                      std::string("ld.volatile.global.u32 %r3, [flag];") +
                          again + "fence.acq_rel.sys;"),
              two);
  expectClean(message("atom.release.gpu.global.exch.b32 %r9, [flag], %r2;",
                      std::string("atom.acquire.gpu.global.or.b32 %r3, "
                                  "[flag], 0;") +
                          again),
              two);
  // A vector, each element of which is an atomic operation.
  expectClean(message("atom.release.gpu.global.exch.b32 %r9, [flag], %r2;",
                      std::string("mov.b32 %f1, 0f80000000;"
                                  "atom.acquire.gpu.global.add.v2.f32 "
                                  "{%f2, %f3}, [flag], {%f1, %f1};"
                                  "mov.b32 %r3, %f2;") +
                          again),
              two);
  // The flag is the second element.
  expectClean(message("st.release.gpu.global.u32 [flag+4], %r2;",
                      std::string("ld.acquire.gpu.global.v2.u32 {%r9, %r3}, "
                                  "[flag];") +
                          again),
              two);
  // A release that a relaxed store of its thread follows.
  expectClean(
      message("st.release.gpu.global.u32 [flag], 0;" + relaxed, acquire), two);
  const char *blocks = "blocks are ordered by";
  expectRace(message(relaxed, acquire), blocks, two);
  expectRace(message(release, see), blocks, two);
  expectRace(message(relaxed + "membar.gl;", see + "membar.gl;"), blocks, two);
  expectRace(message("membar.gl;" + relaxed, see), blocks, two);
  expectRace(
      message("st.volatile.global.u32 [flag], %r2;",
              std::string("ld.volatile.global.u32 %r3, [flag];") + again),
      blocks, two);
}

TEST(Races, ScopesMustHoldBothThreads) {
  std::string release = "st.release.gpu.global.u32 [flag], %r2;";
  std::string acquire =
      std::string("ld.acquire.gpu.global.u32 %r3, [flag];") + again;
  std::string narrowRelease = "st.release.cta.global.u32 [flag], %r2;";
  std::string narrowAcquire =
      std::string("ld.acquire.cta.global.u32 %r3, [flag];") + again;
  std::string relaxed = "st.relaxed.gpu.global.u32 [flag], %r2;";
  std::string see =
      std::string("ld.relaxed.gpu.global.u32 %r3, [flag];") + again;
  Shape two = {2, 32};
  expectRace(message(narrowRelease, acquire), "the scope of one", two);
  expectRace(message(release, narrowAcquire), "the scope of one", two);
  // Fences whose scope is too narrow, with strong accesses that are wide
  // enough.
  expectRace(message("membar.cta;" + relaxed, see + "membar.gl;"),
             "blocks are ordered by", two);
  expectRace(message("membar.gl;" + relaxed, see + "membar.cta;"),
             "blocks are ordered by", two);
  // Within a block the scope of the block is enough.
  std::string warp = "%tid.x";
  Shape one = {1, 64};
  expectClean(message(narrowRelease, narrowAcquire, warp), one);
  expectClean(message("membar.cta;" + relaxed, see + "membar.cta;", warp), one);
  expectRace(message(relaxed, see, warp), "a barrier between them", one);
}

TEST(Races, WeakFlagsAreRacesThemselves) {
  expectRace(message("membar.gl; st.global.u32 [flag], %r2;",
                     std::string("ld.volatile.global.u32 %r3, [flag];") +
                         again + "membar.gl;"),
             "'flag'", {2, 32});
}

TEST(Races, ReductionsDoNotAcquire) {
  Shape two = {2, 32};
  auto body = [](const char *update) {
    return message("st.release.gpu.global.u32 [flag], %r2;",
                   std::string(update) +
                       "fence.acq_rel.gpu;\n"
                       "ld.relaxed.gpu.global.u32 %r3, [count];\n");
  };
  // The result of the load is ignored, so that the other order is always a
  // race.
  expectSomeRace(body("red.relaxed.gpu.global.add.u32 [flag], 1;"), two);
  std::string polling = std::string("atom.relaxed.gpu.global.add.u32 %r3, "
                                    "[flag], 0;") +
                        again + "fence.acq_rel.gpu;";
  expectClean(message("st.release.gpu.global.u32 [flag], %r2;", polling), two);
}

TEST(Races, AtomicsDoNotRaceWithEachOther) {
  expectClean("atom.global.add.u32 %r1, [count], 1;", {4, 64});
  expectClean("setp.eq.u32 %p1, %t, 0; @%p1 st.shared.u32 [s], 0;\n"
              "bar.sync 0; red.shared.add.u32 [s], 1;",
              {1, 64});
  expectClean("st.relaxed.gpu.global.u32 [count], %t;\n"
              "ld.relaxed.gpu.global.u32 %r1, [count];",
              {2, 64});
  expectRace("atom.global.cta.add.u32 %r1, [count], 1;", "the scope of one",
             {4, 64});
  expectRace("atom.global.add.u32 %r1, [count], 1; bar.sync 0;\n"
             "ld.global.u32 %r2, [count];",
             "'count'", {4, 64});
  expectClean("atom.global.add.u32 %r1, [count], 1; bar.sync 0;\n"
              "ld.global.u32 %r2, [count];",
              {1, 64});
}

TEST(Races, StrongAccessesOfDifferentSizes) {
  expectRace("mov.u64 %rd9, 0; setp.lt.u32 %p1, %t, 32;\n"
             "@%p1 st.relaxed.gpu.global.u64 [flag], %rd9;\n"
             "@!%p1 st.relaxed.gpu.global.u32 [flag], 0;",
             "overlap in a part only");
  expectClean("setp.lt.u32 %p1, %t, 32; mov.u16 %h1, 1;\n"
              "@%p1 st.relaxed.gpu.global.u16 [flag], %h1;\n"
              "@!%p1 st.relaxed.gpu.global.u16 [flag+2], %h1;");
  // A vector counts as its elements.
  expectClean("setp.lt.u32 %p1, %t, 32;\n"
              "@%p1 st.volatile.global.v2.u32 [flag], {%r1, %r1};\n"
              "@!%p1 st.volatile.global.u32 [flag], %r1;");
}

TEST(Races, BytesOfAWordAreApart) {
  std::string body = "mov.u32 %r1, s; add.u32 %r1, %r1, %t; mov.u16 %h1, 1;\n"
                     "st.shared.u8 [%r1], %h1;\n";
  expectClean(body + "ld.shared.u8 %h2, [%r1];");
  expectRace(body + "ld.shared.u32 %r2, [s+28];", "'s' + ");
}

TEST(Races, SpinLock) {
  auto body = [](const std::string &enter, const std::string &leave) {
    return "and.b32 %r7, %t, 31; setp.ne.u32 %p1, %r7, 0; @%p1 bra END;\n"
           "LOCK: atom.relaxed.gpu.global.cas.b32 %r1, [flag], 0, 1;\n"
           "setp.ne.u32 %p2, %r1, 0; @%p2 bra LOCK;\n" +
           enter +
           "ld.global.u32 %r2, [g]; add.u32 %r2, %r2, 1;\n"
           "st.global.u32 [g], %r2;\n" +
           leave + "\nEND:";
  };
  expectClean(body("membar.gl;", "membar.gl; atom.relaxed.gpu.global.exch.b32 "
                                 "%r3, [flag], 0;"),
              {2, 32}, 10);
  expectClean(
      body("fence.acq_rel.gpu;", "st.release.gpu.global.u32 [flag], 0;"),
      {2, 32}, 10);
  expectRace(body("", "membar.gl; atom.relaxed.gpu.global.exch.b32 "
                      "%r3, [flag], 0;"),
             "'g'", {2, 32});
  expectRace(body("membar.gl;", "atom.relaxed.gpu.global.exch.b32 "
                                "%r3, [flag], 0;"),
             "'g'", {2, 32});
}

/// Each block writes its part; the last one to count reads all.
std::string lastBlock(const std::string &before, const std::string &after) {
  return "mov.u32 %r1, %ctaid.x; mad.lo.u32 %r2, %r1, 64, %t;\n"
         "mul.wide.u32 %rd5, %r2, 4; add.u64 %rd5, %rd5, %rd0;\n"
         "st.global.u32 [%rd5], %r2;\n" +
         before +
         "bar.sync 0; setp.ne.u32 %p1, %t, 0; @%p1 bra LOOK;\n"
         "atom.relaxed.gpu.global.add.u32 %r3, [count], 1;\n"
         "st.shared.u32 [s], %r3;\nLOOK: " +
         after +
         "bar.sync 0; ld.shared.u32 %r3, [s]; setp.ne.u32 %p2, %r3, 3;\n"
         "@%p2 bra END; xor.b32 %r4, %t, 64; mul.wide.u32 %rd6, %r4, 4;\n"
         "add.u64 %rd6, %rd6, %rd0; ld.global.u32 %r5, [%rd6+256];\n"
         "ld.global.u32 %r6, [%rd6];\n"
         "END:";
}

TEST(Races, TheLastBlockTakesAll) {
  // Every thread has a fence before the barrier of its block. Only the order of
  // fence.sc orders this, since the thread that counts executes its fence
  // before it knows of the others.
  expectClean(lastBlock("membar.gl;", "membar.gl;"), {4, 64});
  expectRace(lastBlock("fence.acq_rel.gpu;", "fence.acq_rel.gpu;"), "'array 0'",
             {4, 64});
  expectClean(lastBlock("bar.sync 0; fence.acq_rel.gpu;", "fence.acq_rel.gpu;"),
              {4, 64});
  expectRace(lastBlock("", "membar.gl;"), "'array 0'", {4, 64});
  expectRace(lastBlock("membar.gl;", ""), "'array 0'", {4, 64});
}

/// Each block draws a ticket; the one with the last ticket resets the counter.
std::string tickets(const std::string &draw, const std::string &reset) {
  return "setp.ne.u32 %p1, %t, 0; @%p1 bra END;\n" + draw +
         "\nsetp.ne.u32 %p2, %r3, 3; @%p2 bra END;\n" + reset + "\nEND:";
}

TEST(Races, WhoHasSeenAllTicketsMaySetThemBack) {
  std::string draw = "atom.relaxed.gpu.global.add.u32 %r3, [count], 1;";
  std::string reset = "st.global.u32 [count], 0;";
  Shape four = {4, 32};
  expectClean(tickets(draw, reset), four);
  expectClean(tickets(draw, "ld.global.u32 %r4, [count];" + reset), four);
  // The counter is observed, not the accesses before it was counted.
  expectRace(
      tickets("mov.u32 %r8, %ctaid.x; st.global.u32 [g], %r8;" + draw, reset),
      "'g'", four);
  // The wrong ticket: others are drawn later.
  expectRace("setp.ne.u32 %p1, %t, 0; @%p1 bra END;\n" + draw +
                 "setp.ne.u32 %p2, %r3, 2; @%p2 bra END;\n" + reset + "\nEND:",
             "'count'", four);
  // A scope without the other blocks shows nothing.
  expectRace(tickets("atom.relaxed.cta.global.add.u32 %r3, [count], 1;", reset),
             "'count'", four);
  // A block that has only read wrote nothing that could be observed.
  expectRace(tickets("ld.relaxed.gpu.global.u32 %r4, [count];" + draw, reset),
             "strong read", four);
}

TEST(Races, AStoreEndsWhatIsObserved) {
  // Block 1 sees the flag of block 0 that replaced its own, or not.
  auto body = [](const std::string &first) {
    return "setp.ne.u32 %p1, %t, 0; @%p1 bra END;\n"
           "mov.u32 %r1, %ctaid.x; setp.ne.u32 %p2, %r1, 0;\n"
           "@%p2 bra SECOND;\n" +
           first +
           "atom.relaxed.gpu.global.exch.b32 %r9, [count], 1; bra END;\n"
           "SECOND: ld.relaxed.gpu.global.u32 %r3, [count];\n"
           "setp.ne.u32 %p3, %r3, 1; @%p3 bra SECOND;\n"
           "st.global.u32 [count], 0;\nEND:";
  };
  expectClean(body("st.relaxed.gpu.global.u32 [count], 5;"), {2, 32});
  expectClean(body(""), {2, 32});
}

/// All blocks count at a barrier in memory, twice.
std::string gridBarrier(const std::string &before, const std::string &after) {
  std::string round = before +
                      "bar.sync 0; setp.ne.u32 %p1, %t, 0; @%p1 bra PASSn;\n"
                      "atom.relaxed.gpu.global.add.u32 %r3, [count], 1;\n"
                      "WAITn: ld.relaxed.gpu.global.u32 %r3, [count];\n"
                      "setp.lt.u32 %p2, %r3, LIMIT; @%p2 bra WAITn;\n" +
                      after + "PASSn: bar.sync 0;\n";
  auto named = [&](const std::string &name, const std::string &limit) {
    std::string text;
    for (size_t i = 0; i != round.size(); ++i)
      if (round.compare(i, 5, "LIMIT") == 0) {
        text += limit;
        i += 4;
      } else if (round[i] == 'n' && i &&
                 (round[i - 1] == 'S' || round[i - 1] == 'T')) {
        text += name;
      } else {
        text += round[i];
      }
    return text;
  };
  return "mov.u32 %r1, %ctaid.x; mad.lo.u32 %r2, %r1, 64, %t;\n"
         "mul.wide.u32 %rd5, %r2, 4; add.u64 %rd5, %rd5, %rd0;\n"
         "xor.b32 %r4, %r2, 64; mul.wide.u32 %rd6, %r4, 4;\n"
         "add.u64 %rd6, %rd6, %rd0; st.global.u32 [%rd5], %r2;\n" +
         named("1", "4") + "ld.global.u32 %r5, [%rd6];\n" + named("2", "8") +
         "st.global.u32 [%rd5], %r5;\n";
}

TEST(Races, GridBarrierOfAtomics) {
  expectClean(gridBarrier("membar.gl;", "membar.gl;"), {4, 64});
  expectRace(gridBarrier("", "membar.gl;"), "'array 0'", {4, 64});
  expectRace(gridBarrier("membar.gl;", ""), "'array 0'", {4, 64});
}

TEST(Races, ReportNamesBothSides) {
  std::string error = runInOrder(
      "setp.ge.u32 %p1, %t, 32;\n"
      ".loc 1 17 3\n@%p1 bra READ;\n.loc 1 18 5\nst.shared.u32 [s+8], 1;\n"
      "bra END;\nREAD:\n.loc 1 19 7\nld.shared.u32 %r1, [s+8];\nEND:",
      std::string(".file 1 \"kernel.cu\"\n") + sharedModule, {1, 64}, 0,
      racesOnly());
  EXPECT_THAT(error, HasSubstr("test.ptx:"));
  EXPECT_THAT(error,
              HasSubstr("data race on shared address 0x8 ('s' + 8): this "
                        "weak read and an earlier weak write by thread "
                        "(0,0,0) of block (0,0,0)"));
  EXPECT_THAT(error, HasSubstr("nothing orders them: a barrier between them"));
  EXPECT_THAT(error, HasSubstr("earlier instruction: test.ptx:"));
  EXPECT_THAT(error, HasSubstr("st.shared.u32 [s+8], 1"));
  EXPECT_THAT(error, HasSubstr("earlier source: kernel.cu:18"));
  EXPECT_THAT(error, HasSubstr("instruction: ld.shared.u32 %r1, [s+8]"));
  EXPECT_THAT(error, HasSubstr("source: kernel.cu:19"));
  EXPECT_THAT(error, HasSubstr("thread (32,0,0) of block (0,0,0)"));
}

TEST(Races, NothingIsReportedWithoutTheCheck) {
  KernelRun run(kernel(exchange(""), sharedModule));
  run.zeros(8).zeros(8).zeros(8).zeros(8);
  EXPECT_EQ(run.launch({1, 1, 1}, {64, 1, 1}), "");
  run.config.checks.memory = run.config.checks.sync = true;
  EXPECT_EQ(run.launch({1, 1, 1}, {64, 1, 1}), "");
}

TEST(Races, LanesThatStore128BitsToOnePlace) {
  auto body = [](const char *upper) {
    return std::string(".reg .b128 %q; cvt.u64.u32 %rd5, %t;\n"
                       "mov.b128 %q, {5, ") +
           upper + "};\nmov.u64 %rd6, g; st.global.b128 [%rd6], %q;";
  };
  Shape shape = {1, 32};
  expectClean(body("6"), shape);
  expectRace(body("%rd5"), "lanes of one store write different values", shape);
}

} // namespace
