//===- LayoutUtils.h - Choosing and deriving layouts ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the passes need to know of layouts, derived from the algebra in
// tessera/Layout. Shapes are extents in elements, all powers of two.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_TRANSFORMS_LAYOUTUTILS_H
#define TESSERA_DIALECT_TILEAS_TRANSFORMS_LAYOUTUTILS_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::tileas {

/// The layout in which each lane holds `width` neighbours along `order[0]`, the
/// dimension whose neighbours lie closest in memory, the lanes of a warp run
/// along it, then along `order[1]` and so on, and the warps share out the last
/// dimension of `order` first. What is left goes to registers; lanes and warps
/// without an element of their own hold copies. A width that `order[0]` has
/// not, or that would leave threads without an element, is halved until it
/// fits.
LayoutAttr makeBlockedLayout(mlir::MLIRContext *context,
                             llvm::ArrayRef<int64_t> shape,
                             llvm::ArrayRef<unsigned> order, unsigned numWarps,
                             int64_t width = 1);

/// How many neighbours along `dim`, from a multiple of as many on, each thread
/// holds in neighbouring registers: a power of two.
int64_t getRunLength(LayoutAttr layout, unsigned dim);

/// The layout of the same elements, in row-major order, in another shape.
LayoutAttr reshapeLayout(mlir::RankedTensorType tile,
                         llvm::ArrayRef<int64_t> shape);

/// The layout whose dimension i is dimension permutation[i] of `layout`.
LayoutAttr permuteLayout(LayoutAttr layout,
                         llvm::ArrayRef<int32_t> permutation);

/// The layout of the part of a tile that has coordinate 0 in the dimensions
/// `dims`, whose extent becomes 1: what a thread needs of the operand of a
/// broadcast. Registers that would hold an element twice go away.
LayoutAttr projectLayout(LayoutAttr layout, llvm::ArrayRef<unsigned> dims);

/// The layout of a tile without a dimension of extent 1.
LayoutAttr dropDim(LayoutAttr layout, unsigned dim);

/// For each register of the tile type `to`, the register of the same thread
/// that holds that element in `from`; nothing where some thread would need an
/// element of another one.
std::optional<llvm::SmallVector<int64_t>>
matchRegisters(mlir::RankedTensorType from, mlir::RankedTensorType to);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_TRANSFORMS_LAYOUTUTILS_H
