//===- TensorNeighboursTest.cpp - Blocks that share tensor memory ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "tcgen05.alloc" and "tcgen05.relinquish_alloc_permit". In
// random order, blocks that fit on one multiprocessor may share its columns and
// the permit to allocate. A block that gives the permit up in time is right in
// every order; a block that keeps it is reported if a neighbour waits for
// nothing else.
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include <gmock/gmock.h>

using namespace tessera::ptx;
using namespace tessera::ptx::test;
using testing::HasSubstr;

using u32 = uint32_t;

namespace {

constexpr u32 blocks = 8, threads = 32;

std::string allocate(u32 columns) {
  return "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r20], " +
         std::to_string(columns) +
         ";\nbar.sync 0;\nld.shared.b32 %r21, [%r20];"
         "\nbar.sync 0;\n";
}
const std::string relinquish =
    "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;\n";
std::string release(const std::string &address, u32 columns) {
  return "tcgen05.dealloc.cta_group::1.sync.aligned.b32 " + address + ", " +
         std::to_string(columns) + ";\n";
}

const std::string start = R"(
  mov.u32 %r20, address;
  mov.u32 %r1, %ctaid.x; mad.lo.u32 %r2, %r1, 32, %t;
  mul.wide.u32 %rd4, %r2, 4; add.u64 %rd5, %rd0, %rd4; add.u64 %rd6, %rd1, %rd4;
)";
/// The first column holds a number of the thread while others do the same; the
/// number goes to p0, and the address of the columns to p1.
const std::string work = R"(
  tcgen05.st.sync.aligned.32x32b.x1.b32 [%r21], {%r2};
  tcgen05.wait::st.sync.aligned;
  mov.u32 %r5, 0;
LONG:
  add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 50; @%p1 bra LONG;
  tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r3}, [%r21];
  tcgen05.wait::ld.sync.aligned;
  st.global.u32 [%rd5], %r3; st.global.u32 [%rd6], %r21;
)";
/// All blocks wait for each other.
const std::string meet = R"(
  setp.eq.u32 %p2, %t, 0;
  @!%p2 bra MET;
  red.release.gpu.global.add.u32 [%rd2], 1;
MEET:
  ld.acquire.gpu.global.u32 %r6, [%rd2]; setp.ne.u32 %p3, %r6, 8;
  @%p3 bra MEET;
MET:
  bar.sync 0;
)";

struct Outcome {
  std::string error;
  bool isRight;      ///< every block has read what it has written
  bool areAllAtZero; ///< the columns of all blocks
};

Outcome runOnce(const std::string &body, uint64_t seed,
                const Checks &checks = Checks::all(),
                uint64_t sharedBytes = 0) {
  std::string text = kernel(start + body, ".shared .b32 address;\n");
  text.replace(text.find("sm_90a"), 6, "sm_100a");
  KernelRun run(text);
  run.zeros(4 * blocks * threads).zeros(4 * blocks * threads).zeros(4);
  run.config.checks = checks;
  run.config.seed = seed;
  run.config.stepLimit = 1 << 24;
  run.config.dynamicSharedBytes = sharedBytes;
  if (seed)
    run.config.warps = run.config.blocks = OrderPolicy::Random;
  Outcome outcome = {run.launch({blocks, 1, 1}, {threads, 1, 1}), true, true};
  std::vector<u32> values = run.read<u32>(0), addresses = run.read<u32>(1);
  for (u32 i = 0; i != values.size(); ++i) {
    outcome.isRight &= values[i] == i;
    outcome.areAllAtZero &= addresses[i] == 0;
  }
  return outcome;
}

/// Expects right and silent runs in 200 orders; returns how many have a block
/// whose columns are not the first.
unsigned expectAlways(const std::string &body, uint64_t sharedBytes = 0) {
  unsigned elsewhere = 0;
  for (uint64_t seed = 0; seed != 200; ++seed) {
    Outcome outcome = runOnce(body, seed, Checks::all(), sharedBytes);
    EXPECT_EQ(outcome.error, "") << "seed " << seed << body;
    EXPECT_TRUE(outcome.isRight) << "seed " << seed << body;
    if (testing::Test::HasFailure())
      return 0;
    elsewhere += !outcome.areAllAtZero;
  }
  return elsewhere;
}

Checks syncAlone() {
  Checks checks;
  checks.sync = true;
  return checks;
}

/// Expects a report in some orders, and right runs in the others, among them
/// the fair one.
void expectReports(const std::string &body, const std::string &words,
                   uint64_t seeds = 60) {
  EXPECT_EQ(runOnce(body, 0).error, "");
  uint64_t reports = 0;
  for (uint64_t seed = 1; seed != seeds; ++seed) {
    std::string error = runOnce(body, seed, syncAlone()).error;
    reports += !error.empty();
    if (!error.empty())
      ASSERT_THAT(error, HasSubstr(words)) << "seed " << seed;
  }
  EXPECT_GT(reports, seeds / 5) << body;
}

TEST(TensorNeighbours, RightKernelsAreSilent) {
  auto body = [](u32 columns) {
    return allocate(columns) + relinquish + work + release("%r21", columns);
  };
  EXPECT_GT(expectAlways(body(64)), 100u);
  EXPECT_GT(expectAlways(body(256)), 100u);
  EXPECT_EQ(expectAlways(body(512)), 0u);
  // The permit is given up late, and after a second allocation.
  EXPECT_GT(
      expectAlways(allocate(128) + work + relinquish + release("%r21", 128)),
      0u);
  EXPECT_GT(expectAlways(allocate(128) + "mov.b32 %r22, %r21;\n" +
                         allocate(64) + relinquish + work +
                         release("%r21", 64) + release("%r22", 128)),
            100u);
}

TEST(TensorNeighbours, AMissingRelinquishIsReported) {
  const std::string words =
      "the block ends without tcgen05.relinquish_alloc_permit";
  expectReports(allocate(128) + work + release("%r21", 128), words);
  expectReports(allocate(128) + work + release("%r21", 128), "on the same");
  expectReports(allocate(128) + "mov.b32 %r22, %r21;\n" + allocate(64) + work +
                    release("%r21", 64) + release("%r22", 128),
                words);
  // No block could allocate beside it in any case.
  EXPECT_EQ(expectAlways(allocate(512) + work + release("%r21", 512)), 0u);
  EXPECT_EQ(
      expectAlways(allocate(128) + work + release("%r21", 128), 120 << 10), 0u);
  for (uint64_t seed = 0; seed != 20; ++seed)
    EXPECT_EQ(runOnce(allocate(128) + work + release("%r21", 128), seed,
                      Checks::none())
                  .error,
              "");
}

TEST(TensorNeighbours, BlocksThatWaitForOneAnother) {
  expectReports(allocate(64) + meet + work + release("%r21", 64),
                "for the permit to allocate tensor memory, which block (", 20);
  expectReports(allocate(256) + relinquish + meet + work + release("%r21", 256),
                "for tensor memory: 512 of 512 columns are allocated, 512 of "
                "them by other blocks on the same multiprocessor",
                20);
  EXPECT_GT(expectAlways(allocate(64) + relinquish + meet + work +
                         release("%r21", 64)),
            100u);
}

/// A block that waits for its own columns, with neighbours that wait for it.
TEST(TensorNeighbours, WaitingForOneself) {
  for (uint64_t seed = 0; seed != 40; ++seed)
    EXPECT_THAT(
        runOnce(allocate(256) + allocate(256) + allocate(32), seed).error,
        HasSubstr("for tensor memory: 512 of 512 columns are allocated"))
        << "seed " << seed;
}

TEST(TensorNeighbours, ColumnsThatAreTakenForGranted) {
  expectReports(allocate(64) + relinquish + "mov.b32 %r23, %r21;\n" +
                    "mov.b32 %r21, 0;\n" + work + release("%r23", 64),
                "of tensor memory lie in no allocation of the block");
}

} // namespace
