//===- Estimate.h - Elementary functions in doubles -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file estimates elementary functions of f16, bf16 and f32 with a proved
// error, in arithmetic of IEEE 754 alone and without a branch, so that loops
// over whole arrays become vector code. If all values within the error round to
// one number, that is the result which Elementary.h defines. Otherwise, about
// once in a million elements of f32, the caller has to use Elementary.h.
//
// Each function states its largest error in units of 2^-53 of the result. The
// common bound below is 128 units, six times the largest of these.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_NUMERICS_ESTIMATE_H
#define TESSERA_NUMERICS_ESTIMATE_H

#include "tessera/Numerics/HostFloat.h"
#include <limits>

namespace tessera::numerics {

/// The exact value differs from an estimate by at most this part of it. An
/// infinite estimate carries no information.
inline constexpr double errorOfEstimate = 0x1p-46;

namespace estimate {

/// For larger arguments, all exponentials in these formats are zero or
/// infinite.
inline constexpr double mostExponent = 400;

/// Clamps x to the range from -mostExponent to mostExponent. NaN stays NaN.
LLVM_ATTRIBUTE_ALWAYS_INLINE double clamp(double x) {
  x = x < -mostExponent ? -mostExponent : x;
  return x > mostExponent ? mostExponent : x;
}

/// The integer nearest to x, and 2 to the power of it.
struct Scale {
  double exponent, power;
};
LLVM_ATTRIBUTE_ALWAYS_INLINE Scale nearestScale(double x) {
  // Doubles of this size are integers, and their low bits hold the value.
  constexpr double large = 0x1.8p52;
  double shifted = x + large;
  uint64_t exponent = llvm::bit_cast<uint64_t>(shifted) + 1023;
  return {shifted - large, llvm::bit_cast<double>(exponent << 52)};
}

/// e^r for |r| < 0.347, by the power series up to r^13 / 13!. The truncated
/// terms are less than one unit. The sum, from the smallest term up, adds less
/// than 4 units: each step has at most four roundings, of which only the part
/// r/k enters the next step.
LLVM_ATTRIBUTE_ALWAYS_INLINE double expNearZero(double r) {
  double sum = 1;
  // The sum 1 + r/1 (1 + r/2 (1 + r/3 ...)).
#pragma GCC unroll 13
  for (int k = 13; k > 0; --k)
    sum = 1 + r * (1.0 / k) * sum;
  return sum;
}

/// e^x, as 2^k e^r: 6 units, of which less than one from r.
LLVM_ATTRIBUTE_ALWAYS_INLINE double exp(double value) {
  // ln 2 in two parts. The product of the first one and k is exact, and so is
  // its difference from x, a multiple of 2^-42 if k is not zero.
  constexpr double ln2High = 0x1.62E42FEFA38p-1, ln2Low = 0x1.EF35793C7673p-45;
  double x = clamp(value);
  Scale k = nearestScale(x * 0x1.71547652B82FEp0);
  double r = (x - k.exponent * ln2High) - k.exponent * ln2Low;
  return expNearZero(r) * k.power;
}

/// 2^x, as 2^k e^r: 6 units.
LLVM_ATTRIBUTE_ALWAYS_INLINE double exp2(double value) {
  double x = clamp(value);
  Scale k = nearestScale(x);
  return expNearZero((x - k.exponent) * 0x1.62E42FEFA39EFp-1) * k.power;
}

/// tanh(x): 12 units.
LLVM_ATTRIBUTE_ALWAYS_INLINE double tanh(double x) {
  double magnitude = std::fabs(x), square = x * x;
  // For magnitudes from 1/4 on. The error of e^2x counts at most twice.
  double far = 1 - 2 / (exp(2 * magnitude) + 1);
  // The seventh convergent of J. H. Lambert's continued fraction. The eighth
  // shows that it is exact to 2^-62 in this range. All terms are positive.
  double above = ((square + 378) * square + 17325) * square + 135135;
  double below = ((28 * square + 3150) * square + 62370) * square + 135135;
  double near = magnitude * above / below;
  return std::copysign(magnitude < 0.25 ? near : far, x);
}

/// A positive finite number as 2^exponent (1 + s)/(1 - s) with |s| <= 1/5, and
/// the logarithm of that quotient, 2 (s + s^3/3 + s^5/5 ...) up to s^23/23. The
/// error is 6 units, since m - 1 is exact.
struct Logarithm {
  double exponent, ofQuotient;
};
LLVM_ATTRIBUTE_ALWAYS_INLINE Logarithm cutLogarithm(double x) {
  // m lies between 3/4 and 3/2.
  uint64_t bits = llvm::bit_cast<uint64_t>(x);
  uint64_t fromThreeQuarters = bits - llvm::bit_cast<uint64_t>(0.75);
  uint64_t shift = fromThreeQuarters & ~lowBits(52);
  double m = llvm::bit_cast<double>(bits - shift);
  double s = (m - 1) / (m + 1), square = s * s;
  double sum = 0;
#pragma GCC unroll 12
  for (int k = 23; k > 0; k -= 2)
    sum = 1.0 / k + square * sum;
  auto exponent = static_cast<int32_t>(static_cast<int64_t>(shift) >> 32) >> 20;
  return {static_cast<double>(exponent), 2 * s * sum};
}

/// The logarithm if x is positive and finite; otherwise infinity, which carries
/// no information.
LLVM_ATTRIBUTE_ALWAYS_INLINE double ifPositive(double x, double logarithm) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return (int(x > 0) & int(x < infinity)) ? logarithm : infinity;
}

/// log(x): 20 units, since k ln 2 is at most three times the sum.
LLVM_ATTRIBUTE_ALWAYS_INLINE double log(double x) {
  Logarithm parts = cutLogarithm(x);
  return ifPositive(x,
                    parts.exponent * 0x1.62E42FEFA39EFp-1 + parts.ofQuotient);
}

/// log2(x): 14 units.
LLVM_ATTRIBUTE_ALWAYS_INLINE double log2(double x) {
  Logarithm parts = cutLogarithm(x);
  return ifPositive(x, parts.exponent + parts.ofQuotient * 0x1.71547652B82FEp0);
}

/// 1 / sqrt(x): 2 units.
LLVM_ATTRIBUTE_ALWAYS_INLINE double rsqrt(double x) { return 1 / std::sqrt(x); }

} // namespace estimate
} // namespace tessera::numerics

#endif // TESSERA_NUMERICS_ESTIMATE_H
