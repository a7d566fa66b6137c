//===- Loader.h - Places what launches name -------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MACHINE_LOADER_H
#define TESSERA_LIB_EMULATOR_MACHINE_LOADER_H

#include "LaunchState.h"

namespace tessera::ptx {

/// Places the symbols of launches that run at once and resolves the constants
/// of their code. Launches of one program share its .global and .const
/// variables; shared variables each launch lays out for itself.
class Loader {
public:
  explicit Loader(GlobalMemory &memory) : memory(memory) {}
  /// Frees the variables.
  ~Loader();

  llvm::Error load(LaunchState &launch);

private:
  using Addresses = llvm::DenseMap<const Variable *, uint64_t>;

  llvm::Error allocateVariables(const Image &image);
  llvm::Error allocateWorkspace(LaunchState &launch);
  llvm::Error initialize(const Variable &variable);
  void layOutShared(LaunchState &launch);
  uint64_t symbolAddress(const Relocation &relocation) const;
  void resolveConstants(LaunchState &launch) const;
  LaneBuffer constantsOf(const Code &code, unsigned rank) const;

  GlobalMemory &memory;
  std::vector<const Image *> loaded;
  Addresses addresses;
  std::vector<uint64_t> owned;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MACHINE_LOADER_H
