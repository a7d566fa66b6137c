//===- LiveTiles.h - Registers of the live tiles of a loop ------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The live ranges of tiles in a loop's body, in registers of a thread: a tile that
// is another name of one, or is computed where it is used, takes none of its own.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_ANALYSIS_LIVETILES_H
#define TESSERA_LIB_DIALECT_TILEAS_ANALYSIS_LIVETILES_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace tessera::tileas {

/// Finds the values that keep others alive: a moved tile is another name of its
/// source, and row numbers, addresses and masks are computed where they are
/// used, if what they are made of takes no more registers. Numbers at the
/// constant distances of their registers take one.
class Holders {
public:
  using Set = llvm::SmallSetVector<mlir::Value, 4>;

  /// Floats are computed where they are used only `withFloats`, in attention. Elsewhere loads
  /// run ahead into the registers that are free by that (tensor-memory.md).
  explicit Holders(bool withFloats) : withFloats(withFloats) {}

  const Set &find(mlir::Value value);

  /// Registers of a thread. A scalar is one that a tile is made of.
  static int64_t count(mlir::Value holder);

private:
  bool canBeComputedWhereUsed(mlir::Operation *op) const;
  Set compute(mlir::Value value);

  bool withFloats;
  llvm::DenseMap<mlir::Value, Set> sets;
};

/// The registers of a thread that live tiles take at the ops of a loop.
class LiveTiles {
public:
  using OpSet = llvm::SmallPtrSetImpl<mlir::Operation *>;

  /// Where reductions stand, or as soon as there is their operand, whose
  /// elements they may take one by one; or while it is made, so that none is
  /// kept for them.
  enum class Reductions { InOrder, AtOnce, WhileMade };

  /// Loads of `ahead` are for later iterations, and are not counted.
  LiveTiles(mlir::scf::ForOp loop, const OpSet &ahead);

  /// By op, in their order.
  llvm::SmallVector<int64_t> count(Reductions reductions) const;

private:
  /// Positions, or 0.
  struct LastUse {
    unsigned reduction = 0, other = 0;
  };

  void addUses(mlir::Operation *op);

  /// A handle, whose methods are not const.
  mutable mlir::scf::ForOp loop;
  const OpSet &ahead;
  Holders holders;
  llvm::DenseMap<mlir::Operation *, unsigned> positions;
  llvm::MapVector<mlir::Value, LastUse> lastUses;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_ANALYSIS_LIVETILES_H
