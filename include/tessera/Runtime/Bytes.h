//===- Bytes.h - Bytes in memory or of a file -------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_BYTES_H
#define TESSERA_RUNTIME_BYTES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <utility>
#include <vector>

namespace tessera::runtime {

/// The contents of the memory behind a pointer: bytes of its own, or those of a
/// mapped file. A page of such a file is read at the first access, and copied
/// at the first write; the file itself never changes.
class Bytes {
public:
  Bytes() = default;
  /// Zeros.
  explicit Bytes(size_t size) : own(size) {}
  Bytes(std::vector<uint8_t> bytes) : own(std::move(bytes)) {}
  explicit Bytes(std::unique_ptr<llvm::WritableMemoryBuffer> file)
      : file(std::move(file)) {}
  /// A copy owns its bytes.
  Bytes(const Bytes &other) : own(other.begin(), other.end()) {}
  Bytes(Bytes &&) = default;
  Bytes &operator=(Bytes other) {
    std::swap(own, other.own);
    std::swap(file, other.file);
    std::swap(offset, other.offset);
    return *this;
  }

  uint8_t *data() { return const_cast<uint8_t *>(std::as_const(*this).data()); }
  const uint8_t *data() const {
    return file ? reinterpret_cast<uint8_t *>(file->getBufferStart()) + offset
                : own.data();
  }
  size_t size() const {
    return file ? file->getBufferSize() - offset : own.size();
  }
  bool empty() const { return size() == 0; }

  uint8_t *begin() { return data(); }
  uint8_t *end() { return data() + size(); }
  const uint8_t *begin() const { return data(); }
  const uint8_t *end() const { return data() + size(); }
  uint8_t &operator[](size_t i) { return data()[i]; }
  uint8_t operator[](size_t i) const { return data()[i]; }

  /// Removes the first `count` bytes. The bytes of a mapped file stay where
  /// they are, unless scalars would be misaligned there.
  void dropFront(size_t count);

  operator llvm::MutableArrayRef<uint8_t>() { return {data(), size()}; }
  operator llvm::ArrayRef<uint8_t>() const { return {data(), size()}; }
  friend bool operator==(const Bytes &a, const Bytes &b) {
    return llvm::ArrayRef<uint8_t>(a) == llvm::ArrayRef<uint8_t>(b);
  }

private:
  std::vector<uint8_t> own;
  /// If not null, the bytes are those of this file from `offset` on.
  std::unique_ptr<llvm::WritableMemoryBuffer> file;
  size_t offset = 0;
};

/// Reads from a device or a pipe as much as it needs.
using StreamReader = llvm::function_ref<llvm::Error(
    llvm::sys::fs::file_t, llvm::SmallVectorImpl<char> &)>;

/// Reads a device or pipe to its end.
llvm::Error readToEnd(llvm::sys::fs::file_t stream,
                      llvm::SmallVectorImpl<char> &bytes);

/// Reads the bytes of `file`. Errors begin with what could not be done.
llvm::Expected<Bytes> readFileBytes(llvm::StringRef file,
                                    StreamReader ofStream = readToEnd);

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_BYTES_H
