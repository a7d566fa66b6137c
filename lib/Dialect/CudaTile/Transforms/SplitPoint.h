//===- SplitPoint.h - Counters where comparisons change ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The basis of loop splitting: the counter of a `for` only grows, so that a
// comparison of a value that grows with it against an invariant value changes
// its outcome at most once. This file finds such comparisons and computes,
// before the loop, the counter up to which, or from which on, all elements of
// one are known: `64 * iv + iota < n` is true everywhere while
// 64 * iv + 63 < n, and false everywhere from 64 * iv >= n on.
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
/// over the integers, with the signedness of the loop's counter.
struct SplitPoint {
  /// Tiles of one element that are known before the loop, or literals inside it: the
  /// bound is their sum modulo 2^width. None if it is `literal`.
  llvm::SmallVector<mlir::Value, 2> bound;
  /// Without `bound`, the early iterations are those with `iv < literal`.
  int64_t literal = 0;
  /// At least 1.
  int64_t coefficient = 1;
  int64_t offset = 0;
  /// The largest number that is further added to `bound`. If that would
  /// overflow, the comparison is unknown.
  int64_t slack = 0;
  /// The least bound, if any, by which the comparison is known.
  std::optional<int64_t> leastBound;
  /// Set if the comparison is known in the late iterations, all others, in place of the
  /// early ones: the largest counter of a loop with which nothing overflows.
  std::optional<int64_t> mostCounter;
  /// True if this holds for negative counters as well. Otherwise the comparison
  /// is unknown in a loop that begins below 0.
  bool anySign = false;

  bool isLate() const { return mostCounter.has_value(); }
  bool operator==(const SplitPoint &other) const;
};

/// The outcome of a comparison in the body of a loop.
struct SplitComparison {
  SplitPoint point;
  /// The value of every element in each early iteration; of a point that is late, the
  /// opposite of that in each late one.
  bool early = true;
  /// True if every element has the opposite value in each late iteration.
  /// Otherwise the late values are unknown.
  bool exact = false;
  /// Set for `equal` and `not_equal`: `early` holds in the late iterations too,
  /// except for the one whose counter is the bound.
  bool equality = false;

  /// The value of every element where the comparison is known.
  bool getValue() const { return early != point.isLate(); }
};

/// The dependence of `comparison`, somewhere in the body of `loop`, on the
/// counter. Nothing if its outcome may change more than once, or if it does not
/// compare the counter with a loop-invariant value. Two forms are known:
///
///  - the counter against a scalar, under any relation;
///  - a mask (or scalar) `c * iv + t < s`, or under another order, where t and s are
///    sums of counting tiles, literals and, for s, tiles of one element. With such a tile
///    subtracted from the left side s is a literal: `64 * iv + iota - n < 3`.
std::optional<SplitComparison> findSplitComparison(ForOp loop,
                                                   CmpIOp comparison);

/// The same for a mask of the second form whose elements are known in late iterations.
std::optional<SplitComparison> findLateComparison(ForOp loop,
                                                  CmpIOp comparison);

/// Two loops in sequence that together run the iterations of one.
struct SplitBounds {
  /// The upper bound of the first loop; its lower bound and step are those of
  /// the original.
  mlir::Value earlyEnd;
  /// The lower bound of the second loop; its step and upper bound are those of
  /// the original.
  mlir::Value lateBegin;
};

/// Computes before `loop` the end of its early iterations and the begin of the
/// others; the bound must be known there. Where the comparison is unknown, no
/// iteration is on the side on which it would be known. For any legal loop, even an
/// empty one, the computation neither divides by zero nor wraps to wrong bounds.
SplitBounds computeSplit(mlir::OpBuilder &builder, ForOp loop,
                         const SplitPoint &point);

/// The value of a scalar literal.
std::optional<llvm::APInt> getLiteral(mlir::Value value);

/// True if `value` is computed inside the body of `loop`.
bool isDefinedInside(ForOp loop, mlir::Value value);

} // namespace tessera::cuda_tile

#endif // TESSERA_LIB_DIALECT_CUDATILE_TRANSFORMS_SPLITPOINT_H
