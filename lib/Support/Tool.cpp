//===- Tool.cpp - Common parts of tools -----------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/Tool.h"

#include "tessera/Support/EscapedText.h"
#include "tessera/Support/InputStream.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <unistd.h>

using namespace llvm;

namespace tessera {

/// Reads a stream to its end, or until it cannot be a program: none begins with
/// a zero.
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

/// Replaces the byte order mark with which some editors begin a text by blanks,
/// so that columns stay the same.
static std::unique_ptr<MemoryBuffer>
withoutByteOrderMark(std::unique_ptr<MemoryBuffer> buffer) {
  constexpr StringLiteral mark = "\xef\xbb\xbf";
  if (!buffer->getBuffer().starts_with(mark))
    return buffer;
  auto copy = WritableMemoryBuffer::getNewUninitMemBuffer(
      buffer->getBufferSize(), buffer->getBufferIdentifier());
  if (!copy)
    report_bad_alloc_error("no memory for a copy of a file");
  llvm::copy(buffer->getBuffer(), copy->getBufferStart());
  std::fill_n(copy->getBufferStart(), mark.size(), ' ');
  return copy;
}

Expected<std::unique_ptr<MemoryBuffer>> readInputFile(StringRef path) {
  if (isStream(path)) {
    auto buffer = readStream(path, readProgram);
    if (!buffer)
      return createStringError("cannot read '" + escapeName(path) +
                               "': " + toString(buffer.takeError()));
    return withoutByteOrderMark(std::move(*buffer));
  }
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(path);
  if (std::error_code error = buffer.getError())
    return createStringError(error, "cannot read '" + escapeName(path) +
                                        "': " + error.message());
  return withoutByteOrderMark(std::move(*buffer));
}

int fail(const Twine &message, int exitCode) {
  messages() << "error: " << message << '\n';
  return exitCode;
}

int fail(Error error, int exitCode) {
  return fail(toString(std::move(error)), exitCode);
}

/// Runs ahead of the destructors of the streams. The rest of the process's end
/// is skipped where the exit code has to change.
static void settleStreams(int exitCode, void *) {
  outs().flush();
  std::error_code error = outs().error();
  outs().clear_error();
  if (error)
    messages() << "error: cannot write 'standard output': " << error.message()
               << '\n';
  errs().clear_error();
  if (error && exitCode == 0)
    _exit(1);
}

void settleStreamsAtExit() {
  // These streams end after all that is registered from here on has run.
  outs();
  errs();
  on_exit(settleStreams, nullptr);
}

} // namespace tessera
