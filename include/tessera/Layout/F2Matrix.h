//===- F2Matrix.h - Matrices of bits --------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linear algebra over F2, the field of two elements: addition is exclusive or,
// multiplication is and. A vector is a uint64_t whose bit i is component i.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_F2MATRIX_H
#define TESSERA_LAYOUT_F2MATRIX_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace tessera {

class F2Echelon;

/// A matrix over F2 with at most 64 rows and 64 columns.
class F2Matrix {
public:
  static constexpr unsigned maxSize = 64;

  /// The zero matrix.
  F2Matrix(unsigned numRows, unsigned numCols);

  [[nodiscard]] static F2Matrix identity(unsigned size);
  /// Column j is `columns[j]`; bits at and above `numRows` must be zero.
  [[nodiscard]] static F2Matrix fromColumns(llvm::ArrayRef<uint64_t> columns,
                                            unsigned numRows);

  unsigned getNumRows() const { return rows.size(); }
  unsigned getNumCols() const { return numCols; }

  bool get(unsigned row, unsigned col) const { return rows[row] >> col & 1; }
  void set(unsigned row, unsigned col, bool value);
  /// Bit j is the entry in column j.
  uint64_t getRow(unsigned row) const { return rows[row]; }
  /// Bit i is the entry in row i.
  uint64_t getColumn(unsigned col) const;

  /// The product with the column vector `vector`.
  [[nodiscard]] uint64_t apply(uint64_t vector) const;
  [[nodiscard]] F2Matrix operator*(const F2Matrix &rhs) const;
  [[nodiscard]] F2Matrix transpose() const;

  [[nodiscard]] F2Echelon reduce() const;
  [[nodiscard]] unsigned rank() const;
  /// The inverse of a square matrix of full rank.
  [[nodiscard]] std::optional<F2Matrix> inverse() const;

  bool operator==(const F2Matrix &rhs) const {
    return numCols == rhs.numCols && rows == rhs.rows;
  }
  bool operator!=(const F2Matrix &rhs) const { return !(*this == rhs); }

private:
  friend class F2Echelon;
  llvm::SmallVector<uint64_t> rows;
  unsigned numCols;
};

/// The reduced row echelon form R = T * M of a matrix M, where T is invertible
/// and kept, so that any number of right-hand sides can be solved for.
class F2Echelon {
public:
  explicit F2Echelon(const F2Matrix &matrix);

  unsigned rank() const { return pivots.size(); }
  /// R, whose rows past the rank are zero.
  const F2Matrix &getReduced() const { return reduced; }
  const F2Matrix &getTransform() const { return transform; }
  /// The pivot column of each non-zero row, ascending. A column is a pivot if
  /// and only if it is not a sum of columns to the left of it.
  llvm::ArrayRef<unsigned> getPivots() const { return pivots; }
  /// The pivots as a mask over the columns.
  [[nodiscard]] uint64_t getPivotMask() const;

  /// The numerically least x with M x = rhs, which is the only one that is
  /// zero outside the pivots; nothing if rhs is not in the image.
  [[nodiscard]] std::optional<uint64_t> solve(uint64_t rhs) const;
  /// A basis of {x : M x = 0}: one vector for each column that is no pivot, in
  /// order, with that column's bit as its highest.
  [[nodiscard]] llvm::SmallVector<uint64_t> kernel() const;

private:
  F2Matrix reduced, transform;
  llvm::SmallVector<unsigned> pivots;
};

} // namespace tessera

#endif // TESSERA_LAYOUT_F2MATRIX_H
