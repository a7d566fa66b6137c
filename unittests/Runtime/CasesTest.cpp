//===- CasesTest.cpp - The cases of a test file ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Cases.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tessera;
using namespace tessera::runtime;
using testing::ElementsAre;

/// The error of reading elements; empty if there is none.
static std::string whyNot(Format format, uint64_t count, llvm::StringRef text) {
  auto elements = parseElements(format, count, text);
  return elements ? "" : llvm::toString(elements.takeError());
}

TEST(Cases, ARangeReachesTheLargestInteger) {
  auto elements =
      parseElements(Format::I64, 2, "9223372036854775806..9223372036854775807");
  ASSERT_TRUE(bool(elements)) << llvm::toString(elements.takeError());
  EXPECT_THAT(*elements,
              ElementsAre(uint64_t(INT64_MAX) - 1, uint64_t(INT64_MAX)));
  EXPECT_EQ(whyNot(Format::I64, 2, "-9223372036854775808..9223372036854775807"),
            "there are more than 2 values, the elements of the array");
}

TEST(Cases, ValuesForMoreElementsThanMemoryAreRefused) {
  EXPECT_EQ(whyNot(Format::I8, uint64_t(1) << 58, "0*"),
            "an array with values has at most 2^26 elements");
}

TEST(Cases, PlacesCountTheLinesAndColumnsOfTheFile) {
  llvm::MemoryBufferRef file("\n"
                             "module\n"
                             "  //% - entry: a\n"
                             "\n"
                             "//% - entry: b\n"
                             "    //%   args: [{ptr: 'i8[1]'},\n"
                             "      //%      {ptr: 'i8[2]'}]",
                             "file");
  auto cases = readCases(file, llvm::errs());
  ASSERT_TRUE(cases);
  auto at = [](const CasePlace &place) {
    return std::make_pair(place.line, place.column);
  };
  ASSERT_EQ(cases->size(), 2u);
  EXPECT_EQ(at(cases->front().place), std::make_pair(3u, 9u));
  EXPECT_EQ(at(cases->back().place), std::make_pair(5u, 7u));
  const auto &arguments = cases->back().arguments;
  ASSERT_EQ(arguments.size(), 2u);
  EXPECT_EQ(at(arguments[0].array.place), std::make_pair(6u, 19u));
  EXPECT_EQ(at(arguments[1].array.place), std::make_pair(7u, 17u));
}
