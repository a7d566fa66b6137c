//===- Torch.cpp - Functions that torch's C++ calls -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of the guard for torch's device "cuda" (c10's
// DeviceGuardImplInterface), which tessera_torch/internals.py puts into its
// table. They keep which stream is current: torch's C++ asks for it where an
// operator is recorded, and sets it where its gradient is computed. Python has
// the functions that need no stream and no event.
//
//===----------------------------------------------------------------------===//

#include "Torch.h"
#include "Identity.h"
#include "Visible.h"
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <string>
#include <utility>

using namespace tessera;
using namespace tessera::driver;
using torch::callOn, torch::check, torch::numbered;
using torch::getPinnedMemoryAllocator, torch::isPinnedPtr, torch::pinnedUsage;

extern "C" {
#define CU_FUNCTION(SYMBOL, NAME, SINCE, PARAMETERS, ARGUMENTS)                \
  CUresult SYMBOL PARAMETERS;
#include "Api.def"
}

namespace {
/// A stream as torch's C++ hands it over: the identity is the driver's handle.
struct TorchStream {
  torch::Device device;
  int64_t id;
};
} // namespace

torch::Host torch::host;

/// The handle of this thread's current stream of each device; 0 is the default
/// stream.
static thread_local std::array<int64_t, mostDevices> currentStreams;

torch::Device torch::numbered(Device device) {
  if (device.index < 0 || size_t(device.index) >= currentStreams.size()) {
    bool hasContext = !contextStack.empty() && contextStack.back();
    device.index = hasContext ? int8_t(contextStack.back()->device) : 0;
  }
  return device;
}

torch::OnDevice::OnDevice(Device device) {
  static std::array<std::atomic<CUcontext>, mostDevices> kept;
  std::atomic<CUcontext> &context = kept[numbered(device).index];
  if (push(context))
    return;
  CUcontext made = nullptr;
  if (!cuInit(0) && !cuDevicePrimaryCtxRetain(&made, numbered(device).index) &&
      push(made))
    context = made;
}

torch::OnDevice::~OnDevice() {
  if (isPushed)
    (void)cuCtxPopCurrent_v2(nullptr);
}

bool torch::OnDevice::push(CUcontext context) {
  return isPushed = context && !cuCtxPushCurrent_v2(context);
}

void torch::check(CUresult result) {
  if (!result || result == CUDA_ERROR_NOT_READY || !host.raise)
    return;
  static thread_local char text[200];
  const char *says = nullptr, *name = nullptr;
  (void)cuGetErrorString(result, &says);
  (void)cuGetErrorName(result, &name);
  snprintf(text, sizeof text, "CUDA error: %s (%s)", says ? says : "unknown",
           name ? name : "unknown");
  host.raise(text);
}

static CUstream handleOf(const TorchStream &stream) {
  return reinterpret_cast<CUstream>(stream.id);
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// Returns how many devices there are, before cuInit, too: a program that asks
/// may fork before it uses one, or hide some. Wrong settings count as one
/// device, whose use tells of them.
static int8_t deviceCount(const void * /*guard*/) {
  if (int count = Driver::isForked ? 0 : Driver::get().deviceCount.load())
    return int8_t(count);
  const TargetInfo *target = lookupTarget(gpuSetting());
  unsigned gpus = gpusSetting();
  return target && gpus ? int8_t(visibleDevices(*target, gpus).size()) : 1;
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

static TorchStream getStream(const void * /*guard*/, torch::Device device) {
  device = numbered(device);
  return {device, currentStreams[device.index]};
}

static TorchStream getDefaultStream(const void * /*guard*/,
                                    torch::Device device) {
  return {numbered(device), 0};
}

/// Sets a stream of a pool, which each device has for each priority, as torch's
/// CUDA does: they are used in turn, and nobody destroys them.
static CUresult takeStream(torch::Device device, int priority,
                           CUstream &stream) {
  constexpr int most = 32, priorities = 6;
  struct StreamPool {
    std::array<CUstream, most> streams;
    unsigned next = 0;
  };
  static std::mutex lock;
  static std::array<std::array<StreamPool, priorities>, mostDevices> pools;
  torch::OnDevice on(device);
  std::lock_guard<std::mutex> guard(lock);
  priority = std::clamp(priority, 1 - priorities, 0);
  StreamPool &pool = pools[device.index][-priority];
  CUstream &place = pool.streams[pool.next++ % most];
  // A program may have destroyed the context with all of its streams.
  unsigned flags;
  CUresult result = CUDA_SUCCESS;
  if (!place || cuStreamGetFlags(place, &flags))
    result =
        cuStreamCreateWithPriority(&place, CU_STREAM_NON_BLOCKING, priority);
  stream = place;
  return result;
}

static TorchStream getNewStream(const void * /*guard*/, torch::Device device,
                                int priority) {
  device = numbered(device);
  CUstream stream = nullptr;
  check(takeStream(device, priority, stream));
  return {device, int64_t(reinterpret_cast<uintptr_t>(stream))};
}

static TorchStream getStreamFromGlobalPool(const void *guard,
                                           torch::Device device, bool isHigh) {
  return getNewStream(guard, device, isHigh ? -1 : 0);
}

static TorchStream exchangeStream(const void * /*guard*/, TorchStream stream) {
  stream.device = numbered(stream.device);
  return {stream.device,
          std::exchange(currentStreams[stream.device.index], stream.id)};
}

static void *getStreamNativeHandle(const void * /*guard*/, TorchStream stream) {
  return handleOf(stream);
}

static bool queryStream(const void * /*guard*/, const TorchStream &stream) {
  CUresult result =
      callOn(stream.device, [&] { return cuStreamQuery(handleOf(stream)); });
  check(result);
  return !result;
}

static void synchronizeStream(const void * /*guard*/,
                              const TorchStream &stream) {
  check(callOn(stream.device,
               [&] { return cuStreamSynchronize(handleOf(stream)); }));
}

static bool isStreamCapturing(const void * /*guard*/,
                              const TorchStream &stream) {
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  check(callOn(stream.device,
               [&] { return cuStreamIsCapturing(handleOf(stream), &status); }));
  return status == CU_STREAM_CAPTURE_STATUS_ACTIVE;
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

/// Records an event, which is made first, on the stream's device, where it is
/// null. `isTimed` is c10's EventFlag::BACKEND_DEFAULT.
static void record(const void * /*guard*/, void **event,
                   const TorchStream &stream, int8_t /*device*/, int isTimed) {
  auto &handle = *reinterpret_cast<CUevent *>(event);
  check(callOn(stream.device, [&] {
    CUresult result =
        handle ? CUDA_SUCCESS
               : cuEventCreate(&handle, isTimed ? 0 : CU_EVENT_DISABLE_TIMING);
    return result ? result : cuEventRecord(handle, handleOf(stream));
  }));
}

static void block(const void * /*guard*/, void *event,
                  const TorchStream &stream) {
  if (event)
    check(callOn(stream.device, [&] {
      return cuStreamWaitEvent(handleOf(stream), static_cast<CUevent>(event),
                               0);
    }));
}

/// Returns the result of a function of the driver for an event.
static CUresult callFor(CUresult (*function)(CUevent), void *event) {
  torch::WithoutPython unlocked;
  return function(static_cast<CUevent>(event));
}

static bool queryEvent(const void * /*guard*/, void *event) {
  if (!event)
    return true;
  CUresult result = callFor(cuEventQuery, event);
  check(result);
  return !result;
}

static void synchronizeEvent(const void * /*guard*/, void *event) {
  if (event)
    check(callFor(cuEventSynchronize, event));
}

static double elapsedTime(const void * /*guard*/, void *from, void *to,
                          int8_t device) {
  float time = 0;
  check(callOn({0, device}, [&] {
    return cuEventElapsedTime(&time, static_cast<CUevent>(from),
                              static_cast<CUevent>(to));
  }));
  return time;
}

static void destroyEvent(const void * /*guard*/, void *event,
                         int8_t /*device*/) {
  if (event)
    (void)callFor(cuEventDestroy_v2, event);
}

/// Returns the words on CUDA in torch.__config__.show().
static std::string showConfig(const void * /*hooks*/) {
  return "  - CUDA: Tessera's, without a GPU\n";
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {
/// A row of the table that Python reads.
struct TorchFunction {
  const char *name;
  void *function;
};
} // namespace

/// Returns the functions by the names that they have in torch's header, up to
/// one without a name.
extern "C" __attribute__((visibility("default"))) const TorchFunction *
tesseraTorchFunctions(const torch::Host *functionsOfHost) {
  torch::host = *functionsOfHost;
#define TORCH_ROW(NAME)                                                        \
  {                                                                            \
    #NAME, reinterpret_cast<void *>(&NAME)                                     \
  }
  static const TorchFunction functions[] = {TORCH_ROW(deviceCount),
                                            TORCH_ROW(getStream),
                                            TORCH_ROW(getDefaultStream),
                                            TORCH_ROW(getNewStream),
                                            TORCH_ROW(exchangeStream),
                                            TORCH_ROW(getStreamFromGlobalPool),
                                            TORCH_ROW(queryStream),
                                            TORCH_ROW(synchronizeStream),
                                            TORCH_ROW(isStreamCapturing),
                                            TORCH_ROW(getStreamNativeHandle),
                                            TORCH_ROW(record),
                                            TORCH_ROW(block),
                                            TORCH_ROW(queryEvent),
                                            TORCH_ROW(synchronizeEvent),
                                            TORCH_ROW(elapsedTime),
                                            TORCH_ROW(destroyEvent),
                                            TORCH_ROW(isPinnedPtr),
                                            TORCH_ROW(getPinnedMemoryAllocator),
                                            TORCH_ROW(pinnedUsage),
                                            TORCH_ROW(showConfig),
                                            {nullptr, nullptr}};
#undef TORCH_ROW
  return functions;
}
