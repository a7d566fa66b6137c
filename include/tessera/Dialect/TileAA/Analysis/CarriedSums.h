//===- CarriedSums.h - Sums that a loop carries -----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attention and other norms that are computed as they go multiply the rows of what
// they have added up by factors before they add more:
//
//   for %acc = %0 {
//     %f = broadcast %factors : tensor<128x1xf32> -> tensor<128x64xf32>
//     %s = mulf %acc, %f
//     %r = mma %a, %b, %s
//     yield %r
//   }
//
// Nothing but the product and the factors has such a sum, so that it can stay where
// products add it up.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_CARRIEDSUMS_H
#define TESSERA_DIALECT_TILEAA_ANALYSIS_CARRIEDSUMS_H

#include "tessera/Dialect/TileAA/IR/Ops/FloatMath.h"

namespace tessera::tileaa {

/// The argument by which the loop around a product carries its sum, if nothing but the
/// product, and an op in front of it, has both; null otherwise.
mlir::BlockArgument findCarriedSum(ProductOpInterface product);

/// A product that multiplies what it adds to, in f32.
struct ScaledSum {
  MulFOp op;
  mlir::OpOperand *carried = nullptr, *factor = nullptr;

  explicit operator bool() const { return carried != nullptr; }
};

/// The op by which the rows of what a loop carries are multiplied, each by a factor,
/// before a product adds to it; nothing where others have the sum, too. By a factor
/// of 1 no sum changes but the bits of a NaN, and that is what the product makes of
/// it in any case.
ScaledSum findScaledSum(ProductOpInterface product);

/// True for such an op.
bool scalesSum(mlir::Operation *op);

/// True for a product that adds to what its loop carries, which nobody else has but to
/// scale it.
bool addsToCarriedSum(ProductOpInterface product);

/// True for a product that goes on with the sum of another one, or with what a loop
/// has added up, and takes its place.
bool continuesSum(ProductOpInterface product);

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_CARRIEDSUMS_H
