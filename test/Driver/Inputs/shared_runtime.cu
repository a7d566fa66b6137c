//===- shared_runtime.cu - A program with <<<…>>> on the runtime ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What programs of nvcc ask of the runtime: launches, variables, copies,
// streams, events, graphs, errors. Prints a line for each part that is right.
//
//===----------------------------------------------------------------------===//

#include <cassert>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

static void require(cudaError_t error, const char *what) {
  if (error != cudaSuccess)
    printf("%s: %s (%s)\n", what, cudaGetErrorName(error),
           cudaGetErrorString(error));
}
#define CHECK(...) require(__VA_ARGS__, #__VA_ARGS__)
static void check(bool isRight, const char *part) {
  printf("%s: %s\n", part, isRight ? "right" : "WRONG");
}

__constant__ int factors[4];
__device__ int counter = 5;
__managed__ int shared[2] = {1, 2};

__global__ void scale(int *values, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    values[i] *= factors[i % 4];
}
__global__ void count(int by) { atomicAdd(&counter, by); }
__global__ void swapShared() {
  int first = shared[0];
  shared[0] = shared[1];
  shared[1] = first;
}
template <typename T> __global__ void reverse(T *values) {
  extern __shared__ char room[];
  T *kept = reinterpret_cast<T *>(room);
  kept[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = kept[blockDim.x - 1 - threadIdx.x];
}
__global__ void fail(int *values) { assert(values[0] == -1); }

static void launches() {
  const int n = 1000, f[] = {1, 2, 3, 4};
  std::vector<int> values(n, 10), result(n);
  int *device;
  CHECK(cudaMalloc(&device, n * sizeof(int)));
  CHECK(cudaMemcpyToSymbol(factors, f, sizeof f));
  CHECK(cudaMemcpy(device, values.data(), n * sizeof(int),
                   cudaMemcpyHostToDevice));
  scale<<<(n + 127) / 128, 128>>>(device, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(result.data(), device, n * sizeof(int),
                   cudaMemcpyDeviceToHost));
  bool isRight = true;
  for (int i = 0; i < n; ++i)
    isRight &= result[i] == 10 * f[i % 4];
  check(isRight, "launches");
  reverse<int><<<1, 256, 256 * sizeof(int)>>>(device);
  int first;
  CHECK(cudaMemcpy(&first, device, sizeof first, cudaMemcpyDefault));
  check(first == 10 * f[255 % 4], "dynamic shared memory");
  CHECK(cudaFree(device));
}

static void variables() {
  count<<<2, 32>>>(3);
  int counted = 0;
  size_t bytes = 0;
  void *address;
  CHECK(cudaMemcpyFromSymbol(&counted, counter, sizeof counted));
  CHECK(cudaGetSymbolSize(&bytes, factors));
  CHECK(cudaGetSymbolAddress(&address, counter));
  CHECK(cudaMemset(address, 0, sizeof(int)));
  int cleared = 1;
  CHECK(cudaMemcpyFromSymbol(&cleared, counter, sizeof cleared));
  check(counted == 5 + 64 * 3 && bytes == 16 && cleared == 0, "variables");
  swapShared<<<1, 1>>>();
  CHECK(cudaDeviceSynchronize());
  check(shared[0] == 2 && shared[1] == 1, "managed variables");
}

static void copies() {
  const size_t width = 12, height = 5;
  char from[height][width], to[height][width] = {};
  memset(from, 7, sizeof from);
  void *device;
  size_t pitch;
  CHECK(cudaMallocPitch(&device, &pitch, width, height));
  CHECK(cudaMemset2D(device, pitch, 1, width, height));
  CHECK(cudaMemcpy2D(device, pitch, from, width, 4, height,
                     cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy2D(to, width, device, pitch, width, height,
                     cudaMemcpyDeviceToHost));
  bool isRight = to[4][3] == 7 && to[4][4] == 1 && to[0][11] == 1;
  cudaPitchedPtr cube;
  cudaExtent extent = make_cudaExtent(8, 3, 2);
  CHECK(cudaMalloc3D(&cube, extent));
  CHECK(cudaMemset3D(cube, 9, extent));
  char back[2][3][8] = {};
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = cube;
  copy.dstPtr = make_cudaPitchedPtr(back, 8, 8, 3);
  copy.extent = extent;
  copy.kind = cudaMemcpyDeviceToHost;
  CHECK(cudaMemcpy3D(&copy));
  check(isRight && back[1][2][7] == 9, "copies");
  check(cudaMemcpy(device, from, 1, cudaMemcpyKind(9)) ==
                cudaErrorInvalidMemcpyDirection &&
            cudaGetLastError() == cudaErrorInvalidMemcpyDirection &&
            cudaGetLastError() == cudaSuccess,
        "last error");
  cudaPointerAttributes about;
  CHECK(cudaPointerGetAttributes(&about, device));
  bool isDevice = about.type == cudaMemoryTypeDevice && about.device == 0;
  CHECK(cudaPointerGetAttributes(&about, from));
  check(isDevice && about.type == cudaMemoryTypeUnregistered, "pointers");
  CHECK(cudaFree(device));
  CHECK(cudaFree(cube.ptr));
}

static void streams() {
  cudaStream_t stream;
  cudaEvent_t from, to;
  int *pinned, *device;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaEventCreate(&from));
  CHECK(cudaEventCreate(&to));
  CHECK(cudaMallocHost(&pinned, 64 * sizeof(int)));
  CHECK(cudaMallocAsync(&device, 64 * sizeof(int), stream));
  for (int i = 0; i < 64; ++i)
    pinned[i] = i;
  CHECK(cudaEventRecord(from, stream));
  CHECK(cudaMemcpyAsync(device, pinned, 64 * sizeof(int),
                        cudaMemcpyHostToDevice, stream));
  reverse<<<1, 64, 64 * sizeof(int), stream>>>(device);
  CHECK(cudaMemcpyAsync(pinned, device, 64 * sizeof(int),
                        cudaMemcpyDeviceToHost, stream));
  CHECK(cudaEventRecord(to, stream));
  CHECK(cudaStreamSynchronize(stream));
  float milliseconds = -1;
  CHECK(cudaEventElapsedTime(&milliseconds, from, to));
  check(pinned[0] == 63 && pinned[63] == 0 && milliseconds >= 0, "streams");

  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  reverse<<<1, 64, 64 * sizeof(int), stream>>>(device);
  CHECK(cudaStreamEndCapture(stream, &graph));
  cudaKernelNodeParams how = {};
  void *arguments[] = {&device};
  how.func = reinterpret_cast<void *>(reverse<int>);
  how.gridDim = 1;
  how.blockDim = 64;
  how.sharedMemBytes = 64 * sizeof(int);
  how.kernelParams = arguments;
  cudaGraphNode_t captured, kernel, copy;
  size_t one = 1;
  CHECK(cudaGraphGetNodes(graph, &captured, &one));
  CHECK(cudaGraphAddKernelNode(&kernel, graph, &captured, 1, &how));
  CHECK(cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, pinned, device,
                                 4 * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaGraphAddMemcpyNodeFromSymbol(
      &copy, graph, &kernel, 1, pinned + 8, factors, 2 * sizeof(int),
      2 * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  pinned[0] = pinned[8] = pinned[9] = -1;
  CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  check(pinned[0] == 63 && pinned[1] == 62 && pinned[8] == 3 && pinned[9] == 4,
        "graphs");
  cudaStreamAttrValue window = {}, told = {};
  window.accessPolicyWindow.num_bytes = 256;
  CHECK(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow,
                               &window));
  CHECK(cudaStreamGetAttribute(stream, cudaStreamAttributeAccessPolicyWindow,
                               &told));
  check(told.accessPolicyWindow.num_bytes == 256, "attributes of streams");
  cudaGraphNodeParams fill = {}, launch = {}, back = {};
  fill.type = cudaGraphNodeTypeMemset;
  fill.memset.dst = device;
  fill.memset.value = 5;
  fill.memset.elementSize = 4;
  fill.memset.width = 64;
  fill.memset.height = 1;
  launch.type = cudaGraphNodeTypeKernel;
  launch.kernel.func = reinterpret_cast<void *>(scale);
  launch.kernel.gridDim = 1;
  launch.kernel.blockDim = 64;
  int all = 64;
  void *scaled[] = {&device, &all};
  launch.kernel.kernelParams = scaled;
  back.type = cudaGraphNodeTypeMemcpy;
  back.memcpy.copyParams.srcPtr = make_cudaPitchedPtr(device, 256, 256, 1);
  back.memcpy.copyParams.dstPtr = make_cudaPitchedPtr(pinned, 256, 256, 1);
  back.memcpy.copyParams.extent = make_cudaExtent(256, 1, 1);
  back.memcpy.copyParams.kind = cudaMemcpyDeviceToHost;
  CHECK(cudaGraphCreate(&graph, 0));
  CHECK(cudaGraphAddNode(&captured, graph, nullptr, nullptr, 0, &fill));
  CHECK(cudaGraphAddNode(&kernel, graph, &captured, nullptr, 1, &launch));
  CHECK(cudaGraphAddNode(&copy, graph, &kernel, nullptr, 1, &back));
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  check(pinned[0] == 5 && pinned[3] == 20, "nodes of any type");
  CHECK(cudaFreeAsync(device, stream));
  CHECK(cudaStreamDestroy(stream));
}

static void devices() {
  int number = -1, blocks = 0;
  cudaDeviceProp properties;
  cudaFuncAttributes attributes;
  CHECK(cudaGetDevice(&number));
  CHECK(cudaGetDeviceProperties(&properties, number));
  CHECK(cudaFuncGetAttributes(&attributes, scale));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, 128, 0));
  printf("%s: %d.%d, warps of %d\n", properties.name, properties.major,
         properties.minor, properties.warpSize);
  check(attributes.maxThreadsPerBlock == 1024 && blocks == 16, "attributes");
  scale<<<1, 4096>>>(nullptr, 0);
  printf("4096 threads: %s\n", cudaGetErrorString(cudaGetLastError()));
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  printf("array: %s\n",
         cudaGetErrorName(cudaMallocArray(&array, &format, 8, 8)));
}

static void errors() {
  int *device;
  CHECK(cudaMalloc(&device, sizeof(int)));
  CHECK(cudaMemset(device, 0, sizeof(int)));
  fail<<<1, 1>>>(device);
  printf("assertion: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  CHECK(cudaDeviceReset());
  CHECK(cudaMalloc(&device, sizeof(int)));
  check(cudaGetLastError() == cudaSuccess, "reset");
}

int main() {
  launches();
  variables();
  copies();
  streams();
  devices();
  errors();
}
