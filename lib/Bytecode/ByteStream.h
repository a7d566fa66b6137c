//===- ByteStream.h - Building the bytes of a file ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the counterpart of the container's Cursor: a growing run
// of bytes with the primitives of the format.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_BYTESTREAM_H
#define TESSERA_LIB_BYTECODE_BYTESTREAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace tessera::bytecode {

class ByteStream {
public:
  llvm::StringRef str() const { return bytes; }
  std::string take() && { return std::move(bytes); }
  size_t size() const { return bytes.size(); }
  bool empty() const { return bytes.empty(); }

  void byte(uint8_t value) { bytes.push_back(char(value)); }
  void raw(llvm::StringRef text) { bytes.append(text.begin(), text.end()); }
  void varint(uint64_t value) {
    for (; value >= 0x80; value >>= 7)
      byte(uint8_t(value) | 0x80);
    byte(uint8_t(value));
  }
  /// Appends the zigzag form.
  void signedVarint(int64_t value) {
    varint((uint64_t(value) << 1) ^ uint64_t(value >> 63));
  }
  /// Appends a little-endian number of the width of T.
  template <typename T> void fixed(T value) {
    for (size_t i = 0; i < sizeof(T); ++i)
      byte(uint8_t(uint64_t(value) >> (8 * i)));
  }
  /// Appends a count, then each value in the width of T.
  template <typename T> void fixedArray(llvm::ArrayRef<T> values) {
    varint(values.size());
    for (T value : values)
      fixed(value);
  }
  /// Appends the padding byte of the format up to a multiple of `alignment`,
  /// counted from `before` bytes before the first.
  void align(size_t alignment, uint64_t before = 0) {
    while ((before + bytes.size()) % alignment)
      byte(0xCB);
  }

private:
  std::string bytes;
};

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_BYTESTREAM_H
