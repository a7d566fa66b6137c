//===- BoundsOfMatrixProductsTest.cpp - Error bounds of products ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix products: their results in random orders, in blocks with cuts as on
// tensor cores, and in exact arithmetic must lie within the bounds, and these must
// be as narrow as the formula.
//
//===----------------------------------------------------------------------===//

#include "BoundedProgram.h"
#include "tessera/Numerics/Convert.h"
#include "tessera/Numerics/Float.h"
#include "llvm/ADT/bit.h"
#include <cmath>

using namespace tessera;
using namespace tessera::interp;

/// value cut to a multiple of 2^exponent.
static double cut(double value, int exponent) {
  return std::ldexp(std::trunc(std::ldexp(value, -exponent)), exponent);
}

static int exponentOf(double value) {
  return value == 0 ? -2000 : std::ilogb(value);
}

/// The result of a tensor core that adds `block` products at once and keeps
/// `bits` bits below the largest, for f32 accumulators. `exponents` are those
/// of the products, if not their own.
static float inBlocks(const std::vector<double> &products, float acc, int block,
                      int bits, llvm::ArrayRef<int> exponents = {}) {
  for (size_t first = 0; first < products.size(); first += block) {
    std::vector<double> terms = {acc};
    int top = exponentOf(acc);
    for (size_t k = first; k < std::min(first + block, products.size()); ++k) {
      terms.push_back(products[k]);
      top = std::max(top, exponents.empty() ? exponentOf(products[k])
                                            : exponents[k]);
    }
    double sum = 0;
    for (double term : terms)
      sum += cut(term, top - bits + 1);
    acc = float(cut(sum, exponentOf(sum) - 23));
  }
  return acc;
}

/// The result of tensor cores that keep 14 bits of the sums of 128 products, which
/// are added in f32.
static float inPromotedParts(llvm::ArrayRef<double> products, float acc) {
  for (; !products.empty();
       products = products.drop_front(std::min<size_t>(products.size(), 128))) {
    double part = inBlocks(products.take_front(128).vec(), 0, 32, 14);
    acc = float(acc + cut(part, exponentOf(part) - 13));
  }
  return acc;
}

TEST(BoundsOfMatrixProducts, holdWhatTensorCoresGive) {
  Random random(7);
  for (Format in : {Format::F16, Format::BF16, Format::TF32, Format::F8E4M3FN})
    for (int64_t depth : {1, 4, 16, 64, 256}) {
      Bits lhs = randomNumbers(random, in, 4 * depth);
      Bits rhs = randomNumbers(random, in, depth * 4);
      Bits acc = randomNumbers(random, Format::F32, 16, 3);
      BoundedProgram p(Format::F32, BoundsMode::Reals);
      p.input("l", {4, depth}, in, lhs);
      p.input("x", {depth, 4}, in, rhs);
      p.input("acc", {4, 4}, acc);
      p.run({4, 4}, "%r = mmaf %l, %x, %acc : " + type(in, {4, depth}) + ", " +
                        type(in, {depth, 4}) + ", tile<4x4xf32>");
      ASSERT_EQ(p.size(), 16u);
      for (int i = 0; i < 16; ++i) {
        std::vector<double> products;
        double magnitude = std::fabs(double(valueOf(Format::F32, acc[i])));
        long double exact = valueOf(Format::F32, acc[i]);
        for (int64_t k = 0; k < depth; ++k) {
          products.push_back(valueOf(in, lhs[i / 4 * depth + k]) *
                             valueOf(in, rhs[k * 4 + i % 4]));
          exact += products.back();
          magnitude += std::fabs(products.back());
        }
        EXPECT_TRUE(p.holds(i, exact)) << p.describe(i);
        float start = llvm::bit_cast<float>(uint32_t(acc[i]));
        for (int block : {4, 8, 16, 32})
          EXPECT_TRUE(p.holds(i, inBlocks(products, start, block, 24)))
              << numerics::name(in).str() << " " << p.describe(i);
        bool isOfBytes = in == Format::F8E4M3FN;
        if (isOfBytes)
          EXPECT_TRUE(p.holds(i, inPromotedParts(products, start)))
              << p.describe(i);
        // As wide as the formula, for operands of 8 bits, too.
        ElementBounds b = p.boundsAt(i);
        double width =
            double(valueOf(Format::F32, b.hi) - valueOf(Format::F32, b.lo));
        double cuts = double(depth + (depth + 3) / 4) * 0x1p-23;
        double ofParts = (std::min<double>(depth, 128) * 17 / 16 + 1) * 0x1p-13;
        double ofFewBits = isOfBytes ? std::expm1(ofParts) * magnitude : 0;
        EXPECT_LE(width, 2 * ((cuts * 1.02 + 0x1p-22) * magnitude + ofFewBits));
      }
    }
}

/// A single product is one term, the accumulator the other: with 14 bits kept,
/// each loses its bits below 2^-10, nearly 2^-9 together.
TEST(BoundsOfMatrixProducts, ofFastOnesCutTheAccumulatorToo) {
  Format e4m3 = Format::F8E4M3FN;
  // 15/8 * 2^-6, and the last number below 8 + 2^-10.
  const uint64_t factor = 0x0F, acc = 0x410003FF;
  BoundedProgram p(Format::F32, BoundsMode::Engines);
  p.input("l", {1, 1}, e4m3, {factor});
  p.input("x", {1, 1}, e4m3, {factor});
  p.input("acc", {1, 1}, {acc});
  p.run({1, 1}, "%r = mmaf %l, %x, %acc fast_acc : tile<1x1xf8E4M3FN>, "
                "tile<1x1xf8E4M3FN>, tile<1x1xf32>");
  ASSERT_EQ(p.size(), 1u);
  double product = valueOf(e4m3, factor) * valueOf(e4m3, factor);
  float start = llvm::bit_cast<float>(uint32_t(acc));
  float least = inBlocks({product}, start, 16, 14);
  EXPECT_EQ(least, 8.0f);
  EXPECT_TRUE(p.holds(0, least)) << p.describe(0);
  EXPECT_FALSE(p.holds(0, double(start) + product + 0x1.02p-9))
      << p.describe(0);
}

/// The loss at 13 bits is within the bounds of sums of f32, beside the
/// accumulator only with `fast_acc`.
TEST(BoundsOfMatrixProducts, ofFewBitsAreForSumsOfF32) {
  Format e4m3 = Format::F8E4M3FN;
  // One, and 2^-9, whose square is lost beside one.
  const uint64_t one = 0x38, small = 0x01;
  auto boundsOf = [&](Format sum, uint64_t acc, const char *flag) {
    BoundedProgram p(sum, BoundsMode::Engines);
    p.input("l", {1, 2}, e4m3, {one, small});
    p.input("x", {2, 1}, e4m3, {one, small});
    p.input("acc", {1, 1}, {acc});
    p.run({1, 1}, "%r = mmaf %l, %x, %acc " + std::string(flag) + ": " +
                      type(e4m3, {1, 2}) + ", " + type(e4m3, {2, 1}) + ", " +
                      type(sum, {1, 1}));
    EXPECT_EQ(p.size(), 1u);
    return std::pair(p.boundsAt(0).lo, p.boundsAt(0).hi);
  };
  const uint64_t f32 = 0x3F800000, f16 = 0x3C00;
  auto [lo, hi] = boundsOf(Format::F32, f32, "");
  EXPECT_LE(valueOf(Format::F32, lo), 2);
  EXPECT_GE(valueOf(Format::F32, lo), 2 - 0x1p-11);
  EXPECT_LE(valueOf(Format::F32, hi), 2 + 0x1p-11);
  auto [fastLo, fastHi] = boundsOf(Format::F32, f32, "fast_acc ");
  EXPECT_LE(valueOf(Format::F32, fastLo), 2 - 0x1p-11);
  EXPECT_GE(valueOf(Format::F32, fastHi), 2 + 0x1p-11);
  EXPECT_EQ(boundsOf(Format::F16, f16, ""),
            boundsOf(Format::F16, f16, "fast_acc "));
}

/// Sums of 128 products at most are cut: the bounds are those of the products
/// alone, however large the accumulator is, and do not grow with the depth.
TEST(BoundsOfMatrixProducts, ofPromotedSumsKeepTheAccumulator) {
  Format e4m3 = Format::F8E4M3FN;
  auto getWidth = [&](int64_t depth) {
    // 1.125, and 2^20 + 2^-3.
    BoundedProgram p(Format::F32, BoundsMode::Engines);
    p.input("l", {1, depth}, e4m3, std::vector<uint64_t>(depth, 0x39));
    p.input("x", {depth, 1}, e4m3, std::vector<uint64_t>(depth, 0x39));
    p.input("acc", {1, 1}, {0x49800001});
    p.run({1, 1}, "%r = mmaf %l, %x, %acc : " + type(e4m3, {1, depth}) + ", " +
                      type(e4m3, {depth, 1}) + ", " +
                      type(Format::F32, {1, 1}));
    return valueOf(Format::F32, p.boundsAt(0).hi) -
           valueOf(Format::F32, p.boundsAt(0).lo);
  };
  const double ofProduct = 1.125 * 1.125;
  for (int64_t depth : {256, 1024}) {
    double ofCuts = 2 * (128 + 8) * 0x1p-13 * ofProduct * double(depth);
    EXPECT_GE(getWidth(depth), ofCuts);
    double ofF32 = 2 * 1.5 * double(depth) * 0x1p-23 * 0x1.1p20;
    EXPECT_LE(getWidth(depth), 1.02 * (ofCuts + ofF32));
  }
}

TEST(BoundsOfMatrixProducts, ofWholeNumbersArePoints) {
  Random random(8);
  for (auto [in, out] : {std::pair(Format::F16, Format::F32),
                         {Format::BF16, Format::F32},
                         {Format::F16, Format::F16},
                         {Format::F8E5M2, Format::F32},
                         {Format::F64, Format::F64}}) {
    BoundedProgram p(out, BoundsMode::Reals);
    p.input("l", {4, 16}, in, integers(random, in, 64, 4));
    p.input("x", {16, 4}, in, integers(random, in, 64, 4));
    p.input("acc", {4, 4}, integers(random, out, 16, 9));
    p.run({4, 4}, "%r = mmaf %l, %x, %acc : " + type(in, {4, 16}) + ", " +
                      type(in, {16, 4}) + ", " + type(out, {4, 4}));
    ASSERT_EQ(p.size(), 16u);
    for (int i = 0; i < 16; ++i)
      EXPECT_TRUE(p.isExact(i)) << p.describe(i);
  }
}

/// Each product alone is rounded to zero, all together are not.
TEST(BoundsOfMatrixProducts, belowTheLeastNumber) {
  for (BoundsMode mode : {BoundsMode::Engines, BoundsMode::Reals}) {
    BoundedProgram p(Format::F16, mode);
    Bits tiny(16, numerics::convertFloat(Format::F64, Format::F16,
                                         llvm::bit_cast<uint64_t>(0x1p-13)));
    p.input("l", {1, 16}, tiny);
    p.input("x", {16, 1}, tiny);
    p.input("acc", {1, 1}, Bits(1));
    p.run({1, 1}, "%r = mmaf %l, %x, %acc : tile<1x16xf16>, tile<16x1xf16>, "
                  "tile<1x1xf16>");
    ASSERT_EQ(p.size(), 1u);
    EXPECT_TRUE(p.holds(0, 0)) << p.describe(0);
    EXPECT_TRUE(p.holds(0, 0x1p-22L)) << p.describe(0);
    EXPECT_FALSE(p.holds(0, 0x1p-18L)) << p.describe(0);
  }
}

/// The exponent by which a tensor core aligns a factor.
static int exponentAt(Format format, uint64_t bits) {
  double value = valueOf(format, bits);
  return value == 0 ? -1000
                    : std::max<int>(exponentOf(value),
                                    numerics::encodingOf(format).minExponent());
}

/// Subnormal factors have the exponent of the least normal number: beside a
/// large one they cut off more of the other terms than their own size.
TEST(BoundsOfMatrixProducts, ofSubnormalFactors) {
  Random random(12);
  const int64_t depth = 8, trials = 64;
  for (Format in : {Format::F16, Format::BF16, Format::F8E4M3FN}) {
    unsigned fractionBits = numerics::encodingOf(in).fractionBits;
    Bits lhs(trials * depth);
    for (uint64_t &x : lhs)
      x = random() % (1 << (random() % (fractionBits + 1)));
    Bits rhs = randomNumbers(random, in, depth, 3);
    Bits acc = randomNumbers(random, Format::F32, trials, 0x1p-24);
    BoundedProgram p(Format::F32, BoundsMode::Engines);
    p.input("l", {trials, depth}, in, lhs);
    p.input("x", {depth, 1}, in, rhs);
    p.input("acc", {trials, 1}, acc);
    p.run({trials, 1}, "%r = mmaf %l, %x, %acc : " + type(in, {trials, depth}) +
                           ", " + type(in, {depth, 1}) + ", " +
                           type(Format::F32, {trials, 1}));
    ASSERT_EQ(p.size(), size_t(trials));
    for (int64_t i = 0; i < trials; ++i) {
      std::vector<double> products;
      std::vector<int> exponents;
      for (int64_t k = 0; k < depth; ++k) {
        uint64_t x = lhs[i * depth + k];
        products.push_back(valueOf(in, x) * valueOf(in, rhs[k]));
        exponents.push_back(exponentAt(in, x) + exponentAt(in, rhs[k]));
      }
      float start = llvm::bit_cast<float>(uint32_t(acc[i]));
      for (int block : {4, 8})
        EXPECT_TRUE(p.holds(i, inBlocks(products, start, block, 24, exponents)))
            << numerics::name(in).str() << " " << p.describe(i);
      if (numerics::bitWidth(in) == 8)
        EXPECT_TRUE(p.holds(i, double(start) +
                                   inBlocks(products, 0, depth, 14, exponents)))
            << p.describe(i);
    }
  }
}

/// A chain of operations on inexact elements: products of intervals.
TEST(BoundsOfMatrixProducts, ofIntervalsHoldTheirEnds) {
  Random random(9);
  Format f32 = Format::F32;
  Bits a = randomNumbers(random, f32, 16), b = randomNumbers(random, f32, 16);
  BoundedProgram p(f32, BoundsMode::Reals);
  p.input("a", {4, 4}, a);
  p.input("b", {4, 4}, b);
  p.input("acc", {4, 4}, Bits(16));
  p.run({4, 4}, "%x = exp %a : tile<4x4xf32>\n%y = sin %b : tile<4x4xf32>\n"
                "%r = mmaf %x, %y, %acc : tile<4x4xf32>, tile<4x4xf32>, "
                "tile<4x4xf32>");
  ASSERT_EQ(p.size(), 16u);
  for (int i = 0; i < 16; ++i) {
    long double exact = 0;
    for (int k = 0; k < 4; ++k)
      exact += std::exp(valueOf(f32, a[i / 4 * 4 + k])) *
               std::sin(valueOf(f32, b[k * 4 + i % 4]));
    EXPECT_TRUE(p.holds(i, exact)) << p.describe(i);
    ElementBounds x = p.boundsAt(i);
    EXPECT_LE(valueOf(f32, x.hi) - valueOf(f32, x.lo), 1e-4L);
  }
}

/// Rows of two numbers times a column of two, added to zeros.
static void multiply(BoundedProgram &p, Format format, const Bits &rows,
                     const Bits &column) {
  int64_t m = rows.size() / 2;
  p.input("l", {m, 2}, rows);
  p.input("x", {2, 1}, column);
  p.input("acc", {m, 1}, Bits(m));
  p.run({m, 1}, "%r = mmaf %l, %x, %acc : " + type(format, {m, 2}) + ", " +
                    type(format, {2, 1}) + ", " + type(format, {m, 1}));
  ASSERT_EQ(p.size(), size_t(m));
}

TEST(BoundsOfMatrixProducts, ofSpecialValues) {
  BoundedProgram p(Format::F32, BoundsMode::Engines);
  // Rows of an infinity, of two that cancel, of a NaN, and of numbers.
  multiply(p, Format::F32,
           {0x7F800000, 0x3F800000, 0x7F800000, 0xFF800000, 0x7FC00000, 0,
            0x3F800000, 0x40000000},
           {0x3F800000, 0x3F800000});
  for (int i = 0; i < 4; ++i)
    EXPECT_TRUE(p.isExact(i)) << i;
}

/// A fused operation adds 2^2000 as a number: of two such products with
/// opposite signs, the first one decides which infinity stays.
TEST(BoundsOfMatrixProducts, beyondAllDoublesAreOpen) {
  const uint64_t large = 0x7E70000000000000, minusLarge = 0xFE70000000000000;
  ASSERT_EQ(valueOf(Format::F64, large), std::ldexp(1.0L, 1000));
  BoundedProgram p(Format::F64, BoundsMode::Engines);
  // The second row has an infinity beside such a product.
  const uint64_t infinity = 0x7FF0000000000000;
  multiply(p, Format::F64, {large, minusLarge, infinity, minusLarge},
           {large, large});
  for (int i = 0; i < 2; ++i)
    EXPECT_TRUE(p.boundsAt(i).undecidedAt) << p.describe(i);
}

/// Products that are exact and beyond the format: those of both signs may meet
/// as infinities, those of one sign are an infinity.
TEST(BoundsOfMatrixProducts, beyondTheFormat) {
  const uint64_t large = 0x71800000, minusTwice = 0xF2000000;
  ASSERT_EQ(valueOf(Format::F32, large), 0x1p100L);
  ASSERT_EQ(valueOf(Format::F32, minusTwice), -0x1p101L);
  BoundedProgram p(Format::F32, BoundsMode::Engines);
  multiply(p, Format::F32, {large, minusTwice, large, large}, {large, large});
  EXPECT_TRUE(p.boundsAt(0).undecidedAt) << p.describe(0);
  EXPECT_TRUE(p.isExact(1)) << p.describe(1);
}
