//===- HostFloat.h - Round-to-nearest arithmetic on the host's own floats -===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fast counterpart of Numerics.h: branch-free, so that loops over lanes
// become vector code. It relies on the host's default rounding to nearest and
// on a * b + c being two roundings here (-ffp-contract=off).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_NUMERICS_HOSTFLOAT_H
#define TESSERA_LIB_EMULATOR_NUMERICS_HOSTFLOAT_H

#include "Numerics.h"
#include "llvm/Support/Compiler.h"
#include <cmath>

namespace tessera::ptx {

template <bool flushes>
LLVM_ATTRIBUTE_ALWAYS_INLINE float loadFloat(uint32_t bits) {
  if (flushes && !(bits & 0x7F800000))
    bits &= 0x80000000;
  return bitsToFloat(bits);
}
template <bool flushes>
LLVM_ATTRIBUTE_ALWAYS_INLINE uint32_t storeFloat(float value) {
  uint32_t bits = floatToBits(value);
  if (flushes && !(bits & 0x7F800000))
    bits &= 0x80000000;
  return (bits & 0x7FFFFFFF) > 0x7F800000 ? 0x7FFFFFFF : bits;
}

/// A half is exact in float.
LLVM_ATTRIBUTE_ALWAYS_INLINE uint32_t widenHalf(uint16_t a) {
  uint32_t sign = uint32_t(a & 0x8000) << 16, magnitude = a & 0x7FFF;
  // The exponent is rebiased by a multiplication, right for subnormals too.
  uint32_t finite = sign | floatToBits(bitsToFloat(magnitude << 13) * 0x1p112f);
  uint32_t special = magnitude > 0x7C00 ? 0x7FFFFFFF : sign | 0x7F800000;
  return magnitude >= 0x7C00 ? special : finite;
}
LLVM_ATTRIBUTE_ALWAYS_INLINE uint32_t widenBfloat(uint16_t a) {
  return (a & 0x7FFF) > 0x7F80 ? 0x7FFFFFFF : uint32_t(a) << 16;
}

/// Fills all bits with the sign of x.
inline uint32_t signSpread(uint32_t x) { return uint32_t(int32_t(x) >> 31); }

/// a * b + c rounded to odd in double: a second rounding, to at most 24 bits,
/// then gives the exact value rounded once. The product of two floats is exact
/// in double.
LLVM_ATTRIBUTE_ALWAYS_INLINE double fmaToOdd(float a, float b, float c) {
  double p = double(a) * double(b), z = c;
  double sum = p + z;
  double zPart = sum - p;
  double error = (p - (sum - zPart)) + (z - zPart);
  uint64_t bits = doubleToBits(sum);
  // The last bit moves only if something was lost and it is even. An infinite
  // sum has no error.
  bool isFinite = (bits & doubleFormat.infinity()) != doubleFormat.infinity();
  uint64_t step = (error != 0) & !(bits & 1) & isFinite;
  bool grows = (error > 0) == (sum > 0);
  return bitsToDouble(grows ? bits + step : bits - step);
}

/// Rounds a double to nearest in a narrow format, given by the widths of its
/// fields.
template <unsigned exponentBits, unsigned fractionBits>
uint32_t narrowDouble(double value) {
  constexpr FloatFormat f = {exponentBits, fractionBits};
  constexpr unsigned drop = 52 - fractionBits;
  constexpr int leastExponent = 1 - f.bias();
  uint64_t bits = doubleToBits(value);
  uint64_t sign = bits >> 63 << (f.width() - 1);
  uint64_t magnitude = bits & ~(uint64_t(1) << 63);
  // A normal result: round away the low bits, then rebias the exponent.
  uint64_t rounded =
      magnitude + ((uint64_t(1) << (drop - 1)) - 1) + (magnitude >> drop & 1);
  uint64_t normal =
      (rounded >> drop) - (uint64_t(1023 - f.bias()) << fractionBits);
  normal = normal > f.infinity() ? f.infinity() : normal;
  // A subnormal one: the sum with a power of two rounds at its last bit.
  constexpr uint64_t anchor = uint64_t(1023 + leastExponent + int(drop)) << 52;
  uint64_t subnormal =
      doubleToBits(bitsToDouble(magnitude) + bitsToDouble(anchor)) - anchor;
  bool isSmall = magnitude < uint64_t(1023 + leastExponent) << 52;
  bool isNan = magnitude > doubleFormat.infinity();
  uint64_t result = sign | (isSmall ? subnormal : normal);
  return static_cast<uint32_t>(isNan ? f.canonicalNan() : result);
}

/// The rounding error of a + b, which is a float; a NaN if the sum is infinite.
inline float lostOfSum(float a, float b, float sum) {
  float bPart = sum - a;
  return (a - (sum - bPart)) + (b - bPart);
}

inline bool isNonzeroNumber(float x) { return (x < 0) | (x > 0); }

/// Turns a float result that is not zero and was rounded to nearest into one
/// rounded to odd, by the sign of its rounding error.
inline float toOdd(float result, float lost) {
  uint32_t bits = floatToBits(result);
  uint32_t all = isNonzeroNumber(lost) ? ~0u : 0;
  // Cut off toward zero; the last bit is set if anything is cut off.
  bits += signSpread(floatToBits(lost) ^ bits) & all;
  return bitsToFloat(bits | (all & 1));
}

/// A float that is no NaN, rounded to nearest to f16.
LLVM_ATTRIBUTE_ALWAYS_INLINE uint32_t narrowToHalf(float value) {
  // Values above f16 round to 2^16, whose exponent is infinity's.
  float magnitude = std::fabs(value);
  magnitude = magnitude < 0x1p16f ? magnitude : 0x1p16f;
  // The last bit of the sum with 2^13 times its power of two, or times the
  // least that is normal, is the last bit of f16.
  float power = bitsToFloat(floatToBits(magnitude) & singleFormat.infinity());
  float anchor = (power > 0x1p-14f ? power : 0x1p-14f) * 0x1p13f;
  uint32_t anchorBits = floatToBits(anchor);
  uint32_t rounded = floatToBits(magnitude + anchor) - anchorBits;
  // `rounded` has the leading bit of normal numbers: the exponent is one less.
  constexpr uint32_t exponentOfOne = 127 + 13 - 15 + 1;
  uint32_t exponent = (anchorBits >> 13) - (exponentOfOne << 10);
  return (floatToBits(value) >> 16 & 0x8000) | (rounded + exponent);
}

/// The 16-bit formats by type, for templates over lanes. Narrowing rounds to
/// nearest; `top` has the number in its upper half, and any bits below.
struct HostHalf {
  static constexpr FloatFormat format = halfFormat;
  LLVM_ATTRIBUTE_ALWAYS_INLINE static float widen(uint16_t a) {
    return bitsToFloat(widenHalf(a));
  }
  LLVM_ATTRIBUTE_ALWAYS_INLINE static float widenFinite(uint32_t top) {
    uint32_t bits = uint32_t(int32_t(top) >> 3) & 0x8FFFE000;
    return bitsToFloat(bits) * 0x1p112f;
  }
  static uint32_t narrow(double x) { return narrowDouble<5, 10>(x); }
  LLVM_ATTRIBUTE_ALWAYS_INLINE static uint32_t narrow(float x) {
    return x != x ? format.canonicalNan() : narrowToHalf(x);
  }
  LLVM_ATTRIBUTE_ALWAYS_INLINE static uint32_t narrowFinite(float x) {
    return narrowToHalf(x);
  }
};
struct HostBfloat {
  static constexpr FloatFormat format = bfloatFormat;
  LLVM_ATTRIBUTE_ALWAYS_INLINE static float widen(uint16_t a) {
    return bitsToFloat(widenBfloat(a));
  }
  LLVM_ATTRIBUTE_ALWAYS_INLINE static float widenFinite(uint32_t top) {
    return bitsToFloat(top & 0xFFFF0000);
  }
  static uint32_t narrow(double x) { return narrowDouble<8, 7>(x); }
  LLVM_ATTRIBUTE_ALWAYS_INLINE static uint32_t narrow(float x) {
    return x != x ? format.canonicalNan() : narrowFinite(x);
  }
  LLVM_ATTRIBUTE_ALWAYS_INLINE static uint32_t narrowFinite(float x) {
    uint32_t bits = floatToBits(x);
    return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
  }
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_NUMERICS_HOSTFLOAT_H
