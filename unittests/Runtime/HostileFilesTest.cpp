//===- HostileFilesTest.cpp - Files that are damaged ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any file of an array, of cases or of works gives a value or an error.
//
//===----------------------------------------------------------------------===//

#include "Files/YamlNesting.h"
#include "tessera/Runtime/Cases.h"
#include "tessera/Runtime/Npy.h"
#include "tessera/Runtime/Works.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace tessera;
using namespace tessera::runtime;

namespace {

std::string repeat(const std::string &text, size_t count) {
  std::string all;
  for (size_t i = 0; i < count; ++i)
    all += text;
  return all;
}

/// The error of reading cases; empty if there is none.
std::string readsCases(const std::string &text) {
  std::string said;
  llvm::raw_string_ostream errors(said);
  auto cases = readCases(llvm::MemoryBufferRef(text, "k.mlir"), errors);
  EXPECT_EQ(bool(cases), said.empty());
  return said;
}

std::string readsWorks(const std::string &text) {
  std::string said;
  llvm::raw_string_ostream errors(said);
  auto works = parseWorks(llvm::MemoryBufferRef(text, "works"), errors);
  EXPECT_EQ(bool(works), said.empty());
  return said;
}

/// All texts that repeat one part, as the first value and further in.
TEST(HostileFiles, YamlThatIsNestedDeep) {
  const char *tooDeep = "lists and mappings are nested more than 1000 deep\n";
  constexpr size_t count = 100000;
  for (const char *part : {"[", "{", "{a: ", "[{a: ", "- ", "? ", ": ", "[[],"})
    for (const char *front : {"", "- entry: k\n  args: ", "'[' : \"{\"\n? "}) {
      if (part[1] == ' ' && front[0] == '-')
        continue; // a list begins on a line of its own
      std::string text = front + repeat(part, count);
      EXPECT_TRUE(llvm::StringRef(readsWorks(text)).ends_with(tooDeep))
          << front << part;
      std::string comment;
      for (llvm::StringRef line : llvm::split(text, '\n'))
        comment += ("//% " + line + "\n").str();
      EXPECT_TRUE(llvm::StringRef(readsCases(comment)).ends_with(tooDeep))
          << front << part;
    }
}

TEST(HostileFiles, YamlThatOnlyLooksDeep) {
  EXPECT_FALSE(findDeepYaml(repeat("[", 900) + repeat("]", 900)));
  EXPECT_FALSE(findDeepYaml(repeat("- a: [1, {b: 2}]\n", 5000)));
  EXPECT_FALSE(findDeepYaml(repeat("- error: 'expected ['\n", 5000)));
  EXPECT_FALSE(findDeepYaml(repeat("- error: \"\\\"[{\"\n", 5000)));
  EXPECT_FALSE(findDeepYaml(repeat("- error: stops at [\n", 5000)));
  EXPECT_FALSE(findDeepYaml(repeat("# [[[\n", 5000)));
  std::string stairs;
  for (unsigned i = 0; i < 1200; ++i)
    stairs += std::string(i, ' ') + "a:\n";
  EXPECT_EQ(findDeepYaml(stairs), 1001u);
}

/// The parser says nothing of the first, and of the second without a place.
TEST(HostileFiles, YamlOfWhichTheParserSaysLittle) {
  EXPECT_EQ(readsWorks("% kernel: k.mlir\n"),
            "works:1:1: error: this is no YAML that can be read\n");
  EXPECT_NE(readsCases("x\n//%   ? \x97 100.&163\n"), "");
  EXPECT_EQ(readsWorks("- kernel: k\n- \n").substr(0, 6), "works:");
  EXPECT_NE(readsCases("//% -\n"), "");
  // An alias, of which there is no node.
  EXPECT_NE(readsWorks("*a"), "");
  EXPECT_NE(readsCases("//% *a\n"), "");
}

TEST(HostileFiles, CasesCutOffOrChanged) {
  std::string text = "//% - entry: k\n//%   grid: [2, 3]\n//%   args:\n"
                     "//%   - ptr: f32[2,3]\n//%     in: 1..6\n"
                     "//%   - \"i32:7\"\n//%   error: 'a [bc]'\n";
  EXPECT_EQ(readsCases(text), "");
  for (size_t size = 0; size <= text.size(); ++size)
    (void)readsCases(text.substr(0, size));
  for (size_t at = 0; at < text.size(); ++at)
    for (char c : {'[', '{', '"', '\'', '&', '*', '!', '%', ':', '-', '\0',
                   '\xff', '\n', '\t'}) {
      std::string changed = text;
      changed[at] = c;
      (void)readsCases(changed);
    }
}

TEST(HostileFiles, ArraysCutOffOrChanged) {
  NpyArray array = makeArray(Format::F32);
  array.shape = {2, 3};
  std::vector<uint8_t> elements(24, 1);
  array.data = elements;
  std::string bytes = printNpy(array);
  ASSERT_TRUE(bool(parseNpy(bytes)));
  auto answers = [](const std::string &changed) {
    auto read = parseNpy(changed);
    if (!read)
      return !llvm::toString(read.takeError()).empty();
    (void)read->getStrides();
    return true;
  };
  for (size_t size = 0; size < bytes.size(); ++size) {
    auto read = parseNpy(bytes.substr(0, size));
    EXPECT_FALSE(bool(read)) << size;
    llvm::consumeError(read.takeError());
  }
  for (size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string changed = bytes;
    changed[bit / 8] ^= char(1 << bit % 8);
    EXPECT_TRUE(answers(changed)) << bit;
  }
}

/// Products of extents that are only small because one extent is zero.
TEST(HostileFiles, ArraysWithoutElements) {
  auto file = [](const std::string &shape) {
    std::string header =
        "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }\n";
    return std::string("\x93NUMPY\1\0", 8) + char(header.size()) + '\0' +
           header;
  };
  EXPECT_TRUE(bool(parseNpy(file("(0, 3)"))));
  for (const char *shape : {"(0, 4611686018427387904, 4611686018427387904)",
                            "(4611686018427387904, 4611686018427387904, 0)"}) {
    auto read = parseNpy(file(shape));
    ASSERT_FALSE(bool(read));
    EXPECT_NE(llvm::toString(read.takeError()).find("more than 2^62"),
              std::string::npos);
  }
}

} // namespace
