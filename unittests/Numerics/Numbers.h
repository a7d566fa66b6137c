//===- Numbers.h - Narrow formats as lists of numbers -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file rounds to formats of up to 16 bits by a list of all their numbers:
// it searches the two neighbours of a value, and compares the value with their
// middle. Doubles represent all of these numbers and middles, so that every
// comparison is exact. Nothing is shared with the library, not even the facts
// of the formats.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_NUMERICS_NUMBERS_H
#define TESSERA_UNITTESTS_NUMERICS_NUMBERS_H

#include "tessera/Numerics/Float.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace tessera::numerics::oracle {

inline constexpr Format narrowFormats[] = {
    Format::F4E2M1FN,  Format::F8E4M3FN, Format::F8E5M2, Format::F8E8M0FNU,
    Format::F8E5M3FNU, Format::F16,      Format::BF16};

inline constexpr Rounding allRoundings[] = {
    Rounding::NearestEven, Rounding::Zero, Rounding::NegativeInf,
    Rounding::PositiveInf, Rounding::NearestAway};

/// The modes of IEEE 754 that a host has.
inline constexpr Rounding ieeeRoundings[] = {
    Rounding::NearestEven, Rounding::Zero, Rounding::NegativeInf,
    Rounding::PositiveInf};

class Numbers {
public:
  explicit Numbers(Format format) : format(format) {
    for (uint64_t bits = 0; bits < signBit(); ++bits) {
      double value = magnitude(bits);
      if (std::isfinite(value))
        numbers.push_back({value, bits});
    }
    std::sort(numbers.begin(), numbers.end());
  }

  static const Numbers &of(Format format) {
    static const std::vector<Numbers> all(std::begin(narrowFormats),
                                          std::end(narrowFormats));
    return *std::find_if(all.begin(), all.end(), [&](const Numbers &numbers) {
      return numbers.format == format;
    });
  }

  bool hasSign() const {
    return format != Format::F8E8M0FNU && format != Format::F8E5M3FNU;
  }
  /// The bit above all magnitudes, even if the format has no sign.
  uint64_t signBit() const {
    return format == Format::F4E2M1FN                        ? 0x8
           : format == Format::F16 || format == Format::BF16 ? 0x8000
           : hasSign()                                       ? 0x80
                                                             : 0x100;
  }
  uint64_t count() const { return hasSign() ? 2 * signBit() : signBit(); }
  bool saturates() const {
    return format != Format::F16 && format != Format::BF16;
  }
  double largest() const { return numbers.back().first; }
  /// The number after the largest one, if exponents went on.
  double beyondLargest() const {
    double last = numbers.back().first, previous = numbers.end()[-2].first;
    return format == Format::F8E8M0FNU ? 2 * last : last + (last - previous);
  }
  uint64_t nan() const {
    return format == Format::F4E2M1FN ? 0x7 : hasSign() ? signBit() - 1 : 0xFF;
  }
  /// The numbers that are not negative, in order, with their bits.
  const std::vector<std::pair<double, uint64_t>> &positive() const {
    return numbers;
  }

  double decode(uint64_t bits) const {
    bool negative = bits & signBit();
    double value = magnitude(bits & (signBit() - 1));
    return negative ? -value : value;
  }

  /// The bits for an exact value, by the rules of convertFloat.
  uint64_t round(double value, Rounding rounding) const {
    if (std::isnan(value))
      return nan();
    bool negative = std::signbit(value) && hasSign();
    return (negative ? signBit() : 0) |
           roundMagnitude(std::fabs(value), negative, rounding);
  }

private:
  /// The value of a pattern without its sign.
  double magnitude(uint64_t bits) const {
    static constexpr double quarter[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
    double inf = std::numeric_limits<double>::infinity();
    double notANumber = std::numeric_limits<double>::quiet_NaN();
    switch (format) {
    case Format::F4E2M1FN:
      return quarter[bits];
    case Format::F8E4M3FN:
      return bits == 0x7F ? notANumber : fields(bits, 3, 7);
    case Format::F8E5M2:
      return bits > 0x7C    ? notANumber
             : bits == 0x7C ? inf
                            : fields(bits, 2, 15);
    case Format::F8E8M0FNU:
      return bits == 0xFF ? notANumber : std::ldexp(1, int(bits) - 127);
    case Format::F8E5M3FNU:
      return bits == 0xFF ? notANumber : fields(bits, 3, 15);
    case Format::F16:
      return bits > 0x7C00    ? notANumber
             : bits == 0x7C00 ? inf
                              : fields(bits, 10, 15);
    default:
      return bits > 0x7F80    ? notANumber
             : bits == 0x7F80 ? inf
                              : fields(bits, 7, 127);
    }
  }

  static double fields(uint64_t bits, int fractionBits, int bias) {
    int exponent = static_cast<int>(bits >> fractionBits);
    double fraction =
        std::ldexp(double(bits % (1u << fractionBits)), -fractionBits);
    return exponent == 0 ? std::ldexp(fraction, 1 - bias)
                         : std::ldexp(1 + fraction, exponent - bias);
  }

  uint64_t roundMagnitude(double value, bool negative,
                          Rounding rounding) const {
    auto above = std::upper_bound(
        numbers.begin(), numbers.end(), value,
        [](double x, const auto &number) { return x < number.first; });
    // Only f8E8M0FNU lacks values below its least number.
    if (above == numbers.begin())
      return above->second;
    auto [low, lowBits] = above[-1];
    if (low == value)
      return lowBits;
    bool isLast = above == numbers.end();
    double high = isLast ? beyondLargest() : above->first;
    // Infinity is beyond every middle, and stays infinity if the format has it.
    if (std::isinf(value) && !saturates())
      return lowBits + 1;
    bool up = roundsUp(value, low, high, lowBits & 1, negative, rounding);
    if (!up || (isLast && saturates()))
      return lowBits;
    return isLast ? lowBits + 1 : above->second;
  }

  bool roundsUp(double value, double low, double high, bool isOdd,
                bool negative, Rounding rounding) const {
    double middle = low + (high - low) / 2;
    switch (rounding) {
    case Rounding::NearestEven:
      // The significand of a power of two is 1, and odd.
      isOdd |= format == Format::F8E8M0FNU;
      return value > middle || (value == middle && isOdd);
    case Rounding::NearestAway:
      return value >= middle;
    case Rounding::Zero:
      return false;
    case Rounding::NegativeInf:
      return negative;
    case Rounding::PositiveInf:
      return !negative;
    }
    return false;
  }

  Format format;
  std::vector<std::pair<double, uint64_t>> numbers;
};

} // namespace tessera::numerics::oracle

#endif // TESSERA_UNITTESTS_NUMERICS_NUMBERS_H
