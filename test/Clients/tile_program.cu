//===- tile_program.cu - A program with both kinds of kernels -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile kernel and one of threads, launched by <<<...>>> one after the other.
// test_tile_cpp.py runs it.
//
//===----------------------------------------------------------------------===//

#include "cuda_tile.h"
#include <cstdio>

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void axpy(const float *x, float *y, float a, int n) {
  ct::partition_view from{ct::tensor_span{x, ct::extents{n}}, ct::shape{256_ic}};
  ct::partition_view to{ct::tensor_span{y, ct::extents{n}}, ct::shape{256_ic}};
  int i = ct::bid().x;
  to.store_masked(from.load_masked(i) * a + to.load_masked(i), i);
}

__global__ void addOne(float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += 1;
}

int main() {
  const int n = 1000;
  float values[n], *x, *y;
  for (int i = 0; i < n; ++i)
    values[i] = i;
  cudaMalloc(&x, sizeof values);
  cudaMalloc(&y, sizeof values);
  cudaMemcpy(x, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemcpy(y, values, sizeof values, cudaMemcpyHostToDevice);
  axpy<<<4, 1>>>(x, y, 3.0f, n);
  addOne<<<8, 128>>>(y, n);
  cudaError_t error = cudaMemcpy(values, y, sizeof values, cudaMemcpyDeviceToHost);
  int right = 0;
  for (int i = 0; i < n; ++i)
    right += values[i] == 4 * i + 1;
  printf("%s: %d of %d are right\n", cudaGetErrorString(error), right, n);
}
