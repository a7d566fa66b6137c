//===- ForkTest.cpp - Children of a process that has the driver -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <atomic>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

class ForkTest : public DriverTest {
protected:
  /// True if a child process is refused all calls that need a device.
  bool isRefusedInChild(CUfunction function) {
    pid_t child = fork();
    if (child == 0)
      _exit(refusals(function));
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

private:
  /// The number of calls that are wrongly accepted or refused.
  static int refusals(CUfunction function) {
    CUdeviceptr address;
    CUcontext made;
    CUstream stream;
    CUmodule module;
    int count, version;
    const char *name;
    CUresult results[] = {cuInit(0),
                          cuInit(1),
                          cuDeviceGetCount(&count),
                          cuCtxGetCurrent(&made),
                          cuCtxSynchronize(),
                          cuDevicePrimaryCtxRetain(&made, 0),
                          cuMemAlloc_v2(&address, 4),
                          cuStreamCreate(&stream, 0),
                          cuModuleLoadData(&module, kernels),
                          cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr,
                                         nullptr, nullptr)};
    int wrong = 0;
    for (CUresult result : results)
      wrong += result != CUDA_ERROR_NOT_INITIALIZED;
    // These need no device.
    wrong += cuDriverGetVersion(&version) != CUDA_SUCCESS;
    wrong += cuGetErrorName(CUDA_ERROR_NOT_INITIALIZED, &name) != CUDA_SUCCESS;
    return wrong;
  }
};

TEST_F(ForkTest, AChildIsToldSoAndItsParentGoesOn) {
  CUfunction function = getFunction("scale");
  CUdeviceptr place = allocate(4);
  ASSERT_EQ(cuMemsetD32_v2(place, 5, 1), CUDA_SUCCESS);
  EXPECT_TRUE(isRefusedInChild(function));
  void *parameters[] = {&place};
  ASSERT_EQ(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters,
                           nullptr),
            CUDA_SUCCESS);
  unsigned value = 0;
  ASSERT_EQ(cuMemcpyDtoH_v2(&value, place, 4), CUDA_SUCCESS);
  EXPECT_EQ(value, 15u);
}

/// The fork happens while another thread holds the driver's lock.
TEST_F(ForkTest, AChildWaitsForNobody) {
  CUfunction function = getFunction("scale");
  std::atomic<bool> isOver = false;
  std::thread other([&] {
    size_t free, total;
    (void)cuCtxSetCurrent(context);
    while (!isOver)
      (void)cuMemGetInfo_v2(&free, &total);
  });
  for (int i = 0; i < 50; ++i)
    EXPECT_TRUE(isRefusedInChild(function));
  isOver = true;
  other.join();
}

} // namespace
