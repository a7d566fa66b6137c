//===- PowerPolynomialTest.cpp - Powers of two by arithmetic --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/PowerPolynomial.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace tessera;

namespace {

/// Arithmetic on one f32, as a GPU has it. A double holds the sum of a float of so few
/// bits and the shift, so that rounding it down is one rounding.
struct Floats {
  using Value = float;

  float constant(float value) { return value; }
  float clamp(float x, float least, float greatest) {
    return std::isnan(x) ? x : std::clamp(x, least, greatest);
  }
  float addDown(float x, float value) {
    return float(std::floor(double(x)) + double(value));
  }
  float add(float x, float value) { return x + value; }
  float subtract(float x, float y) { return x - y; }
  float fma(float x, float y, float value) { return std::fma(x, y, value); }
  float multiply(float x, float y) { return x * y; }
  float shiftBits(float x, unsigned count) {
    return llvm::bit_cast<float>(llvm::bit_cast<uint32_t>(x) << count);
  }
};

float computePower(float exponent) {
  Floats floats;
  return power::compute(floats, exponent);
}

/// The numbers between two floats above zero.
int64_t countBetween(float lhs, float rhs) {
  return std::abs(int64_t(llvm::bit_cast<uint32_t>(lhs)) -
                  int64_t(llvm::bit_cast<uint32_t>(rhs)));
}

/// The most numbers between a power and the nearest one, of exponents from `first` to
/// `last` by bits, of which each `step`th is computed.
int64_t findLargestError(float first, float last, uint32_t step) {
  uint32_t end = llvm::bit_cast<uint32_t>(last);
  int64_t most = 0;
  for (uint32_t bits = llvm::bit_cast<uint32_t>(first); bits <= end;
       bits += step) {
    auto exponent = llvm::bit_cast<float>(bits);
    auto nearest = float(std::exp2(double(exponent)));
    most = std::max(most, countBetween(computePower(exponent), nearest));
  }
  return most;
}

} // namespace

// All floats between these bounds were computed, once: none is further than two numbers
// from the nearest one. The step is a prime.
TEST(PowerPolynomial, IsTwoNumbersFromTheNearestOneAtMost) {
  constexpr uint32_t step = 211;
  EXPECT_LE(findLargestError(0x1p-31F, 127.99999F, step), 2);
  EXPECT_LE(findLargestError(-0x1p-31F, -126, step), 2);
}

TEST(PowerPolynomial, IsExactForIntegers) {
  for (int exponent = -126; exponent < 128; ++exponent)
    EXPECT_EQ(computePower(float(exponent)), std::ldexp(1.0F, exponent));
}

TEST(PowerPolynomial, FlushesSubnormalPowers) {
  float below = std::nextafter(-126.0F, -127.0F);
  for (float exponent : {below, -126.5F, -127.0F, -138.0F, -151.0F, -1e6F,
                         -std::numeric_limits<float>::max(),
                         -std::numeric_limits<float>::infinity()}) {
    EXPECT_EQ(computePower(exponent), 0);
    EXPECT_FALSE(std::signbit(computePower(exponent)));
  }
}

TEST(PowerPolynomial, OverflowsToInfinity) {
  float infinity = std::numeric_limits<float>::infinity();
  for (float exponent : {128.0F, 129.0F, 1000.0F, 1e30F, infinity})
    EXPECT_EQ(computePower(exponent), infinity);
  EXPECT_LT(computePower(std::nextafter(128.0F, 0.0F)), infinity);
}

TEST(PowerPolynomial, HandsOnNaN) {
  EXPECT_TRUE(
      std::isnan(computePower(std::numeric_limits<float>::quiet_NaN())));
}

TEST(PowerPolynomial, IsOneNextToZero) {
  EXPECT_EQ(computePower(0.0F), 1);
  EXPECT_EQ(computePower(-0.0F), 1);
  for (float exponent : {0x1p-40F, -0x1p-40F, -0x1p-140F})
    EXPECT_LE(countBetween(computePower(exponent), 1), 2);
}
