//===- Cuda.h - Types of the CUDA Driver API --------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types and numbers of the CUDA Driver API reference manual, as far as the
// driver needs them, so that it builds where no toolkit is. A test holds them
// against the toolkit's header where there is one.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_CUDA_H
#define TESSERA_LIB_DRIVER_CUDA_H

#include <cstddef>
#include <cstdint>

enum CUresult : int {
#define CU_ERROR(NAME, NUMBER, TEXT) NAME = NUMBER,
#include "Errors.def"
};

using CUdevice = int;
using CUdeviceptr = uint64_t;
using CUcontext = struct CUctx_st *;
using CUmodule = struct CUmod_st *;
using CUfunction = struct CUfunc_st *;
using CUlibrary = struct CUlib_st *;
using CUkernel = struct CUkern_st *;
using CUstream = struct CUstream_st *;
using CUevent = struct CUevent_st *;
using CUmemoryPool = struct CUmemPoolHandle_st *;
using CUlinkState = struct CUlinkState_st *;
using CUarray = struct CUarray_st *;
using CUhostFn = void (*)(void *userData);
using CUstreamCallback = void (*)(CUstream stream, CUresult status,
                                  void *userData);
using CUoccupancyB2DSize = size_t (*)(int blockSize);

struct CUuuid {
  char bytes[16];
};

constexpr unsigned CUDA_VERSION = 13000;

/// The streams that have no handle of their own.
inline CUstream const CU_STREAM_LEGACY = reinterpret_cast<CUstream>(1);
inline CUstream const CU_STREAM_PER_THREAD = reinterpret_cast<CUstream>(2);

enum : unsigned {
  CU_STREAM_NON_BLOCKING = 1,
  CU_EVENT_BLOCKING_SYNC = 1,
  CU_EVENT_DISABLE_TIMING = 2,
  CU_EVENT_INTERPROCESS = 4,
  CU_MEM_ATTACH_GLOBAL = 1,
  CU_MEM_ATTACH_HOST = 2,
  CU_MEM_ATTACH_SINGLE = 4,
};

enum CUdriverProcAddressQueryResult : int {
  CU_GET_PROC_ADDRESS_SUCCESS,
  CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND,
  CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT,
};
enum : uint64_t {
  CU_GET_PROC_ADDRESS_DEFAULT = 0,
  CU_GET_PROC_ADDRESS_LEGACY_STREAM = 1,
  CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM = 2,
};

enum CUmemorytype : unsigned {
  CU_MEMORYTYPE_HOST = 1,
  CU_MEMORYTYPE_DEVICE,
  CU_MEMORYTYPE_ARRAY,
  CU_MEMORYTYPE_UNIFIED,
};

enum CUpointer_attribute : int {
  CU_POINTER_ATTRIBUTE_CONTEXT = 1,
  CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
  CU_POINTER_ATTRIBUTE_DEVICE_POINTER,
  CU_POINTER_ATTRIBUTE_HOST_POINTER,
  CU_POINTER_ATTRIBUTE_P2P_TOKENS,
  CU_POINTER_ATTRIBUTE_SYNC_MEMOPS,
  CU_POINTER_ATTRIBUTE_BUFFER_ID,
  CU_POINTER_ATTRIBUTE_IS_MANAGED,
  CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
  CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE,
  CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
  CU_POINTER_ATTRIBUTE_RANGE_SIZE,
  CU_POINTER_ATTRIBUTE_MAPPED,
};

enum CUfunction_attribute : int {
  CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
  CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
  CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES,
  CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES,
  CU_FUNC_ATTRIBUTE_NUM_REGS,
  CU_FUNC_ATTRIBUTE_PTX_VERSION,
  CU_FUNC_ATTRIBUTE_BINARY_VERSION,
  CU_FUNC_ATTRIBUTE_CACHE_MODE_CA,
  CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
  CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
  CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET,
  CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH,
  CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT,
  CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH,
  CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED,
  CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE,
  CU_FUNC_ATTRIBUTE_MAX,
};

enum CUjit_option : int {
  CU_JIT_INFO_LOG_BUFFER = 3,
  CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
  CU_JIT_ERROR_LOG_BUFFER,
  CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
};

enum CUlaunchAttributeID : unsigned {
  CU_LAUNCH_ATTRIBUTE_IGNORE,
  CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW,
  CU_LAUNCH_ATTRIBUTE_COOPERATIVE,
  CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY,
  CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
};

enum CUmemAllocationType : int {
  CU_MEM_ALLOCATION_TYPE_PINNED = 1,
  CU_MEM_ALLOCATION_TYPE_MANAGED,
};

enum CUmemLocationType : int {
  CU_MEM_LOCATION_TYPE_NONE,
  CU_MEM_LOCATION_TYPE_DEVICE,
  CU_MEM_LOCATION_TYPE_HOST,
  CU_MEM_LOCATION_TYPE_HOST_NUMA,
  CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT,
};

struct CUmemLocation {
  CUmemLocationType type;
  int id;
};

struct CUmemAccessDesc {
  CUmemLocation location;
  int flags;
};

struct CUmemPoolProps {
  CUmemAllocationType allocType;
  int handleTypes;
  CUmemLocation location;
  void *win32SecurityAttributes;
  size_t maxSize;
  unsigned short usage;
  unsigned char reserved[54];
};

enum CUjitInputType : int {
  CU_JIT_INPUT_CUBIN,
  CU_JIT_INPUT_PTX,
  CU_JIT_INPUT_FATBINARY,
  CU_JIT_INPUT_OBJECT,
  CU_JIT_INPUT_LIBRARY,
  CU_JIT_INPUT_NVVM,
};

struct CUlaunchAttribute {
  CUlaunchAttributeID id;
  char pad[4];
  union {
    char pad[64];
    struct {
      unsigned x, y, z;
    } clusterDim;
    int cooperative;
  } value;
};

struct CUlaunchConfig {
  unsigned gridDimX, gridDimY, gridDimZ;
  unsigned blockDimX, blockDimY, blockDimZ;
  unsigned sharedMemBytes;
  CUstream hStream;
  CUlaunchAttribute *attrs;
  unsigned numAttrs;
};

/// What cuLaunchKernel's `extra` names.
inline void *const CU_LAUNCH_PARAM_END = nullptr;
inline void *const CU_LAUNCH_PARAM_BUFFER_POINTER = reinterpret_cast<void *>(1);
inline void *const CU_LAUNCH_PARAM_BUFFER_SIZE = reinterpret_cast<void *>(2);

struct CUDA_MEMCPY2D {
  size_t srcXInBytes, srcY;
  CUmemorytype srcMemoryType;
  const void *srcHost;
  CUdeviceptr srcDevice;
  CUarray srcArray;
  size_t srcPitch;
  size_t dstXInBytes, dstY;
  CUmemorytype dstMemoryType;
  void *dstHost;
  CUdeviceptr dstDevice;
  CUarray dstArray;
  size_t dstPitch;
  size_t WidthInBytes, Height;
};

#endif // TESSERA_LIB_DRIVER_CUDA_H
