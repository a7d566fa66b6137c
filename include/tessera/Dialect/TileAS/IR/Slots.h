//===- Slots.h - Places of ops in the schedule of their loop ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_SLOTS_H
#define TESSERA_DIALECT_TILEAS_IR_SLOTS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera::tileas {

/// The schedule of a loop; null if it has none.
ScheduleAttr getSchedule(mlir::Operation *loop);

/// The name of the attribute of a loop that was expanded, until it has times: the
/// schedule that it was expanded by.
inline constexpr llvm::StringLiteral kExpandedName = "tileas.expanded";

/// That schedule; null if the loop has times, or was not expanded.
ScheduleAttr getExpandedBy(mlir::Operation *loop);

/// True for a loop whose iterations overlap already.
bool isExpanded(mlir::Operation *loop);

/// The place of an op in the schedule of the loop around it; null if it has
/// none.
SlotAttr getSlot(mlir::Operation *op);

/// Sets or, with null, removes it.
void setSlot(mlir::Operation *op, SlotAttr slot);

/// The name of the attribute with the stage of an op in a loop that was expanded
/// and has no times yet.
inline constexpr llvm::StringLiteral kStageName = "tileas.stage";

/// That stage; none of an op that was added to the loop.
std::optional<int64_t> findStage(mlir::Operation *op);

/// True if the op of `slot` comes before the op of `other` in the new loop, in
/// whichever order they stand in the program: it starts in an earlier cycle, or
/// in the same one and belongs to an earlier iteration.
bool comesFirst(SlotAttr slot, SlotAttr other);

/// The start of an op, in cycles from that of an iteration: of the old loop, or
/// of the new one where the loop is expanded.
int64_t getStart(SlotAttr slot, ScheduleAttr schedule);

/// Gives each op that was added to an expanded loop with times, in `root`, the
/// slot of the op that it stands before, or behind where there is none.
void completeSlots(mlir::Operation *root);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_IR_SLOTS_H
