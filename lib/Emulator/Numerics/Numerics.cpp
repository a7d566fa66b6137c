//===- Numerics.cpp - Exact floating-point arithmetic in any rounding -----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A finite non-zero number is unpacked to (-1)^sign * significand * 2^exponent,
// with the significand's top bit at bit 125 of 128. Two bits above leave room
// for a carry. Bits that fall off the low end are kept as one sticky bit: any
// value that loses bits there is so far from the rounding position, at least 72
// bits above, that "something is below" is all that rounding needs to know.
//
//===----------------------------------------------------------------------===//

#include "Numerics.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>

using namespace tessera::ptx;

namespace {
__extension__ using Wide = unsigned __int128;

constexpr int topBit = 125;

enum class Class : uint8_t { Zero, Finite, Infinity, Nan };

struct Unpacked {
  Class kind = Class::Zero;
  bool isNegative = false;
  int exponent = 0; ///< of the significand's bit 0
  Wide significand = 0;
};
} // namespace

static int countLeadingZeros(Wide x) {
  uint64_t high = static_cast<uint64_t>(x >> 64);
  return high ? llvm::countl_zero(high)
              : 64 + llvm::countl_zero(static_cast<uint64_t>(x));
}

static Wide shiftRightSticky(Wide x, int count) {
  if (count <= 0)
    return x;
  if (count > 127)
    return x != 0;
  return (x >> count) | ((x & ((Wide(1) << count) - 1)) != 0);
}

/// Brings the top bit of a non-zero significand to its place.
static void normalize(Unpacked &x) {
  int shift = countLeadingZeros(x.significand) - (127 - topBit);
  if (shift >= 0)
    x.significand <<= shift;
  else
    x.significand = shiftRightSticky(x.significand, -shift);
  x.exponent -= shift;
}

static Unpacked makeFinite(bool isNegative, Wide significand, int exponent) {
  Unpacked x;
  x.isNegative = isNegative;
  if (!significand)
    return x;
  x.kind = Class::Finite;
  x.significand = significand;
  x.exponent = exponent;
  normalize(x);
  return x;
}

static Unpacked unpack(FloatFormat f, uint64_t bits) {
  bool isNegative = bits & f.signBit();
  uint64_t fraction = bits & ((uint64_t(1) << f.fractionBits) - 1);
  int exponent = static_cast<int>((bits & f.infinity()) >> f.fractionBits);
  int scale = 1 - f.bias() - static_cast<int>(f.fractionBits);
  if (exponent == (1 << f.exponentBits) - 1) {
    Unpacked x;
    x.isNegative = isNegative;
    x.kind = fraction ? Class::Nan : Class::Infinity;
    return x;
  }
  if (exponent == 0)
    return makeFinite(isNegative, fraction, scale);
  return makeFinite(isNegative, fraction | uint64_t(1) << f.fractionBits,
                    scale + exponent - 1);
}

/// True if |x| is rounded away from zero. `isOdd` is the kept value's lowest
/// bit; `rest`, the bits below it, is compared with `half` a unit.
static bool roundsUp(Rounding r, bool isNegative, bool isOdd, Wide rest,
                     Wide half) {
  switch (r) {
  case Rounding::Nearest:
    return rest > half || (rest == half && isOdd);
  case Rounding::NearestAway:
    return rest >= half;
  case Rounding::Zero:
    return false;
  case Rounding::Down:
    return isNegative && rest;
  case Rounding::Up:
    return !isNegative && rest;
  }
  llvm_unreachable("a rounding without a rule");
}

static uint64_t overflow(FloatFormat f, bool isNegative, Rounding r) {
  bool isInfinite = r == Rounding::Nearest || r == Rounding::NearestAway ||
                    (r == Rounding::Down && isNegative) ||
                    (r == Rounding::Up && !isNegative);
  return (isNegative ? f.signBit() : 0) |
         (isInfinite ? f.infinity() : f.largest());
}

static uint64_t pack(FloatFormat f, const Unpacked &x, Rounding r) {
  uint64_t sign = x.isNegative ? f.signBit() : 0;
  switch (x.kind) {
  case Class::Nan:
    return f.canonicalNan();
  case Class::Infinity:
    return sign | f.infinity();
  case Class::Zero:
    return sign;
  case Class::Finite:
    break;
  }
  // The exponent of the leading bit, and the number of low bits that do not
  // fit.
  int leading = x.exponent + topBit;
  int smallest = 1 - f.bias();
  int drop = topBit - static_cast<int>(f.fractionBits);
  if (leading < smallest)
    drop += std::min(smallest - leading, 200);
  Wide kept = drop > 127 ? 0 : x.significand >> drop;
  Wide rest = drop > 127 ? Wide(1) : x.significand & ((Wide(1) << drop) - 1);
  // Beyond 127 dropped bits the value is below half of the smallest number.
  Wide half = drop > 127 ? Wide(2) : Wide(1) << (drop - 1);
  uint64_t magnitude = static_cast<uint64_t>(kept);
  magnitude += roundsUp(r, x.isNegative, magnitude & 1, rest, half);
  // The hidden bit adds one to the exponent field, and so does a carry.
  if (leading >= smallest) {
    if (leading > f.bias())
      return overflow(f, x.isNegative, r);
    magnitude += uint64_t(leading - smallest) << f.fractionBits;
    if (magnitude >= f.infinity())
      return overflow(f, x.isNegative, r);
  }
  return sign | magnitude;
}

static Unpacked makeNan() {
  Unpacked x;
  x.kind = Class::Nan;
  return x;
}

static Unpacked add(Unpacked a, Unpacked b, Rounding r) {
  if (a.kind == Class::Nan || b.kind == Class::Nan)
    return makeNan();
  if (a.kind == Class::Infinity)
    return b.kind == Class::Infinity && a.isNegative != b.isNegative ? makeNan()
                                                                     : a;
  if (b.kind == Class::Infinity)
    return b;
  Unpacked zero;
  zero.isNegative = r == Rounding::Down;
  if (a.kind == Class::Zero && b.kind == Class::Zero)
    return a.isNegative == b.isNegative ? a : zero;
  if (a.kind == Class::Zero)
    return b;
  if (b.kind == Class::Zero)
    return a;
  if (a.exponent < b.exponent ||
      (a.exponent == b.exponent && a.significand < b.significand))
    std::swap(a, b);
  b.significand = shiftRightSticky(b.significand, a.exponent - b.exponent);
  if (a.isNegative == b.isNegative)
    return makeFinite(a.isNegative, a.significand + b.significand, a.exponent);
  Wide difference = a.significand - b.significand;
  return difference ? makeFinite(a.isNegative, difference, a.exponent) : zero;
}

static Unpacked multiply(const Unpacked &a, const Unpacked &b) {
  if (a.kind == Class::Nan || b.kind == Class::Nan)
    return makeNan();
  Unpacked x;
  x.isNegative = a.isNegative != b.isNegative;
  bool isInfinite = a.kind == Class::Infinity || b.kind == Class::Infinity;
  if (a.kind == Class::Zero || b.kind == Class::Zero)
    return isInfinite ? makeNan() : x;
  if (isInfinite) {
    x.kind = Class::Infinity;
    return x;
  }
  // A significand has at most 53 bits, so nothing is lost in the low halves.
  Wide product = Wide(static_cast<uint64_t>(a.significand >> 63)) *
                 static_cast<uint64_t>(b.significand >> 63);
  return makeFinite(x.isNegative, product, a.exponent + b.exponent + 126);
}

static Unpacked divide(const Unpacked &a, const Unpacked &b) {
  if (a.kind == Class::Nan || b.kind == Class::Nan ||
      (a.kind == b.kind && a.kind != Class::Finite))
    return makeNan();
  Unpacked x;
  x.isNegative = a.isNegative != b.isNegative;
  if (a.kind == Class::Zero || b.kind == Class::Infinity)
    return x;
  if (a.kind == Class::Infinity || b.kind == Class::Zero) {
    x.kind = Class::Infinity;
    return x;
  }
  // 126-bit by 63-bit: a quotient of at least 62 bits, and a sticky bit.
  Wide divisor = b.significand >> 63;
  Wide quotient = a.significand / divisor;
  bool isInexact = a.significand % divisor != 0;
  return makeFinite(x.isNegative, quotient << 1 | isInexact,
                    a.exponent - (b.exponent + 63) - 1);
}

static Unpacked squareRoot(const Unpacked &a) {
  if (a.kind == Class::Nan || a.kind == Class::Zero)
    return a;
  if (a.isNegative)
    return makeNan();
  if (a.kind == Class::Infinity)
    return a;
  // An even exponent, then the integer square root bit by bit.
  Wide radicand = a.significand;
  int exponent = a.exponent;
  if (exponent & 1) {
    radicand <<= 1;
    --exponent;
  }
  Wide root = 0;
  for (Wide bit = Wide(1) << 63; bit; bit >>= 1)
    if ((root | bit) * (root | bit) <= radicand)
      root |= bit;
  bool isInexact = root * root != radicand;
  return makeFinite(false, root << 1 | isInexact, exponent / 2 - 1);
}

FloatFormat tessera::ptx::formatOf(Type type) {
  switch (type) {
  case Type::F16:
  case Type::F16x2:
    return halfFormat;
  case Type::BF16:
  case Type::BF16x2:
    return bfloatFormat;
  case Type::F64:
    return doubleFormat;
  default:
    return singleFormat;
  }
}

uint64_t tessera::ptx::addFloat(FloatFormat f, uint64_t a, uint64_t b,
                                Rounding r) {
  return pack(f, add(unpack(f, a), unpack(f, b), r), r);
}

uint64_t tessera::ptx::mulFloat(FloatFormat f, uint64_t a, uint64_t b,
                                Rounding r) {
  return pack(f, multiply(unpack(f, a), unpack(f, b)), r);
}

uint64_t tessera::ptx::fmaFloat(FloatFormat f, uint64_t a, uint64_t b,
                                uint64_t c, Rounding r) {
  if (f.isNan(c))
    return f.canonicalNan();
  return pack(f, add(multiply(unpack(f, a), unpack(f, b)), unpack(f, c), r), r);
}

uint64_t tessera::ptx::divFloat(FloatFormat f, uint64_t a, uint64_t b,
                                Rounding r) {
  return pack(f, divide(unpack(f, a), unpack(f, b)), r);
}

uint64_t tessera::ptx::sqrtFloat(FloatFormat f, uint64_t a, Rounding r) {
  return pack(f, squareRoot(unpack(f, a)), r);
}

/// A key that orders all numbers of a format, -0 below +0.
static int64_t orderKey(FloatFormat f, uint64_t x) {
  int64_t magnitude = static_cast<int64_t>(x & (f.signBit() - 1));
  return x & f.signBit() ? -1 - magnitude : magnitude;
}

uint64_t tessera::ptx::minMaxFloat(FloatFormat f, uint64_t a, uint64_t b,
                                   bool isMax, bool propagatesNan) {
  bool aIsNan = f.isNan(a), bIsNan = f.isNan(b);
  if (aIsNan || bIsNan) {
    if (propagatesNan || (aIsNan && bIsNan))
      return f.canonicalNan();
    return aIsNan ? b : a;
  }
  return (orderKey(f, a) < orderKey(f, b)) != isMax ? a : b;
}

uint64_t tessera::ptx::saturateFloat(FloatFormat f, uint64_t x) {
  if (f.isNan(x) || (x & f.signBit()))
    return 0;
  return std::min(x, f.one());
}

uint64_t tessera::ptx::convertFloat(FloatFormat from, FloatFormat to,
                                    uint64_t x, Rounding r) {
  return pack(to, unpack(from, x), r);
}

/// |x| rounded to an integer, for a finite x below 2^64.
static Wide integralMagnitude(const Unpacked &x, Rounding r) {
  int drop = -x.exponent;
  if (drop > 127)
    return roundsUp(r, x.isNegative, false, 1, 2);
  Wide kept = x.significand >> drop;
  return kept + roundsUp(r, x.isNegative, kept & 1,
                         x.significand & ((Wide(1) << drop) - 1),
                         Wide(1) << (drop - 1));
}

uint64_t tessera::ptx::roundToIntegral(FloatFormat f, uint64_t bits,
                                       Rounding r) {
  Unpacked x = unpack(f, bits);
  if (x.kind != Class::Finite ||
      x.exponent + topBit >= static_cast<int>(f.fractionBits))
    return pack(f, x, r);
  return pack(f, makeFinite(x.isNegative, integralMagnitude(x, r), 0), r);
}

uint64_t tessera::ptx::integerToFloat(FloatFormat to, uint64_t value,
                                      bool isSigned, Rounding r) {
  bool isNegative = isSigned && static_cast<int64_t>(value) < 0;
  return pack(to, makeFinite(isNegative, isNegative ? 0 - value : value, 0), r);
}

uint64_t tessera::ptx::floatToInteger(FloatFormat from, uint64_t bits,
                                      Rounding r, unsigned width, bool isSigned,
                                      uint64_t nan) {
  Unpacked x = unpack(from, bits);
  if (x.kind == Class::Nan)
    return nan;
  if (x.kind == Class::Zero)
    return 0;
  Wide one = 1;
  Wide limit = x.isNegative ? (isSigned ? one << (width - 1) : 0)
                            : (one << (width - isSigned)) - 1;
  bool isHuge = x.kind == Class::Infinity || x.exponent + topBit >= 64;
  Wide magnitude = isHuge ? limit : std::min(integralMagnitude(x, r), limit);
  uint64_t result = static_cast<uint64_t>(magnitude);
  return x.isNegative ? 0 - result : result;
}
