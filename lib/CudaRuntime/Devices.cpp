//===- Devices.cpp - Devices and the contexts of threads ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>

using namespace tessera::runtime;

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

/// The device that the thread has chosen, and the number of resets that its
/// context has seen.
static thread_local int chosen = 0;
static thread_local unsigned seenResets = 0;
static std::atomic<unsigned> resets;

static std::mutex primariesLock;
/// The primary contexts that the runtime holds, by device.
static std::map<int, CUcontext> primaries;

cudaError tessera::runtime::initialize() {
  static const CUresult result = cuInit(0);
  return toError(result);
}

cudaError tessera::runtime::requirePrimary(int device, CUcontext &context) {
  RT_CHECK(initialize());
  std::lock_guard<std::mutex> guard(primariesLock);
  CUcontext &held = primaries[device];
  if (!held)
    RT_CHECK(cuDevicePrimaryCtxRetain(&held, device));
  context = held;
  return cudaSuccess;
}

static cudaError bindPrimary() {
  CUcontext context;
  RT_CHECK(requirePrimary(chosen, context));
  return toError(cuCtxSetCurrent(context));
}

cudaError tessera::runtime::useContext() {
  CUcontext context = nullptr;
  RT_CHECK(initialize());
  unsigned count = resets;
  RT_CHECK(cuCtxGetCurrent(&context));
  if (context && seenResets == count)
    return cudaSuccess;
  seenResets = count;
  return bindPrimary();
}

cudaError api::cudaDeviceReset() {
  RT_CHECK(note(useContext()));
  CUdevice device;
  RT_CHECK(note(toError(cuCtxGetDevice(&device))));
  {
    std::lock_guard<std::mutex> guard(primariesLock);
    primaries.erase(device);
  }
  ++resets;
  RT_CHECK(note(toError(cuDevicePrimaryCtxReset_v2(device))));
  cudaGetLastError();
  return cudaSuccess;
}

//===----------------------------------------------------------------------===//
// The device of the thread
//===----------------------------------------------------------------------===//

cudaError api::cudaGetDeviceCount(int *count) {
  RT_CHECK(note(initialize()));
  return note(toError(cuDeviceGetCount(count)));
}

/// Requires a device that there is.
static cudaError requireDevice(int device) {
  int count;
  RT_CHECK(initialize());
  RT_CHECK(cuDeviceGetCount(&count));
  return device >= 0 && device < count ? cudaSuccess : cudaErrorInvalidDevice;
}

cudaError api::cudaGetDevice(int *device) {
  if (!device)
    return note(cudaErrorInvalidValue);
  CUcontext context = nullptr;
  RT_CHECK(note(initialize()));
  RT_CHECK(note(toError(cuCtxGetCurrent(&context))));
  *device = chosen;
  return context && seenResets == resets ? note(toError(cuCtxGetDevice(device)))
                                         : cudaSuccess;
}

cudaError api::cudaSetDevice(int device) {
  RT_CHECK(note(requireDevice(device)));
  chosen = device;
  seenResets = resets;
  return note(bindPrimary());
}

cudaError api::cudaInitDevice(int device, unsigned, unsigned) {
  CUcontext context;
  RT_CHECK(note(requireDevice(device)));
  return note(requirePrimary(device, context));
}

cudaError api::cudaSetValidDevices(int *devices, int count) {
  if (count < 0 || (count && !devices))
    return note(cudaErrorInvalidValue);
  for (int i = 0; i < count; ++i)
    RT_CHECK(note(requireDevice(devices[i])));
  if (count)
    chosen = devices[0];
  return cudaSuccess;
}

cudaError api::cudaGetDeviceFlags(unsigned *flags) {
  int active;
  RT_CHECK(note(initialize()));
  return note(toError(cuDevicePrimaryCtxGetState(chosen, flags, &active)));
}

cudaError api::cudaSetDeviceFlags(unsigned flags) {
  RT_CHECK(note(initialize()));
  return note(toError(cuDevicePrimaryCtxSetFlags_v2(chosen, flags)));
}

cudaError api::cudaChooseDevice(int *device, const cudaDeviceProp *wanted) {
  if (!device || !wanted)
    return note(cudaErrorInvalidValue);
  *device = 0; // all are of one kind
  return note(requireDevice(0));
}

cudaError api::cudaDeviceGetByPCIBusId(int *device, const char *id) {
  int count;
  RT_CHECK(note(cudaGetDeviceCount(&count)));
  char found[16];
  for (int i = 0; device && id && i < count; ++i) {
    RT_CHECK(note(toError(cuDeviceGetPCIBusId(found, sizeof found, i))));
    // The domain may be left out.
    if (!strcmp(found, id) || !strcmp(strchr(found, ':') + 1, id)) {
      *device = i;
      return cudaSuccess;
    }
  }
  return note(device && id ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
}

cudaError api::cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  CUcontext context;
  RT_CHECK(requireDevice(peer));
  RT_CHECK(requirePrimary(peer, context));
  return toError(cuCtxEnablePeerAccess(context, flags));
}

cudaError api::cudaDeviceDisablePeerAccess(int peer) {
  CUcontext context;
  RT_CHECK(requireDevice(peer));
  RT_CHECK(requirePrimary(peer, context));
  return toError(cuCtxDisablePeerAccess(context));
}

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

#if CUDART_MAJOR < 13
#define cudaGetDeviceProperties cudaGetDeviceProperties_v2
#endif

cudaError api::cudaGetDeviceProperties(cudaDeviceProp *properties, int device) {
  if (!properties)
    return note(cudaErrorInvalidValue);
  RT_CHECK(note(requireDevice(device)));
  memset(properties, 0, sizeof *properties);
  cuDeviceGetName(properties->name, sizeof properties->name, device);
  cuDeviceGetUuid_v2(&properties->uuid, device);
  cuDeviceTotalMem_v2(&properties->totalGlobalMem, device);
  auto attribute = [&](int number) {
    int value = 0;
    cuDeviceGetAttribute(&value, number, device);
    return value;
  };
  for (int i = 0; i < 3; ++i) {
    properties->maxThreadsDim[i] = attribute(2 + i); // MAX_BLOCK_DIM_X
    properties->maxGridSize[i] = attribute(5 + i);   // MAX_GRID_DIM_X
  }
#define RT_ATTRIBUTE(TYPE, NAME, NUMBER)                                       \
  properties->NAME = TYPE(attribute(NUMBER));
#define RT_FIELD(TYPE, NAME)
#include "Properties.def"
  return cudaSuccess;
}

//===----------------------------------------------------------------------===//
// Limits and hints
//===----------------------------------------------------------------------===//

namespace {
struct Limit {
  cudaLimit number;
  std::atomic<size_t> value;
};
} // namespace

/// CUDA's defaults. Kernels are not bound by them: all are kept only to be
/// queried.
static Limit limits[] = {
    {cudaLimitStackSize, 1024},
    {cudaLimitPrintfFifoSize, 1 << 20},
    {cudaLimitMallocHeapSize, 8 << 20},
    {cudaLimitDevRuntimeSyncDepth, 2},
    {cudaLimitDevRuntimePendingLaunchCount, 2048},
    {cudaLimitMaxL2FetchGranularity, 64},
    {cudaLimitPersistingL2CacheSize, 0},
};

static Limit *findLimit(int number) {
  for (Limit &limit : limits)
    if (limit.number == number)
      return &limit;
  return nullptr;
}

cudaError api::cudaDeviceGetLimit(size_t *value, int number) {
  const Limit *limit = findLimit(number);
  if (!value || !limit)
    return note(value ? cudaErrorUnsupportedLimit : cudaErrorInvalidValue);
  *value = limit->value;
  return cudaSuccess;
}

cudaError api::cudaDeviceSetLimit(int number, size_t value) {
  Limit *limit = findLimit(number);
  if (!limit)
    return note(cudaErrorUnsupportedLimit);
  limit->value = value;
  return cudaSuccess;
}

cudaError api::cudaDeviceGetCacheConfig(int *config) {
  if (!config)
    return note(cudaErrorInvalidValue);
  *config = 0; // cudaFuncCachePreferNone
  return cudaSuccess;
}
cudaError api::cudaDeviceSetCacheConfig(int) { return cudaSuccess; }

cudaError api::cudaDeviceGetSharedMemConfig(int *config) {
  if (!config)
    return note(cudaErrorInvalidValue);
  *config = 1; // cudaSharedMemBankSizeFourByte
  return cudaSuccess;
}
cudaError api::cudaDeviceSetSharedMemConfig(int) { return cudaSuccess; }

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

cudaError api::cudaEventCreate(CUevent *event) {
  return toError(cuEventCreate(event, 0));
}

cudaError api::cudaStreamCreate(CUstream *stream) {
  return toError(cuStreamCreate(stream, 0));
}

cudaError api::cudaStreamGetDevice(CUstream stream, int *device) {
  CUcontext context;
  RT_CHECK(cuStreamGetCtx(stream, &context));
  return toError(cuCtxGetDevice_v2(device, context));
}

/// The values that have been set: hints to a GPU, kept only to be queried.
/// Handles are given out once, so that a stream that is gone leaves nothing to
/// another.
static std::mutex attributesLock;
static std::map<std::pair<CUstream, CUlaunchAttributeID>,
                CUlaunchAttributeValue>
    attributes;

/// Requires a stream that there is, and an attribute of streams.
static cudaError checkAttribute(CUstream stream, CUlaunchAttributeID id,
                                const CUlaunchAttributeValue *value) {
  unsigned long long number;
  RT_CHECK(cuStreamGetId(stream, &number));
  bool isKnown = id == CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW ||
                 id == CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY ||
                 id == CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP ||
                 id == CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN;
  return value && isKnown ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError api::cudaStreamSetAttribute(CUstream stream, CUlaunchAttributeID id,
                                      const CUlaunchAttributeValue *value) {
  RT_CHECK(checkAttribute(stream, id, value));
  std::lock_guard<std::mutex> guard(attributesLock);
  attributes[{stream, id}] = *value;
  return cudaSuccess;
}

cudaError api::cudaStreamGetAttribute(CUstream stream, CUlaunchAttributeID id,
                                      CUlaunchAttributeValue *value) {
  RT_CHECK(checkAttribute(stream, id, value));
  std::lock_guard<std::mutex> guard(attributesLock);
  auto found = attributes.find({stream, id});
  *value = found == attributes.end() ? CUlaunchAttributeValue{} : found->second;
  return cudaSuccess;
}

#if CUDART_MAJOR < 13
cudaError api::cudaStreamGetCaptureInfo(CUstream stream,
                                        CUstreamCaptureStatus *status,
                                        unsigned long long *id) {
  return toError(cuStreamGetCaptureInfo_v2(stream, status,
                                           reinterpret_cast<uint64_t *>(id),
                                           nullptr, nullptr, nullptr));
}

cudaError api::cudaThreadExit() { return cudaDeviceReset(); }
cudaError api::cudaThreadSynchronize() { return toError(cuCtxSynchronize()); }
#endif
