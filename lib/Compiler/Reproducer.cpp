//===- Reproducer.cpp - Saves the input of a crash ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Compiler/Reproducer.h"

#include "tessera/Bytecode/Bytecode.h"
#include "tessera/Support/Quoting.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;

namespace tessera {

static SmallString<128> crashFolder() {
  SmallString<128> folder;
  if (const char *named = std::getenv("TESSERA_CRASH_DIR"); named && *named)
    folder = named;
  else
    sys::path::system_temp_directory(/*ErasedOnReboot=*/true, folder);
  consumeError(errorCodeToError(sys::fs::make_absolute(folder)));
  return folder;
}

/// Makes a folder that only its owner can write to, with a name that nobody can
/// know before.
static Expected<std::string> makeReportFolder(StringRef contents) {
  SmallString<128> path = crashFolder();
  sys::path::append(path, "tessera-crash-" + utohexstr(xxh3_64bits(contents)) +
                              "-XXXXXX");
  std::string name(path);
  // mkdtemp creates it with mode 0700.
  if (!::mkdtemp(name.data())) {
    std::error_code error = errnoAsErrorCode();
    return createStringError(error,
                             "no report is kept: a folder '" + name +
                                 "' cannot be made: " + error.message() +
                                 "; TESSERA_CRASH_DIR names another place");
  }
  return name;
}

/// Creates a file; fails if it exists already, and follows no link.
static Error writeNewFile(StringRef path, mode_t mode, StringRef bytes) {
  int fd = ::open(path.str().c_str(),
                  O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
  std::error_code error = fd < 0 ? errnoAsErrorCode() : std::error_code();
  if (!error) {
    raw_fd_ostream os(fd, /*shouldClose=*/true, /*unbuffered=*/true);
    os << bytes;
    error = os.error();
    os.clear_error();
  }
  if (!error)
    return Error::success();
  sys::fs::remove(path);
  return createStringError(error, "no report is kept: cannot write '" + path +
                                      "': " + error.message());
}

Expected<std::string> writeReproducer(MemoryBufferRef input,
                                      StringRef inputPath,
                                      ArrayRef<const char *> arguments) {
  Expected<std::string> folder = makeReportFolder(input.getBuffer());
  if (!folder)
    return folder;
  std::string copy =
      *folder +
      (isTileIRBytecode(input.getBuffer()) ? "/program.tile" : "/program.mlir");
  std::string text = "#!/bin/sh\n# Repeats a compilation that ended with an "
                     "internal error.\nexec";
  for (StringRef argument : arguments)
    text +=
        " " + quoteForShell(argument == inputPath ? StringRef(copy) : argument);
  std::string script = *folder + "/repeat.sh";
  Error error = writeNewFile(copy, 0600, input.getBuffer());
  if (!error)
    error = writeNewFile(script, 0700, text + "\n");
  if (!error)
    return script;
  sys::fs::remove(copy);
  sys::fs::remove(*folder);
  return error;
}

} // namespace tessera
