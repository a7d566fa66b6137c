//===- Numerics.h - The dialect's words for numbers -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file says which format, rounding or reading of lib/Numerics a type or an
// attribute of the dialect stands for. Folds and the interpreter both use it;
// how an op computes with them each says for itself, so that one can judge the
// other.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_NUMERICS_H
#define TESSERA_DIALECT_CUDATILE_IR_NUMERICS_H

#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include "tessera/Numerics/Convert.h"
#include "tessera/Numerics/Float.h"
#include "tessera/Numerics/Integer.h"

namespace tessera::cuda_tile {

/// The format of an element type, i64 for a pointer; nothing for a type that
/// elements do not have.
std::optional<numerics::Format> getFormat(mlir::Type elementType);

/// The bits in a format of a number of a literal. An identity may be written as
/// f16 where the tile is bf16, and the other way round.
uint64_t getBits(mlir::Attribute number, numerics::Format format);

/// How numbers are rounded in a mode. Modes without a case of their own
/// (`full`) may be off by some ulp; the nearest number is what their results
/// are measured against.
numerics::Rounding getRounding(RoundingMode mode);

/// Where the quotient of an integer division goes.
numerics::DivRounding getDivRounding(RoundingMode mode);

inline numerics::Signedness getReading(Signedness signedness) {
  return signedness == Signedness::Signed ? numerics::Signedness::Signed
                                          : numerics::Signedness::Unsigned;
}

/// Whether an operation that overflows so does what `promise` says it does not.
bool breaks(IntegerOverflow promise, numerics::Overflow overflow);

/// Whether the relation holds between two numbers of this order, neither of
/// which is NaN.
bool holds(ComparisonPredicate predicate, numerics::Ordering order);

/// The relation of y and x that `predicate` is of x and y.
ComparisonPredicate swapped(ComparisonPredicate predicate);

/// The bits that elements outside of a view read as. A format without negative
/// numbers or without infinity has its least or largest numbers in their place.
uint64_t getPaddingBits(PaddingValue padding, numerics::Format format);

/// The atomic operation that reduces elements of `tile` over participants.
AtomicRMWMode getAtomicMode(MultimemReductionKind kind, TileType tile);

/// The mode of an op with `rounding_mode` and `flush_to_zero`.
template <typename Op> numerics::FloatMode getFloatMode(Op op) {
  return {getRounding(op.getRoundingMode()), op.getFlushToZero()};
}

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_IR_NUMERICS_H
