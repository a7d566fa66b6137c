//===- MatrixFragments.h - Layouts of matrix fragments ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts of the operands of `mma.sync`, whose fragments have one form in all
// types and shapes (PTX ISA, "Matrix Fragments for mma.m16n8k16" and its
// likes). Lane l holds:
// - of D and C, M x N, the columns 2 * (l % 4) and the next one of row l / 4,
//   and of row l / 4 + 8 if M is 16;
// - of A, M x K, words of e neighbours along K (two f16, four i8, one tf32 or
//   f64) in the same rows: the word at e * (l % 4), and every 4 * e from there;
// - of B, K x N, likewise the words of column l / 4.
//
// A tile is covered by such fragments, in the registers of a warp and over its
// warps. Where a tile is smaller than a fragment, the bits that lead outside
// are free: two lanes hold copies of an element, and one register stands for
// two.
//
// The columns of a fragment need not be neighbours, as long as B has the same
// ones: they may be a *column step* of 2 or 4 apart, so that as many fragments
// lie between one another. Then neighbouring registers hold neighbouring
// columns: 2 or 4 times as many elements of B, and of D, lie side by side.
// Likewise the rows l / 4 and l / 4 + 8 may be the tile's rows 2 * (l / 4) and
// the next one, a *row step* of 2, as long as A has the same ones. One fragment
// has both rows, so no other fragment lies between them.
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

/// Distance in the tile between neighbours of a fragment: rows 1 or 2, columns
/// 1, 2 or 4.
struct FragmentSteps {
  int64_t row = 1, column = 1;

  /// The distance in rows of the tile from the row of l / 4 to the row in the
  /// place of l / 4 + 8.
  int64_t getRowBelow() const { return row == 1 ? 8 : 1; }
};

/// The layout of an accumulator of the given shape, of fragments of `rows` (8
/// or 16) x 8. `warpBits[d]` bits of the warp index are the highest bits along
/// dimension d, so that each warp has one contiguous block; the rest of
/// `numWarpBits` are free. A column step of n > 1 needs n fragments of a warp
/// side by side, a row step of 2 needs fragments of 16 rows.
LinearLayout makeAccumulatorLayout(llvm::ArrayRef<int64_t> shape, unsigned rows,
                                   llvm::ArrayRef<unsigned> warpBits,
                                   unsigned numWarpBits,
                                   FragmentSteps steps = {});

/// The layout of an accumulator of `wgmma`. Each four warps are a *warp group*,
/// whose warps have 16 of each 64 rows. There are 2 to the power of
/// `groupBits[0]` groups along rows times `groupBits[1]` along columns, each
/// with one contiguous block (PTX ISA, "Register Fragments for
/// wgmma.mma_async"), and with all matrices of a batch, one after the other. The
/// rows of a fragment may be a step apart.
LinearLayout makeWarpGroupLayout(llvm::ArrayRef<int64_t> shape,
                                 llvm::ArrayRef<unsigned> groupBits,
                                 FragmentSteps steps = {});

/// The layout of such an accumulator with a row step of 2 whose rows are shared out
/// otherwise among the lanes and warps of a group, for a left factor of words that lies
/// across K. A lane reads words of two neighbouring rows, and the four lanes beside it
/// those of the next positions along K. With the swizzle of 128 bytes these lie in cells
/// of 16 bytes whose numbers differ in the two lower bits. No two lanes that read at the
/// same time meet in a bank if the others differ in the half of a cell and in the upper
/// bit of its number: they have rows 2 and 16 apart.
LinearLayout spreadRows(const LinearLayout &acc);

/// The way groups of four warps share out a sum in tensor memory: there are 2 to the
/// power of these numbers along its rows, along its columns, and in each quarter of
/// 32 rows, whose halves two warps have then. A lane has parts of several rows, or a row
/// for itself; then no two warps share a quarter.
struct TensorGroups {
  unsigned rowBits = 0, columnBits = 0, halfBits = 0;
  bool hasRowInLane = false;

  /// True where each lane of tensor memory has elements of one warp alone.
  bool hasLanesOfWarps() const { return rowBits == 0 && columnBits == 0; }
};

/// The layout in which the warps of such groups read a sum from tensor memory
/// (PTX ISA, "tcgen05.ld", its shapes .16x256b, or .32x32b with a row in a lane): a
/// warp has a quarter of each `rows` rows, 64 or 128, that an instruction computes, or
/// half a quarter. With 64, of which no warp has 32, it is that of
/// `makeWarpGroupLayout`.
LinearLayout makeTensorMemoryLayout(llvm::ArrayRef<int64_t> shape, int64_t rows,
                                    TensorGroups groups,
                                    FragmentSteps steps = {});

/// The groups of such a layout of at least four warps.
TensorGroups getTensorGroups(const LinearLayout &layout);

/// Where the elements of such a sum lie in tensor memory: a map from their
/// coordinates to "offset", lane times 2^16 plus column. The sums of one
/// instruction stand beside one another; those of other rows and matrices
/// follow. A factor of 16 bits has two `perColumn`, and lies so else; of its odd
/// columns it has the place of the even one.
LinearLayout makeTensorMemoryPlaces(llvm::ArrayRef<int64_t> shape, int64_t rows,
                                    int64_t perColumn = 1);

/// Bits of a column of tensor memory.
inline constexpr int64_t kBitsOfTensorColumn = 32;

/// The steps of an accumulator's layout.
FragmentSteps getFragmentSteps(const LinearLayout &acc);

/// True if fragments of `rows` x 8 cover a tile of this layout.
bool isAccumulatorLayout(const LinearLayout &layout, unsigned rows);

/// Sizes in elements of an instruction, `rows` x 8 x `depth`, and of a word of
/// a factor.
struct FragmentShape {
  unsigned rows;
  int64_t depth, perWord;
};

/// The layout that a factor, `depth` long along K, needs to be multiplied into
/// an accumulator of fragments. A word is `perWord` neighbouring registers from
/// a multiple of `perWord` on; the words that one instruction takes are
/// neighbours, in the instruction's order. A factor shorter than a word fills
/// part of one.
LinearLayout getFactorLayout(const LinearLayout &acc, MatrixSide side,
                             int64_t depth, FragmentShape fragment);

/// The layout that the scales of a factor need, `count` of them along K: the
/// scales that one instruction takes are neighbouring bytes of one lane. Scales
/// of row g of A are in the lanes 4g and 4g + 2, those of row g + 8 in 4g + 1
/// and 4g + 3; scales of column g of B are in all lanes 4g to 4g + 3 (PTX ISA,
/// "Block Scaling for mma.sync": this serves thread-id 0 and any other).
LinearLayout getScaleLayout(const LinearLayout &acc, MatrixSide side,
                            int64_t count);

/// The layout of a factor in which each thread has all of K for its elements of
/// any accumulator, so that it can multiply without matrix instructions.
LinearLayout getScalarFactorLayout(const LinearLayout &acc, MatrixSide side,
                                   int64_t depth);

/// The rows that `ldmatrix` reads to make a factor in the layout of
/// `getFactorLayout`: each lane names a row of 16 bytes, which are the lowest
/// registers of the result. One instruction reads four matrices of 8 rows:
/// lanes 0 to 7 name the rows of the first, lanes 8 to 15 those of the second,
/// and so on. They become the words 0 to 3 of a lane, the next registers of the
/// result the words 4 to 7, and so on. If there are fewer rows, lanes name rows
/// twice.
///
/// Rows run along K, or, with `isTransposed`, along the other dimension: the
/// instruction transposes pairs of bytes. With elements of 16 bits these are
/// the elements. Factors of bytes need a column step of 2 (right factor) or a
/// row step of 2 (left factor) for that: words 0 and 1 then have two elements
/// each of a column, or row, and of its neighbour, so that bytes 0 and 2 of
/// both words make a word of the one and bytes 1 and 3 a word of the other.
/// Returns nothing where that cannot be done, or if the tile is too small.
std::optional<LinearLayout> getFactorRows(const LinearLayout &factor,
                                          MatrixSide side, int64_t perWord,
                                          bool isTransposed);

} // namespace tessera

#endif // TESSERA_LAYOUT_MATRIXFRAGMENTS_H
