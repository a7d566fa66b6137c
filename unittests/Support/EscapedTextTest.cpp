//===- EscapedTextTest.cpp - Text without commands for a terminal ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/EscapedText.h"

#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace tessera;

namespace {

TEST(EscapedText, ShowsControlCharacters) {
  EXPECT_EQ(escapeControls("a\x1b[31m\x07\x7f\r"), "a\\x1b[31m\\x07\\x7f\\x0d");
  EXPECT_EQ(escapeControls(StringRef("\0", 1)), "\\x00");
  EXPECT_EQ(escapeControls("two\nlines\tand"), "two\nlines\tand");
  EXPECT_EQ(escapeName("two\nlines\t"), "two\\x0alines\\x09");
}

TEST(EscapedText, KnowsUtf8) {
  EXPECT_EQ(escapeControls("\u00fcn\u00efc\u00f6de \u4f60 \U0001f642"),
            "\u00fcn\u00efc\u00f6de \u4f60 \U0001f642");
  // Controls beyond ASCII: U+009B begins a command.
  EXPECT_EQ(escapeControls("\xc2\x9b"
                           "31m"),
            "\\x9b31m");
  EXPECT_EQ(escapeControls("\xc2\xa0"), "\xc2\xa0");
  // Bytes that are no UTF-8, at the end, too.
  EXPECT_EQ(escapeControls("\x9b"
                           "31m"),
            "\\x9b31m");
  EXPECT_EQ(escapeControls("a\xe9z"), "a\\xe9z");
  EXPECT_EQ(escapeControls("a\xe4\xbd"), "a\\xe4\\xbd");
  EXPECT_EQ(escapeControls("\xc0\x9b"), "\\xc0\\x9b");
}

TEST(EscapedText, EscapesOnce) {
  std::string once = escapeControls("\x1b[0m\xc2\x9b\xff\\x");
  EXPECT_EQ(escapeControls(once), once);
}

TEST(EscapedText, BlanksKeepColumns) {
  EXPECT_EQ(blankControls("a\x1b\tb\xc2\x9b"
                          "c\xff"),
            "a \tb c ");
}

TEST(EscapedText, JsonKeepsItsMeaning) {
  std::string text = "\x1b[31m\x7f\xc2\x9b\n";
  std::string line;
  raw_string_ostream(line) << json::Value(text);
  std::string escaped = escapeJson(line);
  for (char c : escaped)
    EXPECT_TRUE(c >= 0x20 && c < 0x7f) << escaped;
  EXPECT_EQ(cantFail(json::parse(escaped)).getAsString(), StringRef(text));
}

TEST(EscapedText, StreamTakesCharactersInPieces) {
  std::string text;
  {
    raw_string_ostream os(text);
    EscapingStream escaping(os);
    for (char c : StringRef("\u00fc\x1b\xc2\x9b\u4f60\xe4\xbd"))
      escaping << c;
  }
  EXPECT_EQ(text, "\u00fc\\x1b\\x9b\u4f60\\xe4\\xbd");
}

TEST(EscapedText, FilterTakesWhatAnybodyWrites) {
  testing::internal::CaptureStderr();
  {
    StandardErrorFilter filter;
    fputs("\x1b[31m", stderr);
    errs() << "\xc2\x9b" << std::string(10000, 'x');
    StandardErrorFilter inner;
    errs() << "\xe4";
  }
  errs() << "after";
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "\\x1b[31m\\x9b" + std::string(10000, 'x') + "\\xe4after");
}

} // namespace
