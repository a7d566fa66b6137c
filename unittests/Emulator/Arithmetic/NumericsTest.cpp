//===- NumericsTest.cpp - Exact arithmetic against independent references -===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two references: the host's own arithmetic under fesetround for f32 and f64,
// and, for f16, a table of all its values as integers in units of 2^-48, in
// which sums and products of halves are exact.
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Emulator/Numerics/HostFloat.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cfenv>
#include <cmath>
#include <random>
#include <vector>

using namespace tessera::ptx;

namespace {

__extension__ using Int128 = __int128;

constexpr Rounding directions[] = {Rounding::Nearest, Rounding::Zero,
                                   Rounding::Down, Rounding::Up};
constexpr int hostDirections[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD,
                                  FE_UPWARD};

/// Evaluates `f` under the host's rounding direction.
template <typename F> auto underHostRounding(int direction, F f) {
  int old = std::fegetround();
  std::fesetround(direction);
  volatile auto result = f();
  std::fesetround(old);
  auto value = result;
  return value;
}

/// Bit patterns that stress rounding: random ones, near powers of two,
/// specials.
template <typename Bits> std::vector<Bits> patterns(FloatFormat f, int count) {
  std::vector<Bits> result;
  std::mt19937_64 random(42);
  for (uint64_t special :
       {uint64_t(0), uint64_t(1), f.largest(), f.infinity(), f.one(),
        f.one() + 1, f.one() - 1, (uint64_t(1) << f.fractionBits),
        (uint64_t(1) << f.fractionBits) - 1, f.infinity() + 1}) {
    result.push_back(static_cast<Bits>(special));
    result.push_back(static_cast<Bits>(special | f.signBit()));
  }
  uint64_t all = f.signBit() | (f.signBit() - 1);
  for (int i = 0; i != count; ++i) {
    uint64_t x = random() & all;
    if (i % 3 == 0) // exponents near that of one, so that operands interact
      x = (x & ~f.infinity()) |
          (uint64_t(f.bias() - 3 + static_cast<int>(random() % 6))
           << f.fractionBits);
    if (i % 5 == 0) // few significant bits
      x &= ~((uint64_t(1) << (f.fractionBits * 3 / 4)) - 1);
    if (i % 31 == 0) // subnormal
      x &= ~f.infinity();
    result.push_back(static_cast<Bits>(x));
  }
  return result;
}

uint32_t bitsOf(float x) { return floatToBits(x); }
uint64_t bitsOf(double x) { return doubleToBits(x); }
float valueOf(uint32_t x) { return bitsToFloat(x); }
double valueOf(uint64_t x) { return bitsToDouble(x); }

template <typename Bits>
void expectSame(FloatFormat f, uint64_t actual, Bits expected, const char *what,
                int direction) {
  if (f.isNan(expected)) {
    EXPECT_EQ(actual, f.canonicalNan()) << what;
    return;
  }
  EXPECT_EQ(actual, expected) << what << " direction " << direction;
}

template <typename Bits> void checkAgainstHost(FloatFormat f) {
  std::vector<Bits> xs = patterns<Bits>(f, 3000);
  std::mt19937 random(7);
  for (int k = 0; k != 4; ++k)
    for (size_t i = 0; i != xs.size(); ++i) {
      Bits a = xs[i], b = xs[random() % xs.size()],
           c = xs[random() % xs.size()];
      volatile auto x = valueOf(a), y = valueOf(b), z = valueOf(c);
      Rounding r = directions[k];
      int h = hostDirections[k];
      expectSame(f, addFloat(f, a, b, r),
                 bitsOf(underHostRounding(h, [&] { return x + y; })), "add", k);
      expectSame(f, mulFloat(f, a, b, r),
                 bitsOf(underHostRounding(h, [&] { return x * y; })), "mul", k);
      expectSame(f, divFloat(f, a, b, r),
                 bitsOf(underHostRounding(h, [&] { return x / y; })), "div", k);
      expectSame(f, sqrtFloat(f, a, r),
                 bitsOf(underHostRounding(h, [&] { return std::sqrt(x); })),
                 "sqrt", k);
      expectSame(
          f, fmaFloat(f, a, b, c, r),
          bitsOf(underHostRounding(h, [&] { return std::fma(x, y, z); })),
          "fma", k);
      // Cancellation: the product's own rounding error.
      auto p = underHostRounding(FE_TONEAREST, [&] { return -(x * y); });
      expectSame(
          f, fmaFloat(f, a, b, bitsOf(p), r),
          bitsOf(underHostRounding(h, [&] { return std::fma(x, y, p); })),
          "fma that cancels", k);
    }
}

/// A finite half in units of 2^-48.
Int128 halfInUnits(uint32_t bits) {
  int exponent = bits >> 10 & 31;
  Int128 significand = exponent ? (bits & 1023) | 1024 : bits & 1023;
  Int128 value = significand << (24 + std::max(exponent - 1, 0));
  return bits & 0x8000 ? -value : value;
}

/// The non-negative finite halves in order: bit pattern i has value table[i].
const std::vector<Int128> &halfTable() {
  static const std::vector<Int128> table = [] {
    std::vector<Int128> t;
    for (uint32_t i = 0; i != 0x7C00; ++i)
      t.push_back(halfInUnits(i));
    // The value of infinity's code, if exponents went on: decides overflow.
    t.push_back(Int128(1) << (16 + 48));
    return t;
  }();
  return table;
}

/// Rounds an exact non-zero value to half by searching the table.
uint32_t roundToHalf(Int128 exact, Rounding r) {
  bool isNegative = exact < 0;
  Int128 magnitude = isNegative ? -exact : exact;
  const auto &t = halfTable();
  uint32_t up = std::lower_bound(t.begin(), t.end(), magnitude) - t.begin();
  uint32_t sign = isNegative ? 0x8000 : 0;
  bool away =
      (r == Rounding::Up && !isNegative) || (r == Rounding::Down && isNegative);
  if (up == t.size()) // beyond the largest, beyond infinity's stand-in
    return sign | (away || r == Rounding::Nearest ? 0x7C00 : 0x7BFF);
  if (t[up] == magnitude && up != 0x7C00)
    return sign | up;
  if (t[up] == magnitude)
    return sign | (away || r == Rounding::Nearest ? 0x7C00 : 0x7BFF);
  uint32_t down = up - 1;
  if (r != Rounding::Nearest)
    return sign | (away ? up : down);
  Int128 below = magnitude - t[down], above = t[up] - magnitude;
  bool takesUp = above < below || (above == below && (up & 1) == 0);
  return sign | (takesUp ? up : down);
}

} // namespace

TEST(Numerics, SingleAgreesWithHost) {
  checkAgainstHost<uint32_t>(singleFormat);
}

TEST(Numerics, DoubleAgreesWithHost) {
  checkAgainstHost<uint64_t>(doubleFormat);
}

TEST(Numerics, HalfConvertsBothWaysExactly) {
  for (uint32_t h = 0; h != 0x10000; ++h) {
    uint64_t f = convertFloat(halfFormat, singleFormat, h, Rounding::Nearest);
    if (halfFormat.isNan(h)) {
      EXPECT_EQ(f, 0x7FFFFFFFu);
      continue;
    }
    if ((h & 0x7FFF) != 0x7C00) {
      EXPECT_EQ(std::ldexp(bitsToFloat(f), 48),
                static_cast<float>(halfInUnits(h)))
          << h;
    }
    for (Rounding r : directions)
      EXPECT_EQ(convertFloat(singleFormat, halfFormat, f, r), h);
  }
}

TEST(Numerics, BfloatIsTheTopOfSingle) {
  for (uint32_t b = 0; b != 0x10000; ++b) {
    if (bfloatFormat.isNan(b))
      continue;
    EXPECT_EQ(convertFloat(bfloatFormat, singleFormat, b, Rounding::Nearest),
              b << 16);
    // Truncation of any value in between gives the same number.
    EXPECT_EQ(convertFloat(singleFormat, bfloatFormat, b << 16 | 0x7FFF,
                           Rounding::Zero),
              (b & 0x7FFF) == 0x7F80 ? 0x7FFFu : b);
  }
}

TEST(Numerics, BfloatRoundsToNearestEven) {
  std::mt19937 random(3);
  for (int i = 0; i != 200000; ++i) {
    uint32_t f = random();
    if (singleFormat.isNan(f))
      continue;
    uint32_t expected = (f + 0x7FFF + (f >> 16 & 1)) >> 16;
    EXPECT_EQ(convertFloat(singleFormat, bfloatFormat, f, Rounding::Nearest),
              expected);
  }
}

TEST(Numerics, SingleToHalfInAllDirections) {
  std::mt19937 random(5);
  for (int i = 0; i != 100000; ++i) {
    // Values in units of 2^-48 that float represents exactly.
    int64_t m = static_cast<int64_t>(random() % (1 << 24)) + 1;
    int shift = random() % 42;
    Int128 exact = Int128(i & 1 ? -m : m) * (Int128(1) << shift);
    uint32_t f = floatToBits(std::ldexp(float(i & 1 ? -m : m), shift - 48));
    for (Rounding r : directions)
      EXPECT_EQ(convertFloat(singleFormat, halfFormat, f, r),
                roundToHalf(exact, r));
  }
}

TEST(Numerics, HalfArithmeticRoundsOnce) {
  std::mt19937 random(11);
  std::vector<uint64_t> xs;
  for (uint16_t x : patterns<uint16_t>(halfFormat, 400))
    if ((x & 0x7C00) != 0x7C00)
      xs.push_back(x);
  for (uint64_t a : xs)
    for (uint64_t b : xs) {
      uint64_t c = xs[random() % xs.size()];
      Int128 x = halfInUnits(a), y = halfInUnits(b), z = halfInUnits(c);
      // Products: units of 2^-24 each give units of 2^-48.
      Int128 product = (x >> 24) * (y >> 24);
      for (Rounding r : directions) {
        if (x + y != 0) {
          EXPECT_EQ(addFloat(halfFormat, a, b, r), roundToHalf(x + y, r));
        }
        if (product != 0) {
          EXPECT_EQ(mulFloat(halfFormat, a, b, r), roundToHalf(product, r));
        }
        if (product + z != 0) {
          EXPECT_EQ(fmaFloat(halfFormat, a, b, c, r),
                    roundToHalf(product + z, r));
        }
      }
    }
}

TEST(Numerics, HostPathsAreExact) {
  // Every half widens right, and every kind of double narrows right.
  for (uint32_t h = 0; h != 0x10000; ++h) {
    EXPECT_EQ(widenHalf(h),
              convertFloat(halfFormat, singleFormat, h, Rounding::Nearest));
    EXPECT_EQ(widenBfloat(h),
              convertFloat(bfloatFormat, singleFormat, h, Rounding::Nearest));
  }
  std::mt19937_64 random(13);
  for (int i = 0; i != 300000; ++i) {
    // Exponents around both formats' ranges; ties and their neighbours.
    uint64_t bits = random();
    int scale = i & 1 ? 24 : 150;
    uint64_t exponent = 1023 - scale + random() % (2 * scale);
    bits = (bits & ~doubleFormat.infinity()) | exponent << 52;
    if (i % 3 == 0)
      bits &= ~((uint64_t(1) << (40 + random() % 8)) - 1);
    if (i % 97 == 0)
      bits |= doubleFormat.infinity();
    double x = bitsToDouble(bits);
    EXPECT_EQ(HostHalf::narrow(x), fromDouble(halfFormat, x)) << x;
    EXPECT_EQ(HostBfloat::narrow(x), fromDouble(bfloatFormat, x)) << x;
  }
  for (uint64_t x : {uint64_t(0), uint64_t(1), doubleFormat.infinity(),
                     doubleFormat.signBit()})
    EXPECT_EQ(HostHalf::narrow(bitsToDouble(x)),
              fromDouble(halfFormat, bitsToDouble(x)));
}

TEST(Numerics, ExactZeroTakesItsSignFromTheDirection) {
  uint64_t one = singleFormat.one(), minusOne = one | singleFormat.signBit();
  for (Rounding r : directions)
    EXPECT_EQ(addFloat(singleFormat, one, minusOne, r),
              r == Rounding::Down ? singleFormat.signBit() : 0);
}

TEST(Numerics, MinAndMax) {
  const FloatFormat f = singleFormat;
  uint64_t nan = 0x7FC12345, minusZero = f.signBit();
  EXPECT_EQ(minMaxFloat(f, 0, minusZero, false, false), minusZero);
  EXPECT_EQ(minMaxFloat(f, minusZero, 0, true, false), 0u);
  EXPECT_EQ(minMaxFloat(f, nan, f.one(), true, false), f.one());
  EXPECT_EQ(minMaxFloat(f, f.one(), nan, false, false), f.one());
  EXPECT_EQ(minMaxFloat(f, nan, f.one(), true, true), f.canonicalNan());
  EXPECT_EQ(minMaxFloat(f, nan, nan, true, false), f.canonicalNan());
}

TEST(Numerics, SaturateToTheUnitInterval) {
  const FloatFormat f = halfFormat;
  EXPECT_EQ(saturateFloat(f, 0x7FFF), 0u);
  EXPECT_EQ(saturateFloat(f, 0x8000), 0u);
  EXPECT_EQ(saturateFloat(f, 0xBC00), 0u);
  EXPECT_EQ(saturateFloat(f, 0x7C00), f.one());
  EXPECT_EQ(saturateFloat(f, 0x3800), 0x3800u);
}

TEST(Numerics, IntegersAgreeWithHost) {
  std::vector<uint64_t> values = {0,
                                  1,
                                  ~0ull,
                                  1ull << 63,
                                  (1ull << 53) + 1,
                                  (1ull << 24) + 1,
                                  0x7FFFFFFFFFFFFFFF};
  std::mt19937_64 random(9);
  for (int i = 0; i != 3000; ++i)
    values.push_back(random() >> (random() % 64));
  for (int k = 0; k != 4; ++k)
    for (uint64_t value : values) {
      volatile uint64_t u = value;
      volatile auto s = static_cast<int64_t>(value);
      Rounding r = directions[k];
      int h = hostDirections[k];
      EXPECT_EQ(integerToFloat(singleFormat, value, true, r),
                bitsOf(underHostRounding(h, [&] { return float(s); })));
      EXPECT_EQ(integerToFloat(doubleFormat, value, true, r),
                bitsOf(underHostRounding(h, [&] { return double(s); })));
      if (k == 0) {
        EXPECT_EQ(integerToFloat(singleFormat, value, false, r),
                  bitsOf(float(u)));
      }
    }
  for (int k = 0; k != 4; ++k)
    for (uint64_t bits : patterns<uint64_t>(doubleFormat, 5000)) {
      volatile double x = bitsToDouble(bits);
      double integral = underHostRounding(hostDirections[k],
                                          [&] { return std::nearbyint(x); });
      if (!(x == x))
        continue;
      EXPECT_EQ(roundToIntegral(doubleFormat, bits, directions[k]),
                doubleToBits(integral));
      int32_t clamped = integral >= 2147483647.0    ? INT32_MAX
                        : integral <= -2147483648.0 ? INT32_MIN
                                                    : int32_t(integral);
      EXPECT_EQ(static_cast<int32_t>(floatToInteger(
                    doubleFormat, bits, directions[k], 32, true, 0)),
                clamped);
      uint32_t unsignedClamped = integral >= 4294967295.0 ? UINT32_MAX
                                 : integral <= 0          ? 0
                                                          : uint32_t(integral);
      EXPECT_EQ(floatToInteger(doubleFormat, bits, directions[k], 32, false, 0),
                unsignedClamped);
    }
}
