//===- LiveTiles.cpp - Registers of the live tiles of a loop --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiveTiles.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "tessera/Dialect/TileAA/Analysis/CarriedSums.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"

#include <numeric>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// True for a tile that is the sum of a product in tensor memory.
static bool isSumInTensorMemory(Value value) {
  if (Operation *op = value.getDefiningOp())
    return hasSumInTensorMemory(op);
  return llvm::any_of(value.getUses(), [](OpOperand &use) {
    auto product = dyn_cast<ProductOpInterface>(use.getOwner());
    return hasSumInTensorMemory(use.getOwner()) &&
           (!product || &product.getAccOperand() == &use);
  });
}

const Holders::Set &Holders::find(Value value) {
  auto found = sets.find(value);
  if (found != sets.end())
    return found->second;
  Set holders = compute(value);
  return sets.try_emplace(value, std::move(holders)).first->second;
}

int64_t Holders::count(Value holder) {
  if (isSumInTensorMemory(holder))
    return 0;
  bool isOne = !isa<RankedTensorType>(holder.getType()) ||
               holder.getDefiningOp<tileaa::IotaOp>();
  return isOne ? 1 : countRegistersOfThread(holder);
}

/// True for floats that take no arithmetic: those that a mask chooses, as of 0 or an
/// infinity, and negated ones, which instructions negate as they read them.
static bool takesNoArithmetic(Operation *op) {
  return isa<arith::SelectOp, arith::NegFOp>(op);
}

bool Holders::canBeComputedWhereUsed(Operation *op) const {
  if (isa<tileaa::MoveOpInterface>(op))
    return true;
  if (isa<FloatType>(getElementTypeOrSelf(op->getResult(0))))
    return withFloats && takesNoArithmetic(op);
  return op->hasTrait<OpTrait::Elementwise>() && isPure(op);
}

Holders::Set Holders::compute(Value value) {
  Operation *op = value.getDefiningOp();
  if (matchPattern(value, m_Constant()))
    return {};
  Set itself, holders;
  itself.insert(value);
  if (auto splat = dyn_cast_or_null<tileaa::SplatOp>(op)) {
    holders.insert(splat.getValue());
    return holders;
  }
  if (!op || !isa<RankedTensorType>(value.getType()) ||
      !canBeComputedWhereUsed(op))
    return itself;
  for (Value operand : op->getOperands())
    holders.insert_range(find(operand));
  int64_t registers = 0;
  for (Value holder : holders)
    registers += count(holder);
  return registers <= count(value) ? holders : itself;
}

/// True for a loop of attention, which loads no tile but what is copied.
static bool scalesSum(scf::ForOp loop) {
  return llvm::any_of(*loop.getBody(),
                      [](Operation &op) { return tileaa::scalesSum(&op); });
}

LiveTiles::LiveTiles(scf::ForOp loop, const OpSet &ahead)
    : loop(loop), ahead(ahead), holders(/*withFloats=*/scalesSum(loop)) {
  for (Operation &op : *loop.getBody())
    positions[&op] = positions.size();
  for (Operation &op : *loop.getBody())
    addUses(&op);
}

SmallVector<int64_t> LiveTiles::count(Reductions reductions) const {
  SmallVector<int64_t> changes(positions.size() + 1);
  for (auto [holder, use] : lastUses) {
    int64_t registers = Holders::count(holder);
    if (!loop.getRegion().isAncestor(holder.getParentRegion())) {
      changes.front() += registers;
      continue;
    }
    Operation *op = holder.getDefiningOp();
    unsigned begin = positions.lookup(op);
    unsigned end = std::max(use.other, use.reduction);
    if (reductions == Reductions::WhileMade ||
        (reductions == Reductions::AtOnce && use.other))
      end = use.other;
    // A value of a region in the loop is not looked at.
    if (holder.getParentBlock() != loop.getBody() || ahead.contains(op) ||
        end <= begin)
      continue;
    changes[begin] += registers;
    changes[end] -= registers;
  }
  std::partial_sum(changes.begin(), changes.end(), changes.begin());
  return changes;
}

/// True for a factor that a warp group takes from registers while it multiplies.
static bool isHeldThroughout(Operation *op, Value operand) {
  auto product = dyn_cast<WgmmaOp>(op);
  return product && operand == product.getFactorOfM();
}

void LiveTiles::addUses(Operation *op) {
  // An op that is computed where it is used has no use of its own.
  if (op->getNumResults() == 1 &&
      isa<RankedTensorType>(op->getResult(0).getType()) &&
      !holders.find(op->getResult(0)).contains(op->getResult(0)))
    return;
  unsigned position = positions.lookup(op);
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands()) {
      if (!isa<RankedTensorType>(operand.getType()))
        continue;
      for (Value holder : holders.find(operand)) {
        LastUse &use = lastUses[holder];
        (isa<WarpReduceOp>(op) ? use.reduction : use.other) =
            position + isHeldThroughout(inner, operand);
      }
    }
  });
}
