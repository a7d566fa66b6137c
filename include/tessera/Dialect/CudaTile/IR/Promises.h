//===- Promises.h - What promises say nothing -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_PROMISES_H
#define TESSERA_DIALECT_CUDATILE_IR_PROMISES_H

#include "mlir/IR/Value.h"

namespace tessera::cuda_tile {

/// Whether a value is used, but only as the stride of dimensions of length 1,
/// along which nobody takes a step. Front ends promise of such a stride what is
/// false (cuTile Python, `div_by`), so that no promise of it counts. IS_ONE
/// says of the extents that the type leaves open which are 1.
bool isUnusedStride(mlir::Value value,
                    llvm::function_ref<bool(mlir::Value extent)> isOne);

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_IR_PROMISES_H
