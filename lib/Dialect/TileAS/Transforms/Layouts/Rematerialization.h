//===- Rematerialization.h - Rematerializable tiles -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of indices, or a mask, takes a few instructions from the coordinates
// of its elements, which every thread knows. So such a tile is rematerialized
// in each layout in which it is needed, where other tiles are converted:
//
//   %i = tileaa.iota                    made as the load needs its mask,
//   %m = arith.cmpi slt, %i, %bound     and again as the accumulator needs it
//
// It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUTS_REMATERIALIZATION_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUTS_REMATERIALIZATION_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera::tileas {

/// True for values that have a layout.
inline bool isTile(mlir::Value value) {
  return mlir::isa<mlir::RankedTensorType>(value.getType());
}

/// The tiles of a kernel that can be rematerialized: a few cheap, pure ops
/// compute them from scalars and coordinates. Loads are excluded, since memory
/// may have changed, and so are loop-carried tiles.
class Rematerialization {
public:
  explicit Rematerialization(KernelOpInterface kernel);

  [[nodiscard]] bool contains(mlir::Value tile) const {
    return tiles.contains(tile);
  }

  /// Number of instructions for an element of such a tile, given the operands
  /// of its op; 0 for an op that becomes no instruction.
  static int64_t getOwnCost(mlir::Value tile);

  /// The layout in which the op of such a tile needs its operands, to give its
  /// result in the layout `result`.
  static LayoutAttr getOperandLayout(mlir::Operation *op, LayoutAttr result);

private:
  bool isCheap(mlir::Operation *op) const;

  llvm::DenseSet<mlir::Value> tiles;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUTS_REMATERIALIZATION_H
