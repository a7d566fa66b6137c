//===- FactTest.cpp - Facts about results ---------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts about results are true for all operands that satisfy the facts about
// operands.
//
//===----------------------------------------------------------------------===//

#include "../../lib/Smith/Fact.h"

#include "tessera/Numerics/Convert.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace tessera;
using namespace tessera::smith;

/// Facts about f16 and bf16 at both ends of the exact range.
static std::vector<Fact> someFacts() {
  std::vector<Fact> facts;
  for (int quantum : {-16, -14, -2, 0, 3, 5})
    for (auto [lo, hi] :
         {std::pair(-3, 2), std::pair(0, 5), std::pair(250, 257),
          std::pair(-2049, -2040), std::pair(2047, 2048), std::pair(-1, 0),
          std::pair(0, 0)})
      for (bool negZero : {false, true}) {
        Fact fact = Fact::range(lo, hi, quantum);
        fact.negZero = negZero && lo <= 0 && hi >= 0;
        facts.push_back(fact);
      }
  return facts;
}

/// The bits of all numbers that satisfy the fact; empty if one of them is not
/// in the format.
static std::vector<uint64_t> numbersOf(Format format, const Fact &fact) {
  std::vector<uint64_t> numbers;
  for (int64_t n = fact.lo; n <= fact.hi; ++n) {
    llvm::APFloat value(std::ldexp(double(n), fact.quantum));
    uint64_t bits = numerics::roundFloat(format, value);
    if (numerics::decode(format, bits).convertToDouble() !=
        value.convertToDouble())
      return {};
    numbers.push_back(bits);
  }
  if (fact.negZero)
    numbers.push_back(numerics::roundFloat(format, llvm::APFloat(-0.0)));
  return numbers;
}

/// True if the number satisfies the fact.
static bool holds(const Fact &fact, Format format, uint64_t bits) {
  if (numerics::isNaN(format, bits))
    return fact.nan;
  double value = numerics::decode(format, bits).convertToDouble();
  if (value == 0 && std::signbit(value) && !fact.negZero)
    return false;
  if (!fact.exact)
    return true;
  double units = std::ldexp(value, -fact.quantum);
  return units == std::floor(units) && units >= fact.lo && units <= fact.hi;
}

using Transfer = std::optional<Fact>(Format, const Fact &, const Fact &);
using Operation = uint64_t(Format, uint64_t, uint64_t, numerics::FloatMode);

/// Returns the number of pairs of facts with an exact result.
static unsigned check(Format format, Transfer transfer, Operation operation,
                      double (*exact)(double, double)) {
  unsigned numExact = 0;
  for (const Fact &a : someFacts())
    for (const Fact &b : someFacts()) {
      std::optional<Fact> result = transfer(format, a, b);
      if (!result || !fits(format, a) || !fits(format, b))
        continue;
      ++numExact;
      for (uint64_t x : numbersOf(format, a))
        for (uint64_t y : numbersOf(format, b)) {
          uint64_t bits = operation(format, x, y, {});
          EXPECT_TRUE(holds(*result, format, bits));
          EXPECT_EQ(numerics::decode(format, bits).convertToDouble(),
                    exact(numerics::decode(format, x).convertToDouble(),
                          numerics::decode(format, y).convertToDouble()));
        }
    }
  return numExact;
}

class FloatFacts : public testing::TestWithParam<Format> {};

TEST_P(FloatFacts, SumsAreExact) {
  EXPECT_GT(check(GetParam(), addFacts, numerics::add,
                  [](double x, double y) { return x + y; }),
            50u);
}

TEST_P(FloatFacts, DifferencesAreExact) {
  EXPECT_GT(check(GetParam(), subFacts, numerics::sub,
                  [](double x, double y) { return x - y; }),
            50u);
}

TEST_P(FloatFacts, ProductsAreExact) {
  EXPECT_GT(check(GetParam(), mulFacts, numerics::mul,
                  [](double x, double y) { return x * y; }),
            50u);
}

TEST_P(FloatFacts, WhatFitsIsInTheFormat) {
  for (const Fact &fact : someFacts())
    if (fits(GetParam(), fact)) {
      std::vector<uint64_t> numbers = numbersOf(GetParam(), fact);
      EXPECT_FALSE(numbers.empty());
      for (uint64_t bits : numbers)
        EXPECT_EQ(numerics::flushSubnormal(GetParam(), bits), bits);
    }
}

TEST_P(FloatFacts, SignsAreExact) {
  Format format = GetParam();
  for (const Fact &fact : someFacts())
    if (fits(format, fact))
      for (uint64_t bits : numbersOf(format, fact)) {
        EXPECT_TRUE(
            holds(negFact(format, fact), format, numerics::neg(format, bits)));
        EXPECT_TRUE(
            holds(absFact(format, fact), format, numerics::abs(format, bits)));
      }
}

INSTANTIATE_TEST_SUITE_P(, FloatFacts,
                         testing::Values(Format::F16, Format::BF16));

/// Intervals within i8, for which results that wrap must have no fact.
TEST(IntFacts, ResultsThatAreKnownDoNotWrap) {
  auto inRange = [](int64_t n) { return n >= -128 && n <= 127; };
  for (int64_t lo : {-128, -12, -1, 0, 3, 90})
    for (int64_t hi : {-120, -1, 0, 5, 11, 127})
      for (int64_t from : {-128, -4, 0, 2})
        for (int64_t to : {-3, 0, 1, 6, 127}) {
          if (lo > hi || from > to)
            continue;
          Fact a = Fact::range(lo, hi), b = Fact::range(from, to);
          auto sum = addFacts(Format::I8, a, b);
          EXPECT_EQ(sum.has_value(), inRange(lo + from) && inRange(hi + to));
          auto difference = subFacts(Format::I8, a, b);
          EXPECT_EQ(difference.has_value(),
                    inRange(lo - to) && inRange(hi - from));
          auto product = mulFacts(Format::I8, a, b);
          bool fitsAll = true;
          for (int64_t x : {lo, hi})
            for (int64_t y : {from, to})
              fitsAll &= inRange(x * y);
          EXPECT_EQ(product.has_value(), fitsAll);
        }
}

TEST(Facts, JoinIsImpliedByBoth) {
  for (const Fact &a : someFacts())
    for (const Fact &b : someFacts()) {
      EXPECT_TRUE(implies(a, join(a, b)));
      EXPECT_TRUE(implies(b, join(a, b)));
    }
}

TEST(Facts, ImplicationIsOfBoundsQuantumAndSpecials) {
  Fact small = Fact::range(-2, 2), large = Fact::range(-4, 4);
  EXPECT_TRUE(implies(small, large));
  EXPECT_FALSE(implies(large, small));
  EXPECT_TRUE(implies(Fact::range(-1, 1, 1), small));
  EXPECT_FALSE(implies(Fact::range(-1, 1, -1), small));
  Fact signedZero = small;
  signedZero.negZero = true;
  EXPECT_FALSE(implies(signedZero, small));
  EXPECT_TRUE(implies(signedZero, Fact::any(Format::F32)));
  EXPECT_FALSE(implies(Fact::any(Format::F32), large));
}
