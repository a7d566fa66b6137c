//===- Loader.h - Places the symbols of launches --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_GRID_LOADER_H
#define TESSERA_LIB_EMULATOR_GRID_LOADER_H

#include "LaunchState.h"
#include "tessera/Emulator/Launch.h"

namespace tessera::ptx {

struct Relocation;

/// The address of a function, or of a variable that is not in shared memory.
uint64_t addressOfSymbol(const Relocation &symbol,
                         const LoadedProgram &program);

/// Places the symbols of launches that run at once and resolves the constants
/// of their code. Launches of one program share its .global and .const
/// variables; each launch lays out shared variables for itself.
class Loader {
public:
  explicit Loader(GlobalMemory &memory) : memory(memory) {}
  /// Frees what it has allocated.
  ~Loader();

  /// Uses `program`, already in memory; null: loads the launch's own program.
  llvm::Error load(LaunchState &launch, const LoadedProgram *program);

private:
  using Addresses = llvm::DenseMap<const Variable *, uint64_t>;

  llvm::Expected<const LoadedProgram *> loadAnew(const Image &image);
  llvm::Error allocateWorkspace(LaunchState &launch);
  void layOutShared(LaunchState &launch);
  uint64_t symbolAddress(const Relocation &relocation,
                         const LoadedProgram &program) const;
  void resolveConstants(LaunchState &launch,
                        const LoadedProgram &program) const;
  LaneBuffer constantsOf(const Code &code, unsigned rank,
                         const LoadedProgram &program) const;

  GlobalMemory &memory;
  /// Programs loaded here, not the caller's.
  std::vector<std::unique_ptr<LoadedProgram>> loaded;
  /// Addresses of shared variables.
  Addresses addresses;
  /// The grid's workspace, to be freed.
  std::vector<uint64_t> owned;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_GRID_LOADER_H
