//===- TensorPairTest.cpp - Beginnings and ends of pairs of blocks --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "tcgen05.commit": a block that tells others of the end of
// its work may be gone when they learn of it. Section "Issue Granularity": both
// blocks allocate and free together.
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

const std::string variables = ".shared .align 128 .b8 s[4608];\n"
                              ".shared .align 8 .b64 ready;\n"
                              ".shared .align 8 .b64 over;\n"
                              ".shared .align 8 .b64 again;\n"
                              ".shared .align 4 .b32 place;\n";

/// Both blocks fill their halves of the operands, and the first multiplies.
const std::string product = R"(
  .reg .b16 %h1;
  mov.u32 %r2, %cluster_ctarank; mov.u32 %r3, s;
  setp.eq.u32 %p1, %t, 0; setp.lt.u32 %p2, %t, 32;
  @%p1 mbarrier.init.shared::cta.b64 [ready], 2;
  @%p1 mbarrier.init.shared::cta.b64 [over], 1;
  @%p1 mbarrier.init.shared::cta.b64 [again], 1;
  @%p1 fence.mbarrier_init.release.cluster;
  @%p2 tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [place], 32;
  tcgen05.fence::before_thread_sync;
  barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
  tcgen05.fence::after_thread_sync;
  ld.shared.b32 %r10, [place];
  mad.lo.u32 %r4, %t, 32, %r3;
  st.shared.v4.b32 [%r4], {%t, %t, %t, %t};
  st.shared.v4.b32 [%r4+16], {%t, %t, %t, %t};
  mad.lo.u32 %r4, %t, 4, %r3;
  st.shared.b32 [%r4+4096], %t;
  fence.proxy.async.shared::cta;
  bar.sync 0;
  @!%p1 bra WAIT;
  mapa.shared::cluster.u32 %r5, ready, 0;
  mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r5];
  setp.ne.u32 %p3, %r2, 0;
  @%p3 bra WAIT;
READY:
  mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p4, [ready], 0;
  @!%p4 bra READY;
  shr.u32 %r6, %r3, 4; cvt.u64.u32 %rd4, %r6;
  or.b64 %rd5, %rd4, 70403112304640;
  add.u64 %rd4, %rd4, 256; or.b64 %rd6, %rd4, 70403104964608;
  setp.ne.u32 %p5, 0, 0;
  tcgen05.mma.cta_group::2.kind::i8 [%r10], %rd5, %rd6, 268959904, %p5;
)";

/// It tells both of the end. Then each exits, with its columns allocated.
const std::string body = product + R"(
  mov.b16 %h1, 3;
  tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [over], %h1;
WAIT:
  mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p6, [over], 0;
  @!%p6 bra WAIT;
)";

/// It tells the second block, which sees the end first, and then itself. When it
/// knows, it writes where the product has read.
const std::string twoCommits = product + R"(
  mov.b16 %h1, 2;
  tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [over], %h1;
SEEN:
  ld.relaxed.gpu.global.u32 %r7, [%rd0]; setp.eq.u32 %p7, %r7, 0;
  @%p7 bra SEEN;
  mov.b16 %h1, 1;
  tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [again], %h1;
AGAIN:
  mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p6, [again], 0;
  @!%p6 bra AGAIN;
  st.shared.u32 [s], 7;
WAIT:
  setp.ne.u32 %p3, %r2, 1;
  @%p3 bra END;
OVER:
  mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p6, [over], 0;
  @!%p6 bra OVER;
  @%p1 st.relaxed.gpu.global.u32 [%rd0], 1;
END:
  barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
)";

} // namespace

/// Launches a pair in several orders, with checks for races.
static void expectNoRace(const std::string &pair) {
  for (AsyncPolicy policy :
       {AsyncPolicy::Eager, AsyncPolicy::Lazy, AsyncPolicy::Random})
    for (uint64_t seed = 0; seed != 10; ++seed) {
      std::string text = kernel(pair, variables);
      KernelRun run(text.replace(text.find("sm_90a"), 6, "sm_100a"));
      run.zeros(4);
      run.config.cluster = {2, 1, 1};
      run.config.checks = {};
      run.config.checks.race = true;
      run.config.async = policy;
      run.config.seed = seed;
      run.config.warps = run.config.blocks =
          seed ? OrderPolicy::Random : OrderPolicy::Fair;
      run.config.stepLimit = 1 << 20;
      EXPECT_EQ(run.launch({2, 1, 1}, {128, 1, 1}), "") << "seed " << seed;
    }
}

/// Only the commit orders the product before the end of the second block, whose
/// shared memory it reads.
TEST(TensorPair, CommitsOutliveTheirBlock) { expectNoRace(body); }

/// Whoever sees the end of work first, a later commit of its thread tells of it,
/// too.
TEST(TensorPair, LaterCommitsTellOfWorkThatTheOtherBlockHasSeen) {
  expectNoRace(twoCommits);
}

/// Accesses of the second block before its allocation come before accesses of
/// the first one behind its own.
TEST(TensorPair, BothBlocksAllocateTogether) {
  const std::string late = R"(
    mov.u32 %r2, %cluster_ctarank; setp.eq.u32 %p1, %r2, 0;
    mov.u32 %r3, 0;
    @%p1 bra ALLOCATE;
  AGAIN:
    add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, 2000;
    @%p2 bra AGAIN;
    st.relaxed.gpu.global.u32 [%rd0], 1;
  ALLOCATE:
    tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [place], 32;
    @!%p1 bra FREE;
    ld.relaxed.gpu.global.u32 %r4, [%rd0];
    st.relaxed.gpu.global.u32 [%rd0+4], %r4;
  FREE:
    ld.shared.b32 %r10, [place];
    tcgen05.dealloc.cta_group::2.sync.aligned.b32 %r10, 32;
)";
  for (uint64_t seed = 0; seed != 20; ++seed) {
    std::string text = kernel(late, variables);
    KernelRun run(text.replace(text.find("sm_90a"), 6, "sm_100a"));
    run.zeros(8);
    run.config.cluster = {2, 1, 1};
    run.config.seed = seed;
    run.config.warps = run.config.blocks =
        seed ? OrderPolicy::Random : OrderPolicy::Fair;
    run.config.stepLimit = 1 << 20;
    EXPECT_EQ(run.launch({2, 1, 1}, {32, 1, 1}), "") << "seed " << seed;
    EXPECT_EQ(run.read<uint32_t>(0), (std::vector<uint32_t>{1, 1}));
  }
}

/// Accesses of the second block before it frees its columns come before
/// accesses of the first one behind that; a block that frees alone waits for
/// ever.
TEST(TensorPair, BothBlocksFreeTogether) {
  auto body = [](const std::string &ofSecond) {
    return R"(
    mov.u32 %r2, %cluster_ctarank; setp.eq.u32 %p1, %r2, 0;
    tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [place], 32;
    ld.shared.b32 %r10, [place]; mov.u32 %r3, 0;
    @%p1 bra FREE;
  AGAIN:
    add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, 2000;
    @%p2 bra AGAIN;
    st.relaxed.gpu.global.u32 [%rd0], 1;
)" + ofSecond +
           R"(
  FREE:
    tcgen05.dealloc.cta_group::2.sync.aligned.b32 %r10, 32;
    ld.relaxed.gpu.global.u32 %r4, [%rd0];
    @%p1 st.relaxed.gpu.global.u32 [%rd0+4], %r4;
  END:
)";
  };
  auto launch = [](uint64_t seed, KernelRun &run) {
    run.zeros(8);
    run.config.cluster = {2, 1, 1};
    run.config.seed = seed;
    run.config.warps = run.config.blocks =
        seed ? OrderPolicy::Random : OrderPolicy::Fair;
    run.config.stepLimit = 1 << 20;
    return run.launch({2, 1, 1}, {32, 1, 1});
  };
  auto textOf = [](const std::string &body) {
    std::string text = kernel(body, variables);
    return text.replace(text.find("sm_90a"), 6, "sm_100a");
  };
  for (uint64_t seed = 0; seed != 20; ++seed) {
    KernelRun both(textOf(body("")));
    EXPECT_EQ(launch(seed, both), "") << "seed " << seed;
    EXPECT_EQ(both.read<uint32_t>(0), (std::vector<uint32_t>{1, 1}));
    KernelRun one(textOf(body(
        "barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;\n")));
    std::string error = launch(seed, one);
    EXPECT_NE(error.find("which has to execute tcgen05.dealloc too"),
              std::string::npos)
        << error;
  }
}

/// The second block loads, and then frees; the first one frees. Whoever comes
/// first, the load has to be known to be over before the first one frees, though
/// that may wait for the second one. `order` stands in front of it, and between
/// the second block's load and the end of that.
static std::string freeText(const std::string &order) {
  return R"(
    mov.u32 %r2, %cluster_ctarank; setp.eq.u32 %p1, %r2, 0;
    setp.eq.u32 %p2, %r2, 1; setp.eq.u32 %p3, %t, 0;
    @%p3 mbarrier.init.shared::cta.b64 [over], 1;
    @%p3 fence.mbarrier_init.release.cluster;
    tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [place], 32;
    bar.warp.sync 0xffffffff;
    ld.shared.b32 %r10, [place];
    tcgen05.st.sync.aligned.32x32b.x1.b32 [%r10], {%t};
    tcgen05.wait::st.sync.aligned;
    barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
    @%p2 tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r4}, [%r10];
    @%p2 tcgen05.wait::ld.sync.aligned;
)" + order +
         R"(
    tcgen05.dealloc.cta_group::2.sync.aligned.b32 %r10, 32;
)";
}

TEST(TensorPair, UsesByTheOtherBlockAreOverBeforeOneFrees) {
  const char *barrier =
      "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;";
  // The first block waits for the second, whose own columns nobody else uses.
  const char *arrival = R"(
    mapa.shared::cluster.u32 %r5, over, 0;
    and.pred %p3, %p3, %p2;
    @%p3 mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r5];
    @%p2 bra FREE;
  AGAIN:
    mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p4, [over], 0;
    @!%p4 bra AGAIN;
  FREE:
)";
  auto launch = [](const std::string &body, uint64_t seed) {
    std::string text = kernel(body, variables);
    KernelRun run(text.replace(text.find("sm_90a"), 6, "sm_100a"));
    run.config.cluster = {2, 1, 1};
    run.config.checks = {};
    run.config.checks.race = true;
    run.config.seed = seed;
    run.config.warps = run.config.blocks =
        seed ? OrderPolicy::Random : OrderPolicy::Fair;
    run.config.stepLimit = 1 << 20;
    return run.launch({2, 1, 1}, {32, 1, 1});
  };
  for (uint64_t seed = 0; seed != 20; ++seed) {
    EXPECT_EQ(launch(freeText(barrier), seed), "") << "seed " << seed;
    EXPECT_EQ(launch(freeText(arrival), seed), "") << "seed " << seed;
    std::string error = launch(freeText(""), seed);
    EXPECT_TRUE(error.find("race on tensor memory") != std::string::npos ||
                error.find("is in use by a load") != std::string::npos ||
                error.find("the other block of the pair frees") !=
                    std::string::npos)
        << error;
  }
}
