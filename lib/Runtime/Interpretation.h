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

/// Runs a launch on the interpreter, as Engine::run says. `addresses` gets
/// those of the buffers, `printed` what the kernel prints, and `fault`, unless
/// it is null, what ended a run that failed.
bool interpret(mlir::Operation *program, Launch &launch,
               interp::LaunchConfig config, std::vector<uint64_t> &addresses,
               llvm::raw_ostream &printed, llvm::raw_ostream &errors,
               LaunchFault *fault = nullptr);

/// The Tile IR of a kernel; null, and says why on ERRORS, where it is PTX.
mlir::Operation *findTileIR(const Kernel &kernel, llvm::raw_ostream &errors);

} // namespace tessera::runtime

#endif // TESSERA_LIB_RUNTIME_INTERPRETATION_H
