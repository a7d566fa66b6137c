//===- DiagnosticsTest.cpp - Errors as front ends read them ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/Diagnostics.h"

#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/JSON.h"
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

TEST(Diagnostics, UsersPlaceIsOutsideOfLibraries) {
  MLIRContext context;
  auto at = [&](StringRef file, unsigned line) {
    return FileLineColLoc::get(&context, file, line, 1);
  };
  FileLineColLoc kernel = at("/home/me/kernel.py", 7),
                 helper = at("/home/me/helper.py", 3),
                 library =
                     at("/x/lib/python3.12/site-packages/cuda/tile/_f.py", 90);
  Location inLibrary = CallSiteLoc::get(
      library, CallSiteLoc::get(at("<frozen importlib>", 1), kernel));
  EXPECT_EQ(findUserLocation(inLibrary), kernel);
  EXPECT_EQ(findFileLocation(inLibrary), library);
  // A user's own function is what the user can change.
  EXPECT_EQ(findUserLocation(CallSiteLoc::get(helper, kernel)), helper);
  EXPECT_EQ(findUserLocation(FusedLoc::get(&context, {library, kernel})),
            kernel);
  for (StringRef file : {"/home/me/.julia/packages/cuTile/a1/src/ops.jl",
                         "/usr/share/julia/stdlib/math.jl", "int.jl",
                         "/home/me/.cargo/registry/src/cutile/core.rs",
                         "/rustc/1f2e/library/core/src/ops.rs"})
    EXPECT_EQ(findUserLocation(CallSiteLoc::get(at(file, 9), helper)), helper);
  EXPECT_EQ(findUserLocation(library), library);
  EXPECT_FALSE(findUserLocation(UnknownLoc::get(&context)));
}

class ExcerptTest : public DiagnosticsTest {
protected:
  /// Writes a file with these contents, which is removed after the test.
  std::string write(StringRef contents) {
    SmallString<128> path;
    int fd = -1;
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("excerpt", "py", fd, path));
    llvm::raw_fd_ostream(fd, /*shouldClose=*/true) << contents;
    removers.emplace_back(path);
    return std::string(path);
  }
  /// The lines below the message of an error at this place.
  std::string excerptAt(StringRef file, unsigned line, unsigned column) {
    text.clear();
    emitError(at(file, line, column)) << "no";
    return StringRef(text).split('\n').second.str();
  }

  std::vector<llvm::FileRemover> removers;
};

TEST_F(ExcerptTest, ShowsTheLineAndPointsIntoIt) {
  std::string file = write("first\n  second\r\n\tthird\nna\xc3\xafve = x");
  EXPECT_EQ(excerptAt(file, 1, 1), "    1 | first\n      | ^\n");
  EXPECT_EQ(excerptAt(file, 2, 3), "    2 |   second\n      |   ^\n");
  EXPECT_EQ(excerptAt(file, 3, 2), "    3 | \tthird\n      | \t^\n");
  EXPECT_EQ(excerptAt(file, 4, 10),
            "    4 | na\xc3\xafve = x\n      |         ^\n");
  // A place behind the end of a line shows that something is missing there.
  EXPECT_EQ(excerptAt(file, 1, 6), "    1 | first\n      |      ^\n");
}

TEST_F(ExcerptTest, ShowsNothingWhereTheFileHasNoSuchPlace) {
  std::string file = write("first\n\n");
  EXPECT_EQ(excerptAt(file, 1, 7), "");
  EXPECT_EQ(excerptAt(file, 1, 0), "");
  EXPECT_EQ(excerptAt(file, 2, 1), "");
  EXPECT_EQ(excerptAt(file, 9, 1), "");
  EXPECT_EQ(excerptAt("none/of/this.py", 1, 1), "");
  EXPECT_EQ(excerptAt("/dev/zero", 1, 1), "");
  EXPECT_EQ(excerptAt("/", 1, 1), "");
  EXPECT_EQ(excerptAt(write(StringRef("a\0b", 3)), 1, 1), "");
}

TEST_F(ExcerptTest, ShowsOfALongLineWhatIsAboutThePlace) {
  std::string line = std::string(1000, 'a') + "here" + std::string(1000, 'b');
  std::string excerpt = excerptAt(write(line), 1, 1001);
  auto [shown, mark] = StringRef(excerpt).split('\n');
  EXPECT_LT(shown.size(), 200u);
  EXPECT_EQ(shown.find("here"), mark.find('^'));
}

TEST_F(ExcerptTest, IsNoPartOfTheMessage) {
  std::string file = write("first | 2\nsecond\n");
  text.clear();
  emitError(at(file, 1, 3)) << "no | yes\n12 | not this";
  emitError(at(file, 2, 3)) << "again";
  std::vector<PlainDiagnostic> parsed = parseDiagnostics(text);
  ASSERT_EQ(parsed.size(), 2u);
  EXPECT_EQ(parsed[0].message, "no | yes\n12 | not this");
  EXPECT_EQ(parsed[1].message, "again");
}

TEST_F(ExcerptTest, ShowsALineOnceForAnErrorAndItsNoteThere) {
  std::string file = write("first\nsecond\n");
  {
    InFlightDiagnostic error = emitError(at(file, 1, 1)) << "no";
    error.attachNote(at(file, 1, 1)) << "because";
    error.attachNote(at(file, 2, 1)) << "and";
  }
  EXPECT_EQ(StringRef(text).count(" | first"), 1u);
  EXPECT_EQ(StringRef(text).count(" | second"), 1u);
}

TEST(JsonDiagnosticsTest, WritesAnObjectALine) {
  MLIRContext context;
  std::string text;
  llvm::raw_string_ostream os(text);
  PlainDiagnosticHandler handler(&context, os, DiagnosticFormat::Json);
  auto at = [&](StringRef file, unsigned line, unsigned column) {
    return FileLineColLoc::get(&context, file, line, column);
  };
  {
    InFlightDiagnostic error =
        emitError(CallSiteLoc::get(at("f.py", 12, 5), at("g.py", 3, 1)))
        << "a \"b\" \xff";
    error.attachNote(at("k.tile", 0, 0)) << "because";
  }
  emitWarning(UnknownLoc::get(&context)) << "hm";
  PlainDiagnostic last;
  last.message = "last";
  DiagnosticPrinter(os, DiagnosticFormat::Json).print(last);

  SmallVector<StringRef> lines;
  StringRef(text).split(lines, '\n', -1, /*KeepEmpty=*/false);
  ASSERT_EQ(lines.size(), 3u);
  auto expect = [](StringRef line, StringRef expected) {
    llvm::Expected<llvm::json::Value> found = llvm::json::parse(line);
    ASSERT_TRUE(bool(found)) << llvm::toString(found.takeError());
    EXPECT_EQ(*found, llvm::cantFail(llvm::json::parse(expected)));
  };
  expect(lines[0], R"({"severity": "error", "message": "a \"b\" \ufffd",
                       "file": "f.py", "line": 12, "column": 5, "notes": [
      {"severity": "note", "message": "called from", "file": "g.py", "line": 3,
       "column": 1},
      {"severity": "note", "message": "because", "file": "k.tile"}]})");
  expect(lines[1], R"({"severity": "warning", "message": "hm"})");
  expect(lines[2], R"({"severity": "error", "message": "last"})");
}

} // namespace
