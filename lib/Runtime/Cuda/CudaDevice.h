//===- CudaDevice.h - Runs a cubin on the first GPU -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_CUDA_CUDADEVICE_H
#define TESSERA_LIB_RUNTIME_CUDA_CUDADEVICE_H

#include "tessera/Runtime/Argument.h"
#include <memory>

namespace tessera::runtime {

/// The first GPU of this machine.
class CudaDevice {
public:
  /// Opens the GPU in this process or, since a program without a dynamic linker
  /// cannot load the driver, in another (CudaProcess.h).
  static llvm::Expected<std::unique_ptr<CudaDevice>> open();
  /// Opens the GPU in this process, with the primary context retained and
  /// current.
  static llvm::Expected<std::unique_ptr<CudaDevice>> openHere();

  virtual ~CudaDevice() = default;

  /// The name of this GPU, such as "sm_90".
  virtual llvm::StringRef getGpuName() const = 0;

  /// Copies the buffers to the GPU, launches the cubin with blocks of BLOCK
  /// threads, waits, times the launches that are to be timed, and copies the
  /// buffers back.
  virtual llvm::Error launch(llvm::StringRef cubin,
                             std::array<uint32_t, 3> block, Launch &launch) = 0;
};

} // namespace tessera::runtime

#endif // TESSERA_LIB_RUNTIME_CUDA_CUDADEVICE_H
