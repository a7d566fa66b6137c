//===- Slicer.cpp - Makes slices of tiles at another place ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Slicer.h"
#include "LoopSlicer.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

Slicer::Slicer(OpBuilder builder, Block *block, const SliceLimits &limits,
               CanMove canMove)
    : builder(builder), block(block), limits(limits), canMove(canMove) {}

Slicer::~Slicer() = default;

FailureOr<Value> Slicer::get(Value tile, const TileSlice &slice) {
  // A tile that is small as a whole is not cut.
  if (slice.isWhole(cast<RankedTensorType>(tile.getType()).getShape()) &&
      !limits.isLarge(tile.getType()))
    return tile;
  for (auto &[known, part] : slices[tile])
    if (known == slice)
      return part;
  FailureOr<Value> part = failure();
  Operation *op = tile.getDefiningOp();
  if (!op) {
    part = getCarried(cast<BlockArgument>(tile), slice);
  } else if (isa<scf::ForOp>(op)) {
    part = getResult(cast<OpResult>(tile), slice);
  } else if (auto parts = make(op, slice); succeeded(parts)) {
    for (auto [result, part] : llvm::zip(op->getResults(), *parts))
      slices[result].emplace_back(slice, part);
    return (*parts)[cast<OpResult>(tile).getResultNumber()];
  }
  if (succeeded(part))
    slices[tile].emplace_back(slice, *part);
  return part;
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
  // This includes poison.
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
    addLoad(load, parts->front().getDefiningOp<LoadOp>());
  return parts;
}

void Slicer::addLoad(LoadOp load, LoadOp part) {
  loads[load].push_back(part);
  tokens.push_back(part.getResultToken());
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

FailureOr<Value> Slicer::getResult(OpResult result, const TileSlice &slice) {
  auto loop = cast<scf::ForOp>(result.getOwner());
  // In another block it would be recomputed more often.
  if (loop->getBlock() != block || !LoopSlicer::canRepeat(loop))
    return failure();
  auto known = llvm::find(loops, loop);
  size_t number = known - loops.begin();
  if (known == loops.end()) {
    loops.push_back(loop);
    loopSlicers.push_back(std::make_unique<LoopSlicer>(loop, *this));
  }
  // The carried values of a finished loop are fixed.
  if (!loopSlicers[number])
    return failure();
  return loopSlicers[number]->getResult(result, slice);
}

LogicalResult Slicer::makeLoops() {
  bool isAny = false;
  while (true) {
    // The inputs of a loop may come from an earlier loop, which then carries
    // more.
    LoopSlicer *last = nullptr;
    size_t number = 0;
    for (auto [i, each] : llvm::enumerate(loopSlicers))
      if (each && (!last || loops[number]->isBeforeInBlock(loops[i]))) {
        last = each.get();
        number = i;
      }
    if (!last)
      break;
    if (failed(last->makeLoop()))
      return failure();
    loopSlicers[number].reset();
    isAny = true;
  }
  // The inputs of a loop may be defined after the placeholders of its results.
  if (isAny)
    sortTopologically(builder.getBlock());
  return success();
}

void Slicer::replaceSlice(Value stand, Value part) {
  for (auto &[tile, parts] : slices)
    for (auto &[slice, known] : parts)
      if (known == stand)
        known = part;
  stand.replaceAllUsesWith(part);
  stand.getDefiningOp()->erase();
}

void Slicer::dropLoops() { loopSlicers.clear(); }

static SetVector<Value> findResults(ArrayRef<scf::ForOp> loops) {
  SetVector<Value> values;
  for (scf::ForOp loop : loops)
    for (Value result : loop.getResults())
      if (!isa<TokenType>(result.getType()))
        values.insert(result);
  return values;
}

SmallVector<StoreOp> Slicer::findStores() const {
  SetVector<Value> values = findResults(loops);
  SetVector<StoreOp> stores;
  for (size_t next = 0; next < values.size(); ++next)
    for (Operation *user : values[next].getUsers()) {
      if (auto store = dyn_cast<StoreOp>(user);
          store && user->getBlock() == block)
        stores.insert(store);
      else if (user->getNumRegions() == 0 && isMemoryEffectFree(user))
        values.insert_range(user->getResults());
    }
  SmallVector<StoreOp> inOrder = stores.takeVector();
  llvm::sort(inOrder, [](StoreOp lhs, StoreOp rhs) {
    return lhs->isBeforeInBlock(rhs);
  });
  return inOrder;
}

bool Slicer::areLoopsReplaced(ArrayRef<Operation *> roots) const {
  SetVector<Value> values = findResults(loops);
  for (size_t next = 0; next < values.size(); ++next)
    for (Operation *user : values[next].getUsers()) {
      // Other loops that are made anew carry it on.
      auto other = dyn_cast<scf::ForOp>(user);
      if (llvm::is_contained(roots, user) || isOpTriviallyDead(user) ||
          (other && llvm::is_contained(loops, other)))
        continue;
      if (user->getNumResults() == 0 || !slices.contains(user->getResult(0)))
        return false;
      values.insert_range(user->getResults());
    }
  return true;
}
