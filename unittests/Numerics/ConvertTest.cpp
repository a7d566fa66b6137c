//===- ConvertTest.cpp - Conversions between element formats --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/Convert.h"
#include "HostRounding.h"
#include "Numbers.h"
#include "Oracle.h"
#include "gtest/gtest.h"
#include <random>

using namespace tessera::numerics;

using oracle::allRoundings;
using oracle::HostRounding;

/// The value of bits from the library, as the oracle reads them.
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
/// next to it: all the cases that rounding distinguishes.
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
  for (Format format : oracle::narrowFormats)
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
    for (Format to : {Format::I8, Format::I16, Format::I32})
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

// All values but zero are true, also NaN, with and without saturation.
TEST(Convert, every16BitFloatToTruth) {
  for (Format from : {Format::F16, Format::BF16})
    for (Signedness signedness : {Signedness::Signed, Signedness::Unsigned})
      for (uint64_t bits = 0; bits < 65536; ++bits) {
        uint64_t want = oracle::decode(from, bits) != 0;
        ASSERT_EQ(floatToInt(from, Format::I1, bits, signedness), want);
        ASSERT_EQ(floatToIntSaturating(from, Format::I1, bits, signedness),
                  want);
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

/// LLVM's own rounding is a second opinion for formats that it has, if neither
/// saturation nor a dropped sign matters.
TEST(Convert, wideFormatsAsAPFloatRounds) {
  std::mt19937_64 random(8);
  const std::pair<Rounding, llvm::RoundingMode> modes[] = {
      {Rounding::NearestEven, llvm::RoundingMode::NearestTiesToEven},
      {Rounding::Zero, llvm::RoundingMode::TowardZero},
      {Rounding::NegativeInf, llvm::RoundingMode::TowardNegative},
      {Rounding::PositiveInf, llvm::RoundingMode::TowardPositive},
      {Rounding::NearestAway, llvm::RoundingMode::NearestTiesToAway}};
  for (Format from : {Format::F64, Format::F32, Format::TF32})
    for (Format to :
         {Format::F64, Format::F32, Format::TF32, Format::BF16, Format::F16})
      for (int i = 0; i < 40000; ++i) {
        uint64_t bits = random() & lowBits(bitWidth(from));
        // Every other number lies in the range of the narrower formats.
        if (i % 2 && from == Format::F64)
          bits = (bits & ~(uint64_t(0x7FF) << 52)) |
                 (uint64_t(1023 - 160 + i % 300) << 52);
        if (from == Format::TF32)
          bits &= ~lowBits(13);
        for (auto [rounding, mode] : modes) {
          llvm::APFloat want = decode(from, bits);
          bool losesInfo;
          want.convert(semantics(to), mode, &losesInfo);
          uint64_t wanted = want.isNaN() ? canonicalNaN(to) : encode(to, want);
          ASSERT_EQ(convertFloat(from, to, bits, rounding), wanted)
              << name(from).str() << " " << bits << " to " << name(to).str()
              << " in mode " << int(rounding);
        }
      }
}

TEST(Convert, wideIntegersAsTheHostRoundsInEveryMode) {
  std::mt19937_64 random(9);
  for (int i = 0; i < 100000; ++i) {
    // All lengths, and numbers next to powers of two.
    uint64_t bits = random() >> (random() % 64);
    if (i % 3 == 0)
      bits = (uint64_t(1) << (i % 64)) + random() % 5 - 2;
    for (Rounding rounding : oracle::ieeeRoundings) {
      volatile uint64_t source = bits;
      volatile double f64, f64Signed;
      volatile float f32, f32Signed;
      {
        HostRounding scope(rounding);
        f64 = static_cast<double>(uint64_t(source));
        f32 = static_cast<float>(uint64_t(source));
        f64Signed = static_cast<double>(int64_t(source));
        f32Signed = static_cast<float>(int64_t(source));
      }
      auto to = [&](Format format, Signedness signedness) {
        return intToFloat(Format::I64, format, bits, signedness, rounding);
      };
      ASSERT_EQ(to(Format::F64, Signedness::Signed),
                oracle::bitsOf(double(f64Signed)))
          << bits << " in mode " << int(rounding);
      ASSERT_EQ(to(Format::F32, Signedness::Signed),
                oracle::bitsOf(float(f32Signed)))
          << bits << " in mode " << int(rounding);
      // Some hosts round unsigned integers wrongly in the directed modes.
      if (int64_t(bits) >= 0) {
        ASSERT_EQ(to(Format::F64, Signedness::Unsigned),
                  to(Format::F64, Signedness::Signed));
        ASSERT_EQ(to(Format::F32, Signedness::Unsigned),
                  to(Format::F32, Signedness::Signed));
      } else if (rounding == Rounding::NearestEven) {
        ASSERT_EQ(to(Format::F64, Signedness::Unsigned),
                  oracle::bitsOf(double(f64)));
        ASSERT_EQ(to(Format::F32, Signedness::Unsigned),
                  oracle::bitsOf(float(f32)));
      }
      // Doubles hold all integers of 32 bits, so the search can check the
      // result.
      for (Format format : oracle::narrowFormats)
        ASSERT_EQ(intToFloat(Format::I32, format, bits & lowBits(32),
                             Signedness::Signed, rounding),
                  oracle::Numbers::of(format).round(
                      double(signExtend(bits, 32)), rounding));
    }
  }
}

TEST(Convert, wideFloatsToIntegersInEveryRounding) {
  std::mt19937_64 random(10);
  for (int i = 0; i < 200000; ++i) {
    // From 2^-3 to 2^66, halves and integers among them.
    double value = oracle::doubleOf((random() & lowBits(52)) |
                                    (uint64_t(1020 + random() % 70) << 52));
    if (i % 4 == 0)
      value = std::floor(value * 2) / 2;
    for (Rounding rounding : oracle::ieeeRoundings) {
      volatile double source = value;
      volatile double integer;
      {
        HostRounding scope(rounding);
        integer = std::nearbyint(double(source));
      }
      std::optional<uint64_t> want;
      if (double(integer) < 0x1p64)
        want = static_cast<uint64_t>(integer);
      ASSERT_EQ(floatToInt(Format::F64, Format::I64, oracle::bitsOf(value),
                           Signedness::Unsigned, rounding),
                want)
          << value;
    }
  }
}

TEST(Convert, textRoundsOnce) {
  auto bits = [](Format format, const char *text) {
    return parseFloat(format, text)->bits;
  };
  // Just above the middle of two numbers: rounded to f64 first, it would be the
  // middle.
  EXPECT_EQ(bits(Format::F16, "1.00048828125"), 0x3C00u);
  EXPECT_EQ(bits(Format::F16, "1.000488281250000000000000000001"), 0x3C01u);
  EXPECT_EQ(bits(Format::F32, "1.00000005960464477539062500000001"),
            oracle::bitsOf(0x1.000002p0f));
  EXPECT_EQ(bits(Format::F64, "0.1"), oracle::bitsOf(0.1));
  EXPECT_EQ(bits(Format::F8E5M3FNU, "1.0625"), 0x78u);
  EXPECT_EQ(bits(Format::F8E5M3FNU, "1.06250000000000000000000000000001"),
            0x79u);
  EXPECT_EQ(bits(Format::F8E5M3FNU, "nan"), 0xFFu);
  EXPECT_EQ(bits(Format::F8E5M2, "-inf"), 0xFCu);
  EXPECT_EQ(bits(Format::F8E4M3FN, "-inf"), 0xFEu);
  EXPECT_EQ(parseFloat(Format::F16, "1e-7000", Rounding::PositiveInf)->bits,
            1u);
  EXPECT_EQ(bits(Format::F16, "1e-7000"), 0u);
  EXPECT_EQ(bits(Format::F32, "0x1.8p3"), oracle::bitsOf(12.f));
  for (const char *text : {"", "x", "1.0.0", "0x", "--1"})
    EXPECT_FALSE(parseFloat(Format::F32, text)) << text;
}

TEST(Convert, whatFitsAFormat) {
  auto fits = [](Format format, const char *text) {
    return parseFloat(format, text)->fits;
  };
  EXPECT_TRUE(fits(Format::F16, "65519.99"));
  EXPECT_FALSE(fits(Format::F16, "65520"));
  EXPECT_TRUE(fits(Format::F16, "-inf"));
  EXPECT_TRUE(fits(Format::F16, "1e-30"));
  EXPECT_FALSE(fits(Format::F64, "1e400"));
  EXPECT_FALSE(fits(Format::F64, "1e6000"));
  EXPECT_FALSE(fits(Format::F8E4M3FN, "inf"));
  EXPECT_TRUE(fits(Format::F8E4M3FN, "-448"));
  EXPECT_FALSE(fits(Format::F8E4M3FN, "-480"));
  EXPECT_TRUE(fits(Format::F8E5M3FNU, "114688"));
  EXPECT_FALSE(fits(Format::F8E5M3FNU, "122880"));
  EXPECT_FALSE(fits(Format::F8E5M3FNU, "-1"));
  EXPECT_TRUE(fits(Format::F8E5M3FNU, "0"));
  EXPECT_FALSE(fits(Format::F8E8M0FNU, "0"));
  EXPECT_FALSE(fits(Format::F8E8M0FNU, "-2"));
  EXPECT_TRUE(fits(Format::F8E8M0FNU, "nan"));
  EXPECT_FALSE(fits(Format::F4E2M1FN, "nan"));
  EXPECT_FALSE(fits(Format::F4E2M1FN, "7"));
}
