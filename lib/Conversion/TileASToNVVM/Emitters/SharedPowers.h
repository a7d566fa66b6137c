//===- SharedPowers.h - Powers of two by two pipes --------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tessera/Dialect/TileAS/Analysis/SharedPowers.h says why, and which powers.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_SHAREDPOWERS_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_SHAREDPOWERS_H

#include "mlir/IR/Builders.h"

namespace tessera::scalarmath {

/// Emits powers of two, flushed, of which one pair of each `pairs` is computed by
/// arithmetic, and the others by the pipe of special functions.
llvm::SmallVector<mlir::Value> emitSharedPowers(mlir::OpBuilder &builder,
                                                mlir::Location loc,
                                                mlir::ValueRange exponents,
                                                unsigned pairs);

} // namespace tessera::scalarmath

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_SHAREDPOWERS_H
