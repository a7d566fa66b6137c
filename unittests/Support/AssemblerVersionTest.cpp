//===- AssemblerVersionTest.cpp - The version in the file of ptxas --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/AssemblerVersion.h"
#include "AssemblerFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace tessera;
using testing_support::makeAssemblerFile;

namespace {

constexpr StringLiteral line("Cuda compilation tools, release 13.0, V");

/// The version in a file with these contents.
std::string versionOf(StringRef contents) {
  SmallString<64> path;
  EXPECT_FALSE(sys::fs::createTemporaryFile("ptxas", "", path));
  FileRemover remover(path);
  std::error_code error;
  {
    raw_fd_ostream os(path, error);
    os << contents;
  }
  EXPECT_FALSE(error);
  EXPECT_FALSE(sys::fs::setPermissions(path, sys::fs::owner_all));
  return assemblerVersion(path);
}

TEST(AssemblerVersionTest, IsReadFromTheFile) {
  std::string known = (line + "13.0.88\n").str();
  EXPECT_EQ(versionOf(makeAssemblerFile("a" + known + "b")), "13.0.88");
  EXPECT_EQ(versionOf(makeAssemblerFile(known + '\0' + known)), "13.0.88");
}

TEST(AssemblerVersionTest, FilesThatDoNotTellAreStarted) {
  EXPECT_EQ(versionOf(("#!/bin/sh\necho '" + line + "13.0.88'\n").str()),
            "13.0.88");
}

TEST(AssemblerVersionTest, NothingIsGuessed) {
  EXPECT_EQ(versionOf(makeAssemblerFile("no version")), "unknown");
  EXPECT_EQ(versionOf(makeAssemblerFile(line)), "unknown");
  EXPECT_EQ(versionOf(makeAssemblerFile((line + "%s").str())), "unknown");
  // The table of sections lies beyond the end.
  EXPECT_EQ(versionOf(StringRef(makeAssemblerFile((line + "13.0.88").str()))
                          .take_front(100)),
            "unknown");
}

} // namespace
