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

#include "Driver.h"
#include "Identity.h"
#include "Visible.h"
#include <array>
#include <cstdint>
#include <utility>

using namespace tessera;
using namespace tessera::driver;

extern "C" {
#define CU_FUNCTION(SYMBOL, NAME, SINCE, PARAMETERS, ARGUMENTS)                \
  CUresult SYMBOL PARAMETERS;
#include "Api.def"
}

namespace {
/// A device as torch's C++ hands it over.
struct TorchDevice {
  int8_t type;
  int8_t index;
};

/// A stream as torch's C++ hands it over: the identity is the driver's handle.
struct TorchStream {
  TorchDevice device;
  int64_t id;
};

/// A row of the table that Python reads.
struct TorchFunction {
  const char *name;
  void *function;
};

/// Makes the primary context of a device current in a scope.
class OnDevice {
public:
  explicit OnDevice(int device) {
    CUcontext context = nullptr;
    isPushed = !cuInit(0) && !cuDevicePrimaryCtxRetain(&context, device) &&
               !cuCtxPushCurrent_v2(context);
  }
  OnDevice(const OnDevice &) = delete;
  ~OnDevice() {
    CUcontext context;
    if (isPushed)
      (void)cuCtxPopCurrent_v2(&context);
  }

private:
  bool isPushed = false;
};
} // namespace

/// The handle of this thread's current stream of each device; 0 is the default
/// stream.
static thread_local std::array<int64_t, mostDevices> currentStreams;

/// The first error of this thread that nobody has been told. Torch expects
/// exceptions of its own, which are for Python to throw.
static thread_local CUresult untold;

static bool succeeds(CUresult result) {
  if (result && result != CUDA_ERROR_NOT_READY && !untold)
    untold = result;
  return !result;
}

static CUresult takeError() { return std::exchange(untold, CUDA_SUCCESS); }

static CUstream handleOf(const TorchStream &stream) {
  return reinterpret_cast<CUstream>(stream.id);
}

/// A device without a number is the current one.
static TorchDevice numbered(TorchDevice device) {
  int current = 0;
  if (device.index < 0 || size_t(device.index) >= currentStreams.size())
    device.index = cuCtxGetDevice(&current) ? 0 : int8_t(current);
  return device;
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// Returns how many devices there are, before cuInit, too: a program that asks
/// may fork before it uses one, or hide some. Wrong settings count as one
/// device, whose use tells of them.
static int8_t deviceCount(const void * /*guard*/) {
  Driver &driver = Driver::get();
  if (!Driver::isForked) {
    std::lock_guard<std::mutex> guard(driver.lock);
    if (driver.isInitialized())
      return int8_t(driver.devices.size());
  }
  const TargetInfo *target = lookupTarget(gpuSetting());
  unsigned gpus = gpusSetting();
  return target && gpus ? int8_t(visibleDevices(*target, gpus).size()) : 1;
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

static TorchStream getStream(const void * /*guard*/, TorchDevice device) {
  device = numbered(device);
  return {device, currentStreams[device.index]};
}

static TorchStream getDefaultStream(const void * /*guard*/,
                                    TorchDevice device) {
  return {numbered(device), 0};
}

static TorchStream getNewStream(const void * /*guard*/, TorchDevice device,
                                int priority) {
  device = numbered(device);
  OnDevice on(device.index);
  CUstream stream = nullptr;
  (void)succeeds(
      cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, priority));
  return {device, int64_t(reinterpret_cast<uintptr_t>(stream))};
}

static TorchStream getStreamFromGlobalPool(const void *guard,
                                           TorchDevice device, bool isHigh) {
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
  OnDevice on(stream.device.index);
  return succeeds(cuStreamQuery(handleOf(stream)));
}

static void synchronizeStream(const void * /*guard*/,
                              const TorchStream &stream) {
  OnDevice on(stream.device.index);
  (void)succeeds(cuStreamSynchronize(handleOf(stream)));
}

static bool isStreamCapturing(const void * /*guard*/,
                              const TorchStream &stream) {
  OnDevice on(stream.device.index);
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  (void)cuStreamIsCapturing(handleOf(stream), &status);
  return status == CU_STREAM_CAPTURE_STATUS_ACTIVE;
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

/// Records an event, which is made first, on the stream's device, where it is
/// null. `isTimed` is c10's EventFlag::BACKEND_DEFAULT.
static void record(const void * /*guard*/, void **event,
                   const TorchStream &stream, int8_t /*device*/, int isTimed) {
  OnDevice on(stream.device.index);
  auto &handle = *reinterpret_cast<CUevent *>(event);
  if (handle ||
      succeeds(cuEventCreate(&handle, isTimed ? 0 : CU_EVENT_DISABLE_TIMING)))
    (void)succeeds(cuEventRecord(handle, handleOf(stream)));
}

static void block(const void * /*guard*/, void *event,
                  const TorchStream &stream) {
  OnDevice on(stream.device.index);
  if (event)
    (void)succeeds(
        cuStreamWaitEvent(handleOf(stream), static_cast<CUevent>(event), 0));
}

static bool queryEvent(const void * /*guard*/, void *event) {
  return !event || succeeds(cuEventQuery(static_cast<CUevent>(event)));
}

static void synchronizeEvent(const void * /*guard*/, void *event) {
  if (event)
    (void)succeeds(cuEventSynchronize(static_cast<CUevent>(event)));
}

static double elapsedTime(const void * /*guard*/, void *from, void *to,
                          int8_t /*device*/) {
  float time = 0;
  (void)succeeds(cuEventElapsedTime(&time, static_cast<CUevent>(from),
                                    static_cast<CUevent>(to)));
  return time;
}

static void destroyEvent(const void * /*guard*/, void *event,
                         int8_t /*device*/) {
  if (event)
    (void)cuEventDestroy_v2(static_cast<CUevent>(event));
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// Returns the functions by the names that they have in torch's header, up to
/// one without a name; and `takeError`.
extern "C" __attribute__((visibility("default"))) const TorchFunction *
tesseraTorchFunctions() {
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
                                            TORCH_ROW(takeError),
                                            {nullptr, nullptr}};
#undef TORCH_ROW
  return functions;
}
