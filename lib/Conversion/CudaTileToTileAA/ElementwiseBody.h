//===- ElementwiseBody.h - Ops on scalars, done to tiles --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of a scan combines two scalars. Here it is done to all elements of
// two tiles at once. A value of the body is *uniform*, the same for all
// elements, and stays the scalar that it is; or it is *varying*, and a tile:
//
//   %h = mulf %e, %half : tile<f32>      %h = mulf %E, %halves : tile<64xf32>
//   %p = cmpf ... %h, %acc               %p = cmpf ... %h, %ACC : tile<64xi1>
//   %r = if %p { yield %h }              %r = select %p, %h, %ACC
//        else { yield %acc }
//
// A branch that only some elements take is run for all of them, and what it
// makes is chosen. A loop runs as often for each of them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_ELEMENTWISEBODY_H
#define TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_ELEMENTWISEBODY_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace tessera {

/// `tile` with as many elements in another shape.
mlir::Value reshapeTile(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value tile, llvm::ArrayRef<int64_t> shape);

/// `tile`, which has extents of 1, in a shape of the same rank.
mlir::Value broadcastTile(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value tile, llvm::ArrayRef<int64_t> shape);

/// Says of a body whose arguments vary which of its values do.
class BodyAnalysis {
public:
  explicit BodyAnalysis(mlir::Block &body);

  bool isVarying(mlir::Value value) const { return varying.contains(value); }

  /// An op that cannot be done to all elements at once, and why: what follows
  /// its name in a sentence.
  struct Obstacle {
    mlir::Operation *op;
    llvm::StringRef reason;
  };
  const std::optional<Obstacle> &getObstacle() const { return obstacle; }

private:
  void visit(mlir::Block &block);
  void visit(mlir::Operation &op);
  void visitBranches(mlir::Operation &branch, bool isVarying);
  void visitLoop(mlir::Operation &loop);

  llvm::DenseSet<mlir::Value> varying;
  std::optional<Obstacle> obstacle;
};

/// Makes the ops of a body without an obstacle anew, on tiles of one shape.
class BodyOnTiles {
public:
  /// The arguments of `body` are `tiles`; what it ends with is returned.
  static llvm::SmallVector<mlir::Value> make(mlir::OpBuilder &builder,
                                             mlir::Block &body,
                                             llvm::ArrayRef<mlir::Value> tiles);

private:
  BodyOnTiles(mlir::OpBuilder &builder, mlir::Block &body,
              llvm::ArrayRef<mlir::Value> tiles);

  llvm::SmallVector<mlir::Value> make(mlir::Block &block);
  void make(mlir::Operation &op);
  void makeChoice(mlir::Operation &branch);
  void makeBranch(mlir::Operation &branch);
  void makeLoop(mlir::Operation &loop);
  mlir::Value getTile(mlir::Value scalar);
  mlir::Type getTileType(mlir::Type scalar) const;

  mlir::OpBuilder &builder;
  BodyAnalysis analysis;
  llvm::SmallVector<int64_t> shape;
  mlir::IRMapping made;
};

} // namespace tessera

#endif // TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_ELEMENTWISEBODY_H
