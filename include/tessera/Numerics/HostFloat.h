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
// innocuous?", 1995). The theorem assumes an unlimited exponent; with the
// actual limits:
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
// A fused multiply-add may not be rounded to f32 first: it goes through
// round-to-odd.
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

// Rounding to odd gives the exact number or, if it cannot be represented, the
// neighbour whose last bit is set. A second rounding, to at least two bits
// less, then equals rounding the exact number once (S. Boldo and G. Melquiond,
// "Emulation of FMA and correctly rounded sums", 2008).

/// The unsigned type of the bits of a host float.
template <typename Float>
using BitsOf = std::conditional_t<sizeof(Float) == 4, uint32_t, uint64_t>;

/// Corrects `rounded`, the host's rounding of the exact `rounded + rest`, to
/// odd.
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
  // D. E. Knuth's two-sum: the exact rounding error of the addition. If the sum
  // is not finite it is NaN, which is neither above nor below zero.
  Float part = sum - x;
  Float rest = (x - (sum - part)) + (y - part);
  return makeOdd(sum, rest > 0, rest < 0);
}

/// A double as a float, rounded to odd; a number that is too large gives the
/// largest float.
LLVM_ATTRIBUTE_ALWAYS_INLINE float floatToOdd(double value) {
  float rounded = static_cast<float>(value);
  double back = rounded;
  // An infinity is exact.
  return makeOdd(rounded, value > back, value < back);
}

//===----------------------------------------------------------------------===//
// The formats
//===----------------------------------------------------------------------===//

/// An arithmetic format on the host. `Word` holds its bits, `Number` can
/// represent all its numbers. `read` converts bits to a number, `round` a
/// number to bits, and any NaN to the canonical one. `fma` computes x * y + z
/// such that its `round` is that of the exact result.
template <Format format> struct HostFormat;

template <> struct HostFormat<Format::F16> {
  static constexpr Format format = Format::F16;
  using Word = uint16_t;
  using Number = float;

  static LLVM_ATTRIBUTE_ALWAYS_INLINE float read(uint16_t bits) {
    uint32_t magnitude = bits & 0x7FFF;
    // The bias of f32 is larger by 112. Infinity and NaN have the largest
    // exponent in both formats, hence 224 for them.
    uint32_t bias = magnitude >= 0x7C00 ? 224u << 23 : 112u << 23;
    uint32_t normal = (magnitude << 13) + bias;
    // Subnormal numbers are multiples of the smallest one.
    uint32_t subnormal = llvm::bit_cast<uint32_t>(
        static_cast<float>(static_cast<int32_t>(magnitude)) * 0x1p-24f);
    return llvm::bit_cast<float>((magnitude < 0x400 ? subnormal : normal) |
                                 uint32_t(bits & 0x8000) << 16);
  }

  static LLVM_ATTRIBUTE_ALWAYS_INLINE uint16_t round(float value) {
    uint32_t bits = llvm::bit_cast<uint32_t>(value);
    uint32_t magnitude = bits & 0x7FFFFFFF;
    // Rounds to the 10 bits of the fraction; a carry increments the exponent.
    // Results that are too large become infinity.
    uint32_t rounded =
        (magnitude - (112u << 23) + 0xFFF + (magnitude >> 13 & 1)) >> 13;
    uint32_t normal = magnitude >= 0x47800000 ? 0x7C00 : rounded;
    // The last bit of one half in f32 has the weight of the last bit of
    // subnormal f16, so that the host's addition rounds to those.
    uint32_t subnormal =
        llvm::bit_cast<uint32_t>(llvm::bit_cast<float>(magnitude) + 0.5f) -
        llvm::bit_cast<uint32_t>(0.5f);
    uint32_t number = magnitude < 0x38800000 ? subnormal : normal;
    return static_cast<uint16_t>(
        magnitude > 0x7F800000 ? 0x7FFF : number | (bits >> 16 & 0x8000));
  }

  /// f32 represents each product exactly: it has at most 22 bits and is at
  /// least 2^-48.
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

  /// Takes the high half of the f32; a carry increments the exponent.
  static LLVM_ATTRIBUTE_ALWAYS_INLINE uint16_t round(float value) {
    uint32_t bits = llvm::bit_cast<uint32_t>(value);
    uint32_t rounded = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
    return static_cast<uint16_t>((bits & 0x7FFFFFFF) > 0x7F800000 ? 0x7FFF
                                                                  : rounded);
  }

  /// Doubles represent each product exactly; in f32 it may overflow or
  /// underflow.
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

/// The number of `Host` that is nearest to a double.
template <typename Host>
LLVM_ATTRIBUTE_ALWAYS_INLINE typename Host::Word roundDouble(double value) {
  if constexpr (sizeof(typename Host::Word) == 2)
    return Host::round(floatToOdd(value));
  else
    return Host::round(static_cast<typename Host::Number>(value));
}

/// Converts a number of one format to another, to nearest even.
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
