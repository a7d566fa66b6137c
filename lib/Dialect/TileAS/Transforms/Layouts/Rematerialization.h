//===- Rematerialization.h - Tiles that are cheap to make again -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of indices or a mask follows from the coordinates of its elements by a
// few instructions, and every thread knows the coordinates of what it holds. So
// such a tile is made in each layout in which it is needed, where any other
// would be converted:
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

/// The tiles of a kernel that can be made again: those that a few pure ops,
/// none of them dear, make of scalars and of coordinates. A load is none of
/// them, since what it reads may have changed, nor is what a loop carries.
class Rematerialization {
public:
  explicit Rematerialization(KernelOpInterface kernel);

  [[nodiscard]] bool contains(mlir::Value tile) const {
    return tiles.contains(tile);
  }

  /// Instructions that an element of such a tile takes by itself, when the
  /// operands of its op are there; 0 for what becomes no instruction.
  static int64_t getOwnCost(mlir::Value tile);

  /// The layout in which such a tile's op needs its tile operands, to make its
  /// result in the layout `result`.
  static LayoutAttr getOperandLayout(mlir::Operation *op, LayoutAttr result);

private:
  bool isCheap(mlir::Operation *op) const;

  llvm::DenseSet<mlir::Value> tiles;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUTS_REMATERIALIZATION_H
