//===- HostFloat.h - Narrow floats by way of host doubles ------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file rounds to nearest even through doubles, many times faster than
// APFloat does. A sum, product or quotient of floats of p bits may be rounded
// to 53 bits first if 53 >= 2p + 2 (S. A. Figueroa, "When is double rounding
// innocuous?", 1995); f16 has p = 11 and bf16 p = 8.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_NUMERICS_HOSTFLOAT_H
#define TESSERA_LIB_NUMERICS_HOSTFLOAT_H

#include "Unpacked.h"
#include <cmath>

namespace tessera::numerics {

/// Formats whose numbers are doubles, and whose bits `toDouble` reads fast.
inline bool isHostFloat(Format format) {
  return hasArithmetic(format) && format != Format::TF32;
}

/// Formats whose operations may go through doubles.
inline bool isNarrow(Format format) {
  return format == Format::F16 || format == Format::BF16;
}

/// The value of a host float, exactly.
inline double toDouble(Format format, uint64_t bits) {
  uint32_t word = static_cast<uint32_t>(bits);
  switch (format) {
  case Format::BF16:
    return llvm::bit_cast<float>(word << 16);
  case Format::F16: {
    // The fields of an f16 in their places in an f32, whose exponents are
    // biased by 112 more. Inf and NaN have the largest exponent in both.
    uint32_t sign = (word & 0x8000) << 16, rest = (word & 0x7FFF) << 13;
    if (rest >= 0x0F800000)
      return llvm::bit_cast<float>(sign | (rest + 0x70000000));
    return llvm::bit_cast<float>(sign | rest) * 0x1p112;
  }
  case Format::F32:
    return llvm::bit_cast<float>(word);
  default:
    return llvm::bit_cast<double>(bits);
  }
}

/// The number of a host float format nearest to `value`, ties to even. Naming
/// the format in each case makes its encoding a constant of the compiler's.
inline uint64_t roundHost(Format format, double value) {
  if (value != value)
    return canonicalNaN(format);
  uint64_t bits = llvm::bit_cast<uint64_t>(value);
  switch (format) {
  case Format::F16:
    return pack(encodingOf(Format::F16), unpack(encodingOf(Format::F64), bits),
                Rounding::NearestEven);
  case Format::BF16:
    return pack(encodingOf(Format::BF16), unpack(encodingOf(Format::F64), bits),
                Rounding::NearestEven);
  case Format::F32:
    return llvm::bit_cast<uint32_t>(static_cast<float>(value));
  default:
    return bits;
  }
}

/// x + y rounded to odd: to the neighbour whose last bit is set, unless exact.
/// Rounding that once more is rounding the exact sum once (S. Boldo and G.
/// Melquiond, "Emulation of FMA and correctly rounded sums", 2008).
inline double addToOdd(double x, double y) {
  double sum = x + y;
  if (!std::isfinite(sum))
    return sum;
  // D. E. Knuth's two-sum: what the addition has left out, exactly.
  double part = sum - x;
  double rest = (x - (sum - part)) + (y - part);
  uint64_t bits = llvm::bit_cast<uint64_t>(sum);
  if (rest == 0 || (bits & 1))
    return sum;
  bool away = (rest > 0) == (sum > 0);
  return llvm::bit_cast<double>(away ? bits + 1 : bits - 1);
}

} // namespace tessera::numerics

#endif // TESSERA_LIB_NUMERICS_HOSTFLOAT_H
