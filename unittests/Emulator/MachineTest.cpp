//===- MachineTest.cpp - Orders of execution, launches at once, limits ----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <numeric>
#include <set>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

using u32 = uint32_t;

/// Runs `body` in random order; returns the first array, or the error.
static std::vector<u32> runSeed(const std::string &text, uint64_t seed,
                                Dim3 grid, Dim3 block, size_t bytes = 4096) {
  KernelRun run(text);
  run.zeros(bytes).zeros(4096).zeros(4096).zeros(4096);
  run.config.warps = run.config.blocks = OrderPolicy::Random;
  run.config.seed = seed;
  run.config.stepLimit = 1 << 24;
  EXPECT_EQ(run.launch(grid, block), "") << "seed " << seed;
  return run.read<u32>(0);
}

/// The results that some seeds lead to.
static std::set<std::vector<u32>> outcomes(const std::string &text, Dim3 grid,
                                           Dim3 block, unsigned seeds = 40) {
  std::set<std::vector<u32>> found;
  for (unsigned seed = 0; seed != seeds; ++seed)
    found.insert(runSeed(text, seed, grid, block));
  return found;
}

/// Expects f(i) in each element i, for 200 seeds.
template <typename F>
static void alwaysGives(const std::string &text, Dim3 grid, Dim3 block,
                        size_t count, F f) {
  for (unsigned seed = 0; seed != 200; ++seed) {
    std::vector<u32> result = runSeed(text, seed, grid, block, 4 * count);
    for (u32 i = 0; i != count; ++i)
      ASSERT_EQ(result[i], static_cast<u32>(f(i)))
          << "element " << i << ", seed " << seed;
  }
}

static std::string perThread(const std::string &body,
                             const std::string &module = "") {
  return kernel(body + "\ncvt.u64.u32 %rd40, %at; add.u64 %rd40, %rd40, %rd0;"
                       "st.global.u32 [%rd40], %r1;",
                module);
}

// Blocks use the registers of others that have ended. The third result is that of a
// lane which the second warp does not have.
TEST(Registers, BeginAsZero) {
  const std::string text = kernel(R"(
    mov.u32 %r10, %ctaid.x; setp.eq.u32 %p1, %r10, 0; mov.u32 %r2, -1;
    @%p1 mov.u32 %r6, -1; selp.b32 %r1, 0, %r6, %p1;
    or.b32 %r1, %r1, %r5; mov.u32 %r5, -1;
    mov.u32 %r7, %r2; activemask.b32 %r9;
    shfl.sync.idx.b32 %r8, %r7, 20, 31, %r9;
    setp.lt.u32 %p2, %t, 32; selp.b32 %r8, 0, %r8, %p2; or.b32 %r1, %r1, %r8;
    cvt.u64.u32 %rd40, %at; add.u64 %rd40, %rd40, %rd0;
    red.global.or.b32 [%rd40], %r1;)");
  alwaysGives(text, {8, 1, 1}, {48, 1, 1}, 48, [](u32) { return 0; });
}

TEST(Order, ASeedRepeatsAndSeedsDiffer) {
  // Each warp, and each block, records when it ran.
  std::string text = kernel(R"(
    and.b32 %r2, %t, 31; setp.ne.u32 %p1, %r2, 0; @%p1 exit;
    atom.global.add.u32 %r1, [%rd1], 1;
    mov.u32 %r3, %ctaid.x; mov.u32 %r4, %warpid; mad.lo.u32 %r3, %r3, 4, %r4;
    mul.wide.u32 %rd5, %r3, 4; add.u64 %rd5, %rd5, %rd0;
    st.global.u32 [%rd5], %r1;)");
  for (unsigned seed = 0; seed != 5; ++seed)
    EXPECT_EQ(runSeed(text, seed, {6, 1, 1}, {128, 1, 1}),
              runSeed(text, seed, {6, 1, 1}, {128, 1, 1}));
  EXPECT_GT(outcomes(text, {1, 1, 1}, {128, 1, 1}).size(), 10u);
  EXPECT_GT(outcomes(text, {6, 1, 1}, {32, 1, 1}).size(), 10u);
}

TEST(Order, WarpsInterleaveBetweenAnyTwoInstructions) {
  // Two warps add to one word without an atomic.
  std::string text = kernel(R"(
    and.b32 %r2, %t, 31; setp.ne.u32 %p1, %r2, 0; @%p1 exit;
    ld.relaxed.gpu.global.u32 %r1, [%rd0]; add.u32 %r1, %r1, 1;
    st.relaxed.gpu.global.u32 [%rd0], %r1;)");
  std::set<u32> sums;
  for (unsigned seed = 0; seed != 60; ++seed)
    sums.insert(runSeed(text, seed, {1, 1, 1}, {64, 1, 1})[0]);
  EXPECT_EQ(sums, (std::set<u32>{1, 2}));
}

TEST(Order, StrongLoadsOfOneWordMayDifferBetweenWarps) {
  // The first warp counts up; the others look once.
  std::string text = kernel(R"(
    and.b32 %r2, %t, 31; setp.ne.u32 %p1, %r2, 0; @%p1 exit;
    setp.ge.u32 %p2, %t, 32; @%p2 bra READ;
    mov.u32 %r1, 1;
    L: st.relaxed.gpu.global.u32 [%rd1], %r1; add.u32 %r1, %r1, 1;
    setp.le.u32 %p3, %r1, 8; @%p3 bra L; exit;
    READ: ld.relaxed.gpu.global.u32 %r1, [%rd1];
    shr.u32 %r2, %t, 5; mul.wide.u32 %rd5, %r2, 4; add.u64 %rd5, %rd5, %rd0;
    st.global.u32 [%rd5], %r1;)");
  std::set<u32> seen;
  unsigned different = 0;
  for (unsigned seed = 0; seed != 200; ++seed) {
    std::vector<u32> result = runSeed(text, seed, {1, 1, 1}, {96, 1, 1});
    seen.insert(result[1]);
    different += result[1] != result[2];
  }
  EXPECT_EQ(seen, (std::set<u32>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_GT(different, 50u);
}

TEST(Order, LanesThatPartTakeRandomSlices) {
  // Two lanes of one warp in different branches.
  std::string text = kernel(R"(
    setp.ge.u32 %p1, %t, 2; @%p1 exit;
    setp.eq.u32 %p2, %t, 0; @%p2 bra A;
    ld.relaxed.gpu.global.u32 %r1, [%rd0]; add.u32 %r1, %r1, 1;
    st.relaxed.gpu.global.u32 [%rd0], %r1; exit;
    A: ld.relaxed.gpu.global.u32 %r1, [%rd0]; add.u32 %r1, %r1, 4;
    st.relaxed.gpu.global.u32 [%rd0], %r1;)");
  std::set<u32> sums;
  for (unsigned seed = 0; seed != 100; ++seed)
    sums.insert(runSeed(text, seed, {1, 1, 1}, {32, 1, 1})[0]);
  EXPECT_EQ(sums, (std::set<u32>{1, 4, 5}));
}

TEST(Order, CorrectProgramsAreCorrectInEveryOrder) {
  alwaysGives(perThread(R"(
    mov.u32 %r2, buffer; add.u32 %r3, %r2, %at;
    st.shared.u32 [%r3], %t; bar.sync 0; mov.u32 %r4, 64;
    L: setp.ge.u32 %p1, %t, %r4; @%p1 bra S;
    shl.b32 %r5, %r4, 2; add.u32 %r5, %r5, %r3;
    ld.shared.u32 %r6, [%r5]; ld.shared.u32 %r7, [%r3];
    add.u32 %r7, %r7, %r6; st.shared.u32 [%r3], %r7;
    S: bar.sync 0;
    shr.u32 %r4, %r4, 1; setp.ne.u32 %p2, %r4, 0; @%p2 bra L;
    ld.shared.u32 %r1, [buffer];)",
                        ".shared .b8 buffer[512];\n"),
              {1, 1, 1}, {128, 1, 1}, 128, [](u32) { return 127 * 64; });
  // A lock between all lanes of all warps of all blocks.
  alwaysGives(kernel(R"(
    L: atom.acquire.gpu.global.cas.b32 %r2, [%rd1], 0, 1;
    setp.ne.u32 %p1, %r2, 0; @%p1 bra L;
    ld.global.u32 %r1, [%rd0]; add.u32 %r3, %r1, 1; st.global.u32 [%rd0], %r3;
    atom.release.gpu.global.exch.b32 %r2, [%rd1], 0;)"),
              {2, 1, 1}, {48, 1, 1}, 1, [](u32) { return 96; });
  // Producer and consumer warps, twice around.
  alwaysGives(perThread(R"(
    setp.lt.u32 %p1, %t, 32; mov.u32 %r4, 0; mov.u32 %r1, 0;
    @!%p1 bra CONSUMER;
    P: add.u32 %r4, %r4, 1; st.shared.u32 [flag], %r4; bar.arrive 3, 64;
    bar.sync 4, 64; setp.lt.u32 %p2, %r4, 5; @%p2 bra P; bra END;
    CONSUMER: add.u32 %r4, %r4, 1; bar.sync 3, 64; ld.shared.u32 %r2, [flag];
    add.u32 %r1, %r1, %r2; bar.arrive 4, 64;
    setp.lt.u32 %p2, %r4, 5; @%p2 bra CONSUMER;
    END: )",
                        ".shared .u32 flag;\n"),
              {1, 1, 1}, {64, 1, 1}, 64, [](u32 i) { return i < 32 ? 0 : 15; });
  // Lanes that part meet again where an instruction requires it.
  alwaysGives(perThread(R"(
    and.b32 %r2, %t, 3; mov.u32 %r1, 0;
    L: setp.ge.u32 %p1, %r1, %r2; @%p1 bra D; add.u32 %r1, %r1, 1; bra L;
    D: bar.warp.sync -1; redux.sync.add.u32 %r3, %r1, -1;
    mov.u32 %r1, %r3;)"),
              {1, 1, 1}, {32, 1, 1}, 32, [](u32) { return 48; });
}

TEST(Order, LanesMeetInsideFunctionsThatTheyEnteredApart) {
  const std::string module = R"(
.func (.param .b32 r) meet(.param .b32 n) {
  .reg .b32 %r<9>;
  ld.param.b32 %r1, [n];
  bar.sync 0;
  redux.sync.add.u32 %r2, %r1, -1;
  st.param.b32 [r], %r2;
  ret;
}
)";
  alwaysGives(perThread(R"(
    mov.u32 %r2, %t; and.b32 %r2, %r2, 7;
    L: setp.eq.u32 %p1, %r2, 0; @%p1 bra D; sub.u32 %r2, %r2, 1; bra L;
    D: { .param .b32 a; .param .b32 b; st.param.b32 [a], %t;
      call (b), meet, (a); ld.param.b32 %r1, [b]; })",
                        module),
              {1, 1, 1}, {64, 1, 1}, 64,
              [](u32 i) { return i < 32 ? 496 : 496 + 1024; });
}

TEST(Order, EveryBlockStartsInTheEnd) {
  // All but the last block wait for it.
  std::string text = kernel(R"(
    mov.u32 %r1, %ctaid.x; setp.eq.u32 %p1, %r1, 99; @%p1 bra LAST;
    L: ld.acquire.gpu.global.u32 %r2, [%rd0]; setp.eq.u32 %p2, %r2, 0;
    @%p2 bra L;
    ret;
    LAST: st.release.gpu.global.u32 [%rd0], 1;)");
  EXPECT_EQ(runSeed(text, 1, {100, 1, 1}, {32, 1, 1})[0], 1u);
}

//===----------------------------------------------------------------------===//
// Launches at once
//===----------------------------------------------------------------------===//

namespace {
/// Two launches of entry "k" of one program with different first parameters.
struct Pair {
  explicit Pair(const std::string &text)
      : program(llvm::cantFail(Program::parse(text, "test.ptx"))) {
    for (int i = 0; i != 2; ++i)
      data.push_back(llvm::cantFail(memory.allocate(256, "data")));
    for (int i = 0; i != 2; ++i) {
      LaunchRequest request;
      request.program = &program;
      request.entry = "k";
      for (uint64_t value : {uint64_t(i), data[0], data[1], uint64_t(0)})
        for (int b = 0; b != 8; ++b)
          request.parameters.push_back(static_cast<uint8_t>(value >> (8 * b)));
      request.config.block = {32, 1, 1};
      request.config.hostThreads = 1;
      request.config.stepLimit = 1 << 22;
      requests.push_back(request);
    }
  }
  std::string run() {
    auto result = launchConcurrently(requests, memory);
    if (!result)
      return llvm::toString(result.takeError());
    statistics = *result;
    return "";
  }
  u32 word(size_t i) {
    uint8_t bytes[4];
    llvm::cantFail(memory.read(data[i], bytes));
    return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | u32(bytes[3]) << 24;
  }

  Program program;
  GlobalMemory memory;
  std::vector<uint64_t> data;
  std::vector<LaunchRequest> requests;
  std::vector<LaunchStatistics> statistics;
};
} // namespace

TEST(Concurrent, LaunchesWaitForOneAnother) {
  // Each writes its word and waits for that of the other.
  std::string text = kernel(R"(
    setp.eq.u64 %p1, %rd0, 0; selp.b64 %rd5, %rd1, %rd2, %p1;
    selp.b64 %rd6, %rd2, %rd1, %p1;
    st.release.gpu.global.u32 [%rd5], 7;
    L: ld.acquire.gpu.global.u32 %r1, [%rd6]; setp.ne.u32 %p2, %r1, 7;
    @%p2 bra L;)");
  for (OrderPolicy order : {OrderPolicy::Fair, OrderPolicy::Random})
    for (uint64_t seed : {1, 2, 3}) {
      Pair pair(text);
      pair.requests[0].config.blocks = pair.requests[0].config.warps = order;
      pair.requests[0].config.seed = seed;
      pair.requests[1].config.grid = {3, 1, 1};
      EXPECT_EQ(pair.run(), "");
      EXPECT_EQ(pair.word(0), 7u);
      EXPECT_EQ(pair.word(1), 7u);
      ASSERT_EQ(pair.statistics.size(), 2u);
      EXPECT_EQ(pair.statistics[0].blocks, 1u);
      EXPECT_EQ(pair.statistics[1].blocks, 3u);
    }
}

TEST(Concurrent, LaunchesOfOneProgramShareItsVariables) {
  Pair pair(kernel(R"(
    atom.global.add.u32 %r1, [counter], 1;
    L: ld.acquire.gpu.global.u32 %r2, [counter]; setp.lt.u32 %p1, %r2, 164;
    @%p1 bra L;
    st.global.u32 [%rd1], %r2;)",
                   ".global .u32 counter = 100;\n"));
  EXPECT_EQ(pair.run(), "");
  EXPECT_EQ(pair.word(0), 164u);
}

TEST(Concurrent, TheErrorOfOneLaunchEndsAll) {
  Pair pair(kernel(R"(
    setp.eq.u64 %p1, %rd0, 0; @%p1 trap;
    L: bra L;)"));
  EXPECT_NE(pair.run().find("the kernel executed a trap"), std::string::npos);
  Pair wrong(kernel(""));
  wrong.requests[1].parameters.pop_back();
  EXPECT_NE(wrong.run().find("takes 32 bytes of parameters, not 31"),
            std::string::npos);
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

static std::string launchError(const std::string &text, Dim3 grid, Dim3 block,
                               uint64_t dynamic = 0) {
  KernelRun run(text);
  run.zeros(256).zeros(256).zeros(256).zeros(256);
  run.config.dynamicSharedBytes = dynamic;
  run.config.stepLimit = 1000;
  return run.launch(grid, block);
}

static std::string onTarget(const std::string &target, std::string text) {
  return text.replace(text.find("sm_90a"), 6, target);
}

TEST(Limits, SharedMemory) {
  const Dim3 one = {1, 1, 1};
  auto shared = [](unsigned bytes) {
    return kernel("mov.u32 %r1, x;",
                  ".shared .b8 x[" + std::to_string(bytes) + "];\n");
  };
  for (auto [target, most] :
       {std::pair("sm_75", 65536u), std::pair("sm_90a", 232448u),
        std::pair("sm_103a", 232448u), std::pair("sm_121a", 101376u)}) {
    EXPECT_EQ(launchError(onTarget(target, shared(most)), one, one), "");
    EXPECT_NE(launchError(onTarget(target, shared(most + 1)), one, one), "");
  }
  for (auto [target, kibibytes] :
       {std::pair("sm_75", 64), std::pair("sm_80", 163), std::pair("sm_86", 99),
        std::pair("sm_87", 163), std::pair("sm_89", 99),
        std::pair("sm_90", 227), std::pair("sm_100a", 227),
        std::pair("sm_120", 99)}) {
    std::string text = onTarget(target, kernel(""));
    EXPECT_EQ(launchError(text, one, one, kibibytes << 10), "") << target;
    EXPECT_EQ(launchError(text, one, one, (kibibytes << 10) + 1),
              "entry 'k' needs " + std::to_string((kibibytes << 10) + 1) +
                  " bytes of shared memory; a block on " + target + " has " +
                  std::to_string(kibibytes << 10));
  }
  // With 8 bytes of variables the sum is more than 64 bits hold.
  EXPECT_NE(launchError(shared(8), one, one, ~uint64_t(7))
                .find("bytes of "
                      "shared"),
            std::string::npos);
  EXPECT_EQ(launchError(shared(4096), one, one, 223 << 10), "");
  EXPECT_NE(launchError(shared(4096), one, one, (223 << 10) + 1), "");
}

TEST(Limits, ShapesAndLocalMemory) {
  EXPECT_EQ(launchError(kernel(""), {1, 1, 1}, {1, 1, 64}), "");
  EXPECT_EQ(launchError(kernel(""), {1, 1, 1}, {1, 1, 65}),
            "a block of 65 threads in dimension 2 cannot be launched; there "
            "may be 64");
  EXPECT_EQ(
      launchError(kernel(""), {1, 65536, 1}, {1, 1, 1}),
      "a grid of 65536 blocks in dimension 1 cannot be launched; there may "
      "be 1 to 65535");
  EXPECT_EQ(launchError(kernel(".local .b8 x[524288];"), {1, 1, 1}, {1, 1, 1}),
            "");
  EXPECT_NE(parseError(kernel(".local .b8 x[524289];"))
                .find("local memory is limited to 512 KiB"),
            std::string::npos);
}

TEST(Limits, Registers) {
  auto with = [](unsigned registers) {
    return kernel("", "", ".maxnreg " + std::to_string(registers) + "\n");
  };
  EXPECT_EQ(launchError(with(64), {1, 1, 1}, {1024, 1, 1}), "");
  EXPECT_EQ(launchError(with(72), {1, 1, 1}, {1024, 1, 1}),
            "entry 'k' keeps 72 registers for each thread (.maxnreg); a block "
            "of 1024 threads needs 73728 of them, and a block on sm_90a has "
            "65536");
  // As with ptxas, which warns of it, more registers than a thread can have are
  // ignored.
  EXPECT_EQ(launchError(with(256), {1, 1, 1}, {1024, 1, 1}), "");
  // Warps get them in units of 256: 65 count as 72.
  EXPECT_EQ(launchError(with(65), {1, 1, 1}, {896, 1, 1}), "");
  EXPECT_NE(launchError(with(65), {1, 1, 1}, {928, 1, 1}), "");
}

//===----------------------------------------------------------------------===//
// Endless runs
//===----------------------------------------------------------------------===//

TEST(Ending, TheStepLimitSaysWhereEveryWarpIs) {
  KernelRun run(kernel(R"(
    .loc 1 12 0
    setp.lt.u32 %p1, %t, 32; @%p1 bra L;
    .loc 1 14 0
    bar.sync 0;
    .loc 1 13 0
    L: add.u32 %r1, %r1, 1;
    bra L;)",
                       ".file 1 \"spin.cu\"\n"));
  run.zeros(4).zeros(4).zeros(4).zeros(4);
  run.config.stepLimit = 1 << 18;
  run.config.hostThreads = 1;
  std::string error = run.launch({2, 1, 1}, {64, 1, 1});
  EXPECT_NE(error.find("entry 'k' did not finish within the limit of 262144 "
                       "warp instructions"),
            std::string::npos)
      << error;
  for (const char *block : {"block (0,0,0)", "block (1,0,0)"}) {
    EXPECT_NE(error.find(std::string(block) +
                         ", warp 0, lanes 0xffffffff are at test.ptx:2"),
              std::string::npos)
        << error;
    EXPECT_NE(error.find(std::string(block) +
                         ", warp 1, lanes 0xffffffff wait at test.ptx:2"),
              std::string::npos)
        << error;
  }
  EXPECT_NE(error.find("bra L;, source: spin.cu:13"), std::string::npos)
      << error;
  EXPECT_NE(error.find("bar.sync 0; (barrier 0: 32 of 64 threads have "
                       "arrived), source: spin.cu:14"),
            std::string::npos)
      << error;
}

/// LLVM writes bytes that are no ASCII in octal digits, and quotes behind a backslash.
TEST(Ending, NamesOfSourcesAreAsTheirFilesHaveThem) {
  KernelRun run(kernel(R"(
    .loc 1 3 0
    ld.global.u32 %r3, [%rd0+1];)",
                       R"(.file 1 "/caf\303\251/a\"b\\c.cu")"
                       "\n"));
  run.zeros(4).zeros(4).zeros(4).zeros(4);
  std::string error = run.launch({1, 1, 1}, {1, 1, 1});
  EXPECT_NE(error.find("source: /caf\303\251/a\"b\\c.cu:3"), std::string::npos)
      << error;
}

/// Block 0, which might fail too and would be reported first, counts for ever.
TEST(Ending, TheStepLimitHoldsBehindAFailure) {
  KernelRun run(kernel(R"(
    mov.u32 %r1, %ctaid.x; setp.ne.u32 %p1, %r1, 0; @%p1 bra FAIL;
    L: st.volatile.global.u32 [%rd0], %r2; add.u32 %r2, %r2, 1; bra L;
    FAIL: ld.global.u32 %r3, [%rd0+1]; ret;)"));
  run.zeros(4).zeros(4).zeros(4).zeros(4);
  run.config.stepLimit = 1 << 18;
  run.config.hostThreads = 1;
  EXPECT_NE(run.launch({2, 1, 1}, {1, 1, 1}).find("is misaligned"),
            std::string::npos);
  // Three instructions each, and a slice may go beyond the limit.
  EXPECT_LT(run.read<uint32_t>(0)[0], 1u << 17);
}

TEST(Ending, ADeadlockIsReportedInEveryOrder) {
  std::string text =
      kernel("setp.lt.u32 %p1, %t, 32; @%p1 bar.sync 1; @!%p1 bar.sync 2;");
  for (uint64_t seed = 0; seed != 20; ++seed) {
    KernelRun run(text);
    run.zeros(4).zeros(4).zeros(4).zeros(4);
    run.config.warps = run.config.blocks = OrderPolicy::Random;
    run.config.seed = seed;
    std::string error = run.launch({3, 1, 1}, {64, 1, 1});
    EXPECT_NE(error.find("deadlock in block ("), std::string::npos) << error;
    EXPECT_NE(error.find("warp 0, lanes 0xffffffff wait at test.ptx:"),
              std::string::npos)
        << error;
    EXPECT_NE(error.find("bar.sync 2; (barrier 2: 32 of 64 threads"),
              std::string::npos)
        << error;
  }
}
