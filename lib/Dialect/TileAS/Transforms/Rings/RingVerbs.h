//===- RingVerbs.h - The verbs of one ring, and their turns -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The verbs of a ring that are of one turn, where it is committed, and under which
// condition. It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_RINGVERBS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_RINGVERBS_H

#include "RunningTurns.h"
#include "tessera/Dialect/TileAS/IR/Ops/Rings.h"

namespace tessera::tileas {

/// The verbs of a ring, as long as their turns are those of the program.
class RingVerbs {
public:
  explicit RingVerbs(RingOp ring);

  llvm::ArrayRef<RingOpInterface> get() const { return verbs; }

  /// The `acquire` of the turn that is committed, or the `wait` of the one that
  /// is released, in the same block; null if there is none.
  RingOpInterface findBeside(RingOpInterface verb) const;

  /// The conditions of all turns. Fails with an error where verbs would count
  /// different turns.
  llvm::FailureOr<TurnConditions> findConditions() const;

private:
  RingOpInterface findBefore(mlir::Operation *op, RingOpInterface verb,
                             RingVerb kind) const;
  RingOpInterface findAcquire(CommitOp commit) const;

  llvm::SmallVector<RingOpInterface> verbs;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_RINGVERBS_H
