//===- BoundsControl.cpp - Decisions that depend on bounds ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Other correct runs are only known as long as they take the same course:
// branches, extents and addresses must be decided.
//
//===----------------------------------------------------------------------===//

#include "BoundsRules.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Return.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Views.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Misc.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

/// Hands values on with their bounds, or has no results with bounds.
static Flow pass(Operation *op, Frame &frame, Handler run) {
  return run(op, frame);
}

static Flow ifRule(Operation *op, Frame &frame, Handler run) {
  if (failed(checkDecided(op, frame, cast<IfOp>(op).getCondition(),
                          "the branch taken")))
    return Flow::Stop;
  return run(op, frame);
}

static Flow forRule(Operation *op, Frame &frame, Handler run) {
  auto loop = cast<ForOp>(op);
  if (failed(checkDecided(
          op, frame,
          {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()},
          "the number of iterations")))
    return Flow::Stop;
  return run(op, frame);
}

static Flow assertRule(Operation *op, Frame &frame, Handler run) {
  if (failed(checkDecided(op, frame, op->getOperands(),
                          "whether the assertion holds")))
    return Flow::Stop;
  return run(op, frame);
}

/// An assumption is about values; undecided ones may break it.
static Flow assumeRule(Operation *op, Frame &frame, Handler run) {
  if (failed(checkDecided(op, frame, op->getOperands(),
                          "whether the assumption holds")))
    return Flow::Stop;
  return run(op, frame);
}

static Flow viewRule(Operation *op, Frame &frame, Handler run) {
  if (failed(checkDecided(op, frame, op->getOperands(),
                          "the place or shape of the tensor")))
    return Flow::Stop;
  return run(op, frame);
}

void interp::addControlBounds(BoundsTable &table) {
  table.add<IfOp>(ifRule);
  table.add<ForOp>(forRule);
  table.add<AssertOp>(assertRule);
  table.add<AssumeOp>(assumeRule);
  table.add<MakeTensorViewOp>(viewRule);
  table.add<LoopOp, BreakOp, ContinueOp, ReturnOp, YieldOp, PrintTkoOp>(pass);
}
