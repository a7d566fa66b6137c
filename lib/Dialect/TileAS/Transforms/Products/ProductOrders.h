//===- ProductOrders.h - Orders of loops that multiply ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PRODUCTS_PRODUCTORDERS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PRODUCTS_PRODUCTORDERS_H

#include "../Loops/LoopExpansion.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringRef.h"

namespace tessera::tileas {

/// The ops of its block that an op needs, and the op.
llvm::SmallPtrSet<mlir::Operation *, 32> findNeeded(mlir::Operation *op);

/// Gives a loop with a schedule the order by which threads wait for products in tensor
/// memory less often, and its stages, and says so in a remark of this name. False if
/// something contradicts it, if it takes much longer by the units that are busy, which
/// know of no waits, or if shared memory has no room for the blocks of the plan then.
bool takeOrder(mlir::scf::ForOp loop, const StagedOps &order,
               llvm::StringRef remark);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PRODUCTS_PRODUCTORDERS_H
