//===- ElementwiseBody.cpp - Ops on scalars, done to tiles ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseBody.h"
#include "../Patterns.h"
#include "../SourceTiles.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Misc.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

static TileType withShape(Type tile, ArrayRef<int64_t> shape) {
  return TileType::get(shape, cast<TileType>(tile).getElementType());
}

//===----------------------------------------------------------------------===//
// Varying values
//===----------------------------------------------------------------------===//

/// True for a division that elements which do not come to it may have no divisor
/// for.
static bool needsDivisor(Operation &op) {
  return isDivision(op) && !isSpeculatable(&op);
}

BodyAnalysis::BodyAnalysis(Block &body) {
  varying.insert_range(body.getArguments());
  visit(body);
}

void BodyAnalysis::visit(Block &block) {
  for (Operation &op : block.without_terminator())
    visit(op);
}

void BodyAnalysis::visit(Operation &op) {
  bool takesVarying = llvm::any_of(
      op.getOperands(), [&](Value value) { return isVarying(value); });
  if (isa<IfOp>(op))
    return visitBranches(op, takesVarying);
  if (isa<ForOp>(op))
    return visitLoop(op);
  isDivergent |= isa<LoopOp>(op) ||
                 (isGuarded && !isSpeculatable(&op) && !needsDivisor(op));
  if (takesVarying || (isGuarded && needsDivisor(op)))
    varying.insert_range(op.getResults());
}

void BodyAnalysis::visitBranches(Operation &branch, bool isVarying) {
  llvm::SaveAndRestore guarded(isGuarded, isGuarded || isVarying);
  for (Region &region : branch.getRegions()) {
    if (region.empty())
      continue;
    Block &block = region.front();
    isDivergent |= !isa<YieldOp>(block.back());
    visit(block);
  }
  varying.insert_range(branch.getResults());
}

void BodyAnalysis::visitLoop(Operation &op) {
  auto loop = cast<ForOp>(op);
  for (Value bound :
       {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
    isDivergent |= isVarying(bound);
  // A step that only some elements have may be 0 for others.
  isDivergent |= isGuarded && loop.getSpeculatability() !=
                                  Speculation::RecursivelySpeculatable;
  varying.insert_range(loop.getRegionIterValues());
  varying.insert_range(loop.getResults());
  visit(loop.getRegion().front());
}

//===----------------------------------------------------------------------===//
// The same on tiles
//===----------------------------------------------------------------------===//

SmallVector<Value> BodyOnTiles::make(OpBuilder &builder, Block &body,
                                     ArrayRef<Value> tiles, Value guard) {
  return BodyOnTiles(builder, body, tiles, guard).make(body);
}

BodyOnTiles::BodyOnTiles(OpBuilder &builder, Block &body, ArrayRef<Value> tiles,
                         Value guard)
    : builder(builder), analysis(body),
      shape(cast<TileType>(tiles.front().getType()).getShape()), guard(guard) {
  made.map(body.getArguments(), tiles);
}

Type BodyOnTiles::getTileType(Type scalar) const {
  return withShape(scalar, shape);
}

/// A uniform value is broadcast where it meets varying ones.
Value BodyOnTiles::getTile(Value scalar) {
  Value value = made.lookupOrDefault(scalar);
  if (analysis.isVarying(scalar))
    return value;
  SmallVector<int64_t> ones(shape.size(), 1);
  Location loc = scalar.getLoc();
  return broadcastTile(builder, loc, reshapeTile(builder, loc, value, ones),
                       shape);
}

/// Recreates the ops of `block` at `builder`. Returns the operands of its
/// terminator.
SmallVector<Value> BodyOnTiles::make(Block &block) {
  for (Operation &op : block.without_terminator())
    make(op);
  return llvm::map_to_vector(block.getTerminator()->getOperands(),
                             [&](Value scalar) { return getTile(scalar); });
}

void BodyOnTiles::make(Operation &op) {
  if (auto branch = dyn_cast<IfOp>(op))
    return analysis.isVarying(branch.getCondition()) ? makeChoice(op)
                                                     : makeBranch(op);
  if (isa<ForOp>(op))
    return makeLoop(op);
  auto isVarying = [&](Value value) { return analysis.isVarying(value); };
  if (llvm::none_of(op.getOperands(), isVarying) &&
      llvm::none_of(op.getResults(), isVarying)) {
    builder.clone(op, made);
    return;
  }
  // A promise about a scalar has another form than one about a tile, so it is
  // dropped.
  if (auto assume = dyn_cast<AssumeOp>(op)) {
    made.map(assume.getResult(), getTile(assume.getValue()));
    return;
  }
  IRMapping operands;
  for (Value operand : op.getOperands())
    operands.map(operand, getTile(operand));
  Operation *onTiles = builder.clone(op, operands);
  if (guard && needsDivisor(op)) {
    builder.setInsertionPoint(onTiles);
    onTiles->setOperand(1, guardDivisor(onTiles->getOperand(1)));
    builder.setInsertionPointAfter(onTiles);
  }
  for (auto [scalar, tile] :
       llvm::zip(op.getResults(), onTiles->getResults())) {
    tile.setType(getTileType(scalar.getType()));
    made.map(scalar, tile);
  }
}

Value BodyOnTiles::guardDivisor(Value divisor) {
  auto type = cast<TileType>(divisor.getType());
  Value one = makeTileConstant(builder, divisor.getLoc(), type,
                               IntegerAttr::get(type.getElementType(), 1));
  return SelectOp::create(builder, divisor.getLoc(), type, guard, divisor, one);
}

SmallVector<Value> BodyOnTiles::makeGuarded(Block &branch, Value condition,
                                            bool holds) {
  WalkResult found = branch.walk([](Operation *op) {
    return needsDivisor(*op) ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (!found.wasInterrupted())
    return make(branch);
  Location loc = condition.getLoc();
  auto type = cast<TileType>(condition.getType());
  auto all = [&](bool value) {
    return makeTileConstant(builder, loc, type, builder.getBoolAttr(value));
  };
  Value here = condition;
  if (!holds)
    here =
        SelectOp::create(builder, loc, type, condition, all(false), all(true));
  if (guard)
    here = SelectOp::create(builder, loc, type, guard, here, all(false));
  llvm::SaveAndRestore narrower(guard, here);
  return make(branch);
}

void BodyOnTiles::makeChoice(Operation &op) {
  auto branch = cast<IfOp>(op);
  if (branch.getNumResults() == 0)
    return;
  Value condition = getTile(branch.getCondition());
  SmallVector<Value> whenTrue =
      makeGuarded(branch.getThenRegion().front(), condition, /*holds=*/true);
  SmallVector<Value> whenFalse =
      makeGuarded(branch.getElseRegion().front(), condition, /*holds=*/false);
  for (auto [result, one, other] :
       llvm::zip(branch.getResults(), whenTrue, whenFalse))
    made.map(result, SelectOp::create(builder, op.getLoc(), one.getType(),
                                      condition, one, other));
}

void BodyOnTiles::makeBranch(Operation &op) {
  auto branch = cast<IfOp>(op);
  if (branch.getNumResults() == 0)
    return;
  auto fill = [&](Region &region) {
    return [&](OpBuilder &, Location loc) {
      SmallVector<Value> tiles = make(region.front());
      YieldOp::create(builder, loc, tiles);
    };
  };
  SmallVector<Type> types = llvm::map_to_vector(
      branch.getResultTypes(), [&](Type type) { return getTileType(type); });
  auto onTiles = IfOp::create(
      builder, op.getLoc(), types, made.lookupOrDefault(branch.getCondition()),
      fill(branch.getThenRegion()), fill(branch.getElseRegion()));
  made.map(branch.getResults(), onTiles.getResults());
}

void BodyOnTiles::makeLoop(Operation &op) {
  auto loop = cast<ForOp>(op);
  SmallVector<Value> initial = llvm::map_to_vector(
      loop.getInitValues(), [&](Value scalar) { return getTile(scalar); });
  auto onTiles = ForOp::create(
      builder, op.getLoc(), made.lookupOrDefault(loop.getLowerBound()),
      made.lookupOrDefault(loop.getUpperBound()),
      made.lookupOrDefault(loop.getStep()), initial,
      [&](OpBuilder &, Location loc, Value counter, ValueRange tiles) {
        made.map(loop.getInductionVar(), counter);
        made.map(loop.getRegionIterValues(), tiles);
        SmallVector<Value> next = make(loop.getRegion().front());
        ContinueOp::create(builder, loc, next);
      },
      loop.getUnsignedCmp());
  made.map(loop.getResults(), onTiles.getResults());
}
