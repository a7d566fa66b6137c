//===- NarrowTest.cpp - Formats of up to 16 bits, exhaustively ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Numbers.h"
#include "Oracle.h"
#include "tessera/Numerics/Convert.h"
#include "gtest/gtest.h"

using namespace tessera::numerics;
using oracle::allRoundings;
using oracle::bitsOf;
using oracle::narrowFormats;
using oracle::Numbers;
using oracle::same;

/// Compares a conversion of an exact value into a narrow format with the
/// search.
static void expectRounded(Format from, uint64_t bits, double value, Format to,
                          Rounding rounding) {
  uint64_t want = Numbers::of(to).round(value, rounding);
  ASSERT_EQ(convertFloat(from, to, bits, rounding), want)
      << name(from).str() << " " << value << " to " << name(to).str()
      << " in mode " << int(rounding);
}

TEST(Narrow, everyPatternOfEveryFormat) {
  for (Format format : narrowFormats) {
    const Numbers &numbers = Numbers::of(format);
    for (uint64_t bits = 0; bits < numbers.count(); ++bits) {
      double value = numbers.decode(bits);
      SCOPED_TRACE(name(format).str() + " " + std::to_string(bits));
      llvm::APFloat decoded = decode(format, bits);
      ASSERT_EQ(isNaN(format, bits), std::isnan(value));
      ASSERT_EQ(decoded.isNaN(), std::isnan(value));
      ASSERT_EQ(encode(format, decoded), bits);
      ASSERT_TRUE(same(
          oracle::doubleOf(convertFloat(format, Format::F64, bits)), value));
      ASSERT_TRUE(same(oracle::floatOf(convertFloat(format, Format::F32, bits)),
                       value));
      if (std::isnan(value))
        continue;
      ASSERT_EQ(roundFloat(format, decoded), bits);
      ASSERT_TRUE(fitsFloat(format, decoded));
    }
    EXPECT_EQ(canonicalNaN(format), numbers.nan());
  }
}

TEST(Narrow, subnormalNumbersAreThoseBelowTheLeastNormalOne) {
  auto leastNormal = [](Format format) {
    return format == Format::F4E2M1FN   ? 1.0
           : format == Format::F8E4M3FN ? 0x1p-6
           : format == Format::BF16     ? 0x1p-126
                                        : 0x1p-14;
  };
  for (Format format : narrowFormats) {
    const Numbers &numbers = Numbers::of(format);
    for (uint64_t bits = 0; bits < numbers.count(); ++bits) {
      double value = numbers.decode(bits);
      bool isSubnormal =
          format != Format::F8E8M0FNU && std::fabs(value) < leastNormal(format);
      uint64_t want = !isSubnormal          ? bits
                      : std::signbit(value) ? numbers.signBit()
                                            : 0;
      ASSERT_EQ(flushSubnormal(format, bits), want)
          << name(format).str() << " " << bits;
    }
  }
}

TEST(Narrow, everyNumberToEveryNarrowFormatInEveryRounding) {
  for (Format from : narrowFormats)
    for (Format to : narrowFormats)
      for (Rounding rounding : allRoundings)
        for (uint64_t bits = 0; bits < Numbers::of(from).count(); ++bits)
          expectRounded(from, bits, Numbers::of(from).decode(bits), to,
                        rounding);
}

/// All cases that rounding distinguishes: each number, the middle of each gap,
/// their neighbours in the wider format, and the same beyond the largest
/// number.
template <typename Float>
static void roundAroundEveryMiddle(Format from, Format to) {
  const Numbers &numbers = Numbers::of(to);
  std::vector<double> points = {0, std::ldexp(numbers.positive()[1].first, -1),
                                std::ldexp(numbers.positive()[1].first, -3),
                                numbers.largest() * 64,
                                std::numeric_limits<Float>::infinity()};
  std::vector<std::pair<double, uint64_t>> list = numbers.positive();
  list.push_back({numbers.beyondLargest(), 0});
  for (size_t i = 0; i + 1 < list.size(); ++i) {
    points.push_back(list[i].first);
    points.push_back(list[i].first + (list[i + 1].first - list[i].first) / 2);
  }
  points.push_back(list.back().first);
  for (double point : points) {
    Float center = static_cast<Float>(point);
    if (center != point)
      continue;
    Float inf = std::numeric_limits<Float>::infinity();
    for (Float value : {center, std::nextafter(center, Float(0)),
                        std::nextafter(center, inf)})
      for (Float x : {value, -value})
        for (Rounding rounding : allRoundings)
          expectRounded(from, bitsOf(x), x, to, rounding);
  }
}

TEST(Narrow, f32AndF64AroundEveryMiddle) {
  for (Format to : narrowFormats) {
    roundAroundEveryMiddle<float>(Format::F32, to);
    roundAroundEveryMiddle<double>(Format::F64, to);
  }
}

TEST(Narrow, everyTF32ThatANarrowFormatTells) {
  // All numbers of tf32 with an exponent near the middle of the formats, and
  // some with every other exponent.
  for (Format to : narrowFormats)
    for (uint64_t word = 0; word < uint64_t(1) << 19;
         word += word >> 10 > 95 && word >> 10 < 150 ? 1 : 37)
      for (Rounding rounding : allRoundings)
        expectRounded(Format::TF32, word << 13, oracle::floatOf(word << 13), to,
                      rounding);
}

TEST(Narrow, everyIntegerOf16BitsInEveryRounding) {
  for (Format from : {Format::I1, Format::I4, Format::I8, Format::I16})
    for (Format to : narrowFormats)
      for (Rounding rounding : allRoundings)
        for (uint64_t bits = 0; bits < uint64_t(1) << bitWidth(from); ++bits) {
          double asSigned = double(signExtend(bits, bitWidth(from)));
          ASSERT_EQ(intToFloat(from, to, bits, Signedness::Signed, rounding),
                    Numbers::of(to).round(asSigned, rounding))
              << asSigned << " to " << name(to).str();
          ASSERT_EQ(intToFloat(from, to, bits, Signedness::Unsigned, rounding),
                    Numbers::of(to).round(double(bits), rounding))
              << bits << " to " << name(to).str();
        }
}

/// A number rounded to an integer by `rounding`, as a double.
static double roundToIntegral(double value, Rounding rounding) {
  double low = std::floor(value), rest = value - low;
  switch (rounding) {
  case Rounding::NearestEven:
    return rest > 0.5 || (rest == 0.5 && std::fmod(low, 2) != 0) ? low + 1
                                                                 : low;
  case Rounding::NearestAway:
    return std::round(value);
  case Rounding::Zero:
    return std::trunc(value);
  case Rounding::NegativeInf:
    return low;
  case Rounding::PositiveInf:
    return std::ceil(value);
  }
  return value;
}

TEST(Narrow, everyNumberToEveryIntegerInEveryRounding) {
  for (Format from : narrowFormats)
    for (Format to : {Format::I1, Format::I4, Format::I8, Format::I16,
                      Format::I32, Format::I64})
      for (bool isSigned : {false, true})
        for (Rounding rounding : allRoundings)
          for (uint64_t bits = 0; bits < Numbers::of(from).count(); ++bits) {
            double value =
                roundToIntegral(Numbers::of(from).decode(bits), rounding);
            int width = bitWidth(to);
            // Out of range; the upper end itself need not be a double.
            double end = std::ldexp(1, width - isSigned);
            double least = isSigned ? -end : 0;
            bool fits = value >= least && value < end;
            uint64_t want = std::isnan(value) ? 0
                            : value >= end    ? lowBits(width - isSigned)
                            : value < least
                                ? isSigned ? uint64_t(1) << (width - 1) : 0
                            : value < 0 ? -uint64_t(-value) & lowBits(width)
                                        : uint64_t(value);
            if (width == 1) { // i1: all but zero is true, also NaN
              fits = true;
              want = Numbers::of(from).decode(bits) != 0;
            }
            auto reading = isSigned ? Signedness::Signed : Signedness::Unsigned;
            SCOPED_TRACE(name(from).str() + " " + std::to_string(bits) +
                         " to " + name(to).str());
            ASSERT_EQ(floatToInt(from, to, bits, reading, rounding),
                      fits ? std::optional(want) : std::nullopt);
            ASSERT_EQ(floatToIntSaturating(from, to, bits, reading, rounding),
                      want);
          }
}

/// mmaf multiplies elements of 8 bits exactly, as f32.
TEST(Narrow, everyProductOfTwo8BitNumbersIsAnF32) {
  for (Format format : {Format::F4E2M1FN, Format::F8E4M3FN, Format::F8E5M2,
                        Format::F8E5M3FNU}) {
    const Numbers &numbers = Numbers::of(format);
    for (uint64_t a = 0; a < numbers.count(); ++a)
      for (uint64_t b = 0; b < numbers.count(); ++b) {
        double x = numbers.decode(a), y = numbers.decode(b);
        uint64_t product =
            mul(Format::F32, convertFloat(format, Format::F32, a),
                convertFloat(format, Format::F32, b));
        ASSERT_TRUE(same(oracle::floatOf(product), x * y)) << x << " * " << y;
      }
  }
}

TEST(Narrow, orderOfEveryPairOf8BitNumbers) {
  for (Format format : narrowFormats) {
    const Numbers &numbers = Numbers::of(format);
    if (numbers.count() > 256)
      continue;
    for (uint64_t a = 0; a < numbers.count(); ++a)
      for (uint64_t b = 0; b < numbers.count(); ++b) {
        double x = numbers.decode(a), y = numbers.decode(b);
        ASSERT_EQ(compare(format, a, b), x < y    ? Ordering::Less
                                         : x > y  ? Ordering::Greater
                                         : x == y ? Ordering::Equal
                                                  : Ordering::Unordered);
      }
  }
}

TEST(Narrow, f8E5M3FNUByItsFacts) {
  // PTX ISA 9.4: bias 15, no sign, only 0xFF is NaN. So the least numbers are
  // multiples of 2^-17, and the largest is 1.75 * 2^16.
  auto value = [](uint64_t bits) {
    return oracle::floatOf(convertFloat(Format::F8E5M3FNU, Format::F32, bits));
  };
  EXPECT_EQ(value(0x00), 0.f);
  EXPECT_EQ(value(0x01), 0x1p-17f);
  EXPECT_EQ(value(0x08), 0x1p-14f);
  EXPECT_EQ(value(0x78), 1.f);
  EXPECT_EQ(value(0xFE), 114688.f);
  EXPECT_TRUE(std::isnan(value(0xFF)));
  auto from = [](float number, Rounding rounding = Rounding::NearestEven) {
    return convertFloat(Format::F32, Format::F8E5M3FNU, bitsOf(number),
                        rounding);
  };
  EXPECT_EQ(from(-1.f), 0x78u);
  EXPECT_EQ(from(-0.f), 0x00u);
  EXPECT_EQ(from(1e9f), 0xFEu);
  EXPECT_EQ(from(-INFINITY), 0xFEu);
  EXPECT_EQ(from(NAN), 0xFFu);
  EXPECT_EQ(from(0x1p-18f), 0x00u);
  EXPECT_EQ(from(0x1p-18f, Rounding::PositiveInf), 0x01u);
}
