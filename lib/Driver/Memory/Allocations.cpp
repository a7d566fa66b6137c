//===- Allocations.cpp - Memory of the device and of the host -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Driver.h"
#include "../Functions.h"

using namespace tessera::driver;

//===----------------------------------------------------------------------===//
// Device memory
//===----------------------------------------------------------------------===//

static CUresult allocate(uint64_t bytes, MemoryKind kind, CUdeviceptr *address,
                         Context *context) {
  Driver &driver = Driver::get();
  const Allocation *allocation;
  if (!bytes)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(driver.memory.allocate(driver.device, bytes, kind, context,
                                  context->device, allocation));
  *address = allocation->address;
  return CUDA_SUCCESS;
}

/// Allocates in the context of this thread.
static CUresult allocate(uint64_t bytes, MemoryKind kind,
                         CUdeviceptr *address) {
  Context *context;
  if (!address)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(Driver::get().requireContext(context));
  CU_CHECK(refuseUnsafe());
  return allocate(bytes, kind, address, context);
}

/// The allocation that begins at `address`; null if there is none, or if it is
/// not of the side (host or device) that `isHost` asks for.
static Allocation *findStart(uint64_t address, bool isHost) {
  Allocation *allocation = Driver::get().memory.at(address);
  return allocation && allocation->isHost() == isHost &&
                 allocation->kind < MemoryKind::Mapped &&
                 allocation->kind != MemoryKind::Imported &&
                 (!allocation->graph || allocation->graph->isLeft)
             ? allocation
             : nullptr;
}

/// Waits for all work that may still use the memory, then frees it; an error if
/// that work has freed it already.
static CUresult releaseAfterTasks(const Allocation &allocation) {
  Driver &driver = Driver::get();
  uint64_t address = allocation.address, id = allocation.id;
  if (allocation.graph)
    allocation.graph->isLeft = false;
  CU_CHECK(driver.synchronize(*allocation.context));
  const Allocation *left = driver.memory.at(address);
  if (!left || left->id != id || !left->isPresent)
    return CUDA_ERROR_INVALID_VALUE;
  driver.memory.release(driver.device, address);
  return CUDA_SUCCESS;
}

CUresult api::cuMemGetInfo_v2(size_t *free, size_t *total) {
  Driver &driver = Driver::get();
  Context *context;
  if (!free || !total)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(driver.requireContext(context));
  *total = driver.memory.getTotal();
  *free = *total - driver.memory.getUsed(context->device);
  return CUDA_SUCCESS;
}

CUresult api::cuMemAlloc_v2(CUdeviceptr *address, size_t bytes) {
  return allocate(bytes, MemoryKind::Device, address);
}

CUresult api::cuMemAllocPitch_v2(CUdeviceptr *address, size_t *pitch,
                                 size_t width, size_t height,
                                 unsigned elementBytes) {
  constexpr size_t rowAlignment = 512;
  if (!pitch || !width || !height ||
      (elementBytes != 4 && elementBytes != 8 && elementBytes != 16) ||
      width > SIZE_MAX - rowAlignment)
    return CUDA_ERROR_INVALID_VALUE;
  size_t row = (width + rowAlignment - 1) / rowAlignment * rowAlignment;
  if (height > SIZE_MAX / row)
    return CUDA_ERROR_OUT_OF_MEMORY;
  CU_CHECK(allocate(row * height, MemoryKind::Device, address));
  *pitch = row;
  return CUDA_SUCCESS;
}

CUresult api::cuMemAllocManaged(CUdeviceptr *address, size_t bytes,
                                unsigned flags) {
  if (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST)
    return CUDA_ERROR_INVALID_VALUE;
  return allocate(bytes, MemoryKind::Managed, address);
}

CUresult api::cuMemFree_v2(CUdeviceptr address) {
  Driver &driver = Driver::get();
  Context *context;
  CU_CHECK(driver.requireContext(context));
  if (!address)
    return CUDA_SUCCESS;
  const Allocation *allocation = findStart(address, /*isHost=*/false);
  if (!allocation)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(refuseUnsafe());
  return releaseAfterTasks(*allocation);
}

CUresult api::cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *bytes,
                                      CUdeviceptr address) {
  Context *context;
  CU_CHECK(Driver::get().requireContext(context));
  const Allocation *allocation = Driver::get().memory.find(address);
  if (!allocation)
    return CUDA_ERROR_NOT_FOUND;
  if (base)
    *base = allocation->address;
  if (bytes)
    *bytes = allocation->bytes;
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Memory of the host
//===----------------------------------------------------------------------===//

CUresult api::cuMemHostAlloc(void **memory, size_t bytes, unsigned flags) {
  CUdeviceptr address;
  if (!memory || flags > 7)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(allocate(bytes, MemoryKind::Pinned, &address));
  *memory = reinterpret_cast<void *>(address);
  return CUDA_SUCCESS;
}

CUresult api::cuMemAllocHost_v2(void **memory, size_t bytes) {
  return cuMemHostAlloc(memory, bytes, 0);
}

static CUresult endHostMemory(void *memory, MemoryKind kind,
                              CUresult otherwise) {
  Driver &driver = Driver::get();
  Context *context;
  CU_CHECK(driver.requireContext(context));
  auto address = reinterpret_cast<uint64_t>(memory);
  const Allocation *allocation = findStart(address, /*isHost=*/true);
  if (!memory || !allocation || allocation->kind != kind)
    return memory ? otherwise : CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(refuseUnsafe());
  return releaseAfterTasks(*allocation);
}

CUresult api::cuMemFreeHost(void *memory) {
  return endHostMemory(memory, MemoryKind::Pinned, CUDA_ERROR_INVALID_VALUE);
}

CUresult api::cuMemHostRegister_v2(void *memory, size_t bytes, unsigned flags) {
  Driver &driver = Driver::get();
  Context *context;
  constexpr unsigned readOnly = 8; // CU_MEMHOSTREGISTER_READ_ONLY
  if (!memory || !bytes || flags > 15)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(driver.requireContext(context));
  if (!hostMayUse(reinterpret_cast<uint64_t>(memory), bytes,
                  !(flags & readOnly)))
    return CUDA_ERROR_INVALID_VALUE;
  return driver.memory.enroll(driver.device, memory, bytes, context,
                              context->device);
}

CUresult api::cuMemHostUnregister(void *memory) {
  return endHostMemory(memory, MemoryKind::Registered,
                       CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
}

CUresult api::cuMemHostGetDevicePointer_v2(CUdeviceptr *address, void *memory,
                                           unsigned flags) {
  Context *context;
  if (!address || flags)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(Driver::get().requireContext(context));
  auto at = reinterpret_cast<uint64_t>(memory);
  const Allocation *allocation = Driver::get().memory.find(at);
  if (!allocation || !allocation->isHost())
    return CUDA_ERROR_INVALID_VALUE;
  *address = at;
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

template <typename T> static void put(void *value, T what) {
  *static_cast<T *>(value) = what;
}

/// Attributes that also exist for a pointer into no allocation, where they are
/// 0.
static CUresult getAttribute(void *value, CUpointer_attribute attribute,
                             CUdeviceptr address,
                             const Allocation *allocation) {
  bool isHost = allocation && allocation->isHost();
  switch (attribute) {
  case CU_POINTER_ATTRIBUTE_CONTEXT:
    put(value, allocation && allocation->context ? allocation->context->handle
                                                 : nullptr);
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    put(value, !allocation ? 0u
               : isHost    ? unsigned(CU_MEMORYTYPE_HOST)
                           : unsigned(CU_MEMORYTYPE_DEVICE));
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    put(value, allocation ? address : CUdeviceptr(0));
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_HOST_POINTER:
    put(value, isHost || (allocation && allocation->kind == MemoryKind::Managed)
                   ? reinterpret_cast<void *>(address)
                   : nullptr);
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    put(value, uint64_t(allocation ? allocation->id : 0));
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    put(value, unsigned(allocation && allocation->kind == MemoryKind::Managed));
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    put(value, allocation ? allocation->device : -2); // CU_DEVICE_INVALID
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    put(value, unsigned(allocation && allocation->isShareable()));
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    put(value, uint64_t(allocation ? allocation->address : 0));
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    put(value, size_t(allocation ? allocation->bytes : 0));
    return CUDA_SUCCESS;
  case CU_POINTER_ATTRIBUTE_MAPPED:
    put(value, unsigned(allocation != nullptr));
    return CUDA_SUCCESS;
  default:
    return attribute >= 1 && attribute <= 21 ? CUDA_ERROR_NOT_SUPPORTED
                                             : CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult api::cuPointerGetAttribute(void *value, CUpointer_attribute attribute,
                                    CUdeviceptr address) {
  const Allocation *allocation = Driver::get().memory.find(address);
  if (!value || !allocation)
    return CUDA_ERROR_INVALID_VALUE;
  return getAttribute(value, attribute, address, allocation);
}

CUresult api::cuPointerGetAttributes(unsigned count,
                                     CUpointer_attribute *attributes,
                                     void **values, CUdeviceptr address) {
  const Allocation *allocation = Driver::get().memory.find(address);
  if (!attributes || !values || !count)
    return CUDA_ERROR_INVALID_VALUE;
  for (unsigned i = 0; i < count; ++i) {
    if (!values[i])
      return CUDA_ERROR_INVALID_VALUE;
    CU_CHECK(getAttribute(values[i], attributes[i], address, allocation));
  }
  return CUDA_SUCCESS;
}
