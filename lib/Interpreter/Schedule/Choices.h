//===- Choices.h - Choices that a specification leaves open -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the source of all choices that a specification leaves
// open: orders and unspecified values. Nothing here knows a dialect.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_SCHEDULE_CHOICES_H
#define TESSERA_LIB_INTERPRETER_SCHEDULE_CHOICES_H

#include "tessera/Numerics/Format.h"
#include "llvm/ADT/SmallVector.h"
#include <array>

namespace tessera::interp {

/// A number of 64 bits, each of which depends on every bit of `z`: the mixer of
/// SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number
/// Generators", 2014).
inline uint64_t mixBits(uint64_t z) {
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

/// An order of the numbers 0 to n - 1.
class Order {
public:
  /// The ascending order.
  Order() = default;
  explicit Order(llvm::SmallVector<int64_t> numbers)
      : numbers(std::move(numbers)) {}

  /// The number at place k.
  int64_t operator[](int64_t k) const {
    return LLVM_LIKELY(numbers.empty()) ? k : numbers[k];
  }

private:
  llvm::SmallVector<int64_t, 0> numbers;
};

/// A pseudorandom order of the numbers 0 to count - 1, which takes no memory
/// whatever the count.
class RandomOrder {
public:
  RandomOrder(uint64_t count, uint64_t seed);

  /// The number at this place.
  uint64_t operator[](uint64_t place) const;

private:
  uint64_t permute(uint64_t number) const;

  uint64_t count;
  unsigned halfBits;
  std::array<uint64_t, 4> keys;
};

/// A stream of choices, fixed by a seed and the number of the stream. Seed 0
/// makes the plain choices: everything in order. A copy makes the same choices
/// again.
class Choices {
public:
  Choices(uint64_t seed, uint64_t stream)
      : state(mixBits(mixBits(seed) + stream)), plain(seed == 0) {}

  bool isPlain() const { return plain; }

  /// A number of 64 bits.
  uint64_t draw() { return mixBits(state += 0x9E3779B97F4A7C15); }

  /// A number from 0 to bound - 1; 0 if plain.
  uint64_t below(uint64_t bound) { return plain ? 0 : draw() % bound; }

  /// An order for n things that may be done in any order.
  Order orderOf(int64_t n) {
    return LLVM_LIKELY(plain) || n < 2 ? Order() : shuffled(n);
  }

  /// The bits of an unspecified element. The plain value is a pattern that
  /// shows in a result, and yet a small nonzero number as a float.
  uint64_t unspecifiedBits(numerics::Format format) {
    return (plain ? 0xA5A5A5A5A5A5A5A5 : draw()) &
           numerics::lowBits(numerics::bitWidth(format));
  }

private:
  Order shuffled(int64_t n);

  uint64_t state;
  bool plain;
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_SCHEDULE_CHOICES_H
