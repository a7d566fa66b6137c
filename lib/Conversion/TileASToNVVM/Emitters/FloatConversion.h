//===- FloatConversion.h - Floats in another format -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_FLOATCONVERSION_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_FLOATCONVERSION_H

#include "ScalarMath.h"

namespace tessera::tileaa {
class ConvertFloatOp;
} // namespace tessera::tileaa

namespace tessera::scalarmath {

/// Emits `op` for each of the given scalars. Instructions that convert two at
/// once, if the target has them, take neighbours of the list.
llvm::SmallVector<mlir::Value> convertFloats(mlir::OpBuilder &builder,
                                             tileaa::ConvertFloatOp op,
                                             mlir::ValueRange values,
                                             const TargetInfo &target);

/// Rounds an f32 to a factor of tf32, to nearest even. The low 13 bits of the
/// result are arbitrary, since the instruction ignores them.
mlir::Value roundFactorToTF32(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::Value value, const TargetInfo &target);

/// Converts the four 8-bit floats of an i32, the lowest first, to two vectors
/// of f16.
std::pair<mlir::Value, mlir::Value>
widenPairs(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value word,
           tileaa::FloatFormat format, const TargetInfo &target);

} // namespace tessera::scalarmath

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_FLOATCONVERSION_H
