//===- PairProducts.h - Products of two CTAs together -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_PAIRPRODUCTS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_PAIRPRODUCTS_H

#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"

namespace tessera::tileas {

/// Has the two CTAs of a tile block multiply as a pair, with all products of their
/// kernel, which have `memory` for their sums. False if a product cannot be one.
bool pairProducts(KernelOpInterface kernel, TmemAllocOp memory);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_PAIRPRODUCTS_H
