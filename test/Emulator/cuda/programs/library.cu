//===- library.cu - What CUB makes of blocks and warps ---------*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "common.h"
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_run_length_decode.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

/// Code of a library in wide use, with its own inline PTX.
KERNEL cub_reduce(const int *input, int *output) {
  using Reduce = cub::BlockReduce<int, 128, cub::BLOCK_REDUCE_WARP_REDUCTIONS>;
  using Raking = cub::BlockReduce<int, 128, cub::BLOCK_REDUCE_RAKING>;
  __shared__ typename Reduce::TempStorage first;
  __shared__ typename Raking::TempStorage second;
  int value = input[globalThread()];
  int sum = Reduce(first).Sum(value);
  int large =
      Raking(second).Reduce(value, [](int a, int b) { return a > b ? a : b; });
  if (threadIdx.x == 0) {
    output[2 * blockIdx.x] = sum;
    output[2 * blockIdx.x + 1] = large;
  }
}

KERNEL cub_scan(const int *input, int *inclusive, int *exclusive) {
  using Scan = cub::BlockScan<int, 128, cub::BLOCK_SCAN_WARP_SCANS>;
  using Raking = cub::BlockScan<int, 128, cub::BLOCK_SCAN_RAKING>;
  __shared__ typename Scan::TempStorage first;
  __shared__ typename Raking::TempStorage second;
  int values[3], results[3];
  for (int i = 0; i < 3; ++i)
    values[i] = input[3 * threadIdx.x + i];
  Scan(first).InclusiveSum(values, results);
  for (int i = 0; i < 3; ++i)
    inclusive[3 * threadIdx.x + i] = results[i];
  Raking(second).ExclusiveSum(values, results);
  for (int i = 0; i < 3; ++i)
    exclusive[3 * threadIdx.x + i] = results[i];
}

KERNEL cub_radix_sort(const unsigned *keys, const int *values,
                      unsigned *sortedKeys, int *sortedValues) {
  using Load = cub::BlockLoad<unsigned, 64, 4, cub::BLOCK_LOAD_TRANSPOSE>;
  using LoadValues = cub::BlockLoad<int, 64, 4, cub::BLOCK_LOAD_VECTORIZE>;
  using Sort = cub::BlockRadixSort<unsigned, 64, 4, int>;
  using Store = cub::BlockStore<unsigned, 64, 4, cub::BLOCK_STORE_TRANSPOSE>;
  __shared__ union {
    typename Load::TempStorage load;
    typename LoadValues::TempStorage loadValues;
    typename Sort::TempStorage sort;
    typename Store::TempStorage store;
  } storage;
  unsigned mine[4];
  int carried[4];
  Load(storage.load).Load(keys, mine);
  __syncthreads();
  LoadValues(storage.loadValues).Load(values, carried);
  __syncthreads();
  Sort(storage.sort).Sort(mine, carried);
  __syncthreads();
  Store(storage.store).Store(sortedKeys, mine);
  for (int i = 0; i < 4; ++i)
    sortedValues[4 * threadIdx.x + i] = carried[i];
}

struct Less {
  template <typename T>
  __device__ bool operator()(const T &a, const T &b) const {
    return a < b;
  }
};

KERNEL cub_merge_sort(const double *input, double *output, short *shorts) {
  using Sort = cub::BlockMergeSort<double, 64, 3>;
  using WarpSort = cub::WarpMergeSort<short, 2, 16>;
  __shared__ typename Sort::TempStorage storage;
  __shared__ typename WarpSort::TempStorage warps[4];
  double mine[3];
  for (int i = 0; i < 3; ++i)
    mine[i] = input[3 * threadIdx.x + i];
  Sort(storage).Sort(mine, Less());
  for (int i = 0; i < 3; ++i)
    output[3 * threadIdx.x + i] = mine[i];
  short pair[2] = {shorts[2 * threadIdx.x], shorts[2 * threadIdx.x + 1]};
  WarpSort(warps[threadIdx.x / 16]).Sort(pair, Less());
  shorts[2 * threadIdx.x] = pair[0];
  shorts[2 * threadIdx.x + 1] = pair[1];
}

KERNEL cub_histogram(const unsigned char *input, unsigned *sorted,
                     unsigned *atomic) {
  using Sorted =
      cub::BlockHistogram<unsigned char, 64, 4, 32, cub::BLOCK_HISTO_SORT>;
  using Atomic =
      cub::BlockHistogram<unsigned char, 64, 4, 32, cub::BLOCK_HISTO_ATOMIC>;
  __shared__ union {
    typename Sorted::TempStorage sorted;
    typename Atomic::TempStorage atomic;
  } storage;
  __shared__ unsigned counts[2][32];
  unsigned char mine[4];
  for (int i = 0; i < 4; ++i)
    mine[i] = input[4 * threadIdx.x + i];
  Atomic(storage.atomic).Histogram(mine, counts[0]);
  __syncthreads();
  Sorted(storage.sorted).Histogram(mine, counts[1]);
  __syncthreads();
  if (threadIdx.x < 32) {
    atomic[threadIdx.x] = counts[0][threadIdx.x];
    sorted[threadIdx.x] = counts[1][threadIdx.x];
  }
}

KERNEL cub_warps(const float *input, float *sums, int *places) {
  using Reduce = cub::WarpReduce<float, 16>;
  using Scan = cub::WarpScan<int>;
  __shared__ typename Reduce::TempStorage reduces[8];
  __shared__ typename Scan::TempStorage scans[4];
  float value = input[threadIdx.x];
  float sum = Reduce(reduces[threadIdx.x / 16])
                  .HeadSegmentedSum(value, threadIdx.x % 5 == 0);
  if (threadIdx.x % 16 == 0 || threadIdx.x % 5 == 0)
    sums[threadIdx.x] = sum;
  int place, total;
  Scan(scans[threadIdx.x / 32]).ExclusiveSum(value > 0 ? 1 : 0, place, total);
  places[threadIdx.x] = place * 100 + total;
}
