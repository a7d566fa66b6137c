//===- common.h - What the CUDA programs share -----------------*- CUDA -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TEST_EMULATOR_CUDA_COMMON_H
#define TESSERA_TEST_EMULATOR_CUDA_COMMON_H

#include <cstdint>

#define KERNEL extern "C" __global__ void

constexpr unsigned kAllLanes = 0xffffffffu;

/// The number of a thread in its grid, and how many there are: one dimension.
__device__ inline int globalThread() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}
__device__ inline int gridThreads() { return gridDim.x * blockDim.x; }

#endif // TESSERA_TEST_EMULATOR_CUDA_COMMON_H
