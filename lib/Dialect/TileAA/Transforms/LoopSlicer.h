//===- LoopSlicer.h - Makes slices of what loops carry ----------*- C++ -*-===//
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

/// Makes a slice of a tile that a loop carries: a loop of as many iterations
/// that carries the slice, and what its iterations need of the others.
///
///   %sum = for %k iter_args(%acc)       %part = for %k iter_args(%acc1)
///     %a = load %p[%i, %k] : 256x64       %a1 = load %p[%i + .., %k] : 128x64
///     %b = load %q[%k, %j] : 64x256       %b = load %q[%k, %j] : 64x256
///     yield mma %a, %b, %acc : 256x256    yield mma %a1, %b, %acc1 : 128x256
///
/// Loads may be repeated, products may not. Among tokens the loop carries only
/// the one after all of its loads, which need no order among each other.
class LoopSlicer final : public Slicer {
public:
  /// `around` makes slices of what stands outside of `loop`.
  LoopSlicer(mlir::scf::ForOp loop, Slicer &around);
  /// Loops within this one that are not made use values of its body.
  ~LoopSlicer() override { dropLoops(); }

  /// Whether iterations of a loop may be executed later, and more than once:
  /// all that they do to memory is to read it.
  static bool canRepeat(mlir::scf::ForOp loop);

  /// What stands for a slice until the loop is made.
  mlir::FailureOr<mlir::Value> getResult(mlir::OpResult result,
                                         const TileSlice &slice);
  /// Makes the loop, of all slices that were asked for.
  mlir::LogicalResult makeLoop();

  mlir::FailureOr<mlir::Value> get(mlir::Value tile,
                                   const TileSlice &slice) override;

private:
  /// A value that the new loop carries: a slice of one of the old loop, or all
  /// of it.
  struct Carried {
    mlir::BlockArgument old;
    TileSlice slice;
    mlir::Value value;
  };

  mlir::FailureOr<mlir::Value> getCarried(mlir::BlockArgument old,
                                          const TileSlice &slice) override;
  /// Whether a value of the program is one of the old loop's iterations.
  bool isInside(mlir::Value value) const;
  /// Has `op`, of the new loop, take values of the new one only.
  mlir::LogicalResult localize(mlir::Operation *op);
  /// A value of the old loop that is no large tile, in the new one at `place`.
  mlir::FailureOr<mlir::Value> localize(mlir::Value value,
                                        mlir::Operation *place);
  /// The tokens before the old loop that `token`, of an iteration, comes after.
  llvm::SetVector<mlir::Value> findTokensBefore(mlir::Value token) const;
  mlir::LogicalResult fillBody(mlir::scf::YieldOp yield);
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> makeInits();

  mlir::scf::ForOp loop;
  Slicer &around;
  /// Of the new loop, until that is there.
  std::unique_ptr<mlir::Block> body = std::make_unique<mlir::Block>();
  llvm::SmallVector<Carried, 2> carried;
  /// What stands for results, by the number of what is carried.
  llvm::SmallVector<std::pair<unsigned, mlir::Operation *>, 1> stands;
  /// What is the same in the new loop as in the old one.
  llvm::DenseMap<mlir::Value, mlir::Value> wholes;
};

} // namespace tessera::tileaa

#endif // TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_LOOPSLICER_H
