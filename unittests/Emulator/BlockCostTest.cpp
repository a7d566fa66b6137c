//===- BlockCostTest.cpp - What a block costs that does nothing -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Grids have millions of blocks, and most of what a short block costs is making
// it. Allocations are counted here, as they do not depend on the host.
//
//===----------------------------------------------------------------------===//

#include "tessera/Emulator/Launch.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <new>

using namespace tessera::ptx;

static uint64_t allocations = 0;

// Replaced for the whole program; other threads do not run these tests.
void *operator new(size_t size) {
  __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
  if (void *bytes = std::malloc(size ? size : 1))
    return bytes;
  std::abort();
}
void operator delete(void *bytes) noexcept { std::free(bytes); }
void operator delete(void *bytes, size_t) noexcept { std::free(bytes); }

/// Allocations of a launch of so many blocks.
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
  countAllocations(body, 1, threads); // what a thread of the host keeps
  return double(countAllocations(body, 1 + more, threads) -
                countAllocations(body, 1, threads)) /
         more;
}

namespace {

/// The block and its list of warps; of a warp: itself, a fragment, the list of
/// those and a frame.
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

/// Registers that a block has left are zero for the next one.
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

} // namespace
