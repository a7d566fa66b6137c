//===- FrozenTest.cpp - Files that must be readable for ever --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// test/Bytecode/frozen holds a folder for each version, and in it files with
// their text beside them. Neither ever changes; freeze.sh there made them.
//
//===----------------------------------------------------------------------===//

#include "BytecodeTest.h"
#include "OpEncoding.h"
#include <set>

using namespace tessera;
using namespace tessera::bytecode;
using namespace tessera::test;

namespace {
class Frozen : public BytecodeTest {
protected:
  static std::string folder() {
    return TESSERA_SOURCE_DIR "/test/Bytecode/frozen";
  }

  /// The files of a folder, sorted.
  static std::vector<std::string> list(const std::string &folder) {
    std::vector<std::string> paths;
    std::error_code error;
    for (llvm::sys::fs::directory_iterator it(folder, error), end;
         it != end && !error; it.increment(error))
      paths.push_back(it->path());
    llvm::sort(paths);
    return paths;
  }
  void check(const std::string &path, BytecodeVersion version) {
    std::string bytes = load(path);
    ASSERT_GT(bytes.size(), 10u);
    EXPECT_EQ((BytecodeVersion{uint8_t(bytes[8]), uint8_t(bytes[9])}).str(),
              version.str())
        << "the file is of another version than its folder";
    Module module = read(bytes);
    ASSERT_TRUE(module) << takeErrors();

    llvm::SmallString<128> textPath(path);
    llvm::sys::path::replace_extension(textPath, "mlir");
    // Compared as modules, so that the printer may change its form.
    auto expected = parse(load(textPath));
    ASSERT_TRUE(expected) << takeErrors();
    EXPECT_EQ(print(*module), print(&expected->getBody()->front()));

    std::string again = write(*module, version);
    // The older files have hints that are no longer written into their
    // versions.
    if (isOurs(path) && version >= bytecode::v13_3) {
      EXPECT_TRUE(again == bytes) << "other bytes are written";
      EXPECT_TRUE(write(*expected, version) == bytes)
          << "the text means other bytes, or other locations";
      return;
    }
    Module copy = read(again);
    ASSERT_TRUE(copy) << takeErrors();
    EXPECT_EQ(printKept(*module, version), printKept(*copy, version));
  }
};
} // namespace

TEST_F(Frozen, FilesAreReadAndWrittenAgain) {
  for (BytecodeVersion version : supportedBytecodeVersions())
    for (const std::string &path : frozen(version)) {
      SCOPED_TRACE(path);
      check(path, version);
    }
}

TEST_F(Frozen, EveryVersionHasFilesOfTheWriterAndOfAFrontEnd) {
  for (BytecodeVersion version : supportedBytecodeVersions()) {
    std::vector<std::string> files = frozen(version);
    EXPECT_TRUE(llvm::any_of(files, isOurs)) << version.str();
    EXPECT_FALSE(llvm::all_of(files, isOurs)) << version.str();
  }
}

TEST_F(Frozen, EveryFolderIsOfASupportedVersion) {
  for (const std::string &path : list(folder())) {
    if (!llvm::sys::fs::is_directory(path))
      continue;
    auto version = BytecodeVersion::parse(llvm::sys::path::filename(path));
    EXPECT_TRUE(version && version->isSupported()) << path;
  }
}

TEST_F(Frozen, EveryOpOfAVersionIsInItsFiles) {
  for (BytecodeVersion version : supportedBytecodeVersions()) {
    std::set<llvm::StringRef> seen;
    for (const std::string &path : frozen(version)) {
      Module module = read(load(path));
      ASSERT_TRUE(module) << takeErrors();
      (*module)->walk([&](mlir::Operation *op) {
        seen.insert(op->getName().getStringRef());
      });
    }
    for (const OpEncoding &op : allOpEncodings())
      EXPECT_TRUE(version < op.since || seen.count(op.name))
          << version.str() << ": " << op.name.str();
  }
}
