//===- LoopValues.h - Producers of loop-carried values ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_LOOPVALUES_H
#define TESSERA_DIALECT_TILEAS_IR_LOOPVALUES_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tessera::tileas {

/// An op of a loop's body, and the number of iterations by which it precedes
/// another one.
struct Producer {
  mlir::Operation *op = nullptr;
  int64_t distance = 0;
};

/// The op that made a value which an iteration uses, in this iteration or an
/// earlier one. Loop-carried values are followed through iterations that pass
/// them on unchanged. Nothing for values from outside, and for the induction
/// variable.
Producer findProducer(mlir::scf::ForOp loop, mlir::Value value);

/// The iterations of a loop that are counted with where nobody knows how many
/// there are.
inline constexpr int64_t kAssumedTrips = 8;

/// The iterations of a loop: as many as are known, or assumed.
int64_t countTrips(mlir::LoopLikeOpInterface loop);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_IR_LOOPVALUES_H
