//===- programs.cu - CUDA C++ whose PTX the emulator is tested with -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// programs.ptx is what nvcc makes of this file:
//   nvcc -ptx -arch=sm_80 -lineinfo programs.cu -o programs.ptx
// ProgramTest.cpp runs each kernel and compares with the same computation on
// the host.
//
//===----------------------------------------------------------------------===//

#include <cassert>
#include <cooperative_groups.h>
#include <cstdint>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

extern "C" __global__ void reduce(const int *in, int *out, int n) {
  __shared__ int partial[32];
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    sum += in[i];
  for (int offset = 16; offset; offset /= 2)
    sum += __shfl_xor_sync(~0u, sum, offset);
  if (threadIdx.x % 32 == 0)
    partial[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0;
    for (int offset = 16; offset; offset /= 2)
      sum += __shfl_down_sync(~0u, sum, offset);
    if (threadIdx.x == 0)
      atomicAdd(out, sum);
  }
}

extern "C" __global__ void scan(int *data) {
  extern __shared__ int buffer[];
  int t = threadIdx.x;
  buffer[t] = data[blockIdx.x * blockDim.x + t];
  for (int offset = 1; offset < blockDim.x; offset *= 2) {
    __syncthreads();
    int add = t >= offset ? buffer[t - offset] : 0;
    __syncthreads();
    buffer[t] += add;
  }
  data[blockIdx.x * blockDim.x + t] = buffer[t];
}

extern "C" __global__ void histogram(const uint8_t *in, unsigned *bins, int n) {
  __shared__ unsigned local[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(&local[in[i]], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    atomicAdd(&bins[i], local[i]);
}

extern "C" __global__ void transpose(const float *in, float *out, int width,
                                     int height) {
  __shared__ float tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height)
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;
  if (x < height && y < width)
    out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

extern "C" __global__ void bitonicSort(unsigned *data) {
  __shared__ unsigned keys[256];
  unsigned t = threadIdx.x;
  keys[t] = data[t];
  for (unsigned size = 2; size <= 256; size *= 2)
    for (unsigned stride = size / 2; stride; stride /= 2) {
      __syncthreads();
      unsigned other = t ^ stride;
      if (other > t) {
        bool ascending = (t & size) == 0;
        if ((keys[t] > keys[other]) == ascending) {
          unsigned swap = keys[t];
          keys[t] = keys[other];
          keys[other] = swap;
        }
      }
    }
  __syncthreads();
  data[t] = keys[t];
}

__device__ __noinline__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__device__ __noinline__ int twice(int x) { return 2 * x; }
__device__ __noinline__ int square(int x) { return x * x; }
using Unary = int (*)(int);
__device__ Unary operations[3] = {twice, square, fibonacci};

extern "C" __global__ void callTable(int *out) {
  int t = threadIdx.x;
  out[t] = operations[t % 3](t % 12);
}

struct Pair {
  double a;
  int b[3];
};
__device__ __noinline__ Pair shuffleFields(Pair p, int by) {
  Pair r;
  r.a = p.a * p.b[by % 3];
  for (int i = 0; i < 3; ++i)
    r.b[i] = p.b[(i + by) % 3];
  return r;
}
extern "C" __global__ void structs(Pair in, double *a, int *b) {
  Pair p = shuffleFields(in, threadIdx.x);
  a[threadIdx.x] = p.a;
  b[threadIdx.x] = p.b[0] * 100 + p.b[1] * 10 + p.b[2];
}

extern "C" __global__ void branches(const int *in, int *out) {
  int i = threadIdx.x, x = in[i];
  switch (x % 7) {
  case 0:
    x += 5;
    break;
  case 1:
    while (x > 3)
      x = x % 2 ? 3 * x + 1 : x / 4;
    break;
  case 2:
    x = -x;
    // falls through
  case 3:
    x ^= 0x55;
    break;
  case 5:
    for (int k = 0; k < x % 20; ++k) {
      if (k == 11)
        continue;
      if (k == 15)
        break;
      x += k;
    }
    break;
  default:
    x = __clz(x) + __popc(x) + __brev(x) % 100;
  }
  if (x < 0)
    return;
  out[i] = x;
}

extern "C" __global__ void halves(const __half *a, const __half *b,
                                  __half *out, __nv_bfloat16 *bout, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  __half2 x = __halves2half2(a[i], b[i]), y = __half2half2(b[i]);
  __half2 z = __hfma2(x, y, __hadd2(x, y));
  out[i] = __hmax(__low2half(z), __high2half(z));
  __nv_bfloat16 p = __float2bfloat16(__half2float(a[i]));
  __nv_bfloat16 q = __float2bfloat16(__half2float(b[i]));
  bout[i] = __hsub(__hmul(p, q), p);
}

extern "C" __global__ void tiles(int *out) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
  int value = block.thread_rank();
  for (int offset = tile.size() / 2; offset; offset /= 2)
    value += tile.shfl_down(value, offset);
  if (tile.thread_rank() == 0)
    out[block.thread_rank() / 8] = value;
  unsigned same = __match_any_sync(~0u, block.thread_rank() % 5);
  if (tile.any(block.thread_rank() == 9))
    atomicAdd(&out[block.size() / 8], __popc(same));
}

extern "C" __global__ void doubles(const double *in, double *out) {
  double x = in[threadIdx.x];
  out[threadIdx.x] = __dadd_ru(__ddiv_rd(1.0, x), __dsqrt_rz(x)) +
                     fma(x, x, -x) + floor(x) - trunc(x * 0.5);
}

extern "C" __global__ void speak(int limit) {
  if (threadIdx.x < 2)
    printf("thread %d of %s: %.3f %5u %lld\n", threadIdx.x, "the kernel",
           threadIdx.x * 0.5, 42u, 1ll << 40);
  assert((int)threadIdx.x < limit);
}

extern "C" __global__ void lock(int *mutex, int *counter) {
  bool done = false;
  while (!done) {
    if (atomicCAS(mutex, 0, 1) == 0) {
      __threadfence();
      *(volatile int *)counter = *(volatile int *)counter + 1;
      __threadfence();
      atomicExch(mutex, 0);
      done = true;
    }
  }
}

extern "C" __global__ void outOfBounds(int *data, int n) {
  data[threadIdx.x + (threadIdx.x == 13 ? n : 0)] = 1; // line to be reported
}
