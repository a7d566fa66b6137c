//===- TileASShared.cpp - Tiles in shared memory, and copies to it --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferEffects.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/MBarriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/IR/SharedBuffers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

void tileas::addEffects(BufferAccessOpInterface op, Effects &effects) {
  for (const BufferAccess &access : op.getBufferAccesses()) {
    MemoryEffects::Effect *effect = MemoryEffects::Read::get();
    if (access.kind == BufferAccess::Kind::Write)
      effect = MemoryEffects::Write::get();
    effects.emplace_back(effect, access.buffer);
  }
}

LogicalResult tileas::verifyOneStage(Operation *op, BufferType type) {
  if (type.getStages() == 1)
    return success();
  return op->emitOpError("takes one stage of a ring, which tileas.slice gives, "
                         "not ")
         << type;
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// Threads move a whole tile between their registers and the buffer.
static BufferAccess moveTile(OpOperand &buffer, BufferAccess::Kind kind,
                             Executor executor, Type tile) {
  BufferAccess access{&buffer, kind, executor};
  access.tile = dyn_cast<RankedTensorType>(tile);
  return access;
}

LogicalResult AllocSharedOp::verify() {
  if (getBuffer().getType().getSpace() == MemorySpace::Shared)
    return success();
  return emitOpError("allocates shared memory, not ") << getBuffer().getType();
}

Value tileas::makeBuffer(OpBuilder &builder, Location loc, BufferType type) {
  auto buffer =
      AllocSharedOp::create(builder, loc, type, /*offset=*/IntegerAttr());
  if (isa<MBarrierType>(type.getElementType()))
    MBarrierInitOp::create(builder, loc, buffer);
  return buffer;
}

/// A buffer holds a value with the same element type and the same number of
/// elements.
static LogicalResult verifyBuffer(Operation *op, Type value, Value buffer,
                                  bool mayReshape = false) {
  auto type = cast<BufferType>(buffer.getType());
  auto tile = dyn_cast<RankedTensorType>(value);
  int64_t elements = tile ? tile.getNumElements() : 1;
  if (getElementTypeOrSelf(value) != type.getElementType() ||
      elements != type.getNumElements())
    return op->emitOpError("moves ") << value << " through " << type;
  if (type.getLayout() && !mayReshape &&
      (!tile || tile.getShape() != type.getShape()))
    return op->emitOpError("moves ") << value << " through " << type
                                     << ", whose layout is for another shape";
  return verifyOneStage(op, type);
}

LogicalResult SharedStoreOp::verify() {
  return verifyBuffer(*this, getValue().getType(), getBuffer());
}

SmallVector<BufferAccess> SharedStoreOp::getBufferAccesses() {
  return {moveTile(getBufferMutable(), BufferAccess::Kind::Write,
                   Executor::Owner, getValue().getType())};
}

void SharedStoreOp::getEffects(Effects &effects) { addEffects(*this, effects); }

/// A tile of the same rank may be the beginning of the buffer's contents.
LogicalResult SharedLoadOp::verify() {
  BufferType buffer = getBuffer().getType();
  auto tile = dyn_cast<RankedTensorType>(getType());
  if (tile && tile.getElementType() == buffer.getElementType() &&
      isBeginning(tile.getShape(), buffer.getShape()))
    return verifyOneStage(*this, buffer);
  return verifyBuffer(*this, getType(), getBuffer());
}

SmallVector<BufferAccess> SharedLoadOp::getBufferAccesses() {
  return {moveTile(getBufferMutable(), BufferAccess::Kind::Read, Executor::All,
                   getType())};
}

void SharedLoadOp::getEffects(Effects &effects) { addEffects(*this, effects); }

/// The buffer holds one box of a tile that is cut into such boxes.
static LogicalResult verifyBox(Operation *op, RankedTensorType tile,
                               BufferType buffer, ArrayRef<int64_t> starts) {
  bool isBox = tile.getElementType() == buffer.getElementType() &&
               tile.getRank() == int64_t(buffer.getShape().size()) &&
               tile.getRank() == int64_t(starts.size());
  if (isBox)
    for (auto [start, extent, whole] :
         llvm::zip_equal(starts, buffer.getShape(), tile.getShape()))
      isBox &= start >= 0 && start % extent == 0 && start + extent <= whole;
  if (isBox)
    return verifyOneStage(op, buffer);
  return op->emitOpError("moves a box of ")
         << tile << " that begins at [" << starts << "] through " << buffer;
}

LogicalResult StoreBoxOp::verify() {
  return verifyBox(*this, getValue().getType(), getBuffer().getType(),
                   getStarts());
}

SmallVector<BufferAccess> StoreBoxOp::getBufferAccesses() {
  return {{&getBufferMutable(), BufferAccess::Kind::Write, Executor::Owner}};
}

void StoreBoxOp::getEffects(Effects &effects) { addEffects(*this, effects); }

LogicalResult LoadBoxOp::verify() {
  return verifyBox(*this, getType(), getBuffer().getType(), getStarts());
}

SmallVector<BufferAccess> LoadBoxOp::getBufferAccesses() {
  return {{&getBufferMutable(), BufferAccess::Kind::Read, Executor::All}};
}

void LoadBoxOp::getEffects(Effects &effects) { addEffects(*this, effects); }

//===----------------------------------------------------------------------===//
// Asynchronous copies
//===----------------------------------------------------------------------===//

LogicalResult AsyncCopyOp::verify() {
  auto tile = dyn_cast<RankedTensorType>(getTile());
  if (!tile)
    return emitOpError("copies a tile, not ") << getTile();
  if (getBuffer().getType().getSpace() != MemorySpace::Shared)
    return emitOpError("copies to shared memory, not ")
           << getBuffer().getType();
  if (failed(verifyBuffer(*this, tile, getBuffer(), /*mayReshape=*/true)))
    return failure();
  return tileaa::verifyAccess(*this);
}

SmallVector<BufferAccess> AsyncCopyOp::getBufferAccesses() {
  BufferAccess access = moveTile(getBufferMutable(), BufferAccess::Kind::Write,
                                 Executor::Owner, getTile());
  access.part = BufferAccess::Part::Begin;
  access.completion = CompletionKind::Group;
  access.width = getWidth();
  return {access};
}

void AsyncCopyOp::getEffects(Effects &effects) {
  addEffects(*this, effects);
  effects.emplace_back(MemoryEffects::Read::get());
}

LogicalResult WaitGroupOp::verify() {
  if (auto pending = static_cast<int64_t>(getPending()); pending < 0)
    return emitOpError("lets 0 groups or more be under way, not ") << pending;
  return success();
}

SmallVector<BufferAccess> WaitGroupOp::getBufferAccesses() {
  SmallVector<BufferAccess> accesses;
  for (OpOperand &buffer : getBuffersMutable())
    accesses.push_back({&buffer, BufferAccess::Kind::Write, Executor::Owner,
                        BufferAccess::Part::End});
  return accesses;
}

void WaitGroupOp::getEffects(Effects &effects) { addEffects(*this, effects); }

/// Each thread waits for the phase itself, and needs no barrier after that.
SmallVector<BufferAccess> WaitPhaseOp::getBufferAccesses() { return {}; }

LogicalResult WaitPhaseOp::verify() {
  if (getPhases().empty())
    return emitOpError("waits for no phase");
  if (getPhases().size() > 1 && getResultToken())
    return emitOpError("gives a token, but waits for several phases");
  return success();
}

void WaitPhaseOp::getEffects(Effects &effects) {
  // A wait must not be moved or erased, whatever it waits for.
  for (OpOperand &buffer : getBuffersMutable())
    effects.emplace_back(MemoryEffects::Write::get(), &buffer);
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}
