//===- MatrixRules.h - What rules of matrix products share ------*- C++ -*-===//
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

/// The formats of a product in scaled blocks, with their length.
struct ScaledKind {
  Format factor, scale;
  int64_t block;
  unsigned since;
};
llvm::ArrayRef<ScaledKind> scaledKinds();

/// The largest integer factors of which `depth` products, with as much again,
/// add up exactly in `sum`, and which `factor` holds.
int64_t mostOfFactors(Format factor, Format sum, int64_t depth);

/// The largest integer that each sum of products holds with `fast_acc`: the
/// tensor cores of sm_89 keep 13 bits then.
constexpr int64_t mostOfFastSums = 1 << 13;

} // namespace tessera::smith

#endif // TESSERA_LIB_SMITH_RULES_MATRIXRULES_H
