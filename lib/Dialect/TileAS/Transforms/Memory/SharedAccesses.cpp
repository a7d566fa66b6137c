//===- SharedAccesses.cpp - Accesses to shared memory that conflict -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedAccesses.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"

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

/// The tile of an access if it is all of the buffer, and every thread moves
/// elements of its own, by the time the op is over.
static RankedTensorType getOwnTile(const BufferAccess &access) {
  RankedTensorType tile = access.tile;
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
  return {origin.inNextIteration(loop), isWrite, part, ownTile};
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

SmallVector<SharedAccess>
tileas::getPhaseAccesses(Operation *op, const BufferOrigins &origins) {
  SmallVector<SharedAccess> accesses;
  auto add = [&](Value ring, Value turn, bool isWrite) {
    for (const BufferOrigin &origin : origins.lookup(ring))
      accesses.push_back({origin.atStage(getStageIndex(turn)), isWrite});
  };
  if (auto wait = dyn_cast<WaitPhaseOp>(op)) {
    for (Value end : wait.getPhases())
      if (auto phase = end.getDefiningOp<MBarrierPhaseOp>();
          phase && !phase.getPrevious())
        add(phase.getRing(), phase.getTurn(), /*isWrite=*/false);
  } else if (auto copy = dyn_cast<MachineCopyOpInterface>(op)) {
    if (copy.getRing())
      add(copy.getRing(), copy.getTurn(), /*isWrite=*/true);
  } else if (auto arrive = dyn_cast<MBarrierArriveOp>(op);
             arrive && arrive.getExecutor() == Executor::One) {
    add(arrive.getRing(), arrive.getTurn(), /*isWrite=*/true);
  }
  return accesses;
}
