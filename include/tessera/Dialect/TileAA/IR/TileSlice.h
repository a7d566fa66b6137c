//===- TileSlice.h - A part of a tile ---------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_TILESLICE_H
#define TESSERA_DIALECT_TILEAA_IR_TILESLICE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace tessera::tileaa {

/// An aligned box of a tile: along dimension k the `sizes[k]` elements from
/// `steps[k] * sizes[k]` on. Sizes are powers of two, steps are values of the
/// program. For example, slices of 2 x 8 cut a tile of 4 x 16 into four.
struct TileSlice {
  llvm::SmallVector<int64_t> sizes;
  /// Values of type i64; null stands for 0.
  llvm::SmallVector<mlir::Value> steps;

  /// The slice that is all of a tile of this shape.
  static TileSlice whole(llvm::ArrayRef<int64_t> shape);

  bool isWhole(llvm::ArrayRef<int64_t> shape) const {
    return llvm::ArrayRef(sizes) == shape;
  }
  bool operator==(const TileSlice &rhs) const {
    return sizes == rhs.sizes && steps == rhs.steps;
  }
  /// The type of this slice of a tile of type `tile`.
  mlir::RankedTensorType getType(mlir::Type tile) const;
  /// The first element along a dimension, an i64; null for 0.
  mlir::Value getStart(mlir::OpBuilder &builder, mlir::Location loc,
                       unsigned dim) const;
};

/// Returns the slice of a tile, or fails if it cannot be made.
using GetSlice = llvm::function_ref<mlir::FailureOr<mlir::Value>(
    mlir::Value tile, const TileSlice &slice)>;

/// Recreates an op without regions with operands and results of other types.
mlir::Operation *recreate(mlir::OpBuilder &builder, mlir::Operation *op,
                          mlir::ValueRange operands, mlir::TypeRange types);

/// Makes the slices of an elementwise op's results from slices of its operands.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
sliceElementwise(mlir::OpBuilder &builder, mlir::Operation *op,
                 const TileSlice &slice, GetSlice getSlice);

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_IR_TILESLICE_H
