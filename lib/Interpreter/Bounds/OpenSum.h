//===- OpenSum.h - A sum whose order is open -------------------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares sums and products of floats that may be taken in any
// order, each step rounded once in the format or better.
//
// Sums: with rounding to nearest the error is at most (n - 1) u sum|x| in any
// order, where u is half a unit in the last place of 1 (C.-P. Jeannerod and S.
// M. Rump, "Improved error bounds for inner products in floating-point
// arithmetic", 2013). It is 0 if the terms are multiples of one power of two
// and sum|x| has no more bits above it than the format's significand.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_BOUNDS_OPENSUM_H
#define TESSERA_LIB_INTERPRETER_BOUNDS_OPENSUM_H

#include "Bounds.h"
#include <climits>

namespace tessera::interp {

/// The exponent of the lowest set bit of a number: INT_MAX for zero, and for one
/// that is not finite, which sums keep no bit of, the least that there is.
int lowestBit(double value);

/// Half a unit in the last place of 1.
double unitRoundoff(Format format);

/// The number of bits of the significand.
inline int precisionOf(Format format) {
  return numerics::encodingOf(format).fractionBits + 1;
}

/// True if every sum of some terms fits `bits` bits: all are multiples of
/// 2^lowest, and their magnitudes add up to `magnitude`, which may be a rounded
/// double. Below 2^53 multiples it is exact.
bool sumsAreExact(int lowest, double magnitude, int bits);

/// The interval around [lo - error, hi + error], in numbers of the format.
/// Results of engines are such numbers and lie inside; results of exact
/// arithmetic may be any numbers inside.
ElementBounds around(Format format, double lo, double hi, double error,
                     BoundsMode mode);

/// The largest finite number.
double largestOf(Format format);

/// Relative error of one operation on doubles.
inline constexpr double hostRoundoff = 0x1p-53;

class OpenSum {
public:
  /// `flushes`: additions turn subnormal numbers into zeros. `isDirected`: they
  /// round in some direction, not to nearest.
  explicit OpenSum(Format format, bool flushes, bool isDirected = false)
      : format(format), flushes(flushes), isDirected(isDirected) {}

  Format getFormat() const { return format; }
  void add(const ElementBounds &term);

  /// The bounds of the sum; undecided at `op` if nothing can be said.
  ElementBounds bounds(BoundsMode mode, mlir::Operation *op) const;

private:
  ElementBounds ofInfinities(mlir::Operation *op) const;
  bool isExact() const;

  Format format;
  bool flushes, isDirected;
  mlir::Operation *undecidedAt = nullptr;
  int64_t count = 0;
  /// The sums of the finite terms' lower and upper ends, and of the larger
  /// magnitudes; all rounded to doubles.
  double lo = 0, hi = 0, magnitude = 0;
  /// The lowest bit of any of these terms.
  int lowest = INT_MAX;
  bool areExact = true;
  bool hasNaN = false, hasPosInf = false, hasNegInf = false;
  /// `hasNegZero`: some term is -0. `hasOther`: some term is not a zero.
  bool hasNegZero = false, hasOther = false;
};

class OpenProduct {
public:
  OpenProduct(Format format, bool isDirected)
      : format(format), isDirected(isDirected) {}

  void add(const ElementBounds &factor);
  ElementBounds bounds(BoundsMode mode, mlir::Operation *op) const;

private:
  Format format;
  bool isDirected;
  mlir::Operation *undecidedAt = nullptr;
  bool areExact = true, isPlain = true;
  int64_t count = 0;
  /// The ends of the product, as doubles.
  double lo = 1, hi = 1;
  /// The sum of the bits of all significands, and the logarithms of the largest
  /// and the least product of some factors.
  int64_t bits = 0;
  double logLargest = 0, logLeast = 0;
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_BOUNDS_OPENSUM_H
