//===- PackedMath.h - Arithmetic on two elements at once --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions on a word of two f16 or bf16, or on two words of f32,
// `add.rn.f16x2` and the like, for two neighbouring registers of a tile. LLVM finds
// pairs by itself only if they are loaded or stored as pairs, but not, for example,
// between a load of f16 and a store of f32.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_PACKEDMATH_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_PACKEDMATH_H

#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "tessera/Target/TargetInfo.h"

namespace tessera::scalarmath {

/// True for a function of f32 that libdevice computes, most often without branches.
bool isFunctionOfF32(mlir::Operation *op);

/// True if the target has instructions that apply the elementwise `op` to two elements,
/// with the same bits.
bool hasPackedForm(mlir::Operation *op, const TargetInfo &target);

/// Emits these instructions: `first` and `second` are the operands of the two
/// elements. Returns the two results.
std::pair<mlir::Value, mlir::Value> emitPacked(mlir::OpBuilder &builder,
                                               mlir::Operation *op,
                                               mlir::ValueRange first,
                                               mlir::ValueRange second);

/// Multiplies each of some f32 by its factor, neighbours by one instruction where the
/// target has one.
llvm::SmallVector<mlir::Value> multiplyEach(mlir::OpBuilder &builder,
                                            mlir::Location loc,
                                            mlir::ValueRange values,
                                            mlir::ValueRange factors,
                                            const TargetInfo &target);

} // namespace tessera::scalarmath

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_PACKEDMATH_H
