//===- CountedLoops.h - Loops that count the turns of rings -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What rings ask of a loop. It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_COUNTEDLOOPS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_COUNTEDLOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tessera::tileas {

/// The same loop, counted from 0 in steps of 1 by a signed number, so that its
/// variable says how often a ring has been turned. It is another one unless it
/// is counted so already.
mlir::scf::ForOp countFromZero(mlir::scf::ForOp loop);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_COUNTEDLOOPS_H
