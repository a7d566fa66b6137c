// A program of the CUDA runtime: how far it comes.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *out) { out[threadIdx.x] = threadIdx.x; }

int main() {
  int *out = nullptr;
  cudaError_t error = cudaMalloc(&out, 128);
  printf("cudaMalloc: %s\n", cudaGetErrorName(error));
  fill<<<1, 32>>>(out);
  error = cudaDeviceSynchronize();
  printf("cudaDeviceSynchronize: %s\n", cudaGetErrorName(error));
}
