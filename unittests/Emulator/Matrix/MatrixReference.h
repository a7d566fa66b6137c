//===- MatrixReference.h - Exact sums of products in tests ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers as integers of 128 bits times powers of two, and the roundings of
// docs/rationale/emulator/matrix.md. Nothing here is shared with the emulator.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_EMULATOR_MATRIX_MATRIXREFERENCE_H
#define TESSERA_UNITTESTS_EMULATOR_MATRIX_MATRIXREFERENCE_H

#include <algorithm>
#include <cstdint>

namespace tessera::ptx::test {

using Wide = __int128;

/// A finite number as significand * 2^exponent. `top` is the exponent of its
/// encoding; 0 has none.
struct Term {
  Wide significand = 0;
  int exponent = 0, top = -100000;
};

struct Layout {
  int exponentBits, fractionBits;
};

inline Term termOf(Layout f, uint64_t bits) {
  int bias = (1 << (f.exponentBits - 1)) - 1;
  uint64_t fraction = bits & ((uint64_t(1) << f.fractionBits) - 1);
  int field = static_cast<int>(bits >> f.fractionBits &
                               ((uint64_t(1) << f.exponentBits) - 1));
  Term term;
  term.significand = fraction + (field ? uint64_t(1) << f.fractionBits : 0);
  if (!term.significand)
    return term;
  term.top = (field ? field : 1) - bias;
  term.exponent = term.top - f.fractionBits;
  if (bits >> (f.exponentBits + f.fractionBits) & 1)
    term.significand = -term.significand;
  return term;
}

inline Term multiply(Term a, Term b) {
  Term product;
  if (a.significand == 0 || b.significand == 0)
    return product;
  product.significand = a.significand * b.significand;
  product.exponent = a.exponent + b.exponent;
  product.top = a.top + b.top;
  return product;
}

/// Shifts a magnitude, cutting off towards zero.
inline Wide shiftTowardsZero(Wide value, int by) {
  if (value == 0) // whatever the exponent of a zero is
    return 0;
  Wide magnitude = value < 0 ? -value : value;
  magnitude = by >= 0 ? magnitude << by : by < -120 ? 0 : magnitude >> -by;
  return value < 0 ? -magnitude : magnitude;
}

/// Rounds a sum in units of 2^unit to bits of f32 with fewer fraction bits, or
/// to those of f16 to nearest.
inline uint64_t roundSum(Wide sum, int unit, Layout f, int kept,
                         bool isNearest) {
  uint64_t sign =
      sum < 0 ? uint64_t(1) << (f.exponentBits + f.fractionBits) : 0;
  Wide magnitude = sum < 0 ? -sum : sum;
  if (magnitude == 0)
    return 0;
  int length = 0;
  while (magnitude >> length)
    ++length;
  int bias = (1 << (f.exponentBits - 1)) - 1;
  int exponent = std::max(unit + length - 1, 1 - bias);
  int lastBit = exponent - kept, drop = lastBit - unit;
  Wide result = drop <= 0    ? magnitude << -drop
                : drop > 120 ? 0
                             : magnitude >> drop;
  if (isNearest && drop > 0) {
    Wide rest = magnitude - (result << drop), halfWay = Wide(1) << (drop - 1);
    if (rest > halfWay || (rest == halfWay && (result & 1)))
      ++result;
  }
  uint64_t fraction = static_cast<uint64_t>(result) << (f.fractionBits - kept);
  uint64_t bits =
      fraction + (static_cast<uint64_t>(exponent + bias - 1) << f.fractionBits);
  uint64_t infinity = ((uint64_t(1) << f.exponentBits) - 1) << f.fractionBits;
  return sign | std::min(bits, infinity);
}

} // namespace tessera::ptx::test

#endif // TESSERA_UNITTESTS_EMULATOR_MATRIX_MATRIXREFERENCE_H
