//===- Turns.h - Turns and stages of rings ----------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_TURNS_H
#define TESSERA_DIALECT_TILEAS_IR_TURNS_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera::tileas {

/// The stage of a ring, or its turn: `base` + `offset`. A stage is that modulo
/// the number of stages. Without a base it is a constant.
struct StageIndex {
  mlir::Value base;
  int64_t offset = 0;

  bool operator==(const StageIndex &other) const {
    return base == other.base && offset == other.offset;
  }
};

/// Splits the index of a slice, or a turn, into a value plus a constant. A
/// number that a loop carries from the iterations that have computed it, as an
/// expanded one does with turns, is the counter of the loop plus a constant; the
/// last one is its bound plus that constant.
StageIndex getStageIndex(mlir::Value count);

/// True if two verbs of one block and one ring name the same turn, where each may
/// compute it anew.
bool haveSameTurn(RingOpInterface first, RingOpInterface second);

/// The number of iterations from the one in which a loop executes `first` for a
/// turn to the one in which it executes `second` for the turn that is `lag`
/// later. Nothing unless both stand in the body of one loop that counts the
/// turns by one.
std::optional<int64_t> getIterationsBetween(RingOpInterface first,
                                            RingOpInterface second,
                                            int64_t lag = 0);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_IR_TURNS_H
