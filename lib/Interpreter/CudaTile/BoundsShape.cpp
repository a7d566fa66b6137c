//===- BoundsShape.cpp - Bounds of elements that move ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operation that moves elements moves their bounds alike: it runs again on
// tiles of the lower ends, of the upper ones and of the undecided marks.
//
//===----------------------------------------------------------------------===//

#include "BoundsRules.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Pointers.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Parts.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

//===----------------------------------------------------------------------===//
// Moving
//===----------------------------------------------------------------------===//

/// True if the operation reads this operand as an index.
static bool isIndex(Operation *op, mlir::Value operand) {
  if (auto extract = dyn_cast<ExtractOp>(op))
    return operand != extract.getSource();
  if (auto insert = dyn_cast<InsertOp>(op))
    return operand != insert.getSource() && operand != insert.getDestination();
  return false;
}

static Flow move(Operation *op, Frame &frame, Handler run) {
  if (areExact(frame, op->getOperands()))
    return run(op, frame);
  SmallVector<std::pair<mlir::Value, Tile>> moved;
  for (mlir::Value operand : op->getOperands()) {
    const Tile &tile = frame.tile(operand);
    if (!isIndex(op, operand))
      moved.emplace_back(operand, tile);
    else if (failed(checkDecided(op, frame, operand, "an index")))
      return Flow::Stop;
  }
  // Runs the operation on tiles made from its operands.
  auto runOn = [&](auto part) -> std::optional<Tile> {
    for (auto &[operand, tile] : moved)
      frame.set(operand, part(tile));
    Flow flow = run(op, frame);
    for (auto &[operand, tile] : moved)
      frame.set(operand, tile);
    if (flow != Flow::Next)
      return std::nullopt;
    Tile result = frame.tile(op->getResult(0));
    result.setBounds(nullptr);
    return result;
  };
  std::optional<Tile> result = runOn([](const Tile &tile) { return tile; });
  if (!result)
    return Flow::Stop;
  auto bounds = std::make_shared<Bounds>(
      Bounds{*runOn([](const Tile &tile) {
               return tile.getBounds() ? tile.getBounds()->lo : tile;
             }),
             *runOn([](const Tile &tile) {
               return tile.getBounds() ? tile.getBounds()->hi : tile;
             }),
             {}});
  auto isMarked = [](const Tile &tile) {
    return tile.getBounds() && tile.getBounds()->undecidedAt;
  };
  if (llvm::any_of(moved, [&](auto &entry) { return isMarked(entry.second); }))
    bounds->undecidedAt = runOn([&](const Tile &tile) {
      return isMarked(tile) ? *tile.getBounds()->undecidedAt
                            : Tile::splat(tile.getShape(), Format::I64, 0);
    });
  result->setBounds(std::move(bounds));
  frame.set(op->getResult(0), *std::move(result));
  return Flow::Next;
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

/// The chosen element; if the choice is undecided, a float between both.
static Flow select(Operation *op, Frame &frame, Handler run) {
  if (areExact(frame, op->getOperands()))
    return run(op, frame);
  Tile condition = frame.tile(op->getOperand(0));
  Tile ifTrue = frame.tile(op->getOperand(1));
  Tile ifFalse = frame.tile(op->getOperand(2));
  Flow flow = run(op, frame);
  if (flow != Flow::Next)
    return flow;
  const Tile &value = frame.tile(op->getResult(0));
  Format format = value.getFormat();
  auto rule = [&](int64_t i) {
    ElementBounds c = boundsAt(condition, i);
    ElementBounds x = boundsAt(ifTrue, i), y = boundsAt(ifFalse, i);
    if (!c.undecidedAt)
      return c.lo ? x : y;
    if (x.undecidedAt || y.undecidedAt)
      return undecided(x.undecidedAt ? x.undecidedAt : y.undecidedAt);
    if (isExact(x) && isExact(y) && x.lo == y.lo)
      return x;
    bool isHull =
        numerics::isFloat(format) &&
        numerics::isNaN(format, x.lo) == numerics::isNaN(format, y.lo);
    return isHull ? hull(format, x, y) : undecided(c.undecidedAt);
  };
  frame.set(op->getResult(0), withBounds(value, rule));
  return flow;
}

//===----------------------------------------------------------------------===//
// Integers and bits
//===----------------------------------------------------------------------===//

/// An element is decided if those of all operands are, and floats among them
/// exact.
static Flow eachElement(Operation *op, Frame &frame, Handler run) {
  if (areExact(frame, op->getOperands()))
    return run(op, frame);
  SmallVector<Tile> operands;
  for (mlir::Value operand : op->getOperands())
    operands.push_back(frame.tile(operand));
  Flow flow = run(op, frame);
  if (flow != Flow::Next)
    return flow;
  const Tile &value = frame.tile(op->getResult(0));
  frame.set(op->getResult(0), withBounds(value, [&](int64_t i) {
              for (const Tile &operand : operands) {
                ElementBounds x = boundsAt(operand, i);
                if (!isExact(x))
                  return undecided(x.undecidedAt ? x.undecidedAt : op);
              }
              return exactly(value[i]);
            }));
  return flow;
}

void interp::addShapeBounds(BoundsTable &table) {
  table.add<BroadcastOp, PermuteOp, ReshapeOp, CatOp, ExtractOp, InsertOp>(
      move);
  table.add<SelectOp>(select);
  table.add<AbsIOp, AddIOp, AndIOp, CmpIOp, DivIOp, MaxIOp, MinIOp, MulIOp,
            MulhiIOp, NegIOp, OrIOp, RemIOp, ShLIOp, ShRIOp, SubIOp, XOrIOp,
            ExtIOp, TruncIOp, BitcastOp, IntToPtrOp, PtrToIntOp, PtrToPtrOp,
            OffsetOp>(eachElement);
}
