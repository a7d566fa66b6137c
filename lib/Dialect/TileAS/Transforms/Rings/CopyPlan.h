//===- CopyPlan.h - The copies of a loop's iterations -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_COPYPLAN_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_COPYPLAN_H

#include "AsyncCopies.h"

namespace tessera::tileas {

/// A reason why tiles stay loads, in a clause for people.
inline constexpr llvm::StringLiteral noRoom =
    "shared memory has no room for the tiles of two iterations";

/// The decision about a loop. With 0 stages each copy remains in its place.
struct CopyPlan {
  mlir::scf::ForOp loop;
  llvm::SmallVector<AsyncCopy, 0> copies;
  int64_t stages = 0;
  /// Tiles that are read behind the others are copied to the bytes of these.
  bool followOneAnother = false;
  /// The wait for copies from this index on is before `laterWait`, if there
  /// is such a place.
  size_t firstLater = 0;
  mlir::Operation *laterWait = nullptr;
  /// The last op that reads a tile of those before them, in whose bytes they may be.
  mlir::Operation *lastOfFirst = nullptr;
  /// The reason why maps have left its tiles to threads.
  llvm::StringRef lost = noRoom;

  llvm::SmallVector<AllocSharedOp> getBuffers() const;

  /// The buffers of the copies that are waited for later.
  llvm::SmallVector<AllocSharedOp> getLaterBuffers() const;

  /// The loads that copies replace, which take no registers then.
  llvm::SmallPtrSet<mlir::Operation *, 8> getLoads() const;

  /// Finds tiles that are first read after the last read of the others, so that
  /// the wait for them may come later. There is no later wait if an op before
  /// it is ordered after one of their loads.
  void findLaterWait();

  /// Moves the first products that read tiles which others read again behind the products
  /// that read the remaining tiles, if they do not depend on one another: while these are
  /// computed, the next tiles of the former arrive, which nobody can copy before.
  void deferFirstReaders();

  /// True if several products read one of the tiles, with something to compute between.
  bool multipliesTilesAgain() const;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_COPYPLAN_H
