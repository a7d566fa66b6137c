//===- RestageFactors.h - Factors on their way to a descriptor --*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `wgmma` reads factors from buffers whose layouts a descriptor names. Copies
// cannot fill one where elements of other than 16 bits lie across K in memory.
// Such a factor is *restaged*: copies fill a buffer with the tile as it lies in
// memory, and threads read that, turn it in registers, and store it to the
// buffer for the machine.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_RESTAGEFACTORS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_RESTAGEFACTORS_H

#include "tessera/Dialect/TileAS/Analysis/Engines.h"

namespace tessera::tileas {

/// The way a factor is restaged.
struct Restaging {
  /// The layout of the buffer that copies fill, and that of the tile in
  /// registers behind it.
  LayoutAttr copied;
  mlir::RankedTensorType turned;
};

/// Plans it for a factor of a product that could be copied to a buffer in
/// pieces of `piece` elements, or not at all, with 0; nothing where copies fill
/// a buffer of one of the places directly, or nothing is gained. `depthDim` is
/// the tile's dimension along K.
std::optional<Restaging> planRestaging(mlir::Value tile,
                                       llvm::ArrayRef<OperandPlace> places,
                                       unsigned depthDim, int64_t piece,
                                       unsigned numWarps);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_RESTAGEFACTORS_H
