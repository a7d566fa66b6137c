//===- Slicer.h - Makes slices of tiles at another place --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_SLICER_H
#define TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_SLICER_H

#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "tessera/Dialect/TileAA/IR/Ops/Memory.h"
#include "llvm/ADT/MapVector.h"

namespace tessera::tileaa {

/// Which tiles are large, and how much of one a slice may take.
struct SliceLimits {
  /// For a kernel of so many warps; 0 where their number is free.
  SliceLimits(int64_t maxRegisters, int64_t maxFactorBytes, unsigned warps);

  bool isLarge(mlir::Type type) const;
  template <typename Range> bool isAnyLarge(Range types) const {
    return llvm::any_of(types, [&](mlir::Type type) { return isLarge(type); });
  }
  /// How many times what takes `ofOne` registers a slice may hold, at most
  /// `extent` times.
  int64_t fit(int64_t ofOne, int64_t extent) const;
  /// Likewise for factors of a product and bytes of shared memory, a power of
  /// two.
  int64_t fitFactors(int64_t ofOne, int64_t extent) const;

  /// Registers of 32 bits in all threads together.
  int64_t tile, slice;
  /// Bytes of both factors that a product may take from shared memory.
  int64_t factorBytes;
};

/// The ops that make slices of values at one place, each slice once.
class Slicer {
public:
  /// `canMove` says whether a slice of a load may be made there.
  using CanMove = llvm::function_ref<bool(LoadOp load, const TileSlice &slice)>;
  Slicer(mlir::OpBuilder builder, const SliceLimits &limits, CanMove canMove)
      : builder(builder), limits(limits), canMove(canMove) {}

  mlir::FailureOr<mlir::Value> get(mlir::Value tile, const TileSlice &slice);

  GetSlice getter() { return getSlice; }
  mlir::OpBuilder &getBuilder() { return builder; }
  /// The loads of which slices were made, with these.
  using Loads = llvm::MapVector<LoadOp, llvm::SmallVector<LoadOp, 1>>;
  const Loads &getLoads() const { return loads; }

private:
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> make(mlir::Operation *op,
                                                       const TileSlice &slice);

  mlir::OpBuilder builder;
  const SliceLimits &limits;
  CanMove canMove;
  std::function<mlir::FailureOr<mlir::Value>(mlir::Value, const TileSlice &)>
      getSlice = [this](mlir::Value tile, const TileSlice &slice) {
        return get(tile, slice);
      };
  llvm::DenseMap<mlir::Value,
                 llvm::SmallVector<std::pair<TileSlice, mlir::Value>, 1>>
      slices;
  Loads loads;
};

} // namespace tessera::tileaa

#endif // TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_SLICER_H
