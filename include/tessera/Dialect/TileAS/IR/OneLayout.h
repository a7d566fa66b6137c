//===- OneLayout.h - Tiles that must lie alike ------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread computes by registers: the sum of two tiles adds register k of one
// to register k of the other. That is the sum of their elements where both have
// one layout, and of elements that have nothing to do with each other where
// they do not.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_ONELAYOUT_H
#define TESSERA_DIALECT_TILEAS_IR_ONELAYOUT_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace tessera::tileas {

/// The types of the tiles of an op, its operands, its results and what it says
/// in an attribute, of which a thread takes the same register at once; empty
/// for an op that takes its tiles in different ways.
llvm::SmallVector<mlir::RankedTensorType, 4>
getTilesOfOneLayout(mlir::Operation *op);

/// Fails with a message where these have several layouts.
llvm::LogicalResult verifyOneLayout(mlir::Operation *op);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_IR_ONELAYOUT_H
