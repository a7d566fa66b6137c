//===- LayoutUtils.h - Choosing and deriving layouts ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constructs and transforms layouts of tiles for passes and patterns, by the
// algebra in tessera/Layout. Shapes are extents in elements, all powers of two.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_LAYOUTUTILS_H
#define TESSERA_DIALECT_TILEAS_ANALYSIS_LAYOUTUTILS_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Layout/LayoutConversion.h"

namespace tessera::tileas {

/// The blocked layout. Each lane holds a block of `sizes[dim]` neighbours along
/// each dimension. The lanes of a warp run along `order[0]`, the dimension
/// whose neighbours are closest in memory, then along `order[1]` and so on; the
/// warps divide the last dimension of `order` first. The remaining elements go
/// to registers; lanes and warps without an element of their own hold copies.
/// Sizes that exceed a dimension, or would leave threads without an element,
/// are reduced in the order of `order`, but a lane gets at least `least`
/// neighbours. Empty `sizes` are all 1.
LayoutAttr makeBlockedLayout(mlir::MLIRContext *context,
                             llvm::ArrayRef<int64_t> shape,
                             llvm::ArrayRef<unsigned> order, unsigned numWarps,
                             llvm::ArrayRef<int64_t> sizes = {},
                             int64_t least = 1);

/// The tiled layout. Each lane holds blocks of `sizes`. The lanes of a warp are
/// `lanes[0]` such blocks along the last dimension by `lanes[1]` along the one
/// before, and `warpBits[d]` bits of the warp are the highest bits along
/// dimension d. Lanes that do not fit a dimension go to the other one, or hold
/// copies.
LayoutAttr
makeTiledLayout(mlir::MLIRContext *context, llvm::ArrayRef<int64_t> shape,
                llvm::ArrayRef<int64_t> sizes, std::array<unsigned, 2> lanes,
                llvm::ArrayRef<unsigned> warpBits, unsigned numWarps);

/// The layout of a tile that is copied in pieces of `piece` neighbours along
/// `dim`: lanes are side by side over `segment` elements of `dim`. Further
/// lanes, and the warps, take consecutive rows, so that the pieces of a thread
/// are in few rows, far apart.
LayoutAttr makeCopyLayout(mlir::MLIRContext *context,
                          llvm::ArrayRef<int64_t> shape, unsigned dim,
                          int64_t piece, int64_t segment, unsigned numWarps);

/// The layout in which threads hold a factor on its way from a buffer whose
/// lines run along either dimension of a matrix to one whose lines run along
/// dimension `alongK`: accesses to both can move 16 bytes. Where elements are
/// bytes, lines across K are read by `ldmatrix`, which transposes them
/// (`getTransposedReads`). Null for tiles that are too small.
LayoutAttr makeTurningLayout(mlir::MLIRContext *context,
                             llvm::ArrayRef<int64_t> shape, unsigned alongK,
                             int64_t bytes, unsigned numWarps);

/// From register, lane and warp to the coordinates of the rows of 16 bytes that
/// `ldmatrix` reads and transposes to make a tile of bytes in this layout, with
/// four neighbours of a dimension in a word; nothing where it cannot
/// (`getFactorRows`).
std::optional<LinearLayout> getTransposedRows(const LinearLayout &tile);

/// The blocked layout in row-major order, for a tile without known accesses.
LayoutAttr makeRowMajorLayout(mlir::MLIRContext *context,
                              llvm::ArrayRef<int64_t> shape, unsigned numWarps);

/// The layout of a tile whose elements are those of a tile of layout `layout`,
/// moved to the coordinates `map` (see TileMaps.h). If `map` sends several
/// elements of a thread to one, the thread holds that one once.
LayoutAttr follow(LayoutAttr layout, const LinearLayout &map);
/// The layout of a tile that repeats the elements of one of layout `layout`, which
/// `map` takes to these: each thread has all that repeat its own.
LayoutAttr repeatInRegisters(LayoutAttr layout, const LinearLayout &map);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_LAYOUTUTILS_H
