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
#include "../Terms/TermTable.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Return.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Misc.h"
#include "tessera/Interpreter/SymbolicRun.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

/// True if an `if` gives its results, and does nothing else.
static bool onlyComputes(IfOp op) {
  auto isToken = [](Type type) { return isa<TokenType>(type); };
  return isMemoryEffectFree(op) &&
         llvm::none_of(op.getResultTypes(), isToken) &&
         !op->walk([](Operation *inner) {
              return isa<BreakOp, ContinueOp, ReturnOp>(inner)
                         ? WalkResult::interrupt()
                         : WalkResult::advance();
            }).wasInterrupted();
}

/// A choice among results, by a condition that an open order may change: as that
/// changes nothing else, it is no decision of the run.
static Flow choose(IfOp op, Frame &frame) {
  const Tile condition = frame.tile(op.getCondition());
  frame.set(op.getCondition(), condition.withoutTerms());
  Flow flow = runBranch(op, op.getCondition(), frame);
  frame.set(op.getCondition(), condition);
  for (mlir::Value result : op.getResults())
    if (flow == Flow::Next)
      frame.set(result,
                opened(frame.tile(result), frame.symbolic()->getTable()));
  return flow;
}

/// Runs one branch, or none. A yield ends the branch; any other terminator is
/// meant for an operation further out.
static Flow ifOp(IfOp op, Frame &frame) {
  SymbolicRun *run = frame.symbolic();
  if (run && run->getTable().tracksOpenOrders() &&
      run->getTable().isOpened(frame.tile(op.getCondition()).elementAt(0)) &&
      onlyComputes(op))
    return choose(op, frame);
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
