//===- SeedTest.cpp - Orders that the specification leaves open -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../TileProgram.h"
#include "llvm/ADT/bit.h"
#include "gmock/gmock.h"
#include <set>

using namespace tessera::interp;
using testing::ElementsAre;
using testing::SizeIs;

namespace {

/// Programs whose result is %r, under the seeds 0 to 49.
class Seeds : public testing::Test {
protected:
  void floats(const std::string &name, const TileProgram::Shape &shape,
              llvm::ArrayRef<float> values) {
    std::vector<uint32_t> bits;
    for (float value : values)
      bits.push_back(llvm::bit_cast<uint32_t>(value));
    p.input<uint32_t>(name, "f32", shape, bits);
  }

  /// The different results; a seed must always give the same.
  template <typename T>
  std::set<std::vector<T>> results(const std::string &element,
                                   const TileProgram::Shape &shape,
                                   const std::string &body) {
    std::set<std::vector<T>> all;
    uint64_t &seed = p.harness.config.seed;
    for (seed = 0; seed < 50; ++seed) {
      std::vector<T> result = p.run<T>(element, shape, body);
      EXPECT_EQ(p.run<T>(element, shape, body), result);
      all.insert(result);
    }
    return all;
  }

  TileProgram p;
};

/// A reduction or scan of %x, a tile of eight of these elements.
std::string fold(const std::string &kind, const std::string &element,
                 const std::string &identity, const std::string &combination) {
  std::string scalar = "tile<" + element + ">";
  std::string result = kind == "reduce" ? scalar : "tile<8x" + element + ">";
  return "%r = " + kind + " %x dim=0 " +
         (kind == "reduce" ? "" : "reverse=false ") + "identities=[" +
         identity + " : " + element + "] : tile<8x" + element + "> -> " +
         result + " (%a: " + scalar + ", %b: " + scalar + ") {\n" +
         combination + "\nyield %c : " + scalar + " }";
}

const std::string add = "%c = addi %a, %b : tile<i32>";
const std::string addFloats = "%c = addf %a, %b : tile<f32>";
const std::vector<float> cancelling = {1e8, 1, -1e8, 2, 3e8, 3, -3e8, 4};
const std::vector<float> small = {1, -2, 3, 4, -5, 6, 7, -8};

} // namespace

//===----------------------------------------------------------------------===//
// Reductions and scans
//===----------------------------------------------------------------------===//

TEST_F(Seeds, sumsOfFloatsDependOnTheOrder) {
  floats("x", {8}, cancelling);
  EXPECT_GT(
      results<uint32_t>("f32", {}, fold("reduce", "f32", "0.0", addFloats))
          .size(),
      1u);
  EXPECT_GT(results<uint32_t>("f32", {8}, fold("scan", "f32", "0.0", addFloats))
                .size(),
            1u);
}

TEST_F(Seeds, exactSumsDoNot) {
  floats("x", {8}, small);
  EXPECT_THAT(
      results<uint32_t>("f32", {}, fold("reduce", "f32", "0.0", addFloats)),
      ElementsAre(ElementsAre(llvm::bit_cast<uint32_t>(6.0f))));
  EXPECT_THAT(
      results<uint32_t>("f32", {8}, fold("scan", "f32", "0.0", addFloats)),
      SizeIs(1));
}

TEST_F(Seeds, sumsOfIntegersDoNot) {
  p.input<uint32_t>("x", "i32", {8}, {1, 2, 3, 4, 5, 6, 7, 0xFFFFFFFF});
  EXPECT_THAT(results<uint32_t>("i32", {}, fold("reduce", "i32", "0", add)),
              ElementsAre(ElementsAre(27)));
  EXPECT_THAT(results<uint32_t>("i32", {8}, fold("scan", "i32", "0", add)),
              ElementsAre(ElementsAre(1, 3, 6, 10, 15, 21, 28, 27)));
}

/// A pair of an index and a number: the operands stay together.
TEST_F(Seeds, aReductionOfPairs) {
  p.input<uint32_t>("x", "i32", {8}, {3, 9, 4, 1, 9, 2, 0, 5});
  std::string body =
      "%i = iota : tile<8xi32>\n"
      "%most, %at = reduce %x, %i dim=0 identities=[-1 : i32, 99 : i32] : "
      "tile<8xi32>, tile<8xi32> -> tile<i32>, tile<i32> (%a: tile<i32>, %b: "
      "tile<i32>, %j: tile<i32>, %k: tile<i32>) {\n"
      "  %more = cmpi greater_than %a, %b, signed : tile<i32> -> tile<i1>\n"
      "  %same = cmpi equal %a, %b, signed : tile<i32> -> tile<i1>\n"
      "  %before = cmpi less_than %j, %k, signed : tile<i32> -> tile<i1>\n"
      "  %tie = andi %same, %before : tile<i1>\n"
      "  %first = ori %more, %tie : tile<i1>\n"
      "  %c = select %first, %a, %b : tile<i1>, tile<i32>\n"
      "  %d = select %first, %j, %k : tile<i1>, tile<i32>\n"
      "  yield %c, %d : tile<i32>, tile<i32> }\n"
      "%r = reshape %at : tile<i32> -> tile<i32>";
  EXPECT_THAT(results<uint32_t>("i32", {}, body), ElementsAre(ElementsAre(1)));
}

TEST_F(Seeds, bodiesThatAreNotAssociativeOrNotCommutative) {
  p.input<uint32_t>("x", "i32", {8}, {1, 2, 3, 4, 5, 6, 7, 8});
  for (const char *kind : {"reduce", "scan"}) {
    TileProgram::Shape shape;
    if (kind == std::string("scan"))
      shape = {8};
    for (const char *body :
         {"%c = subi %a, %b : tile<i32>",
          "%n = addi %a, %a : tile<i32>\n%c = addi %n, %b : tile<i32>",
          "%c = addi %b, %b : tile<i32>"})
      EXPECT_GT(
          results<uint32_t>("i32", shape, fold(kind, "i32", "0", body)).size(),
          1u);
  }
}

TEST_F(Seeds, identitiesThatAreNone) {
  p.input<uint32_t>("x", "i32", {8}, {1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_GT(
      results<uint32_t>("i32", {}, fold("reduce", "i32", "1", add)).size(), 1u);
  EXPECT_GT(results<uint32_t>("i32", {8}, fold("scan", "i32", "1", add)).size(),
            1u);
}

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

static const std::string mma =
    "%r = mmaf %x, %y, %acc : tile<1x8xf32>, tile<8x1xf32>, tile<1x1xf32>";

TEST_F(Seeds, matrixProductsDependOnTheOrder) {
  floats("x", {1, 8}, cancelling);
  floats("y", {8, 1}, std::vector<float>(8, 1));
  floats("acc", {1, 1}, {0.5});
  EXPECT_GT(results<uint32_t>("f32", {1, 1}, mma).size(), 1u);
}

TEST_F(Seeds, exactMatrixProductsDoNot) {
  floats("x", {1, 8}, small);
  floats("y", {8, 1}, small);
  floats("acc", {1, 1}, {0.5});
  EXPECT_THAT(results<uint32_t>("f32", {1, 1}, mma),
              ElementsAre(ElementsAre(llvm::bit_cast<uint32_t>(204.5f))));
}

/// In any order, a sum of negative zeros is a negative zero.
TEST_F(Seeds, matrixProductsOfZeros) {
  floats("x", {1, 8}, std::vector<float>(8, 0.0f));
  floats("y", {8, 1}, std::vector<float>(8, -1));
  floats("acc", {1, 1}, {-0.0f});
  EXPECT_THAT(results<uint32_t>("f32", {1, 1}, mma),
              ElementsAre(ElementsAre(0x80000000)));
}

/// The scales go with their elements: 1 * 1 to 1 * 16, then 2 * 17 to 2 * 32.
TEST_F(Seeds, scaledMatrixProducts) {
  std::vector<uint8_t> ones(16, 0x22);
  p.input<uint8_t>("b", "i8", {16}, ones);
  p.input<uint8_t>("ls", "f8E8M0FNU", {1, 2}, {127, 128});
  p.input<uint8_t>("rs", "f8E8M0FNU", {2, 1}, {127, 130});
  floats("acc", {1, 1}, {1});
  auto product = [](const std::string &acc) {
    return "%u = unpack %b : tile<16xi8> -> tile<32xf4E2M1FN>\n"
           "%x = reshape %u : tile<32xf4E2M1FN> -> tile<1x32xf4E2M1FN>\n"
           "%y = reshape %u : tile<32xf4E2M1FN> -> tile<32x1xf4E2M1FN>\n"
           "%r = mmaf_scaled %x, %y, %" +
           acc +
           ", %ls, %rs : tile<1x32xf4E2M1FN>, tile<32x1xf4E2M1FN>, "
           "tile<1x1xf32>, tile<1x2xf8E8M0FNU>, tile<2x1xf8E8M0FNU>";
  };
  EXPECT_THAT(
      results<uint32_t>("f32", {1, 1}, product("acc")),
      ElementsAre(ElementsAre(llvm::bit_cast<uint32_t>(1.0f + 16 + 16 * 16))));
  // Beside a large accumulator, half of the sum of products is cut off.
  floats("big", {1, 1}, {16777216});
  p.harness.errors.clear();
  EXPECT_GT(results<uint32_t>("f32", {1, 1}, product("big")).size(), 1u);
}
