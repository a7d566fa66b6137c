//===- AsyncTest.cpp - Copies by cp.async ---------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Asynchronous copy".
//
//===----------------------------------------------------------------------===//

#include "AsyncHarness.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;

TEST(AsyncCopy, SizesAndHints) {
  expectAlways("cp.async.ca.shared.global [%r10], [%rd10], 4;"
               "cp.async.wait_all;" +
                   report,
               64, number);
  // Each of 8 threads copies 8 bytes, each of 4 others 16.
  expectAlways(R"(
    shl.b32 %r1, %t, 3; add.u32 %r2, %r9, %r1; cvt.u64.u32 %rd12, %r1;
    add.u64 %rd13, %rd1, %rd12;
    setp.lt.u32 %p1, %t, 8;
    @%p1 cp.async.ca.shared::cta.global.L2::64B [%r2], [%rd13], 8;
    add.u32 %r3, %t, -4; shl.b32 %r1, %r3, 4; add.u32 %r2, %r9, %r1;
    cvt.u64.u32 %rd12, %r1; add.u64 %rd13, %rd1, %rd12;
    sub.u32 %r4, %t, 8; setp.lt.u32 %p2, %r4, 4;
    mov.u64 %rd20, 0;
    @%p2 cp.async.cg.shared.global.L2::cache_hint.L2::256B [%r2], [%rd13], 16, %rd20;
    cp.async.wait_all; bar.sync 0;)" +
                   report,
               32, number);
}

TEST(AsyncCopy, SourceSizeAndIgnoredSource) {
  // 16 bytes, of which %t * 4 (at most 16) come from the source.
  const std::string setUp = R"(
    shl.b32 %r1, %t, 4; add.u32 %r2, %r9, %r1; cvt.u64.u32 %rd12, %r1;
    add.u64 %rd13, %rd1, %rd12;
    mov.u32 %r5, 77; st.shared.u32 [%r2], %r5; st.shared.u32 [%r2+4], %r5;
    st.shared.u32 [%r2+8], %r5; st.shared.u32 [%r2+12], %r5;
  )";
  const std::string sum = R"(
    ld.shared.v4.u32 {%r20,%r21,%r22,%r23}, [%r2];
    mul.lo.u32 %r21, %r21, 3; mul.lo.u32 %r22, %r22, 5; mul.lo.u32 %r23, %r23, 7;
    add.u32 %r20, %r20, %r21; add.u32 %r20, %r20, %r22; add.u32 %r20, %r20, %r23;
    st.global.u32 [%rd11], %r20;)";
  auto weighted = [](u32 first, u32 words) {
    const u32 weight[] = {1, 3, 5, 7};
    u32 total = 0;
    for (u32 i = 0; i != words; ++i)
      total += weight[i] * (1000 + first + i);
    return total;
  };
  expectAlways(setUp +
                   "cp.async.cg.shared.global [%r2], [%rd13], 16, %at;"
                   "cp.async.wait_all;" +
                   sum,
               5, [&](u32 i) { return weighted(4 * i, i); });
  expectAlways(setUp +
                   "cp.async.ca.shared.global [%r2], [%rd13], 16, 8;"
                   "cp.async.wait_all;" +
                   sum,
               5, [&](u32 i) { return weighted(4 * i, 2); });
  expectAlways(setUp + R"(
    setp.eq.u32 %p3, %t, 2;
    cp.async.ca.shared.global [%r2], [%rd13], 16, %p3;
    cp.async.wait_all;)" +
                   sum,
               5, [&](u32 i) { return i == 2 ? 0 : weighted(4 * i, 4); });
  // A source that is not read may have any address.
  expectAlways(R"(
    mov.u64 %rd20, 64; mov.u32 %r1, 0;
    cp.async.ca.shared.global [%r10], [%rd20], 4, %r1; cp.async.wait_all;)" +
                   report,
               4, zero);
}

TEST(AsyncCopy, GroupsCompleteInTheirOrder) {
  // Three groups to three places; the last may stay pending.
  const std::string groups = R"(
    mov.u32 %r1, 7; st.shared.u32 [%r10], %r1; st.shared.u32 [%r10+2048], %r1;
    cp.async.ca.shared.global [%r10], [%rd10], 4; cp.async.commit_group;
    cp.async.ca.shared.global [%r10+1024], [%rd10+4], 4; cp.async.commit_group;
    cp.async.commit_group;
    cp.async.ca.shared.global [%r10+2048], [%rd10+8], 4; cp.async.commit_group;
  )";
  const std::string sum = R"(
    ld.shared.u32 %r2, [%r10]; ld.shared.u32 %r3, [%r10+1024];
    add.u32 %r2, %r2, %r3; st.global.u32 [%rd11], %r2;)";
  expectAlways(groups + "cp.async.wait_group 1;" + sum, 40,
               [](u32 i) { return 2001 + 2 * i; });
  expectAlways(groups + "cp.async.wait_group 2;" + sum, 40,
               [](u32 i) { return 2001 + 2 * i; });
  // One group too many may be pending: the second copy is missing.
  expectMissing(
      groups + "cp.async.wait_group 3;" + sum, 40,
      [](u32 i) { return 2001 + 2 * i; }, number);
  expectMissing(
      groups + "cp.async.wait_group 1; ld.shared.u32 %r2, [%r10+2048];"
               "st.global.u32 [%rd11], %r2;",
      40, [](u32 i) { return 1002 + i; }, [](u32) { return 7; });
}

TEST(AsyncCopy, WhatNobodyWaitsForComesLate) {
  const std::string copy = "cp.async.ca.shared.global [%r10], [%rd10], 4;\n";
  expectMissing(copy + report, 64, number, zero);
  // Neither a commit nor a barrier is a wait.
  expectMissing(copy + "cp.async.commit_group; bar.sync 0;" + report, 64,
                number, zero);
  // Not committed, so that the wait does not include it.
  expectMissing(copy + "cp.async.wait_group 0;" + report, 64, number, zero);
}

TEST(AsyncCopy, SourceMustStayUntilTheWait) {
  const std::string copy = "cp.async.ca.shared.global [%r10], [%rd10], 4;"
                           "cp.async.commit_group;";
  const std::string change = "mov.u32 %r1, 5; st.global.u32 [%rd10], %r1;";
  const std::string wait = "cp.async.wait_group 0;";
  expectAlways(copy + wait + change + report, 64, number);
  expectMissing(copy + change + wait + report, 64, number,
                [](u32) { return 5; });
}

TEST(AsyncCopy, OthersNeedABarrierAfterTheWait) {
  // Each warp reads the data that the other one has copied.
  const std::string copy = "cp.async.ca.shared.global [%r10], [%rd10], 4;"
                           "cp.async.wait_all;";
  const std::string look = "xor.b32 %r1, %at, 128; add.u32 %r1, %r9, %r1;"
                           "ld.shared.u32 %r2, [%r1];"
                           "st.global.u32 [%rd11], %r2;";
  expectAlways(copy + "bar.sync 0;" + look, 64,
               [](u32 i) { return 1000 + (i ^ 32); });
  Outcome outcome =
      runOnce(addresses + copy + look, buffer, 64, {AsyncPolicy::Lazy, 0});
  EXPECT_EQ(outcome.results[0], 0u);
  expectRace(copy + look, 64);
}

TEST(AsyncCopy, NothingOrdersTwoCopies) {
  const std::string two =
      "cp.async.ca.shared.global [%r10], [%rd10], 4;"
      "cp.async.ca.shared.global [%r10], [%rd10+4], 4; cp.async.wait_all;";
  expectMissing(two + report, 32, [](u32 i) { return 1001 + i; }, number);
}

TEST(AsyncCopy, LanesHaveGroupsOfTheirOwn) {
  // Odd lanes commit twice, so that one of two groups may be pending.
  const std::string body = R"(
    and.b32 %r1, %t, 1; setp.eq.u32 %p1, %r1, 1;
    cp.async.ca.shared.global [%r10], [%rd10], 4;
    @%p1 cp.async.commit_group;
    cp.async.ca.shared.global [%r10+1024], [%rd10], 4;
    cp.async.commit_group;
    cp.async.wait_group 1;)";
  expectEach(body + report, 32, {AsyncPolicy::Lazy, 0},
             [](u32 i) { return i % 2 ? 1000 + i : 0; });
  expectEach(body + "ld.shared.u32 %r8, [%r10+1024];"
                    "st.global.u32 [%rd11], %r8;",
             32, {AsyncPolicy::Lazy, 0}, zero);
}

TEST(AsyncCopy, Errors) {
  expectError("cp.async.ca.shared.global [%r10+2], [%rd10], 4;",
              "store of 4 bytes at shared address 0x2 is misaligned");
  expectError("cp.async.ca.shared.global [%r10], [%rd10+4], 8;",
              "load of 8 bytes at global address 0x");
  expectError("mov.u32 %r1, 3;"
              "cp.async.ca.shared.global [%r10], [%rd10+4], 8, %r1;",
              "the source of this copy, global address 0x");
  expectError("mov.u32 %r1, 6;"
              "cp.async.ca.shared.global [%r10], [%rd10+4096], 8, %r1;",
              "runs out of bounds");
  expectError("cp.async.ca.shared.global [%r10+8256], [%rd10], 4;",
              "is out of bounds; the block has 8192 bytes of shared memory");
  expectError("cp.async.ca.shared.global [%r10], [%rd10+4096], 4;",
              "is out of bounds");
  expectError("mov.u32 %r1, 5;"
              "cp.async.ca.shared.global [%r10], [%rd10], 4, %r1;",
              "has 5 bytes, more than the 4 that are copied");
  expectRefused("cp.async.cg.shared.global [%r1], [%rd1], 8;",
                "the size of the copy must be 16");
  expectRefused("cp.async.ca.shared.global [%r1], [%rd1], 12;",
                "the size of the copy must be 4, 8 or 16");
  expectRefused("cp.async.wait_group %r1;", "must be a number");
  expectRefused("cp.async.wait_group -1;", "not negative");
  expectRefused("cp.async.cb.shared.global [%r1], [%rd1], 16;", "unknown: ");
}

TEST(AsyncCopy, ArrivesAtAnMbarrier) {
  const std::string copy = "cp.async.ca.shared.global [%r10], [%rd10], 4;";
  auto barrier = [](u32 count) {
    return "mov.u32 %r11, bar; setp.eq.u32 %p9, %t, 0;"
           "@%p9 mbarrier.init.shared.b64 [%r11], " +
           std::to_string(count) + "; bar.sync 0;\n";
  };
  // Each warp reads the data that the other one has copied.
  const std::string look = "xor.b32 %r1, %at, 128; add.u32 %r1, %r9, %r1;"
                           "ld.shared.u32 %r2, [%r1];"
                           "st.global.u32 [%rd11], %r2;";
  auto other = [](u32 i) { return 1000 + (i ^ 32); };
  expectAlways(barrier(64) + copy +
                   "cp.async.mbarrier.arrive.noinc.shared.b64 [%r11];" +
                   waitFor(0, "W") + look,
               64, other);
  expectAlways(barrier(64) + copy +
                   "cp.async.mbarrier.arrive.shared::cta.b64 [%r11];"
                   "mbarrier.arrive.shared.b64 %rd20, [%r11];"
                   "W: mbarrier.test_wait.shared.b64 %p8, [%r11], %rd20;"
                   "@!%p8 bra W;" +
                   look,
               64, other);
  // Through a generic address, after the copies are complete.
  expectAlways(barrier(64) + copy +
                   "cp.async.wait_all; cvta.shared.u64 %rd20, bar;"
                   "cp.async.mbarrier.arrive.noinc.b64 [%rd20];" +
                   waitFor(0, "W") + look,
               64, other);
  // A thread's own arrival does not wait for its copies.
  expectEach(barrier(64) + copy + "mbarrier.arrive.shared.b64 _, [%r11];" +
                 waitFor(0, "W") + look,
             64, {AsyncPolicy::Lazy, 0}, zero);
}
