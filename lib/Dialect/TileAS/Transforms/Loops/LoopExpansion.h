//===- LoopExpansion.h - Loops whose iterations overlap ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expansion of loops, for the passes that decide which iterations overlap.
// It is private to them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_LOOPEXPANSION_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_LOOPEXPANSION_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera::tileas {

/// All ops of a loop's body in the order of the new loop, each with its stage.
using StagedOps = std::vector<std::pair<mlir::Operation *, unsigned>>;

/// That order by the slots of the ops.
StagedOps getScheduledOrder(mlir::scf::ForOp loop);

/// The loops of a kernel whose ops may get other stages: with a schedule of several that
/// is not expanded yet, and signed bounds. None in a kernel without a plan, or with
/// agents, which would have to know of turns that only some of them fill.
llvm::SmallVector<mlir::scf::ForOp>
findLoopsToRestage(KernelOpInterface kernel);

/// Expands loops, and in the end folds the arithmetic that expansion adds.
class LoopExpander {
public:
  /// The reason that a loop cannot be expanded; empty if it can be.
  static llvm::StringRef findObstacle(mlir::scf::ForOp loop,
                                      const StagedOps &order);

  /// True for a wait or a release of a turn that tensor maps alone fill, or threads,
  /// too: they fill more turns than there are iterations, with zeros, where it may
  /// stand in an earlier stage than the last.
  static bool canFillAhead(mlir::Operation *op, bool byThreads = false);

  /// Expands a loop with a schedule of N stages, and returns the new one. It has
  /// no times yet (`tileas.expanded`): its iteration i runs the ops of stage S for
  /// the old iteration i + N - 1 - S. Copies and loads of iterations that do not
  /// exist do nothing, but those that an earlier stage than the last waits for: there
  /// are as many turns more. Other ops in earlier stages must have no effects.
  mlir::scf::ForOp expand(mlir::scf::ForOp loop, StagedOps order);

  /// Folds the numbers of later iterations in `root`, and erases numbers that
  /// nothing uses. Otherwise the stages of slices could not be told apart.
  void foldNumbers(mlir::Operation *root) const;

private:
  /// Makes iterations of a loop overlap, and puts its prologue before it.
  static mlir::scf::ForOp overlap(mlir::scf::ForOp loop, StagedOps order);

  /// Has an expanded loop compute the number of a later iteration once, which
  /// does not wrap around. It comes before a loop around it is expanded, which
  /// makes the loop anew.
  static void nameLaterIterations(mlir::scf::ForOp loop);

  /// True if a sum is the pipeliner's induction variable of a later iteration:
  /// the variable plus a multiple of the step. It wraps around only if there is
  /// no such iteration, and then it has no effect.
  static bool isLaterIteration(mlir::scf::ForOp loop, mlir::arith::AddIOp sum);

  bool hasOverlapped = false;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_LOOPEXPANSION_H
