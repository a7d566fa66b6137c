//===- StructureOps.cpp - Control flow, tokens and messages of tileaa -----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The structure of tileaa and tileas, which is that of `scf`.
//
//===----------------------------------------------------------------------===//

#include "../Access.h"
#include "../CommonOps.h"
#include "../Schedule/Repetition.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAA/IR/Ops/Globals.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAA/IR/Ops/Reductions.h"
#include "tessera/Dialect/TileAA/IR/Ops/Return.h"
#include "tessera/Dialect/TileAA/IR/Ops/Tokens.h"
#include "tessera/Dialect/TileAS/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAS/IR/Ops/Return.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

/// The address of the first element of the global.
static LogicalResult getGlobal(tileaa::GetGlobalOp op, Frame &frame) {
  uint64_t address = frame.machine.globals.lookup(op.getName());
  frame.set(op.getResult(), Tile::scalar(Format::I64, address));
  return success();
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

static Flow ifOp(scf::IfOp op, Frame &frame) {
  return runBranch(op, op.getCondition(), frame);
}

static Flow forOp(scf::ForOp op, Frame &frame) {
  CountedLoop loop{op,           op.getLowerBound(),  op.getUpperBound(),
                   op.getStep(), op.getUnsignedCmp(), op.getInitArgs(),
                   *op.getBody()};
  return loop.run(frame, Flow::Yield);
}

/// scf.condition: goes on with the second region of a while, or leaves the
/// loop. Either takes the other operands.
static Flow condition(scf::ConditionOp op, Frame &frame) {
  frame.handOver(op.getArgs());
  return frame.tile(op.getCondition())[0] ? Flow::Continue : Flow::Break;
}

/// Runs the two regions in turn until the condition, which ends the first, is
/// false.
static Flow whileOp(scf::WhileOp op, Frame &frame) {
  Block &before = op.getBefore().front(), &after = op.getAfter().front();
  frame.handOver(op.getInits());
  Repetition repetition(op, frame);
  while (true) {
    frame.takeOver(before.getArguments());
    Flow flow = frame.run(before);
    if (flow == Flow::Break) {
      frame.takeOver(op.getResults());
      return Flow::Next;
    }
    if (flow != Flow::Continue)
      return flow;
    frame.takeOver(after.getArguments());
    flow = frame.run(after);
    if (flow != Flow::Yield)
      return flow;
    if (failed(repetition.next()))
      return Flow::Stop;
  }
}

//===----------------------------------------------------------------------===//
// The grid
//===----------------------------------------------------------------------===//

static void setGridPoint(Operation *op, Frame &frame, const GridPoint &point) {
  for (auto [result, coordinate] : llvm::zip_equal(op->getResults(), point))
    frame.set(result, Tile::scalar(Format::I32, coordinate));
}

static LogicalResult blockId(tileaa::BlockIdOp op, Frame &frame) {
  setGridPoint(op, frame, frame.position);
  return success();
}

static LogicalResult ctaRank(tileaa::CtaRankOp op, Frame &frame) {
  frame.set(op.getRank(), Tile::scalar(Format::I32, frame.ctaRank));
  return success();
}

static LogicalResult numBlocks(tileaa::NumBlocksOp op, Frame &frame) {
  setGridPoint(op, frame, frame.machine.config.grid);
  return success();
}

//===----------------------------------------------------------------------===//
// Tokens, promises, messages
//===----------------------------------------------------------------------===//

/// Orders everything before its operands ahead of the users of its result.
template <typename Op> static LogicalResult token(Op op, Frame &frame) {
  frame.set(op.getResult(), joinTokens(op->getOperands(), frame));
  return success();
}

static LogicalResult keepLoop(tileaa::KeepLoopOp, Frame &) { return success(); }

static LogicalResult check(tileaa::AssumeOp op, Frame &frame) {
  const Tile &value = frame.tile(op.getValue());
  if (std::optional<uint64_t> divisor = op.getDivBy())
    if (failed(checkDivisible(
            op, frame, value, *divisor, op.getEvery().value_or(1),
            op.getAlong().value_or(0), op.getStep().value_or(1))))
      return failure();
  if (std::optional<ArrayRef<int64_t>> sizes = op.getSameElements())
    if (failed(checkSameElements(op, frame, value, *sizes)))
      return failure();
  return checkBounded(op, frame, value, op.getLower(), op.getUpper());
}

/// Passes the value on; a promise that does not hold is undefined behaviour.
static LogicalResult assume(tileaa::AssumeOp op, Frame &frame) {
  if (checksAssumptionOf(op.getValue(), frame) && failed(check(op, frame)))
    return failure();
  frame.set(op.getResult(), interp::Value(frame.tile(op.getValue())));
  return success();
}

template <typename Op> static LogicalResult assertOp(Op op, Frame &frame) {
  return checkAssertion(op, op.getCondition(), op.getMessage(), frame);
}

static LogicalResult print(tileaa::PrintOp op, Frame &frame) {
  return printTiles(op, op.getFormat(), op.getArgs(), op.getToken(),
                    op.getResultToken(), frame);
}

void interp::addTileAAStructureOps(OpTable &table) {
  table.add<assertOp<tileaa::AssertOp>>();
  table.add<assertOp<tileas::AssertOp>>();
  table.add<assume>();
  table.add<blockId>();
  table.add<condition>();
  table.add<forOp>();
  table.add<ifOp>();
  table.add<keepLoop>();
  table.add<leave<scf::YieldOp, Flow::Yield>>(Kind::Elementwise);
  table.add<leave<tileaa::ReturnOp, Flow::Return>>();
  table.add<leave<tileaa::YieldOp, Flow::Yield>>(Kind::Elementwise);
  table.add<leave<tileas::ReturnOp, Flow::Return>>();
  table.add<ctaRank>();
  table.add<numBlocks>();
  table.add<print>();
  table.add<getGlobal>();
  table.add<token<tileaa::FenceAliasOp>>();
  table.add<token<tileaa::GdcLaunchDependentsOp>>();
  table.add<token<tileaa::GdcWaitOp>>();
  table.add<token<tileaa::JoinTokensOp>>();
  table.add<token<tileaa::MakeTokenOp>>();
  table.add<whileOp>();
}
