//===- Oracle.h - A second opinion on formats and rounding ------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file decodes and rounds by the definition of a binary float format
// (precision p, exponents emin to emax) with doubles alone, so that it shares
// nothing with the library under test.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_NUMERICS_ORACLE_H
#define TESSERA_UNITTESTS_NUMERICS_ORACLE_H

#include "tessera/Numerics/Float.h"
#include <cmath>
#include <cstring>
#include <limits>

namespace tessera::numerics::oracle {

struct Shape {
  int precision, emin, emax;
};

inline Shape shapeOf(Format format) {
  switch (format) {
  case Format::F16:
    return {11, -14, 15};
  case Format::BF16:
    return {8, -126, 127};
  case Format::TF32:
    return {11, -126, 127};
  case Format::F32:
    return {24, -126, 127};
  case Format::F8E5M2:
    return {3, -14, 15};
  default:
    return {53, -1022, 1023};
  }
}

inline double infinity(bool negative) {
  double inf = std::numeric_limits<double>::infinity();
  return negative ? -inf : inf;
}

/// The value of an IEEE-like encoding of f16, bf16 or f32.
inline double decode(Format format, uint64_t bits) {
  Shape s = shapeOf(format);
  int fractionBits = s.precision - 1;
  int width = format == Format::F32 ? 32 : 16;
  bool negative = bits >> (width - 1) & 1;
  uint64_t fraction = bits & ((uint64_t(1) << fractionBits) - 1);
  int exponentBits = width - 1 - fractionBits;
  int field = bits >> fractionBits & ((1 << exponentBits) - 1);
  double magnitude;
  if (field == (1 << exponentBits) - 1)
    magnitude =
        fraction ? std::numeric_limits<double>::quiet_NaN() : infinity(false);
  else if (field == 0)
    magnitude = std::ldexp(double(fraction), s.emin - fractionBits);
  else
    magnitude = std::ldexp(double(fraction + (uint64_t(1) << fractionBits)),
                           s.emin + field - 1 - fractionBits);
  return negative ? -magnitude : magnitude;
}

/// `value` rounded to a number of the format. The spacing of its binade is a
/// power of two, so that scaling is exact, and so is the remainder of
/// std::floor.
inline double round(Format format, double value, Rounding rounding) {
  if (std::isnan(value) || std::isinf(value) || value == 0)
    return value;
  Shape s = shapeOf(format);
  bool negative = std::signbit(value);
  double magnitude = std::fabs(value);
  int exponent = std::max(std::ilogb(magnitude), s.emin);
  double scale = std::ldexp(1.0, exponent - (s.precision - 1));
  double scaled = magnitude / scale, below = std::floor(scaled);
  double rest = scaled - below;
  bool up = false;
  switch (rounding) {
  case Rounding::NearestEven:
    up = rest > 0.5 || (rest == 0.5 && std::fmod(below, 2) == 1);
    break;
  case Rounding::NearestAway:
    up = rest >= 0.5;
    break;
  case Rounding::Zero:
    break;
  case Rounding::NegativeInf:
    up = negative && rest > 0;
    break;
  case Rounding::PositiveInf:
    up = !negative && rest > 0;
    break;
  }
  double result = (below + up) * scale;
  double largest = std::ldexp(2 - std::ldexp(1.0, 1 - s.precision), s.emax);
  if (result > largest) {
    bool toInfinity = rounding == Rounding::NearestEven ||
                      rounding == Rounding::NearestAway ||
                      (rounding == Rounding::PositiveInf && !negative) ||
                      (rounding == Rounding::NegativeInf && negative);
    result = toInfinity ? infinity(false) : largest;
  }
  return negative ? -result : result;
}

inline uint64_t bitsOf(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

inline uint64_t bitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

inline double doubleOf(uint64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

inline float floatOf(uint64_t bits) {
  uint32_t word = static_cast<uint32_t>(bits);
  float value;
  std::memcpy(&value, &word, sizeof value);
  return value;
}

/// True for the same number, or if both are NaN; zeros of different sign
/// differ.
inline bool same(double lhs, double rhs) {
  return (std::isnan(lhs) && std::isnan(rhs)) || bitsOf(lhs) == bitsOf(rhs);
}

} // namespace tessera::numerics::oracle

#endif // TESSERA_UNITTESTS_NUMERICS_ORACLE_H
