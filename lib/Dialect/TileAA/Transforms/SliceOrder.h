//===- SliceOrder.h - Order of slices and of what they replace ---*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_SLICEORDER_H
#define TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_SLICEORDER_H

#include "MovableLoads.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAA/IR/Ops/Memory.h"

namespace tessera::tileaa {

class Slicer;

/// Decides which loads may be sliced in the place of an op, and keeps the order of
/// accesses while slices replace ops. Both are about the ops of the program that
/// slices were made of, also where these are sliced again: such ops must stay in
/// their places during the lifetime of this object.
class SliceOrder {
public:
  explicit SliceOrder(EntryOpInterface entry) : movable(entry) {}

  /// `isSameSlice`: the slice of the load is at the same place as that of the
  /// root.
  bool canMove(LoadOp load, mlir::Operation *root, bool isSameSlice) const;

  /// True if a store in front of `root` may be executed in the place of it instead.
  bool canDelay(StoreOp store, mlir::Operation *root) const;

  /// Has joins of the store's token stand behind `root`, where the store is to be.
  static void delay(StoreOp store, mlir::Operation *root);

  /// Records `parts` as the replacement of `op`.
  void record(mlir::Operation *op, llvm::ArrayRef<mlir::Operation *> parts);

  /// Records `parts`, made by `slicer` in `loop`, as the replacement of `op`,
  /// and orders ops that must come after the loads in the loop.
  void replace(mlir::Operation *op, llvm::ArrayRef<mlir::Operation *> parts,
               const Slicer &slicer, mlir::scf::ForOp loop);

  /// True of a load or a loop of which slices were made.
  bool isSliced(mlir::Operation *op) const { return sliced.contains(op); }

private:
  /// The op of the program that a part was made of, or `op` itself.
  mlir::Operation *originOf(mlir::Operation *op) const {
    return origins.lookup_or(op, op);
  }
  /// The replacement of an op of the program, or the op itself.
  llvm::SmallVector<mlir::Operation *, 1> getParts(mlir::Operation *op) const {
    return partsOf.lookup_or(op, llvm::SmallVector<mlir::Operation *, 1>{op});
  }

  MovableLoads movable;
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> origins;
  /// The replacements of each replaced op of the program.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Operation *, 1>>
      partsOf;
  /// Loads and loops that were sliced.
  llvm::DenseSet<mlir::Operation *> sliced;
};

} // namespace tessera::tileaa

#endif // TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_SLICEORDER_H
