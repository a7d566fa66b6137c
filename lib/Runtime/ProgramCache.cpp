//===- ProgramCache.cpp - Compiled programs on disk -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/ProgramCache.h"
#include "tessera/Support/OutputFile.h"
#include "tessera/Support/Version.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/xxhash.h"
#include <fcntl.h>
#include <unistd.h>

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

/// Opens a regular file. A link could lead to any file, and a pipe would be
/// waited for; whoever shares the folder may have put either there.
static std::optional<int> openRegular(StringRef path) {
  int file = ::open(path.str().c_str(),
                    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0)
    return std::nullopt;
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status(file, status) &&
      llvm::sys::fs::is_regular_file(status))
    return file;
  ::close(file);
  return std::nullopt;
}

/// Makes room for the file by which llvm::pruneCache knows when it last ran, and
/// which it writes wherever a link leads. False if that is not possible.
static bool clearTimestamp(StringRef folder) {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, "llvmcache.timestamp");
  llvm::sys::fs::file_status status;
  (void)llvm::sys::fs::status(path, status, /*follow=*/false);
  return !llvm::sys::fs::exists(status) ||
         llvm::sys::fs::is_regular_file(status) || !llvm::sys::fs::remove(path);
}

std::optional<std::string> ProgramCache::find(StringRef key) const {
  if (!isOn())
    return std::nullopt;
  std::optional<int> file = openRegular(pathOf(key));
  if (!file)
    return std::nullopt;
  llvm::scope_exit close([&] { ::close(*file); });
  auto buffer = llvm::MemoryBuffer::getOpenFile(
      llvm::sys::fs::convertFDToNativeFile(*file), pathOf(key),
      /*FileSize=*/-1, /*RequiresNullTerminator=*/false);
  if (!buffer)
    return std::nullopt;
  auto [line, program] = (*buffer)->getBuffer().split('\n');
  if (!line.consume_front(magic) || line != checksumOf(program))
    return std::nullopt;
  // Some file systems do not track it.
  (void)llvm::sys::fs::setLastAccessAndModificationTime(
      *file, std::chrono::system_clock::now());
  return program.str();
}

void ProgramCache::add(StringRef key, StringRef program) const {
  if (!isOn() || llvm::sys::fs::create_directories(folder))
    return;
  std::string line = (magic + checksumOf(program) + "\n").str();
  llvm::consumeError(tessera::replaceFile(pathOf(key), {line, program}));
  if (!clearTimestamp(folder))
    return;
  llvm::CachePruningPolicy policy;
  // Examining all files at each new one would take quadratic time.
  policy.Interval = interval;
  policy.Expiration = std::chrono::hours(24 * 30);
  policy.MaxSizeBytes = maxBytes;
  llvm::pruneCache(folder, policy);
}
