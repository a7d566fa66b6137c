//===- LaunchControlTest.cpp - Blocks that take over others' work ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include <gmock/gmock.h>

using namespace tessera::ptx;
using namespace tessera::ptx::test;
using testing::HasSubstr;

namespace {

const std::string variables = ".shared .align 16 .b8 answer[16];\n"
                              ".shared .align 8 .b64 told;\n";

/// The work of a block, whose number is %r1: adds one to its word of p0.
const std::string work = R"(
    mul.wide.u32 %rd5, %r1, 4; add.u64 %rd5, %rd5, %rd0;
    @%p9 red.relaxed.gpu.global.add.u32 [%rd5], 1;
)";
const std::string wait = R"(
  WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p1, [told], %r2;
    @!%p1 bra WAIT;
    xor.b32 %r2, %r2, 1;
)";
const std::string begin = R"(
  .reg .b128 %q;
  setp.eq.u32 %p9, %t, 0;
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, 0;
  @%p9 mbarrier.init.shared::cta.b64 [told], 1;
  fence.mbarrier_init.release.cluster;
  barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
)";
const std::string request = R"(
  clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [answer], [told];
)";

/// A block, or a cluster whose first block asks for all, takes over work until
/// nothing is left.
std::string loop(const std::string &ask, const std::string &waiting = wait) {
  return begin + R"(
  AGAIN:
    barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
    @%p9 fence.proxy.async.shared::cta;
    @%p9 mbarrier.arrive.expect_tx.shared::cta.b64 %rd6, [told], 16;
)" + ask +
         work + waiting + R"(
    ld.shared.b128 %q, [answer];
    clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p2, %q;
    @!%p2 bra DONE;
    clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%r1, %r4, %r5, _}, %q;
    clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %r6, %q;
    mov.u32 %r7, %cluster_ctarank; add.u32 %r1, %r6, %r7;
    bra AGAIN;
  DONE:
    barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
)";
}

const std::string askAlone = "@%p9 " + request.substr(request.find("cl"));
const std::string askForAll = R"(
    mov.u32 %r8, %cluster_ctarank; setp.eq.and.u32 %p3, %r8, 0, %p9;
    @%p3 clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.multicast::cluster::all.b128 [answer], [told];
)";

class LaunchControl : public testing::Test {
protected:
  std::string run(const std::string &body, uint64_t seed, uint32_t cluster,
                  uint32_t preferred = 0) {
    std::string text = kernel(body, variables);
    KernelRun run(text.replace(text.find("sm_90a"), 6, "sm_100a"));
    run.zeros(4 * blocks);
    run.config.cluster = {cluster, 1, 1};
    if (preferred)
      run.config.preferredCluster = {preferred, 1, 1};
    run.config.checks = Checks::all();
    run.config.seed = seed;
    run.config.stepLimit = 1 << 20;
    if (seed) {
      run.config.async = seed % 3 ? AsyncPolicy::Random : AsyncPolicy::Lazy;
      run.config.warps = run.config.blocks = OrderPolicy::Random;
    }
    std::string error = run.launch({blocks, 1, 1}, {64, 1, 1});
    times = run.read<uint32_t>(0);
    started = run.statistics.blocks;
    return error;
  }

  static constexpr uint32_t blocks = 24;
  std::vector<uint32_t> times;
  uint64_t started = 0;
};

TEST_F(LaunchControl, EveryBlocksWorkIsDoneOnce) {
  uint64_t least = blocks, most = 0;
  for (uint64_t seed = 0; seed != 200; ++seed)
    for (uint32_t cluster : {1, 4}) {
      std::string body = loop(cluster == 1 ? askAlone : askForAll);
      ASSERT_EQ(run(body, seed, cluster), "") << "seed " << seed;
      ASSERT_THAT(times, testing::Each(1u)) << "seed " << seed;
      least = std::min(least, started);
      most = std::max(most, started);
    }
  // Few take over much, or many have started before any asks.
  EXPECT_LT(least, blocks / 2);
  EXPECT_GT(most, least);
}

/// A cluster only takes over clusters of its own shape, so that its blocks can
/// share the work.
TEST_F(LaunchControl, ClustersOfTwoShapes) {
  uint64_t least = blocks, most = 0;
  for (uint64_t seed = 0; seed != 200; ++seed) {
    ASSERT_EQ(run(loop(askForAll), seed, 2, 6), "") << "seed " << seed;
    ASSERT_THAT(times, testing::Each(1u)) << "seed " << seed;
    least = std::min(least, started);
    most = std::max(most, started);
  }
  EXPECT_LT(least, blocks / 2);
  EXPECT_GT(most, least);
}

TEST_F(LaunchControl, Misuse) {
  EXPECT_THAT(run(loop(askAlone, ""), 0, 1), HasSubstr("data race"));
  std::string insists = loop(askAlone);
  insists.replace(insists.find("@!%p2 bra DONE;"), 15, "");
  EXPECT_THAT(run(insists, 0, 1), HasSubstr("no cluster is left"));
  std::string zeros = begin + R"(
    mov.b128 %q, {%d0, %d0};
    clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p2, %q;
)";
  zeros.insert(zeros.find("mov.b128"), "mov.u64 %d0, 0; ");
  EXPECT_THAT(run(zeros, 0, 1), HasSubstr("are no answer"));
}

/// An answer, and the mbarrier that counts it, may be named by any address of
/// the block itself, but not of another block.
TEST_F(LaunchControl, AnswersGoToTheOwnBlock) {
  auto asking = [&](const std::string &space, const std::string &address,
                    const std::string &to, const std::string &mbarrier) {
    return loop("mov.u32 %r8, %cluster_ctarank; xor.b32 %r9, %r8, 1;\n" +
                address + "\n@%p9 clusterlaunchcontrol.try_cancel.async" +
                space + ".mbarrier::complete_tx::bytes.b128 [" + to + "], [" +
                mbarrier + "];\n");
  };
  auto shared = [&](const std::string &rank, const std::string &variable) {
    return asking(".shared::cta",
                  "mov.u32 %r10, " + variable +
                      "; mapa.shared::cluster.u32 %r10, %r10, " + rank + ";",
                  variable == "answer" ? "%r10" : "answer",
                  variable == "told" ? "%r10" : "told");
  };
  auto generic = [&](const std::string &rank) {
    return asking(
        "",
        "mov.u32 %r10, answer; mapa.shared::cluster.u32 %r10, %r10, " + rank +
            "; cvt.u64.u32 %rd7, %r10; cvta.shared::cluster.u64 %rd7, "
            "%rd7; cvta.shared.u64 %rd8, told;",
        "%rd7", "%rd8");
  };
  for (uint32_t cluster : {2, 4})
    for (const std::string &body :
         {shared("%r9", "answer"), shared("%r9", "told"), generic("%r9")})
      EXPECT_THAT(run(body, 0, cluster), HasSubstr("an answer goes to"));
  // The same addresses with the own rank. Both blocks ask, and each goes on by
  // itself, so that nothing is checked afterwards.
  for (const std::string &body :
       {shared("%r8", "answer"), shared("%r8", "told"), generic("%r8")})
    EXPECT_EQ(run(body, 0, 1), "");
}

} // namespace
