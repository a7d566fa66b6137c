//===- ProgramCacheTest.cpp - Compiled programs on disk -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/ProgramCache.h"
#include "tessera/Runtime/HostDevice.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tessera;
using namespace tessera::runtime;
using llvm::StringRef;

namespace {

/// A folder that is removed at the end of the test.
class ProgramCacheTest : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("programs", folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::vector<std::string> files() const {
    std::vector<std::string> found;
    std::error_code error;
    for (llvm::sys::fs::directory_iterator it(folder, error), end;
         it != end && !error; it.increment(error))
      if (!StringRef(it->path()).ends_with(".timestamp"))
        found.push_back(it->path());
    return found;
  }
  void write(StringRef path, StringRef bytes) {
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << bytes;
    ASSERT_FALSE(error);
  }

  llvm::SmallString<128> folder;
};

TEST_F(ProgramCacheTest, KeepsPrograms) {
  llvm::SmallString<128> inner(folder);
  llvm::sys::path::append(inner, "made", "when-needed");
  ProgramCache cache(inner), later(inner);
  std::string key = ProgramCache::keyOf({"a", "b"});
  EXPECT_FALSE(cache.find(key));
  cache.add(key, "one\ntwo");
  EXPECT_EQ(later.find(key), "one\ntwo");
  EXPECT_FALSE(later.find(ProgramCache::keyOf({"a", "c"})));
  EXPECT_NE(key, ProgramCache::keyOf({"ab", ""}));
  EXPECT_NE(key, ProgramCache::keyOf({"ab"}));
}

TEST_F(ProgramCacheTest, KeepsNothingWithoutAFolder) {
  ProgramCache none, nowhere("/dev/null/programs");
  std::string key = ProgramCache::keyOf({"a"});
  for (const ProgramCache &cache : {none, nowhere}) {
    cache.add(key, "text");
    EXPECT_FALSE(cache.find(key));
  }
}

/// A damaged file counts as missing, and is made anew.
TEST_F(ProgramCacheTest, DistrustsDamagedFiles) {
  ProgramCache cache(folder);
  std::string key = ProgramCache::keyOf({"a"});
  cache.add(key, "a program of some length");
  ASSERT_EQ(files().size(), 1u);
  std::string path = files().front();
  auto file = llvm::MemoryBuffer::getFile(path);
  ASSERT_TRUE(bool(file));
  std::string whole = (*file)->getBuffer().str(), changed = whole;
  changed.back() ^= 1;
  for (size_t length = 0; length < whole.size(); ++length) {
    write(path, StringRef(whole).take_front(length));
    EXPECT_FALSE(cache.find(key)) << length;
  }
  for (const std::string &bytes :
       {changed, whole + "x", std::string(100, '\0'), std::string("\n")}) {
    write(path, bytes);
    EXPECT_FALSE(cache.find(key));
  }
  cache.add(key, "a program of some length");
  EXPECT_EQ(cache.find(key), "a program of some length");
}

/// Whoever shares the folder may have put a link or a pipe in the place of a
/// file: what the link leads to stays as it is, and nobody waits for the pipe.
TEST_F(ProgramCacheTest, ReplacesLinksAndPipes) {
  llvm::SmallString<128> victim(folder), stamp(folder);
  llvm::sys::path::append(victim, "precious");
  llvm::sys::path::append(stamp, "llvmcache.timestamp");
  ProgramCache cache(folder, /*maxBytes=*/1 << 20, std::chrono::seconds(0));
  std::string key = ProgramCache::keyOf({"a"});
  cache.add(key, "program");
  ASSERT_EQ(files().size(), 1u);
  const std::string path = files().front();
  for (bool isPipe : {false, true}) {
    write(victim, "precious");
    for (const char *name : {path.c_str(), stamp.c_str()}) {
      ASSERT_FALSE(llvm::sys::fs::remove(name));
      ASSERT_EQ(isPipe ? mkfifo(name, 0600) : symlink(victim.c_str(), name), 0);
    }
    EXPECT_FALSE(cache.find(key));
    cache.add(key, "program");
    EXPECT_EQ(cache.find(key), "program");
    auto left = llvm::MemoryBuffer::getFile(victim);
    ASSERT_TRUE(bool(left));
    EXPECT_EQ((*left)->getBuffer(), "precious");
  }
}

TEST_F(ProgramCacheTest, HoldsNoMoreThanItMay) {
  ProgramCache cache(folder, /*maxBytes=*/10000,
                     /*interval=*/std::chrono::seconds(0));
  std::string program(3000, 'p'), used = ProgramCache::keyOf({"used"});
  cache.add(used, program);
  for (int i = 0; i < 10; ++i) {
    cache.add(ProgramCache::keyOf({std::to_string(i)}), program);
    // The clock of a file system is coarse.
    usleep(20000);
    EXPECT_TRUE(cache.find(used)) << i;
    usleep(20000);
  }
  EXPECT_LE(files().size(), 3u);
  EXPECT_TRUE(cache.find(ProgramCache::keyOf({"9"})));
  EXPECT_FALSE(cache.find(ProgramCache::keyOf({"0"})));
}

/// Examining all files at each new one would take quadratic time.
TEST_F(ProgramCacheTest, LooksAtAllFilesNowAndThen) {
  ProgramCache cache(folder, /*maxBytes=*/10000);
  std::string program(3000, 'p');
  for (int i = 0; i < 10; ++i)
    cache.add(ProgramCache::keyOf({std::to_string(i)}), program);
  for (int i = 1; i < 10; ++i)
    EXPECT_TRUE(cache.find(ProgramCache::keyOf({std::to_string(i)}))) << i;
}

/// Processes write and read the same programs at once: each finds a whole
/// program or none.
TEST_F(ProgramCacheTest, ServesManyProcesses) {
  auto programOf = [](unsigned number) {
    return std::string(1000 + 5000 * number, char('a' + number));
  };
  std::vector<pid_t> children;
  for (unsigned child = 0; child < 4; ++child) {
    pid_t id = fork();
    ASSERT_GE(id, 0);
    if (id) {
      children.push_back(id);
      continue;
    }
    ProgramCache cache(folder);
    unsigned wrong = 0;
    for (unsigned round = 0; round < 200; ++round) {
      unsigned number = (round + child) % 5;
      std::string key = ProgramCache::keyOf({std::to_string(number)});
      if (auto found = cache.find(key))
        wrong += *found != programOf(number);
      cache.add(key, programOf(number));
    }
    _exit(wrong ? 1 : 0);
  }
  for (pid_t id : children) {
    int status;
    ASSERT_EQ(waitpid(id, &status, 0), id);
    EXPECT_EQ(status, 0);
  }
  // No temporary file remains.
  EXPECT_EQ(files().size(), 5u);
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

constexpr StringRef kernel = R"(
cuda_tile.module @m {
  entry @put(%to: tile<ptr<i32>>) {
    %value = constant <i32: 123456789> : tile<i32>
    %t = store_ptr_tko weak %to, %value : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
)";

/// The number that the kernel writes on a device with this folder.
int run(StringRef folder, StringRef source, StringRef gpu = "sm_90") {
  EngineOptions options;
  options.gpuName = gpu.str();
  HostDevice device(HostEngine::Emulate, options);
  device.setCacheFolder(folder);
  alignas(16) int value = 0;
  auto address = reinterpret_cast<uint64_t>(&value);
  llvm::cantFail(device.map(address, sizeof value, "value", true));
  std::unique_ptr<HostModule> module =
      device.load(source, "module", llvm::errs());
  const void *parameters[] = {&address};
  HostWork work;
  work.module = module.get();
  work.launch.entry = "put";
  work.launch.parameters = parameters;
  EXPECT_TRUE(module && device.run(work, llvm::nulls(), llvm::errs()));
  return value;
}

TEST_F(ProgramCacheTest, SparesACompilation) {
  ASSERT_EQ(run(folder, kernel), 123456789);
  ASSERT_EQ(files().size(), 1u);
  // A program that the compiler would not make shows that it comes from the
  // cache.
  std::string path = files().front();
  std::string key = llvm::sys::path::filename(path).split('-').second.str();
  ProgramCache cache(folder);
  std::string ptx = cache.find(key).value_or("");
  size_t at = ptx.find("123456789");
  ASSERT_NE(at, std::string::npos) << ptx;
  cache.add(key, ptx.replace(at, 9, "987654321"));
  EXPECT_EQ(run(folder, kernel), 987654321);
  // Another program, GPU or folder does not use it.
  EXPECT_EQ(run(folder, kernel, "sm_80"), 123456789);
  EXPECT_EQ(run("", kernel), 123456789);
  EXPECT_EQ(run(folder, kernel.str() + "// more"), 123456789);
  EXPECT_EQ(files().size(), 3u);
}

} // namespace
