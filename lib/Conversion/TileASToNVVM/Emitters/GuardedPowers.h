//===- GuardedPowers.h - Powers of two, guarded together --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The special function unit flushes subnormal results to zero. ptxas therefore
// makes four instructions of each ex2.approx.f32:
//
//   tiny = !(x >= -126);  y = tiny ? x / 2 : x;  y = ex2(y);  y = tiny ? y * y : y
//
// Few programs ever have a power between 2^-150 and 2^-126. So a warp computes
// many powers by ex2.approx.ftz.f32, looks once if an exponent lies there, and
// only then computes them by ex2.approx.f32. All other powers have the same bits
// by both: normal numbers, infinity and NaN are not flushed, and powers of
// exponents up to -150 are rounded to zero.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_GUARDEDPOWERS_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_GUARDEDPOWERS_H

#include "PowerGuards.h"
#include "mlir/IR/Builders.h"
#include "tessera/Dialect/TileAA/IR/Ops/ElementaryMath.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Target/TargetInfo.h"

namespace tessera::tileas {

/// The guards of a kernel, by the registers that its plan leaves.
PowerGuards planPowerGuards(KernelOpInterface kernel, const TargetInfo &target);

/// True for powers of f32 that may be subnormal, of which a thread has enough for
/// a guard to pay.
bool isGuardedTogether(tileaa::Exp2Op op, const PowerGuards &guards);

/// True if the program itself makes exponents of the tile minus infinity, as
/// masks do. Their powers are zero, and no reason to compute the others again.
bool hasMaskedExponents(tileaa::Exp2Op op);

/// Emits the powers of a thread's registers. The lanes of its warp have to be
/// together. Guards of masked exponents take an instruction for each, and where
/// they are not of bits one more.
llvm::SmallVector<mlir::Value> emitGuardedPowers(mlir::OpBuilder &builder,
                                                 mlir::Location loc,
                                                 mlir::ValueRange exponents,
                                                 const PowerGuards &guards,
                                                 bool isMasked);

/// Moves each tile of guarded powers to the first op of its block that needs it:
/// what does not depend on powers can be computed beside them only in front of
/// the branch of the guard.
void delayGuardedPowers(mlir::Operation *kernel, const PowerGuards &guards);

} // namespace tessera::tileas

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_GUARDEDPOWERS_H
