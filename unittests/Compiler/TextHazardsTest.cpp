//===- TextHazardsTest.cpp - Text that MLIR's parser does not survive -----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Compiler/Input.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tessera;
using testing::HasSubstr;

/// "2: brackets are ...", or nothing.
static std::string hazardOf(const std::string &text) {
  std::optional<TextHazard> hazard = findTextHazard(text);
  return hazard ? std::to_string(hazard->line) + ": " + hazard->message : "";
}

static std::string repeat(size_t count, const std::string &text) {
  std::string out;
  for (size_t i = 0; i < count; ++i)
    out += text;
  return out;
}

/// `head` and sixty definitions, each of which uses the one before twice.
static std::string doubling(char sigil, const std::string &head,
                            const std::string &open, const std::string &close) {
  std::string text = head + "\n";
  for (int i = 1; i < 60; ++i) {
    std::string before = sigil + ("a" + std::to_string(i - 1));
    text += sigil + ("a" + std::to_string(i)) + " = " + open + before + ", " +
            before + close + "\n";
  }
  return text;
}

TEST(TextHazards, Nesting) {
  for (const char *open : {"(", "[", "{", "<", "tile<"}) {
    bool isBrace = open[0] == '{';
    EXPECT_EQ(hazardOf(repeat(1000, open) + repeat(isBrace * 1000, "}")), "");
    EXPECT_EQ(hazardOf("\n" + repeat(1001, open)),
              "2: brackets are nested more than 1000 deep");
  }
  EXPECT_EQ(hazardOf(repeat(5000, "(a) -> <b> {[c]} ")), "");
  EXPECT_EQ(hazardOf("\"" + repeat(5000, "[\\\"") + "\""), "");
  EXPECT_EQ(hazardOf("// " + repeat(5000, "[")), "");
  // A string ends with its line.
  EXPECT_THAT(hazardOf("\"\n" + repeat(5000, "[")), HasSubstr("2: brackets"));
}

TEST(TextHazards, Braces) {
  const char *ends = "the '{' in this line has no '}' before the end of the "
                     "text: ";
  EXPECT_EQ(hazardOf("a {\n} b {\n  c {\n  }\n}\n"), "");
  EXPECT_EQ(hazardOf("a {\n  b {\n"), "2: " + (ends + std::string("b {")));
  // By its indentation, the bracket closes `a`.
  EXPECT_EQ(hazardOf("a {\n  b {\n    c {\n    }\n}\n"),
            "2: " + (ends + std::string("b {")));
  // Each part of a split text is checked by itself; comments and strings are
  // ignored.
  EXPECT_EQ(hazardOf("a {\n// -----\nb {\n}\n"), "");
  EXPECT_EQ(hazardOf("a { // {\n\"{\"\n}\n"), "");
}

TEST(TextHazards, Sums) {
  EXPECT_THAT(hazardOf("(" + repeat(5000, "- ") + "d0)"),
              HasSubstr("a sum has more than 1000 terms"));
  EXPECT_THAT(hazardOf("(" + repeat(5000, "d0 +\n(d1) + ") + "d0)"),
              HasSubstr("a sum has more than 1000 terms"));
  // Negative numbers in lists and in one operation after another.
  EXPECT_EQ(hazardOf("[" + repeat(5000, "-1, ") + "-1]"), "");
  EXPECT_EQ(hazardOf("{" + repeat(5000, "%0 = constant -1 : i32\n") + "}"), "");
  EXPECT_EQ(hazardOf(repeat(5000, "// -----\n") + repeat(5000, "() -> ()")),
            "");
}

TEST(TextHazards, Digits) {
  EXPECT_THAT(hazardOf("\n\n1" + repeat(5000, "9")),
              HasSubstr("3: a number has more than 4096 digits"));
  EXPECT_EQ(hazardOf("x1" + repeat(5000, "9") + " \"" + repeat(5000, "9")), "");
}

TEST(TextHazards, AliasesThatDouble) {
  EXPECT_THAT(hazardOf(doubling('!', "!a0 = i32", "tuple<", ">")),
              HasSubstr("15: an alias stands for more than 16384 parts"));
  EXPECT_THAT(hazardOf(doubling('!', "!a0 = () -> ()", "(", ") -> ()")),
              HasSubstr("an alias stands for more than"));
  EXPECT_THAT(hazardOf(doubling('!', "!a0 = i32", "() ->\n (", ")")),
              HasSubstr("an alias stands for more than"));
  EXPECT_THAT(hazardOf(doubling('#', "#a0 = loc(\"x\")", "loc(fused[", "])")),
              HasSubstr("an alias stands for more than"));
}

TEST(TextHazards, AliasesThatAreOnlyUsedOften) {
  std::string chain = "#loc0 = loc(\"a\":1:1)\n";
  for (int i = 1; i < 500; ++i)
    chain += "#loc" + std::to_string(i) + " = loc(callsite(\"f\" at #loc" +
             std::to_string(i - 1) + "))\n";
  EXPECT_EQ(hazardOf(chain), "");
  EXPECT_EQ(hazardOf(chain + "module {\n" +
                     repeat(50000, "%0 = op loc(#loc499)\n") + "}"),
            "");
  EXPECT_EQ(
      hazardOf(chain + repeat(50000, "\"op\"() {a = #loc499} : () -> ()")), "");
}

TEST(TextHazards, Resources) {
  EXPECT_THAT(hazardOf("module {\n}\n{-# dialect_resources: { } #-}"),
              HasSubstr("3: the text has a section of resources"));
  EXPECT_EQ(hazardOf("\"{-#\" // {-#"), "");
}
