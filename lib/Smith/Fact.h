//===- Fact.h - Facts about values ------------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares facts about values, which make programs well-defined by
// construction: an operation is emitted if the facts about its operands prove
// that it is defined and exact; otherwise the operands are changed first.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_SMITH_FACT_H
#define TESSERA_LIB_SMITH_FACT_H

#include "tessera/Numerics/Format.h"
#include <optional>

namespace tessera::smith {

using numerics::Format;

/// A property of every element. Integers are read as signed.
struct Fact {
  /// True if each element is n * 2^quantum with an integer n in [lo, hi].
  /// Always true of integers, with quantum 0.
  bool exact = false;
  int quantum = 0;
  int64_t lo = 0, hi = 0;
  /// For floats: true if an element may be -0, or NaN.
  bool negZero = false, nan = false;

  static Fact range(int64_t lo, int64_t hi, int quantum = 0) {
    return {/*exact=*/true, quantum, lo, hi};
  }
  /// The fact about any value of the format.
  static Fact any(Format format);

  /// The largest magnitude, in units of the quantum.
  int64_t magnitude() const { return std::max(-lo, hi); }
  bool isNonNegative() const { return exact && lo >= 0; }
};

/// The least and the greatest integer of a format, read as signed.
int64_t leastOf(Format format);
int64_t greatestOf(Format format);

/// The number of bits in the significand of a float format.
unsigned precisionOf(Format format);

/// True if every value with the fact `fact` also satisfies `bound`.
bool implies(const Fact &fact, const Fact &bound);

/// The fact about values that satisfy `a` or `b`.
Fact join(const Fact &a, const Fact &b);

/// True if the format has every such number, and none is subnormal.
bool fits(Format format, const Fact &fact);

/// \name Facts about results; none if a result may be inexact or may wrap
/// @{
std::optional<Fact> addFacts(Format format, const Fact &a, const Fact &b);
std::optional<Fact> subFacts(Format format, const Fact &a, const Fact &b);
std::optional<Fact> mulFacts(Format format, const Fact &a, const Fact &b);
/// The sum of `count` such numbers, in any order.
std::optional<Fact> sumFacts(Format format, const Fact &a, int64_t count);
/// @}
/// The facts about -x and max(-x, x), in the format.
Fact negFact(Format format, const Fact &a);
Fact absFact(Format format, const Fact &a);

} // namespace tessera::smith

#endif // TESSERA_LIB_SMITH_FACT_H
