//===- Factors.h - Multiplicands of matrices, decoded ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Common parts of floating-point products: the numbers of a matrix in the
// host's format, with the exponents of their encodings; and the rounding of a
// sum to an accumulator.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MATRIX_FACTORS_H
#define TESSERA_LIB_EMULATOR_MATRIX_FACTORS_H

#include "../Numerics/HostFloat.h"
#include "Product.h"
#include "VectorUnit.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <cmath>

namespace tessera::ptx {

/// The exponent of zeros, smaller than any other.
constexpr int16_t zeroExponent = -2000;

/// A decoded multiplicand.
struct Factors {
  /// Infinities and NaNs count as zeros here.
  alignas(64) double values[mostMultiplicands];
  alignas(64) int16_t exponents[mostMultiplicands];
  /// All numbers, with infinities and NaNs; set only if there are any.
  double exact[mostMultiplicands];
  bool hasSpecials = false;

  double exactValue(unsigned i) const {
    return hasSpecials ? exact[i] : values[i];
  }
};

/// The numbers of a format of at most 32 bits, as floats.
template <unsigned exponentBits, unsigned fractionBits> struct Element {
  static constexpr int bias = (1 << (exponentBits - 1)) - 1;
  static constexpr unsigned sign = 1u << (exponentBits + fractionBits);
  static constexpr unsigned largestField = (1u << exponentBits) - 1;
  /// e4m3 has no infinity, and one NaN; formats of 6 and 4 bits have neither.
  static constexpr bool hasInfinity = exponentBits >= 5;
  static constexpr unsigned leastSpecial = hasInfinity
                                               ? largestField << fractionBits
                                           : exponentBits == 4 ? sign - 1
                                                               : sign;

  LLVM_ATTRIBUTE_ALWAYS_INLINE static bool isSpecial(uint32_t bits) {
    return (bits & (sign - 1)) >= leastSpecial;
  }
  /// The value; subnormals are exact too.
  LLVM_ATTRIBUTE_ALWAYS_INLINE static float value(uint32_t bits) {
    uint32_t magnitude = bits & (sign - 1);
    // The exponent is rebiased by a multiplication, unless the format has the
    // bias of float.
    float scaled = bitsToFloat(magnitude << (23 - fractionBits));
    if constexpr (bias != 127)
      scaled *= bitsToFloat(uint32_t(127 + 127 - bias) << 23);
    return bits & sign ? -scaled : scaled;
  }
  LLVM_ATTRIBUTE_ALWAYS_INLINE static int exponent(uint32_t bits) {
    int field = static_cast<int>((bits & (sign - 1)) >> fractionBits);
    return (field ? field : 1) - bias;
  }
  /// The exact number, including infinities and NaNs.
  static double exactValue(uint32_t bits) {
    if (!isSpecial(bits))
      return value(bits);
    bool isInfinite = hasInfinity && (bits & (sign - 1)) == leastSpecial;
    double magnitude = isInfinite ? HUGE_VAL : NAN;
    return bits & sign ? -magnitude : magnitude;
  }
};

template <typename Format>
LLVM_ATTRIBUTE_ALWAYS_INLINE void
decodeElements(const uint32_t *bits, unsigned count, Factors &factors) {
  uint32_t specials = 0;
  for (unsigned i = 0; i != count; ++i) {
    bool isSpecial = Format::isSpecial(bits[i]);
    bool isZero = !(bits[i] & (Format::sign - 1));
    specials |= isSpecial;
    float value = Format::value(bits[i]);
    factors.values[i] = isSpecial ? 0 : value;
    factors.exponents[i] =
        isSpecial || isZero ? zeroExponent
                            : static_cast<int16_t>(Format::exponent(bits[i]));
  }
  factors.hasSpecials = specials;
  for (unsigned i = 0; specials && i != count; ++i)
    factors.exact[i] = Format::exactValue(bits[i]);
}

/// Calls `body` with an object of a type's Element.
template <typename Body> void withElement(Type type, Body body) {
  switch (type) {
  case Type::F16:
    return body(Element<5, 10>());
  case Type::BF16:
    return body(Element<8, 7>());
  case Type::TF32:
    return body(Element<8, 10>());
  case Type::E4M3:
    return body(Element<4, 3>());
  case Type::E5M2:
    return body(Element<5, 2>());
  case Type::E3M2:
    return body(Element<3, 2>());
  case Type::E2M3:
    return body(Element<2, 3>());
  case Type::E2M1:
    return body(Element<2, 1>());
  default:
    llvm_unreachable("no type of multiplicands");
  }
}

/// Numbers of a type in the low bits of their words.
inline void decodeFactors(Type type, const uint32_t *bits, unsigned count,
                          Factors &factors) {
  withElement(type, [&](auto format) {
    runLoop([&]() __attribute__((always_inline)) {
      decodeElements<decltype(format)>(bits, count, factors);
    });
  });
}

inline double powerOfTwo(int exponent) {
  return bitsToDouble(static_cast<uint64_t>(exponent + 1023) << 52);
}

/// The exponent of an accumulator; zeroExponent for zero.
inline int accumulatorExponent(double value, int least) {
  int exponent = static_cast<int>(doubleToBits(value) >> 52 & 0x7FF) - 1023;
  return value == 0 ? zeroExponent : std::max(exponent, least);
}

/// Cuts a double off to a float of fewer bits of fraction; too large a number
/// becomes infinite.
inline double cutOff(double value, unsigned fractionBits) {
  uint64_t bits = doubleToBits(value);
  uint64_t sign = bits & doubleFormat.signBit();
  double normal =
      bitsToDouble(bits >> (52 - fractionBits) << (52 - fractionBits));
  bool isSmall = std::fabs(value) < 0x1p-126;
  double unit = powerOfTwo(-126 - static_cast<int>(fractionBits));
  double inUnits =
      isSmall ? value * powerOfTwo(126 + static_cast<int>(fractionBits)) : 0;
  double small = static_cast<int32_t>(inUnits) * unit;
  double result = isSmall ? small : normal;
  return static_cast<float>(bitsToDouble(doubleToBits(result) | sign));
}

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MATRIX_FACTORS_H
