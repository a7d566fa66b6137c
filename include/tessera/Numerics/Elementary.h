//===- Elementary.h - Elementary functions ----------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the elementary functions of f16, bf16, f32 and f64 on
// bits. Every result is the number of the format nearest to the exact value of
// the function, ties to even: computed with a proved error bound, and again
// with more precision until the bound decides the rounding (A. Ziv, 1991). That
// ends: functions of one f64 need some 120 bits, and the last precision has
// 512. If two f64 could exhaust it, the result would be one of the two numbers
// around the exact value. Nothing depends on the host or its libm.
//
// The language bounds the error of exp and tanh alone and leaves the other
// functions open; f16 and bf16 may go through f32 on a GPU. A correctly rounded
// result is within every such bound. Special values are those of IEEE 754-2019,
// section 9.2.1, and C, annex F.10. A NaN that a function gives is canonical.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_NUMERICS_ELEMENTARY_H
#define TESSERA_NUMERICS_ELEMENTARY_H

#include "tessera/Numerics/Float.h"

namespace tessera::numerics {

/// \name Exponentials
/// @{
uint64_t exp(Format format, uint64_t value);
/// 2^x; with `flushToZero` subnormal operands and results are zeros.
uint64_t exp2(Format format, uint64_t value, bool flushToZero = false);
uint64_t sinh(Format format, uint64_t value);
uint64_t cosh(Format format, uint64_t value);
uint64_t tanh(Format format, uint64_t value);
/// @}

/// \name Logarithms: -Inf of zeros, NaN of numbers below
/// @{
uint64_t log(Format format, uint64_t value);
uint64_t log2(Format format, uint64_t value);
/// @}

/// \name Trigonometry, in radians: NaN of infinities
/// @{
uint64_t sin(Format format, uint64_t value);
uint64_t cos(Format format, uint64_t value);
uint64_t tan(Format format, uint64_t value);
/// The angle of the point (x, y), from -pi to pi; a zero x or y has its sign.
uint64_t atan2(Format format, uint64_t y, uint64_t x);
/// @}

/// \name Powers
/// @{

/// 1 / sqrt(x): an infinity of a zero, with its sign; NaN of numbers below.
uint64_t rsqrt(Format format, uint64_t value, bool flushToZero = false);
/// x^y: 1 for y = 0 and for x = 1, even with a NaN; NaN for x below zero and a
/// y that is not an integer.
uint64_t pow(Format format, uint64_t x, uint64_t y);
/// x^n, the power with that integer.
uint64_t powi(Format format, uint64_t x, int64_t n);
/// @}

} // namespace tessera::numerics

#endif // TESSERA_NUMERICS_ELEMENTARY_H
