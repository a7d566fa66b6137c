//===- Launches.cpp - Kernels ---------------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

using namespace tessera::runtime;

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Requires extents that the device has, for which the runtime has an error of
/// its own.
static cudaError checkShape(dim3 grid, dim3 block) {
  CUdevice device;
  RT_CHECK(cuCtxGetDevice(&device));
  auto exceeds = [&](uint64_t extent, int attribute) {
    int limit = 0;
    cuDeviceGetAttribute(&limit, attribute, device);
    return !extent || extent > uint64_t(limit);
  };
  // MAX_THREADS_PER_BLOCK, MAX_BLOCK_DIM_X…Z, MAX_GRID_DIM_X…Z
  bool isWrong = exceeds(uint64_t(block.x) * block.y * block.z, 1) ||
                 exceeds(block.x, 2) || exceeds(block.y, 3) ||
                 exceeds(block.z, 4) || exceeds(grid.x, 5) ||
                 exceeds(grid.y, 6) || exceeds(grid.z, 7);
  return isWrong ? cudaErrorInvalidConfiguration : cudaSuccess;
}

static cudaError launch(const void *symbol, CUlaunchConfig config,
                        size_t sharedBytes, void **parameters) {
  CUfunction function;
  config.sharedMemBytes = unsigned(sharedBytes);
  if (config.sharedMemBytes != sharedBytes)
    return cudaErrorInvalidValue;
  RT_CHECK(checkShape({config.gridDimX, config.gridDimY, config.gridDimZ},
                      {config.blockDimX, config.blockDimY, config.blockDimZ}));
  RT_CHECK(findKernel(symbol, function));
  return toError(cuLaunchKernelEx(&config, function, parameters, nullptr));
}

cudaError api::cudaLaunchKernel(const void *symbol, dim3 grid, dim3 block,
                                void **parameters, size_t sharedBytes,
                                CUstream stream) {
  return launch(symbol,
                {grid.x, grid.y, grid.z, block.x, block.y, block.z, 0, stream,
                 nullptr, 0},
                sharedBytes, parameters);
}

cudaError api::__cudaLaunchKernel(CUkernel kernel, dim3 grid, dim3 block,
                                  void **parameters, size_t sharedBytes,
                                  CUstream stream) {
  return cudaLaunchKernel(kernel, grid, block, parameters, sharedBytes, stream);
}

cudaError api::cudaLaunchCooperativeKernel(const void *symbol, dim3 grid,
                                           dim3 block, void **parameters,
                                           size_t sharedBytes,
                                           CUstream stream) {
  CUlaunchAttribute attribute = {};
  attribute.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
  attribute.value.cooperative = 1;
  return launch(symbol,
                {grid.x, grid.y, grid.z, block.x, block.y, block.z, 0, stream,
                 &attribute, 1},
                sharedBytes, parameters);
}

cudaError api::cudaLaunchKernelExC(CUstream defaultStream,
                                   const cudaLaunchConfig_t *config,
                                   const void *symbol, void **parameters) {
  if (!config)
    return cudaErrorInvalidValue;
  const dim3 &grid = config->gridDim, &block = config->blockDim;
  return launch(symbol,
                {grid.x, grid.y, grid.z, block.x, block.y, block.z, 0,
                 config->stream ? config->stream : defaultStream, config->attrs,
                 config->numAttrs},
                config->dynamicSmemBytes, parameters);
}

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

cudaError api::cudaGetFuncBySymbol(CUfunction *function, const void *symbol) {
  return function ? findKernel(symbol, *function) : cudaErrorInvalidValue;
}

cudaError api::cudaGetKernel(CUkernel *kernel, const void *symbol) {
  CUfunction function;
  if (!kernel)
    return cudaErrorInvalidValue;
  RT_CHECK(findKernel(symbol, function));
  // The driver's kernels are functions.
  *kernel = reinterpret_cast<CUkernel>(function);
  return cudaSuccess;
}

/// Code of nvcc gets a handle before its first launch, and looks at no error:
/// the function of the host itself will do, and an error is the launch's.
cudaError api::__cudaGetKernel(CUkernel *kernel, const void *symbol) {
  *kernel = static_cast<CUkernel>(const_cast<void *>(symbol));
  return cudaSuccess;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

cudaError api::cudaFuncGetAttributes(cudaFuncAttributes *attributes,
                                     const void *symbol) {
  CUfunction function;
  if (!attributes)
    return cudaErrorInvalidValue;
  RT_CHECK(findKernel(symbol, function));
  auto get = [&](CUfunction_attribute attribute) {
    int value = 0;
    cuFuncGetAttribute(&value, attribute, function);
    return value;
  };
  *attributes = {};
  attributes->sharedSizeBytes = get(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
  attributes->constSizeBytes = get(CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES);
  attributes->localSizeBytes = get(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
  attributes->maxThreadsPerBlock = get(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  attributes->numRegs = get(CU_FUNC_ATTRIBUTE_NUM_REGS);
  attributes->ptxVersion = get(CU_FUNC_ATTRIBUTE_PTX_VERSION);
  attributes->binaryVersion = get(CU_FUNC_ATTRIBUTE_BINARY_VERSION);
  attributes->cacheModeCA = get(CU_FUNC_ATTRIBUTE_CACHE_MODE_CA);
  attributes->maxDynamicSharedSizeBytes =
      get(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
  attributes->preferredShmemCarveout =
      get(CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT);
  return cudaSuccess;
}

cudaError api::cudaFuncSetAttribute(const void *symbol,
                                    CUfunction_attribute attribute, int value) {
  CUfunction function;
  RT_CHECK(findKernel(symbol, function));
  return toError(cuFuncSetAttribute(function, attribute, value));
}

cudaError api::cudaKernelSetAttributeForDevice(CUkernel kernel,
                                               CUfunction_attribute attribute,
                                               int value, int device) {
  return toError(cuKernelSetAttribute(attribute, value, kernel, device));
}

cudaError api::cudaFuncSetCacheConfig(const void *symbol, int) {
  CUfunction function;
  return findKernel(symbol, function);
}
cudaError api::cudaFuncSetSharedMemConfig(const void *symbol, int) {
  CUfunction function;
  return findKernel(symbol, function);
}

cudaError api::cudaFuncGetName(const char **name, const void *symbol) {
  CUfunction function;
  RT_CHECK(findKernel(symbol, function));
  return toError(cuFuncGetName(name, function));
}

cudaError api::cudaFuncGetParamInfo(const void *symbol, size_t index,
                                    size_t *offset, size_t *bytes) {
  CUfunction function;
  RT_CHECK(findKernel(symbol, function));
  return toError(cuFuncGetParamInfo(function, index, offset, bytes));
}

//===----------------------------------------------------------------------===//
// Occupancy
//===----------------------------------------------------------------------===//

cudaError api::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, const void *symbol, int threads, size_t sharedBytes,
    unsigned flags) {
  CUfunction function;
  RT_CHECK(findKernel(symbol, function));
  return toError(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, function, threads, sharedBytes, flags));
}

cudaError api::cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int *blocks, const void *symbol, int threads, size_t sharedBytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, symbol, threads, sharedBytes, 0);
}
