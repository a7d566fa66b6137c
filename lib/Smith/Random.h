//===- Random.h - Random numbers, the same on every host --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The generators of the C++ library are the same everywhere, but not its
// distributions. This is SplitMix64 (Steele, Lea, Flood: "Fast splittable
// pseudorandom number generators", OOPSLA 2014) with the distributions that the
// smith draws from.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_SMITH_RANDOM_H
#define TESSERA_LIB_SMITH_RANDOM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/xxhash.h"
#include <cstdint>

namespace tessera::smith {

class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}

  uint64_t next() {
    uint64_t z = state += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }

  /// A number below `n`, which is positive. The tiny bias of the remainder is
  /// harmless here.
  uint64_t below(uint64_t n) { return next() % n; }

  /// A number from `lo` to `hi`, both included.
  int64_t between(int64_t lo, int64_t hi) {
    uint64_t span = static_cast<uint64_t>(hi) - static_cast<uint64_t>(lo) + 1;
    uint64_t offset = span == 0 ? next() : below(span);
    return static_cast<int64_t>(static_cast<uint64_t>(lo) + offset);
  }

  /// True `percent` times in a hundred.
  bool chance(unsigned percent) { return below(100) < percent; }

  template <typename T> const T &pick(llvm::ArrayRef<T> from) {
    return from[below(from.size())];
  }
  template <typename T> T pick(std::initializer_list<T> from) {
    return *(from.begin() + below(from.size()));
  }

  /// Reorders at random (Fisher and Yates).
  template <typename Container> void shuffle(Container &values) {
    for (size_t i = values.size(); i > 1; --i)
      std::swap(values[i - 1], values[below(i)]);
  }

  /// Numbers of their own for what bears this name. Draws from them
  /// change nothing here.
  Random stream(llvm::StringRef name) {
    return Random(next() ^ llvm::xxh3_64bits(name));
  }

private:
  uint64_t state;
};

} // namespace tessera::smith

#endif // TESSERA_LIB_SMITH_RANDOM_H
