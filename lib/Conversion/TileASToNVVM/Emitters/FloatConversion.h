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

/// Emits what `op` does to each of the given scalars. Instructions that convert
/// two at once, where the target has one, take neighbours of the list.
llvm::SmallVector<mlir::Value> convertFloats(mlir::OpBuilder &builder,
                                             tileaa::ConvertFloatOp op,
                                             mlir::ValueRange values,
                                             const TargetInfo &target);

/// Emits an f32 as a factor of tf32, of which the low 13 bits do not count,
/// rounded to nearest even.
mlir::Value roundFactorToTF32(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::Value value, const TargetInfo &target);

/// The four 8-bit floats of an i32, the lowest first, as two vectors of f16.
std::pair<mlir::Value, mlir::Value>
widenPairs(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value word,
           tileaa::FloatFormat format, const TargetInfo &target);

} // namespace tessera::scalarmath

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_FLOATCONVERSION_H
