//===- ControlFlowOps.cpp - Branches and loops ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements section "Control flow" of the Tile IR specification. A region runs
// to a terminator, whose kind travels outward as `Flow` until the operation
// that it is meant for takes it.
//
//===----------------------------------------------------------------------===//

#include "../CommonOps.h"
#include "../Schedule/Repetition.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Return.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Misc.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

/// Runs one branch, or none. A yield ends the branch; any other terminator is
/// meant for an operation further out.
static Flow ifOp(IfOp op, Frame &frame) {
  return runBranch(op, op.getCondition(), frame);
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

/// Runs the body for iv = lower, lower + step, ... while iv < upper.
static Flow forOp(ForOp op, Frame &frame) {
  CountedLoop loop{op,
                   op.getLowerBound(),
                   op.getUpperBound(),
                   op.getStep(),
                   op.getUnsignedCmp(),
                   op.getInitValues(),
                   op.getRegion().front()};
  return loop.run(frame, Flow::Continue);
}

/// Prints the message and the place of each element that is 0. The tile block
/// goes on, but the launch counts as failed.
static LogicalResult assertOp(AssertOp op, Frame &frame) {
  return checkAssertion(op, op.getCondition(), op.getMessage(), frame);
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
