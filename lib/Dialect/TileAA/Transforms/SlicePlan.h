//===- SlicePlan.h - Sizes and numbers of slices ----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_SLICEPLAN_H
#define TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_SLICEPLAN_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAA/IR/Ops/Product.h"
#include "llvm/ADT/SmallVector.h"

namespace tessera::tileaa {

/// The limits above which tiles are large, and the size of their slices.
struct SliceLimits {
  /// For a kernel of `warps` warps (0 if their number is free), and `ctas` CTAs that work
  /// off a tile block. `target` is null if the GPU is not known. `byGroups`: warp groups
  /// multiply where the GPU has such instructions.
  SliceLimits(int64_t maxRegisters, int64_t maxFactorBytes, unsigned warps,
              unsigned ctas, const TargetInfo *target, bool byGroups);

  bool isLarge(mlir::Type type) const;
  template <typename Range> bool isAnyLarge(Range types) const {
    return llvm::any_of(types, [&](mlir::Type type) { return isLarge(type); });
  }
  /// Registers of the accumulators that threads hold at once, in an iteration or behind
  /// the loop.
  int64_t countSums(mlir::scf::ForOp loop) const;
  /// True if they leave no registers.
  bool isCrowded(mlir::scf::ForOp loop) const;
  /// True if a loop computes between products in tensor memory for more rows than an
  /// instruction has, in a block that is alone in its SM: of slices side by side one
  /// multiplies while threads compute on another. Two blocks take turns by themselves.
  bool takesTurns(mlir::scf::ForOp loop) const;
  /// True if a loop can add up a product in tensor memory, so that its accumulator
  /// takes registers only where it is read.
  bool isInTensorMemory(MmaOp product) const;
  /// True if the factors of products exceed the shared memory for them.
  bool needsSlices(llvm::ArrayRef<MmaOp> products) const;
  /// Number of elements along K of a slice of products that have to be cut,
  /// such that three slices fit into shared memory.
  int64_t fitDepth(llvm::ArrayRef<MmaOp> products) const;
  /// The same of a loop that adds up `products` of what is loaded, where shared memory has
  /// room for two iterations of each, but not of all. All of K elsewhere.
  int64_t fitIteration(llvm::ArrayRef<MmaOp> products) const;
  /// The same of a slice of `products`, by which a loop adds up what it carries, such that
  /// the groups that have rows of them hold the sums of `others`, too, which their factors
  /// are computed from. All of K where that fits, or no slice does.
  int64_t fitDepth(llvm::ArrayRef<MmaOp> products,
                   llvm::ArrayRef<MmaOp> others) const;

  /// Number of 32-bit registers in all threads: of the largest tile that is not
  /// cut, and of a slice.
  int64_t tile, slice;
  /// Registers of all accumulators of products that are live at once.
  int64_t sums;
  /// Bytes of both factors that a product may take from shared memory.
  int64_t factorBytes;

private:
  /// Bytes that their factors take, in the formats that the GPU multiplies.
  int64_t countFactorBytes(llvm::ArrayRef<MmaOp> products) const;
  /// True if two CTAs may multiply as a pair, each of which holds half of the right factor.
  bool mayBeOfPair(MmaOp product) const;

  unsigned warps, ctas;
  const TargetInfo *target;
  bool byGroups;
};

/// The sources of a large tile that every slice has to recompute in part, so
/// that fewer slices are better.
class TileSources {
public:
  TileSources(mlir::Value tile, const SliceLimits &limits);

  /// True if matrix products are among them, whose slices share a factor.
  bool hasProducts() const { return numProducts; }
  /// True if all of these leave their accumulators in tensor memory.
  bool areInTensorMemory() const {
    return numProducts && numProducts == numInTensorMemory;
  }
  /// True if a loop with too many accumulators is among them.
  bool isCrowded() const { return sums > limits.sums; }
  /// True if a loop whose slices take turns is among them.
  bool takeTurns() const { return hasTurns; }
  bool areCut() const { return isCrowded() || takeTurns(); }
  /// The number of elements that a slice may have along a dimension of
  /// `extent`.
  int64_t fit(int64_t extent) const;

private:
  void add(MmaOp product);

  const SliceLimits &limits;
  /// Registers of the tile, or of all large tiles that a loop carries together.
  int64_t registers;
  /// Registers of all accumulators that a loop holds at once.
  int64_t sums = 0;
  unsigned numProducts = 0, numInTensorMemory = 0;
  bool hasTurns = false;
};

/// A tile cut into slices of `size` elements along `dim`.
struct TileCut {
  unsigned dim;
  int64_t size;
  /// True if slices are made side by side: a loop that carries the tile then
  /// carries all of them. Otherwise a loop makes one after another.
  bool isSideBySide = false;
};

/// The ways to cut a tile that an op with an effect uses, the best first; empty
/// if one slice suffices.
llvm::SmallVector<TileCut, 2> planCuts(mlir::RankedTensorType tile,
                                       const TileSources &sources);

} // namespace tessera::tileaa

#endif // TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_SLICEPLAN_H
