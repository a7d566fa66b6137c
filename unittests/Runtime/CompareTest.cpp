//===- CompareTest.cpp - Comparison of two runs ---------------------------===//
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
  // ... but not if the elements are integers.
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

//===----------------------------------------------------------------------===//
// Error bounds
//===----------------------------------------------------------------------===//

static uint64_t bitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  return bits;
}

static llvm::ArrayRef<uint8_t> bytesOf(const std::vector<float> &values) {
  return {reinterpret_cast<const uint8_t *>(values.data()), values.size() * 4};
}

static NpyArray floats(size_t count) {
  NpyArray array;
  array.format = Format::F32;
  array.elementBytes = 4;
  array.shape = {int64_t(count)};
  return array;
}

static NpyArray doubles(const std::vector<double> &values) {
  NpyArray array;
  array.format = Format::F64;
  array.elementBytes = 8;
  array.shape = {int64_t(values.size())};
  auto *bytes = reinterpret_cast<const uint8_t *>(values.data());
  array.data = std::vector<uint8_t>(bytes, bytes + values.size() * 8);
  return array;
}

/// Bounds from 1 to 3.
static interp::ElementBounds oneToThree(int64_t) {
  return {bitsOf(1), bitsOf(3)};
}

TEST(Compare, WithinBoundsElementsAgree) {
  NpyArray array = floats(3);
  std::vector<float> left = {1, 2, 3}, right = {1, 3, 2.5};
  Difference diff =
      compareArrays(array, bytesOf(left), bytesOf(right), oneToThree);
  EXPECT_EQ(diff.getVerdict(), Verdict::Agree);
  EXPECT_EQ(diff.within, 2);
  EXPECT_EQ(diff.mostUsed, 0.5);
  EXPECT_EQ(diff.mostUsedAt, 1);
  EXPECT_THAT(
      describeDifference(array, diff, "a", "b"),
      HasSubstr("all 3 elements agree: 1 bit for bit, 2 within their "
                "error bounds, of which they use at most 50 %, at [1]"));
}

/// Neither side may lie outside of the bounds, and the sign of zero counts.
TEST(Compare, BeyondBoundsElementsDiffer) {
  NpyArray array = floats(2);
  std::vector<float> good = {2, 2}, low = {0.5, 2}, high = {2, 3.5};
  for (const std::vector<float> &bad : {low, high}) {
    EXPECT_EQ(compareArrays(array, bytesOf(good), bytesOf(bad), oneToThree)
                  .getVerdict(),
              Verdict::Differ);
    EXPECT_EQ(compareArrays(array, bytesOf(bad), bytesOf(good), oneToThree)
                  .getVerdict(),
              Verdict::Differ);
  }
  NpyArray one = floats(1);
  std::vector<float> plus = {0.0f}, minus = {-0.0f};
  auto onlyPlus = [](int64_t) { return interp::ElementBounds{0, 0}; };
  EXPECT_FALSE(
      compareArrays(one, bytesOf(plus), bytesOf(minus), onlyPlus).agrees());
}

TEST(Compare, ExpectedValuesAreComparedByValue) {
  NpyArray array = floats(3);
  std::vector<float> left = {1.5, -0.0f, notANumber};
  auto verdict = [&](std::vector<double> right) {
    return llvm::cantFail(
               compareWithExpected(array, bytesOf(left), doubles(right)))
        .getVerdict();
  };
  EXPECT_EQ(verdict({1.5, 0, notANumber}), Verdict::Agree);
  EXPECT_EQ(verdict({1.5000000001, 0, notANumber}), Verdict::Differ);
  EXPECT_EQ(verdict({1.5, 0, 0}), Verdict::Differ);
  std::vector<float> two = {2};
  Difference diff = llvm::cantFail(compareWithExpected(
      floats(1), bytesOf(two), doubles({2.9999999999}), oneToThree));
  EXPECT_EQ(diff.getVerdict(), Verdict::Agree);
  diff = llvm::cantFail(compareWithExpected(
      floats(1), bytesOf(two), doubles({3.0000000001}), oneToThree));
  EXPECT_EQ(diff.getVerdict(), Verdict::Differ);
}
