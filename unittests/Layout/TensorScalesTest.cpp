//===- TensorScalesTest.cpp - Scale factors, byte by byte -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/TensorScales.h"
#include "tessera/Layout/TileMaps.h"
#include "gtest/gtest.h"

using namespace tessera;

namespace {

int64_t offsetOf(const LinearLayout &layout, int64_t row, int64_t column) {
  return layout.invert()
      .apply({{dimName(0), row}, {dimName(1), column}})
      .front()
      .second;
}

// cuBLAS documentation, "1D Block Scaling Factors Layout": a tile of 128 rows
// and 4 blocks has a factor at row % 32 * 16 + row / 32 * 4 + block. Here tiles
// of other rows follow one another, then those along K.
TEST(TensorScales, PiecesAreTheTilesOfCublas) {
  for (int64_t rows : {128, 256})
    for (int64_t count : {4, 8, 16}) {
      LinearLayout ofA = *makeTensorScaleLayout({rows, count}, MatrixSide::Lhs);
      LinearLayout ofB = *makeTensorScaleLayout({count, rows}, MatrixSide::Rhs);
      for (int64_t row = 0; row < rows; ++row)
        for (int64_t block = 0; block < count; ++block) {
          int64_t in = row % 128;
          int64_t offset = (block / 4 * (rows / 128) + row / 128) * 512 +
                           in % 32 * 16 + in / 32 * 4 + block % 4;
          ASSERT_EQ(offsetOf(ofA, row, block), offset);
          ASSERT_EQ(offsetOf(ofB, block, row), offset);
        }
    }
}

// Each word of a lane has four blocks of one row, and instructions of 64 columns
// find rows 32 apart in neighbouring columns.
TEST(TensorScales, PiecesOfHalfAsManyRowsHaveTwiceTheBlocks) {
  LinearLayout layout = *makeTensorScaleLayout({16, 64}, MatrixSide::Rhs);
  for (int64_t column = 0; column < 64; ++column)
    for (int64_t block = 0; block < 16; ++block)
      ASSERT_EQ(offsetOf(layout, block, column),
                block / 8 * 512 + column % 32 * 16 + block / 4 % 2 * 8 +
                    column / 32 * 4 + block % 4);
}

TEST(TensorScales, PlacesAreColumnsAndBytes) {
  LinearLayout layout = *makeTensorScaleLayout({2, 256, 8}, MatrixSide::Lhs);
  auto expectPlace = [&](int64_t batch, int64_t row, int64_t block,
                         int64_t column, unsigned byte) {
    TensorScalePlace place =
        getTensorScalePlace(layout, MatrixSide::Lhs, batch, row, block);
    EXPECT_EQ(place.column, column);
    EXPECT_EQ(place.byte, byte);
  };
  expectPlace(0, 0, 0, 0, 0);
  expectPlace(0, 0, 3, 0, 3);
  expectPlace(0, 0, 6, 8, 2);
  expectPlace(0, 128, 0, 4, 0);
  expectPlace(1, 128, 4, 28, 0);
  LinearLayout narrow = *makeTensorScaleLayout({8, 64}, MatrixSide::Rhs);
  TensorScalePlace place =
      getTensorScalePlace(narrow, MatrixSide::Rhs, 0, 0, /*depth=*/5);
  EXPECT_EQ(place.column, 2);
  EXPECT_EQ(place.byte, 1u);
}

TEST(TensorScales, NeedsWholePieces) {
  EXPECT_FALSE(makeTensorScaleLayout({128, 2}, MatrixSide::Lhs));
  EXPECT_FALSE(makeTensorScaleLayout({4, 64}, MatrixSide::Rhs));
  EXPECT_FALSE(makeTensorScaleLayout({16, 32}, MatrixSide::Rhs));
}

} // namespace
