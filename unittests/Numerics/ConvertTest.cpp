//===- ConvertTest.cpp - Conversions between element formats --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/Convert.h"
#include "Oracle.h"
#include "gtest/gtest.h"

using namespace tessera::numerics;

static constexpr Rounding allRoundings[] = {
    Rounding::NearestEven, Rounding::Zero, Rounding::NegativeInf,
    Rounding::PositiveInf, Rounding::NearestAway};

/// The value of bits that the library made, read by the oracle.
static double read(Format format, uint64_t bits) {
  if (format == Format::F64)
    return oracle::doubleOf(bits);
  if (format == Format::TF32)
    return oracle::decode(Format::F32, bits);
  return oracle::decode(format, bits);
}

TEST(Convert, every16BitFloatToEveryWiderOrEqualFormat) {
  for (Format from : {Format::F16, Format::BF16})
    for (Format to :
         {Format::F16, Format::BF16, Format::TF32, Format::F32, Format::F64})
      for (Rounding rounding : allRoundings)
        for (uint64_t bits = 0; bits < 65536; ++bits) {
          double want = oracle::round(to, oracle::decode(from, bits), rounding);
          double got = read(to, convertFloat(from, to, bits, rounding));
          ASSERT_TRUE(oracle::same(got, want))
              << name(from).str() << " " << bits << " to " << name(to).str()
              << " gives " << got << ", not " << want;
        }
}

/// Every number of the narrow format, the middle of each gap, and the doubles
/// next to that middle: all the cases that rounding distinguishes.
TEST(Convert, f64ToNarrowAtAndAroundEveryMidpoint) {
  for (Format to : {Format::F16, Format::BF16})
    for (uint64_t bits = 0; bits + 1 < (to == Format::F16 ? 0x7C00u : 0x7F80u);
         ++bits) {
      double low = oracle::decode(to, bits),
             high = oracle::decode(to, bits + 1);
      double middle = (low + high) / 2;
      for (double magnitude :
           {low, std::nextafter(low, 1e300), middle,
            std::nextafter(middle, 0.0), std::nextafter(middle, 1e300)})
        for (double value : {magnitude, -magnitude})
          for (Rounding rounding : allRoundings)
            ASSERT_TRUE(oracle::same(
                read(to, convertFloat(Format::F64, to, oracle::bitsOf(value),
                                      rounding)),
                oracle::round(to, value, rounding)))
                << value << " to " << name(to).str();
    }
}

TEST(Convert, f64ToF32AsTheHostRounds) {
  for (uint64_t bits = 0; bits < 4000; ++bits) {
    // A spread of exponents and significands, from below subnormal to Inf.
    double value =
        oracle::doubleOf(0x3690000000000000 + bits * 0x0003137A9B61D1F3);
    for (double x : {value, -value}) {
      uint64_t got = convertFloat(Format::F64, Format::F32, oracle::bitsOf(x));
      ASSERT_EQ(got, oracle::bitsOf(static_cast<float>(x))) << x;
      for (Rounding rounding : allRoundings)
        ASSERT_TRUE(oracle::same(
            read(Format::F32, convertFloat(Format::F64, Format::F32,
                                           oracle::bitsOf(x), rounding)),
            oracle::round(Format::F32, x, rounding)));
    }
  }
}

TEST(Convert, overflowAndNaNOfWideTargets) {
  uint64_t huge = oracle::bitsOf(1e30f);
  EXPECT_EQ(convertFloat(Format::F32, Format::F16, huge), 0x7C00u);
  EXPECT_EQ(convertFloat(Format::F32, Format::F16, huge, Rounding::Zero),
            0x7BFFu);
  // Half an ulp above the largest f16 is the first value that overflows.
  EXPECT_EQ(convertFloat(Format::F32, Format::F16, oracle::bitsOf(65519.f)),
            0x7BFFu);
  EXPECT_EQ(convertFloat(Format::F32, Format::F16, oracle::bitsOf(65520.f)),
            0x7C00u);
  // Signalling, negative and payload NaNs all become the canonical one.
  for (uint64_t nan : {0x7F800001u, 0xFFC00000u, 0x7FC12345u})
    EXPECT_EQ(convertFloat(Format::F32, Format::BF16, nan), 0x7FFFu);
}

TEST(Convert, eightBitTargetsSaturate) {
  auto to8 = [](Format to, float value) {
    return convertFloat(Format::F32, to, oracle::bitsOf(value));
  };
  EXPECT_EQ(to8(Format::F8E5M2, 1e30f), 0x7Bu); // 57344
  EXPECT_EQ(to8(Format::F8E5M2, -INFINITY), 0xFBu);
  EXPECT_EQ(to8(Format::F8E4M3FN, 449.f), 0x7Eu); // 448
  EXPECT_EQ(to8(Format::F8E4M3FN, -1e9f), 0xFEu);
  EXPECT_EQ(to8(Format::F8E4M3FN, INFINITY), 0x7Eu);
  EXPECT_EQ(to8(Format::F8E4M3FN, NAN), 0x7Fu);
  EXPECT_EQ(to8(Format::F4E2M1FN, 100.f), 0x7u); // 6
  EXPECT_EQ(to8(Format::F4E2M1FN, -INFINITY), 0xFu);
  EXPECT_EQ(to8(Format::F4E2M1FN, 2.5f), 0x4u); // a tie: 2 is even, 3 is odd
  EXPECT_EQ(to8(Format::F4E2M1FN, NAN), 0x7u);
}

TEST(Convert, powersOfTwoInE8M0) {
  auto convert = [](float value, Rounding rounding) {
    return convertFloat(Format::F32, Format::F8E8M0FNU, oracle::bitsOf(value),
                        rounding);
  };
  EXPECT_EQ(convert(1.f, Rounding::Zero), 127u);
  EXPECT_EQ(convert(1.f, Rounding::PositiveInf), 127u);
  EXPECT_EQ(convert(3.f, Rounding::Zero), 128u);
  EXPECT_EQ(convert(3.f, Rounding::PositiveInf), 129u);
  EXPECT_EQ(convert(-3.f, Rounding::Zero), 128u);
  EXPECT_EQ(convert(0.f, Rounding::Zero), 0u);
  EXPECT_EQ(convert(1e-45f, Rounding::Zero), 0u);
  EXPECT_EQ(convert(INFINITY, Rounding::Zero), 254u);
  EXPECT_EQ(convert(3e38f, Rounding::PositiveInf), 254u);
  EXPECT_EQ(convert(NAN, Rounding::Zero), 255u);
  for (uint64_t bits = 0; bits < 255; ++bits)
    EXPECT_EQ(
        oracle::floatOf(convertFloat(Format::F8E8M0FNU, Format::F32, bits)),
        std::ldexp(1.f, int(bits) - 127));
}

TEST(Convert, every8BitFloatSurvivesARoundTrip) {
  for (Format format :
       {Format::F8E4M3FN, Format::F8E5M2, Format::F4E2M1FN, Format::F8E8M0FNU})
    for (uint64_t bits = 0; bits < (uint64_t(1) << bitWidth(format)); ++bits) {
      if (!decode(format, bits).isFinite())
        continue;
      Rounding rounding =
          format == Format::F8E8M0FNU ? Rounding::Zero : Rounding::NearestEven;
      uint64_t wide = convertFloat(format, Format::F64, bits);
      ASSERT_EQ(convertFloat(Format::F64, format, wide, rounding), bits)
          << name(format).str();
    }
}

TEST(Convert, every16BitIntegerToFloat) {
  for (Format to : {Format::F16, Format::BF16, Format::F32, Format::F64})
    for (uint64_t bits = 0; bits < 65536; ++bits) {
      double asSigned = static_cast<int16_t>(bits), asUnsigned = double(bits);
      ASSERT_TRUE(oracle::same(
          read(to, intToFloat(Format::I16, to, bits, Signedness::Signed)),
          oracle::round(to, asSigned, Rounding::NearestEven)));
      ASSERT_TRUE(oracle::same(
          read(to, intToFloat(Format::I16, to, bits, Signedness::Unsigned)),
          oracle::round(to, asUnsigned, Rounding::NearestEven)));
    }
}

TEST(Convert, wideIntegersRoundOnceAsTheHostDoes) {
  // The last two differ when rounded first to f64 and then to f32.
  for (uint64_t bits :
       {uint64_t(0), uint64_t(1), ~uint64_t(0), uint64_t(1) << 63, lowBits(63),
        uint64_t(0x8000008000000001), uint64_t(0x4000004000000001)}) {
    EXPECT_EQ(intToFloat(Format::I64, Format::F32, bits, Signedness::Unsigned),
              oracle::bitsOf(static_cast<float>(bits)));
    EXPECT_EQ(intToFloat(Format::I64, Format::F32, bits, Signedness::Signed),
              oracle::bitsOf(static_cast<float>(static_cast<int64_t>(bits))));
    EXPECT_EQ(intToFloat(Format::I64, Format::F64, bits, Signedness::Signed),
              oracle::bitsOf(static_cast<double>(static_cast<int64_t>(bits))));
  }
  EXPECT_EQ(intToFloat(Format::I32, Format::F16, 70000, Signedness::Signed),
            0x7C00u);
  EXPECT_EQ(
      intToFloat(Format::I32, Format::F8E4M3FN, 70000, Signedness::Signed),
      0x7Eu);
  EXPECT_EQ(intToFloat(Format::I1, Format::F32, 1, Signedness::Signed),
            oracle::bitsOf(-1.f));
  EXPECT_EQ(intToFloat(Format::I1, Format::F32, 1, Signedness::Unsigned),
            oracle::bitsOf(1.f));
}

TEST(Convert, every16BitFloatToEveryInteger) {
  for (Format from : {Format::F16, Format::BF16})
    for (Format to : {Format::I1, Format::I8, Format::I16, Format::I32})
      for (Signedness signedness : {Signedness::Signed, Signedness::Unsigned})
        for (uint64_t bits = 0; bits < 65536; ++bits) {
          bool isSigned = signedness == Signedness::Signed;
          double value = std::trunc(oracle::decode(from, bits));
          int width = bitWidth(to);
          double least = isSigned ? -std::ldexp(1, width - 1) : 0;
          double most = std::ldexp(1, width - isSigned) - 1;
          std::optional<uint64_t> got = floatToInt(from, to, bits, signedness);
          ASSERT_EQ(got.has_value(), value >= least && value <= most)
              << value << " to " << name(to).str();
          double clamped =
              std::isnan(value) ? 0 : std::min(std::max(value, least), most);
          uint64_t want =
              static_cast<uint64_t>(int64_t(clamped)) & lowBits(bitWidth(to));
          if (got)
            ASSERT_EQ(*got, want);
          ASSERT_EQ(floatToIntSaturating(from, to, bits, signedness), want);
        }
}

TEST(Convert, edgesOf64BitIntegers) {
  auto toI64 = [](double value, Signedness signedness) {
    return floatToInt(Format::F64, Format::I64, oracle::bitsOf(value),
                      signedness);
  };
  EXPECT_EQ(toI64(-0x1p63, Signedness::Signed), uint64_t(1) << 63);
  EXPECT_EQ(toI64(0x1p63, Signedness::Signed), std::nullopt);
  EXPECT_EQ(toI64(0x1p63, Signedness::Unsigned), uint64_t(1) << 63);
  EXPECT_EQ(toI64(0x1p64, Signedness::Unsigned), std::nullopt);
  EXPECT_EQ(toI64(-0.999, Signedness::Unsigned), uint64_t(0));
  EXPECT_EQ(toI64(-1.0, Signedness::Unsigned), std::nullopt);
}

TEST(Convert, integersWiden) {
  EXPECT_EQ(extendInt(Format::I1, Format::I8, 1, Signedness::Signed), 0xFFu);
  EXPECT_EQ(extendInt(Format::I1, Format::I8, 1, Signedness::Unsigned), 1u);
  EXPECT_EQ(extendInt(Format::I4, Format::I16, 0xC, Signedness::Signed),
            0xFFFCu);
  EXPECT_EQ(extendInt(Format::I32, Format::I64, 0x80000000, Signedness::Signed),
            0xFFFFFFFF80000000u);
}
