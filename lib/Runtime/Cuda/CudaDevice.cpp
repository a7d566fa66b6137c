//===- CudaDevice.cpp - Runs a cubin on the first GPU ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaDevice.h"
#include "CudaDriver.h"
#include "CudaProcess.h"
#include "tessera/Runtime/Engine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/ScopeExit.h"

using namespace tessera::runtime;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace {
class LocalDevice : public CudaDevice {
public:
  LocalDevice(const CudaDriver &driver, CUdevice device)
      : driver(driver), device(device) {}
  LocalDevice(const LocalDevice &) = delete;
  LocalDevice &operator=(const LocalDevice &) = delete;
  ~LocalDevice() override { driver.primaryCtxRelease(device); }

  Error findGpuName();
  StringRef getGpuName() const override { return gpuName; }
  Error launch(StringRef cubin, std::array<uint32_t, 3> block,
               Launch &launch) override;

private:
  Error time(llvm::function_ref<CUresult()> launchOnce, Launch &launch);
  Error launchFunction(CUfunction function, std::array<uint32_t, 3> block,
                       Launch &launch);
  Error copyToDevice(const Launch &launch,
                     llvm::MutableArrayRef<CUdeviceptr> memory);

  CudaDriver driver;
  CUdevice device;
  std::string gpuName;
};
} // namespace

Error LocalDevice::findGpuName() {
  int major = 0, minor = 0;
  if (Error error =
          driver.check(driver.deviceGetAttribute(
                           &major, cuAttributeComputeCapabilityMajor, device),
                       "cuDeviceGetAttribute"))
    return error;
  if (Error error =
          driver.check(driver.deviceGetAttribute(
                           &minor, cuAttributeComputeCapabilityMinor, device),
                       "cuDeviceGetAttribute"))
    return error;
  gpuName = ("sm_" + Twine(major * 10 + minor)).str();
  return Error::success();
}

Expected<std::string> tessera::runtime::findLocalGpu() {
  Expected<std::unique_ptr<CudaDevice>> device = CudaDevice::open();
  if (!device)
    return device.takeError();
  return (*device)->getGpuName().str();
}

Expected<std::unique_ptr<CudaDevice>> CudaDevice::open() {
  return canLoadLibraries() ? openHere() : openInAnotherProcess();
}

Expected<std::unique_ptr<CudaDevice>> CudaDevice::openHere() {
  Expected<CudaDriver> driver = CudaDriver::load();
  if (!driver)
    return driver.takeError();
  CUdevice device;
  if (Error error = driver->check(driver->deviceGet(&device, 0), "cuDeviceGet"))
    return std::move(error);
  CUcontext context;
  if (Error error = driver->check(driver->primaryCtxRetain(&context, device),
                                  "cuDevicePrimaryCtxRetain"))
    return std::move(error);
  auto result = std::make_unique<LocalDevice>(*driver, device);
  if (Error error =
          driver->check(driver->ctxSetCurrent(context), "cuCtxSetCurrent"))
    return std::move(error);
  if (Error error = result->findGpuName())
    return std::move(error);
  return std::move(result);
}

Error LocalDevice::copyToDevice(const Launch &launch,
                                llvm::MutableArrayRef<CUdeviceptr> memory) {
  for (auto [buffer, address] : llvm::zip(launch.buffers, memory)) {
    // The driver refuses allocations of no bytes.
    size_t bytes = std::max<size_t>(buffer.bytes, 1);
    if (Error error =
            driver.check(driver.memAlloc(&address, bytes), "cuMemAlloc"))
      return error;
    Error error =
        buffer.contents
            ? driver.check(driver.memcpyHtoD(address, buffer.contents->data(),
                                             buffer.bytes),
                           "cuMemcpyHtoD")
            : driver.check(driver.memset(address, 0, bytes), "cuMemsetD8");
    if (error)
      return error;
  }
  return writeLists(
      launch, memory, [&](uint64_t address, llvm::ArrayRef<uint8_t> bytes) {
        return driver.check(
            driver.memcpyHtoD(address, bytes.data(), bytes.size()),
            "cuMemcpyHtoD");
      });
}

/// Times a launch by events around it. The caches hold what the one before has
/// left there.
Error LocalDevice::time(llvm::function_ref<CUresult()> launchOnce,
                        Launch &launch) {
  CUevent events[2] = {nullptr, nullptr};
  llvm::scope_exit destroy([&] {
    for (CUevent event : events)
      if (event)
        driver.eventDestroy(event);
  });
  for (CUevent &event : events)
    if (Error error =
            driver.check(driver.eventCreate(&event, 0), "cuEventCreate"))
      return error;
  for (unsigned i = 0; i < launch.timedLaunches; ++i) {
    float milliseconds = 0;
    if (Error error = driver.check(driver.eventRecord(events[0], nullptr),
                                   "cuEventRecord"))
      return error;
    if (Error error = driver.check(launchOnce(), "cuLaunchKernel"))
      return error;
    if (Error error = driver.check(driver.eventRecord(events[1], nullptr),
                                   "cuEventRecord"))
      return error;
    if (Error error = driver.check(driver.eventSynchronize(events[1]),
                                   "cuEventSynchronize"))
      return error;
    if (Error error = driver.check(
            driver.eventElapsedTime(&milliseconds, events[0], events[1]),
            "cuEventElapsedTime"))
      return error;
    launch.microseconds.push_back(1e3f * milliseconds);
  }
  return Error::success();
}

Error LocalDevice::launchFunction(CUfunction function,
                                  std::array<uint32_t, 3> block,
                                  Launch &launch) {
  std::vector<CUdeviceptr> memory(launch.buffers.size(), 0);
  llvm::scope_exit release([&] {
    for (CUdeviceptr address : memory)
      if (address)
        driver.memFree(address);
  });
  if (Error error = copyToDevice(launch, memory))
    return error;

  // The driver knows each parameter's size and takes pointers to their values.
  std::vector<std::vector<uint8_t>> values;
  for (const ParameterValue &value : launch.parameters) {
    values.emplace_back(std::max<uint64_t>(value.getBytes(), 8));
    value.writeTo(values.back(), memory);
  }
  std::vector<void *> pointers;
  for (std::vector<uint8_t> &value : values)
    pointers.push_back(value.data());
  auto launchOnce = [&] {
    return driver.launchKernel(function, launch.grid[0], launch.grid[1],
                               launch.grid[2], block[0], block[1], block[2],
                               launch.dynamicSharedBytes, nullptr,
                               pointers.data(), nullptr);
  };
  if (Error error = driver.check(launchOnce(), "cuLaunchKernel"))
    return error;
  if (Error error = driver.check(driver.ctxSynchronize(), "cuCtxSynchronize"))
    return error;
  if (launch.timedLaunches)
    if (Error error = time(launchOnce, launch))
      return error;

  for (auto [buffer, address] : llvm::zip(launch.buffers, memory)) {
    if (!buffer.wanted)
      continue;
    if (Error error =
            driver.check(driver.memcpyDtoH(buffer.makeContents().data(),
                                           address, buffer.bytes),
                         "cuMemcpyDtoH"))
      return error;
  }
  return Error::success();
}

Error LocalDevice::launch(StringRef cubin, std::array<uint32_t, 3> block,
                          Launch &launch) {
  CUmodule module;
  if (Error error = driver.check(driver.moduleLoadData(&module, cubin.data()),
                                 "cuModuleLoadData"))
    return error;
  llvm::scope_exit unload([&] { driver.moduleUnload(module); });
  CUfunction function;
  if (Error error = driver.check(
          driver.moduleGetFunction(&function, module, launch.entry.c_str()),
          "cuModuleGetFunction"))
    return error;
  return launchFunction(function, block, launch);
}
