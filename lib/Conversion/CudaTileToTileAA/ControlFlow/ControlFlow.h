//===- ControlFlow.h - Structured control flow of an entry ------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before types are converted, `structureExits` leaves each entry, within
// cuda_tile, in *structured form*:
// - `return` ends the entry's body and stands nowhere else;
// - `continue` ends the body of a `for` or `loop` and stands nowhere else;
// - `break` stands in the *exit* of a loop only: one `if` of the loop's body
//   with a branch that is `break` alone and another that is `yield` alone;
// - ops after the exit use nothing that the loop's body defines before it, but
//   what the exit yields.
// So each `if`, `for` and `loop` is one op of scf, and has one pattern
// (ControlFlow.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_CONTROLFLOW_CONTROLFLOW_H
#define TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_CONTROLFLOW_CONTROLFLOW_H

#include "mlir/IR/IRMapping.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"

namespace tessera::cuda_tile {
class EntryOpInterface;
} // namespace tessera::cuda_tile

namespace tessera {

/// The `if` in the body of a loop that decides whether to go on.
struct LoopExit {
  cuda_tile::IfOp branch;
  cuda_tile::BreakOp leave;
  /// True if a true condition leaves the loop.
  bool leavesIfTrue;

  /// The region that ends in `yield`; it may be empty.
  mlir::Region &getStaying();
  /// The values that the exit yields to the ops that follow it.
  mlir::ValueRange getHandedOn();
};

/// Returns the exit if `ifOp` has a single `break` in one region and at most a
/// `yield` in the other.
std::optional<LoopExit> matchLoopExit(cuda_tile::IfOp ifOp);

mlir::Value makeBool(mlir::OpBuilder &builder, mlir::Location loc, bool value);

/// Appends a placeholder for each of `types`: a value that is passed on but
/// never used.
void appendPlaceholders(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::TypeRange types,
                        mlir::SmallVectorImpl<mlir::Value> &out);

/// Clones the op that makes `view`, and the ops of the views that it is made
/// of, as far as they do not dominate the place of `builder`.
mlir::Value remakeView(mlir::Value view, mlir::OpBuilder &builder,
                       mlir::IRMapping &remade,
                       llvm::function_ref<bool(mlir::Value)> isHidden);

/// Replaces an `if` whose results are not used by one that yields `types`.
cuda_tile::IfOp replaceTypes(cuda_tile::IfOp ifOp, mlir::TypeRange types);

/// True if a branch of `ifOp`, or of an `if` in it, ends in an exit.
bool hasExit(cuda_tile::IfOp ifOp);

/// The largest number of exits of one block that nest in each other.
constexpr unsigned defaultGroupSize = 16;

/// The largest nesting depth of `numExits` exits of one block after grouping.
unsigned getExitDepth(size_t numExits);

/// Gathers the exits of an entry's or a loop's body, and of the branches in it,
/// into groups, if there are more than a group holds.
void groupExits(mlir::Operation *frame, unsigned groupSize);

/// The exit of a loop in structured form.
LoopExit getLoopExit(cuda_tile::LoopOp loop);

/// Makes the exit of a loop yield all values that are defined before it and
/// used after it.
void isolateExit(cuda_tile::LoopOp loop);

/// Brings an entry into structured form. Ops are moved, never copied, except
/// those that make views.
void structureExits(cuda_tile::EntryOpInterface entry,
                    unsigned groupSize = defaultGroupSize);

} // namespace tessera

#endif // TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_CONTROLFLOW_CONTROLFLOW_H
