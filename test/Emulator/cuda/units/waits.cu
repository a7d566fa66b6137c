//===- waits.cu - Waiting for counts, with and without a limit -*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libcu++ waits in loops that look at a clock, to sleep the longer the more time
// has gone by. Each kernel takes by how much its count is wrong.
//
//===----------------------------------------------------------------------===//

#include "common.h"
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;
using BlockLatch = cuda::latch<cuda::thread_scope_block>;
using DeviceBarrier = cuda::barrier<cuda::thread_scope_device>;

KERNEL wait_barrier(const int *input, int *result, int wrong) {
  __shared__ BlockBarrier barrier;
  __shared__ int tile[64];
  if (threadIdx.x == 0)
    init(&barrier, blockDim.x + wrong);
  __syncthreads();
  tile[threadIdx.x] = input[threadIdx.x];
  barrier.arrive_and_wait();
  result[threadIdx.x] = tile[63 - threadIdx.x];
}

KERNEL wait_latch(const int *input, int *result, int wrong) {
  __shared__ __align__(8) unsigned char memory[sizeof(BlockLatch)];
  __shared__ int tile[64];
  auto &latch = *reinterpret_cast<BlockLatch *>(memory);
  if (threadIdx.x == 0)
    new (&latch) BlockLatch(blockDim.x + wrong);
  __syncthreads();
  tile[threadIdx.x] = input[threadIdx.x];
  latch.arrive_and_wait();
  result[threadIdx.x] = tile[63 - threadIdx.x];
}

/// Between blocks; who comes first makes the barrier.
KERNEL wait_device(const int *input, int *result, int *state, int wrong) {
  auto *barrier = reinterpret_cast<DeviceBarrier *>(state + 2);
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread == 0) {
    init(barrier, gridDim.x * blockDim.x + wrong);
    __threadfence();
    atomicExch(state, 1);
  }
  while (atomicAdd(state, 0) == 0)
    ;
  __threadfence();
  result[thread] = input[thread];
  barrier->arrive_and_wait();
  result[64 + thread] = result[63 - thread];
}

/// A thread that does not commit.
KERNEL wait_pipeline(const int *input, int *result, int wrong) {
  using State = cuda::pipeline_shared_state<cuda::thread_scope_block, 2>;
  __shared__ State state;
  __shared__ int tiles[2][64];
  auto pipeline = cuda::make_pipeline(cg::this_thread_block(), &state);
  for (int i = 0; i < 2; ++i) {
    pipeline.producer_acquire();
    cuda::memcpy_async(&tiles[i][threadIdx.x], input + 64 * i + threadIdx.x,
                       sizeof(int), pipeline);
    if (threadIdx.x >= wrong)
      pipeline.producer_commit();
  }
  int sum = 0;
  for (int i = 0; i < 2; ++i) {
    pipeline.consumer_wait();
    sum = 3 * sum + tiles[i][63 - threadIdx.x];
    pipeline.consumer_release();
  }
  result[threadIdx.x] = sum;
}

/// With a limit, which hardware lets pass in full where the count is wrong:
/// whether the phase has been completed.
KERNEL wait_limited(int *result, int wrong) {
  __shared__ BlockBarrier barrier;
  if (threadIdx.x == 0)
    init(&barrier, blockDim.x + wrong);
  __syncthreads();
  auto token = barrier.arrive();
  cuda::std::chrono::milliseconds limit(100);
  result[threadIdx.x] = barrier.try_wait_for(std::move(token), limit);
}
