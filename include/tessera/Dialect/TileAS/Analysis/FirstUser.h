//===- FirstUser.h - Where the results of an op are needed ------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_FIRSTUSER_H
#define TESSERA_DIALECT_TILEAS_ANALYSIS_FIRSTUSER_H

#include "mlir/IR/Operation.h"

namespace tessera::tileas {

/// The first op in the block of `op` that needs one of its results, itself or by
/// an op within it; null if none does.
inline mlir::Operation *findFirstUser(mlir::Operation *op) {
  mlir::Operation *first = nullptr;
  for (mlir::Operation *user : op->getUsers()) {
    mlir::Operation *inBlock = op->getBlock()->findAncestorOpInBlock(*user);
    if (inBlock && (!first || inBlock->isBeforeInBlock(first)))
      first = inBlock;
  }
  return first;
}

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_FIRSTUSER_H
