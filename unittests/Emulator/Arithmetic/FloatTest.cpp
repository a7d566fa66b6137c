//===- FloatTest.cpp - Floating-point arithmetic --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Emulator/Numerics/Numerics.h"
#include "../HostUnits.h"
#include "LanesHarness.h"
#include <cmath>
#include <random>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

using u32 = uint32_t;
using u64 = uint64_t;

class FloatUnits : public HostUnits {};

} // namespace

INSTANTIATE_TEST_SUITE_P(Hosts, FloatUnits, allUnits());

TEST_P(FloatUnits, HostPathAndExactPathAgree) {
  // .rn runs on the host's arithmetic, .sat on exact integers.
  std::mt19937 random(17);
  for (int round = 0; round != 40; ++round) {
    std::vector<u32> a, b, c;
    for (int i = 0; i != 32; ++i) {
      auto next = [&] {
        u32 x = random();
        if (round & 1)
          x = (x & 0x807FFFFF) | (120 + random() % 14) << 23;
        if (round % 5 == 4)
          x &= 0x80FFFFFF; // near and below the smallest normal
        return x;
      };
      a.push_back(next()), b.push_back(next()), c.push_back(next());
    }
    for (const char *flush : {"", ".ftz"}) {
      bool flushes = *flush;
      auto in = [&](u32 x) {
        return flushes ? flushSubnormal(singleFormat, x) : x;
      };
      std::string suffix = std::string(flush) + ".f32 %w, %x, %y";
      std::vector<u32> sum = lanes<u32>("add.rn" + suffix + ";", a, b, c);
      std::vector<u32> difference = lanes<u32>("sub" + suffix + ";", a, b, c);
      std::vector<u32> product = lanes<u32>("mul.rn" + suffix + ";", a, b, c);
      std::vector<u32> quotient = lanes<u32>("div.rn" + suffix + ";", a, b, c);
      std::vector<u32> fused = lanes<u32>("fma.rn" + suffix + ", %z;", a, b, c);
      const std::pair<const char *, Rounding> directions[] = {
          {"fma.rp", Rounding::Up},
          {"fma.rm", Rounding::Down},
          {"fma.rz", Rounding::Zero}};
      for (auto [name, rounding] : directions) {
        const auto directed = lanes<u32>(name + suffix + ", %z;", a, b, c);
        for (int i = 0; i != 32; ++i)
          EXPECT_EQ(directed[i], in(fmaFloat(singleFormat, in(a[i]), in(b[i]),
                                             in(c[i]), rounding)))
              << name << suffix;
      }
      for (int i = 0; i != 32; ++i) {
        u64 x = in(a[i]), y = in(b[i]), z = in(c[i]);
        const FloatFormat f = singleFormat;
        Rounding n = Rounding::Nearest;
        EXPECT_EQ(sum[i], in(addFloat(f, x, y, n)));
        EXPECT_EQ(difference[i], in(addFloat(f, x, y ^ f.signBit(), n)));
        EXPECT_EQ(product[i], in(mulFloat(f, x, y, n)));
        EXPECT_EQ(quotient[i], in(divFloat(f, x, y, n)));
        EXPECT_EQ(fused[i], in(fmaFloat(f, x, y, z, n)));
      }
    }
  }
}

/// Exact zeros and their signs, halves of the last bit, infinities and the largest
/// numbers, in each direction.
TEST(Float, FusedSumsOfLandmarksInDirections) {
  const u32 landmarks[] = {0,          0x3F800000, 0x3F800001, 0x7F7FFFFF,
                           0x7F800000, 0x00000001, 0x00800000, 0x33800000,
                           0x4B40007F, 0x7FC00000};
  std::vector<u32> a, b, c;
  auto check = [&] {
    for (auto [name, rounding] : {std::pair("fma.rp", Rounding::Up),
                                  {"fma.rm", Rounding::Down},
                                  {"fma.rz", Rounding::Zero}}) {
      const auto sums =
          lanes<u32>(std::string(name) + ".f32 %w, %x, %y, %z;", a, b, c);
      for (int i = 0; i != 32; ++i)
        EXPECT_EQ(sums[i], fmaFloat(singleFormat, a[i], b[i], c[i], rounding))
            << name << " " << a[i] << " " << b[i] << " " << c[i];
    }
    a.clear(), b.clear(), c.clear();
  };
  for (u32 x : landmarks)
    for (u32 y : landmarks)
      for (u32 z : landmarks)
        for (u32 signs = 0; signs != 4; ++signs) {
          a.push_back(x | signs << 31);
          b.push_back(y);
          c.push_back(z | signs >> 1 << 31);
          if (a.size() == 32)
            check();
        }
}

/// Numbers on both sides of 0 and 1, subnormal ones, infinities and NaNs.
TEST(Float, SaturatesToUnit) {
  std::vector<u32> a;
  for (u32 x : {0x0u, 0x1u, 0x7FFFFFu, 0x800000u, 0x3F000000u, 0x3F7FFFFFu,
                0x3F800000u, 0x3F800001u, 0x7F7FFFFFu, 0x7F800000u, 0x7F800001u,
                0x7FC00000u, 0x7FFFFFFFu, 0x40000000u, 0x33800000u, 0x42u})
    a.insert(a.end(), {x, x | 0x80000000});
  const auto plain = lanes<u32>("cvt.sat.f32.f32 %w, %x;", a, a, a);
  const auto flushed = lanes<u32>("cvt.ftz.sat.f32.f32 %w, %x;", a, a, a);
  for (int i = 0; i != 32; ++i) {
    const FloatFormat f = singleFormat;
    EXPECT_EQ(plain[i], saturateFloat(f, a[i])) << a[i];
    EXPECT_EQ(flushed[i], saturateFloat(f, flushSubnormal(f, a[i]))) << a[i];
  }
}

TEST_P(FloatUnits, PowersOfTwoAreTheHosts) {
  // The powers of the first ten lie closest to the middle of two floats.
  std::vector<u32> exponents = {
      0x33B8AA3B, 0x36879CF7, 0x3A07857C, 0x3B429D37, 0x3C02A9AD, 0xB52D1F9A,
      0xB8D3D026, 0xBAEC2B40, 0xBCF3A937, 0xBE1F29DE, 0xFF800000, 0x7F800000,
      0x7FC00000, 0xC3160000, 0xC315FFFF, 0xC2FC0001, 0x43000000, 0x42FFFFFF};
  std::mt19937 random(31);
  while (exponents.size() % 32)
    exponents.push_back(random());
  for (int i = 0; i != 40 * 32; ++i) // from 2^-23 to 2^8
    exponents.push_back((random() & 0x807FFFFF) | (104 + random() % 31) << 23);
  for (size_t at = 0; at != exponents.size(); at += 32) {
    const std::vector<u32> some(exponents.begin() + at,
                                exponents.begin() + at + 32);
    for (const char *flush : {"", ".ftz"}) {
      const auto powers = lanes<u32>(
          "ex2.approx" + std::string(flush) + ".f32 %w, %x;", some, some, some);
      for (int i = 0; i != 32; ++i) {
        auto in = [&](u32 x) {
          return *flush ? flushSubnormal(singleFormat, x) : x;
        };
        const auto power =
            static_cast<float>(std::exp2(double(bitsToFloat(in(some[i])))));
        const u32 expected = power != power ? 0x7FFFFFFF : floatToBits(power);
        EXPECT_EQ(powers[i], in(expected)) << std::hex << some[i] << flush;
      }
    }
  }
}

TEST_P(FloatUnits, PairsOfFloatsAreRoundedEach) {
  std::mt19937 random(29);
  for (int round = 0; round != 20; ++round) {
    std::vector<u64> a, b, c;
    auto next = [&] {
      u64 x = u64(random()) << 32 | random();
      if (round & 1) // near one another
        x = (x & 0x807FFFFF807FFFFF) | (u64(120) << 55 | u64(124) << 23);
      return round % 5 == 4 ? x & 0x80FFFFFF80FFFFFF : x; // subnormals, too
    };
    for (int i = 0; i != 32; ++i)
      for (auto *v : {&a, &b, &c})
        v->push_back(next());
    for (const char *flush : {"", ".ftz"}) {
      auto in = [&](u64 x) {
        return *flush ? flushSubnormal(singleFormat, x) : x;
      };
      auto check = [&](const std::string &name, auto expected) {
        const auto pairs =
            lanesOnSm100<u64>(name + flush + ".f32x2 %w, %x, %y" +
                                  (name == "fma.rn" ? ", %z;" : ";"),
                              a, b, c);
        for (int i = 0; i != 32; ++i)
          for (int shift : {0, 32})
            EXPECT_EQ(
                u32(pairs[i] >> shift),
                in(expected(in(u32(a[i] >> shift)), in(u32(b[i] >> shift)),
                            in(u32(c[i] >> shift)))))
                << name << flush;
      };
      const FloatFormat f = singleFormat;
      const Rounding n = Rounding::Nearest;
      check("add.rn", [=](u64 x, u64 y, u64) { return addFloat(f, x, y, n); });
      check("sub.rn", [=](u64 x, u64 y, u64) {
        return addFloat(f, x, y ^ f.signBit(), n);
      });
      check("mul.rn", [=](u64 x, u64 y, u64) { return mulFloat(f, x, y, n); });
      check("fma.rn",
            [=](u64 x, u64 y, u64 z) { return fmaFloat(f, x, y, z, n); });
    }
  }
}

TEST(Float, MaximaOfThree) {
  std::mt19937 random(31);
  std::vector<u32> a, b, c;
  for (int i = 0; i != 32; ++i)
    for (auto *v : {&a, &b, &c})
      v->push_back(random() % 4 ? u32(random()) : 0x7FC00000);
  for (bool isMax : {false, true})
    for (bool propagates : {false, true}) {
      const std::string name = std::string(isMax ? "max" : "min") +
                               (propagates ? ".NaN" : "") +
                               ".f32 %w, %x, %y, %z;";
      const auto result = lanesOnSm100<u32>(name, a, b, c);
      for (int i = 0; i != 32; ++i) {
        const FloatFormat f = singleFormat;
        const u64 two = minMaxFloat(f, a[i], b[i], isMax, propagates);
        EXPECT_EQ(result[i], minMaxFloat(f, two, c[i], isMax, propagates))
            << name;
      }
    }
}

TEST(Float, DoubleWithDirections) {
  auto bits = [](double x) { return doubleToBits(x); };
  u64 third = one<u64>("div.rn.f64 %w, %x, %y;", bits(1.0), bits(3.0));
  EXPECT_EQ(third, bits(1.0 / 3.0));
  EXPECT_EQ(one<u64>("div.rp.f64 %w, %x, %y;", bits(1.0), bits(3.0)),
            third + 1);
  EXPECT_EQ(one<u64>("rcp.rz.f64 %w, %x;", bits(3.0)), third);
  EXPECT_EQ(one<u64>("sqrt.rm.f64 %w, %x;", bits(2.0)),
            bits(std::sqrt(2.0)) - 1); // sqrt(2) rounds up to nearest
  EXPECT_EQ(one<u64>("fma.rn.f64 %w, %x, %y, %z;", bits(1e300), bits(1e300),
                     bits(-INFINITY)),
            bits(-INFINITY));
  EXPECT_EQ(one<u64>("add.f64 %w, %x, %y;", bits(INFINITY), bits(-INFINITY)),
            0xFFF8000000000000);
  // A NaN operand is passed on, quiet; of two, the first.
  EXPECT_EQ(one<u64>("add.f64 %w, %x, %y;", u64(0x7FF0000000000123),
                     u64(0xFFF8000000000456)),
            0x7FF8000000000123);
  EXPECT_EQ(one<u64>("fma.rp.f64 %w, %x, %y, %z;", bits(1.0), bits(INFINITY),
                     u64(0xFFF8000000000456)),
            0xFFF8000000000456);
}

TEST_P(FloatUnits, HalvesRoundOnceAndPack) {
  std::mt19937 random(23);
  for (const char *type : {"f16x2", "bf16x2"}) {
    FloatFormat f = type[0] == 'f' ? halfFormat : bfloatFormat;
    for (int round = 0; round != 60; ++round) {
      std::vector<u32> a, b, c;
      // Every third round: values near one another, with equal exponents.
      u32 keep = round % 3 ? ~0u : 0x83FF83FF, set = round % 3 ? 0 : 0x3C003C00;
      for (int i = 0; i != 32; ++i)
        for (auto *v : {&a, &b, &c})
          v->push_back((u32(random()) & keep) | set);
      std::string t = type;
      auto fused = lanes<u32>("fma.rn." + t + " %w, %x, %y, %z;", a, b, c);
      auto relu = lanes<u32>("fma.rn.relu." + t + " %w, %x, %y, %z;", a, b, c);
      auto sum = lanes<u32>("add." + t + " %w, %x, %y;", a, b);
      auto difference = lanes<u32>("sub.rn." + t + " %w, %x, %y;", a, b);
      auto product = lanes<u32>("mul." + t + " %w, %x, %y;", a, b);
      auto low = lanes<u32>("max.NaN." + t + " %w, %x, %y;", a, b, c);
      for (int i = 0; i != 32; ++i)
        for (int shift : {0, 16}) {
          u64 x = a[i] >> shift & 0xFFFF, y = b[i] >> shift & 0xFFFF,
              z = c[i] >> shift & 0xFFFF;
          u64 exact = fmaFloat(f, x, y, z, Rounding::Nearest);
          EXPECT_EQ(fused[i] >> shift & 0xFFFF, exact);
          const Rounding n = Rounding::Nearest;
          EXPECT_EQ(sum[i] >> shift & 0xFFFF, addFloat(f, x, y, n));
          EXPECT_EQ(difference[i] >> shift & 0xFFFF,
                    addFloat(f, x, y ^ f.signBit(), n));
          EXPECT_EQ(product[i] >> shift & 0xFFFF, mulFloat(f, x, y, n));
          EXPECT_EQ(relu[i] >> shift & 0xFFFF, exact & f.signBit() ? 0 : exact);
          EXPECT_EQ(low[i] >> shift & 0xFFFF, minMaxFloat(f, x, y, true, true));
        }
    }
  }
  using u16 = uint16_t;
  EXPECT_EQ(one<u16>("add.f16 %w, %x, %y;", u16(0x3C00), u16(0x3C00)), 0x4000);
  EXPECT_EQ(one<u16>("mul.bf16 %w, %x, %y;", u16(0x4040), u16(0x4040)), 0x4110);
  EXPECT_EQ(one<u16>("sub.sat.f16 %w, %x, %y;", u16(0x3C00), u16(0x4000)), 0);
  EXPECT_EQ(one<u16>("neg.bf16 %w, %x;", u16(0x3F80)), 0xBF80);
  EXPECT_EQ(one<u16>("abs.f16 %w, %x;", u16(0xBC00)), 0x3C00);
  // Rounded to f32 first, 7/4 * 37/64 - 2^-40 would become the tie 259/256 and
  // go up to the even neighbour.
  EXPECT_EQ(one<u16>("fma.rn.bf16 %w, %x, %y, %z;", u16(0x3FE0), u16(0x3F14),
                     u16(0xAB80)),
            0x3F81);
}

TEST(Float, MixedPrecision) {
  using u16 = uint16_t;
  // 1.5 * 2 + 2^-20 in f32, which neither half format can hold.
  EXPECT_EQ((oneOnSm100<u32, u16>("fma.rn.f32.bf16 %w, %x, %y, 0f35800000;",
                                  0x3FC0, 0x4000)),
            floatToBits(3.0f + 0x1p-20f));
  EXPECT_EQ(
      (oneOnSm100<u32, u16>("add.rp.f32.f16 %w, %x, 0f00000001;", 0x3C00)),
      floatToBits(1.0f) + 1);
  EXPECT_EQ(
      (oneOnSm100<u32, u16>("sub.sat.f32.f16 %w, %x, 0f40000000;", 0x3C00)),
      0u);
}

TEST(Float, MinMaxForms) {
  auto bits = [](float x) { return floatToBits(x); };
  EXPECT_EQ(one<u32>("min.f32 %w, %x, %y;", 0x7FC00000u, bits(2)), bits(2));
  EXPECT_EQ(one<u32>("min.NaN.f32 %w, %x, %y;", 0x7FC00000u, bits(2)),
            0x7FFFFFFFu);
  EXPECT_EQ(one<u32>("max.xorsign.abs.f32 %w, %x, %y;", bits(-3), bits(2)),
            bits(-3));
  EXPECT_EQ(
      oneOnSm100<u32>("max.f32 %w, %x, %y, %z;", bits(1), bits(5), bits(3)),
      bits(5));
  EXPECT_EQ(one<u32>("copysign.f32 %w, %x, %y;", bits(-1), bits(5)), bits(-5));
  EXPECT_EQ(one<u32>("min.s16x2 %w, %x, %y;", 0xFFFF0005u, 0x00010003u),
            0xFFFF0003u);
}

TEST(Float, Approximations) {
  auto bits = [](float x) { return floatToBits(x); };
  EXPECT_EQ(one<u32>("ex2.approx.f32 %w, %x;", bits(10)), bits(1024));
  EXPECT_EQ(one<u32>("ex2.approx.ftz.f32 %w, %x;", bits(-140)), 0u);
  EXPECT_EQ(one<u32>("lg2.approx.f32 %w, %x;", bits(0.125f)), bits(-3));
  EXPECT_EQ(one<u32>("lg2.approx.f32 %w, %x;", bits(-1)), 0x7FFFFFFFu);
  EXPECT_EQ(one<u32>("rsqrt.approx.f32 %w, %x;", bits(16)), bits(0.25f));
  EXPECT_EQ(one<u32>("rcp.approx.ftz.f32 %w, %x;", bits(8)), bits(0.125f));
  EXPECT_EQ(one<u32>("sqrt.approx.f32 %w, %x;", bits(9)), bits(3));
  EXPECT_EQ(one<u32>("div.full.f32 %w, %x, %y;", bits(6), bits(3)), bits(2));
  EXPECT_EQ(one<u32>("tanh.approx.f32 %w, %x;", bits(100)), bits(1));
  EXPECT_EQ(one<u32>("cos.approx.f32 %w, %x;", bits(0)), bits(1));
  EXPECT_EQ(one<u32>("ex2.approx.ftz.bf16x2 %w, %x;", 0x40003F80u),
            0x40804000u);
  for (auto [test, expected] :
       std::initializer_list<std::pair<const char *, u32>>{{"finite", 1},
                                                           {"subnormal", 1},
                                                           {"normal", 0},
                                                           {"number", 1},
                                                           {"notanumber", 0},
                                                           {"infinite", 0}})
    EXPECT_EQ(one<u32>(std::string("testp.") + test +
                           ".f32 %p1, %x; selp.b32 %w, 1, 0, %p1;",
                       77u),
              expected)
        << test;
}
