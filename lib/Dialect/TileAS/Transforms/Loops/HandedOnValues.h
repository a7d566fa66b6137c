//===- HandedOnValues.h - Carried values that no op makes --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_HANDEDONVALUES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_HANDEDONVALUES_H

#include "LoopExpansion.h"
#include "mlir/IR/PatternMatch.h"

namespace tessera::tileas {

/// The time at which each op of an iteration runs, with one unit of time for
/// each op of the new loop. An iteration begins by that number of ops after the
/// iteration before it.
class IterationTimes {
public:
  explicit IterationTimes(const StagedOps &order);

  int64_t getInterval() const { return interval; }
  std::optional<int64_t> find(mlir::Operation *op) const;

private:
  int64_t interval;
  llvm::DenseMap<mlir::Operation *, int64_t> times;
};

/// Placeholder ops for loop-carried values that the loop passes on without
/// computing them: a value from outside, the induction variable, or another
/// carried value. Upstream's pipeliner finds the iteration of a value by the
/// stage of its defining op, and without one assumes the first stage. So each
/// of these values gets an op that does nothing, as late as its first use
/// allows.
class HandedOnValues : public mlir::RewriterBase::Listener {
public:
  /// Adds the ops to a loop and to its order.
  HandedOnValues(mlir::scf::ForOp loop, StagedOps &order);

  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint) override;

  /// Removes the placeholders from the new loop and from its prologue.
  void remove();

private:
  struct Added {
    mlir::OpOperand *next;
    /// Not after the op of that time, which counts as the time of a placeholder
    /// there.
    int64_t time;
    mlir::Operation *op;
  };

  void findTimes(mlir::scf::ForOp loop, const IterationTimes &times);
  void insertInto(StagedOps &order, int64_t interval);

  static mlir::Value getArgument(mlir::scf::ForOp loop, const Added &each);

  llvm::SmallVector<Added> added;
  int64_t stages;
  llvm::SmallVector<mlir::UnrealizedConversionCastOp> names;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_HANDEDONVALUES_H
