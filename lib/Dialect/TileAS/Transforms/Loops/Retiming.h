//===- Retiming.h - Times for loops whose order is fixed --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass that changes the ops of a loop with a schedule, and not their order,
// gives it times of its own: the shortest interval that the units and the
// dependences of these ops allow in this order. It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_RETIMING_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_RETIMING_H

#include "LoopExpansion.h"

namespace tessera::tileas {

/// Gives a loop a schedule in which its ops have this order and these stages,
/// for as many blocks as the plan of the kernel says. Returns false, and changes
/// nothing, if a dependence contradicts the order.
bool scheduleInOrder(mlir::scf::ForOp loop, const StagedOps &order);

/// Gives an expanded loop times anew, and then the expanded loops around it. The
/// ops that were added to it take the stages of those that they stand before.
void retime(mlir::scf::ForOp loop);

/// Gives the ops that a pass has added to expanded loops in `root` their slots,
/// and the loops times anew in which an added op takes time.
void retimeGrown(mlir::Operation *root);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_RETIMING_H
