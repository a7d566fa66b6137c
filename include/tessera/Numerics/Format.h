//===- Format.h - The element formats of tile programs ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file names the integer and float formats of Tile IR and their facts.
//
// Everywhere in this library one element is a `uint64_t` that holds its bits,
// zero-extended. The bits are those of the storage form: an i1 is 0 or 1; a
// tf32 is the 32-bit word of the f32 of the same value, low 13 bits zero; the
// formats of 4 bits lie in the low half of a byte. A bitcast between formats of
// one width therefore leaves an element as it is.
//
// One table, `encodingOf`, defines all float formats. Reading bits, rounding to
// bits, NaN, the largest number and the order all follow from its row, so that
// a new format is a new row. LLVM's APFloat alone does not suffice: it has no
// semantics for f8E5M3FNU, cannot be extended, and has neither the saturation
// nor the formats without sign of Tile IR's conversions. Alternatives were to
// convert f8E5M3FNU through a wider format, which rounds twice, or to treat it
// as a special case in each function. APFloat computes sums, products,
// quotients and remainders, and reads decimal text.
//
// Sources: IEEE 754-2019 (f16, f32, f64); PTX ISA, "Alternate floating-point
// data formats" (the others; from 9.4 on ue5m3, which is f8E5M3FNU: no sign,
// bias 15, 0xFF the only NaN, 0xFE = 114688 the largest number).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_NUMERICS_FORMAT_H
#define TESSERA_NUMERICS_FORMAT_H

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringRef.h"
#include <cassert>
#include <cstdint>
#include <optional>

namespace tessera::numerics {

/// The low `width` bits set.
constexpr uint64_t lowBits(unsigned width) {
  return width >= 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
}

/// The low `width` bits of `bits`, read as a two's complement number.
constexpr int64_t signExtend(uint64_t bits, unsigned width) {
  return static_cast<int64_t>(bits << (64 - width)) >> (64 - width);
}

enum class Format : uint8_t {
  I1,
  I4,
  I8,
  I16,
  I32,
  I64,
  F4E2M1FN,
  F8E4M3FN,
  F8E5M2,
  F8E8M0FNU,
  F8E5M3FNU,
  F16,
  BF16,
  TF32,
  F32,
  F64,
};

/// The interpretation of the bits of an integer, including one that a
/// conversion reads or gives.
enum class Signedness : uint8_t { Unsigned, Signed };

/// Every format, integers first, in order of width.
llvm::ArrayRef<Format> allFormats();

/// The keyword of the format in Tile IR text, such as "i32" or "f8E4M3FN".
llvm::StringRef name(Format format);

/// The format with this keyword, if there is one.
std::optional<Format> formatNamed(llvm::StringRef name);

/// True for the formats from f4E2M1FN on.
inline bool isFloat(Format format) { return format >= Format::F4E2M1FN; }
inline bool isInteger(Format format) { return !isFloat(format); }

/// Bits of the storage form that may be nonzero. 32 for tf32.
unsigned bitWidth(Format format);

/// Bytes of one element in a register of the interpreter: 1, 2, 4 or 8.
unsigned storageBytes(Format format);

//===----------------------------------------------------------------------===//
// Float formats
//===----------------------------------------------------------------------===//

/// The values of a float format that are no finite numbers.
enum class NonFinite : uint8_t {
  /// The highest exponent holds infinity, at fraction zero, and NaNs (IEEE).
  InfinityAndNaN,
  /// All ones under the sign are the only NaN; there is no infinity.
  NaN,
  /// None: all bit patterns are finite numbers.
  None,
};

/// The fields of a float format, from the highest bit down: a sign, if it has
/// one; an exponent; a fraction; padding. The bits below the sign, without the
/// padding, are called the magnitude here: it has the same order as the
/// numbers.
struct FloatEncoding {
  uint8_t exponentBits;
  uint8_t fractionBits;
  int16_t bias;
  NonFinite nonFinite;
  bool hasSign = true;
  /// True if the exponent field 0 holds zero and the subnormal numbers.
  /// Otherwise it is an exponent like any other, and the format has no zero.
  bool hasSubnormals = true;
  /// Number of zero bits below the fraction in the storage form.
  uint8_t padding = 0;

  constexpr unsigned magnitudeBits() const {
    return exponentBits + fractionBits;
  }
  constexpr unsigned width() const {
    return hasSign + magnitudeBits() + padding;
  }
  /// The sign bit in the storage form; 0 for a format without sign.
  constexpr uint64_t signBit() const {
    return hasSign ? uint64_t(1) << (magnitudeBits() + padding) : 0;
  }
  /// The magnitude of the bits of a storage form.
  constexpr uint64_t magnitudeOf(uint64_t bits) const {
    return (bits >> padding) & lowBits(magnitudeBits());
  }
  /// The magnitude of the largest number.
  constexpr uint64_t largest() const {
    switch (nonFinite) {
    case NonFinite::InfinityAndNaN:
      return lowBits(magnitudeBits()) - lowBits(fractionBits) - 1;
    case NonFinite::NaN:
      return lowBits(magnitudeBits()) - 1;
    case NonFinite::None:
      break;
    }
    return lowBits(magnitudeBits());
  }
  /// The exponent of the smallest normal number.
  constexpr int minExponent() const { return hasSubnormals - bias; }
};

/// In the order of `Format`, from its first float on.
inline constexpr FloatEncoding floatEncodings[] = {
    /*F4E2M1FN=*/{2, 1, 1, NonFinite::None},
    /*F8E4M3FN=*/{4, 3, 7, NonFinite::NaN},
    /*F8E5M2=*/{5, 2, 15, NonFinite::InfinityAndNaN},
    /*F8E8M0FNU=*/
    {8, 0, 127, NonFinite::NaN, /*hasSign=*/false, /*hasSubnormals=*/false},
    /*F8E5M3FNU=*/{5, 3, 15, NonFinite::NaN, /*hasSign=*/false},
    /*F16=*/{5, 10, 15, NonFinite::InfinityAndNaN},
    /*BF16=*/{8, 7, 127, NonFinite::InfinityAndNaN},
    /*TF32=*/
    {8, 10, 127, NonFinite::InfinityAndNaN, /*hasSign=*/true,
     /*hasSubnormals=*/true, /*padding=*/13},
    /*F32=*/{8, 23, 127, NonFinite::InfinityAndNaN},
    /*F64=*/{11, 52, 1023, NonFinite::InfinityAndNaN},
};

/// The row of a float format.
inline const FloatEncoding &encodingOf(Format format) {
  assert(isFloat(format) && "integers have no float encoding");
  return floatEncodings[static_cast<unsigned>(format) -
                        static_cast<unsigned>(Format::F4E2M1FN)];
}

/// The NaN that every arithmetic operation gives: positive, with all bits of
/// the magnitude set, as in PTX. For a format without NaN it is the largest
/// number, as the saturating conversions of PTX give.
inline uint64_t canonicalNaN(Format format) {
  const FloatEncoding &encoding = encodingOf(format);
  return lowBits(encoding.magnitudeBits()) << encoding.padding;
}

inline bool isNaN(Format format, uint64_t bits) {
  const FloatEncoding &encoding = encodingOf(format);
  bool hasInfinity = encoding.nonFinite == NonFinite::InfinityAndNaN;
  return encoding.magnitudeOf(bits) > encoding.largest() + hasInfinity;
}

/// The semantics in which LLVM's arithmetic holds the numbers of a float
/// format: its own, or IEEE double for f8E5M3FNU, which has none.
const llvm::fltSemantics &semantics(Format format);

/// The value with these bits of the storage form, in `semantics(format)`.
llvm::APFloat decode(Format format, uint64_t bits);

/// The bits of a value in `semantics(format)`, which the format must be able to
/// represent.
uint64_t encode(Format format, const llvm::APFloat &value);

} // namespace tessera::numerics

#endif // TESSERA_NUMERICS_FORMAT_H
