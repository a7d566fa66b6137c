//===- Tables.cpp - Offset tables of the sections -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/Container/Container.h"

namespace tessera::bytecode {
using llvm::failure;
using llvm::LogicalResult;
using llvm::success;
using llvm::Twine;

static uint64_t readLE(llvm::ArrayRef<uint8_t> bytes, size_t index,
                       unsigned width) {
  const uint8_t *at = bytes.data() + index * width;
  return width == 8 ? llvm::support::endian::read64le(at)
                    : llvm::support::endian::read32le(at);
}

//===----------------------------------------------------------------------===//
// EntryTable
//===----------------------------------------------------------------------===//

LogicalResult EntryTable::parse(Cursor payload, unsigned offsetWidth,
                                llvm::StringRef entryNoun) {
  width = offsetWidth;
  noun = entryNoun;
  uint32_t count;
  if (failed(payload.readCount(count, width, noun + " entries")))
    return failure();
  // All bytes after the count of an empty table are ignored, its padding
  // included.
  if (count == 0)
    return success();
  if (failed(payload.align(width,
                           "the offset table of the " + noun + " entries")) ||
      failed(payload.readBytes(offsets, uint64_t(count) * width,
                               "the offset table of the " + noun + " entries")))
    return failure();
  data = payload;
  return success();
}

uint64_t EntryTable::offset(size_t index) const {
  return readLE(offsets, index, width);
}

LogicalResult EntryTable::entry(size_t index, Cursor &out) const {
  uint64_t begin = offset(index), size = data.left();
  uint64_t end = index + 1 < this->size() ? offset(index + 1) : size;
  if (begin > size || end > size || begin > end)
    return data.fail(Twine(noun) + " entry " + Twine(index) +
                     " reaches from offset " + Twine(begin) + " to " +
                     Twine(end) + " of " + Twine(size) + " bytes");
  Cursor cursor = data;
  llvm::ArrayRef<uint8_t> skipped;
  if (failed(cursor.readBytes(skipped, begin, noun)))
    return failure();
  return cursor.readBlock(out, end - begin, noun);
}

//===----------------------------------------------------------------------===//
// DebugTable
//===----------------------------------------------------------------------===//

LogicalResult DebugTable::parse(Cursor cursor) {
  payload = cursor;
  uint32_t functions, slots;
  if (failed(cursor.readCount(functions, 4, "functions with locations")) ||
      failed(cursor.align(4, "the first slots")) ||
      failed(cursor.readBytes(starts, uint64_t(functions) * 4,
                              "the table of first slots")) ||
      failed(cursor.readCount(slots, 8, "location slots")) ||
      failed(cursor.align(8, "the location slots")) ||
      failed(cursor.readBytes(indices, uint64_t(slots) * 8,
                              "the table of location slots")))
    return failure();
  return table.parse(cursor, 4, "debug");
}

LogicalResult DebugTable::slots(size_t function, size_t &first,
                                size_t &last) const {
  size_t size = indices.size() / 8;
  first = readLE(starts, function, 4);
  last = function + 1 < numFunctions() ? readLE(starts, function + 1, 4) : size;
  if (first >= last || last > size)
    return payload.fail("the location slots of function " + Twine(function) +
                        " reach from " + Twine(first) + " to " + Twine(last) +
                        " of " + Twine(size));
  return success();
}

uint64_t DebugTable::slot(size_t index) const {
  return readLE(indices, index, 8);
}

} // namespace tessera::bytecode
