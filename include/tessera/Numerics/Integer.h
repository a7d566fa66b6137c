//===- Integer.h - Integer arithmetic of a stated width ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares two's complement arithmetic on the low `width` bits of a
// word, 1 to 64 of them (Tile IR specification, "Integers"). It is inline so
// that loops over whole arrays become vector code.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_NUMERICS_INTEGER_H
#define TESSERA_NUMERICS_INTEGER_H

#include "tessera/Numerics/Format.h"

namespace tessera::numerics {

/// Direction in which a quotient that is no integer is rounded.
enum class DivRounding : uint8_t { Zero, NegativeInf, PositiveInf };

/// Tells for both interpretations, signed and unsigned, if an operation
/// overflowed.
struct Overflow {
  bool isSigned = false;
  bool isUnsigned = false;
};

/// The low `width` bits: the result modulo 2^width.
inline uint64_t wrap(unsigned width, uint64_t value) {
  return value & lowBits(width);
}

/// True when a signed number does not fit `width` bits.
inline bool exceedsSigned(int64_t value, unsigned width) {
  return signExtend(static_cast<uint64_t>(value), width) != value;
}

/// True for the smallest signed number, the only one without a positive
/// counterpart.
inline bool isSignedMin(unsigned width, uint64_t value) {
  return value == uint64_t(1) << (width - 1);
}

/// \name Overflow of the exact result; the result itself is the wrapped one
/// @{
inline Overflow addOverflow(unsigned width, uint64_t lhs, uint64_t rhs) {
  int64_t sum;
  bool beyond64 = __builtin_add_overflow(signExtend(lhs, width),
                                         signExtend(rhs, width), &sum);
  return {beyond64 || exceedsSigned(sum, width), lhs > lowBits(width) - rhs};
}

inline Overflow subOverflow(unsigned width, uint64_t lhs, uint64_t rhs) {
  int64_t difference;
  bool beyond64 = __builtin_sub_overflow(signExtend(lhs, width),
                                         signExtend(rhs, width), &difference);
  return {beyond64 || exceedsSigned(difference, width), lhs < rhs};
}

inline Overflow mulOverflow(unsigned width, uint64_t lhs, uint64_t rhs) {
  int64_t product;
  uint64_t unsignedProduct;
  bool beyond64 = __builtin_mul_overflow(signExtend(lhs, width),
                                         signExtend(rhs, width), &product);
  bool unsignedBeyond64 = __builtin_mul_overflow(lhs, rhs, &unsignedProduct);
  return {beyond64 || exceedsSigned(product, width),
          unsignedBeyond64 || unsignedProduct > lowBits(width)};
}

/// 0 - value. As an unsigned number only 0 can be negated.
inline Overflow negOverflow(unsigned width, uint64_t value) {
  return {isSignedMin(width, value), value != 0};
}

/// Truncation from `from` bits to fewer, `to`.
inline Overflow truncOverflow(unsigned from, unsigned to, uint64_t value) {
  return {exceedsSigned(signExtend(value, from), to), value > lowBits(to)};
}
/// @}

/// |value| as a signed number; the result is unsigned.
inline uint64_t absSigned(unsigned width, uint64_t value) {
  return signExtend(value, width) < 0 ? wrap(width, 0 - value) : value;
}

/// \name Shifts by an unsigned amount; beyond the width only the sign remains
/// (the specification leaves that case open, PTX clamps)
/// @{
inline uint64_t shiftLeft(unsigned width, uint64_t value, uint64_t amount) {
  return amount >= width ? 0 : (value << amount) & lowBits(width);
}

inline uint64_t shiftRightLogical(unsigned width, uint64_t value,
                                  uint64_t amount) {
  return amount >= width ? 0 : value >> amount;
}

inline uint64_t shiftRightArithmetic(unsigned width, uint64_t value,
                                     uint64_t amount) {
  uint64_t clamped = amount >= width ? width - 1 : amount;
  return static_cast<uint64_t>(signExtend(value, width) >> clamped) &
         lowBits(width);
}

/// Overflow of a left shift as a multiplication by a power of two.
inline Overflow shiftLeftOverflow(unsigned width, uint64_t value,
                                  uint64_t amount) {
  uint64_t shifted = shiftLeft(width, value, amount);
  return {shiftRightArithmetic(width, shifted, amount) != value,
          shiftRightLogical(width, shifted, amount) != value};
}
/// @}

/// \name The high half of the product of twice the width
/// @{
inline uint64_t mulHighUnsigned(unsigned width, uint64_t lhs, uint64_t rhs) {
  if (width <= 32)
    return (lhs * rhs) >> width;
  // Schoolbook multiplication on halves of 32 bits; `width` is 64 here.
  uint64_t lhsLow = lhs & lowBits(32), lhsHigh = lhs >> 32;
  uint64_t rhsLow = rhs & lowBits(32), rhsHigh = rhs >> 32;
  uint64_t middle = lhsHigh * rhsLow + ((lhsLow * rhsLow) >> 32);
  uint64_t carry = lhsLow * rhsHigh + (middle & lowBits(32));
  return lhsHigh * rhsHigh + (middle >> 32) + (carry >> 32);
}

inline uint64_t mulHighSigned(unsigned width, uint64_t lhs, uint64_t rhs) {
  // A negative factor that is read as unsigned is too large by 2^width.
  uint64_t excess = (signExtend(lhs, width) < 0 ? rhs : 0) +
                    (signExtend(rhs, width) < 0 ? lhs : 0);
  return wrap(width, mulHighUnsigned(width, lhs, rhs) - excess);
}
/// @}

/// True if the quotient is defined: the divisor is not zero, and not -1 for the
/// smallest signed number.
inline bool hasQuotient(unsigned width, uint64_t lhs, uint64_t rhs,
                        Signedness signedness) {
  bool overflows = signedness == Signedness::Signed &&
                   isSignedMin(width, lhs) && rhs == lowBits(width);
  return rhs != 0 && !overflows;
}

/// \name Division; the quotient must be defined
/// @{
inline uint64_t divSigned(unsigned width, uint64_t lhs, uint64_t rhs,
                          DivRounding rounding) {
  int64_t x = signExtend(lhs, width), y = signExtend(rhs, width);
  int64_t quotient = x / y;
  bool inexact = x % y != 0, negative = (x < 0) != (y < 0);
  if (inexact && negative && rounding == DivRounding::NegativeInf)
    --quotient;
  if (inexact && !negative && rounding == DivRounding::PositiveInf)
    ++quotient;
  return static_cast<uint64_t>(quotient) & lowBits(width);
}

inline uint64_t divUnsigned(uint64_t lhs, uint64_t rhs, DivRounding rounding) {
  bool up = rounding == DivRounding::PositiveInf && lhs % rhs != 0;
  return lhs / rhs + up;
}
/// @}

/// The remainder of truncating division, with the sign of the dividend; 0 for a
/// divisor of -1. The divisor is not zero.
inline uint64_t remSigned(unsigned width, uint64_t lhs, uint64_t rhs) {
  int64_t y = signExtend(rhs, width);
  if (y == -1)
    return 0;
  return static_cast<uint64_t>(signExtend(lhs, width) % y) & lowBits(width);
}

/// \name Order
/// @{

/// An unsigned number that has the same order as `value` in the given
/// interpretation.
inline uint64_t orderKey(unsigned width, uint64_t value,
                         Signedness signedness) {
  uint64_t signBit = uint64_t(1) << (width - 1);
  return signedness == Signedness::Signed ? value ^ signBit : value;
}

inline uint64_t maxInt(unsigned width, uint64_t lhs, uint64_t rhs,
                       Signedness signedness) {
  return orderKey(width, lhs, signedness) > orderKey(width, rhs, signedness)
             ? lhs
             : rhs;
}

inline uint64_t minInt(unsigned width, uint64_t lhs, uint64_t rhs,
                       Signedness signedness) {
  return orderKey(width, lhs, signedness) < orderKey(width, rhs, signedness)
             ? lhs
             : rhs;
}
/// @}

} // namespace tessera::numerics

#endif // TESSERA_NUMERICS_INTEGER_H
