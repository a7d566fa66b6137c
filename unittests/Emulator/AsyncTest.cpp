//===- AsyncTest.cpp - Asynchronous copies --------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Asynchronous copy". What is right must give the same result
// whenever its operations take place; what misses a wait must give a wrong one
// each time that they take place as late as they may.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;

using u32 = uint32_t;
using Words = std::vector<u32>;

namespace {

/// 1000, 1001, … in p1.
Words numbers(u32 count) {
  Words values(count);
  for (u32 i = 0; i != count; ++i)
    values[i] = 1000 + i;
  return values;
}

/// Kernels that are wrong run without the checks that stop them.
Checks onlySync() {
  Checks checks;
  checks.sync = true;
  return checks;
}

struct Schedule {
  AsyncPolicy policy = AsyncPolicy::Eager;
  uint64_t seed = 0;
  OrderPolicy warps = OrderPolicy::Fair;
};

/// One launch: p0 gets one word for each thread, p1 holds numbers(1024).
struct Outcome {
  Words results, sources;
  std::string error;
};

Outcome runOnce(const std::string &body, const std::string &shared, u32 threads,
                Schedule schedule, const Checks &checks = onlySync()) {
  KernelRun run(kernel(body, shared));
  run.zeros(4 * threads).array(numbers(1024)).zeros(4096).zeros(4096);
  run.config.async = schedule.policy;
  run.config.seed = schedule.seed;
  run.config.warps = schedule.warps;
  run.config.checks = checks;
  run.config.stepLimit = 1 << 20;
  Outcome outcome;
  outcome.error = run.launch({1, 1, 1}, {threads, 1, 1});
  outcome.results = run.read<u32>(0);
  outcome.sources = run.read<u32>(1);
  return outcome;
}

const std::string buffer = ".shared .align 128 .b8 buffer[8192];\n"
                           ".shared .align 8 .b64 bar[8];\n";
/// %r10: this thread's word of the buffer; %rd10: of p1; %rd11: of p0.
const std::string addresses = R"(
  mov.u32 %r9, buffer; add.u32 %r10, %r9, %at;
  cvt.u64.u32 %rd9, %at; add.u64 %rd10, %rd1, %rd9; add.u64 %rd11, %rd0, %rd9;
)";
/// Stores what the thread finds in its word.
const std::string report = R"(
  ld.shared.u32 %r8, [%r10]; st.global.u32 [%rd11], %r8;
)";

template <typename F>
void expectEach(const std::string &body, u32 threads, Schedule schedule, F f,
                const Checks &checks = onlySync()) {
  Outcome outcome =
      runOnce(addresses + body, buffer, threads, schedule, checks);
  ASSERT_EQ(outcome.error, "") << body;
  for (u32 i = 0; i != threads; ++i)
    ASSERT_EQ(outcome.results[i], static_cast<u32>(f(i)))
        << "thread " << i << ", policy " << int(schedule.policy) << ", seed "
        << schedule.seed << body;
}

/// The same result at all times: 200 seeds of those between issue and wait, in
/// half of them with warps in any order.
template <typename F>
void expectAlways(const std::string &body, u32 threads, F f) {
  expectEach(body, threads, {AsyncPolicy::Eager, 0}, f, Checks::all());
  expectEach(body, threads, {AsyncPolicy::Lazy, 0}, f, Checks::all());
  for (uint64_t seed = 0; seed != 200 && !testing::Test::HasFailure(); ++seed) {
    OrderPolicy warps = seed % 2 ? OrderPolicy::Random : OrderPolicy::Fair;
    AsyncPolicy policy =
        seed % 4 == 3 ? AsyncPolicy::Lazy : AsyncPolicy::Random;
    expectEach(body, threads, {policy, seed, warps}, f,
               seed % 8 < 4 ? Checks::all() : onlySync());
  }
}

/// The check finds the race whenever the operations take place.
void expectRace(const std::string &body, u32 threads) {
  Checks checks = onlySync();
  checks.race = true;
  for (AsyncPolicy policy :
       {AsyncPolicy::Eager, AsyncPolicy::Lazy, AsyncPolicy::Random}) {
    Outcome outcome =
        runOnce(addresses + body, buffer, threads, {policy, 0}, checks);
    EXPECT_NE(outcome.error.find("data race"), std::string::npos)
        << outcome.error << body;
  }
}

/// `right` at once, `wrong` when late, and both among the random ones.
template <typename F, typename G>
void expectMissing(const std::string &body, u32 threads, F right, G wrong) {
  expectEach(body, threads, {AsyncPolicy::Eager, 0}, right);
  for (uint64_t seed = 0; seed != 20; ++seed)
    expectEach(body, threads, {AsyncPolicy::Lazy, seed}, wrong);
  bool seenRight = false, seenWrong = false;
  for (uint64_t seed = 0; seed != 200; ++seed) {
    Outcome outcome =
        runOnce(addresses + body, buffer, threads, {AsyncPolicy::Random, seed});
    ASSERT_EQ(outcome.error, "");
    for (u32 i = 0; i != threads; ++i) {
      seenRight |= outcome.results[i] == u32(right(i));
      seenWrong |= outcome.results[i] == u32(wrong(i));
    }
  }
  EXPECT_TRUE(seenRight) << body;
  EXPECT_TRUE(seenWrong) << body;
  expectRace(body, threads);
}

std::string errorOf(const std::string &body,
                    Schedule schedule = {AsyncPolicy::Eager, 0},
                    u32 threads = 1) {
  return runOnce(addresses + body, buffer, threads, schedule).error;
}

void expectError(const std::string &body, const std::string &message) {
  for (AsyncPolicy policy :
       {AsyncPolicy::Eager, AsyncPolicy::Lazy, AsyncPolicy::Random}) {
    std::string error = errorOf(body, {policy, 0});
    EXPECT_NE(error.find(message), std::string::npos) << error << body;
  }
}

void expectRefused(const std::string &body, const std::string &message) {
  std::string error = parseError(kernel(body, buffer));
  EXPECT_NE(error.find(message), std::string::npos) << error << body;
}

u32 number(u32 i) { return 1000 + i; }
u32 zero(u32) { return 0; }

} // namespace

//===----------------------------------------------------------------------===//
// cp.async
//===----------------------------------------------------------------------===//

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
  // 16 bytes of which %t * 4 (at most 16) come from the source.
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
  // A source that is not read may be anywhere.
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
  // A commit is no wait, nor is a barrier.
  expectMissing(copy + "cp.async.commit_group; bar.sync 0;" + report, 64,
                number, zero);
  // Not committed, so that the wait knows nothing of it.
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
  // Each warp reads what the other one has copied.
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

//===----------------------------------------------------------------------===//
// cp.async.bulk
//===----------------------------------------------------------------------===//

namespace {

/// Thread 0 makes an mbarrier for one arrival; %r11 is its address.
const std::string makeBarrier = R"(
  mov.u32 %r11, bar; setp.eq.u32 %p9, %t, 0;
  @%p9 mbarrier.init.shared.b64 [%r11], 1;
  fence.mbarrier_init.release.cluster; bar.sync 0;
)";

std::string waitFor(u32 parity, const std::string &label,
                    const std::string &form = "try_wait.parity") {
  return label + ": mbarrier." + form + ".shared::cta.b64 %p8, [%r11], " +
         std::to_string(parity) + ";\n@!%p8 bra " + label + ";\n";
}

const std::string load = R"(
  @%p9 mbarrier.arrive.expect_tx.shared.b64 _, [%r11], 256;
  @%p9 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r9], [%rd1], 256, [%r11];
)";

} // namespace

TEST(BulkCopy, LoadsArriveAtAnMbarrier) {
  expectAlways(makeBarrier + load + waitFor(0, "W") + report, 64, number);
  expectAlways(makeBarrier + load + waitFor(0, "W", "test_wait.parity") +
                   report,
               64, number);
  // The copy may be issued, and even be complete, before it is expected.
  expectAlways(makeBarrier + R"(
    @%p9 cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.L2::cache_hint [%r9], [%rd1], 256, [%r11], %rd3;
    @%p9 mbarrier.expect_tx.relaxed.cta.shared.b64 [%r11], 256;
    @%p9 mbarrier.arrive.shared.b64 _, [%r11];)" +
                   waitFor(0, "W") + report,
               64, number);
  // Two copies of one phase, in a generic address as well.
  expectAlways(makeBarrier + R"(
    cvta.shared.u64 %rd20, bar;
    @%p9 mbarrier.arrive.expect_tx.release.cta.b64 _, [%rd20], 256;
    @%p9 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r9+128], [%rd1+128], 128, [%r11];
    @%p9 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r9], [%rd1], 128, [%r11];)" +
                   waitFor(0, "W") + report,
               64, number);
}

TEST(BulkCopy, MissingWaits) {
  expectMissing(makeBarrier + load + report, 32, number, zero);
  // A barrier is no wait.
  expectMissing(makeBarrier + load + "bar.sync 0;" + report, 64, number, zero);
  // The wrong parity: that of the phase before the first one.
  expectEach(makeBarrier + load + waitFor(1, "W") + report, 32,
             {AsyncPolicy::Lazy, 0}, zero);
  // One of two copies is not expected: the phase completes without it.
  const std::string half = R"(
    @%p9 mbarrier.arrive.expect_tx.shared.b64 _, [%r11], 128;
    @%p9 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r9], [%rd1], 128, [%r11];
    @%p9 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r9+128], [%rd1+128], 128, [%r11];)";
  expectEach(makeBarrier + half + waitFor(0, "W") + report, 32,
             {AsyncPolicy::Lazy, 0}, zero);
}

TEST(BulkCopy, SourceMustStayUntilTheWait) {
  // Warp 0 changes its half of the source, warp 1 only waits.
  const std::string change = "setp.lt.u32 %p7, %t, 32; mov.u32 %r1, 5;"
                             "@%p7 st.global.u32 [%rd10], %r1;";
  expectAlways(makeBarrier + load + waitFor(0, "W") + change + report, 64,
               number);
  expectMissing(makeBarrier + load + change + waitFor(0, "W") + report, 64,
                number, [](u32 i) { return i < 32 ? 5 : number(i); });
}

TEST(BulkCopy, Pipeline) {
  // Warp 1 loads 16 tiles of 64 words through two stages, warp 0 adds them up:
  // full barriers at bar, empty ones at bar+16.
  expectAlways(R"(
    mov.u32 %r11, bar; setp.eq.u32 %p9, %t, 32;
    @%p9 mbarrier.init.shared.b64 [%r11], 1;
    @%p9 mbarrier.init.shared.b64 [%r11+8], 1;
    @%p9 mbarrier.init.shared.b64 [%r11+16], 32;
    @%p9 mbarrier.init.shared.b64 [%r11+24], 32;
    bar.sync 0;
    mov.u32 %r20, 0; mov.u32 %r30, 0; setp.ge.u32 %p1, %t, 32;
    @%p1 bra PRODUCER;
    CONSUME: and.b32 %r21, %r20, 1; shr.u32 %r22, %r20, 1; and.b32 %r22, %r22, 1;
    shl.b32 %r23, %r21, 3; add.u32 %r23, %r23, %r11;
    W1: mbarrier.try_wait.parity.shared.b64 %p2, [%r23], %r22; @!%p2 bra W1;
    shl.b32 %r24, %r21, 8; add.u32 %r24, %r24, %r10;
    ld.shared.u32 %r25, [%r24]; add.u32 %r30, %r30, %r25;
    ld.shared.u32 %r25, [%r24+128]; add.u32 %r30, %r30, %r25;
    mbarrier.arrive.shared.b64 _, [%r23+16];
    add.u32 %r20, %r20, 1; setp.lt.u32 %p3, %r20, 16; @%p3 bra CONSUME;
    st.global.u32 [%rd11], %r30; bra END;
    PRODUCER: @!%p9 bra END;
    PRODUCE: and.b32 %r21, %r20, 1; shr.u32 %r22, %r20, 1; and.b32 %r22, %r22, 1;
    xor.b32 %r22, %r22, 1;
    shl.b32 %r23, %r21, 3; add.u32 %r23, %r23, %r11;
    W2: mbarrier.try_wait.parity.shared.b64 %p2, [%r23+16], %r22; @!%p2 bra W2;
    shl.b32 %r24, %r21, 8; add.u32 %r24, %r24, %r9;
    mul.wide.u32 %rd20, %r20, 256; add.u64 %rd20, %rd20, %rd1;
    mbarrier.arrive.expect_tx.shared.b64 _, [%r23], 256;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r24], [%rd20], 256, [%r23];
    add.u32 %r20, %r20, 1; setp.lt.u32 %p3, %r20, 16; @%p3 bra PRODUCE;
    END: )",
               64, [](u32 i) {
                 if (i >= 32)
                   return 0u;
                 u32 sum = 0;
                 for (u32 k = 0; k != 16; ++k)
                   sum += 2000 + 128 * k + 2 * i + 32;
                 return sum;
               });
}

TEST(BulkCopy, StoresAndTheirGroups) {
  const std::string fill = "add.u32 %r1, %t, 500; st.shared.u32 [%r10], %r1;"
                           "fence.proxy.async.shared::cta; bar.sync 0;"
                           "setp.eq.u32 %p9, %t, 0;";
  const std::string store =
      "@%p9 cp.async.bulk.global.shared::cta.bulk_group [%rd0], [%r9], 128;"
      "@%p9 cp.async.bulk.commit_group;";
  auto stored = [](u32 i) { return 500 + i; };
  // What nobody waits for takes place at the end.
  expectAlways(fill + store, 32, stored);
  expectAlways(fill + store + "@%p9 cp.async.bulk.wait_group 0;", 32, stored);
  // The buffer may be used again when it has been read.
  const std::string reuse = "bar.sync 0; mov.u32 %r2, 9;"
                            "st.shared.u32 [%r10], %r2;";
  expectAlways(fill + store + "@%p9 cp.async.bulk.wait_group.read 0;" + reuse,
               32, stored);
  expectMissing(fill + store + reuse, 32, stored, [](u32) { return 9; });
  expectMissing(fill + store + "@%p9 cp.async.bulk.wait_group.read 1;" + reuse,
                32, stored, [](u32) { return 9; });
  // But it has not been written.
  const std::string look = "bar.sync 0; ld.global.u32 %r3, [%rd11];"
                           "st.global.u32 [%rd10], %r3;";
  auto seen = [&](const std::string &wait, AsyncPolicy policy) {
    Outcome outcome = runOnce(addresses + fill + store + wait + look, buffer,
                              32, {policy, 0});
    EXPECT_EQ(outcome.error, "");
    return outcome.sources[3];
  };
  const std::string full = "@%p9 cp.async.bulk.wait_group 0;";
  const std::string readOnly = "@%p9 cp.async.bulk.wait_group.read 0;";
  EXPECT_EQ(seen(full, AsyncPolicy::Lazy), 503u);
  EXPECT_EQ(seen(readOnly, AsyncPolicy::Eager), 503u);
  EXPECT_EQ(seen(readOnly, AsyncPolicy::Lazy), 0u);
  EXPECT_EQ(seen(readOnly + full, AsyncPolicy::Lazy), 503u);
}

TEST(BulkCopy, ByteMask) {
  expectAlways(R"(
    mov.u32 %r1, 0xFFFFFFFF; st.shared.u32 [%r10], %r1;
    fence.proxy.async.shared::cta; bar.sync 0;
    setp.eq.u32 %p9, %t, 0; mov.b16 %h1, 0x8421;
    @%p9 cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%rd0], [%r9], 32, %h1;
    )",
               8, [](u32 i) { return u32(0xFF) << (i % 4 * 8); });
}

TEST(BulkCopy, Reductions) {
  // Each case reduces %t + 5 into a word of p0 that holds 12.
  auto reduce = [](const std::string &form, const std::string &value) {
    return "mov.u32 %r1, 12; st.global.u32 [%rd11], %r1;" + value +
           "st.shared.u32 [%r10], %r2; fence.proxy.async; bar.sync 0;"
           "setp.eq.u32 %p9, %t, 0;"
           "@%p9 cp.reduce.async.bulk.global.shared::cta.bulk_group." +
           form +
           " [%rd0], [%r9], 128;"
           "@%p9 cp.async.bulk.commit_group;"
           "@%p9 cp.async.bulk.wait_group 0;";
  };
  const std::string up = "add.u32 %r2, %t, 5;";
  const std::string down = "sub.u32 %r2, 5, %t;";
  expectAlways(reduce("add.u32", up), 32, [](u32 i) { return 17 + i; });
  expectAlways(reduce("min.u32", up), 32,
               [](u32 i) { return std::min(12u, 5 + i); });
  expectAlways(reduce("max.s32", down), 32, [](u32) { return 12; });
  expectAlways(reduce("min.s32", down), 32, [](u32 i) { return 5 - i; });
  expectAlways(reduce("and.b32", up), 32, [](u32 i) { return 12 & (5 + i); });
  expectAlways(reduce("or.b32", up), 32, [](u32 i) { return 12 | (5 + i); });
  expectAlways(reduce("xor.b32", up), 32, [](u32 i) { return 12 ^ (5 + i); });
  expectAlways(reduce("inc.u32", up), 32,
               [](u32 i) { return 12 >= 5 + i ? 0 : 13; });
  expectAlways(reduce("dec.u32", up), 32,
               [](u32 i) { return 12 > 5 + i ? 5 + i : 11; });
  // Two halves: 12 is a subnormal number, which .noftz keeps.
  expectAlways(reduce("relaxed.gpu.add.noftz.f16", "mov.u32 %r2, 0x3C000003;"),
               32, [](u32) { return 0x3C00000F; });
  // f32 flushes it.
  expectAlways(reduce("add.f32", "mov.u32 %r2, 3;"), 32, zero);
  expectRefused("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f16 "
                "[%rd0], [%r9], 16;",
                "unknown: ");
}

TEST(BulkCopy, Errors) {
  const std::string store = "cp.async.bulk.global.shared::cta.bulk_group ";
  expectError(store + "[%rd0], [%r9], 8;",
              "the size of a bulk copy is a multiple of 16, not 8");
  expectError(store + "[%rd2], [%r9+8], 16;", "is misaligned");
  expectError(store + "[%rd2+4080], [%r9], 32;", "runs out of bounds");
  expectError(store + "[%rd2], [%r9], 8272;", "runs out of bounds");
  expectError("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes "
              "[%r9], [%rd1], 16, [bar];",
              "there is no mbarrier at shared address 0x2000");
  EXPECT_EQ(parseError(kernel(
                "cp.async.bulk.prefetch.L2.global [%rd1], 64;"
                "cp.async.bulk.prefetch.L2.global.L2::cache_hint [%rd1], %r1, "
                "%rd2;")),
            "");
}

//===----------------------------------------------------------------------===//
// cp.async and mbarriers
//===----------------------------------------------------------------------===//

TEST(AsyncCopy, ArrivesAtAnMbarrier) {
  const std::string copy = "cp.async.ca.shared.global [%r10], [%rd10], 4;";
  auto barrier = [](u32 count) {
    return "mov.u32 %r11, bar; setp.eq.u32 %p9, %t, 0;"
           "@%p9 mbarrier.init.shared.b64 [%r11], " +
           std::to_string(count) + "; bar.sync 0;\n";
  };
  // Each warp reads what the other one has copied.
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
  // A thread's own arrival says nothing of its copies.
  expectEach(barrier(64) + copy + "mbarrier.arrive.shared.b64 _, [%r11];" +
                 waitFor(0, "W") + look,
             64, {AsyncPolicy::Lazy, 0}, zero);
}

//===----------------------------------------------------------------------===//
// st.bulk
//===----------------------------------------------------------------------===//

namespace {

std::string launchZeros(const std::string &body, Words &results,
                        const std::string &target = "sm_100") {
  std::string text = kernel(addresses + body, buffer);
  text.replace(text.find("sm_90a"), 6, target);
  KernelRun run(text);
  run.zeros(4 * 128).array(numbers(1024)).zeros(64).zeros(64);
  run.config.checks = Checks::all();
  std::string error = run.launch({1, 1, 1}, {128, 1, 1});
  results = run.read<u32>(0);
  return error;
}

} // namespace

TEST(BulkZeros, RightOnes) {
  Words results;
  const std::string fill = "mov.b32 %r8, 7; st.shared.u32 [%r10], %r8;\n"
                           "bar.sync 0; setp.eq.u32 %p1, %t, 3;\n";
  Words expected(128, 7);
  std::fill(expected.begin() + 2, expected.begin() + 12, 0);
  for (const char *store :
       {"@%p1 st.bulk.weak.shared::cta [%r9+8], 40, 0;",
        "mov.u64 %rd20, 40; @%p1 st.bulk.shared::cta [%r9+8], %rd20, 0;",
        "mov.u32 %r20, 40; cvta.shared.u64 %rd21, buffer;"
        "@%p1 st.bulk [%rd21+8], %r20, 0;"}) {
    ASSERT_EQ(launchZeros(fill + store + "bar.sync 0;\n" + report, results), "")
        << store;
    EXPECT_EQ(results, expected) << store;
  }
}

TEST(BulkZeros, WrongOnes) {
  Words results;
  auto expect = [&](const std::string &body, const char *part,
                    const std::string &target = "sm_100") {
    std::string error = launchZeros(body, results, target);
    EXPECT_NE(error.find(part), std::string::npos) << body << error;
  };
  expect("setp.eq.u32 %p1, %t, 3; mov.b32 %r8, 7; st.shared.u32 [%r10], %r8;\n"
         "@%p1 st.bulk.shared::cta [%r9+8], 40, 0;",
         "data race");
  expect("st.bulk.shared::cta [%r9], 12, 0;", "a multiple of 8");
  expect("st.bulk.shared::cta [%r9], 16777224, 0;", "up to 16777216");
  expect("st.bulk.shared::cta [%r9+4], 16, 0;", "misaligned");
  expect("st.bulk.shared::cta [%r9+8184], 80, 0;", "out of bounds");
  expect("st.bulk [%rd0], 16, 0;", "does not lie in shared memory");
  expect("st.bulk.shared::cta [%r9], 16, 1;", "only zeros");
  expect("st.bulk.shared::cta [%r9], 16, 0;", "needs .target sm_100", "sm_90");
}
