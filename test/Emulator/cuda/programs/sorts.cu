//===- sorts.cu - Sorting in blocks, warps and launches --------*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "common.h"

/// Bitonic, in shared memory.
KERNEL sort_bitonic(const int *input, int *output) {
  __shared__ int values[256];
  int thread = threadIdx.x;
  values[thread] = input[blockIdx.x * 256 + thread];
  __syncthreads();
  for (int size = 2; size <= 256; size *= 2)
    for (int distance = size / 2; distance > 0; distance /= 2) {
      int partner = thread ^ distance;
      if (partner > thread) {
        bool up = (thread & size) == 0;
        int low = values[thread], high = values[partner];
        if ((low > high) == up) {
          values[thread] = high;
          values[partner] = low;
        }
      }
      __syncthreads();
    }
  output[blockIdx.x * 256 + thread] = values[thread];
}

/// One step of the bitonic network over global memory: a launch for each.
KERNEL bitonic_step(double *values, int size, int distance) {
  int index = globalThread(), partner = index ^ distance;
  if (partner <= index)
    return;
  double low = values[index], high = values[partner];
  if ((low > high) == ((index & size) == 0)) {
    values[index] = high;
    values[partner] = low;
  }
}

/// Radix sort of 32-bit keys with values, four bits at a time, by one block.
/// The counts of each digit and thread are scanned in shared memory.
KERNEL sort_radix(unsigned *keys, unsigned *values, unsigned *otherKeys,
                  unsigned *otherValues, int count) {
  __shared__ int counts[16][65];
  int thread = threadIdx.x, threads = blockDim.x;
  int chunk = (count + threads - 1) / threads;
  int first = thread * chunk, last = min(first + chunk, count);
  for (int shift = 0; shift < 32; shift += 4) {
    int mine[16] = {};
    for (int i = first; i < last; ++i)
      ++mine[keys[i] >> shift & 15];
    for (int digit = 0; digit < 16; ++digit)
      counts[digit][thread] = mine[digit];
    __syncthreads();
    if (thread == 0) {
      int sum = 0;
      for (int digit = 0; digit < 16; ++digit)
        for (int other = 0; other < threads; ++other) {
          int before = sum;
          sum += counts[digit][other];
          counts[digit][other] = before;
        }
    }
    __syncthreads();
    for (int i = first; i < last; ++i) {
      int place = counts[keys[i] >> shift & 15][thread]++;
      otherKeys[place] = keys[i];
      otherValues[place] = values[i];
    }
    __syncthreads();
    unsigned *swap = keys;
    keys = otherKeys, otherKeys = swap;
    swap = values;
    values = otherValues, otherValues = swap;
  }
}

/// Batcher's odd-even merge network.
KERNEL sort_odd_even_merge(const short *input, short *output) {
  __shared__ short values[128];
  int thread = threadIdx.x;
  values[thread] = input[thread];
  for (int p = 1; p < 128; p *= 2)
    for (int k = p; k >= 1; k /= 2) {
      __syncthreads();
      int from = thread - k % p;
      bool takesPart = from >= 0 && from % (2 * k) < k && thread + k < 128 &&
                       thread / (2 * p) == (thread + k) / (2 * p);
      if (takesPart && values[thread] > values[thread + k]) {
        short swap = values[thread];
        values[thread] = values[thread + k];
        values[thread + k] = swap;
      }
    }
  __syncthreads();
  output[thread] = values[thread];
}

/// Merges two sorted halves: each thread finds where its part begins by a
/// binary search along the merge path.
KERNEL merge_path(const float *left, int lefts, const float *right, int rights,
                  float *output) {
  int total = lefts + rights, threads = gridThreads();
  int chunk = (total + threads - 1) / threads;
  int start = min(globalThread() * chunk, total),
      end = min(start + chunk, total);
  int low = max(0, start - rights), high = min(start, lefts);
  while (low < high) {
    int middle = (low + high) / 2;
    if (left[middle] <= right[start - 1 - middle])
      low = middle + 1;
    else
      high = middle;
  }
  int i = low, j = start - low;
  for (int at = start; at < end; ++at) {
    bool takesLeft = j >= rights || (i < lefts && left[i] <= right[j]);
    output[at] = takesLeft ? left[i++] : right[j++];
  }
}

/// The 32 largest numbers of a row: a warp keeps them sorted over its lanes and
/// merges 32 more at a time, by shuffles only.
__device__ int exchange(int value, int distance, bool keepsSmaller) {
  int other = __shfl_xor_sync(kAllLanes, value, distance);
  return keepsSmaller ? min(value, other) : max(value, other);
}

__device__ int sortOfWarp(int value) {
  int lane = threadIdx.x % 32;
  for (int size = 2; size <= 32; size *= 2)
    for (int distance = size / 2; distance > 0; distance /= 2)
      value = exchange(value, distance,
                       ((lane & size) == 0) == ((lane & distance) == 0));
  return value;
}

KERNEL top_of_row(const int *input, int *top, int columns) {
  int lane = threadIdx.x % 32, row = globalThread() / 32;
  int best = INT32_MIN;
  for (int start = 0; start < columns; start += 32) {
    int index = start + lane;
    int value = index < columns ? input[row * columns + index] : INT32_MIN;
    value = sortOfWarp(value);
    // The best are sorted upwards and the new ones, reversed, downwards: the
    // larger of each pair are the 32 largest, in a bitonic order.
    best = max(best, __shfl_sync(kAllLanes, value, 31 - lane));
    for (int distance = 16; distance > 0; distance /= 2)
      best = exchange(best, distance, (lane & distance) == 0);
  }
  top[row * 32 + 31 - lane] = best;
}

/// Each element counts who is before it.
KERNEL sort_by_rank(const unsigned char *input, unsigned char *output,
                    int count) {
  int index = globalThread();
  if (index >= count)
    return;
  unsigned char mine = input[index];
  int rank = 0;
  for (int other = 0; other < count; ++other)
    rank += input[other] < mine || (input[other] == mine && other < index);
  output[rank] = mine;
}
