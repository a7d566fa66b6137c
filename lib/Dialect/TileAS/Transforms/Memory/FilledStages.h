//===- FilledStages.h - Stages that the machine fills -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A ring that the machine fills counts its turns as they are filled, by a number
// that grows where the condition of the copy holds. If the condition is that the
// counter of the loop is below a bound, it has held in all iterations before one
// in which it holds. So whenever the copy takes place, the number is the counter
// plus a constant:
//
//   %filled = arith.extui %more : i1 to i32            %more = %n > 0
//   scf.for %i = 0 to %n step 1 iter_args(%number = %filled) {
//     %ahead = arith.cmpi slt, %i, %n - 1
//     %stage = tileas.slice %ring[%number] : ...        stage %i + 1 of %ring
//     tileas.tensor_copy ... to %stage if %ahead ...
//     %next = arith.addi %number, %ahead
//
// It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_FILLEDSTAGES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_FILLEDSTAGES_H

#include "tessera/Dialect/TileAS/IR/Turns.h"

namespace tessera::tileas {

/// The stage of a ring with so many that `count` names wherever `condition` holds,
/// by the counter of a loop; nothing if that does not follow from the condition.
std::optional<StageIndex> getStageWhere(mlir::Value condition,
                                        mlir::Value count, int64_t stages);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_FILLEDSTAGES_H
