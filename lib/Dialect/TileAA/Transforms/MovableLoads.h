//===- MovableLoads.h - Loads that may be moved -----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_MOVABLELOADS_H
#define TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_MOVABLELOADS_H

#include "tessera/Dialect/TileAA/Analysis/Aliasing.h"
#include "tessera/Dialect/TileAA/Analysis/TokenGraph.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "llvm/ADT/MapVector.h"

namespace tessera::tileaa {

class EntryOpInterface;
class LoadOp;

/// Decides which ops a load may be moved past, and which ops must come after it
/// in its new place. Answers are about the program at construction; its
/// accesses must not be erased during the lifetime of this object.
class MovableLoads {
public:
  explicit MovableLoads(EntryOpInterface entry);

  /// True if `load` may be executed at `root`, as often as `root`, and in
  /// slices, each before the same slice of `root`.
  bool canMove(LoadOp load, mlir::Operation *root) const;

  /// True if the op was in the program at construction.
  bool isOriginal(mlir::Operation *op) const { return places.contains(op); }

  /// True if `write`, an access or other op with a token, must come after
  /// `load`: tokens say so, and the two may conflict.
  bool isAfter(mlir::Operation *write, LoadOp load) const;

  /// All ops for which `isAfter` holds.
  llvm::SmallVector<mlir::Operation *> writesAfter(LoadOp load) const;

private:
  /// The number of an op, and that of the last op within it.
  struct Place {
    unsigned first = 0, last = 0;
  };

  TokenGraph tokens;
  Aliasing aliasing;
  llvm::DenseMap<mlir::Operation *, Place> places;
  llvm::MapVector<mlir::Operation *, mlir::Value> writes;
};

} // namespace tessera::tileaa

#endif // TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_MOVABLELOADS_H
