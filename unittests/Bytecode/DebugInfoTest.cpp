//===- DebugInfoTest.cpp - The debug section ------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BytecodeTest.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Return.h"

using namespace tessera;
using namespace tessera::bytecode;
using namespace tessera::cuda_tile;
using namespace tessera::test;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

// Strings of `kernel`, and slots of the debug entries of `scopes`.
enum : uint8_t { k, aPy, dir, helper, none };
enum : uint8_t { unknown, file, unit, program, other, place };

/// A file, its compile unit, the subprogram of @k, another one, and a place in
/// the first.
const std::vector<Bytes> scopes = {
    {2, aPy, dir},
    {1, file},
    {5, file, 1, k, k, unit, 2},
    {5, file, 9, helper, helper, unit, 0},
    {4, program, aPy, 7, 8},
};

/// The entry @k, a single `return`, with the given debug section.
Bytes kernel(const Bytes &debug) {
  return FileBuilder()
      .strings({"k", "a.py", "/d", "helper", ""})
      .types({noArguments})
      .section(3, debug, 8)
      .entry(returnOp, 2, {}, 1)
      .end();
}

/// @k with a location for itself and one for its `return`, and entries after
/// those of `scopes`.
Bytes kernel(uint64_t entrySlot, uint64_t returnSlot,
             const std::vector<Bytes> &more = {}) {
  std::vector<Bytes> entries = scopes;
  entries.insert(entries.end(), more.begin(), more.end());
  return kernel(debugSection({0}, {entrySlot, returnSlot}, entries));
}

class DebugInfo : public BytecodeTest {
protected:
  /// The text of a module with its locations.
  static std::string printAll(mlir::Operation *op) {
    std::string text;
    llvm::raw_string_ostream os(text);
    op->print(os, mlir::OpPrintingFlags().enableDebugInfo());
    return text;
  }
  mlir::Location locationOfReturn(mlir::Operation *module) {
    mlir::LocationAttr loc;
    module->walk([&](ReturnOp op) { loc = op.getLoc(); });
    return loc;
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

TEST_F(DebugInfo, EntriesBecomeAttributes) {
  Module module = read(
      kernel(place, 6, {{4, 7, aPy, 9, 0x80, 1}, {3, program, file, 3, 4}}));
  ASSERT_TRUE(module) << takeErrors();
  auto loc =
      llvm::dyn_cast<DILocAttr>(mlir::LocationAttr(locationOfReturn(*module)));
  ASSERT_TRUE(loc);
  EXPECT_EQ(loc.getSourceLoc(),
            mlir::FileLineColLoc::get(&context, "a.py", 9, 128));
  auto block = llvm::dyn_cast<DILexicalBlockAttr>(loc.getScope());
  ASSERT_TRUE(block);
  EXPECT_EQ(block.getLine(), 3u);
  EXPECT_EQ(block.getColumn(), 4u);
  DISubprogramAttr subprogram = block.getScope().getSubprogram();
  EXPECT_EQ(subprogram.getName(), "k");
  EXPECT_EQ(subprogram.getLinkageName(), "k");
  EXPECT_EQ(subprogram.getLine(), 1u);
  EXPECT_EQ(subprogram.getScopeLine(), 2u);
  EXPECT_EQ(subprogram.getFile(), block.getFile());
  EXPECT_EQ(subprogram.getCompileUnit().getFile(), block.getFile());
  EXPECT_EQ(block.getFile().getName(), "a.py");
  EXPECT_EQ(block.getFile().getDirectory(), "/d");
}

TEST_F(DebugInfo, AnEmptyFileNameReadsAsItDoesInText) {
  Module module = read(kernel(place, 6, {{4, program, none, 9, 1}}));
  ASSERT_TRUE(module) << takeErrors();
  auto loc =
      llvm::cast<DILocAttr>(mlir::LocationAttr(locationOfReturn(*module)));
  EXPECT_EQ(loc.getSourceLoc().getFilename(), "-");
}

TEST_F(DebugInfo, CallSites) {
  // In the other function, called from the place in @k.
  Module module =
      read(kernel(place, 7, {{4, other, aPy, 10, 1}, {6, 6, place}}));
  ASSERT_TRUE(module) << takeErrors();
  auto site = llvm::dyn_cast<mlir::CallSiteLoc>(
      mlir::LocationAttr(locationOfReturn(*module)));
  ASSERT_TRUE(site);
  EXPECT_TRUE(llvm::isa<DILocAttr>(site.getCallee()));
  EXPECT_EQ(getDebugScope(site).getSubprogram().getName(), "k");
}

TEST_F(DebugInfo, UnknownInAllItsForms) {
  // Slot 0, an entry for the unknown location, and a call site with neither
  // callee nor caller.
  for (uint64_t slot : {0, 6, 7}) {
    Module module = read(kernel(place, slot, {{0}, {6, 0, 6}}));
    ASSERT_TRUE(module) << takeErrors();
    EXPECT_TRUE(llvm::isa<mlir::UnknownLoc>(locationOfReturn(*module)));
  }
}

TEST_F(DebugInfo, LocationsOfAFunctionWithoutOne) {
  // A call site of which only one half is known; the function has no location.
  Module module = read(kernel(0, 6, {{6, place, 0}}));
  ASSERT_TRUE(module) << takeErrors();
  std::string bytes = write(*module, v13_1);
  Module copy = read(bytes);
  ASSERT_TRUE(copy) << takeErrors();
  EXPECT_EQ(locationOfReturn(*copy), locationOfReturn(*module));
  EXPECT_FALSE(llvm::isa<mlir::UnknownLoc>(locationOfReturn(*copy)));
}

//===----------------------------------------------------------------------===//
// Errors of the reader
//===----------------------------------------------------------------------===//

TEST_F(DebugInfo, RefusesEntriesOfTheWrongKind) {
  EXPECT_THAT(errorOf(kernel(file, 0)),
              HasSubstr("debug entry 1 is no location"));
  EXPECT_THAT(errorOf(kernel(9, 0)),
              HasSubstr("location 9 is out of range: there are 5"));
  struct {
    Bytes entry;
    const char *message;
  } cases[] = {
      {{7}, "unknown debug tag 7"},
      {{1, unit}, "the file of a compile unit is not a file"},
      {{1, 0}, "the file of a compile unit is not a file"},
      {{2, aPy, 77}, "the directory of a file"},
      {{3, unit, file, 1, 1},
       "the scope of a lexical block is not a subprogram"
       " or lexical block"},
      {{3, program, place, 1, 1}, "the file of a lexical block is not a file"},
      {{4, unknown, aPy, 1, 1}, "the scope of a location is not a subprogram"},
      {{4, file, aPy, 1, 1}, "the scope of a location is not a subprogram"},
      {{4, 99, aPy, 1, 1}, "the scope of a location"},
      {{4, program, 99, 1, 1}, "the file name of a location"},
      {{4, program, aPy, 0x80, 0x80, 0x80, 0x80, 0x10, 1},
       "the line of a location 4294967296 does not fit in 32 bits"},
      {{4, program, aPy, 1}, "the column of a location"},
      {{5, unit, 1, k, k, unit, 0}, "the file of a subprogram is not a file"},
      {{5, file, 1, k, k, file, 0},
       "the compile unit of a subprogram is not a compile unit"},
      {{6, file, place}, "the callee of a call site is not a location"},
      {{6, place, program}, "the caller of a call site is not a location"},
  };
  for (const auto &[entry, message] : cases) {
    // Used as a location directly and inside one.
    bool isLocation = entry[0] == 4 || entry[0] == 6 || entry[0] == 7;
    Bytes user = entry[0] == 1   ? Bytes{5, file, 1, k, k, 6, 0}
                 : entry[0] == 2 ? Bytes{1, 6}
                                 : Bytes{4, 6, aPy, 1, 1};
    std::vector<Bytes> more = {entry};
    if (!isLocation) {
      more.push_back(user);
      if (user[0] == 5)
        more.push_back({4, 7, aPy, 1, 1});
      if (user[0] == 1) {
        more.push_back({5, file, 1, k, k, 7, 0});
        more.push_back({4, 8, aPy, 1, 1});
      }
    }
    std::string error = errorOf(kernel(place, 5 + more.size(), more));
    EXPECT_THAT(error, HasSubstr(message));
    EXPECT_THAT(error, StartsWith("input.tile: error: "));
  }
}

TEST_F(DebugInfo, RefusesCycles) {
  EXPECT_THAT(errorOf(kernel(place, 6, {{6, 6, place}})),
              HasSubstr("debug entry 6 is a part of itself"));
  EXPECT_THAT(errorOf(kernel(place, 6, {{6, place, 7}, {6, 6, place}})),
              HasSubstr("debug entry 6 is a part of itself"));
  EXPECT_THAT(errorOf(kernel(
                  place, 8,
                  {{3, 7, file, 1, 1}, {3, 6, file, 1, 1}, {4, 6, aPy, 1, 1}})),
              HasSubstr("is a part of itself"));
}

/// n call sites nested in one another, as entries after those of `scopes`; each
/// one refers to the one before it, or after it.
static std::vector<Bytes> chain(unsigned n, bool backwards, bool twice) {
  std::vector<Bytes> entries;
  for (unsigned i = 0; i < n; ++i) {
    Bytes next = varint(backwards ? (i == 0 ? place : 5 + i)
                                  : (i == n - 1 ? place : 7 + i));
    entries.push_back(Bytes{6} + (twice ? next : Bytes{place}) + next);
  }
  return entries;
}

TEST_F(DebugInfo, BoundsTheNestingOfLocations) {
  for (bool backwards : {false, true}) {
    // The place itself adds four levels.
    std::vector<Bytes> entries = chain(252, backwards, false);
    Module module = read(kernel(place, backwards ? 257 : 6, entries));
    ASSERT_TRUE(module) << takeErrors();
    Module copy = read(write(*module, v13_4));
    ASSERT_TRUE(copy) << takeErrors();
    EXPECT_EQ(locationOfReturn(*copy), locationOfReturn(*module));
    for (unsigned n : {253, 3000})
      EXPECT_THAT(errorOf(kernel(place, backwards ? 5 + n : 6,
                                 chain(n, backwards, false))),
                  HasSubstr("debug entries nest deeper than 256"));
  }
}

TEST_F(DebugInfo, BoundsWhatALocationUnfoldsTo) {
  for (bool backwards : {false, true})
    EXPECT_THAT(errorOf(kernel(place, backwards ? 105 : 6,
                               chain(100, backwards, true))),
                HasSubstr("unfold to more than 16384"));
}

TEST_F(DebugInfo, NamesTheSourceOfABrokenOp) {
  // make_token has a result of type 1, which does not exist.
  Bytes ops = Bytes{0x44, 1} + returnOp;
  std::string error = errorOf(
      FileBuilder()
          .strings({"k", "a.py", "/d", "helper", ""})
          .types({noArguments})
          .section(3, debugSection({0}, {place, place, place}, scopes), 8)
          .entry(ops, 2, {}, 1)
          .end());
  EXPECT_THAT(error, HasSubstr("in entry 'k', op #0 (make_token): "));
  EXPECT_THAT(error, HasSubstr("a.py:7:8: note: the op comes from here"));
}

TEST_F(DebugInfo, BoundsTheNestingBottomUpToo) {
  // Each location is small by itself, because the one inside it is already
  // decoded.
  std::vector<uint64_t> slots = {place};
  Bytes ops;
  for (unsigned i = 0; i < 400; ++i) {
    slots.push_back(6 + i);
    ops = ops + (i == 399 ? returnOp : Bytes{0x44, 1});
  }
  std::vector<Bytes> entries = scopes;
  for (const Bytes &entry : chain(400, /*backwards=*/true, /*twice=*/false))
    entries.push_back(entry);
  std::string error =
      errorOf(FileBuilder()
                  .strings({"k", "a.py", "/d", "helper", ""})
                  .types({noArguments, {0x11}})
                  .section(3, debugSection({0}, slots, entries), 8)
                  .entry(ops, 2, {}, 1)
                  .end());
  EXPECT_THAT(error, HasSubstr("in entry 'k', op #252 (make_token): debug "
                               "entries nest deeper than 256"));
}

TEST_F(DebugInfo, RefusesBadLists) {
  EXPECT_THAT(errorOf(kernel(debugSection({0}, {place}, scopes))),
              HasSubstr("the debug section has no location for this op"));
  EXPECT_THAT(errorOf(kernel(debugSection({9}, {place, 0}, scopes))),
              HasSubstr("location slots of function 0"));
}

TEST_F(DebugInfo, RefusesScopesOfAnotherFunction) {
  EXPECT_THAT(errorOf(kernel(6, 0, {{4, other, aPy, 9, 1}})),
              HasSubstr("must have the linkage name of its debug info scope, "
                        "which is 'helper'"));
  EXPECT_THAT(errorOf(kernel(place, 6, {{4, other, aPy, 9, 1}})),
              HasSubstr("has the debug info scope 'helper', but 'k', which "
                        "holds the op, lies in 'k'"));
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

TEST_F(DebugInfo, WritesWhatItReads) {
  std::vector<Bytes> more = {{4, 7, aPy, 9, 1},
                             {3, program, file, 3, 4},
                             {4, other, aPy, 10, 1},
                             {6, 8, place},
                             {6, 0, 9}};
  for (uint64_t slot : {0, 5, 6, 9, 10}) {
    Module module = read(kernel(place, slot, more));
    ASSERT_TRUE(module) << takeErrors();
    std::string text = printAll(*module);
    for (BytecodeVersion version : supportedBytecodeVersions()) {
      std::string bytes = write(*module, version);
      Module copy = read(bytes);
      ASSERT_TRUE(copy) << takeErrors();
      EXPECT_EQ(printAll(*copy), text);
      EXPECT_EQ(write(*copy, version), bytes);
    }
  }
}

TEST_F(DebugInfo, SubprogramsHaveFlagsFrom13_5On) {
  auto file = [](const Bytes &flags) {
    std::vector<Bytes> entries = scopes;
    entries[2] = entries[2] + flags;
    entries[3] = entries[3] + Bytes{0};
    return FileBuilder(5)
        .strings({"k", "a.py", "/d", "helper", ""})
        .types({noArguments})
        .section(3, debugSection({0}, {place, place}, entries), 8)
        .entry(returnOp, 2, {}, 1)
        .end();
  };
  Module plain = read(file({0})), declared = read(file({1}));
  ASSERT_TRUE(plain && declared) << takeErrors();
  EXPECT_THAT(printAll(*plain), Not(HasSubstr("flags")));
  EXPECT_THAT(printAll(*declared),
              HasSubstr("scopeLine = 2, flags = declaration>"));
  EXPECT_EQ(write(*declared, v13_4), "");
  EXPECT_THAT(takeErrors(), HasSubstr("'flags' of a subprogram needs bytecode "
                                      "version 13.5 or later"));
  for (Module *module : {&plain, &declared}) {
    std::string bytes = write(**module, v13_5);
    Module copy = read(bytes);
    ASSERT_TRUE(copy) << takeErrors();
    EXPECT_EQ(printAll(*copy), printAll(**module));
  }
  EXPECT_FALSE(read(file({2})));
  EXPECT_THAT(takeErrors(), HasSubstr("unknown flags 2 of a subprogram"));
  EXPECT_FALSE(read(file({})));
  EXPECT_THAT(takeErrors(), HasSubstr("the flags of a subprogram"));
}

TEST_F(DebugInfo, WritesTheFormOfTheSection) {
  Module module = read(kernel(place, place));
  ASSERT_TRUE(module) << takeErrors();
  // Entries are numbered in the order of their first use, after their own
  // parts. So are strings, beginning with the name of the entry.
  Bytes expected = debugSection(
      {0}, {4, 4}, {{2, 1, 2}, {1, 1}, {5, 1, 1, 0, 0, 2, 2}, {4, 3, 1, 7, 8}});
  EXPECT_THAT(write(*module, v13_1), HasSubstr(str(expected).str()));
}

TEST_F(DebugInfo, WritesNoSectionWithoutLocations) {
  Module module = read(kernel(0, 0));
  ASSERT_TRUE(module) << takeErrors();
  EXPECT_EQ(write(*module, v13_1), write(*read(FileBuilder()
                                                   .strings({"k"})
                                                   .types({noArguments})
                                                   .entry(returnOp)
                                                   .end()),
                                         v13_1));
}

TEST_F(DebugInfo, RefusesToWriteWhatCannotBeRead) {
  Module module = read(kernel(place, place));
  ASSERT_TRUE(module) << takeErrors();
  mlir::Location loc = locationOfReturn(*module);
  for (unsigned i = 0; i < 300; ++i)
    loc = mlir::CallSiteLoc::get(locationOfReturn(*module), loc);
  (*module)->walk([&](ReturnOp op) { op->setLoc(loc); });
  EXPECT_EQ(write(*module, v13_1), "");
  EXPECT_THAT(takeErrors(), HasSubstr("has a location that nests deeper than "
                                      "256"));
}

TEST_F(DebugInfo, FilesOfFrontEndsKeepTheirLocations) {
  unsigned located = 0;
  for (const std::string &path : samples()) {
    Module module = read(load(path));
    ASSERT_TRUE(module) << path << ": " << takeErrors();
    (*module)->walk([&](mlir::Operation *op) {
      located += bool(getDebugScope(op->getLoc()));
    });
    std::string bytes = write(*module, v13_4);
    Module copy = read(bytes);
    ASSERT_TRUE(copy) << path << ": " << takeErrors();
    EXPECT_EQ(printAll(*copy), printAll(*module)) << path;
    EXPECT_EQ(write(*copy, v13_4), bytes) << path;
  }
  EXPECT_GT(located, 100u);
}
