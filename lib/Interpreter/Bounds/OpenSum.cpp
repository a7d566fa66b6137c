//===- OpenSum.cpp - A sum whose order is open ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenSum.h"
#include "tessera/Numerics/Convert.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace tessera;
using namespace tessera::interp;

int interp::lowestBit(double value) {
  if (value == 0)
    return INT_MAX;
  if (!std::isfinite(value))
    return std::numeric_limits<double>::min_exponent -
           std::numeric_limits<double>::digits;
  int exponent;
  auto significand =
      static_cast<int64_t>(std::ldexp(std::frexp(value, &exponent), 53));
  return exponent - 53 + llvm::countr_zero(uint64_t(std::abs(significand)));
}

double interp::unitRoundoff(Format format) {
  return std::ldexp(1.0, -precisionOf(format));
}

bool interp::sumsAreExact(int lowest, double magnitude, int bits) {
  return magnitude == 0 ||
         (lowest != INT_MAX && magnitude < std::ldexp(1.0, lowest + bits));
}

ElementBounds interp::around(Format format, double lo, double hi, double error,
                             BoundsMode mode) {
  // The rounding error of the two operations on doubles here.
  error += 4 * hostRoundoff * (std::fabs(lo) + std::fabs(hi) + error);
  if (mode == BoundsMode::Engines)
    return {floatNotBelow(format, lo - error),
            floatNotAbove(format, hi + error)};
  return {floatNotAbove(format, lo - error), floatNotBelow(format, hi + error)};
}

double interp::largestOf(Format format) {
  const numerics::FloatEncoding &encoding = numerics::encodingOf(format);
  return doubleOf(format, encoding.largest() << encoding.padding);
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

void OpenSum::add(const ElementBounds &term) {
  if (term.undecidedAt) {
    undecidedAt = undecidedAt ? undecidedAt : term.undecidedAt;
    return;
  }
  if (numerics::isNaN(format, term.lo)) {
    hasNaN = true;
    return;
  }
  bool isPoint = interp::isExact(term);
  if (isPoint && isInfinite(format, term.lo)) {
    (rankOf(format, term.lo) < 0 ? hasNegInf : hasPosInf) = true;
    return;
  }
  double from = doubleOf(format, term.lo), to = doubleOf(format, term.hi);
  hasNegZero |= isZero(format, term.lo) && rankOf(format, term.lo) < 0;
  hasOther |= from != 0 || to != 0;
  areExact &= isPoint;
  // x + 0 differs from x only if additions flush.
  count += flushes || from != 0 || to != 0;
  lo += from;
  hi += to;
  magnitude += std::max(std::fabs(from), std::fabs(to));
  lowest = std::min(lowest, lowestBit(from));
}

ElementBounds OpenSum::ofInfinities(mlir::Operation *op) const {
  if (hasPosInf && hasNegInf)
    return exactly(numerics::canonicalNaN(format));
  // The other terms must not add up to the opposite infinity.
  if (!(2 * magnitude < largestOf(format)))
    return undecided(op);
  return exactly(numerics::convertFloat(
      Format::F64, format,
      llvm::bit_cast<uint64_t>(hasPosInf ? HUGE_VAL : -HUGE_VAL)));
}

bool OpenSum::isExact() const {
  int leastNormal = numerics::encodingOf(format).minExponent();
  return areExact && sumsAreExact(lowest, magnitude, precisionOf(format)) &&
         (!flushes || lowest >= leastNormal);
}

ElementBounds OpenSum::bounds(BoundsMode mode, mlir::Operation *op) const {
  if (undecidedAt)
    return undecided(undecidedAt);
  if (hasNaN)
    return exactly(numerics::canonicalNaN(format));
  if (hasPosInf || hasNegInf)
    return ofInfinities(op);
  double least = std::ldexp(1.0, numerics::encodingOf(format).minExponent());
  double total = magnitude * (1 + count * 2 * hostRoundoff);
  double steps = count ? count - 1 : 0;
  double error = steps * unitRoundoff(format) * (isDirected ? 2 : 1) * total +
                 (flushes ? count * least : 0);
  if (!(total + error <= largestOf(format)))
    return undecided(op);
  if (isExact()) {
    // A zero sum of negative zeros depends on the identity, and any other zero
    // sum on the direction of rounding.
    if (lo == 0 && (isDirected || (hasNegZero && !hasOther)))
      return {floatOfRank(format, -1), 0};
    return exactly(floatNotBelow(format, lo));
  }
  if (count == 1 && !flushes)
    return {floatNotBelow(format, lo), floatNotAbove(format, hi)};
  return around(format, lo, hi, error + count * hostRoundoff * total, mode);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

void OpenProduct::add(const ElementBounds &factor) {
  if (factor.undecidedAt) {
    undecidedAt = undecidedAt ? undecidedAt : factor.undecidedAt;
    return;
  }
  bool isPoint = interp::isExact(factor);
  if (!isFinite(format, factor.lo) || !isFinite(format, factor.hi) ||
      mayBeZero(format, factor)) {
    isPlain = false;
    return;
  }
  double from = doubleOf(format, factor.lo), to = doubleOf(format, factor.hi);
  // One is the identity, and changes nothing.
  if (isPoint && from == 1)
    return;
  ++count;
  areExact &= isPoint;
  auto [less, more] = std::minmax({lo * from, lo * to, hi * from, hi * to});
  lo = less;
  hi = more;
  double large = std::log2(std::max(std::fabs(from), std::fabs(to)));
  double small = std::log2(std::min(std::fabs(from), std::fabs(to)));
  logLargest += std::max(large, 0.0);
  logLeast += std::min(small, 0.0);
  int exponent;
  std::frexp(from, &exponent);
  bits += exponent - lowestBit(from);
}

ElementBounds OpenProduct::bounds(BoundsMode mode, mlir::Operation *op) const {
  if (undecidedAt)
    return undecided(undecidedAt);
  // Every product of some factors must stay far from both ends of the range, so
  // that the error of each step is relative.
  const numerics::FloatEncoding &encoding = numerics::encodingOf(format);
  if (!isPlain || logLargest >= encoding.bias - 1 ||
      logLeast <= encoding.minExponent() + 1)
    return undecided(op);
  // The odd parts have `bits` bits in all, and at least one less for each
  // product.
  if (areExact && bits <= precisionOf(format))
    return exactly(floatNotBelow(format, lo));
  double steps = count ? count - 1 : 0;
  double relative =
      steps * (unitRoundoff(format) * (isDirected ? 2 : 1) + 2 * hostRoundoff);
  if (!(relative < 0.01))
    return undecided(op);
  // (1 + u)^n - 1 < n u (1 + n u) for n u < 1/100.
  relative *= 1 + relative;
  double magnitude = std::max(std::fabs(lo), std::fabs(hi));
  return around(format, lo, hi, relative * magnitude, mode);
}
