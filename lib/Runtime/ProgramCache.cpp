//===- ProgramCache.cpp - Compiled programs on disk -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/ProgramCache.h"
#include "tessera/Support/OutputFile.h"
#include "tessera/Support/Version.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/xxhash.h"

using namespace tessera::runtime;
using llvm::StringRef;

/// The first line of a file: this text, then the hash of the rest.
static constexpr StringRef magic = "tessera program 1 ";

static std::string checksumOf(StringRef program) {
  return llvm::utohexstr(llvm::xxh3_64bits(program), /*LowerCase=*/true, 16);
}

ProgramCache::ProgramCache(StringRef folder, uint64_t maxBytes,
                           std::chrono::seconds interval)
    : folder(tessera::codeBuildId().empty() ? std::string() : folder.str()),
      maxBytes(maxBytes), interval(interval) {}

std::string ProgramCache::keyOf(llvm::ArrayRef<StringRef> pieces) {
  llvm::SHA256 hash;
  auto add = [&](StringRef piece) {
    // The length in front keeps different lists of pieces apart.
    hash.update(std::to_string(piece.size()) + ":");
    hash.update(piece);
  };
  add(tessera::codeBuildId());
  for (StringRef piece : pieces)
    add(piece);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

/// llvm::pruneCache only looks at files with this prefix.
std::string ProgramCache::pathOf(StringRef key) const {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, "llvmcache-" + key);
  return path.str().str();
}

/// Sets the file's time of use, even on file systems that do not track it.
static void markUsed(StringRef path) {
  int file;
  if (llvm::sys::fs::openFileForReadWrite(
          path, file, llvm::sys::fs::CD_OpenExisting, llvm::sys::fs::OF_None))
    return;
  (void)llvm::sys::fs::setLastAccessAndModificationTime(
      file, std::chrono::system_clock::now());
  llvm::sys::fs::file_t native = llvm::sys::fs::convertFDToNativeFile(file);
  (void)llvm::sys::fs::closeFile(native);
}

std::optional<std::string> ProgramCache::find(StringRef key) const {
  if (!isOn())
    return std::nullopt;
  auto file = llvm::MemoryBuffer::getFile(pathOf(key), /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file)
    return std::nullopt;
  auto [line, program] = (*file)->getBuffer().split('\n');
  if (!line.consume_front(magic) || line != checksumOf(program))
    return std::nullopt;
  markUsed(pathOf(key));
  return program.str();
}

void ProgramCache::add(StringRef key, StringRef program) const {
  if (!isOn() || llvm::sys::fs::create_directories(folder))
    return;
  std::string line = (magic + checksumOf(program) + "\n").str();
  llvm::consumeError(
      tessera::writeFileAtomically(pathOf(key), {line, program}));
  llvm::CachePruningPolicy policy;
  // Examining all files at each new one would take quadratic time.
  policy.Interval = interval;
  policy.Expiration = std::chrono::hours(24 * 30);
  policy.MaxSizeBytes = maxBytes;
  llvm::pruneCache(folder, policy);
}
