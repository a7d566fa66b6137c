//===- FailingAllocationTest.cpp - Each allocation fails once -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call is made again and again. In the first one its first allocation fails,
// then a later one, until a call needs fewer than that. Each says that there is
// no memory, and the process goes on.
//
//===----------------------------------------------------------------------===//

#include "../Driver/Harness.h"
#include "tessera-c/Device.h"
#include <atomic>
#include <functional>
#include <sys/wait.h>
#include <unistd.h>

/// How many allocations from now on one fails; 0 for none.
static std::atomic<int64_t> untilFailure{0};

static bool failsNow() {
  return untilFailure.load(std::memory_order_relaxed) > 0 &&
         untilFailure.fetch_sub(1) == 1;
}

// Replaced for the whole process, its libraries included.
extern "C" {
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

void *malloc(size_t size) { return failsNow() ? nullptr : __libc_malloc(size); }
void *calloc(size_t count, size_t size) {
  return failsNow() ? nullptr : __libc_calloc(count, size);
}
void *realloc(void *memory, size_t size) {
  return failsNow() ? nullptr : __libc_realloc(memory, size);
}
}

namespace {

enum class Outcome { Done, LacksMemory, Other };

/// Calls WHAT, whose allocation of that number fails; whether there was one.
bool fail(int64_t number, const std::function<Outcome()> &what,
          Outcome &outcome) {
  untilFailure = number;
  outcome = what();
  return untilFailure.exchange(0) <= 0;
}

/// Calls WHAT once for each allocation of the first ones, then more rarely.
void failEach(const std::function<Outcome()> &what) {
  ASSERT_EQ(what(), Outcome::Done); // what the process makes once
  Outcome outcome;
  for (int64_t number = 1; fail(number, what, outcome);
       number += 1 + number / 16) {
    // Some code does without.
    EXPECT_NE(outcome, Outcome::Other) << "allocation " << number;
    ASSERT_EQ(what(), Outcome::Done) << "after allocation " << number;
  }
  EXPECT_EQ(outcome, Outcome::Done);
}

/// The same, each time in a process of its own: MLIR, which is not written for
/// exceptions, may be left in any state.
void failEachApart(const std::function<Outcome()> &what) {
  ASSERT_EQ(what(), Outcome::Done);
  enum { Good, Wrong, Last };
  for (int64_t number = 1;; number += 1 + number / 16) {
    pid_t child = fork();
    ASSERT_GE(child, 0);
    if (!child) {
      Outcome outcome;
      bool hasFailed = fail(number, what, outcome);
      _exit(outcome == Outcome::Other ? Wrong : hasFailed ? Good : Last);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status)) << "allocation " << number;
    EXPECT_NE(WEXITSTATUS(status), Wrong) << "allocation " << number;
    if (WEXITSTATUS(status) == Last)
      return;
  }
}

MlirStringRef ref(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

void ignore(const TesseraDiagnostic *, void *) {}

/// p[block] += x
const char *const bump =
    "cuda_tile.module @m {\n"
    "  entry @bump(%p: tile<ptr<i32>>, %x: tile<i32>) {\n"
    "    %b, %b1, %b2 = get_tile_block_id : tile<i32>\n"
    "    %at = offset %p, %b : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>\n"
    "    %v, %t = load_ptr_tko weak %at : tile<ptr<i32>> -> tile<i32>, token\n"
    "    %s = addi %v, %x : tile<i32>\n"
    "    %u = store_ptr_tko weak %at, %s token=%t\n"
    "      : tile<ptr<i32>>, tile<i32> -> token\n"
    "    return\n"
    "  }\n"
    "}\n";

/// A device of the engine "emulate" or "interpret" with checks.
struct Device {
  Device(const char *engine, const char *checks) {
    TesseraDeviceOptions options = {ref(engine), ref("sm_90"), ref(checks), 0};
    device = tesseraDeviceCreate(&options, ignore, nullptr);
    EXPECT_TRUE(mlirLogicalResultIsSuccess(
        tesseraDeviceMap(device, memory, sizeof memory, ref("p"), true)));
  }
  ~Device() { tesseraDeviceDestroy(device); }

  Outcome outcome(bool isDone) const {
    if (isDone)
      return Outcome::Done;
    return tesseraDeviceLacksMemory(device) ? Outcome::LacksMemory
                                            : Outcome::Other;
  }
  Outcome launch(TesseraModule module) {
    TesseraLaunchShape shape = {
        {blocks, 1, 1}, {1, 1, 1}, {0, 0, 0}, 0, {0, 0, 0}};
    int32_t x = 5, *p = memory;
    const void *parameters[] = {&p, &x};
    return outcome(mlirLogicalResultIsSuccess(tesseraModuleLaunch(
        module, 0, &shape, parameters, nullptr, nullptr, ignore, nullptr)));
  }

  static constexpr unsigned blocks = 64;
  int32_t memory[blocks] = {};
  TesseraDevice device;
};

class LaunchTest
    : public testing::TestWithParam<std::pair<const char *, const char *>> {};

/// Without checks, on several threads of the host.
TEST_P(LaunchTest, FailsWithoutMemory) {
  Device on(GetParam().first, GetParam().second);
  TesseraModule module =
      tesseraModuleLoad(on.device, ref(bump), ref("k.mlir"), ignore, nullptr);
  ASSERT_TRUE(module.ptr);
  failEach([&] { return on.launch(module); });
  tesseraModuleUnload(module);
}

INSTANTIATE_TEST_SUITE_P(All, LaunchTest,
                         testing::Values(std::pair("emulate", "none"),
                                         std::pair("emulate", "all"),
                                         std::pair("interpret", "none"),
                                         std::pair("interpret", "all")));

TEST(FailingAllocation, Loading) {
  for (const char *engine : {"emulate", "interpret"}) {
    Device on(engine, "all");
    failEachApart([&] {
      TesseraModule module = tesseraModuleLoad(on.device, ref(bump),
                                               ref("k.mlir"), ignore, nullptr);
      Outcome outcome = on.outcome(module.ptr);
      tesseraModuleUnload(module);
      return outcome;
    });
  }
}

/// A module is loaded and launched, and unloaded again.
TEST_F(DriverTest, FailsWithoutMemory) {
  const char *text = ".version 8.0\n.target sm_80\n.address_size 64\n"
                     ".visible .entry k() {\n.reg .b32 %r<2>;\n"
                     "mov.u32 %r1, 1;\nret; }\n";
  failEach([&] {
    CUmodule loaded;
    CUfunction kernel;
    CUresult result = cuModuleLoadData(&loaded, text);
    bool isLoaded = result == CUDA_SUCCESS;
    if (isLoaded)
      result = cuModuleGetFunction(&kernel, loaded, "k");
    if (result == CUDA_SUCCESS)
      result = cuLaunchKernel(kernel, 8, 1, 1, 32, 1, 1, 0, nullptr, nullptr,
                              nullptr);
    if (result == CUDA_SUCCESS)
      result = cuCtxSynchronize();
    CUresult unloaded = isLoaded ? cuModuleUnload(loaded) : CUDA_SUCCESS;
    if (result == CUDA_SUCCESS)
      result = unloaded;
    return result == CUDA_SUCCESS               ? Outcome::Done
           : result == CUDA_ERROR_OUT_OF_MEMORY ? Outcome::LacksMemory
                                                : Outcome::Other;
  });
}

} // namespace
