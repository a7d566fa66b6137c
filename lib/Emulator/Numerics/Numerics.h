//===- Numerics.h - Exact floating-point arithmetic in any rounding -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values are bit patterns of an IEEE 754 binary format. Every operation is
// computed exactly and rounded once; a NaN result is the canonical NaN of PTX.
// The host's floating-point state plays no part.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_NUMERICS_NUMERICS_H
#define TESSERA_LIB_EMULATOR_NUMERICS_NUMERICS_H

#include "tessera/Emulator/Types.h"
#include <cstring>

namespace tessera::ptx {

enum class Rounding : uint8_t { Nearest, Zero, Down, Up, NearestAway };

/// A binary interchange format: sign, exponent, fraction from the top bit down.
struct FloatFormat {
  unsigned exponentBits;
  unsigned fractionBits;

  constexpr unsigned width() const { return 1 + exponentBits + fractionBits; }
  constexpr int bias() const { return (1 << (exponentBits - 1)) - 1; }
  constexpr uint64_t signBit() const { return uint64_t(1) << (width() - 1); }
  constexpr uint64_t infinity() const {
    return ((uint64_t(1) << exponentBits) - 1) << fractionBits;
  }
  constexpr uint64_t largest() const { return infinity() - 1; }
  constexpr uint64_t one() const { return uint64_t(bias()) << fractionBits; }
  /// All bits but the sign set, as in PTX for f16, bf16 and f32. For f64 the
  /// ISA names none; this is the NaN of CUDA's math_constants.h, CUDART_NAN.
  constexpr uint64_t canonicalNan() const {
    return fractionBits == 52 ? 0xFFF8000000000000 : signBit() - 1;
  }

  constexpr bool isNan(uint64_t x) const {
    return (x & (signBit() - 1)) > infinity();
  }
  constexpr bool isZero(uint64_t x) const { return !(x & (signBit() - 1)); }
  constexpr bool isSubnormal(uint64_t x) const {
    return !(x & infinity()) && !isZero(x);
  }
};

constexpr FloatFormat halfFormat = {5, 10};
constexpr FloatFormat bfloatFormat = {8, 7};
constexpr FloatFormat tf32Format = {8, 10}; ///< stored in the top of 32 bits
constexpr FloatFormat singleFormat = {8, 23};
constexpr FloatFormat doubleFormat = {11, 52};

/// The format of a scalar type or of the halves of a packed one.
FloatFormat formatOf(Type type);

/// A subnormal becomes a zero of its sign.
inline uint64_t flushSubnormal(FloatFormat f, uint64_t x) {
  return f.isSubnormal(x) ? x & f.signBit() : x;
}

uint64_t addFloat(FloatFormat f, uint64_t a, uint64_t b, Rounding r);
uint64_t mulFloat(FloatFormat f, uint64_t a, uint64_t b, Rounding r);
uint64_t fmaFloat(FloatFormat f, uint64_t a, uint64_t b, uint64_t c,
                  Rounding r);
uint64_t divFloat(FloatFormat f, uint64_t a, uint64_t b, Rounding r);
uint64_t sqrtFloat(FloatFormat f, uint64_t a, Rounding r);

/// min and max of PTX: -0 < +0; a NaN loses unless `propagatesNan`.
uint64_t minMaxFloat(FloatFormat f, uint64_t a, uint64_t b, bool isMax,
                     bool propagatesNan);

/// Clamps to [+0, 1]; a NaN becomes +0.
uint64_t saturateFloat(FloatFormat f, uint64_t x);

uint64_t convertFloat(FloatFormat from, FloatFormat to, uint64_t x, Rounding r);
uint64_t roundToIntegral(FloatFormat f, uint64_t x, Rounding r);
uint64_t integerToFloat(FloatFormat to, uint64_t value, bool isSigned,
                        Rounding r);
/// Saturates to `bits` bits; a NaN gives `nan`.
uint64_t floatToInteger(FloatFormat from, uint64_t x, Rounding r, unsigned bits,
                        bool isSigned, uint64_t nan);

inline float bitsToFloat(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
inline uint32_t floatToBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline double bitsToDouble(uint64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
inline uint64_t doubleToBits(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// Any format to and from double, which holds them all exactly.
inline double toDouble(FloatFormat f, uint64_t x) {
  return bitsToDouble(convertFloat(f, doubleFormat, x, Rounding::Nearest));
}
inline uint64_t fromDouble(FloatFormat f, double x) {
  return convertFloat(doubleFormat, f, doubleToBits(x), Rounding::Nearest);
}

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_NUMERICS_NUMERICS_H
