//===- Elements.h - Operations on the elements of tiles ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file is the vocabulary in which interpreters define operations:
// functions from tiles to tiles, by theme. Nothing here knows a dialect.
//
// lib/Numerics defines an operation on the bits of one element; here it is
// applied to all elements of a tile. If the two do not share the code,
// vectorised loops here and exact arithmetic there, the unit tests compare
// them.
//
// A scalar may be combined with a tile of any shape. Every function is total:
// even a case that a language leaves undefined has a result, stated in the
// function's comment. A language that forbids it asks the `find` functions,
// which return the index of the first element that breaks a rule, if any.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_ELEMENTS_H
#define TESSERA_LIB_INTERPRETER_ELEMENTS_H

#include "Tile.h"
#include "tessera/Numerics/Float.h"
#include "tessera/Numerics/Integer.h"

namespace tessera::interp::elements {

using numerics::FloatMode;
using numerics::Signedness;

//===----------------------------------------------------------------------===//
// Float arithmetic, rounded once (Numerics/Float.h)
//===----------------------------------------------------------------------===//

Tile add(const Tile &x, const Tile &y, FloatMode mode);
Tile sub(const Tile &x, const Tile &y, FloatMode mode);
Tile mul(const Tile &x, const Tile &y, FloatMode mode);
Tile div(const Tile &x, const Tile &y, FloatMode mode);
/// x * y + z.
Tile fma(const Tile &x, const Tile &y, const Tile &z, FloatMode mode);
Tile sqrt(const Tile &x, FloatMode mode);
/// x * (1/y) in f32, like numerics::divApprox.
Tile divApprox(const Tile &x, const Tile &y, bool flushToZero);
/// x - trunc(x/y)*y, exact.
Tile rem(const Tile &x, const Tile &y);

Tile neg(const Tile &x);
Tile abs(const Tile &x);
Tile ceil(const Tile &x);
Tile floor(const Tile &x);

Tile max(const Tile &x, const Tile &y, numerics::NaNRule rule,
         bool flushToZero);
Tile min(const Tile &x, const Tile &y, numerics::NaNRule rule,
         bool flushToZero);

//===----------------------------------------------------------------------===//
// Elementary functions, the nearest number (Numerics/Elementary.h)
//===----------------------------------------------------------------------===//

Tile exp(const Tile &x);
Tile exp2(const Tile &x, bool flushToZero);
Tile tanh(const Tile &x);
Tile log(const Tile &x);
Tile log2(const Tile &x);
/// 1 / sqrt(x).
Tile rsqrt(const Tile &x, bool flushToZero);

/// Applies `fn(format, bits...)` to the elements of tiles of one format, which
/// is also the result's: any other function of Numerics/Elementary.h.
template <auto fn, typename... Tiles>
Tile mapNumbers(const Tile &x, const Tiles &...others);

/// x ^ n, n read as signed.
Tile powi(const Tile &x, const Tile &n);

//===----------------------------------------------------------------------===//
// Integer arithmetic modulo 2^width (Numerics/Integer.h)
//===----------------------------------------------------------------------===//

Tile addInt(const Tile &x, const Tile &y);
Tile subInt(const Tile &x, const Tile &y);
Tile mulInt(const Tile &x, const Tile &y);
Tile mulHighInt(const Tile &x, const Tile &y, Signedness signedness);
Tile negInt(const Tile &x);
Tile absInt(const Tile &x);

/// If the quotient does not fit the width: -x for the least signed number by
/// -1, and all bits set for a divisor of zero.
Tile divInt(const Tile &x, const Tile &y, Signedness signedness,
            numerics::DivRounding rounding);
/// Gives x for a divisor of zero.
Tile remInt(const Tile &x, const Tile &y, Signedness signedness);

Tile andBits(const Tile &x, const Tile &y);
Tile orBits(const Tile &x, const Tile &y);
Tile xorBits(const Tile &x, const Tile &y);
Tile shiftLeft(const Tile &x, const Tile &amount);
Tile shiftRight(const Tile &x, const Tile &amount, Signedness signedness);

Tile maxInt(const Tile &x, const Tile &y, Signedness signedness);
Tile minInt(const Tile &x, const Tile &y, Signedness signedness);

/// \name The first exact result that overflows in a reading named by
/// `forbidden`
/// @{
using numerics::Overflow;
std::optional<int64_t> findAddOverflow(const Tile &x, const Tile &y,
                                       Overflow forbidden);
std::optional<int64_t> findSubOverflow(const Tile &x, const Tile &y,
                                       Overflow forbidden);
std::optional<int64_t> findMulOverflow(const Tile &x, const Tile &y,
                                       Overflow forbidden);
std::optional<int64_t> findShiftLeftOverflow(const Tile &x, const Tile &amount,
                                             Overflow forbidden);
std::optional<int64_t> findTruncOverflow(const Tile &x, Format to,
                                         Overflow forbidden);
/// @}

std::optional<int64_t> findZero(const Tile &x);
/// Finds the least signed number, whose negative does not fit the width.
std::optional<int64_t> findSignedMin(const Tile &x);
/// Finds the least signed number divided by -1.
std::optional<int64_t> findQuotientOverflow(const Tile &x, const Tile &y);

//===----------------------------------------------------------------------===//
// Comparison and selection
//===----------------------------------------------------------------------===//

enum class Relation {
  Equal,
  NotEqual,
  Less,
  LessOrEqual,
  Greater,
  GreaterOrEqual,
};

/// Tests the relation, in i1. Zeros are equal; with a NaN the result is
/// `ifUnordered`.
Tile compareFloats(Relation relation, bool ifUnordered, const Tile &x,
                   const Tile &y);
Tile compareInts(Relation relation, Signedness signedness, const Tile &x,
                 const Tile &y);

/// x if the condition is 1, else y.
Tile select(const Tile &condition, const Tile &x, const Tile &y);

//===----------------------------------------------------------------------===//
// Conversions (Numerics/Convert.h)
//===----------------------------------------------------------------------===//

Tile extendInt(const Tile &x, Format to, Signedness signedness);
Tile truncateInt(const Tile &x, Format to);
Tile convertFloat(const Tile &x, Format to, numerics::Rounding rounding);
Tile intToFloat(const Tile &x, Format to, Signedness signedness);

/// Truncates; NaN gives 0, and a number that does not fit the nearest end of
/// the range.
Tile floatToInt(const Tile &x, Format to, Signedness signedness);
/// Finds a float whose integer part does not fit `to`.
std::optional<int64_t> findNoInteger(const Tile &x, Format to,
                                     Signedness signedness);

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

// Matrices are M x K times K x N plus M x N, or batches of them. Every product
// is exact and is added to the accumulator in order of k, rounded each time in
// the accumulator's format. An accumulator of f16 is kept in f32 until the end,
// as tensor cores add up more than f16 holds.

Tile mma(const Tile &lhs, const Tile &rhs, const Tile &acc);
/// Each element is multiplied by its scale, which holds for a block of
/// neighbours along k.
Tile mmaScaled(const Tile &lhs, const Tile &rhs, const Tile &acc,
               const Tile &lhsScale, const Tile &rhsScale);
/// Multiplies bytes, each read as stated; the sum is modulo 2^32.
Tile mmaInt(const Tile &lhs, Signedness lhsReading, const Tile &rhs,
            Signedness rhsReading, const Tile &acc);

//===----------------------------------------------------------------------===//
// Shapes and parts
//===----------------------------------------------------------------------===//

/// 0, 1, 2, ... modulo 2^width.
Tile iota(llvm::ArrayRef<int64_t> shape, Format format);
/// Repeats the tile along its dimensions of extent 1.
Tile broadcast(const Tile &x, llvm::ArrayRef<int64_t> shape);
/// Dimension i of the result is dimension permutation[i] of x.
Tile permute(const Tile &x, llvm::ArrayRef<int32_t> permutation);
/// x, followed along `dim` by y.
Tile concatenate(const Tile &x, const Tile &y, unsigned dim);

/// The elements of `x` from `start` on, in a tile of this shape.
Tile extract(const Tile &x, llvm::ArrayRef<int64_t> start,
             llvm::ArrayRef<int64_t> shape);
/// `x` with the elements from `start` on replaced by `part`.
Tile insert(const Tile &part, const Tile &x, llvm::ArrayRef<int64_t> start);

/// The bytes of the elements, in order, each from its lowest bits up. Elements
/// narrower than a byte fill it from its lowest bits up.
Tile pack(const Tile &x);
/// The elements that these bytes encode.
Tile unpack(const Tile &bytes, Format format);

/// A shape as slices across one of its dimensions, which the slices lack.
struct Slices {
  Slices(llvm::ArrayRef<int64_t> whole, int64_t dim);

  /// The slice at `position` of a tile of the whole shape.
  Tile get(const Tile &whole, int64_t position) const;
  /// Writes the slice at `position`.
  void put(Tile &whole, int64_t position, const Tile &slice) const;

  /// The number of slices.
  int64_t extent;
  /// The number of elements at one position: the product of the later extents.
  int64_t inner;
  /// The shape of a slice.
  Shape shape;
};

} // namespace tessera::interp::elements

#include "Elements/Loops.h"
#include "Terms/TermTable.h"

template <auto fn, typename... Tiles>
tessera::interp::Tile
tessera::interp::elements::mapNumbers(const Tile &x, const Tiles &...others) {
  Format format = x.getFormat();
  auto which = reinterpret_cast<uintptr_t>(fn);
  return termed({"function", Symbol::Law::None, which},
                map(
                    format, [=](auto... bits) { return fn(format, bits...); },
                    x, others...),
                x, others...);
}

#endif // TESSERA_LIB_INTERPRETER_ELEMENTS_H
