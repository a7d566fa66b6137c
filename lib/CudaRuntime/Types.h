//===- Types.h - Types of the CUDA Runtime API ------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types and numbers of the CUDA Runtime API reference manual that are not those
// of the driver, as far as the library needs them. Streams, events, graphs,
// pools, libraries and kernels are the driver's, and so are most structures. A
// test compares all of them with the toolkit's header if there is one.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CUDARUNTIME_TYPES_H
#define TESSERA_LIB_CUDARUNTIME_TYPES_H

#include "../Driver/Cuda.h"

/// The release of CUDA whose runtime the library is.
#ifndef CUDART_MAJOR
#define CUDART_MAJOR 13
#endif

enum cudaError : int {
#define RT_ERROR(NAME, NUMBER) NAME = NUMBER,
#include "Errors.def"
};

struct dim3 {
  unsigned x, y, z;
};

enum cudaMemcpyKind : int {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault,
};

enum cudaMemoryType : int {
  cudaMemoryTypeUnregistered,
  cudaMemoryTypeHost,
  cudaMemoryTypeDevice,
  cudaMemoryTypeManaged,
};

enum cudaLimit : int {
  cudaLimitStackSize,
  cudaLimitPrintfFifoSize,
  cudaLimitMallocHeapSize,
  cudaLimitDevRuntimeSyncDepth,
  cudaLimitDevRuntimePendingLaunchCount,
  cudaLimitMaxL2FetchGranularity,
  cudaLimitPersistingL2CacheSize,
};

struct cudaPitchedPtr {
  void *ptr;
  size_t pitch, xsize, ysize;
};
struct cudaExtent {
  size_t width, height, depth;
};
struct cudaPos {
  size_t x, y, z;
};

struct cudaMemcpy3DParms {
  CUarray srcArray;
  cudaPos srcPos;
  cudaPitchedPtr srcPtr;
  CUarray dstArray;
  cudaPos dstPos;
  cudaPitchedPtr dstPtr;
  cudaExtent extent;
  cudaMemcpyKind kind;
};

struct cudaPointerAttributes {
  cudaMemoryType type;
  int device;
  void *devicePointer, *hostPointer;
#if CUDART_MAJOR >= 13
  long reserved[8];
#endif
};

struct cudaFuncAttributes {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA;
  int maxDynamicSharedSizeBytes, preferredShmemCarveout;
  int clusterDimMustBeSet;
  int requiredClusterWidth, requiredClusterHeight, requiredClusterDepth;
  int clusterSchedulingPolicyPreference, nonPortableClusterSizeAllowed;
  int reserved[16];
};

struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  CUstream stream;
  CUlaunchAttribute *attrs;
  unsigned numAttrs;
};

struct cudaKernelNodeParams {
  void *func;
  dim3 gridDim, blockDim;
  unsigned sharedMemBytes;
  void **kernelParams;
  void **extra;
};

struct cudaChannelFormatDesc {
  int x, y, z, w;
  int f;
};

struct cudaDeviceProp {
#define RT_ATTRIBUTE(TYPE, NAME, NUMBER) TYPE NAME;
#define RT_FIELD(TYPE, NAME) TYPE NAME;
#include "Properties.def"
};

#endif // TESSERA_LIB_CUDARUNTIME_TYPES_H
