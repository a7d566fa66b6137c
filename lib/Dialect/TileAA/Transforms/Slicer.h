//===- Slicer.h - Makes slices of tiles at another place --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_SLICER_H
#define TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_SLICER_H

#include "SlicePlan.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "tessera/Dialect/TileAA/IR/Ops/Memory.h"
#include "llvm/ADT/MapVector.h"

namespace tessera::tileaa {

class LoopSlicer;

/// Makes ops that compute slices of values at one place, each slice once.
class Slicer {
public:
  /// Returns true if a slice of a load may be made there.
  using CanMove = llvm::function_ref<bool(LoadOp load, const TileSlice &slice)>;
  /// For values of `block` and of the blocks around it.
  Slicer(mlir::OpBuilder builder, mlir::Block *block, const SliceLimits &limits,
         CanMove canMove);
  virtual ~Slicer();

  virtual mlir::FailureOr<mlir::Value> get(mlir::Value tile,
                                           const TileSlice &slice);

  GetSlice getter() { return getSlice; }
  mlir::OpBuilder &getBuilder() { return builder; }
  /// The slices of a tile that were made.
  llvm::SmallVector<mlir::Value, 1> getSlices(mlir::Value tile) const {
    return llvm::to_vector<1>(llvm::make_second_range(slices.lookup(tile)));
  }
  /// The sliced loads, with their slices.
  using Loads = llvm::MapVector<LoadOp, llvm::SmallVector<LoadOp, 1>>;
  const Loads &getLoads() const { return loads; }
  /// The tokens after these slices.
  llvm::ArrayRef<mlir::Value> getTokens() const { return tokens; }
  /// The sliced loops.
  llvm::ArrayRef<mlir::scf::ForOp> getLoops() const { return loops; }
  /// Makes the loops that slices come from, once all slices are known. Until
  /// then, placeholders stand for the slices.
  mlir::LogicalResult makeLoops();
  /// Drops unfinished loops, which use values around them.
  void dropLoops();
  /// The stores that have values of the sliced loops, in the order of the program.
  llvm::SmallVector<StoreOp> findStores() const;
  /// True if all carried values of the loops, except tokens, only lead to
  /// slices and to `roots`, so that the old loops are dead.
  bool areLoopsReplaced(llvm::ArrayRef<mlir::Operation *> roots) const;

protected:
  /// The slice of a loop-carried value.
  virtual mlir::FailureOr<mlir::Value> getCarried(mlir::BlockArgument,
                                                  const TileSlice &) {
    return mlir::failure();
  }
  void addLoad(LoadOp load, LoadOp part);
  mlir::FailureOr<mlir::Value> getResult(mlir::OpResult result,
                                         const TileSlice &slice);
  /// Replaces the placeholder of a slice.
  void replaceSlice(mlir::Value stand, mlir::Value part);

  mlir::OpBuilder builder;
  mlir::Block *block;
  const SliceLimits &limits;
  CanMove canMove;
  Loads loads;
  llvm::SmallVector<mlir::Value> tokens;
  /// The loops of which slices were requested, with their slicers; a slicer is
  /// null when it is done.
  llvm::SmallVector<mlir::scf::ForOp, 1> loops;
  llvm::SmallVector<std::unique_ptr<LoopSlicer>, 1> loopSlicers;

private:
  friend class LoopSlicer;

  mlir::FailureOr<llvm::SmallVector<mlir::Value>> make(mlir::Operation *op,
                                                       const TileSlice &slice);

  std::function<mlir::FailureOr<mlir::Value>(mlir::Value, const TileSlice &)>
      getSlice = [this](mlir::Value tile, const TileSlice &slice) {
        return get(tile, slice);
      };
  llvm::DenseMap<mlir::Value,
                 llvm::SmallVector<std::pair<TileSlice, mlir::Value>, 1>>
      slices;
};

} // namespace tessera::tileaa

#endif // TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_SLICER_H
