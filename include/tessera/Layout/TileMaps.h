//===- TileMaps.h - Maps between the coordinates of tiles -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linear maps for the ops that move elements: what each does to coordinates.
// With them a layout follows an op by `compose`: the layout of a permuted tile
// is that of the operand followed by the permutation.
//
// A tile's dimensions are named "dim0", "dim1", ... on both sides, "dim0" the
// slowest in row-major order. Extents are powers of two.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_TILEMAPS_H
#define TESSERA_LAYOUT_TILEMAPS_H

#include "tessera/Layout/LinearLayout.h"

namespace tessera {

/// A dimension of a tile.
inline Dim dimName(unsigned dim) { return Dim::numbered(dim); }

/// The dimensions of a tile, as those to which a layout leads.
llvm::SmallVector<LinearLayout::OutDim> tileDims(llvm::ArrayRef<int64_t> shape);

/// From a tile's coordinates to those of the element at the same row-major
/// position in a tile of another shape: 2 x 8 to 4 x 4 sends (1, 3) to (2, 3).
LinearLayout reshapeMap(llvm::ArrayRef<int64_t> from,
                        llvm::ArrayRef<int64_t> to);

/// From a tile's coordinates to the row-major position of the element, along
/// "offset": in 2 x 8, (1, 3) goes to 11.
LinearLayout rowMajorMap(llvm::ArrayRef<int64_t> shape);

/// From a tile's coordinates to those of the permuted tile, whose dimension i
/// is dimension `permutation[i]` of `shape`: (1, 0) sends (x, y) to (y, x).
LinearLayout permuteMap(llvm::ArrayRef<int64_t> shape,
                        llvm::ArrayRef<int32_t> permutation);

/// From a tile's coordinates to those of a tile with extent 1 in `dims`:
/// without dimension 1, (x, y) goes to (x, 0).
LinearLayout projectMap(llvm::ArrayRef<int64_t> shape,
                        llvm::ArrayRef<unsigned> dims);

/// From a tile's coordinates to those of a tile without dimension `dim`:
/// without dimension 1, (x, y, z) goes to (x, z).
LinearLayout dropMap(llvm::ArrayRef<int64_t> shape, unsigned dim);

/// For a tile that is cut into boxes of extents `box`: from a tile's
/// coordinates to the position of the element within its box (`withinBoxMap`),
/// and to the index of the box along each dimension (`boxNumberMap`). In boxes
/// of 2 x 4, (3, 5) goes to (1, 1) of box (1, 1).
LinearLayout withinBoxMap(llvm::ArrayRef<int64_t> shape,
                          llvm::ArrayRef<int64_t> box);
LinearLayout boxNumberMap(llvm::ArrayRef<int64_t> shape,
                          llvm::ArrayRef<int64_t> box);

} // namespace tessera

#endif // TESSERA_LAYOUT_TILEMAPS_H
