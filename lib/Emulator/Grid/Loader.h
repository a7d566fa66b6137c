//===- Loader.h - Places what launches name -------------------------------===//
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
/// variables; shared variables each launch lays out for itself.
class Loader {
public:
  explicit Loader(GlobalMemory &memory) : memory(memory) {}
  /// Frees what it has allocated.
  ~Loader();

  /// The program in memory; null: for these launches alone.
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
  /// Those that are not the caller's.
  std::vector<std::unique_ptr<LoadedProgram>> loaded;
  /// Of shared variables.
  Addresses addresses;
  /// The workspace.
  std::vector<uint64_t> owned;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_GRID_LOADER_H
