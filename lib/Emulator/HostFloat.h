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

#ifndef TESSERA_LIB_EMULATOR_HOSTFLOAT_H
#define TESSERA_LIB_EMULATOR_HOSTFLOAT_H

#include "Numerics.h"

namespace tessera::ptx {

template <bool flushes> float loadFloat(uint32_t bits) {
  if (flushes && !(bits & 0x7F800000))
    bits &= 0x80000000;
  return bitsToFloat(bits);
}
template <bool flushes> uint32_t storeFloat(float value) {
  uint32_t bits = floatToBits(value);
  if (flushes && !(bits & 0x7F800000))
    bits &= 0x80000000;
  return (bits & 0x7FFFFFFF) > 0x7F800000 ? 0x7FFFFFFF : bits;
}

/// A half is exact in float.
inline uint32_t widenHalf(uint16_t a) {
  uint32_t sign = uint32_t(a & 0x8000) << 16, magnitude = a & 0x7FFF;
  // The exponent is rebiased by a multiplication, right for subnormals too.
  uint32_t finite = sign | floatToBits(bitsToFloat(magnitude << 13) * 0x1p112f);
  uint32_t special = magnitude > 0x7C00 ? 0x7FFFFFFF : sign | 0x7F800000;
  return magnitude >= 0x7C00 ? special : finite;
}
inline uint32_t widenBfloat(uint16_t a) {
  return (a & 0x7FFF) > 0x7F80 ? 0x7FFFFFFF : uint32_t(a) << 16;
}

/// a * b + c rounded to odd in double, so that rounding it again, to at most 24
/// bits, rounds the exact value once. The product of two floats is exact in
/// double.
inline double fmaToOdd(float a, float b, float c) {
  double p = double(a) * double(b), z = c;
  double sum = p + z;
  double zPart = sum - p;
  double error = (p - (sum - zPart)) + (z - zPart);
  uint64_t bits = doubleToBits(sum);
  // Only where something was lost and the last bit is even must it move. An
  // infinite sum has no error.
  bool isFinite = (bits & doubleFormat.infinity()) != doubleFormat.infinity();
  uint64_t step = (error != 0) & !(bits & 1) & isFinite;
  bool grows = (error > 0) == (sum > 0);
  return bitsToDouble(grows ? bits + step : bits - step);
}

/// A double rounded to nearest in a narrow format, given by the numbers of its
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

/// The 16-bit formats by type, for templates over lanes.
struct HostHalf {
  static constexpr FloatFormat format = halfFormat;
  static float widen(uint16_t a) { return bitsToFloat(widenHalf(a)); }
  static uint32_t narrow(double x) { return narrowDouble<5, 10>(x); }
};
struct HostBfloat {
  static constexpr FloatFormat format = bfloatFormat;
  static float widen(uint16_t a) { return bitsToFloat(widenBfloat(a)); }
  static uint32_t narrow(double x) { return narrowDouble<8, 7>(x); }
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_HOSTFLOAT_H
