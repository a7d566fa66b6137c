//===- ConvertSmallTest.cpp - Pairs of small floats through cvt -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All numbers of 8, 6 and 4 bits in both directions, and the powers of two that
// scale factors are.
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
      // Back: all pairs; above 6 bits of a byte two do not count.
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
