//===- MatrixScaledTest.cpp - mma of small floats and of scaled blocks ----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// .kind::f8f6f4, mxf8f6f4, mxf4 and mxf4nvf4. Registers are filled with random
// bits, including those without a meaning. The test reads each element of A, B
// and C and each scale factor from them by the formulas of PTX ISA ("Matrix
// Fragments for mma.m16n8k32", "... m16n8k64", "Block Scaling for mma.sync";
// the figure there, which CUTLASS has as SFALayout, shows which of two threads
// has the factors of which rows), and adds up the products in integers of 128
// bits.
//
//===----------------------------------------------------------------------===//

#include "MatrixHarness.h"
#include "MatrixReference.h"
#include <cmath>
#include <map>
#include <optional>
#include <random>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

struct SmallFormat {
  Layout layout;
  unsigned shift; ///< of an element in its byte
  unsigned width; ///< of an element
};

const std::map<std::string, SmallFormat> formats = {
    {"e4m3", {{4, 3}, 0, 8}}, {"e5m2", {{5, 2}, 0, 8}},
    {"e3m2", {{3, 2}, 0, 6}}, {"e2m3", {{2, 3}, 0, 6}},
    {"e2m1", {{2, 1}, 2, 4}},
};

bool isSpecial(const std::string &type, uint64_t bits) {
  return (type == "e4m3" && (bits & 0x7F) == 0x7F) ||
         (type == "e5m2" && (bits & 0x7F) >= 0x7C);
}

/// A scale factor; none for NaN.
std::optional<Term> scaleOf(const std::string &type, unsigned bits) {
  if (type == "ue8m0") {
    if (bits == 0xFF)
      return std::nullopt;
    Term power;
    power.significand = 1;
    power.exponent = power.top = static_cast<int>(bits) - 127;
    return power;
  }
  if ((bits & 0x7F) == 0x7F)
    return std::nullopt;
  return termOf({4, 3}, bits & 0x7F);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

struct Instruction {
  std::string kind, a, b;
  unsigned k = 32;
  std::string accumulator = "f32";
  std::string scale = "";  ///< their type
  unsigned scaleCount = 0; ///< of a row of A
  bool namesCount = true;  ///< .scale_vec::NX is written
  unsigned byteA = 0, threadA = 0, byteB = 0, threadB = 0;
  const char *target = "sm_120a";

  bool isPacked() const { return k == 64; }
  /// Words of the fragments of a lane.
  unsigned aWords() const { return k == 16 ? 2 : 4; }
  unsigned bWords() const { return k == 16 ? 1 : 2; }
  unsigned cWords() const { return accumulator == "f16" ? 2 : 4; }
  unsigned words() const { return aWords() + bWords() + cWords() + 2; }

  std::string text(bool selectsByRegisters) const;
};

std::string list(unsigned first, unsigned count) {
  std::string text = "{";
  for (unsigned i = 0; i != count; ++i)
    text += (i ? ", %m" : "%m") + std::to_string(first + i);
  return text + "}";
}

std::string Instruction::text(bool selectsByRegisters) const {
  std::string text =
      "mma.sync.aligned.m16n8k" + std::to_string(k) + ".row.col.kind::" + kind;
  if (scaleCount) {
    text += ".block_scale";
    if (namesCount)
      text += ".scale_vec::" + std::to_string(scaleCount) + "X";
  }
  text += "." + accumulator + "." + a + "." + b + "." + accumulator;
  if (scaleCount)
    text += "." + scale;
  unsigned atB = aWords(), atC = atB + bWords(), atScales = atC + cWords();
  text += " " + list(20, cWords()) + ", " + list(0, aWords()) + ", " +
          list(atB, bWords()) + ", " + list(atC, cWords());
  if (!scaleCount)
    return text + ";";
  unsigned selectors[] = {byteA, threadA, byteB, threadB};
  for (unsigned side : {0u, 1u}) {
    text += ", %m" + std::to_string(atScales + side) + ", {";
    for (unsigned i : {0u, 1u})
      text += (i ? ", " : "") + (selectsByRegisters
                                     ? "%s" + std::to_string(2 * side + i)
                                     : std::to_string(selectors[2 * side + i]));
    text += "}";
  }
  return text + ";";
}

/// D's words, lane after lane, for `words`, words() of each lane.
std::vector<uint32_t> run(const Instruction &mma,
                          const std::vector<uint32_t> &words,
                          bool selectsByRegisters) {
  std::string body = "  .reg .b32 %m<24>; .reg .b16 %s<4>;\n";
  unsigned selectors[] = {mma.byteA, mma.threadA, mma.byteB, mma.threadB};
  for (unsigned i = 0; i != 4; ++i)
    body += "  mov.b16 %s" + std::to_string(i) + ", " +
            std::to_string(selectors[i]) + ";\n";
  body += "  mad.wide.u32 %rd11, %t, " + std::to_string(4 * mma.words()) +
          ", %rd1;\n";
  for (unsigned i = 0; i != mma.words(); ++i)
    body += "  ld.global.b32 %m" + std::to_string(i) + ", [%rd11+" +
            std::to_string(4 * i) + "];\n";
  body += "  " + mma.text(selectsByRegisters) + "\n";
  body += "  mad.wide.u32 %rd10, %t, " + std::to_string(4 * mma.cWords()) +
          ", %rd0;\n";
  for (unsigned i = 0; i != mma.cWords(); ++i)
    body += "  st.global.b32 [%rd10+" + std::to_string(4 * i) + "], %m" +
            std::to_string(20 + i) + ";\n";
  KernelRun run(withVersion(withTarget(kernel(body), mma.target), "9.1"));
  run.zeros(32 * 4 * mma.cWords()).array(words).zeros(4).zeros(4);
  EXPECT_EQ(run.launch(), "") << body;
  return run.read<uint32_t>(0);
}

//===----------------------------------------------------------------------===//
// Contents of registers
//===----------------------------------------------------------------------===//

/// The operands of an instruction, read from their registers.
class Operands {
public:
  Operands(const Instruction &mma, const std::vector<uint32_t> &words)
      : mma(mma), words(words) {}

  uint32_t word(unsigned lane, unsigned i) const {
    return words[lane * mma.words() + i];
  }
  /// A's element of a row and column of k; B's of a column and row of k.
  uint64_t element(bool isA, unsigned outer, unsigned k) const {
    const std::string &type = isA ? mma.a : mma.b;
    unsigned inWord = mma.isPacked() ? 8 : 4;
    unsigned half = k / (4 * inWord), thread = k / inWord % 4;
    unsigned lane = 4 * (outer % 8) + thread;
    unsigned index = isA ? 2 * half + outer / 8 : mma.aWords() + half;
    const SmallFormat &format = formats.at(type);
    unsigned position =
        mma.isPacked() ? 4 * (k % 8) : 8 * (k % 4) + format.shift;
    return word(lane, index) >> position & ((1u << format.width) - 1);
  }
  std::optional<Term> scale(bool isA, unsigned outer, unsigned k) const {
    unsigned first = isA ? mma.byteA : mma.byteB;
    unsigned lane = isA ? 4 * (outer % 8) + 2 * mma.threadA + outer / 8
                        : 4 * outer + mma.threadB;
    unsigned index = mma.words() - (isA ? 2 : 1);
    unsigned byte = first + k / (mma.k / mma.scaleCount);
    return scaleOf(mma.scale, word(lane, index) >> (8 * byte) & 0xFF);
  }
  uint64_t accumulator(unsigned row, unsigned column) const {
    auto [lane, i] = placeOfSum(row, column);
    unsigned first = mma.aWords() + mma.bWords();
    if (mma.accumulator == "f32")
      return word(lane, first + i);
    return word(lane, first + i / 2) >> (16 * (i % 2)) & 0xFFFF;
  }
  static std::pair<unsigned, unsigned> placeOfSum(unsigned row,
                                                  unsigned column) {
    return {4 * (row % 8) + column / 2, 2 * (row / 8) + column % 2};
  }

private:
  const Instruction &mma;
  const std::vector<uint32_t> &words;
};

constexpr uint64_t singleNan = 0x7FFFFFFF;

/// None if a factor is an infinity or a NaN; scale factors may be NaN.
std::optional<uint64_t> expectedSum(const Instruction &mma,
                                    const Operands &operands, unsigned row,
                                    unsigned column) {
  bool isHalf = mma.accumulator == "f16";
  Layout sumLayout = isHalf ? Layout{5, 10} : Layout{8, 23};
  std::vector<Term> terms = {
      termOf(sumLayout, operands.accumulator(row, column))};
  int kept = mma.isPacked() ? 35 : 25;
  unsigned group = mma.isPacked() ? 16 : 1;
  for (unsigned first = 0; first != mma.k; first += group) {
    Term term;
    for (unsigned k = first; k != first + group; ++k) {
      uint64_t a = operands.element(true, row, k);
      uint64_t b = operands.element(false, column, k);
      if (isSpecial(mma.a, a) || isSpecial(mma.b, b))
        return std::nullopt;
      Term product = multiply(termOf(formats.at(mma.a).layout, a),
                              termOf(formats.at(mma.b).layout, b));
      if (group == 1) {
        term = product;
      } else { // in quarters; product exponents do not matter
        term.exponent = -2;
        term.top = 0;
        term.significand +=
            shiftTowardsZero(product.significand, product.exponent + 2);
      }
    }
    if (mma.scaleCount) {
      std::optional<Term> left = operands.scale(true, row, first);
      std::optional<Term> right = operands.scale(false, column, first);
      if (!left || !right)
        return singleNan;
      term = multiply(term, multiply(*left, *right));
    }
    terms.push_back(term);
  }
  int top = -133;
  for (const Term &term : terms)
    if (term.significand != 0)
      top = std::max(top, term.top);
  Wide total = 0;
  for (const Term &term : terms)
    total += shiftTowardsZero(term.significand, term.exponent - (top - kept));
  return roundSum(total, top - kept, sumLayout, isHalf ? 10 : 23, isHalf);
}

/// The choice of scale factors and accumulators.
enum class Choice { Any, Close };

std::vector<uint32_t> randomWords(const Instruction &mma, Choice choice,
                                  std::mt19937 &random) {
  std::vector<uint32_t> words;
  for (unsigned lane = 0; lane != 32; ++lane)
    for (unsigned i = 0; i != mma.words(); ++i) {
      uint32_t word = static_cast<uint32_t>(random());
      bool isScale = i + 2 >= mma.words();
      bool isSum = !isScale && i >= mma.aWords() + mma.bWords();
      if (isSum && mma.accumulator == "f16")
        word &= 0xBFFFBFFF; // no infinity
      else if (isSum)       // from 2^-9 to 2^7, or finite
        word = choice == Choice::Close ? (word & 0x87FFFFFF) | 0x38000000
                                       : word & 0xBFFFFFFF;
      if (isScale && choice == Choice::Close)
        for (unsigned byte = 0; byte != 4; ++byte) {
          uint32_t middle = mma.scale == "ue8m0" ? 125 + random() % 6
                                                 : 0x20 + random() % 0x30;
          word = (word & ~(0xFFu << (8 * byte))) | middle << (8 * byte);
        }
      words.push_back(word);
    }
  return words;
}

void check(const Instruction &mma, Choice choice, unsigned rounds = 4) {
  std::mt19937 random(17);
  unsigned compared = 0, nonzero = 0;
  for (unsigned round = 0; round != rounds; ++round) {
    std::vector<uint32_t> words = randomWords(mma, choice, random);
    Operands operands(mma, words);
    std::vector<uint32_t> d = run(mma, words, round % 2);
    for (unsigned row = 0; row != 16; ++row)
      for (unsigned column = 0; column != 8; ++column) {
        std::optional<uint64_t> expected =
            expectedSum(mma, operands, row, column);
        if (!expected)
          continue;
        auto [lane, i] = Operands::placeOfSum(row, column);
        bool isHalf = mma.accumulator == "f16";
        uint32_t actual = isHalf
                              ? d[lane * 2 + i / 2] >> (16 * (i % 2)) & 0xFFFF
                              : d[lane * 4 + i];
        uint32_t sign = isHalf ? 0x8000 : 0x80000000;
        ++compared;
        // The sign of a result that is cut off to zero is unknown.
        if (!(*expected & ~uint64_t(sign)) && !(actual & ~sign))
          continue;
        ++nonzero;
        ASSERT_EQ(actual, *expected)
            << mma.text(false) << " row " << row << " column " << column;
      }
  }
  EXPECT_GT(compared, 20u) << mma.text(false);
  EXPECT_GT(nonzero, 20u) << mma.text(false);
}

bool isByte(const std::string &type) { return formats.at(type).width == 8; }

const std::string smallTypes[] = {"e4m3", "e5m2", "e3m2", "e2m3", "e2m1"};

} // namespace

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

TEST(EmulatorMmaScaled, SmallFloatsWithoutScales) {
  for (const std::string &a : smallTypes)
    for (const std::string &b : smallTypes)
      for (unsigned k : {16u, 32u})
        for (const char *accumulator : {"f32", "f16"})
          if (k == 32 || (isByte(a) && isByte(b)))
            check({"f8f6f4", a, b, k, accumulator}, Choice::Close);
}

TEST(EmulatorMmaScaled, SmallFloatsInScaledBlocks) {
  unsigned number = 0;
  for (const std::string &a : smallTypes)
    for (const std::string &b : smallTypes)
      for (Choice choice : {Choice::Close, Choice::Any}) {
        // All bytes and threads occur.
        unsigned i = number++;
        check({"mxf8f6f4", a, b, 32, "f32", "ue8m0", 1, i % 2 == 0, i % 4,
               i / 4 % 2, (i + i / 4) % 4, i / 3 % 4},
              choice);
      }
}

TEST(EmulatorMmaScaled, Fp4InScaledBlocks) {
  for (Choice choice : {Choice::Close, Choice::Any})
    for (unsigned thread = 0; thread != 4; ++thread) {
      unsigned byteA = thread % 2 * 2, byteB = thread / 2 * 2;
      for (const char *kind : {"mxf4", "mxf4nvf4"})
        check({kind, "e2m1", "e2m1", 64, "f32", "ue8m0", 2,
               kind != std::string("mxf4") || thread % 2, byteA, thread / 2,
               byteB, thread},
              choice, 16);
      for (const char *scale : {"ue4m3", "ue8m0"})
        check({"mxf4nvf4", "e2m1", "e2m1", 64, "f32", scale, 4, true, 0,
               thread / 2, 0, thread},
              choice, 16);
    }
}

/// A NaN scale factor makes its row or its column NaN, and nothing else; in
/// bytes or threads that are not chosen it does not count.
TEST(EmulatorMmaScaled, NanScales) {
  for (bool isA : {true, false}) {
    Instruction mma = {"mxf8f6f4", "e4m3", "e4m3", 32, "f32", "ue8m0", 1};
    mma.byteA = mma.byteB = 1;
    mma.threadA = mma.threadB = 1;
    std::vector<uint32_t> words(32 * mma.words(), 0x38383838); // 1
    unsigned index = mma.words() - (isA ? 2 : 1);
    for (unsigned lane = 0; lane != 32; ++lane) {
      for (unsigned i = mma.words() - 2; i != mma.words(); ++i)
        words[lane * mma.words() + i] = 0x7F7F7F7F;
      for (unsigned i = 6; i != 10; ++i)
        words[lane * mma.words() + i] = 0;
    }
    // For A, thread pair 1 has row 3 in lane 14; for B, thread 1 has column 3
    // in lane 13.
    words[(isA ? 14 : 13) * mma.words() + index] = 0x7F7FFF7F;
    for (unsigned lane : {12u, isA ? 13u : 14u})
      words[lane * mma.words() + index] = 0xFFFFFFFF;
    words[20 * mma.words() + index] |= 0xFFFF0000;
    std::vector<uint32_t> d = run(mma, words, false);
    for (unsigned row = 0; row != 16; ++row)
      for (unsigned column = 0; column != 8; ++column) {
        auto [lane, i] = Operands::placeOfSum(row, column);
        EXPECT_EQ(d[lane * 4 + i],
                  (isA ? row : column) == 3 ? singleNan : 0x42000000u)
            << row << " " << column;
      }
  }
}

/// Infinities and NaNs among factors and accumulators behave as in IEEE 754.
TEST(EmulatorMmaScaled, SpecialNumbers) {
  Instruction mma = {"mxf8f6f4", "e5m2", "e5m2", 32, "f32", "ue8m0", 1};
  auto sumOf = [&](uint32_t a, uint32_t c, uint32_t scale) {
    std::vector<uint32_t> words(32 * mma.words());
    words[0] = a;                     // row 0, k = 0 to 3
    words[mma.aWords()] = 0x3C3C3C3C; // 1
    words[mma.aWords() + mma.bWords()] = c;
    for (unsigned lane = 0; lane != 32; ++lane)
      for (unsigned i = 1; i != 3; ++i)
        words[(lane + 1) * mma.words() - i] = scale;
    return run(mma, words, false)[0];
  };
  EXPECT_EQ(sumOf(0x7C, 0, 127), 0x7F800000u);
  EXPECT_EQ(sumOf(0xFC, 0, 0), 0xFF800000u); // also with the least scale
  EXPECT_EQ(sumOf(0xFC7C, 0, 127), singleNan);
  EXPECT_EQ(sumOf(0x7C, 0xFF800000, 127), singleNan);
  EXPECT_EQ(sumOf(0x7E, 0, 127), singleNan);
  // 2^15 * 2^127 * 2^127 is too large for f32; the sum of opposite signs is
  // not.
  EXPECT_EQ(sumOf(0x78, 0, 254), 0x7F800000u);
  EXPECT_EQ(sumOf(0xF878, 0x3F800000, 254), 0u); // 1 is cut off
  EXPECT_EQ(sumOf(0x3C, 0x3F800000, 0), 0x3F800000u);
  mma = {"mxf4nvf4", "e2m1", "e2m1", 64, "f32", "ue4m3", 4};
  EXPECT_EQ(sumOf(0x2, 0xFF800000, 0x38), 0xFF800000u);
  EXPECT_EQ(sumOf(0x2, 0x7F800001, 0x38), singleNan);
  EXPECT_EQ(sumOf(0x2, 0, 0x7F), singleNan);
  EXPECT_EQ(sumOf(0x0, 0, 0xFF), singleNan); // the bit of the sign is none
}

/// Blackwell's data centre variants have the floats of 8 bits of kind::f8f6f4,
/// and multiply them like their other instruction for such floats.
TEST(EmulatorMmaScaled, EightBitsOnOtherVariants) {
  std::mt19937 random(5);
  for (const char *target : {"sm_100a", "sm_103f", "sm_110a"}) {
    Instruction mma = {"f8f6f4", "e4m3", "e5m2"};
    mma.target = target;
    std::vector<uint32_t> words = randomWords(mma, Choice::Close, random), a, b,
                          c;
    for (unsigned lane = 0; lane != 32; ++lane)
      for (unsigned i = 0; i != 10; ++i)
        (i < 4 ? a : i < 6 ? b : c).push_back(words[lane * mma.words() + i]);
    MmaText plain;
    plain.target = target;
    plain.modifiers = "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32";
    plain.a = "e4m3";
    plain.aWords = plain.cWords = plain.dWords = 4;
    plain.bWords = 2;
    EXPECT_EQ(run(mma, words, false), runMma(plain, a, b, c)) << target;
  }
}

//===----------------------------------------------------------------------===//
// Refusals and faults
//===----------------------------------------------------------------------===//

namespace {

void expectRefused(Instruction mma, const char *message) {
  std::string body =
      "  .reg .b32 %m<24>; .reg .b16 %s<4>;\n  " + mma.text(false);
  std::string error = parseError(withTarget(kernel(body), mma.target));
  EXPECT_NE(error.find(message), std::string::npos) << mma.text(false) << "\n"
                                                    << error;
}

} // namespace

TEST(EmulatorMmaScaled, RefusedForms) {
  const Instruction good = {"mxf8f6f4", "e4m3", "e4m3", 32, "f32", "ue8m0", 1};
  auto changed = [](Instruction mma, auto change) {
    change(mma);
    return mma;
  };
  auto refuse = [&](auto change, const char *message) {
    expectRefused(changed(good, change), message);
  };
  refuse([](Instruction &mma) { mma.target = "sm_120"; },
         "needs .target sm_120a or sm_120f");
  refuse([](Instruction &mma) { mma.target = "sm_100a"; },
         "needs .target sm_120a or sm_120f");
  refuse([](Instruction &mma) { mma.k = 16; }, "shape and types do not fit");
  expectRefused({"f8f6f4", "e4m3", "e2m3", 16}, "shape and types do not fit");
  refuse([](Instruction &mma) { mma.accumulator = "f16"; },
         "shape and types do not fit");
  refuse([](Instruction &mma) { mma.scale = "ue4m3"; },
         "not these scale factors: 1 of .ue4m3");
  refuse([](Instruction &mma) { mma.scaleCount = 2; },
         "not these scale factors: 2 of .ue8m0");
  refuse([](Instruction &mma) { mma.kind = "mxf4"; },
         "shape and types do not fit");
  refuse([](Instruction &mma) { mma.byteA = 4; }, "byte-id must be a multiple");
  refuse([](Instruction &mma) { mma.threadA = 2; },
         "thread-id of A must be 0 or 1");
  refuse([](Instruction &mma) { mma.threadB = 4; },
         "thread-id of B must be below 4");
  const Instruction fp4 = {"mxf4nvf4", "e2m1",  "e2m1", 64,
                           "f32",      "ue4m3", 4,      true};
  expectRefused(changed(fp4, [](Instruction &mma) { mma.namesCount = false; }),
                "needs .scale_vec::2X or .scale_vec::4X");
  expectRefused(changed(fp4, [](Instruction &mma) { mma.kind = "mxf4"; }),
                "not these scale factors: 4 of .ue4m3");
  expectRefused(changed(fp4, [](Instruction &mma) { mma.scale = "ue8m0"; }),
                "needs .version 9.1");
  expectRefused(changed(fp4, [](Instruction &mma) { mma.b = "e4m3"; }),
                "shape and types do not fit");
  Instruction plain = {"f8f6f4", "e4m3", "e3m2"};
  plain.target = "sm_100a";
  expectRefused(plain, "needs .target sm_120a or sm_120f");
  plain.b = "e4m3";
  plain.target = "sm_90a";
  expectRefused(plain, "needs .target sm_100a or sm_100f");
}

/// The numbers of bytes and threads in registers are checked when the product
/// runs.
TEST(EmulatorMmaScaled, SelectorsAreChecked) {
  auto errorOf = [](const std::string &selectors) {
    KernelRun run(withTarget(
        kernel("  .reg .b32 %m<24>; .reg .b16 %s<4>;\n"
               "  mov.b32 %m0, 0; cvt.u16.u32 %s0, %t; mov.b16 %s1, 3;\n"
               "  mov.b16 %s2, 4;\n"
               "  mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.f32."
               "e2m1.e2m1.f32.ue8m0 {%m4, %m5, %m6, %m7}, {%m0, %m0, %m0, "
               "%m0}, {%m0, %m0}, {%m0, %m0, %m0, %m0}, %m0, " +
               selectors + ";"),
        "sm_120a"));
    run.zeros(4).zeros(4).zeros(4).zeros(4);
    return run.launch();
  };
  EXPECT_EQ(errorOf("{0, 0}, %m0, {2, %s1}"), "");
  EXPECT_NE(errorOf("{%s0, 0}, %m0, {0, 0}").find("must agree where"),
            std::string::npos);
  EXPECT_NE(errorOf("{0, 0}, %m0, {%s1, 0}")
                .find("byte 3 of thread 0 cannot hold the first of 2"),
            std::string::npos);
  EXPECT_NE(errorOf("{0, %s1}, %m0, {0, 0}").find("thread of A below 2"),
            std::string::npos);
  EXPECT_NE(errorOf("{0, 0}, %m0, {0, %s2}").find("thread of B below 4"),
            std::string::npos);
}
