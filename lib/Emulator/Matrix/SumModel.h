//===- SumModel.h - The sums of tensor cores ------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA leaves the order and the rounding of the sums of mma open; published
// measurements tell. A block of products and the accumulator are added at once:
// each product is exact, all terms are cut off (towards zero) a number of bits
// below the first bit of the one with the largest exponent, and the exact sum
// of the remaining bits is rounded once, towards zero for f32 and to nearest
// for f16. That is the accumulator of the next block. The exponent of a product
// is the sum of the exponents of its factors, whatever their fractions give.
// docs/rationale/emulator/matrix.md names the sources and the open points.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MATRIX_SUMMODEL_H
#define TESSERA_LIB_EMULATOR_MATRIX_SUMMODEL_H

#include "tessera/Emulator/Types.h"

namespace tessera::ptx {

struct SumModel {
  unsigned blockLength;  ///< products that are added at once
  unsigned fractionBits; ///< that a term keeps below the largest exponent
  /// Accumulators are f16, rounded to nearest; otherwise f32 with `resultBits`
  /// bits of fraction, the rest cut off.
  bool isHalf = false;
  unsigned resultBits = 23;
  /// Multiplicands of fp8 become f16 before they are multiplied.
  bool convertsToHalf = false;

  /// For fp4 in scaled blocks: number of products that are summed exactly and
  /// then scaled, as one term. Its exponent is that of its scales, whatever the
  /// sum is.
  unsigned groupLength = 0;

  /// The model for multiplicands of a type on the target sm_`architecture`, in
  /// mma or wmma.
  static SumModel of(unsigned architecture, Type multiplicand, bool isHalf,
                     bool isWmma);
  /// The same for wgmma, which sums all products of a row and column at once.
  static SumModel ofWarpGroups(Type multiplicand, bool isHalf);
  /// The same for tcgen05.mma.
  static SumModel ofTensorMemory(bool isHalf);
  /// The model for fp4 in scaled blocks, with 64 products at once.
  static SumModel ofGroups();

  /// The smallest exponent that an accumulator has.
  int leastExponent() const { return isHalf ? -14 : -126; }
};

/// The least exponent that terms are aligned to.
constexpr int leastAlignment = -133;

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MATRIX_SUMMODEL_H
