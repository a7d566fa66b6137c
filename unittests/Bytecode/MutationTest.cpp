//===- MutationTest.cpp - Damaged files -----------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any bytes give a module or a located error. Truncation always gives an error;
// a flipped bit may leave a valid file.
//
//===----------------------------------------------------------------------===//

#include "BytecodeTest.h"

using namespace tessera;
using namespace tessera::bytecode;
using namespace tessera::test;
using testing::HasSubstr;

namespace {
class Mutation : public BytecodeTest {
protected:
  /// For each version, files with all that it can hold: every op, debug
  /// information, globals, hints and constants; and a file of a front end.
  std::vector<std::string> files() {
    std::vector<std::string> bytes;
    bytes.push_back(load(inputFolder() + "mixed13.2.tile"));
    for (BytecodeVersion version : supportedBytecodeVersions())
      for (const std::string &path : frozen(version))
        if (isOurs(path))
          bytes.push_back(load(path));
    EXPECT_GT(bytes.size(), 2 * supportedBytecodeVersions().size());
    return bytes;
  }

  /// Reads, and checks that there is an error exactly if there is no module.
  bool answers(llvm::StringRef bytes) {
    bool isModule = bool(read(bytes));
    std::string error = takeErrors();
    EXPECT_EQ(isModule, error.empty()) << error;
    return isModule;
  }
};
} // namespace

TEST_F(Mutation, TruncationAtEveryByte) {
  for (const std::string &file : files()) {
    ASSERT_TRUE(answers(file));
    for (size_t size = 0; size < file.size(); ++size)
      EXPECT_FALSE(answers(llvm::StringRef(file).take_front(size))) << size;
  }
}

TEST_F(Mutation, EveryBitFlipped) {
  for (std::string file : files())
    for (size_t bit = 0; bit < file.size() * 8; ++bit) {
      file[bit / 8] ^= char(1 << (bit % 8));
      (void)answers(file);
      file[bit / 8] ^= char(1 << (bit % 8));
    }
}

TEST_F(Mutation, EveryByteSetToExtremes) {
  for (std::string file : files())
    for (char &byte : file) {
      char old = byte;
      for (char value : {'\x00', '\xFF'}) {
        byte = value;
        (void)answers(file);
      }
      byte = old;
    }
}
