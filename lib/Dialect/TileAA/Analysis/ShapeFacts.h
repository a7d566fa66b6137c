//===- ShapeFacts.h - Facts about moved elements ----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_SHAPEFACTS_H
#define TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_SHAPEFACTS_H

#include "mlir/IR/Value.h"
#include "tessera/Dialect/TileAA/Analysis/ValueFacts.h"

namespace tessera::tileaa {

/// The facts of a result of an op that makes indices or moves elements; nothing
/// for other ops.
std::optional<ValueFacts> inferShape(mlir::OpResult result,
                                     llvm::ArrayRef<ValueFacts> operands);

} // namespace tessera::tileaa

#endif // TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_SHAPEFACTS_H
