//===- BoundsMemory.cpp - Bounds of elements in memory --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bounds are stored beside the elements in memory: an observer of the accesses
// writes and reads them. The address of an access must be decided.
//
//===----------------------------------------------------------------------===//

#include "../Access.h"
#include "../Bounds/MemoryBounds.h"
#include "BoundsRules.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Atomics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Multimem.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/ViewAccess.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

//===----------------------------------------------------------------------===//
// Observers
//===----------------------------------------------------------------------===//

namespace {
/// Observes each element of the accesses of one operation.
class ElementObserver : public AccessObserver {
public:
  ElementObserver(Operation *op, Frame &frame, Format format)
      : op(op), memory(frame.machine.config.bounds->getMemory()),
        mode(modeOf(frame)), format(format), frame(frame) {
    frame.accessObserver = this;
  }
  ~ElementObserver() override { frame.accessObserver = nullptr; }

  void accessed(int64_t index, int64_t count, Place first,
                uint64_t stride) override {
    for (int64_t i = 0; i < count; ++i)
      visit(index + i, numberOf(placeInRun(first, i, stride, format)));
  }
  std::unique_lock<std::mutex> lockUpdate() override {
    return std::unique_lock<std::mutex>(memory.updates);
  }
  void updated(int64_t index, Place place, uint64_t old) override {
    update(index, numberOf(place), old);
  }

protected:
  virtual void visit(int64_t index, uint64_t place) {}
  virtual void update(int64_t index, uint64_t place, uint64_t old) {}

  Operation *op;
  MemoryBounds &memory;
  BoundsMode mode;
  Format format;

private:
  static uint64_t numberOf(Place place) {
    return placeIn(place.address, place.isHighHalf);
  }

  Frame &frame;
};

class Loading : public ElementObserver {
public:
  Loading(Operation *op, Frame &frame, Format format, int64_t count)
      : ElementObserver(op, frame, format), isLoaded(count) {}

  /// The elements that have been read, and the bounds of those that are not
  /// exact.
  llvm::BitVector isLoaded;
  SmallVector<std::pair<int64_t, ElementBounds>> found;

private:
  void visit(int64_t index, uint64_t place) override {
    isLoaded.set(index);
    if (std::optional<ElementBounds> x = memory.load(place, format, op))
      found.emplace_back(index, *x);
  }
};

class Storing : public ElementObserver {
public:
  Storing(Operation *op, Frame &frame, const Tile &value)
      : ElementObserver(op, frame, value.getFormat()), value(value) {}

private:
  void visit(int64_t index, uint64_t place) override {
    memory.store(place, format, boundsAt(value, index), op);
  }

  const Tile &value;
};

/// Combines elements in memory with those of a tile.
class Modifying : public ElementObserver {
public:
  Modifying(Operation *op, Frame &frame, AtomicRMWMode how, const Tile &arg)
      : ElementObserver(op, frame, arg.getFormat()), how(how), arg(arg) {}

  /// Bounds of the old elements in memory that were not exact.
  SmallVector<std::pair<int64_t, ElementBounds>> found;

private:
  void update(int64_t index, uint64_t place, uint64_t old) override {
    ElementBounds term = boundsAt(arg, index);
    // The sum so far depends on the order of the additions.
    if (how == AtomicRMWMode::AddF) {
      memory.addTo(place, format, old, term, mode, op);
      found.emplace_back(index, undecided(op));
      return;
    }
    std::optional<ElementBounds> before = memory.load(place, format, op);
    if (before)
      found.emplace_back(index, *before);
    if (how == AtomicRMWMode::Xchg)
      memory.store(place, format, term, op);
    else
      memory.store(place, format,
                   before || !isExact(term) ? undecided(op) : exactly(old), op);
  }

  AtomicRMWMode how;
  const Tile &arg;
};

/// Compares elements in memory with those of a tile and exchanges them.
class Exchanging : public ElementObserver {
public:
  Exchanging(AtomicCASTkoOp op, Frame &frame)
      : ElementObserver(op, frame, elementFormatOf(op.getVal().getType())),
        cmp(frame.tile(op.getCmp())), val(frame.tile(op.getVal())) {}

  SmallVector<std::pair<int64_t, ElementBounds>> found;

private:
  void update(int64_t index, uint64_t place, uint64_t old) override {
    ElementBounds expected = boundsAt(cmp, index);
    std::optional<ElementBounds> before = memory.load(place, format, op);
    if (before)
      found.emplace_back(index, *before);
    if (before || !isExact(expected))
      memory.store(place, format, undecided(op), op);
    else if (old == expected.lo)
      memory.store(place, format, boundsAt(val, index), op);
  }

  const Tile &cmp, &val;
};
} // namespace

//===----------------------------------------------------------------------===//
// Addresses of accesses
//===----------------------------------------------------------------------===//

/// Checks the address of accesses through pointers whose mask, if any, is set.
static LogicalResult checkPlace(Operation *op, Frame &frame,
                                mlir::Value pointers, mlir::Value mask) {
  if (mask && failed(checkDecided(op, frame, mask, "the mask")))
    return failure();
  return checkDecided(op, frame, pointers, "the address");
}

static LogicalResult checkIndex(Operation *op, Frame &frame,
                                ValueRange indices) {
  return checkDecided(op, frame, indices, "the index");
}

/// Gives the result's elements the bounds that were found.
static void setFound(mlir::Value result, Frame &frame,
                     ArrayRef<std::pair<int64_t, ElementBounds>> found) {
  BoundsBuilder builder(frame.tile(result));
  for (const auto &[index, x] : found)
    builder.set(index, x);
  frame.set(result, std::move(builder).finish());
}

//===----------------------------------------------------------------------===//
// The rules
//===----------------------------------------------------------------------===//

/// Elements that are not loaded are the padding; without one they are
/// unspecified, and so never decided.
static Flow loadPtr(Operation *operation, Frame &frame, Handler run) {
  auto op = cast<LoadPtrTkoOp>(operation);
  if (failed(checkPlace(op, frame, op.getSource(), op.getMask())))
    return Flow::Stop;
  const Tile &pointers = frame.tile(op.getSource());
  Format format = elementFormatOf(op.getResult().getType());
  Loading loading(op, frame, format, pointers.size());
  Flow flow = run(op, frame);
  if (flow != Flow::Next)
    return flow;
  for (int64_t i = 0; i < pointers.size(); ++i)
    if (!loading.isLoaded[i])
      loading.found.emplace_back(
          i, op.getPaddingValue()
                 ? boundsAt(frame.tile(op.getPaddingValue()), i)
                 : undecided(op));
  setFound(op.getResult(), frame, loading.found);
  return flow;
}

template <typename Op>
static Flow loadView(Operation *operation, Frame &frame, Handler run) {
  auto op = cast<Op>(operation);
  if (failed(checkIndex(op, frame, op.getIndex())))
    return Flow::Stop;
  const auto &view = std::get<interp::TiledView>(frame.get(op.getView()));
  int64_t count = numElements(view.tileShape);
  Loading loading(op, frame, view.tensor.format, count);
  Flow flow = run(op, frame);
  if (flow != Flow::Next)
    return flow;
  if (!view.padding)
    for (int64_t i = 0; i < count; ++i)
      if (!loading.isLoaded[i])
        loading.found.emplace_back(i, undecided(op));
  setFound(op.getTile(), frame, loading.found);
  return flow;
}

static Flow storePtr(Operation *operation, Frame &frame, Handler run) {
  auto op = cast<StorePtrTkoOp>(operation);
  if (failed(checkPlace(op, frame, op.getDestination(), op.getMask())))
    return Flow::Stop;
  Storing storing(op, frame, frame.tile(op.getValue()));
  return run(op, frame);
}

template <typename Op>
static Flow storeView(Operation *operation, Frame &frame, Handler run) {
  auto op = cast<Op>(operation);
  if (failed(checkIndex(op, frame, op.getIndex())))
    return Flow::Stop;
  Storing storing(op, frame, frame.tile(op.getTile()));
  return run(op, frame);
}

/// The result is unspecified where the mask is 0.
static Flow atomicRMW(Operation *operation, Frame &frame, Handler run) {
  auto op = cast<AtomicRMWTkoOp>(operation);
  if (failed(checkPlace(op, frame, op.getPointers(), op.getMask())))
    return Flow::Stop;
  Modifying modifying(op, frame, op.getMode(), frame.tile(op.getArg()));
  Flow flow = run(op, frame);
  if (flow != Flow::Next)
    return flow;
  if (op.getMask()) {
    const Tile &mask = frame.tile(op.getMask());
    for (int64_t i = 0; i < mask.size(); ++i)
      if (!mask[i])
        modifying.found.emplace_back(i, undecided(op));
  }
  setFound(op.getResult(), frame, modifying.found);
  return flow;
}

/// The result is `cmp` where the mask is 0.
static Flow atomicCAS(Operation *operation, Frame &frame, Handler run) {
  auto op = cast<AtomicCASTkoOp>(operation);
  if (failed(checkPlace(op, frame, op.getPointers(), op.getMask())))
    return Flow::Stop;
  Exchanging exchanging(op, frame);
  Flow flow = run(op, frame);
  if (flow != Flow::Next)
    return flow;
  if (op.getMask()) {
    const Tile &mask = frame.tile(op.getMask());
    for (int64_t i = 0; i < mask.size(); ++i)
      if (!mask[i])
        exchanging.found.emplace_back(i, boundsAt(frame.tile(op.getCmp()), i));
  }
  setFound(op.getResult(), frame, exchanging.found);
  return flow;
}

static Flow atomicRedView(Operation *operation, Frame &frame, Handler run) {
  auto op = cast<AtomicRedViewTkoOp>(operation);
  if (failed(checkIndex(op, frame, op.getIndex())))
    return Flow::Stop;
  Modifying modifying(op, frame, op.getMode(), frame.tile(op.getValue()));
  return run(op, frame);
}

static Flow multimemReduce(Operation *operation, Frame &frame, Handler run) {
  auto op = cast<MultimemReduceViewTkoOp>(operation);
  if (failed(checkIndex(op, frame, op.getIndex())))
    return Flow::Stop;
  Modifying modifying(op, frame,
                      getAtomicMode(op.getReduction(), op.getTile().getType()),
                      frame.tile(op.getTile()));
  return run(op, frame);
}

void interp::addMemoryBounds(BoundsTable &table) {
  table.add<LoadPtrTkoOp>(loadPtr);
  table.add<LoadViewTkoOp>(loadView<LoadViewTkoOp>);
  table.add<MultimemLoadReduceViewTkoOp>(loadView<MultimemLoadReduceViewTkoOp>);
  table.add<MultimemReduceViewTkoOp>(multimemReduce);
  table.add<MultimemStoreViewTkoOp>(storeView<MultimemStoreViewTkoOp>);
  table.add<StorePtrTkoOp>(storePtr);
  table.add<StoreViewTkoOp>(storeView<StoreViewTkoOp>);
  table.add<AtomicRMWTkoOp>(atomicRMW);
  table.add<AtomicCASTkoOp>(atomicCAS);
  table.add<AtomicRedViewTkoOp>(atomicRedView);
}
