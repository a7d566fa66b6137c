//===- SavedCase.h - Launches as a case for cuda-tile-run -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A saved case is a folder that holds the kernel, the memory that a launch
// reaches as it was before, and a response file, `cuda-tile-run @arguments`. A
// launch reaches the memory that its parameters point to, the variables of its
// module that changed since loading, and the memory that words there point to.
// A word counts as a pointer if it is an address of mapped memory. For several
// launches that ran at once, the folder also holds a file of works (Works.h).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_FILES_SAVEDCASE_H
#define TESSERA_LIB_RUNTIME_FILES_SAVEDCASE_H

#include "../HostProgram.h"
#include "tessera/Runtime/Works.h"
#include "llvm/ADT/SetVector.h"

namespace tessera::runtime {

class HostDevice::SavedCase {
public:
  /// Copies the memory that the works reach: those of one launch, or of several
  /// of the emulator with steps between them.
  SavedCase(const HostDevice &device, llvm::ArrayRef<HostWork> works);

  /// Keeps the bytes that a step, which has run, wrote.
  void noteStep(size_t number, const ptx::HostStep &step);

  /// Writes the case into a new folder in `parent`, and returns its path.
  /// `parent` need not exist.
  llvm::Expected<std::string> write(llvm::StringRef parent) const;

private:
  /// Memory from before the launch: a buffer of cuda-tile-run.
  struct Piece {
    uint64_t address;
    std::vector<uint8_t> bytes;
    /// Ranges as first byte and count; none if all bytes have been written.
    std::optional<std::vector<std::pair<uint64_t, uint64_t>>> written;
  };

  std::optional<std::string> nameOf(uint64_t address);
  std::string nameIn(uint64_t address, uint64_t start, uint64_t bytes,
                     const uint64_t *written);
  std::string describe(const ParameterType &type,
                       llvm::ArrayRef<uint8_t> value);
  WorkText describe(const HostModule &module, const HostLaunch &launch);
  WorkText describe(const ptx::HostStep &step);
  std::string fileOf(const HostModule &module) const;
  void addEngines();
  void addVariables(const HostModule &module);
  void addLinks();
  void addMemory();

  const HostDevice &device;
  /// The modules of the launches, each once.
  llvm::SetVector<const HostModule *> modules;
  std::vector<WorkText> works;
  /// The bytes that steps wrote, by the numbers of the steps; only for those
  /// that have run.
  std::map<size_t, std::vector<uint8_t>> contents;
  std::vector<Piece> pieces;
  bool pointsNowhere = false;
  std::vector<std::string> options;
};

} // namespace tessera::runtime

#endif // TESSERA_LIB_RUNTIME_FILES_SAVEDCASE_H
