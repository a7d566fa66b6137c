//===- TransposedTiles.h - Tiles computed the other way round ---*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_TRANSPOSEDTILES_H
#define TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_TRANSPOSEDTILES_H

#include "mlir/IR/Builders.h"
#include "tessera/Dialect/TileAA/IR/Ops/Reductions.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "llvm/ADT/DenseSet.h"

namespace tessera::tileaa {

/// True for a permutation that swaps the last two dimensions, and no others.
bool isTransposition(PermuteOp op);

/// The transpose of a tile, in its last two dimensions: what a transposition was made
/// of, the same constant or scalar in the other shape, or a transposition of it. It is
/// made behind the tile, in front of loops that read it.
mlir::Value transpose(mlir::Value tile);

/// Has ops compute the transposes of their results where they take transpositions, so
/// that these move behind elementwise ops, reductions and loops, as far as they can:
///
///   %b = permute %a [1, 0]             %y = maxf %a, %cst'
///   %x = maxf %b, %cst          ->     %r = reduce %y dim 1
///   %r = reduce %x dim 0
class TranspositionSinker {
public:
  void add(PermuteOp op) { pending.push_back(op); }

  /// Moves all that were added, and leaves behind any that nobody takes then.
  void run();

private:
  void moveBehindUsers(PermuteOp op);
  void moveBehind(PermuteOp op, mlir::OpOperand &use);
  void computeTransposes(mlir::Operation *op);
  void reduceOther(ReduceOp op);
  void computeTranspose(ReshapeOp op);
  void carryTranspose(PermuteOp op, mlir::OpOperand &yielded);
  /// Replaces a value by the transposition of `transposed`.
  void replace(mlir::Value value, mlir::Value transposed);

  llvm::SmallVector<PermuteOp> pending;
  /// Results of loops that carry the transpose. A tile that a loop transposes in each
  /// iteration would go back and forth.
  llvm::DenseSet<mlir::Value> carried;
};

} // namespace tessera::tileaa

#endif // TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_TRANSPOSEDTILES_H
