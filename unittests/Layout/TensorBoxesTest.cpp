//===- TensorBoxesTest.cpp - Tiles that a tensor map writes ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/TensorBoxes.h"
#include "tessera/Layout/TileMaps.h"
#include "gtest/gtest.h"

using namespace tessera;

namespace {

/// Expects that the boxes write each element to its place, by the rules of the
/// PTX ISA: row-major order in a box, and then the swizzle of addresses.
void expectWritten(const LinearLayout &offsets, llvm::ArrayRef<int64_t> shape,
                   int64_t bytes) {
  std::optional<TensorBoxes> boxes = TensorBoxes::match(offsets, bytes);
  ASSERT_TRUE(boxes);
  int64_t size = 1;
  for (int64_t extent : boxes->getBox()) {
    EXPECT_LE(extent, 256);
    size *= extent;
  }
  int64_t all = 1;
  for (int64_t extent : shape)
    all *= extent;
  ASSERT_EQ(size * boxes->getNumBoxes(), all);
  for (int64_t number = 0; number < boxes->getNumBoxes(); ++number) {
    TensorBoxes::Start start = boxes->getStart(number);
    ASSERT_EQ(start.offset % boxes->getAlignment(), 0);
    for (int64_t index = 0; index < size; ++index) {
      std::vector<std::pair<Dim, int64_t>> element;
      for (auto [dim, at] : llvm::enumerate(start.element))
        element.emplace_back(dimName(dim), at);
      int64_t rest = index;
      for (unsigned dim : boxes->getOrder()) {
        element[dim].second += rest % boxes->getBox()[dim];
        rest /= boxes->getBox()[dim];
      }
      int64_t place =
          applySwizzle(boxes->getSwizzle(), start.offset + index * bytes);
      ASSERT_EQ(offsets.apply(element)[0].second * bytes, place);
    }
  }
}

TEST(TensorBoxes, WriteWhatDescriptorsName) {
  for (int64_t bytes : {1, 2, 4})
    for (int64_t rows : {8, 64, 128, 256, 512})
      for (int64_t columns = 32 / bytes; columns <= 512 / bytes; columns *= 2)
        for (unsigned major : {0u, 1u}) {
          SCOPED_TRACE(testing::Message()
                       << bytes << " bytes, " << rows << " x " << columns
                       << ", major " << major);
          LinearLayout layout =
              makeDescribedLayout({rows, columns}, major, bytes);
          if ((major == 0 ? rows : columns) * bytes >= 32)
            expectWritten(layout.invert(), {rows, columns}, bytes);
        }
}

/// Words across K, in a swizzle that no other tile has.
TEST(TensorBoxes, WriteWordsAcrossDepth) {
  for (int64_t depth : {8, 64})
    for (int64_t columns : {32, 128, 256}) {
      SCOPED_TRACE(testing::Message() << depth << " x " << columns);
      LinearLayout offsets =
          makeDescribedLayout({depth, columns}, 1, 4, true).invert();
      expectWritten(offsets, {depth, columns}, 4);
      EXPECT_EQ(TensorBoxes::match(offsets, 4)->getSwizzle(),
                MatrixSwizzle::Bytes128Atoms32);
    }
}

TEST(TensorBoxes, WriteRowMajorTiles) {
  expectWritten(rowMajorMap({64, 128}), {64, 128}, 2);
  expectWritten(rowMajorMap({4, 1, 16, 32}), {4, 1, 16, 32}, 4);
  expectWritten(rowMajorMap({1024}), {1024}, 4);
}

TEST(TensorBoxes, HaveTheFieldsOfAMap) {
  auto boxes =
      TensorBoxes::match(makeDescribedLayout({64, 128}, 1, 2).invert(), 2);
  ASSERT_TRUE(boxes);
  EXPECT_EQ(boxes->getSwizzle(), MatrixSwizzle::Bytes128);
  EXPECT_EQ(boxes->getBox(), llvm::ArrayRef<int64_t>({64, 64}));
  EXPECT_EQ(boxes->getOrder(), llvm::ArrayRef<unsigned>({1, 0}));
  EXPECT_EQ(boxes->getNumBoxes(), 2);
  EXPECT_EQ(boxes->getAlignment(), 1024);
  EXPECT_EQ(boxes->getStart(1).element, llvm::SmallVector<int64_t>({0, 64}));
  EXPECT_EQ(boxes->getStart(1).offset, 8192);
}

TEST(TensorBoxes, AreNone) {
  // Rows of 8 bytes, and bits that two coordinates share.
  EXPECT_FALSE(TensorBoxes::match(rowMajorMap({16, 2}), 4));
  auto shared =
      LinearLayout::fromBases({{dimName(0), {{32}, {64}, {128}}},
                               {dimName(1), {{1 ^ 32}, {2}, {4}, {8}, {16}}}},
                              {{kOffset, 8}});
  ASSERT_TRUE(bool(shared));
  EXPECT_FALSE(TensorBoxes::match(*shared, 4));
  // Neighbours in memory that are no neighbours in the tile.
  auto apart = LinearLayout::fromBases(
      {{dimName(0), {{8}, {16}, {32}}}, {dimName(1), {{4}, {1}, {2}}}},
      {{kOffset, 6}});
  ASSERT_TRUE(bool(apart));
  EXPECT_FALSE(TensorBoxes::match(*apart, 4));
  // Rows of more dimensions than a map has.
  EXPECT_FALSE(TensorBoxes::match(rowMajorMap({2, 2, 2, 2, 2, 8}), 4));
}

} // namespace
