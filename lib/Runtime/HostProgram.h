//===- HostProgram.h - Programs of a HostDevice -----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_HOSTPROGRAM_H
#define TESSERA_LIB_RUNTIME_HOSTPROGRAM_H

#include "tessera/Codegen/MachineCode.h"
#include "tessera/Runtime/HostDevice.h"

namespace tessera::runtime {

std::pair<uint64_t, uint64_t> hashBytes(llvm::ArrayRef<uint8_t> bytes);

/// Bytes of the host, whose addresses are those of the device.
inline llvm::ArrayRef<uint8_t> hostBytes(uint64_t address, uint64_t count) {
  return {reinterpret_cast<const uint8_t *>(address), count};
}

/// A program after reading, and after compilation if the engine runs PTX. Any
/// number of modules share it.
struct HostModule::Program {
  static std::shared_ptr<const Program>
  read(llvm::StringRef image, llvm::StringRef name, HostEngine engine,
       const EngineOptions &options, const ProgramCache &cache,
       llvm::raw_ostream &errors);

  std::unique_ptr<Kernel> kernel;
  /// The PTX for the emulator; none if the engine interprets.
  std::optional<ptx::Program> ptx;
  /// The resources of kernels, if the image is machine code; by name.
  llvm::StringMap<MachineResources> resources;
  /// True if this compiler made that PTX.
  bool isCompiled = false;
  /// Made once for all modules: the registers of PTX take a pass over its code.
  std::vector<HostEntry> entries;

private:
  std::vector<HostEntry> describeEntries() const;
  bool compile(HostEngine engine, llvm::StringRef carriedPtx,
               const EngineOptions &options, const ProgramCache &cache,
               llvm::raw_ostream &errors);
  std::optional<std::string> makePtx(const EngineOptions &options,
                                     const ProgramCache &cache,
                                     llvm::raw_ostream &errors) const;
};

} // namespace tessera::runtime

#endif // TESSERA_LIB_RUNTIME_HOSTPROGRAM_H
