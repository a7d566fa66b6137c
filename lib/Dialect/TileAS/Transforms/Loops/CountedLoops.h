//===- CountedLoops.h - Loops counted from 0 by 1 ---------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops in the form that rings need. It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_COUNTEDLOOPS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_COUNTEDLOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tessera::tileas {

/// The same loop, counted from 0 in steps of 1 by a signed number, so that its
/// variable counts the slots of a ring. A new loop, unless it is counted so
/// already.
mlir::scf::ForOp countFromZero(mlir::scf::ForOp loop);

/// The turn of a ring that such a counter is, as a number of 32 bits.
mlir::Value makeTurn(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value counter);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_COUNTEDLOOPS_H
