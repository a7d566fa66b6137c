//===- DivergentBody.h - Elements that go their own ways --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Applies the body of a scan to all elements of two tiles where they go different ways
// through it, as through a loop that runs as often as an element says. Such a body stays
// one on scalars, that of a reduction of pairs: threads run it, each for its own pairs.
//
//   %r = reduce of (%before, %after), (0, 1) along a new dimension:
//        (%x, %y, %i, %j) { the scan's body on %x, %y, or on %y, %x if %j < %i }
//
// A reduction may swap its pairs, and may combine an element with the identity; so each
// comes with its place, and the identity with a place behind both.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_COMBINING_DIVERGENTBODY_H
#define TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_COMBINING_DIVERGENTBODY_H

#include "mlir/IR/Builders.h"

namespace tessera {

/// Combines pairs of elements by `body`, whose arguments are two for each operand, of
/// which `tiles` are in their order. Pairs for which `guard` is false, if there is one, are
/// not combined, and their results are any. `identities` are of the types of the operands.
llvm::SmallVector<mlir::Value>
combineDivergently(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Block &body, llvm::ArrayRef<mlir::Value> tiles,
                   llvm::ArrayRef<mlir::Attribute> identities,
                   mlir::Value guard);

} // namespace tessera

#endif // TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_COMBINING_DIVERGENTBODY_H
