//===- exchange.cu - Blocks of a cluster exchange data ---------*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "common.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/barrier>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

__device__ inline void waitFor(uint64_t *barrier, uint32_t parity) {
  while (!ptx::mbarrier_try_wait_parity(barrier, parity))
    ;
}
/// The same for what other blocks of the cluster have stored before they
/// arrived.
__device__ inline void waitForCluster(uint64_t *barrier, uint32_t parity) {
  while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster,
                                        barrier, parity))
    ;
}
__device__ inline uint64_t *barrierOf(uint64_t *barrier, unsigned rank) {
  return cg::this_cluster().map_shared_rank(barrier, rank);
}

__device__ inline bool isElected() {
  uint32_t is;
  asm volatile("{\n.reg .pred p;\nelect.sync _|p, 0xffffffff;\n"
               "selp.u32 %0, 1, 0, p;\n}"
               : "=r"(is));
  return is;
}

/// A block has rows of a matrix and gives each other block its columns.
KERNEL __cluster_dims__(4, 1, 1)
    exchange_transpose(const int *input, int *output) {
  __shared__ int rows[16][64];
  cg::cluster_group cluster = cg::this_cluster();
  unsigned rank = cluster.block_rank();
  const int *from = input + blockIdx.x * 16 * 64;
  cluster.sync(); // Nobody stores to a block that has not begun.
  for (int i = threadIdx.x; i < 16 * 64; i += blockDim.x) {
    int row = i / 64, column = i % 64;
    int *there = cluster.map_shared_rank(&rows[0][0], column / 16);
    there[column % 16 * 64 + rank * 16 + row] = from[i];
  }
  cluster.sync();
  for (int i = threadIdx.x; i < 16 * 64; i += blockDim.x)
    output[blockIdx.x * 16 * 64 + i] = rows[i / 64][i % 64];
}

/// The sum of a cluster, by a tree whose steps halve the blocks that add.
KERNEL __cluster_dims__(8, 1, 1) exchange_tree(const int *input, int *sums) {
  __shared__ int own[32];
  cg::cluster_group cluster = cg::this_cluster();
  unsigned rank = cluster.block_rank();
  own[threadIdx.x] = input[globalThread()];
  for (unsigned step = 4; step; step /= 2) {
    cluster.sync();
    if (rank < step)
      own[threadIdx.x] +=
          cluster.map_shared_rank(own, rank + step)[threadIdx.x];
  }
  cluster.sync();
  if (rank == 0)
    sums[blockIdx.x / 8 * 32 + threadIdx.x] = own[threadIdx.x];
}

/// A scan over all threads of a cluster: blocks add what those before them
/// have.
KERNEL __cluster_dims__(4, 1, 1) exchange_scan(const int *input, int *output) {
  __shared__ int total;
  cg::cluster_group cluster = cg::this_cluster();
  int value = input[globalThread()], sum = value;
  for (int step = 1; step < 32; step *= 2) {
    int before = __shfl_up_sync(kAllLanes, sum, step);
    if (threadIdx.x >= step)
      sum += before;
  }
  if (threadIdx.x == 31)
    total = sum;
  cluster.sync();
  for (unsigned rank = 0; rank != cluster.block_rank(); ++rank)
    sum += *cluster.map_shared_rank(&total, rank);
  output[globalThread()] = sum;
  cluster.sync();
}

/// What the special registers say of a cluster in three dimensions.
KERNEL __cluster_dims__(2, 2, 2) exchange_places(int *output) {
  cg::cluster_group cluster = cg::this_cluster();
  unsigned block =
      (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  if (threadIdx.x == 0) {
    dim3 place = cluster.block_index(), size = cluster.dim_blocks();
    int *to = output + block * 8;
    to[0] = place.x;
    to[1] = place.y;
    to[2] = place.z;
    to[3] = size.x * 100 + size.y * 10 + size.z;
    to[4] = cluster.block_rank();
    to[5] = cluster.num_blocks();
    to[6] = cluster.num_threads();
    to[7] = ptx::get_sreg_nclusterid_x() * 100 +
            ptx::get_sreg_clusterid_y() * 10 + ptx::get_sreg_clusterid_z();
  }
}

/// A token that goes round a ring: each block waits for an arrival of the one
/// before it at its mbarrier, adds, and passes the sum on.
KERNEL __cluster_dims__(4, 1, 1)
    exchange_token(const int *input, int *output, int rounds) {
  __shared__ int box[32];
  __shared__ uint64_t full;
  cg::cluster_group cluster = cg::this_cluster();
  unsigned rank = cluster.block_rank(), next = (rank + 1) % 4;
  if (threadIdx.x == 0)
    ptx::mbarrier_init(&full, 32);
  cluster.sync();
  int value = input[globalThread()], sum = 0;
  for (int round = 0; round != rounds; ++round) {
    if (round || rank) {
      waitForCluster(&full, (rank ? round : round - 1) & 1);
      sum = box[threadIdx.x];
    }
    sum = 3 * sum + value;
    cluster.map_shared_rank(box, next)[threadIdx.x] = sum;
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster,
                         ptx::space_cluster, barrierOf(&full, next));
  }
  if (rank == 0) {
    waitForCluster(&full, (rounds - 1) & 1);
    output[threadIdx.x] = box[threadIdx.x];
  }
  cluster.sync();
}

/// Vectors of four words that come by st.async, from all blocks to all blocks.
KERNEL __cluster_dims__(4, 1, 1)
    exchange_vectors(const int4 *input, int4 *output) {
  __shared__ alignas(16) int4 own[4][32];
  __shared__ uint64_t full;
  cg::cluster_group cluster = cg::this_cluster();
  unsigned rank = cluster.block_rank();
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &full, sizeof own);
  }
  cluster.sync();
  int4 value = input[globalThread()];
  for (unsigned other = 0; other != 4; ++other) {
    value.w = other;
    int words[4] = {value.x, value.y, value.z, value.w};
    ptx::st_async(reinterpret_cast<int *>(
                      cluster.map_shared_rank(&own[rank][threadIdx.x], other)),
                  words, barrierOf(&full, other));
  }
  waitFor(&full, 0);
  for (int i = 0; i != 4; ++i)
    output[blockIdx.x * 128 + i * 32 + threadIdx.x] = own[i][threadIdx.x];
  cluster.sync();
}

/// Bins of the first block, to which all blocks add by red.async; its mbarrier
/// counts the bytes of all additions.
KERNEL __cluster_dims__(4, 1, 1)
    exchange_additions(const int *input, int *bins) {
  __shared__ int own[16];
  __shared__ uint64_t full;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x < 16)
    own[threadIdx.x] = 0;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &full, 4 * 128 * 4);
  }
  cluster.sync();
  int value = input[globalThread()];
  ptx::red_async(ptx::op_add, cluster.map_shared_rank(own + value % 16, 0),
                 value, barrierOf(&full, 0));
  if (cluster.block_rank() == 0) {
    waitFor(&full, 0);
    if (threadIdx.x < 16)
      bins[blockIdx.x / 4 * 16 + threadIdx.x] = own[threadIdx.x];
  }
  cluster.sync();
}

/// A tile goes from block to block by bulk copies between shared memories.
KERNEL __cluster_dims__(4, 1, 1) exchange_tiles(const int *input, int *output) {
  __shared__ alignas(128) int tiles[4][64];
  __shared__ uint64_t full[4];
  cg::cluster_group cluster = cg::this_cluster();
  unsigned next = (cluster.block_rank() + 1) % 4;
  if (threadIdx.x == 0)
    for (uint64_t &each : full) {
      ptx::mbarrier_init(&each, 1);
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                     ptx::space_shared, &each, sizeof tiles[0]);
    }
  tiles[0][threadIdx.x] = input[globalThread()];
  ptx::fence_proxy_async(ptx::space_shared);
  cluster.sync();
  int sum = 0;
  for (int step = 0; step != 4; ++step) {
    if (step) {
      waitFor(&full[step], 0);
      __syncthreads();
    }
    if (threadIdx.x == 0 && step != 3)
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared,
                         cluster.map_shared_rank(tiles[step + 1], next),
                         tiles[step], sizeof tiles[0],
                         barrierOf(&full[step + 1], next));
    sum = sum * 7 + tiles[step][threadIdx.x];
  }
  output[globalThread()] = sum;
  cluster.sync();
}

/// Each block reads a quarter of a tile and sends it to all four.
KERNEL __cluster_dims__(4, 1, 1)
    exchange_multicast(const int *input, int *output) {
  __shared__ alignas(128) int tile[4][32];
  __shared__ uint64_t full;
  cg::cluster_group cluster = cg::this_cluster();
  unsigned rank = cluster.block_rank();
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &full, sizeof tile);
  }
  ptx::barrier_cluster_arrive(ptx::sem_release);
  ptx::barrier_cluster_wait(ptx::sem_acquire);
  if (threadIdx.x == 0)
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[rank],
                       input + globalThread(), sizeof tile[0], &full,
                       static_cast<uint16_t>(0xF));
  waitFor(&full, 0);
  int sum = 0;
  for (int i = 0; i != 4; ++i)
    sum = sum * 5 + tile[i][threadIdx.x ^ rank];
  output[globalThread()] = sum;
  ptx::barrier_cluster_arrive();
  ptx::barrier_cluster_wait();
}

/// Ranks by counting, in order: a bucket sort whose buckets are blocks. Places
/// in a bucket come from atomic additions to another block's counter.
KERNEL __cluster_dims__(8, 1, 1)
    exchange_buckets(const unsigned *input, unsigned *output,
                     unsigned *counts) {
  __shared__ unsigned bucket[256], used;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    used = 0;
  cluster.sync();
  unsigned value = input[globalThread()], home = value >> 29;
  unsigned place = atomicAdd(cluster.map_shared_rank(&used, home), 1);
  cluster.map_shared_rank(bucket, home)[place] = value;
  cluster.sync();
  for (unsigned i = threadIdx.x; i < used; i += blockDim.x) {
    unsigned rank = 0;
    for (unsigned j = 0; j != used; ++j)
      rank += bucket[j] < bucket[i];
    output[blockIdx.x * 256 + rank] = bucket[i];
  }
  if (threadIdx.x == 0)
    counts[blockIdx.x] = used;
}

/// The maximum of a cluster by compare-and-swap on floats of the first block.
KERNEL __cluster_dims__(2, 1, 1)
    exchange_maximum(const float *input, float *output) {
  __shared__ float best;
  cg::cluster_group cluster = cg::this_cluster();
  if (cluster.block_rank() == 0 && threadIdx.x == 0)
    best = -1e30f;
  cluster.sync();
  float value = input[globalThread()];
  int *place = reinterpret_cast<int *>(cluster.map_shared_rank(&best, 0));
  int seen = atomicAdd(place, 0);
  while (value > __int_as_float(seen)) {
    int before = atomicCAS(place, seen, __float_as_int(value));
    if (before == seen)
      break;
    seen = before;
  }
  cluster.sync();
  if (threadIdx.x == 0 && cluster.block_rank() == 0)
    output[blockIdx.x / 2] = best;
}

/// One thread of each warp is elected; it alone brings the data of its warp.
KERNEL exchange_elected(const int *input, int *output) {
  __shared__ alignas(128) int tile[4][32];
  __shared__ uint64_t full[4];
  unsigned warp = threadIdx.x / 32;
  if (isElected()) {
    ptx::mbarrier_init(&full[warp], 1);
    ptx::fence_proxy_async(ptx::space_shared);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &full[warp],
                                   sizeof tile[0]);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[warp],
                       input + globalThread() / 32 * 32, sizeof tile[0],
                       &full[warp]);
  }
  __syncwarp();
  waitFor(&full[warp], 0);
  output[globalThread()] = tile[warp][31 - threadIdx.x % 32];
}

/// Transactions without a copy: a thread completes what another one expects.
KERNEL exchange_transactions(const int *input, int *output) {
  __shared__ int tile[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0)
    ptx::mbarrier_init(&full, 33);
  __syncthreads();
  if (threadIdx.x < 32) {
    tile[threadIdx.x] = input[threadIdx.x];
    ptx::mbarrier_arrive(&full);
  } else {
    if (threadIdx.x == 32)
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                     ptx::space_shared, &full, 16);
    if (threadIdx.x == 33)
      asm volatile(
          "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 16;" ::"r"(
              static_cast<uint32_t>(__cvta_generic_to_shared(&full)))
          : "memory");
    waitFor(&full, 0);
    output[threadIdx.x - 32] = tile[63 - threadIdx.x];
  }
}
