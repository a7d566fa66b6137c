//===- ConvertTest.cpp - All values of small formats through cvt ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference knows a format as the sorted list of its values, each an exact
// double made with ldexp, and rounds by looking for the neighbours of a number
// in that list. Midpoints of neighbours are exact in double, too, as no format
// here has more than 24 significant bits. Nothing of the emulator's numerics is
// used.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;

namespace {

enum class Direction { Nearest, Zero, Down, Up };
struct NamedDirection {
  Direction direction;
  const char *suffix; ///< n, z, m, p
};
const NamedDirection directions[] = {{Direction::Nearest, "n"},
                                     {Direction::Zero, "z"},
                                     {Direction::Down, "m"},
                                     {Direction::Up, "p"}};

/// A format of at most 16 bits.
class SmallFormat {
public:
  SmallFormat(int exponentBits, int fractionBits, bool hasInfinity, u32 nan)
      : exponentBits(exponentBits), fractionBits(fractionBits),
        hasInfinity(hasInfinity), nan(nan) {
    for (u32 bits = 0; isNumber(bits); ++bits)
      values.push_back(magnitude(bits));
  }

  u32 signBit() const { return 1u << (exponentBits + fractionBits); }
  bool isNan(u32 bits) const {
    bits &= signBit() - 1;
    return hasInfinity ? bits > infinity() : bits == nan;
  }
  double value(u32 bits) const {
    double sign = bits & signBit() ? -1 : 1;
    if (isNan(bits))
      return std::numeric_limits<double>::quiet_NaN();
    bits &= signBit() - 1;
    if (hasInfinity && bits == infinity())
      return sign * std::numeric_limits<double>::infinity();
    return sign * magnitude(bits);
  }
  /// The largest finite number.
  u32 largest() const { return static_cast<u32>(values.size()) - 1; }
  u32 infinity() const { return ((1u << exponentBits) - 1) << fractionBits; }

  /// The number nearest to x, or the next one in a direction. What is too large
  /// becomes an infinity as IEEE 754 has it, or the largest number.
  u32 round(double x, Direction direction, bool isFinite) const {
    if (std::isnan(x))
      return nan;
    bool isNegative = std::signbit(x);
    u32 sign = isNegative ? signBit() : 0;
    double size = std::fabs(x);
    bool isAway = direction == (isNegative ? Direction::Down : Direction::Up);
    // The first value that is not below.
    auto above = std::lower_bound(values.begin(), values.end(), size);
    auto index = static_cast<u32>(above - values.begin());
    if (above != values.end() && *above == size)
      return sign | index;
    // Beyond the largest lies what the next exponent would begin with.
    double upper = above == values.end() ? beyond() : *above;
    if (size >= upper)
      return sign | (isFinite || (direction != Direction::Nearest && !isAway &&
                                  std::isfinite(x))
                         ? largest()
                         : infinity());
    double middle = (values[index - 1] + upper) / 2;
    bool isUp = direction == Direction::Nearest
                    ? size > middle || (size == middle && index % 2 == 0)
                    : isAway;
    index -= !isUp;
    if (index == values.size())
      return sign | (isFinite ? largest() : infinity());
    return sign | index;
  }

private:
  bool isNumber(u32 bits) const {
    return bits < signBit() && bits != nan &&
           (!hasInfinity || bits < infinity());
  }
  double magnitude(u32 bits) const {
    int bias = (1 << (exponentBits - 1)) - 1;
    int exponent = static_cast<int>(bits >> fractionBits);
    auto fraction = static_cast<double>(bits & ((1u << fractionBits) - 1));
    if (exponent == 0)
      return std::ldexp(fraction, 1 - bias - fractionBits);
    return std::ldexp(fraction + (1 << fractionBits),
                      exponent - bias - fractionBits);
  }
  double beyond() const {
    return values.back() + (values.back() - values[values.size() - 2]);
  }

  int exponentBits, fractionBits;
  bool hasInfinity;
  u32 nan;
  std::vector<double> values;
};

const SmallFormat &half() {
  static const SmallFormat format(5, 10, true, 0x7FFF);
  return format;
}
const SmallFormat &bfloat() {
  static const SmallFormat format(8, 7, true, 0x7FFF);
  return format;
}
const SmallFormat &e4m3() {
  static const SmallFormat format(4, 3, false, 0x7F);
  return format;
}
const SmallFormat &e5m2() {
  static const SmallFormat format(5, 2, true, 0x7F);
  return format;
}

u32 bitsOf(float x) {
  u32 bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}
u64 bitsOf(double x) {
  u64 bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}
float floatOf(u32 bits) {
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

/// All patterns of 8 or 16 bits.
std::vector<u64> allPatterns(unsigned bits) {
  std::vector<u64> all(size_t(1) << bits);
  for (size_t i = 0; i != all.size(); ++i)
    all[i] = i;
  return all;
}

/// Runs `body` on each input, which it finds in %rd10, %r10 and %h10 and in the
/// halves {%h10, %h11}; it leaves the result in %rd11.
std::vector<u64> runAll(const std::string &body, const std::vector<u64> &in) {
  std::vector<u64> padded = in;
  padded.resize((in.size() + 255) / 256 * 256);
  KernelRun run(kernel(R"(
    mov.u32 %r40, %ctaid.x;
    mad.lo.u32 %r40, %r40, 256, %t;
    mul.wide.u32 %rd40, %r40, 8;
    add.u64 %rd41, %rd1, %rd40;
    add.u64 %rd42, %rd0, %rd40;
    ld.global.b64 %rd10, [%rd41];
    cvt.u32.u64 %r10, %rd10;
    mov.b32 {%h10, %h11}, %r10;
)" + body + "\n    st.global.b64 [%rd42], %rd11;"));
  run.zeros(padded.size() * 8).array(padded).zeros(8).zeros(8);
  EXPECT_EQ(
      run.launch({static_cast<u32>(padded.size() / 256), 1, 1}, {256, 1, 1}),
      "")
      << body;
  std::vector<u64> out = run.read<u64>(0);
  out.resize(in.size());
  return out;
}

/// The first input for which the instruction and the reference part.
template <typename Reference>
void expectAll(const std::string &body, const std::vector<u64> &in,
               Reference reference) {
  std::vector<u64> out = runAll(body, in);
  for (size_t i = 0; i != in.size(); ++i)
    if (u64 expected = reference(in[i]); out[i] != expected) {
      ADD_FAILURE() << body << "\n  of 0x" << std::hex << in[i] << " is 0x"
                    << out[i] << ", not 0x" << expected;
      return;
    }
}

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

/// A whole number as an integer of a type, clamped; of 64 bits, extended.
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

/// Singles near what rounds in a format: its values, the midpoints of
/// neighbours, and the numbers next to all of them.
std::vector<u64> singlesAround(const SmallFormat &format) {
  std::vector<u64> singles;
  auto add = [&](double x) {
    u32 bits = bitsOf(static_cast<float>(x));
    for (u32 near : {bits - 1, bits, bits + 1})
      for (u32 sign : {0u, 0x80000000u})
        singles.push_back((near & 0x7FFFFFFF) | sign);
  };
  for (u32 i = 0; i < format.largest(); ++i) {
    add(format.value(i));
    add((format.value(i) + format.value(i + 1)) / 2);
  }
  double largest = format.value(format.largest());
  double step = largest - format.value(format.largest() - 1);
  for (double x : {largest, largest + step / 2, largest + step, 2 * largest})
    add(x);
  for (u32 special : {0x7F800000u, 0xFF800000u, 0x7FC00000u, 0xFF800001u,
                      0x7F7FFFFFu, 1u, 0x80000001u, 0x00800000u})
    singles.push_back(special);
  return singles;
}

u32 relu(u32 bits, const SmallFormat &format) {
  return (bits & format.signBit()) && !format.isNan(bits) ? 0 : bits;
}

struct SmallType {
  const char *name;
  const SmallFormat &(*format)();
};
const SmallType smallTypes[] = {{"f16", half}, {"bf16", bfloat}};

} // namespace

TEST(Convert, AllSmallFloatsToIntegers) {
  for (SmallType from : smallTypes)
    for (IntegerType to : integerTypes)
      for (NamedDirection d : directions) {
        std::string target = to.bits <= 16   ? "%h2"
                             : to.bits == 32 ? "%r2"
                                             : "%rd11";
        std::string extend = to.bits == 64   ? ""
                             : to.bits == 32 ? "cvt.s64.s32 %rd11, %r2;"
                                             : "cvt.s64.s16 %rd11, %h2;";
        if (!to.isSigned && to.bits < 64)
          std::replace(extend.begin(), extend.end(), 's', 'u');
        expectAll("cvt.r" + std::string(d.suffix) + "i." + to.name + "." +
                      from.name + " " + target + ", %h10; " + extend,
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
      for (SmallType to : smallTypes)
        expectAll(start + to.name + "." + from.name +
                      " %h2, %h10; cvt.u64.u16 %rd11, %h2;",
                  allPatterns(from.bits), [&](u64 x) -> u64 {
                    return to.format().round(valueOf(x), d.direction, false);
                  });
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
    // Which NaN of .f64 results is the emulator's choice.
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
      // A pair: %r10 to the upper half, one to the lower.
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
  // Subnormal singles are zeros to .ftz, and halves that become them never are.
  std::vector<u64> subnormals = {1, 0x80000001, 0x7FFFFF, 0x00800000};
  expectAll("cvt.rp.ftz.f16.f32 %h2, %r10; cvt.u64.u16 %rd11, %h2;", subnormals,
            [](u64 x) -> u64 { return x == 0x00800000 ? 1 : (x >> 31) << 15; });
}

TEST(Convert, EightBitFloats) {
  struct Eight {
    const char *name;
    const SmallFormat &(*format)();
  };
  for (Eight to : {Eight{"e4m3x2", e4m3}, Eight{"e5m2x2", e5m2}}) {
    const SmallFormat &format = to.format();
    auto round = [&](double x) {
      return format.round(x, Direction::Nearest, true);
    };
    for (bool isRelu : {false, true}) {
      std::string start =
          std::string("cvt.rn.satfinite") + (isRelu ? ".relu." : ".") + to.name;
      auto finish = [&](u32 bits) {
        return isRelu ? relu(bits, format) : bits;
      };
      expectAll(start + ".f32 %h2, %r10, 0f40000000; cvt.u64.u16 %rd11, %h2;",
                singlesAround(format), [&](u64 x) -> u64 {
                  double value = floatOf(static_cast<u32>(x));
                  return finish(round(value)) << 8 | round(2);
                });
      expectAll(start + ".f16x2 %h2, %r10; cvt.u64.u16 %rd11, %h2;",
                allPatterns(16), [&](u64 x) -> u64 {
                  u32 low = finish(round(half().value(static_cast<u32>(x))));
                  return finish(round(0)) << 8 | low;
                });
      // Back: all pairs of bytes.
      expectAll(std::string("cvt.rn") + (isRelu ? ".relu" : "") + ".f16x2." +
                    to.name + " %r2, %h10; cvt.u64.u32 %rd11, %r2;",
                allPatterns(16), [&](u64 x) -> u64 {
                  u32 result = 0;
                  for (unsigned i : {0u, 1u}) {
                    u32 wide = half().round(
                        format.value(static_cast<u32>(x >> (8 * i) & 0xFF)),
                        Direction::Nearest, false);
                    result |= (isRelu ? relu(wide, half()) : wide) << (16 * i);
                  }
                  return result;
                });
    }
  }
}

TEST(Convert, SinglesToTensorFloats) {
  // The 19 bits of a .tf32 are those of a single whose lowest 13 are zero, so
  // that what rounds is an integer.
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
        EXPECT_NE(parseError(kernel("cvt.sat." + tail)).find(".sat is not"),
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
