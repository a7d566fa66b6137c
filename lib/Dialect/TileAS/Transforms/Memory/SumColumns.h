//===- SumColumns.h - Columns of sums in tensor memory ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_SUMCOLUMNS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_SUMCOLUMNS_H

#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"

namespace tessera::tileas {

/// Gives sums and factors columns of tensor memory from 0 on. Two of them share
/// columns if each one is stored and read within a block, and not while the other
/// one is live. Columns that are allocated in any case, with those that are taken
/// `beside`, keep them apart for as long as there are some. Returns the number of columns.
int64_t placeInColumns(llvm::ArrayRef<TmemStoreOp> stores, int64_t beside);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_SUMCOLUMNS_H
