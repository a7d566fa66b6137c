//===- RingOps.cpp - Rings of tileas --------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A ring is a bounded queue. An agent that fills or reads one waits for the
// others; where one program fills and reads it, a verb that would have to wait
// for another one waits for ever.
//
//===----------------------------------------------------------------------===//

#include "../CommonOps.h"
#include "Agents.h"
#include "Placement.h"
#include "tessera/Dialect/TileAS/IR/Ops/Rings.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using namespace tessera::interp;

/// The number by which shared memory knows who executes an op.
static unsigned getExecutor(Operation *op) {
  Region *agent = getAgent(op);
  return agent ? agent->getRegionNumber() + 1 : 0;
}

/// Fails with a fault that names the ring.
static LogicalResult fail(RingOpInterface op, Frame &frame,
                          const Twine &message) {
  (void)frame.fail(op, message);
  frame.addNote(op.getRing().getLoc(), "the ring is made here");
  return failure();
}

static FailureOr<int64_t> getTurn(RingOpInterface op, Frame &frame) {
  auto turn = int32_t(frame.tile(op.getTurn())[0]);
  if (turn >= 0)
    return turn;
  (void)fail(op, frame,
             "counts " + Twine(turn) +
                 " turns of a ring, of which there are 0 or more");
  return failure();
}

static RingQueue &getQueue(RingOpInterface op, Frame &frame) {
  return *frame.sharedMemory.findRing(
      std::get<BufferStage>(frame.get(op.getRing())));
}

/// The stage of a turn.
static BufferStage getStage(RingOpInterface op, int64_t turn, Frame &frame) {
  BufferStage stage = std::get<BufferStage>(frame.get(op.getRing()));
  stage.stage = turn % cast<RingType>(op.getRing().getType()).getStages();
  return stage;
}

/// Waits until there is no reason against a verb. Other agents may run meanwhile;
/// without them, or if they wait as well, it is a fault.
static LogicalResult
waitUntilNone(RingOpInterface op, Frame &frame,
              llvm::function_ref<std::string()> findReason) {
  std::string reason = findReason();
  if (reason.empty())
    return success();
  if (!frame.agents)
    return fail(op, frame, "waits for ever " + reason);
  return frame.agents->waitFor({op, [&] { return findReason().empty(); },
                                [&] { return "waits here " + findReason(); },
                                op.getRing()});
}

/// The names of agents, "'a', 'b'".
static std::string nameAgents(Operation *op, RingQueue::Readers numbers) {
  std::string names;
  for (unsigned number = 1; number < 32; ++number)
    if (numbers >> number & 1) {
      auto agents = op->getParentOfType<AgentsOp>();
      names += (names.empty() ? "'" : ", '") +
               agents.getName(number - 1).str() + "'";
    }
  return names;
}

static LogicalResult ring(RingOp op, Frame &frame) {
  RingQueue::Readers readers = 0;
  for (Operation *user : op.getRing().getUsers())
    if (isa<WaitOp, ReleaseOp>(user))
      readers |= RingQueue::Readers(1) << getExecutor(user);
  BufferStage buffer = std::get<BufferStage>(frame.get(op.getBuffer()));
  frame.sharedMemory.openRing(buffer.buffer, readers);
  frame.set(op.getRing(), buffer);
  return success();
}

static LogicalResult acquire(AcquireOp op, Frame &frame) {
  FailureOr<int64_t> turn = getTurn(op, frame);
  if (failed(turn))
    return failure();
  RingQueue &queue = getQueue(op, frame);
  if (failed(waitUntilNone(op, frame, [&] {
        std::string reason = queue.whyNotAcquire(*turn);
        std::string missing = nameAgents(op, queue.getReadersLeft(*turn));
        return reason.empty() || missing.empty() ? reason
                                                 : reason + " by " + missing;
      })))
    return failure();
  queue.acquire(*turn);
  BufferStage stage = getStage(op, *turn, frame);
  frame.sharedMemory.empty(stage);
  frame.set(op.getStage(), stage);
  return success();
}

static LogicalResult commit(CommitOp op, Frame &frame) {
  FailureOr<int64_t> turn = getTurn(op, frame);
  if (failed(turn))
    return failure();
  SmallVector<uint64_t> copies;
  for (mlir::Value copy : op.getCopies())
    if (uint64_t number = frame.tile(copy)[0])
      copies.push_back(number);
  bool isNone = op.getCondition() && !frame.tile(op.getCondition())[0];
  std::string wrong = getQueue(op, frame).commit(*turn, isNone);
  if (isNone && !copies.empty())
    wrong = "leaves out a turn of a ring whose stage has been copied to";
  if (!wrong.empty())
    return fail(op, frame, wrong);
  frame.sharedMemory.commitCopies(getStage(op, *turn, frame), copies);
  return success();
}

static LogicalResult wait(WaitOp op, Frame &frame) {
  FailureOr<int64_t> turn = getTurn(op, frame);
  if (failed(turn))
    return failure();
  RingQueue &queue = getQueue(op, frame);
  unsigned reader = getExecutor(op);
  if (failed(waitUntilNone(op, frame,
                           [&] { return queue.whyNotWait(*turn, reader); })))
    return failure();
  std::string wrong = queue.wait(*turn, reader);
  if (!wrong.empty())
    return fail(op, frame, wrong);
  BufferStage stage = getStage(op, *turn, frame);
  if (failed(frame.sharedMemory.endCopies(stage)))
    return failure();
  frame.set(op.getStage(), stage);
  if (mlir::Value token = op.getResultToken())
    frame.set(token, frame.sharedMemory.getEndOfReads());
  return success();
}

static LogicalResult release(ReleaseOp op, Frame &frame) {
  FailureOr<int64_t> turn = getTurn(op, frame);
  if (failed(turn))
    return failure();
  std::string wrong = getQueue(op, frame).release(*turn, getExecutor(op));
  return wrong.empty() ? success() : fail(op, frame, wrong);
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
