//===- Tool.cpp - What the command-line tools share -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/Tool.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tessera {

Expected<std::unique_ptr<MemoryBuffer>> readInputFile(StringRef path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer =
      MemoryBuffer::getFileOrSTDIN(path);
  if (std::error_code error = buffer.getError())
    return createStringError(error,
                             "cannot read '" + path + "': " + error.message());
  return std::move(*buffer);
}

int fail(const Twine &message, int exitCode) {
  errs() << "error: " << message << '\n';
  return exitCode;
}

int fail(Error error, int exitCode) {
  return fail(toString(std::move(error)), exitCode);
}

} // namespace tessera
