//===- OverlapTiles.h - Loops over tiles that may overlap -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The question of stage selection about the overlap of tiles. It is private to
// the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_OVERLAPTILES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_OVERLAPTILES_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tessera::tileas {

/// The loop over tiles around `inner`, if `inner` is the first loop in it that
/// fills rings. The copies of `inner` run ahead, or will. Null if there is no
/// such loop.
mlir::scf::ForOp getTileLoop(mlir::scf::ForOp inner);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_OVERLAPTILES_H
