//===- Interpretation.h - One launch on the interpreter --------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_INTERPRETATION_H
#define TESSERA_LIB_RUNTIME_INTERPRETATION_H

#include "tessera/Runtime/Engine.h"

namespace tessera::runtime {

/// Runs a launch on the interpreter, in the way of Engine::run. `addresses`
/// gets the addresses of the buffers, and `printed` the text that the kernel
/// prints. `fault`, unless null, gets the fault that ended a failed run.
bool interpret(mlir::Operation *program, Launch &launch,
               interp::LaunchConfig config, std::vector<uint64_t> &addresses,
               llvm::raw_ostream &printed, llvm::raw_ostream &errors,
               LaunchFault *fault = nullptr);

/// The same on a memory of the caller's, which is empty before.
bool interpret(mlir::Operation *program, Launch &launch,
               interp::LaunchConfig config, interp::GlobalMemory &memory,
               std::vector<uint64_t> &addresses, llvm::raw_ostream &printed,
               llvm::raw_ostream &errors, LaunchFault *fault = nullptr);

/// The number of a buffer's first element among all sources of a launch.
constexpr unsigned logBufferSources = 48;
inline uint64_t firstSource(uint64_t buffer) {
  return buffer << logBufferSources;
}

/// The Tile IR of a kernel; null for PTX, after writing that to `errors`.
mlir::Operation *findTileIR(const Kernel &kernel, llvm::raw_ostream &errors);

} // namespace tessera::runtime

#endif // TESSERA_LIB_RUNTIME_INTERPRETATION_H
