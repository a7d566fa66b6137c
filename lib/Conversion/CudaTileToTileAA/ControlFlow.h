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

#ifndef TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_CONTROLFLOW_H
#define TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_CONTROLFLOW_H

#include "tessera/Dialect/CudaTile/IR/Ops/ControlFlow.h"

namespace tessera::cuda_tile {
class EntryOp;
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

/// The exit of a loop in structured form.
LoopExit getLoopExit(cuda_tile::LoopOp loop);

/// Has the exit of a loop yield all that the ops after it use of those before.
void isolateExit(cuda_tile::LoopOp loop);

/// Brings an entry into structured form. The ops of the entry are moved, but
/// for those that make views, never copied.
void structureExits(cuda_tile::EntryOp entry);

} // namespace tessera

#endif // TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_CONTROLFLOW_H
