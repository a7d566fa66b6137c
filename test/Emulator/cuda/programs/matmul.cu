//===- matmul.cu - Products of matrices ------------------------*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "common.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

/// One thread for each element.
KERNEL matmul_naive(const int *a, const int *b, int *c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || column >= n)
    return;
  int sum = 0;
  for (int i = 0; i < k; ++i)
    sum += a[row * k + i] * b[i * n + column];
  c[row * n + column] = sum;
}

/// Tiles of 16 x 16 in shared memory, ragged edges.
KERNEL matmul_tiled(const float *a, const float *b, float *c, int m, int n,
                    int k) {
  __shared__ float as[16][16], bs[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (int start = 0; start < k; start += 16) {
    as[y][x] = row < m && start + x < k ? a[row * k + start + x] : 0;
    bs[y][x] = column < n && start + y < k ? b[(start + y) * n + column] : 0;
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum = fmaf(as[y][i], bs[i][x], sum);
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

/// 4 x 4 results for each thread, vectors of four.
KERNEL matmul_registers(const float *a, const float *b, float *c, int n,
                        int k) {
  __shared__ __align__(16) float as[8][32], bs[8][32];
  int x = threadIdx.x % 8, y = threadIdx.x / 8;
  int row = blockIdx.y * 32, column = blockIdx.x * 32;
  float sums[4][4] = {};
  for (int start = 0; start < k; start += 8) {
    // 64 threads load 32 x 8 of A, transposed, and 8 x 32 of B.
    float4 left = *reinterpret_cast<const float4 *>(
        &a[(row + threadIdx.x / 2) * k + start + threadIdx.x % 2 * 4]);
    int at = threadIdx.x % 2 * 4;
    as[at][threadIdx.x / 2] = left.x;
    as[at + 1][threadIdx.x / 2] = left.y;
    as[at + 2][threadIdx.x / 2] = left.z;
    as[at + 3][threadIdx.x / 2] = left.w;
    *reinterpret_cast<float4 *>(&bs[y][x * 4]) =
        *reinterpret_cast<const float4 *>(&b[(start + y) * n + column + x * 4]);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      float4 l = *reinterpret_cast<float4 *>(&as[i][y * 4]);
      float4 r = *reinterpret_cast<float4 *>(&bs[i][x * 4]);
      float ls[4] = {l.x, l.y, l.z, l.w}, rs[4] = {r.x, r.y, r.z, r.w};
#pragma unroll
      for (int p = 0; p < 4; ++p)
#pragma unroll
        for (int q = 0; q < 4; ++q)
          sums[p][q] = fmaf(ls[p], rs[q], sums[p][q]);
    }
    __syncthreads();
  }
  for (int p = 0; p < 4; ++p)
    *reinterpret_cast<float4 *>(&c[(row + y * 4 + p) * n + column + x * 4]) =
        make_float4(sums[p][0], sums[p][1], sums[p][2], sums[p][3]);
}

/// One warp for each tile, by the fragments of nvcuda::wmma.
template <int M, int N, int K, typename In, typename Fragment, typename Acc,
          typename LayoutB>
__device__ void multiplyByFragments(const In *a, const In *b, Acc *c, int n,
                                    int k) {
  using namespace nvcuda::wmma;
  fragment<matrix_a, M, N, K, Fragment, row_major> left;
  fragment<matrix_b, M, N, K, Fragment, LayoutB> right;
  fragment<accumulator, M, N, K, Acc> sums;
  constexpr bool isRowMajor = std::is_same<LayoutB, row_major>::value;
  int row = blockIdx.y * M, column = blockIdx.x * N;
  fill_fragment(sums, Acc(0));
  for (int start = 0; start < k; start += K) {
    load_matrix_sync(left, a + row * k + start, k);
    load_matrix_sync(
        right, isRowMajor ? b + start * n + column : b + column * k + start,
        isRowMajor ? n : k);
    mma_sync(sums, left, right, sums);
  }
  store_matrix_sync(c + row * n + column, sums, n, mem_row_major);
}

KERNEL wmma_f16(const __half *a, const __half *b, float *c, int n, int k) {
  multiplyByFragments<16, 16, 16, __half, __half, float,
                      nvcuda::wmma::row_major>(a, b, c, n, k);
}

KERNEL wmma_f16_narrow(const __half *a, const __half *b, __half *c, int n,
                       int k) {
  multiplyByFragments<8, 32, 16, __half, __half, __half,
                      nvcuda::wmma::col_major>(a, b, c, n, k);
}

KERNEL wmma_s8(const signed char *a, const signed char *b, int *c, int n,
               int k) {
  multiplyByFragments<32, 8, 16, signed char, signed char, int,
                      nvcuda::wmma::col_major>(a, b, c, n, k);
}

KERNEL wmma_u8(const unsigned char *a, const unsigned char *b, int *c, int n,
               int k) {
  multiplyByFragments<16, 16, 16, unsigned char, unsigned char, int,
                      nvcuda::wmma::row_major>(a, b, c, n, k);
}

#if __CUDA_ARCH__ >= 800
KERNEL wmma_bf16(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *c,
                 int n, int k) {
  multiplyByFragments<16, 16, 16, __nv_bfloat16, __nv_bfloat16, float,
                      nvcuda::wmma::col_major>(a, b, c, n, k);
}

KERNEL wmma_tf32(const float *a, const float *b, float *c, int n, int k) {
  multiplyByFragments<16, 16, 8, float, nvcuda::wmma::precision::tf32, float,
                      nvcuda::wmma::row_major>(a, b, c, n, k);
}

KERNEL wmma_f64(const double *a, const double *b, double *c, int n, int k) {
  multiplyByFragments<8, 8, 4, double, double, double, nvcuda::wmma::col_major>(
      a, b, c, n, k);
}
#endif

/// What each element of a fragment is multiplied with, and element-wise work on
/// fragments: alpha * A * B + beta * C.
KERNEL wmma_scaled(const __half *a, const __half *b, float *c, float alpha,
                   float beta) {
  using namespace nvcuda::wmma;
  fragment<matrix_a, 16, 16, 16, __half, col_major> left;
  fragment<matrix_b, 16, 16, 16, __half, row_major> right;
  fragment<accumulator, 16, 16, 16, float> sums, old;
  load_matrix_sync(left, a, 16);
  load_matrix_sync(right, b, 16);
  load_matrix_sync(old, c, 16, mem_row_major);
  fill_fragment(sums, 0.0f);
  mma_sync(sums, left, right, sums);
  for (int i = 0; i < sums.num_elements; ++i)
    sums.x[i] = alpha * sums.x[i] + beta * old.x[i];
  __syncwarp();
  store_matrix_sync(c, sums, 16, mem_row_major);
}

__device__ unsigned sharedAddress(const void *pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

/// ldmatrix and mma.sync by hand: C = A * B, A row-major 16 x 16, B row-major
/// 16 x 8, transposed while it is loaded.
#if __CUDA_ARCH__ >= 800
KERNEL mma_inline_f16(const __half *a, const __half *b, float *c) {
  __shared__ __align__(16) __half as[16 * 16];
  __shared__ __align__(16) __half bs[16 * 8];
  int lane = threadIdx.x;
  reinterpret_cast<int4 *>(as)[lane] = reinterpret_cast<const int4 *>(a)[lane];
  if (lane < 16)
    reinterpret_cast<int4 *>(bs)[lane] =
        reinterpret_cast<const int4 *>(b)[lane];
  __syncwarp();
  unsigned l[4], r[2];
  const __half *row = &as[lane % 16 * 16 + lane / 16 * 8];
  asm volatile(
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
      : "=r"(l[0]), "=r"(l[1]), "=r"(l[2]), "=r"(l[3])
      : "r"(sharedAddress(row)));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
               : "=r"(r[0]), "=r"(r[1])
               : "r"(sharedAddress(&bs[lane % 16 * 8])));
  float d[4] = {};
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(l[0]), "r"(l[1]), "r"(l[2]), "r"(l[3]), "r"(r[0]),
                 "r"(r[1]));
  int group = lane / 4, pair = lane % 4 * 2;
  c[group * 8 + pair] = d[0];
  c[group * 8 + pair + 1] = d[1];
  c[(group + 8) * 8 + pair] = d[2];
  c[(group + 8) * 8 + pair + 1] = d[3];
}

/// The same with tf32, whose factors come from memory: A row-major 16 x 8, B
/// row-major 8 x 8. ptxas makes one instruction of it, but two of a wmma.
KERNEL mma_inline_tf32(const unsigned *a, const unsigned *b, float *c) {
  int lane = threadIdx.x, group = lane / 4, quad = lane % 4;
  unsigned l[4] = {a[group * 8 + quad], a[(group + 8) * 8 + quad],
                   a[group * 8 + quad + 4], a[(group + 8) * 8 + quad + 4]};
  unsigned r[2] = {b[quad * 8 + group], b[(quad + 4) * 8 + group]};
  float d[4] = {};
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(l[0]), "r"(l[1]), "r"(l[2]), "r"(l[3]), "r"(r[0]),
                 "r"(r[1]));
  for (int i = 0; i < 4; ++i)
    c[(group + i / 2 * 8) * 8 + quad * 2 + i % 2] = d[i];
}

/// The same with bytes, and with bits and exclusive or.
KERNEL mma_inline_s8(const unsigned *a, const unsigned *b, int *c) {
  // A is 16 x 32 bytes by rows, B is 32 x 8 by columns: words of four.
  int lane = threadIdx.x, group = lane / 4, quad = lane % 4;
  unsigned l[4] = {a[group * 8 + quad], a[(group + 8) * 8 + quad],
                   a[group * 8 + quad + 4], a[(group + 8) * 8 + quad + 4]};
  unsigned r[2] = {b[group * 8 + quad], b[group * 8 + quad + 4]};
  int d[4] = {};
  asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
               : "r"(l[0]), "r"(l[1]), "r"(l[2]), "r"(l[3]), "r"(r[0]),
                 "r"(r[1]));
  for (int i = 0; i < 4; ++i)
    c[(group + i / 2 * 8) * 8 + quad * 2 + i % 2] = d[i];
}

KERNEL mma_inline_bits(const unsigned *a, const unsigned *b, int *c) {
  // A is 16 x 256 bits by rows, B is 256 x 8 by columns.
  int lane = threadIdx.x, group = lane / 4, quad = lane % 4;
  unsigned l[4] = {a[group * 8 + quad], a[(group + 8) * 8 + quad],
                   a[group * 8 + quad + 4], a[(group + 8) * 8 + quad + 4]};
  unsigned r[2] = {b[group * 8 + quad], b[group * 8 + quad + 4]};
  int d[4] = {};
  asm volatile("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
               : "r"(l[0]), "r"(l[1]), "r"(l[2]), "r"(l[3]), "r"(r[0]),
                 "r"(r[1]));
  for (int i = 0; i < 4; ++i)
    c[(group + i / 2 * 8) * 8 + quad * 2 + i % 2] = d[i];
}

/// Four warps, tiles of 32 x 32 x 32 through three stages of cp.async: the
/// matrix product as libraries write it.
KERNEL matmul_stages(const __half *a, const __half *b, float *c, int n, int k) {
  constexpr int kStages = 3, kTile = 32, kPitch = 40;
  __shared__ __align__(16) __half as[kStages][kTile][kPitch];
  __shared__ __align__(16) __half bs[kStages][kTile][kPitch];
  int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
  int rowOfBlock = blockIdx.y * kTile, columnOfBlock = blockIdx.x * kTile;
  int steps = k / kTile;
  auto load = [&](int step) {
    if (step < steps) {
      int stage = step % kStages, y = thread / 4, x = thread % 4 * 8;
      __pipeline_memcpy_async(&as[stage][y][x],
                              &a[(rowOfBlock + y) * k + step * kTile + x], 16);
      __pipeline_memcpy_async(
          &bs[stage][y][x], &b[(step * kTile + y) * n + columnOfBlock + x], 16);
    }
    __pipeline_commit();
  };
  float d[2][4] = {};
  int row = warp / 2 * 16, column = warp % 2 * 16;
  for (int step = 0; step < kStages - 1; ++step)
    load(step);
  for (int step = 0; step < steps; ++step) {
    __pipeline_wait_prior(kStages - 2);
    __syncthreads();
    load(step + kStages - 1);
    int stage = step % kStages;
    for (int depth = 0; depth < kTile; depth += 16) {
      unsigned l[4], r[4];
      asm volatile(
          "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
          : "=r"(l[0]), "=r"(l[1]), "=r"(l[2]), "=r"(l[3])
          : "r"(
              sharedAddress(&as[stage][row + lane % 16][depth + lane / 16 * 8]))
          : "memory");
      asm volatile(
          "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, "
          "[%4];"
          : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
          : "r"(sharedAddress(
              &bs[stage][depth + lane % 16][column + lane / 16 * 8]))
          : "memory");
      for (int half = 0; half < 2; ++half)
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
            "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(d[half][0]), "+f"(d[half][1]), "+f"(d[half][2]),
              "+f"(d[half][3])
            : "r"(l[0]), "r"(l[1]), "r"(l[2]), "r"(l[3]), "r"(r[2 * half]),
              "r"(r[2 * half + 1]));
    }
  }
  __pipeline_wait_prior(0);
  for (int half = 0; half < 2; ++half)
    for (int i = 0; i < 4; ++i) {
      int y = rowOfBlock + row + lane / 4 + i / 2 * 8;
      int x = columnOfBlock + column + half * 8 + lane % 4 * 2 + i % 2;
      c[y * n + x] = d[half][i];
    }
}
#endif

/// Matrix-vector product, a warp for each row, vectors of four; then the outer
/// product of the result with itself by other threads of the block.
KERNEL matvec(const float *matrix, const float *vector, float *result,
              float *outer, int columns) {
  __shared__ float products[8];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const float4 *row = reinterpret_cast<const float4 *>(matrix + warp * columns);
  const float4 *by = reinterpret_cast<const float4 *>(vector);
  float sum = 0;
  for (int i = lane; i < columns / 4; i += 32) {
    float4 l = row[i], r = by[i];
    sum += l.x * r.x + l.y * r.y + l.z * r.z + l.w * r.w;
  }
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __shfl_xor_sync(kAllLanes, sum, offset);
  if (lane == 0)
    result[warp] = products[warp] = sum;
  __syncthreads();
  if (threadIdx.x < 64)
    outer[threadIdx.x] = products[threadIdx.x / 8] * products[threadIdx.x % 8];
}
