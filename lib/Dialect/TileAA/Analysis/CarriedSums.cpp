//===- CarriedSums.cpp - Sums that a loop carries -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/CarriedSums.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

BlockArgument tileaa::findCarriedSum(ProductOpInterface product) {
  auto loop = dyn_cast<scf::ForOp>(product->getParentOp());
  Value sum = product.getResult();
  if (!loop || !sum || !sum.hasOneUse())
    return {};
  OpOperand &use = *sum.use_begin();
  if (use.getOwner() != loop.getBody()->getTerminator())
    return {};
  BlockArgument carried = loop.getRegionIterArg(use.getOperandNumber());
  return carried.hasOneUse() ? carried : BlockArgument();
}

/// True for a tile of one factor for each row, repeated along the columns.
static bool isOfRows(Value factor) {
  auto move = factor.getDefiningOp<MoveOpInterface>();
  if (!move)
    return false;
  auto source = dyn_cast<RankedTensorType>(move->getOperand(0).getType());
  return source && source.getShape().back() == 1 &&
         source.getNumElements() <
             cast<RankedTensorType>(factor.getType()).getNumElements();
}

ScaledSum tileaa::findScaledSum(ProductOpInterface product) {
  auto op = product.getAcc().getDefiningOp<MulFOp>();
  BlockArgument carried = findCarriedSum(product);
  if (!op || !carried || !op->hasOneUse() ||
      op->getBlock() != product->getBlock() ||
      *carried.user_begin() != op.getOperation() || op.getFtz() ||
      op.getRounding() != Rounding::NearestEven ||
      !getElementTypeOrSelf(op.getType()).isF32())
    return {};
  OpOperand &lhs = op->getOpOperand(0), &rhs = op->getOpOperand(1);
  bool isLeft = lhs.get() == carried;
  OpOperand &factor = isLeft ? rhs : lhs;
  if (!isOfRows(factor.get()))
    return {};
  return {op, isLeft ? &lhs : &rhs, &factor};
}

bool tileaa::scalesSum(Operation *op) {
  auto scale = dyn_cast<MulFOp>(op);
  if (!scale || !scale->hasOneUse())
    return false;
  auto product = dyn_cast<ProductOpInterface>(*scale->user_begin());
  return product && findScaledSum(product).op == scale;
}

bool tileaa::addsToCarriedSum(ProductOpInterface product) {
  BlockArgument carried = findCarriedSum(product);
  return carried && (product.getAcc() == carried || findScaledSum(product));
}

bool tileaa::continuesSum(ProductOpInterface product) {
  Value before = product.getAcc();
  if (ScaledSum scaled = findScaledSum(product))
    before = scaled.carried->get();
  while (auto argument = dyn_cast<BlockArgument>(before)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || argument == loop.getInductionVar())
      return false;
    before = loop.getTiedLoopInit(argument)->get();
  }
  return isa_and_nonnull<ProductOpInterface, scf::ForOp>(
      before.getDefiningOp());
}
