//===- CopyBarriers.h - Barriers that let warps go on ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier between the reads of a ring's stage and the next copy to it by the
// machine makes warp groups go in step: all wait for their products, and then
// all compute. Only the warps that begin copies have to wait. The machine
// ends phases of mbarriers with its copies. It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_COPYBARRIERS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_COPYBARRIERS_H

#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"

namespace tessera::tileas {

/// A number that grows by one with each execution of a barrier, and by how many
/// executions a warp may be ahead of another one there, from 1 on.
struct CopyTurns {
  mlir::Value turn;
  int64_t ahead;
};

/// The turns of the barrier of a loop of several warp groups, each iteration of
/// which first waits for a tile that the machine copies in the loop, and reads
/// it behind the barrier. So the stage of the tile that lay there before has
/// been read before an execution that is at most as many iterations ago as the
/// ring has other stages, and the copy came behind that one: all warps have
/// come to it.
std::optional<CopyTurns> findCopyTurns(BarrierOp barrier);

/// The phase of a turn of a ring's mbarriers, for which each thread waits, or which one
/// thread, or the machine at its command, may end. A thread that waits takes the phase
/// `stages` turns later for that of its turn, if it ends before the thread has looked.
struct PhaseAccess {
  mlir::Value ring, turn;
  bool ends;
};
llvm::SmallVector<PhaseAccess> getPhaseAccesses(mlir::Operation *op);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_COPYBARRIERS_H
