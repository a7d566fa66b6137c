//===- MatrixProduct.cpp - Products as tensor cores compute them ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Emulator/MatrixProduct.h"
#include "Product.h"
#include <algorithm>
#include <cstring>

using namespace tessera::ptx;

/// The extents of a tile of C, whose factors stay in the host's near caches.
static constexpr size_t tileRows = 64, tileColumns = 256;

/// The model of the sums of the instruction that a generation multiplies with.
static SumModel modelFor(unsigned architecture, Type type) {
  if (architecture == 90)
    return SumModel::ofWarpGroups(type, /*isHalf=*/false);
  if (architecture >= 100 && architecture < 120)
    return SumModel::ofTensorMemory(/*isHalf=*/false);
  return SumModel::of(architecture, type, /*isHalf=*/false, /*isWmma=*/false);
}

namespace {
/// A factor in memory, row by row, whose elements have the size of `Element`.
template <typename Element> struct Matrix {
  const void *data;
  size_t rows, columns;

  /// Copies a part into words. Zeros lie beyond the matrix: they change no sum.
  void copyPart(size_t row, size_t column, size_t partColumns,
                std::vector<uint32_t> &part) const {
    std::fill(part.begin(), part.end(), 0);
    size_t partRows = std::min(part.size() / partColumns, rows - row);
    size_t present = std::min(partColumns, columns - column);
    for (size_t i = 0; i != partRows; ++i) {
      const char *from = static_cast<const char *>(data) +
                         ((row + i) * columns + column) * sizeof(Element);
      for (size_t j = 0; j != present; ++j) {
        Element element;
        memcpy(&element, from + j * sizeof(Element), sizeof(Element));
        part[i * partColumns + j] = element;
      }
    }
  }
};
} // namespace

template <typename Element>
static void multiplyElements(unsigned architecture, Type type,
                             ProductExtents extents, const void *a,
                             const void *b, float *c) {
  auto [m, n, k] = extents;
  // The extent of wgmma, tcgen05.mma and the largest mma along k.
  constexpr size_t depth = 32 / sizeof(Element);
  Matrix<Element> left = {a, m, k}, right = {b, k, n};
  size_t columns = std::min(tileColumns, (n + 7) / 8 * 8);
  ProductKind kind = {};
  kind.a = kind.b = type;
  kind.c = kind.d = Type::F32;
  kind.model = modelFor(architecture, type);
  kind.shape.n = static_cast<uint16_t>(columns);
  kind.shape.k = depth;
  for (size_t row = 0; row < m; row += tileRows) {
    size_t rows = std::min(tileRows, m - row);
    kind.shape.m = static_cast<uint16_t>(rows);
    std::vector<uint32_t> leftPart(rows * depth), rightPart(depth * columns);
    TensorFactors factors = {leftPart, rightPart, {}, {}, {}};
    for (size_t column = 0; column < n; column += columns) {
      std::vector<uint32_t> sums(rows * columns);
      ArrayOfAccumulators accumulators(sums.data(), columns);
      for (size_t i = 0; i < k; i += depth) {
        left.copyPart(row, i, depth, leftPart);
        right.copyPart(i, column, columns, rightPart);
        multiplyTensors(kind, false, false, factors, accumulators);
      }
      for (size_t i = 0; i != rows; ++i)
        memcpy(c + (row + i) * n + column, &sums[i * columns],
               std::min(columns, n - column) * sizeof(float));
    }
  }
}

void tessera::ptx::multiplyMatrices(unsigned architecture, Type type,
                                    ProductExtents extents, const void *a,
                                    const void *b, float *c) {
  auto multiply = bitWidth(type) == 8 ? multiplyElements<uint8_t>
                                      : multiplyElements<uint16_t>;
  multiply(architecture, type, extents, a, b, c);
}
