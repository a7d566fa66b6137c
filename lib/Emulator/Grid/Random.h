//===- Random.h - Random choices that a seed repeats ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_GRID_RANDOM_H
#define TESSERA_LIB_EMULATOR_GRID_RANDOM_H

#include <cstdint>

namespace tessera::ptx {

/// A counter whose values are mixed (the finaliser of SplitMix64): the same
/// sequence on every host, and any seed is as good as any other.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}

  uint64_t next() {
    state += 0x9E3779B97F4A7C15u;
    uint64_t z = state;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
  }
  /// One of 0 … count - 1.
  uint64_t below(uint64_t count) { return next() % count; }
  bool oneIn(uint64_t count) { return below(count) == 0; }
  /// 1 … 2^exponent; short ones are as likely as ones ten times as long.
  uint64_t quantum(unsigned exponent) {
    return 1 + below(uint64_t(1) << below(exponent + 1));
  }

private:
  uint64_t state;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_GRID_RANDOM_H
