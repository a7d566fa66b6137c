//===- Cursor.cpp - Checked reading of bytes ------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/Container/Cursor.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera::bytecode {
using llvm::failure;
using llvm::LogicalResult;
using llvm::success;
using llvm::Twine;

std::string FormatError::str() const {
  return "byte 0x" + llvm::utohexstr(offset, /*LowerCase=*/true) + ": " +
         message;
}

LogicalResult Cursor::failAt(uint64_t offset, const Twine &message) const {
  if (!*error) {
    error->offset = offset;
    error->message = message.str();
  }
  return failure();
}

LogicalResult Cursor::readByte(uint8_t &out, const Twine &what) {
  if (atEnd())
    return fail(what + " is missing: the data ends here");
  out = bytes[position++];
  return success();
}

LogicalResult Cursor::readLongVarint(uint64_t &out, const Twine &what,
                                     bool *bit65) {
  uint64_t start = fileOffset();
  out = 0;
  for (unsigned shift = 0; shift <= 63; shift += 7) {
    uint8_t byte;
    if (failed(readByte(byte, what)))
      return failure();
    uint64_t bits = byte & 0x7F;
    if (shift == 63 && bits > 1) {
      if (!bit65 || bits > 3)
        return failAt(start, what + " does not fit in 64 bits");
      *bit65 = true;
    }
    out |= bits << shift;
    if (!(byte & 0x80))
      return success();
  }
  return failAt(start, what + " takes more than the 10 bytes of a 64-bit "
                              "number");
}

static int64_t fromZigzag(uint64_t zigzag) {
  return int64_t(zigzag >> 1) ^ -int64_t(zigzag & 1);
}

LogicalResult Cursor::readFloatBits(uint64_t &out, const Twine &what) {
  uint64_t start = fileOffset(), zigzag;
  bool bit65 = false;
  if (failed(readLongVarint(zigzag, what, &bit65)))
    return failure();
  if (bit65 && zigzag & 1)
    return failAt(start, what + " does not fit in 64 bits");
  out = uint64_t(fromZigzag(zigzag)) | uint64_t(bit65) << 63;
  return success();
}

LogicalResult Cursor::readSignedVarint(int64_t &out, const Twine &what) {
  uint64_t zigzag;
  if (failed(readVarint(zigzag, what)))
    return failure();
  out = fromZigzag(zigzag);
  return success();
}

LogicalResult Cursor::readIndex(uint32_t &out, size_t limit,
                                const Twine &what) {
  uint64_t start = fileOffset(), index;
  if (failed(readVarint(index, what + " index")))
    return failure();
  if (index >= limit)
    return failAt(start, what + " index " + Twine(index) +
                             " is out of range: there are " + Twine(limit));
  out = uint32_t(index);
  return success();
}

LogicalResult Cursor::readCount(uint32_t &out, size_t bytesEach,
                                const Twine &what) {
  uint64_t start = fileOffset(), count;
  if (failed(readVarint(count, "the number of " + what)))
    return failure();
  if (count > left() / bytesEach || count >= UINT32_MAX)
    return failAt(start, Twine(count) + " " + what + " do not fit in the " +
                             Twine(left()) + " bytes that are left");
  out = uint32_t(count);
  return success();
}

LogicalResult Cursor::readBytes(llvm::ArrayRef<uint8_t> &out, uint64_t size,
                                const Twine &what) {
  if (size > left())
    return fail(what + " takes " + Twine(size) + " bytes but " + Twine(left()) +
                " are left");
  out = bytes.slice(position, size);
  position += size;
  return success();
}

LogicalResult Cursor::readBlock(Cursor &out, uint64_t size, const Twine &what) {
  uint64_t start = fileOffset();
  llvm::ArrayRef<uint8_t> block;
  if (failed(readBytes(block, size, what)))
    return failure();
  out = Cursor(block, start, *error);
  return success();
}

LogicalResult Cursor::align(size_t alignment, const Twine &what) {
  size_t padding = (alignment - position % alignment) % alignment;
  llvm::ArrayRef<uint8_t> skipped;
  return readBytes(skipped, padding, "the padding before " + what);
}

} // namespace tessera::bytecode
