//===- Unpacked.h - Exact values and their rounding to a format -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file converts bits to values, and does all rounding that APFloat does
// not do. Every element of every format, integers too, unpacks exactly into 64
// bits of significand. A result with more bits than that is rounded to odd: the
// lowest bit is set if any bit was left out. No format has more than 53 bits,
// so that the second rounding gives the same result as rounding once (S. Boldo
// and G. Melquiond, "Emulation of FMA and correctly rounded sums", 2008).
//
// The larger functions are always inlined: for a known format they become a few
// instructions, which halves the time of interpreting f16 arithmetic.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_NUMERICS_UNPACKED_H
#define TESSERA_LIB_NUMERICS_UNPACKED_H

#include "tessera/Numerics/Float.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Compiler.h"
#include <algorithm>

namespace tessera::numerics {

struct Unpacked {
  enum class Kind : uint8_t { Zero, Number, Infinity, NaN };

  Kind kind = Kind::Zero;
  bool negative = false;
  /// The exponent of the highest bit of the significand.
  int exponent = 0;
  /// The significand, with bit 63 set: the magnitude is significand *
  /// 2^(exponent - 63).
  uint64_t significand = 0;
};

/// significand * 2^exponent, for any significand.
inline Unpacked makeNumber(bool negative, uint64_t significand, int exponent) {
  if (significand == 0)
    return {Unpacked::Kind::Zero, negative};
  int leading = llvm::countl_zero(significand);
  return {Unpacked::Kind::Number, negative, exponent + 63 - leading,
          significand << leading};
}

LLVM_ATTRIBUTE_ALWAYS_INLINE Unpacked unpack(const FloatEncoding &encoding,
                                             uint64_t bits) {
  bool negative = bits & encoding.signBit();
  uint64_t magnitude = encoding.magnitudeOf(bits);
  if (magnitude > encoding.largest()) {
    bool isInfinity = encoding.nonFinite == NonFinite::InfinityAndNaN &&
                      magnitude == encoding.largest() + 1;
    return {isInfinity ? Unpacked::Kind::Infinity : Unpacked::Kind::NaN,
            negative};
  }
  int field = static_cast<int>(magnitude >> encoding.fractionBits);
  uint64_t fraction = magnitude & lowBits(encoding.fractionBits);
  if (field == 0 && encoding.hasSubnormals)
    return makeNumber(negative, fraction,
                      encoding.minExponent() - encoding.fractionBits);
  return makeNumber(negative, fraction | uint64_t(1) << encoding.fractionBits,
                    field - encoding.bias - encoding.fractionBits);
}

inline Unpacked unpackInteger(unsigned width, uint64_t bits,
                              Signedness signedness) {
  bool negative =
      signedness == Signedness::Signed && signExtend(bits, width) < 0;
  return makeNumber(negative, negative ? -bits & lowBits(width) : bits, 0);
}

/// significand / 2^shift, rounded to an integer; the shift is at least 1.
/// `negative` is the sign of the number, which the directed roundings need.
LLVM_ATTRIBUTE_ALWAYS_INLINE uint64_t roundOff(uint64_t significand, int shift,
                                               bool negative,
                                               Rounding rounding) {
  if (shift > 64) {
    // All values below one half round alike, so 1 stands for them.
    significand = significand != 0;
    shift = 64;
  }
  uint64_t kept = shift == 64 ? 0 : significand >> shift;
  uint64_t rest = significand & lowBits(shift);
  uint64_t half = uint64_t(1) << (shift - 1);
  switch (rounding) {
  case Rounding::NearestEven:
    return kept + (rest > half || (rest == half && (kept & 1)));
  case Rounding::NearestAway:
    return kept + (rest >= half);
  case Rounding::Zero:
    return kept;
  case Rounding::NegativeInf:
    return kept + (negative && rest != 0);
  case Rounding::PositiveInf:
    return kept + (!negative && rest != 0);
  }
  return kept;
}

/// True if rounding may lead away from zero, and so beyond the largest number.
inline bool roundsAway(Rounding rounding, bool negative) {
  switch (rounding) {
  case Rounding::NearestEven:
  case Rounding::NearestAway:
    return true;
  case Rounding::Zero:
    return false;
  case Rounding::NegativeInf:
    return negative;
  case Rounding::PositiveInf:
    return !negative;
  }
  return false;
}

/// The magnitude nearest to a number. It may exceed the largest.
LLVM_ATTRIBUTE_ALWAYS_INLINE uint64_t
roundMagnitude(const FloatEncoding &encoding, const Unpacked &value,
               bool negative, Rounding rounding) {
  int above = value.exponent - encoding.minExponent();
  // The exponent is too large for the format, and for the shift below.
  if (above >= 1 << encoding.exponentBits)
    return ~uint64_t(0);
  int shift = 63 - encoding.fractionBits + std::max(-above, 0);
  uint64_t kept = roundOff(value.significand, shift, negative, rounding);
  // The implicit bit increments the exponent field from 0 to 1, just as a carry
  // out of the significand does later. Without subnormal numbers the field
  // starts at 0.
  uint64_t magnitude =
      (uint64_t(std::max(above, 0)) << encoding.fractionBits) + kept;
  if (!encoding.hasSubnormals)
    magnitude -= std::min(magnitude, uint64_t(1) << encoding.fractionBits);
  return magnitude;
}

/// The bits of a value in the format, by the rules of `convertFloat`.
LLVM_ATTRIBUTE_ALWAYS_INLINE uint64_t pack(const FloatEncoding &encoding,
                                           const Unpacked &value,
                                           Rounding rounding) {
  if (value.kind == Unpacked::Kind::NaN)
    return lowBits(encoding.magnitudeBits()) << encoding.padding;
  bool negative = value.negative && encoding.hasSign;
  uint64_t sign = negative ? encoding.signBit() : 0;
  if (value.kind == Unpacked::Kind::Zero)
    return sign;
  bool isInfinity = value.kind == Unpacked::Kind::Infinity;
  uint64_t magnitude =
      isInfinity ? 0 : roundMagnitude(encoding, value, negative, rounding);
  if (isInfinity || magnitude > encoding.largest()) {
    bool saturates = encoding.width() < 16 ||
                     (!isInfinity && !roundsAway(rounding, negative));
    magnitude = encoding.largest() + !saturates;
  }
  return sign | magnitude << encoding.padding;
}

/// Converts a number that both float formats can represent.
inline uint64_t convertExact(Format from, Format to, uint64_t bits) {
  return pack(encodingOf(to), unpack(encodingOf(from), bits), Rounding::Zero);
}

} // namespace tessera::numerics

#endif // TESSERA_LIB_NUMERICS_UNPACKED_H
