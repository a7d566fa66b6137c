//===- CompareTest.cpp - Do two runs agree? -------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Compare.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstring>
#include <limits>

using namespace tessera;
using namespace tessera::runtime;
using testing::HasSubstr;

template <typename T>
static Difference compare(Format format, std::vector<T> left,
                          std::vector<T> right, NpyArray &array) {
  array.format = format;
  array.elementBytes = sizeof(T);
  array.shape = {int64_t(left.size())};
  auto bytes = [](const std::vector<T> &values) {
    return llvm::ArrayRef<uint8_t>(
        reinterpret_cast<const uint8_t *>(values.data()),
        values.size() * sizeof(T));
  };
  return compareArrays(array, bytes(left), bytes(right));
}

static const float notANumber = std::numeric_limits<float>::quiet_NaN();
static const float infinity = std::numeric_limits<float>::infinity();

TEST(Compare, AnyNaNEqualsAnyNaN) {
  float payload;
  uint32_t bits = 0xffc12345;
  std::memcpy(&payload, &bits, 4);
  NpyArray array;
  EXPECT_TRUE(compare<float>(Format::F32, {notANumber, 1}, {payload, 1}, array)
                  .agrees());
  // ... but not where the elements are integers that were moved.
  EXPECT_FALSE(compare<uint32_t>(Format::I32, {0x7fc00000}, {0xffc12345}, array)
                   .agrees());
}

TEST(Compare, FindsTheLargestDifferenceAndWhereItIs) {
  NpyArray array;
  Difference diff =
      compare<float>(Format::F32, {1, 2, 3, 4, 5}, {1, 2.5, 1, 4, 7}, array);
  EXPECT_EQ(diff.elements, 5);
  EXPECT_EQ(diff.differing, 3);
  EXPECT_EQ(diff.largest, 2);
  EXPECT_EQ(diff.worst, 2) << "the first of equal ones";
  array.shape = {5};
  EXPECT_THAT(describeDifference(array, diff, "interpret", "emulate"),
              HasSubstr("3 of 5 elements differ; largest difference 2 at [2]: "
                        "interpret 3"));
}

TEST(Compare, OneNaNIsInfinitelyFar) {
  NpyArray array;
  Difference diff = compare<float>(Format::F32, {1, notANumber, infinity},
                                   {100, 1, infinity}, array);
  EXPECT_EQ(diff.differing, 2);
  EXPECT_EQ(diff.worst, 1);
  EXPECT_TRUE(std::isinf(diff.largest));
}

TEST(Compare, SignsOfZeroDisagree) {
  NpyArray array;
  Difference diff = compare<float>(Format::F32, {0.0f}, {-0.0f}, array);
  EXPECT_FALSE(diff.agrees());
  EXPECT_EQ(diff.largest, 0);
}

TEST(Compare, IntegersAreSigned) {
  NpyArray array;
  Difference diff = compare<int8_t>(Format::I8, {-1, 5}, {1, 5}, array);
  EXPECT_EQ(diff.largest, 2);
}

TEST(Compare, TheIndexHasAllDimensions) {
  NpyArray array;
  Difference diff = compare<int32_t>(Format::I32, {0, 0, 0, 0, 0, 0},
                                     {0, 0, 0, 0, 0, 9}, array);
  array.shape = {2, 3};
  EXPECT_THAT(describeDifference(array, diff, "a", "b"),
              HasSubstr("at [1, 2]"));
}
