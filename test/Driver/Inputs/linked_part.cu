//===- linked_part.cu - What linked_main.cu calls -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cuda_runtime.h>

__device__ int calls;
__device__ int twice(int value) {
  atomicAdd(&calls, 1);
  return 2 * value;
}

int numberOfCalls() {
  int count = 0;
  cudaMemcpyFromSymbol(&count, calls, sizeof count);
  return count;
}
