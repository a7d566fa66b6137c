//===- TransposedTiles.cpp - Tiles computed the other way round -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransposedTiles.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

/// The dimensions of a tile, with the last two in each other's place.
static SmallVector<int32_t> swapLastTwo(int64_t rank) {
  auto dims = llvm::to_vector(llvm::seq<int32_t>(0, rank));
  std::swap(dims[rank - 1], dims[rank - 2]);
  return dims;
}

/// The type of the transpose; null for a scalar and a tile of one dimension.
static RankedTensorType getTransposedType(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  if (!tile || tile.getRank() < 2)
    return nullptr;
  SmallVector<int64_t> shape(tile.getShape());
  std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
  return tile.clone(shape);
}

/// True for a tile with one element in one of the last two dimensions: its transpose has
/// the same elements in the same order.
static bool isRowOrColumn(ReshapeOp op) {
  ArrayRef<int64_t> shape = op.getType().getShape();
  return shape.size() >= 2 && llvm::is_contained(shape.take_back(2), 1);
}

bool tileaa::isTransposition(PermuteOp op) {
  int64_t rank = op.getType().getRank();
  return rank >= 2 && op.getPermutation() == ArrayRef(swapLastTwo(rank));
}

Value tileaa::transpose(Value tile) {
  Operation *op = tile.getDefiningOp();
  RankedTensorType type = getTransposedType(tile.getType());
  Location loc = tile.getLoc();
  if (auto permute = dyn_cast_if_present<PermuteOp>(op);
      permute && isTransposition(permute))
    return permute.getValue();
  OpBuilder builder(tile.getContext());
  builder.setInsertionPointAfterValue(tile);
  if (auto reshape = dyn_cast_if_present<ReshapeOp>(op);
      reshape && isRowOrColumn(reshape))
    return ReshapeOp::create(builder, loc, type, reshape.getValue());
  if (auto splat = dyn_cast_if_present<SplatOp>(op))
    return SplatOp::create(builder, loc, type, splat.getValue());
  if (auto broadcast = dyn_cast_if_present<BroadcastOp>(op)) {
    Value from = transpose(broadcast.getValue());
    return BroadcastOp::create(builder, loc, type, from);
  }
  if (auto constant = dyn_cast_if_present<arith::ConstantOp>(op))
    if (auto elements = dyn_cast<SplatElementsAttr>(constant.getValue()))
      return arith::ConstantOp::create(builder, loc,
                                       elements.resizeSplat(type));
  return PermuteOp::create(builder, loc, type, tile,
                           swapLastTwo(type.getRank()));
}

void TranspositionSinker::run() {
  while (!pending.empty())
    moveBehindUsers(pending.pop_back_val());
}

void TranspositionSinker::moveBehindUsers(PermuteOp op) {
  SmallVector<OpOperand *> uses;
  // An op that takes the tile twice has one new form.
  llvm::SmallPtrSet<Operation *, 4> users;
  for (OpOperand &use : op->getUses())
    if (isa<scf::YieldOp>(use.getOwner()) ||
        users.insert(use.getOwner()).second)
      uses.push_back(&use);
  for (OpOperand *use : uses)
    moveBehind(op, *use);
}

void TranspositionSinker::moveBehind(PermuteOp op, OpOperand &use) {
  Operation *user = use.getOwner();
  if (user->hasTrait<OpTrait::Elementwise>() || isa<BroadcastOp>(user))
    return computeTransposes(user);
  if (auto reduce = dyn_cast<ReduceOp>(user))
    return reduceOther(reduce);
  if (auto permute = dyn_cast<PermuteOp>(user);
      permute && isTransposition(permute))
    return permute.replaceAllUsesWith(op.getValue());
  if (isa<scf::YieldOp>(user))
    carryTranspose(op, use);
}

void TranspositionSinker::computeTransposes(Operation *op) {
  Operation *transposed = OpBuilder(op).clone(*op);
  for (OpOperand &operand : transposed->getOpOperands())
    if (getTransposedType(operand.get().getType()))
      operand.set(transpose(operand.get()));
  for (auto [from, to] :
       llvm::zip(op->getResults(), transposed->getResults())) {
    to.setType(getTransposedType(to.getType()));
    replace(from, to);
  }
  op->erase();
}

void TranspositionSinker::reduceOther(ReduceOp op) {
  int64_t rank =
      cast<RankedTensorType>(op.getOperands()[0].getType()).getRank();
  int64_t dim = op.getDim();
  if (dim < rank - 2)
    return;
  for (OpOperand &operand : op->getOpOperands())
    operand.set(transpose(operand.get()));
  op.setDim(dim == rank - 1 ? rank - 2 : rank - 1);
  for (Value result : op.getResults())
    for (Operation *user : llvm::make_early_inc_range(result.getUsers()))
      if (auto reshape = dyn_cast<ReshapeOp>(user);
          reshape && isRowOrColumn(reshape))
        computeTranspose(reshape);
}

void TranspositionSinker::computeTranspose(ReshapeOp op) {
  replace(op, transpose(op));
  op.erase();
}

void TranspositionSinker::carryTranspose(PermuteOp op, OpOperand &yielded) {
  auto loop = dyn_cast<scf::ForOp>(yielded.getOwner()->getParentOp());
  if (!loop)
    return;
  OpResult result = loop->getResult(yielded.getOperandNumber());
  if (!carried.insert(result).second)
    return;
  OpOperand &init = *loop.getTiedLoopInit(result);
  init.set(transpose(init.get()));
  yielded.set(op.getValue());
  BlockArgument argument = loop.getTiedLoopRegionIterArg(&init);
  for (Value value : {Value(argument), Value(result)}) {
    value.setType(op.getValue().getType());
    replace(value, value);
  }
}

void TranspositionSinker::replace(Value value, Value transposed) {
  auto type = cast<RankedTensorType>(transposed.getType());
  OpBuilder builder(type.getContext());
  builder.setInsertionPointAfterValue(transposed);
  auto back =
      PermuteOp::create(builder, value.getLoc(), getTransposedType(type),
                        transposed, swapLastTwo(type.getRank()));
  value.replaceAllUsesExcept(back, back);
  add(back);
}
