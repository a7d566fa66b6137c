//===- BlockCostTest.cpp - The memory that blocks and checks take ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Grids have millions of blocks, and a short block mostly costs its own
// creation. Allocations and bytes are counted here, as they do not depend on
// the host.
//
//===----------------------------------------------------------------------===//

#include "tessera/Emulator/Launch.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cstdlib>
#include <malloc.h>
#include <new>

using namespace tessera::ptx;

static uint64_t allocations = 0;
/// Bytes that are allocated now, and their maximum so far.
static int64_t bytesNow = 0, mostBytes = 0;

// Replaced for the whole program, which has these tests alone.
void *operator new(size_t size) {
  __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
  void *bytes = std::malloc(size ? size : 1);
  if (!bytes)
    std::abort();
  auto usable = static_cast<int64_t>(malloc_usable_size(bytes));
  int64_t now = __atomic_add_fetch(&bytesNow, usable, __ATOMIC_RELAXED);
  mostBytes = std::max(mostBytes, now);
  return bytes;
}
void operator delete(void *bytes) noexcept {
  auto usable = static_cast<int64_t>(malloc_usable_size(bytes));
  __atomic_sub_fetch(&bytesNow, usable, __ATOMIC_RELAXED);
  std::free(bytes);
}
void operator delete(void *bytes, size_t) noexcept { operator delete(bytes); }

/// Allocations of a launch of `blocks` blocks.
static uint64_t countAllocations(const std::string &body, uint32_t blocks,
                                 uint32_t threads) {
  auto program = llvm::cantFail(Program::parse(
      ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k() {" +
          body + "ret; }",
      "blocks.ptx"));
  GlobalMemory memory;
  LaunchConfig config;
  config.grid = {blocks, 1, 1};
  config.block = {threads, 1, 1};
  config.hostThreads = 1;
  uint64_t before = allocations;
  EXPECT_EQ(llvm::cantFail(launch(program, "k", {}, memory, config)).blocks,
            blocks);
  return allocations - before;
}

static double allocationsOfBlock(const std::string &body, uint32_t threads) {
  constexpr uint32_t more = 1000;
  countAllocations(body, 1, threads); // memory kept by a host thread
  return double(countAllocations(body, 1 + more, threads) -
                countAllocations(body, 1, threads)) /
         more;
}

namespace {

/// The block and its list of warps; for each warp: itself, a fragment, the list
/// of fragments and a frame.
constexpr unsigned ofBlock = 2, ofWarp = 4;

TEST(BlockCost, EmptyBlocksMakeFewAllocations) {
  EXPECT_LE(allocationsOfBlock("", 32), ofBlock + ofWarp);
  EXPECT_LE(allocationsOfBlock("", 128), ofBlock + 4 * ofWarp);
}

TEST(BlockCost, RegistersAreUsedAgain) {
  std::string body = ".reg .b64 %r<200>; ";
  for (int i = 0; i != 200; ++i)
    body += "mov.u64 %r" + std::to_string(i) + ", 1; ";
  EXPECT_LE(allocationsOfBlock(body, 128), ofBlock + 4 * ofWarp);
}

/// A block finds zeros in registers that another block has used before.
TEST(BlockCost, NothingIsLeftInRegisters) {
  auto program = llvm::cantFail(Program::parse(R"(
.version 9.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p) {
  .reg .b32 %r<2>; .reg .b64 %a;
  ld.param.u64 %a, [p];
  red.global.add.u32 [%a], %r0;
  mov.u32 %r0, 1;
  ret;
})",
                                               "registers.ptx"));
  GlobalMemory memory;
  uint64_t address = llvm::cantFail(memory.allocate(4, "sum"));
  std::vector<uint8_t> parameters(8);
  for (unsigned i = 0; i != 8; ++i)
    parameters[i] = static_cast<uint8_t>(address >> 8 * i);
  LaunchConfig config;
  config.grid = {100, 1, 1};
  config.block = {64, 1, 1};
  config.hostThreads = 1;
  llvm::cantFail(launch(program, "k", parameters, memory, config));
  std::vector<uint8_t> sum(4);
  llvm::cantFail(memory.read(address, sum));
  EXPECT_EQ(sum, std::vector<uint8_t>(4));
}

/// The most bytes that a copy of i32 takes, besides the two arrays.
int64_t copyBytes(uint32_t blocks, const Checks &checks) {
  auto program = llvm::cantFail(Program::parse(R"(
.version 9.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 from, .param .u64 to) {
  .reg .b32 %r<3>; .reg .b64 %a, %b, %offset;
  ld.param.u64 %a, [from]; ld.param.u64 %b, [to];
  mov.u32 %r0, %ctaid.x; mov.u32 %r1, %tid.x;
  mad.lo.u32 %r1, %r0, 256, %r1; mul.wide.u32 %offset, %r1, 4;
  add.u64 %a, %a, %offset; add.u64 %b, %b, %offset;
  ld.global.u32 %r2, [%a]; st.global.u32 [%b], %r2; ret;
})",
                                               "copy.ptx"));
  GlobalMemory memory;
  std::vector<uint8_t> parameters(16);
  for (unsigned array = 0; array != 2; ++array) {
    uint64_t address = llvm::cantFail(memory.allocate(blocks * 1024, "array"));
    for (unsigned i = 0; i != 8; ++i)
      parameters[8 * array + i] = static_cast<uint8_t>(address >> 8 * i);
  }
  LaunchConfig config;
  config.grid = {blocks, 1, 1};
  config.block = {256, 1, 1};
  config.hostThreads = 1;
  config.checks = checks;
  int64_t before = bytesNow;
  mostBytes = bytesNow;
  llvm::cantFail(launch(program, "k", parameters, memory, config));
  return mostBytes - before;
}

/// Neighbouring words that a warp accesses have one history: their shadow is
/// smaller than the memory itself, while words with a cell each take twice as
/// much. Records, which are allocated in another way, are added to that.
TEST(RaceCost, LinesOfEqualWordsHaveOneCell) {
  constexpr uint32_t blocks = 4096;
  Checks race;
  race.race = true;
  int64_t bytes = copyBytes(blocks, race) - copyBytes(blocks, Checks());
  EXPECT_LE(bytes, int64_t(blocks) * 2 * 1024);
}

/// The most bytes that a grid of blocks of 128 threads takes with the check of
/// races. %p0 is true for thread 0 of each block.
int64_t raceBytes(uint32_t blocks, const std::string &body) {
  auto program = llvm::cantFail(Program::parse(
      ".version 9.0\n.target sm_90\n.address_size 64\n.global .u32 word = 1;\n"
      ".visible .entry k() { .reg .pred %p0, %p1; .reg .b32 %r<4>;\n"
      "mov.u32 %r0, %tid.x; setp.eq.u32 %p0, %r0, 0;\n" +
          body + "ret; }",
      "races.ptx"));
  GlobalMemory memory;
  LaunchConfig config;
  config.grid = {blocks, 1, 1};
  config.block = {128, 1, 1};
  config.hostThreads = 1;
  config.checks.race = true;
  int64_t before = bytesNow;
  mostBytes = bytesNow;
  llvm::cantFail(launch(program, "k", {}, memory, config));
  return mostBytes - before;
}

/// The last of a thread's reads of one word stands for the others. The index of
/// the records is counted here, the records are not.
TEST(RaceCost, ReadsOfOneWordByOneThreadAreOne) {
  auto bytesOf = [](unsigned rounds) {
    return raceBytes(1024, "mov.u32 %r1, 0; mov.u32 %r2, 0;\n"
                           "LOOP: ld.global.u32 %r3, [word]; bar.sync 0;\n"
                           "add.u32 %r2, %r2, %r3; add.u32 %r1, %r1, 1;\n"
                           "setp.lt.u32 %p1, %r1, " +
                               std::to_string(rounds) +
                               "; @%p1 bra LOOP;\n"
                               "setp.ne.u32 %p1, %r1, %r2; @%p1 trap;\n");
  };
  EXPECT_LE(bytesOf(32), 3 * bytesOf(1));
}

/// Each block passes on all that it knows. Three of its four warps are known
/// up to the same barrier.
TEST(RaceCost, WarpsOfABarrierShareTheirRow) {
  auto bytesOf = [](uint32_t blocks) {
    return raceBytes(blocks, "bar.sync 0;\n"
                             "@%p0 atom.acq_rel.gpu.global.add.u32 %r1, "
                             "[word], 1;\n");
  };
  constexpr uint32_t few = 1000, more = 4000, bytesOfBlock = 500;
  EXPECT_LE(bytesOf(few + more), bytesOf(few) + more * bytesOfBlock);
}

/// A grid of a test, and the way it runs.
struct Setting {
  const char *name;
  std::string body;
  Dim3 cluster = {1, 1, 1};
  unsigned launches = 1; ///< of which each waits for the one before
  OrderPolicy warps = OrderPolicy::Fair;
};

void PrintTo(const Setting &setting, std::ostream *os) { *os << setting.name; }

/// The most that launches of so many blocks each take, with all checks.
int64_t gridBytes(const Setting &setting, uint32_t blocks) {
  auto program = llvm::cantFail(Program::parse(
      ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k() {"
      ".reg .pred %p0; .reg .b32 %r<3>; .reg .b64 %rd0; .shared .b32 "
      "word[64];" +
          setting.body + "ret; }",
      "grid.ptx"));
  std::vector<LaunchRequest> requests(setting.launches);
  for (unsigned i = 0; i != setting.launches; ++i) {
    LaunchRequest &request = requests[i];
    request.program = &program;
    request.entry = "k";
    request.config.grid = {blocks / 2, 2, 1};
    request.config.block = {64, 1, 1};
    request.config.cluster = setting.cluster;
    // With several, the blocks of a thread that the host holds back have not
    // ended, and what the others do meanwhile is kept for them.
    request.config.hostThreads = 1;
    request.config.warps = setting.warps;
    request.config.checks = Checks::all();
    if (i)
      request.after = {{i - 1, LaunchStage::Triggered}};
  }
  GlobalMemory memory;
  int64_t before = bytesNow;
  mostBytes = bytesNow;
  auto ran = launchConcurrently(requests, memory);
  int64_t most = mostBytes;
  EXPECT_TRUE(bool(ran)) << llvm::toString(ran.takeError());
  return most - before;
}

class GridCost : public testing::TestWithParam<Setting> {};

/// Who accessed something is told long after, by what blocks have in common.
/// The entry of a block would have some hundred bytes.
TEST_P(GridCost, BlocksThatHaveEndedTakeNothing) {
  constexpr uint32_t few = 500, more = 4000, bytesOfBlock = 8;
  gridBytes(GetParam(), few); // what a thread of the host keeps
  int64_t bytes = gridBytes(GetParam(), few);
  EXPECT_LE(gridBytes(GetParam(), few + more),
            bytes + bytesOfBlock * more * GetParam().launches);
}

const std::string store = "mov.u32 %r0, %tid.x;"
                          "shl.b32 %r0, %r0, 2; mov.u32 %r1, word;"
                          "add.u32 %r0, %r0, %r1; mov.u32 %r1, 7;"
                          "st.shared.u32 [%r0], %r1; bar.sync 0;";
/// Zeros, by asynchronous operations that read nothing: of both warps, or of
/// the second one in every other block.
const std::string copy =
    store + "cvt.u64.u32 %rd0, %r0; cp.async.ca.shared.global [%r0], [%rd0], "
            "4, 0; cp.async.wait_all;";
const std::string someCopy =
    store + "mov.u32 %r1, %ctaid.x; and.b32 %r1, %r1, 1;"
            "mov.u32 %r2, %tid.x; shr.u32 %r2, %r2, 5;"
            "setp.le.u32 %p0, %r1, %r2; @!%p0 bra END;"
            "cvt.u64.u32 %rd0, %r0; cp.async.ca.shared.global [%r0], [%rd0], "
            "4, 0; cp.async.wait_all; END: ";

INSTANTIATE_TEST_SUITE_P(
    All, GridCost,
    testing::Values(Setting{"stores", store}, Setting{"copies", copy},
                    Setting{"someCopies", someCopy},
                    Setting{"clusters", store, {1, 2, 1}},
                    Setting{"launches", copy, {1, 1, 1}, 3},
                    Setting{
                        "random", someCopy, {1, 1, 1}, 1, OrderPolicy::Random}),
    [](const auto &info) { return std::string(info.param.name); });

} // namespace
