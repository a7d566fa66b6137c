//===- TensorMapOrderTest.cpp - Changes of tensor maps --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "tensormap.replace" and "membar, fence": a map that a kernel
// has made or changed is released to the proxy of tensor maps, and acquired from
// it, before a copy reads it.
//
//===----------------------------------------------------------------------===//

#include "TensorOrderHarness.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

/// Thread 0 makes the map in shared memory, and all lanes copy it to p3.
const std::string makeMap = R"(
  setp.eq.u32 %p9, %t, 0; mov.u32 %r6, s; add.u32 %r7, %r6, %at;
  st.shared.u32 [%r7], 0; bar.warp.sync 0xffffffff;
  @%p9 tensormap.replace.tile.global_address.shared::cta.b1024.b64 [s], %rd1;
  @%p9 tensormap.replace.tile.rank.shared::cta.b1024.b32 [s], 1;
  @%p9 tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [s], 0, 16;
  @%p9 tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [s], 1, 8;
  @%p9 tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [s], 0, 64;
  @%p9 tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [s], 1, 32;
  @%p9 tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [s], 0, 128;
  @%p9 tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [s], 0, 1;
  @%p9 tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [s], 1, 1;
  @%p9 tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [s], 1;
  @%p9 tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [s], 0;
  @%p9 tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [s], 0;
  @%p9 tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [s], 0;
  bar.warp.sync 0xffffffff;)";
const std::string publish = R"(
  cvt.u64.u32 %rd6, %r6;
  tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned
    [%rd3], [%rd6], 128;
)";
const std::string acquire =
    "fence.proxy.tensormap::generic.acquire.gpu [%rd3], 128;\n";
const std::string loadByNew =
    "cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes "
    "[s+1024], [%rd3, {0, 0}], [bar];";

TEST(TensorMapOrder, ReleasedAndAcquired) {
  // Each lane writes a word of the map.
  const std::string write =
      makeMap + "ld.shared.u32 %r8, [%r7]; cvt.u64.u32 %rd6, %at; "
                "add.u64 %rd6, %rd6, %rd3; st.global.u32 [%rd6], %r8;\n";
  const std::string release = "fence.proxy.tensormap::generic.release.gpu;\n";
  const std::string together = "bar.warp.sync 0xffffffff;\n";
  const std::string load = loadBody(loadByNew, 256);
  const std::string noRelease =
      "proxy of its own; after the earlier access, "
      "fence.proxy.tensormap::generic.release (or tensormap.cp_fenceproxy) is "
      "missing";
  expectClean(plainMap(), write + release + together + acquire + load);
  expectReport(plainMap(), write + together + acquire + load, noRelease);
  expectReport(plainMap(),
               write + "fence.acq_rel.gpu;\n" + together + acquire + load,
               noRelease);
  expectReport(plainMap(), write + release + together + load,
               "proxy of its own; before the copy, "
               "fence.proxy.tensormap::generic.acquire of the map is missing");
  expectReport(plainMap(), write + together + load,
               "(or tensormap.cp_fenceproxy) and then, before the copy, "
               "fence.proxy.tensormap::generic.acquire of the map are missing");
  // The release comes before the writes, or after the acquire.
  std::string early = write;
  early.insert(early.find("st.global"), release);
  expectReport(plainMap(), early + together + acquire + load, noRelease);
  expectReport(plainMap(),
               write + together + acquire + release + together + load,
               "are missing");
}

TEST(TensorMapOrder, MadeOnTheDevice) {
  expectClean(plainMap(),
              makeMap + publish + acquire + loadBody(loadByNew, 256));
  expectReport(plainMap(), makeMap + publish + loadBody(loadByNew, 256),
               "proxy of its own; before the copy, "
               "fence.proxy.tensormap::generic.acquire of the map is missing");
  // The fence is for another map.
  expectReport(plainMap(),
               makeMap + publish +
                   "fence.proxy.tensormap::generic.acquire.gpu [%rd2], 128;\n" +
                   loadBody(loadByNew, 256),
               "acquire of the map is missing");
  // The map changes while a copy may still read it.
  std::string early = loadBody(loadByNew, 256);
  early.insert(
      early.find("W:"),
      "@%p9 tensormap.replace.tile.rank.global.b1024.b32 [%rd3], 1;\n");
  expectReport(plainMap(), makeMap + publish + acquire + early,
               "may still be running");
  // The thread's bulk groups tell when the map was read, and nothing else.
  const std::string groups = "@%p9 cp.async.bulk.commit_group;\n"
                             "@%p9 cp.async.bulk.wait_group.read 0;\n";
  std::string waits = early;
  waits.insert(waits.find("@%p9 tensormap.replace"), groups);
  expectClean(plainMap(), makeMap + publish + acquire + waits);
  std::string source = loadBody(loadByNew, 256);
  source.insert(source.find("W:"), groups + "@%p9 st.global.u32 [%rd1], 1;\n");
  expectReport(plainMap(), makeMap + publish + acquire + source,
               "may still be running");
}

/// Block 0 makes the map. Each thread of all blocks acquires it, and no block
/// copies by it before all have; it knows of its own acquires alone. `cluster`:
/// blocks of one. Returns the error.
std::string copyInBlocks(const std::string &publish, const std::string &acquire,
                         uint64_t seed,
                         const std::string &load = loadBody(loadByNew, 256),
                         unsigned blocks = 3, unsigned cluster = 1) {
  const std::string body = R"(
  mov.u32 %r10, %ctaid.x; setp.ne.u32 %p4, %r10, 0; setp.eq.u32 %p9, %t, 0;
  @%p4 bra MADE;)" + makeMap +
                           publish +
                           R"(
  bar.warp.sync 0xffffffff;
  @%p9 st.release.gpu.global.u32 [%rd3+128], 1;
  MADE: ld.acquire.gpu.global.u32 %r9, [%rd3+128]; setp.eq.u32 %p5, %r9, 0;
  @%p5 bra MADE;
)" + acquire + R"(
  @%p9 red.add.relaxed.gpu.global.u32 [%rd3+132], 1;
  ALL: ld.relaxed.gpu.global.u32 %r9, [%rd3+132]; setp.lt.u32 %p5, %r9, )" +
                           std::to_string(blocks) + ";\n@%p5 bra ALL;\n" + load;
  TensorRun test(plainMap(), body, Bytes(sharedBytes), Bytes(tensorBytes));
  test.run.config.checks = Checks::all();
  test.run.config.seed = seed;
  test.run.config.blocks = OrderPolicy::Random;
  test.run.config.stepLimit = 1 << 20;
  test.run.config.cluster = {cluster, 1, 1};
  return test.run.launch({blocks, 1, 1});
}

TEST(TensorMapOrder, AcquiredByManyThreads) {
  for (uint64_t seed = 0; seed != 20; ++seed)
    ASSERT_EQ(copyInBlocks(publish, acquire, seed), "") << "seed " << seed;
}

/// The order between the blocks is of the whole GPU in each of them.
TEST(TensorMapOrder, ScopesHoldBothThreads) {
  auto narrow = [](std::string text) {
    return text.replace(text.find(".gpu"), 4, ".cta");
  };
  for (uint64_t seed = 0; seed != 20; ++seed) {
    EXPECT_THAT(copyInBlocks(narrow(publish), acquire, seed),
                testing::HasSubstr("the scope of the release"));
    EXPECT_THAT(copyInBlocks(publish, narrow(acquire), seed),
                testing::HasSubstr("the scope of the release"));
  }
  const std::string load = loadBody(loadByNew, 256);
  expectClean(plainMap(), makeMap + narrow(publish) + narrow(acquire) + load);
}

/// A release to a cluster is none for the others.
TEST(TensorMapOrder, ReleasedToACluster) {
  auto ofCluster = [](std::string text) {
    return text.replace(text.find(".gpu"), 4, ".cluster");
  };
  const std::string load = loadBody(loadByNew, 256);
  for (uint64_t seed = 0; seed != 20; ++seed) {
    EXPECT_THAT(copyInBlocks(ofCluster(publish), acquire, seed, load, 4, 2),
                testing::HasSubstr("the scope of the release"));
    EXPECT_THAT(copyInBlocks(publish, ofCluster(acquire), seed, load, 4, 2),
                testing::HasSubstr("the scope of the release"));
    EXPECT_EQ(
        copyInBlocks(ofCluster(publish), ofCluster(acquire), seed, load, 2, 2),
        "");
  }
}

/// Thread 0 knows that thread 31 has acquired the map in the scope of its block,
/// and not that it has done so in that of the GPU later.
TEST(TensorMapOrder, AcquiredInAWiderScopeLater) {
  const std::string by31 = "setp.eq.u32 %p8, %t, 31;\n@%p8 " + acquire;
  std::string narrow = by31, load = loadBody(loadByNew, 256);
  narrow.replace(narrow.find(".gpu"), 4, ".cta");
  load.insert(load.find("@%p9 mbarrier.arrive"), by31);
  for (uint64_t seed = 0; seed != 20; ++seed) {
    EXPECT_THAT(copyInBlocks(publish, narrow, seed, load),
                testing::HasSubstr("the scope of the release"));
    EXPECT_EQ(copyInBlocks(publish, by31, seed, load), "");
  }
}

/// Another thread's acquire, known by a barrier, stays good when that thread
/// acquires the map once more.
TEST(TensorMapOrder, AcquiredByAnotherThread) {
  const std::string by31 = "setp.eq.u32 %p8, %t, 31;\n@%p8 " + acquire;
  std::string load = loadBody(loadByNew, 256);
  expectReport(plainMap(), makeMap + publish + load, "acquire of the map");
  load.insert(load.find("@%p9 mbarrier.arrive"), by31);
  expectReport(plainMap(), makeMap + publish + load, "acquire of the map");
  expectClean(plainMap(), makeMap + publish + by31 + load);
}

} // namespace
