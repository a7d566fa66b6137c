//===- tensors.cu - Copies of boxes of tensors -----------------*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "common.h"
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

using Map = CUtensorMap;

__device__ inline uint32_t sharedAddress(const void *pointer) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(pointer));
}
__device__ inline void waitFor(uint64_t *barrier, uint32_t parity) {
  while (!ptx::mbarrier_try_wait_parity(barrier, parity))
    ;
}
__device__ inline void expect(uint64_t *barrier, uint32_t bytes) {
  ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                 ptx::space_shared, barrier, bytes);
}
template <int rank>
__device__ inline void load(void *to, const Map &map,
                            const int32_t (&place)[rank], uint64_t *barrier) {
  ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, to, &map,
                            place, barrier);
}
template <int rank>
__device__ inline void store(const Map &map, const int32_t (&place)[rank],
                             const void *from) {
  ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &map, place,
                            from);
}
/// An mbarrier that thread 0 makes for all.
__device__ inline void initialise(uint64_t *barriers, int count,
                                  int arrivals = 1) {
  if (threadIdx.x == 0) {
    for (int i = 0; i != count; ++i)
      ptx::mbarrier_init(barriers + i, arrivals);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
}

/// A ring of three tiles: one warp fills it, three warps sum the tiles' rows.
KERNEL tensor_ring(const __grid_constant__ Map input, int *sums, int count) {
  __shared__ alignas(128) int tiles[3][16][32];
  __shared__ uint64_t full[3], empty[3];
  if (threadIdx.x == 0)
    for (int i = 0; i != 3; ++i) {
      ptx::mbarrier_init(&full[i], 1);
      ptx::mbarrier_init(&empty[i], 96);
    }
  __syncthreads();
  if (threadIdx.x >= 96) {
    if (threadIdx.x == 96)
      for (int i = 0; i != count; ++i) {
        int at = i % 3;
        if (i >= 3)
          waitFor(&empty[at], (i / 3 - 1) & 1);
        expect(&full[at], sizeof tiles[0]);
        load(tiles[at], input, {32 * i, int(blockIdx.x) * 16}, &full[at]);
      }
    return;
  }
  int sum = 0;
  for (int i = 0; i != count; ++i) {
    int at = i % 3;
    waitFor(&full[at], i / 3 & 1);
    for (int row = threadIdx.x / 32; row < 16; row += 3)
      sum = sum * 3 + tiles[at][row][threadIdx.x % 32];
    ptx::mbarrier_arrive(&empty[at]);
  }
  sums[blockIdx.x * 96 + threadIdx.x] = sum;
}

/// Halves of a tile that two blocks load for both.
KERNEL __cluster_dims__(2, 1, 1)
    tensor_multicast(const __grid_constant__ Map input, int *output) {
  __shared__ alignas(128) int tile[2][8][16];
  __shared__ uint64_t full;
  unsigned rank = cg::this_cluster().block_rank();
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    expect(&full, sizeof tile);
  }
  ptx::barrier_cluster_arrive(ptx::sem_release);
  ptx::barrier_cluster_wait(ptx::sem_acquire);
  if (threadIdx.x == 0) {
    int32_t place[2] = {0, int(blockIdx.x) * 8};
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile[rank],
                              &input, place, &full, uint16_t(3));
  }
  waitFor(&full, 0);
  int half = threadIdx.x / 128, row = threadIdx.x / 16 % 8;
  output[globalThread()] = tile[half ^ rank][row][threadIdx.x % 16];
  ptx::barrier_cluster_arrive();
  ptx::barrier_cluster_wait();
}

/// A stencil of seven points: the box has the halo, zeros beyond the tensor.
KERNEL tensor_stencil(const __grid_constant__ Map input,
                      const __grid_constant__ Map output) {
  __shared__ alignas(128) int in[4][6][12];
  __shared__ alignas(128) int out[2][4][8];
  __shared__ uint64_t full;
  initialise(&full, 1);
  int x = blockIdx.x * 8, y = blockIdx.y * 4, z = blockIdx.z * 2;
  if (threadIdx.x == 0) {
    expect(&full, sizeof in);
    load(in, input, {x - 1, y - 1, z - 1}, &full);
  }
  waitFor(&full, 0);
  int i = threadIdx.x % 8 + 1, j = threadIdx.x / 8 % 4 + 1,
      k = threadIdx.x / 32 + 1;
  out[k - 1][j - 1][i - 1] = 10 * in[k][j][i] + in[k][j][i - 1] +
                             in[k][j][i + 1] + 2 * in[k][j - 1][i] +
                             2 * in[k][j + 1][i] + 3 * in[k - 1][j][i] +
                             3 * in[k + 1][j][i];
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    store(output, {x, y, z}, out);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}

/// Sums of all blocks, each block's tile at another place: additions of boxes
/// that overlap, some of whose elements lie beyond the tensor.
KERNEL tensor_additions(const __grid_constant__ Map sums) {
  __shared__ alignas(128) int tile[8][16];
  tile[threadIdx.x / 16][threadIdx.x % 16] = blockIdx.x * 1000 + threadIdx.x;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    int32_t place[2] = {int(blockIdx.x) * 4, int(blockIdx.x) * 2};
    ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared,
                                     ptx::op_add, &sums, place, tile);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
}

/// The same with maxima and minima of signed words.
KERNEL tensor_extremes(const int *input, const __grid_constant__ Map most,
                       const __grid_constant__ Map least) {
  __shared__ alignas(128) int tile[4][32];
  tile[threadIdx.x / 32][threadIdx.x % 32] = input[globalThread()];
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    int32_t place[2] = {0, 0};
    ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared,
                                     ptx::op_max, &most, place, tile);
    ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared,
                                     ptx::op_min, &least, place, tile);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}

/// Five dimensions, one word of each box for a thread.
KERNEL tensor_five(const __grid_constant__ Map input, int *output) {
  __shared__ alignas(128) int box[2][2][2][2][4];
  __shared__ uint64_t full;
  initialise(&full, 1);
  if (threadIdx.x == 0) {
    expect(&full, sizeof box);
    load(box, input,
         {int(blockIdx.x) * 4, int(blockIdx.y) * 2, 1, int(blockIdx.z), 0},
         &full);
  }
  waitFor(&full, 0);
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  output[block * 64 + threadIdx.x] = (&box[0][0][0][0][0])[threadIdx.x];
}

/// Every other element of every third row.
KERNEL tensor_strided(const __grid_constant__ Map input, int *output) {
  __shared__ alignas(128) int box[4][16];
  __shared__ uint64_t full;
  initialise(&full, 1);
  if (threadIdx.x == 0) {
    expect(&full, sizeof box);
    load(box, input, {16 * int(blockIdx.x), 1}, &full);
  }
  waitFor(&full, 0);
  output[globalThread()] = box[threadIdx.x / 16][threadIdx.x % 16];
}

/// A convolution of 3 x 3 with one channel out: for each of nine offsets the
/// pixels of the images, and zeros around them, come as rows of 16 channels.
KERNEL tensor_convolution(const __grid_constant__ Map images,
                          const int *weights, int *output) {
  __shared__ alignas(128) int pixels[9][32][16];
  __shared__ uint64_t full;
  initialise(&full, 1);
  if (threadIdx.x == 0) {
    expect(&full, sizeof pixels);
    for (int i = 0; i != 9; ++i) {
      // The first pixel is that of block 0 and 1: half an image each.
      int y = int(blockIdx.x) % 2 * 4 - 1, n = blockIdx.x / 2;
      asm volatile(
          "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::"
          "complete_tx::bytes [%0], [%1, {0, -1, %2, %3}], [%4], {%5, %6};" ::
              "r"(sharedAddress(pixels[i])),
          "l"(&images), "r"(y), "r"(n), "r"(sharedAddress(&full)),
          "h"(static_cast<uint16_t>(i % 3)), "h"(static_cast<uint16_t>(i / 3))
          : "memory");
    }
  }
  waitFor(&full, 0);
  int sum = 0;
  for (int i = 0; i != 9; ++i)
    for (int c = 0; c != 16; ++c)
      sum += pixels[i][threadIdx.x][c] * weights[i * 16 + c];
  output[globalThread()] = sum;
}

/// A map that the kernel changes before its first use: other address, box,
/// lengths and strides. What is in shared memory goes to global memory, which
/// tells the tensormap proxy.
KERNEL tensor_replaced(const __grid_constant__ Map original, Map *maps,
                       const int *matrix, int *output, int columns) {
  __shared__ alignas(128) Map map;
  __shared__ alignas(128) int tile[4][8];
  __shared__ uint64_t full;
  initialise(&full, 1);
  if (threadIdx.x < 32) {
    if (threadIdx.x < 16)
      reinterpret_cast<uint64_t *>(&map)[threadIdx.x] =
          reinterpret_cast<const uint64_t *>(&original)[threadIdx.x];
    __syncwarp();
    if (threadIdx.x == 0) {
      ptx::tensormap_replace_global_address(ptx::space_shared, &map,
                                            matrix + blockIdx.x * 4);
      ptx::tensormap_replace_global_dim(ptx::space_shared, &map,
                                        ptx::n32_t<0>(), columns / 2);
      ptx::tensormap_replace_global_dim(ptx::space_shared, &map,
                                        ptx::n32_t<1>(), 3);
      ptx::tensormap_replace_global_stride(ptx::space_shared, &map,
                                           ptx::n32_t<0>(), columns * 4ull);
      ptx::tensormap_replace_box_dim(ptx::space_shared, &map, ptx::n32_t<0>(),
                                     8);
      ptx::tensormap_replace_box_dim(ptx::space_shared, &map, ptx::n32_t<1>(),
                                     4);
    }
    __syncwarp();
    ptx::tensormap_cp_fenceproxy(ptx::sem_release, ptx::scope_gpu,
                                 maps + blockIdx.x, &map, ptx::n32_t<128>());
    __syncwarp();
    ptx::fence_proxy_tensormap_generic(ptx::sem_acquire, ptx::scope_gpu,
                                       maps + blockIdx.x, ptx::n32_t<128>());
    if (threadIdx.x == 0) {
      expect(&full, sizeof tile);
      load(tile, maps[blockIdx.x], {columns / 2 - 4, 0}, &full);
    }
  }
  waitFor(&full, 0);
  output[globalThread()] = tile[threadIdx.x / 8][threadIdx.x % 8];
}

/// All swizzles, of halves: what lies where follows from the address.
template <int bytesOfRow>
__device__ inline void readSwizzled(const Map &input, unsigned short *output) {
  constexpr int kElements = bytesOfRow / 2;
  __shared__ alignas(1024) unsigned short tile[16 * kElements];
  __shared__ uint64_t full;
  initialise(&full, 1);
  if (threadIdx.x == 0) {
    expect(&full, sizeof tile);
    load(tile, input, {0, 0}, &full);
  }
  waitFor(&full, 0);
  for (int i = threadIdx.x; i < 16 * kElements; i += blockDim.x) {
    // Bits 4 to 6 of a place are changed by bits 7 to 9, as many as fit.
    int at = i * 2;
    at ^= (at >> 7 & (bytesOfRow / 16 - 1)) << 4;
    output[i] = tile[at / 2];
  }
}
KERNEL tensor_swizzle_32(const __grid_constant__ Map input,
                         unsigned short *output) {
  readSwizzled<32>(input, output);
}
KERNEL tensor_swizzle_64(const __grid_constant__ Map input,
                         unsigned short *output) {
  readSwizzled<64>(input, output);
}

/// A copy behind a prefetch, with hints for the L2 cache, there and back.
KERNEL tensor_hints(const __grid_constant__ Map input,
                    const __grid_constant__ Map output) {
  __shared__ alignas(128) int tile[8][32];
  __shared__ uint64_t full;
  initialise(&full, 1);
  if (threadIdx.x == 0) {
    uint64_t policy;
    asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;"
                 : "=l"(policy));
    int y = blockIdx.x * 8;
    asm volatile("cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%0, {0, "
                 "%1}];" ::"l"(&input),
                 "r"(y)
                 : "memory");
    expect(&full, sizeof tile);
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::"
                 "complete_tx::bytes.L2::cache_hint [%0], [%1, {0, %2}], [%3], "
                 "%4;" ::"r"(sharedAddress(tile)),
                 "l"(&input), "r"(y), "r"(sharedAddress(&full)), "l"(policy)
                 : "memory");
    waitFor(&full, 0);
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group.L2::"
                 "cache_hint [%0, {0, %1}], [%2], %3;" ::"l"(&output),
                 "r"(y), "r"(sharedAddress(tile)), "l"(policy)
                 : "memory");
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}

/// Three stores in flight at a time, of five tiles in three buffers.
KERNEL tensor_stores(const int *input, const __grid_constant__ Map output) {
  __shared__ alignas(128) int tiles[3][64];
  for (int i = 0; i != 5; ++i) {
    if (threadIdx.x == 0)
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<2>());
    __syncthreads();
    tiles[i % 3][threadIdx.x] = input[i * 64 + threadIdx.x] + i;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
      store(output, {64 * i}, tiles[i % 3]);
      ptx::cp_async_bulk_commit_group();
    }
  }
  if (threadIdx.x == 0)
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
}
