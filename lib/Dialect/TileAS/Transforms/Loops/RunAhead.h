//===- RunAhead.h - What an access takes, computed early --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An access that runs ahead of its iteration needs its address there. What
// computes it may serve the rest of the iteration, too, and would have to be
// carried there through registers; computed once more, it costs a few
// instructions. It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_RUNAHEAD_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_RUNAHEAD_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace tessera::tileas {

/// What values take that is computed in the body of a loop: ops, and values
/// that the loop carries, such as a pointer that moves on in each iteration.
class RunAhead {
public:
  explicit RunAhead(mlir::scf::ForOp loop) : loop(loop) {}

  /// Adds what `values` take; false, and nothing is added, if that cannot be
  /// computed in an earlier iteration.
  bool add(mlir::ValueRange values);

  /// Computes it once more at the start of the body, behind which it leaves
  /// `builder`; `early` says what became of each value. Returns the loop, which
  /// is another one where it carries more values than before.
  mlir::scf::ForOp compute(mlir::OpBuilder &builder,
                           mlir::IRMapping &early) const;

private:
  mlir::scf::ForOp loop;
  llvm::DenseSet<mlir::Operation *> ops;
  llvm::SetVector<mlir::BlockArgument> carried;
};

/// Removes ops of the body whose results nothing uses any more.
void removeDeadOps(mlir::scf::ForOp loop);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_RUNAHEAD_H
