//===- Devices.cpp - Initialisation, errors, devices ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "Functions.h"
#include "Identity.h"
#include "tessera/Target/LaunchLimits.h"
#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace tessera;
using namespace tessera::driver;

//===----------------------------------------------------------------------===//
// Without initialisation
//===----------------------------------------------------------------------===//

CUresult api::cuInit(unsigned flags) {
  if (Driver::isForked)
    return CUDA_ERROR_NOT_INITIALIZED;
  if (flags)
    return CUDA_ERROR_INVALID_VALUE;
  Driver &driver = Driver::get();
  std::lock_guard<std::mutex> guard(driver.lock);
  return driver.initialize();
}

CUresult api::cuDriverGetVersion(int *version) {
  if (!version)
    return CUDA_ERROR_INVALID_VALUE;
  *version = CUDA_VERSION;
  return CUDA_SUCCESS;
}

namespace {
struct ErrorRow {
  CUresult error;
  const char *name, *text;
};
} // namespace

static const ErrorRow *findError(CUresult error) {
  static const ErrorRow errors[] = {
#define CU_ERROR(NAME, NUMBER, TEXT) {NAME, #NAME, TEXT},
#include "Errors.def"
  };
  auto *found =
      std::find_if(std::begin(errors), std::end(errors),
                   [&](const ErrorRow &row) { return row.error == error; });
  return found == std::end(errors) ? nullptr : found;
}

CUresult api::cuGetErrorName(CUresult error, const char **name) {
  const ErrorRow *row = findError(error);
  if (name)
    *name = row ? row->name : nullptr;
  return row && name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult api::cuGetErrorString(CUresult error, const char **text) {
  const ErrorRow *row = findError(error);
  if (text)
    *text = row ? row->text : nullptr;
  return row && text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

//===----------------------------------------------------------------------===//
// The device
//===----------------------------------------------------------------------===//

/// Checks that the device exists, and that no output is null.
template <typename... Outputs>
static CUresult checkDevice(CUdevice device, Outputs *...outputs) {
  if (!(outputs && ... && true))
    return CUDA_ERROR_INVALID_VALUE;
  return Driver::get().has(device) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult api::cuDeviceGet(CUdevice *device, int ordinal) {
  CU_CHECK(checkDevice(ordinal, device));
  *device = ordinal;
  return CUDA_SUCCESS;
}

CUresult api::cuDeviceGetCount(int *count) {
  if (!count)
    return CUDA_ERROR_INVALID_VALUE;
  *count = int(Driver::get().devices.size());
  return CUDA_SUCCESS;
}

CUresult api::cuDeviceGetName(char *name, int length, CUdevice device) {
  CU_CHECK(checkDevice(device, name));
  if (length <= 0)
    return CUDA_ERROR_INVALID_VALUE;
  writeName(name, length, *Driver::get().target);
  return CUDA_SUCCESS;
}

CUresult api::cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device) {
  CU_CHECK(checkDevice(device, uuid));
  Driver &driver = Driver::get();
  writeUuid(uuid->bytes, *driver.target, driver.devices[device].number);
  return CUDA_SUCCESS;
}
CUresult api::cuDeviceGetUuid(CUuuid *uuid, CUdevice device) {
  return cuDeviceGetUuid_v2(uuid, device);
}

CUresult api::cuDeviceTotalMem_v2(size_t *bytes, CUdevice device) {
  CU_CHECK(checkDevice(device, bytes));
  *bytes = Driver::get().memory.getTotal();
  return CUDA_SUCCESS;
}

CUresult api::cuDeviceComputeCapability(int *major, int *minor,
                                        CUdevice device) {
  CU_CHECK(checkDevice(device, major, minor));
  unsigned capability = Driver::get().target->getComputeCapability();
  *major = capability / 10;
  *minor = capability % 10;
  return CUDA_SUCCESS;
}

CUresult api::cuDeviceGetPCIBusId(char *id, int length, CUdevice device) {
  CU_CHECK(checkDevice(device, id));
  if (length < 13)
    return CUDA_ERROR_INVALID_VALUE;
  snprintf(id, length, "0000:%02x:00.0",
           unsigned(Driver::get().devices[device].number));
  return CUDA_SUCCESS;
}

CUresult api::cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer) {
  CU_CHECK(checkDevice(device, can));
  CU_CHECK(checkDevice(peer));
  *can = device != peer;
  return CUDA_SUCCESS;
}

CUresult api::cuDeviceGetP2PAttribute(int *value, int attribute,
                                      CUdevice device, CUdevice peer) {
  CU_CHECK(checkDevice(device, value));
  CU_CHECK(checkDevice(peer));
  if (device == peer)
    return CUDA_ERROR_INVALID_DEVICE;
  switch (attribute) {
  case 1: // PERFORMANCE_RANK
  case 4: // CUDA_ARRAY_ACCESS_SUPPORTED
    *value = 0;
    return CUDA_SUCCESS;
  case 2: // ACCESS_SUPPORTED
  case 3: // NATIVE_ATOMIC_SUPPORTED
    *value = 1;
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// The value of a CUdevice_attribute; 0 for all that are not listed. Numbers
/// that the table of GPUs does not know are those of "Technical Specifications
/// per Compute Capability" that all GPUs of the table have in common.
static int attributeOf(const Driver &driver, const Device &device,
                       int attribute) {
  const TargetInfo &target = *driver.target;
  const Capacities &capacities = target.getCapacities();
  const Board *board = driver.board;
  constexpr unsigned staticSharedBytes = 48 * 1024;
  switch (attribute) {
  case 1: // MAX_THREADS_PER_BLOCK
    return Capacities::maxThreadsPerBlock;
  case 2: // MAX_BLOCK_DIM_X
  case 3: // MAX_BLOCK_DIM_Y
  case 4: // MAX_BLOCK_DIM_Z
    return int(maxBlockExtents[attribute - 2]);
  case 5: // MAX_GRID_DIM_X
  case 6: // MAX_GRID_DIM_Y
  case 7: // MAX_GRID_DIM_Z
    return int(maxGridExtents[attribute - 5]);
  case 8: // MAX_SHARED_MEMORY_PER_BLOCK
    return staticSharedBytes;
  case 9: // TOTAL_CONSTANT_MEMORY
    return 64 * 1024;
  case 10: // WARP_SIZE
    return Capacities::threadsPerWarp;
  case 11: // MAX_PITCH
    return INT32_MAX;
  case 12: // MAX_REGISTERS_PER_BLOCK
  case 82: // MAX_REGISTERS_PER_MULTIPROCESSOR
    return Capacities::registersPerSM;
  case 13: // CLOCK_RATE, in kHz
    return board ? board->clockMHz * 1000 : 1000000;
  case 14: // TEXTURE_ALIGNMENT
  case 30: // SURFACE_ALIGNMENT
    return 512;
  case 51: // TEXTURE_PITCH_ALIGNMENT
    return 32;
  case 16: // MULTIPROCESSOR_COUNT
    return board ? board->sms : 1;
  case 33: // PCI_BUS_ID
    return device.number;
  case 38: // L2_CACHE_SIZE
    return (board ? board->l2MiB : 1) << 20;
  case 39: // MAX_THREADS_PER_MULTIPROCESSOR
    return capacities.maxThreadsPerSM;
  case 75: // COMPUTE_CAPABILITY_MAJOR
    return target.getComputeCapability() / 10;
  case 76: // COMPUTE_CAPABILITY_MINOR
    return target.getComputeCapability() % 10;
  case 81: // MAX_SHARED_MEMORY_PER_MULTIPROCESSOR
    return capacities.sharedBytesPerSM;
  case 97: // MAX_SHARED_MEMORY_PER_BLOCK_OPTIN
    return capacities.maxSharedBytesPerBlock;
  case 106: // MAX_BLOCKS_PER_MULTIPROCESSOR
    return capacities.maxBlocksPerSM;
  case 111: // RESERVED_SHARED_MEMORY_PER_BLOCK
    return capacities.reservedSharedBytesPerBlock;
  case 120: // CLUSTER_LAUNCH
    return target.hasClusters();
  case 15:  // GPU_OVERLAP
  case 19:  // CAN_MAP_HOST_MEMORY
  case 31:  // CONCURRENT_KERNELS
  case 40:  // ASYNC_ENGINE_COUNT
  case 41:  // UNIFIED_ADDRESSING
  case 78:  // STREAM_PRIORITIES_SUPPORTED
  case 79:  // GLOBAL_L1_CACHE_SUPPORTED
  case 80:  // LOCAL_L1_CACHE_SUPPORTED
  case 83:  // MANAGED_MEMORY
  case 89:  // CONCURRENT_MANAGED_ACCESS
  case 91:  // CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM
  case 95:  // COOPERATIVE_LAUNCH
  case 99:  // HOST_REGISTER_SUPPORTED
  case 115: // MEMORY_POOLS_SUPPORTED
  case 125: // IPC_EVENT_SUPPORTED
    return 1;
  default:
    return 0;
  }
}

CUresult api::cuDeviceGetAttribute(int *value, int attribute, CUdevice device) {
  constexpr int end = 148; // CU_DEVICE_ATTRIBUTE_MAX of CUDA 13.0
  CU_CHECK(checkDevice(device, value));
  if (attribute < 1 || attribute >= end)
    return CUDA_ERROR_INVALID_VALUE;
  const Driver &driver = Driver::get();
  *value = attributeOf(driver, driver.devices[device], attribute);
  return CUDA_SUCCESS;
}
