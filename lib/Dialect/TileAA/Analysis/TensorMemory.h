//===- TensorMemory.h - Products in tensor memory ---------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_TENSORMEMORY_H
#define TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_TENSORMEMORY_H

#include "tessera/Dialect/TileAA/Analysis/WarpGroups.h"

namespace tessera::tileaa {

/// The same as `chooseGroupInstruction` for `tcgen05.mma`, whose sums groups of
/// warps read from tensor memory.
std::optional<GroupInstruction>
chooseTensorInstruction(MmaOp product, const TargetInfo &target, unsigned warps,
                        llvm::StringRef &reason);

/// True for a tile of zeros alone.
bool isZero(mlir::Value tile);

} // namespace tessera::tileaa

#endif // TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_TENSORMEMORY_H
