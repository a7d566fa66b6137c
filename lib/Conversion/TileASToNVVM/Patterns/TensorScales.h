//===- TensorScales.h - Scales on their way to tensor memory ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_TENSORSCALES_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_TENSORSCALES_H

#include "../Ptx/PtxOps.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Layout/TensorScales.h"

namespace tessera::tileas {

/// The scales of one side of a product by `tcgen05.mma`: pieces of shared memory
/// that `tcgen05.cp` copies to neighbouring columns.
class TensorScales {
public:
  /// `pointer` is where the buffer begins, `address`, an i32, where the columns
  /// do.
  TensorScales(mlir::OpBuilder &builder, Tcgen05MmaOp product, MatrixSide side,
               mlir::Value pointer, mlir::Value address);

  /// Begins the copies. One thread executes it, the one that multiplies.
  void copy();

  /// The scales of the instruction that begins with the row or column `outer`
  /// and the block `depth` along K.
  ptxops::TensorScaleOperand get(int64_t batch, int64_t outer, int64_t depth);

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
  MatrixSide side;
  BufferType buffer;
  mlir::Value pointer, address;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_TENSORSCALES_H
