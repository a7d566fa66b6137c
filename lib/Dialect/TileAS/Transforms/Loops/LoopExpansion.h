//===- LoopExpansion.h - Loops whose iterations overlap ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What those passes share that decide which iterations run at once. It is
// private to them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_LOOPEXPANSION_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_LOOPEXPANSION_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tessera::tileas {

/// All ops of a loop's body in the order of the new loop, each with its stage.
using StagedOps = std::vector<std::pair<mlir::Operation *, unsigned>>;

/// Expands loops, and folds what that leaves behind in the end.
class LoopExpander {
public:
  /// Says why a loop cannot be expanded; empty if it can be.
  static llvm::StringRef findObstacle(mlir::scf::ForOp loop,
                                      const StagedOps &order);

  /// An iteration of the new loop, which is returned, runs the ops of the last
  /// stage for its own number and those of stage S for a number higher by as
  /// many as S is earlier. Copies and loads of iterations that there are not do
  /// nothing; only what has no other effect may be in an earlier stage.
  mlir::scf::ForOp expand(mlir::scf::ForOp loop, StagedOps order);

  /// Folds the numbers of later iterations in `root`, by which the stages of
  /// slices could not be told apart otherwise.
  void foldNumbers(mlir::Operation *root) const;

private:
  bool isLaterIteration(mlir::arith::AddIOp sum) const;

  llvm::SmallPtrSet<mlir::Operation *, 4> expanded;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_LOOPEXPANSION_H
