//===- RingOps.cpp - Rings of tileas --------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A ring is a bounded queue. One program fills and reads it, so that a verb which
// would have to wait for another one waits for ever.
//
//===----------------------------------------------------------------------===//

#include "../CommonOps.h"
#include "Placement.h"
#include "tessera/Dialect/TileAS/IR/Ops/Rings.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using namespace tessera::interp;

/// The stage of a verb's turn, where the verb `advance` is in order. Fails with
/// a fault otherwise.
template <typename Op>
static FailureOr<BufferStage>
findStage(Op op, Frame &frame,
          llvm::function_ref<std::string(RingQueue &, int64_t)> advance) {
  auto turn = int32_t(frame.tile(op.getTurn())[0]);
  if (turn < 0) {
    (void)frame.fail(op, "counts " + Twine(turn) +
                             " turns of a ring, of which there are 0 or more");
    return failure();
  }
  BufferStage stage = std::get<BufferStage>(frame.get(op.getRing()));
  std::string error = advance(*frame.sharedMemory.findRing(stage), turn);
  if (!error.empty()) {
    (void)frame.fail(op, error);
    return failure();
  }
  stage.stage = turn % op.getRing().getType().getStages();
  return stage;
}

static LogicalResult ring(RingOp op, Frame &frame) {
  BufferStage buffer = std::get<BufferStage>(frame.get(op.getBuffer()));
  frame.sharedMemory.openRing(buffer.buffer);
  frame.set(op.getRing(), buffer);
  return success();
}

static LogicalResult acquire(AcquireOp op, Frame &frame) {
  FailureOr<BufferStage> stage =
      findStage(op, frame, [](RingQueue &queue, int64_t turn) {
        return queue.acquire(turn);
      });
  if (failed(stage))
    return failure();
  frame.sharedMemory.empty(*stage);
  frame.set(op.getStage(), *stage);
  return success();
}

static LogicalResult commit(CommitOp op, Frame &frame) {
  SmallVector<uint64_t> copies;
  for (mlir::Value copy : op.getCopies())
    if (uint64_t number = frame.tile(copy)[0])
      copies.push_back(number);
  bool isEmpty = copies.empty() && !op.getCopies().empty();
  FailureOr<BufferStage> stage =
      findStage(op, frame, [&](RingQueue &queue, int64_t turn) {
        return queue.commit(turn, isEmpty);
      });
  if (failed(stage))
    return failure();
  frame.sharedMemory.commitCopies(*stage, copies);
  return success();
}

static LogicalResult wait(WaitOp op, Frame &frame) {
  FailureOr<BufferStage> stage =
      findStage(op, frame, [](RingQueue &queue, int64_t turn) {
        return queue.wait(turn);
      });
  if (failed(stage) || failed(frame.sharedMemory.endCopies(*stage)))
    return failure();
  frame.set(op.getStage(), *stage);
  if (mlir::Value token = op.getResultToken())
    frame.set(token, frame.sharedMemory.getEndOfReads());
  return success();
}

static LogicalResult release(ReleaseOp op, Frame &frame) {
  return findStage(op, frame, [](RingQueue &queue, int64_t turn) {
    return queue.release(turn);
  });
}

LogicalResult interp::checkFills(Operation *op, mlir::Value buffer,
                                 Frame &frame) {
  BufferStage stage = std::get<BufferStage>(frame.get(buffer));
  const RingQueue *queue = frame.sharedMemory.findRing(stage);
  if (!queue || queue->isAcquired(stage.stage))
    return success();
  return frame.fail(op, "fills a stage of a ring that is not between its "
                        "'acquire' and its 'commit'");
}

void interp::addRingOps(OpTable &table) {
  table.add<acquire>();
  table.add<commit>();
  table.add<release>();
  table.add<ring>();
  table.add<wait>();
}
