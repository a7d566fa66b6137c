//===- FactorStores.h - Stores to what products read ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_FACTORSTORES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_FACTORSTORES_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include <memory>

namespace tessera::tileas {

class BufferOrigins;

/// True for an op by which threads store tiles to buffers, and do nothing else there.
bool storesTiles(mlir::Operation *op);

/// The stores of a kernel.
class FactorStores {
public:
  explicit FactorStores(KernelOpInterface kernel);
  ~FactorStores();

  /// True if threads store by `op` to bytes that a product reads, or may do so where
  /// buffers have no offsets yet.
  /// In the iteration of `next` behind that of the product, if there is one.
  bool overwrites(mlir::Operation *op, mlir::Operation *product,
                  mlir::Operation *next = nullptr) const;

private:
  /// Null where they have none.
  std::unique_ptr<BufferOrigins> origins;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_FACTORSTORES_H
