//===- RacesPostponedTest.cpp - Accesses that wait for a barrier ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses to shared memory reach its chains later than they are made, or never.
// They race with the same accesses, whatever happens in between. Flags with no
// order bring about the schedule that each of these needs.
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include <array>
#include <gmock/gmock.h>

using namespace tessera::ptx;
using namespace tessera::ptx::test;
using testing::HasSubstr;

namespace {

const char *module = ".shared .align 16 .b8 s[8192];\n"
                     ".global .align 4 .u32 flags[4] = {0, 0, 0, 0};\n";

/// Runs a body for each of three warps, of which %p1 is the first thread.
std::string runOnce(const std::string (&warps)[3], uint64_t seed) {
  KernelRun run(kernel("mov.u32 %r1, s; mov.u64 %rd4, flags;\n"
                       "and.b32 %r2, %t, 31; setp.eq.u32 %p1, %r2, 0;\n"
                       "shr.u32 %r2, %t, 5;\n"
                       "setp.eq.u32 %p2, %r2, 1; @%p2 bra SECOND;\n"
                       "setp.eq.u32 %p2, %r2, 2; @%p2 bra THIRD;\n" +
                           warps[0] + "bra DONE;\nSECOND:\n" + warps[1] +
                           "bra DONE;\nTHIRD:\n" + warps[2] + "DONE:\n",
                       module));
  run.zeros(64).zeros(64).zeros(64).zeros(64);
  run.config.checks.race = run.config.checks.benign = true;
  run.config.seed = seed;
  if (seed)
    run.config.warps = OrderPolicy::Random;
  run.config.stepLimit = 1 << 20;
  return run.launch({1, 1, 1}, {96, 1, 1});
}

void expectClean(const std::string (&warps)[3]) {
  for (uint64_t seed = 0; seed != 10; ++seed)
    ASSERT_EQ(runOnce(warps, seed), "") << "seed " << seed;
}

void expectRace(const std::string (&warps)[3]) {
  for (uint64_t seed = 0; seed != 10; ++seed)
    ASSERT_THAT(runOnce(warps, seed), HasSubstr("data race"))
        << "seed " << seed;
}

std::string set(unsigned flag) {
  return "@%p1 st.relaxed.gpu.global.u32 [%rd4+" + std::to_string(4 * flag) +
         "], 1;\n";
}

std::string await(unsigned flag, const std::string &label) {
  return label + ": ld.relaxed.gpu.global.u32 %r3, [%rd4+" +
         std::to_string(4 * flag) + "];\nsetp.eq.u32 %p2, %r3, 0; @%p2 bra " +
         label + ";\n";
}

const std::string load = "@%p1 ld.shared.u32 %r4, [%r1];\n",
                  store = "@%p1 st.shared.u32 [%r1], 7;\n";

/// The second warp follows the first one's load only after it has told the third
/// one of its own, which therefore does not stand for the other.
TEST(RacesPostponed, WhatIsLearnedLaterDropsNothing) {
  const std::string first = load + "bar.sync 2, 64;\n",
                    second = load + "bar.sync 1, 64;\n";
  expectRace({first, second + "bar.sync 2, 64;\n" + set(0),
              "bar.sync 1, 64;\n" + await(0, "W") + store});
  expectClean(
      {first, "bar.sync 2, 64;\n" + second, "bar.sync 1, 64;\n" + store});
}

/// The first load is settled when its warp has long told the third one of it; the
/// second one, by the same instruction, is of a later time.
TEST(RacesPostponed, WhatIsSettledLateIsOfItsTime) {
  auto first = [](const std::string &end) {
    return "mov.u32 %r6, 0; LOOP:\n" + load +
           "setp.ne.u32 %p3, %r6, 0; @%p3 bra END;\nbar.arrive 1, 64;\n" +
           set(0) + await(1, "W") +
           "add.u32 %r1, %r1, 4; mov.u32 %r6, 1; bra LOOP;\nEND:\n" + end;
  };
  const std::string second = await(0, "V") +
                             "@%p1 st.shared.u32 [%r1+64], 7;\n" + set(1),
                    last = "@%p1 st.shared.u32 [%r1+4], 7;\n";
  expectRace(
      {first(set(2)), second, "bar.sync 1, 64;\n" + await(2, "X") + last});
  expectClean({first("bar.arrive 2, 64;\n"), second,
               "bar.sync 1, 64;\nbar.sync 2, 64;\n" + last});
}

/// A barrier settles what its threads have done, not what others did that have
/// exited.
TEST(RacesPostponed, WhoExitsIsNotAtTheBarrier) {
  expectRace({load + "exit;\n", "bar.sync 0;\n", "bar.sync 0;\n" + store});
  expectClean(
      {load + "bar.sync 0;\n", "bar.sync 0;\n", "bar.sync 0;\n" + store});
}

/// A page that somebody writes to after the loads before a barrier is another
/// one behind it.
TEST(RacesPostponed, PagesOfOthers) {
  const std::string far = "@%p1 st.shared.u32 [%r1+4096], 7;\n",
                    farLoad = "@%p1 ld.shared.u32 %r4, [%r1+4096];\n";
  expectClean({load + far + "bar.sync 0;\n", load + "bar.sync 0;\n" + farLoad,
               load + "bar.sync 0;\n" + farLoad + store});
  expectRace({load + far, load + farLoad, load});
  expectRace({load + "bar.sync 0;\n" + load, "bar.sync 0;\n" + load,
              "bar.sync 0;\n" + store});
}

/// Stores wait as loads do: to words of their own, and in the order in which they
/// come.
TEST(RacesPostponed, StoresMeetWhatIsOpen) {
  const std::string other = "@%p1 st.shared.u32 [%r1+4], 7;\n",
                    part = "@%p1 st.shared.u8 [%r1+2], 9;\n",
                    beside = "@%p1 st.shared.u16 [%r1], 9;\n",
                    bar = "bar.sync 0;\n";
  expectClean({store, other, ""});
  expectClean({part, beside, other});
  expectRace({store, part, other});
  expectRace({load, other, part});
  expectClean({load + bar, other + bar, bar + part});
  expectClean({load + bar + other + bar + load, bar + store + bar + load,
               bar + bar + load});
  expectRace({load + bar + other + bar + load, bar + store + bar + part,
              bar + bar + load});
  // Who exits is not at the barrier.
  expectRace({store + "exit;\n", bar, bar + load});
  expectClean({store + bar, bar, bar + load});
}

/// Each lane comes after its own access, and after no other lane's of the same
/// instruction.
TEST(RacesPostponed, StoresBehindLoadsOfTheirLanes) {
  auto body = [](const std::string &distance) {
    return "xor.b32 %r5, %at, " + distance + "; add.u32 %r5, %r5, %r1;\n" +
           "add.u32 %r6, %r1, %at; st.shared.u32 [%r6], %t; bar.sync 0;\n"
           "ld.shared.u32 %r4, [%r6];\nst.shared.u32 [%r5], %r4;\n"
           "ld.shared.u32 %r4, [%r5];\nbar.sync 0;\n";
  };
  const std::string own = body("0"), neighbour = body("4");
  expectClean({own, own, own});
  expectRace({neighbour, neighbour, neighbour});
}

/// A store that leaves a word as it was is told from others when it is made up.
TEST(RacesPostponed, StoresOfTheValueThatIsThere) {
  auto again = [](const char *value) {
    return "bar.sync 0;\n@%p1 st.shared.u32 [%r1], " + std::string(value) +
           ";\n";
  };
  expectClean({store + "bar.sync 0;\n" + load, again("7"), again("7")});
  expectRace({store + "bar.sync 0;\n" + load, again("8"), again("7")});
  // The upper half is that of a store whose lower half another one has replaced.
  auto upper = [](const char *value) {
    const std::string bar = "bar.sync 0;\n";
    return std::array<std::string, 3>{
        store + bar + bar + "@%p1 st.shared.u16 [%r1+2], " + value + ";\n",
        bar + "@%p1 st.shared.u16 [%r1], 9;\n" + bar,
        bar + bar + "@%p1 ld.shared.u16 %r4, [%r1+2];\n"};
  };
  const auto same = upper("0"), another = upper("1");
  expectClean({same[0], same[1], same[2]});
  expectRace({another[0], another[1], another[2]});
}

/// A copy by another proxy meets the stores that a barrier has settled and nothing has
/// replaced, and no others.
TEST(RacesPostponed, StoresThatAreReplaced) {
  auto run = [](const std::string &stores, uint64_t seed) {
    const std::string copy =
        "setp.ne.u32 %p2, %t, 0; @%p2 bra END;\n"
        "cp.async.bulk.global.shared::cta.bulk_group [%rd0], [%r1], 128;\n"
        "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\nEND:";
    KernelRun run(kernel("mov.u32 %r1, s; and.b32 %r5, %at, 127;\n"
                         "add.u32 %r2, %r1, %r5; setp.lt.u32 %p1, %t, 32;\n"
                         "setp.eq.u32 %p3, %r5, 12;\n" +
                             stores + copy,
                         module));
    run.zeros(4096).zeros(64).zeros(64).zeros(64);
    run.config.checks.race = run.config.checks.benign = true;
    run.config.seed = seed;
    return run.launch({1, 1, 1}, {64, 1, 1});
  };
  const std::string first = "@%p1 st.shared.u32 [%r2], 1;\n",
                    whole = "@!%p1 st.shared.u32 [%r2], 2;\n",
                    part = "@%p3 st.shared.u16 [%r2], 3;\n",
                    fence = "fence.proxy.async;\n", bar = "bar.sync 0;\n";
  for (uint64_t seed = 0; seed != 4; ++seed) {
    EXPECT_EQ(run(first + bar + whole + fence + bar, seed), "");
    EXPECT_EQ(run(first + fence + bar + whole + fence + bar, seed), "");
    for (const std::string &stores :
         {first + bar + whole + bar, first + fence + bar + whole + bar})
      EXPECT_THAT(run(stores, seed), HasSubstr("[%r2], 2"));
    // The store of a part leaves all that it does not replace.
    EXPECT_THAT(run(first + bar + part + bar, seed), HasSubstr("[%r2], 1"));
    EXPECT_EQ(run(first + bar + part + fence + bar, seed), "");
    EXPECT_THAT(run(first + fence + bar + part + bar, seed),
                HasSubstr("shared address 0xc "));
  }
}

/// The same where the second warp's stores replace all bytes of a page, or all but
/// those of the first lane.
TEST(RacesPostponed, PagesThatAreReplaced) {
  auto run = [](const std::string &guard, const std::string &fence,
                uint64_t seed) {
    auto fill = [](const std::string &guard, const std::string &value) {
      std::string stores;
      for (unsigned at = 0; at != 4096; at += 512)
        stores += guard + "st.shared.v2.u64 [%r2+" + std::to_string(at) +
                  "], {" + value + ", " + value + "};\n";
      return stores;
    };
    KernelRun run(kernel(
        "mov.u32 %r1, s; and.b32 %r5, %t, 31; mad.lo.u32 %r2, %r5, 16, %r1;\n"
        "setp.lt.u32 %p1, %t, 32; setp.eq.u32 %p3, %r5, 0;\n" +
            fill("@%p1 ", "%rd2") + "bar.sync 0;\n@%p1 bra REPLACED;\n" +
            fill(guard, "%rd3") + "REPLACED: " + fence +
            "bar.sync 0;\nsetp.ne.u32 %p2, %t, 0; @%p2 bra END;\n"
            "cp.async.bulk.global.shared::cta.bulk_group [%rd0], [%r1], 4096;\n"
            "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\nEND:",
        ".shared .align 4096 .b8 s[8192];\n"));
    run.zeros(4096).zeros(64).zeros(64).zeros(64);
    run.config.checks.race = run.config.checks.benign = true;
    run.config.seed = seed;
    return run.launch({1, 1, 1}, {64, 1, 1});
  };
  for (uint64_t seed = 0; seed != 4; ++seed) {
    for (const char *guard : {"", "@!%p3 "})
      EXPECT_EQ(run(guard, "fence.proxy.async;\n", seed), "");
    EXPECT_THAT(run("", "", seed), HasSubstr("[%r2+0], {%rd3, %rd3}"));
    EXPECT_THAT(run("@!%p3 ", "", seed), HasSubstr("[%r2+0], {%rd2, %rd2}"));
  }
}

/// A product of a warp group whose matrices threads have stored before.
std::string runProduct(const std::string &fence, const std::string &after,
                       uint64_t seed) {
  std::string stores;
  for (unsigned at = 0; at != 8192; at += 512)
    stores += "st.shared.u32 [%r2+" + std::to_string(at) + "], 0;\n";
  KernelRun run(kernel(
      ".reg .b32 %acc<4>; .reg .b64 %da, %db;\n"
      "mov.u64 %da, 0x0000000800400000; mov.u64 %db, 0x0000000800400100;\n"
      "mov.b32 %acc0, 0; mov.b32 %acc1, 0; mov.b32 %acc2, 0; mov.b32 %acc3, "
      "0;\n"
      "mov.u32 %r1, s; add.u32 %r2, %r1, %at;\n" +
          stores + fence +
          "bar.sync 0;\nwgmma.fence.sync.aligned;\n"
          "wgmma.mma_async.sync.aligned.m64n8k32.s32.u8.u8 "
          "{%acc0, %acc1, %acc2, %acc3}, %da, %db, 1;\n"
          "wgmma.commit_group.sync.aligned;\n" +
          after,
      ".shared .align 1024 .b8 s[8192];\n"));
  run.zeros(64).zeros(64).zeros(64).zeros(64);
  run.config.checks.race = true;
  run.config.seed = seed;
  if (seed)
    run.config.warps = OrderPolicy::Random;
  return run.launch({1, 1, 1}, {128, 1, 1});
}

/// Two products of one group, the second one of what a fifth warp has stored.
std::string runProducts(const std::string &between, const std::string &after,
                        uint64_t seed) {
  const std::string product = "wgmma.mma_async.sync.aligned.m64n8k32.s32.u8.u8 "
                              "{%acc0, %acc1, %acc2, %acc3}, %da, %db, 1;\n";
  KernelRun run(kernel(
      ".reg .b32 %acc<4>; .reg .b64 %da, %db;\n"
      "mov.u64 %da, 0x0000000800400000; mov.u64 %db, 0x0000000800400100;\n"
      "mov.b32 %acc0, 0; mov.b32 %acc1, 0; mov.b32 %acc2, 0; mov.b32 %acc3, "
      "0;\n"
      "mov.u32 %r1, s; shl.b32 %r2, %t, 2; and.b32 %r2, %r2, 127;\n"
      "add.u32 %r2, %r1, %r2; add.u32 %r3, %r2, 8192;\n"
      "setp.eq.u32 %p2, %t, 0;\n"
      "setp.ge.u32 %p1, %t, 128; @%p1 bra STORE;\nwgmma.fence.sync.aligned;\n" +
          product + between +
          "mov.u64 %da, 0x0000000800400200; mov.u64 %db, "
          "0x0000000800400300;\n" +
          product + "wgmma.commit_group.sync.aligned;\n" + after +
          "wgmma.wait_group.sync.aligned 0;\nbra.uni DONE;\n"
          "STORE: st.shared.u32 [%r3], 1; fence.proxy.async;\n"
          "bar.arrive 1, 160;\nDONE:\n",
      ".shared .align 1024 .b8 s[16384];\n"));
  run.zeros(64).zeros(64).zeros(64).zeros(64);
  run.config.checks.race = true;
  run.config.seed = seed;
  if (seed)
    run.config.warps = OrderPolicy::Random;
  return run.launch({1, 1, 1}, {160, 1, 1});
}

TEST(RacesPostponed, ProductsKnowWhatTheirWarpDoes) {
  for (uint64_t seed = 0; seed != 6; ++seed) {
    EXPECT_EQ(runProducts("bar.sync 1, 160;\n", "", seed), "");
    EXPECT_THAT(runProducts("", "bar.sync 1, 160;\n", seed),
                HasSubstr("data race"));
    EXPECT_THAT(runProducts("bar.sync 1, 160;\n",
                            "@%p2 st.shared.u32 [%r3], 2;\n", seed),
                HasSubstr("data race"));
  }
}

TEST(RacesPostponed, ProductsReadUntilTheWait) {
  const std::string fence = "fence.proxy.async;\n", bar = "bar.sync 0;\n",
                    wait = "wgmma.wait_group.sync.aligned 0;\n",
                    over = "st.shared.u32 [%r2], 1;\n";
  for (uint64_t seed = 0; seed != 6; ++seed) {
    auto run = [&](const std::string &fence, const std::string &after) {
      return runProduct(fence, after, seed);
    };
    // Who has waited knows that all four warps' parts are over.
    for (const std::string &after :
         {wait + over, wait + bar + bar + over + bar + over, bar + wait + over})
      EXPECT_EQ(run(fence, after), "") << after;
    for (const std::string &after :
         {bar + over + wait, bar + bar + over + wait})
      EXPECT_THAT(run(fence, after), HasSubstr("data race")) << after;
    EXPECT_THAT(run("", wait), HasSubstr("data race"));
  }
}

} // namespace
