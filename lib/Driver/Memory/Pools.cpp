//===- Pools.cpp - Pools of memory ----------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pool has the properties of its allocations and counts them. It keeps no
// freed memory, so that a later use is found.
//
//===----------------------------------------------------------------------===//

#include "../Driver.h"
#include "../Functions.h"

using namespace tessera::driver;

/// The number of bytes of a pool in use.
static uint64_t usedOf(CUmemoryPool pool) {
  uint64_t used = 0;
  for (const auto &[address, allocation] : Driver::get().memory.all())
    if (allocation.pool == pool)
      used += allocation.bytes;
  return used;
}

MemoryKind tessera::driver::kindOf(const CUmemPoolProps &properties) {
  if (properties.allocType == CU_MEM_ALLOCATION_TYPE_MANAGED)
    return MemoryKind::Managed;
  return properties.location.type == CU_MEM_LOCATION_TYPE_DEVICE
             ? MemoryKind::Device
             : MemoryKind::Pinned;
}

CUdevice tessera::driver::deviceOf(const CUmemPoolProps &properties,
                                   const Context &context) {
  return properties.location.type == CU_MEM_LOCATION_TYPE_DEVICE
             ? properties.location.id
             : context.device;
}

bool tessera::driver::isKnown(const CUmemLocation &location) {
  switch (location.type) {
  case CU_MEM_LOCATION_TYPE_INVALID:
  case CU_MEM_LOCATION_TYPE_DEVICE:
    return Driver::get().has(location.id);
  case CU_MEM_LOCATION_TYPE_HOST:
  case CU_MEM_LOCATION_TYPE_HOST_NUMA:
  case CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT:
    return true;
  }
  return false;
}

CUresult api::cuMemPoolCreate(CUmemoryPool *pool,
                              const CUmemPoolProps *properties) {
  if (!pool || !properties || !isKnown(properties->location) ||
      (properties->allocType != CU_MEM_ALLOCATION_TYPE_PINNED &&
       properties->allocType != CU_MEM_ALLOCATION_TYPE_MANAGED))
    return CUDA_ERROR_INVALID_VALUE;
  // No other process can use the memory of this one.
  if (properties->handleTypes)
    return CUDA_ERROR_NOT_SUPPORTED;
  auto made = std::make_shared<Pool>();
  made->properties = *properties;
  *pool = Driver::get().pools.add(made);
  return CUDA_SUCCESS;
}

/// Allocations of the pool stay until they are freed.
CUresult api::cuMemPoolDestroy(CUmemoryPool pool) {
  Driver &driver = Driver::get();
  for (const Device &device : driver.devices)
    if (device.defaultPool == pool)
      return CUDA_ERROR_INVALID_VALUE;
  if (!driver.pools.remove(pool))
    return CUDA_ERROR_INVALID_VALUE;
  for (Device &device : driver.devices)
    if (device.currentPool == pool)
      device.currentPool = device.defaultPool;
  return CUDA_SUCCESS;
}

CUresult api::cuMemPoolTrimTo(CUmemoryPool pool, size_t) {
  return Driver::get().pools.find(pool) ? CUDA_SUCCESS
                                        : CUDA_ERROR_INVALID_VALUE;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static constexpr int firstReuse = 1, lastReuse = 3; // …_REUSE_…: an int each

CUresult api::cuMemPoolGetAttribute(CUmemoryPool handle, int attribute,
                                    void *value) {
  const Pool *pool = Driver::get().pools.find(handle);
  if (!pool || !value)
    return CUDA_ERROR_INVALID_VALUE;
  if (attribute >= firstReuse && attribute <= lastReuse) {
    *static_cast<int *>(value) = pool->reuses[attribute - firstReuse];
    return CUDA_SUCCESS;
  }
  auto *number = static_cast<uint64_t *>(value);
  switch (attribute) {
  case 4: // RELEASE_THRESHOLD
    *number = pool->releaseThreshold;
    return CUDA_SUCCESS;
  case 5: // RESERVED_MEM_CURRENT
  case 7: // USED_MEM_CURRENT
    *number = usedOf(handle);
    return CUDA_SUCCESS;
  case 6: // RESERVED_MEM_HIGH
  case 8: // USED_MEM_HIGH
    *number = pool->mostUsed;
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult api::cuMemPoolSetAttribute(CUmemoryPool handle, int attribute,
                                    void *value) {
  Pool *pool = Driver::get().pools.find(handle);
  if (!pool || !value)
    return CUDA_ERROR_INVALID_VALUE;
  if (attribute >= firstReuse && attribute <= lastReuse) {
    pool->reuses[attribute - firstReuse] = *static_cast<int *>(value) != 0;
    return CUDA_SUCCESS;
  }
  auto number = *static_cast<uint64_t *>(value);
  switch (attribute) {
  case 4: // RELEASE_THRESHOLD
    pool->releaseThreshold = number;
    return CUDA_SUCCESS;
  case 6: // RESERVED_MEM_HIGH, which begins anew
  case 8: // USED_MEM_HIGH
    if (number)
      return CUDA_ERROR_INVALID_VALUE;
    pool->mostUsed = usedOf(handle);
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

/// Accepts only what is always so: the device has access to its own memory and
/// to that of the host.
CUresult api::cuMemPoolSetAccess(CUmemoryPool pool,
                                 const CUmemAccessDesc *accesses,
                                 size_t count) {
  if (!Driver::get().pools.find(pool) || !accesses || !count)
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t i = 0; i < count; ++i)
    if (!isKnown(accesses[i].location) ||
        accesses[i].flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE)
      return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

CUresult api::cuMemPoolGetAccess(int *flags, CUmemoryPool pool,
                                 CUmemLocation *location) {
  if (!flags || !location || !Driver::get().pools.find(pool) ||
      !isKnown(*location))
    return CUDA_ERROR_INVALID_VALUE;
  *flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// The pool of a device
//===----------------------------------------------------------------------===//

CUresult api::cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device) {
  if (!pool)
    return CUDA_ERROR_INVALID_VALUE;
  if (!Driver::get().has(device))
    return CUDA_ERROR_INVALID_DEVICE;
  *pool = Driver::get().devices[device].defaultPool;
  return CUDA_SUCCESS;
}

CUresult api::cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device) {
  CU_CHECK(cuDeviceGetDefaultMemPool(pool, device));
  *pool = Driver::get().devices[device].currentPool;
  return CUDA_SUCCESS;
}

CUresult api::cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool) {
  Driver &driver = Driver::get();
  if (!Driver::get().has(device))
    return CUDA_ERROR_INVALID_DEVICE;
  if (!driver.pools.find(pool))
    return CUDA_ERROR_INVALID_VALUE;
  driver.devices[device].currentPool = pool;
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Allocations in the order of a stream
//===----------------------------------------------------------------------===//

/// Makes the call a node of the graph, which owns the memory in the place of
/// the pool.
static CUresult captureAllocation(Stream &stream,
                                  const CUmemPoolProps &properties,
                                  size_t bytes, CUdeviceptr *address) {
  Operation made;
  CUDA_MEM_ALLOC_NODE_PARAMS how = {properties, nullptr, 0, bytes, 0};
  CU_CHECK(makeAllocation(how, made));
  CU_CHECK(capture(stream, std::move(made)));
  *address = how.dptr;
  return CUDA_SUCCESS;
}

CUresult api::cuMemAllocFromPoolAsync(CUdeviceptr *address, size_t bytes,
                                      CUmemoryPool handle, CUstream stream) {
  Driver &driver = Driver::get();
  Stream *in;
  const Allocation *allocation;
  Pool *pool = driver.pools.find(handle);
  if (!address || !bytes || !pool)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(driver.requireStream(stream, in));
  if (in->capture)
    return captureAllocation(*in, pool->properties, bytes, address);
  uint64_t used = usedOf(handle);
  if (pool->properties.maxSize && bytes > pool->properties.maxSize - used)
    return CUDA_ERROR_OUT_OF_MEMORY;
  MemoryKind kind = kindOf(pool->properties);
  CU_CHECK(driver.memory.allocate(driver.device, bytes, kind, in->context,
                                  deviceOf(pool->properties, *in->context),
                                  allocation));
  driver.memory.at(allocation->address)->pool = handle;
  pool->mostUsed = std::max(pool->mostUsed, used + bytes);
  *address = allocation->address;
  return CUDA_SUCCESS;
}

CUresult api::cuMemAllocAsync(CUdeviceptr *address, size_t bytes,
                              CUstream stream) {
  Driver &driver = Driver::get();
  Stream *in;
  CU_CHECK(driver.requireStream(stream, in));
  return cuMemAllocFromPoolAsync(
      address, bytes, driver.devices[in->context->device].currentPool, stream);
}

/// True of memory that may be freed in a stream: a pool's, that of cuMemAlloc,
/// and what the launch of a graph has left.
static bool isFreeable(CUdeviceptr address) {
  const Allocation *allocation = Driver::get().memory.at(address);
  if (!allocation || allocation->kind == MemoryKind::Variable)
    return false;
  return allocation->graph ? allocation->graph->isLeft
                           : allocation->pool || !allocation->isHost();
}

CUresult tessera::driver::run(const MemoryFree &free) {
  Driver &driver = Driver::get();
  const Allocation *allocation = driver.memory.at(free.address);
  // Another stream may have freed it since the call.
  if (!allocation || !allocation->isPresent)
    return CUDA_ERROR_INVALID_VALUE;
  driver.memory.release(driver.device, free.address);
  return CUDA_SUCCESS;
}

CUresult api::cuMemFreeAsync(CUdeviceptr address, CUstream handle) {
  Driver &driver = Driver::get();
  Stream *stream;
  CU_CHECK(driver.requireStream(handle, stream));
  if (stream->capture)
    return capture(*stream, MemoryFree{address});
  if (!isFreeable(address))
    return CUDA_ERROR_INVALID_VALUE;
  if (GraphMemory *memory = driver.memory.at(address)->graph)
    memory->isLeft = false;
  return driver.submit(*stream, MemoryFree{address});
}
