//===- RereadTiles.h - Tiles that several loops load ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A norm or a softmax walks over its row in several loops, which load the same
// tiles: the first for a sum, another for what it makes of the row.
//
//   scf.for %i = 0 to %n { %x = load %p[%i * 128] ... }
//   scf.for %j = 0 to %n { %y = load %p[%j * 128] ... }   // %x of iteration %j
//
// It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_REREADTILES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_REREADTILES_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera::tileas {

/// Loads of consecutive loops that read the same elements in the same
/// iterations.
struct RereadTile {
  tileaa::AccessOpInterface first;
  /// The loads of later loops, in program order.
  llvm::SmallVector<tileaa::AccessOpInterface> again;

  /// The loop around one of the loads.
  static mlir::scf::ForOp getLoop(tileaa::AccessOpInterface load) {
    return mlir::cast<mlir::scf::ForOp>(load->getParentOp());
  }
  /// The bytes of the tile.
  int64_t getBytes() const;
};

/// All such tiles of a kernel.
struct RereadTiles {
  llvm::SmallVector<RereadTile> tiles;
  /// The loads that are ordered behind an access which may have changed the
  /// elements since they were read first.
  llvm::SmallVector<tileaa::AccessOpInterface> changed;
};

RereadTiles findRereadTiles(KernelOpInterface kernel);

/// True if elements that do not exist may have other values in the second of
/// two loads of a tile.
bool havePaddingOfTheirOwn(tileaa::AccessOpInterface first,
                           tileaa::AccessOpInterface again);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_REREADTILES_H
