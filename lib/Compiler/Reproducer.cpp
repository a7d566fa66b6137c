//===- Reproducer.cpp - Keep what led to an internal error ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Compiler/Reproducer.h"

#include "tessera/Bytecode/Bytecode.h"
#include "tessera/Support/OutputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <cstdlib>

using namespace llvm;

namespace tessera {

static SmallString<128> crashFolder() {
  SmallString<128> folder;
  if (const char *named = std::getenv("TESSERA_CRASH_DIR"); named && *named)
    folder = named;
  else
    sys::path::system_temp_directory(/*ErasedOnReboot=*/true, folder);
  return folder;
}

/// Quotes `word` for the shell.
static std::string quoted(StringRef word) {
  std::string text = "'";
  for (char c : word) {
    if (c == '\'')
      text += "'\\''";
    else
      text += c;
  }
  return text + "'";
}

Expected<std::string> writeReproducer(MemoryBufferRef input,
                                      StringRef inputPath,
                                      ArrayRef<const char *> arguments) {
  SmallString<128> stem = crashFolder();
  sys::path::append(stem, "tessera-crash-" +
                              utohexstr(xxh3_64bits(input.getBuffer())));
  std::string copy = stem.str().str() +
                     (isTileIRBytecode(input.getBuffer()) ? ".tile" : ".mlir");
  if (Error error = writeFileAtomically(copy, input.getBuffer()))
    return Expected<std::string>(std::move(error));

  std::string text = "#!/bin/sh\n# Repeats a compilation that ended with an "
                     "internal error.\nexec";
  for (StringRef argument : arguments)
    text += " " + quoted(argument == inputPath ? StringRef(copy) : argument);
  text += "\n";
  std::string script = stem.str().str() + ".sh";
  if (Error error = writeFileAtomically(script, text))
    return Expected<std::string>(std::move(error));
  return script;
}

} // namespace tessera
