//===- Convert.h - Conversions between element formats ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the value conversions of Tile IR on bits (specification,
// "Conversions"). Each rounds once.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_NUMERICS_CONVERT_H
#define TESSERA_NUMERICS_CONVERT_H

#include "tessera/Numerics/Float.h"

namespace tessera::numerics {

enum class Signedness : uint8_t { Unsigned, Signed };

/// From one float format to another.
///  - to f16, bf16, tf32, f32, f64: overflow as IEEE 754 has it for the
///    rounding; Inf stays Inf; NaN becomes the canonical NaN;
///  - to f8E4M3FN, f8E5M2, f4E2M1FN: saturates, Inf included, to the largest
///    number of the sign; NaN becomes the canonical one (f4: the largest);
///  - to f8E8M0FNU: the magnitude, rounded to zero or up to a power of two,
///    clamped to 2^-127 and 2^127; NaN stays NaN.
uint64_t convertFloat(Format from, Format to, uint64_t bits,
                      Rounding rounding = Rounding::NearestEven);

/// From an integer to a float, to nearest even. Overflow gives Inf, or the
/// largest number in the formats that convertFloat saturates to.
uint64_t intToFloat(Format from, Format to, uint64_t bits,
                    Signedness signedness);

/// From a float to an integer, toward zero. Nothing when the value is NaN, Inf
/// or, truncated, outside the range of the integer.
std::optional<uint64_t> floatToInt(Format from, Format to, uint64_t bits,
                                   Signedness signedness);

/// As floatToInt, but clamped to the range of the integer; NaN gives 0.
uint64_t floatToIntSaturating(Format from, Format to, uint64_t bits,
                              Signedness signedness);

/// From a narrow to a wider integer.
uint64_t extendInt(Format from, Format to, uint64_t bits,
                   Signedness signedness);

} // namespace tessera::numerics

#endif // TESSERA_NUMERICS_CONVERT_H
