//===- Tool.cpp - What the command-line tools share -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/Tool.h"

#include "tessera/Support/InputStream.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tessera {

/// Reads a stream to its end, or as far as it can be a program: none begins
/// with a zero.
static Error readProgram(sys::fs::file_t stream, SmallVectorImpl<char> &bytes) {
  constexpr uint64_t prefixBytes = 8, mostBytes = uint64_t(1) << 30;
  if (Error error = readUpTo(stream, prefixBytes, bytes))
    return error;
  if (!bytes.empty() && bytes.front() == 0)
    return Error::success();
  if (Error error = readUpTo(stream, mostBytes + 1, bytes))
    return error;
  if (bytes.size() > mostBytes)
    return createStringError("it does not end within 1 GiB; a larger program "
                             "has to come in a file");
  return Error::success();
}

Expected<std::unique_ptr<MemoryBuffer>> readInputFile(StringRef path) {
  if (isStream(path)) {
    auto buffer = readStream(path, readProgram);
    if (!buffer)
      return createStringError("cannot read '" + path +
                               "': " + toString(buffer.takeError()));
    return buffer;
  }
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(path);
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
