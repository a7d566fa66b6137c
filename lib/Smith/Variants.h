//===- Variants.h - Other programs with the same meaning --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_SMITH_VARIANTS_H
#define TESSERA_LIB_SMITH_VARIANTS_H

#include "Random.h"

#include "mlir/IR/OwningOpRef.h"

namespace tessera::smith {

/// A program that leaves the same in memory as `module`, bit for bit: pure
/// operations are moved, repeated, done for nothing, done in branches that are
/// always taken; operands that commute are swapped, facts that hold are
/// promised, the first iterations of loops are loops of their own, dimensions
/// change places around an operation, entries and globals have other names, and
/// hints are dropped or other ones. Operations with effects keep their order.
mlir::OwningOpRef<mlir::Operation *> makeVariant(mlir::Operation *module,
                                                 Random rng);

} // namespace tessera::smith

#endif // TESSERA_LIB_SMITH_VARIANTS_H
