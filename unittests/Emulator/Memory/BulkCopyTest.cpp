//===- BulkCopyTest.cpp - Copies by cp.async.bulk, and st.bulk ------------===//
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

/// Lanes that store the same bytes to the same place share one copy, and each
/// waits for it.
TEST(BulkCopy, StoresOfAWholeWarp) {
  const std::string fill = "add.u32 %r1, %t, 500; st.shared.u32 [%r10], %r1;"
                           "fence.proxy.async.shared::cta; bar.sync 0;";
  const std::string store =
      "cp.async.bulk.global.shared::cta.bulk_group [%rd0], [%r9], 128;"
      "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;";
  expectAlways(fill + store, 32, [](u32 i) { return 500 + i; });
  // Other bytes to the same place.
  expectRace(fill +
                 "shl.b32 %r2, %t, 4; and.b32 %r2, %r2, 16;"
                 "add.u32 %r9, %r9, %r2;" +
                 store,
             32);
}

TEST(BulkCopy, StoresAndTheirGroups) {
  const std::string fill = "add.u32 %r1, %t, 500; st.shared.u32 [%r10], %r1;"
                           "fence.proxy.async.shared::cta; bar.sync 0;"
                           "setp.eq.u32 %p9, %t, 0;";
  const std::string store =
      "@%p9 cp.async.bulk.global.shared::cta.bulk_group [%rd0], [%r9], 128;"
      "@%p9 cp.async.bulk.commit_group;";
  auto stored = [](u32 i) { return 500 + i; };
  // Copies that nothing waits for take place at the end.
  expectAlways(fill + store, 32, stored);
  expectAlways(fill + store + "@%p9 cp.async.bulk.wait_group 0;", 32, stored);
  // The buffer may be reused when it has been read.
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
  expectAlways(reduce("add.noftz.f32", "mov.u32 %r2, 3;"), 32,
               [](u32) { return 15; });
  expectRefused("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f16 "
                "[%rd0], [%r9], 16;",
                "needs .noftz");
  expectRefused("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz"
                ".f32 [%rd0], [%r9], 16;",
                "needs .version 9.4");
}

/// .ignore_oob: p0 ends 4 bytes before the copy does.
TEST(BulkCopy, EndsOutOfBounds) {
  auto copy = [](const std::string &operands) {
    return "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes"
           ".ignore_oob [%r9], " +
           operands + ", [bar];\n";
  };
  auto body = [&](const std::string &ignored) {
    return makeBarrier +
           "add.u32 %r1, %t, 7; st.global.u32 [%rd11], %r1;\n"
           "fence.proxy.async; bar.sync 0;\n"
           "@%p9 mbarrier.arrive.expect_tx.shared.b64 _, [%r11], 128;\n@%p9 " +
           copy("[%rd0], 128, " + ignored) + waitFor(0, "W") + report;
  };
  expectAlways(body("0, 4"), 31, [](u32 i) { return i + 7; });
  // The ignored bytes do not get the contents of memory.
  expectAlways(body("8, 15"), 31, [](u32 i) {
    if (i < 2 || i > 28)
      return 0xA5A5A5A5;
    return i == 28 ? 0xA5A5A500 + 28 + 7 : i + 7;
  });
  EXPECT_NE(errorOf(body("15, 3"), {}, 31).find("runs out of bounds"),
            std::string::npos);
  expectError(copy("[%rd1], 32, 16, 0"), "up to 15 bytes at each end");
  expectError(copy("[%rd1], 32, 0, 77"), "not 77");
  expectError(copy("[%rd1+8], 32, 8, 0"), "is misaligned");
  expectError(copy("[%rd1], 24, 8, 0"), "is a multiple of 16");
  expectRefused(copy("[%rd1], 32, 8, 0"), "needs .version 9.2");
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

/// Threads that store zeros to one place store one value.
TEST(BulkZeros, OfSeveralThreads) {
  Words results, expected(128, 7);
  std::fill(expected.begin() + 2, expected.begin() + 12, 0);
  ASSERT_EQ(launchZeros("mov.b32 %r8, 7; st.shared.u32 [%r10], %r8;\n"
                        "bar.sync 0; st.bulk.weak.shared::cta [%r9+8], 40, 0;\n"
                        "bar.sync 0;\n" +
                            report,
                        results),
            "");
  EXPECT_EQ(results, expected);
}

/// Addresses have the rank of their block, which is no part of the place.
TEST(BulkZeros, OfEachBlockOfACluster) {
  std::string text =
      kernel(addresses +
                 "mov.u32 %r20, %ctaid.x; mul.wide.u32 %rd20, %r20, 512;"
                 "add.u64 %rd11, %rd11, %rd20;"
                 "setp.eq.u32 %p1, %t, 3;"
                 "@%p1 st.bulk.weak.shared::cta [%r9], 512, 0;"
                 "bar.sync 0;\n" +
                 report,
             buffer);
  text.replace(text.find("sm_90a"), 6, "sm_100");
  KernelRun run(text);
  run.array(numbers(256)).zeros(64).zeros(64).zeros(64);
  run.config.checks = Checks::all();
  run.config.cluster = {2, 1, 1};
  ASSERT_EQ(run.launch({2, 1, 1}, {128, 1, 1}), "");
  EXPECT_EQ(run.read<u32>(0), Words(256));
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
