//===- ControlFlowOps.cpp - Branches and loops ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The laws are those of section "Control flow" of the Tile IR specification.
// A region runs to a terminator, whose kind travels outward as `Flow` until the
// operation that it is meant for takes it.
//
//===----------------------------------------------------------------------===//

#include "../Repetition.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

/// A terminator hands over its operands and says of which kind it is.
template <typename Op, Flow kind> static Flow leave(Op op, Frame &frame) {
  frame.handOver(op->getOperands());
  return kind;
}

/// Runs one branch, or none. A yield ends the branch; any other terminator is
/// meant for an operation further out.
static Flow ifOp(IfOp op, Frame &frame) {
  Region &branch = frame.tile(op.getCondition())[0] ? op.getThenRegion()
                                                    : op.getElseRegion();
  if (branch.empty())
    return Flow::Next;
  Flow flow = frame.run(branch.front());
  if (flow != Flow::Yield)
    return flow;
  frame.takeOver(op.getResults());
  return Flow::Next;
}

/// Runs the body until a break, whose operands are the results.
static Flow loop(LoopOp op, Frame &frame) {
  Block &body = op.getRegion().front();
  frame.handOver(op.getInitValues());
  Repetition repetition(op, frame);
  while (true) {
    frame.takeOver(body.getArguments());
    Flow flow = frame.run(body);
    if (flow == Flow::Break) {
      frame.takeOver(op.getResults());
      return Flow::Next;
    }
    if (flow != Flow::Continue)
      return flow;
    if (failed(repetition.next()))
      return Flow::Stop;
  }
}

/// Runs the body for iv = lower, lower + step, ... while iv < upper, over the
/// integers: the counter never wraps. The step is positive; `unsigned` reads
/// the bounds as unsigned.
static Flow forOp(ForOp op, Frame &frame) {
  Block &body = op.getRegion().front();
  const Tile lower = frame.tile(op.getLowerBound());
  const Tile upper = frame.tile(op.getUpperBound());
  int64_t step = frame.tile(op.getStep()).signedAt(0);
  if (step <= 0 &&
      failed(frame.violates(&Checks::assume, op,
                            "the step of a for loop is " + Twine(step) +
                                ", but must be positive")))
    return Flow::Stop;
  // With the sign flipped, numbers compare as unsigned ones, and the distance
  // of the counter from its bound cannot overflow.
  uint64_t flip = op.getUnsignedCmp() ? 0 : uint64_t(1) << 63;
  auto read = [&](const Tile &bound) {
    return op.getUnsignedCmp()
               ? bound[0]
               : static_cast<uint64_t>(bound.signedAt(0)) ^ flip;
  };
  uint64_t counter = read(lower), end = read(upper);
  Format format = lower.getFormat();
  uint64_t mask = numerics::lowBits(lower.width());

  frame.handOver(op.getInitValues());
  for (bool more = counter < end; more;) {
    frame.set(op.getInductionVar(),
              Tile::scalar(format, (counter ^ flip) & mask));
    frame.takeOver(op.getRegionIterValues());
    Flow flow = frame.run(body);
    if (flow != Flow::Continue)
      return flow;
    more = step > 0 && end - counter > static_cast<uint64_t>(step);
    counter += step;
  }
  frame.takeOver(op.getResults());
  return Flow::Next;
}

/// Prints the message and the place of each element that is 0. The tile block
/// goes on, but the launch counts as failed.
static LogicalResult assertOp(AssertOp op, Frame &frame) {
  const Tile &condition = frame.tile(op.getCondition());
  for (int64_t i = 0; i < condition.size(); ++i) {
    if (condition[i])
      continue;
    std::string message = "assertion failed: " + op.getMessage().str() +
                          frame.placeOf(i, condition.getShape());
    frame.printer() << message << '\n';
    frame.noteFailedAssert(op, message);
  }
  return success();
}

void interp::addControlFlowOps(OpTable &table) {
  table.add<assertOp>();
  table.add<forOp>();
  table.add<ifOp>();
  table.add<leave<BreakOp, Flow::Break>>();
  table.add<leave<ContinueOp, Flow::Continue>>();
  table.add<leave<ReturnOp, Flow::Return>>();
  table.add<leave<YieldOp, Flow::Yield>>(Kind::Elementwise);
  table.add<loop>();
}
