//===- ShapeTest.cpp - Shapes, selection, reduction -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tessera::interp;
using testing::ElementsAre;
using testing::ElementsAreArray;

/// Runs a body that makes %r out of %x, a tile of i32 counting from 0, and
/// returns the elements of %r. Shapes are texts such as "4x2".
static std::vector<int32_t> run(const std::string &from, int count,
                                const std::string &body, const std::string &to,
                                int resultCount) {
  Harness h;
  std::string n = std::to_string(count), m = std::to_string(resultCount);
  std::string text =
      "%i = iota : tile<" + n + "xi32>\n%x = reshape %i : tile<" + n +
      "xi32> -> tile<" + from + "xi32>\n" + body +
      "\n%flat = reshape %r : tile<" + to + "i32> -> tile<" + m + "xi32>\n" +
      "%v = make_tensor_view %out, shape = [" + m +
      "], strides = [1] : tensor_view<" + m + "xi32, strides=[1]>\n" +
      "%p = make_partition_view %v : partition_view<tile=(" + m +
      "), tensor_view<" + m + "xi32, strides=[1]>>\n" +
      "%z = constant <i32: 0> : tile<i32>\n" +
      "%t = store_view_tko weak %flat, %p[%z] : tile<" + m +
      "xi32>, partition_view<tile=(" + m + "), tensor_view<" + m +
      "xi32, strides=[1]>>, tile<i32> -> token";
  if (!h.parseKernel("%out: tile<ptr<i32>>", text)) {
    ADD_FAILURE() << h.errors;
    return {};
  }
  Argument out = h.array<int32_t>(std::vector<int32_t>(resultCount, -1));
  EXPECT_TRUE(h.launch({out})) << h.errors;
  return h.read<int32_t>(out, resultCount);
}

TEST(Shape, permuteMovesDimensions) {
  // x[a][b][c] = 4a + 2b + c; the result has c first, then a, then b.
  EXPECT_THAT(run("2x2x2", 8,
                  "%r = permute %x [2, 0, 1] : tile<2x2x2xi32> -> "
                  "tile<2x2x2xi32>",
                  "2x2x2x", 8),
              ElementsAre(0, 2, 4, 6, 1, 3, 5, 7));
  EXPECT_THAT(run("2x4", 8,
                  "%r = permute %x [1, 0] : tile<2x4xi32> -> tile<4x2xi32>",
                  "4x2x", 8),
              ElementsAre(0, 4, 1, 5, 2, 6, 3, 7));
}

TEST(Shape, broadcastRepeatsAlongExtentsOfOne) {
  EXPECT_THAT(run("1x2", 2,
                  "%r = broadcast %x : tile<1x2xi32> -> tile<4x2xi32>", "4x2x",
                  8),
              ElementsAre(0, 1, 0, 1, 0, 1, 0, 1));
  EXPECT_THAT(run("2x1x2", 4,
                  "%r = broadcast %x : tile<2x1x2xi32> -> tile<2x2x2xi32>",
                  "2x2x2x", 8),
              ElementsAre(0, 1, 0, 1, 2, 3, 2, 3));
}

TEST(Shape, constantsOfEveryForm) {
  EXPECT_THAT(run("4", 4, "%r = constant <i32: [3, -1, 0x10, 7]> : tile<4xi32>",
                  "4x", 4),
              ElementsAre(3, -1, 16, 7));
  EXPECT_THAT(
      run("4", 4,
          "%m = constant <i1: [true, false, false, true]> : tile<4xi1>\n"
          "%r = exti %m unsigned : tile<4xi1> -> tile<4xi32>",
          "4x", 4),
      ElementsAre(1, 0, 0, 1));
  EXPECT_THAT(run("2", 2,
                  "%f = constant <f16: [1.5, -2.0]> : tile<2xf16>\n"
                  "%b = bitcast %f : tile<2xf16> -> tile<2xi16>\n"
                  "%r = exti %b unsigned : tile<2xi16> -> tile<2xi32>",
                  "2x", 2),
              ElementsAre(0x3E00, 0xC000));
  EXPECT_THAT(run("2", 2, "%r = constant <i32: 9> : tile<2xi32>", "2x", 2),
              ElementsAre(9, 9));
}

TEST(Shape, reduceAlongEachDimension) {
  auto sum = [](const char *dim, const char *to, int count) {
    return run("2x4", 8,
               std::string("%r = reduce %x dim=") + dim +
                   " identities=[0 : i32] : tile<2x4xi32> -> tile<" + to +
                   "i32> (%e: tile<i32>, %acc: tile<i32>) {\n"
                   "%s = addi %e, %acc : tile<i32>\nyield %s : tile<i32> }",
               to, count);
  };
  EXPECT_THAT(sum("0", "4x", 4), ElementsAre(4, 6, 8, 10));
  EXPECT_THAT(sum("1", "2x", 2), ElementsAre(6, 22));
}

TEST(Shape, reduceOfRankOneGivesAScalar) {
  EXPECT_THAT(
      run("8", 8,
          "%r = reduce %x dim=0 identities=[-2147483648 : i32] : "
          "tile<8xi32> -> tile<i32> (%e: tile<i32>, %acc: tile<i32>) {\n"
          "%s = maxi %e, %acc signed : tile<i32>\n"
          "yield %s : tile<i32> }",
          "", 1),
      ElementsAre(7));
}

/// The body gets elements in order of index, the element first, the partial
/// result second: acc = 10 * acc + element spells the digits.
TEST(Shape, reduceRunsInOrderOfIndex) {
  const char *body = "%r = reduce %x dim=0 identities=[0 : i32] : "
                     "tile<4xi32> -> tile<i32> (%e: tile<i32>, %acc: tile<i32>)"
                     " {\n%ten = constant <i32: 10> : tile<i32>\n"
                     "%m = muli %acc, %ten : tile<i32>\n"
                     "%s = addi %m, %e : tile<i32>\nyield %s : tile<i32> }";
  EXPECT_THAT(run("4", 4, body, "", 1), ElementsAre(123));
}

/// Branches in the body run for each element by itself.
TEST(Shape, reduceWithABranchInTheBody) {
  // The largest number of each row.
  const char *body =
      "%r = reduce %x dim=1 identities=[0 : i32] : tile<2x4xi32> -> tile<2xi32>"
      " (%e: tile<i32>, %acc: tile<i32>) {\n"
      "%more = cmpi greater_than %e, %acc, signed : tile<i32> -> tile<i1>\n"
      "%s = if %more -> (tile<i32>) { yield %e : tile<i32> } "
      "else { yield %acc : tile<i32> }\n"
      "yield %s : tile<i32> }";
  EXPECT_THAT(run("2x4", 8, body, "2x", 2), ElementsAre(3, 7));
}

/// An identity that is not neutral shows that it is not combined.
TEST(Shape, reduceLeavesTheIdentityOut) {
  const char *body = "%r = reduce %x dim=1 identities=[100 : i32] : "
                     "tile<2x4xi32> -> tile<2xi32> (%e: tile<i32>, %acc: "
                     "tile<i32>) {\n%s = addi %e, %acc : tile<i32>\n"
                     "yield %s : tile<i32> }";
  EXPECT_THAT(run("2x4", 8, body, "2x", 2), ElementsAre(6, 22));
}

/// Maximum together with its place: two operands, one body.
TEST(Shape, reduceOfTwoOperands) {
  const char *body =
      "%list = constant <i32: [3, 9, 4, 9, 5, 1, 8, 2]> : tile<8xi32>\n"
      "%vals = reshape %list : tile<8xi32> -> tile<2x4xi32>\n"
      "%max, %at = reduce %vals, %x dim=1 identities=[-1 : i32, -1 : i32] : "
      "tile<2x4xi32>, tile<2x4xi32> -> tile<2xi32>, tile<2xi32>"
      " (%e: tile<i32>, %acc: tile<i32>, %at_e: tile<i32>, %best: tile<i32>) "
      "{\n"
      "%more = cmpi greater_than %e, %acc, signed : tile<i32> -> tile<i1>\n"
      "%a = select %more, %e, %acc : tile<i1>, tile<i32>\n"
      "%b = select %more, %at_e, %best : tile<i1>, tile<i32>\n"
      "yield %a, %b : tile<i32>, tile<i32> }\n"
      "%hundred = constant <i32: 100> : tile<2xi32>\n"
      "%scaled = muli %max, %hundred : tile<2xi32>\n"
      "%r = addi %scaled, %at : tile<2xi32>";
  EXPECT_THAT(run("2x4", 8, body, "2x", 2), ElementsAre(901, 806));
}

/// A body that ignores the elements gives its constant for every result.
TEST(Shape, reduceToAConstant) {
  const char *body = "%r = reduce %x dim=0 identities=[0 : i32] : "
                     "tile<2x4xi32> -> tile<4xi32> (%e: tile<i32>, %acc: "
                     "tile<i32>) {\n%c = constant <i32: 5> : tile<i32>\n"
                     "yield %c : tile<i32> }";
  EXPECT_THAT(run("2x4", 8, body, "4x", 4), ElementsAre(5, 5, 5, 5));
}
