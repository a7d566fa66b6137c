//===- Nvml.cpp - NVML without a GPU --------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libnvidia-ml.so.1: what programs ask of devices before they use them. It
// reads the driver's settings and does not load the driver: programs ask NVML
// so that they may fork afterwards. Types and numbers are those of NVML's API
// reference.
//
//===----------------------------------------------------------------------===//

#include "../Driver/Identity.h"
#include "llvm/ADT/StringRef.h"
#include <atomic>

using namespace tessera;

#define NVML_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

enum Result : int {
  Success = 0,
  Uninitialized = 1,
  InvalidArgument = 2,
  NotSupported = 3,
  NotFound = 6,
  InsufficientSize = 7,
  DriverNotLoaded = 9,
};

/// An nvmlDevice_t: the number of a device, plus 1; never followed.
using Device = struct Device_st *;

struct Memory {
  unsigned long long total, free, used;
};
struct Memory2 {
  unsigned version;
  unsigned long long total, reserved, free, used;
};
struct Utilization {
  unsigned gpu, memory;
};
struct PciInfo {
  char busIdLegacy[16];
  unsigned domain, bus, device, pciDeviceId, pciSubSystemId;
  char busId[32];
};

/// The devices, as the settings say. NVML leaves out none that
/// CUDA_VISIBLE_DEVICES hides.
struct Devices {
  const TargetInfo *target = lookupTarget(driver::gpuSetting());
  uint64_t count = driver::gpusSetting();
};

} // namespace

static const Devices &devices() {
  static const Devices all;
  return all;
}

/// The calls of nvmlInit less those of nvmlShutdown.
static std::atomic<unsigned> users;

static int numberOf(Device device) {
  return int(reinterpret_cast<uintptr_t>(device)) - 1;
}

/// Requires nvmlInit, a device that there is, and outputs that are not null.
template <typename... Outputs>
static Result check(Device device, Outputs *...outputs) {
  if (!users)
    return Uninitialized;
  uint64_t number = reinterpret_cast<uintptr_t>(device);
  bool isDevice = number && number <= devices().count;
  return isDevice && (outputs && ... && true) ? Success : InvalidArgument;
}

/// The same without a device.
template <typename... Outputs> static Result check(Outputs *...outputs) {
  if (!users)
    return Uninitialized;
  return (outputs && ... && true) ? Success : InvalidArgument;
}

#define NVML_CHECK(...)                                                        \
  do {                                                                         \
    if (Result result_ = check(__VA_ARGS__); result_ != Success)               \
      return result_;                                                          \
  } while (false)

static Result answer(const std::string &text, char *buffer, unsigned length) {
  if (length <= text.size())
    return InsufficientSize;
  memcpy(buffer, text.c_str(), text.size() + 1);
  return Success;
}

//===----------------------------------------------------------------------===//
// The library
//===----------------------------------------------------------------------===//

NVML_EXPORT Result nvmlInitWithFlags(unsigned) {
  if (!devices().target || !devices().count)
    return DriverNotLoaded;
  ++users;
  return Success;
}
NVML_EXPORT Result nvmlInit_v2() { return nvmlInitWithFlags(0); }
NVML_EXPORT Result nvmlInit() { return nvmlInitWithFlags(0); }

NVML_EXPORT Result nvmlShutdown() {
  NVML_CHECK();
  --users;
  return Success;
}

NVML_EXPORT const char *nvmlErrorString(int result) {
  switch (result) {
  case Success:
    return "Success";
  case Uninitialized:
    return "Uninitialized";
  case InvalidArgument:
    return "Invalid Argument";
  case NotSupported:
    return "Not Supported";
  case NotFound:
    return "Not Found";
  case InsufficientSize:
    return "Insufficient Size";
  case DriverNotLoaded:
    return "Driver Not Loaded: TESSERA_GPU or TESSERA_GPUS is wrong";
  default:
    return "Unknown Error";
  }
}

/// The first driver with the CUDA version that ours has.
static const std::string version = "580.00";

NVML_EXPORT Result nvmlSystemGetDriverVersion(char *text, unsigned length) {
  NVML_CHECK(text);
  return answer(version, text, length);
}
NVML_EXPORT Result nvmlSystemGetNVMLVersion(char *text, unsigned length) {
  NVML_CHECK(text);
  return answer("13." + version, text, length);
}
NVML_EXPORT Result nvmlSystemGetCudaDriverVersion_v2(int *number) {
  NVML_CHECK(number);
  *number = 13000;
  return Success;
}
NVML_EXPORT Result nvmlSystemGetCudaDriverVersion(int *number) {
  return nvmlSystemGetCudaDriverVersion_v2(number);
}
NVML_EXPORT Result nvmlUnitGetCount(unsigned *count) {
  NVML_CHECK(count);
  *count = 0;
  return Success;
}

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

NVML_EXPORT Result nvmlDeviceGetCount_v2(unsigned *count) {
  NVML_CHECK(count);
  *count = devices().count;
  return Success;
}
NVML_EXPORT Result nvmlDeviceGetCount(unsigned *count) {
  return nvmlDeviceGetCount_v2(count);
}

NVML_EXPORT Result nvmlDeviceGetHandleByIndex_v2(unsigned index,
                                                 Device *device) {
  NVML_CHECK(device);
  if (index >= devices().count)
    return InvalidArgument;
  *device = reinterpret_cast<Device>(uintptr_t(index) + 1);
  return Success;
}
NVML_EXPORT Result nvmlDeviceGetHandleByIndex(unsigned index, Device *device) {
  return nvmlDeviceGetHandleByIndex_v2(index, device);
}

static std::string uuidOf(int device) {
  return driver::uuidText(*devices().target, device);
}

/// As cuDeviceGetPCIBusId has it; NVML gives the domain eight digits.
static std::string pciOf(int device, int digitsOfDomain) {
  char text[32];
  snprintf(text, sizeof text, "%0*x:%02x:00.0", digitsOfDomain, 0, device);
  return text;
}

/// The device for which `isIt` returns true.
template <typename Fn> static Result find(Device *device, Fn isIt) {
  for (unsigned i = 0; i < devices().count; ++i)
    if (isIt(int(i)))
      return nvmlDeviceGetHandleByIndex_v2(i, device);
  return NotFound;
}

NVML_EXPORT Result nvmlDeviceGetHandleByUUID(const char *uuid, Device *device) {
  NVML_CHECK(uuid, device);
  return find(device, [&](int number) { return uuidOf(number) == uuid; });
}

NVML_EXPORT Result nvmlDeviceGetHandleByPciBusId_v2(const char *id,
                                                    Device *device) {
  NVML_CHECK(id, device);
  return find(device, [&](int number) {
    return pciOf(number, 8) == id || pciOf(number, 4) == id;
  });
}
NVML_EXPORT Result nvmlDeviceGetHandleByPciBusId(const char *id,
                                                 Device *device) {
  return nvmlDeviceGetHandleByPciBusId_v2(id, device);
}

//===----------------------------------------------------------------------===//
// A device
//===----------------------------------------------------------------------===//

NVML_EXPORT Result nvmlDeviceGetName(Device device, char *name,
                                     unsigned length) {
  NVML_CHECK(device, name);
  char text[64];
  driver::writeName(text, sizeof text, *devices().target);
  return answer(text, name, length);
}

NVML_EXPORT Result nvmlDeviceGetUUID(Device device, char *uuid,
                                     unsigned length) {
  NVML_CHECK(device, uuid);
  return answer(uuidOf(numberOf(device)), uuid, length);
}

NVML_EXPORT Result nvmlDeviceGetIndex(Device device, unsigned *index) {
  NVML_CHECK(device, index);
  *index = numberOf(device);
  return Success;
}
NVML_EXPORT Result nvmlDeviceGetMinorNumber(Device device, unsigned *number) {
  return nvmlDeviceGetIndex(device, number);
}

NVML_EXPORT Result nvmlDeviceGetPciInfo_v3(Device device, PciInfo *info) {
  NVML_CHECK(device, info);
  int number = numberOf(device);
  *info = {};
  info->bus = number;
  (void)answer(pciOf(number, 4), info->busIdLegacy, sizeof info->busIdLegacy);
  return answer(pciOf(number, 8), info->busId, sizeof info->busId);
}

NVML_EXPORT Result nvmlDeviceGetMemoryInfo(Device device, Memory *memory) {
  NVML_CHECK(device, memory);
  // The memory that each process uses is known to it alone.
  memory->total = memory->free = driver::memoryOfDevices() / devices().count;
  memory->used = 0;
  return Success;
}
NVML_EXPORT Result nvmlDeviceGetMemoryInfo_v2(Device device, Memory2 *memory) {
  Memory all;
  NVML_CHECK(device, memory);
  (void)nvmlDeviceGetMemoryInfo(device, &all);
  *memory = {memory->version, all.total, /*reserved=*/0, all.free, all.used};
  return Success;
}

NVML_EXPORT Result nvmlDeviceGetUtilizationRates(Device device,
                                                 Utilization *rates) {
  NVML_CHECK(device, rates);
  *rates = {0, 0};
  return Success;
}

NVML_EXPORT Result nvmlDeviceGetCudaComputeCapability(Device device, int *major,
                                                      int *minor) {
  NVML_CHECK(device, major, minor);
  unsigned capability = devices().target->getComputeCapability();
  *major = capability / 10;
  *minor = capability % 10;
  return Success;
}

NVML_EXPORT Result nvmlDeviceGetArchitecture(Device device,
                                             unsigned *architecture) {
  NVML_CHECK(device, architecture);
  unsigned capability = devices().target->getComputeCapability();
  *architecture = capability >= 100  ? 10 // NVML_DEVICE_ARCH_BLACKWELL
                  : capability >= 90 ? 9  // HOPPER
                  : capability >= 89 ? 8  // ADA
                  : capability >= 80 ? 7  // AMPERE
                                     : 6; // TURING
  return Success;
}

/// Answers with 0: NVML_BRAND_UNKNOWN, NVML_COMPUTEMODE_DEFAULT, no, none.
static Result answerZero(Device device, unsigned *value) {
  NVML_CHECK(device, value);
  *value = 0;
  return Success;
}

NVML_EXPORT Result nvmlDeviceGetBrand(Device device, unsigned *brand) {
  return answerZero(device, brand);
}
NVML_EXPORT Result nvmlDeviceGetComputeMode(Device device, unsigned *mode) {
  return answerZero(device, mode);
}
NVML_EXPORT Result nvmlDeviceGetMultiGpuBoard(Device device, unsigned *is) {
  return answerZero(device, is);
}
NVML_EXPORT Result nvmlDeviceIsMigDeviceHandle(Device device, unsigned *is) {
  return answerZero(device, is);
}
NVML_EXPORT Result nvmlDeviceGetComputeRunningProcesses_v3(Device device,
                                                           unsigned *count,
                                                           void *) {
  return answerZero(device, count);
}
NVML_EXPORT Result nvmlDeviceGetGraphicsRunningProcesses_v3(Device device,
                                                            unsigned *count,
                                                            void *) {
  return answerZero(device, count);
}

//===----------------------------------------------------------------------===//
// All else
//===----------------------------------------------------------------------===//

// Declared without parameters: a function that reads no argument may be called
// with any. Programs ask, and go on where a GPU does not have something.
#define NVML_MISSING(NAME)                                                     \
  NVML_EXPORT Result NAME() { return users ? NotSupported : Uninitialized; }
#include "Missing.def"
