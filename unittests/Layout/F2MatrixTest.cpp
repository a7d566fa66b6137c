//===- F2MatrixTest.cpp - Tests of matrices of bits -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/F2Matrix.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace tessera;

namespace {

F2Matrix randomMatrix(std::mt19937_64 &engine, unsigned rows, unsigned cols) {
  llvm::SmallVector<uint64_t> columns;
  for (unsigned i = 0; i < cols; ++i)
    columns.push_back(engine() & engine() &
                      llvm::maskTrailingOnes<uint64_t>(rows));
  return F2Matrix::fromColumns(columns, rows);
}

TEST(F2Matrix, EntriesRowsAndColumns) {
  F2Matrix matrix = F2Matrix::fromColumns({0b011, 0b110}, 3);
  EXPECT_EQ(matrix.getNumRows(), 3u);
  EXPECT_EQ(matrix.getNumCols(), 2u);
  EXPECT_TRUE(matrix.get(0, 0));
  EXPECT_FALSE(matrix.get(0, 1));
  EXPECT_EQ(matrix.getRow(1), 0b11u);
  EXPECT_EQ(matrix.getColumn(1), 0b110u);
  matrix.set(0, 1, true);
  matrix.set(1, 0, false);
  EXPECT_EQ(matrix, F2Matrix::fromColumns({0b001, 0b111}, 3));
  EXPECT_EQ(matrix.transpose().getRow(1), 0b111u);
  EXPECT_EQ(matrix.transpose().transpose(), matrix);
}

TEST(F2Matrix, EmptyMatrices) {
  EXPECT_EQ(F2Matrix(0, 0).rank(), 0u);
  EXPECT_EQ(F2Matrix(0, 0).inverse(), F2Matrix(0, 0));
  EXPECT_EQ(F2Matrix(0, 3).reduce().kernel().size(), 3u);
  EXPECT_EQ(F2Matrix(3, 0).reduce().solve(0), uint64_t(0));
  EXPECT_EQ(F2Matrix(3, 0).reduce().solve(1), std::nullopt);
}

TEST(F2Matrix, ApplyAndProductAreLinear) {
  std::mt19937_64 engine(1);
  for (int round = 0; round < 500; ++round) {
    unsigned n = engine() % 7, m = engine() % 7, k = engine() % 7;
    F2Matrix a = randomMatrix(engine, n, m), b = randomMatrix(engine, m, k);
    for (uint64_t x = 0; x < uint64_t(1) << k; ++x) {
      uint64_t sum = 0;
      for (unsigned i = 0; i < k; ++i)
        if (x >> i & 1)
          sum ^= b.getColumn(i);
      EXPECT_EQ(b.apply(x), sum);
      EXPECT_EQ((a * b).apply(x), a.apply(b.apply(x)));
    }
  }
}

TEST(F2Matrix, EchelonSolvesAndFindsTheKernel) {
  std::mt19937_64 engine(2);
  for (int round = 0; round < 2000; ++round) {
    unsigned rows = engine() % 8, cols = engine() % 8;
    F2Matrix matrix = randomMatrix(engine, rows, cols);
    F2Echelon echelon = matrix.reduce();
    EXPECT_EQ(echelon.getTransform() * matrix, echelon.getReduced());
    EXPECT_TRUE(echelon.getTransform().inverse().has_value());

    // The least preimage of each right-hand side, by trying all in order.
    std::map<uint64_t, uint64_t> least;
    for (uint64_t x = 0; x < uint64_t(1) << cols; ++x)
      least.emplace(matrix.apply(x), x);
    EXPECT_EQ(least.size(), uint64_t(1) << echelon.rank());
    EXPECT_EQ(echelon.rank(), matrix.transpose().rank());
    for (uint64_t y = 0; y < uint64_t(1) << rows; ++y) {
      auto found = least.find(y);
      EXPECT_EQ(echelon.solve(y), found == least.end()
                                      ? std::nullopt
                                      : std::optional(found->second));
    }

    llvm::SmallVector<uint64_t> kernel = echelon.kernel();
    EXPECT_EQ(kernel.size(), cols - echelon.rank());
    std::set<uint64_t> sums = {0};
    for (uint64_t vector : kernel) {
      EXPECT_EQ(matrix.apply(vector), 0u);
      std::set<uint64_t> more = sums;
      for (uint64_t sum : sums)
        more.insert(sum ^ vector);
      sums = more;
    }
    EXPECT_EQ(sums.size(), uint64_t(1) << kernel.size());
  }
}

TEST(F2Matrix, InverseOfRegularMatrices) {
  std::mt19937_64 engine(3);
  int regular = 0;
  for (int round = 0; round < 2000; ++round) {
    unsigned size = engine() % 65;
    F2Matrix matrix = randomMatrix(engine, size, size);
    std::optional<F2Matrix> inverse = matrix.inverse();
    EXPECT_EQ(inverse.has_value(), matrix.rank() == size);
    if (!inverse)
      continue;
    ++regular;
    EXPECT_EQ(matrix * *inverse, F2Matrix::identity(size));
    EXPECT_EQ(*inverse * matrix, F2Matrix::identity(size));
  }
  EXPECT_GT(regular, 100);
  EXPECT_EQ(F2Matrix(2, 3).inverse(), std::nullopt);
}

} // namespace
