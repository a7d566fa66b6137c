//===- PowerPolynomial.h - Powers of two by arithmetic ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 2^x of an f32, with subnormal results flushed, by instructions of the pipe for f32:
//
//   x = i + f with 0 <= f < 1, so that 2^x = 2^i * p(f), with p(f) close to 2^f.
//
// A sum with 1.5 * 2^23 + 127 that is rounded down has i + 127 in its low bits, which
// are the exponent of 2^i when they are shifted to its place: 0 of exponents below -126,
// whose powers are flushed so, and infinity of 128. All others are clamped to -127 and
// 128 before, and a NaN stays one.
//
// p(0) is 1, so that powers of integers are exact. The other coefficients keep the
// distance of p(f) from 2^f below 2^-23, by weighted least squares (C. L. Lawson,
// "Contributions to the theory of linear least maximum approximations", 1961), and are
// rounded to f32. No power of an f32 is more than two numbers from the nearest one, as
// those of ex2.approx.ftz.f32 are allowed to be (CUDA C++ Programming Guide,
// "Mathematical Functions"; PowerPolynomialTest).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CODEGEN_POWERPOLYNOMIAL_H
#define TESSERA_CODEGEN_POWERPOLYNOMIAL_H

namespace tessera::power {

/// The least exponent of a power, which is flushed, and one whose power is infinite.
inline constexpr float kLeast = -127, kGreatest = 128;
/// Rounds to an integer, and adds the bias of exponents to it.
inline constexpr float kShift = 0x1.8p23F + 127;
/// The bits of a significand.
inline constexpr unsigned kSignificandBits = 23;
/// The coefficients of p, the highest power first.
inline constexpr float kCoefficients[] = {0x1.ee382cp-10F, 0x1.260a28p-7F,
                                          0x1.c9686ep-5F,  0x1.ebd53cp-3F,
                                          0x1.62e4e2p-1F,  1.0F};
inline constexpr unsigned kDegree = sizeof(kCoefficients) / sizeof(float) - 1;
/// The operations on floats that a power takes: two sums, a difference, the polynomial
/// and a product.
inline constexpr unsigned kOperations = 4 + kDegree;

/// 2^x. `Arithmetic` has values, of one number or several, and
///   clamp(x, least, greatest)  a NaN of a NaN
///   addDown(x, c)              rounded down
///   constant(c), add(x, c), subtract(x, y), fma(x, y, c), multiply(x, y)
///   shiftBits(x, n)            of the bits of each number, to the left
/// where c, least and greatest are floats, the same for all numbers.
template <typename Arithmetic>
typename Arithmetic::Value compute(Arithmetic &on,
                                   typename Arithmetic::Value x) {
  using Value = typename Arithmetic::Value;
  Value clamped = on.clamp(x, kLeast, kGreatest);
  Value shifted = on.addDown(clamped, kShift);
  Value whole = on.add(shifted, -kShift);
  Value fraction = on.subtract(clamped, whole);
  Value significand = on.constant(kCoefficients[0]);
  for (unsigned next = 1; next <= kDegree; ++next)
    significand = on.fma(significand, fraction, kCoefficients[next]);
  Value scale = on.shiftBits(shifted, kSignificandBits);
  return on.multiply(significand, scale);
}

} // namespace tessera::power

#endif // TESSERA_CODEGEN_POWERPOLYNOMIAL_H
