//===- SameValues.h - Values that are computed alike ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Structural equality of values, for passes that look for one computation in
// two places: what no common subexpression elimination can merge, as the two
// stand in different loops.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_SAMEVALUES_H
#define TESSERA_DIALECT_TILEAA_ANALYSIS_SAMEVALUES_H

#include "mlir/IR/ValueRange.h"

namespace tessera::tileaa {

/// Two values that the caller knows to be equal.
using AreEqual = llvm::function_ref<bool(mlir::Value, mlir::Value)>;

/// True if two values are known to be equal: one value, or two that `areEqual`
/// takes for equal, or results of the same ops without effects on equal
/// operands, `depth` ops deep. Both may be null.
bool isSameValue(mlir::Value lhs, mlir::Value rhs, AreEqual areEqual = nullptr,
                 unsigned depth = 12);

/// The same for lists of values, one by one.
bool areSameValues(mlir::ValueRange lhs, mlir::ValueRange rhs,
                   AreEqual areEqual = nullptr);

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_SAMEVALUES_H
