//===- CudaProcess.h - The GPU through another process ---------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares both ends of the channel to a GPU for programs that are
// linked statically and so cannot load the CUDA driver. The program
// `tessera-cuda`, installed beside them, can. One process serves all launches of
// a CudaDevice, since to open a GPU takes longer than most launches:
//
//   caller                              tessera-cuda
//   ------------------------------      ------------------------------
//   image, block and launch          →  loads the image, launches, unloads it
//   reads the times, then the        ←  those of timed launches, and contents,
//   wanted buffers                      in order
//   reads what went wrong            ←  standard error, and exit code 1
//
// A launch that fails may take the context along, so the process ends with it;
// the next launch starts another. An empty request asks for the name of the GPU,
// such as "sm_90".
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_CUDA_CUDAPROCESS_H
#define TESSERA_LIB_RUNTIME_CUDA_CUDAPROCESS_H

#include "CudaDevice.h"

namespace tessera::runtime {

/// True if this program has a dynamic linker, and so dlopen.
bool canLoadLibraries();

llvm::Expected<std::unique_ptr<CudaDevice>> openInAnotherProcess();

/// One launch in the form that tessera-cuda reads.
struct LaunchRequest {
  std::string image;
  std::array<uint32_t, 3> block;
  Launch launch;
};

/// The request as text, without names, which are only for reports.
std::string writeRequest(llvm::StringRef image, std::array<uint32_t, 3> block,
                         const Launch &launch);
llvm::Expected<LaunchRequest> readRequest(llvm::StringRef text);

} // namespace tessera::runtime

#endif // TESSERA_LIB_RUNTIME_CUDA_CUDAPROCESS_H
