//===- geforce.cu - What sm_120 has ----------------------------*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "common.h"
#include <cuda.h>
#include <cuda/ptx>

namespace ptx = cuda::ptx;

__device__ inline uint32_t sharedAddress(const void *pointer) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(pointer));
}

/// What a thread has of the factors of a product: words of rows, of K-major
/// matrices with WORDS words a row.
__device__ inline void takeRows(const uint32_t *a, const uint32_t *b, int words,
                                uint32_t (&left)[4], uint32_t (&right)[2]) {
  int row = threadIdx.x % 32 / 4, word = threadIdx.x % 4;
  for (int i = 0; i != 4; ++i)
    left[i] = a[(row + i % 2 * 8) * words + word + i / 2 * 4];
  for (int i = 0; i != 2; ++i)
    right[i] = b[row * words + word + i * 4];
}
/// What a thread has of 16 x 8 sums.
__device__ inline void storeSums(float *c, const float (&d)[4]) {
  int row = threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
  for (int i = 0; i != 4; ++i)
    c[(row + i / 2 * 8) * 8 + column + i % 2] = d[i];
}

#define SUMS "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
#define FACTORS                                                                \
  "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "r"(right[0]),       \
      "r"(right[1])
#define OPERANDS                                                               \
  " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3}"

/// Bytes of which six and four bits are numbers: e3m2 by e2m1.
KERNEL geforce_narrow(const uint32_t *a, const uint32_t *b, float *c,
                      int steps) {
  float d[4] = {};
  for (int i = 0; i != steps; ++i) {
    uint32_t left[4], right[2];
    takeRows(a + 8 * i, b + 8 * i, 8 * steps, left, right);
    asm volatile("mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e3m2.e2m1."
                 "f32" OPERANDS ";"
                 : SUMS
                 : FACTORS);
  }
  storeSums(c, d);
}

/// A scale for 32 numbers of a row. Of four threads the third has that of row r
/// of A in byte 2 of its word, and of column r of B in byte 3; the fourth that
/// of row r + 8.
KERNEL geforce_mx8(const uint32_t *a, const uint32_t *b,
                   const unsigned char *aScales, const unsigned char *bScales,
                   float *c, int steps) {
  float d[4] = {};
  int lane = threadIdx.x, row = lane / 4;
  for (int i = 0; i != steps; ++i) {
    uint32_t left[4], right[2];
    takeRows(a + 8 * i, b + 8 * i, 8 * steps, left, right);
    uint32_t ofA = 0x01010101, ofB = 0x01010101;
    if (lane % 4 >= 2) {
      int from = row + lane % 2 * 8;
      ofA = 0x01010101 & ~0xFF0000u | aScales[from * steps + i] << 16;
    }
    if (lane % 4 == 2)
      ofB = 0x010101 | bScales[row * steps + i] << 24;
    asm volatile("mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale."
                 "scale_vec::1X.f32.e4m3.e5m2.f32.ue8m0" OPERANDS
                 ", %10, {2, 1}, %11, {3, 2};"
                 : SUMS
                 : FACTORS, "r"(ofA), "r"(ofB));
  }
  storeSums(c, d);
}

/// Numbers of four bits, two scales a row for 64 of them.
KERNEL geforce_mx4(const uint32_t *a, const uint32_t *b,
                   const unsigned short *aScales, const unsigned short *bScales,
                   float *c, int steps) {
  float d[4] = {};
  int lane = threadIdx.x, row = lane / 4;
  for (int i = 0; i != steps; ++i) {
    uint32_t left[4], right[2];
    takeRows(a + 8 * i, b + 8 * i, 8 * steps, left, right);
    uint32_t ofA = lane % 4 < 2 ? aScales[(row + lane % 2 * 8) * steps + i] : 0;
    uint32_t ofB = lane % 4 == 0 ? bScales[row * steps + i] << 16 : 0;
    asm volatile("mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale."
                 "scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0" OPERANDS
                 ", %10, {0, 0}, %11, {2, 0};"
                 : SUMS
                 : FACTORS, "r"(ofA), "r"(ofB));
  }
  storeSums(c, d);
}

/// The same with four scales, which are floats of eight bits.
KERNEL geforce_nv4(const uint32_t *a, const uint32_t *b,
                   const uint32_t *aScales, const uint32_t *bScales, float *c,
                   int steps) {
  float d[4] = {};
  int lane = threadIdx.x, row = lane / 4;
  for (int i = 0; i != steps; ++i) {
    uint32_t left[4], right[2];
    takeRows(a + 8 * i, b + 8 * i, 8 * steps, left, right);
    uint32_t ofA = aScales[(row + lane % 2 * 8) * steps + i];
    uint32_t ofB = bScales[row * steps + i];
    asm volatile("mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale."
                 "scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3" OPERANDS
                 ", %10, {0, 1}, %11, {0, 3};"
                 : SUMS
                 : FACTORS, "r"(ofA), "r"(ofB));
  }
  storeSums(c, d);
}

/// Tiles that tensor copies bring, swizzled, for ldmatrix and mma: each of four
/// warps has 16 rows of A, all have B by columns.
KERNEL geforce_tiles(const __grid_constant__ CUtensorMap a,
                     const __grid_constant__ CUtensorMap b, float *c,
                     int steps) {
  __shared__ alignas(1024) unsigned char left[2][64 * 128], right[2][8 * 128];
  __shared__ uint64_t full[2];
  if (threadIdx.x == 0)
    for (uint64_t &each : full)
      ptx::mbarrier_init(&each, 1);
  __syncthreads();
  auto load = [&](int i) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &full[i % 2],
                                   sizeof left[0] + sizeof right[0]);
    int32_t ofA[2] = {64 * i, 0}, ofB[2] = {64 * i, int(blockIdx.x) * 8};
    ptx::cp_async_bulk_tensor(ptx::space_shared, ptx::space_global, left[i % 2],
                              &a, ofA, &full[i % 2]);
    ptx::cp_async_bulk_tensor(ptx::space_shared, ptx::space_global,
                              right[i % 2], &b, ofB, &full[i % 2]);
  };
  if (threadIdx.x == 0)
    load(0);
  float d[4] = {};
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int i = 0; i != steps; ++i) {
    if (threadIdx.x == 0 && i + 1 != steps)
      load(i + 1);
    while (!ptx::mbarrier_try_wait_parity(&full[i % 2], i / 2 & 1))
      ;
    for (int k = 0; k != 4; ++k) {
      uint32_t x[4], y[2];
      int row = 16 * warp + lane % 16, cell = 2 * k + lane / 16;
      asm volatile(
          "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
          : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
          : "r"(sharedAddress(left[i % 2] + row * 128 + (cell ^ row % 8) * 16))
          : "memory");
      row = lane % 8, cell = 2 * k + lane / 8 % 2;
      asm volatile(
          "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
          : "=r"(y[0]), "=r"(y[1])
          : "r"(sharedAddress(right[i % 2] + row * 128 + (cell ^ row % 8) * 16))
          : "memory");
      asm volatile(
          "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32" OPERANDS ";"
          : SUMS
          : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    }
    __syncthreads();
  }
  storeSums(c + (blockIdx.x * 4 + warp) * 16 * 8, d);
}

/// Numbers of four bits, packed, that ldmatrix spreads over bytes.
KERNEL geforce_spread(const uint64_t *input, uint32_t *output) {
  __shared__ alignas(16) uint64_t tile[16][2];
  if (threadIdx.x < 16)
    tile[threadIdx.x][0] = input[threadIdx.x];
  __syncwarp();
  uint32_t words[2];
  asm volatile("ldmatrix.sync.aligned.m8n16.x2.shared.b8x16.b4x16_p64 {%0, "
               "%1}, [%2];"
               : "=r"(words[0]), "=r"(words[1])
               : "r"(sharedAddress(tile[threadIdx.x % 16]))
               : "memory");
  output[threadIdx.x] = words[0];
  output[32 + threadIdx.x] = words[1];
}

/// 16 x 16 bytes, transposed.
KERNEL geforce_transposed(const uint32_t *input, uint32_t *output) {
  __shared__ alignas(16) uint32_t tile[16][4];
  for (int i = threadIdx.x; i < 64; i += 32)
    (&tile[0][0])[i] = input[i];
  __syncwarp();
  uint32_t words[2];
  asm volatile("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%0, %1}, "
               "[%2];"
               : "=r"(words[0]), "=r"(words[1])
               : "r"(sharedAddress(tile[threadIdx.x % 16]))
               : "memory");
  output[threadIdx.x] = words[0];
  output[32 + threadIdx.x] = words[1];
}
