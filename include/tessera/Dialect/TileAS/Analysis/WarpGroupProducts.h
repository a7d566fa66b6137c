//===- WarpGroupProducts.h - Products by wgmma ------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_WARPGROUPPRODUCTS_H
#define TESSERA_DIALECT_TILEAS_ANALYSIS_WARPGROUPPRODUCTS_H

#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Layout/MatrixDescriptor.h"

namespace tessera::tileas {

class WgmmaOp;

/// Has `wgmma` answer for the engine that it is.
void registerWarpGroupProducts(mlir::DialectRegistry &registry);

/// The layout of the sum of a product by so many warps; null where their groups
/// cannot share it out.
LayoutAttr getSumLayout(WgmmaOp product, unsigned warps);

/// The layout in which the instructions take `lhs` (or `rhs`, if they are
/// swapped), or `depth` of it along K, from registers, where the sum has this
/// one.
LayoutAttr getFragmentLayout(WgmmaOp product, LayoutAttr sum, int64_t depth);

/// The descriptor by which the instructions read a factor from a buffer;
/// nothing where none names its layout.
std::optional<MatrixDescriptor>
matchDescriptor(WgmmaOp product, MatrixSide side, BufferType buffer);

/// True if the registers that the instructions update can be those in which the
/// sum stays: it goes into arithmetic or a reduction, into memory, or round its loop as the
/// argument to which it was added. A sum that takes turns with another,
/// `scf.yield %other, %sum`, moves between their registers.
bool isUpdatedInPlace(WgmmaOp product);

/// The op in whose registers a tile lies: ops like a reshape only have other
/// names for those of their operand. Null where several, or none, made them:
/// the tile is an argument, say.
mlir::Operation *findMaker(mlir::Value tile);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_WARPGROUPPRODUCTS_H
