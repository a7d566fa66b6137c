//===- Exponential.h - Powers of two in vectors -----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 2^x for f32 by a polynomial in double, without branches, so that compilers make
// vectors of a loop over lanes. Its error is below 2^-51 of the result, as that of
// the host's library; of all 2^32 numbers, both round to the same floats.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_INSTRUCTIONS_ARITHMETIC_EXPONENTIAL_H
#define TESSERA_LIB_EMULATOR_INSTRUCTIONS_ARITHMETIC_EXPONENTIAL_H

#include "../../Numerics/HostFloat.h"

namespace tessera::ptx {

LLVM_ATTRIBUTE_ALWAYS_INLINE float powerOfTwo(float exponent) {
  // ln(2)^k / k!, from k = 13 down to 0. Further terms are below 2^-57 for |x| <= 1/2.
  constexpr double terms[] = {0x1.816193166d0f9p-40, 0x1.c3bd650fc2986p-36,
                              0x1.e8cac7351bb25p-32, 0x1.e4cf5158b8ecap-28,
                              0x1.b5253d395e7c4p-24, 0x1.62c0223a5c824p-20,
                              0x1.ffcbfc588b0c7p-17, 0x1.430912f86c787p-13,
                              0x1.5d87fe78a6731p-10, 0x1.3b2ab6fba4e77p-7,
                              0x1.c6b08d704a0c0p-5,  0x1.ebfbdff82c58fp-3,
                              0x1.62e42fefa39efp-1,  0x1p0};
  // Beyond these, results are 0 or infinite.
  constexpr float most = 200;
  const double x = exponent < -most ? -most : exponent > most ? most : exponent;
  // Its lowest bits are the nearest integer.
  const double shifted = x + 0x1.8p52;
  const double fraction = x - (shifted - 0x1.8p52);
  double power = terms[0];
  for (unsigned i = 1; i != std::size(terms); ++i)
    power = power * fraction + terms[i];
  const uint64_t bits = doubleToBits(power) + (doubleToBits(shifted) << 52);
  return static_cast<float>(bitsToDouble(bits));
}

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_INSTRUCTIONS_ARITHMETIC_EXPONENTIAL_H
