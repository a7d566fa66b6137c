//===- ScarceMemoryTest.cpp - Calls that the host has no memory for -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <cstdio>
#include <functional>
#include <sys/resource.h>
#include <unistd.h>

namespace {

/// Limits the address space of the process to `more` bytes beyond its current
/// size.
class Limit {
public:
  explicit Limit(uint64_t more) {
    getrlimit(RLIMIT_AS, &before);
    rlimit now = before;
    now.rlim_cur = used() + more;
    setrlimit(RLIMIT_AS, &now);
  }
  Limit(const Limit &) = delete;
  ~Limit() { setrlimit(RLIMIT_AS, &before); }

private:
  static uint64_t used() {
    unsigned long pages = 0;
    if (FILE *file = fopen("/proc/self/statm", "r")) {
      EXPECT_EQ(fscanf(file, "%lu", &pages), 1);
      fclose(file);
    }
    return pages * uint64_t(sysconf(_SC_PAGESIZE));
  }
  rlimit before;
};

class ScarceMemoryTest : public DriverTest {
protected:
  void SetUp() override {
    DriverTest::SetUp();
    function = getFunction("scale");
    place = allocate(4);
    ASSERT_EQ(cuMemsetD32_v2(place, 1, 1), CUDA_SUCCESS);
  }

  /// Checks that a launch, and so the driver, still works.
  void expectWorks() {
    void *parameters[] = {&place};
    EXPECT_EQ(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters,
                             nullptr),
              CUDA_SUCCESS);
    EXPECT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
  }
  /// Checks that `call` reports lack of memory, and has no other effect.
  void expectScarce(uint64_t more, const std::function<CUresult()> &call) {
    testing::internal::CaptureStderr();
    CUresult result;
    {
      Limit limit(more);
      result = call();
    }
    (void)testing::internal::GetCapturedStderr();
    EXPECT_EQ(result, CUDA_ERROR_OUT_OF_MEMORY);
    expectWorks();
  }

  CUfunction function = nullptr;
  CUdeviceptr place = 0;
  static constexpr uint64_t mebibyte = 1 << 20;
};

TEST_F(ScarceMemoryTest, Allocations) {
  CUdeviceptr address;
  void *pinned;
  for (size_t bytes : {SIZE_MAX, SIZE_MAX / 2, size_t(1) << 50}) {
    EXPECT_EQ(cuMemAlloc_v2(&address, bytes), CUDA_ERROR_OUT_OF_MEMORY);
    EXPECT_EQ(cuMemAllocAsync(&address, bytes, nullptr),
              CUDA_ERROR_OUT_OF_MEMORY);
    EXPECT_EQ(cuMemHostAlloc(&pinned, bytes, 0), CUDA_ERROR_OUT_OF_MEMORY);
  }
  expectWorks();
}

/// Threads have 500 KB of local memory each.
TEST_F(ScarceMemoryTest, ALaunch) {
  const char *text = ".version 8.0\n.target sm_80\n.address_size 64\n"
                     ".visible .entry k() {\n"
                     ".local .align 4 .b8 big[500000];\n.reg .b32 %r<2>;\n"
                     "mov.u32 %r1, 1;\nst.local.u32 [big], %r1;\nret; }\n";
  CUmodule large;
  CUfunction kernel;
  ASSERT_EQ(cuModuleLoadData(&large, text), CUDA_SUCCESS);
  ASSERT_EQ(cuModuleGetFunction(&kernel, large, "k"), CUDA_SUCCESS);
  auto launch = [&] {
    CUresult result = cuLaunchKernel(kernel, 1, 1, 1, 1024, 1, 1, 0, nullptr,
                                     nullptr, nullptr);
    return result == CUDA_SUCCESS ? cuCtxSynchronize() : result;
  };
  expectScarce(32 * mebibyte, launch);
  EXPECT_EQ(launch(), CUDA_SUCCESS);
}

/// A module of many kernels.
TEST_F(ScarceMemoryTest, AModule) {
  std::string text = ".version 8.0\n.target sm_80\n.address_size 64\n";
  for (int i = 0; i < 20000; ++i)
    text += ".visible .entry k" + std::to_string(i) +
            "() { .reg .b32 %r<9>; mov.u32 %r1, 1; ret; }\n";
  CUmodule large;
  auto load = [&] { return cuModuleLoadData(&large, text.c_str()); };
  expectScarce(4 * mebibyte, load);
  ASSERT_EQ(load(), CUDA_SUCCESS);
  EXPECT_EQ(cuModuleUnload(large), CUDA_SUCCESS);
}

} // namespace
