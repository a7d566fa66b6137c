//===- SameInAllCTAs.h - What the CTAs of a tile block agree on -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_SAMEINALLCTAS_H
#define TESSERA_DIALECT_TILEAS_ANALYSIS_SAMEINALLCTAS_H

#include "mlir/IR/Operation.h"

namespace tessera::tileas {

/// True if an op is executed as often in all CTAs of a tile block, with these of its
/// values the same: none of them, and no control flow around the op or around what
/// they follow from, depends on the number of the CTA, or on what has been read.
bool isSameInAllCTAs(mlir::Operation *op, mlir::ValueRange values);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_SAMEINALLCTAS_H
