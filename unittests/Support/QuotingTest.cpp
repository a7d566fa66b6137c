//===- QuotingTest.cpp - Words of command lines ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/Quoting.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace tessera;

namespace {

TEST(Quoting, ShellTakesTheWord) {
  EXPECT_EQ(quoteForShell("/tmp/a-1/k.mlir"), "/tmp/a-1/k.mlir");
  EXPECT_EQ(quoteForShell(""), "''");
  EXPECT_EQ(quoteForShell("a b"), "'a b'");
  EXPECT_EQ(quoteForShell("it's; $HOME\n"), "'it'\\''s; $HOME\n'");
}

TEST(Quoting, ResponseFileIsReadBack) {
  std::vector<std::string> words = {
      "--entry=k\n--out=0=x", "--entry=a b", "--entry=a\tb",   "--entry='\"\\",
      "--entry=\\n",          "plain",       "--entry=\r\v\f", "--entry=@k #"};
  std::string file;
  for (const std::string &word : words)
    file += quoteForResponseFile(word) + "\n";
  BumpPtrAllocator allocator;
  StringSaver saver(allocator);
  SmallVector<const char *> read;
  cl::TokenizeGNUCommandLine(file, saver, read);
  EXPECT_EQ(std::vector<std::string>(read.begin(), read.end()), words);
}

} // namespace
