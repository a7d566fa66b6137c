//===- Float.h - Float arithmetic with stated rounding ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares float arithmetic on bits, each result rounded once in the
// format itself (IEEE 754; Tile IR specification, "Floating point"). A NaN
// result is the canonical one, except that `neg` and `abs` only change the sign
// bit. Functions are inline where loops over whole arrays become vector code.
//
// f16 and bf16 divisions and roundings other than to nearest may go through f32
// on a GPU. That gives the same bits: rounding twice in one direction equals
// rounding once, and for quotients 24 bits are at least 2p + 2 for the
// precisions p = 11 and p = 8.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_NUMERICS_FLOAT_H
#define TESSERA_NUMERICS_FLOAT_H

#include "tessera/Numerics/Format.h"

namespace tessera::numerics {

enum class Rounding : uint8_t {
  NearestEven,
  Zero,
  NegativeInf,
  PositiveInf,
  NearestAway,
};

/// The rounding of a float operation, and whether subnormal inputs and results
/// become zeros of the same sign.
struct FloatMode {
  Rounding rounding = Rounding::NearestEven;
  bool flushToZero = false;

  bool isDefault() const {
    return rounding == Rounding::NearestEven && !flushToZero;
  }
};

/// True if the language computes in the format: f16, bf16, f32, f64 (and tf32,
/// as an operand of mmaf). Values of narrower formats are converted first.
inline bool hasArithmetic(Format format) { return format >= Format::F16; }

/// \name Arithmetic, in formats that have it
/// @{
uint64_t add(Format format, uint64_t lhs, uint64_t rhs, FloatMode mode = {});
uint64_t sub(Format format, uint64_t lhs, uint64_t rhs, FloatMode mode = {});
uint64_t mul(Format format, uint64_t lhs, uint64_t rhs, FloatMode mode = {});
uint64_t div(Format format, uint64_t lhs, uint64_t rhs, FloatMode mode = {});
/// lhs * rhs + acc, rounded once.
uint64_t fma(Format format, uint64_t lhs, uint64_t rhs, uint64_t acc,
             FloatMode mode = {});
/// The exact x - trunc(x/y)*y, with the sign of x (C's fmod).
uint64_t rem(Format format, uint64_t lhs, uint64_t rhs);
/// The square root: NaN for numbers below zero, and -0 for -0.
uint64_t sqrt(Format format, uint64_t value, FloatMode mode = {});
/// f32 division by x * (1/y), correctly rounded where its documented error is 2
/// ulp; for 2^126 < |y| < 2^128 it is 0 with the quotient's sign, or NaN if x
/// is infinite (Tile IR specification, divf; PTX ISA, div.approx).
uint64_t divApprox(uint64_t lhs, uint64_t rhs, bool flushToZero);
/// @}

/// \name Operations on one number
/// @{
uint64_t ceil(Format format, uint64_t value);
uint64_t floor(Format format, uint64_t value);

inline uint64_t neg(Format format, uint64_t value) {
  assert(encodingOf(format).hasSign && "all numbers are positive");
  return value ^ encodingOf(format).signBit();
}

inline uint64_t abs(Format format, uint64_t value) {
  return value & ~encodingOf(format).signBit();
}

/// Turns a subnormal number into zero of the same sign; others stay.
inline uint64_t flushSubnormal(Format format, uint64_t value) {
  const FloatEncoding &encoding = encodingOf(format);
  bool isSubnormal = encoding.hasSubnormals &&
                     encoding.magnitudeOf(value) >> encoding.fractionBits == 0;
  return isSubnormal ? value & encoding.signBit() : value;
}
inline uint64_t flushSubnormal(Format format, uint64_t value,
                               bool flushToZero) {
  return flushToZero ? flushSubnormal(format, value) : value;
}
/// @}

/// \name Order
/// @{
enum class Ordering : uint8_t { Less, Equal, Greater, Unordered };

/// An integer that has the same order as the number; both zeros give 0.
inline int64_t orderKey(Format format, uint64_t bits) {
  uint64_t signBit = encodingOf(format).signBit();
  int64_t magnitude = bits & ~signBit;
  return bits & signBit ? -magnitude : magnitude;
}

/// Compares numbers: zeros are equal, a NaN is unordered.
inline Ordering compare(Format format, uint64_t lhs, uint64_t rhs) {
  if (isNaN(format, lhs) || isNaN(format, rhs))
    return Ordering::Unordered;
  int64_t x = orderKey(format, lhs), y = orderKey(format, rhs);
  return x < y ? Ordering::Less : x > y ? Ordering::Greater : Ordering::Equal;
}

/// The result of `max` and `min` if one of two operands is NaN.
enum class NaNRule { Ignore, Propagate };

/// The greater of two numbers, or the lesser. -0 counts as less than +0. Two
/// NaNs always give the canonical NaN.
inline uint64_t extremum(bool isMax, Format format, uint64_t lhs, uint64_t rhs,
                         NaNRule rule, bool flushToZero) {
  if (flushToZero) {
    lhs = flushSubnormal(format, lhs);
    rhs = flushSubnormal(format, rhs);
  }
  bool lhsNaN = isNaN(format, lhs), rhsNaN = isNaN(format, rhs);
  int64_t x = orderKey(format, lhs), y = orderKey(format, rhs);
  // Equal numbers with different bits are +0 and -0.
  bool isLhsNegative = lhs & encodingOf(format).signBit();
  bool isLess = (x < y) | ((x == y) & isLhsNegative);
  uint64_t number = isLess != isMax ? lhs : rhs;
  bool isResultNaN =
      rule == NaNRule::Propagate ? lhsNaN | rhsNaN : lhsNaN & rhsNaN;
  return isResultNaN ? canonicalNaN(format)
         : lhsNaN    ? rhs
         : rhsNaN    ? lhs
                     : number;
}

inline uint64_t max(Format format, uint64_t lhs, uint64_t rhs, NaNRule rule,
                    bool flushToZero = false) {
  return extremum(/*isMax=*/true, format, lhs, rhs, rule, flushToZero);
}
inline uint64_t min(Format format, uint64_t lhs, uint64_t rhs, NaNRule rule,
                    bool flushToZero = false) {
  return extremum(/*isMax=*/false, format, lhs, rhs, rule, flushToZero);
}
/// @}

} // namespace tessera::numerics

#endif // TESSERA_NUMERICS_FLOAT_H
