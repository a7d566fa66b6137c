//===- Promises.h - Promises without effect ---------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_PROMISES_H
#define TESSERA_DIALECT_CUDATILE_IR_PROMISES_H

#include "mlir/IR/Value.h"

namespace tessera::cuda_tile {

/// True if a value is used, but only as the stride of dimensions of length 1,
/// where it has no effect. Some front ends make false promises about such
/// strides (cuTile Python, `div_by`), so promises about them are ignored.
/// `isOne` tells if a dynamic extent is 1.
bool isUnusedStride(mlir::Value value,
                    llvm::function_ref<bool(mlir::Value extent)> isOne);

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_IR_PROMISES_H
