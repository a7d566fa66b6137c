//===- ElementaryTest.cpp - Elementary functions --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// test/Numerics compares values with mpmath. This file tests laws that need no
// reference: symmetry, order, exact values, and the cases that the
// specification names.
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/Elementary.h"
#include "Oracle.h"
#include "gtest/gtest.h"
#include <random>

using namespace tessera;
using namespace tessera::numerics;
using oracle::bitsOf;
using oracle::doubleOf;
using oracle::floatOf;

static constexpr Format formats[] = {Format::F16, Format::BF16, Format::F32,
                                     Format::F64};

/// The bits of a number that the format represents exactly.
static uint64_t bits(Format format, double value) {
  if (format == Format::F64)
    return bitsOf(value);
  uint64_t word = bitsOf(static_cast<float>(value));
  if (format == Format::F32)
    return word;
  for (uint64_t i = 0; i < 0x10000; ++i)
    if (oracle::same(oracle::decode(format, i), value))
      return i;
  ADD_FAILURE() << value << " is not a number of the format";
  return 0;
}

/// Random bit patterns, every second one between 2^-8 and 2^8.
static std::vector<uint64_t> patterns(Format format, unsigned count) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-8, 8);
  const FloatEncoding &encoding = encodingOf(format);
  std::vector<uint64_t> result;
  for (unsigned i = 0; i < count; ++i) {
    uint64_t magnitude = random() & (encoding.signBit() - 1);
    if (i % 2)
      magnitude = (uint64_t(encoding.bias + int(exponent(random)))
                   << encoding.fractionBits) |
                  (random() & lowBits(encoding.fractionBits));
    if (!isNaN(format, magnitude))
      result.push_back(magnitude);
  }
  return result;
}

TEST(Elementary, oddFunctionsChangeSignAndEvenOnesDoNot) {
  for (Format format : formats)
    for (uint64_t x : patterns(format, 2000)) {
      uint64_t minusX = neg(format, x);
      for (auto fn :
           {numerics::sinh, numerics::tanh, numerics::sin, numerics::tan}) {
        uint64_t y = fn(format, x);
        EXPECT_EQ(fn(format, minusX), isNaN(format, y) ? y : neg(format, y));
      }
      EXPECT_EQ(numerics::cosh(format, minusX), numerics::cosh(format, x));
      EXPECT_EQ(numerics::cos(format, minusX), numerics::cos(format, x));
    }
}

TEST(Elementary, monotonicFunctionsKeepTheOrder) {
  for (Format format : {Format::F32, Format::F64})
    for (uint64_t x : patterns(format, 4000)) {
      uint64_t next = x + 1;
      if (isNaN(format, next))
        continue;
      for (auto fn : {numerics::exp, numerics::sinh, numerics::cosh,
                      numerics::tanh, numerics::log, numerics::log2})
        EXPECT_NE(compare(format, fn(format, x), fn(format, next)),
                  Ordering::Greater)
            << x;
      EXPECT_NE(compare(format, numerics::rsqrt(format, x),
                        numerics::rsqrt(format, next)),
                Ordering::Less);
    }
}

TEST(Elementary, powersOfTwoAreExact) {
  for (int n = -1080; n <= 1030; ++n)
    EXPECT_EQ(numerics::exp2(Format::F64, bitsOf(double(n))),
              bitsOf(std::ldexp(1.0, n)))
        << n;
  for (int n = -1074; n <= 1023; ++n)
    EXPECT_EQ(numerics::log2(Format::F64, bitsOf(std::ldexp(1.0, n))),
              bitsOf(double(n)))
        << n;
  // Half of the smallest number lies between it and zero, which is even.
  EXPECT_EQ(numerics::exp2(Format::F32, bitsOf(-150.f)), 0u);
  EXPECT_EQ(numerics::exp2(Format::F32, bitsOf(-149.99998f)), 1u);
}

TEST(Elementary, integerPowersAsProducts) {
  for (Format format : formats)
    for (uint64_t x : patterns(format, 1000)) {
      EXPECT_EQ(powi(format, x, 0), bits(format, 1));
      EXPECT_EQ(powi(format, x, 1), x);
      EXPECT_EQ(powi(format, x, 2), mul(format, x, x));
      EXPECT_EQ(powi(format, neg(format, x), 2), mul(format, x, x));
      EXPECT_EQ(powi(format, x, -1), div(format, bits(format, 1), x));
      EXPECT_EQ(numerics::pow(format, x, bits(format, 0.5)),
                numerics::sqrt(format, x));
      EXPECT_EQ(numerics::pow(format, x, bits(format, 2)), mul(format, x, x));
    }
}

TEST(Elementary, integerExponentsThatNoFloatHas) {
  // 2^24 + 1 is odd, while the nearest f32 is even.
  EXPECT_EQ(powi(Format::F32, bitsOf(-1.f), (1 << 24) + 1), bitsOf(-1.f));
  EXPECT_EQ(powi(Format::F32, bitsOf(-0.f), -(1 << 24) - 1), bitsOf(-INFINITY));
  EXPECT_EQ(powi(Format::F16, bits(Format::F16, -2), INT64_MIN), 0u);
  EXPECT_EQ(powi(Format::F32, bitsOf(NAN), 0), bitsOf(1.f));
}

/// Two operands, and a function's result for them in all formats.
struct Row {
  double x, y, result;
};

TEST(Elementary, specialPowers) {
  const double inf = INFINITY, nan = NAN;
  for (Format format : formats)
    for (Row row : {Row{nan, 0, 1},     {1, nan, 1},       {nan, 1, nan},
                    {2, nan, nan},      {-1, inf, 1},      {-1, -inf, 1},
                    {0.5, inf, 0},      {0.5, -inf, inf},  {-2, inf, inf},
                    {2, -inf, 0},       {0.0, -3, inf},    {-0.0, -3, -inf},
                    {-0.0, -2, inf},    {-0.0, 3, -0.0},   {-0.0, 2, 0},
                    {-0.0, 0.5, 0},     {-0.0, -0.5, inf}, {0, inf, 0},
                    {0, -inf, inf},     {-inf, -3, -0.0},  {-inf, -2, 0},
                    {-inf, 3, -inf},    {-inf, 2, inf},    {-inf, 0.5, inf},
                    {inf, -0.5, 0},     {inf, inf, inf},   {inf, -inf, 0},
                    {-2, 0.5, nan},     {-8, 3, -512},     {0, 0, 1},
                    {2.25, 1.5, 3.375}, {2, -1, 0.5}}) {
      uint64_t x =
          std::isnan(row.x) ? canonicalNaN(format) : bits(format, row.x);
      uint64_t y =
          std::isnan(row.y) ? canonicalNaN(format) : bits(format, row.y);
      uint64_t want = std::isnan(row.result) ? canonicalNaN(format)
                                             : bits(format, row.result);
      EXPECT_EQ(numerics::pow(format, x, y), want) << row.x << "^" << row.y;
    }
}

TEST(Elementary, anglesOfTheAxes) {
  const double inf = INFINITY, pi = 0x1.921fb54442d18p1;
  for (Row row : {Row{0, 1, 0},
                  {-0.0, 1, -0.0},
                  {0.0, -1, pi},
                  {-0.0, -1, -pi},
                  {0, 0, 0},
                  {-0.0, 0, -0.0},
                  {0, -0.0, pi},
                  {-0.0, -0.0, -pi},
                  {2, 0, pi / 2},
                  {-2, -0.0, -pi / 2},
                  {inf, 3, pi / 2},
                  {-inf, -3, -pi / 2},
                  {3, inf, 0},
                  {-3, inf, -0.0},
                  {3, -inf, pi},
                  {-3, -inf, -pi},
                  {inf, inf, pi / 4},
                  {-inf, inf, -pi / 4},
                  {inf, -inf, 0x1.2d97c7f3321d2p1},
                  {-inf, -inf, -0x1.2d97c7f3321d2p1},
                  {1, 1, pi / 4}})
    EXPECT_EQ(numerics::atan2(Format::F64, bitsOf(row.x), bitsOf(row.y)),
              bitsOf(row.result))
        << row.x << ", " << row.y;
}

TEST(Elementary, angleJustBelowTheMiddleOfTwoSubnormals) {
  // y/x is one and a half of the smallest number, its arc tangent a little
  // less.
  EXPECT_EQ(numerics::atan2(Format::F64, 3, bitsOf(2.0)), 1u);
  EXPECT_EQ(numerics::atan2(Format::F32, 3, bitsOf(2.f)), 1u);
  EXPECT_EQ(numerics::atan2(Format::F32, 3, bitsOf(1.9999999f)), 2u);
}

TEST(Elementary, domains) {
  for (Format format : formats) {
    uint64_t nan = canonicalNaN(format), inf = bits(format, INFINITY);
    uint64_t minusInf = bits(format, -INFINITY), minusOne = bits(format, -1);
    for (auto fn : {numerics::log, numerics::log2}) {
      EXPECT_EQ(fn(format, minusOne), nan);
      EXPECT_EQ(fn(format, minusInf), nan);
      EXPECT_EQ(fn(format, 0), minusInf);
      EXPECT_EQ(fn(format, neg(format, 0)), minusInf);
      EXPECT_EQ(fn(format, bits(format, 1)), 0u);
    }
    for (auto fn : {numerics::sin, numerics::cos, numerics::tan}) {
      EXPECT_EQ(fn(format, inf), nan);
      EXPECT_EQ(fn(format, minusInf), nan);
    }
    EXPECT_EQ(numerics::rsqrt(format, neg(format, 0)), minusInf);
    EXPECT_EQ(numerics::rsqrt(format, minusOne), nan);
    EXPECT_EQ(numerics::rsqrt(format, inf), 0u);
  }
}

TEST(Elementary, everyNaNGivesTheCanonicalOne) {
  for (Format format : formats) {
    uint64_t nan = canonicalNaN(format), one = bits(format, 1);
    uint64_t other = neg(format, bits(format, INFINITY) + 1);
    for (auto fn : {numerics::exp, numerics::sinh, numerics::cosh,
                    numerics::tanh, numerics::log, numerics::log2,
                    numerics::sin, numerics::cos, numerics::tan})
      EXPECT_EQ(fn(format, other), nan);
    EXPECT_EQ(numerics::exp2(format, other), nan);
    EXPECT_EQ(numerics::rsqrt(format, other), nan);
    EXPECT_EQ(numerics::atan2(format, other, one), nan);
    EXPECT_EQ(numerics::atan2(format, one, other), nan);
    EXPECT_EQ(numerics::pow(format, other, one), nan);
    EXPECT_EQ(powi(format, other, 1), nan);
  }
}

TEST(Elementary, exponentialsOnBothSidesOfAPowerOfTwo) {
  // The f64 below and above ln 2: their exponentials are closer to 2 than those
  // of other f64.
  const double infinity = INFINITY;
  double below = 0x1.62e42fefa39efp-1, above = 0x1.62e42fefa39f0p-1;
  EXPECT_EQ(numerics::exp(Format::F64, bitsOf(below)), bitsOf(2.0));
  EXPECT_EQ(numerics::exp(Format::F64, bitsOf(above)), bitsOf(2.0));
  EXPECT_EQ(numerics::exp2(Format::F64, bitsOf(1e300)), bitsOf(infinity));
  EXPECT_EQ(numerics::exp2(Format::F64, bitsOf(-1e300)), 0u);
  EXPECT_EQ(numerics::exp2(Format::F64, bitsOf(5000.5)), bitsOf(infinity));
}

TEST(Elementary, flushToZero) {
  uint64_t subnormal = bitsOf(-0x1p-127f), infinity = bitsOf(INFINITY);
  EXPECT_EQ(numerics::exp2(Format::F32, bitsOf(-127.f)), bitsOf(0x1p-127f));
  EXPECT_EQ(numerics::exp2(Format::F32, bitsOf(-127.f), true), 0u);
  EXPECT_EQ(numerics::rsqrt(Format::F32, bitsOf(0x1p-128f)), bitsOf(0x1p64f));
  EXPECT_EQ(numerics::rsqrt(Format::F32, bitsOf(0x1p-128f), true), infinity);
  EXPECT_EQ(numerics::rsqrt(Format::F32, subnormal), canonicalNaN(Format::F32));
  EXPECT_EQ(numerics::rsqrt(Format::F32, subnormal, true), bitsOf(-INFINITY));
}
