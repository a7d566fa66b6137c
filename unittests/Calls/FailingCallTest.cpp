//===- FailingCallTest.cpp - Each call of the system fails once -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program is run again and again. In the first run its first call of a kind
// fails, then the second, until a run needs fewer than that. Each run either
// does without, or says what is wrong; its output is whole or not there, and
// nothing else stays behind.
//
//===----------------------------------------------------------------------===//

#include "FailingCall.h"
#include "../Driver/Harness.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include <map>
#include <optional>

using namespace tessera;
namespace fs = llvm::sys::fs;
using testing::ContainsRegex;

namespace {

/// p[block] += x
const char *const bump =
    "cuda_tile.module @m {\n"
    "  entry @bump(%p: tile<ptr<i32>>, %x: tile<i32>) {\n"
    "    %b, %b1, %b2 = get_tile_block_id : tile<i32>\n"
    "    %at = offset %p, %b : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>\n"
    "    %v, %t = load_ptr_tko weak %at : tile<ptr<i32>> -> tile<i32>, token\n"
    "    %s = addi %v, %x : tile<i32>\n"
    "    %u = store_ptr_tko weak %at, %s token=%t\n"
    "      : tile<ptr<i32>>, tile<i32> -> token\n"
    "    return\n"
    "  }\n"
    "}\n";

/// Folders for what programs write, and for what they may leave nowhere.
class FailingCallTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(fs::createUniqueDirectory("tessera", folder));
    for (const char *name : {"in", "out", "tmp"})
      ASSERT_FALSE(fs::create_directory(place(name)));
    write("in/k.mlir", bump);
    // Leaks cannot be looked for under a tracer.
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
    if (const char *folder = getenv("TMPDIR"))
      usual = folder;
    setenv("TMPDIR", place("tmp").c_str(), 1);
  }
  void TearDown() override {
    fs::remove_directories(folder);
    if (usual)
      setenv("TMPDIR", usual->c_str(), 1);
    else
      unsetenv("TMPDIR");
  }

  std::string place(llvm::StringRef name) const {
    return (folder + "/" + name).str();
  }
  void write(llvm::StringRef name, llvm::StringRef bytes) const {
    std::error_code error;
    llvm::raw_fd_ostream(place(name), error) << bytes;
    ASSERT_FALSE(error);
  }
  std::string read(llvm::StringRef name) const {
    auto buffer = llvm::MemoryBuffer::getFile(place(name));
    return buffer ? (*buffer)->getBuffer().str() : "";
  }
  /// The names of what is in a folder.
  std::vector<std::string> list(llvm::StringRef name) const {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator it(place(name), error), end;
         it != end && !error; it.increment(error))
      names.push_back(llvm::sys::path::filename(it->path()).str());
    return names;
  }

  void failEach(const std::vector<std::string> &command,
                llvm::ArrayRef<const char *> needed = {"open", "read",
                                                       "write"});
  void judge(const TracedEnd &end, const std::string &right) const;

  llvm::SmallString<64> folder;
  std::optional<std::string> usual; ///< folder for temporary files
};
} // namespace

/// A run without any call of a kind proves nothing about what follows a failure.
static void expectFailures(const std::map<std::string, unsigned> &failures,
                           llvm::ArrayRef<const char *> kinds) {
  for (const char *kind : kinds)
    EXPECT_GT(failures.at(kind), 0u) << "no call has failed: " << kind;
}

/// Judges one run with a call that has failed.
void FailingCallTest::judge(const TracedEnd &end,
                            const std::string &right) const {
  EXPECT_EQ(end.signal, 0);
  if (end.status != 0)
    EXPECT_THAT(read("log"), ContainsRegex("(error|ERROR): "));
  const std::vector<std::string> left = list("out");
  EXPECT_LE(left.size(), 1u);
  if (end.status == 0 || !left.empty())
    EXPECT_TRUE(read("out/file") == right) << "the output is another one";
  EXPECT_THAT(list("tmp"), testing::IsEmpty());
}

/// Runs a command that writes out/file, and makes at least a call of each kind
/// that it needs.
void FailingCallTest::failEach(const std::vector<std::string> &command,
                               llvm::ArrayRef<const char *> needed) {
  std::string right;
  std::map<std::string, unsigned> failures;
  for (const CallKind &kind : callKinds())
    for (unsigned number = right.empty() ? 0 : 1;; ++number) {
      SCOPED_TRACE(kind.name + (" " + std::to_string(number)) + " of " +
                   command.front());
      fs::remove(place("out/file"));
      const TracedEnd end =
          runWithFailingCall(command, kind, number, place("log"));
      ASSERT_EQ(end.refusal, "");
      failures[kind.name] += end.hasFailed;
      if (number == 0)
        right = read("out/file");
      if (!end.hasFailed) {
        ASSERT_EQ(end.status, 0) << read("log");
        ASSERT_FALSE(right.empty());
      }
      judge(end, right);
      if (HasFailure())
        FAIL() << "status " << end.status << ": " << read("log");
      if (!end.hasFailed && number)
        break;
    }
  expectFailures(failures, needed);
}

namespace {
std::string tool(const char *name) {
  return std::string(TESSERA_BIN "/") + name;
}

TEST_F(FailingCallTest, CompilingToPTX) {
  failEach({tool("tileiras"), place("in/k.mlir"), "--gpu-name=sm_90",
            "--emit=ptx", "-o", place("out/file")});
}

#ifdef TESSERA_PTXAS
TEST_F(FailingCallTest, CompilingToMachineCode) {
  failEach({tool("tileiras"), place("in/k.mlir"), "--gpu-name=sm_90",
            "--ptxas-path=" TESSERA_PTXAS, "-o", place("out/file")});
}
#endif

TEST_F(FailingCallTest, Translating) {
  failEach({tool("cuda-tile-translate"), "--mlir-to-cudatilebc",
            place("in/k.mlir"), "-o", place("out/file")});
}

TEST_F(FailingCallTest, Transforming) {
  failEach({tool("cuda-tile-opt"), place("in/k.mlir"), "--canonicalize", "-o",
            place("out/file")});
}

/// Arrays are files, too.
TEST_F(FailingCallTest, Running) {
  std::string header = "{'descr': '<i4', 'fortran_order': False, "
                       "'shape': (4,), }";
  header.resize(117, ' ');
  header += '\n';
  write("in/p.npy", std::string("\x93NUMPY\x01\0\x76\0", 10) + header +
                        std::string(16, '\1'));
  for (const char *engine : {"--engine=interpret", "--engine=emulate"})
    failEach({tool("cuda-tile-run"), place("in/k.mlir"), "--entry=bump",
              "--grid=4", "--arg=ptr:" + place("in/p.npy"), "--arg=i32:5",
              engine, "--gpu-name=sm_90", "--out=0=" + place("out/file")},
             {"open", "read", "write", "map"});
}

/// Runs a kernel that multiplies 7 by a variable of 3; the first error.
CUresult scale(CUdeviceptr place, CUmodule module) {
  CUfunction function;
  void *parameters[] = {&place};
  unsigned found = 0;
  CUresult result = cuModuleGetFunction(&function, module, "scale");
  if (!result)
    result = cuMemsetD32_v2(place, 7, 1);
  if (!result)
    result = cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters,
                            nullptr);
  if (!result)
    result = cuMemcpyDtoH_v2(&found, place, sizeof found);
  return result || found == 21 ? result : CUDA_ERROR_UNKNOWN;
}

/// Begins to use the driver, loads a module and runs it; the first error.
CUresult useDriver() {
  CUdevice device;
  CUcontext context;
  CUmodule module = nullptr;
  CUdeviceptr place = 0;
  CUresult result = cuInit(0);
  if (!result)
    result = cuDeviceGet(&device, 0);
  if (!result)
    result = cuDevicePrimaryCtxRetain(&context, device);
  if (!result)
    result = cuCtxSetCurrent(context);
  if (!result)
    result = cuModuleLoadData(&module, kernels);
  if (!result)
    result = cuMemAlloc_v2(&place, sizeof(unsigned));
  if (!result)
    result = scale(place, module);
  if (place)
    cuMemFree_v2(place);
  if (module)
    cuModuleUnload(module);
  return result;
}

/// A program that uses the driver gets an error, and can try again.
TEST_F(FailingCallTest, UsingTheDriver) {
  constexpr int isReported = 3;
  setenv("CUDA_CACHE_PATH", place("tmp").c_str(), 1);
  auto program = [] {
    const CUresult first = useDriver();
    if (first == CUDA_SUCCESS)
      return 0;
    const CUresult second = useDriver();
    fprintf(stderr, "CUDA error %d, then %d\n", first, second);
    return second == CUDA_SUCCESS ? isReported : 1;
  };
  std::map<std::string, unsigned> failures;
  for (const CallKind &kind : callKinds()) {
    TracedEnd end;
    for (unsigned number = 1;; ++number) {
      SCOPED_TRACE(kind.name + (" " + std::to_string(number)));
      end = runWithFailingCall(program, kind, number, place("log"));
      ASSERT_EQ(end.refusal, "");
      failures[kind.name] += end.hasFailed;
      if (!end.hasFailed)
        break;
      ASSERT_EQ(end.signal, 0) << read("log");
      ASSERT_TRUE(end.status == 0 || end.status == isReported) << read("log");
    }
    EXPECT_EQ(end.status, 0) << read("log");
  }
  // Memory of the device is mapped, and nothing else is asked of the system by
  // each build.
  expectFailures(failures, {"map"});
}

/// A process has one tracer, so what a traced one starts cannot be traced by it.
TEST_F(FailingCallTest, RefusesInWordsWhereNothingCanBeTraced) {
  const CallKind &kind = callKinds().front();
  auto program = [&] {
    const TracedEnd inner =
        runWithFailingCall([] { return 0; }, kind, 1, place("inner"));
    fprintf(stderr, "%s", inner.refusal.c_str());
    return int(inner.hasFailed);
  };
  const TracedEnd end = runWithFailingCall(program, kind, 0, place("log"));
  ASSERT_EQ(end.refusal, "");
  EXPECT_EQ(end.status, 0);
  EXPECT_EQ(read("log"), "a process cannot be traced");
}

} // namespace
