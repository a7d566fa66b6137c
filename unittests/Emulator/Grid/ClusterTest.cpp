//===- ClusterTest.cpp - Blocks that run together -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections on clusters: addresses, accesses, barriers, mbarriers and
// asynchronous stores from block to block. A right program has to give one
// result in every order and be silent under all checks; its broken twin has to
// be reported in every order.
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include <gmock/gmock.h>

using namespace tessera::ptx;
using namespace tessera::ptx::test;
using testing::HasSubstr;

using u32 = uint32_t;
using Words = std::vector<u32>;

namespace {

const std::string variables = ".shared .align 128 .b8 s[4096];\n"
                              ".shared .align 8 .b64 bar[4];\n";

/// %r1: the rank of the block; %r2: that of the next one; %r3: this thread's
/// word of s; %r4: the same in the next block; %rd5: this thread's word of p0.
const std::string places = R"(
  mov.u32 %r1, %cluster_ctarank; mov.u32 %r5, %cluster_nctarank;
  add.u32 %r2, %r1, 1; rem.u32 %r2, %r2, %r5;
  mov.u32 %r6, s; add.u32 %r3, %r6, %at;
  mapa.shared::cluster.u32 %r4, %r3, %r2;
  mov.u32 %r7, %ctaid.x; mov.u32 %r8, %ntid.x; mad.lo.u32 %r9, %r7, %r8, %t;
  mul.wide.u32 %rd4, %r9, 4; add.u64 %rd5, %rd0, %rd4;
  setp.eq.u32 %p9, %t, 0;
)";
const std::string sync = "barrier.cluster.arrive.aligned;\n"
                         "barrier.cluster.wait.aligned;\n";
/// Other blocks have begun; no memory is ordered.
const std::string begin = "barrier.cluster.arrive.relaxed.aligned;\n"
                          "barrier.cluster.wait.aligned;\n";

struct Schedule {
  AsyncPolicy async = AsyncPolicy::Eager;
  OrderPolicy order = OrderPolicy::Fair;
  uint64_t seed = 0;
  unsigned hostThreads = 0;
};

Schedule scheduleOf(uint64_t seed) {
  if (seed == 0)
    return {};
  return {seed % 3 == 0 ? AsyncPolicy::Lazy : AsyncPolicy::Random,
          seed % 2 ? OrderPolicy::Random : OrderPolicy::Fair, seed, 0};
}

std::string runOnce(const std::string &body, Schedule schedule, Words &results,
                    const Checks &checks, u32 cluster = 4, u32 blocks = 8,
                    u32 threads = 64) {
  KernelRun run(withVersion(kernel(places + body, variables), "9.4"));
  Words numbers(4096);
  for (u32 i = 0; i != numbers.size(); ++i)
    numbers[i] = 1000 + i;
  run.zeros(4 * blocks * threads).array(numbers).zeros(4096).zeros(64);
  run.config.cluster = {cluster, 1, 1};
  run.config.checks = checks;
  run.config.async = schedule.async;
  run.config.warps = run.config.blocks = schedule.order;
  run.config.seed = schedule.seed;
  run.config.hostThreads = schedule.hostThreads;
  run.config.stepLimit = 1 << 22;
  std::string error = run.launch({blocks, 1, 1}, {threads, 1, 1});
  results = run.read<u32>(0);
  return error;
}

/// Expects one result in 200 orders, silent under all checks.
template <typename F> void expectAlways(const std::string &body, F f) {
  constexpr u32 cluster = 4, threads = 64, blocks = 8;
  auto expectOnce = [&](Schedule schedule, const Checks &checks) {
    Words results;
    ASSERT_EQ(runOnce(body, schedule, results, checks), "")
        << "seed " << schedule.seed << body;
    for (u32 i = 0; i != blocks * threads; ++i)
      ASSERT_EQ(results[i],
                static_cast<u32>(f(i / threads / cluster, i / threads % cluster,
                                   i % threads)))
          << "seed " << schedule.seed << ", element " << i << body;
  };
  Schedule parallel;
  parallel.hostThreads = 3;
  expectOnce(parallel, Checks::none());
  for (uint64_t seed = 0; seed != 200 && !testing::Test::HasFatalFailure();
       ++seed)
    expectOnce(scheduleOf(seed), Checks::all());
}

/// Expects a report in every order, with one of the words.
void expectReport(const std::string &body, const std::string &words,
                  std::string otherWords = "") {
  if (otherWords.empty())
    otherWords = words;
  for (uint64_t seed = 0; seed != 20; ++seed) {
    Words results;
    std::string error = runOnce(body, scheduleOf(seed), results, Checks::all());
    ASSERT_THAT(error, testing::AnyOf(HasSubstr(words), HasSubstr(otherWords)))
        << "seed " << seed << body;
  }
}

const std::string store = "st.global.u32 [%rd5], %r20;\n";

TEST(Cluster, SpecialRegisters) {
  expectAlways(
      R"(
    mov.u32 %r10, %clusterid.x; mov.u32 %r11, %nclusterid.x;
    mov.u32 %r12, %cluster_ctaid.x; mov.u32 %r13, %cluster_nctaid.x;
    mad.lo.u32 %r20, %r10, 10, %r11; mad.lo.u32 %r20, %r20, 10, %r12;
    mad.lo.u32 %r20, %r20, 10, %r13; mad.lo.u32 %r20, %r20, 10, %r1;
    mad.lo.u32 %r20, %r20, 10, %r5;)" +
          store,
      [](u32 cluster, u32 rank, u32) {
        return ((((cluster * 10 + 2) * 10 + rank) * 10 + 4) * 10 + rank) * 10 +
               4;
      });
}

TEST(Cluster, Addresses) {
  // For a block's own variable, shared::cta and shared::cluster are one
  // address.
  expectAlways(R"(
    getctarank.shared::cluster.u32 %r10, %r4;
    mapa.shared::cluster.u32 %r11, s, %r2; getctarank.shared::cluster.u32 %r12, %r11;
    cvta.shared.u64 %rd10, %rd4; cvt.u64.u32 %rd11, %r3;
    cvta.shared.u64 %rd10, %rd11; mapa.u64 %rd12, %rd10, %r2;
    getctarank.u64 %r13, %rd12; getctarank.u64 %r14, %rd10;
    isspacep.shared::cluster %p1, %rd12; isspacep.shared::cta %p2, %rd12;
    isspacep.shared %p3, %rd10; isspacep.shared::cluster %p4, %rd10;
    isspacep.global %p5, %rd12;
    selp.u32 %r20, 1, 0, %p1; selp.u32 %r21, 2, 0, %p2; or.b32 %r20, %r20, %r21;
    selp.u32 %r21, 4, 0, %p3; or.b32 %r20, %r20, %r21;
    selp.u32 %r21, 8, 0, %p4; or.b32 %r20, %r20, %r21;
    selp.u32 %r21, 16, 0, %p5; or.b32 %r20, %r20, %r21;
    mad.lo.u32 %r20, %r20, 10, %r10; mad.lo.u32 %r20, %r20, 10, %r12;
    mad.lo.u32 %r20, %r20, 10, %r13; mad.lo.u32 %r20, %r20, 10, %r14;
    cvta.to.shared.u64 %rd13, %rd12; cvt.u64.u32 %rd14, %r4;
    setp.ne.u64 %p6, %rd13, %rd14; @%p6 trap;)" +
                   store,
               [](u32, u32 rank, u32) {
                 u32 next = (rank + 1) % 4;
                 return 13 * 10000 + next * 1110 + rank;
               });
}

TEST(Cluster, LoadsStoresAndAtomics) {
  // Each block writes to the next one's memory.
  const std::string write = begin + "add.u32 %r10, %r9, 7;"
                                    "st.shared::cluster.u32 [%r4], %r10;\n";
  const std::string read = "ld.shared.u32 %r20, [%r3];\n" + store;
  auto before = [](u32 cluster, u32 rank, u32 t) {
    return (cluster * 4 + (rank + 3) % 4) * 64 + t + 7;
  };
  expectAlways(write + sync + read, before);
  expectReport(write + read, "data race",
               "use of memory that nobody has written");
  // Each reads from it: the memory must not end before that.
  const std::string prepare = "add.u32 %r10, %r9, 7; st.shared.u32 [%r3], "
                              "%r10;\n" +
                              sync;
  const std::string take = "ld.shared::cluster.u32 %r20, [%r4];\n" + store;
  expectAlways(prepare + take + sync, [](u32 cluster, u32 rank, u32 t) {
    return (cluster * 4 + (rank + 1) % 4) * 64 + t + 7;
  });
  expectReport(prepare + take, "exits", "which has ended");
  // By generic addresses.
  expectAlways(prepare + R"(
    cvt.u64.u32 %rd11, %r3; cvta.shared::cluster.u64 %rd12, %rd11;
    mapa.u64 %rd13, %rd12, %r2; ld.u32 %r20, [%rd13];)" +
                   store + sync,
               [](u32 cluster, u32 rank, u32 t) {
                 return (cluster * 4 + (rank + 1) % 4) * 64 + t + 7;
               });
  // All add to one place.
  const std::string add = "st.shared.u32 [%r3], 0;\n" + sync + R"(
    mapa.shared::cluster.u32 %r10, s, 0;
    red.relaxed.cluster.shared::cluster.add.u32 [%r10], 1;
    atom.relaxed.cluster.shared::cluster.add.u32 %r11, [%r10+4], 2;)" +
                          sync +
                          "ld.shared::cluster.v2.u32 {%r12, %r13}, [%r10];"
                          "mad.lo.u32 %r20, %r12, 1000, %r13;\n" +
                          store;
  expectAlways(add + sync, [](u32, u32, u32) { return 256 * 1000 + 512; });
  // In the scope of the block they are not atomic to each other.
  std::string narrow = add + sync;
  narrow.replace(narrow.find("relaxed.cluster"), 15, "relaxed.cta");
  expectReport(narrow, "the scope of one of them does not hold");
}

TEST(Cluster, LateStoreToAByteBesideOnesThatTheBlockOverwrites) {
  // The block of rank 1 stores to a byte of block 0, which then, told by a
  // relaxed flag, stores to another byte of that word twice.
  const std::string stores = begin + R"(
    mapa.shared::cluster.u32 %r10, s, 0; mov.u16 %h1, 4; mov.u16 %h2, 5;
    mov.u32 %r11, %clusterid.x; mul.wide.u32 %rd6, %r11, 4;
    add.u64 %rd10, %rd3, %rd6; setp.eq.and.u32 %p1, %r1, 1, %p9;
    @%p1 st.shared::cluster.u8 [%r10+3], %h1;
    @%p1 st.relaxed.gpu.global.u32 [%rd10], 1;
    setp.eq.and.u32 %p2, %r1, 0, %p9; @!%p2 bra END;
    W: ld.relaxed.gpu.global.u32 %r12, [%rd10]; setp.eq.u32 %p3, %r12, 0;
    @%p3 bra W; st.shared.u8 [s], %h1; st.shared.u8 [s], %h2;
    END: mov.u32 %r20, 0;)" + store;
  expectAlways(stores + sync, [](u32, u32, u32) { return 0; });
  expectReport(stores, "exits", "which has ended");
}

TEST(Cluster, WrongAddresses) {
  auto errorOf = [](const std::string &body) {
    Words results;
    return runOnce(body, {}, results, Checks::none());
  };
  EXPECT_THAT(errorOf("mapa.shared::cluster.u32 %r10, %r3, 4;"),
              HasSubstr("there is no block of rank 4 in the cluster, which has "
                        "4 blocks"));
  EXPECT_THAT(errorOf("ld.shared::cluster.u32 %r20, [%r4+4096];"),
              HasSubstr("is out of bounds; the block has 4096 bytes"));
  EXPECT_THAT(errorOf("add.u32 %r4, %r6, 0x4000000; ld.shared::cluster.u32 "
                      "%r20, [%r4];"),
              HasSubstr("lies in no block of the cluster"));
  EXPECT_THAT(errorOf("ld.shared.u32 %r20, [%r4];"),
              HasSubstr("reached by shared::cluster alone"));
  EXPECT_THAT(errorOf("mov.u64 %rd10, 0; mapa.u64 %rd11, %rd10, %r1;"),
              HasSubstr("does not lie in shared memory"));
}

TEST(Cluster, BarrierForms) {
  for (const char *arrive :
       {"barrier.cluster.arrive;", "barrier.cluster.arrive.release;",
        "barrier.cluster.arrive.release.aligned;",
        "fence.acq_rel.cluster; barrier.cluster.arrive.relaxed;",
        "fence.acq_rel.gpu; barrier.cluster.arrive.relaxed.aligned;"})
    for (const char *wait :
         {"barrier.cluster.wait;", "barrier.cluster.wait.acquire;",
          "barrier.cluster.wait.acquire.aligned;",
          "barrier.cluster.wait.aligned;"})
      expectAlways(begin + "st.shared::cluster.u32 [%r4], %r1;\n" + arrive +
                       wait + "ld.shared.u32 %r20, [%r3];" + store,
                   [](u32, u32 rank, u32) { return (rank + 3) % 4; });
  expectReport(begin +
                   "st.shared::cluster.u32 [%r4], %r1; "
                   "barrier.cluster.arrive.relaxed; barrier.cluster.wait;"
                   "ld.shared.u32 %r20, [%r3];" +
                   store,
               "data race");
  EXPECT_THAT(parseError(kernel("barrier.cluster.sync;")),
              HasSubstr("unknown"));
  EXPECT_THAT(parseError(kernel("barrier.cluster.wait.relaxed;")),
              HasSubstr("unknown"));
}

TEST(Cluster, BarrierMisuse) {
  expectReport("barrier.cluster.arrive; barrier.cluster.arrive;",
               "but has not waited since it arrived");
  expectReport("barrier.cluster.wait;", "has not arrived there");
  expectReport("setp.lt.u32 %p1, %t, 16;"
               "@%p1 barrier.cluster.arrive.aligned;",
               "aligned instruction is executed by only a part of its warp");
  // Threads that have exited count as arrived.
  expectAlways("mov.u32 %r20, %r1;" + store + R"(
    setp.ge.u32 %p1, %t, 40; @%p1 exit;
    barrier.cluster.arrive; barrier.cluster.wait;)",
               [](u32, u32 rank, u32) { return rank; });
  // Several clusters may run at once, and any of them stands still first.
  Words results;
  std::string error = runOnce("setp.eq.u32 %p1, %r1, 2; @%p1 bra B;\n" + sync +
                                  "B: bar.sync 1, 96;",
                              {}, results, Checks::none(), /*cluster=*/4,
                              /*blocks=*/4);
  EXPECT_THAT(error, HasSubstr("deadlock"));
  EXPECT_THAT(error, HasSubstr("the barrier of the cluster: 192 of 256 threads "
                               "have arrived"));
  EXPECT_THAT(error, HasSubstr("block (2,0,0), warp 0, lanes 0xffffffff wait"));
}

TEST(Cluster, Directives) {
  auto launch = [](const std::string &directives, Dim3 cluster, Dim3 grid,
                   const std::string &body = "") {
    KernelRun run(kernel(body + "mov.u32 %r1, %nctaid.x;"
                                "st.global.u32 [%rd0], %r1;",
                         "", directives));
    run.zeros(4).zeros(4).zeros(4).zeros(4);
    run.config.cluster = cluster;
    run.config.hostThreads = 1;
    std::string error = run.launch(grid, {32, 1, 1});
    return error.empty() ? std::to_string(run.read<u32>(0)[0]) : error;
  };
  const Dim3 none = {0, 0, 0}, two = {2, 1, 1}, one = {1, 1, 1};
  EXPECT_EQ(launch(".reqnctapercluster 2, 1, 1", none, {4, 1, 1}), "4");
  EXPECT_EQ(launch(".reqnctapercluster 2, 1, 1", two, {4, 1, 1}), "4");
  EXPECT_THAT(launch(".reqnctapercluster 2, 1, 1", {4, 1, 1}, {4, 1, 1}),
              HasSubstr("requires clusters of 2,1,1 blocks"));
  EXPECT_THAT(launch(".reqnctapercluster 2", none, {3, 1, 1}),
              HasSubstr("no multiple of the cluster shape"));
  EXPECT_EQ(launch(".reqntid 32 .reqnctapercluster 2 .blocksareclusters", none,
                   {4, 1, 1}),
            "8");
  EXPECT_THAT(launch(".explicitcluster", none, one),
              HasSubstr("must be launched with a cluster shape"));
  EXPECT_EQ(launch(".explicitcluster", one, one), "1");
  EXPECT_EQ(launch(".explicitcluster .maxclusterrank 4", {2, 2, 1}, {2, 2, 1}),
            "2");
  EXPECT_THAT(launch(".maxclusterrank 4", {4, 2, 1}, {4, 2, 1}),
              HasSubstr("allows at most 4 (.maxclusterrank)"));
  EXPECT_THAT(launch("", {17, 1, 1}, {17, 1, 1}),
              HasSubstr("it has 1 to 16 blocks"));
  EXPECT_EQ(launch("", {16, 1, 1}, {16, 1, 1}), "16");
  // Shapes of three dimensions: the rank counts x first.
  EXPECT_EQ(launch("", {2, 3, 2}, {4, 6, 4}, R"(
    mov.u32 %r1, %cluster_ctaid.x; mov.u32 %r2, %cluster_ctaid.y;
    mov.u32 %r3, %cluster_ctaid.z; mad.lo.u32 %r3, %r3, 3, %r2;
    mad.lo.u32 %r3, %r3, 2, %r1; mov.u32 %r4, %cluster_ctarank;
    setp.ne.u32 %p1, %r3, %r4; @%p1 trap;
    mov.u32 %r5, %ctaid.y; rem.u32 %r6, %r5, 3; setp.ne.u32 %p1, %r6, %r2;
    @%p1 trap; mov.u32 %r7, %clusterid.y; div.u32 %r5, %r5, 3;
    setp.ne.u32 %p1, %r5, %r7; @%p1 trap;
    barrier.cluster.arrive; barrier.cluster.wait;)"),
            "4");
}

//===----------------------------------------------------------------------===//
// mbarriers of other blocks
//===----------------------------------------------------------------------===//

/// Thread 0 makes an mbarrier for `count` arrivals, and all blocks know it.
std::string initOf(const char *count) {
  return std::string("@%p9 mbarrier.init.shared.b64 [bar], ") + count +
         "; @%p9 fence.mbarrier_init.release.cluster;\n"
         "mapa.shared::cluster.u32 %r15, bar, %r2;\n" +
         "barrier.cluster.arrive.relaxed; barrier.cluster.wait;\n";
}
const std::string wait = "W: mbarrier.try_wait.parity.acquire.cluster.shared::"
                         "cta.b64 %p2, [bar], 0, 1000; @!%p2 bra W;\n";

TEST(ClusterMbarrier, RemoteArrivals) {
  const std::string write = "st.shared::cluster.u32 [%r4], %r9;\n";
  const std::string arrive =
      "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r15];\n";
  const std::string read = "ld.shared.u32 %r20, [%r3];" + store;
  auto before = [](u32 cluster, u32 rank, u32 t) {
    return (cluster * 4 + (rank + 3) % 4) * 64 + t;
  };
  // Threads of one block wait for those of another; all exit together.
  expectAlways(initOf("64") + write + arrive + wait + read, before);
  // Without the wait the block may be gone when others arrive.
  expectReport(initOf("64") + write + arrive, "exits", "which has ended");
  expectReport(initOf("64") + write +
                   "mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, "
                   "[%r15];\n" +
                   wait + read,
               "data race");
  expectReport(initOf("65") + write + arrive + wait, "waits for 1 arrival");
  expectReport(initOf("63") + write + arrive + wait + sync,
               "no test or wait has seen phase 0 complete",
               "more arrivals (1) than");
  // The other blocks do not know that it is initialised.
  expectReport("@%p9 mbarrier.init.shared.b64 [bar], 64;\n"
               "mapa.shared::cluster.u32 %r15, bar, %r2;\n"
               "barrier.cluster.arrive.relaxed; barrier.cluster.wait;\n" +
                   arrive + wait + sync,
               "data race");
}

TEST(ClusterMbarrier, OnlyItsBlockMayTest) {
  auto errorOf = [](const std::string &body) {
    return parseError(kernel(body, variables));
  };
  EXPECT_NE(errorOf("mbarrier.try_wait.shared::cluster.b64 %p1, [%r1], %rd1;"),
            "");
  EXPECT_NE(errorOf("mbarrier.init.shared::cluster.b64 [%r1], 1;"), "");
  EXPECT_NE(errorOf("mbarrier.arrive.shared::cluster.b64 %rd1, [%r1];"), "");
  EXPECT_EQ(errorOf("mbarrier.arrive.shared::cluster.b64 _, [%r1], 3;"
                    "mbarrier.arrive_drop.release.cluster.shared::cluster.b64 "
                    "_, [%r1];"
                    "mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 "
                    "[%r1], 16;"),
            "");
  Words results;
  const std::string generic = "cvt.u64.u32 %rd6, %r15; cvta.shared.u64 %rd7, "
                              "%rd6;\n";
  EXPECT_THAT(
      runOnce(initOf("64") + generic + "mbarrier.arrive.b64 %rd8, [%rd7];", {},
              results, Checks::none()),
      HasSubstr("returns no state"));
  EXPECT_THAT(runOnce(initOf("64") + generic + "mbarrier.inval.b64 [%rd7];", {},
                      results, Checks::none()),
              HasSubstr("only the block whose mbarrier it is"));
}

TEST(ClusterMbarrier, RemoteTransactions) {
  // The other block announces the number of bytes, and sends them.
  expectAlways(initOf("1") + R"(
    @%p9 mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [%r15], 256;
    mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%r15], 4;)" +
                   wait + sync + "mov.u32 %r20, %r1;" + store,
               [](u32, u32 rank, u32) { return rank; });
}

//===----------------------------------------------------------------------===//
// st.async, red.async, bulk copies
//===----------------------------------------------------------------------===//

const std::string expect =
    "@%p9 mbarrier.arrive.expect_tx.shared.b64 _, [bar], ";

TEST(ClusterAsync, Stores) {
  const std::string read = "ld.shared.u32 %r20, [%r3];" + store;
  auto before = [](u32 cluster, u32 rank, u32 t) {
    return (cluster * 4 + (rank + 3) % 4) * 64 + t;
  };
  const std::string one = "st.async.weak.shared::cluster.mbarrier::complete_tx"
                          "::bytes.u32 [%r4], %r9, [%r15];\n";
  expectAlways(initOf("1") + expect + "256;" + one + wait + read + sync,
               before);
  // Too few bytes are expected: the phase ends too early.
  expectReport(initOf("1") + expect + "252;" + one + wait + read + sync,
               "data race", "nobody has written");
  expectReport(initOf("1") + expect + "256;" + one + read + wait + sync,
               "may still be running", "nobody has written");
  expectReport(initOf("1") + expect + "260;" + one + wait + sync, "deadlock");
  // Vectors, and generic addresses.
  expectAlways(initOf("1") + expect + "512;" + R"(
    shl.b32 %r10, %t, 3; add.u32 %r10, %r10, %r6;
    mapa.shared::cluster.u32 %r11, %r10, %r2; cvt.u64.u32 %rd6, %r11;
    cvta.shared::cluster.u64 %rd7, %rd6; cvt.u64.u32 %rd8, %r15;
    cvta.shared::cluster.u64 %rd9, %rd8;
    st.async.mbarrier::complete_tx::bytes.v2.s32 [%rd7], {%r9, %t}, [%rd9];)" +
                   wait +
                   "ld.shared.v2.u32 {%r12, %r13}, [%r10]; "
                   "add.u32 %r20, %r12, %r13;" +
                   store + sync,
               [&](u32 cluster, u32 rank, u32 t) {
                 return before(cluster, rank, t) + t;
               });
  // 128 bits.
  expectAlways(initOf("1") + expect + "1024;" + R"(
    shl.b32 %r10, %t, 4; add.u32 %r10, %r10, %r6;
    mapa.shared::cluster.u32 %r11, %r10, %r2; .reg .b128 %q;
    mov.b64 %rd6, {%r9, %t}; mov.b64 %rd7, {%t, %r7}; mov.b128 %q, {%rd6, %rd7};
    st.async.shared::cluster.mbarrier::complete_tx::bytes.b128 [%r11], %q, [%r15];)" +
                   wait + R"(ld.shared.v4.u32 {%r12, %r13, %r14, %r16}, [%r10];
    mad.lo.u32 %r20, %r13, 3, %r12; mad.lo.u32 %r20, %r14, 5, %r20;
    mad.lo.u32 %r20, %r16, 100000, %r20;)" +
                   store + sync,
               [&](u32 cluster, u32 rank, u32 t) {
                 u32 block = cluster * 4 + (rank + 3) % 4;
                 return before(cluster, rank, t) + 8 * t + 100000 * block;
               });
}

/// A warp that has loaded unwritten memory runs its instructions twice, but
/// stores once.
TEST(ClusterAsync, StoresBesideUnwrittenMemory) {
  expectAlways(initOf("1") + expect + "256;" +
                   "ld.shared.u32 %r30, [%r3+2048]; add.u32 %r31, %r30, 1;\n"
                   "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes"
                   ".u32 [%r4], %r9, [%r15];\n" +
                   wait + "ld.shared.u32 %r20, [%r3];" + store + sync,
               [](u32 cluster, u32 rank, u32 t) {
                 return (cluster * 4 + (rank + 3) % 4) * 64 + t;
               });
}

TEST(ClusterAsync, Reductions) {
  expectAlways("st.shared.u32 [%r3], 5;\n" + initOf("1") + sync + expect +
                   "256;" + R"(
    mapa.shared::cluster.u32 %r10, s, %r2;
    red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32
      [%r10], %t, [%r15];)" +
                   wait + "ld.shared.u32 %r20, [s];" + store + sync,
               [](u32, u32, u32) { return 5 + 63 * 32; });
}

const std::string bulkNext = "fence.proxy.async.shared::cta; bar.sync 0;\n"
                             "mapa.shared::cluster.u32 %r10, s, %r2;\n";

TEST(ClusterAsync, BulkCopies) {
  const std::string fill = "st.shared.u32 [%r3], %r9;\n";
  const std::string copy =
      "@%p9 cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::"
      "bytes [%r10+1024], [s], 256, [%r15];\n";
  const std::string read = "ld.shared.u32 %r20, [%r3+1024];" + store;
  auto before = [](u32 cluster, u32 rank, u32 t) {
    return (cluster * 4 + (rank + 3) % 4) * 64 + t;
  };
  expectAlways(fill + initOf("1") + bulkNext + expect + "256;" + copy + wait +
                   read + sync,
               before);
  // Without the fence of proxies; without the wait at the end.
  expectReport(fill + initOf("1") +
                   "bar.sync 0; mapa.shared::cluster.u32 %r10, s, %r2;\n" +
                   expect + "256;" + copy + wait + read + sync,
               "fence.proxy.async");
  expectReport(fill + initOf("1") + bulkNext + expect + "256;" + copy, "", "");
  // To the block's own memory, the direction is another one.
  std::string own = copy;
  own.replace(own.find("%r10"), 4, "s");
  expectReport(fill + initOf("1") + bulkNext + own, "not to its own");
}

TEST(ClusterAsync, Multicast) {
  // Block 0 of each cluster sends 256 bytes to ranks 0, 1 and 3.
  const std::string copy = R"(
    setp.eq.and.u32 %p1, %r1, 0, %p9; mov.u16 %h1, 11;
    @%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster
      [s], [%rd1], 256, [bar], %h1;)";
  const std::string read = R"(
    setp.eq.u32 %p3, %r1, 2; mov.u32 %r20, 1; @%p3 bra E;)" +
                           wait + "ld.shared.u32 %r20, [%r3];\nE:\n" + store;
  const std::string expectAll = "setp.ne.and.u32 %p4, %r1, 2, %p9;"
                                "@%p4 mbarrier.arrive.expect_tx.shared.b64 _, "
                                "[bar], 256;\n";
  expectAlways(initOf("1") + expectAll + copy + read + sync,
               [](u32, u32 rank, u32 t) { return rank == 2 ? 1 : 1000 + t; });
  // A block that does not wait may be gone before the data come.
  expectReport(initOf("1") + expectAll + copy, "exits", "which has ended");
}

/// Two clusters; in each, 256 bytes are read once and sent to three blocks.
TEST(ClusterAsync, MulticastCounters) {
  KernelRun run(kernel(places + initOf("1") + R"(
    mov.u16 %h1, 11; setp.eq.and.u32 %p1, %r1, 0, %p9;
    setp.ne.and.u32 %p4, %r1, 2, %p9;
    @%p4 mbarrier.arrive.expect_tx.shared.b64 _, [bar], 256;
    @%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster
      [s], [%rd1], 256, [bar], %h1;
    setp.eq.u32 %p3, %r1, 2; @%p3 bra E;)" +
                           wait + "E:\n" + sync,
                       variables));
  run.zeros(4096).zeros(4096).zeros(64).zeros(64);
  run.config.cluster = {4, 1, 1};
  run.config.wantsCounters = true;
  ASSERT_EQ(run.launch({8, 1, 1}, {64, 1, 1}), "");
  CounterValues totals = run.statistics.counters->totals();
  EXPECT_EQ(totals[Counter::BulkRequests], 2u);
  EXPECT_EQ(totals[Counter::BulkGlobalBytes], 512u);
  EXPECT_EQ(totals[Counter::BulkGlobalSectors], 16u);
  EXPECT_EQ(totals[Counter::BulkSharedBytes], 2u * 3 * 256);
  EXPECT_EQ(totals[Counter::MulticastBytes], 2u * 2 * 256);
}

TEST(ClusterAsync, BulkReduction) {
  expectAlways("st.shared.u32 [%r3], %t; st.shared.u32 [%r3+1024], 7;\n" +
                   initOf("1") + sync + bulkNext + expect + "256;" + R"(
    fence.proxy.async; barrier.cluster.arrive; barrier.cluster.wait;
    @%p9 cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32
      [%r10+1024], [s], 256, [%r15];)" +
                   wait + "ld.shared.u32 %r20, [%r3+1024];" + store + sync,
               [](u32, u32, u32 t) { return t + 7; });
}

} // namespace

/// A flag that is stored or counted up asynchronously orders earlier accesses
/// before its acquire; a weak one does not.
TEST(Cluster, AsynchronousReleases) {
  auto run = [](const std::string &signal) {
    std::string text = kernel(R"(
  setp.ge.u32 %p1, %t, 32; @%p1 bra READ;
  add.u64 %rd4, %rd0, 128; setp.ne.u32 %p2, %t, 0; @%p2 exit;
  st.global.u32 [%rd0], 77; mov.u32 %r1, 1;
  )" + signal + R"( [%rd4], %r1; exit;
READ:
  add.u64 %rd4, %rd0, 128;
LOOP:
  ld.acquire.gpu.global.u32 %r2, [%rd4];
  setp.eq.u32 %p3, %r2, 0; @%p3 bra LOOP;
  ld.global.u32 %r3, [%rd0]; st.global.u32 [%rd0+256], %r3;
)");
    text.replace(text.find("sm_90a"), 6, "sm_100");
    KernelRun launch(text);
    launch.zeros(512);
    launch.config.checks.race = true;
    std::string error = launch.launch({1, 1, 1}, {33, 1, 1});
    return error.empty() ? std::to_string(launch.read<u32>(0)[64]) : error;
  };
  EXPECT_EQ(run("st.async.release.gpu.global.u32"), "77");
  EXPECT_EQ(run("st.async.mmio.release.sys.b32"), "77");
  EXPECT_EQ(run("red.async.release.gpu.global.add.u32"), "77");
  EXPECT_THAT(run("st.global.u32"), HasSubstr("race"));
}
