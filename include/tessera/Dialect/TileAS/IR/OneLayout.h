//===- OneLayout.h - Tiles that must have one layout ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread computes by registers: the sum of two tiles adds register k of one
// to register k of the other. That is the sum of corresponding elements only if
// both have the same layout.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_ONELAYOUT_H
#define TESSERA_DIALECT_TILEAS_IR_ONELAYOUT_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace tessera::tileas {

/// The types of the tiles of an op (operands, results and types in attributes)
/// of which a thread uses the same register together. Empty for an op that uses
/// its tiles in different ways.
llvm::SmallVector<mlir::RankedTensorType, 4>
getTilesOfOneLayout(mlir::Operation *op);

/// Fails with a message if these have several layouts.
llvm::LogicalResult verifyOneLayout(mlir::Operation *op);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_IR_ONELAYOUT_H
