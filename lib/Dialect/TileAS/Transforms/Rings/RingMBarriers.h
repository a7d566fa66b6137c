//===- RingMBarriers.h - Rings that agents fill and read --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_RINGMBARRIERS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_RINGMBARRIERS_H

#include "tessera/Dialect/TileAS/IR/Ops/Rings.h"

namespace tessera::tileas {

class WaitPhaseOp;

/// True if mbarriers say when a stage of a ring is full: others than those who
/// fill it read it, or the machine fills it.
bool needsMBarriers(mlir::Value ring);

/// True if a completion is the end of a copy by the machine.
bool isByMachine(mlir::Value completion);

/// The condition under which the copy is executed that a completion is the end of;
/// null if it always is.
mlir::Value getCondition(mlir::Value completion);

/// Replaces such a ring and its verbs by ops on mbarriers. Fails with
/// an error at a verb or a copy that has no such words.
llvm::LogicalResult lowerToMBarriers(RingOp ring);

/// The stage of a turn, before the verb that gives it, by this count.
mlir::Value makeStage(RingOpInterface verb, mlir::Value count);

/// Makes the wait for a phase of each of these rings of mbarriers, that of a turn, or
/// with `isPrevious` the one before. `filled` are the stages that the phases fill,
/// `token` is the type of the wait's token, null if it has none. Turns pass the wait one
/// by one.
WaitPhaseOp waitForPhases(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::ValueRange mbarriers, mlir::ValueRange turns,
                          bool isPrevious, mlir::ValueRange filled = {},
                          mlir::Type token = {});

/// Lets the CTAs of a tile block meet behind the beginning of these mbarriers, once for
/// all that begin one after another.
void meetBehindBegin(mlir::Value mbarriers);

/// Gives an op the place in the schedule of the verb that it replaces.
void takeSlot(mlir::Operation *verb, mlir::Operation *op);

/// Erases a ring and its verbs, the results of which have no users any more, and
/// what has computed their turns alone.
void eraseRing(RingOp ring);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_RINGMBARRIERS_H
