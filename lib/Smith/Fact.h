//===- Fact.h - What the smith knows of a value -----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares facts about values, by which programs are defined by
// construction: an operation is emitted where the facts of its operands show
// that it is defined and exact, or the operands are brought into shape first.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_SMITH_FACT_H
#define TESSERA_LIB_SMITH_FACT_H

#include "tessera/Numerics/Format.h"
#include <optional>

namespace tessera::smith {

using numerics::Format;

/// What holds of every element. Integers are read as signed.
struct Fact {
  /// Whether each element is n * 2^quantum with an integer n in [lo, hi]. Of
  /// integers that is always known, with quantum 0.
  bool exact = false;
  int quantum = 0;
  int64_t lo = 0, hi = 0;
  /// Of floats: whether an element may be -0, or NaN.
  bool negZero = false, nan = false;

  static Fact range(int64_t lo, int64_t hi, int quantum = 0) {
    return {/*exact=*/true, quantum, lo, hi};
  }
  /// What holds of every value of the format.
  static Fact any(Format format);

  /// The largest magnitude, in units of the quantum.
  int64_t magnitude() const { return std::max(-lo, hi); }
  bool isNonNegative() const { return exact && lo >= 0; }
};

/// The least and the greatest integer of a format, read as signed.
int64_t leastOf(Format format);
int64_t greatestOf(Format format);

/// How many bits the significand of a float format has.
unsigned precisionOf(Format format);

/// Whether every value of which `fact` holds satisfies `bound`.
bool implies(const Fact &fact, const Fact &bound);

/// What holds of values of which one or the other holds.
Fact join(const Fact &a, const Fact &b);

/// Whether every such number is one of the format, and none is subnormal.
bool fits(Format format, const Fact &fact);

/// \name Facts of results; nothing where a result may be inexact or wraps
/// @{
std::optional<Fact> addFacts(Format format, const Fact &a, const Fact &b);
std::optional<Fact> subFacts(Format format, const Fact &a, const Fact &b);
std::optional<Fact> mulFacts(Format format, const Fact &a, const Fact &b);
/// The sum of `count` such numbers, in any order.
std::optional<Fact> sumFacts(Format format, const Fact &a, int64_t count);
/// @}
/// Of max(-x, x) and -x, in the format.
Fact negFact(Format format, const Fact &a);
Fact absFact(Format format, const Fact &a);

} // namespace tessera::smith

#endif // TESSERA_LIB_SMITH_FACT_H
