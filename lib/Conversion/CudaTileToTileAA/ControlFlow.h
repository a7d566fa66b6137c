//===- ControlFlow.h - Structured control flow of an entry ------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two steps before types are converted. `structureExits` stays in cuda_tile and
// leaves each entry in *structured form*:
// - `return` ends the entry's body and stands nowhere else;
// - `continue` ends the body of a `for` or `loop` and stands nowhere else;
// - `break` stands in the *exit* of a loop only: one `if` of the loop's body
//   with a branch that is `break` alone and another that is empty.
// `lowerControlFlow` then replaces if, for and loop of that form by scf ops
// over cuda_tile types, which are valid once their types are converted.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_CONTROLFLOW_H
#define TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_CONTROLFLOW_H

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

namespace tessera {

/// The `if` in the body of a loop that decides whether to go on.
struct LoopExit {
  cuda_tile::IfOp branch;
  cuda_tile::BreakOp leave;
  /// Whether a true condition leaves the loop.
  bool leavesIfTrue;
};

/// Whether `ifOp` consists of a `break` alone on one side and nothing on the
/// other.
std::optional<LoopExit> matchLoopExit(cuda_tile::IfOp ifOp);

/// A cuda_tile constant all of whose elements are `element`.
mlir::Value makeTileConstant(mlir::OpBuilder &builder, mlir::Location loc,
                             cuda_tile::TileType type, mlir::Attribute element);

/// The exit of a loop in structured form.
LoopExit getLoopExit(cuda_tile::LoopOp loop);

/// Brings an entry into structured form. The ops of the entry are moved, never
/// copied.
void structureExits(cuda_tile::EntryOp entry);

/// Replaces the control flow of an entry in structured form by scf.
void lowerControlFlow(cuda_tile::EntryOp entry);

} // namespace tessera

#endif // TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_CONTROLFLOW_H
