//===- BoxesOfTiles.h - Parts of tiles that shared memory can hold -*- C++ -*- ===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_BOXESOFTILES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_BOXESOFTILES_H

#include "mlir/IR/BuiltinTypes.h"
#include "tessera/Layout/LinearLayout.h"

namespace tessera::tileas {

int64_t countBytes(llvm::ArrayRef<int64_t> shape, mlir::Type element);

/// The layout of a box of a tile, for any start.
LinearLayout getBoxLayout(mlir::RankedTensorType tile,
                          llvm::ArrayRef<int64_t> box);

/// The box of at most `bytes` with which a tile takes the fewest accesses from
/// one layout to the other.
llvm::SmallVector<int64_t> chooseBox(mlir::RankedTensorType from,
                                     mlir::RankedTensorType to, int64_t bytes);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_BOXESOFTILES_H
