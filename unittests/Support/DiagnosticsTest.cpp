//===- DiagnosticsTest.cpp - Errors as front ends read them ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/Diagnostics.h"

#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;

namespace {

class DiagnosticsTest : public testing::Test {
protected:
  Location at(StringRef file, unsigned line, unsigned column) {
    return FileLineColLoc::get(&context, file, line, column);
  }

  MLIRContext context;
  std::string text;
  llvm::raw_string_ostream os{text};
  PlainDiagnosticHandler handler{&context, os};
};

TEST_F(DiagnosticsTest, PrintsPlaceSeverityAndMessage) {
  emitError(at("f.py", 12, 5)) << "no";
  emitWarning(at("f.py", 1, 2)) << "hm";
  EXPECT_EQ(text, "f.py:12:5: error: no\n"
                  "f.py:1:2: warning: hm\n");
}

TEST_F(DiagnosticsTest, LeavesOutAnUnknownPlace) {
  emitError(UnknownLoc::get(&context)) << "no";
  EXPECT_EQ(text, "error: no\n");
}

TEST_F(DiagnosticsTest, PutsAPartOfAFileBehindTheMessage) {
  emitError(
      NameLoc::get(StringAttr::get(&context, "byte 0x1c"), at("k.tile", 0, 0)))
      << "no";
  emitError(at("k.tile", 0, 0)) << "empty";
  EXPECT_EQ(text, "k.tile: error: no (byte 0x1c)\n"
                  "k.tile: error: empty\n");
}

TEST_F(DiagnosticsTest, PrintsNoNameBesideALine) {
  emitError(NameLoc::get(StringAttr::get(&context, "x"), at("f.py", 7, 8)))
      << "no";
  EXPECT_EQ(text, "f.py:7:8: error: no\n");
}

TEST_F(DiagnosticsTest, PrintsNotesAfterTheirError) {
  InFlightDiagnostic error = emitError(at("f.py", 12, 5)) << "no";
  error.attachNote(at("g.py", 3, 1)) << "because";
  error.report();
  EXPECT_EQ(text, "f.py:12:5: error: no\n"
                  "g.py:3:1: note: because\n");
}

TEST_F(DiagnosticsTest, NamesTheCallers) {
  Location inner =
      CallSiteLoc::get(at("callee.py", 1, 1), at("caller.py", 2, 2));
  emitError(CallSiteLoc::get(inner, at("outer.py", 3, 3))) << "no";
  emitError(CallSiteLoc::get(
      at("callee.py", 1, 1),
      CallSiteLoc::get(at("caller.py", 2, 2), at("outer.py", 3, 3))))
      << "no";
  EXPECT_EQ(text, "callee.py:1:1: error: no\n"
                  "outer.py:3:3: note: called from\n"
                  "callee.py:1:1: error: no\n"
                  "caller.py:2:2: note: called from\n"
                  "outer.py:3:3: note: called from\n");
}

TEST_F(DiagnosticsTest, TakesItsLinesApart) {
  InFlightDiagnostic error = emitError(at("f.py", 12, 5))
                             << "no: error: is\nan answer";
  error.attachNote(at("C:g.py", 3, 1)) << "because";
  error.report();
  emitWarning(
      NameLoc::get(StringAttr::get(&context, "byte 0x1c"), at("k.tile", 0, 0)))
      << "odd";
  emitRemark(UnknownLoc::get(&context)) << "warning: none";
  std::string taken;
  for (const PlainDiagnostic &plain : parseDiagnostics(text))
    llvm::raw_string_ostream(taken)
        << plain.file << '|' << plain.line << '|' << plain.column << '|'
        << int(plain.severity) << '|' << plain.message << '\n';
  EXPECT_EQ(taken, "f.py|12|5|2|no: error: is\nan answer\n"
                   "C:g.py|3|1|0|because\n"
                   "k.tile|0|0|1|odd (byte 0x1c)\n"
                   "|0|0|3|warning: none\n");
  EXPECT_EQ(parseDiagnostics("").size(), 0u);
  EXPECT_EQ(parseDiagnostics("what\nis this").front().message, "what\nis this");
}

TEST_F(DiagnosticsTest, FindsAFileInsideOtherLocations) {
  Location file = at("f.py", 7, 8);
  Location fused = FusedLoc::get(
      &context, {UnknownLoc::get(&context),
                 NameLoc::get(StringAttr::get(&context, "x"), file)});
  EXPECT_EQ(findFileLocation(fused), file);
  EXPECT_FALSE(findFileLocation(UnknownLoc::get(&context)));
  // The callee of a call site is nearest; failing that, the caller.
  Location caller = at("caller.py", 2, 2);
  EXPECT_EQ(findFileLocation(CallSiteLoc::get(file, caller)), file);
  EXPECT_EQ(
      findFileLocation(CallSiteLoc::get(UnknownLoc::get(&context), caller)),
      caller);
}

} // namespace
