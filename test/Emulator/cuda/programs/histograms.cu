//===- histograms.cu - Counting, and tables of hashes ----------*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "common.h"

/// Counts in shared memory, added to global memory at the end.
KERNEL histogram_shared(const unsigned char *input, unsigned *counts,
                        int count) {
  __shared__ unsigned mine[256];
  for (int bin = threadIdx.x; bin < 256; bin += blockDim.x)
    mine[bin] = 0;
  __syncthreads();
  for (int i = globalThread(); i < count; i += gridThreads())
    atomicAdd(&mine[input[i]], 1u);
  __syncthreads();
  for (int bin = threadIdx.x; bin < 256; bin += blockDim.x)
    if (mine[bin])
      atomicAdd(&counts[bin], mine[bin]);
}

/// A copy of the counts for each warp, in bytes packed into words.
KERNEL histogram_packed(const unsigned char *input, unsigned *counts,
                        int count) {
  __shared__ unsigned packed[4][16];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane < 16)
    packed[warp][lane] = 0;
  __syncwarp();
  for (int i = globalThread(); i < count; i += gridThreads()) {
    int bin = input[i] & 63;
    atomicAdd(&packed[warp][bin / 4], 1u << 8 * (bin % 4));
  }
  __syncthreads();
  if (threadIdx.x < 64) {
    unsigned sum = 0;
    for (int other = 0; other < 4; ++other)
      sum += packed[other][threadIdx.x / 4] >> 8 * (threadIdx.x % 4) & 255;
    atomicAdd(&counts[threadIdx.x], sum);
  }
}

/// Lanes with the same bin find one another; the lowest adds for all.
KERNEL histogram_matched(const int *input, int *counts, int count) {
  int lane = threadIdx.x % 32;
  for (int i = globalThread(); i < count; i += gridThreads()) {
    int bin = input[i];
    unsigned peers = __match_any_sync(__activemask(), bin);
    if (lane == __ffs(peers) - 1)
      atomicAdd(&counts[bin], __popc(peers));
  }
}

/// Without __activemask: the loop runs equally often in all lanes.
KERNEL histogram_matched_wide(const long long *input, int *counts, int count) {
  int lane = threadIdx.x % 32;
  for (int start = 0; start < count; start += gridThreads()) {
    int i = start + globalThread();
    unsigned takesPart = __ballot_sync(kAllLanes, i < count);
    if (i >= count)
      continue;
    long long key = input[i];
    unsigned peers = __match_any_sync(takesPart, key);
    if (lane == __ffs(peers) - 1)
      atomicAdd(&counts[key >> 40], __popc(peers));
  }
}

/// A table with open addressing: keys enter by compare-and-swap.
__device__ unsigned mixed(unsigned key) {
  key ^= key >> 16;
  key *= 0x85ebca6bu;
  key ^= key >> 13;
  key *= 0xc2b2ae35u;
  return key ^ key >> 16;
}

KERNEL hash_insert(const unsigned *keys, unsigned *slots, unsigned *sums,
                   int count, int size) {
  for (int i = globalThread(); i < count; i += gridThreads()) {
    unsigned key = keys[i];
    for (unsigned slot = mixed(key) % size;; slot = (slot + 1) % size) {
      unsigned found = atomicCAS(&slots[slot], 0xffffffffu, key);
      if (found == 0xffffffffu || found == key) {
        atomicAdd(&sums[slot], 1u);
        break;
      }
    }
  }
}

KERNEL hash_lookup(const unsigned *queries, const unsigned *slots,
                   const unsigned *sums, unsigned *answers, int count,
                   int size) {
  int i = globalThread();
  if (i >= count)
    return;
  unsigned key = queries[i], slot = mixed(key) % size;
  while (slots[slot] != key && slots[slot] != 0xffffffffu)
    slot = (slot + 1) % size;
  answers[i] = slots[slot] == key ? sums[slot] : 0;
}

/// Least place of each value by atomicMin, 16-bit compare-and-swap beside it.
KERNEL histogram_cas16(const unsigned char *input, unsigned short *counts,
                       int *firstPlaces, int count) {
  for (int i = globalThread(); i < count; i += gridThreads()) {
    atomicMin(&firstPlaces[input[i]], i);
    unsigned short *address = &counts[input[i]];
    unsigned short seen = 0, assumed;
    do {
      assumed = seen;
      seen =
          atomicCAS(address, assumed, static_cast<unsigned short>(assumed + 3));
    } while (seen != assumed);
  }
}
