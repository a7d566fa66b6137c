//===- OpCosts.h - Costs of ops by hardware unit ----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_OPCOSTS_H
#define TESSERA_DIALECT_TILEAS_ANALYSIS_OPCOSTS_H

#include "tessera/Dialect/TileAS/Analysis/Engines.h"

namespace tessera::tileas {

/// Has the ops of arith, tileaa and tileas say what they cost.
void registerUnitCosts(mlir::DialectRegistry &registry);

/// The costs of an op in a kernel of `warps` warps by the machine model, unit
/// by unit.
llvm::SmallVector<OpCost> costsOf(mlir::Operation *op, unsigned warps,
                                  const TargetInfo &target);

/// Number of cycles from the last instruction of an op until an op that needs
/// its result may start.
int64_t latencyOf(mlir::Operation *op, const TargetInfo &target);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_OPCOSTS_H
