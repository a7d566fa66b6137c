//===- RunningTurns.h - Turns of a ring, counted as they come ---*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_RUNNINGTURNS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_RUNNINGTURNS_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera::tileas {

/// The condition under which a verb's turn is one, by verb; null is true.
using TurnConditions = llvm::DenseMap<mlir::Operation *, mlir::Value>;

/// Gives each verb as its turn the number of these verbs that `program`, the
/// kernel or one agent, has executed before, each where its condition was true. Turns pass each verb in order, so
/// that all sides of a ring give a turn the same number, also where a loop runs
/// again and its turns begin anew.
///
/// Loops and branches around the verbs are replaced by such that carry the
/// number, where it does not follow from a counter. `useAll` is called with the
/// number of all that the program has executed in the end. Fails with an error if a
/// verb stands in another op with regions.
llvm::LogicalResult letTurnsRunOn(mlir::Region &program,
                                  llvm::ArrayRef<RingOpInterface> verbs,
                                  const TurnConditions &conditions,
                                  llvm::function_ref<void(mlir::Value)> useAll);

/// Gives a verb another turn.
void setTurn(RingOpInterface verb, mlir::Value turn);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_RUNNINGTURNS_H
