//===- GuardedDivision.h - Quotients by one reciprocal ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A softmax divides all elements of a row by their sum. Each division of f32 is a
// reciprocal, a check of exponents and a branch, two of them for the unit of
// transcendental functions, beside four multiplications. Where a thread divides
// several elements by one number, the reciprocal is made once, correctly rounded,
// and a quotient is
//
//   q = x * r,  q' = q - (y * q - x) * r
//
// which has all bits of a division (Markstein, "Computation of elementary functions
// on the IBM RISC System/6000 processor", 1990) as long as no step underflows or
// overflows. The unit tests try all quotients that lie so near to the middle of two
// numbers that a rounding of r could matter. Where an instruction multiplies two
// numbers, it takes two quotients. One branch for several elements leads to
// divisions where a number is too small or too large.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_GUARDEDDIVISION_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_GUARDEDDIVISION_H

#include "mlir/IR/Builders.h"
#include "tessera/Dialect/TileAA/IR/Ops/FloatMath.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tessera::tileas {

/// True if a division of the registers of a tile has several numerators for each of
/// `divisors`, rounds as the steps above do, and is longer than they are on the target.
bool sharesDivisors(tileaa::DivFOp op, mlir::ValueRange divisors,
                    const TargetInfo &target);

/// Emits such a division. `divide` makes the quotient of one register.
llvm::SmallVector<mlir::Value> emitGuardedDivision(
    mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange numerators,
    mlir::ValueRange divisors, const TargetInfo &target,
    llvm::function_ref<mlir::Value(mlir::OpBuilder &, int64_t reg)> divide);

} // namespace tessera::tileas

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_GUARDEDDIVISION_H
