//===- GroupProduct.cpp - Products of 4-bit floats in scaled blocks -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes the sums of SumModel.h for e2m1: a group of products is summed
// exactly and then scaled, which makes one term.
//
//===----------------------------------------------------------------------===//

#include "Factors.h"

using namespace tessera::ptx;

namespace {

/// significand * 2^exponent; if the significand is 0 or NaN, the exponent means
/// nothing.
struct ScaleFactor {
  double significand;
  int exponent;
};

ScaleFactor decodeScale(Type type, uint8_t bits) {
  constexpr int exponentBias = 127; // of ue8m0
  if (type == Type::UE8M0)
    return {bits == 0xFF ? NAN : 1.0, bits - exponentBias};
  // ue4m3 is e4m3 without its sign.
  using Format = Element<4, 3>;
  bits &= Format::sign - 1;
  int exponent = Format::exponent(bits);
  return {Format::exactValue(bits) * powerOfTwo(-exponent), exponent};
}

/// Twice the number: an integer.
int doubled(uint32_t bits) {
  return static_cast<int>(2 * Element<2, 1>::value(bits));
}

/// The sums of the groups of a row times a column, each times its scales.
struct Terms {
  double significands[mostMultiplicands / 16];
  int exponents[mostMultiplicands / 16];
  unsigned count = 0;
};

/// Adds all terms and the accumulator, rounded once.
double addTerms(const SumModel &model, const Terms &terms, double accumulator) {
  double special = accumulator;
  int largest = std::max(
      accumulatorExponent(accumulator, model.leastExponent()), leastAlignment);
  for (unsigned i = 0; i != terms.count; ++i) {
    special += terms.significands[i];
    if (terms.significands[i] != 0)
      largest = std::max(largest, terms.exponents[i]);
  }
  if (!std::isfinite(special))
    return special;
  // 64-bit integers are exact: a term has less than 13 bits before the point,
  // and `fractionBits` behind it.
  int fractionBits = static_cast<int>(model.fractionBits);
  auto cut = [&](double significand, int exponent) {
    int shift = exponent - largest + fractionBits;
    // Less than one unit; double may not have so small a power.
    if (shift < -16)
      return int64_t(0);
    return static_cast<int64_t>(significand * powerOfTwo(shift));
  };
  int64_t sum = 0;
  for (unsigned i = 0; i != terms.count; ++i)
    sum += cut(terms.significands[i], terms.exponents[i]);
  sum += static_cast<int64_t>(accumulator * powerOfTwo(fractionBits - largest));
  return cutOff(static_cast<double>(sum) * powerOfTwo(largest - fractionBits),
                model.resultBits);
}

} // namespace

void tessera::ptx::multiplyGroups(const ProductKind &kind, const uint32_t *a,
                                  const uint32_t *b, const uint8_t *aScales,
                                  const uint8_t *bScales, double *c) {
  unsigned m = kind.shape.m, n = kind.shape.n, k = kind.shape.k;
  unsigned length = kind.model.groupLength, blocks = k / kind.scaleVector;
  for (unsigned row = 0; row != m; ++row)
    for (unsigned column = 0; column != n; ++column) {
      Terms terms;
      for (unsigned first = 0; first != k; first += length) {
        int sum = 0;
        for (unsigned i = first; i != first + length; ++i)
          sum += doubled(a[row * k + i]) * doubled(b[i * n + column]);
        unsigned block = first / kind.scaleVector;
        ScaleFactor left =
            decodeScale(kind.scale, aScales[row * blocks + block]);
        ScaleFactor right =
            decodeScale(kind.scale, bScales[column * blocks + block]);
        terms.significands[terms.count] =
            sum * 0.25 * left.significand * right.significand;
        terms.exponents[terms.count++] = left.exponent + right.exponent;
      }
      double &at = c[row * n + column];
      at = addTerms(kind.model, terms, at);
    }
}
