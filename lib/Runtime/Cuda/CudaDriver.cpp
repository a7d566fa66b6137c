//===- CudaDriver.cpp - The functions of libcuda that we call -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaDriver.h"
#include "llvm/Support/DynamicLibrary.h"

using namespace tessera::runtime;
using llvm::Error;
using llvm::Expected;
using llvm::Twine;

Error CudaDriver::check(CUresult result, const char *call) const {
  if (result == 0)
    return Error::success();
  const char *text = nullptr;
  if (getErrorString(result, &text) != 0 || !text)
    text = "an unknown error";
  return llvm::createStringError(Twine(call) + " failed: " + text + " (" +
                                 Twine(result) + ")");
}

Expected<CudaDriver> CudaDriver::load() {
  std::string why;
  auto library =
      llvm::sys::DynamicLibrary::getPermanentLibrary("libcuda.so.1", &why);
  if (!library.isValid())
    return llvm::createStringError(
        "this machine has no CUDA driver (libcuda.so.1 cannot be loaded: " +
        why + ")");

  CudaDriver driver;
  const char *missing = nullptr;
  auto find = [&](auto &function, const char *symbol) {
    void *address = library.getAddressOfSymbol(symbol);
    function =
        reinterpret_cast<std::remove_reference_t<decltype(function)>>(address);
    if (!address)
      missing = symbol;
  };
  find(driver.init, "cuInit");
  find(driver.getErrorString, "cuGetErrorString");
  find(driver.deviceGet, "cuDeviceGet");
  find(driver.deviceGetAttribute, "cuDeviceGetAttribute");
  find(driver.primaryCtxRetain, "cuDevicePrimaryCtxRetain");
  find(driver.primaryCtxRelease, "cuDevicePrimaryCtxRelease_v2");
  find(driver.ctxSetCurrent, "cuCtxSetCurrent");
  find(driver.ctxSynchronize, "cuCtxSynchronize");
  find(driver.eventCreate, "cuEventCreate");
  find(driver.eventDestroy, "cuEventDestroy_v2");
  find(driver.eventRecord, "cuEventRecord");
  find(driver.eventSynchronize, "cuEventSynchronize");
  find(driver.eventElapsedTime, "cuEventElapsedTime");
  find(driver.moduleLoadData, "cuModuleLoadData");
  find(driver.moduleUnload, "cuModuleUnload");
  find(driver.moduleGetFunction, "cuModuleGetFunction");
  find(driver.memAlloc, "cuMemAlloc_v2");
  find(driver.memFree, "cuMemFree_v2");
  find(driver.memset, "cuMemsetD8_v2");
  find(driver.memcpyHtoD, "cuMemcpyHtoD_v2");
  find(driver.memcpyDtoH, "cuMemcpyDtoH_v2");
  find(driver.launchKernel, "cuLaunchKernel");
  if (missing)
    return llvm::createStringError("the CUDA driver is too old: it lacks " +
                                   Twine(missing));
  if (Error error = driver.check(driver.init(0), "cuInit"))
    return std::move(error);
  return driver;
}
