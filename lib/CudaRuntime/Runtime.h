//===- Runtime.h - The state of the runtime ---------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime is a client of the driver beside it. Its own are the device of
// each thread, the last error of each thread, and the kernels and variables
// that programs of nvcc have registered. Errors of the driver are its own, by
// number.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CUDARUNTIME_RUNTIME_H
#define TESSERA_LIB_CUDARUNTIME_RUNTIME_H

#include "Types.h"

//===----------------------------------------------------------------------===//
// The driver
//===----------------------------------------------------------------------===//

#define CU_FUNCTION(SYMBOL, NAME, SINCE, PARAMETERS, ARGUMENTS)                \
  extern "C" CUresult SYMBOL PARAMETERS;
#define CU_STREAM_FUNCTION(SYMBOL, NAME, SINCE, SUFFIX, PARAMETERS, ARGUMENTS) \
  extern "C" CUresult SYMBOL PARAMETERS;                                       \
  extern "C" CUresult SYMBOL##_##SUFFIX PARAMETERS;
#include "../Driver/Api.def"

namespace tessera::runtime {

inline cudaError toError(CUresult result) { return cudaError(result); }

inline CUdeviceptr toDevice(const void *address) {
  return reinterpret_cast<CUdeviceptr>(address);
}

/// Returns from the caller if a call of the driver, or of a function here, has
/// failed.
#define RT_CHECK(...)                                                          \
  do {                                                                         \
    if (auto result_ = (__VA_ARGS__); int(result_) != 0)                       \
      return cudaError(result_);                                               \
  } while (false)

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// Initializes the driver, once in a process.
cudaError initialize();
/// Makes the primary context of this thread's device current if the thread has
/// no context. A context that the program has made current by itself stays.
cudaError useContext();
/// The primary context of a device, which is made by the first call.
cudaError requirePrimary(int device, CUcontext &context);

//===----------------------------------------------------------------------===//
// Registered programs
//===----------------------------------------------------------------------===//

/// The kernel of a function of the host that the program has registered; that
/// of a handle which is a kernel or a function itself. Loads its module.
cudaError findKernel(const void *symbol, CUfunction &function);
/// The address and size of a registered variable of the host.
cudaError findVariable(const void *symbol, CUdeviceptr &address, size_t &bytes);
/// The address of some bytes of such a variable.
cudaError findPart(const void *symbol, size_t offset, size_t bytes,
                   void *&part);

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Makes the driver's description of a copy in three dimensions.
cudaError describe(const cudaMemcpy3DParms *copy, CUDA_MEMCPY3D &how);

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// One function for each RT_…FUNCTION of Runtime.def, without the bookkeeping
/// of errors.
namespace api {
#define RT_FUNCTION(NAME, PARAMETERS, ARGUMENTS) cudaError NAME PARAMETERS;
#define RT_WITH_DEFAULT(...) (CUstream defaultStream, __VA_ARGS__)
#define RT_DEFAULT_FUNCTION(NAME, SUFFIX, PARAMETERS, ARGUMENTS)               \
  cudaError NAME RT_WITH_DEFAULT PARAMETERS;
#include "Runtime.def"
#undef RT_WITH_DEFAULT
} // namespace api

/// Remembers an error for cudaGetLastError, and returns it.
cudaError note(cudaError error);

} // namespace tessera::runtime

#endif // TESSERA_LIB_CUDARUNTIME_RUNTIME_H
