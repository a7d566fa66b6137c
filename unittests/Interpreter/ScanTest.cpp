//===- ScanTest.cpp - All partial results of a reduction ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileProgram.h"
#include "gmock/gmock.h"
#include <random>

using namespace tessera::interp;
using testing::ElementsAre;

static std::string scan(const std::string &attributes, const std::string &type,
                        const std::string &body) {
  return "%r = scan %x " + attributes + " : " + type + " -> " + type +
         " (%acc: tile<i32>, %e: tile<i32>) {\n" + body + "}";
}

/// 10 * acc + e spells the combined elements in their order.
static const std::string digits = "%ten = constant <i32: 10> : tile<i32>\n"
                                  "%m = muli %acc, %ten : tile<i32>\n"
                                  "%s = addi %m, %e : tile<i32>\n"
                                  "yield %s : tile<i32>\n";

TEST(Scan, everyElementIsThePartialResultUpToIt) {
  TileProgram p;
  p.input<uint32_t>("x", "i32", {4}, {1, 2, 3, 4});
  EXPECT_THAT(p.run<uint32_t>("i32", {4},
                              scan("dim=0 reverse=false identities=[0 : i32]",
                                   "tile<4xi32>", digits)),
              ElementsAre(1, 12, 123, 1234));
  EXPECT_THAT(p.run<uint32_t>("i32", {4},
                              scan("dim=0 reverse=true identities=[0 : i32]",
                                   "tile<4xi32>", digits)),
              ElementsAre(4321, 432, 43, 4));
}

/// A body that is associative and not commutative: x -> g x + h for each pair,
/// one after the other. The order of arguments is the same under each seed,
/// which chooses only the tree, and where identities come before elements.
TEST(Scan, keepsTheOrderOfArgumentsUnderAnySeed) {
  const std::vector<uint32_t> g = {1, 2, 3, 5, 7, 11, 13, 17};
  const std::vector<uint32_t> x = {3, 1, 4, 1, 5, 9, 2, 6};
  for (bool reverse : {false, true}) {
    std::vector<uint32_t> expected(8);
    uint32_t sum = 0;
    for (unsigned n = 0; n < 8; ++n) {
      unsigned i = reverse ? 7 - n : n;
      expected[i] = sum = g[i] * sum + x[i];
    }
    for (uint64_t seed = 0; seed < 8; ++seed) {
      TileProgram p;
      p.harness.config.seed = seed;
      p.input<uint32_t>("g", "i32", {8}, g);
      p.input<uint32_t>("x", "i32", {8}, x);
      EXPECT_EQ(
          p.run<uint32_t>(
              "i32", {8},
              std::string("%all, %r = scan %g, %x dim=0 reverse=") +
                  (reverse ? "true" : "false") +
                  " identities=[1 : i32, 0 : i32] : tile<8xi32>, tile<8xi32> "
                  "-> tile<8xi32>, tile<8xi32> (%pg: tile<i32>, %cg: "
                  "tile<i32>, %px: tile<i32>, %cx: tile<i32>) {\n"
                  "%both = muli %pg, %cg : tile<i32>\n"
                  "%old = muli %cg, %px : tile<i32>\n"
                  "%new = addi %old, %cx : tile<i32>\n"
                  "yield %both, %new : tile<i32>, tile<i32> }"),
          expected)
          << "seed " << seed;
    }
  }
}

/// An identity that is neutral before an element, but not behind it.
TEST(Scan, identitiesComeBeforeElements) {
  for (uint64_t seed = 0; seed < 8; ++seed) {
    TileProgram p;
    p.harness.config.seed = seed;
    p.input<uint32_t>("x", "i32", {4}, {4, 2, 3, 1});
    EXPECT_THAT(p.run<uint32_t>("i32", {4},
                                scan("dim=0 reverse=false identities=[9 : i32]",
                                     "tile<4xi32>", "yield %e : tile<i32>\n")),
                ElementsAre(4, 2, 3, 1))
        << "seed " << seed;
  }
}

/// The identity comes first, even if it is not neutral.
TEST(Scan, startsFromTheIdentity) {
  TileProgram p;
  p.input<uint32_t>("x", "i32", {2}, {1, 2});
  EXPECT_THAT(p.run<uint32_t>("i32", {2},
                              scan("dim=0 reverse=false identities=[7 : i32]",
                                   "tile<2xi32>", digits)),
              ElementsAre(71, 712));
}

/// Every shape, dimension and direction, against sums by the definition; with a
/// body that runs on all elements at once, and with one that branches.
TEST(Scan, runsAlongAnyDimension) {
  const std::string plain = "%s = addi %e, %acc : tile<i32>\n"
                            "yield %s : tile<i32>\n";
  const std::string branch =
      "%z = constant <i32: 0> : tile<i32>\n"
      "%c = cmpi equal %e, %z, signed : tile<i32> -> tile<i1>\n"
      "%s = if %c -> (tile<i32>) { yield %acc : tile<i32> } else {\n"
      "%a = addi %e, %acc : tile<i32>\nyield %a : tile<i32> }\n"
      "yield %s : tile<i32>\n";
  std::mt19937 random(3);
  const std::vector<int64_t> shapes[] = {{8},       {1},       {2, 4},
                                         {4, 1, 2}, {2, 2, 4}, {2, 1, 2, 4}};
  for (const std::vector<int64_t> &shape : shapes) {
    int64_t count = 1;
    for (int64_t extent : shape)
      count *= extent;
    std::vector<uint32_t> x(count);
    for (uint32_t &element : x)
      element = random() % 5;
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      int64_t inner = 1;
      for (size_t k = dim + 1; k < shape.size(); ++k)
        inner *= shape[k];
      for (bool reverse : {false, true}) {
        std::vector<uint32_t> expected = x;
        for (int64_t n = 0; n < count; ++n) {
          int64_t i = reverse ? count - 1 - n : n;
          int64_t position = i / inner % shape[dim];
          if (position != (reverse ? shape[dim] - 1 : 0))
            expected[i] += expected[reverse ? i + inner : i - inner];
        }
        std::string attributes = "dim=" + std::to_string(dim) +
                                 " reverse=" + (reverse ? "true" : "false") +
                                 " identities=[0 : i32]";
        for (const std::string &body : {plain, branch}) {
          TileProgram p;
          p.input<uint32_t>("x", "i32", shape, x);
          EXPECT_EQ(
              p.run<uint32_t>(
                  "i32", shape,
                  scan(attributes, TileProgram::type("i32", shape), body)),
              expected);
        }
      }
    }
  }
}

/// Running maximum and the place where it was first seen: two operands, one
/// body.
TEST(Scan, ofTwoOperandsOfTwoTypes) {
  TileProgram p;
  p.input<uint32_t>("x", "i32", {4}, {3, 9, 4, 11});
  EXPECT_THAT(
      p.run<uint64_t>(
          "i64", {4},
          "%i = iota : tile<4xi64>\n"
          "%max, %r = scan %x, %i dim=0 reverse=false identities=[-1 : i32, "
          "-1 : i64] : tile<4xi32>, tile<4xi64> -> tile<4xi32>, tile<4xi64>"
          " (%acc: tile<i32>, %e: tile<i32>, %best: tile<i64>, %at: tile<i64>)"
          " {\n"
          "%more = cmpi greater_than %e, %acc, signed : tile<i32> -> tile<i1>\n"
          "%a = select %more, %e, %acc : tile<i1>, tile<i32>\n"
          "%b = select %more, %at, %best : tile<i1>, tile<i64>\n"
          "yield %a, %b : tile<i32>, tile<i64> }"),
      ElementsAre(0, 1, 1, 3));
}

/// A body that ignores its arguments fills the result.
TEST(Scan, toAConstant) {
  TileProgram p;
  p.input<uint32_t>("x", "i32", {2, 2}, {1, 2, 3, 4});
  EXPECT_THAT(p.run<uint32_t>("i32", {2, 2},
                              scan("dim=1 reverse=false identities=[0 : i32]",
                                   "tile<2x2xi32>",
                                   "%c = constant <i32: 5> : tile<i32>\n"
                                   "yield %c : tile<i32>\n")),
              ElementsAre(5, 5, 5, 5));
}

/// Undefined behaviour in the body stops the program there.
TEST(Scan, stopsAtWhatIsUndefinedInTheBody) {
  TileProgram p;
  p.input<uint32_t>("x", "i32", {2}, {0, 1});
  EXPECT_THAT(
      p.stop(scan("dim=0 reverse=false identities=[0 : i32]", "tile<2xi32>",
                  "%q = divi %acc, %e signed : tile<i32>\n"
                  "yield %q : tile<i32>\n")),
      testing::HasSubstr("zero"));
}
