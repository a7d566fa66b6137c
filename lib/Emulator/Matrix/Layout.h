//===- Layout.h - The places of a matrix in a warp ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "Matrix Fragments for mma...": a table for each shape and
// type. All but one of them follow one rule. Lane l belongs to group g = l / 4
// and is thread t = l % 4 of it. A register holds w neighbours along the
// dimension that products are summed over (A, B), or a pair of neighbours in a
// row (C, D):
//
//   A  register r  row g + 8 * (r % rg)     columns w*t + 4w * (r / rg)
//   B  register r  column g + 8 * (r / kr)  rows w*t + 4w * (r % kr)
//   C  pair r      row g + 8 * (r % rg)     columns 2t + 8 * (r / rg)
//
// where rg = m / 8 counts groups of rows and kr = k / 4w registers.
//
// The exception is mma.m8n8k4 of f16, made for sm_70, which multiplies four
// matrices at once, one in the lanes 4q..4q+3 and 16+4q..19+4q of each quad
// pair q. Here the four matrices are stacked.
//
// Fragments of wmma are opaque in the ISA. Here they follow the same rule, so
// that they fit the multiplication of mma; those that the ISA makes larger than
// the matrix (f16 multiplicands) hold copies behind it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MATRIX_LAYOUT_H
#define TESSERA_LIB_EMULATOR_MATRIX_LAYOUT_H

#include <cstdint>
#include <vector>

namespace tessera::ptx {

/// D = A * B + C with A of m x k, B of k x n, C and D of m x n elements.
struct MatrixShape {
  uint16_t m, n, k;
  constexpr bool operator==(MatrixShape other) const {
    return m == other.m && n == other.n && k == other.k;
  }
};

enum class MatrixRole : uint8_t { A, B, C };

/// The orders in which memory holds a matrix.
enum class MatrixOrder : uint8_t { Row, Column };

/// The places in the matrix of the elements that the lanes of a warp hold.
class FragmentLayout {
public:
  /// The rule above, for `w` elements of a register of A or B.
  FragmentLayout(MatrixShape shape, MatrixRole role, unsigned w);
  /// mma.m8n8k4 of f16. `order` is that of A or B; C and D have one for f32
  /// elements (isWide) and one for f16.
  static FragmentLayout quadPairs(MatrixRole role, MatrixOrder order,
                                  bool isWide);

  unsigned rows() const { return rowCount; }
  unsigned columns() const { return columnCount; }
  /// Number of elements that each lane holds; and that all lanes hold.
  unsigned elements() const { return elementCount; }
  unsigned size() const { return static_cast<unsigned>(places.size()); }
  /// Element i of all lanes, by lane: row * columns() + column.
  const uint16_t *element(unsigned i) const { return &places[i * 32]; }

private:
  FragmentLayout() = default;
  void place(unsigned lane, unsigned element, unsigned row, unsigned column);
  void resize(unsigned rows, unsigned columns);

  unsigned rowCount = 0, columnCount = 0, elementCount = 0;
  std::vector<uint16_t> places;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MATRIX_LAYOUT_H
