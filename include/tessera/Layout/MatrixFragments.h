//===- MatrixFragments.h - Who holds what of a matrix product ---*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts of the operands of `mma.sync`, whose fragments have one form in all
// types and shapes (PTX ISA, "Matrix Fragments for mma.m16n8k16" and its
// likes). Of D and C, M x N, lane l holds the columns 2 * (l % 4) and one more
// of row l / 4, and of row l / 4 + 8 where M is 16. Of A, M x K, it holds words
// of e neighbours along K (two f16, four i8, one tf32 or f64) in the same rows:
// those from e * (l % 4) on, and from there on every 4 * e. Of B, K x N, it
// holds likewise words of column l / 4.
//
// A tile is covered by such fragments, in the registers of a warp and over its
// warps. Where it is smaller than one, the bits that lead outside are free: two
// lanes hold copies of an element, and a register stands for two.
//
// The columns of a fragment need not be neighbours, as long as B has the same
// ones: they may be a *column step* of 2 or 4 apart, so that as many fragments
// lie between one another. Then what neighbouring registers hold are
// neighbouring columns: 2 or 4 times as many elements of B, and of D, lie side
// by side. Likewise the rows l / 4 and l / 4 + 8 may be the tile's rows 2 * (l
// / 4) and the next one, a *row step* of 2, as long as A has the same ones. No
// fragment lies between them, for it is one that has both.
//
// Tiles may have a batch in front: the dimensions are (batch,) rows, columns.
// Input dimensions are "register", "lane" and "warp", the others are named by
// TileMaps.h.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_MATRIXFRAGMENTS_H
#define TESSERA_LAYOUT_MATRIXFRAGMENTS_H

#include "tessera/Layout/LinearLayout.h"

namespace tessera {

/// The factors of a product: A on the left, B on the right.
enum class MatrixSide { Lhs, Rhs };

/// How far apart neighbours of a fragment are in the tile: rows 1 or 2, columns
/// 1, 2 or 4.
struct FragmentSteps {
  int64_t row = 1, column = 1;

  /// The row of the tile, from that of l / 4 on, in the place of l / 4 + 8.
  int64_t getRowBelow() const { return row == 1 ? 8 : 1; }
};

/// The layout of an accumulator of the given shape, of fragments of `rows` (8
/// or 16) x 8. `warpBits[d]` bits of the warp lie along dimension d, at the far
/// end, so that a warp has one block; the rest of `numWarpBits` are free. A
/// column step beyond 1 needs a warp to have that many fragments side by side,
/// a row step beyond 1 needs it to have 16 rows.
LinearLayout makeAccumulatorLayout(llvm::ArrayRef<int64_t> shape, unsigned rows,
                                   llvm::ArrayRef<unsigned> warpBits,
                                   unsigned numWarpBits,
                                   FragmentSteps steps = {});

/// The steps of an accumulator's layout.
FragmentSteps getFragmentSteps(const LinearLayout &acc);

/// Whether fragments of `rows` x 8 cover a tile of this layout.
bool isAccumulatorLayout(const LinearLayout &layout, unsigned rows);

/// Elements of an instruction, `rows` x 8 x `depth`, and of a word of a factor.
struct FragmentShape {
  unsigned rows;
  int64_t depth, perWord;
};

/// Where a factor, `depth` long along K, must lie to be multiplied into an
/// accumulator of fragments: words are neighbouring registers, from one that is
/// a multiple of `perWord` on, and what one instruction takes are neighbouring
/// words, in its order. Shorter than a word, there are as many elements as
/// there are.
LinearLayout getFactorLayout(const LinearLayout &acc, MatrixSide side,
                             int64_t depth, FragmentShape fragment);

/// Where the scales of a factor must lie, `count` of them along K: as many
/// neighbours as an instruction takes are bytes of one lane. Those of A of row
/// g are in the lanes 4g and 4g + 2, those of row g + 8 in the next ones; those
/// of B of column g in all lanes 4g to 4g + 3 (PTX ISA, "Block Scaling for
/// mma.sync", of which this is thread-id 0 and any other).
LinearLayout getScaleLayout(const LinearLayout &acc, MatrixSide side,
                            int64_t count);

/// Where a factor must lie so that each thread has what its elements of any
/// accumulator need: all of K.
LinearLayout getScalarFactorLayout(const LinearLayout &acc, MatrixSide side,
                                   int64_t depth);

/// What `ldmatrix` reads to make a factor in the layout of `getFactorLayout`:
/// each lane names a row of 16 bytes, which are the lowest registers of the
/// result. Of the four matrices of 8 rows that one instruction reads, lanes 8
/// to 15 name the second. They become the words 0 to 3 of a lane, the next
/// registers of the result the words 4 to 7, and so on. Where there are fewer,
/// lanes name rows twice.
///
/// Rows run along K, or, with `isTransposed`, along the other dimension: the
/// instruction transposes pairs of bytes. With elements of 16 bits these are
/// the elements. With bytes, which the right factor can have so with a column
/// step of 2 and the left one with a row step of 2, words 0 and 1 have two
/// elements each of a column, or row, and of its neighbour: what bytes 0 and 2
/// of both make together is a word of the one, bytes 1 and 3 a word of the
/// other. Nothing where that cannot be done, or a tile is too small.
std::optional<LinearLayout> getFactorRows(const LinearLayout &factor,
                                          MatrixSide side, int64_t perWord,
                                          bool isTransposed);

} // namespace tessera

#endif // TESSERA_LAYOUT_MATRIXFRAGMENTS_H
