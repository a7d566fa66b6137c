//===- ToolkitTest.cpp - The toolkit is found in the documented order -----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/Toolkit.h"
#include "AssemblerFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <sys/resource.h>

using namespace llvm;
using namespace tessera;

namespace {

/// Two toolkits, each with a ptxas newer than any there is, and a libdevice.
class ToolkitTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("tessera-test", folder));
    for (const char *variable : variables)
      unsetenv(variable);
    for (StringRef toolkit : {"one", "two"}) {
      makePtxas((toolkit + "/bin").str(), "99.1");
      makeFile((toolkit + "/nvvm/libdevice").str(), "libdevice.10.bc");
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

  void makeFile(StringRef below, StringRef name, StringRef contents = "") {
    SmallString<128> file(folder);
    sys::path::append(file, below);
    ASSERT_FALSE(sys::fs::create_directories(file));
    sys::path::append(file, name);
    std::error_code error;
    raw_fd_ostream(file, error) << contents;
    ASSERT_FALSE(error);
    ASSERT_FALSE(sys::fs::setPermissions(file, sys::fs::all_all));
  }

  void makePtxas(StringRef below, StringRef version) {
    makeFile(below, "ptxas",
             testing_support::makeAssemblerFile(
                 ("Cuda compilation tools, release 99, V" + version).str()));
  }

  /// Returns the error of a search while no file can be opened.
  static std::string
  failWithoutFiles(function_ref<Expected<std::string>(StringRef)> find) {
    rlimit former;
    EXPECT_EQ(getrlimit(RLIMIT_NOFILE, &former), 0);
    rlimit none = former;
    none.rlim_cur = 0;
    EXPECT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
    Expected<std::string> found = find("");
    EXPECT_EQ(setrlimit(RLIMIT_NOFILE, &former), 0);
    if (found)
      return "no error, but " + *found;
    return toString(found.takeError());
  }

  static constexpr const char *variables[] = {
      "TESSERA_PTXAS_PATH", "TESSERA_LIBDEVICE_PATH",
      "CUDA_HOME",          "CUDA_ROOT",
      "CUDA_PATH",          "VIRTUAL_ENV"};
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

TEST_F(ToolkitTest, TheNewestPtxasIsTaken) {
  makePtxas("newer/bin", "99.10");
  setenv("CUDA_HOME", path("one").c_str(), 1);
  setenv("CUDA_PATH", path("newer").c_str(), 1);
  EXPECT_EQ(cantFail(findPtxas()), path("newer/bin/ptxas"));
  EXPECT_EQ(cantFail(findLibdevice()),
            path("one/nvvm/libdevice/libdevice.10.bc"));
}

TEST_F(ToolkitTest, AScriptCountsAsTheOldest) {
  makeFile("script/bin", "ptxas", "#!/bin/sh\n");
  setenv("CUDA_HOME", path("script").c_str(), 1);
  setenv("CUDA_ROOT", path("one").c_str(), 1);
  EXPECT_EQ(cantFail(findPtxas()), path("one/bin/ptxas"));
}

TEST_F(ToolkitTest, OneThatCannotBeReadIsNotPassedOver) {
  setenv("CUDA_HOME", path("locked").c_str(), 1);
  setenv("CUDA_ROOT", path("one").c_str(), 1);
  makePtxas("locked/bin", "99.3");
  EXPECT_EQ(cantFail(findPtxas()), path("locked/bin/ptxas"));
  EXPECT_THAT(failWithoutFiles(findPtxas),
              testing::HasSubstr("' cannot be read: Too many open files; "
                                 "correct that, or name a ptxas with "
                                 "--ptxas-path or TESSERA_PTXAS_PATH"));
  // Named, nobody has to compare it.
  setenv("TESSERA_PTXAS_PATH", path("locked/bin/ptxas").c_str(), 1);
  EXPECT_EQ(cantFail(findPtxas()), path("locked/bin/ptxas"));
}

TEST_F(ToolkitTest, LibdeviceIsNotTakenFromBehindAPtxasThatCannotBeRead) {
  makePtxas("locked/bin", "99.3");
  setenv("CUDA_HOME", path("locked").c_str(), 1);
  std::string former = std::getenv("PATH");
  setenv("PATH", path("one/bin").c_str(), 1);
  std::string error = failWithoutFiles(findLibdevice);
  // A toolkit that the user names comes before that of ptxas.
  setenv("CUDA_ROOT", path("two").c_str(), 1);
  std::string ofNamed = failWithoutFiles(findLibdevice);
  setenv("PATH", former.c_str(), 1);
  EXPECT_THAT(error, testing::HasSubstr("' cannot be read: Too many open"));
  EXPECT_EQ(ofNamed,
            "no error, but " + path("two/nvvm/libdevice/libdevice.10.bc"));
}

TEST_F(ToolkitTest, LibdeviceIsFoundWithoutAPtxas) {
  // --emit=ptx works without it.
  setenv("TESSERA_PTXAS_PATH", "/none/ptxas", 1);
  std::string former = std::getenv("PATH");
  setenv("PATH", path("one/bin").c_str(), 1);
  Expected<std::string> found = findLibdevice();
  setenv("PATH", former.c_str(), 1);
  SmallString<128> real;
  ASSERT_FALSE(sys::fs::real_path(path("one"), real));
  EXPECT_EQ(cantFail(std::move(found)),
            std::string(real) + "/nvvm/libdevice/libdevice.10.bc");
}

TEST_F(ToolkitTest, PipsPackagesAreAToolkit) {
  std::string package = "env/lib/python3.11/site-packages/nvidia/cu13";
  makePtxas(package + "/bin", "99.2");
  setenv("CUDA_HOME", path("one").c_str(), 1);
  setenv("VIRTUAL_ENV", path("env").c_str(), 1);
  EXPECT_EQ(cantFail(findPtxas()), path(package + "/bin/ptxas"));
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
