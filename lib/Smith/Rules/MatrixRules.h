//===- MatrixRules.h - Common parts of matrix rules -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_SMITH_RULES_MATRIXRULES_H
#define TESSERA_LIB_SMITH_RULES_MATRIXRULES_H

#include "../Fact.h"

#include "llvm/ADT/ArrayRef.h"

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

/// The largest integer that sums of products may reach with `fast_acc`: the
/// tensor cores of sm_89 then keep 13 bits.
constexpr int64_t mostOfFastSums = 1 << 13;

} // namespace tessera::smith

#endif // TESSERA_LIB_SMITH_RULES_MATRIXRULES_H
