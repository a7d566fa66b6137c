//===- CursorTest.cpp - Checked reading of bytes --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/Container/Cursor.h"
#include "FileBuilder.h"
#include "gtest/gtest.h"

using namespace tessera::bytecode;
using namespace tessera::test;

namespace {

/// The value of a varint, or the error.
std::string readVarint(const Bytes &bytes) {
  FormatError error;
  Cursor cursor(bytes, 0x10, error);
  uint64_t value;
  if (failed(cursor.readVarint(value, "n")))
    return error.str();
  return std::to_string(value) + "/" + std::to_string(cursor.left());
}

int64_t readSigned(uint64_t zigzag) {
  FormatError error;
  Bytes bytes = varint(zigzag);
  Cursor cursor(bytes, 0, error);
  int64_t value = 0;
  EXPECT_TRUE(succeeded(cursor.readSignedVarint(value, "n")));
  return value;
}

} // namespace

TEST(Cursor, VarintOfEachLength) {
  for (unsigned bits = 0; bits < 64; ++bits)
    for (uint64_t value : {uint64_t(1) << bits, (uint64_t(1) << bits) - 1})
      EXPECT_EQ(readVarint(varint(value) + Bytes{7}),
                std::to_string(value) + "/1");
  EXPECT_EQ(readVarint(varint(UINT64_MAX)), "18446744073709551615/0");
}

TEST(Cursor, VarintLongerThanNeededIsAccepted) {
  EXPECT_EQ(readVarint({0x81, 0x80, 0x00}), "1/0");
  EXPECT_EQ(
      readVarint({0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00}),
      "0/0");
}

TEST(Cursor, VarintBeyond64Bits) {
  Bytes nines(9, 0xFF);
  EXPECT_EQ(readVarint(nines + Bytes{0x01}), "18446744073709551615/0");
  EXPECT_EQ(readVarint(nines + Bytes{0x02}),
            "byte 0x10: n does not fit in 64 bits");
  EXPECT_EQ(readVarint(Bytes(10, 0x80) + Bytes{0}),
            "byte 0x10: n takes more than the 10 bytes of a 64-bit number");
}

TEST(Cursor, VarintCutShort) {
  EXPECT_EQ(readVarint({}), "byte 0x10: n is missing: the data ends here");
  EXPECT_EQ(readVarint({0x80}), "byte 0x11: n is missing: the data ends here");
}

TEST(Cursor, Zigzag) {
  EXPECT_EQ(readSigned(0), 0);
  EXPECT_EQ(readSigned(1), -1);
  EXPECT_EQ(readSigned(2), 1);
  EXPECT_EQ(readSigned(UINT64_MAX), INT64_MIN);
  EXPECT_EQ(readSigned(UINT64_MAX - 1), INT64_MAX);
}

TEST(Cursor, BitsOfFloats) {
  auto read = [](const Bytes &bytes) {
    FormatError error;
    Cursor cursor(bytes, 0x10, error);
    uint64_t value;
    if (failed(cursor.readFloatBits(value, "n")))
      return error.str();
    return llvm::utohexstr(value) + "/" + std::to_string(cursor.left());
  };
  // The bits of -1.0 as a number with a sign, and as one without.
  EXPECT_EQ(read(varint(~(uint64_t(0xBFF0000000000000) << 1))),
            "BFF0000000000000/0");
  EXPECT_EQ(read({0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0xF0, 0xFF, 0x02}),
            "BFF0000000000000/0");
  EXPECT_EQ(read(varint(uint64_t(0x7FF0000000000000) << 1)),
            "7FF0000000000000/0");
  EXPECT_EQ(read(Bytes(9, 0xFF) + Bytes{0x03}),
            "byte 0x10: n does not fit in 64 bits");
  EXPECT_EQ(read(Bytes(9, 0x80) + Bytes{0x04}),
            "byte 0x10: n does not fit in 64 bits");
}

TEST(Cursor, CountsAreBoundedByWhatIsLeft) {
  FormatError error;
  Bytes bytes = varint(3) + Bytes(11, 0);
  Cursor cursor(bytes, 0, error);
  uint32_t count;
  EXPECT_TRUE(failed(cursor.readCount(count, 4, "things")));
  EXPECT_EQ(error.str(),
            "byte 0x0: 3 things do not fit in the 11 bytes that are left");
}

TEST(Cursor, IndexOutOfRange) {
  FormatError error;
  Bytes bytes = {2};
  Cursor cursor(bytes, 5, error);
  uint32_t index;
  EXPECT_TRUE(failed(cursor.readIndex(index, 2, "type")));
  EXPECT_EQ(error.str(), "byte 0x5: type index 2 is out of range: there are 2");
}

TEST(Cursor, FixedArraysAreLittleEndian) {
  FormatError error;
  Bytes bytes = varint(2) + le(uint64_t(INT64_MIN), 8) + le(258, 8);
  Cursor cursor(bytes, 0, error);
  llvm::SmallVector<int64_t> values;
  ASSERT_TRUE(succeeded(cursor.readInts(values, "values")));
  EXPECT_EQ(values, (llvm::SmallVector<int64_t>{INT64_MIN, 258}));
  EXPECT_TRUE(cursor.atEnd());
}

TEST(Cursor, TheFirstErrorWins) {
  FormatError error;
  Bytes bytes = {1};
  Cursor cursor(bytes, 0, error);
  (void)cursor.fail("first");
  (void)cursor.failAt(9, "second");
  EXPECT_EQ(error.str(), "byte 0x0: first");
}

TEST(Cursor, AlignmentCountsFromTheFirstByte) {
  FormatError error;
  Bytes bytes(6, 0);
  Cursor cursor(bytes, 0x101, error);
  uint8_t byte;
  ASSERT_TRUE(succeeded(cursor.readByte(byte, "b")));
  ASSERT_TRUE(succeeded(cursor.align(4, "x")));
  EXPECT_EQ(cursor.fileOffset(), 0x105u);
  ASSERT_TRUE(succeeded(cursor.align(4, "x")));
  EXPECT_EQ(cursor.fileOffset(), 0x105u);
  ASSERT_TRUE(succeeded(cursor.readByte(byte, "b")));
  EXPECT_TRUE(failed(cursor.align(8, "x")));
}
