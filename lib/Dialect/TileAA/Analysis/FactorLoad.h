//===- FactorLoad.h - The load that a factor is made of ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_FACTORLOAD_H
#define TESSERA_DIALECT_TILEAA_ANALYSIS_FACTORLOAD_H

#include "tessera/Dialect/TileAA/IR/Ops/Memory.h"

namespace tessera::tileaa {

/// The load that a factor is made of by ops with one operand; null if there is
/// none. Calls `visit` for each of these ops.
inline LoadOp
findFactorLoad(mlir::Value factor,
               llvm::function_ref<void(mlir::Operation *)> visit = nullptr) {
  mlir::Operation *op = factor.getDefiningOp();
  for (; op && !mlir::isa<LoadOp>(op); op = op->getOperand(0).getDefiningOp()) {
    if (op->getNumOperands() != 1)
      return nullptr;
    if (visit)
      visit(op);
  }
  return mlir::dyn_cast_or_null<LoadOp>(op);
}

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_FACTORLOAD_H
