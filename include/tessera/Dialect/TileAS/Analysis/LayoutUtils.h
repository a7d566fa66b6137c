//===- LayoutUtils.h - Choosing and deriving layouts ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What passes and patterns ask of the layouts of tiles, by the algebra in
// tessera/Layout. Shapes are extents in elements, all powers of two.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_LAYOUTUTILS_H
#define TESSERA_DIALECT_TILEAS_ANALYSIS_LAYOUTUTILS_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Layout/LayoutConversion.h"

namespace tessera::tileas {

/// The layout in which each lane holds neighbours, `sizes[dim]` of them along
/// each dimension; the lanes of a warp run along `order[0]`, the dimension
/// whose neighbours lie closest in memory, then along `order[1]` and so on, and
/// the warps share out the last dimension of `order` first. What is left goes
/// to registers; lanes and warps without an element of their own hold copies.
/// Of sizes that a dimension has not, or that would leave threads without an
/// element, as much is taken as fits, in the order of `order`, but a lane gets
/// `least` neighbours in any case. No sizes are 1.
LayoutAttr makeBlockedLayout(mlir::MLIRContext *context,
                             llvm::ArrayRef<int64_t> shape,
                             llvm::ArrayRef<unsigned> order, unsigned numWarps,
                             llvm::ArrayRef<int64_t> sizes = {},
                             int64_t least = 1);

/// The layout in which each lane holds blocks of `sizes`, the lanes of a warp
/// are `lanes[0]` such blocks along the last dimension by `lanes[1]` along the
/// one before, and `warpBits[d]` bits of the warp lie along dimension d, at the
/// far end. Lanes that a dimension has no room for go to the other one, or hold
/// copies.
LayoutAttr
makeTiledLayout(mlir::MLIRContext *context, llvm::ArrayRef<int64_t> shape,
                llvm::ArrayRef<int64_t> sizes, std::array<unsigned, 2> lanes,
                llvm::ArrayRef<unsigned> warpBits, unsigned numWarps);

/// The layout of a tile that is copied in pieces of `piece` neighbours along
/// `dim`: lanes lie side by side over `segment` elements of it; the others, and
/// the warps, have the rows below one after another, so that the pieces of a
/// thread lie in few rows, far apart.
LayoutAttr makeCopyLayout(mlir::MLIRContext *context,
                          llvm::ArrayRef<int64_t> shape, unsigned dim,
                          int64_t piece, int64_t segment, unsigned numWarps);

/// The blocked layout of a tile of which nothing is known: as its elements lie
/// in row-major order.
LayoutAttr makeRowMajorLayout(mlir::MLIRContext *context,
                              llvm::ArrayRef<int64_t> shape, unsigned numWarps);

/// Where a tile lies whose elements are those of a tile with the layout
/// `layout`, at the coordinates to which `map` sends theirs (see TileMaps.h).
/// Where `map` makes elements one, a thread holds what it made of its own, each
/// once.
LayoutAttr follow(LayoutAttr layout, const LinearLayout &map);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_LAYOUTUTILS_H
