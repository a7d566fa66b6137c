//===- PrintFormatTest.cpp - Formats of prints ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/PrintFormat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace tessera;
using testing::HasSubstr;

namespace {

/// Each piece in brackets: its text, and its conversion without the length.
std::string split(StringRef format) {
  Expected<SmallVector<FormatPiece>> pieces = splitFormat(format);
  if (!pieces)
    return toString(pieces.takeError());
  std::string all;
  for (const FormatPiece &piece : *pieces) {
    all += "[" + piece.text;
    if (piece.hasConversion())
      all += "|" + piece.getConversion();
    all += "]";
  }
  return all;
}

TEST(PrintFormat, PiecesEndWithAConversion) {
  EXPECT_EQ(split(""), "[]");
  EXPECT_EQ(split("100%% of"), "[100%% of]");
  EXPECT_EQ(split("x = %d, %-+5.3lf%%"), "[x = |%d][, |%-+5.3f][%%]");
  EXPECT_EQ(split("%#08llx%.f%s"), "[|%#08x][|%.f][|%s][]");
}

TEST(PrintFormat, NumbersOfFieldsAreWritten) {
  EXPECT_THAT(split("%*d"), HasSubstr("'%*', whose width or precision would be "
                                      "an operand"));
  EXPECT_THAT(split("a %-*d"), HasSubstr("'%-*', whose"));
  EXPECT_THAT(split("%5.*f"), HasSubstr("'%5.*', whose"));
}

TEST(PrintFormat, ConversionsAreThoseOfC) {
  EXPECT_THAT(split("%d%"), HasSubstr("has a conversion without an end"));
  EXPECT_THAT(split("%5ll"), HasSubstr("has a conversion without an end"));
  EXPECT_THAT(split("%y %d"),
              HasSubstr("has '%y', which is no conversion of C's printf"));
  EXPECT_THAT(split("%5.2.1f"), HasSubstr("has '%5.2.', which is no"));
}

TEST(PrintFormat, OneConversionForEachOperand) {
  EXPECT_FALSE(bool(checkFormat("%d %% %f", 2)));
  EXPECT_EQ(toString(checkFormat("%d %% %f", 1)),
            "has 2 conversions, but there are 1 operands to print");
  EXPECT_EQ(toString(checkFormat("", 1)),
            "has 0 conversions, but there are 1 operands to print");
}

} // namespace
