//===- Compilation.h - Compile a kernel file for an engine ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_COMPILATION_H
#define TESSERA_LIB_RUNTIME_COMPILATION_H

#include "tessera/Compiler/Compiler.h"
#include "tessera/Runtime/Engine.h"

namespace tessera::runtime {

/// Compiles entries of the kernel's Tile IR to `stage`, and adds figures about
/// them to the report. If that fails, writes the reason to `errors`.
std::optional<CompileResult> compileKernel(const Kernel &kernel,
                                           llvm::ArrayRef<std::string> entries,
                                           const EngineOptions &options,
                                           Stage stage, RunReport &report,
                                           llvm::raw_ostream &errors);

} // namespace tessera::runtime

#endif // TESSERA_LIB_RUNTIME_COMPILATION_H
