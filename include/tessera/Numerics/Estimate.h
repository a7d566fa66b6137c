//===- Estimate.h - Estimates of exponentials in doubles --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file estimates exponentials of f16, bf16 and f32 with a proved error, in
// arithmetic of IEEE 754 alone and without a branch, so that loops over whole
// arrays become vector code. Where all values within the error round to one
// number, that is the result which Elementary.h defines; else, about once in a
// million elements of f32, the caller has to ask there.
//
// The argument is cut to k ln 2 + r with |r| < 0.347, and the result is 2^k
// e^r. Relative to it and in units of 2^-53: r is wrong by less than 1; its
// power series, summed up to r^13 / 13!, lacks less than 1; and summing it from
// the smallest term up costs less than 4, for the at most four roundings of a
// step count r/k times as much in the next. The stated error is ten times that.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_NUMERICS_ESTIMATE_H
#define TESSERA_NUMERICS_ESTIMATE_H

#include "tessera/Numerics/HostFloat.h"

namespace tessera::numerics {

/// The exact value is within this part of an estimate from it.
inline constexpr double errorOfEstimate = 0x1p-46;

namespace estimate {

/// Beyond it all exponentials of these formats are zero or infinite.
inline constexpr double mostExponent = 400;

/// x between -mostExponent and mostExponent; NaN stays one.
LLVM_ATTRIBUTE_ALWAYS_INLINE double clamp(double x) {
  x = x < -mostExponent ? -mostExponent : x;
  return x > mostExponent ? mostExponent : x;
}

/// The integer nearest to x, and 2 to its power.
struct Scale {
  double exponent, power;
};
LLVM_ATTRIBUTE_ALWAYS_INLINE Scale nearestScale(double x) {
  // Doubles of this size are integers, and their low bits count them.
  constexpr double large = 0x1.8p52;
  double shifted = x + large;
  uint64_t exponent = llvm::bit_cast<uint64_t>(shifted) + 1023;
  return {shifted - large, llvm::bit_cast<double>(exponent << 52)};
}

/// e^r for |r| < 0.347.
LLVM_ATTRIBUTE_ALWAYS_INLINE double expNearZero(double r) {
  double sum = 1;
  // 1 + r/1 (1 + r/2 (1 + r/3 ...)), the quotients rounded when compiled.
#pragma GCC unroll 13
  for (int k = 13; k > 0; --k)
    sum = 1 + r * (1.0 / k) * sum;
  return sum;
}

/// e^x.
LLVM_ATTRIBUTE_ALWAYS_INLINE double exp(double value) {
  // ln 2 in two parts, whose first one times k is exact, and so is the
  // difference, a multiple of 2^-42 if k is not zero.
  constexpr double ln2High = 0x1.62E42FEFA38p-1, ln2Low = 0x1.EF35793C7673p-45;
  double x = clamp(value);
  Scale k = nearestScale(x * 0x1.71547652B82FEp0);
  double r = (x - k.exponent * ln2High) - k.exponent * ln2Low;
  return expNearZero(r) * k.power;
}

/// 2^x.
LLVM_ATTRIBUTE_ALWAYS_INLINE double exp2(double value) {
  double x = clamp(value);
  Scale k = nearestScale(x);
  return expNearZero((x - k.exponent) * 0x1.62E42FEFA39EFp-1) * k.power;
}

} // namespace estimate
} // namespace tessera::numerics

#endif // TESSERA_NUMERICS_ESTIMATE_H
