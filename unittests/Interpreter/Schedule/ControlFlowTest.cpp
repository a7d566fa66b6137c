//===- ControlFlowTest.cpp - Branches, loops, grid ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tessera::interp;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {
/// Kernels that print numbers; %n is an i32 argument.
class ControlFlow : public testing::Test {
protected:
  /// The output of the body for %n.
  std::string run(int32_t n, const std::string &body) {
    const char *constants = "%c0 = constant <i32: 0> : tile<i32>\n"
                            "%c1 = constant <i32: 1> : tile<i32>\n"
                            "%c10 = constant <i32: 10> : tile<i32>\n";
    h.errors.clear();
    EXPECT_TRUE(h.parseKernel("%n: tile<i32>", constants + body)) << h.errors;
    succeeded = h.launch({Harness::i32(n)});
    return h.printed;
  }
  static std::string print(const std::string &value) {
    return "%t_" + value + " = print_tko \"%d \", %" + value +
           " : tile<i32> -> token\n";
  }

  Harness h;
  bool succeeded = false;
};
} // namespace

TEST_F(ControlFlow, ifTakesOneBranchAndYields) {
  std::string body =
      "%p = cmpi less_than %n, %c10, signed : tile<i32> -> tile<i1>\n"
      "%a, %b = if %p -> (tile<i32>, tile<i32>) {\n"
      "yield %c1, %n : tile<i32>, tile<i32> } else {\n"
      "yield %n, %c0 : tile<i32>, tile<i32> }\n" +
      print("a") + print("b");
  EXPECT_EQ(run(7, body), "1 7 ");
  EXPECT_EQ(run(12, body), "12 0 ");
}

TEST_F(ControlFlow, ifWithoutElse) {
  std::string body = "%p = cmpi equal %n, %c1, signed : tile<i32> -> tile<i1>\n"
                     "if %p {\n" +
                     print("c10") + "}\n" + print("n");
  EXPECT_EQ(run(1, body), "10 1 ");
  EXPECT_EQ(run(2, body), "2 ");
}

TEST_F(ControlFlow, forCarriesValues) {
  std::string body = "%s = for %i in (%c0 to %n, step %c1) : tile<i32> "
                     "iter_values(%acc = %c0) -> (tile<i32>) {\n"
                     "%next = addi %acc, %i : tile<i32>\n"
                     "continue %next : tile<i32> }\n" +
                     print("s");
  EXPECT_EQ(run(5, body), "10 ");
  EXPECT_EQ(run(0, body), "0 ");
  EXPECT_EQ(run(-3, body), "0 ");
}

/// Loop-carried values that swap are all read before any is written.
TEST_F(ControlFlow, carriedValuesSwap) {
  std::string body =
      "%x, %y = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%a = "
      "%c1, %b = %c10) -> (tile<i32>, tile<i32>) {\n"
      "continue %b, %a : tile<i32>, tile<i32> }\n" +
      print("x") + print("y");
  EXPECT_EQ(run(3, body), "10 1 ");
}

TEST_F(ControlFlow, forUnsignedReadsBoundsAsUnsigned) {
  std::string loop =
      "%i in (%c0 to %n, step %step) : tile<i32> {\n" + print("i") + "}\n";
  std::string step = "%step = constant <i32: 0x40000000> : tile<i32>\n";
  EXPECT_EQ(run(-1, step + "for unsigned " + loop),
            "0 1073741824 -2147483648 -1073741824 ");
  EXPECT_EQ(run(-1, step + "for " + loop), "");
}

/// 100 and 127 fit i8, 154 does not: the counter counts in the integers.
TEST_F(ControlFlow, theCounterDoesNotWrap) {
  EXPECT_EQ(run(0, "%lb = constant <i8: 100> : tile<i8>\n"
                   "%ub = constant <i8: 127> : tile<i8>\n"
                   "%st = constant <i8: 26> : tile<i8>\n"
                   "for %i in (%lb to %ub, step %st) : tile<i8> {\n"
                   "%t = print_tko \"%d \", %i : tile<i8> -> token }\n"),
            "100 126 ");
  EXPECT_EQ(run(0, "%lb = constant <i64: 0x7FFFFFFFFFFFFFFE> : tile<i64>\n"
                   "%ub = constant <i64: 0x7FFFFFFFFFFFFFFF> : tile<i64>\n"
                   "%st = constant <i64: 0x7FFFFFFFFFFFFFFF> : tile<i64>\n"
                   "for %i in (%lb to %ub, step %st) : tile<i64> {\n"
                   "%t = print_tko \"%d \", %i : tile<i64> -> token }\n"),
            "9223372036854775806 ");
}

TEST_F(ControlFlow, stepMustBePositive) {
  std::string body = "for %i in (%c0 to %c10, step %n) : tile<i32> { }\n";
  run(0, body);
  EXPECT_FALSE(succeeded);
  EXPECT_THAT(h.errors, HasSubstr("4: the step of a for loop is 0, but must be "
                                  "positive (tile block (0, 0, 0))"));
  run(-2, body);
  EXPECT_THAT(h.errors, HasSubstr("is -2"));
}

TEST_F(ControlFlow, loopBreaksWithOtherValuesThanItCarries) {
  std::string body =
      "%r, %s = loop iter_values(%i = %c0) : tile<i32> -> tile<i32>, tile<i32> "
      "{\n"
      "%done = cmpi equal %i, %n, signed : tile<i32> -> tile<i1>\n"
      "if %done { break %c10, %i : tile<i32>, tile<i32> }\n"
      "%next = addi %i, %c1 : tile<i32>\n"
      "continue %next : tile<i32> }\n" +
      print("r") + print("s");
  EXPECT_EQ(run(4, body), "10 4 ");
}

TEST_F(ControlFlow, breakAndContinueFromNestedIfs) {
  // Prints the even numbers below n: continue from one if, break from two.
  std::string body =
      "%two = constant <i32: 2> : tile<i32>\n"
      "loop iter_values(%i = %c0) : tile<i32> {\n"
      "%next = addi %i, %c1 : tile<i32>\n"
      "%rest = remi %i, %two signed : tile<i32>\n"
      "%odd = cmpi equal %rest, %c1, signed : tile<i32> -> tile<i1>\n"
      "if %odd { continue %next : tile<i32> } else {\n"
      "%end = cmpi greater_than_or_equal %i, %n, signed : tile<i32> -> "
      "tile<i1>\n"
      "if %end { break }\n}\n" +
      print("i") + "continue %next : tile<i32> }\n" + print("n");
  EXPECT_EQ(run(5, body), "0 2 4 5 ");
}

/// A break ends the innermost loop, not the one around it.
TEST_F(ControlFlow, nestedLoops) {
  std::string body =
      "for %i in (%c0 to %n, step %c1) : tile<i32> {\n"
      "%last = loop iter_values(%j = %c0) : tile<i32> -> tile<i32> {\n"
      "%end = cmpi equal %j, %i, signed : tile<i32> -> tile<i1>\n"
      "if %end { break %j : tile<i32> }\n"
      "%next = addi %j, %c1 : tile<i32>\ncontinue %next : tile<i32> }\n" +
      print("last") + "}\n";
  EXPECT_EQ(run(4, body), "0 1 2 3 ");
}

TEST_F(ControlFlow, returnInsideIfs) {
  std::string body =
      print("c0") +
      "%p = cmpi greater_than %n, %c0, signed : tile<i32> -> tile<i1>\n"
      "%q = cmpi greater_than %n, %c10, signed : tile<i32> -> tile<i1>\n"
      "if %p { if %q { return } }\n" +
      print("n");
  EXPECT_EQ(run(11, body), "0 ");
  EXPECT_EQ(run(5, body), "0 5 ");
  EXPECT_TRUE(succeeded);
}

//===----------------------------------------------------------------------===//
// Grid
//===----------------------------------------------------------------------===//

static const char *printGrid =
    "%x, %y, %z = get_tile_block_id : tile<i32>\n"
    "%a, %b, %c = get_num_tile_blocks : tile<i32>\n"
    "%t = print_tko \"%d%d%d/%d%d%d \", %x, %y, %z, %a, %b, %c : tile<i32>, "
    "tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32> -> token\n";

/// The output of tile blocks is printed in their order, for any number of
/// threads.
TEST_F(ControlFlow, gridInOrderOnAnyNumberOfThreads) {
  h.config.grid = {2, 1, 3};
  for (unsigned threads : {1, 2, 5, 0}) {
    h.config.hostThreads = threads;
    EXPECT_EQ(run(0, printGrid),
              "000/213 100/213 001/213 101/213 002/213 102/213 ");
  }
}

TEST_F(ControlFlow, theFirstFaultyTileBlockIsReported) {
  h.config.grid = {64, 1, 1};
  std::string body = "%x, %y, %z = get_tile_block_id : tile<i32>\n"
                     "%d = subi %n, %x : tile<i32>\n"
                     "%m = maxi %d, %c0 signed : tile<i32>\n" +
                     print("x") + "%q = divi %c1, %m signed : tile<i32>\n";
  for (unsigned threads : {1, 4}) {
    h.config.hostThreads = threads;
    EXPECT_EQ(run(3, body), "0 1 2 3 ");
    EXPECT_FALSE(succeeded);
    EXPECT_THAT(h.errors, HasSubstr("integer division by zero (tile block (3, "
                                    "0, 0))"));
  }
}

TEST_F(ControlFlow, aGridMustHaveTileBlocks) {
  h.config.grid = {4, 0, 1};
  run(0, "");
  EXPECT_FALSE(succeeded);
  EXPECT_THAT(h.errors, HasSubstr("a grid of 4 x 0 x 1 tile blocks cannot run; "
                                  "each extent must be 1 to 16777215"));
  h.config.grid = {1 << 23, 1 << 23, 1 << 23};
  run(0, "");
  EXPECT_FALSE(succeeded);
  EXPECT_THAT(h.errors, HasSubstr("second and third direction at most 65535"));
}

//===----------------------------------------------------------------------===//
// Assertions
//===----------------------------------------------------------------------===//

TEST_F(ControlFlow, assertPrintsEachElementAndGoesOn) {
  run(0, "%m = constant <i1: [[true, false], [true, false]]> : tile<2x2xi1>\n"
         "assert %m, \"m holds\" : tile<2x2xi1>\n" +
             print("c10"));
  EXPECT_EQ(h.printed, "assertion failed: m holds (element [0, 1], tile block "
                       "(0, 0, 0))\n"
                       "assertion failed: m holds (element [1, 1], tile block "
                       "(0, 0, 0))\n10 ");
  EXPECT_FALSE(succeeded);
  EXPECT_EQ(h.errors, "5: assertion failed: m holds (element [0, 1], tile "
                      "block (0, 0, 0))\n");
}

TEST_F(ControlFlow, assertThatHoldsSaysNothing) {
  EXPECT_EQ(run(0, "%m = constant <i1: true> : tile<4xi1>\n"
                   "assert %m, \"m\" : tile<4xi1>\n"),
            "");
  EXPECT_TRUE(succeeded);
}
