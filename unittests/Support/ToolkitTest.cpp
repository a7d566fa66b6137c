//===- ToolkitTest.cpp - The toolkit is found in the documented order -----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/Toolkit.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <cstdlib>

using namespace llvm;
using namespace tessera;

namespace {

/// Two toolkits, each with a ptxas that can be executed and a libdevice.
class ToolkitTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("tessera-test", folder));
    for (const char *variable : variables)
      unsetenv(variable);
    for (StringRef toolkit : {"one", "two"}) {
      makeFile(toolkit, "bin", "ptxas");
      makeFile(toolkit, "nvvm/libdevice", "libdevice.10.bc");
    }
  }
  void TearDown() override {
    for (const char *variable : variables)
      unsetenv(variable);
    sys::fs::remove_directories(folder);
  }

  std::string path(StringRef name) {
    SmallString<128> full(folder);
    sys::path::append(full, name);
    return std::string(full);
  }

  void makeFile(StringRef toolkit, StringRef below, StringRef name) {
    SmallString<128> file(folder);
    sys::path::append(file, toolkit, below);
    ASSERT_FALSE(sys::fs::create_directories(file));
    sys::path::append(file, name);
    int fd;
    ASSERT_FALSE(sys::fs::openFileForWrite(file, fd));
    sys::fs::closeFile(fd);
    ASSERT_FALSE(sys::fs::setPermissions(file, sys::fs::all_all));
  }

  static constexpr const char *variables[] = {
      "TESSERA_PTXAS_PATH", "TESSERA_LIBDEVICE_PATH", "CUDA_HOME", "CUDA_ROOT",
      "CUDA_PATH"};
  SmallString<128> folder;
};

TEST_F(ToolkitTest, TheCallersChoiceComesFirst) {
  setenv("TESSERA_PTXAS_PATH", path("one/bin/ptxas").c_str(), 1);
  EXPECT_EQ(cantFail(findPtxas(path("two/bin/ptxas"))), path("two/bin/ptxas"));
}

TEST_F(ToolkitTest, ThenOurVariableThenTheToolkits) {
  setenv("CUDA_HOME", path("one").c_str(), 1);
  setenv("CUDA_ROOT", path("two").c_str(), 1);
  EXPECT_EQ(cantFail(findPtxas()), path("one/bin/ptxas"));
  EXPECT_EQ(cantFail(findLibdevice()),
            path("one/nvvm/libdevice/libdevice.10.bc"));
  setenv("TESSERA_PTXAS_PATH", path("two/bin/ptxas").c_str(), 1);
  EXPECT_EQ(cantFail(findPtxas()), path("two/bin/ptxas"));
  unsetenv("TESSERA_PTXAS_PATH");
  unsetenv("CUDA_HOME");
  EXPECT_EQ(cantFail(findPtxas()), path("two/bin/ptxas"));
}

TEST_F(ToolkitTest, LibdeviceBelongsToTheToolkitOfPtxas) {
  setenv("TESSERA_PTXAS_PATH", path("two/bin/ptxas").c_str(), 1);
  SmallString<128> real;
  ASSERT_FALSE(sys::fs::real_path(path("two"), real));
  EXPECT_EQ(cantFail(findLibdevice()),
            std::string(real) + "/nvvm/libdevice/libdevice.10.bc");
}

TEST_F(ToolkitTest, AWrongChoiceIsAnErrorAndNotPassedOver) {
  setenv("CUDA_HOME", path("one").c_str(), 1);
  EXPECT_THAT(toString(findPtxas("/none/ptxas").takeError()),
              testing::AllOf(testing::HasSubstr("'/none/ptxas'"),
                             testing::HasSubstr("--ptxas-path")));
  setenv("TESSERA_PTXAS_PATH", "/none/ptxas", 1);
  EXPECT_THAT(toString(findPtxas().takeError()),
              testing::AllOf(testing::HasSubstr("TESSERA_PTXAS_PATH"),
                             testing::HasSubstr("--emit=ptx works without")));
}

} // namespace
