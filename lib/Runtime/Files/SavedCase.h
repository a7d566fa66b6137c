//===- SavedCase.h - Launches as a case for cuda-tile-run -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A saved case is a folder that holds the kernel, the memory that a launch
// reaches as it was before, and a response file, `cuda-tile-run @arguments`. It
// reaches what its parameters point to, the variables of its module that are
// not as loading left them, and what words there point to; a word is taken for
// a pointer where it is an address of mapped memory. Of several launches that
// ran at once there is a file of works beside it (Works.h).
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
  /// Keeps what the works find: one launch, or several of the emulator with
  /// steps between them.
  SavedCase(const HostDevice &device, llvm::ArrayRef<HostWork> works);

  /// Keeps what a step has written, which has run.
  void noteStep(size_t number, const ptx::HostStep &step);

  /// Makes a folder in PARENT, which has not to exist; its path.
  llvm::Expected<std::string> write(llvm::StringRef parent) const;

private:
  /// Memory as it was: a buffer of cuda-tile-run.
  struct Piece {
    uint64_t address;
    std::vector<uint8_t> bytes;
    /// First byte and number; none where all have been written.
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
  /// Of the launches, each once.
  llvm::SetVector<const HostModule *> modules;
  std::vector<WorkText> works;
  /// By numbers, of steps that have run: what they have written.
  std::map<size_t, std::vector<uint8_t>> contents;
  std::vector<Piece> pieces;
  bool pointsNowhere = false;
  std::vector<std::string> options;
};

} // namespace tessera::runtime

#endif // TESSERA_LIB_RUNTIME_FILES_SAVEDCASE_H
