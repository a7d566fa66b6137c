//===- floats.cu - Floating-point, narrow formats --------------*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "common.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

/// Arithmetic of f16, alone and in pairs.
KERNEL half_arithmetic(const __half *as, const __half *bs, __half *results,
                       int count) {
  int i = globalThread();
  if (i >= count)
    return;
  __half a = as[i], b = bs[i], *mine = results + 12 * i;
  mine[0] = __hadd(a, b);
  mine[1] = __hsub(a, b);
  mine[2] = __hmul(a, b);
  mine[3] = __hfma(a, b, a);
  mine[4] = __hmin(a, b);
  mine[5] = __hmax(a, b);
  mine[6] = __habs(__hneg(a));
  mine[7] = __hadd_sat(a, b);
  mine[8] = hfloor(a);
  mine[9] = hrint(b);
  mine[10] = __float2half_rn(float(a) * 1.0009765f);
  mine[11] = __float2half_rz(float(a) * 1.0009765f);
}

KERNEL half_pairs(const __half2 *as, const __half2 *bs, __half2 *results,
                  unsigned *flags, int count) {
  int i = globalThread();
  if (i >= count)
    return;
  __half2 a = as[i], b = bs[i], *mine = results + 6 * i;
  mine[0] = __hadd2(a, b);
  mine[1] = __hfma2(a, b, b);
  mine[2] = __lowhigh2highlow(__hsub2(a, b));
  mine[3] = __hmin2(a, b);
  mine[4] = __floats2half2_rn(__low2float(a) + 0.5f, __high2float(b) * 3.0f);
  mine[5] = __hmul2(__low2half2(a), __high2half2(b));
  flags[i] = __hbgt2(a, b) | __hbeq2(a, a) << 1 | __hlt(a.x, b.x) << 2 |
             __hisnan(b.y) << 3 | __hgeu(a.y, b.y) << 4;
}

/// bf16: by the instructions of sm_80, or those of sm_90.
#if __CUDA_ARCH__ >= 800
KERNEL bfloat_arithmetic(const __nv_bfloat16 *as, const __nv_bfloat16 *bs,
                         __nv_bfloat16 *results, int count) {
  int i = globalThread();
  if (i >= count)
    return;
  __nv_bfloat16 a = as[i], b = bs[i], *mine = results + 8 * i;
  mine[0] = __hadd(a, b);
  mine[1] = __hsub(a, b);
  mine[2] = __hmul(a, b);
  mine[3] = __hfma(a, b, a);
  mine[4] = __hmin(a, b);
  mine[5] = __hmax(a, b);
  mine[6] = __float2bfloat16_rn(__bfloat162float(a) * 1.01f);
  mine[7] = __int2bfloat16_rn(int(i * 12345));
}
#endif

/// Conversions to eight bits and back.
KERNEL narrow_conversions(const float *values, unsigned char *e4m3,
                          unsigned char *e5m2, float *back, int count) {
  int i = globalThread();
  if (i >= count)
    return;
  e4m3[i] = __nv_cvt_float_to_fp8(values[i], __NV_SATFINITE, __NV_E4M3);
  e5m2[i] = __nv_cvt_float_to_fp8(values[i], __NV_SATFINITE, __NV_E5M2);
  __half_raw first = __nv_cvt_fp8_to_halfraw(i & 255, __NV_E4M3);
  __half_raw second = __nv_cvt_fp8_to_halfraw(i & 255, __NV_E5M2);
  back[2 * i] = __half2float(__half(first));
  back[2 * i + 1] = __half2float(__half(second));
}

/// Every rounding mode of float and double arithmetic.
KERNEL rounding_modes(const float *as, const float *bs, float *results,
                      double *doubles, int count) {
  int i = globalThread();
  if (i >= count)
    return;
  float a = as[i], b = bs[i], *mine = results + 16 * i;
  mine[0] = __fadd_rn(a, b), mine[1] = __fadd_rz(a, b);
  mine[2] = __fadd_ru(a, b), mine[3] = __fadd_rd(a, b);
  mine[4] = __fmul_rn(a, b), mine[5] = __fmul_rz(a, b);
  mine[6] = __fmul_ru(a, b), mine[7] = __fmul_rd(a, b);
  mine[8] = __fdiv_rn(a, b), mine[9] = __fdiv_rz(a, b);
  mine[10] = __fdiv_ru(a, b), mine[11] = __fdiv_rd(a, b);
  mine[12] = __fmaf_rn(a, b, a), mine[13] = __fmaf_rz(a, b, a);
  mine[14] = __fmaf_ru(a, b, a), mine[15] = __fmaf_rd(a, b, a);
  double x = double(a) * b, y = double(b) / 3, *wide = doubles + 8 * i;
  wide[0] = __dadd_rn(x, y), wide[1] = __dadd_rz(x, y);
  wide[2] = __dmul_ru(x, y), wide[3] = __dmul_rd(x, y);
  wide[4] = __ddiv_rn(x, y), wide[5] = __ddiv_ru(x, y);
  wide[6] = __fma_rz(x, y, x), wide[7] = __fma_rd(x, y, x);
}

/// Conversions between all numbers, at their borders.
KERNEL conversions(const double *values, long long *integers, float *floats,
                   int count) {
  int i = globalThread();
  if (i >= count)
    return;
  double v = values[i];
  float f = float(v);
  long long *mine = integers + 12 * i;
  mine[0] = __double2int_rz(v);
  mine[1] = __double2int_rn(v);
  mine[2] = __double2ll_rd(v);
  mine[3] = __double2ll_ru(v);
  mine[4] = __double2uint_rz(v);
  mine[5] = (long long)__double2ull_rn(v);
  mine[6] = __float2int_rn(f);
  mine[7] = __float2uint_ru(f);
  mine[8] = __float2ll_rz(f);
  mine[9] = __float_as_int(__double2float_rd(v));
  mine[10] = __float_as_int(__double2float_ru(v));
  mine[11] = __double2hiint(v) ^ __double2loint(v);
  float *singles = floats + 4 * i;
  long long whole = mine[2];
  singles[0] = __ll2float_rn(whole);
  singles[1] = __ll2float_rz(whole);
  singles[2] = __ull2float_ru(whole);
  singles[3] = __int2float_rd(int(whole));
}

/// Bodies that attract one another: tiles in shared memory. Integers as floats,
/// and a force without a root, keep every bit known.
KERNEL bodies(const float4 *bodies, float3 *forces, int count) {
  __shared__ float4 tile[64];
  int index = globalThread();
  float4 me = bodies[index];
  float3 force = make_float3(0, 0, 0);
  for (int start = 0; start < count; start += 64) {
    tile[threadIdx.x] = bodies[start + threadIdx.x];
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < 64; ++k) {
      float4 other = tile[k];
      float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      float weight = other.w * me.w;
      force.x += dx * weight;
      force.y += dy * weight;
      force.z += dz * weight;
    }
    __syncthreads();
  }
  forces[index] = force;
}

/// A transform of 256 points over the integers modulo 65537 would be exact;
/// this is the usual one, of complex numbers, in shared memory, in double.
KERNEL fourier(const double2 *input, const double2 *roots, double2 *output) {
  __shared__ double2 data[256];
  int thread = threadIdx.x;
  for (int k = 0; k < 2; ++k) {
    int at = thread + k * 128;
    data[__brev(at) >> 24] = input[blockIdx.x * 256 + at];
  }
  __syncthreads();
  for (int half = 1; half < 256; half *= 2) {
    int group = thread / half, place = thread % half;
    int low = group * 2 * half + place, high = low + half;
    double2 w = roots[place * (128 / half)], a = data[low], b = data[high];
    double2 t = make_double2(w.x * b.x - w.y * b.y, w.x * b.y + w.y * b.x);
    data[low] = make_double2(a.x + t.x, a.y + t.y);
    data[high] = make_double2(a.x - t.x, a.y - t.y);
    __syncthreads();
  }
  for (int k = 0; k < 2; ++k)
    output[blockIdx.x * 256 + thread + k * 128] = data[thread + k * 128];
}

/// L and U of a matrix with a diagonal that dominates, in one block.
KERNEL decompose_lu(double *matrix, int size) {
  extern __shared__ double a[];
  for (int i = threadIdx.x; i < size * size; i += blockDim.x)
    a[i] = matrix[i];
  __syncthreads();
  for (int k = 0; k < size; ++k) {
    for (int row = k + 1 + threadIdx.x; row < size; row += blockDim.x)
      a[row * size + k] /= a[k * size + k];
    __syncthreads();
    int rest = size - k - 1;
    for (int i = threadIdx.x; i < rest * rest; i += blockDim.x) {
      int row = k + 1 + i / rest, column = k + 1 + i % rest;
      a[row * size + column] -= a[row * size + k] * a[k * size + column];
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < size * size; i += blockDim.x)
    matrix[i] = a[i];
}

KERNEL decompose_cholesky(float *matrix, int size) {
  for (int k = 0; k < size; ++k) {
    if (threadIdx.x == 0)
      matrix[k * size + k] = sqrtf(matrix[k * size + k]);
    __syncthreads();
    for (int row = k + 1 + threadIdx.x; row < size; row += blockDim.x)
      matrix[row * size + k] /= matrix[k * size + k];
    __syncthreads();
    for (int row = k + 1 + threadIdx.x; row < size; row += blockDim.x)
      for (int column = k + 1; column <= row; ++column)
        matrix[row * size + column] -=
            matrix[row * size + k] * matrix[column * size + k];
    __syncthreads();
  }
}

/// One step of k-means: the nearest centre, sums by atomics in shared memory.
KERNEL cluster(const float2 *points, const float2 *centres, int *nearest,
               float *sums, int *sizes, int count, int clusters) {
  __shared__ float mine[16][2];
  __shared__ int members[16];
  for (int i = threadIdx.x; i < clusters; i += blockDim.x) {
    mine[i][0] = mine[i][1] = 0;
    members[i] = 0;
  }
  __syncthreads();
  for (int i = globalThread(); i < count; i += gridThreads()) {
    float2 point = points[i];
    float least = INFINITY;
    int best = 0;
    for (int c = 0; c < clusters; ++c) {
      float dx = point.x - centres[c].x, dy = point.y - centres[c].y;
      float distance = dx * dx + dy * dy;
      if (distance < least) {
        least = distance;
        best = c;
      }
    }
    nearest[i] = best;
    atomicAdd(&mine[best][0], point.x);
    atomicAdd(&mine[best][1], point.y);
    atomicAdd(&members[best], 1);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < clusters; i += blockDim.x) {
    atomicAdd(&sums[2 * i], mine[i][0]);
    atomicAdd(&sums[2 * i + 1], mine[i][1]);
    atomicAdd(&sizes[i], members[i]);
  }
}

/// Sparse matrix in rows by a vector: a warp for each row.
KERNEL sparse_matvec(const int *offsets, const int *columns,
                     const float *values, const float *vector, float *result,
                     int rows) {
  int row = globalThread() / 32, lane = threadIdx.x % 32;
  if (row >= rows)
    return;
  float sum = 0;
  for (int i = offsets[row] + lane; i < offsets[row + 1]; i += 32)
    sum += values[i] * vector[columns[i]];
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(kAllLanes, sum, offset);
  if (lane == 0)
    result[row] = sum;
}

/// Polynomials by Horner's rule, and compensated sums: no instruction may be
/// fused or reordered where it is forbidden.
KERNEL compensated(const float *values, float *sums, int count) {
  const float *row = values + globalThread() * count;
  float sum = 0, lost = 0, plain = 0, horner = 0;
  for (int i = 0; i < count; ++i) {
    float y = __fsub_rn(row[i], lost), t = __fadd_rn(sum, y);
    lost = __fsub_rn(__fsub_rn(t, sum), y);
    sum = t;
    plain = __fadd_rn(plain, row[i]);
    horner = fmaf(horner, 0.5f, row[i]);
  }
  sums[3 * globalThread()] = sum;
  sums[3 * globalThread() + 1] = plain;
  sums[3 * globalThread() + 2] = horner;
}
