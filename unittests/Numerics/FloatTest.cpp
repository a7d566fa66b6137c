//===- FloatTest.cpp - Float arithmetic with stated rounding --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/Float.h"
#include "HostRounding.h"
#include "Numbers.h"
#include "Oracle.h"
#include "gtest/gtest.h"
#include <random>

using namespace tessera;
using namespace tessera::numerics;
using oracle::bitsOf;
using oracle::HostRounding;
using oracle::ieeeRoundings;

/// Edges of f32 and random patterns of all exponents.
static std::vector<float> f32Values() {
  std::vector<float> values = {0.f,
                               1.f,
                               1.5f,
                               0x1p-126f,
                               0x1p-149f,
                               0x1p-127f,
                               0x1.fffffep127f,
                               INFINITY,
                               0x1p24f,
                               0x1.000002p0f,
                               3.f,
                               0x1.8p126f,
                               0x1.fffffep-127f};
  std::mt19937 random(1);
  for (int i = 0; i < 60; ++i)
    values.push_back(oracle::floatOf(random()));
  for (size_t i = 0, n = values.size(); i < n; ++i)
    values.push_back(-values[i]);
  values.push_back(NAN);
  return values;
}

template <typename T>
static void expectBits(uint64_t got, T want, Format format) {
  if (std::isnan(want))
    EXPECT_EQ(got, canonicalNaN(format));
  else
    EXPECT_EQ(got, bitsOf(want)) << want;
}

/// Compares the four operations and fma with the host's own, in each rounding.
template <typename T>
static void compareWithHost(Format format, const std::vector<T> &values) {
  for (Rounding rounding : ieeeRoundings)
    for (T lhs : values)
      for (T rhs : values) {
        // volatile keeps the host's operations where its rounding is set.
        volatile T x = lhs, y = rhs;
        T sum, difference, product, quotient, fused;
        {
          HostRounding scope(rounding);
          sum = x + y;
          difference = x - y;
          product = x * y;
          quotient = x / y;
          fused = std::fma(T(x), T(y), T(values[3]));
        }
        uint64_t a = bitsOf(lhs), b = bitsOf(rhs);
        FloatMode mode{rounding, false};
        expectBits(add(format, a, b, mode), sum, format);
        expectBits(sub(format, a, b, mode), difference, format);
        expectBits(mul(format, a, b, mode), product, format);
        expectBits(div(format, a, b, mode), quotient, format);
        expectBits(numerics::fma(format, a, b, bitsOf(values[3]), mode), fused,
                   format);
        expectBits(rem(format, a, b), std::fmod(lhs, rhs), format);
        if (testing::Test::HasFailure())
          FAIL() << lhs << " and " << rhs;
      }
}

TEST(Float, f32AsTheHostInEveryRounding) {
  compareWithHost<float>(Format::F32, f32Values());
}

TEST(Float, f64AsTheHostInEveryRounding) {
  std::vector<double> values;
  std::mt19937_64 random(2);
  for (float value : f32Values())
    values.push_back(value);
  for (int i = 0; i < 40; ++i)
    values.push_back(oracle::doubleOf(random()));
  values.push_back(0x1p-1074);
  values.push_back(0x1.fffffffffffffp1023);
  compareWithHost<double>(Format::F64, values);
}

/// Sums and products of 16-bit floats are exact in f64 if the exponents are not
/// too far apart. Then the oracle's rounding of them is the right result.
TEST(Float, sumsAndProductsOf16BitFloats) {
  std::mt19937 random(3);
  for (Format format : {Format::F16, Format::BF16})
    for (int i = 0; i < 200000; ++i) {
      uint64_t a = random() & 0xFFFF, b = random() & 0xFFFF;
      double x = oracle::decode(format, a), y = oracle::decode(format, b);
      bool exactSum = !(std::fabs(x) > 0 && std::fabs(y) > 0) ||
                      std::isinf(x) || std::isinf(y) ||
                      std::abs(std::ilogb(x) - std::ilogb(y)) < 40;
      for (Rounding rounding : ieeeRoundings) {
        FloatMode mode{rounding, false};
        ASSERT_TRUE(
            oracle::same(oracle::decode(format, mul(format, a, b, mode)),
                         oracle::round(format, x * y, rounding)))
            << x << " * " << y;
        // The sign of a sum that is zero depends on the rounding, which doubles
        // in the default rounding do not show.
        if (exactSum && x + y != 0)
          ASSERT_TRUE(
              oracle::same(oracle::decode(format, add(format, a, b, mode)),
                           oracle::round(format, x + y, rounding)))
              << x << " + " << y;
      }
    }
}

/// A quotient rounded toward zero is the only r with |r y| <= |x| < |r' y|,
/// where r' is the next number; these products are exact in f64.
TEST(Float, quotientsOf16BitFloats) {
  std::mt19937 random(4);
  for (Format format : {Format::F16, Format::BF16})
    for (int i = 0; i < 100000; ++i) {
      uint64_t a = random() & 0x7FFF, b = random() & 0x7FFF;
      double x = oracle::decode(format, a), y = oracle::decode(format, b);
      uint64_t r = div(format, a, b, {Rounding::Zero, false});
      if (!std::isfinite(x) || !std::isfinite(y) || y == 0)
        continue;
      double low = oracle::decode(format, r);
      double high = oracle::decode(format, r + 1);
      ASSERT_LE(low * y, x);
      if (std::isfinite(high))
        ASSERT_GT(high * y, x);
      // For round to nearest, doubles are precise enough for rounding twice.
      ASSERT_TRUE(
          oracle::same(oracle::decode(format, div(format, a, b)),
                       oracle::round(format, x / y, Rounding::NearestEven)));
    }
}

/// f16 and bf16 to nearest take a short way through doubles; APFloat does not.
TEST(Float, fusedProductsOf16BitFloats) {
  std::mt19937 random(6);
  for (Format format : {Format::F16, Format::BF16})
    for (int i = 0; i < 300000; ++i) {
      uint64_t a = random() & 0xFFFF, b = random() & 0xFFFF;
      // Every other addend is small beside the product, and breaks a tie that
      // doubles alone would not see.
      uint64_t c = random() & (i % 2 ? 0xFFFF : 0x83FF);
      llvm::APFloat exact = decode(format, a);
      exact.fusedMultiplyAdd(decode(format, b), decode(format, c),
                             llvm::RoundingMode::NearestTiesToEven);
      uint64_t want =
          exact.isNaN() ? canonicalNaN(format) : encode(format, exact);
      ASSERT_EQ(numerics::fma(format, a, b, c), want)
          << name(format).str() << " " << a << " " << b << " " << c;
    }
}

/// Toward zero, the root of x is the r with r r <= x < r' r', where r' is the
/// next number. Doubles represent these squares, and that of the middle between
/// r and r'.
TEST(Float, everySquareRootOf16Bits) {
  for (Format format : {Format::F16, Format::BF16}) {
    const oracle::Numbers &numbers = oracle::Numbers::of(format);
    for (uint64_t bits = 1; std::isfinite(numbers.decode(bits)); ++bits) {
      double x = numbers.decode(bits);
      uint64_t root = sqrt(format, bits, {Rounding::Zero, false});
      double low = numbers.decode(root), high = numbers.decode(root + 1);
      double middle = (low + high) / 2;
      ASSERT_LE(low * low, x);
      ASSERT_GT(high * high, x);
      uint64_t above = low * low == x ? root : root + 1;
      ASSERT_EQ(sqrt(format, bits, {Rounding::NegativeInf, false}), root);
      ASSERT_EQ(sqrt(format, bits, {Rounding::PositiveInf, false}), above);
      // No root is such a middle, which has one bit too many.
      ASSERT_NE(middle * middle, x);
      ASSERT_EQ(sqrt(format, bits), middle * middle < x ? root + 1 : root);
      ASSERT_EQ(sqrt(format, bits, {Rounding::NearestAway, false}),
                sqrt(format, bits));
      ASSERT_EQ(sqrt(format, bits | numbers.signBit()), canonicalNaN(format));
    }
  }
}

template <typename T> static void compareRootsWithHost(Format format) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 200000; ++i) {
    uint64_t bits = random() & lowBits(bitWidth(format));
    volatile T x;
    if constexpr (sizeof(T) == 4)
      x = oracle::floatOf(bits);
    else
      x = oracle::doubleOf(bits);
    for (Rounding rounding : ieeeRoundings) {
      volatile T root;
      {
        HostRounding scope(rounding);
        root = std::sqrt(T(x));
      }
      expectBits(sqrt(format, bits, {rounding, false}), T(root), format);
    }
    ASSERT_FALSE(testing::Test::HasFailure()) << x;
  }
}

TEST(Float, squareRootsAsTheHostInEveryRounding) {
  compareRootsWithHost<float>(Format::F32);
  compareRootsWithHost<double>(Format::F64);
}

TEST(Float, squareRootsOfSpecialNumbers) {
  for (Format format : {Format::F16, Format::BF16, Format::F32, Format::F64})
    for (Rounding rounding : ieeeRoundings) {
      FloatMode mode{rounding, false};
      uint64_t minusZero = neg(format, 0);
      uint64_t infinity =
          encode(format, llvm::APFloat::getInf(semantics(format)));
      EXPECT_EQ(sqrt(format, 0, mode), 0u);
      EXPECT_EQ(sqrt(format, minusZero, mode), minusZero);
      EXPECT_EQ(sqrt(format, infinity, mode), infinity);
      EXPECT_EQ(sqrt(format, neg(format, infinity), mode),
                canonicalNaN(format));
      EXPECT_EQ(sqrt(format, infinity + 1, mode), canonicalNaN(format));
    }
  FloatMode ftz{Rounding::NearestEven, true};
  EXPECT_EQ(sqrt(Format::F32, bitsOf(-0x1p-130f), ftz), bitsOf(-0.f));
  EXPECT_EQ(sqrt(Format::F32, bitsOf(0x1p-126f), ftz), bitsOf(0x1p-63f));
}

TEST(Float, aTinyAddendDecidesATie) {
  // 1.0078125 * 1.5 = 1.51171875 lies between two bf16 at their middle.
  uint64_t x = 0x3F81, y = 0x3FC0, tiny = 0x0001;
  EXPECT_EQ(numerics::fma(Format::BF16, x, y, 0), 0x3FC2u);
  EXPECT_EQ(numerics::fma(Format::BF16, x, y, tiny), 0x3FC2u);
  EXPECT_EQ(numerics::fma(Format::BF16, x, y, tiny | 0x8000), 0x3FC1u);
}

TEST(Float, every16BitUnaryOperation) {
  for (Format format : {Format::F16, Format::BF16})
    for (uint64_t bits = 0; bits < 65536; ++bits) {
      double x = oracle::decode(format, bits);
      ASSERT_TRUE(oracle::same(
          oracle::decode(format, numerics::ceil(format, bits)), std::ceil(x)));
      ASSERT_TRUE(
          oracle::same(oracle::decode(format, numerics::floor(format, bits)),
                       std::floor(x)));
      // Operations on bits keep even the payload of a NaN.
      ASSERT_EQ(neg(format, bits), bits ^ 0x8000);
      ASSERT_EQ(numerics::abs(format, bits), bits & 0x7FFF);
      ASSERT_EQ(isNaN(format, bits), std::isnan(x));
    }
}

TEST(Float, flushKeepsTheSign) {
  uint64_t tiny = bitsOf(0x1p-149f), one = bitsOf(1.f);
  FloatMode ftz{Rounding::NearestEven, true};
  EXPECT_EQ(add(Format::F32, tiny, tiny, ftz), bitsOf(0.f));
  EXPECT_EQ(mul(Format::F32, neg(Format::F32, tiny), one, ftz), bitsOf(-0.f));
  EXPECT_EQ(mul(Format::F32, bitsOf(-0x1p-100f), bitsOf(0x1p-30f), ftz),
            bitsOf(-0.f));
  EXPECT_EQ(mul(Format::F32, bitsOf(0x1p-100f), bitsOf(0x1p-26f), ftz),
            bitsOf(0x1p-126f));
  EXPECT_EQ(div(Format::F32, one, tiny, ftz), bitsOf(INFINITY));
  EXPECT_EQ(numerics::fma(Format::F32, tiny, one, tiny, ftz), bitsOf(0.f));
  EXPECT_EQ(numerics::max(Format::F32, tiny, bitsOf(-1.f), NaNRule::Ignore,
                          /*flushToZero=*/true),
            bitsOf(0.f));
}

TEST(Float, approximateDivisionOfHugeDivisors) {
  uint64_t huge = bitsOf(0x1.8p126f);
  EXPECT_EQ(divApprox(bitsOf(1.f), huge, false), bitsOf(0.f));
  EXPECT_EQ(divApprox(bitsOf(-1.f), huge, false), bitsOf(-0.f));
  EXPECT_EQ(divApprox(bitsOf(INFINITY), huge, false),
            canonicalNaN(Format::F32));
  EXPECT_EQ(divApprox(bitsOf(0x1p126f), bitsOf(0x1p126f), false), bitsOf(1.f));
  EXPECT_EQ(divApprox(bitsOf(1.f), bitsOf(INFINITY), false), bitsOf(0.f));
}

TEST(Float, maxAndMinOfZerosAndNaNs) {
  for (Format format : {Format::F16, Format::BF16, Format::F32, Format::F64}) {
    uint64_t plus = 0, minus = neg(format, 0), nan = canonicalNaN(format);
    // A signalling NaN with a payload and a sign.
    uint64_t odd =
        neg(format, encode(format, llvm::APFloat::getInf(semantics(format)))) |
        1;
    ASSERT_TRUE(isNaN(format, odd));
    for (auto [a, b] : {std::pair(plus, minus), std::pair(minus, plus)}) {
      EXPECT_EQ(numerics::max(format, a, b, NaNRule::Ignore), plus);
      EXPECT_EQ(numerics::min(format, a, b, NaNRule::Propagate), minus);
    }
    for (auto [a, b] : {std::pair(minus, odd), std::pair(odd, minus)}) {
      EXPECT_EQ(numerics::max(format, a, b, NaNRule::Ignore), minus);
      EXPECT_EQ(numerics::min(format, a, b, NaNRule::Ignore), minus);
      EXPECT_EQ(numerics::max(format, a, b, NaNRule::Propagate), nan);
      EXPECT_EQ(numerics::min(format, a, b, NaNRule::Propagate), nan);
    }
    EXPECT_EQ(numerics::max(format, odd, odd, NaNRule::Ignore), nan);
    EXPECT_EQ(compare(format, plus, minus), Ordering::Equal);
    EXPECT_EQ(compare(format, plus, odd), Ordering::Unordered);
  }
}

TEST(Float, orderOf16BitFloats) {
  std::mt19937 random(5);
  for (Format format : {Format::F16, Format::BF16})
    for (int i = 0; i < 100000; ++i) {
      uint64_t a = random() & 0xFFFF, b = random() & 0xFFFF;
      double x = oracle::decode(format, a), y = oracle::decode(format, b);
      Ordering want = x < y    ? Ordering::Less
                      : x > y  ? Ordering::Greater
                      : x == y ? Ordering::Equal
                               : Ordering::Unordered;
      ASSERT_EQ(compare(format, a, b), want);
      if (want != Ordering::Unordered && want != Ordering::Equal) {
        ASSERT_EQ(numerics::max(format, a, b, NaNRule::Ignore), x > y ? a : b);
        ASSERT_EQ(numerics::min(format, a, b, NaNRule::Ignore), x < y ? a : b);
      }
    }
}

TEST(Float, namesAndWidths) {
  for (Format format : allFormats()) {
    EXPECT_EQ(formatNamed(name(format)), format);
    EXPECT_EQ(isFloat(format), name(format).contains('f'));
  }
  EXPECT_EQ(formatNamed("f12"), std::nullopt);
  EXPECT_EQ(storageBytes(Format::I1), 1u);
  EXPECT_EQ(storageBytes(Format::TF32), 4u);
  // 1 + 2^-10 in tf32 has the bits of the f32 with the same value.
  EXPECT_EQ(encode(Format::TF32, decode(Format::TF32, bitsOf(0x1.004p0f))),
            bitsOf(0x1.004p0f));
}
