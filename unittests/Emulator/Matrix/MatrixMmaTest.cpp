//===- MatrixMmaTest.cpp - mma of every shape and type --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fragments are written by the formulas of PTX ISA, one section after the other
// (the functions below have the sections' names), multiplied by the emulator,
// read by the formulas again and compared with the product of small integers,
// for which every order of summation is exact.
//
//===----------------------------------------------------------------------===//

#include "MatrixHarness.h"
#include <random>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

unsigned group(unsigned lane) { return lane >> 2; }
unsigned thread(unsigned lane) { return lane % 4; }

struct Shape {
  const char *name;
  unsigned m, n, k;
  Formula a, b, c;
};

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

/// For all shapes with m = 8 except that of f16.
Place cOfEightRows(unsigned lane, unsigned i) {
  return {group(lane), thread(lane) * 2 + (i & 1)};
}
/// For all shapes with m = 16.
Place cOfSixteenRows(unsigned lane, unsigned i) {
  return {i < 2 ? group(lane) : group(lane) + 8, thread(lane) * 2 + (i & 1)};
}

//===----------------------------------------------------------------------===//
// Multiplicands, by section
//===----------------------------------------------------------------------===//

Shape m8n8k4OfF64() {
  return {"m8n8k4",
          8,
          8,
          4,
          [](unsigned l, unsigned) { return Place(l >> 2, l % 4); },
          [](unsigned l, unsigned) { return Place(l % 4, l >> 2); },
          cOfEightRows};
}

/// m8n8k16 of bytes, m8n8k32 of 4 bits, m8n8k128 of single bits: one register.
Shape m8n8Of(const char *name, unsigned k, unsigned inRegister) {
  return {name,
          8,
          8,
          k,
          [=](unsigned l, unsigned i) {
            return Place(group(l), thread(l) * inRegister + i);
          },
          [=](unsigned l, unsigned i) {
            return Place(thread(l) * inRegister + i, group(l));
          },
          cOfEightRows};
}

Shape m16n8k4() {
  return {"m16n8k4",
          16,
          8,
          4,
          [](unsigned l, unsigned i) {
            return Place(i == 0 ? group(l) : group(l) + 8, thread(l));
          },
          [](unsigned l, unsigned) { return Place(thread(l), group(l)); },
          cOfSixteenRows};
}

Shape m16n8k8OfHalves() {
  return {
      "m16n8k8",
      16,
      8,
      8,
      [](unsigned l, unsigned i) {
        return Place(i < 2 ? group(l) : group(l) + 8, thread(l) * 2 + (i & 1));
      },
      [](unsigned l, unsigned i) { return Place(thread(l) * 2 + i, group(l)); },
      cOfSixteenRows};
}

/// tf32 and f64.
Shape m16n8k8OfWords() {
  return {"m16n8k8",
          16,
          8,
          8,
          [](unsigned l, unsigned i) {
            return Place(i == 0 || i == 2 ? group(l) : group(l) + 8,
                         i < 2 ? thread(l) : thread(l) + 4);
          },
          [](unsigned l, unsigned i) {
            return Place(i == 0 ? thread(l) : thread(l) + 4, group(l));
          },
          cOfSixteenRows};
}

Shape m16n8k16OfHalves() {
  return {"m16n8k16",
          16,
          8,
          16,
          [](unsigned l, unsigned i) {
            return Place(i < 2 || (4 <= i && i < 6) ? group(l) : group(l) + 8,
                         thread(l) * 2 + (i & 1) + (i < 4 ? 0 : 8));
          },
          [](unsigned l, unsigned i) {
            return Place(thread(l) * 2 + (i & 1) + (i < 2 ? 0 : 8), group(l));
          },
          cOfSixteenRows};
}

Shape m16n8k16OfDoubles() {
  return {
      "m16n8k16",
      16,
      8,
      16,
      [](unsigned l, unsigned i) {
        return Place(i % 2 == 0 ? group(l) : group(l) + 8,
                     i % 2 == 0 ? i * 2 + thread(l) : i * 2 - 2 + thread(l));
      },
      [](unsigned l, unsigned i) { return Place(thread(l) + i * 4, group(l)); },
      cOfSixteenRows};
}

/// m16n8k16 of bytes, m16n8k32 of 4 bits, m16n8k128 of single bits: A has two
/// registers, B has one.
Shape twoRegisters(const char *name, unsigned k, unsigned inRegister) {
  return {name,
          16,
          8,
          k,
          [=](unsigned l, unsigned i) {
            return Place(i < inRegister ? group(l) : group(l) + 8,
                         thread(l) * inRegister + i % inRegister);
          },
          [=](unsigned l, unsigned i) {
            return Place(thread(l) * inRegister + i, group(l));
          },
          cOfSixteenRows};
}

/// m16n8k32 of bytes, m16n8k64 of 4 bits, m16n8k256 of single bits: A has four
/// registers, B has two.
Shape fourRegisters(const char *name, unsigned k, unsigned inRegister) {
  return {name,
          16,
          8,
          k,
          [=](unsigned l, unsigned i) {
            unsigned r = i / inRegister;
            return Place(r == 0 || r == 2 ? group(l) : group(l) + 8,
                         thread(l) * inRegister + i % inRegister +
                             (r < 2 ? 0 : k / 2));
          },
          [=](unsigned l, unsigned i) {
            return Place(thread(l) * inRegister + i % inRegister +
                             (i < inRegister ? 0 : k / 2),
                         group(l));
          },
          cOfSixteenRows};
}

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

struct Case {
  Shape shape;
  std::string d, a, b, c;
  std::string suffix, middle;
};

unsigned wordsOf(const std::string &type, unsigned elements) {
  return elements / 32 * bitsOf(type) / 32;
}

MmaText textOf(const Case &test) {
  const Shape &s = test.shape;
  MmaText text;
  text.modifiers = std::string("mma.sync.aligned.") + s.name + ".row.col" +
                   test.middle + "." + test.d + "." + test.a + "." + test.b +
                   "." + test.c + test.suffix;
  text.a = test.a;
  text.aWords = wordsOf(test.a, s.m * s.k);
  text.bWords = wordsOf(test.b, s.k * s.n);
  text.cWords = wordsOf(test.c, s.m * s.n);
  text.dWords = wordsOf(test.d, s.m * s.n);
  return text;
}

/// Small integers that the type can represent.
NumberMatrix randomMatrix(std::mt19937 &random, const std::string &type,
                          unsigned rows, unsigned columns) {
  NumberMatrix matrix(rows, columns);
  int least = type[0] == 'u' || type == "b1" ? 0 : -4;
  int largest = type == "b1" ? 1 : 4;
  for (double &value : matrix.values)
    value = least + static_cast<int>(random() % (largest - least + 1));
  return matrix;
}

void check(const Case &test) {
  std::mt19937 random(7);
  const Shape &s = test.shape;
  NumberMatrix a = randomMatrix(random, test.a, s.m, s.k);
  NumberMatrix b = randomMatrix(random, test.b, s.k, s.n);
  NumberMatrix c = randomMatrix(random, test.c, s.m, s.n);
  NumberMatrix expected = multiplyAdd(a, b, c);
  if (test.suffix == ".xor.popc")
    for (unsigned i = 0; i != s.m; ++i)
      for (unsigned j = 0; j != s.n; ++j) {
        double &sum = expected.at({i, j}) = c.at({i, j});
        for (unsigned k = 0; k != s.k; ++k)
          sum += a.at({i, k}) != b.at({k, j});
      }
  MmaText text = textOf(test);
  std::vector<uint32_t> words =
      runMma(text, makeFragment(test.a, a, s.a), makeFragment(test.b, b, s.b),
             makeFragment(test.c, c, s.c));
  NumberMatrix d(s.m, s.n);
  readFragment(test.d, words, d, s.c, [](unsigned) { return true; });
  EXPECT_EQ(d.values, expected.values) << text.modifiers;
}

} // namespace

TEST(EmulatorMma, Halves) {
  for (const char *type : {"f16", "f32"}) {
    check({m16n8k8OfHalves(), type, "f16", "f16", type, "", ""});
    check({m16n8k16OfHalves(), type, "f16", "f16", type, "", ""});
  }
  check({m16n8k8OfHalves(), "f32", "bf16", "bf16", "f32", "", ""});
  check({m16n8k16OfHalves(), "f32", "bf16", "bf16", "f32", "", ""});
}

TEST(EmulatorMma, Tf32) {
  check({m16n8k4(), "f32", "tf32", "tf32", "f32", "", ""});
  check({m16n8k8OfWords(), "f32", "tf32", "tf32", "f32", "", ""});
}

TEST(EmulatorMma, Doubles) {
  check({m8n8k4OfF64(), "f64", "f64", "f64", "f64", "", ""});
  check({m16n8k4(), "f64", "f64", "f64", "f64", ".rn", ""});
  check({m16n8k8OfWords(), "f64", "f64", "f64", "f64", ".rz", ""});
  check({m16n8k16OfDoubles(), "f64", "f64", "f64", "f64", "", ""});
}

TEST(EmulatorMma, Bytes) {
  for (const char *a : {"s8", "u8"})
    for (const char *b : {"s8", "u8"})
      for (const char *middle : {"", ".satfinite"}) {
        check({m8n8Of("m8n8k16", 16, 4), "s32", a, b, "s32", "", middle});
        check(
            {twoRegisters("m16n8k16", 16, 4), "s32", a, b, "s32", "", middle});
        check(
            {fourRegisters("m16n8k32", 32, 4), "s32", a, b, "s32", "", middle});
      }
}

TEST(EmulatorMma, Nibbles) {
  for (const char *a : {"s4", "u4"})
    for (const char *b : {"s4", "u4"})
      for (const char *middle : {"", ".satfinite"}) {
        check({m8n8Of("m8n8k32", 32, 8), "s32", a, b, "s32", "", middle});
        check(
            {twoRegisters("m16n8k32", 32, 8), "s32", a, b, "s32", "", middle});
        check(
            {fourRegisters("m16n8k64", 64, 8), "s32", a, b, "s32", "", middle});
      }
}

TEST(EmulatorMma, SingleBits) {
  for (const char *suffix : {".xor.popc", ".and.popc"}) {
    check({m8n8Of("m8n8k128", 128, 32), "s32", "b1", "b1", "s32", suffix, ""});
    check({twoRegisters("m16n8k128", 128, 32), "s32", "b1", "b1", "s32", suffix,
           ""});
    check({fourRegisters("m16n8k256", 256, 32), "s32", "b1", "b1", "s32",
           suffix, ""});
  }
}

TEST(EmulatorMma, Fp8) {
  for (const char *a : {"e4m3", "e5m2"})
    for (const char *b : {"e4m3", "e5m2"})
      for (const char *type : {"f16", "f32"}) {
        check({twoRegisters("m16n8k16", 16, 4), type, a, b, type, "", ""});
        check({fourRegisters("m16n8k32", 32, 4), type, a, b, type, "", ""});
      }
}

//===----------------------------------------------------------------------===//
// mma.m8n8k4 of f16
//===----------------------------------------------------------------------===//

namespace {

unsigned half(unsigned lane) { return lane < 16 ? 0 : 4; }

Formula quadA(bool isRow) {
  return [=](unsigned l, unsigned i) {
    return isRow ? Place(l % 4 + half(l), i) : Place(i % 4 + half(l), l % 4);
  };
}
Formula quadB(bool isRow) {
  return [=](unsigned l, unsigned i) {
    return isRow ? Place(l % 4, i + half(l)) : Place(i, l % 4 + half(l));
  };
}
Place quadHalfC(unsigned l, unsigned i) { return {l % 4 + half(l), i}; }
Place quadWideC(unsigned l, unsigned i) {
  return {(l & 1) + (i & 2) + half(l), (i & 4) + (l & 2) + (i & 1)};
}

} // namespace

/// Each of the four products uses lanes 4q..4q+3 and 16+4q..19+4q.
TEST(EmulatorMma, QuadPairs) {
  std::mt19937 random(3);
  for (bool isRowA : {true, false})
    for (bool isRowB : {true, false})
      for (auto [d, c] :
           {std::pair("f16", "f16"), {"f32", "f16"}, {"f32", "f32"}}) {
        MmaText text;
        text.modifiers = std::string("mma.sync.aligned.m8n8k4.") +
                         (isRowA ? "row." : "col.") +
                         (isRowB ? "row." : "col.") + d + ".f16.f16." + c;
        text.a = "f16";
        text.aWords = text.bWords = 2;
        text.cWords = 8 * bitsOf(c) / 32;
        text.dWords = 8 * bitsOf(d) / 32;
        Formula formulaC = bitsOf(c) == 16 ? quadHalfC : quadWideC;
        Formula formulaD = bitsOf(d) == 16 ? quadHalfC : quadWideC;
        std::vector<NumberMatrix> expected;
        std::vector<uint32_t> fragments[3];
        for (auto &words : fragments)
          words.assign(32 * 8, 0);
        unsigned words[] = {text.aWords, text.bWords, text.cWords};
        for (unsigned q = 0; q != 4; ++q) {
          NumberMatrix a = randomMatrix(random, "f16", 8, 4);
          NumberMatrix b = randomMatrix(random, "f16", 4, 8);
          NumberMatrix accumulator = randomMatrix(random, c, 8, 8);
          expected.push_back(multiplyAdd(a, b, accumulator));
          std::vector<uint32_t> own[] = {
              makeFragment("f16", a, quadA(isRowA), 4),
              makeFragment("f16", b, quadB(isRowB), 4),
              makeFragment(c, accumulator, formulaC, 8)};
          for (unsigned f = 0; f != 3; ++f)
            for (unsigned lane = 0; lane != 32; ++lane)
              if (lane % 16 / 4 == q)
                for (unsigned w = 0; w != words[f]; ++w)
                  fragments[f][lane * words[f] + w] =
                      own[f][lane * words[f] + w];
        }
        std::vector<uint32_t> result =
            runMma(text, fragments[0], fragments[1], fragments[2]);
        for (unsigned q = 0; q != 4; ++q) {
          NumberMatrix matrix(8, 8);
          readFragment(d, result, matrix, formulaD,
                       [=](unsigned lane) { return lane % 16 / 4 == q; });
          EXPECT_EQ(matrix.values, expected[q].values)
              << text.modifiers << ", product " << q;
        }
      }
}

//===----------------------------------------------------------------------===//
// Overflow of integers
//===----------------------------------------------------------------------===//

TEST(EmulatorMma, IntegersWrapOrSaturate) {
  for (bool saturates : {false, true})
    for (bool isNegative : {false, true}) {
      Case test = {m8n8Of("m8n8k16", 16, 4),     "s32", "s8", "s8", "s32", "",
                   saturates ? ".satfinite" : ""};
      NumberMatrix a(8, 16), b(16, 8), c(8, 8);
      for (double &value : a.values)
        value = isNegative ? -128 : 127;
      for (double &value : b.values)
        value = 127;
      for (double &value : c.values)
        value = isNegative ? INT32_MIN : INT32_MAX;
      std::vector<uint32_t> d =
          runMma(textOf(test), makeFragment("s8", a, test.shape.a),
                 makeFragment("s8", b, test.shape.b),
                 makeFragment("s32", c, test.shape.c));
      int64_t sum = isNegative ? INT32_MIN - int64_t(16) * 128 * 127
                               : INT32_MAX + int64_t(16) * 127 * 127;
      uint32_t wrapped = static_cast<uint32_t>(sum);
      uint32_t limit = isNegative ? 0x80000000u : 0x7FFFFFFFu;
      EXPECT_EQ(d, std::vector<uint32_t>(64, saturates ? limit : wrapped));
    }
}

/// The extremes of narrow integers: nothing overflows before the sum.
TEST(EmulatorMma, ExtremesOfIntegers) {
  for (auto [type, value] :
       {std::pair("s4", -8.0), {"u4", 15.0}, {"s8", -128.0}, {"u8", 255.0}}) {
    bool isNibble = bitsOf(type) == 4;
    unsigned k = isNibble ? 64 : 32;
    Case test = {isNibble ? fourRegisters("m16n8k64", 64, 8)
                          : fourRegisters("m16n8k32", 32, 4),
                 "s32",
                 type,
                 type,
                 "s32",
                 "",
                 ""};
    NumberMatrix a(16, k), b(k, 8), c(16, 8);
    a.values.assign(a.values.size(), value);
    b.values.assign(b.values.size(), value);
    std::vector<uint32_t> d =
        runMma(textOf(test), makeFragment(type, a, test.shape.a),
               makeFragment(type, b, test.shape.b),
               makeFragment("s32", c, test.shape.c));
    EXPECT_EQ(
        d, std::vector<uint32_t>(128, static_cast<uint32_t>(k * value * value)))
        << type;
  }
}
