//===- F2Matrix.cpp - Matrices of bits ------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/F2Matrix.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <cassert>

using namespace llvm;

namespace tessera {

static bool parity(uint64_t bits) { return __builtin_parityll(bits); }

F2Matrix::F2Matrix(unsigned numRows, unsigned numCols)
    : rows(numRows, 0), numCols(numCols) {
  assert(numRows <= maxSize && numCols <= maxSize && "matrix too large");
}

F2Matrix F2Matrix::identity(unsigned size) {
  F2Matrix result(size, size);
  for (unsigned i = 0; i < size; ++i)
    result.rows[i] = uint64_t(1) << i;
  return result;
}

F2Matrix F2Matrix::fromColumns(ArrayRef<uint64_t> columns, unsigned numRows) {
  F2Matrix result(numRows, columns.size());
  for (auto [col, bits] : enumerate(columns)) {
    assert((numRows == maxSize || bits >> numRows == 0) && "column too long");
    for (uint64_t left = bits; left; left &= left - 1)
      result.rows[countr_zero(left)] |= uint64_t(1) << col;
  }
  return result;
}

void F2Matrix::set(unsigned row, unsigned col, bool value) {
  uint64_t bit = uint64_t(1) << col;
  rows[row] = value ? rows[row] | bit : rows[row] & ~bit;
}

uint64_t F2Matrix::getColumn(unsigned col) const {
  uint64_t result = 0;
  for (auto [i, row] : enumerate(rows))
    result |= (row >> col & 1) << i;
  return result;
}

uint64_t F2Matrix::apply(uint64_t vector) const {
  uint64_t result = 0;
  for (auto [i, row] : enumerate(rows))
    result |= uint64_t(parity(row & vector)) << i;
  return result;
}

F2Matrix F2Matrix::operator*(const F2Matrix &rhs) const {
  assert(numCols == rhs.getNumRows() && "shapes do not match");
  F2Matrix result(getNumRows(), rhs.numCols);
  for (unsigned i = 0; i < getNumRows(); ++i)
    for (unsigned k = 0; k < numCols; ++k)
      if (get(i, k))
        result.rows[i] ^= rhs.rows[k];
  return result;
}

F2Matrix F2Matrix::transpose() const { return fromColumns(rows, numCols); }

F2Echelon F2Matrix::reduce() const { return F2Echelon(*this); }

unsigned F2Matrix::rank() const {
  // Each row in turn, less what those before it span: their lowest sum. This needs
  // no transform, unlike a reduced form.
  SmallVector<uint64_t, maxSize> spanned;
  for (uint64_t row : rows) {
    for (uint64_t other : spanned)
      row = std::min(row, row ^ other);
    if (row != 0)
      spanned.push_back(row);
  }
  return spanned.size();
}

std::optional<F2Matrix> F2Matrix::inverse() const {
  F2Echelon echelon = reduce();
  if (getNumRows() != numCols || echelon.rank() != numCols)
    return std::nullopt;
  return echelon.getTransform();
}

F2Echelon::F2Echelon(const F2Matrix &matrix)
    : reduced(matrix), transform(F2Matrix::identity(matrix.getNumRows())) {
  MutableArrayRef<uint64_t> rows = reduced.rows, ops = transform.rows;
  for (unsigned col = 0; col < matrix.getNumCols(); ++col) {
    uint64_t bit = uint64_t(1) << col;
    unsigned top = pivots.size(), found = top;
    while (found < rows.size() && !(rows[found] & bit))
      ++found;
    if (found == rows.size())
      continue;
    std::swap(rows[top], rows[found]);
    std::swap(ops[top], ops[found]);
    uint64_t row = rows[top], op = ops[top];
    for (unsigned i = 0; i < rows.size(); ++i) {
      if (i == top || !(rows[i] & bit))
        continue;
      rows[i] ^= row;
      ops[i] ^= op;
    }
    pivots.push_back(col);
  }
}

uint64_t F2Echelon::getPivotMask() const {
  uint64_t mask = 0;
  for (unsigned col : pivots)
    mask |= uint64_t(1) << col;
  return mask;
}

std::optional<uint64_t> F2Echelon::solve(uint64_t rhs) const {
  uint64_t image = transform.apply(rhs), solution = 0;
  if (rank() < F2Matrix::maxSize && image >> rank())
    return std::nullopt;
  for (auto [row, col] : enumerate(pivots))
    solution |= (image >> row & 1) << col;
  return solution;
}

SmallVector<uint64_t> F2Echelon::kernel() const {
  SmallVector<uint64_t> basis;
  uint64_t pivotMask = getPivotMask();
  for (unsigned col = 0; col < reduced.getNumCols(); ++col) {
    if (pivotMask >> col & 1)
      continue;
    uint64_t vector = uint64_t(1) << col;
    for (auto [row, pivot] : enumerate(pivots))
      vector |= uint64_t(reduced.get(row, col)) << pivot;
    basis.push_back(vector);
  }
  return basis;
}

} // namespace tessera
