//===- SplitPoint.h - Where a comparison in a loop changes ------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loop splitting rests on one fact: the counter of a `for` only grows, so that
// a comparison of something that grows with it against something that does not
// changes its outcome at most once. This file finds such comparisons and
// computes, before the loop, the counter at which they change.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_CUDATILE_TRANSFORMS_SPLITPOINT_H
#define TESSERA_LIB_DIALECT_CUDATILE_TRANSFORMS_SPLITPOINT_H

#include "tessera/Dialect/CudaTile/IR/Dialect.h"

namespace tessera::cuda_tile {

class CmpIOp;
class ForOp;

/// The early iterations of a loop are those whose counter `iv` satisfies
///
///     coefficient * iv + offset < bound
///
/// over the integers, under the loop's reading of bits as signed or unsigned.
struct SplitPoint {
  /// A scalar that is known before the loop, or a literal inside it; null if it
  /// is `literal`.
  mlir::Value bound;
  /// Without `bound`: the early iterations are those with `iv < literal`.
  int64_t literal = 0;
  /// At least 1.
  int64_t coefficient = 1;
  int64_t offset = 0;
  /// What else is added to `bound`, at most. Where that would wrap, nothing is
  /// known of the comparison and no iteration is early.
  int64_t slack = 0;
  /// Whether this holds for negative counters as well. If not, no iteration of
  /// a loop that begins below 0 is early.
  bool anySign = false;

  bool operator==(const SplitPoint &other) const;
};

/// What a comparison in the body of a loop gives.
struct SplitComparison {
  SplitPoint point;
  /// The value of every element in each early iteration.
  bool early = true;
  /// Whether every element has the opposite value in each late iteration; else
  /// nothing is known of those.
  bool exact = false;
  /// Set for `equal` and `not_equal`: `early` holds in the late iterations too,
  /// except for the one whose counter is the bound.
  bool equality = false;
};

/// How the outcome of `comparison`, somewhere in the body of `loop`, depends on
/// the counter; nothing if it may change more than once, or is no comparison of
/// the counter with what the loop leaves alone. Two forms are known:
///
///  - the counter against a scalar, under any relation;
///  - a mask (or scalar) `c * iv + t < s` or `<=`, where t and s are sums of
///    counting tiles, literals and, for s, one scalar.
std::optional<SplitComparison> findSplitComparison(ForOp loop,
                                                   CmpIOp comparison);

/// Two loops that follow each other and together make the iterations of one.
struct SplitBounds {
  /// The upper bound of the first loop, which begins and steps as the whole.
  mlir::Value earlyEnd;
  /// The lower bound of the second loop, which steps and ends as the whole.
  mlir::Value lateBegin;
};

/// Computes before `loop` where its early iterations end and its others begin;
/// the bound must be known there.
/// What is computed divides by zero or wraps into wrong bounds for no loop that
/// is legal itself, be it empty or not.
SplitBounds computeSplit(mlir::OpBuilder &builder, ForOp loop,
                         const SplitPoint &point);

/// The value of a scalar literal.
std::optional<llvm::APInt> getLiteral(mlir::Value value);

/// Whether `value` is computed inside the body of `loop`.
bool isDefinedInside(ForOp loop, mlir::Value value);

} // namespace tessera::cuda_tile

#endif // TESSERA_LIB_DIALECT_CUDATILE_TRANSFORMS_SPLITPOINT_H
