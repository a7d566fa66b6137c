//===- CudaError.cpp - CUDA's error for a fault ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/CudaError.h"
#include "tessera/Emulator/Launch.h"

using namespace tessera;
using namespace tessera::runtime;

CudaError tessera::runtime::cudaErrorOf(LaunchFault fault) {
  switch (fault) {
  case LaunchFault::None:
    return {0, "CUDA_SUCCESS"};
  case LaunchFault::Failed:
    return {719, "CUDA_ERROR_LAUNCH_FAILED"};
  case LaunchFault::IllegalAddress:
    return {700, "CUDA_ERROR_ILLEGAL_ADDRESS"};
  case LaunchFault::MisalignedAddress:
    return {716, "CUDA_ERROR_MISALIGNED_ADDRESS"};
  case LaunchFault::Assert:
    return {710, "CUDA_ERROR_ASSERT"};
  case LaunchFault::IllegalInstruction:
    return {715, "CUDA_ERROR_ILLEGAL_INSTRUCTION"};
  case LaunchFault::InvalidPc:
    return {718, "CUDA_ERROR_INVALID_PC"};
  case LaunchFault::StackOverflow:
    return {714, "CUDA_ERROR_HARDWARE_STACK_ERROR"};
  case LaunchFault::Timeout:
    return {702, "CUDA_ERROR_LAUNCH_TIMEOUT"};
  case LaunchFault::TensorMemoryLeak:
    return {721, "CUDA_ERROR_TENSOR_MEMORY_LEAK"};
  }
  llvm_unreachable("a class of faults that is not known");
}

/// Converts the class of a fault: the emulator has its own, because it shares
/// nothing with the rest.
static LaunchFault classify(ptx::LaunchFault fault) {
  switch (fault) {
  case ptx::LaunchFault::None:
    return LaunchFault::None;
  case ptx::LaunchFault::Failed:
    return LaunchFault::Failed;
  case ptx::LaunchFault::IllegalAddress:
    return LaunchFault::IllegalAddress;
  case ptx::LaunchFault::MisalignedAddress:
    return LaunchFault::MisalignedAddress;
  case ptx::LaunchFault::Assert:
    return LaunchFault::Assert;
  case ptx::LaunchFault::IllegalInstruction:
    return LaunchFault::IllegalInstruction;
  case ptx::LaunchFault::InvalidPc:
    return LaunchFault::InvalidPc;
  case ptx::LaunchFault::StackOverflow:
    return LaunchFault::StackOverflow;
  case ptx::LaunchFault::Timeout:
    return LaunchFault::Timeout;
  case ptx::LaunchFault::TensorMemoryLeak:
    return LaunchFault::TensorMemoryLeak;
  }
  llvm_unreachable("a class of faults that is not known");
}

LaunchFault tessera::runtime::tellLaunchError(llvm::Error error,
                                              llvm::raw_ostream &errors) {
  auto fault = LaunchFault::None;
  llvm::handleAllErrors(std::move(error), [&](const llvm::ErrorInfoBase &info) {
    if (info.isA<ptx::LaunchError>())
      fault = classify(static_cast<const ptx::LaunchError &>(info).getFault());
    errors << "error: " << info.message() << '\n';
  });
  return fault;
}
