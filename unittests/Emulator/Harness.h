//===- Harness.h - Runs small PTX texts in tests --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_EMULATOR_HARNESS_H
#define TESSERA_UNITTESTS_EMULATOR_HARNESS_H

#include "tessera/Emulator/Launch.h"
#include "gtest/gtest.h"
#include <string>
#include <vector>

namespace tessera::ptx::test {

/// A module header and one entry around a body. The entry "k" takes pointers
/// p0 … p3 and finds them in %rd0 … %rd3, its linear thread in %t and the
/// byte offset of its 4-byte element in %at.
std::string kernel(const std::string &body, const std::string &module = "",
                   const std::string &directives = "");

/// Replaces the version of PTX that kernel() names.
std::string withVersion(std::string text, const std::string &version);

/// Arrays in device memory and one launch over them.
class KernelRun {
public:
  explicit KernelRun(const std::string &text) : text(text) {}

  template <typename T> KernelRun &array(const std::vector<T> &values) {
    const auto *bytes = reinterpret_cast<const uint8_t *>(values.data());
    return bytesArray({bytes, bytes + values.size() * sizeof(T)});
  }
  /// A zeroed array.
  KernelRun &zeros(size_t bytes) {
    return bytesArray(std::vector<uint8_t>(bytes));
  }
  /// An array that counts as unwritten.
  KernelRun &unwritten(size_t bytes) {
    addresses.push_back(llvm::cantFail(memory.allocate(bytes, "array")));
    sizes.push_back(bytes);
    return *this;
  }

  /// Launches entry "k", or the first one; the error's text, "" on success.
  std::string launch(Dim3 grid = {1, 1, 1}, Dim3 block = {32, 1, 1});

  template <typename T> std::vector<T> read(size_t index) {
    std::vector<T> values(sizes[index] / sizeof(T));
    llvm::MutableArrayRef<uint8_t> bytes(
        reinterpret_cast<uint8_t *>(values.data()), values.size() * sizeof(T));
    llvm::cantFail(memory.read(addresses[index], bytes));
    return values;
  }

  uint64_t addressOf(size_t index) const { return addresses[index]; }
  const GlobalMemory &getMemory() const { return memory; }
  void write(size_t index, llvm::ArrayRef<uint8_t> bytes) {
    llvm::cantFail(memory.write(addresses[index], bytes));
  }

  LaunchConfig config;
  LaunchStatistics statistics;
  std::string printed;
  /// Appended to the parameters after the arrays' addresses.
  std::vector<uint8_t> moreParameters;

private:
  KernelRun &bytesArray(const std::vector<uint8_t> &bytes);

  std::string text;
  GlobalMemory memory;
  std::vector<uint64_t> addresses;
  std::vector<size_t> sizes;
};

/// The message that refuses a text; for a text that is accepted, the first
/// instruction that the emulator does not know, or "".
std::string parseError(const std::string &text);

/// Runs `body` for 32 lanes with the inputs in p1, p2, p3 and returns p0. Each
/// lane's element has type T for the result and S for the inputs.
template <typename T, typename S>
std::vector<T> runLanes(const std::string &body, const std::vector<S> &a,
                        const std::vector<S> &b = {},
                        const std::vector<S> &c = {}) {
  KernelRun run(kernel(body));
  auto padded = [](std::vector<S> values) {
    values.resize(32);
    return values;
  };
  run.zeros(32 * sizeof(T)).array(padded(a)).array(padded(b)).array(padded(c));
  std::string error = run.launch();
  EXPECT_EQ(error, "") << body;
  return run.read<T>(0);
}

} // namespace tessera::ptx::test

#endif // TESSERA_UNITTESTS_EMULATOR_HARNESS_H
