//===- StateHash.cpp - A hash of state that lies in pieces ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers, shared and tensor memory of a block are hashed at meetings of its
// threads, so a hash that does not use the host's vectors would be a large part
// of short launches.
//
//===----------------------------------------------------------------------===//

#include "StateHash.h"
#include "../Matrix/VectorUnit.h"
#include "llvm/Support/Compiler.h"
#include <cstring>

using namespace tessera::ptx;

namespace {
/// As many numbers as hide how long a multiplication takes.
constexpr unsigned columns = 32;
typedef uint64_t Numbers
    __attribute__((vector_size(columns * sizeof(uint64_t))));

/// Adds a number to each sum. For any sum the result is another one for each
/// number. The upper bits go down first, as a product carries upwards alone.
LLVM_ATTRIBUTE_ALWAYS_INLINE void addTo(Numbers &sums, const uint8_t *from) {
  Numbers numbers;
  std::memcpy(&numbers, from, sizeof numbers);
  sums ^= numbers;
  sums = (sums ^ sums >> 29) * 0x9E3779B97F4A7C15u;
}
} // namespace

uint64_t StateHash::hash(const uint8_t *from, size_t size) {
  if (size < sizeof(Numbers))
    return llvm::xxh3_64bits({from, size});
  alignas(Numbers) uint64_t result[columns + 1];
  runLoop([&result, from, size]() __attribute__((always_inline)) {
    Numbers sums = {};
    size_t at = 0;
    for (; at + sizeof sums <= size; at += sizeof sums)
      addTo(sums, from + at);
    // The last ones overlap those before.
    addTo(sums, from + size - sizeof sums);
    std::memcpy(result, &sums, sizeof sums);
  });
  result[columns] = size;
  return llvm::xxh3_64bits(
      {reinterpret_cast<const uint8_t *>(result), sizeof result});
}
