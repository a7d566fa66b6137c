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
// - what follows the exit uses nothing that the loop's body defines before it,
//   but what the exit yields.
// So each `if`, `for` and `loop` is one op of scf, and has one pattern
// (ControlFlow.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_CONTROLFLOW_CONTROLFLOW_H
#define TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_CONTROLFLOW_CONTROLFLOW_H

#include "mlir/IR/IRMapping.h"
#include "tessera/Dialect/CudaTile/IR/Ops/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Loops.h"

namespace tessera::cuda_tile {
class EntryOpInterface;
} // namespace tessera::cuda_tile

namespace tessera {

/// The `if` in the body of a loop that decides whether to go on.
struct LoopExit {
  cuda_tile::IfOp branch;
  cuda_tile::BreakOp leave;
  /// Whether a true condition leaves the loop.
  bool leavesIfTrue;

  /// The region that ends in `yield`; it may be empty.
  mlir::Region &getStaying();
  /// What the exit yields to the ops that follow it.
  mlir::ValueRange getHandedOn();
};

/// Whether `ifOp` consists of a `break` alone on one side and at most a `yield`
/// on the other.
std::optional<LoopExit> matchLoopExit(cuda_tile::IfOp ifOp);

/// A cuda_tile constant all of whose elements are `element`.
mlir::Value makeTileConstant(mlir::OpBuilder &builder, mlir::Location loc,
                             cuda_tile::TileType type, mlir::Attribute element);

mlir::Value makeBool(mlir::OpBuilder &builder, mlir::Location loc, bool value);

/// Appends a value that is handed over but never used for each of `types`.
void appendPlaceholders(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::TypeRange types,
                        mlir::SmallVectorImpl<mlir::Value> &out);

/// Clones the op that makes `view`, and those of the views that it is made of,
/// as far as they are hidden from where `builder` is.
mlir::Value remakeView(mlir::Value view, mlir::OpBuilder &builder,
                       mlir::IRMapping &remade,
                       llvm::function_ref<bool(mlir::Value)> isHidden);

/// Replaces an `if` whose results are not used by one that yields `types`.
cuda_tile::IfOp replaceTypes(cuda_tile::IfOp ifOp, mlir::TypeRange types);

/// Whether a branch of `ifOp`, or of an `if` in it, ends in an exit.
bool hasExit(cuda_tile::IfOp ifOp);

/// The exits of one block that nest in each other at most.
constexpr unsigned defaultGroupSize = 16;

/// How deep that many exits of one block nest at most, once they are grouped.
unsigned getExitDepth(size_t numExits);

/// Gathers the exits of an entry's or a loop's body, and of the branches in it,
/// into groups, where there are more than a group holds.
void groupExits(mlir::Operation *frame, unsigned groupSize);

/// The exit of a loop in structured form.
LoopExit getLoopExit(cuda_tile::LoopOp loop);

/// Has the exit of a loop yield all that the ops after it use of those before.
void isolateExit(cuda_tile::LoopOp loop);

/// Brings an entry into structured form. The ops of the entry are moved, but
/// for those that make views, never copied.
void structureExits(cuda_tile::EntryOpInterface entry,
                    unsigned groupSize = defaultGroupSize);

} // namespace tessera

#endif // TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_CONTROLFLOW_CONTROLFLOW_H
