//===- Aliasing.h - Which accesses may touch one place ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one analysis that is asked whether two accesses to global memory may
// touch the same bytes, and whether they have to stay in the order that tokens
// give them. Accesses are disjoint if
//
//   - their base pointers come from different objects (MemoryObjects.h);
//   - they start from one pointer, and facts prove that all their addresses lie
//     apart: with `%s = %i * 128`, [%s, %s + 127] and [%s + 128, %s + 255];
//   - they are boxes of one view that lie apart along a dimension, and no two
//     places of the view share an address, as constant strides prove it, or
//     strides that are the extents of inner dimensions.
//
// A value made in a loop is another one in each iteration, so a question says
// of which executions of the accesses it is asked.
//
// An answer takes constant time after the first one. Accesses with the same
// operands are one *place*, so that the number of answers does not grow with
// that of accesses.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_ALIASING_H
#define TESSERA_DIALECT_TILEAA_ANALYSIS_ALIASING_H

#include "mlir/Support/LLVM.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"

namespace tessera::tileaa {

/// Which executions of two accesses are compared.
class Executions {
public:
  /// Any two, in whichever iterations of loops.
  static Executions any() { return Executions(Kind::Any, nullptr); }
  /// Those within one iteration of each loop that is around both.
  static Executions together() { return Executions(Kind::Together, nullptr); }
  /// Those in different iterations of one execution of `loop`.
  static Executions across(mlir::Operation *loop) {
    return Executions(Kind::Across, loop);
  }

  /// Whether `value` is the same in both.
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
  /// Of all accesses within `kernel`, in tileaa or tileas.
  explicit Aliasing(mlir::Operation *kernel);
  ~Aliasing();

  /// Whether two accesses may touch the same byte. An access overlaps itself.
  bool mayOverlap(AccessOpInterface lhs, AccessOpInterface rhs,
                  Executions executions) const;

  /// Whether `first` and `second`, ops that take part in the order of tokens,
  /// must stay ordered if a token path leads from one to the other: one
  /// synchronizes, or they may overlap and are not both weak loads.
  bool mustStayOrdered(mlir::Operation *first, mlir::Operation *second,
                       Executions executions) const;

  /// Accesses of different classes never overlap.
  unsigned getClass(AccessOpInterface access) const;
  unsigned getNumClasses() const;

  /// Whether accesses of one class within `loop`, unless both are weak loads,
  /// never overlap in different iterations of it.
  bool isDisjointAcross(unsigned accessClass, mlir::Operation *loop) const;

private:
  class Impl;
  std::unique_ptr<Impl> impl;
};

/// Whether an op orders more than its own place: it acquires, releases, or is
/// no access at all (a print, a fence, an op of dependent launches).
bool isSynchronizing(mlir::Operation *op);
/// Whether an access is a weak load, which needs no order among its like.
bool isWeakLoad(mlir::Operation *op);

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_ALIASING_H
