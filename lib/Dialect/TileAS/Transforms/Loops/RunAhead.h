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
// few instructions. It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_RUNAHEAD_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_RUNAHEAD_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace tessera::tileas {

/// The ops and loop-carried values of a loop that given values of its body, or of
/// branches in it, depend on, for example a pointer that advances in each iteration.
class RunAhead {
public:
  explicit RunAhead(mlir::scf::ForOp loop) : loop(loop) {}

  /// Adds the dependences of `values`. Returns false, and adds nothing, if they
  /// cannot be computed in an earlier iteration.
  bool add(mlir::ValueRange values);

  /// Duplicates the computation at the start of the body, and leaves `builder`
  /// after it. `early` maps each value to its duplicate. Returns the loop,
  /// which is a new one if it carries more values than before.
  mlir::scf::ForOp compute(mlir::OpBuilder &builder,
                           mlir::IRMapping &early) const;

private:
  mlir::scf::ForOp loop;
  llvm::DenseSet<mlir::Operation *> ops;
  llvm::SetVector<mlir::BlockArgument> carried;
};

/// Erases ops of the loop whose results have no uses.
void removeDeadOps(mlir::scf::ForOp loop);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_RUNAHEAD_H
