//===- StaticCountersTest.cpp - Loops of PTX that has not run -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Emulator/StaticCounters.h"
#include "CountersHarness.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

std::vector<StaticRegion> regionsOf(const std::string &body) {
  auto program =
      Program::parse(withTarget(kernel(body, ""), "sm_90a"), "k.ptx");
  if (!program) {
    ADD_FAILURE() << llvm::toString(program.takeError());
    return {StaticRegion()};
  }
  return countStatically(*program, program->entries().front());
}

uint64_t runs(const StaticRegion &region, llvm::StringRef instruction) {
  uint64_t count = 0;
  for (const CounterLine &line : region.lines)
    if (llvm::StringRef(line.text).starts_with(instruction))
      count += line.values[Counter::Instructions];
  return count;
}

/// Ten iterations of an outer loop, each with three of an inner one.
constexpr char nested[] = R"(
  .reg .b32 %i, %j, %s;
  .reg .pred %p, %q;
  mov.b32 %i, 0;
  mov.b32 %s, 0;
OUTER:
  xor.b32 %s, %s, %i;
  mov.b32 %j, 0;
INNER:
  add.s32 %s, %s, 5;
  add.s32 %s, %s, %s;
  add.s32 %j, %j, 1;
  setp.lt.s32 %p, %j, 3;
  @%p bra INNER;
  add.s32 %i, %i, 1;
  setp.lt.s32 %q, %i, 10;
  @%q bra OUTER;
  not.b32 %s, %s;
)";

TEST(StaticCounters, LoopsTimesIterationsAreTheLaunch) {
  std::vector<StaticRegion> regions = regionsOf(nested);
  ASSERT_EQ(regions.size(), 3u);
  EXPECT_EQ(regions[0].depth, 0u);
  EXPECT_EQ(regions[1].parent, 0u);
  EXPECT_EQ(regions[2].parent, 1u);
  EXPECT_EQ(regions[2].depth, 2u);
  EXPECT_EQ(runs(regions[0], "not"), 1u);
  EXPECT_EQ(runs(regions[0], "add"), 0u);
  EXPECT_EQ(runs(regions[1], "xor"), 1u);
  EXPECT_EQ(runs(regions[1], "add"), 1u);
  EXPECT_EQ(runs(regions[2], "add"), 3u);
  auto sum = [](const StaticRegion &region) {
    return countIteration(region, 1, 1).totals()[Counter::Instructions];
  };
  EXPECT_EQ(sum(regions[0]) + 10 * (sum(regions[1]) + 3 * sum(regions[2])),
            countAll(nested).totals()[Counter::Instructions]);
}

TEST(StaticCounters, TheLongerWayCounts) {
  std::vector<StaticRegion> regions = regionsOf(R"(
  .reg .b32 %i, %s;
  .reg .pred %p;
  mov.b32 %i, %tid.x;
  setp.lt.s32 %p, %i, 3;
  @%p bra SHORT;
  xor.b32 %s, %i, 1;
  xor.b32 %s, %s, 2;
  bra END;
SHORT:
  not.b32 %s, %i;
END:
  add.s32 %s, %s, %s;
)");
  ASSERT_EQ(regions.size(), 1u);
  EXPECT_EQ(runs(regions[0], "xor"), 2u);
  EXPECT_EQ(runs(regions[0], "not"), 0u);
  EXPECT_EQ(runs(regions[0], "add"), 1u);
}

TEST(StaticCounters, ALoopThatWaitsIsPartOfWhatItStandsIn) {
  std::vector<StaticRegion> regions = regionsOf(R"(
  .shared .b64 bar;
  .reg .b32 %i, %a;
  .reg .pred %p, %q;
  mov.b32 %a, bar;
  mov.b32 %i, 0;
LOOP:
  mbarrier.arrive.expect_tx.shared.b64 _, [%a], 4096;
WAIT:
  mbarrier.try_wait.parity.shared.b64 %p, [%a], 0;
  @!%p bra WAIT;
  add.s32 %i, %i, 1;
  setp.lt.s32 %q, %i, 10;
  @%q bra LOOP;
)");
  ASSERT_EQ(regions.size(), 2u);
  EXPECT_EQ(runs(regions[1], "mbarrier.try_wait"), 1u);
  // Bulk copies are of the block, other instructions of each warp.
  CounterValues sum = countIteration(regions[1], 4, 2).totals();
  EXPECT_EQ(sum[Counter::BulkGlobalBytes], 2 * 4096u);
  EXPECT_EQ(sum[Counter::Instructions], 8 * regions[1].lines.size());
}

TEST(StaticCounters, LanesAccessMemorySideBySide) {
  const char *body = R"(
  .shared .align 16 .b8 tile[512];
  .reg .b32 %spot, %v0, %v1, %v2, %v3, %v4;
  .reg .b64 %base, %far;
  ld.param.u64 %base, [p0];
  mov.b32 %spot, %tid.x;
  mul.wide.u32 %far, %spot, 16;
  add.s64 %base, %base, %far;
  ld.global.v4.b32 {%v0, %v1, %v2, %v3}, [%base];
  shl.b32 %spot, %spot, 4;
  mov.b32 %v4, tile;
  add.s32 %spot, %spot, %v4;
  st.shared.v4.b32 [%spot], {%v0, %v1, %v2, %v3};
  ld.shared.v4.b32 {%v0, %v1, %v2, %v3}, [%spot];
  st.global.v4.b32 [%base], {%v0, %v1, %v2, %v3};
)";
  CounterValues told = countIteration(regionsOf(body)[0], 1, 1).totals(),
                counted = countAll(body).totals();
  for (Counter counter :
       {Counter::Instructions, Counter::GlobalLoadSectors,
        Counter::GlobalLoadBytes, Counter::GlobalLoadTags,
        Counter::GlobalStoreSectors, Counter::GlobalStoreBytes,
        Counter::SharedLoadWavefronts, Counter::SharedLoadBytes,
        Counter::SharedStoreWavefronts, Counter::SharedLeast})
    EXPECT_EQ(told[counter], counted[counter]) << counterName(counter).str();
}

} // namespace
