//===- InputStream.cpp - Devices and pipes as input -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/InputStream.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace tessera;

bool tessera::isStream(StringRef path) {
  sys::fs::file_status status;
  return path == "-" || (!sys::fs::status(path, status) &&
                         sys::fs::exists(status) && sys::fs::is_other(status));
}

Error tessera::readUpTo(sys::fs::file_t stream, uint64_t wanted,
                        SmallVectorImpl<char> &bytes) {
  constexpr uint64_t mostAtOnce = 1 << 20;
  while (bytes.size() < wanted) {
    size_t before = bytes.size();
    bytes.resize_for_overwrite(before +
                               std::min<uint64_t>(wanted - before, mostAtOnce));
    Expected<size_t> count = sys::fs::readNativeFile(
        stream, MutableArrayRef<char>(bytes).drop_front(before));
    bytes.truncate(before + (count ? *count : 0));
    if (!count)
      return count.takeError();
    if (*count == 0)
      break;
  }
  return Error::success();
}

std::unique_ptr<MemoryBuffer> tessera::copyToBuffer(StringRef text,
                                                    StringRef name) {
  std::unique_ptr<MemoryBuffer> copy =
      MemoryBuffer::getMemBufferCopy(text, name);
  if (!copy)
    report_bad_alloc_error("no memory for a copy of a file");
  return copy;
}

Expected<std::unique_ptr<MemoryBuffer>> tessera::readStream(
    StringRef path,
    function_ref<Error(sys::fs::file_t, SmallVectorImpl<char> &)> read) {
  bool isStdin = path == "-";
  sys::fs::file_t stream = sys::fs::getStdinHandle();
  if (!isStdin)
    if (Error error = sys::fs::openNativeFileForRead(path).moveInto(stream))
      return std::move(error);
  scope_exit close([&] {
    if (!isStdin)
      sys::fs::closeFile(stream);
  });
  SmallString<0> bytes;
  if (Error error = read(stream, bytes))
    return std::move(error);
  return copyToBuffer(bytes, isStdin ? "<stdin>" : path);
}
