//===- BytesTest.cpp - Bytes in memory or of a file -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Bytes.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileUtilities.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tessera::runtime;
using testing::HasSubstr;

namespace {
/// A file with the bytes 0, 1, 2 and so on, larger than one read.
struct BytesTest : testing::Test {
  static constexpr size_t size = 1 << 16;

  void SetUp() override {
    int file;
    llvm::SmallString<128> name;
    ASSERT_FALSE(
        llvm::sys::fs::createTemporaryFile("tessera-bytes", "bin", file, name));
    path = name.str();
    remover.setFile(name);
    llvm::raw_fd_ostream os(file, /*shouldClose=*/true);
    for (size_t i = 0; i < size; ++i)
      os << char(i);
  }

  Bytes read() const { return llvm::cantFail(readFileBytes(path)); }

  std::string path;
  llvm::FileRemover remover;
};
} // namespace

TEST_F(BytesTest, TheFileStaysAsItIs) {
  Bytes bytes = read();
  ASSERT_EQ(bytes.size(), size);
  for (uint8_t &byte : bytes)
    byte = 77;
  EXPECT_EQ(bytes[size - 1], 77);
  EXPECT_EQ(read()[size - 1], 255);
}

TEST_F(BytesTest, ACopyIsItsOwn) {
  Bytes bytes = read();
  Bytes copy = bytes, assigned;
  assigned = bytes;
  bytes[3] = 77;
  EXPECT_EQ(copy[3], 3);
  EXPECT_EQ(assigned[3], 3);
  Bytes moved = std::move(bytes);
  EXPECT_EQ(moved[3], 77);
  EXPECT_FALSE(moved == copy);
  EXPECT_TRUE(copy == assigned);
}

TEST_F(BytesTest, FirstOnesAreLeftOut) {
  // Some of these numbers break the alignment.
  for (size_t count : {size_t(0), size_t(1), size_t(64), size_t(80), size}) {
    Bytes bytes = read();
    bytes.dropFront(count);
    ASSERT_EQ(bytes.size(), size - count);
    if (count < size) {
      EXPECT_EQ(bytes[0], uint8_t(count));
      EXPECT_EQ(bytes[bytes.size() - 1], 255);
      EXPECT_EQ(uintptr_t(bytes.data()) % alignof(std::max_align_t), 0u);
    }
    bytes.dropFront(bytes.size());
    EXPECT_TRUE(bytes.empty());
  }
}

TEST_F(BytesTest, DevicesEndOrAreRefused) {
  EXPECT_TRUE(llvm::cantFail(readFileBytes("/dev/null")).empty());
  llvm::Expected<Bytes> endless = readFileBytes("/dev/zero");
  ASSERT_FALSE(bool(endless));
  EXPECT_THAT(llvm::toString(endless.takeError()),
              HasSubstr("cannot read '/dev/zero': it does not end within"));
}
