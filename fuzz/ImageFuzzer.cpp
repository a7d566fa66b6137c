//===- ImageFuzzer.cpp - Any bytes as an image of the driver --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes are linked, and loaded as a file. Both give a program or both give
// an error, of those that the manual names.
//
//===----------------------------------------------------------------------===//

#include "DriverCalls.h"
#include <string>
#include <sys/mman.h>
#include <unistd.h>

static bool isNamed(CUresult result) {
  return result == CUDA_SUCCESS || result == CUDA_ERROR_INVALID_IMAGE ||
         result == CUDA_ERROR_INVALID_PTX ||
         result == CUDA_ERROR_NO_BINARY_FOR_GPU;
}

static CUresult link(const uint8_t *bytes, size_t size) {
  CUlinkState state;
  void *image;
  size_t linked;
  REQUIRE(cuLinkCreate_v2(0, nullptr, nullptr, &state) == CUDA_SUCCESS);
  CUresult result = cuLinkAddData_v2(state, CU_JIT_INPUT_FATBINARY,
                                     const_cast<uint8_t *>(bytes), size,
                                     nullptr, 0, nullptr, nullptr);
  if (result == CUDA_SUCCESS)
    result = cuLinkComplete(state, &image, &linked);
  REQUIRE(cuLinkDestroy(state) == CUDA_SUCCESS);
  return result;
}

static CUresult loadFile(const uint8_t *bytes, size_t size) {
  static const int fd = memfd_create("image", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(fd);
  REQUIRE(ftruncate(fd, 0) == 0 && pwrite(fd, bytes, size, 0) == ssize_t(size));
  CUmodule module;
  CUresult result = cuModuleLoad(&module, path.c_str());
  if (result == CUDA_SUCCESS)
    REQUIRE(cuModuleUnload(module) == CUDA_SUCCESS);
  return result;
}

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  setenv("TESSERA_CACHE", "off", 1);
  CUcontext context;
  REQUIRE(cuInit(0) == CUDA_SUCCESS);
  REQUIRE(cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS);
  REQUIRE(cuCtxSetCurrent(context) == CUDA_SUCCESS);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  if (!size)
    return 0;
  CUresult linked = link(bytes, size), loaded = loadFile(bytes, size);
  REQUIRE(isNamed(linked) && isNamed(loaded));
  REQUIRE((linked == CUDA_SUCCESS) == (loaded == CUDA_SUCCESS));
  return 0;
}
