//===- Layout.cpp - The places of a matrix in a warp ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"

using namespace tessera::ptx;

static constexpr unsigned lanes = 32;

void FragmentLayout::resize(unsigned rows, unsigned columns) {
  rowCount = rows;
  columnCount = columns;
  elementCount = rows * columns / lanes;
  places.resize(rows * columns);
}

void FragmentLayout::place(unsigned lane, unsigned element, unsigned row,
                           unsigned column) {
  places[element * lanes + lane] =
      static_cast<uint16_t>(row * columnCount + column);
}

FragmentLayout::FragmentLayout(MatrixShape shape, MatrixRole role, unsigned w) {
  if (role == MatrixRole::C)
    w = 2;
  resize(role == MatrixRole::B ? shape.k : shape.m,
         role == MatrixRole::A ? shape.k : shape.n);
  // Number of registers, or pairs, for one group of eight rows or columns.
  unsigned rowGroups = shape.m / 8u, registersOfColumn = shape.k / (4 * w);
  for (unsigned lane = 0; lane != lanes; ++lane)
    for (unsigned i = 0; i != elementCount; ++i) {
      unsigned group = lane / 4, r = i / w;
      unsigned along = w * (lane % 4) + i % w;
      if (role == MatrixRole::B)
        place(lane, i, along + 4 * w * (r % registersOfColumn),
              group + 8 * (r / registersOfColumn));
      else
        place(lane, i, group + 8 * (r % rowGroups),
              along + 4 * w * (r / rowGroups));
    }
}

FragmentLayout FragmentLayout::quadPairs(MatrixRole role, MatrixOrder order,
                                         bool isWide) {
  FragmentLayout layout;
  bool isA = role == MatrixRole::A, isC = role == MatrixRole::C;
  unsigned rows = role == MatrixRole::B ? 4 : 8, columns = isA ? 4 : 8;
  layout.resize(4 * rows, columns);
  for (unsigned lane = 0; lane != lanes; ++lane)
    for (unsigned i = 0; i != layout.elementCount; ++i) {
      unsigned quad = lane % 16 / 4, t = lane % 4, half = lane < 16 ? 0 : 4;
      // In A and B, the dimension that is not summed counts from `half`.
      bool isAlongLanes = (order == MatrixOrder::Row) == isA;
      unsigned outer = (isAlongLanes ? t : i) + half;
      unsigned inner = isAlongLanes ? i : t;
      unsigned row = isA ? outer : inner, column = isA ? inner : outer;
      if (isC) {
        row = (isWide ? (lane & 1) + (i & 2) : t) + half;
        column = isWide ? (i & 4) + (lane & 2) + (i & 1) : i;
      }
      layout.place(lane, i, quad * rows + row, column);
    }
  return layout;
}
