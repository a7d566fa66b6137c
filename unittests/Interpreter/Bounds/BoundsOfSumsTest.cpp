//===- BoundsOfSumsTest.cpp - Error bounds where the order is open --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions, scans and atomic additions: their results in random orders and in
// exact arithmetic must lie within the bounds, and these must be as narrow as
// the formula.
//
//===----------------------------------------------------------------------===//

#include "BoundedProgram.h"
#include "tessera/Numerics/Convert.h"
#include "tessera/Numerics/Float.h"
#include <cmath>

using namespace tessera;
using namespace tessera::interp;

/// Combines all terms in a random order.
template <typename Fn>
static uint64_t inRandomOrder(Random &random, Bits terms, Fn fn) {
  while (terms.size() > 1) {
    std::swap(terms[random() % terms.size()], terms.back());
    uint64_t x = terms.back();
    terms.pop_back();
    uint64_t &y = terms[random() % terms.size()];
    y = fn(x, y);
  }
  return terms[0];
}

static double unit(Format format) {
  return std::ldexp(1.0, -numerics::encodingOf(format).fractionBits - 1);
}

static const Format formats[] = {Format::F16, Format::BF16, Format::F32,
                                 Format::F64};

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// A reduction or scan of the rows of %x, n wide, by an operation.
static std::string reduction(const std::string &kind, Format format,
                             int64_t rows, int64_t n, const std::string &op,
                             const std::string &identity,
                             const std::string &result = "%r") {
  std::string element = type(format, {}), to = kind == "reduce"
                                                   ? type(format, {rows})
                                                   : type(format, {rows, n});
  return result + " = " + kind + " %x dim=1 " +
         (kind == "scan" ? "reverse=false " : "") + "identities=[" + identity +
         " : " + numerics::name(format).str() +
         "] : " + type(format, {rows, n}) + " -> " + to + " (%e: " + element +
         ", %a: " + element + ") {\n%s = " + op + " %e, %a : " + element +
         "\nyield %s : " + element + "\n}\n";
}

TEST(BoundsOfSums, holdEveryOrderAndTheExactSum) {
  Random random(3);
  for (Format format : formats)
    for (int64_t n : {2, 8, 64})
      for (BoundsMode mode : {BoundsMode::Engines, BoundsMode::Reals}) {
        Bits x = randomNumbers(random, format, 4 * n);
        BoundedProgram p(format, mode);
        p.input("x", {4, n}, x);
        p.run({4}, reduction("reduce", format, 4, n, "addf", "0.0"));
        ASSERT_EQ(p.size(), 4u);
        for (int64_t row = 0; row < 4; ++row) {
          Bits terms(x.begin() + row * n, x.begin() + (row + 1) * n);
          long double exact = 0, magnitude = 0;
          for (uint64_t term : terms) {
            exact += valueOf(format, term);
            magnitude += std::fabs(valueOf(format, term));
          }
          if (mode == BoundsMode::Reals)
            EXPECT_TRUE(p.holds(row, exact)) << p.describe(row);
          for (int trial = 0; trial < 8; ++trial)
            EXPECT_TRUE(p.mayBe(row, inRandomOrder(random, terms,
                                                   [&](auto a, auto b) {
                                                     return numerics::add(
                                                         format, a, b);
                                                   })))
                << p.describe(row);
          // The formula at both sides, and the neighbouring numbers.
          ElementBounds b = p.boundsAt(row);
          long double width = valueOf(format, b.hi) - valueOf(format, b.lo);
          // Sums of f64 are bounded in f64, whose own error is added.
          int64_t steps =
              format == Format::F64 ? 4 * (n - 1) + 24 : 2 * (n - 1) + 4;
          EXPECT_LE(width, steps * unit(format) * magnitude * 1.01L);
        }
      }
}

TEST(BoundsOfSums, ofWholeNumbersArePoints) {
  Random random(4);
  for (Format format : formats) {
    // Sixteen numbers up to 15 fit the eight bits of bf16.
    Bits x = integers(random, format, 64, 15);
    for (const char *kind : {"reduce", "scan"}) {
      BoundedProgram p(format, BoundsMode::Reals);
      p.input("x", {4, 16}, x);
      p.run(kind == std::string("reduce") ? TileProgram::Shape{4}
                                          : TileProgram::Shape{4, 16},
            reduction(kind, format, 4, 16, "addf", "0.0"));
      ASSERT_NE(p.size(), 0u);
      for (size_t i = 0; i < p.size(); ++i)
        EXPECT_TRUE(p.isExact(i)) << kind << " " << p.describe(i);
    }
  }
  // A sum that no longer fits is rounded somewhere.
  BoundedProgram p(Format::F32, BoundsMode::Engines);
  p.input("x", {1, 4}, {0x4B800000, 0x3F800000, 0x3F800000, 0xCB800000});
  p.run({1}, reduction("reduce", Format::F32, 1, 4, "addf", "0.0"));
  ASSERT_EQ(p.size(), 1u);
  EXPECT_FALSE(p.isExact(0));
  for (float sum : {0.0f, 1.0f, 2.0f})
    EXPECT_TRUE(p.holds(0, sum));
}

/// Doubles round the sum of the magnitudes to 2^53, too.
TEST(BoundsOfSums, thatNeedOneBitMore) {
  BoundedProgram p(Format::F64, BoundsMode::Reals);
  uint64_t one = 0x3FF0000000000000, twoTo53 = 0x4340000000000000;
  p.input("x", {1, 4}, {twoTo53, one, 0, one});
  p.run({1}, reduction("reduce", Format::F64, 1, 4, "addf", "0.0"));
  ASSERT_EQ(p.size(), 1u);
  EXPECT_TRUE(p.holds(0, 0x1p53L + 2)) << p.describe(0);
  EXPECT_TRUE(p.holds(0, 0x1p53L)) << p.describe(0);
}

TEST(BoundsOfSums, ofScansHoldEveryPrefix) {
  Random random(5);
  Format format = Format::F32;
  Bits x = randomNumbers(random, format, 2 * 32);
  BoundedProgram p(format, BoundsMode::Reals);
  p.input("x", {2, 32}, x);
  p.run({2, 32}, reduction("scan", format, 2, 32, "addf", "0.0"));
  ASSERT_EQ(p.size(), 64u);
  for (int row = 0; row < 2; ++row) {
    long double exact = 0;
    for (int k = 0; k < 32; ++k) {
      exact += valueOf(format, x[row * 32 + k]);
      EXPECT_TRUE(p.holds(row * 32 + k, exact)) << p.describe(row * 32 + k);
    }
    EXPECT_TRUE(p.isExact(row * 32)) << "one term";
    EXPECT_FALSE(p.isExact(row * 32 + 31));
  }
}

TEST(BoundsOfSums, ofProductsHoldEveryOrder) {
  Random random(6);
  for (Format format : formats) {
    Bits x = randomNumbers(random, format, 4 * 8);
    BoundedProgram p(format, BoundsMode::Engines);
    p.input("x", {4, 8}, x);
    p.run({4}, reduction("reduce", format, 4, 8, "mulf", "1.0"));
    ASSERT_EQ(p.size(), 4u);
    for (int row = 0; row < 4; ++row)
      for (int trial = 0; trial < 8; ++trial) {
        Bits factors(x.begin() + row * 8, x.begin() + row * 8 + 8);
        EXPECT_TRUE(p.mayBe(row, inRandomOrder(random, factors,
                                               [&](auto a, auto b) {
                                                 return numerics::mul(format, a,
                                                                      b);
                                               })))
            << p.describe(row);
      }
  }
  // Powers of two are exact; a product that leaves the range on the way is not
  // known.
  BoundedProgram p(Format::F32, BoundsMode::Reals);
  p.input("x", {2, 4},
          {0x40000000, 0x41000000, 0x3F000000, 0x3F800000, 0x7F000000,
           0x7F000000, 0x00800000, 0x00800000});
  p.run({2}, reduction("reduce", Format::F32, 2, 4, "mulf", "1.0"));
  ASSERT_EQ(p.size(), 2u);
  EXPECT_TRUE(p.isExact(0));
  EXPECT_TRUE(p.isUndecided(1));
}

/// The maximum of intervals is an interval; no order changes it.
TEST(BoundsOfSums, ofMaximaAreNoWiderThanTheirOperands) {
  Format format = Format::F32;
  for (const char *kind : {"reduce", "scan"}) {
    BoundedProgram p(format, BoundsMode::Engines);
    p.input("y", {2, 4},
            {0x3F000000, 0x3F800000, 0x40000000, 0x3F000000, 0x40000000,
             0xC0000000, 0x3F800000, 0x3F000000});
    bool isReduce = kind == std::string("reduce");
    p.run(isReduce ? TileProgram::Shape{2} : TileProgram::Shape{2, 4},
          "%x = exp %y : tile<2x4xf32>\n" +
              reduction(kind, format, 2, 4, "maxf", "0xFF800000"));
    ASSERT_NE(p.size(), 0u);
    // e^2 is the greatest of both rows.
    size_t last = isReduce ? 0 : 3;
    EXPECT_EQ(p.boundsAt(last).hi, movedBy(format, p[last], 2));
    EXPECT_EQ(p.boundsAt(last).lo, movedBy(format, p[last], -2));
    if (!isReduce) {
      EXPECT_EQ(p.boundsAt(0).hi, movedBy(format, p[0], 2));
    }
  }
}

/// Where the identity is no neutral element, it may be left out all the same.
TEST(BoundsOfSums, holdResultsWithAndWithoutTheIdentity) {
  Format format = Format::F32;
  const uint64_t nan = 0x7FC00000, infinity = 0x7F800000, one = 0x3F800000;
  for (const char *kind : {"reduce", "scan"}) {
    bool isReduce = kind == std::string("reduce");
    BoundedProgram p(format, BoundsMode::Engines);
    p.input("x", {2, 2}, {nan, nan, nan, one});
    p.run(isReduce ? TileProgram::Shape{2} : TileProgram::Shape{2, 2},
          reduction(kind, format, 2, 2, "minf", "0x7F800000"));
    ASSERT_NE(p.size(), 0u);
    EXPECT_TRUE(p.mayBe(0, nan)) << kind;
    EXPECT_TRUE(p.mayBe(0, infinity)) << kind;
    EXPECT_FALSE(p.mayBe(0, one)) << kind;
    // A number decides it.
    EXPECT_TRUE(p.mayBe(p.size() - 1, one)) << kind;
    EXPECT_FALSE(p.mayBe(p.size() - 1, nan)) << kind;
  }
}

TEST(BoundsOfSums, ofOtherBodiesAreUndecided) {
  Format format = Format::F32;
  BoundedProgram p(format, BoundsMode::Engines);
  p.input("x", {1, 4}, {0x3F000000, 0x3F800000, 0x40000000, 0x3F000000});
  p.run({1}, "%r = reduce %x dim=1 identities=[0.0 : f32] : tile<1x4xf32> -> "
             "tile<1xf32> (%e: tile<f32>, %a: tile<f32>) {\n"
             "%m = mulf %e, %e : tile<f32>\n%s = addf %m, %a : tile<f32>\n"
             "yield %s : tile<f32>\n}\n");
  ASSERT_EQ(p.size(), 1u);
  EXPECT_TRUE(p.isUndecided(0));
}

//===----------------------------------------------------------------------===//
// Atomic additions
//===----------------------------------------------------------------------===//

/// Eight additions to one place, in any order.
TEST(BoundsOfSums, ofAtomicAdditionsHoldEveryOrder) {
  Random random(10);
  for (BoundsMode mode : {BoundsMode::Engines, BoundsMode::Reals}) {
    Harness h;
    ErrorBounds bounds(mode);
    h.config.bounds = &bounds;
    ASSERT_TRUE(h.parseKernel("%p: tile<ptr<f32>>, %q: tile<ptr<f32>>",
                              R"(%i = iota : tile<8xi32>
  %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
  %p8 = broadcast %p1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
  %q1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
  %q8 = broadcast %q1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
  %from = offset %q8, %i : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
  %x, %t = load_ptr_tko weak %from : tile<8xptr<f32>> -> tile<8xf32>, token
  %old, %u = atomic_rmw_tko relaxed device %p8, addf, %x : tile<8xptr<f32>>, tile<8xf32> -> tile<8xf32>, token)"))
        << h.errors;
    Bits bits = randomNumbers(random, Format::F32, 9);
    std::vector<uint32_t> terms(bits.begin() + 1, bits.end());
    Argument sum = h.array<uint32_t>({uint32_t(bits[0])});
    ASSERT_TRUE(h.launch({sum, h.array<uint32_t>(terms)})) << h.errors;
    std::optional<ElementBounds> x = bounds.find(sum.getBits(), Format::F32);
    ASSERT_TRUE(x && !x->undecidedAt);
    long double exact = 0, magnitude = 0;
    for (uint64_t b : bits) {
      exact += valueOf(Format::F32, b);
      magnitude += std::fabs(valueOf(Format::F32, b));
    }
    if (mode == BoundsMode::Reals) {
      EXPECT_LE(valueOf(Format::F32, x->lo), exact);
      EXPECT_GE(valueOf(Format::F32, x->hi), exact);
    }
    for (int trial = 0; trial < 20; ++trial)
      EXPECT_TRUE(mayBe(Format::F32, *x,
                        inRandomOrder(random, bits, [](auto a, auto b) {
                          return numerics::add(Format::F32, a, b);
                        })));
    EXPECT_LE(valueOf(Format::F32, x->hi) - valueOf(Format::F32, x->lo),
              (2 * 8 + 4) * 0x1p-24L * magnitude);
  }
}
