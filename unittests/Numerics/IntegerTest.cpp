//===- IntegerTest.cpp - Integer arithmetic of a stated width -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/Integer.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace tessera::numerics;

/// All pairs of i8, against plain arithmetic in int.
TEST(Integer, everyPairOfI8) {
  for (int a = 0; a < 256; ++a)
    for (int b = 0; b < 256; ++b) {
      int x = static_cast<int8_t>(a), y = static_cast<int8_t>(b);
      auto overflows = [](int exact) { return exact < -128 || exact > 127; };
      EXPECT_EQ(addOverflow(8, a, b).isSigned, overflows(x + y));
      EXPECT_EQ(addOverflow(8, a, b).isUnsigned, a + b > 255);
      EXPECT_EQ(subOverflow(8, a, b).isSigned, overflows(x - y));
      EXPECT_EQ(subOverflow(8, a, b).isUnsigned, a < b);
      EXPECT_EQ(mulOverflow(8, a, b).isSigned, overflows(x * y));
      EXPECT_EQ(mulOverflow(8, a, b).isUnsigned, a * b > 255);
      EXPECT_EQ(mulHighUnsigned(8, a, b), unsigned(a * b) >> 8);
      if (b == 0)
        continue;
      EXPECT_EQ(divUnsigned(a, b, DivRounding::Zero), unsigned(a / b));
      EXPECT_EQ(divUnsigned(a, b, DivRounding::PositiveInf),
                unsigned(std::ceil(double(a) / b)));
      EXPECT_EQ(remSigned(8, a, b), uint8_t(x % y));
      if (x == -128 && y == -1)
        continue;
      double quotient = double(x) / y;
      EXPECT_EQ(divSigned(8, a, b, DivRounding::Zero),
                uint8_t(int(std::trunc(quotient))));
      EXPECT_EQ(divSigned(8, a, b, DivRounding::NegativeInf),
                uint8_t(int(std::floor(quotient))));
      EXPECT_EQ(divSigned(8, a, b, DivRounding::PositiveInf),
                uint8_t(int(std::ceil(quotient))));
    }
}

TEST(Integer, everyShiftOfI8) {
  for (int a = 0; a < 256; ++a)
    for (unsigned amount = 0; amount < 12; ++amount) {
      int x = static_cast<int8_t>(a);
      EXPECT_EQ(shiftLeft(8, a, amount), uint8_t(a << amount));
      EXPECT_EQ(shiftRightLogical(8, a, amount), unsigned(a) >> amount);
      EXPECT_EQ(shiftRightArithmetic(8, a, amount), uint8_t(x >> amount));
      EXPECT_EQ(shiftLeftOverflow(8, a, amount).isUnsigned,
                (a << amount) > 255);
      int exact = x * (1 << amount);
      EXPECT_EQ(shiftLeftOverflow(8, a, amount).isSigned,
                exact < -128 || exact > 127);
    }
}

/// The unary and ternary operations of the language, again in int.
TEST(Integer, everyPairOfSmallIntegers) {
  for (int width : {1, 4, 8})
    for (int a = 0; a < 1 << width; ++a) {
      int x = int(signExtend(a, width)), least = -(1 << (width - 1));
      EXPECT_EQ(absSigned(width, a), unsigned(std::abs(x)));
      EXPECT_EQ(negOverflow(width, a).isSigned, x == least);
      EXPECT_EQ(negOverflow(width, a).isUnsigned, a != 0);
      for (int to = 1; to < width; ++to) {
        EXPECT_EQ(truncOverflow(width, to, a).isUnsigned, a >= 1 << to);
        EXPECT_EQ(truncOverflow(width, to, a).isSigned,
                  x < -(1 << (to - 1)) || x >= 1 << (to - 1));
      }
      for (int b = 0; b < 1 << width; ++b) {
        int y = int(signExtend(b, width));
        EXPECT_EQ(mulHighUnsigned(width, a, b), unsigned(a * b) >> width);
        EXPECT_EQ(mulHighSigned(width, a, b), wrap(width, (x * y) >> width));
        EXPECT_EQ(maxInt(width, a, b, Signedness::Unsigned),
                  unsigned(std::max(a, b)));
        EXPECT_EQ(maxInt(width, a, b, Signedness::Signed),
                  wrap(width, std::max(x, y)));
        EXPECT_EQ(minInt(width, a, b, Signedness::Unsigned),
                  unsigned(std::min(a, b)));
        EXPECT_EQ(minInt(width, a, b, Signedness::Signed),
                  wrap(width, std::min(x, y)));
        EXPECT_EQ(hasQuotient(width, a, b, Signedness::Unsigned), b != 0);
        EXPECT_EQ(hasQuotient(width, a, b, Signedness::Signed),
                  y != 0 && x / y < -least);
      }
    }
}

TEST(Integer, edgesOfI64) {
  uint64_t least = uint64_t(1) << 63, most = lowBits(63), all = ~uint64_t(0);
  EXPECT_TRUE(addOverflow(64, most, 1).isSigned);
  EXPECT_FALSE(addOverflow(64, most, 1).isUnsigned);
  EXPECT_TRUE(addOverflow(64, all, 1).isUnsigned);
  EXPECT_FALSE(addOverflow(64, all, 1).isSigned);
  EXPECT_TRUE(subOverflow(64, least, 1).isSigned);
  EXPECT_TRUE(mulOverflow(64, least, all).isSigned);
  EXPECT_EQ(mulHighUnsigned(64, all, all), all - 1);
  EXPECT_EQ(mulHighUnsigned(64, least, 2), 1u);
  EXPECT_EQ(mulHighSigned(64, least, 2), all);
  EXPECT_EQ(mulHighSigned(64, all, all), 0u);
  EXPECT_EQ(mulHighSigned(64, least, least), uint64_t(1) << 62);
  EXPECT_EQ(absSigned(64, least), least);
  EXPECT_TRUE(truncOverflow(64, 32, least).isSigned);
  EXPECT_FALSE(truncOverflow(64, 32, uint64_t(-5)).isSigned);
  EXPECT_FALSE(hasQuotient(64, least, all, Signedness::Signed));
  EXPECT_EQ(mulHighUnsigned(64, 0x123456789ABCDEF0, 0xFEDCBA9876543210),
            0x121FA00AD77D7422u);
  EXPECT_EQ(remSigned(64, least, all), 0u);
  EXPECT_EQ(shiftLeft(64, 1, 64), 0u);
  EXPECT_EQ(shiftRightArithmetic(64, least, 1000), all);
  EXPECT_EQ(signExtend(least, 64), INT64_MIN);
}

TEST(Integer, i1CountsModuloTwo) {
  EXPECT_EQ(signExtend(1, 1), -1);
  EXPECT_FALSE(addOverflow(1, 1, 0).isSigned);
  EXPECT_TRUE(addOverflow(1, 1, 1).isUnsigned);
  EXPECT_EQ(divUnsigned(1, 1, DivRounding::Zero), 1u);
  EXPECT_TRUE(isSignedMin(1, 1));
}
