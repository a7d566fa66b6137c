//===- Numerics.h - The dialect's formats and roundings ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file maps types and attributes of the dialect to formats, roundings and
// signedness of lib/Numerics. Folds and the interpreter both use it, but each
// defines by itself how an op computes, so that one can be tested against the
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

/// The format of an element type, i64 for a pointer; nothing for types that are
/// no element types.
std::optional<numerics::Format> getFormat(mlir::Type elementType);

/// The bits of a literal's number in a format. An identity may be written as
/// f16 for a bf16 tile, and vice versa.
uint64_t getBits(mlir::Attribute number, numerics::Format format);

/// The rounding of a mode. Modes without a case of their own (`full`) may be
/// off by some ulp; their results are compared with the nearest number.
numerics::Rounding getRounding(RoundingMode mode);

/// The rounding of an integer division.
numerics::DivRounding getDivRounding(RoundingMode mode);

inline numerics::Signedness getReading(Signedness signedness) {
  return signedness == Signedness::Signed ? numerics::Signedness::Signed
                                          : numerics::Signedness::Unsigned;
}

/// True if `overflow` violates the op's `promise` not to overflow.
bool breaks(IntegerOverflow promise, numerics::Overflow overflow);

/// True if the predicate holds for two numbers with this order, neither of
/// which is NaN.
bool holds(ComparisonPredicate predicate, numerics::Ordering order);

/// The predicate on (y, x) that is equivalent to `predicate` on (x, y).
ComparisonPredicate swapped(ComparisonPredicate predicate);

/// The bits that elements outside of a view read as. A format without negative
/// numbers or without infinity has its smallest or largest numbers in their
/// place.
uint64_t getPaddingBits(PaddingValue padding, numerics::Format format);

/// The atomic operation that reduces elements of `tile` over participants.
AtomicRMWMode getAtomicMode(MultimemReductionKind kind, TileType tile);

/// The rounding and flushing of an op with `rounding_mode` and `flush_to_zero`.
template <typename Op> numerics::FloatMode getFloatMode(Op op) {
  return {getRounding(op.getRoundingMode()), op.getFlushToZero()};
}

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_IR_NUMERICS_H
