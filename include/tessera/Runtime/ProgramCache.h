//===- ProgramCache.h - Compiled programs on disk ---------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A folder keeps the PTX of programs that have been compiled, under a key made
// from all inputs: the program, the options, the compiler, libdevice. Any
// number of processes share it: a file appears as a whole or not at all, and
// one that is damaged counts as missing. A fault of the folder is no error: the
// program is then compiled.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_PROGRAMCACHE_H
#define TESSERA_RUNTIME_PROGRAMCACHE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <optional>
#include <string>

namespace tessera::runtime {

class ProgramCache {
public:
  /// Keeps programs in `folder`, which is created when needed. At most once per
  /// `interval`, counted over all processes, it removes the least recently used
  /// programs beyond `maxBytes`. An empty `folder` keeps none, and neither does
  /// a compiler without a build ID.
  explicit ProgramCache(
      llvm::StringRef folder = {}, uint64_t maxBytes = uint64_t(512) << 20,
      std::chrono::seconds interval = std::chrono::minutes(10));

  /// The key for these inputs of a compilation, and for this compiler.
  static std::string keyOf(llvm::ArrayRef<llvm::StringRef> pieces);

  std::optional<std::string> find(llvm::StringRef key) const;
  void add(llvm::StringRef key, llvm::StringRef program) const;

  bool isOn() const { return !folder.empty(); }

private:
  std::string pathOf(llvm::StringRef key) const;

  std::string folder;
  uint64_t maxBytes;
  std::chrono::seconds interval;
};

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_PROGRAMCACHE_H
