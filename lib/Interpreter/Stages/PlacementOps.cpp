//===- PlacementOps.cpp - Layouts and shared memory of tileas -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers do not matter for a tile: operations that move its elements from
// thread to thread are the identity. Each stage of a buffer in shared memory
// holds a tile, too, until another buffer that shares bytes with it is written;
// the value of a buffer says which one it is. Barriers do nothing here, as all
// threads of a block are one: the emulator's race detector and the oracles of
// place-barriers check what they separate.
//
//===----------------------------------------------------------------------===//

#include "../CommonOps.h"
#include "../Elements.h"
#include "../Reduction.h"
#include "Agents.h"
#include "Placement.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Dialect/TileAS/IR/Ops/Scratch.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/IR/Ops/Views.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using namespace tessera::interp;

/// convert_layout and publish: the same tile.
template <typename Op> static LogicalResult identity(Op op, Frame &frame) {
  frame.set(op.getResult(), interp::Value(frame.get(op.getValue())));
  return success();
}

static LogicalResult barrier(BarrierOp, Frame &) { return success(); }

static LogicalResult clusterBarrier(ClusterBarrierOp, Frame &) {
  return success();
}

static LogicalResult copyBarrier(CopyBarrierOp, Frame &) { return success(); }

static LogicalResult groupTurn(GroupTurnOp, Frame &) { return success(); }

static LogicalResult schedBarrier(SchedBarrierOp, Frame &) { return success(); }

static LogicalResult proxyFence(ProxyFenceOp, Frame &) { return success(); }

/// Combines the elements of a row that lie in one warp, by the body.
static LogicalResult warpReduce(WarpReduceOp op, Frame &frame) {
  const WarpParts &parts = frame.machine.program.getPlacement().getParts(op);
  ArrayRef<int64_t> shape = shapeOf(op->getResult(0));
  auto gather = [&](const Tile &tile, int64_t position) {
    Tile elements(shape, tile.getFormat());
    for (int64_t i = 0; i < parts.numResults; ++i)
      elements.copy(i, tile, parts.members[position * parts.numResults + i]);
    return elements;
  };
  Reduction reduction(op, frame, /*identities=*/{}, shape, parts.extent,
                      gather);
  FailureOr<Reduction::Partial> sum =
      reduction.combineAll(/*beginsWithIdentity=*/false);
  if (failed(sum))
    return failure();
  for (auto [result, tile] : llvm::zip_equal(op.getResults(), *sum))
    frame.set(result, std::move(tile));
  return success();
}

/// A buffer is empty until it is written.
static LogicalResult allocShared(AllocSharedOp op, Frame &frame) {
  unsigned buffer = frame.machine.program.getPlacement().numberOf(op);
  frame.sharedMemory.allocate(buffer);
  frame.set(op.getBuffer(), BufferStage{buffer, 0});
  return success();
}

static BufferStage stageOf(mlir::Value buffer, Frame &frame) {
  return std::get<BufferStage>(frame.get(buffer));
}

static LogicalResult slice(SliceOp op, Frame &frame) {
  auto count = int32_t(frame.tile(op.getCount())[0]);
  if (count < 0)
    return frame.fail(op, "counts " + Twine(count) +
                              " turns of a ring, of which there are 0 or more");
  BufferStage ring = stageOf(op.getRing(), frame);
  int64_t stages = op.getRing().getType().getStages();
  if (stages > 1)
    ring.stage = count % stages;
  frame.set(op.getStage(), ring);
  return success();
}

/// The elements are permuted where they are read.
static LogicalResult permuteBuffer(PermuteBufferOp op, Frame &frame) {
  BufferStage viewed = stageOf(op.getBuffer(), frame);
  viewed.order = op.getPermutation();
  frame.set(op.getResult(), viewed);
  return success();
}

/// The contents of a slot have memory of their own here, wherever the slot is.
static LogicalResult claimScratch(ClaimScratchOp op, Frame &frame) {
  frame.set(op.getResult(), Tile::scalar(Format::I64, 0));
  return success();
}

static LogicalResult releaseScratch(ReleaseScratchOp, Frame &) {
  return success();
}

static LogicalResult sharedStore(SharedStoreOp op, Frame &frame) {
  if (failed(checkFills(op, op.getBuffer(), frame)))
    return failure();
  const Tile &value = frame.tile(op.getValue());
  frame.sharedMemory.store(stageOf(op.getBuffer(), frame),
                           value.reshaped(shapeOf(op.getBuffer())));
  return success();
}

LogicalResult interp::checkHolds(Operation *op, mlir::Value buffer,
                                 Frame &frame) {
  if (auto *stage = std::get_if<BufferStage>(&frame.get(buffer)))
    if (const RingQueue *queue = frame.sharedMemory.findRing(*stage))
      if (!queue->isAwaited(stage->stage, frame.sharedMemory.getExecutor()))
        return frame.fail(op, "reads a stage of a ring that is not between its "
                              "'wait' and its 'release'");
  if (frame.find(buffer))
    return success();
  (void)frame.fail(op, "the buffer that is read here holds nothing: nobody has "
                       "stored there since its allocation, or a store to "
                       "another buffer at the same place has taken it");
  frame.addNote(buffer.getLoc(), "the buffer is allocated here");
  return failure();
}

static LogicalResult sharedLoad(SharedLoadOp op, Frame &frame) {
  if (failed(checkHolds(op, op.getBuffer(), frame)))
    return failure();
  const Tile &held = *frame.find(op.getBuffer());
  Shape shape(shapeOf(op.getResult()));
  if (isBeginning(shape, held.getShape()))
    frame.set(op.getResult(),
              elements::extract(held, Shape(shape.size()), shape));
  else
    frame.set(op.getResult(), held.reshaped(shape));
  return success();
}

static LogicalResult storeBox(StoreBoxOp op, Frame &frame) {
  if (failed(checkFills(op, op.getBuffer(), frame)))
    return failure();
  frame.sharedMemory.store(stageOf(op.getBuffer(), frame),
                           elements::extract(frame.tile(op.getValue()),
                                             op.getStarts(),
                                             shapeOf(op.getBuffer())));
  return success();
}

static LogicalResult loadBox(LoadBoxOp op, Frame &frame) {
  if (failed(checkHolds(op, op.getBuffer(), frame)))
    return failure();
  const Tile &held = *frame.find(op.getBuffer());
  Tile rest = op.getRest() ? frame.tile(op.getRest())
                           : Tile::splat(shapeOf(op.getResult()),
                                         held.getFormat(), /*bits=*/0);
  frame.set(op.getResult(), elements::insert(held, rest, op.getStarts()));
  return success();
}

static LogicalResult commitGroup(CommitGroupOp, Frame &frame) {
  frame.sharedMemory.commitCopies();
  return success();
}

static LogicalResult waitGroup(WaitGroupOp op, Frame &frame) {
  if (failed(frame.sharedMemory.endGroups(op.getPending())))
    return failure();
  if (mlir::Value token = op.getResultToken())
    frame.set(token, frame.sharedMemory.getEndOfReads());
  return success();
}

static LogicalResult waitPhase(WaitPhaseOp op, Frame &frame) {
  auto ends = llvm::map_to_vector(op.getPhases(), [&](mlir::Value phase) {
    return std::get<PhaseEnd>(frame.get(phase));
  });
  if (failed(waitForPhases(op, ends, op.getInTurn(), frame)))
    return failure();
  if (mlir::Value token = op.getResultToken())
    frame.set(token, frame.sharedMemory.getEndOfReads(ends.front().barrier));
  return success();
}

/// Prints scalars, tiles, and tiles in buffers.
static LogicalResult print(PrintOp op, Frame &frame) {
  for (mlir::Value arg : op.getArgs())
    if (isa<BufferType>(arg.getType()) && failed(checkHolds(op, arg, frame)))
      return failure();
  return printTiles(op, op.getFormat(), op.getArgs(), op.getToken(),
                    op.getResultToken(), frame, op.getInner());
}

void interp::addTileASPlacementOps(OpTable &table) {
  table.add<allocShared>();
  table.add<barrier>();
  table.add<clusterBarrier>();
  table.add<copyBarrier>();
  table.add<groupTurn>();
  table.add<proxyFence>();
  table.add<schedBarrier>();
  table.add<claimScratch>();
  table.add<commitGroup>();
  table.add<releaseScratch>();
  table.add<loadBox>();
  table.add<permuteBuffer>();
  table.add<storeBox>();
  table.add<identity<ConvertLayoutOp>>();
  table.add<identity<PublishOp>>();
  table.add<print>();
  table.add<sharedLoad>();
  table.add<sharedStore>();
  table.add<slice>();
  table.add<waitGroup>();
  table.add<waitPhase>();
  table.add<warpReduce>();
}
