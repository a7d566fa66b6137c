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

/// The way in which a GPU computes a product.
struct ProductForm {
  /// The formats that factors are widened to; they represent all values of the
  /// factors.
  FactorFormat lhs, rhs;
  /// Null for fused multiply-adds.
  const MatrixInstruction *instruction;
};

/// The form for the formats of a product, or for the next wider formats that
/// the GPU has an instruction for.
ProductForm chooseForm(MmaOp product, const TargetInfo &target);

/// The f16 instruction that replaces the one for a product's formats, if that
/// one would lose relevant bits of the sum; null otherwise. Sums with `fast_acc`
/// may lose them, so that nobody asks for these.
const MatrixInstruction *findWideInstruction(ProductOpInterface product,
                                             const TargetInfo &target);

/// The fastest unit of the GPU that multiplies the formats of a product as they
/// are, where it is faster than mma.sync.
std::optional<MatrixUnit> findFasterUnit(ProductOpInterface product,
                                         const TargetInfo &target);

/// The type that holds a factor's elements; for e2m1, pairs of them.
mlir::Type getStorageType(FactorFormat format, mlir::MLIRContext *context);

/// Makes the product of the `step`-th slices (an i64) of both factors and of
/// their scales, `size` long along K, and adds it to `acc`. Fails if a slice
/// cannot be made, or if two slices would share a scale.
mlir::FailureOr<MmaOp> sliceAlongDepth(mlir::OpBuilder &builder, MmaOp product,
                                       mlir::Value step, int64_t size,
                                       mlir::Value acc, GetSlice getSlice);

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_PRODUCT_H
