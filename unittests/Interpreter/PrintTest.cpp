//===- PrintTest.cpp - print_tko ------------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tessera::interp;
using testing::HasSubstr;

/// The output of `format` for a literal such as "<i32: 5> : tile<i32>".
static std::string print(const std::string &format,
                         const std::string &literal) {
  Harness h;
  std::string type = literal.substr(literal.find(" : ") + 3);
  EXPECT_TRUE(h.parseKernel("", "%x = constant " + literal +
                                    "\n%t = print_tko \"" + format +
                                    "\", %x : " + type + " -> token"))
      << h.errors;
  if (!h.launch({}))
    return h.errors;
  return h.printed;
}

TEST(Print, scalarsAsInC) {
  EXPECT_EQ(print("[%5d|", "<i32: -42> : tile<i32>"), "[  -42|");
  EXPECT_EQ(print("%-5i|", "<i8: 0xFF> : tile<i8>"), "-1   |");
  EXPECT_EQ(print("%u", "<i8: 0xFF> : tile<i8>"), "255");
  EXPECT_EQ(print("%#06x", "<i16: 0xAB> : tile<i16>"), "0x00ab");
  EXPECT_EQ(print("%X %%", "<i64: -1> : tile<i64>"), "FFFFFFFFFFFFFFFF %");
  EXPECT_EQ(print("%lld", "<i64: -1> : tile<i64>"), "-1");
  EXPECT_EQ(print("%hhd", "<i32: 300> : tile<i32>"), "300");
  EXPECT_EQ(print("%c", "<i8: 65> : tile<i8>"), "A");
  EXPECT_EQ(print("%.3f", "<f32: 2.5> : tile<f32>"), "2.500");
  EXPECT_EQ(print("%+.2e", "<f64: 12345.678> : tile<f64>"), "+1.23e+04");
  EXPECT_EQ(print("%g", "<bf16: 0.15625> : tile<bf16>"), "0.15625");
  EXPECT_EQ(print("%f", "<f16: 0x7C00> : tile<f16>"), "inf");
  EXPECT_EQ(print("%d", "<i1: true> : tile<i1>"), "1");
  EXPECT_EQ(print("%u", "<i1: true> : tile<i1>"), "1");
}

TEST(Print, tilesNestByRank) {
  EXPECT_EQ(print("x = %d\\0A", "<i32: [1, -2, 3, 4]> : tile<4xi32>"),
            "x = [1, -2, 3, 4]\n");
  EXPECT_EQ(print("%.1f", "<f32: [[1.0, 2.0], [3.0, 4.5]]> : tile<2x2xf32>"),
            "[[1.0, 2.0], [3.0, 4.5]]");
  EXPECT_EQ(print("%d", "<i32: [7]> : tile<1xi32>"), "[7]");
}

/// Such output is undefined, but must not crash.
TEST(Print, lettersThatDoNotSuit) {
  EXPECT_EQ(print("%d", "<f32: 2.5> : tile<f32>"), "2.500000");
  EXPECT_EQ(print("%s", "<i32: 3> : tile<i32>"), "3");
  EXPECT_EQ(print("%n", "<f64: 1.0> : tile<f64>"), "1.000000");
}

TEST(Print, pointers) {
  Harness h;
  ASSERT_TRUE(
      h.parseKernel("%p: tile<ptr<f32>>",
                    "%t = print_tko \"%p %x\", %p, %p : tile<ptr<f32>>, "
                    "tile<ptr<f32>> -> token"))
      << h.errors;
  ASSERT_TRUE(h.launch({Argument::pointer(0xABCD00)})) << h.errors;
  EXPECT_EQ(h.printed, "0xabcd00 abcd00");
}

TEST(Print, plainText) {
  Harness h;
  ASSERT_TRUE(h.parseKernel("", "%t = print_tko \"100%%\" -> token"))
      << h.errors;
  ASSERT_TRUE(h.launch({}));
  EXPECT_EQ(h.printed, "100%");
}

TEST(Print, fieldsOfUnreasonableWidthAreRefused) {
  EXPECT_THAT(print("%99999999d", "<i32: 1> : tile<i32>"),
              HasSubstr("a field of 99999999 characters is wider than the 4096 "
                        "that can be printed"));
  EXPECT_THAT(print("%.5000f", "<f32: 1.0> : tile<f32>"),
              HasSubstr("a field of 5000 characters"));
}
