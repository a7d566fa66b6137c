//===- Product.h - Matrix products ------------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_OPS_PRODUCT_H
#define TESSERA_DIALECT_TILEAA_IR_OPS_PRODUCT_H

#include "tessera/Dialect/TileAA/IR/Dialect.h"

#define GET_OP_CLASSES
#include "tessera/Dialect/TileAA/IR/Ops/Product.h.inc"

namespace tessera {
class TargetInfo;
struct MatrixInstruction;
} // namespace tessera

namespace tessera::tileaa {

/// How a GPU multiplies.
struct ProductForm {
  /// What the factors are widened to, a format that holds all their values.
  FactorFormat lhs, rhs;
  /// Null for fused multiply-adds.
  const MatrixInstruction *instruction;
};

/// The form for the formats of a product, or for the next wider ones that the
/// GPU has an instruction for.
ProductForm chooseForm(MmaOp product, const TargetInfo &target);

/// The type that holds a factor's elements, of e2m1 pairs.
mlir::Type getStorageType(FactorFormat format, mlir::MLIRContext *context);

/// The product of slices of both factors, `size` long along K, the `step`-th of
/// them (an i64), and of their scales, added to `acc`. Fails where a slice
/// cannot be had or would share a scale with another.
mlir::FailureOr<MmaOp> sliceAlongDepth(mlir::OpBuilder &builder, MmaOp product,
                                       mlir::Value step, int64_t size,
                                       mlir::Value acc, GetSlice getSlice);

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_PRODUCT_H
