//===- reductions.cu - Sums, least and largest numbers ---------*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "common.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

/// A tree in shared memory, one atomic addition for each block.
KERNEL reduce_shared(const int *input, int *sum, int count) {
  __shared__ int parts[256];
  int mine = 0;
  for (int i = globalThread(); i < count; i += gridThreads())
    mine += input[i];
  parts[threadIdx.x] = mine;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half)
      parts[threadIdx.x] += parts[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    atomicAdd(sum, parts[0]);
}

template <typename T> __device__ T sumOfWarp(T value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_down_sync(kAllLanes, value, offset);
  return value;
}

/// Shuffles within warps, then one warp over their sums; 64-bit numbers.
KERNEL reduce_shuffle(const long long *input, long long *sums, int count) {
  __shared__ long long parts[32];
  long long mine = 0;
  for (int i = globalThread(); i < count; i += gridThreads())
    mine += input[i];
  mine = sumOfWarp(mine);
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0)
    parts[warp] = mine;
  __syncthreads();
  if (warp == 0) {
    mine = lane < blockDim.x / 32 ? parts[lane] : 0;
    mine = sumOfWarp(mine);
    if (lane == 0)
      sums[blockIdx.x] = mine;
  }
}

/// Every operation that atomics have, from every thread.
KERNEL reduce_atomics(const int *input, int *results, unsigned long long *wide,
                      float *sum, double *doubleSum, int count) {
  for (int i = globalThread(); i < count; i += gridThreads()) {
    int value = input[i];
    atomicAdd(&results[0], value);
    atomicSub(&results[1], value);
    atomicMin(&results[2], value);
    atomicMax(&results[3], value);
    atomicAnd(&results[4], value);
    atomicOr(&results[5], value);
    atomicXor(&results[6], value);
    atomicMax(reinterpret_cast<unsigned *>(&results[7]), unsigned(value));
    atomicMin(reinterpret_cast<unsigned *>(&results[8]), unsigned(value));
    atomicInc(reinterpret_cast<unsigned *>(&results[9]), 99u);
    atomicDec(reinterpret_cast<unsigned *>(&results[10]), 99u);
    unsigned long long bits =
        static_cast<unsigned long long>(value) * 0x9e3779b97f4a7c15ull;
    atomicAdd(&wide[0], bits);
    atomicMin(&wide[1], bits);
    atomicMax(&wide[2], bits);
    atomicXor(&wide[3], bits);
    atomicMax(reinterpret_cast<long long *>(&wide[4]),
              static_cast<long long>(bits));
    atomicAdd(sum, float(value % 16));
    atomicAdd(doubleSum, double(value) * 0.25);
  }
}

/// Two launches: parts, then the sum of the parts.
KERNEL reduce_pass_one(const int *input, int *parts, int count) {
  __shared__ int warpSums[32];
  int mine = 0;
  for (int i = globalThread(); i < count; i += gridThreads())
    mine += input[i];
  mine = sumOfWarp(mine);
  if (threadIdx.x % 32 == 0)
    warpSums[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int warp = 0; warp < blockDim.x / 32; ++warp)
      sum += warpSums[warp];
    parts[blockIdx.x] = sum;
  }
}

KERNEL reduce_pass_two(const int *parts, int *sum, int count) {
  int mine = 0;
  for (int i = threadIdx.x; i < count; i += 32)
    mine += parts[i];
  mine = sumOfWarp(mine);
  if (threadIdx.x == 0)
    *sum = mine;
}

/// cooperative_groups::reduce over tiles of 8, 16 and 32 threads.
template <int size>
__device__ void reduceTiles(cg::thread_block block, const int *input,
                            int *results) {
  auto tile = cg::tiled_partition<size>(block);
  int value = input[block.thread_rank()];
  int sum = cg::reduce(tile, value, cg::plus<int>());
  int least = cg::reduce(tile, value, cg::less<int>());
  int largest = cg::reduce(tile, value, cg::greater<int>());
  int bits = cg::reduce(tile, value, cg::bit_xor<int>());
  if (tile.thread_rank() == 0) {
    int *mine = results + 4 * tile.meta_group_rank();
    mine[0] = sum;
    mine[1] = least;
    mine[2] = largest;
    mine[3] = bits;
  }
}

KERNEL reduce_cooperative(const int *input, int *of8, int *of16, int *of32) {
  cg::thread_block block = cg::this_thread_block();
  reduceTiles<8>(block, input, of8);
  reduceTiles<16>(block, input, of16);
  reduceTiles<32>(block, input, of32);
}

/// The block that arrives last adds what the others left: a fence before the
/// counter makes their parts visible.
__device__ unsigned blocksDone = 0;

KERNEL reduce_last_block(const int *input, int *parts, int *sum, int count) {
  __shared__ bool isLast;
  int mine = 0;
  for (int i = globalThread(); i < count; i += gridThreads())
    mine += input[i];
  mine = sumOfWarp(mine);
  if (threadIdx.x % 32 == 0)
    atomicAdd(&parts[blockIdx.x], mine);
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    unsigned ticket = atomicAdd(&blocksDone, 1);
    isLast = ticket == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (!isLast || threadIdx.x >= 32)
    return;
  int total = 0;
  for (int block = threadIdx.x; block < gridDim.x; block += 32)
    total += *reinterpret_cast<volatile int *>(&parts[block]);
  total = sumOfWarp(total);
  if (threadIdx.x == 0)
    *sum = total;
}

/// Floats have no atomic minimum: their bits, as integers, have. Doubles go by
/// compare-and-swap.
KERNEL reduce_float_extremes(const float *input, int *leastBits, int *mostBits,
                             double *product, int count) {
  for (int i = globalThread(); i < count; i += gridThreads()) {
    int bits = __float_as_int(input[i]);
    int inOrder = bits >= 0 ? bits : bits ^ 0x7fffffff;
    atomicMin(leastBits, inOrder);
    atomicMax(mostBits, inOrder);
    if (i % 64)
      continue;
    auto *address = reinterpret_cast<unsigned long long *>(product);
    unsigned long long seen = __double_as_longlong(1.0), assumed;
    do {
      assumed = seen;
      double next = __longlong_as_double(assumed) * (i % 128 ? 2.0 : 0.25);
      seen = atomicCAS(address, assumed, __double_as_longlong(next));
    } while (seen != assumed);
  }
}

/// Where the largest number is: pairs of a value and a place through shuffles.
KERNEL reduce_argmax(const float *input, int *places, int columns) {
  const float *row = input + blockIdx.x * columns;
  float best = -INFINITY;
  int place = -1;
  for (int i = threadIdx.x; i < columns; i += 32)
    if (row[i] > best) {
      best = row[i];
      place = i;
    }
  for (int offset = 16; offset > 0; offset /= 2) {
    float other = __shfl_xor_sync(kAllLanes, best, offset);
    int otherPlace = __shfl_xor_sync(kAllLanes, place, offset);
    if (other > best || (other == best && otherPlace < place)) {
      best = other;
      place = otherPlace;
    }
  }
  if (threadIdx.x == 0)
    places[blockIdx.x] = place;
}
