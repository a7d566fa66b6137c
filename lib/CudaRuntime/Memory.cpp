//===- Memory.cpp - Allocations, copies and fills -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

using namespace tessera::runtime;

//===----------------------------------------------------------------------===//
// Allocations
//===----------------------------------------------------------------------===//

cudaError api::cudaMalloc(void **address, size_t bytes) {
  if (!address)
    return cudaErrorInvalidValue;
  *address = nullptr;
  return bytes ? toError(cuMemAlloc_v2(reinterpret_cast<CUdeviceptr *>(address),
                                       bytes))
               : cudaSuccess;
}

cudaError api::cudaFree(void *address) {
  return address ? toError(cuMemFree_v2(toDevice(address))) : cudaSuccess;
}

cudaError api::cudaFreeHost(void *address) {
  return address ? toError(cuMemFreeHost(address)) : cudaSuccess;
}

cudaError api::cudaMallocPitch(void **address, size_t *pitch, size_t width,
                               size_t height) {
  if (!address || !pitch)
    return cudaErrorInvalidValue;
  *address = nullptr;
  *pitch = 0;
  if (!width || !height)
    return cudaSuccess;
  return toError(cuMemAllocPitch_v2(reinterpret_cast<CUdeviceptr *>(address),
                                    pitch, width, height,
                                    /*elementBytes=*/4));
}

cudaError api::cudaMalloc3D(cudaPitchedPtr *memory, cudaExtent extent) {
  if (!memory)
    return cudaErrorInvalidValue;
  size_t rows;
  if (__builtin_mul_overflow(extent.height, extent.depth, &rows))
    return cudaErrorMemoryAllocation;
  memory->xsize = extent.width;
  memory->ysize = extent.height;
  return cudaMallocPitch(&memory->ptr, &memory->pitch, extent.width, rows);
}

cudaError api::cudaPointerGetAttributes(cudaPointerAttributes *attributes,
                                        const void *address) {
  if (!attributes)
    return cudaErrorInvalidValue;
  auto *host = const_cast<void *>(address);
  *attributes = {};
  attributes->device = -2; // cudaInvalidDeviceId
  attributes->hostPointer = host;
  CUmemorytype type;
  if (cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                            toDevice(address)) != CUDA_SUCCESS)
    return cudaSuccess; // unregistered
  unsigned isManaged = 0;
  RT_CHECK(cuPointerGetAttribute(&isManaged, CU_POINTER_ATTRIBUTE_IS_MANAGED,
                                 toDevice(address)));
  RT_CHECK(cuPointerGetAttribute(&attributes->device,
                                 CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                                 toDevice(address)));
  attributes->type = isManaged                    ? cudaMemoryTypeManaged
                     : type == CU_MEMORYTYPE_HOST ? cudaMemoryTypeHost
                                                  : cudaMemoryTypeDevice;
  attributes->devicePointer = host;
  if (attributes->type == cudaMemoryTypeDevice)
    attributes->hostPointer = nullptr;
  return cudaSuccess;
}

/// Hints for memory whose address is one of the host anyway have no effect.
static cudaError hint(const void *address) {
  unsigned isManaged;
  return toError(cuPointerGetAttribute(
      &isManaged, CU_POINTER_ATTRIBUTE_IS_MANAGED, toDevice(address)));
}

#if CUDART_MAJOR >= 13
cudaError api::cudaMemPrefetchAsync(const void *address, size_t, CUmemLocation,
                                    unsigned, CUstream) {
  return hint(address);
}
cudaError api::cudaMemAdvise(const void *address, size_t, int, CUmemLocation) {
  return hint(address);
}
#else
cudaError api::cudaMemPrefetchAsync(const void *address, size_t, int,
                                    CUstream) {
  return hint(address);
}
cudaError api::cudaMemPrefetchAsync_v2(const void *address, size_t,
                                       CUmemLocation, unsigned, CUstream) {
  return hint(address);
}
cudaError api::cudaMemAdvise(const void *address, size_t, int, int) {
  return hint(address);
}
cudaError api::cudaMemAdvise_v2(const void *address, size_t, int,
                                CUmemLocation) {
  return hint(address);
}
#endif

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// The driver's kind of memory at the two ends of a copy; none for a wrong
/// kind. Anything else is found by its address.
static cudaError typesOf(int kind, CUmemorytype &from, CUmemorytype &to) {
  auto type = [](bool isHost) {
    return isHost ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
  };
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  if (kind == cudaMemcpyDefault) {
    from = to = CU_MEMORYTYPE_UNIFIED;
    return cudaSuccess;
  }
  from = type(kind == cudaMemcpyHostToHost || kind == cudaMemcpyHostToDevice);
  to = type(kind == cudaMemcpyHostToHost || kind == cudaMemcpyDeviceToHost);
  return cudaSuccess;
}

/// Waits for what a function without a stream has put into one.
static cudaError finish(cudaError error, CUstream stream) {
  return error != cudaSuccess ? error : toError(cuStreamSynchronize(stream));
}

cudaError api::cudaMemcpyAsync(void *to, const void *from, size_t bytes,
                               int kind, CUstream stream) {
  if (!bytes)
    return cudaSuccess;
  switch (kind) {
  case cudaMemcpyHostToDevice:
    return toError(cuMemcpyHtoDAsync_v2(toDevice(to), from, bytes, stream));
  case cudaMemcpyDeviceToHost:
    return toError(cuMemcpyDtoHAsync_v2(to, toDevice(from), bytes, stream));
  case cudaMemcpyDeviceToDevice:
    return toError(
        cuMemcpyDtoDAsync_v2(toDevice(to), toDevice(from), bytes, stream));
  case cudaMemcpyHostToHost:
  case cudaMemcpyDefault:
    return toError(cuMemcpyAsync(toDevice(to), toDevice(from), bytes, stream));
  default:
    return cudaErrorInvalidMemcpyDirection;
  }
}

cudaError api::cudaMemcpy(CUstream stream, void *to, const void *from,
                          size_t bytes, int kind) {
  return finish(cudaMemcpyAsync(to, from, bytes, kind, stream), stream);
}

cudaError api::cudaMemcpy2DAsync(void *to, size_t toPitch, const void *from,
                                 size_t fromPitch, size_t width, size_t height,
                                 int kind, CUstream stream) {
  CUDA_MEMCPY2D how = {};
  RT_CHECK(typesOf(kind, how.srcMemoryType, how.dstMemoryType));
  if (width > toPitch || width > fromPitch)
    return cudaErrorInvalidPitchValue;
  if (!width || !height)
    return cudaSuccess;
  how.srcHost = from;
  how.srcDevice = toDevice(from);
  how.srcPitch = fromPitch;
  how.dstHost = to;
  how.dstDevice = toDevice(to);
  how.dstPitch = toPitch;
  how.WidthInBytes = width;
  how.Height = height;
  return toError(cuMemcpy2DAsync_v2(&how, stream));
}

cudaError api::cudaMemcpy2D(CUstream stream, void *to, size_t toPitch,
                            const void *from, size_t fromPitch, size_t width,
                            size_t height, int kind) {
  return finish(cudaMemcpy2DAsync(to, toPitch, from, fromPitch, width, height,
                                  kind, stream),
                stream);
}

cudaError tessera::runtime::describe(const cudaMemcpy3DParms *copy,
                                     CUDA_MEMCPY3D &how) {
  if (!copy)
    return cudaErrorInvalidValue;
  if (copy->srcArray || copy->dstArray)
    return cudaErrorNotSupported;
  how = {};
  RT_CHECK(typesOf(copy->kind, how.srcMemoryType, how.dstMemoryType));
  how.srcXInBytes = copy->srcPos.x;
  how.srcY = copy->srcPos.y;
  how.srcZ = copy->srcPos.z;
  how.srcHost = copy->srcPtr.ptr;
  how.srcDevice = toDevice(copy->srcPtr.ptr);
  how.srcPitch = copy->srcPtr.pitch;
  how.srcHeight = copy->srcPtr.ysize;
  how.dstXInBytes = copy->dstPos.x;
  how.dstY = copy->dstPos.y;
  how.dstZ = copy->dstPos.z;
  how.dstHost = copy->dstPtr.ptr;
  how.dstDevice = toDevice(copy->dstPtr.ptr);
  how.dstPitch = copy->dstPtr.pitch;
  how.dstHeight = copy->dstPtr.ysize;
  how.WidthInBytes = copy->extent.width;
  how.Height = copy->extent.height;
  how.Depth = copy->extent.depth;
  return cudaSuccess;
}

cudaError api::cudaMemcpy3DAsync(const cudaMemcpy3DParms *copy,
                                 CUstream stream) {
  CUDA_MEMCPY3D how;
  RT_CHECK(describe(copy, how));
  return toError(cuMemcpy3DAsync_v2(&how, stream));
}

cudaError api::cudaMemcpy3D(CUstream stream, const cudaMemcpy3DParms *copy) {
  return finish(cudaMemcpy3DAsync(copy, stream), stream);
}

cudaError api::cudaMemcpyPeerAsync(void *to, int toDevice, const void *from,
                                   int fromDevice, size_t bytes,
                                   CUstream stream) {
  CUcontext toContext, fromContext;
  RT_CHECK(requirePrimary(toDevice, toContext));
  RT_CHECK(requirePrimary(fromDevice, fromContext));
  return toError(cuMemcpyPeerAsync(runtime::toDevice(to), toContext,
                                   runtime::toDevice(from), fromContext, bytes,
                                   stream));
}

cudaError api::cudaMemcpyPeer(void *to, int toDevice, const void *from,
                              int fromDevice, size_t bytes) {
  return finish(
      cudaMemcpyPeerAsync(to, toDevice, from, fromDevice, bytes, nullptr),
      nullptr);
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

cudaError api::cudaGetSymbolAddress(void **address, const void *symbol) {
  CUdeviceptr found;
  size_t bytes;
  if (!address)
    return cudaErrorInvalidValue;
  RT_CHECK(findVariable(symbol, found, bytes));
  *address = reinterpret_cast<void *>(found);
  return cudaSuccess;
}

cudaError api::cudaGetSymbolSize(size_t *bytes, const void *symbol) {
  CUdeviceptr found;
  return bytes ? findVariable(symbol, found, *bytes) : cudaErrorInvalidValue;
}

cudaError tessera::runtime::findPart(const void *symbol, size_t offset,
                                     size_t bytes, void *&part) {
  CUdeviceptr address;
  size_t all;
  RT_CHECK(findVariable(symbol, address, all));
  if (offset > all || bytes > all - offset)
    return cudaErrorInvalidValue;
  part = reinterpret_cast<void *>(address + offset);
  return cudaSuccess;
}

cudaError api::cudaMemcpyToSymbolAsync(const void *symbol, const void *from,
                                       size_t bytes, size_t offset, int kind,
                                       CUstream stream) {
  void *to;
  RT_CHECK(findPart(symbol, offset, bytes, to));
  return cudaMemcpyAsync(to, from, bytes, kind, stream);
}

cudaError api::cudaMemcpyToSymbol(CUstream stream, const void *symbol,
                                  const void *from, size_t bytes, size_t offset,
                                  int kind) {
  return finish(
      cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, kind, stream),
      stream);
}

cudaError api::cudaMemcpyFromSymbolAsync(void *to, const void *symbol,
                                         size_t bytes, size_t offset, int kind,
                                         CUstream stream) {
  void *from;
  RT_CHECK(findPart(symbol, offset, bytes, from));
  return cudaMemcpyAsync(to, from, bytes, kind, stream);
}

cudaError api::cudaMemcpyFromSymbol(CUstream stream, void *to,
                                    const void *symbol, size_t bytes,
                                    size_t offset, int kind) {
  return finish(
      cudaMemcpyFromSymbolAsync(to, symbol, bytes, offset, kind, stream),
      stream);
}

//===----------------------------------------------------------------------===//
// Fills
//===----------------------------------------------------------------------===//

cudaError api::cudaMemsetAsync(void *to, int value, size_t bytes,
                               CUstream stream) {
  if (!bytes)
    return cudaSuccess;
  return toError(cuMemsetD8Async(toDevice(to), value, bytes, stream));
}

cudaError api::cudaMemset(CUstream stream, void *to, int value, size_t bytes) {
  return finish(cudaMemsetAsync(to, value, bytes, stream), stream);
}

cudaError api::cudaMemset2DAsync(void *to, size_t pitch, int value,
                                 size_t width, size_t height, CUstream stream) {
  if (!width || !height)
    return cudaSuccess;
  return toError(
      cuMemsetD2D8Async(toDevice(to), pitch, value, width, height, stream));
}

cudaError api::cudaMemset2D(CUstream stream, void *to, size_t pitch, int value,
                            size_t width, size_t height) {
  return finish(cudaMemset2DAsync(to, pitch, value, width, height, stream),
                stream);
}

cudaError api::cudaMemset3DAsync(cudaPitchedPtr to, int value,
                                 cudaExtent extent, CUstream stream) {
  if (!extent.width || !extent.height)
    return cudaSuccess;
  for (size_t z = 0; z < extent.depth; ++z)
    RT_CHECK(cudaMemset2DAsync(
        static_cast<char *>(to.ptr) + z * to.pitch * to.ysize, to.pitch, value,
        extent.width, extent.height, stream));
  return cudaSuccess;
}

cudaError api::cudaMemset3D(CUstream stream, cudaPitchedPtr to, int value,
                            cudaExtent extent) {
  return finish(cudaMemset3DAsync(to, value, extent, stream), stream);
}
