//===- LoopSlicer.h - Makes slices of loop-carried tiles --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_LOOPSLICER_H
#define TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_LOOPSLICER_H

#include "Slicer.h"
#include "llvm/ADT/SetVector.h"

namespace tessera::tileaa {

/// Makes a slice of a loop-carried tile: a loop with the same iterations that
/// carries the slice, and the parts of other carried values that it needs.
///
///   %sum = for %k iter_args(%acc)       %part = for %k iter_args(%acc1)
///     %a = load %p[%i, %k] : 256x64       %a1 = load %p[%i + .., %k] : 128x64
///     %b = load %q[%k, %j] : 64x256       %b = load %q[%k, %j] : 64x256
///     yield mma %a, %b, %acc : 256x256    yield mma %a1, %b, %acc1 : 128x256
///
/// Several slices of one tile are carried side by side if they are apart. Loads
/// may be repeated, products may not. The loop carries a single token,
/// after all of its loads; they need no order among each other.
class LoopSlicer final : public Slicer {
public:
  /// `around` makes slices of values outside of `loop`.
  LoopSlicer(mlir::scf::ForOp loop, Slicer &around);
  /// Inner loops that were not finished use values of its body, so they go
  /// first.
  ~LoopSlicer() override { dropLoops(); }

  /// True if iterations of a loop may be executed later, and more than once:
  /// they only read memory.
  static bool canRepeat(mlir::scf::ForOp loop);

  /// A placeholder for a slice until the loop is made.
  mlir::FailureOr<mlir::Value> getResult(mlir::OpResult result,
                                         const TileSlice &slice);
  /// Makes the loop, for all slices that were requested.
  mlir::LogicalResult makeLoop();

  mlir::FailureOr<mlir::Value> get(mlir::Value tile,
                                   const TileSlice &slice) override;

private:
  /// A value that the new loop carries: a slice of one of the old loop's, or
  /// all of it.
  struct Carried {
    mlir::BlockArgument old;
    TileSlice slice;
    mlir::Value value;
  };

  mlir::FailureOr<mlir::Value> getCarried(mlir::BlockArgument old,
                                          const TileSlice &slice) override;
  /// True if a value of the program is defined in the old loop's iterations.
  bool isInside(mlir::Value value) const;
  /// Makes `op`, in the new loop, use values of the new loop only.
  mlir::LogicalResult localize(mlir::Operation *op);
  /// The value at `place` in the new loop for a value of the old loop that is
  /// no large tile.
  mlir::FailureOr<mlir::Value> localize(mlir::Value value,
                                        mlir::Operation *place);
  /// The tokens from before the old loop that `token`, of an iteration, comes
  /// after.
  llvm::SetVector<mlir::Value> findTokensBefore(mlir::Value token) const;
  mlir::LogicalResult fillBody(mlir::scf::YieldOp yield);
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> makeInits();

  mlir::scf::ForOp loop;
  Slicer &around;
  /// The body of the new loop, until the loop is made.
  std::unique_ptr<mlir::Block> body = std::make_unique<mlir::Block>();
  llvm::SmallVector<Carried, 2> carried;
  /// Placeholders of results, with the number of the carried value.
  llvm::SmallVector<std::pair<unsigned, mlir::Operation *>, 1> stands;
  /// Values of the new loop that equal those of the old one.
  llvm::DenseMap<mlir::Value, mlir::Value> wholes;
};

} // namespace tessera::tileaa

#endif // TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_LOOPSLICER_H
