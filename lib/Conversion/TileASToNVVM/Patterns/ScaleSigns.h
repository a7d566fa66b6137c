//===- ScaleSigns.h - Negative scales of products in tensor memory -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `tcgen05.mma` takes scales of f4E2M1FN as ue4m3, of which the upper bit does not
// count, and those of the program, f8E4M3FN, have their sign there. A negative scale
// is that of 16 floats with the other signs. So threads look for one before each
// product, and where any is, change the floats in shared memory, and change them back
// when the product has read them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_SCALESIGNS_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_SCALESIGNS_H

#include "../KernelContext.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Layout/MatrixFragments.h"

namespace tessera::tileas {

/// The signs of the scales of one factor, both in shared memory. All threads that
/// execute the product share out the work.
class ScaleSigns {
public:
  /// The pointers are where the buffers of factor and scales begin.
  ScaleSigns(mlir::OpBuilder &builder, Tcgen05MmaOp product, MatrixSide side,
             mlir::Value factor, mlir::Value scales, AgentContext &agent);

  /// The bits, an i32, that are set in any of the words of scales that are this
  /// thread's share. No word is in the share of none.
  mlir::Value collectBits();

  /// Changes the signs of floats whose scales are negative.
  void flip();

private:
  /// Where the thread's share begins, if each has `bytes` in turn.
  mlir::Value getStart(int64_t bytes);
  mlir::Value getPointer(mlir::Value start, mlir::Value offset);
  mlir::Value getScaleOffset(mlir::Value offset);
  mlir::Value findSigns(mlir::Value scales, unsigned number);
  mlir::Value constant(int64_t value);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::Value factor, scales;
  AgentContext &agent;
  int64_t factorBytes, scaleBytes;
  /// From offsets in the factor's buffer to those of scales in theirs.
  LinearLayout scaleOffsets;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_SCALESIGNS_H
