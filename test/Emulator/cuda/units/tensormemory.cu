//===- tensormemory.cu - Products in tensor memory -------------*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks of 128 threads multiply 128 x 32 sums. Tiles of shared memory have
// rows of 128 bytes in the 128-byte swizzle, so that a step along k by 32 bytes
// adds 2 to a descriptor.
//
//===----------------------------------------------------------------------===//

#include "common.h"
#include <cstdint>

constexpr int kColumns = 32;

__device__ inline uint32_t sharedAddress(const void *pointer) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(pointer));
}

/// Eight rows are 1024 bytes.
__device__ inline uint64_t descriptorOf(const void *tile) {
  return uint64_t((sharedAddress(tile) & 0x3FFFF) >> 4) | uint64_t(1) << 16 |
         uint64_t(1024 >> 4) << 32 | uint64_t(1) << 46 | uint64_t(2) << 61;
}

/// Copies rows of 128 bytes, swizzled.
__device__ inline void copyTile(unsigned char *tile, const char *source,
                                int rows, size_t bytesOfRow) {
  for (int i = threadIdx.x; i < rows * 8; i += 128) {
    int row = i / 8, cell = i % 8;
    *reinterpret_cast<int4 *>(tile + row * 128 + (cell ^ row % 8) * 16) =
        *reinterpret_cast<const int4 *>(source + row * bytesOfRow + cell * 16);
  }
}

__device__ inline void waitFor(const uint64_t *barrier, uint32_t parity) {
  asm volatile("{\n.reg .pred p;\n"
               "L: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
               "@!p bra L;\n}" ::"r"(sharedAddress(barrier)),
               "r"(parity)
               : "memory");
}

template <bool isHalf>
__device__ inline void multiply(uint32_t sums, uint64_t a, uint64_t b,
                                uint32_t descriptor, bool accumulates) {
  if (isHalf)
    asm volatile(
        "{\n.reg .pred p;\nsetp.ne.u32 p, %4, 0;\n"
        "tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;\n}" ::"r"(
            sums),
        "l"(a), "l"(b), "r"(descriptor), "r"(int(accumulates))
        : "memory");
  else
    asm volatile(
        "{\n.reg .pred p;\nsetp.ne.u32 p, %4, 0;\n"
        "tcgen05.mma.cta_group::1.kind::i8 [%0], %1, %2, %3, p;\n}" ::"r"(sums),
        "l"(a), "l"(b), "r"(descriptor), "r"(int(accumulates))
        : "memory");
}

struct alignas(1024) Stage {
  unsigned char a[128 * 128], b[kColumns * 128];
};

/// C = A * B, with B by columns. Two stages: one is filled while products of
/// the other one are in flight; an mbarrier for each tells when they are over.
template <bool isHalf, typename C>
__device__ inline void multiplyInTensorMemory(const char *a, const char *b,
                                              C *c, int bytesOfK,
                                              uint32_t types) {
  __shared__ Stage stages[2];
  __shared__ uint64_t over[2];
  __shared__ uint32_t place;
  if (threadIdx.x < 32) {
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 "
                 "[%0], 32;" ::"r"(sharedAddress(&place))
                 : "memory");
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
  }
  if (threadIdx.x == 0)
    for (uint64_t &barrier : over)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(
          sharedAddress(&barrier)));
  __syncthreads();
  uint32_t sums = *const_cast<volatile uint32_t *>(&place);
  uint32_t descriptor = types | kColumns / 8 << 17 | 128 / 16 << 24;
  int count = bytesOfK / 128;
  for (int i = 0; i < count; ++i) {
    if (i >= 2)
      waitFor(&over[i % 2], (i / 2 - 1) % 2);
    Stage &stage = stages[i % 2];
    copyTile(stage.a, a + i * 128 + size_t(blockIdx.y) * 128 * bytesOfK, 128,
             bytesOfK);
    copyTile(stage.b, b + i * 128 + size_t(blockIdx.x) * kColumns * bytesOfK,
             kColumns, bytesOfK);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x != 0)
      continue;
    for (int k = 0; k < 4; ++k)
      multiply<isHalf>(sums, descriptorOf(stage.a) + 2 * k,
                       descriptorOf(stage.b) + 2 * k, descriptor, i || k);
    asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::"
                 "cluster.b64 [%0];" ::"r"(sharedAddress(&over[i % 2]))
                 : "memory");
  }
  waitFor(&over[(count - 1) % 2], (count - 1) / 2 % 2);
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  int row = blockIdx.y * 128 + threadIdx.x;
  C *to = c + (size_t(row) * gridDim.x + blockIdx.x) * kColumns;
  for (int i = 0; i < kColumns; i += 8) {
    uint32_t d[8];
    asm volatile(
        "tcgen05.ld.sync.aligned.32x32b.x8.b32 {%0, %1, %2, %3, %4, %5, %6, "
        "%7}, [%8];"
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]), "=r"(d[4]),
          "=r"(d[5]), "=r"(d[6]), "=r"(d[7])
        : "r"(sums + (threadIdx.x / 32 << 21) + i)
        : "memory");
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
    for (int j = 0; j < 8; ++j)
      to[i + j] = reinterpret_cast<const C &>(d[j]);
  }
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
  __syncthreads();
  if (threadIdx.x < 32)
    asm volatile(
        "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 32;" ::"r"(sums));
}

KERNEL tensor_f16(const char *a, const char *b, float *c, int bytesOfK) {
  multiplyInTensorMemory<true>(a, b, c, bytesOfK, 1 << 4);
}
/// A is negated.
KERNEL tensor_bf16(const char *a, const char *b, float *c, int bytesOfK) {
  multiplyInTensorMemory<true>(a, b, c, bytesOfK,
                               1 << 4 | 1 << 7 | 1 << 10 | 1 << 13);
}
/// Signed by unsigned.
KERNEL tensor_bytes(const char *a, const char *b, int *c, int bytesOfK) {
  multiplyInTensorMemory<false>(a, b, c, bytesOfK, 2 << 4 | 1 << 7);
}
