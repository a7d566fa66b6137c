//===- Bytes.cpp - Bytes in memory or of a file ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Bytes.h"
#include "tessera/Support/InputStream.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Alignment.h"

using namespace tessera;
using namespace tessera::runtime;
using llvm::Expected;
using llvm::StringRef;

void Bytes::dropFront(size_t count) {
  // The alignment of a vector's elements.
  const llvm::Align alignment(alignof(std::max_align_t));
  if (file && llvm::isAddrAligned(alignment, data() + count))
    offset += count;
  else
    *this = std::vector<uint8_t>(begin() + count, end());
}

llvm::Error tessera::runtime::readToEnd(llvm::sys::fs::file_t stream,
                                        llvm::SmallVectorImpl<char> &bytes) {
  constexpr uint64_t mostBytes = uint64_t(1) << 30;
  if (llvm::Error error = readUpTo(stream, mostBytes + 1, bytes))
    return error;
  if (bytes.size() > mostBytes)
    return llvm::createStringError("it does not end within 1 GiB; more bytes "
                                   "have to come in a file");
  return llvm::Error::success();
}

Expected<Bytes> tessera::runtime::readFileBytes(StringRef file,
                                                StreamReader ofStream) {
  auto fail = [&](llvm::Error error) {
    return llvm::createStringError("cannot read '" + file +
                                   "': " + llvm::toString(std::move(error)));
  };
  if (isStream(file)) {
    auto buffer = readStream(file, ofStream);
    if (!buffer)
      return fail(buffer.takeError());
    return llvm::arrayRefFromStringRef((*buffer)->getBuffer()).vec();
  }
  auto buffer = llvm::WritableMemoryBuffer::getFile(file);
  if (!buffer)
    return fail(llvm::errorCodeToError(buffer.getError()));
  return Bytes(std::move(*buffer));
}
