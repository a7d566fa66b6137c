//===- AsyncCopies.h - Loads that may become copies -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_ASYNCCOPIES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_ASYNCCOPIES_H

#include "GatheredRows.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace tessera::tileas {

class WaitOp;

/// A tile as a tensor map copies it.
struct TensorBox {
  TensorMapType type;
  /// Its elements are f32, of which the map makes tf32.
  bool isRounded = false;
  /// The dimensions of the load, in their order in the map.
  llvm::SmallVector<int32_t> order;
  /// The rows that it gathers; none if it is one of a view.
  std::optional<GatheredRows> gathered = {};
  /// Null until it is made, with the numbers of gathered rows, and the words by which
  /// they are handed on.
  mlir::Value map = {}, rows = {}, via = {};
};

/// A load whose tile goes to a buffer and nowhere else.
struct AsyncCopy {
  /// It gives a tile.
  tileaa::AccessOpInterface load;
  /// The ops on the way, each with the result of the one before: moves of the elements,
  /// and at most one rounding to tf32, which a tensor map does as it copies.
  llvm::SmallVector<mlir::Operation *, 1> way;
  /// The dimensions of the load, in their order in the buffer.
  llvm::SmallVector<int32_t> order;
  SharedStoreOp store;
  AllocSharedOp buffer;
  /// None if threads copy the tile.
  std::optional<TensorBox> box;

  /// The tile that is loaded, in that order.
  mlir::RankedTensorType getTile();

  /// True if elements are rounded on the way, so that threads cannot copy them.
  bool isRounded() const;

  /// A clause for people that says why no tensor map copies what is loaded, whatever its
  /// view; "" if one may. One that `gathers` copies what pointers name as well.
  llvm::StringRef findMapObstacle(bool gathers = false) const;

  /// The values that the copy takes of those that the load takes: all but what
  /// is read of elements that do not exist. Beside them stand the conditions of the
  /// branches of an iteration in which the load is.
  llvm::SmallVector<mlir::Value> getTaken() const;

  /// Begins to copy it to `buffer`, with what `mapped` returns of the values that
  /// the copy takes, where the load would be reached. Returns the completion.
  mlir::Value begin(mlir::OpBuilder &builder, mlir::Value buffer,
                    llvm::function_ref<mlir::Value(mlir::Value)> mapped);

  /// The ops in front of the store that only hand on the order behind the load, as they
  /// stand; nullopt where anything else there is ordered behind it.
  std::optional<llvm::SmallVector<mlir::Operation *>> findOrderBeforeStore();

  /// Erases the ops that the copy replaces, except the buffer.
  void eraseLoad();

  /// Erases the buffer as well, which nobody else uses any more.
  void erase();
};

/// The loads of a loop's body and of the branches in it, in the order of the text.
llvm::SmallVector<tileaa::AccessOpInterface>
getLoadsOfIteration(mlir::scf::ForOp loop);

/// Number of elements of a piece in which a tile could be copied to a buffer,
/// if the GPU has asynchronous copies: it must be loaded in a loop, and only
/// moved on its way, or rounded as a tensor map can. 0 if it cannot be copied.
int64_t getCopiedPiece(mlir::Value tile);

/// True for a load whose elements a copy may bring, wherever they go.
bool isCopyable(tileaa::AccessOpInterface access);

/// The copy that a load is part of; where it is part of none, `reason` says
/// why.
std::optional<AsyncCopy> matchCopy(tileaa::AccessOpInterface access,
                                   llvm::StringRef &reason);

/// Gives an op layouts for other warps: a copy, which takes no tiles, and tiles of one
/// element, which all threads have.
void layOutForWarps(mlir::Operation *op, unsigned warps);

/// Copies to rings that are filled and waited for together.
class CopyGroup {
public:
  /// For this turn of the rings. `early` has the operands of the copies.
  CopyGroup(mlir::Location loc, mlir::Value turn,
            llvm::MutableArrayRef<AsyncCopy> copies,
            const mlir::IRMapping &early)
      : loc(loc), turn(turn), copies(copies), early(early) {}

  /// Begins the copies, to rings of the buffers that `allocate` gives.
  void fill(mlir::OpBuilder &builder,
            llvm::function_ref<AllocSharedOp(AsyncCopy &)> allocate);

  /// Waits for them, and makes all readers of the tiles read the rings, which
  /// they release in the end. Everything that is after a load's token comes
  /// after the wait, and after what the load came after.
  void wait(mlir::OpBuilder &builder);

private:
  void readFrom(WaitOp wait, AsyncCopy &copy);
  void orderBehind(mlir::OpBuilder &builder, WaitOp wait, AsyncCopy &copy);

  mlir::Location loc;
  mlir::Value turn;
  llvm::MutableArrayRef<AsyncCopy> copies;
  const mlir::IRMapping &early;
  llvm::SmallVector<mlir::Value> rings;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_ASYNCCOPIES_H
