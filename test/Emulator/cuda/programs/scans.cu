//===- scans.cu - Running sums, and what is made of them -------*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "common.h"

/// Hillis and Steele: log2(n) steps of everybody, in two buffers.
KERNEL scan_hillis_steele(const int *input, int *output) {
  extern __shared__ int buffers[];
  int size = blockDim.x, at = 0, thread = threadIdx.x;
  buffers[thread] = input[blockIdx.x * size + thread];
  __syncthreads();
  for (int distance = 1; distance < size; distance *= 2) {
    int value = buffers[at * size + thread];
    if (thread >= distance)
      value += buffers[at * size + thread - distance];
    at ^= 1;
    buffers[at * size + thread] = value;
    __syncthreads();
  }
  output[blockIdx.x * size + thread] = buffers[at * size + thread];
}

/// Blelloch: up the tree and down again; what is before each element.
KERNEL scan_blelloch(const unsigned *input, unsigned *output) {
  __shared__ unsigned tree[512];
  int thread = threadIdx.x;
  tree[2 * thread] = input[2 * thread];
  tree[2 * thread + 1] = input[2 * thread + 1];
  int distance = 1;
  for (int nodes = 256; nodes > 0; nodes /= 2) {
    __syncthreads();
    if (thread < nodes) {
      int left = distance * (2 * thread + 1) - 1;
      int right = distance * (2 * thread + 2) - 1;
      tree[right] += tree[left];
    }
    distance *= 2;
  }
  if (thread == 0)
    tree[511] = 0;
  for (int nodes = 1; nodes < 512; nodes *= 2) {
    distance /= 2;
    __syncthreads();
    if (thread < nodes) {
      int left = distance * (2 * thread + 1) - 1;
      int right = distance * (2 * thread + 2) - 1;
      unsigned before = tree[left];
      tree[left] = tree[right];
      tree[right] += before;
    }
  }
  __syncthreads();
  output[2 * thread] = tree[2 * thread];
  output[2 * thread + 1] = tree[2 * thread + 1];
}

template <typename T> __device__ T scanOfWarp(T value) {
  int lane = threadIdx.x % 32;
  for (int offset = 1; offset < 32; offset *= 2) {
    T other = __shfl_up_sync(kAllLanes, value, offset);
    if (lane >= offset)
      value += other;
  }
  return value;
}

/// The running sum over a block of up to 1024 threads.
__device__ int scanOfBlock(int value, int *warpSums) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  value = scanOfWarp(value);
  if (lane == 31)
    warpSums[warp] = value;
  __syncthreads();
  if (warp == 0) {
    int sum = lane < blockDim.x / 32 ? warpSums[lane] : 0;
    sum = scanOfWarp(sum);
    if (lane < blockDim.x / 32)
      warpSums[lane] = sum;
  }
  __syncthreads();
  if (warp > 0)
    value += warpSums[warp - 1];
  __syncthreads();
  return value;
}

/// Decoupled look-back: each block publishes its sum, then walks back over the
/// blocks before it until one of them knows its running sum. A word holds the
/// state and the value, so that one load sees both.
KERNEL scan_lookback(const int *input, int *output, unsigned long long *states,
                     unsigned *tickets, int count) {
  constexpr unsigned long long kPart = 1ull << 32, kWhole = 2ull << 32;
  __shared__ int warpSums[32];
  __shared__ unsigned block;
  __shared__ int before;
  if (threadIdx.x == 0)
    block = atomicAdd(tickets, 1u);
  __syncthreads();
  int index = block * blockDim.x + threadIdx.x;
  int value = scanOfBlock(index < count ? input[index] : 0, warpSums);
  if (threadIdx.x == blockDim.x - 1) {
    auto *words = reinterpret_cast<volatile unsigned long long *>(states);
    words[block] = (block ? kPart : kWhole) | unsigned(value);
    int sum = 0;
    for (int other = int(block) - 1; other >= 0; --other) {
      unsigned long long word;
      while ((word = words[other]) < kPart) {
      }
      sum += int(unsigned(word));
      if (word >= kWhole)
        break;
    }
    if (block)
      words[block] = kWhole | unsigned(sum + value);
    before = sum;
  }
  __syncthreads();
  if (index < count)
    output[index] = value + before;
}

/// Sums that start anew at each flag.
KERNEL scan_segmented(const float *input, const unsigned char *heads,
                      float *output) {
  int index = globalThread(), lane = threadIdx.x % 32;
  float value = input[index];
  bool isHead = heads[index] || lane == 0;
  unsigned allHeads = __ballot_sync(kAllLanes, isHead);
  int first = 31 - __clz(allHeads & (0xffffffffu >> (31 - lane)));
  for (int offset = 1; offset < 32; offset *= 2) {
    float other = __shfl_up_sync(kAllLanes, value, offset);
    if (lane - offset >= first)
      value += other;
  }
  output[index] = value;
}

/// Keeps what passes, in order: ballots within warps, a scan over them.
KERNEL compact_ordered(const int *input, int *kept, int *keptCount, int count) {
  __shared__ int warpSums[32];
  __shared__ int total;
  int base = 0;
  for (int start = 0; start < count; start += blockDim.x) {
    int index = start + threadIdx.x;
    int value = index < count ? input[index] : 0;
    bool keeps = index < count && value % 3 == 0;
    int place = scanOfBlock(keeps, warpSums);
    if (keeps)
      kept[base + place - 1] = value;
    if (threadIdx.x == blockDim.x - 1)
      total = place;
    __syncthreads();
    base += total;
    __syncthreads();
  }
  if (threadIdx.x == 0)
    *keptCount = base;
}

/// The same without order: one atomic addition for each warp.
KERNEL compact_aggregated(const int *input, int *kept, int *keptCount,
                          int count) {
  for (int i = globalThread(); i < count; i += gridThreads()) {
    int value = input[i];
    if (value % 3 != 0)
      continue;
    unsigned active = __activemask();
    int lane = threadIdx.x % 32, leader = __ffs(active) - 1;
    int base;
    if (lane == leader)
      base = atomicAdd(keptCount, __popc(active));
    base = __shfl_sync(active, base, leader);
    kept[base + __popc(active & ((1u << lane) - 1))] = value;
  }
}

/// Run lengths: heads of runs, their places by a scan, lengths as differences.
KERNEL run_lengths(const unsigned char *input, unsigned char *values,
                   int *lengths, int *runs, int count) {
  __shared__ int warpSums[32];
  __shared__ int starts[1025];
  int index = threadIdx.x;
  bool isHead =
      index < count && (index == 0 || input[index] != input[index - 1]);
  int place = scanOfBlock(isHead, warpSums);
  if (isHead) {
    values[place - 1] = input[index];
    starts[place - 1] = index;
  }
  if (index == blockDim.x - 1) {
    *runs = place;
    starts[place] = count;
  }
  __syncthreads();
  if (isHead)
    lengths[place - 1] = starts[place] - starts[place - 1];
}
