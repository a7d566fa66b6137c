//===- CudaDriver.h - The functions of libcuda that we call ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the CUDA driver. dlopen loads it, so that Tessera builds
// and runs on machines without one. Types and numbers are those of the CUDA
// Driver API reference manual; no header of the toolkit is needed.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_CUDA_CUDADRIVER_H
#define TESSERA_LIB_RUNTIME_CUDA_CUDADRIVER_H

#include "llvm/Support/Error.h"
#include <cstddef>
#include <cstdint>

namespace tessera::runtime {

using CUresult = int;
using CUdevice = int;
using CUdeviceptr = uint64_t;
using CUcontext = struct CUctx_st *;
using CUmodule = struct CUmod_st *;
using CUfunction = struct CUfunc_st *;
using CUstream = struct CUstream_st *;
using CUevent = struct CUevent_st *;

/// CUdevice_attribute.
enum : int {
  cuAttributeComputeCapabilityMajor = 75,
  cuAttributeComputeCapabilityMinor = 76,
};

/// The entry points, valid for the life of the process.
class CudaDriver {
public:
  /// Loads and initialises libcuda.so.1. The error says if there is no driver,
  /// or no GPU.
  static llvm::Expected<CudaDriver> load();

  /// Success, or "CALL failed: the driver's words".
  llvm::Error check(CUresult result, const char *call) const;

  CUresult (*init)(unsigned flags);
  CUresult (*getErrorString)(CUresult error, const char **text);
  CUresult (*deviceGet)(CUdevice *device, int ordinal);
  CUresult (*deviceGetAttribute)(int *value, int attribute, CUdevice device);
  CUresult (*primaryCtxRetain)(CUcontext *context, CUdevice device);
  CUresult (*primaryCtxRelease)(CUdevice device);
  CUresult (*ctxSetCurrent)(CUcontext context);
  CUresult (*ctxSynchronize)();
  CUresult (*eventCreate)(CUevent *event, unsigned flags);
  CUresult (*eventDestroy)(CUevent event);
  CUresult (*eventRecord)(CUevent event, CUstream stream);
  CUresult (*eventSynchronize)(CUevent event);
  CUresult (*eventElapsedTime)(float *milliseconds, CUevent from, CUevent to);
  CUresult (*moduleLoadData)(CUmodule *module, const void *image);
  CUresult (*moduleUnload)(CUmodule module);
  CUresult (*moduleGetFunction)(CUfunction *function, CUmodule module,
                                const char *name);
  CUresult (*memAlloc)(CUdeviceptr *address, size_t bytes);
  CUresult (*memFree)(CUdeviceptr address);
  CUresult (*memset)(CUdeviceptr to, unsigned char value, size_t bytes);
  CUresult (*memcpyHtoD)(CUdeviceptr to, const void *from, size_t bytes);
  CUresult (*memcpyDtoH)(void *to, CUdeviceptr from, size_t bytes);
  CUresult (*launchKernel)(CUfunction function, unsigned gridX, unsigned gridY,
                           unsigned gridZ, unsigned blockX, unsigned blockY,
                           unsigned blockZ, unsigned sharedBytes,
                           CUstream stream, void **parameters, void **extra);

private:
  CudaDriver() = default;
};

} // namespace tessera::runtime

#endif // TESSERA_LIB_RUNTIME_CUDA_CUDADRIVER_H
