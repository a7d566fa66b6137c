//===- LoopValues.h - Who makes what a loop carries -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_LOOPVALUES_H
#define TESSERA_DIALECT_TILEAS_IR_LOOPVALUES_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tessera::tileas {

/// An op of a loop's body, in an iteration so many before another one.
struct Producer {
  mlir::Operation *op = nullptr;
  int64_t distance = 0;
};

/// Who has made a value that an iteration uses, if it or one before has: what a
/// loop carries is followed, from name to name where iterations hand it on as
/// it is. None for what comes from outside, and for the induction variable.
Producer findProducer(mlir::scf::ForOp loop, mlir::Value value);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_IR_LOOPVALUES_H
