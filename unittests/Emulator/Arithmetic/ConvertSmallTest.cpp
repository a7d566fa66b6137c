//===- ConvertSmallTest.cpp - Pairs of small floats through cvt -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All numbers of 8, 6 and 4 bits in both directions, and the powers of two used
// as scale factors.
//
//===----------------------------------------------------------------------===//

#include "ConvertHarness.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {
struct SmallPair {
  const char *name;
  const SmallFormat &(*format)();
  unsigned step; ///< bits from one element to the other
  const char *target;
};
const SmallPair smallPairs[] = {{"e4m3x2", e4m3, 8, "sm_89"},
                                {"e5m2x2", e5m2, 8, "sm_90"},
                                {"e3m2x2", e3m2, 8, "sm_100a"},
                                {"e2m3x2", e2m3, 8, "sm_121f"},
                                {"e2m1x2", e2m1, 4, "sm_120a"}};
} // namespace

/// Pairs of 4-bit numbers are in registers of 8 bits.
TEST(Convert, PairsOfSmallFloats) {
  for (const SmallPair &pair : smallPairs) {
    const SmallFormat &format = pair.format();
    auto round = [&](double x) {
      return format.round(x, Direction::Nearest, true);
    };
    bool isByte = pair.step == 4;
    std::string to = isByte ? " %b2" : " %h2";
    std::string widen =
        isByte ? "; cvt.u64.u8 %rd11, %b2;" : "; cvt.u64.u16 %rd11, %h2;";
    std::string declare = ".reg .b8 %b<4>; ";
    for (bool isRelu : {false, true}) {
      std::string start =
          declare + "cvt.rn.satfinite" + (isRelu ? ".relu." : ".") + pair.name;
      auto finish = [&](u32 bits) {
        return isRelu ? relu(bits, format) : bits;
      };
      expectAll(
          start + ".f32" + to + ", %r10, 0f40000000" + widen,
          singlesAround(format),
          [&](u64 x) -> u64 {
            double value = floatOf(static_cast<u32>(x));
            return finish(round(value)) << pair.step | round(2);
          },
          pair.target);
      bool isSix = &format == &e3m2() || &format == &e2m3();
      if (!isSix)
        expectAll(
            start + ".f16x2" + to + ", %r10" + widen, allPatterns(16),
            [&](u64 x) -> u64 {
              u32 low = finish(round(half().value(static_cast<u32>(x))));
              return finish(round(0)) << pair.step | low;
            },
            pair.target);
      // Back: all pairs; beyond the 6 bits of a number, its byte has two that
      // do not count.
      u32 mask = 2 * format.signBit() - 1;
      expectAll(
          declare +
              (isByte ? "cvt.u8.u16 %b3, %h10; " : "mov.b16 %h3, %h10; ") +
              "cvt.rn" + (isRelu ? ".relu" : "") + ".f16x2." + pair.name +
              " %r2, " + (isByte ? "%b3" : "%h3") + "; cvt.u64.u32 %rd11, %r2;",
          allPatterns(2 * pair.step),
          [&](u64 x) -> u64 {
            u32 result = 0;
            for (unsigned i : {0u, 1u}) {
              u32 wide = half().round(
                  format.value(static_cast<u32>(x >> (pair.step * i)) & mask),
                  Direction::Nearest, false);
              result |= (isRelu ? relu(wide, half()) : wide) << (16 * i);
            }
            return result;
          },
          pair.target);
    }
  }
}

/// .ue8m0: the largest power of two that is not above the size of a number, or
/// the smallest that is not below it, from 2^-127 to 2^127.
TEST(Convert, PowersOfTwo) {
  auto reference = [](double x, bool isUp, bool isFinite) -> u32 {
    if (std::isnan(x))
      return 0xFF;
    x = std::fabs(x);
    if (x <= 0x1p-127)
      return 0;
    if (x > 0x1p127 && (std::isinf(x) || isUp))
      return isFinite ? 0xFE : 0xFF;
    int exponent = std::ilogb(x);
    return static_cast<u32>(exponent + 127 +
                            (isUp && x > std::ldexp(1, exponent)));
  };
  std::vector<u64> singles;
  for (u32 exponent = 0; exponent != 256; ++exponent)
    for (u32 fraction : {0u, 1u, 0x3FFFFFu, 0x400000u, 0x400001u, 0x7FFFFFu})
      for (u32 sign : {0u, 0x80000000u})
        singles.push_back(sign | exponent << 23 | fraction);
  for (bool isUp : {false, true})
    for (bool isFinite : {false, true}) {
      std::string start = std::string(isUp ? "cvt.rp" : "cvt.rz") +
                          (isFinite ? ".satfinite" : "") + ".ue8m0x2";
      std::string end = "; cvt.u64.u16 %rd11, %h2;";
      expectAll(
          start + ".f32 %h2, %r10, 0f40400000" + end, singles,
          [&](u64 x) -> u64 {
            double value = floatOf(static_cast<u32>(x));
            return reference(value, isUp, isFinite) << 8 | (isUp ? 129 : 128);
          },
          "sm_120a");
      expectAll(
          start + ".bf16x2 %h2, %r10" + end, allPatterns(16),
          [&](u64 x) -> u64 {
            double value = bfloat().value(static_cast<u32>(x));
            return reference(value, isUp, isFinite);
          },
          "sm_100f");
    }
  expectAll(
      "cvt.rn.bf16x2.ue8m0x2 %r2, %h10; cvt.u64.u32 %rd11, %r2;",
      allPatterns(16),
      [&](u64 x) -> u64 {
        auto wide = [](u64 code) {
          return code == 0xFF ? 0x7FFF
                              : bfloat().round(std::ldexp(1, int(code) - 127),
                                               Direction::Nearest, false);
        };
        return wide(x >> 8) << 16 | wide(x & 0xFF);
      },
      "sm_121a");
}

namespace {

/// Rounds a number by random bits: away from zero if they and the part that is
/// cut off, in units of 2^-count of the last place, add up to a unit.
u32 roundRandomly(const SmallFormat &format, u32 single, u32 random,
                  unsigned count, bool isFinite) {
  double x = floatOf(single), size = std::fabs(x);
  double largest = format.value(format.largest());
  double beyond = 2 * largest - format.value(format.largest() - 1);
  if (!(size < beyond))
    return format.round(x, Direction::Nearest, isFinite);
  u32 sign = std::signbit(x) ? format.signBit() : 0;
  u32 low = format.round(size, Direction::Zero, isFinite);
  bool isLargest = low == format.largest();
  double next = isLargest ? beyond : format.value(low + 1);
  double part = (size - format.value(low)) / (next - format.value(low));
  if (std::floor(std::ldexp(part, int(count))) + random <
      std::ldexp(1.0, int(count)))
    return sign | low;
  return sign | (isLargest && isFinite ? low : low + 1);
}

/// Random bits in the upper half of each input, singles in the lower one.
std::vector<u64> withRandomBits(const std::vector<u64> &singles) {
  std::vector<u64> inputs;
  u64 state = 1;
  for (u64 single : singles)
    for (unsigned i = 0; i != 6; ++i) {
      state = state * 6364136223846793005 + 1442695040888963407;
      u64 random = i == 0   ? 0
                   : i == 1 ? 0xFFFFFFFF
                   : i == 2 ? 0x80008000
                            : state >> 32;
      inputs.push_back(random << 32 | single);
    }
  return inputs;
}

} // namespace

TEST(Convert, RandomRoundingToPairs) {
  for (const SmallType &type : smallTypes) {
    const SmallFormat &format = type.format();
    unsigned count = &format == &half() ? 13 : 16;
    u32 mask = (1u << count) - 1;
    std::vector<u64> singles;
    for (u32 i = 0; i < format.largest(); i += 37)
      for (u32 offset : {0u, 1u, 4095u, 4096u, 8191u, 65535u})
        singles.push_back(bitsOf(static_cast<float>(format.value(i))) + offset);
    for (u64 special : {0x7F800000, 0x7FC00000, 0x477FF000, 0x7F7FFFFF,
                        0x477FE001, 0x33000001, 0x00000001, 0x00012345})
      singles.push_back(special);
    for (size_t i = 0, size = singles.size(); i != size; ++i)
      singles.push_back(singles[i] | 0x80000000);
    for (unsigned modes = 0; modes != 4; ++modes) {
      bool isRelu = modes & 1, isFinite = modes & 2;
      auto reference = [&](u64 single, u64 random) {
        u32 bits =
            roundRandomly(format, static_cast<u32>(single),
                          static_cast<u32>(random) & mask, count, isFinite);
        return isRelu ? relu(bits, format) : bits;
      };
      expectAll(
          "mov.b64 {%r11, %r12}, %rd10; cvt.rs" +
              std::string(isRelu ? ".relu" : "") +
              (isFinite ? ".satfinite." : ".") + type.name +
              "x2.f32 %r2, %r11, 0fC0001FFF, %r12; cvt.u64.u32 %rd11, %r2;",
          withRandomBits(singles),
          [&](u64 x) -> u64 {
            u64 high = reference(x & 0xFFFFFFFF, x >> 48);
            return high << 16 | reference(0xC0001FFF, x >> 32);
          },
          "sm_100a");
    }
  }
}

TEST(Convert, RandomRoundingToFours) {
  for (const SmallPair &pair : smallPairs) {
    const SmallFormat &format = pair.format();
    bool isNibble = pair.step == 4;
    std::string name = pair.name;
    name.back() = '4';
    for (bool isRelu : {false, true}) {
      auto reference = [&](u64 single, u64 random) -> u64 {
        unsigned count = isNibble ? 8 : 16;
        u32 bits = roundRandomly(format, static_cast<u32>(single),
                                 static_cast<u32>(random) & ((1u << count) - 1),
                                 count, true);
        return isRelu ? relu(bits, format) : bits;
      };
      expectAll(
          "mov.b64 {%r11, %r12}, %rd10; cvt.rs.satfinite" +
              std::string(isRelu ? ".relu." : ".") + name + ".f32 " +
              (isNibble ? "%h2" : "%r2") +
              ", {%r11, 0f3FA80000, 0fBFB33333, %r11}, %r12; cvt.u64.u" +
              (isNibble ? "16 %rd11, %h2;" : "32 %rd11, %r2;"),
          withRandomBits(singlesAround(format)),
          [&](u64 x) -> u64 {
            u64 single = x & 0xFFFFFFFF, random = x >> 32;
            auto bitsOfOperand = [&](unsigned i) {
              bool isUpper = i < 2;
              return isNibble ? random >> ((isUpper ? 8 : 0) + (i % 2 ? 0 : 16))
                              : random >> (isUpper ? 16 : 0);
            };
            u64 operands[] = {single, 0x3FA80000, 0xBFB33333, single};
            u64 result = 0;
            for (unsigned i = 0; i != 4; ++i)
              result = result << pair.step |
                       reference(operands[i], bitsOfOperand(i));
            return result;
          },
          "sm_103a");
    }
  }
}

/// Added by PTX 9.1: all of them from .bf16x2, and those of 6 bits from .f16x2.
TEST(Convert, SmallFloatsOfPairs) {
  for (const SmallPair &pair : smallPairs)
    for (const SmallType &type : smallTypes) {
      const SmallFormat &format = pair.format(), &from = type.format();
      bool isByte = pair.step == 4;
      expectAll(
          ".reg .b8 %b<4>; cvt.rn.satfinite." + std::string(pair.name) + "." +
              type.name + "x2 " +
              (isByte ? "%b2, %r10; cvt.u64.u8 %rd11, %b2;"
                      : "%h2, %r10; cvt.u64.u16 %rd11, %h2;"),
          allPatterns(16),
          [&](u64 x) -> u64 {
            return format.round(from.value(static_cast<u32>(x)),
                                Direction::Nearest, true);
          },
          "sm_120a", "9.1");
    }
}

/// Added by PTX 9.2: to .bf16x2, times powers of two.
TEST(Convert, ScaledPairs) {
  for (const SmallPair &pair : smallPairs)
    for (unsigned modes = 0; modes != 8; ++modes) {
      bool isRelu = modes & 1, isFinite = modes & 2, isScaled = modes & 4;
      const SmallFormat &format = pair.format();
      bool isByte = pair.step == 4;
      std::vector<u64> inputs;
      u32 mask = 2 * format.signBit() - 1;
      for (u64 bits = 0; bits <= mask; ++bits)
        for (u64 power : {0u, 1u, 2u, 100u, 127u, 128u, 245u, 250u, 254u, 255u})
          inputs.push_back(power << 16 | bits);
      std::string source = isByte ? "%b3" : "%h3";
      expectAll(
          std::string(".reg .b8 %b<4>; ") +
              (isByte ? "cvt.u8.u16 %b3, %h10; " : "mov.b16 %h3, %h10; ") +
              "cvt.rn" + (isRelu ? ".relu" : "") +
              (isFinite ? ".satfinite" : "") +
              (isScaled ? ".scaled::n2::ue8m0" : "") + ".bf16x2." + pair.name +
              " %r2, " + source + (isScaled ? ", %h11" : "") +
              "; cvt.u64.u32 %rd11, %r2; and.b64 %rd11, %rd11, 65535;",
          inputs,
          [&](u64 x) -> u64 {
            auto power = static_cast<unsigned>(x >> 16 & 0xFF);
            double value = format.value(static_cast<u32>(x) & mask);
            if (isScaled)
              value = power == 255 ? std::nan("")
                                   : std::ldexp(value, int(power) - 127);
            u32 bits = bfloat().round(value, Direction::Nearest, isFinite);
            return isRelu ? relu(bits, bfloat()) : bits;
          },
          "sm_120a", "9.2");
    }
  std::string error = parseError(
      withTarget(kernel("cvt.rn.bf16x2.e4m3x2 %r2, %h1;"), "sm_120a"));
  EXPECT_NE(error.find("needs .version 9.2 or later"), std::string::npos);
}

/// The byte of the nearest number to x in .s2f6, ties to even; a NaN becomes
/// the largest number.
static u32 nearestFixed(double x, bool isRelu) {
  if (std::isnan(x))
    return 127;
  // Far away, distances are equal in double.
  x = std::min(std::max(x, -4.0), 4.0);
  int nearest = -128;
  for (int units = -127; units != 128; ++units) {
    double distance = std::fabs(units / 64.0 - x);
    double least = std::fabs(nearest / 64.0 - x);
    if (distance < least || (distance == least && units % 2 == 0))
      nearest = units;
  }
  return static_cast<uint8_t>(isRelu ? std::max(nearest, 0) : nearest);
}

static const unsigned fixedPowers[] = {0,   1,   100, 124, 126,
                                       127, 128, 130, 254, 255};
static double powerOfTwo(unsigned power) {
  return power == 255 ? std::nan("") : std::ldexp(1.0, int(power) - 127);
}

/// 9.1: fixed point from .f32 and .bf16x2. The other half is 1.
TEST(Convert, ToFixedPoint) {
  for (unsigned modes = 0; modes != 8; ++modes) {
    bool isRelu = modes & 1, isScaled = modes & 2, isSingle = modes & 4;
    std::vector<u64> inputs;
    for (unsigned power : fixedPowers)
      for (u64 bits = 0; bits < 65536; bits += isScaled ? 61 : 1)
        if (isScaled || power == 127)
          inputs.push_back(u64(power) << 32 |
                           (isSingle ? bits << 16 | (bits & 1) : bits));
    expectAll(
        std::string("mov.b64 {%r11, %r12}, %rd10; cvt.u16.u32 %h3, %r12; "
                    "cvt.rn.satfinite") +
            (isRelu ? ".relu" : "") + (isScaled ? ".scaled::n2::ue8m0" : "") +
            ".s2f6x2." +
            (isSingle ? "f32 %h2, 0f3F800000, %r11" : "bf16x2 %h2, %r11") +
            (isScaled ? ", %h3" : "") + "; cvt.u64.u16 %rd11, %h2; " +
            "and.b64 %rd11, %rd11, 255;",
        inputs,
        [&](u64 x) -> u64 {
          u32 bits = isSingle ? u32(x) : u32(x) << 16;
          float value;
          std::memcpy(&value, &bits, 4);
          double divisor = isScaled ? powerOfTwo(x >> 32 & 0xFF) : 1;
          return nearestFixed(value / divisor, isRelu);
        },
        "sm_120a", "9.1");
  }
}

TEST(Convert, FromFixedPoint) {
  for (unsigned modes = 0; modes != 8; ++modes) {
    bool isRelu = modes & 1, isFinite = modes & 2, isScaled = modes & 4;
    std::vector<u64> inputs;
    for (u64 bits = 0; bits != 256; ++bits)
      for (unsigned power : fixedPowers)
        inputs.push_back(u64(power) << 24 | bits << 8);
    // The upper halves count.
    expectAll(
        std::string("mov.b64 {%r11, %r12}, %rd10; mov.b32 {%h3, %h4}, "
                    "%r11; cvt.rn") +
            (isFinite ? ".satfinite" : "") + (isRelu ? ".relu" : "") +
            (isScaled ? ".scaled::n2::ue8m0" : "") + ".bf16x2.s2f6x2 %r2, %h3" +
            (isScaled ? ", %h4" : "") +
            "; shr.u32 %r2, %r2, 16; cvt.u64.u32 %rd11, %r2;",
        inputs,
        [&](u64 x) -> u64 {
          double value = static_cast<int8_t>(x >> 8) / 64.0;
          if (isScaled)
            value *= powerOfTwo(x >> 24 & 0xFF);
          u32 bits = bfloat().round(value, Direction::Nearest, isFinite);
          return isRelu ? relu(bits, bfloat()) : bits;
        },
        "sm_100a", "9.1");
  }
  for (const char *target : {"sm_100f", "sm_120", "sm_90a", "sm_103a"}) {
    std::string text =
        withTarget(kernel("cvt.rn.bf16x2.s2f6x2 %r2, %h1;"), target);
    EXPECT_EQ(parseError(withVersion(text, "9.1")).empty(),
              target == std::string("sm_103a"));
  }
}
