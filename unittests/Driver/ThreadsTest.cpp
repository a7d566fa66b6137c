//===- ThreadsTest.cpp - Many threads of the host call the driver ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Eight threads make, use and destroy their own objects, and use shared ones:
// scripts/checks/thread-sanitizer.sh runs these tests under ThreadSanitizer.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <atomic>
#include <functional>
#include <thread>

namespace {

constexpr unsigned numThreads = 8, rounds = 100;

class ThreadsTest : public DriverTest {
protected:
  /// Calls `body(number)` in threads in which the context is current.
  void inThreads(const std::function<void(unsigned)> &body) {
    std::vector<std::thread> threads;
    for (unsigned number = 0; number < numThreads; ++number)
      threads.emplace_back([this, &body, number] {
        ASSERT_EQ(cuCtxSetCurrent(context), CUDA_SUCCESS);
        body(number);
      });
    for (std::thread &thread : threads)
      thread.join();
  }
};

/// Doubles `sum` in a stream, by a kernel that reads it twice.
void twice(CUfunction add, CUdeviceptr sum, CUstream stream) {
  unsigned n = 1;
  void *parameters[] = {&sum, &sum, &sum, &n};
  ASSERT_EQ(
      cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, stream, parameters, nullptr),
      CUDA_SUCCESS);
}

TEST_F(ThreadsTest, StreamsOfTheirOwn) {
  CUfunction add = getFunction("add");
  inThreads([&](unsigned number) {
    for (unsigned round = 0; round < rounds; ++round) {
      CUstream stream;
      CUdeviceptr sum;
      float value = float(number), result = 0;
      ASSERT_EQ(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
      ASSERT_EQ(cuMemAllocAsync(&sum, sizeof value, stream), CUDA_SUCCESS);
      ASSERT_EQ(cuMemcpyHtoDAsync_v2(sum, &value, sizeof value, stream),
                CUDA_SUCCESS);
      twice(add, sum, stream);
      ASSERT_EQ(cuMemcpyDtoHAsync_v2(&result, sum, sizeof result, stream),
                CUDA_SUCCESS);
      ASSERT_EQ(cuMemFreeAsync(sum, stream), CUDA_SUCCESS);
      ASSERT_EQ(cuStreamSynchronize(stream), CUDA_SUCCESS);
      EXPECT_EQ(result, 2 * float(number));
      ASSERT_EQ(cuStreamDestroy_v2(stream), CUDA_SUCCESS);
    }
  });
}

/// Events order work of several threads in one stream.
TEST_F(ThreadsTest, OneStreamAndItsEvents) {
  CUstream stream;
  ASSERT_EQ(cuStreamCreate(&stream, 0), CUDA_SUCCESS);
  CUdeviceptr words = allocate(4 * numThreads);
  inThreads([&](unsigned number) {
    CUevent event;
    ASSERT_EQ(cuEventCreate(&event, 0), CUDA_SUCCESS);
    for (unsigned round = 0; round < rounds; ++round) {
      ASSERT_EQ(cuMemsetD32Async(words + 4 * number, round, 1, stream),
                CUDA_SUCCESS);
      ASSERT_EQ(cuEventRecord(event, stream), CUDA_SUCCESS);
      ASSERT_EQ(cuStreamWaitEvent(CU_STREAM_PER_THREAD, event, 0),
                CUDA_SUCCESS);
      ASSERT_EQ(cuStreamSynchronize(CU_STREAM_PER_THREAD), CUDA_SUCCESS);
    }
    ASSERT_EQ(cuEventDestroy_v2(event), CUDA_SUCCESS);
  });
  unsigned host[numThreads];
  ASSERT_EQ(cuMemcpyDtoH_v2(host, words, sizeof host), CUDA_SUCCESS);
  for (unsigned word : host)
    EXPECT_EQ(word, rounds - 1);
}

/// Host functions run in any waiting thread, without a lock.
TEST_F(ThreadsTest, FunctionsOfTheHost) {
  std::atomic<unsigned> calls = 0;
  auto count = [](void *data) {
    ++*static_cast<std::atomic<unsigned> *>(data);
  };
  inThreads([&](unsigned) {
    for (unsigned round = 0; round < rounds; ++round) {
      ASSERT_EQ(cuLaunchHostFunc(CU_STREAM_PER_THREAD, count, &calls),
                CUDA_SUCCESS);
      ASSERT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
    }
  });
  EXPECT_EQ(calls, numThreads * rounds);
}

/// Modules, graphs and contexts come and go.
TEST_F(ThreadsTest, WhatBelongsToEach) {
  inThreads([&](unsigned number) {
    for (unsigned round = 0; round < 3; ++round) {
      CUcontext own, popped;
      CUmodule loaded;
      CUfunction add;
      CUgraph graph;
      CUgraphExec exec;
      CUstream stream;
      CUdeviceptr sum;
      float value = float(number), result = 0;
      ASSERT_EQ(cuCtxCreate_v2(&own, 0, 0), CUDA_SUCCESS);
      ASSERT_EQ(cuModuleLoadData(&loaded, kernels), CUDA_SUCCESS);
      ASSERT_EQ(cuModuleGetFunction(&add, loaded, "add"), CUDA_SUCCESS);
      ASSERT_EQ(cuMemAlloc_v2(&sum, sizeof value), CUDA_SUCCESS);
      ASSERT_EQ(cuMemcpyHtoD_v2(sum, &value, sizeof value), CUDA_SUCCESS);
      ASSERT_EQ(cuStreamCreate(&stream, 0), CUDA_SUCCESS);
      ASSERT_EQ(
          cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL),
          CUDA_SUCCESS);
      twice(add, sum, stream);
      ASSERT_EQ(cuStreamEndCapture(stream, &graph), CUDA_SUCCESS);
      ASSERT_EQ(cuGraphInstantiateWithFlags(&exec, graph, 0), CUDA_SUCCESS);
      ASSERT_EQ(cuGraphLaunch(exec, stream), CUDA_SUCCESS);
      ASSERT_EQ(cuStreamSynchronize(stream), CUDA_SUCCESS);
      ASSERT_EQ(cuMemcpyDtoH_v2(&result, sum, sizeof result), CUDA_SUCCESS);
      EXPECT_EQ(result, 2 * float(number));
      ASSERT_EQ(cuGraphExecDestroy(exec), CUDA_SUCCESS);
      ASSERT_EQ(cuGraphDestroy(graph), CUDA_SUCCESS);
      ASSERT_EQ(cuModuleUnload(loaded), CUDA_SUCCESS);
      ASSERT_EQ(cuCtxPopCurrent_v2(&popped), CUDA_SUCCESS);
      ASSERT_EQ(cuCtxDestroy_v2(own), CUDA_SUCCESS);
    }
  });
}

} // namespace
