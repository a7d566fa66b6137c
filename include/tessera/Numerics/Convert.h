//===- Convert.h - Conversions between element formats ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the value conversions of Tile IR on bits (specification,
// "Conversions"). Each rounds once. Truncation of integers is `wrap` and
// `truncOverflow` of Integer.h.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_NUMERICS_CONVERT_H
#define TESSERA_NUMERICS_CONVERT_H

#include "tessera/Numerics/Float.h"

namespace tessera::numerics {

/// \name Rounding to a float format
/// These rules hold for all functions that give a float:
///  - to f16, bf16, tf32, f32, f64: overflow as IEEE 754 has it for the
///    rounding; Inf stays Inf; NaN becomes the canonical NaN;
///  - to the formats of 8 and 4 bits: saturates, Inf included, to the largest
///    number of the sign; NaN becomes the canonical one (f4: the largest);
///  - to f8E8M0FNU and f8E5M3FNU, which have no sign, the same for the
///    magnitude: the sign is dropped before rounding. f8E8M0FNU has no zero,
///    and gives its least number, 2^-127, for all that would round to zero.
///    At one half between two powers of two both nearest roundings go up.
/// They are those of PTX's cvt.satfinite, which the specification,
/// "Conversions", leaves open for the narrow formats.
/// @{

/// From one float format to another.
uint64_t convertFloat(Format from, Format to, uint64_t bits,
                      Rounding rounding = Rounding::NearestEven);

/// Rounds any value of LLVM's arithmetic up to IEEE quad. This is no conversion
/// of the language: an infinity that the format can represent stays one, in
/// f8E5M2 too.
uint64_t roundFloat(Format to, const llvm::APFloat &value,
                    Rounding rounding = Rounding::NearestEven);

/// True if roundFloat preserves the kind of value: it does not overflow, drops
/// no sign, and replaces no infinity, NaN or zero that the format lacks.
bool fitsFloat(Format to, const llvm::APFloat &value,
               Rounding rounding = Rounding::NearestEven);

/// The result of parsing a number, with `fits` as fitsFloat would return it.
struct ParsedFloat {
  uint64_t bits;
  bool fits;
};

/// Parses a decimal or hexadecimal number as APFloat reads it ("0.1", "-3e5",
/// "0x1.8p3", "inf", "nan"), and rounds it once as by roundFloat. Returns
/// nothing for other text.
std::optional<ParsedFloat>
parseFloat(Format to, llvm::StringRef text,
           Rounding rounding = Rounding::NearestEven);

/// From an integer.
uint64_t intToFloat(Format from, Format to, uint64_t bits,
                    Signedness signedness,
                    Rounding rounding = Rounding::NearestEven);
/// @}

/// From a float to an integer. Returns nothing if the value is NaN, Inf or,
/// rounded, outside the range of the integer. In i1 every value except zero is
/// 1, NaN too, as in cuTile's astype(bool).
std::optional<uint64_t> floatToInt(Format from, Format to, uint64_t bits,
                                   Signedness signedness,
                                   Rounding rounding = Rounding::Zero);

/// As floatToInt, but clamped to the range of the integer; NaN gives 0.
uint64_t floatToIntSaturating(Format from, Format to, uint64_t bits,
                              Signedness signedness,
                              Rounding rounding = Rounding::Zero);

/// From a narrow to a wider integer.
uint64_t extendInt(Format from, Format to, uint64_t bits,
                   Signedness signedness);

} // namespace tessera::numerics

#endif // TESSERA_NUMERICS_CONVERT_H
