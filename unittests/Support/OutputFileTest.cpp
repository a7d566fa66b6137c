//===- OutputFileTest.cpp - Files are whole or not there ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/OutputFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace tessera;

namespace {

class OutputFileTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("tessera-test", folder));
  }
  void TearDown() override { sys::fs::remove_directories(folder); }

  std::string path(StringRef name) {
    SmallString<128> full(folder);
    sys::path::append(full, name);
    return std::string(full);
  }

  std::vector<std::string> entries() {
    std::vector<std::string> names;
    std::error_code error;
    for (sys::fs::directory_iterator it(folder, error), end; it != end;
         it.increment(error))
      names.push_back(sys::path::filename(it->path()).str());
    return names;
  }

  static std::string contents(StringRef path) {
    auto file = MemoryBuffer::getFile(path);
    return file ? (*file)->getBuffer().str() : "<none>";
  }

  SmallString<128> folder;
};

TEST_F(OutputFileTest, WritesAndReplaces) {
  EXPECT_FALSE(errorToBool(writeFileAtomically(path("a"), "first")));
  EXPECT_EQ(contents(path("a")), "first");
  EXPECT_FALSE(
      errorToBool(writeFileAtomically(path("a"), StringRef("b\0c", 3))));
  EXPECT_EQ(contents(path("a")), std::string("b\0c", 3));
  EXPECT_THAT(entries(), testing::ElementsAre("a"));
}

TEST_F(OutputFileTest, NamesThePathAndTheReason) {
  std::string missing = path("none/out");
  EXPECT_EQ(toString(writeFileAtomically(missing, "x")),
            "cannot write '" + missing + "': No such file or directory");
  EXPECT_EQ(toString(writeFileAtomically(folder, "x")),
            "cannot write '" + std::string(folder) + "': Is a directory");
  EXPECT_TRUE(entries().empty());
}

TEST_F(OutputFileTest, LeavesDevicesInPlace) {
  EXPECT_FALSE(errorToBool(writeFileAtomically("/dev/null", "x")));
  sys::fs::file_status status;
  ASSERT_FALSE(sys::fs::status("/dev/null", status));
  EXPECT_EQ(status.type(), sys::fs::file_type::character_file);
}

TEST_F(OutputFileTest, ReportsAFullDevice) {
  if (!sys::fs::exists("/dev/full"))
    GTEST_SKIP() << "this system has no /dev/full";
  EXPECT_EQ(toString(writeFileAtomically("/dev/full", "x")),
            "cannot write '/dev/full': No space left on device");
}

TEST_F(OutputFileTest, WritesThroughALink) {
  ASSERT_FALSE(errorToBool(writeFileAtomically(path("target"), "old")));
  ASSERT_FALSE(sys::fs::create_link(path("target"), path("link")));
  EXPECT_FALSE(errorToBool(writeFileAtomically(path("link"), "new")));
  EXPECT_EQ(contents(path("target")), "new");
  EXPECT_TRUE(sys::fs::is_symlink_file(path("link")));
}

TEST_F(OutputFileTest, KeepsPermissions) {
  for (unsigned mode : {0600, 0640, 0755, 0444, 0666}) {
    ASSERT_FALSE(errorToBool(writeFileAtomically(path("a"), "old")));
    ASSERT_FALSE(
        sys::fs::setPermissions(path("a"), static_cast<sys::fs::perms>(mode)));
    EXPECT_FALSE(errorToBool(writeFileAtomically(path("a"), "new")));
    EXPECT_EQ(contents(path("a")), "new");
    EXPECT_EQ(*sys::fs::getPermissions(path("a")), mode);
    ASSERT_FALSE(sys::fs::remove(path("a")));
  }
}

TEST_F(OutputFileTest, KeepsPermissionsBehindALink) {
  ASSERT_FALSE(errorToBool(writeFileAtomically(path("target"), "old")));
  ASSERT_FALSE(sys::fs::setPermissions(path("target"), sys::fs::owner_all));
  ASSERT_FALSE(sys::fs::create_link(path("target"), path("link")));
  EXPECT_FALSE(errorToBool(writeFileAtomically(path("link"), "new")));
  EXPECT_EQ(*sys::fs::getPermissions(path("target")), sys::fs::owner_all);
}

TEST_F(OutputFileTest, NoOutputTakesThePlaceOfAnother) {
  auto message = [](ArrayRef<std::string> paths) {
    return toString(checkOutputNames(paths));
  };
  EXPECT_EQ(message({}), "");
  EXPECT_EQ(message({"a", "", "b", ""}), "");
  EXPECT_EQ(message({"-", "/dev/null", "-", "/dev/null"}), "");
  EXPECT_EQ(message({"a", "b", "a"}),
            "two outputs have the name 'a', so that one would be lost");
}

TEST_F(OutputFileTest, WritesNamesAsLongAsTheyMayBe) {
  for (size_t length : {1, 200, 245, 254, 255}) {
    std::string name = path(std::string(length, 'n'));
    EXPECT_FALSE(errorToBool(writeFileAtomically(name, "first"))) << length;
    EXPECT_FALSE(errorToBool(writeFileAtomically(name, "second"))) << length;
    EXPECT_EQ(contents(name), "second");
  }
  EXPECT_TRUE(
      errorToBool(writeFileAtomically(path(std::string(256, 'n')), "x")));
  EXPECT_EQ(entries().size(), 5u);
}

} // namespace
