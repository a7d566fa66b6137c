//===- HostFloat.h - Arithmetic formats on the host's own floats *- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file computes in f16, bf16, f32 and f64, to nearest even, with the
// host's float and double. Nothing in it branches on an element, so that loops
// over whole arrays become vector code.
//
// f32 and f64 are the host's own. For f16 and bf16 a sum, difference, product,
// quotient or square root may be rounded to the 24 bits of an f32 first, for 24
// >= 2p + 2 with p = 11 and p = 8 (S. A. Figueroa, "When is double rounding
// innocuous?", 1995). That theorem knows no least exponent; where there is one:
//  - f16: every result that is no zero is a normal f32. Sums and products are
//    exact in f32 then, and a quotient x/y that is not the middle m of two f16
//    differs from it by a 2^-22nd part of it or more, as x and m*y have at most
//    22 bits: by more than f32 rounds off.
//  - bf16, below 2^-126: sums are multiples of 2^-133 and so exact. Products
//    from 2^-134 on, the least middle of two bf16, are exact, too, as they have
//    16 bits and f32 has all multiples of 2^-149; products below it are at most
//    (255 * 255) * 2^-150 and stay below. Quotients differ from a middle, which
//    has b bits, by a 2^-(8 + b)th part of it, which is at least 2^-143. Square
//    roots are not as small.
// A fused multiplication and addition may not: it goes through round-to-odd.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_NUMERICS_HOSTFLOAT_H
#define TESSERA_NUMERICS_HOSTFLOAT_H

#include "tessera/Numerics/Float.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/ErrorHandling.h"
#include <cmath>

namespace tessera::numerics {

//===----------------------------------------------------------------------===//
// Rounding to odd
//===----------------------------------------------------------------------===//

// Rounding to odd gives the exact number, or else that one of its two
// neighbours whose last bit is set. Rounding that once more, to two bits less
// or fewer, is rounding the exact number once (S. Boldo and G. Melquiond,
// "Emulation of FMA and correctly rounded sums", 2008).

/// The unsigned type of the bits of a host float.
template <typename Float>
using BitsOf = std::conditional_t<sizeof(Float) == 4, uint32_t, uint64_t>;

/// `rounded`, the host's rounding of the exact `rounded + rest`, to odd.
template <typename Float>
LLVM_ATTRIBUTE_ALWAYS_INLINE Float makeOdd(Float rounded, bool restIsPositive,
                                           bool restIsNegative) {
  auto bits = llvm::bit_cast<BitsOf<Float>>(rounded);
  bool isNegative = bits >> (8 * sizeof(Float) - 1);
  bool isEven = !(bits & 1);
  bool away = isNegative ? restIsNegative : restIsPositive;
  bool toward = isNegative ? restIsPositive : restIsNegative;
  bits += BitsOf<Float>(isEven & away);
  bits -= BitsOf<Float>(isEven & toward);
  return llvm::bit_cast<Float>(bits);
}

/// x + y rounded to odd. An infinite or NaN sum stays one.
template <typename Float>
LLVM_ATTRIBUTE_ALWAYS_INLINE Float addToOdd(Float x, Float y) {
  Float sum = x + y;
  // D. E. Knuth's two-sum: what the addition has left out, exactly; NaN, which
  // is neither above nor below zero, where the sum is no number.
  Float part = sum - x;
  Float rest = (x - (sum - part)) + (y - part);
  return makeOdd(sum, rest > 0, rest < 0);
}

/// A double as a float, rounded to odd; too large a number gives the largest.
LLVM_ATTRIBUTE_ALWAYS_INLINE float floatToOdd(double value) {
  float rounded = static_cast<float>(value);
  double back = rounded;
  // An infinity is exact.
  return makeOdd(rounded, value > back, value < back);
}

//===----------------------------------------------------------------------===//
// The formats
//===----------------------------------------------------------------------===//

/// An arithmetic format on the host: `Word` holds its bits, `Number` has all
/// its numbers. `read` and `round` lead from one to the other, to the canonical
/// NaN for any; `fma` is x * y + z so that its `round` is that of the exact
/// number.
template <Format format> struct HostFormat;

template <> struct HostFormat<Format::F16> {
  static constexpr Format format = Format::F16;
  using Word = uint16_t;
  using Number = float;

  static LLVM_ATTRIBUTE_ALWAYS_INLINE float read(uint16_t bits) {
    uint32_t magnitude = bits & 0x7FFF;
    // Exponents of f32 are biased by 112 more. Infinity and NaN have the
    // largest exponent in both.
    uint32_t bias = magnitude >= 0x7C00 ? 224u << 23 : 112u << 23;
    uint32_t normal = (magnitude << 13) + bias;
    // Subnormal numbers are multiples of the least one.
    uint32_t subnormal = llvm::bit_cast<uint32_t>(
        static_cast<float>(static_cast<int32_t>(magnitude)) * 0x1p-24f);
    return llvm::bit_cast<float>((magnitude < 0x400 ? subnormal : normal) |
                                 uint32_t(bits & 0x8000) << 16);
  }

  static LLVM_ATTRIBUTE_ALWAYS_INLINE uint16_t round(float value) {
    uint32_t bits = llvm::bit_cast<uint32_t>(value);
    uint32_t magnitude = bits & 0x7FFFFFFF;
    // To the 10 bits of the fraction; a carry counts up the exponent. All that
    // is too large ends at infinity.
    uint32_t rounded =
        (magnitude - (112u << 23) + 0xFFF + (magnitude >> 13 & 1)) >> 13;
    uint32_t normal = magnitude >= 0x47800000 ? 0x7C00 : rounded;
    // One half has its last bit where the subnormal numbers have theirs, and so
    // the host rounds the sum to them.
    uint32_t subnormal =
        llvm::bit_cast<uint32_t>(llvm::bit_cast<float>(magnitude) + 0.5f) -
        llvm::bit_cast<uint32_t>(0.5f);
    uint32_t number = magnitude < 0x38800000 ? subnormal : normal;
    return static_cast<uint16_t>(
        magnitude > 0x7F800000 ? 0x7FFF : number | (bits >> 16 & 0x8000));
  }

  /// f32 has each product exactly, of at most 22 bits and at least 2^-48.
  static LLVM_ATTRIBUTE_ALWAYS_INLINE float fma(float x, float y, float z) {
    return addToOdd(x * y, z);
  }
};

template <> struct HostFormat<Format::BF16> {
  static constexpr Format format = Format::BF16;
  using Word = uint16_t;
  using Number = float;

  static LLVM_ATTRIBUTE_ALWAYS_INLINE float read(uint16_t bits) {
    return llvm::bit_cast<float>(uint32_t(bits) << 16);
  }

  /// The high half of the f32, where a carry counts up the exponent.
  static LLVM_ATTRIBUTE_ALWAYS_INLINE uint16_t round(float value) {
    uint32_t bits = llvm::bit_cast<uint32_t>(value);
    uint32_t rounded = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
    return static_cast<uint16_t>((bits & 0x7FFFFFFF) > 0x7F800000 ? 0x7FFF
                                                                  : rounded);
  }

  /// Doubles have each product exactly; in f32 it may be too large or small.
  static LLVM_ATTRIBUTE_ALWAYS_INLINE float fma(float x, float y, float z) {
    return floatToOdd(addToOdd(double(x) * double(y), double(z)));
  }
};

/// The formats that the host computes in.
template <typename Float> struct OwnFormat {
  static constexpr Format format =
      sizeof(Float) == 4 ? Format::F32 : Format::F64;
  using Word = BitsOf<Float>;
  using Number = Float;

  static LLVM_ATTRIBUTE_ALWAYS_INLINE Float read(Word bits) {
    return llvm::bit_cast<Float>(bits);
  }
  static LLVM_ATTRIBUTE_ALWAYS_INLINE Word round(Float value) {
    constexpr Word nan = ~Word(0) >> 1;
    return value == value ? llvm::bit_cast<Word>(value) : nan;
  }
  static LLVM_ATTRIBUTE_ALWAYS_INLINE Float fma(Float x, Float y, Float z) {
    return std::fma(x, y, z);
  }
};
template <> struct HostFormat<Format::F32> : OwnFormat<float> {};
template <> struct HostFormat<Format::F64> : OwnFormat<double> {};

/// True for f16, bf16, f32 and f64.
inline bool isHostFloat(Format format) {
  return hasArithmetic(format) && format != Format::TF32;
}

/// Calls `fn` with the HostFormat of one of those formats.
template <typename Fn>
LLVM_ATTRIBUTE_ALWAYS_INLINE decltype(auto) withHostFormat(Format format,
                                                           Fn fn) {
  switch (format) {
  case Format::F16:
    return fn(HostFormat<Format::F16>());
  case Format::BF16:
    return fn(HostFormat<Format::BF16>());
  case Format::F32:
    return fn(HostFormat<Format::F32>());
  case Format::F64:
    return fn(HostFormat<Format::F64>());
  default:
    llvm_unreachable("the host does not compute in it");
  }
}

/// The number of `Host` nearest to a double.
template <typename Host>
LLVM_ATTRIBUTE_ALWAYS_INLINE typename Host::Word roundDouble(double value) {
  if constexpr (sizeof(typename Host::Word) == 2)
    return Host::round(floatToOdd(value));
  else
    return Host::round(static_cast<typename Host::Number>(value));
}

/// A number of one format in another, to nearest even.
template <typename From, typename To>
LLVM_ATTRIBUTE_ALWAYS_INLINE typename To::Word
convertHost(typename From::Word bits) {
  if constexpr (sizeof(typename From::Word) == 8)
    return roundDouble<To>(From::read(bits));
  else
    return To::round(From::read(bits));
}

} // namespace tessera::numerics

#endif // TESSERA_NUMERICS_HOSTFLOAT_H
