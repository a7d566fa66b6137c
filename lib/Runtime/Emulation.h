//===- Emulation.h - Launches as the emulator has them ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_EMULATION_H
#define TESSERA_LIB_RUNTIME_EMULATION_H

#include "tessera/Runtime/Engine.h"

namespace tessera::runtime {

/// The PTX of a kernel, with those of its entries that are named, or with all;
/// compiled where it is Tile IR. None after saying why on ERRORS.
std::optional<ptx::Program> makeProgram(const Kernel &kernel,
                                        llvm::ArrayRef<std::string> entries,
                                        EngineOptions options,
                                        RunReport &report,
                                        llvm::raw_ostream &errors);

/// Device memory that holds the buffers of a launch; their addresses. What is
/// there before or wanted afterwards lies in the buffers themselves.
llvm::Expected<std::vector<uint64_t>>
allocateBuffers(Launch &launch, ptx::GlobalMemory &memory);

/// The program in memory. Where variables of it lie in buffers of the launch,
/// they have the contents of those.
llvm::Expected<std::unique_ptr<ptx::LoadedProgram>>
placeVariables(const ptx::Program &program, const Launch &launch,
               llvm::ArrayRef<uint64_t> addresses, ptx::GlobalMemory &memory);

/// The launch; what the kernel prints goes to `report`.
llvm::Expected<ptx::LaunchRequest>
makeRequest(const ptx::Program &program, const Launch &launch,
            llvm::ArrayRef<uint64_t> addresses, const EngineOptions &options,
            RunReport &report);

} // namespace tessera::runtime

#endif // TESSERA_LIB_RUNTIME_EMULATION_H
