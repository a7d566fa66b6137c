//===- Aliasing.h - Alias analysis of accesses ------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only alias analysis: it decides if two accesses to global memory may
// touch the same bytes, and if they must stay in the order that tokens give
// them. Accesses are disjoint if
//
//   - their base pointers come from different objects (MemoryObjects.h);
//   - they start from one pointer, and facts prove that all their addresses lie
//     apart: with `%s = %i * 128`, [%s, %s + 127] and [%s + 128, %s + 255];
//   - they are boxes of one view that lie apart along a dimension, and no two
//     places of the view share an address, as constant strides prove it, or
//     strides that are the extents of inner dimensions.
//
// A value defined in a loop differs from iteration to iteration, so each
// question names the executions of the accesses that it compares.
//
// Answers are cached, and take constant time from the second one on. Accesses
// with the same operands are one *place*, and the cache grows with the number
// of places only.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_ALIASING_H
#define TESSERA_DIALECT_TILEAA_ANALYSIS_ALIASING_H

#include "mlir/Support/LLVM.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"

namespace tessera::tileaa {

/// The executions of two accesses that a question compares.
class Executions {
public:
  /// Any two executions, in any iterations of loops.
  static Executions any() { return Executions(Kind::Any, nullptr); }
  /// Executions in the same iteration of each loop that is around both.
  static Executions together() { return Executions(Kind::Together, nullptr); }
  /// Executions in different iterations of one execution of `loop`.
  static Executions across(mlir::Operation *loop) {
    return Executions(Kind::Across, loop);
  }

  /// True if `value` is the same in both executions.
  bool isSame(mlir::Value value) const;
  /// The loop whose iterations differ, or null.
  mlir::Operation *getLoop() const { return loop; }

private:
  friend class Aliasing;
  enum class Kind { Any, Together, Across };
  Executions(Kind kind, mlir::Operation *loop) : kind(kind), loop(loop) {}

  Kind kind;
  mlir::Operation *loop;
};

class Aliasing {
public:
  /// Analyses all accesses within `kernel`, in tileaa or tileas.
  explicit Aliasing(mlir::Operation *kernel);
  ~Aliasing();

  /// True if two accesses may touch the same byte. An access overlaps itself.
  bool mayOverlap(AccessOpInterface lhs, AccessOpInterface rhs,
                  Executions executions) const;

  /// True if `first` and `second`, ops with tokens, must stay ordered when a
  /// token path leads from one to the other: one of them synchronizes, or they
  /// may overlap and are not both weak loads.
  bool mustStayOrdered(mlir::Operation *first, mlir::Operation *second,
                       Executions executions) const;

  /// Accesses of different classes never overlap.
  unsigned getClass(AccessOpInterface access) const;
  unsigned getNumClasses() const;

  /// True if accesses of one class within `loop` never overlap in different
  /// iterations of it, except pairs of weak loads.
  bool isDisjointAcross(unsigned accessClass, mlir::Operation *loop) const;

private:
  class Impl;
  std::unique_ptr<Impl> impl;
};

/// True if an op orders more than its own place: it acquires, releases, or is
/// no access at all (a print, a fence, an op of dependent launches).
bool isSynchronizing(mlir::Operation *op);
/// True for a weak load, which needs no order among other weak loads.
bool isWeakLoad(mlir::Operation *op);
/// True for a weak load of one number, as of a loop's bound, that may be executed several
/// times: no access comes behind it by a token, so that what it reads is there throughout.
bool isRepeatableNumber(mlir::Operation *op);

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_ALIASING_H
