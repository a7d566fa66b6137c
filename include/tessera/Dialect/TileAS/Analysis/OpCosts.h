//===- OpCosts.h - What an op keeps busy ------------------------*- C++ -*-===//
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

/// What an op costs in a kernel of so many warps by the machine model, unit by
/// unit.
llvm::SmallVector<OpCost> costsOf(mlir::Operation *op, unsigned warps,
                                  const TargetInfo &target);

/// How many cycles after the last instruction of an op what needs its result
/// may start.
int64_t latencyOf(mlir::Operation *op, const TargetInfo &target);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_OPCOSTS_H
