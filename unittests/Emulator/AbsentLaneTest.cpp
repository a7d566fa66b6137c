//===- AbsentLaneTest.cpp - Shuffles from lanes that take no part ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "shfl.sync": the value that a thread gets from one that is
// inactive, or not in the member mask, is undefined. It is reported if a result
// depends on it, and not if it reaches nothing.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <gmock/gmock.h>

using namespace tessera::ptx;
using namespace tessera::ptx::test;
using testing::AllOf;
using testing::HasSubstr;

namespace {

std::string runOnce(const std::string &body, unsigned threads, Checks checks) {
  KernelRun run(kernel("mov.u32 %r1, %t; mov.u32 %r9, 0;\n"
                       "cvt.u64.u32 %rd4, %at; add.u64 %rd5, %rd0, %rd4;\n" +
                       body));
  run.zeros(4096).zeros(4096).zeros(4096).zeros(4096);
  run.config.checks = checks;
  run.config.stepLimit = 1 << 20;
  return run.launch({1, 1, 1}, {threads, 1, 1});
}

void expectClean(const std::string &body, unsigned threads = 32) {
  EXPECT_EQ(runOnce(body, threads, Checks::all()), "") << body;
}

void expectReport(const std::string &body, const std::string &lanes,
                  const std::string &why, unsigned threads = 32) {
  EXPECT_THAT(runOnce(body, threads, Checks::all()),
              AllOf(HasSubstr("use of what " + lanes), HasSubstr(why),
                    HasSubstr("shuffled by: test.ptx:"),
                    HasSubstr("shfl.sync")))
      << body;
  EXPECT_EQ(runOnce(body, threads, Checks::none()), "") << body;
}

const std::string store = "st.global.u32 [%rd5], %r9;\n";

/// Lanes below `count` shuffle, and store the values that they get.
std::string ofSome(const std::string &count, const std::string &shuffle,
                   const std::string &use = store) {
  return "setp.ge.u32 %p1, %t, " + count + "; @%p1 bra END;\n" + shuffle + use +
         "END:\n";
}

TEST(AbsentLane, EachMode) {
  const std::string gone = "it has exited";
  // The report names the first lane that stores such a value.
  expectReport(ofSome("16", "shfl.sync.bfly.b32 %r9, %r1, 16, 31, -1;\n"),
               "lane 0 gets from lane 16", gone);
  expectReport(ofSome("16", "shfl.sync.idx.b32 %r9, %r1, 20, 31, -1;\n"),
               "lane 0 gets from lane 20", gone);
  expectReport(ofSome("16", "shfl.sync.down.b32 %r9, %r1, 4, 31, -1;\n"),
               "lane 12 gets from lane 16", gone);
  expectReport("setp.lt.u32 %p1, %t, 16; @%p1 bra END;\n"
               "shfl.sync.up.b32 %r9, %r1, 2, 0, -1;\n" +
                   store + "END:\n",
               "lane 16 gets from lane 14", gone);
  // With a predicate, which is true, as the lane is in range.
  expectReport(ofSome("16", "shfl.sync.down.b32 %r9|%p2, %r1, 4, 31, -1;\n"
                            "@%p2 st.global.u32 [%rd5], %r9;\n"),
               "lane 12 gets from lane 16", gone);
  // In place.
  expectReport(ofSome("16", "shfl.sync.bfly.b32 %r1, %r1, 16, 31, -1;\n",
                      "st.global.u32 [%rd5], %r1;\n"),
               "lane 0 gets from lane 16", gone);
  // The block has no more threads.
  expectReport("shfl.sync.down.b32 %r9, %r1, 1, 31, -1;\n" + store,
               "lane 15 gets from lane 16", "the block has no such thread", 16);
}

TEST(AbsentLane, MemberMasks) {
  expectReport(ofSome("8", "shfl.sync.down.b32 %r9, %r1, 1, 31, 0xff;\n"),
               "lane 7 gets from lane 8", "not in the member mask 0xff");
  // Two groups at one instruction, each of which reads the other.
  expectReport("setp.lt.u32 %p1, %t, 16; selp.b32 %r2, 0xffff, 0xffff0000, "
               "%p1;\nshfl.sync.bfly.b32 %r9, %r1, 16, 31, %r2;\n" +
                   store,
               "lane 0 gets from lane 16", "not in the member mask 0xffff");
  // At two instructions, where the lanes meet.
  const std::string apart =
      "setp.lt.u32 %p1, %t, 4; setp.ge.u32 %p2, %t, 8; @%p2 bra END;\n"
      "@%p1 bra LOW; shfl.sync.idx.b32 %r9, %r1, ";
  expectReport(apart + "3, 31, 0xff; bra ALL;\n"
                       "LOW: shfl.sync.idx.b32 %r9, %r1, 9, 31, 0xff;\n"
                       "ALL: st.global.u32 [%rd5], %r9;\nEND:\n",
               "lane 0 gets from lane 9", "not in the member mask 0xff");
  expectClean(apart + "3, 31, 0xff; bra ALL;\n"
                      "LOW: shfl.sync.idx.b32 %r9, %r1, 5, 31, 0xff;\n"
                      "ALL: st.global.u32 [%rd5], %r9;\nEND:\n");
}

TEST(AbsentLane, OutOfRangeIsTheOwnValue) {
  // Segments of 16 and 8 lanes.
  expectClean(
      ofSome("16", "shfl.sync.down.b32 %r9, %r1, 8, 0x100f, 0xffff;\n"));
  expectClean(
      ofSome("16", "shfl.sync.bfly.b32 %r9, %r1, 8, 0x100f, 0xffff;\n"));
  expectClean(
      ofSome("16", "shfl.sync.bfly.b32 %r9, %r1, 16, 0x100f, 0xffff;\n"));
  expectClean(ofSome("16", "shfl.sync.idx.b32 %r9, %r1, 9, 0x1807, 0xffff;\n"));
  expectClean(ofSome("8", "shfl.sync.up.b32 %r9, %r1, 4, 0x1800, 0xff;\n"));
  // The clamp keeps the last lane within those that exist.
  expectClean(ofSome("20", "shfl.sync.down.b32 %r9, %r1, 4, 19, 0xfffff;\n"));
  expectReport(ofSome("20", "shfl.sync.down.b32 %r9, %r1, 4, 20, 0xfffff;\n"),
               "lane 16 gets from lane 20", "not in the member mask");
}

/// A sum over lanes as nvcc writes it; lane 0 stores the result.
std::string reduction(const std::string &mask,
                      const std::vector<const char *> &distances = {
                          "16", "8", "4", "2", "1"}) {
  std::string text = "add.u32 %r9, %r1, 5;\n";
  for (const char *distance : distances)
    text += "shfl.sync.down.b32 %r3, %r9, " + std::string(distance) + ", 31, " +
            mask + "; add.s32 %r9, %r3, %r9;\n";
  return text + "setp.ne.u32 %p3, %t, 0; @%p3 bra END;\n" + store;
}

TEST(AbsentLane, ReductionsOfAWarp) {
  expectClean(reduction("-1") + "END:\n");
  // The values of upper lanes reach nothing.
  expectClean(ofSome("16", reduction("0xffff", {"8", "4", "2", "1"}), ""));
  // Lane 4 reads lane 20, which does not exist, and lane 0 reads lane 4.
  expectReport(ofSome("20", reduction("0xfffff"), ""), "lane",
               "takes no part in the shuffle");
  // A partial last warp with the mask of all lanes.
  expectReport(reduction("-1") + "END:\n", "lane", "has exited", 24);
}

TEST(AbsentLane, ValuesThatReachNothing) {
  expectClean(ofSome("16", "shfl.sync.bfly.b32 %r3, %r1, 16, 31, -1;\n"));
  expectClean(ofSome("16", "shfl.sync.down.b32 %r3, %r1, 4, 31, -1;\n"
                           "setp.lt.u32 %p3, %t, 12; selp.b32 %r9, %r3, %r1, "
                           "%p3;\n"));
  // A branch, an address and a vote are uses, too.
  expectReport(ofSome("16", "shfl.sync.bfly.b32 %r3, %r1, 16, 31, -1;\n"
                            "setp.eq.u32 %p3, %r3, 77; @%p3 bra END;\n"),
               "lane 0 gets from lane 16", "whether this instruction is");
  expectReport(ofSome("16", "shfl.sync.bfly.b32 %r3, %r1, 16, 31, -1;\n"
                            "and.b32 %r3, %r3, 60; cvt.u64.u32 %rd6, %r3;\n"
                            "add.u64 %rd6, %rd0, %rd6; ld.global.u32 %r9, "
                            "[%rd6];\n"),
               "lane 0 gets from lane 16", "an address depends on it");
}

TEST(AbsentLane, VotesCountThoseThatAreThere) {
  // In the ISA, votes, matches and reductions are over the threads that are
  // present.
  for (const char *exchange : {"vote.sync.ballot.b32 %r9, %p1, -1;\n",
                               "match.any.sync.b32 %r9, %r1, -1;\n",
                               "redux.sync.add.u32 %r9, %r1, -1;\n"})
    expectClean(ofSome("16", exchange));
}

} // namespace
