//===- MatrixSumTest.cpp - The sums and roundings of mma ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The facts of docs/rationale/emulator/matrix.md. Each has an example that
// gives another result under another model. Then random bits are compared with
// integers of 128 bits that follow the rules one term after the other.
//
//===----------------------------------------------------------------------===//

#include "../HostUnits.h"
#include "MatrixHarness.h"
#include "MatrixReference.h"
#include <cmath>
#include <cstring>
#include <random>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

/// m16n8k16 (or another shape) of which only row 0 and column 0 matter:
/// products a[k] * b[k] and c. In lane 0, A's element (0, k) and B's (k, 0).
struct Dot {
  std::string target = "sm_80";
  std::string type = "f16", accumulator = "f32";
  std::string result = ""; ///< type of D, if another than of C
  std::vector<uint64_t> a, b;
  uint64_t c = 0;

  uint64_t run() const;
};

struct DotShape {
  const char *name;
  unsigned k, inRegister, aRegisters, bRegisters;
};

DotShape shapeOf(const std::string &type) {
  if (type == "tf32")
    return {"m16n8k8", 8, 1, 4, 2};
  if (type == "f64")
    return {"m8n8k4", 4, 1, 1, 1};
  if (type == "e4m3" || type == "e5m2")
    return {"m16n8k32", 32, 4, 4, 2};
  return {"m16n8k16", 16, 2, 4, 2};
}

uint64_t Dot::run() const {
  DotShape shape = shapeOf(type);
  unsigned words = type == "f64" ? 2 : 1;
  unsigned bits = 32 * words / shape.inRegister;
  MmaText text;
  text.target = target;
  std::string d = result.empty() ? accumulator : result;
  text.modifiers = std::string("mma.sync.aligned.") + shape.name + ".row.col." +
                   d + "." + type + "." + type + "." + accumulator;
  text.a = type;
  text.aWords = words * shape.aRegisters;
  text.bWords = words * shape.bRegisters;
  text.cWords = text.dWords = accumulator == "f16" ? 2 : type == "f64" ? 4 : 4;
  std::vector<uint32_t> left(32 * text.aWords), right(32 * text.bWords);
  auto put = [&](std::vector<uint32_t> &fragment, unsigned wordsOfLane,
                 unsigned k, unsigned registerIndex, uint64_t value) {
    unsigned lane = k / shape.inRegister % 4, part = k % shape.inRegister;
    size_t at = lane * wordsOfLane + words * registerIndex;
    fragment[at] |=
        static_cast<uint32_t>(value << (words == 2 ? 0 : part * bits));
    if (words == 2)
      fragment[at + 1] = static_cast<uint32_t>(value >> 32);
  };
  for (unsigned k = 0; k != a.size(); ++k) {
    unsigned step = k / (4 * shape.inRegister);
    // Row 0 is in registers 0 and 2 of A, column 0 in both of B.
    put(left, text.aWords, k, 2 * step, a[k]);
    put(right, text.bWords, k, step, b[k]);
  }
  std::vector<uint32_t> sums(32 * text.cWords);
  sums[0] = static_cast<uint32_t>(c);
  if (type == "f64")
    sums[1] = static_cast<uint32_t>(c >> 32);
  std::vector<uint32_t> words0 = runMma(text, left, right, sums);
  if (type == "f64")
    return words0[0] | uint64_t(words0[1]) << 32;
  return d == "f16" ? words0[0] & 0xFFFF : words0[0];
}

/// A Dot by numbers instead of bits.
Dot dot(const std::string &target, const std::string &type,
        const std::string &accumulator, double c,
        const std::vector<std::pair<double, double>> &factors) {
  Dot result;
  result.target = target;
  result.type = type;
  result.accumulator = accumulator;
  result.c = encode(accumulator, c);
  for (auto [x, y] : factors) {
    result.a.push_back(encode(type, x));
    result.b.push_back(encode(type, y));
  }
  return result;
}
double numberOf(const Dot &dot) { return decode(dot.accumulator, dot.run()); }

std::vector<std::pair<double, double>>
times(unsigned count, std::pair<double, double> factors) {
  return std::vector<std::pair<double, double>>(count, factors);
}

/// Runs with each vector unit that the host has, and without.
class EmulatorMmaSum : public HostUnits {};

} // namespace

INSTANTIATE_TEST_SUITE_P(VectorUnit, EmulatorMmaSum, allUnits());

//===----------------------------------------------------------------------===//
// One fact after the other
//===----------------------------------------------------------------------===//

/// A sum of f32 is cut off, never rounded up.
TEST_P(EmulatorMmaSum, SinglesAreCutOff) {
  for (const char *target : {"sm_80", "sm_90"}) {
    EXPECT_EQ(numberOf(dot(target, "f16", "f32", 0x1p24, {{1, 1}})), 0x1p24);
    EXPECT_EQ(numberOf(dot(target, "f16", "f32", 0x1p24, times(2, {1, 1}))),
              0x1p24 + 2);
    EXPECT_EQ(numberOf(dot(target, "f16", "f32", 0x1p24, times(3, {1, 1}))),
              0x1p24 + 2);
    EXPECT_EQ(numberOf(dot(target, "f16", "f32", -0x1p24, times(3, {-1, 1}))),
              -0x1p24 - 2);
  }
}

/// sm_80 keeps one bit below the last of f32, sm_90 two.
TEST_P(EmulatorMmaSum, TermsKeepExtraBits) {
  auto at = [](const char *target, double small) {
    return numberOf(
        dot(target, "f16", "f32", 1, times(8, {0x1p-12, small * 0x1p12})));
  };
  EXPECT_EQ(at("sm_80", 0x1p-24), 1 + 0x1p-21);
  EXPECT_EQ(at("sm_80", 0x1p-25), 1);
  EXPECT_EQ(at("sm_90", 0x1p-25), 1 + 0x1p-22);
  EXPECT_EQ(at("sm_90", 0x1p-26), 1);
}

/// sm_70 keeps none.
TEST_P(EmulatorMmaSum, VoltaKeepsNoExtraBits) {
  auto at = [](const char *target, uint16_t small) {
    MmaText text;
    text.target = target;
    text.modifiers = "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32";
    text.a = "f16";
    text.aWords = text.bWords = 2;
    text.cWords = text.dWords = 8;
    uint32_t pair = small | uint32_t(small) << 16;
    std::vector<uint32_t> a(64, pair), b(64, 0x0C000C00); // 2^-12
    std::vector<uint32_t> c(256, 0x3F800000);
    std::vector<uint32_t> d = runMma(text, a, b, c);
    EXPECT_EQ(d, std::vector<uint32_t>(256, d[0]));
    return decode("f32", d[0]);
  };
  uint16_t small = static_cast<uint16_t>(encode("f16", 0x1p-12));
  EXPECT_EQ(at("sm_70", small), 1); // four times 2^-24
  EXPECT_EQ(at("sm_75", small), 1 + 0x1p-22);
  EXPECT_EQ(at("sm_70", static_cast<uint16_t>(encode("f16", 0x1p-11))),
            1 + 0x1p-21);
}

/// Eight products make a block on sm_80, sixteen on sm_90: numbers that cancel
/// within a block lose the small terms, numbers in different blocks do not.
TEST_P(EmulatorMmaSum, BlocksOfProducts) {
  auto factors = times(16, {0, 0});
  factors[0] = {0x1p12, 0x1p12};
  factors[1] = {-0x1p12, 0x1p12};
  factors[8] = {0x1p-12, 0x1p-12};
  EXPECT_EQ(numberOf(dot("sm_80", "f16", "f32", 0, factors)), 0x1p-24);
  EXPECT_EQ(numberOf(dot("sm_90", "f16", "f32", 0, factors)), 0);
  std::swap(factors[7], factors[8]);
  EXPECT_EQ(numberOf(dot("sm_80", "f16", "f32", 0, factors)), 0);
  // tf32: four and eight.
  auto four = times(8, {0, 0});
  four[0] = {0x1p12, 0x1p12};
  four[1] = {-0x1p12, 0x1p12};
  four[4] = {0x1p-12, 0x1p-12};
  EXPECT_EQ(numberOf(dot("sm_80", "tf32", "f32", 0, four)), 0x1p-24);
  EXPECT_EQ(numberOf(dot("sm_90", "tf32", "f32", 0, four)), 0);
  std::swap(four[3], four[4]);
  EXPECT_EQ(numberOf(dot("sm_80", "tf32", "f32", 0, four)), 0);
}

/// The exponent of a product is that of its factors: 1.5 * 1.5 keeps the same
/// bits as 1 * 1.
TEST_P(EmulatorMmaSum, ProductsAreNotNormalised) {
  auto factors = times(8, {0x1p-12, 0x1p-12});
  factors[0] = {1.5, 1.5};
  EXPECT_EQ(numberOf(dot("sm_80", "f16", "f32", 0, factors)), 2.25 + 0x1p-22);
}

/// f16 accumulators are rounded to nearest, ties to even, after each block.
TEST_P(EmulatorMmaSum, HalvesAreRoundedToNearest) {
  auto at = [](double c, double x) {
    return numberOf(dot("sm_80", "f16", "f16", c, {{x, 1}}));
  };
  EXPECT_EQ(at(2048, 1), 2048);
  EXPECT_EQ(at(2048, 3), 2052);
  EXPECT_EQ(at(2050, 1), 2052);
  EXPECT_EQ(at(2048, 1.5), 2050);
  EXPECT_EQ(at(65504, 15), 65504);
  // Two blocks round twice.
  auto factors = times(16, {0, 0});
  factors[0] = factors[8] = {1, 1};
  EXPECT_EQ(numberOf(dot("sm_80", "f16", "f16", 2048, factors)), 2048);
  EXPECT_EQ(numberOf(dot("sm_90", "f16", "f16", 2048, factors)), 2050);
}

TEST_P(EmulatorMmaSum, Overflow) {
  EXPECT_EQ(dot("sm_80", "f16", "f16", 65504, {{16, 1}}).run(), 0x7C00u);
  EXPECT_EQ(dot("sm_80", "bf16", "f32", 0, {{0x1p127, 1}, {0x1p127, 1}}).run(),
            0x7F800000u);
  EXPECT_EQ(dot("sm_80", "bf16", "f32", 0, {{-0x1p127, 2}}).run(), 0xFF800000u);
  // Products beyond the range of f32 count with their full value.
  EXPECT_EQ(numberOf(dot("sm_80", "bf16", "f32", 0,
                         {{0x1p127, 4}, {-0x1p127, 4}, {3, 1}})),
            0);
  EXPECT_EQ(numberOf(dot("sm_80", "bf16", "f32", 0,
                         {{0x1p127, 4}, {-0x1p127, 3}, {-0x1p126, 1}})),
            0x1p126);
}

/// Subnormal numbers count, on both sides.
TEST_P(EmulatorMmaSum, Subnormals) {
  EXPECT_EQ(numberOf(dot("sm_80", "f16", "f32", 0, {{0x1p-24, 1}})), 0x1p-24);
  EXPECT_EQ(numberOf(dot("sm_80", "f16", "f16", 0, {{0x1p-24, 3}})),
            3 * 0x1p-24);
  EXPECT_EQ(numberOf(dot("sm_80", "f16", "f32", 0, {{0x1p-24, 0x1p-24}})),
            0x1p-48);
  EXPECT_EQ(numberOf(dot("sm_80", "f16", "f32", 0x1p-149, {})), 0x1p-149);
  EXPECT_EQ(numberOf(dot("sm_80", "bf16", "f32", 0, {{0x1p-100, 0x1p-45}})),
            0x1p-145);
  EXPECT_EQ(numberOf(dot("sm_80", "bf16", "f32", 0, {{1.5, 0x1p-133}})),
            1.5 * 0x1p-133);
  // Bits below the last one of f32 are cut off.
  EXPECT_EQ(numberOf(dot("sm_80", "bf16", "f32", 0,
                         {{0x1p-100, 0x1p-49}, {0x1p-100, 0x1p-50}})),
            0x1p-149);
}

/// A subnormal accumulator has the least exponent of its format, so that terms
/// align to that and not to its first bit.
TEST_P(EmulatorMmaSum, SubnormalAccumulators) {
  // 2.5 units of the result; with the last term it would be more.
  EXPECT_EQ(numberOf(dot("sm_80", "f16", "f16", 0x1p-23,
                         {{0x1p-13, 0x1p-12}, {0x1p-20, 0x1p-20}})),
            0x1p-23);
  EXPECT_EQ(numberOf(dot("sm_80", "f16", "f16", 0x1p-23,
                         {{0x1p-13, 0x1p-12}, {0x1p-19, 0x1p-19}})),
            3 * 0x1p-24);
}

/// Terms never align below 2^-133: 2047 * 2^-160 loses its low bits, with which
/// the second product would reach 2^-149.
TEST_P(EmulatorMmaSum, LeastAlignment) {
  std::vector<std::pair<double, double>> factors = {
      {23 * 0x1p-80, 89 * 0x1p-80}, {0x1p-80, 0x1p-80}};
  EXPECT_EQ(numberOf(dot("sm_80", "bf16", "f32", 0, factors)), 0);
  factors[1].first = 0x1p-77; // the last bit that is kept
  EXPECT_EQ(numberOf(dot("sm_80", "bf16", "f32", 0, factors)), 0x1p-149);
}

TEST_P(EmulatorMmaSum, InfinitiesAndNans) {
  for (const char *accumulator : {"f16", "f32"}) {
    bool isHalf = accumulator[1] == '1';
    uint64_t infinity = isHalf ? 0x7C00 : 0x7F800000;
    uint64_t nan = isHalf ? 0x7FFF : 0x7FFFFFFF;
    uint64_t sign = isHalf ? 0x8000 : 0x80000000;
    Dot test = dot("sm_80", "f16", accumulator, 5, times(16, {1, 1}));
    test.a[3] = 0x7C00;
    EXPECT_EQ(test.run(), infinity);
    test.b[3] = 0xBC00; // -1
    EXPECT_EQ(test.run(), infinity | sign);
    test.a[12] = 0x7C00; // inf - inf, in two blocks
    EXPECT_EQ(test.run(), nan);
    test.a[12] = 0x3C00;
    test.b[3] = 0; // inf * 0
    EXPECT_EQ(test.run(), nan);
    test.a[3] = 0xFE01; // any NaN
    test.b[3] = 0x3C00;
    EXPECT_EQ(test.run(), nan);
    test.a[3] = 0x3C00;
    test.c = infinity;
    EXPECT_EQ(test.run(), infinity);
    test.a[3] = 0xFC00;
    EXPECT_EQ(test.run(), nan);
    test.a[3] = 0x3C00;
    test.c = infinity | 1;
    EXPECT_EQ(test.run(), nan);
  }
}

/// Other elements of the result are unchanged.
TEST_P(EmulatorMmaSum, InfinityStaysInItsRow) {
  MmaText text;
  text.modifiers = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32";
  text.a = "f16";
  text.aWords = 4, text.bWords = 2, text.cWords = text.dWords = 4;
  std::vector<uint32_t> a(128, 0x3C003C00), b(64, 0x3C003C00), c(128);
  a[0] = 0x3C007C00; // row 0
  std::vector<uint32_t> d = runMma(text, a, b, c);
  for (unsigned lane = 0; lane != 32; ++lane)
    for (unsigned i = 0; i != 4; ++i)
      EXPECT_EQ(d[4 * lane + i], lane < 4 && i < 2 ? 0x7F800000u : 0x41800000u);
}

TEST_P(EmulatorMmaSum, Tf32IgnoresLowBits) {
  Dot test = dot("sm_80", "tf32", "f32", 0, {{1, 1}, {2, 3}});
  test.a[0] |= 0x1FFF;
  test.b[1] |= 0x1FFF;
  EXPECT_EQ(numberOf(test), 7);
  test.a[0] = 0x7F800001; // a NaN only in the bits that do not count
  EXPECT_EQ(test.run(), 0x7F800000u);
  test.a[0] = 0x7F802000;
  EXPECT_EQ(test.run(), 0x7FFFFFFFu);
}

/// On sm_89 terms and results of fp8 have 13 bits of fraction; sm_90 multiplies
/// them as f16.
TEST_P(EmulatorMmaSum, Fp8HasShortSumsOnAda) {
  auto at = [](const char *target, double c, double x, double y) {
    return numberOf(dot(target, "e4m3", "f32", c, {{x, y}}));
  };
  EXPECT_EQ(at("sm_89", 1, 0x1p-7, 0x1p-6), 1 + 0x1p-13);
  EXPECT_EQ(at("sm_89", 1, 0x1p-8, 0x1p-6), 1);
  EXPECT_EQ(at("sm_90", 1, 0x1p-8, 0x1p-6), 1 + 0x1p-14);
  EXPECT_EQ(at("sm_89", 1 + 0x1p-20, 0, 0), 1);
  EXPECT_EQ(at("sm_90", 1 + 0x1p-20, 0, 0), 1 + 0x1p-20);
  Dot nan = dot("sm_89", "e4m3", "f32", 0, {{1, 1}});
  nan.a[0] = 0x7F;
  EXPECT_EQ(nan.run(), 0x7FFFFFFFu);
  nan.a[0] = 0x7E; // 448, the largest number
  EXPECT_EQ(numberOf(nan), 448);
  nan.type = "e5m2";
  nan.a[0] = 0x7C;
  nan.b[0] = 0x3C;
  EXPECT_EQ(nan.run(), 0x7F800000u);
}

/// f64: one fused multiply-add after the other, in the order of k.
TEST_P(EmulatorMmaSum, DoublesAreFusedInOrder) {
  EXPECT_EQ(decode("f64", dot("sm_80", "f64", "f64", 0x1p53,
                              {{1, 1}, {1, 1}, {0, 0}, {0, 0}})
                              .run()),
            0x1p53);
  EXPECT_EQ(decode("f64", dot("sm_80", "f64", "f64", 0,
                              {{1, 1}, {1, 1}, {0x1p53, 1}, {0, 0}})
                              .run()),
            0x1p53 + 2);
  double x = 1 + 0x1p-52;
  EXPECT_EQ(decode("f64", dot("sm_80", "f64", "f64", -1 - 0x1p-51,
                              {{x, x}, {0, 0}, {0, 0}, {0, 0}})
                              .run()),
            0x1p-104);
  Dot nan = dot("sm_80", "f64", "f64", 0, {{1, 1}, {1, 1}, {1, 1}, {1, 1}});
  nan.a[2] = 0xFFF8000000000001;
  EXPECT_EQ(nan.run(), 0xFFF8000000000000u); // CUDART_NAN, as elsewhere
}

//===----------------------------------------------------------------------===//
// Random bits
//===----------------------------------------------------------------------===//

namespace {

Layout layoutOf(const std::string &type) {
  return type == "f16"    ? Layout{5, 10}
         : type == "f32"  ? Layout{8, 23}
         : type == "bf16" ? Layout{8, 7}
         : type == "tf32" ? Layout{8, 10}
         : type == "e4m3" ? Layout{4, 3}
                          : Layout{5, 2};
}

bool isSpecial(const std::string &type, Layout f, uint64_t bits) {
  uint64_t magnitude =
      bits & ((uint64_t(1) << (f.exponentBits + f.fractionBits)) - 1);
  if (type == "e4m3")
    return magnitude == 0x7F;
  return magnitude >> f.fractionBits == (uint64_t(1) << f.exponentBits) - 1;
}

struct Rules {
  const char *target;
  std::string type;
  std::string accumulator;
  unsigned block;
  int kept;
  int resultBits;
};

/// The dot product by the rules; none if a special number is involved.
std::optional<uint64_t> referenceSum(const Rules &rules, const Dot &dot) {
  Layout f = layoutOf(rules.type);
  bool isHalf = rules.accumulator == "f16";
  Layout sumLayout = layoutOf(rules.accumulator);
  int shift = rules.type == "tf32" ? 13 : 0;
  uint64_t sum = dot.c;
  for (size_t first = 0; first < dot.a.size(); first += rules.block) {
    if (isSpecial("", sumLayout, sum))
      return std::nullopt;
    std::vector<Term> terms = {termOf(sumLayout, sum)};
    for (size_t k = first; k != first + rules.block; ++k) {
      uint64_t a = dot.a[k] >> shift, b = dot.b[k] >> shift;
      if (isSpecial(rules.type, f, a) || isSpecial(rules.type, f, b))
        return std::nullopt;
      terms.push_back(multiply(termOf(f, a), termOf(f, b)));
    }
    int top = -133;
    for (const Term &term : terms)
      top = std::max(top, term.top);
    int unit = top - rules.kept;
    Wide total = 0;
    for (const Term &term : terms)
      total += shiftTowardsZero(term.significand, term.exponent - unit);
    sum = roundSum(total, unit, sumLayout, isHalf ? 10 : rules.resultBits,
                   isHalf);
  }
  return sum;
}

/// The choice of random numbers.
enum class Choice {
  Any,   ///< any finite bits
  Close, ///< exponents that meet, so that many bits of all terms count
  Tiny,  ///< products about the least numbers of f32
};

uint64_t chooseFactor(std::mt19937_64 &random, const std::string &type,
                      Choice choice) {
  Layout f = layoutOf(type);
  for (;;) {
    uint64_t bits =
        random() & ((uint64_t(2) << (f.exponentBits + f.fractionBits)) - 1);
    if (choice != Choice::Any) {
      int bias = (1 << (f.exponentBits - 1)) - 1;
      uint64_t field = choice == Choice::Close ? bias - 4 + random() % 8
                                               : bias - 72 + random() % 8;
      uint64_t mask = ((uint64_t(1) << f.exponentBits) - 1) << f.fractionBits;
      bits = (bits & ~mask) | field << f.fractionBits;
    }
    if (!isSpecial(type, f, bits))
      return type == "tf32" ? bits << 13 | (random() & 0x1FFF) : bits;
  }
}

uint64_t chooseAccumulator(std::mt19937_64 &random, const std::string &type,
                           Choice choice) {
  if (choice == Choice::Close)
    return encode(type,
                  static_cast<double>(int(random() % 4095) - 2047) / 1024);
  if (choice == Choice::Tiny)
    return random() % 4 ? random() & 0x80FFFFFF : 0;
  for (;;) {
    uint64_t bits = random() & (type == "f16" ? 0xFFFF : 0xFFFFFFFF);
    if (!isSpecial(type, layoutOf(type), bits))
      return bits;
  }
}

void compareRandomly(const Rules &rules, Choice choice) {
  std::mt19937_64 random(11);
  DotShape shape = shapeOf(rules.type);
  unsigned compared = 0, results = 0;
  for (int round = 0; round != 300; ++round) {
    Dot dot;
    dot.target = rules.target;
    dot.type = rules.type;
    dot.accumulator = rules.accumulator;
    dot.c = chooseAccumulator(random, rules.accumulator, choice);
    for (unsigned k = 0; k != shape.k; ++k)
      for (auto *list : {&dot.a, &dot.b})
        list->push_back(chooseFactor(random, rules.type, choice));
    std::optional<uint64_t> expected = referenceSum(rules, dot);
    if (!expected) // a block has overflowed
      continue;
    ++compared;
    uint64_t actual = dot.run();
    // Zeros: the sign of a result that is cut off to zero is unknown.
    uint64_t magnitude = rules.accumulator == "f16" ? 0x7FFF : 0x7FFFFFFF;
    if ((*expected & magnitude) == 0 && (actual & magnitude) == 0)
      continue;
    ++results;
    ASSERT_EQ(actual, *expected)
        << rules.target << " " << rules.type << " round " << round;
  }
  EXPECT_GT(compared, 30u) << rules.target << rules.type;
  EXPECT_GT(results, 30u) << rules.target << rules.type;
}

} // namespace

TEST_P(EmulatorMmaSum, RandomBits) {
  const Rules all[] = {{"sm_80", "f16", "f32", 8, 24, 23},
                       {"sm_80", "f16", "f16", 8, 24, 0},
                       {"sm_89", "f16", "f32", 8, 24, 23},
                       {"sm_90a", "f16", "f32", 16, 25, 23},
                       {"sm_90", "f16", "f16", 16, 25, 0},
                       {"sm_100a", "f16", "f32", 16, 25, 23},
                       {"sm_80", "bf16", "f32", 8, 24, 23},
                       {"sm_90", "bf16", "f32", 16, 25, 23},
                       {"sm_80", "tf32", "f32", 4, 24, 23},
                       {"sm_90", "tf32", "f32", 8, 25, 23},
                       {"sm_89", "e4m3", "f32", 16, 13, 13},
                       {"sm_89", "e5m2", "f32", 16, 13, 13},
                       {"sm_89", "e4m3", "f16", 16, 13, 0},
                       {"sm_89", "e5m2", "f16", 16, 13, 0},
                       {"sm_90", "e5m2", "f32", 16, 25, 23},
                       {"sm_120", "e4m3", "f32", 32, 25, 23},
                       {"sm_120", "e5m2", "f16", 32, 25, 0}};
  for (const Rules &rules : all) {
    compareRandomly(rules, Choice::Any);
    if (bitsOf(rules.type) > 8)
      compareRandomly(rules, Choice::Close);
    if (rules.type == "bf16" || rules.type == "tf32")
      compareRandomly(rules, Choice::Tiny);
  }
}
