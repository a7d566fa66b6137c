//===- BoundsTable.cpp - The rules for bounds, by operation ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoundsRules.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

bool interp::areExact(const Frame &frame, ValueRange operands) {
  return llvm::all_of(operands, [&](mlir::Value operand) {
    const Tile *tile = tileOrNull(frame, operand);
    return !tile || isExact(*tile);
  });
}

LogicalResult interp::checkDecided(Operation *op, Frame &frame,
                                   ValueRange operands, const Twine &what) {
  for (mlir::Value operand : operands)
    if (const Tile *tile = tileOrNull(frame, operand))
      if (Operation *cause = findUndecided(*tile))
        return frame.failUndecided(
            op, "not decidable: " + what + " depends on the error bounds",
            cause);
  return success();
}

/// The default rule of operations without one of their own.
static Flow forget(Operation *op, Frame &frame, Handler run) {
  Flow flow = run(op, frame);
  if (flow != Flow::Next || areExact(frame, op->getOperands()))
    return flow;
  for (mlir::Value result : op->getResults())
    if (const Tile *tile = tileOrNull(frame, result))
      frame.set(result,
                withBounds(*tile, [&](int64_t) { return undecided(op); }));
  return flow;
}

BoundsTable::BoundsTable() {
  addControlBounds(*this);
  addElementaryBounds(*this);
  addFloatBounds(*this);
  addMatrixBounds(*this);
  addMemoryBounds(*this);
  addReductionBounds(*this);
  addShapeBounds(*this);
}

const BoundsTable &BoundsTable::get() {
  static const BoundsTable table;
  return table;
}

BoundsRule BoundsTable::lookup(Operation *op) const {
  auto it = rules.find(op->getName().getStringRef());
  return it == rules.end() ? forget : it->second;
}

Flow interp::runWithBounds(Operation *op, Frame &frame) {
  const BoundedInstruction &instruction =
      frame.machine.program.boundedInstructionOf(op);
  return frame.tracksBounds ? instruction.rule(op, frame, instruction.run)
                            : instruction.run(op, frame);
}
