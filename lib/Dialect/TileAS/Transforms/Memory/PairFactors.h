//===- PairFactors.h - Factors of products in shared memory -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_PAIRFACTORS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_PAIRFACTORS_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera::tileas {

/// The place of a product's factor in shared memory.
struct FactorPlace {
  explicit FactorPlace(mlir::Value factor);

  /// The buffer with all its stages; null if the factor has no buffer of its own.
  mlir::Value buffer;
  /// The number of its stage; null where the buffer has one.
  mlir::Value number;
};

/// The uses of a buffer, as a whole or by a stage, and the values that are its stages.
struct BufferUses {
  explicit BufferUses(mlir::Value buffer);

  llvm::SmallVector<mlir::OpOperand *> uses;
  llvm::SmallVector<mlir::Value> stages;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_PAIRFACTORS_H
