//===- MatrixRules.h - Common parts of matrix rules -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_SMITH_RULES_MATRIXRULES_H
#define TESSERA_LIB_SMITH_RULES_MATRIXRULES_H

#include "../Generator.h"

namespace tessera::smith {

/// The formats of a product of floats.
struct ProductKind {
  Format factor, sum;
};
llvm::ArrayRef<ProductKind> productKinds();

/// The formats of a block-scaled product, and the length of a block.
struct ScaledKind {
  Format factor, scale;
  int64_t block;
  unsigned since;
};
llvm::ArrayRef<ScaledKind> scaledKinds();

/// The largest integer that `factor` holds and for which `depth` products, plus
/// as much again, add up exactly in `sum`.
int64_t mostOfFactors(Format factor, Format sum, int64_t depth);

/// The fact for factors: integers with exact products if `exact`, otherwise any
/// numbers.
Fact factorFact(Format format, int64_t most, bool exact);

/// Draws the format in memory of a tile that becomes a factor of format
/// `factor`.
Format memoryFormat(Generator &g, Format factor);

/// Makes a tile from memory a factor: converts or transposes it.
Value asFactor(Generator &g, Value tile, Format factor, bool isTransposed);

/// \name A column of the maxima of rows, or of their sums
/// @{
Value maximaOfRows(Generator &g, Value tile);
Value sumsOfRows(Generator &g, Value tile);
/// @}

/// The largest integer that sums of products may reach with `fast_acc`: the
/// tensor cores of sm_89 then keep 13 bits.
constexpr int64_t mostOfFastSums = 1 << 13;

} // namespace tessera::smith

#endif // TESSERA_LIB_SMITH_RULES_MATRIXRULES_H
