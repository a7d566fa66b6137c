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

/// True for a loop whose iterations overlap already, as its schedule says.
bool isExpanded(mlir::Operation *loop);

/// The place of an op in the schedule of the loop around it; null if it has
/// none.
SlotAttr getSlot(mlir::Operation *op);

/// Sets or, with null, removes it.
void setSlot(mlir::Operation *op, SlotAttr slot);

/// True if the op of `slot` comes before the op of `other` in the new loop, in
/// whichever order they stand in the program: it starts in an earlier cycle, or
/// in the same one and belongs to an earlier iteration.
bool comesFirst(SlotAttr slot, SlotAttr other);

/// The start of an op, in cycles from that of an iteration: of the old loop, or
/// of the new one where the loop is expanded.
int64_t getStart(SlotAttr slot, ScheduleAttr schedule);

/// Gives each op of an expanded loop that was added to it the slot of the op
/// that it stands before, or behind where there is none.
void completeSlots(mlir::scf::ForOp loop);

/// The same for all loops in `root`.
void completeSlots(mlir::Operation *root);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_IR_SLOTS_H
