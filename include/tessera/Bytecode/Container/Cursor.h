//===- Cursor.h - Checked reading of bytes --------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the cursor that all reading of bytecode goes through. It
// reads the caller's memory and copies nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_BYTECODE_CONTAINER_CURSOR_H
#define TESSERA_BYTECODE_CONTAINER_CURSOR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/LogicalResult.h"
#include <string>

namespace tessera::bytecode {

/// An error in a file, and its byte offset.
struct FormatError {
  uint64_t offset = 0;
  std::string message;
  /// True if the message already names the part of the program that it is
  /// about.
  bool isPlaced = false;

  explicit operator bool() const { return !message.empty(); }
  /// "byte 0x1c: section 5 claims 900 bytes but 12 are left".
  std::string str() const;
};

/// A position in a stretch of a file. Every reading method returns failure if
/// the bytes do not have the expected form, and puts the reason into the
/// FormatError that all cursors of a file share (the first one wins). `what`
/// names the thing to be read, for that message.
class Cursor {
public:
  using LogicalResult = llvm::LogicalResult;

  Cursor() = default;
  /// `fileOffset` is the place of `bytes` in the file; offsets for alignment
  /// count from the first of `bytes`.
  Cursor(llvm::ArrayRef<uint8_t> bytes, uint64_t fileOffset, FormatError &error)
      : bytes(bytes), base(fileOffset), error(&error) {}

  uint64_t fileOffset() const { return base + position; }
  size_t left() const { return bytes.size() - position; }
  bool atEnd() const { return left() == 0; }
  llvm::ArrayRef<uint8_t> rest() const { return bytes.drop_front(position); }

  /// Sets the error at the current position, or at a given byte of the file.
  LogicalResult fail(const llvm::Twine &message) const {
    return failAt(fileOffset(), message);
  }
  LogicalResult failAt(uint64_t offset, const llvm::Twine &message) const;

  LogicalResult readByte(uint8_t &out, const llvm::Twine &what);
  /// Reads a LEB128 number of at most 64 bits. Encodings that are longer than
  /// needed are accepted (section 1 of the format).
  LogicalResult readVarint(uint64_t &out, const llvm::Twine &what) {
    // Nearly all numbers of a file are below 128.
    if (position < bytes.size() && bytes[position] < 0x80) {
      out = bytes[position++];
      return llvm::success();
    }
    return readLongVarint(out, what);
  }
  /// A varint in zigzag form.
  LogicalResult readSignedVarint(int64_t &out, const llvm::Twine &what);
  /// The 64 bits of a float, which are a number in zigzag form. cuTile writes
  /// those of a negative one as the number above 2^63 that they are without a
  /// sign, which takes a 65th bit: NVIDIA's reader loses it, and with it the sign.
  LogicalResult readFloatBits(uint64_t &out, const llvm::Twine &what);
  /// A varint that must be below `limit`, which counts `what`s.
  LogicalResult readIndex(uint32_t &out, size_t limit, const llvm::Twine &what);
  /// Reads the number of items to follow, of at least `bytesEach` bytes each.
  /// Fails if the file cannot hold so many, so that nothing is ever allocated
  /// for more.
  LogicalResult readCount(uint32_t &out, size_t bytesEach,
                          const llvm::Twine &what);
  /// Reads a count and that many little-endian integers.
  LogicalResult readInts(llvm::SmallVectorImpl<int32_t> &out,
                         const llvm::Twine &what) {
    return readFixedArray(out, what);
  }
  LogicalResult readInts(llvm::SmallVectorImpl<int64_t> &out,
                         const llvm::Twine &what) {
    return readFixedArray(out, what);
  }
  LogicalResult readBytes(llvm::ArrayRef<uint8_t> &out, uint64_t size,
                          const llvm::Twine &what);
  /// The next `size` bytes as a cursor of their own.
  LogicalResult readBlock(Cursor &out, uint64_t size, const llvm::Twine &what);
  /// Moves to the next multiple of `alignment`, counted from the first byte.
  LogicalResult align(size_t alignment, const llvm::Twine &what);

private:
  /// Reads a varint that may have a 65th bit only where there is a place for it.
  LogicalResult readLongVarint(uint64_t &out, const llvm::Twine &what,
                               bool *bit65 = nullptr);

  template <typename T>
  LogicalResult readFixedArray(llvm::SmallVectorImpl<T> &out,
                               const llvm::Twine &what) {
    uint32_t count;
    if (failed(readCount(count, sizeof(T), what)))
      return llvm::failure();
    out.resize_for_overwrite(count);
    for (T &value : out) {
      value = llvm::support::endian::read<T, llvm::endianness::little>(
          bytes.data() + position);
      position += sizeof(T);
    }
    return llvm::success();
  }

  llvm::ArrayRef<uint8_t> bytes;
  uint64_t base = 0;
  size_t position = 0;
  FormatError *error = nullptr;
};

} // namespace tessera::bytecode

#endif // TESSERA_BYTECODE_CONTAINER_CURSOR_H
