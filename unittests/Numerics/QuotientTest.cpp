//===- QuotientTest.cpp - Quotients by a reciprocal have all bits ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler divides by one number what it multiplies by its rounded reciprocal r:
//
//   q = x * r,  q' = q - (y * q - x) * r
//
// q is at most two units in the last place from x / y, and r at most 2^-24 of itself from
// 1 / y, so that q' is rounded from a number within 2^-23 units of x / y. That can be wrong
// only if the middle of two numbers lies between the two. For each y there are few x of
// which that is possible, the solutions of
//
//   x * 2^k = y * m + c    m odd, of 25 bits, k = 24 or 25, c small
//
// and this tries them all, as far as they are.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstdint>

namespace {

// c / y is a distance in units of half the last place, at most 2^-22 of them.
constexpr int64_t kMostApart = 3;

float divide(float x, float y) {
  volatile float r = 1 / y;
  volatile float q = x * r;
  return std::fma(-std::fma(y, q, -x), r, q);
}

/// The inverse of an odd number modulo 2^64, by Newton's method.
uint64_t invert(uint64_t odd) {
  uint64_t inverse = odd;
  for (unsigned step = 0; step != 6; ++step)
    inverse *= 2 - odd * inverse;
  return inverse;
}

/// Divides all numerators of 24 bits that `y` times the middle of two quotients is closest to.
/// Returns their number, or -1 if a quotient is wrong.
int64_t divideHardOnes(uint32_t y) {
  constexpr uint64_t least = uint64_t(1) << 23, end = uint64_t(1) << 24;
  unsigned zeros = llvm::countr_zero(y);
  uint64_t odd = y >> zeros, inverse = invert(odd);
  int64_t tried = 0;
  for (unsigned k : {24u, 25u})
    for (int64_t c = -kMostApart; c <= kMostApart; c += 2) {
      uint64_t modulus = uint64_t(1) << (k - zeros);
      uint64_t residue = (uint64_t(-c) * inverse) & (modulus - 1);
      for (uint64_t m = end + ((residue - end) & (modulus - 1)); m < 2 * end;
           m += modulus) {
        uint64_t x = (odd * m + uint64_t(c)) / modulus;
        if (m % 2 == 0 || x < least || x >= end)
          continue;
        ++tried;
        if (divide(float(x), float(y)) != float(x) / float(y))
          return -1;
      }
    }
  return tried;
}

TEST(QuotientTest, HardestNumeratorsOfEachDivisor) {
  int64_t tried = 0;
  for (uint32_t y = uint32_t(1) << 23; y != uint32_t(1) << 24; ++y) {
    int64_t some = divideHardOnes(y);
    ASSERT_GE(some, 0) << "a numerator of " << y << " is divided wrongly";
    tried += some;
  }
  // An odd divisor has at least one for each of the four distances.
  EXPECT_GT(tried, int64_t(1) << 24);
}

// A reciprocal that is not rounded correctly is not enough: the test can see it.
TEST(QuotientTest, NeighboursOfReciprocalsAreNotEnough) {
  auto isWrong = [](uint32_t x, uint32_t y) {
    float r = std::nextafter(1 / float(y), 0.0F);
    volatile float q = float(x) * r;
    float quotient = std::fma(-std::fma(float(y), q, -float(x)), r, q);
    return quotient != float(x) / float(y);
  };
  int64_t wrong = 0;
  for (uint32_t y = (uint32_t(1) << 24) - 4096; y != uint32_t(1) << 24; ++y)
    for (uint32_t x = (uint32_t(1) << 24) - 64; x != uint32_t(1) << 24; ++x)
      wrong += isWrong(x, y);
  EXPECT_GT(wrong, 0);
}

} // namespace
