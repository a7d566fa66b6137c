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

/// The ops that make slices of values at one place, each slice once.
class Slicer {
public:
  /// `canMove` says whether a slice of a load may be made there.
  using CanMove = llvm::function_ref<bool(LoadOp load, const TileSlice &slice)>;
  /// Of values of `block` and around it.
  Slicer(mlir::OpBuilder builder, mlir::Block *block, const SliceLimits &limits,
         CanMove canMove);
  virtual ~Slicer();

  virtual mlir::FailureOr<mlir::Value> get(mlir::Value tile,
                                           const TileSlice &slice);

  GetSlice getter() { return getSlice; }
  mlir::OpBuilder &getBuilder() { return builder; }
  /// The loads of which slices were made, with these.
  using Loads = llvm::MapVector<LoadOp, llvm::SmallVector<LoadOp, 1>>;
  const Loads &getLoads() const { return loads; }
  /// The tokens after these slices.
  llvm::ArrayRef<mlir::Value> getTokens() const { return tokens; }
  /// The loops of which slices were made.
  llvm::ArrayRef<mlir::scf::ForOp> getLoops() const { return loops; }
  /// Makes the loops that slices come from, when all slices are known; before,
  /// other ops stand for them.
  mlir::LogicalResult makeLoops();
  /// Forgets loops that are not made, and use values around them.
  void dropLoops();
  /// Whether all that a loop carries, tokens aside, leads to slices and to
  /// `root`, so that nobody needs the loop any more.
  bool areLoopsReplaced(mlir::Operation *root) const;

protected:
  /// The slice of what a loop carries.
  virtual mlir::FailureOr<mlir::Value> getCarried(mlir::BlockArgument,
                                                  const TileSlice &) {
    return mlir::failure();
  }
  void addLoad(LoadOp load, LoadOp part);
  mlir::FailureOr<mlir::Value> getResult(mlir::OpResult result,
                                         const TileSlice &slice);
  /// Puts a slice in the place of the op that stood for it.
  void replaceSlice(mlir::Value stand, mlir::Value part);

  mlir::OpBuilder builder;
  mlir::Block *block;
  const SliceLimits &limits;
  CanMove canMove;
  Loads loads;
  llvm::SmallVector<mlir::Value> tokens;
  /// Of which slices were asked for, and what makes them, null when it is done.
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
