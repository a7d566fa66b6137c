//===- VirtualMemory.cpp - Addresses and memory apart ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA Driver API, "Virtual Memory Management": a program reserves addresses,
// creates memory, maps the memory to the addresses, and says who may access it.
// Memory is an unnamed file, so that it can be mapped at two addresses.
//
//===----------------------------------------------------------------------===//

#include "../Driver.h"
#include "../Functions.h"
#include <sys/mman.h>
#include <unistd.h>

using namespace tessera::driver;

/// Sizes and addresses are multiples of this, as on GPUs.
static constexpr uint64_t granularity = uint64_t(2) << 20;

Physical::~Physical() {
  close(file);
  Driver::get().memory.give(bytes, properties.location.id);
}

static void *toPointer(uint64_t address) {
  return reinterpret_cast<void *>(address);
}

static bool isAligned(uint64_t size) { return size && size % granularity == 0; }

/// The entry of a map of ranges that holds these bytes.
template <typename Map>
static auto findAround(Map &ranges, uint64_t address, uint64_t bytes) {
  auto it = ranges.upper_bound(address);
  if (it == ranges.begin())
    return ranges.end();
  --it;
  uint64_t offset = address - it->first, size = it->second.bytes;
  return offset < size && bytes <= size - offset ? it : ranges.end();
}

/// The mappings that together have exactly these bytes; empty if there are
/// none.
static std::vector<uint64_t> mappingsOf(uint64_t address, uint64_t bytes) {
  const auto &mappings = Driver::get().mappings;
  std::vector<uint64_t> found;
  uint64_t at = address;
  for (auto it = mappings.find(at);
       it != mappings.end() && it->first == at && at - address < bytes; ++it) {
    found.push_back(at);
    at += it->second.bytes;
  }
  if (at - address != bytes)
    found.clear();
  return found;
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

CUresult api::cuMemAddressReserve(CUdeviceptr *address, size_t bytes,
                                  size_t alignment, CUdeviceptr,
                                  unsigned long long flags) {
  bool isPower = !(alignment & (alignment - 1));
  if (!address || !isAligned(bytes) || !isPower || flags)
    return CUDA_ERROR_INVALID_VALUE;
  if (alignment < granularity)
    alignment = granularity;
  size_t all;
  if (__builtin_add_overflow(bytes, alignment, &all))
    return CUDA_ERROR_OUT_OF_MEMORY;
  void *range = mmap(nullptr, all, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED)
    return CUDA_ERROR_OUT_OF_MEMORY;
  // The rest before and behind the aligned part stays inaccessible, as a guard.
  auto begin = reinterpret_cast<uint64_t>(range);
  uint64_t at = (begin + alignment - 1) / alignment * alignment;
  Driver::get().reservations[at] = {bytes, begin, all};
  *address = at;
  return CUDA_SUCCESS;
}

CUresult api::cuMemAddressFree(CUdeviceptr address, size_t bytes) {
  Driver &driver = Driver::get();
  auto it = driver.reservations.find(address);
  if (it == driver.reservations.end() || it->second.bytes != bytes)
    return CUDA_ERROR_INVALID_VALUE;
  auto mapping = driver.mappings.lower_bound(address);
  if (mapping != driver.mappings.end() && mapping->first - address < bytes)
    return CUDA_ERROR_INVALID_VALUE;
  munmap(toPointer(it->second.range), it->second.rangeBytes);
  driver.reservations.erase(it);
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static CUresult checkLocation(const CUmemLocation &location) {
  if (location.type != CU_MEM_LOCATION_TYPE_DEVICE)
    return location.type > CU_MEM_LOCATION_TYPE_DEVICE &&
                   location.type <= CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT
               ? CUDA_ERROR_NOT_SUPPORTED
               : CUDA_ERROR_INVALID_VALUE;
  return Driver::get().has(location.id) ? CUDA_SUCCESS
                                        : CUDA_ERROR_INVALID_DEVICE;
}

static CUresult checkProperties(const CUmemAllocationProp *how) {
  if (!how || how->type != CU_MEM_ALLOCATION_TYPE_PINNED)
    return CUDA_ERROR_INVALID_VALUE;
  // Memory cannot be handed to another process.
  if (how->requestedHandleTypes)
    return CUDA_ERROR_NOT_SUPPORTED;
  return checkLocation(how->location);
}

CUresult
api::cuMemGetAllocationGranularity(size_t *bytes,
                                   const CUmemAllocationProp *properties,
                                   CUmemAllocationGranularity_flags option) {
  if (!bytes || option < CU_MEM_ALLOC_GRANULARITY_MINIMUM ||
      option > CU_MEM_ALLOC_GRANULARITY_RECOMMENDED)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(checkProperties(properties));
  *bytes = granularity;
  return CUDA_SUCCESS;
}

CUresult api::cuMemCreate(CUmemGenericAllocationHandle *handle, size_t bytes,
                          const CUmemAllocationProp *properties,
                          unsigned long long flags) {
  Driver &driver = Driver::get();
  if (!handle || !isAligned(bytes) || flags)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(checkProperties(properties));
  if (!driver.memory.take(bytes, properties->location.id))
    return CUDA_ERROR_OUT_OF_MEMORY;
  int file = memfd_create("tessera", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, off_t(bytes)) != 0) {
    if (file >= 0)
      close(file);
    driver.memory.give(bytes, properties->location.id);
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  auto physical = std::make_shared<Physical>(file, bytes, *properties);
  *handle = reinterpret_cast<uintptr_t>(driver.physicals.add(physical));
  return CUDA_SUCCESS;
}

static PhysicalHandle toHandle(CUmemGenericAllocationHandle handle) {
  return reinterpret_cast<PhysicalHandle>(uintptr_t(handle));
}

CUresult api::cuMemRelease(CUmemGenericAllocationHandle handle) {
  Physical *physical = Driver::get().physicals.find(toHandle(handle));
  if (!physical)
    return CUDA_ERROR_INVALID_VALUE;
  // The memory lives as long as it is mapped.
  if (!--physical->references)
    Driver::get().physicals.remove(toHandle(handle));
  return CUDA_SUCCESS;
}

CUresult
api::cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *properties,
                                            CUmemGenericAllocationHandle from) {
  const Physical *physical = Driver::get().physicals.find(toHandle(from));
  if (!properties || !physical)
    return CUDA_ERROR_INVALID_VALUE;
  *properties = physical->properties;
  return CUDA_SUCCESS;
}

CUresult api::cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle,
                                          void *address) {
  Driver &driver = Driver::get();
  auto it = findAround(driver.mappings, reinterpret_cast<uint64_t>(address), 1);
  if (!handle || it == driver.mappings.end())
    return CUDA_ERROR_INVALID_VALUE;
  // Memory whose handles have all been released gets a new handle.
  std::shared_ptr<Physical> physical = it->second.physical;
  if (!physical->references++)
    it->second.handle = driver.physicals.add(physical);
  *handle = reinterpret_cast<uintptr_t>(it->second.handle);
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Mappings
//===----------------------------------------------------------------------===//

CUresult api::cuMemMap(CUdeviceptr address, size_t bytes, size_t offset,
                       CUmemGenericAllocationHandle handle,
                       unsigned long long flags) {
  Driver &driver = Driver::get();
  std::shared_ptr<Physical> physical = driver.physicals.share(toHandle(handle));
  auto reservation = findAround(driver.reservations, address, bytes);
  // "Currently must be zero."
  if (!physical || flags || offset || !isAligned(bytes) ||
      address % granularity || bytes > physical->bytes ||
      reservation == driver.reservations.end())
    return CUDA_ERROR_INVALID_VALUE;
  auto next = driver.mappings.lower_bound(address);
  bool isTaken =
      findAround(driver.mappings, address, 1) != driver.mappings.end() ||
      (next != driver.mappings.end() && next->first - address < bytes);
  if (isTaken)
    return CUDA_ERROR_INVALID_VALUE;
  // Nobody may access it until cuMemSetAccess.
  if (mmap(toPointer(address), bytes, PROT_NONE, MAP_SHARED | MAP_FIXED,
           physical->file, 0) == MAP_FAILED)
    return CUDA_ERROR_OUT_OF_MEMORY;
  driver.mappings[address] = {bytes, physical, toHandle(handle), false};
  return CUDA_SUCCESS;
}

CUresult api::cuMemSetAccess(CUdeviceptr address, size_t bytes,
                             const CUmemAccessDesc *descriptions,
                             size_t count) {
  Driver &driver = Driver::get();
  if (!descriptions || !count)
    return CUDA_ERROR_INVALID_VALUE;
  std::vector<uint64_t> all = mappingsOf(address, bytes);
  if (all.empty())
    return CUDA_ERROR_INVALID_VALUE;
  CUmemAccess_flags flags = CU_MEM_ACCESS_FLAGS_PROT_NONE;
  for (size_t i = 0; i < count; ++i) {
    CU_CHECK(checkLocation(descriptions[i].location));
    flags = descriptions[i].flags;
    if (flags == CU_MEM_ACCESS_FLAGS_PROT_READ)
      return CUDA_ERROR_NOT_SUPPORTED;
    if (flags && flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE)
      return CUDA_ERROR_INVALID_VALUE;
  }
  driver.synchronizeAll();
  for (uint64_t at : all)
    CU_CHECK(driver.setAccess(at, flags != CU_MEM_ACCESS_FLAGS_PROT_NONE));
  return CUDA_SUCCESS;
}

CUresult Driver::setAccess(uint64_t address, bool isAccessible) {
  Mapping &mapping = mappings.at(address);
  if (mapping.isAccessible == isAccessible)
    return CUDA_SUCCESS;
  if (!isAccessible)
    memory.release(device, address);
  int protection = isAccessible ? PROT_READ | PROT_WRITE : PROT_NONE;
  if (mprotect(toPointer(address), mapping.bytes, protection) != 0)
    return CUDA_ERROR_OUT_OF_MEMORY;
  if (isAccessible)
    CU_CHECK(memory.enroll(device, toPointer(address), mapping.bytes, nullptr,
                           mapping.physical->properties.location.id,
                           MemoryKind::Mapped));
  mapping.isAccessible = isAccessible;
  return CUDA_SUCCESS;
}

CUresult api::cuMemGetAccess(unsigned long long *flags,
                             const CUmemLocation *location,
                             CUdeviceptr address) {
  const auto &mappings = Driver::get().mappings;
  if (!flags || !location)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(checkLocation(*location));
  auto it = findAround(mappings, address, 1);
  if (it == mappings.end())
    return CUDA_ERROR_INVALID_VALUE;
  *flags = it->second.isAccessible ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE
                                   : CU_MEM_ACCESS_FLAGS_PROT_NONE;
  return CUDA_SUCCESS;
}

/// Waits for all work that may still use the memory.
CUresult api::cuMemUnmap(CUdeviceptr address, size_t bytes) {
  Driver &driver = Driver::get();
  std::vector<uint64_t> all = mappingsOf(address, bytes);
  if (all.empty())
    return CUDA_ERROR_INVALID_VALUE;
  driver.synchronizeAll();
  for (uint64_t at : all) {
    CU_CHECK(driver.setAccess(at, false));
    mmap(toPointer(at), driver.mappings[at].bytes, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    driver.mappings.erase(at);
  }
  return CUDA_SUCCESS;
}
