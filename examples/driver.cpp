//===- driver.cpp - A tile kernel by the CUDA driver API ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds two vectors by the kernel of examples/vector_add.mlir. The same program
// runs on a GPU and, with `tessera run`, without one; docs/driver.md has the
// commands.
//
//   usage: driver vector_add.cubin
//
//===----------------------------------------------------------------------===//

#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

/// Ends the program where a call has failed.
static void check(CUresult result, const char *call) {
  if (result == CUDA_SUCCESS)
    return;
  const char *name = "an unknown error";
  cuGetErrorName(result, &name);
  std::fprintf(stderr, "%s: %s\n", call, name);
  std::exit(1);
}

#define CHECK(call) check(call, #call)

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: driver vector_add.cubin\n");
    return 1;
  }
  CHECK(cuInit(0));
  CUdevice device;
  CHECK(cuDeviceGet(&device, 0));
  CUcontext context;
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));
  CUmodule module;
  CHECK(cuModuleLoad(&module, argv[1]));
  CUfunction add;
  CHECK(cuModuleGetFunction(&add, module, "vector_add"));

  int count = 3000;
  std::vector<float> a(count), b(count), c(count);
  for (int i = 0; i < count; ++i) {
    a[i] = i;
    b[i] = 2 * i;
  }
  size_t bytes = count * sizeof(float);
  CUdeviceptr onDevice[3];
  for (CUdeviceptr &pointer : onDevice)
    CHECK(cuMemAlloc(&pointer, bytes));
  CHECK(cuMemcpyHtoD(onDevice[0], a.data(), bytes));
  CHECK(cuMemcpyHtoD(onDevice[1], b.data(), bytes));

  // A tile kernel is launched with blocks of one thread; the cubin says how
  // many there are.
  void *parameters[] = {&onDevice[0], &onDevice[1], &onDevice[2], &count};
  unsigned blocks = (count + 1023) / 1024;
  CHECK(cuLaunchKernel(add, blocks, 1, 1, 1, 1, 1, 0, nullptr, parameters,
                       nullptr));
  CHECK(cuCtxSynchronize());
  CHECK(cuMemcpyDtoH(c.data(), onDevice[2], bytes));

  int wrong = 0;
  for (int i = 0; i < count; ++i)
    wrong += c[i] != 3.0f * i;
  for (CUdeviceptr pointer : onDevice)
    CHECK(cuMemFree(pointer));
  CHECK(cuModuleUnload(module));
  CHECK(cuDevicePrimaryCtxRelease(device));
  std::printf("%d of %d elements are right\n", count - wrong, count);
  return wrong != 0;
}
