//===- clusters.cu - Clusters, bulk and tensor copies ----------*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "common.h"
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda/barrier>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

/// Bins that are spread over the shared memory of a cluster.
KERNEL __cluster_dims__(4, 1, 1)
    cluster_histogram(const int *input, int *bins, int count) {
  __shared__ int own[32];
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x < 32)
    own[threadIdx.x] = 0;
  cluster.sync();
  for (int i = globalThread(); i < count; i += gridThreads()) {
    int bin = input[i];
    int *home = cluster.map_shared_rank(own, bin / 32);
    atomicAdd(home + bin % 32, 1);
  }
  cluster.sync();
  if (threadIdx.x < 32)
    atomicAdd(bins + cluster.block_rank() * 32 + threadIdx.x,
              own[threadIdx.x]);
}

/// Every block sums what all blocks of its cluster have.
KERNEL __cluster_dims__(2, 2, 1) cluster_sum(const int *input, int *sums) {
  __shared__ int own[64];
  cg::cluster_group cluster = cg::this_cluster();
  unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  own[threadIdx.x] = input[block * 64 + threadIdx.x];
  cluster.sync();
  int sum = 0;
  for (unsigned rank = 0; rank != cluster.num_blocks(); ++rank)
    sum = sum * 3 + *cluster.map_shared_rank(own + threadIdx.x, rank);
  cluster.sync();
  sums[block * 64 + threadIdx.x] = sum;
}

/// Arrival and wait apart, with work between.
KERNEL __cluster_dims__(8, 1, 1) cluster_ring(const int *input, int *output,
                                              int rounds) {
  __shared__ int buffers[2][32];
  cg::cluster_group cluster = cg::this_cluster();
  unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
  int value = input[globalThread()];
  cluster.sync(); // the first write reaches a block that has begun
  for (int round = 0; round != rounds; ++round) {
    cluster.map_shared_rank(buffers[round % 2], next)[threadIdx.x] = value;
    auto token = cluster.barrier_arrive();
    value = value * 5 + round;
    cluster.barrier_wait(std::move(token));
    value += buffers[round % 2][threadIdx.x];
  }
  output[globalThread()] = value;
  cluster.sync();
}

/// A tile at a time by cuda::memcpy_async on a barrier, which makes one bulk
/// copy of it.
KERNEL bulk_barrier(const int *input, int *output, int tiles) {
  __shared__ alignas(128) int tile[256];
  __shared__ BlockBarrier barrier;
  if (threadIdx.x == 0)
    init(&barrier, blockDim.x);
  __syncthreads();
  int sum = 0;
  for (int step = 0; step != tiles; ++step) {
    BlockBarrier::arrival_token token;
    if (threadIdx.x == 0) {
      cuda::device::memcpy_async_tx(tile, input + step * 256,
                                    cuda::aligned_size_t<16>(sizeof tile),
                                    barrier);
      token = cuda::device::barrier_arrive_tx(barrier, 1, sizeof tile);
    } else {
      token = barrier.arrive();
    }
    barrier.wait(std::move(token));
    sum += tile[threadIdx.x] * tile[255 - threadIdx.x];
    __syncthreads();
  }
  output[threadIdx.x] = sum;
}

/// Through shared memory and back by bulk copies of cuda::ptx.
KERNEL bulk_there_and_back(const int *input, int *output) {
  __shared__ alignas(128) int tile[256];
  __shared__ uint64_t barrier;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&barrier, 1);
    ptx::fence_proxy_async(ptx::space_shared);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &barrier, sizeof tile);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile,
                       input + blockIdx.x * 256, sizeof tile, &barrier);
  }
  __syncthreads();
  while (!ptx::mbarrier_try_wait_parity(&barrier, 0))
    ;
  int value = tile[threadIdx.x ^ 1];
  __syncthreads();
  tile[threadIdx.x] = value + 1;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared,
                       output + blockIdx.x * 256, tile, sizeof tile);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}

/// Sums of all blocks by reductions of whole tiles.
KERNEL bulk_sums(const int *input, int *sums) {
  __shared__ alignas(128) int tile[256];
  tile[threadIdx.x] = input[globalThread()];
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add,
                              sums, tile, sizeof tile);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
}

/// Words that come to the other block by st.async, which its mbarrier counts.
KERNEL __cluster_dims__(2, 1, 1) cluster_store_async(const int *input,
                                                     int *output) {
  __shared__ int own[64];
  __shared__ uint64_t barrier;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&barrier, 1);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &barrier, sizeof own);
  }
  cluster.sync();
  unsigned other = cluster.block_rank() ^ 1;
  ptx::st_async(cluster.map_shared_rank(own + (63 - threadIdx.x), other),
                input[globalThread()],
                cluster.map_shared_rank(&barrier, other));
  while (!ptx::mbarrier_try_wait_parity(&barrier, 0))
    ;
  output[globalThread()] = own[threadIdx.x];
  cluster.sync();
}

/// Tiles of 32 x 32 words, transposed: what comes in is swizzled, which spreads
/// the words of a column over the banks.
KERNEL tensor_transpose(const __grid_constant__ CUtensorMap input,
                        const __grid_constant__ CUtensorMap output) {
  __shared__ alignas(1024) int in[32][32];
  __shared__ alignas(1024) int out[32][32];
  __shared__ BlockBarrier barrier;
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    cuda::device::experimental::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  int x = blockIdx.x * 32, y = blockIdx.y * 32;
  BlockBarrier::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::device::experimental::cp_async_bulk_tensor_2d_global_to_shared(
        in, &input, x, y, barrier);
    token = cuda::device::barrier_arrive_tx(barrier, 1, sizeof in);
  } else {
    token = barrier.arrive();
  }
  barrier.wait(std::move(token));
  for (int row = threadIdx.x / 32; row < 32; row += blockDim.x / 32) {
    int column = threadIdx.x % 32;
    int cell = column / 4 ^ row % 8;
    out[column][row] = in[row][cell * 4 + column % 4];
  }
  cuda::device::experimental::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::device::experimental::cp_async_bulk_tensor_2d_shared_to_global(
        &output, y, x, out);
    cuda::device::experimental::cp_async_bulk_commit_group();
    cuda::device::experimental::cp_async_bulk_wait_group_read<0>();
  }
}

/// Boxes of a tensor of three dimensions that reach beyond it, where there are
/// zeros.
KERNEL tensor_boxes(const __grid_constant__ CUtensorMap input, int *output) {
  __shared__ alignas(128) int box[2][4][8];
  __shared__ BlockBarrier barrier;
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    cuda::device::experimental::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  BlockBarrier::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::device::experimental::cp_async_bulk_tensor_3d_global_to_shared(
        box, &input, int(blockIdx.x) * 8 - 2, int(blockIdx.y) * 4 - 1,
        int(blockIdx.z) * 2 - 1, barrier);
    token = cuda::device::barrier_arrive_tx(barrier, 1, sizeof box);
  } else {
    token = barrier.arrive();
  }
  barrier.wait(std::move(token));
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  output[block * 64 + threadIdx.x] = (&box[0][0][0])[threadIdx.x];
}
