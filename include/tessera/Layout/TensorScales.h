//===- TensorScales.h - Scale factors in tensor memory ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `tcgen05.mma` takes the scale factors of a row of A, or of a column of B, from
// tensor memory: four neighbours along K are the bytes of a word, rows 0 to 31
// the lanes of one column of words, rows 32 to 63 those of the next one, and all
// four quarters of the lanes have the same (PTX ISA, "Block Scaling for
// tcgen05.mma").
//
// `tcgen05.cp.32x128b.warpx4` copies *pieces* of 512 bytes from shared memory
// there: 16 bytes for each of 32 lanes, four columns of words. A piece has the
// scales of 128 rows and four blocks along K, or of 64 rows and eight blocks.
// With 128 rows it is the tile in which cuBLAS takes scale factors:
//
//   offset = k0 k1, m5 m6, m0 .. m4, m7 .., k2 ..
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_TENSORSCALES_H
#define TESSERA_LAYOUT_TENSORSCALES_H

#include "tessera/Layout/MatrixFragments.h"

namespace tessera {

/// Bytes of a piece, and the columns of tensor memory that it takes.
inline constexpr int64_t kScalePieceBytes = 512, kScalePieceColumns = 4;

/// The columns that this many scale factors, of whole pieces, take.
inline int64_t countScaleColumns(int64_t factors) {
  return factors / kScalePieceBytes * kScalePieceColumns;
}

/// The layout of a buffer for scale factors of a byte each, in pieces: a map from
/// "offset" to the coordinates, ((batch,) rows, K) of A or ((batch,) K, columns)
/// of B. Nothing where these do not fill whole pieces of 64 rows at least.
std::optional<LinearLayout> makeTensorScaleLayout(llvm::ArrayRef<int64_t> shape,
                                                  MatrixSide side);

/// Where a scale factor lies in tensor memory.
struct TensorScalePlace {
  /// From the first column of all pieces on.
  int64_t column;
  /// In the word.
  unsigned byte;
};

/// The place of the first of the scale factors of one instruction: those of the
/// row or column `outer` and of block `depth` along K, of matrix `batch`.
/// `layout` is that of the buffer.
TensorScalePlace getTensorScalePlace(const LinearLayout &layout,
                                     MatrixSide side, int64_t batch,
                                     int64_t outer, int64_t depth);

} // namespace tessera

#endif // TESSERA_LAYOUT_TENSORSCALES_H
