//===- SlicePlan.h - Which tiles are cut, and how ---------------*- C++ -*-===//
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

/// Which tiles are large, and how much of one a slice may take.
struct SliceLimits {
  /// For a kernel of so many warps, 0 where their number is free, on a GPU if
  /// one is known.
  SliceLimits(int64_t maxRegisters, int64_t maxFactorBytes, unsigned warps,
              const TargetInfo *target);

  bool isLarge(mlir::Type type) const;
  template <typename Range> bool isAnyLarge(Range types) const {
    return llvm::any_of(types, [&](mlir::Type type) { return isLarge(type); });
  }
  /// Whether the sums that an iteration holds at once leave no registers.
  bool isCrowded(mlir::scf::ForOp loop) const;
  /// Whether shared memory has no room for what a product takes from there.
  bool needsSlices(MmaOp product) const;
  /// So many elements along K of a product that has to be cut have room there
  /// three times.
  int64_t fitDepth(MmaOp product) const;

  /// Registers of 32 bits in all threads together.
  int64_t tile, slice;
  /// Those of all sums of products that are live at once.
  int64_t sums;
  /// Bytes of both factors that a product may take from shared memory.
  int64_t factorBytes;

private:
  /// Those that it takes, in the formats that the GPU multiplies.
  int64_t countFactorBytes(MmaOp product) const;

  const TargetInfo *target;
};

/// What a large tile is made of that every slice of it has to make again in
/// part: as few slices as there can be are best.
class TileSources {
public:
  TileSources(mlir::Value tile, const SliceLimits &limits);

  /// Whether matrix products are among it, whose slices share a factor.
  bool hasProducts() const { return products; }
  /// Whether a loop is among it that is crowded with sums.
  bool isCrowded() const { return sums > limits.sums; }
  /// How many elements along a dimension of `extent` a slice may have.
  int64_t fit(int64_t extent) const;

private:
  const SliceLimits &limits;
  /// Of the tile, or of the large ones that a loop carries together.
  int64_t registers;
  /// Of all sums that a loop holds at once.
  int64_t sums = 0;
  bool products = false;
};

/// A tile cut into slices of `size` elements along `dim`.
struct TileCut {
  unsigned dim;
  int64_t size;
};

/// The ways to cut a tile that an op with an effect takes, the best first; none
/// where one slice is all.
llvm::SmallVector<TileCut, 2> planCuts(mlir::RankedTensorType tile,
                                       const TileSources &sources);

} // namespace tessera::tileaa

#endif // TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_SLICEPLAN_H
