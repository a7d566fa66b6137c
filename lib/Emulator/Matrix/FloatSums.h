//===- FloatSums.h - Sums of tensor cores in the host's vectors -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fast way to the sums of SumModel.h: products of the host's floats and
// integers of 32 bits, in vectors. It takes finite numbers of a range in which
// all steps are exact, and says so where it cannot; multiplyFloats() then
// computes the same product in doubles.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MATRIX_FLOATSUMS_H
#define TESSERA_LIB_EMULATOR_MATRIX_FLOATSUMS_H

#include "Product.h"
#include <algorithm>

namespace tessera::ptx {

/// The kinds of values that decoding has found in multiplicands.
struct FloatRange {
  /// The least and the greatest exponent of numbers that are not zero.
  int least = INT16_MAX, greatest = INT16_MIN;
  bool hasSpecials = false; ///< infinities or NaNs

  void join(const FloatRange &other) {
    least = std::min(least, other.least);
    greatest = std::max(greatest, other.greatest);
    hasSpecials |= other.hasSpecials;
  }
  /// True if products with others are exact in float, and none of them is
  /// subnormal.
  bool fits(const FloatRange &other) const {
    return !hasSpecials && !other.hasSpecials &&
           greatest + other.greatest <= 126 && least + other.least >= -126;
  }
};

/// Multiplicands as floats, with the powers of two by the exponents that
/// SumModel.h gives them; zeros have zero. The arrays belong to the caller.
struct FloatFactors {
  float *values;
  float *powers;
  FloatRange range = {};

  /// Decodes numbers of a type in the low bits of their words, for products of
  /// a model; integers have no powers.
  void decode(const SumModel &model, Type type, const uint32_t *bits,
              unsigned count);
  /// The factors from a number on.
  FloatFactors from(size_t first) const {
    return {values + first, powers + first, range};
  }
};

/// D = A * B + C, with the shape, the model, and the types of C and D of
/// `kind`. `left` is A, row by row, and `right` is B, row by row; n is a
/// multiple of 8. Returns false if the numbers, or the length of the model's
/// blocks, ask for multiplyFloats(); D then has no meaning. D must not overlap
/// C.
bool multiplyInFloats(const ProductKind &kind, const FloatFactors &left,
                      const FloatFactors &right, const uint32_t *c,
                      uint32_t *d);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MATRIX_FLOATSUMS_H
