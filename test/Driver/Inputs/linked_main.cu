//===- linked_main.cu - A kernel whose code lies in two objects -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cuda_runtime.h>

extern __device__ int twice(int value);
int numberOfCalls();

__global__ void kernel(int *values) {
  values[threadIdx.x] = twice(threadIdx.x);
}

int main() {
  int *device, values[32] = {};
  cudaMalloc(&device, sizeof values);
  kernel<<<1, 32>>>(device);
  cudaError_t error = cudaGetLastError();
  cudaMemcpy(values, device, sizeof values, cudaMemcpyDeviceToHost);
  printf("%s: %d, %d calls\n", cudaGetErrorString(error), values[31],
         numberOfCalls());
}
