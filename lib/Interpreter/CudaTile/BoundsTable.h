//===- BoundsTable.h - The rules for bounds, by operation -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the table of rules by which a run with error bounds
// computes those of each operation's results. A rule runs the operation's own
// function, which knows nothing of bounds, and adds them to the results. An
// operation without a rule has undecided results, unless its operands are
// exact.
//
// docs/rationale/interpreter/error-bounds.md has the reasons and the sources.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_CUDATILE_BOUNDSTABLE_H
#define TESSERA_LIB_INTERPRETER_CUDATILE_BOUNDSTABLE_H

#include "../OpTable.h"

namespace tessera::interp {

/// Runs the operation by its own function and gives its results bounds.
using BoundsRule = Flow (*)(mlir::Operation *op, Frame &frame, Handler run);

class BoundsTable {
public:
  static const BoundsTable &get();

  /// The rule of an operation; operations without one share a default.
  BoundsRule lookup(mlir::Operation *op) const;

  template <typename... Ops> void add(BoundsRule rule) {
    ((rules[Ops::getOperationName()] = rule), ...);
  }

private:
  BoundsTable();

  llvm::StringMap<BoundsRule> rules;
};

/// The function of every operation in a run with bounds.
Flow runWithBounds(mlir::Operation *op, Frame &frame);

/// \name The themes; each adds its rules
/// @{
void addControlBounds(BoundsTable &table);
void addElementaryBounds(BoundsTable &table);
void addFloatBounds(BoundsTable &table);
void addMatrixBounds(BoundsTable &table);
void addMemoryBounds(BoundsTable &table);
void addReductionBounds(BoundsTable &table);
void addShapeBounds(BoundsTable &table);
/// @}

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_CUDATILE_BOUNDSTABLE_H
