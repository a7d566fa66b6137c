//===- Fact.cpp - Facts about values --------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fact.h"

#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace tessera;
using namespace tessera::smith;

Fact Fact::any(Format format) {
  if (numerics::isInteger(format))
    return range(leastOf(format), greatestOf(format));
  Fact fact;
  fact.negZero = fact.nan = true;
  return fact;
}

int64_t smith::leastOf(Format format) {
  return llvm::minIntN(numerics::bitWidth(format));
}

int64_t smith::greatestOf(Format format) {
  return llvm::maxIntN(numerics::bitWidth(format));
}

unsigned smith::precisionOf(Format format) {
  return numerics::encodingOf(format).fractionBits + 1u;
}

/// `a` with its numbers in units of 2^quantum, where `quantum` is at most its
/// own.
static std::optional<Fact> rescale(Fact a, int quantum) {
  int shift = a.quantum - quantum;
  if (shift > 40)
    return std::nullopt;
  auto lo = llvm::checkedMul(a.lo, int64_t(1) << shift);
  auto hi = llvm::checkedMul(a.hi, int64_t(1) << shift);
  if (!lo || !hi)
    return std::nullopt;
  a.lo = *lo;
  a.hi = *hi;
  a.quantum = quantum;
  return a;
}

bool smith::implies(const Fact &fact, const Fact &bound) {
  if ((fact.nan && !bound.nan) || (fact.negZero && !bound.negZero))
    return false;
  if (!bound.exact)
    return true;
  if (!fact.exact || fact.quantum < bound.quantum)
    return false;
  std::optional<Fact> scaled = rescale(fact, bound.quantum);
  return scaled && scaled->lo >= bound.lo && scaled->hi <= bound.hi;
}

Fact smith::join(const Fact &a, const Fact &b) {
  Fact joined;
  joined.nan = a.nan || b.nan;
  joined.negZero = a.negZero || b.negZero;
  if (!a.exact || !b.exact)
    return joined;
  int quantum = std::min(a.quantum, b.quantum);
  std::optional<Fact> x = rescale(a, quantum), y = rescale(b, quantum);
  if (!x || !y)
    return joined;
  joined.exact = true;
  joined.quantum = quantum;
  joined.lo = std::min(x->lo, y->lo);
  joined.hi = std::max(x->hi, y->hi);
  return joined;
}

bool smith::fits(Format format, const Fact &fact) {
  if (!fact.exact)
    return false;
  if (numerics::isInteger(format))
    return fact.quantum == 0 && fact.lo >= leastOf(format) &&
           fact.hi <= greatestOf(format);
  const numerics::FloatEncoding &encoding = numerics::encodingOf(format);
  if (fact.quantum < encoding.minExponent() ||
      (!encoding.hasSign && (fact.lo < 0 || fact.negZero)) ||
      (!encoding.hasSubnormals && fact.lo <= 0) ||
      fact.lo < -(int64_t(1) << precisionOf(format)) ||
      fact.hi > int64_t(1) << precisionOf(format))
    return false;
  uint64_t largest = encoding.largest() << encoding.padding;
  return std::ldexp(fact.magnitude(), fact.quantum) <=
         numerics::decode(format, largest).convertToDouble();
}

/// The fact, if the format can represent all its numbers.
static std::optional<Fact> ifFits(Format format, const Fact &fact) {
  return fits(format, fact) ? std::optional(fact) : std::nullopt;
}

/// The two facts with a common quantum.
static std::optional<std::pair<Fact, Fact>> align(const Fact &a,
                                                  const Fact &b) {
  if (!a.exact || !b.exact)
    return std::nullopt;
  int quantum = std::min(a.quantum, b.quantum);
  std::optional<Fact> x = rescale(a, quantum), y = rescale(b, quantum);
  if (!x || !y)
    return std::nullopt;
  return std::pair(*x, *y);
}

std::optional<Fact> smith::addFacts(Format format, const Fact &a,
                                    const Fact &b) {
  auto both = align(a, b);
  if (!both)
    return std::nullopt;
  auto lo = llvm::checkedAdd(both->first.lo, both->second.lo);
  auto hi = llvm::checkedAdd(both->first.hi, both->second.hi);
  if (!lo || !hi)
    return std::nullopt;
  Fact sum = Fact::range(*lo, *hi, both->first.quantum);
  sum.negZero = a.negZero && b.negZero;
  return ifFits(format, sum);
}

std::optional<Fact> smith::subFacts(Format format, const Fact &a,
                                    const Fact &b) {
  if (!b.exact || b.lo == INT64_MIN)
    return std::nullopt;
  Fact minus = Fact::range(-b.hi, -b.lo, b.quantum);
  // A difference is -0 only for -0 minus +0, so a minuend of -0 is a sufficient
  // test.
  minus.negZero = true;
  std::optional<Fact> difference = addFacts(format, a, minus);
  if (difference)
    difference->negZero = a.negZero;
  return difference;
}

std::optional<Fact> smith::mulFacts(Format format, const Fact &a,
                                    const Fact &b) {
  if (!a.exact || !b.exact)
    return std::nullopt;
  Fact product = Fact::range(INT64_MAX, INT64_MIN, a.quantum + b.quantum);
  for (int64_t x : {a.lo, a.hi})
    for (int64_t y : {b.lo, b.hi}) {
      auto corner = llvm::checkedMul(x, y);
      if (!corner)
        return std::nullopt;
      product.lo = std::min(product.lo, *corner);
      product.hi = std::max(product.hi, *corner);
    }
  bool mayBeNegative = a.lo < 0 || b.lo < 0 || a.negZero || b.negZero;
  product.negZero = numerics::isFloat(format) && mayBeNegative;
  return ifFits(format, product);
}

std::optional<Fact> smith::sumFacts(Format format, const Fact &a,
                                    int64_t count) {
  if (!a.exact)
    return std::nullopt;
  auto lo = llvm::checkedMul(a.lo, count), hi = llvm::checkedMul(a.hi, count);
  if (!lo || !hi)
    return std::nullopt;
  // Partial sums lie within these limits, too.
  Fact sum = Fact::range(std::min(*lo, a.lo), std::max(*hi, a.hi), a.quantum);
  sum.negZero = a.negZero;
  return ifFits(format, sum);
}

Fact smith::negFact(Format format, const Fact &a) {
  if (!a.exact || a.lo == INT64_MIN)
    return join(a, Fact::any(format));
  Fact minus = Fact::range(-a.hi, -a.lo, a.quantum);
  minus.negZero = numerics::isFloat(format);
  return fits(format, minus) ? minus : Fact::any(format);
}

Fact smith::absFact(Format format, const Fact &a) {
  if (!a.exact) {
    Fact fact = a;
    fact.negZero = false;
    return fact;
  }
  if (a.lo == INT64_MIN)
    return Fact::any(format);
  Fact fact = Fact::range(0, a.magnitude(), a.quantum);
  return fits(format, fact) ? fact : Fact::any(format);
}
