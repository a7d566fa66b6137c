//===- ElementwiseBody.h - Ops on scalars, done to tiles --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of a scan combines two scalars. This file applies it to all elements
// of two tiles at once. A value of the body is either *uniform*, the same for
// all elements, and remains a scalar; or it is *varying*, and becomes a tile:
//
//   %h = mulf %e, %half : tile<f32>      %h = mulf %E, %halves : tile<64xf32>
//   %p = cmpf ... %h, %acc               %p = cmpf ... %h, %ACC : tile<64xi1>
//   %r = if %p { yield %h }              %r = select %p, %h, %ACC
//        else { yield %acc }
//
// A branch that only some elements take is computed for all of them, and its
// results are selected. A division in it, which others may have no divisor for,
// divides by 1 for these. Where elements go their own ways, as through a loop
// that each leaves at another time, the body stays one on scalars, and pairs of
// them are reduced (DivergentBody.h).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_COMBINING_ELEMENTWISEBODY_H
#define TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_COMBINING_ELEMENTWISEBODY_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseSet.h"

namespace tessera {

/// Finds the varying values of a body whose arguments vary.
class BodyAnalysis {
public:
  explicit BodyAnalysis(mlir::Block &body);

  bool isVarying(mlir::Value value) const { return varying.contains(value); }

  /// True if its ops cannot be applied to all elements at once: a loop runs
  /// another number of times for each, or a branch is left that only some take.
  bool diverges() const { return isDivergent; }

private:
  void visit(mlir::Block &block);
  void visit(mlir::Operation &op);
  void visitBranches(mlir::Operation &branch, bool isVarying);
  void visitLoop(mlir::Operation &loop);

  llvm::DenseSet<mlir::Value> varying;
  /// True in a branch that only some elements take.
  bool isGuarded = false;
  bool isDivergent = false;
};

/// Recreates the ops of a body that does not diverge on tiles of one shape.
class BodyOnTiles {
public:
  /// Recreates `body` with `tiles` as its arguments, for the elements of which
  /// `guard` is true; the results of others are any. Returns the operands of
  /// its terminator.
  static llvm::SmallVector<mlir::Value> make(mlir::OpBuilder &builder,
                                             mlir::Block &body,
                                             llvm::ArrayRef<mlir::Value> tiles,
                                             mlir::Value guard);

private:
  BodyOnTiles(mlir::OpBuilder &builder, mlir::Block &body,
              llvm::ArrayRef<mlir::Value> tiles, mlir::Value guard);

  llvm::SmallVector<mlir::Value> make(mlir::Block &block);
  void make(mlir::Operation &op);
  void makeChoice(mlir::Operation &branch);
  /// Makes a branch for the elements of which `condition` is what it `holds`.
  llvm::SmallVector<mlir::Value> makeGuarded(mlir::Block &branch,
                                             mlir::Value condition, bool holds);
  /// The divisor, or 1 for elements that do not divide.
  mlir::Value guardDivisor(mlir::Value divisor);
  void makeBranch(mlir::Operation &branch);
  void makeLoop(mlir::Operation &loop);
  mlir::Value getTile(mlir::Value scalar);
  mlir::Type getTileType(mlir::Type scalar) const;

  mlir::OpBuilder &builder;
  BodyAnalysis analysis;
  llvm::SmallVector<int64_t> shape;
  mlir::IRMapping made;
  /// True for the elements that come to the current op; null if all do.
  mlir::Value guard;
};

} // namespace tessera

#endif // TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_COMBINING_ELEMENTWISEBODY_H
