//===- ScaleTest.cpp - Many of everything ---------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <chrono>
#include <cstdio>
#include <malloc.h>

namespace {

class ScaleTest : public DriverTest {
protected:
  std::chrono::steady_clock::duration time = {};
};

TEST_F(ScaleTest, AThousandContexts) {
  std::vector<CUcontext> contexts(1000);
  for (CUcontext &each : contexts)
    ASSERT_EQ(cuCtxCreate_v2(&each, 0, 0), CUDA_SUCCESS);
  for (CUcontext each : contexts)
    ASSERT_EQ(cuCtxDestroy_v2(each), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxSynchronize_v2(contexts[500]),
            CUDA_ERROR_CONTEXT_IS_DESTROYED);
  ASSERT_EQ(cuCtxSetCurrent(context), CUDA_SUCCESS);
}

/// Destroyed contexts do not slow down later calls.
TEST_F(ScaleTest, ManyContextsOneAfterAnother) {
  CUdeviceptr place = allocate(4);
  auto call = [&] {
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 1000; ++i) {
      CUdeviceptr made;
      ASSERT_EQ(cuMemAlloc_v2(&made, 4), CUDA_SUCCESS);
      ASSERT_EQ(cuMemFree_v2(made), CUDA_SUCCESS);
    }
    time = std::chrono::steady_clock::now() - start;
  };
  call();
  auto before = time;
  for (int i = 0; i < 5000; ++i) {
    CUcontext each;
    ASSERT_EQ(cuCtxCreate_v2(&each, 0, 0), CUDA_SUCCESS);
    ASSERT_EQ(cuMemsetD8Async(place, 0, 1, CU_STREAM_PER_THREAD), CUDA_SUCCESS);
    ASSERT_EQ(cuCtxDestroy_v2(each), CUDA_SUCCESS);
    ASSERT_EQ(cuCtxSetCurrent(context), CUDA_SUCCESS);
  }
  call();
  // When each call looked at all of them, it took hundreds of times as long.
  EXPECT_LT(time, before * 10 + std::chrono::milliseconds(100));
}

/// Nothing remains of unloaded modules, of images that failed to load, or of
/// queries for variables, in any number.
TEST_F(ScaleTest, ManyModulesOneAfterAnother) {
  unsigned number = 0;
  auto load = [&](unsigned count) {
    for (unsigned end = number + count; number != end; ++number) {
      std::string text = kernels + std::string("// ") + std::to_string(number);
      CUmodule each;
      ASSERT_EQ(cuModuleLoadData(&each, text.c_str()), CUDA_SUCCESS);
      CUdeviceptr address;
      size_t bytes;
      for (int i = 0; i < 100; ++i)
        ASSERT_EQ(cuModuleGetGlobal_v2(&address, &bytes, each, "factor"),
                  CUDA_SUCCESS);
      ASSERT_EQ(cuModuleUnload(each), CUDA_SUCCESS);
      ASSERT_EQ(cuModuleLoadData(&each, ("{" + text).c_str()),
                CUDA_ERROR_INVALID_PTX);
    }
  };
  testing::internal::CaptureStderr();
  // More than the pieces of freed memory of which the driver knows.
  load(1100);
  size_t before = mallinfo2().uordblks;
  load(300);
  // The captured output is in a file.
  EXPECT_LT(mallinfo2().uordblks, before + 300 * 20);
  (void)testing::internal::GetCapturedStderr();
}

/// Few of the modules that were loaded at the same time are kept, either.
TEST_F(ScaleTest, ManyModulesAtOnce) {
  unsigned number = 0;
  auto load = [&](unsigned count) {
    std::vector<CUmodule> modules(count);
    for (CUmodule &each : modules) {
      std::string text = kernels + std::string("// at once ");
      text += std::to_string(number++);
      ASSERT_EQ(cuModuleLoadData(&each, text.c_str()), CUDA_SUCCESS);
    }
    for (CUmodule each : modules)
      ASSERT_EQ(cuModuleUnload(each), CUDA_SUCCESS);
  };
  load(20);
  load(1);
  size_t before = mallinfo2().uordblks;
  load(300);
  load(1);
  // A program takes some 40 KB, and its entry in grown tables 40 bytes.
  EXPECT_LT(mallinfo2().uordblks, before + 300 * 200);
}

TEST_F(ScaleTest, TenThousandStreams) {
  CUdeviceptr place = allocate(40000);
  std::vector<CUstream> streams(10000);
  for (unsigned i = 0; i < streams.size(); ++i) {
    ASSERT_EQ(cuStreamCreate(&streams[i], CU_STREAM_NON_BLOCKING),
              CUDA_SUCCESS);
    ASSERT_EQ(cuMemsetD32Async(place + 4 * i, i, 1, streams[i]), CUDA_SUCCESS);
  }
  ASSERT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
  std::vector<unsigned> host(streams.size());
  ASSERT_EQ(cuMemcpyDtoH_v2(host.data(), place, 40000), CUDA_SUCCESS);
  for (unsigned i = 0; i < streams.size(); ++i)
    EXPECT_EQ(host[i], i);
  for (CUstream stream : streams)
    ASSERT_EQ(cuStreamDestroy_v2(stream), CUDA_SUCCESS);
}

/// Launches of a kernel that does nothing.
class EmptyLaunchTest : public ScaleTest {
protected:
  void SetUp() override {
    ScaleTest::SetUp();
    const char *text = ".version 8.0\n.target sm_80\n.address_size 64\n"
                       ".visible .entry empty() { ret; }\n";
    ASSERT_EQ(cuModuleLoadData(&module, text), CUDA_SUCCESS);
    ASSERT_EQ(cuModuleGetFunction(&empty, module, "empty"), CUDA_SUCCESS);
  }
  /// Returns the bytes that the process has allocated afterwards.
  size_t launchMany(unsigned count) {
    auto start = std::chrono::steady_clock::now();
    for (unsigned i = 0; i < count; ++i)
      EXPECT_EQ(
          cuLaunchKernel(empty, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr),
          CUDA_SUCCESS);
    EXPECT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
    time = std::chrono::steady_clock::now() - start;
    return mallinfo2().uordblks;
  }

  CUfunction empty;
};

/// The memory of the process does not grow with its launches.
TEST_F(EmptyLaunchTest, TwentyThousand) {
  size_t before = launchMany(10000);
  // Less than a byte for each launch.
  EXPECT_LT(launchMany(10000), before + 10000);
}

/// Run by hand, on an idle machine (docs/driver.md).
TEST_F(EmptyLaunchTest, DISABLED_AMillion) {
  constexpr unsigned step = 100000;
  size_t first = launchMany(step), last = first;
  for (unsigned launches = step;; launches += step) {
    double each =
        std::chrono::duration<double, std::micro>(time).count() / step;
    printf("%8u launches: %zu bytes allocated, %.1f us for each of the last "
           "%u\n",
           launches, last, each, step);
    EXPECT_LT(each, 20);
    if (launches == 10 * step)
      break;
    last = launchMany(step);
  }
  EXPECT_LT(last, first + 10000);
}

} // namespace
