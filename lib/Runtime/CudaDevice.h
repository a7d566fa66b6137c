//===- CudaDevice.h - Runs a cubin on the first GPU -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_CUDADEVICE_H
#define TESSERA_LIB_RUNTIME_CUDADEVICE_H

#include "CudaDriver.h"
#include "tessera/Runtime/Argument.h"
#include <memory>

namespace tessera::runtime {

/// "sm_90", of the GPU with this handle.
llvm::Expected<std::string> readGpuName(const CudaDriver &driver,
                                        CUdevice device);

/// The first GPU of this machine, with its primary context held and current.
class CudaDevice {
public:
  static llvm::Expected<std::unique_ptr<CudaDevice>> open();
  ~CudaDevice();
  CudaDevice(const CudaDevice &) = delete;
  CudaDevice &operator=(const CudaDevice &) = delete;

  /// "sm_90", of the GPU at hand.
  llvm::StringRef getGpuName() const { return gpuName; }

  /// Copies the buffers to the GPU, launches the cubin with blocks of BLOCK
  /// threads, waits, and copies the buffers back.
  llvm::Error launch(llvm::StringRef cubin, std::array<uint32_t, 3> block,
                     Launch &launch);

private:
  CudaDevice(const CudaDriver &driver, CUdevice device)
      : driver(driver), device(device) {}
  llvm::Error launchFunction(CUfunction function, std::array<uint32_t, 3> block,
                             Launch &launch);
  llvm::Error copyToDevice(const Launch &launch,
                           llvm::MutableArrayRef<CUdeviceptr> memory);

  CudaDriver driver;
  CUdevice device;
  std::string gpuName;
};

} // namespace tessera::runtime

#endif // TESSERA_LIB_RUNTIME_CUDADEVICE_H
