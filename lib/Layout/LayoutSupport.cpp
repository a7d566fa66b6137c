//===- LayoutSupport.cpp - Helpers of the layout library ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutSupport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace tessera {

void requireLayout(bool condition, const Twine &requirement) {
  if (!condition)
    reportFatalInternalError("linear layout: " + requirement);
}

int layoutSizeLog2(int64_t size) {
  requireLayout(size > 0 && isPowerOf2_64(size),
                "size " + Twine(size) + " is not a power of two");
  return Log2_64(size);
}

static F2Matrix permuteColumns(ArrayRef<uint64_t> columns, unsigned numRows,
                               ArrayRef<unsigned> order) {
  return F2Matrix::fromColumns(
      map_to_vector(order, [&](unsigned i) { return columns[i]; }), numRows);
}

OwnerSolver::OwnerSolver(ArrayRef<uint64_t> columns, unsigned numRows,
                         ArrayRef<unsigned> order)
    : order(order), echelon(permuteColumns(columns, numRows, order)) {}

std::optional<uint64_t> OwnerSolver::solve(uint64_t image) const {
  std::optional<uint64_t> permuted = echelon.solve(image);
  if (!permuted)
    return std::nullopt;
  uint64_t result = 0;
  for (auto [place, bit] : enumerate(order))
    result |= (*permuted >> place & 1) << bit;
  return result;
}

uint64_t OwnerSolver::getFreeMask() const {
  uint64_t mask = maskTrailingOnes<uint64_t>(order.size());
  for (unsigned place : echelon.getPivots())
    mask &= ~(uint64_t(1) << order[place]);
  return mask;
}

} // namespace tessera
