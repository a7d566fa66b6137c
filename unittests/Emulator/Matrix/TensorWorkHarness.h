//===- TensorWorkHarness.h - Work in tensor memory, in tests ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel fills shared and tensor memory of one block or of a pair, one thread
// begins some work, and all of tensor memory is read back.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_EMULATOR_MATRIX_TENSORWORKHARNESS_H
#define TESSERA_UNITTESTS_EMULATOR_MATRIX_TENSORWORKHARNESS_H

#include "MatrixHarness.h"

namespace tessera::ptx::test {

constexpr unsigned tensorThreads = 128, tensorLanes = 128, tensorColumns = 512,
                   sharedBytes = 65536;

/// Shared and tensor memory of a block.
struct BlockImage {
  std::vector<uint8_t> shared = std::vector<uint8_t>(sharedBytes, 0xEE);
  std::vector<uint32_t> tensor =
      std::vector<uint32_t>(size_t(tensorLanes) * tensorColumns);

  uint32_t &at(unsigned lane, unsigned column) {
    return tensor[size_t(lane) * tensorColumns + column];
  }
  uint8_t &byteAt(unsigned lane, unsigned column, unsigned byte) {
    return reinterpret_cast<uint8_t *>(&at(lane, column))[byte];
  }
};

/// "{%w0, %w1, ...}"
std::string wordRange(unsigned count);

/// Runs `work` in one thread of the first block, with the base of tensor memory
/// in %tm. Returns the error. `images` has 1 block or 2, a pair; it receives
/// the contents of tensor memory, and `counters` the counts.
std::string runWork(const std::string &work, std::vector<BlockImage> &images,
                    const char *target = "sm_100a",
                    const std::function<void(LaunchConfig &)> &configure = {},
                    CounterValues *counters = nullptr);

/// Random bits that differ from word to word.
void scramble(std::vector<BlockImage> &images, uint64_t seed);

/// Without swizzling: rows of eight cells, group after group, then cells.
uint64_t descriptorOf(unsigned start, unsigned stride);
unsigned placeOf(unsigned start, unsigned stride, unsigned row, unsigned byte);
std::string descriptorText(const char *name, uint64_t bits);

void expectEqual(const std::vector<BlockImage> &actual,
                 const std::vector<BlockImage> &expected,
                 const std::string &what);

} // namespace tessera::ptx::test

#endif // TESSERA_UNITTESTS_EMULATOR_MATRIX_TENSORWORKHARNESS_H
