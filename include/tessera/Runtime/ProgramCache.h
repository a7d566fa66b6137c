//===- ProgramCache.h - Compiled programs on disk ---------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A folder keeps the PTX of programs that have been compiled, under a key of
// all that went in: the program, the options, the compiler, libdevice. Any
// number of processes share it: a file appears as a whole or not at all, and
// one that is damaged counts as missing. What goes wrong with the folder is
// nobody's error; the program is compiled then.
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
  /// Keeps programs in FOLDER, which is made when it is needed. Each INTERVAL,
  /// for all processes together, it removes the ones that were not used for
  /// longest where there are more than MAXBYTES. An empty FOLDER keeps none,
  /// and nor does a compiler that cannot be told from others.
  explicit ProgramCache(
      llvm::StringRef folder = {}, uint64_t maxBytes = uint64_t(512) << 20,
      std::chrono::seconds interval = std::chrono::minutes(10));

  /// The key of what goes into a compilation by this compiler, piece by piece.
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
