//===- GuardedScaling.h - Sums scaled where factors change them -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attention multiplies the rows of its sum in each iteration, each by a power of
// the difference that an iteration makes to the largest score of the row. Where no
// score is larger than all before it the power is 1, and a product by 1 has all bits
// of the other factor, but for those of a NaN. A warp looks if all its factors are 1,
// and leaves the multiplications out.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_GUARDEDSCALING_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_GUARDEDSCALING_H

#include "mlir/IR/Builders.h"
#include "tessera/Dialect/TileAA/IR/Ops/FloatMath.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tessera::tileas {

class KernelContext;

/// The operand of a multiplication that holds powers, few for a thread, where the
/// other one is a sum to which a product adds next, and so large that a guard pays;
/// null elsewhere.
mlir::OpOperand *findGuardedFactor(tileaa::MulFOp op);

/// Emits a multiplication of the registers of a tile by `factors`: `multiply` makes the
/// product of one. The lanes of the warp have to be together.
llvm::SmallVector<mlir::Value> emitGuardedScaling(
    mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange values,
    mlir::ValueRange factors,
    llvm::function_ref<mlir::Value(mlir::OpBuilder &, int64_t reg)> multiply);

/// True if a thread of the warp has a factor that is not 1, or `also`, which may be
/// null, is true for it.
mlir::Value isAnyNotOne(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::ValueRange factors, mlir::Value also);

/// Moves masks that are needed behind a guarded multiplication, and what only they
/// need, to behind it: predicates do not stay predicates across its branches.
void delayMasks(mlir::Operation *kernel, const KernelContext &context);

} // namespace tessera::tileas

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_GUARDEDSCALING_H
