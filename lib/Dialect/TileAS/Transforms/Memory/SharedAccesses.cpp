//===- SharedAccesses.cpp - Accesses to shared memory that conflict -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedAccesses.h"
#include "FactorStores.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/IR/BufferViews.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// The bytes that an origin may refer to: [first, second).
static std::pair<int64_t, int64_t> getBytes(BufferOrigin origin) {
  BufferType type = origin.alloc.getBuffer().getType();
  int64_t begin = origin.alloc.getOffset().value();
  if (!origin.stage || origin.stage->base)
    return {begin, begin + type.getSizeInBytes()};
  begin += origin.stage->offset * type.getStageBytes();
  return {begin, begin + type.getStageBytes()};
}

/// True if two origins are always different stages of one ring.
static bool areOtherStages(const BufferOrigin &a, const BufferOrigin &b) {
  return a.alloc == b.alloc && a.stage && b.stage &&
         a.stage->base == b.stage->base && a.stage->offset != b.stage->offset;
}

/// The tile of an access if it is all of the buffer, and every thread, or one warp for
/// all, moves elements of its own, by the time the op is over.
static RankedTensorType getOwnTile(const BufferAccess &access) {
  RankedTensorType tile = access.tile;
  // One warp hands it on to one thread of its own.
  if (access.executor == Executor::One)
    return tile;
  if (!tile || !tile.getEncoding() ||
      access.part != BufferAccess::Part::Whole ||
      (access.executor != Executor::All && access.executor != Executor::Owner))
    return {};
  auto buffer = cast<BufferType>(access.buffer->get().getType());
  // ldmatrix brings a lane what others have stored.
  if (tile.getShape() != buffer.getShape() ||
      getSharedRead(buffer, tile).row > 1)
    return {};
  const LinearLayout &layout = getLinearLayout(tile);
  bool isOwn = layout.freeBits(kLane) == 0 && layout.freeBits(kWarp) == 0;
  return isOwn ? tile : RankedTensorType();
}

bool SharedAccess::conflictsWith(const SharedAccess &other) const {
  if ((!isWrite && !other.isWrite) || areOtherStages(origin, other.origin))
    return false;
  // A thread has the same elements of each stage of a buffer.
  if (ownTile && ownTile == other.ownTile && origin.alloc == other.origin.alloc)
    return false;
  auto [begin, end] = getBytes(origin);
  auto [otherBegin, otherEnd] = getBytes(other.origin);
  return begin < otherEnd && otherBegin < end;
}

SharedAccess SharedAccess::inNextIteration(Operation *loop) const {
  SharedAccess next = *this;
  next.origin = origin.inNextIteration(loop);
  return next;
}

SmallVector<SharedAccess>
tileas::getSharedAccesses(Operation *op, const BufferOrigins &origins) {
  SmallVector<SharedAccess> accesses;
  auto accessing = dyn_cast<BufferAccessOpInterface>(op);
  if (!accessing)
    return accesses;
  for (const BufferAccess &access : accessing.getBufferAccesses())
    for (const BufferOrigin &origin : origins.lookup(access.buffer->get()))
      accesses.push_back({origin, access.kind == BufferAccess::Kind::Write,
                          access.part, getOwnTile(access)});
  return accesses;
}

bool tileas::storesTiles(Operation *op) {
  return onlyAccesses(op, [](const BufferAccess &access) {
    return access.tile && access.kind == BufferAccess::Kind::Write &&
           access.part == BufferAccess::Part::Whole;
  });
}

FactorStores::FactorStores(KernelOpInterface kernel) {
  WalkResult unplaced = kernel->walk([](AllocSharedOp buffer) {
    return buffer.getOffset() ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (!unplaced.wasInterrupted())
    origins = std::make_unique<BufferOrigins>(kernel);
}

FactorStores::~FactorStores() = default;

bool FactorStores::overwrites(Operation *op, Operation *product,
                              Operation *next) const {
  if (!storesTiles(op))
    return false;
  if (!origins)
    return true;
  SmallVector<SharedAccess> factors = getSharedAccesses(product, *origins);
  return llvm::any_of(
      getSharedAccesses(op, *origins), [&](const SharedAccess &store) {
        SharedAccess later = next ? store.inNextIteration(next) : store;
        return llvm::any_of(factors, [&](const SharedAccess &factor) {
          return later.conflictsWith(factor);
        });
      });
}
