//===- asynchronous.cu - Copies in flight, counting barriers ---*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "common.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

/// cooperative_groups::memcpy_async and wait, a tile at a time.
KERNEL copy_cooperative(const int *input, int *sums, int tiles) {
  __shared__ __align__(16) int tile[128];
  cg::thread_block block = cg::this_thread_block();
  int sum = 0;
  for (int step = 0; step < tiles; ++step) {
    cg::memcpy_async(block, tile, input + step * 128, sizeof(tile));
    cg::wait(block);
    sum += tile[threadIdx.x] * tile[127 - threadIdx.x];
    block.sync();
  }
  sums[threadIdx.x] = sum;
}

/// cuda::pipeline of two stages, all threads of the block.
KERNEL copy_pipeline(const int *input, int *output, int tiles) {
  constexpr int kStages = 2;
  __shared__ __align__(16) int buffers[kStages][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages>
      state;
  auto block = cg::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  for (int step = 0, fetched = 0; step < tiles; ++step) {
    for (; fetched < tiles && fetched < step + kStages; ++fetched) {
      pipeline.producer_acquire();
      cuda::memcpy_async(block, buffers[fetched % kStages],
                         input + fetched * 128, sizeof(buffers[0]), pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    output[step * 128 + threadIdx.x] =
        buffers[step % kStages][(threadIdx.x + 1) % 128] * 3;
    pipeline.consumer_release();
  }
}

/// A pipeline of one thread: its own copies only.
KERNEL copy_pipeline_thread(const int2 *input, int2 *output, int steps) {
  __shared__ int2 slots[4][64];
  auto pipeline = cuda::make_pipeline();
  for (int step = 0; step < 3 && step < steps; ++step) {
    pipeline.producer_acquire();
    cuda::memcpy_async(&slots[step % 4][threadIdx.x],
                       &input[step * 64 + threadIdx.x],
                       cuda::aligned_size_t<8>(8), pipeline);
    pipeline.producer_commit();
  }
  for (int step = 0; step < steps; ++step) {
    pipeline.producer_acquire();
    if (step + 3 < steps)
      cuda::memcpy_async(&slots[(step + 3) % 4][threadIdx.x],
                         &input[(step + 3) * 64 + threadIdx.x],
                         cuda::aligned_size_t<8>(8), pipeline);
    pipeline.producer_commit();
    cuda::pipeline_consumer_wait_prior<3>(pipeline);
    int2 value = slots[step % 4][threadIdx.x];
    output[step * 64 + threadIdx.x] = make_int2(value.y, value.x - value.y);
    pipeline.consumer_release();
  }
}

/// cuda::barrier: two halves of the block hand a buffer to and fro.
KERNEL barrier_ping_pong(const int *input, int *output, int rounds) {
  __shared__ int buffer[64];
  __shared__ BlockBarrier full, empty;
  if (threadIdx.x == 0) {
    init(&full, blockDim.x);
    init(&empty, blockDim.x);
  }
  __syncthreads();
  int place = threadIdx.x % 64;
  if (threadIdx.x < 64) {
    for (int round = 0; round < rounds; ++round) {
      empty.arrive_and_wait();
      buffer[place] = input[round * 64 + place] + round;
      (void)full.arrive();
    }
  } else {
    (void)empty.arrive();
    int sum = 0;
    for (int round = 0; round < rounds; ++round) {
      full.arrive_and_wait();
      sum = sum * 3 + buffer[63 - place];
      (void)empty.arrive();
    }
    output[place] = sum;
  }
}

/// Arrival and waiting apart, work between them, and a completion function.
struct Rotate {
  int *counter;
  __device__ void operator()() const { *counter += 1; }
};

KERNEL barrier_split(const int *input, int *output, int *completions) {
  __shared__ int values[2][96];
  __shared__ int counter;
  __shared__ cuda::barrier<cuda::thread_scope_block, Rotate> *barrier;
  __shared__ alignas(cuda::barrier<cuda::thread_scope_block, Rotate>) char
      storage[sizeof(cuda::barrier<cuda::thread_scope_block, Rotate>)];
  if (threadIdx.x == 0) {
    counter = 0;
    barrier = new (storage) cuda::barrier<cuda::thread_scope_block, Rotate>(
        blockDim.x, Rotate{&counter});
  }
  __syncthreads();
  int mine = input[threadIdx.x];
  for (int round = 0; round < 6; ++round) {
    values[round % 2][threadIdx.x] = mine;
    auto token = barrier->arrive();
    int meanwhile = mine * mine % 1009;
    barrier->wait(static_cast<decltype(token) &&>(token));
    mine = values[round % 2][(threadIdx.x + 5) % 96] + meanwhile;
  }
  output[threadIdx.x] = mine;
  __syncthreads();
  if (threadIdx.x == 0)
    *completions = counter;
}

/// memcpy_async that arrives on a barrier.
KERNEL copy_to_barrier(const double *input, double *output, int tiles) {
  __shared__ __align__(16) double tile[2][64];
  __shared__ BlockBarrier ready[2];
  auto block = cg::this_thread_block();
  if (threadIdx.x < 2)
    init(&ready[threadIdx.x], blockDim.x);
  block.sync();
  cuda::memcpy_async(block, tile[0], input, sizeof(tile[0]), ready[0]);
  double sum = 0;
  for (int step = 0; step < tiles; ++step) {
    if (step + 1 < tiles)
      cuda::memcpy_async(block, tile[(step + 1) % 2], input + (step + 1) * 64,
                         sizeof(tile[0]), ready[(step + 1) % 2]);
    ready[step % 2].arrive_and_wait();
    sum += tile[step % 2][threadIdx.x] - tile[step % 2][63 - threadIdx.x] / 2;
    block.sync();
  }
  output[threadIdx.x] = sum;
}

/// Named barriers: warps 0 and 1 produce, 2 and 3 consume, each only arriving
/// where it need not wait.
__device__ void syncNamed(int name, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(name), "r"(threads) : "memory");
}
__device__ void arriveNamed(int name, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(name), "r"(threads) : "memory");
}

KERNEL named_producer_consumer(const int *input, int *output, int rounds) {
  constexpr int kFull = 1, kEmpty = 3;
  __shared__ int buffers[2][64];
  int place = threadIdx.x % 64;
  if (threadIdx.x < 64) {
    for (int round = 0; round < rounds; ++round) {
      syncNamed(kEmpty + round % 2, 128);
      buffers[round % 2][place] = input[round * 64 + place];
      arriveNamed(kFull + round % 2, 128);
    }
  } else {
    int sum = 0;
    arriveNamed(kEmpty, 128);
    arriveNamed(kEmpty + 1, 128);
    for (int round = 0; round < rounds; ++round) {
      syncNamed(kFull + round % 2, 128);
      sum += buffers[round % 2][place ^ 33] * (round + 1);
      if (round + 2 < rounds)
        arriveNamed(kEmpty + round % 2, 128);
    }
    output[place] = sum;
  }
}

/// The reductions that barriers carry: how many, whether all, whether any.
KERNEL barrier_reductions(const int *input, int *output) {
  int value = input[threadIdx.x];
  int *mine = output + 4 * threadIdx.x;
  mine[0] = __syncthreads_count(value > 0);
  mine[1] = __syncthreads_and(value > -90);
  mine[2] = __syncthreads_or(value == 0);
  mine[3] = __syncthreads_and(value >= -100);
}

/// The instructions themselves: cp.async of 4, 8 and 16 bytes, with fewer bytes
/// than that, and groups.
#if __CUDA_ARCH__ >= 800
__device__ unsigned sharedPlace(const void *pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

KERNEL copy_groups(const int *input, int *output) {
  __shared__ __align__(16) int a[32 * 4], b[32 * 2], c[32], d[32 * 4];
  int lane = threadIdx.x;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                   sharedPlace(&a[4 * lane])),
               "l"(&input[4 * lane]));
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(
                   sharedPlace(&b[2 * lane])),
               "l"(&input[128 + 2 * lane]));
  asm volatile(
      "cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(sharedPlace(&c[lane])),
      "l"(&input[192 + lane]));
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(
                   sharedPlace(&d[4 * lane])),
               "l"(&input[4 * lane]), "r"(lane % 5 * 4));
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group 2;" ::: "memory");
  __syncwarp();
  int sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += a[(4 * lane + i + 4) % 128];
  asm volatile("cp.async.wait_group 1;" ::: "memory");
  __syncwarp();
  sum += 3 * b[(2 * lane + 9) % 64] + 5 * c[31 - lane];
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncwarp();
  for (int i = 0; i < 4; ++i)
    sum += 7 * d[(4 * lane + i + 8) % 128];
  output[lane] = sum;
}

/// mbarriers by hand: phases, parity, pending counts, arrival of copies.
KERNEL mbarrier_by_hand(const int *input, int *output, int rounds) {
  __shared__ __align__(8) unsigned long long barrier;
  __shared__ int buffer[64];
  unsigned place = sharedPlace(&barrier);
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(place), "r"(64));
  __syncthreads();
  int sum = 0;
  for (int round = 0; round < rounds; ++round) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(
                     sharedPlace(&buffer[threadIdx.x])),
                 "l"(&input[round * 64 + threadIdx.x]));
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(place)
                 : "memory");
    unsigned done = 0;
    while (!done)
      asm volatile("{\n"
                   " .reg .pred p;\n"
                   " mbarrier.test_wait.parity.shared.b64 p, [%1], %2;\n"
                   " selp.u32 %0, 1, 0, p;\n"
                   "}"
                   : "=r"(done)
                   : "r"(place), "r"(round & 1)
                   : "memory");
    sum = sum * 5 + buffer[(threadIdx.x + 7) % 64];
    __syncthreads();
  }
  output[threadIdx.x] = sum;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(place));
}
#endif

/// A copy in bulk, as one thread of sm_90 starts it, and transaction counts.
#if __CUDA_ARCH__ >= 900
KERNEL copy_bulk(const int *input, int *output, int tiles) {
  __shared__ __align__(128) int tile[256];
  __shared__ BlockBarrier ready;
  if (threadIdx.x == 0) {
    init(&ready, blockDim.x);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  int sum = 0;
  for (int step = 0; step < tiles; ++step) {
    BlockBarrier::arrival_token token;
    if (threadIdx.x == 0) {
      auto *handle = cuda::device::barrier_native_handle(ready);
      asm volatile(
          "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
          "[%0], [%1], %2, [%3];" ::"r"(sharedPlace(tile)),
          "l"(input + step * 256), "r"(1024), "r"(sharedPlace(handle))
          : "memory");
      token = cuda::device::barrier_arrive_tx(ready, 1, 1024);
    } else {
      token = ready.arrive();
    }
    ready.wait(static_cast<BlockBarrier::arrival_token &&>(token));
    sum += tile[threadIdx.x] - tile[255 - 2 * threadIdx.x];
    __syncthreads();
  }
  output[threadIdx.x] = sum;
}
#endif
