//===- ReplayTest.cpp - The kept corpus of a fuzz target, in a test -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each program of this folder links this file with the code of one fuzz target
// and gives it each input of fuzz/corpora once, in the order of their names. A
// target ends the process where it has a finding, and the test with it.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"
#include "gtest/gtest.h"
#include <unistd.h>

extern "C" {
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
/// Not every target has one.
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);
/// libFuzzer's own change, for the changes of a target: a replay makes none.
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most);
}

size_t LLVMFuzzerMutate(uint8_t *, size_t size, size_t) { return size; }

/// The inputs of the corpus, sorted, so that each run has the same order.
static std::vector<std::string> inputs() {
  std::vector<std::string> paths;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(TESSERA_CORPUS, error), end;
       it != end && !error; it.increment(error))
    paths.push_back(it->path());
  EXPECT_FALSE(error) << error.message();
  llvm::sort(paths);
  return paths;
}

namespace {
/// Gives stdout back to gtest, which has no voice where a target sends it away.
class KeptOutput {
public:
  KeptOutput() : kept(dup(fileno(stdout))) {}
  KeptOutput(const KeptOutput &) = delete;
  KeptOutput &operator=(const KeptOutput &) = delete;
  ~KeptOutput() {
    fflush(stdout);
    dup2(kept, fileno(stdout));
    close(kept);
  }

private:
  const int kept;
};
} // namespace

/// Gives each input to the target. Returns the first failure in words, or "".
static std::string replay(llvm::ArrayRef<std::string> paths) {
  const KeptOutput output;
  if (LLVMFuzzerInitialize) {
    std::string name = "replay";
    char *arguments[] = {name.data(), nullptr};
    char **argv = arguments;
    int argc = 1;
    if (LLVMFuzzerInitialize(&argc, &argv) != 0)
      return "the target does not begin";
  }
  for (const std::string &path : paths) {
    auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
    if (!file)
      return path + " cannot be read";
    // Bytes of its own, so that a sanitizer sees what is read behind them.
    std::vector<uint8_t> bytes((*file)->getBufferStart(),
                               (*file)->getBufferEnd());
    llvm::PrettyStackTraceString place(path.c_str());
    if (LLVMFuzzerTestOneInput(bytes.data(), bytes.size()) != 0)
      return path + " is no input";
  }
  return "";
}

TEST(ReplayTest, EachKeptInputIsSurvived) {
  // A crash names the input.
  llvm::EnablePrettyStackTrace();
  llvm::sys::PrintStackTraceOnErrorSignal("");
  const std::vector<std::string> paths = inputs();
  ASSERT_FALSE(paths.empty()) << TESSERA_CORPUS " is empty";
  EXPECT_EQ(replay(paths), "");
}
