//===- Elements.h - What operations do to the elements of tiles *- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file is the vocabulary in which interpreters say what an operation
// means: functions from tiles to tiles, by theme. Nothing here knows a dialect.
//
// What happens to one element is said in lib/Numerics, on its bits; here it
// happens to all elements of a tile. Where the two do not share the code, the
// loops of vector instructions here and the exact arithmetic there, the unit
// tests hold one against the other.
//
// A scalar goes with a tile of any shape. Every function is total: a case that
// a language leaves undefined has a result, too, which its comment states. A
// language that forbids it asks the `find` functions, which return the index of
// the first element that breaks a rule, if there is one.
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
/// x * (1/y) in f32, as of numerics::divApprox.
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

/// `fn(format, bits...)` of the elements of tiles of one format, which is the
/// result's: any other function of Numerics/Elementary.h.
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

/// Without a quotient of the width, -x for the least signed number by -1, and
/// all bits set for a divisor of zero.
Tile divInt(const Tile &x, const Tile &y, Signedness signedness,
            numerics::DivRounding rounding);
/// x for a divisor of zero.
Tile remInt(const Tile &x, const Tile &y, Signedness signedness);

Tile andBits(const Tile &x, const Tile &y);
Tile orBits(const Tile &x, const Tile &y);
Tile xorBits(const Tile &x, const Tile &y);
Tile shiftLeft(const Tile &x, const Tile &amount);
Tile shiftRight(const Tile &x, const Tile &amount, Signedness signedness);

Tile maxInt(const Tile &x, const Tile &y, Signedness signedness);
Tile minInt(const Tile &x, const Tile &y, Signedness signedness);

/// \name Where the exact result overflows in a reading that `forbidden` names
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
/// The least signed number, which has no negative of the width.
std::optional<int64_t> findSignedMin(const Tile &x);
/// The least signed number over -1.
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

/// Whether the relation holds, in i1. Zeros are equal; with a NaN the answer is
/// `ifUnordered`.
Tile compareFloats(Relation relation, bool ifUnordered, const Tile &x,
                   const Tile &y);
Tile compareInts(Relation relation, Signedness signedness, const Tile &x,
                 const Tile &y);

/// x where the condition is 1, else y.
Tile select(const Tile &condition, const Tile &x, const Tile &y);

//===----------------------------------------------------------------------===//
// Conversions (Numerics/Convert.h)
//===----------------------------------------------------------------------===//

Tile extendInt(const Tile &x, Format to, Signedness signedness);
Tile truncateInt(const Tile &x, Format to);
Tile convertFloat(const Tile &x, Format to, numerics::Rounding rounding);
Tile intToFloat(const Tile &x, Format to, Signedness signedness);

/// Truncated; NaN gives 0, and what does not fit the nearest end of the range.
Tile floatToInt(const Tile &x, Format to, Signedness signedness);
/// A float whose integer part `to` does not have.
std::optional<int64_t> findNoInteger(const Tile &x, Format to,
                                     Signedness signedness);

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

// Matrices are M x K times K x N plus M x N, or batches of them. Every product
// is exact and is added to the accumulator in order of k, rounded once in the
// accumulator's format each time. An accumulator of f16 is one of f32 until the
// end, as tensor cores add up more than f16 holds.

Tile mma(const Tile &lhs, const Tile &rhs, const Tile &acc);
/// Each element counts times its scale, which holds for a block of neighbours
/// along k.
Tile mmaScaled(const Tile &lhs, const Tile &rhs, const Tile &acc,
               const Tile &lhsScale, const Tile &rhsScale);
/// Bytes, each read as stated; the sum modulo 2^32.
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
/// x and behind it, along `dim`, y.
Tile concatenate(const Tile &x, const Tile &y, unsigned dim);

/// The elements of `x` from `start` on, as many as `shape` has.
Tile extract(const Tile &x, llvm::ArrayRef<int64_t> start,
             llvm::ArrayRef<int64_t> shape);
/// `x` with the elements from `start` on replaced by `part`.
Tile insert(const Tile &part, const Tile &x, llvm::ArrayRef<int64_t> start);

/// The bytes of the elements, the first one first and each from its lowest bits
/// up. Elements narrower than a byte fill it from its lowest bits up.
Tile pack(const Tile &x);
/// The elements that these bytes are.
Tile unpack(const Tile &bytes, Format format);

/// A shape seen as slices across one of its dimensions, which they lack.
struct Slices {
  Slices(llvm::ArrayRef<int64_t> whole, int64_t dim);

  /// The slice at `position` of a tile of the whole shape.
  Tile get(const Tile &whole, int64_t position) const;
  /// Writes the slice at `position`.
  void put(Tile &whole, int64_t position, const Tile &slice) const;

  /// The number of slices.
  int64_t extent;
  /// The number of elements behind one position: those of the later dimensions.
  int64_t inner;
  /// The shape of a slice.
  Shape shape;
};

} // namespace tessera::interp::elements

#include "Elements/Loops.h"

template <auto fn, typename... Tiles>
tessera::interp::Tile
tessera::interp::elements::mapNumbers(const Tile &x, const Tiles &...others) {
  Format format = x.getFormat();
  return map(
      format, [=](auto... bits) { return fn(format, bits...); }, x, others...);
}

#endif // TESSERA_LIB_INTERPRETER_ELEMENTS_H
