//===- SavedCase.h - A launch as a case for cuda-tile-run -------*- C++ -*-===//
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
// a pointer where it is an address of mapped memory.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_SAVEDCASE_H
#define TESSERA_LIB_RUNTIME_SAVEDCASE_H

#include "HostProgram.h"

namespace tessera::runtime {

class HostDevice::SavedCase {
public:
  /// Keeps what the launch finds.
  SavedCase(const HostDevice &device, const HostModule &module,
            const HostLaunch &launch);

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
  void addEngines();
  void addShape(const HostLaunch &launch);
  void addParameters(const HostLaunch &launch);
  void addVariables();
  void addLinks();
  void addMemory();

  const HostDevice &device;
  const HostModule &module;
  const HostModule::Program &program;
  std::string entry;
  std::vector<Piece> pieces;
  bool pointsNowhere = false;
  std::vector<std::string> options;
};

} // namespace tessera::runtime

#endif // TESSERA_LIB_RUNTIME_SAVEDCASE_H
