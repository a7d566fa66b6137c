//===- CudaError.h - CUDA's error for a fault -------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_CUDAERROR_H
#define TESSERA_RUNTIME_CUDAERROR_H

#include "tessera/Support/LaunchFault.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tessera::runtime {

/// A CUresult with its name, such as 700 and CUDA_ERROR_ILLEGAL_ADDRESS.
struct CudaError {
  int number;
  llvm::StringLiteral name;
};

/// The error that a GPU's driver returns for the fault that ended a launch.
CudaError cudaErrorOf(LaunchFault fault);

/// Writes to `errors` why the emulator did not finish a launch, and returns the
/// class of the fault: None if the launch did not begin.
LaunchFault tellLaunchError(llvm::Error error, llvm::raw_ostream &errors);

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_CUDAERROR_H
