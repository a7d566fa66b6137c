//===- ConvertTest.cpp - All values of small formats through cvt ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ConvertHarness.h has the reference; pairs of small floats are in
// ConvertSmallTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "ConvertHarness.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

double toIntegral(double x, Direction direction) {
  switch (direction) {
  case Direction::Nearest:
    return std::nearbyint(x);
  case Direction::Zero:
    return std::trunc(x);
  case Direction::Down:
    return std::floor(x);
  case Direction::Up:
    return std::ceil(x);
  }
  return x;
}

struct IntegerType {
  const char *name;
  unsigned bits;
  bool isSigned;
};
const IntegerType integerTypes[] = {{"s8", 8, true},   {"u8", 8, false},
                                    {"s16", 16, true}, {"u16", 16, false},
                                    {"s32", 32, true}, {"u32", 32, false},
                                    {"s64", 64, true}, {"u64", 64, false}};

/// A whole number as an integer of a type, clamped; extended to 64 bits.
u64 clampTo(IntegerType type, double x) {
  if (std::isnan(x))
    return type.bits == 64 ? u64(1) << 63 : 0;
  double limit = std::ldexp(1, static_cast<int>(type.bits - type.isSigned));
  u64 greatest = ~u64(0) >> (64 - (type.bits - type.isSigned));
  if (x >= limit)
    return greatest;
  double least = type.isSigned ? -limit : 0;
  if (x <= least)
    return type.isSigned ? ~greatest : 0;
  return type.isSigned ? static_cast<u64>(static_cast<int64_t>(x))
                       : static_cast<u64>(x);
}

/// With .bf16, bytes need registers of 8 bits.
bool needsByteRegister(SmallType real, IntegerType integer) {
  return integer.bits == 8 && llvm::StringRef(real.name) == "bf16";
}
const std::string byteRegister = ".reg .b8 %b2;\n";

} // namespace

TEST(Convert, AllSmallFloatsToIntegers) {
  for (SmallType from : smallTypes)
    for (IntegerType to : integerTypes)
      for (NamedDirection d : directions) {
        const bool isByte = needsByteRegister(from, to);
        std::string target = to.bits <= 16   ? "%h2"
                             : to.bits == 32 ? "%r2"
                                             : "%rd11";
        std::string extend = to.bits == 64   ? ""
                             : to.bits == 32 ? "cvt.s64.s32 %rd11, %r2;"
                                             : "cvt.s64.s16 %rd11, %h2;";
        if (!to.isSigned && to.bits < 64)
          std::replace(extend.begin(), extend.end(), 's', 'u');
        std::string declaration;
        if (isByte) {
          declaration = byteRegister;
          target = "%b2";
          extend =
              to.isSigned ? "cvt.s64.s8 %rd11, %b2;" : "cvt.u64.u8 %rd11, %b2;";
        }
        expectAll(declaration + "cvt.r" + std::string(d.suffix) + "i." +
                      to.name + "." + from.name + " " + target + ", %h10; " +
                      extend,
                  allPatterns(16), [&](u64 x) {
                    double value = from.format().value(static_cast<u32>(x));
                    return clampTo(to, toIntegral(value, d.direction));
                  });
      }
}

TEST(Convert, AllSmallIntegersToFloats) {
  for (IntegerType from : integerTypes) {
    if (from.bits > 16)
      continue;
    auto valueOf = [&](u64 x) {
      if (!from.isSigned)
        return static_cast<double>(x);
      return from.bits == 8 ? static_cast<double>(static_cast<int8_t>(x))
                            : static_cast<double>(static_cast<int16_t>(x));
    };
    for (NamedDirection d : directions) {
      std::string start = "cvt.r" + std::string(d.suffix) + ".";
      for (SmallType to : smallTypes) {
        const bool isByte = needsByteRegister(to, from);
        expectAll((isByte ? byteRegister + "cvt.u8.u16 %b2, %h10;" : "") +
                      start + to.name + "." + from.name + " %h2, " +
                      (isByte ? "%b2" : "%h10") + "; cvt.u64.u16 %rd11, %h2;",
                  allPatterns(from.bits), [&](u64 x) -> u64 {
                    return to.format().round(valueOf(x), d.direction, false);
                  });
      }
      expectAll(
          start + "f32." + from.name + " %r2, %h10; cvt.u64.u32 %rd11, %r2;",
          allPatterns(from.bits),
          [&](u64 x) -> u64 { return bitsOf(static_cast<float>(valueOf(x))); });
      expectAll(start + "f64." + from.name + " %rd11, %h10;",
                allPatterns(from.bits),
                [&](u64 x) { return bitsOf(valueOf(x)); });
    }
  }
}

TEST(Convert, AllSmallFloatsAmongFloats) {
  for (SmallType from : smallTypes) {
    auto valueOf = [&](u64 x) {
      return from.format().value(static_cast<u32>(x));
    };
    expectAll(std::string("cvt.f32.") + from.name +
                  " %r2, %h10; cvt.u64.u32 %rd11, %r2;",
              allPatterns(16), [&](u64 x) -> u64 {
                double value = valueOf(x);
                return std::isnan(value) ? 0x7FFFFFFF
                                         : bitsOf(static_cast<float>(value));
              });
    // For .f64 results, the NaN is the emulator's choice.
    std::vector<u64> doubles = runAll(
        std::string("cvt.f64.") + from.name + " %rd11, %h10;", allPatterns(16));
    for (u64 x = 0; x != doubles.size(); ++x) {
      double value = valueOf(x), actual;
      std::memcpy(&actual, &doubles[x], sizeof actual);
      ASSERT_TRUE(std::isnan(value) ? std::isnan(actual)
                                    : doubles[x] == bitsOf(value))
          << from.name << " " << x;
    }
    for (NamedDirection d : directions) {
      // To the other format, and to integers within the same.
      const SmallType &to = smallTypes[&from.format() == &half()];
      expectAll("cvt.r" + std::string(d.suffix) + "." + to.name + "." +
                    from.name + " %h2, %h10; cvt.u64.u16 %rd11, %h2;",
                allPatterns(16), [&](u64 x) -> u64 {
                  return to.format().round(valueOf(x), d.direction, false);
                });
      expectAll(
          "cvt.r" + std::string(d.suffix) + "i." + from.name + "." + from.name +
              " %h2, %h10; cvt.u64.u16 %rd11, %h2;",
          allPatterns(16), [&](u64 x) -> u64 {
            return from.format().round(
                std::copysign(toIntegral(valueOf(x), d.direction), valueOf(x)),
                d.direction, false);
          });
    }
  }
  expectAll("cvt.sat.f16.f16 %h2, %h10; cvt.u64.u16 %rd11, %h2;",
            allPatterns(16), [&](u64 x) -> u64 {
              double value = half().value(static_cast<u32>(x));
              return value > 0 ? half().round(std::min(value, 1.0),
                                              Direction::Nearest, false)
                               : 0;
            });
}

TEST(Convert, SinglesToSmallFloats) {
  for (SmallType to : smallTypes) {
    const SmallFormat &format = to.format();
    std::vector<u64> in = singlesAround(format);
    auto valueOf = [](u64 x) {
      return static_cast<double>(floatOf(static_cast<u32>(x)));
    };
    std::string tail =
        std::string(".") + to.name + ".f32 %h2, %r10; cvt.u64.u16 %rd11, %h2;";
    for (NamedDirection d : directions)
      expectAll("cvt.r" + std::string(d.suffix) + tail, in, [&](u64 x) -> u64 {
        return format.round(valueOf(x), d.direction, false);
      });
    for (NamedDirection d : {directions[0], directions[1]}) {
      std::string start = "cvt.r" + std::string(d.suffix);
      expectAll(start + ".relu" + tail, in, [&](u64 x) -> u64 {
        return relu(format.round(valueOf(x), d.direction, false), format);
      });
      expectAll(start + ".satfinite" + tail, in, [&](u64 x) -> u64 {
        return format.round(valueOf(x), d.direction, true);
      });
      // A pair: %r10 to the upper half, 1 to the lower.
      expectAll(start + ".relu.satfinite." + to.name +
                    "x2.f32 %r2, %r10, 0f3F800000; cvt.u64.u32 %rd11, %r2;",
                in, [&](u64 x) -> u64 {
                  u32 high =
                      relu(format.round(valueOf(x), d.direction, true), format);
                  return high << 16 |
                         format.round(1, Direction::Nearest, false);
                });
    }
    expectAll("cvt.rn." + std::string(to.name) +
                  "x2.f32 %r2, 0fC0000000, %r10; cvt.u64.u32 %rd11, %r2;",
              in, [&](u64 x) -> u64 {
                return format.round(-2, Direction::Nearest, false) << 16 |
                       format.round(valueOf(x), Direction::Nearest, false);
              });
  }
  // Subnormal singles are zeros with .ftz; halves that become subnormal never
  // are.
  std::vector<u64> subnormals = {1, 0x80000001, 0x7FFFFF, 0x00800000};
  expectAll("cvt.rp.ftz.f16.f32 %h2, %r10; cvt.u64.u16 %rd11, %h2;", subnormals,
            [](u64 x) -> u64 { return x == 0x00800000 ? 1 : (x >> 31) << 15; });
}

TEST(Convert, SinglesToTensorFloats) {
  // The 19 bits of a .tf32 are those of a single whose lowest 13 are zero, so
  // that integers can express the rounding.
  std::vector<u64> in;
  for (u32 high : {0x3F800000u, 0x3F802000u, 0x00000000u, 0x00002000u,
                   0x7F7FE000u, 0x7F7FC000u, 0x12346000u, 0x807FE000u})
    for (u32 low : {0u, 1u, 0xFFFu, 0x1000u, 0x1001u, 0x1FFFu})
      for (u32 sign : {0u, 0x80000000u})
        in.push_back((high | low) ^ sign);
  in.insert(in.end(), {0x7F800000, 0xFF800000});
  auto reference = [](u64 x, u32 half, bool isEven, bool isFinite) {
    u32 magnitude = x & 0x7FFFFFFF, sign = x & 0x80000000;
    if (magnitude != 0x7F800000) {
      u32 rest = magnitude & 0x1FFF, kept = magnitude & ~0x1FFFu;
      bool isUp = half && (rest > half ||
                           (rest == half && (!isEven || (kept & 0x2000))));
      magnitude = kept + (isUp ? 0x2000 : 0);
    }
    if (isFinite && magnitude >= 0x7F800000)
      magnitude = 0x7F7FE000;
    return u64(sign | magnitude);
  };
  std::string tail = ".tf32.f32 %r2, %r10; cvt.u64.u32 %rd11, %r2;";
  expectAll("cvt.rna" + tail, in,
            [&](u64 x) { return reference(x, 0x1000, false, false); });
  expectAll("cvt.rna.satfinite" + tail, in,
            [&](u64 x) { return reference(x, 0x1000, false, true); });
  expectAll("cvt.rn" + tail, in,
            [&](u64 x) { return reference(x, 0x1000, true, false); });
  expectAll("cvt.rz" + tail, in,
            [&](u64 x) { return reference(x, 0, false, false); });
  expectAll("cvt.rz.relu" + tail, in, [&](u64 x) {
    return x >> 31 & 1 ? 0 : reference(x, 0, false, false);
  });
}

TEST(Convert, IntegersAmongIntegers) {
  std::vector<u64> in;
  for (unsigned bits : {0u, 7u, 8u, 15u, 16u, 31u, 32u, 63u})
    for (u64 offset : {u64(0), u64(1), ~u64(0)}) {
      in.push_back((u64(1) << bits) + offset);
      in.push_back(0 - (u64(1) << bits) + offset);
    }
  auto registerOf = [](IntegerType type, char number) {
    std::string prefix = type.bits <= 16   ? "%h"
                         : type.bits == 32 ? "%r"
                                           : "%rd";
    return prefix + "1" + number;
  };
  auto extend = [](IntegerType type, u64 x) {
    unsigned drop = 64 - type.bits;
    return type.isSigned ? u64(int64_t(x << drop) >> drop) : x << drop >> drop;
  };
  for (IntegerType from : integerTypes)
    for (IntegerType to : integerTypes) {
      std::string tail = std::string(to.name) + "." + from.name + " " +
                         registerOf(to, '2') + ", " + registerOf(from, '0') +
                         "; ";
      if (to.bits == 8) // the register has 16 bits and holds the extension
        tail += to.isSigned ? "cvt.s64.s16 %rd11, %h12;"
                            : "cvt.u64.u16 %rd11, %h12;";
      else
        tail += "cvt." + std::string(to.isSigned ? "s64." : "u64.") + to.name +
                " %rd11, " + registerOf(to, '2') + ";";
      expectAll("cvt." + tail, in,
                [&](u64 x) { return extend(to, extend(from, x)); });
      bool isWithin = (to.isSigned || !from.isSigned) &&
                      from.bits - from.isSigned <= to.bits - to.isSigned;
      if (isWithin) {
        EXPECT_NE(parseError(kernel("cvt.sat." + tail)).find("with .sat"),
                  std::string::npos)
            << tail;
        continue;
      }
      expectAll("cvt.sat." + tail, in, [&](u64 x) {
        x = extend(from, x);
        bool isNegative = from.isSigned && int64_t(x) < 0;
        u64 greatest = ~u64(0) >> (64 - (to.bits - to.isSigned));
        if (isNegative)
          return !to.isSigned                          ? u64(0)
                 : int64_t(x) < -int64_t(greatest) - 1 ? ~greatest
                                                       : x;
        return std::min(x, greatest);
      });
    }
}

TEST(Convert, RegistersWiderThanTheType) {
  // A destination is extended by the sign of its type, a source is cut.
  expectAll("cvt.rzi.s8.f16 %rd11, %rd10;", {0xC800, 0xFFFFFFFFFFFFD800},
            [](u64 x) -> u64 { return x == 0xC800 ? ~u64(7) : ~u64(127); });
  expectAll("cvt.rzi.u8.f16 %rd11, %r10;", {0x5BFF}, [](u64) { return 255; });
  expectAll("cvt.u16.u8 %rd11, %rd10;", {0x1234}, [](u64) { return 0x34; });
  expectAll("cvt.s16.s8 %rd11, %rd10;", {0x1280},
            [](u64) { return ~u64(127); });
  expectAll("cvt.f32.f16 %rd11, %r10;", {0xABCD3C00},
            [](u64) { return 0x3F800000; });
  expectAll("cvt.rn.f16.s32 %rd11, %rd10;", {0xFFFFFFFF00000003},
            [](u64) { return 0x4200; });
}

TEST(Convert, PackedIntegers) {
  struct Form {
    const char *type;
    int bits;
    bool isSigned;
  };
  std::vector<u64> in;
  for (u32 x :
       {0u,     1u,          2u,          7u,      8u,     15u,    16u,
        127u,   128u,        255u,        256u,    32767u, 32768u, 65535u,
        65536u, 0x7FFFFFFFu, 0x80000000u, ~0u,     ~1u,    ~2u,    ~7u,
        ~8u,    ~127u,       ~128u,       ~32767u, ~32768u})
    in.push_back(x);
  for (Form f :
       {Form{"u8", 8, false}, Form{"s8", 8, true}, Form{"u4", 4, false},
        Form{"s4", 4, true}, Form{"u2", 2, false}, Form{"s2", 2, true},
        Form{"u16", 16, false}, Form{"s16", 16, true}}) {
    bool hasRest = f.bits != 16;
    int least = f.isSigned ? -(1 << (f.bits - 1)) : 0;
    int greatest = (1 << (f.bits - f.isSigned)) - 1;
    u32 mask = (1u << f.bits) - 1;
    // b is -a.
    expectAll(std::string("neg.s32 %r11, %r10; cvt.pack.sat.") + f.type +
                  ".s32" + (hasRest ? ".b32" : "") + " %r12, %r10, %r11" +
                  (hasRest ? ", 0xABCDEF12" : "") +
                  "; cvt.u64.u32 %rd11, %r12;",
              in, [&](u64 x) -> u64 {
                auto a = static_cast<int>(static_cast<u32>(x));
                auto b = static_cast<int>(0 - static_cast<u32>(x));
                u32 high = static_cast<u32>(std::clamp(a, least, greatest));
                u32 low = static_cast<u32>(std::clamp(b, least, greatest));
                u32 rest = hasRest ? 0xABCDEF12u << (2 * f.bits) : 0;
                return rest | (high & mask) << f.bits | (low & mask);
              });
  }
}

TEST(Convert, FormsThatDoNotExist) {
  const char *const forms[] = {
      "cvt.rn.f32.f16 %r1, %h1;",
      "cvt.rn.f32.f32 %r1, %r2;",
      "cvt.rn.s32.s16 %r1, %h1;",
      "cvt.f16.f32 %h1, %r1;",
      "cvt.rn.sat.bf16.f32 %h1, %r2;",
      "cvt.f32.tf32 %r1, %r2;",
      "cvt.rn.tf32.f64 %r1, %rd2;",
      "cvt.rn.bf16.u8 %h1, %h2;",
      "cvt.rzi.s8.bf16 %h1, %h2;",
      "cvt.rn.satfinite.tf32.f32 %r1, %r2;", // has sm_100, not sm_90
      "cvt.rna.f16.f32 %h1, %r1;",
      "cvt.rn.e4m3x2.f32 %h1, %r1, %r2;",
      "cvt.rz.satfinite.e4m3x2.f32 %h1, %r1, %r2;",
      "cvt.rn.satfinite.e4m3x2.f32 %r1, %r1, %r2;",
      "cvt.rn.satfinite.e2m1x2.f32 %h1, %r1, %r2;",
      "cvt.rs.f16x2.f32 %r1, %r1, %r2, %r3;",
      "cvt.f16x2.f32 %r1, %r1, %r2;",
      "cvt.rm.f16x2.f32 %r1, %r1, %r2;",
      "cvt.rn.f16x2.e4m3x2 %r1, %r2;",
      "cvt.rn.bf16.f32 %r1, %r2;",
      "cvt.f32.bf16 %r1, %r2;",
      "cvt.rni.f32.f64 %r1, %rd1;",
      "cvt.ftz.f64.f64 %rd1, %rd2;",
      "cvt.rn.relu.f32.f64 %r1, %rd1;",
      "cvt.b32.u8 %r1, %r2;",
      "cvt.u32.u64 %r1, %r2;",
      "cvt.pack.u8.s32.b32 %r1, %r2, %r3, %r4;",
      "cvt.pack.sat.u8.s32 %r1, %r2, %r3;",
      "cvt.pack.sat.u32.s32 %r1, %r2, %r3;",
  };
  for (const char *form : forms)
    EXPECT_NE(parseError(kernel(form)).find("instruction: cvt"),
              std::string::npos)
        << form << "\n"
        << parseError(kernel(form));
}
