//===- CudaDevice.cpp - Runs a cubin on the first GPU ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaDevice.h"
#include "tessera/Runtime/Engine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

using namespace tessera::runtime;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

Expected<std::string> tessera::runtime::readGpuName(const CudaDriver &driver,
                                                    CUdevice device) {
  auto read = [&](int attribute, int &number) {
    return driver.check(driver.deviceGetAttribute(&number, attribute, device),
                        "cuDeviceGetAttribute");
  };
  int major = 0, minor = 0;
  if (Error error = read(cuAttributeComputeCapabilityMajor, major))
    return std::move(error);
  if (Error error = read(cuAttributeComputeCapabilityMinor, minor))
    return std::move(error);
  return ("sm_" + Twine(major * 10 + minor)).str();
}

Expected<std::string> tessera::runtime::findLocalGpu() {
  Expected<CudaDriver> driver = CudaDriver::load();
  if (!driver)
    return driver.takeError();
  CUdevice device;
  if (Error error = driver->check(driver->deviceGet(&device, 0), "cuDeviceGet"))
    return std::move(error);
  return readGpuName(*driver, device);
}

Expected<std::unique_ptr<CudaDevice>> CudaDevice::open() {
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
  std::unique_ptr<CudaDevice> result(new CudaDevice(*driver, device));
  if (Error error =
          driver->check(driver->ctxSetCurrent(context), "cuCtxSetCurrent"))
    return std::move(error);
  if (Error error = readGpuName(*driver, device).moveInto(result->gpuName))
    return std::move(error);
  return std::move(result);
}

CudaDevice::~CudaDevice() { driver.primaryCtxRelease(device); }

Error CudaDevice::copyToDevice(const Launch &launch,
                               llvm::MutableArrayRef<CUdeviceptr> memory) {
  for (auto [buffer, address] : llvm::zip(launch.buffers, memory)) {
    // The driver refuses allocations of nothing.
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

Error CudaDevice::launchFunction(CUfunction function,
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
  std::vector<uint64_t> values;
  for (const ParameterValue &value : launch.parameters)
    values.push_back(value.getBits(memory));
  std::vector<void *> pointers;
  for (uint64_t &value : values)
    pointers.push_back(&value);
  if (Error error = driver.check(
          driver.launchKernel(function, launch.grid[0], launch.grid[1],
                              launch.grid[2], block[0], block[1], block[2],
                              launch.dynamicSharedBytes, nullptr,
                              pointers.data(), nullptr),
          "cuLaunchKernel"))
    return error;
  if (Error error = driver.check(driver.ctxSynchronize(), "cuCtxSynchronize"))
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

Error CudaDevice::launch(StringRef cubin, std::array<uint32_t, 3> block,
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
