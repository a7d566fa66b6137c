//===- RunAhead.h - Address computation ahead of time -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An access that runs ahead of its iteration needs its address there. The ops
// that compute it may have other uses later in the iteration, for which the
// values would have to be kept in registers. Duplicating the ops costs only a
// few instructions. Loads are not repeated: what decides if a tile is copied
// decides if it is read, and memory may have changed meanwhile. It is private to
// the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_RUNAHEAD_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_RUNAHEAD_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace tessera::tileas {

/// True for a load that may be executed in an earlier iteration than it stands in, as
/// far as what it takes is known there: a weak one by all threads. Whatever it has to
/// come after is a token that it takes.
bool canLoadAhead(mlir::Operation *op);

/// True for such a load that another thread may execute as well, or a thread again: no
/// access comes behind it by a token, so that what it reads is there throughout.
bool canRepeatLoad(mlir::Operation *op);

/// True if the body of a loop multiplies matrices.
bool multiplies(mlir::scf::ForOp loop);

/// Loads of a loop with matrix products or reductions that may run ahead, as many as fit
/// into `most` registers of a thread beside the loop-carried values. Without either, all
/// that follows a load is short, and other warps fill the time until it is there.
llvm::SmallPtrSet<mlir::Operation *, 4> findLoadsAhead(mlir::scf::ForOp loop,
                                                       int64_t most);

/// The branches from an op up to a block that is around it, or up to the op around
/// the outermost branch, each with whether the op is on its first side.
llvm::SmallVector<std::pair<mlir::scf::IfOp, bool>, 1>
getBranchesAround(mlir::Operation *op, mlir::Block *upTo = nullptr);

/// The condition under which an op is reached from the place of a builder; null if it
/// is in any case.
mlir::Value
makeConditionOf(mlir::OpBuilder &builder, mlir::Operation *op,
                llvm::function_ref<mlir::Value(mlir::Value)> mapped);

/// The ops and loop-carried values of a loop that given values of its body, or of
/// branches in it, depend on, for example a pointer that advances in each iteration.
class RunAhead {
public:
  explicit RunAhead(mlir::scf::ForOp loop);

  /// Adds the dependences of `values`. Returns false, and adds nothing, if they
  /// cannot be computed in an earlier iteration.
  bool add(mlir::ValueRange values);

  /// True if a thread that may have `most` registers has room for the tiles that are
  /// loaded ahead, each for so many iterations.
  bool fitsRegisters(int64_t iterations, int64_t most) const;

  /// Duplicates the computation at the start of the body, moves the loads in it there,
  /// and leaves `builder` after it. `early` maps each value to its duplicate. Returns
  /// the loop, which is a new one if it carries more values than before.
  mlir::scf::ForOp compute(mlir::OpBuilder &builder,
                           mlir::IRMapping &early) const;

private:
  mlir::scf::ForOp loop;
  /// True if an assertion of an iteration may end the kernel: what it guards is not
  /// loaded before it.
  bool hasAssertion;
  llvm::DenseSet<mlir::Operation *> ops;
  llvm::SetVector<mlir::BlockArgument> carried;
};

/// Erases ops of the loop whose results have no uses.
void removeDeadOps(mlir::scf::ForOp loop);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_RUNAHEAD_H
