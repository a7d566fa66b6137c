//===- blackwell.cu - What sm_100 has --------------------------*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles of shared memory have rows of 128 bytes in the 128-byte swizzle, as
// tensor copies bring them: a step along k by 32 bytes adds 2 to a descriptor.
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
__device__ inline void load(void *to, const Map &map, int x, int y,
                            uint64_t *barrier) {
  int32_t place[2] = {x, y};
  ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, to, &map,
                            place, barrier);
}
__device__ inline void initialise(uint64_t *barriers, int count) {
  if (threadIdx.x == 0) {
    for (int i = 0; i != count; ++i)
      ptx::mbarrier_init(barriers + i, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
}

//===----------------------------------------------------------------------===//
// Products in tensor memory
//===----------------------------------------------------------------------===//

/// Rows of 128 bytes, swizzled; eight of them are 1024 bytes.
__device__ inline uint64_t descriptorOf(const void *tile) {
  return uint64_t((sharedAddress(tile) & 0x3FFFF) >> 4) | uint64_t(1) << 16 |
         uint64_t(1024 >> 4) << 32 | uint64_t(1) << 46 | uint64_t(2) << 61;
}
/// Rows of 16 bytes, eight of them side by side, without a swizzle.
__device__ inline uint64_t plainDescriptorOf(const void *tile, uint32_t leading,
                                             uint32_t stride) {
  return uint64_t((sharedAddress(tile) & 0x3FFFF) >> 4) |
         uint64_t(leading >> 4) << 16 | uint64_t(stride >> 4) << 32 |
         uint64_t(1) << 46;
}

template <int columns> __device__ inline uint32_t allocate(uint32_t *place) {
  if (threadIdx.x < 32) {
    ptx::tcgen05_alloc(ptx::cta_group_1, place, columns);
    ptx::tcgen05_relinquish_alloc_permit(ptx::cta_group_1);
  }
  ptx::tcgen05_fence_before_thread_sync();
  __syncthreads();
  ptx::tcgen05_fence_after_thread_sync();
  return *const_cast<volatile uint32_t *>(place);
}
template <int columns> __device__ inline void release(uint32_t memory) {
  ptx::tcgen05_fence_before_thread_sync();
  __syncthreads();
  ptx::tcgen05_fence_after_thread_sync();
  if (threadIdx.x < 32)
    ptx::tcgen05_dealloc(ptx::cta_group_1, memory, columns);
}

/// Rows of 32 columns of a warp's lanes.
template <typename T>
__device__ inline void storeColumns(T *row, uint32_t memory, int columns) {
  for (int i = 0; i < columns; i += 8) {
    uint32_t d[8];
    ptx::tcgen05_ld_32x32b(d, memory + (threadIdx.x / 32 << 21) + i);
    ptx::tcgen05_wait_ld();
    for (int j = 0; j < 8; ++j)
      row[i + j] = reinterpret_cast<const T &>(d[j]);
  }
}

/// C = A * B, with B by columns, of 128 x 32: copies by one warp, products by
/// another one, three stages between them.
template <typename Kind, typename C>
__device__ inline void multiplySpecialised(const Map &a, const Map &b, C *c,
                                           int steps, int elements, Kind kind,
                                           uint32_t types) {
  __shared__ alignas(1024) unsigned char left[3][128 * 128], right[3][32 * 128];
  __shared__ uint64_t full[3], empty[3], over;
  __shared__ uint32_t place;
  if (threadIdx.x == 0)
    for (int i = 0; i != 3; ++i) {
      ptx::mbarrier_init(&full[i], 1);
      ptx::mbarrier_init(&empty[i], 1);
    }
  initialise(&over, 1);
  uint32_t sums = allocate<32>(&place);
  if (threadIdx.x == 96) {
    for (int i = 0; i != steps; ++i) {
      int at = i % 3;
      if (i >= 3)
        waitFor(&empty[at], (i / 3 - 1) & 1);
      expect(&full[at], sizeof left[0] + sizeof right[0]);
      load(left[at], a, i * elements, blockIdx.y * 128, &full[at]);
      load(right[at], b, i * elements, blockIdx.x * 32, &full[at]);
    }
  } else if (threadIdx.x == 64) {
    uint32_t descriptor = types | 32 / 8 << 17 | 128 / 16 << 24;
    for (int i = 0; i != steps; ++i) {
      int at = i % 3;
      waitFor(&full[at], i / 3 & 1);
      for (int k = 0; k != 4; ++k)
        ptx::tcgen05_mma(
            kind, ptx::cta_group_1, sums, descriptorOf(left[at]) + 2 * k,
            descriptorOf(right[at]) + 2 * k, descriptor, bool(i || k));
      ptx::tcgen05_commit(ptx::cta_group_1, &empty[at]);
    }
    ptx::tcgen05_commit(ptx::cta_group_1, &over);
  }
  __syncwarp();
  waitFor(&over, 0);
  ptx::tcgen05_fence_after_thread_sync();
  int row = blockIdx.y * 128 + threadIdx.x;
  storeColumns(c + (size_t(row) * gridDim.x + blockIdx.x) * 32, sums, 32);
  release<32>(sums);
}

KERNEL blackwell_f16(const __grid_constant__ Map a,
                     const __grid_constant__ Map b, float *c, int steps) {
  multiplySpecialised(a, b, c, steps, 64, ptx::kind_f16, 1 << 4);
}
KERNEL blackwell_tf32(const __grid_constant__ Map a,
                      const __grid_constant__ Map b, float *c, int steps) {
  multiplySpecialised(a, b, c, steps, 32, ptx::kind_tf32,
                      1 << 4 | 2 << 7 | 2 << 10);
}
/// e4m3 by e5m2.
KERNEL blackwell_fp8(const __grid_constant__ Map a,
                     const __grid_constant__ Map b, float *c, int steps) {
  multiplySpecialised(a, b, c, steps, 128, ptx::kind_f8f6f4, 1 << 4 | 1 << 10);
}
KERNEL blackwell_bytes(const __grid_constant__ Map a,
                       const __grid_constant__ Map b, int *c, int steps) {
  multiplySpecialised(a, b, c, steps, 128, ptx::kind_i8,
                      2 << 4 | 1 << 7 | 1 << 10);
}

/// Two blocks of a cluster multiply 256 x 64 together: each has half of the
/// rows of A and half of the columns of B.
KERNEL __cluster_dims__(2, 1, 1)
    blackwell_pair(const __grid_constant__ Map a, const __grid_constant__ Map b,
                   float *c, int steps) {
  __shared__ alignas(1024) unsigned char left[2][128 * 128], right[2][32 * 128];
  __shared__ uint64_t full[2], empty[2], over;
  __shared__ uint32_t place;
  unsigned rank = cg::this_cluster().block_rank();
  if (threadIdx.x == 0) {
    for (int i = 0; i != 2; ++i) {
      ptx::mbarrier_init(&full[i], 1);
      ptx::mbarrier_init(&empty[i], 1);
    }
    ptx::mbarrier_init(&over, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  if (threadIdx.x < 32) {
    ptx::tcgen05_alloc(ptx::cta_group_2, &place, 64);
    ptx::tcgen05_relinquish_alloc_permit(ptx::cta_group_2);
  }
  ptx::tcgen05_fence_before_thread_sync();
  __syncthreads();
  cg::this_cluster().sync();
  ptx::tcgen05_fence_after_thread_sync();
  uint32_t sums = *const_cast<volatile uint32_t *>(&place);
  if (threadIdx.x == 96) {
    // The mbarrier of the first block counts the bytes of both.
    for (int i = 0; i != steps; ++i) {
      int at = i % 2;
      if (i >= 2)
        waitFor(&empty[at], (i / 2 - 1) & 1);
      if (rank == 0)
        expect(&full[at], 2 * (sizeof left[0] + sizeof right[0]));
      uint32_t leader = sharedAddress(&full[at]) & 0xFEFFFFFF;
      auto copy = [&](void *to, const Map &map, int y) {
        asm volatile(
            "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_"
            "tx::bytes.cta_group::2 [%0], [%1, {%2, %3}], [%4];" ::"r"(
                sharedAddress(to)),
            "l"(&map), "r"(i * 64), "r"(y), "r"(leader)
            : "memory");
      };
      copy(left[at], a, blockIdx.x * 128);
      copy(right[at], b, rank * 32);
    }
  } else if (rank == 0 && threadIdx.x == 64) {
    uint32_t descriptor = 1 << 4 | 64 / 8 << 17 | 256 / 16 << 24;
    for (int i = 0; i != steps; ++i) {
      int at = i % 2;
      waitFor(&full[at], i / 2 & 1);
      for (int k = 0; k != 4; ++k)
        ptx::tcgen05_mma(ptx::kind_f16, ptx::cta_group_2, sums,
                         descriptorOf(left[at]) + 2 * k,
                         descriptorOf(right[at]) + 2 * k, descriptor,
                         bool(i || k));
      ptx::tcgen05_commit_multicast(ptx::cta_group_2, &empty[at], uint16_t(3));
    }
    ptx::tcgen05_commit_multicast(ptx::cta_group_2, &over, uint16_t(3));
  }
  __syncwarp();
  waitFor(&over, 0);
  ptx::tcgen05_fence_after_thread_sync();
  storeColumns(c + size_t(blockIdx.x * 128 + threadIdx.x) * 64, sums, 64);
  ptx::tcgen05_fence_before_thread_sync();
  cg::this_cluster().sync();
  ptx::tcgen05_fence_after_thread_sync();
  if (threadIdx.x < 32)
    ptx::tcgen05_dealloc(ptx::cta_group_2, sums, 64);
}

/// A comes from tensor memory, where threads have stored it, as in attention.
KERNEL blackwell_fragment(const uint32_t *a, const __grid_constant__ Map b,
                          float *c) {
  __shared__ alignas(1024) unsigned char right[32 * 128];
  __shared__ uint64_t full, over;
  __shared__ uint32_t place;
  if (threadIdx.x == 0)
    ptx::mbarrier_init(&full, 1);
  initialise(&over, 1);
  uint32_t sums = allocate<64>(&place), left = sums + 32;
  if (threadIdx.x == 0) {
    expect(&full, sizeof right);
    load(right, b, 0, 0, &full);
  }
  uint32_t row[32];
  for (int i = 0; i != 32; ++i)
    row[i] = a[threadIdx.x * 32 + i];
  ptx::tcgen05_st_32x32b(left + (threadIdx.x / 32 << 21), row);
  ptx::tcgen05_wait_st();
  ptx::tcgen05_fence_before_thread_sync();
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::tcgen05_fence_after_thread_sync();
    waitFor(&full, 0);
    uint32_t descriptor = 1 << 4 | 32 / 8 << 17 | 128 / 16 << 24;
    for (int k = 0; k != 4; ++k)
      ptx::tcgen05_mma_tmem_a(ptx::kind_f16, ptx::cta_group_1, sums,
                              left + 8 * k, descriptorOf(right) + 2 * k,
                              descriptor, bool(k));
    ptx::tcgen05_commit(ptx::cta_group_1, &over);
  }
  __syncwarp();
  waitFor(&over, 0);
  ptx::tcgen05_fence_after_thread_sync();
  storeColumns(c + threadIdx.x * 32, sums, 32);
  release<64>(sums);
}

/// Scales of 32 elements each, for both factors, which tcgen05.cp brings from
/// shared to tensor memory: of 128 rows those of 32 lie side by side.
KERNEL blackwell_scaled(const __grid_constant__ Map a,
                        const __grid_constant__ Map b, const uint4 *scales,
                        float *c) {
  __shared__ alignas(1024) unsigned char left[128 * 128], right[32 * 128];
  __shared__ alignas(128) uint4 factors[2][32];
  __shared__ uint64_t full, over;
  __shared__ uint32_t place;
  if (threadIdx.x == 0)
    ptx::mbarrier_init(&full, 1);
  initialise(&over, 1);
  uint32_t sums = allocate<64>(&place);
  if (threadIdx.x < 64)
    factors[threadIdx.x / 32][threadIdx.x % 32] = scales[threadIdx.x];
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&full, sizeof left + sizeof right);
    load(left, a, 0, 0, &full);
    load(right, b, 0, 0, &full);
    for (int i = 0; i != 2; ++i)
      ptx::tcgen05_cp_32x128b_warpx4(ptx::cta_group_1, sums + 32 + 4 * i,
                                     plainDescriptorOf(factors[i], 16, 128));
    waitFor(&full, 0);
    // e4m3 by e4m3, scales of ue8m0; the k-th step takes byte k of the scales.
    for (uint32_t k = 0; k != 4; ++k) {
      uint32_t descriptor =
          32 / 8 << 17 | 1 << 23 | 128 / 128 << 27 | k << 29 | k << 4;
      asm volatile(
          "{\n.reg .pred p;\nsetp.ne.u32 p, %6, 0;\n"
          "tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.block32 [%0], "
          "%1, %2, %3, [%4], [%5], p;\n}" ::"r"(sums),
          "l"(descriptorOf(left) + 2 * k), "l"(descriptorOf(right) + 2 * k),
          "r"(descriptor), "r"(sums + 32), "r"(sums + 36), "r"(k)
          : "memory");
    }
    ptx::tcgen05_commit(ptx::cta_group_1, &over);
  }
  __syncwarp();
  waitFor(&over, 0);
  ptx::tcgen05_fence_after_thread_sync();
  storeColumns(c + threadIdx.x * 32, sums, 32);
  release<64>(sums);
}

/// Words there and back, by loads and stores of other shapes.
KERNEL blackwell_shapes(const uint32_t *input, uint32_t *output) {
  __shared__ uint32_t place;
  uint32_t memory = allocate<32>(&place) + (threadIdx.x / 32 << 21);
  uint32_t words[16], halves[16];
  for (int i = 0; i != 16; ++i)
    words[i] = input[threadIdx.x * 16 + i];
  ptx::tcgen05_st_32x32b(memory, words);
  ptx::tcgen05_wait_st();
  // Lane l of a 16x64b.x8 has words l % 4 * 2 and the next of row l / 4, in
  // steps of eight rows and eight columns; 16 rows at a time.
  for (int half = 0; half != 2; ++half) {
    uint32_t d[8];
    ptx::tcgen05_ld_16x64b(d, memory + (half << 20));
    ptx::tcgen05_wait_ld();
    for (int i = 0; i != 8; ++i)
      halves[half * 8 + i] = d[i];
  }
  for (int i = 0; i != 16; ++i)
    output[threadIdx.x * 16 + i] = halves[i];
  release<32>(memory & 0xFFFF);
}

//===----------------------------------------------------------------------===//
// Copies and launches
//===----------------------------------------------------------------------===//

/// Rows that an index names, four at a time.
KERNEL blackwell_gather(const __grid_constant__ Map table, const int *rows,
                        int *output) {
  __shared__ alignas(128) int tile[8][4][32];
  __shared__ uint64_t full;
  initialise(&full, 1);
  if (threadIdx.x == 0) {
    expect(&full, sizeof tile);
    for (int i = 0; i != 8; ++i) {
      const int *row = rows + blockIdx.x * 32 + i * 4;
      int32_t place[5] = {32 * int(blockIdx.y), row[0], row[1], row[2], row[3]};
      ptx::cp_async_bulk_tensor_tile_gather4(
          ptx::space_shared, ptx::space_global, tile[i], &table, place, &full);
    }
  }
  waitFor(&full, 0);
  for (int i = threadIdx.x / 32; i < 32; i += blockDim.x / 32)
    output[((blockIdx.x * 32 + i) * gridDim.y + blockIdx.y) * 32 +
           threadIdx.x % 32] = (&tile[0][0][0])[i * 32 + threadIdx.x % 32];
}

KERNEL blackwell_scatter(const int *input, const int *rows,
                         const __grid_constant__ Map table) {
  __shared__ alignas(128) int tile[4][32];
  tile[threadIdx.x / 32][threadIdx.x % 32] = input[globalThread()];
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    const int *row = rows + blockIdx.x * 4;
    int32_t place[5] = {0, row[0], row[1], row[2], row[3]};
    ptx::cp_async_bulk_tensor_tile_scatter4(
        ptx::space_global, ptx::space_shared, &table, place, tile);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}

/// Bytes that a mask chooses of each 16.
KERNEL blackwell_masked(const unsigned char *input, unsigned char *output) {
  __shared__ alignas(128) unsigned char tile[128];
  tile[threadIdx.x] = input[globalThread()];
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk_cp_mask(ptx::space_global, ptx::space_shared,
                               output + blockIdx.x * 128, tile, 128,
                               uint16_t(0x9B01 + blockIdx.x));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
}

/// Shared memory is cleared by one instruction.
KERNEL blackwell_clear(const int *input, int *output) {
  __shared__ alignas(128) int tile[64];
  tile[threadIdx.x] = input[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::st_bulk(tile + 8, 32 * 4, ptx::n32_t<0>());
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  output[threadIdx.x] = tile[threadIdx.x];
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Eight floats by one load, products of pairs of them, one store.
KERNEL blackwell_wide(const float *x, const float *y, float *output) {
  float a[8], b[8];
  auto load = [](float (&v)[8], const float *from) {
    asm("ld.global.v8.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];"
        : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3]), "=f"(v[4]),
          "=f"(v[5]), "=f"(v[6]), "=f"(v[7])
        : "l"(from));
  };
  load(a, x + globalThread() * 8);
  load(b, y + globalThread() * 8);
  for (int i = 0; i != 8; i += 2)
    asm("{\n.reg .b64 a, b;\n"
        "mov.b64 a, {%0, %1};\nmov.b64 b, {%2, %3};\n"
        "fma.rn.f32x2 a, a, b, b;\nmov.b64 {%0, %1}, a;\n}"
        : "+f"(a[i]), "+f"(a[i + 1])
        : "f"(b[i]), "f"(b[i + 1]));
  asm volatile("st.global.v8.f32 [%0], {%1, %2, %3, %4, %5, %6, %7, %8};" ::"l"(
                   output + globalThread() * 8),
               "f"(a[0]), "f"(a[1]), "f"(a[2]), "f"(a[3]), "f"(a[4]), "f"(a[5]),
               "f"(a[6]), "f"(a[7])
               : "memory");
}

/// Extremes of a warp's floats, and of three of a thread's.
KERNEL blackwell_extremes(const float *input, float *output) {
  float x = input[globalThread()], most, least, three;
  asm volatile("redux.sync.max.f32 %0, %1, 0xffffffff;" : "=f"(most) : "f"(x));
  asm volatile("redux.sync.min.abs.f32 %0, %1, 0xffffffff;"
               : "=f"(least)
               : "f"(x));
  asm("max.f32 %0, %1, %2, 0f3F000000;" : "=f"(three) : "f"(x), "f"(-x));
  output[globalThread() * 3] = most;
  output[globalThread() * 3 + 1] = least;
  output[globalThread() * 3 + 2] = three;
}

/// Pairs of floats through e2m1 and e3m2, packed in bytes.
KERNEL blackwell_narrow(const float *input, unsigned short *fp4,
                        unsigned short *fp6, float *back) {
  float x = input[2 * globalThread()], y = input[2 * globalThread() + 1];
  uint16_t four, six;
  asm("{\n.reg .b8 b;\ncvt.rn.satfinite.e2m1x2.f32 b, %1, %2;\n"
      "mov.b16 %0, {b, 0};\n}"
      : "=h"(four)
      : "f"(y), "f"(x));
  asm("cvt.rn.satfinite.e3m2x2.f32 %0, %1, %2;" : "=h"(six) : "f"(y), "f"(x));
  uint32_t halves;
  asm("{\n.reg .b8 b, c;\nmov.b16 {b, c}, %1;\n"
      "cvt.rn.f16x2.e2m1x2 %0, b;\n}"
      : "=r"(halves)
      : "h"(four));
  float low, high;
  asm("{\n.reg .b16 l, h;\nmov.b32 {l, h}, %2;\ncvt.f32.f16 %0, l;\n"
      "cvt.f32.f16 %1, h;\n}"
      : "=f"(low), "=f"(high)
      : "r"(halves));
  fp4[globalThread()] = four;
  fp6[globalThread()] = six;
  back[2 * globalThread()] = low;
  back[2 * globalThread() + 1] = high;
}

/// Sums of floats and of halves that need no conversion.
KERNEL blackwell_mixed(const unsigned short *halves, const float *input,
                       float *output) {
  uint16_t half = halves[globalThread()];
  float x = input[globalThread()], sum, product;
  asm("add.rn.f32.f16 %0, %1, %2;" : "=f"(sum) : "h"(half), "f"(x));
  asm("fma.rn.f32.f16 %0, %1, %1, %2;" : "=f"(product) : "h"(half), "f"(x));
  output[2 * globalThread()] = sum;
  output[2 * globalThread() + 1] = product;
}

/// Blocks that run take over the work of those that have not started.
KERNEL blackwell_cancel(const int *input, int *output, int *times) {
  __shared__ alignas(16) int4 answer;
  __shared__ uint64_t told;
  initialise(&told, 1);
  int tile = blockIdx.x;
  for (uint32_t round = 0;; ++round) {
    if (threadIdx.x == 0) {
      ptx::fence_proxy_async(ptx::space_shared);
      ptx::clusterlaunchcontrol_try_cancel(&answer, &told);
      expect(&told, sizeof answer);
    }
    output[tile * 64 + threadIdx.x] = 2 * input[tile * 64 + threadIdx.x] + tile;
    if (threadIdx.x == 0)
      atomicAdd(times + tile, 1);
    waitFor(&told, round & 1);
    int4 copy = answer;
    __syncthreads();
    if (!ptx::clusterlaunchcontrol_query_cancel_is_canceled(copy))
      break;
    tile = ptx::clusterlaunchcontrol_query_cancel_get_first_ctaid_x<int>(copy);
  }
}
