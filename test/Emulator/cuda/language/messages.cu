//===- messages.cu - Blocks and warps that wait ----------------*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "common.h"
#include <cooperative_groups.h>
#include <cuda/atomic>

/// A flag after the data: fences on both sides, volatile accesses to the flag.
KERNEL message_fence(int *data, int *flag, int *output) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x * threadIdx.x + 1;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      *reinterpret_cast<volatile int *>(flag) = 1;
    }
  } else {
    if (threadIdx.x == 0) {
      while (*reinterpret_cast<volatile int *>(flag) == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    output[(blockIdx.x - 1) * blockDim.x + threadIdx.x] =
        data[blockDim.x - 1 - threadIdx.x] * blockIdx.x;
  }
}

/// Release and acquire, from a block to the next, in a chain.
KERNEL message_chain(int *data, int *flags, int *output) {
  cuda::atomic_ref<int, cuda::thread_scope_device> mine(flags[blockIdx.x]);
  if (threadIdx.x == 0) {
    int value = 1;
    if (blockIdx.x > 0) {
      cuda::atomic_ref<int, cuda::thread_scope_device> before(
          flags[blockIdx.x - 1]);
      while (before.load(cuda::memory_order_acquire) == 0) {
      }
      value = data[blockIdx.x - 1] * 3 + blockIdx.x;
    }
    data[blockIdx.x] = value;
    mine.store(1, cuda::memory_order_release);
    output[blockIdx.x] = value - 1;
  }
}

/// Between warps of one block, with the scope of the block.
KERNEL message_warps(const int *input, int *output) {
  __shared__ int box[32];
  __shared__ cuda::atomic<int, cuda::thread_scope_block> turn;
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x == 0)
    turn.store(0, cuda::memory_order_relaxed);
  if (warp == 0)
    box[lane] = input[lane];
  __syncthreads();
  if (lane == 0)
    while (turn.load(cuda::memory_order_acquire) != warp) {
    }
  __syncwarp();
  int value = box[(lane + 1) % 32] * 2 + warp;
  __syncwarp();
  box[lane] = value;
  output[threadIdx.x] = value;
  __syncwarp();
  if (lane == 0)
    turn.store(warp + 1, cuda::memory_order_release);
}

/// A barrier of the whole grid, by hand.
__device__ unsigned arrived = 0;

__device__ void gridBarrier(unsigned phase) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1u);
    while (*static_cast<volatile unsigned *>(&arrived) < phase * gridDim.x) {
    }
    __threadfence();
  }
  __syncthreads();
}

KERNEL grid_barrier(int *a, int *b, int rounds) {
  int index = globalThread(), count = gridThreads();
  for (int round = 0; round < rounds; ++round) {
    int *from = round % 2 ? b : a, *to = round % 2 ? a : b;
    to[index] = from[(index + 37) % count] + from[(index + count - 1) % count];
    gridBarrier(round + 1);
  }
}

/// Tickets: everybody in the order of arrival.
KERNEL ticket_lock(unsigned *tickets, int *sum, int *order) {
  if (threadIdx.x % 32 != 0)
    return;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> next(tickets[0]);
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> serving(tickets[1]);
  unsigned mine = next.fetch_add(1, cuda::memory_order_relaxed);
  while (serving.load(cuda::memory_order_acquire) != mine)
    __nanosleep(100);
  int before = *sum;
  *sum = before + int(mine) * 2 + 1;
  order[mine] = before;
  serving.fetch_add(1, cuda::memory_order_release);
}

/// A ring between two blocks: heads and tails, data in plain memory.
KERNEL ring_buffer(const int *input, int *ring, unsigned *ends, int *output,
                   int count) {
  constexpr unsigned kSlots = 8;
  if (threadIdx.x != 0)
    return;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> head(ends[0]);
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> tail(ends[1]);
  if (blockIdx.x == 0) {
    for (unsigned i = 0; i < count; ++i) {
      while (i - tail.load(cuda::memory_order_acquire) >= kSlots) {
      }
      ring[i % kSlots] = input[i] * 2;
      head.store(i + 1, cuda::memory_order_release);
    }
  } else {
    for (unsigned i = 0; i < count; ++i) {
      while (head.load(cuda::memory_order_acquire) == i) {
      }
      output[i] = ring[i % kSlots] + i;
      tail.store(i + 1, cuda::memory_order_release);
    }
  }
}

/// Every order and operation of atomic_ref, at every scope.
KERNEL atomic_orders(int *counters, unsigned long long *wide, float *single) {
  using namespace cuda;
  atomic_ref<int, thread_scope_block> block(counters[blockIdx.x]);
  atomic_ref<int, thread_scope_device> device(counters[8]);
  atomic_ref<int, thread_scope_system> everybody(counters[9]);
  block.fetch_add(1, memory_order_relaxed);
  device.fetch_sub(2, memory_order_acq_rel);
  everybody.fetch_xor(threadIdx.x, memory_order_seq_cst);
  atomic_ref<unsigned long long, thread_scope_device> large(wide[0]);
  large.fetch_max(globalThread() * 1000000000000ull, memory_order_release);
  atomic_ref<unsigned long long, thread_scope_device> exchanged(wide[1]);
  unsigned long long old = exchanged.load(memory_order_relaxed);
  while (!exchanged.compare_exchange_weak(
      old, old * 3 + 1, memory_order_acquire, memory_order_relaxed)) {
  }
  atomic_ref<float, thread_scope_device> sum(*single);
  sum.fetch_add(0.5f, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst, thread_scope_device);
  atomic_ref<int, thread_scope_device> least(counters[10]);
  least.fetch_min(-int(globalThread()), memory_order_acquire);
}

/// Breadth-first levels over a graph, all in one launch: work lists in global
/// memory, grid barriers between levels.
__device__ unsigned arrivedSearch = 0;

KERNEL search_levels(const int *offsets, const int *edges, int *levels,
                     int *lists, int *sizes, int nodes, int rounds) {
  for (int level = 0; level < rounds; ++level) {
    int *from = lists + level % 2 * nodes,
        *to = lists + (level + 1) % 2 * nodes;
    int count = *static_cast<volatile int *>(&sizes[level]);
    for (int i = globalThread(); i < count; i += gridThreads()) {
      int node = from[i];
      for (int edge = offsets[node]; edge < offsets[node + 1]; ++edge)
        if (atomicCAS(&levels[edges[edge]], -1, level + 1) == -1)
          to[atomicAdd(&sizes[level + 1], 1)] = edges[edge];
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(&arrivedSearch, 1u);
      while (*static_cast<volatile unsigned *>(&arrivedSearch) <
             (level + 1) * gridDim.x) {
      }
      __threadfence();
    }
    __syncthreads();
  }
}
