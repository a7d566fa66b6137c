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

/// The PTX of a kernel, with the named entries only, or with all if none is
/// named. Compiles Tile IR. Returns none after writing the reason to `errors`.
std::optional<ptx::Program> makeProgram(const Kernel &kernel,
                                        llvm::ArrayRef<std::string> entries,
                                        EngineOptions options,
                                        RunReport &report,
                                        llvm::raw_ostream &errors);

/// Gives the buffers of a launch device memory, and returns their addresses.
/// Contents from before the launch, and those wanted after it, lie in the
/// buffers themselves.
llvm::Expected<std::vector<uint64_t>>
allocateBuffers(Launch &launch, ptx::GlobalMemory &memory);

/// Loads the program into memory. A variable that lies in a buffer of the
/// launch has the contents of that buffer.
llvm::Expected<std::unique_ptr<ptx::LoadedProgram>>
placeVariables(const ptx::Program &program, const Launch &launch,
               llvm::ArrayRef<uint64_t> addresses, ptx::GlobalMemory &memory);

/// The request for a launch; the text that the kernel prints goes to `report`.
llvm::Expected<ptx::LaunchRequest>
makeRequest(const ptx::Program &program, const Launch &launch,
            llvm::ArrayRef<uint64_t> addresses, const EngineOptions &options,
            RunReport &report);

} // namespace tessera::runtime

#endif // TESSERA_LIB_RUNTIME_EMULATION_H
