//===- SharedAccesses.cpp - Accesses to shared memory that conflict -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedAccesses.h"

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

bool SharedAccess::conflictsWith(const SharedAccess &other) const {
  if ((!isWrite && !other.isWrite) || areOtherStages(origin, other.origin))
    return false;
  auto [begin, end] = getBytes(origin);
  auto [otherBegin, otherEnd] = getBytes(other.origin);
  return begin < otherEnd && otherBegin < end;
}

SharedAccess SharedAccess::inNextIteration(Operation *loop) const {
  return {origin.inNextIteration(loop), isWrite, part};
}

SmallVector<SharedAccess>
tileas::getSharedAccesses(Operation *op, const BufferOrigins &origins) {
  SmallVector<SharedAccess> accesses;
  auto accessing = dyn_cast<BufferAccessOpInterface>(op);
  if (!accessing)
    return accesses;
  for (const BufferAccess &access : accessing.getBufferAccesses())
    for (const BufferOrigin &origin : origins.lookup(access.buffer->get()))
      accesses.push_back(
          {origin, access.kind == BufferAccess::Kind::Write, access.part});
  return accesses;
}
