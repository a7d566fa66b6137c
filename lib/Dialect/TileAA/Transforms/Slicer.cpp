//===- Slicer.cpp - Makes slices of tiles at another place ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Slicer.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "tessera/Target/RegisterBudget.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

//===----------------------------------------------------------------------===//
// SliceLimits
//===----------------------------------------------------------------------===//

SliceLimits::SliceLimits(int64_t maxRegisters, int64_t maxFactorBytes,
                         unsigned warps)
    : tile(maxRegisters), factorBytes(maxFactorBytes) {
  int64_t threads = int64_t(warps) * Capacities::threadsPerWarp;
  if (warps)
    tile = std::min(tile, threads * 2 * registers::kPerTileAndThread);
  slice = std::max<int64_t>(tile / registers::kSlicesPerTile, 1);
}

bool SliceLimits::isLarge(Type type) const {
  auto ranked = dyn_cast<RankedTensorType>(type);
  return ranked && countRegisters(ranked) > tile;
}

int64_t SliceLimits::fit(int64_t ofOne, int64_t extent) const {
  return std::clamp<int64_t>(slice / ofOne, 1, extent);
}

int64_t SliceLimits::fitFactors(int64_t ofOne, int64_t extent) const {
  // Where two are the least that there is room for, there is room for three
  // slices: one is multiplied while two are copied.
  int64_t most = factorBytes * 2 / 3 / ofOne;
  return std::clamp<int64_t>(llvm::bit_floor(uint64_t(most)), 1, extent);
}

//===----------------------------------------------------------------------===//
// Slicer
//===----------------------------------------------------------------------===//

FailureOr<Value> Slicer::get(Value tile, const TileSlice &slice) {
  // What is small as a whole is there.
  if (slice.isWhole(cast<RankedTensorType>(tile.getType()).getShape()) &&
      !limits.isLarge(tile.getType()))
    return tile;
  for (auto &[known, part] : slices[tile])
    if (known == slice)
      return part;
  Operation *op = tile.getDefiningOp();
  if (!op)
    return failure();
  FailureOr<SmallVector<Value>> parts = make(op, slice);
  if (failed(parts))
    return failure();
  for (auto [result, part] : llvm::zip(op->getResults(), *parts))
    slices[result].emplace_back(slice, part);
  return (*parts)[cast<OpResult>(tile).getResultNumber()];
}

FailureOr<SmallVector<Value>> Slicer::make(Operation *op,
                                           const TileSlice &slice) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto elements = cast<DenseElementsAttr>(constant.getValue());
    if (!elements.isSplat())
      return failure();
    return SmallVector<Value>{arith::ConstantOp::create(
        builder, op->getLoc(),
        elements.resizeSplat(slice.getType(constant.getType())))};
  }
  // A poison among them.
  if (op->hasTrait<OpTrait::Elementwise>() ||
      (op->getNumOperands() == 0 && isa<ub::UBDialect>(op->getDialect())))
    return sliceElementwise(builder, op, slice, getter());
  auto sliceable = dyn_cast<SliceOpInterface>(op);
  auto load = dyn_cast<LoadOp>(op);
  if (!sliceable || (load && !canMove(load, slice)))
    return failure();
  FailureOr<SmallVector<Value>> parts =
      sliceable.makeSlices(builder, slice, getter());
  if (load && succeeded(parts))
    loads[load].push_back(parts->front().getDefiningOp<LoadOp>());
  return parts;
}
