//===- warpgroups.cu - Products of warp groups -----------------*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles of shared memory have rows of 128 bytes in the 128-byte swizzle, so
// that a step along k by 32 bytes adds 2 to a descriptor, and eight rows are
// 1024 bytes.
//
//===----------------------------------------------------------------------===//

#include "common.h"
#include <cstdint>

__device__ inline uint32_t sharedAddress(const void *pointer) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(pointer));
}

/// Offsets are in bytes.
__device__ inline uint64_t descriptorOf(const void *tile, uint32_t leading,
                                        uint32_t stride, uint64_t mode = 1) {
  return uint64_t((sharedAddress(tile) & 0x3FFFF) >> 4) |
         uint64_t(leading >> 4) << 16 | uint64_t(stride >> 4) << 32 |
         mode << 62;
}

/// Registers of products: what computes them stays before the fence.
template <int count> __device__ inline void fenceGroup(uint32_t (&d)[count]) {
#pragma unroll
  for (int i = 0; i < count; ++i)
    asm volatile("" : "+r"(d[i])::"memory");
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ inline void commitGroup() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
template <int count> __device__ inline void waitGroups() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(count) : "memory");
}
__device__ inline void fenceProxy() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

#define ACCUMULATORS(c)                                                        \
  "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]),      \
      "+r"(d[6]), "+r"(d[7]), "+r"(d[8]), "+r"(d[9]), "+r"(d[10]),             \
      "+r"(d[11]), "+r"(d[12]), "+r"(d[13]), "+r"(d[14]), "+r"(d[15])

/// A product with n = 32, whose 16 accumulators are words.
#define PRODUCT(name, shape, rest)                                             \
  __device__ inline void name(uint32_t (&d)[16], uint64_t a, uint64_t b) {     \
    asm volatile("wgmma.mma_async.sync.aligned." shape                         \
                 " {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, "   \
                 "%13, %14, %15}, %16, %17, 1" rest ";"                        \
                 : ACCUMULATORS()                                              \
                 : "l"(a), "l"(b));                                            \
  }
PRODUCT(multiplyHalves, "m64n32k16.f32.f16.f16", ", 1, 1, 0, 0")
PRODUCT(multiplyTransposed, "m64n32k16.f32.bf16.bf16", ", 1, -1, 0, 1")
PRODUCT(multiplyTf32, "m64n32k8.f32.tf32.tf32", ", 1, 1")
PRODUCT(multiplyFp8, "m64n32k32.f32.e4m3.e5m2", ", -1, -1")
PRODUCT(multiplyBytes, "m64n32k32.s32.s8.u8", "")

__device__ inline void multiplyFragment(uint32_t (&d)[16],
                                        const uint32_t (&a)[4], uint64_t b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {%0, %1, "
               "%2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, "
               "%15}, {%16, %17, %18, %19}, %20, 1, 1, 1, 1;"
               : ACCUMULATORS()
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}

/// Copies rows of 128 bytes, swizzled.
__device__ inline void copyTile(unsigned char *tile, const void *source,
                                int rows, size_t bytesOfRow) {
  for (int i = threadIdx.x % 128; i < rows * 8; i += 128) {
    int row = i / 8, cell = i % 8;
    const char *from = static_cast<const char *>(source) + row * bytesOfRow;
    *reinterpret_cast<int4 *>(tile + row * 128 + (cell ^ row % 8) * 16) =
        *reinterpret_cast<const int4 *>(from + cell * 16);
  }
}

/// What a thread has of 64 x 32 sums.
template <typename T>
__device__ inline void storeSums(T *c, int n, const uint32_t (&d)[16]) {
  int warp = threadIdx.x % 128 / 32, lane = threadIdx.x % 32;
  for (int i = 0; i < 16; ++i) {
    int row = 16 * warp + lane / 4 + i / 2 % 2 * 8;
    int column = i / 4 * 8 + lane % 4 * 2 + i % 2;
    c[row * n + column] = reinterpret_cast<const T &>(d[i]);
  }
}

struct alignas(1024) Stage {
  unsigned char a[64 * 128], b[32 * 128];
};

/// C = A * B, with B by columns: both K-major. Two stages, the product of one
/// in flight while the other one is filled.
template <auto multiply, typename C>
__device__ inline void multiplyPipelined(const void *a, const void *b, C *c,
                                         int bytesOfK, int n) {
  __shared__ Stage stages[2];
  const char *left =
      static_cast<const char *>(a) + size_t(blockIdx.y) * 64 * bytesOfK;
  const char *right =
      static_cast<const char *>(b) + size_t(blockIdx.x) * 32 * bytesOfK;
  uint32_t d[16] = {};
  for (int i = 0; i < bytesOfK / 128; ++i) {
    Stage &stage = stages[i % 2];
    copyTile(stage.a, left + i * 128, 64, bytesOfK);
    copyTile(stage.b, right + i * 128, 32, bytesOfK);
    fenceProxy();
    __syncthreads();
    fenceGroup(d);
    uint64_t ofA = descriptorOf(stage.a, 16, 1024);
    uint64_t ofB = descriptorOf(stage.b, 16, 1024);
#pragma unroll
    for (int k = 0; k < 4; ++k)
      multiply(d, ofA + 2 * k, ofB + 2 * k);
    commitGroup();
    waitGroups<1>();
  }
  waitGroups<0>();
  storeSums(c + (blockIdx.y * 64 * n + blockIdx.x * 32), n, d);
}

KERNEL group_f16(const void *a, const void *b, float *c, int bytesOfK, int n) {
  multiplyPipelined<multiplyHalves>(a, b, c, bytesOfK, n);
}
KERNEL group_tf32(const void *a, const void *b, float *c, int bytesOfK, int n) {
  multiplyPipelined<multiplyTf32>(a, b, c, bytesOfK, n);
}
KERNEL group_fp8(const void *a, const void *b, float *c, int bytesOfK, int n) {
  multiplyPipelined<multiplyFp8>(a, b, c, bytesOfK, n);
}
KERNEL group_bytes(const void *a, const void *b, int *c, int bytesOfK, int n) {
  multiplyPipelined<multiplyBytes>(a, b, c, bytesOfK, n);
}

/// B by rows, N-major: 32 columns are half a line of the 64-byte swizzle's
/// tile, which here has 64 bytes for each k.
KERNEL group_transposed(const void *a, const unsigned char *b, float *c) {
  __shared__ alignas(1024) unsigned char left[64 * 128];
  __shared__ alignas(1024) unsigned char right[64 * 64];
  copyTile(left, a, 64, 128);
  for (int i = threadIdx.x; i < 64 * 4; i += 128) {
    int row = i / 4, cell = i % 4;
    *reinterpret_cast<int4 *>(right + row * 64 + (cell ^ row / 2 % 4) * 16) =
        *reinterpret_cast<const int4 *>(b + i * 16);
  }
  fenceProxy();
  __syncthreads();
  uint32_t d[16] = {};
  fenceGroup(d);
#pragma unroll
  for (int k = 0; k < 4; ++k)
    multiplyTransposed(d, descriptorOf(left, 16, 1024) + 2 * k,
                       descriptorOf(right + 1024 * k, 16, 512, 2));
  commitGroup();
  waitGroups<0>();
  storeSums(c, 32, d);
}

/// Sums of 64 x 32 as f16: an A of two steps along k, which stays before the
/// fence of its product.
__device__ inline void packHalves(const uint32_t (&d)[16],
                                  uint32_t (&halves)[2][4]) {
#pragma unroll
  for (int i = 0; i < 8; ++i)
    asm volatile("cvt.rn.f16x2.f32 %0, %1, %2;"
                 : "=r"(halves[i / 4][i % 4])
                 : "f"(__uint_as_float(d[2 * i + 1])),
                   "f"(__uint_as_float(d[2 * i]))
                 : "memory");
}

/// (A * B) * C, as in attention: the sums of the first product, as f16, are A
/// of the second one. B by columns, 32 of them; C by rows, of 32 elements.
KERNEL group_chain(const void *a, const void *b, const unsigned char *c,
                   float *result) {
  __shared__ Stage stage;
  __shared__ alignas(1024) unsigned char last[32 * 64];
  copyTile(stage.a, a, 64, 128);
  copyTile(stage.b, b, 32, 128);
  for (int i = threadIdx.x; i < 32 * 4; i += 128) {
    int row = i / 4, cell = i % 4;
    *reinterpret_cast<int4 *>(last + row * 64 + (cell ^ row / 2 % 4) * 16) =
        *reinterpret_cast<const int4 *>(c + i * 16);
  }
  fenceProxy();
  __syncthreads();
  uint32_t d[16] = {}, sums[16] = {};
  fenceGroup(d);
#pragma unroll
  for (int k = 0; k < 4; ++k)
    multiplyHalves(d, descriptorOf(stage.a, 16, 1024) + 2 * k,
                   descriptorOf(stage.b, 16, 1024) + 2 * k);
  commitGroup();
  waitGroups<0>();
  uint32_t halves[2][4];
  packHalves(d, halves);
  fenceGroup(sums);
#pragma unroll
  for (int k = 0; k < 2; ++k)
    multiplyFragment(sums, halves[k],
                     descriptorOf(last + 1024 * k, 16, 512, 2));
  commitGroup();
  waitGroups<0>();
  storeSums(result, 32, sums);
}

__device__ inline void waitFor(uint64_t *barrier, uint32_t parity) {
  asm volatile("{\n.reg .pred p;\n"
               "L: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
               "@!p bra L;\n}" ::"r"(sharedAddress(barrier)),
               "r"(parity)
               : "memory");
}

/// Brings tiles to stages, each when all consumers have left it; for one
/// thread.
template <int stageCount, int bytes>
__device__ inline void produceTiles(unsigned char (&stages)[stageCount][bytes],
                                    uint64_t *full, uint64_t *empty,
                                    const unsigned char *tiles, int count) {
#pragma unroll 1
  for (int i = 0; i < count; ++i) {
    int at = i % stageCount;
    waitFor(&empty[at], i / stageCount % 2 ^ 1);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
                     sharedAddress(&full[at])),
                 "r"(bytes)
                 : "memory");
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
        "[%0], [%1], %2, [%3];" ::"r"(sharedAddress(stages[at])),
        "l"(tiles + size_t(i) * bytes), "r"(bytes),
        "r"(sharedAddress(&full[at]))
        : "memory");
  }
}

/// For one thread: `consumers` warp groups leave each stage.
template <int stageCount>
__device__ inline void initStages(uint64_t (&full)[stageCount],
                                  uint64_t (&empty)[stageCount],
                                  int consumers) {
  for (int i = 0; i < stageCount; ++i) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(
        sharedAddress(&full[i])));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(
                     sharedAddress(&empty[i])),
                 "r"(consumers));
  }
}

/// All four warps have executed the product, or its wait would not be over.
__device__ inline void leaveStage(uint64_t *empty) {
  if (threadIdx.x % 128 == 0)
    asm volatile(
        "mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sharedAddress(empty))
        : "memory");
}

/// One producer and two consumers, each a warp group; the first gives registers
/// to the others. Tiles have no swizzle and come as they lie in memory: 64 rows
/// of A for each consumer and 32 of B, in cells of 8 rows and 16 bytes.
extern "C" __global__ void __launch_bounds__(384, 1)
    group_specialised(const unsigned char *tiles, float *c, int count) {
  constexpr int kStages = 3, kCells = 1024, kBytes = 2 * 2 * kCells + kCells;
  __shared__ alignas(128) unsigned char stages[kStages][kBytes];
  __shared__ uint64_t full[kStages], empty[kStages];
  int group = threadIdx.x / 128;
  if (threadIdx.x == 0)
    initStages(full, empty, 2);
  __syncthreads();
  if (group == 0) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    if (threadIdx.x == 0)
      produceTiles(stages, full, empty, tiles, count);
    return;
  }
  asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
  uint32_t d[16] = {};
  for (int i = 0; i < count; ++i) {
    int at = i % kStages;
    waitFor(&full[at], i / kStages % 2);
    fenceGroup(d);
    multiplyHalves(
        d, descriptorOf(stages[at] + (group - 1) * 2 * kCells, 1024, 128, 0),
        descriptorOf(stages[at] + 4 * kCells, 512, 128, 0));
    commitGroup();
    waitGroups<0>();
    leaveStage(&empty[at]);
  }
  storeSums(c + (group - 1) * 64 * 32, 32, d);
}

__device__ inline void multiplyWeights(uint32_t (&d)[16],
                                       const uint32_t (&a)[4], uint64_t b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 {%0, %1, "
               "%2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, "
               "%15}, {%16, %17, %18, %19}, %20, 1, 1, 1, 0;"
               : ACCUMULATORS()
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}

/// Scores of 64 x 32 become weights relative to the greatest score of their
/// row so far; what was summed relative to an older one is scaled.
__device__ inline void soften(uint32_t (&d)[16], uint32_t (&sums)[2][16],
                              float (&most)[2], float (&total)[2]) {
  constexpr float scale = 1.44269504f / 8; // log2(e) / sqrt(64)
#pragma unroll
  for (int row = 0; row < 2; ++row) {
    float top = most[row];
#pragma unroll
    for (int j = 0; j < 8; ++j)
      top = fmaxf(top, __uint_as_float(d[j / 2 * 4 + row * 2 + j % 2]));
    top = fmaxf(top, __shfl_xor_sync(kAllLanes, top, 1));
    top = fmaxf(top, __shfl_xor_sync(kAllLanes, top, 2));
    float change = exp2f((most[row] - top) * scale);
    most[row] = top;
    total[row] *= change;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      int at = j / 2 * 4 + row * 2 + j % 2;
      float weight = exp2f((__uint_as_float(d[at]) - top) * scale);
      total[row] += weight;
      d[at] = __float_as_uint(weight);
      for (int half = 0; half < 2; ++half)
        sums[half][at] =
            __float_as_uint(__uint_as_float(sums[half][at]) * change);
    }
  }
}

/// Attention of 128 queries of 64 elements for each block: two warp groups have
/// 64 queries each, and one more warp brings tiles of 32 keys and, by columns,
/// of their values. Nothing is swizzled; cells are as in group_specialised.
extern "C" __global__ void __launch_bounds__(288, 1)
    group_attention(const unsigned char *q, const unsigned char *tiles,
                    float *result, int count) {
  constexpr int kStages = 2, kKeys = 32 * 128;
  __shared__ alignas(128) unsigned char queries[2][64 * 128];
  __shared__ alignas(128) unsigned char stages[kStages][2 * kKeys];
  __shared__ uint64_t full[kStages], empty[kStages];
  if (threadIdx.x == 0)
    initStages(full, empty, 2);
  __syncthreads();
  if (threadIdx.x >= 256) {
    if (threadIdx.x == 256)
      produceTiles(stages, full, empty, tiles, count);
    return;
  }
  int group = threadIdx.x / 128;
  size_t first = blockIdx.x * 128 + group * 64;
  for (int i = threadIdx.x % 128; i < 64 * 8; i += 128)
    *reinterpret_cast<int4 *>(&queries[group][i % 8 * 1024 + i / 8 * 16]) =
        *reinterpret_cast<const int4 *>(q + first * 128 + i * 16);
  fenceProxy();
  asm volatile("barrier.sync %0, 128;" ::"r"(group + 1) : "memory");
  uint32_t sums[2][16] = {};
  float most[2] = {-INFINITY, -INFINITY}, total[2] = {};
  for (int i = 0; i < count; ++i) {
    int at = i % kStages;
    waitFor(&full[at], i / kStages % 2);
    uint32_t d[16] = {};
    fenceGroup(d);
#pragma unroll
    for (int k = 0; k < 4; ++k)
      multiplyHalves(d, descriptorOf(&queries[group][2048 * k], 1024, 128, 0),
                     descriptorOf(&stages[at][1024 * k], 512, 128, 0));
    commitGroup();
    waitGroups<0>();
    soften(d, sums, most, total);
    uint32_t weights[2][4];
    packHalves(d, weights);
    fenceGroup(sums[0]);
    fenceGroup(sums[1]);
#pragma unroll
    for (int k = 0; k < 4; ++k)
      multiplyWeights(sums[k / 2], weights[k % 2],
                      descriptorOf(&stages[at][kKeys + 1024 * k], 512, 128, 0));
    commitGroup();
    waitGroups<0>();
    leaveStage(&empty[at]);
  }
  for (int row = 0; row < 2; ++row) {
    total[row] += __shfl_xor_sync(kAllLanes, total[row], 1);
    total[row] += __shfl_xor_sync(kAllLanes, total[row], 2);
  }
  for (int half = 0; half < 2; ++half) {
    for (int i = 0; i < 16; ++i)
      sums[half][i] =
          __float_as_uint(__uint_as_float(sums[half][i]) / total[i / 2 % 2]);
    storeSums(result + first * 64 + half * 32, 64, sums[half]);
  }
}
