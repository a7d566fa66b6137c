//===- MovableLoads.h - Which loads may be made later -----------*- C++ -*-===//
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

/// What a load may be moved past, and what must come after it where it is then.
/// Answers are about the program as it was when this was made, whose accesses
/// must not be erased before this is.
class MovableLoads {
public:
  explicit MovableLoads(EntryOpInterface entry);

  /// Whether `load` may be executed where `root` stands, as often as `root` is,
  /// and by slices, each before that slice of `root`.
  bool canMove(LoadOp load, mlir::Operation *root) const;

  /// Whether the op is one of the program as it was.
  bool isOriginal(mlir::Operation *op) const { return places.contains(op); }

  /// Whether tokens order `write`, an access or the like, after `load`, and it
  /// matters that they do.
  bool isAfter(mlir::Operation *write, LoadOp load) const;

  /// Ops that tokens order after `load`, and have to.
  llvm::SmallVector<mlir::Operation *> writesAfter(LoadOp load) const;

private:
  /// The numbers of an op and of the last one within it.
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
