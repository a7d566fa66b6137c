//===- Rematerialization.cpp - Rematerializable tiles ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rematerialization.h"
#include "tessera/Dialect/TileAA/IR/Ops/FloatMath.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAA/IR/Ops/Pointers.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// The largest number of ops in the chain of a rematerialized tile. Longer
/// chains are hardly cheaper than a trip, and the limit bounds the work for
/// each tile.
static constexpr size_t kMaxChain = 32;

/// True if `op` takes one or two instructions for an element: no function of
/// the math library, and no division.
static bool isArithmetic(Operation *op) {
  if (isa<arith::DivUIOp, arith::DivSIOp, arith::CeilDivUIOp,
          arith::CeilDivSIOp, arith::FloorDivSIOp, arith::RemUIOp,
          arith::RemSIOp>(op))
    return false;
  return isa<arith::ArithDialect>(op->getDialect()) ||
         isa<tileaa::AddFOp, tileaa::SubFOp, tileaa::MulFOp, tileaa::FmaOp,
             tileaa::MaxFOp, tileaa::MinFOp, tileaa::AbsFOp, tileaa::CeilOp,
             tileaa::FloorOp, tileaa::PtrAddOp, tileaa::PtrToIntOp,
             tileaa::IntToPtrOp>(op);
}

/// True if an op may be repeated, for any operands.
static bool canRepeat(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumRegions() != 0 || !isPure(op))
    return false;
  if (llvm::none_of(op->getOperands(), isTile))
    return true;
  return isa<tileaa::MoveOpInterface, tileaa::AssumeOp>(op) ||
         (op->hasTrait<OpTrait::Elementwise>() && isArithmetic(op));
}

Rematerialization::Rematerialization(KernelOpInterface kernel) {
  // Pre-order visits operands before their users.
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isCheap(op))
      tiles.insert(op->getResult(0));
  });
}

bool Rematerialization::isCheap(Operation *op) const {
  if (!canRepeat(op) || !isTile(op->getResult(0)))
    return false;
  llvm::SmallPtrSet<Operation *, kMaxChain> chain = {op};
  SmallVector<Operation *> worklist = {op};
  while (!worklist.empty())
    for (Value operand : worklist.pop_back_val()->getOperands()) {
      if (!isTile(operand))
        continue;
      if (!contains(operand))
        return false;
      if (chain.insert(operand.getDefiningOp()).second)
        worklist.push_back(operand.getDefiningOp());
      if (chain.size() > kMaxChain)
        return false;
    }
  return true;
}

int64_t Rematerialization::getOwnCost(Value tile) {
  Operation *op = tile.getDefiningOp();
  if (!op->hasTrait<OpTrait::Elementwise>() && !isa<tileaa::IotaOp>(op))
    return 0;
  // A value takes as many instructions as it has 32-bit registers.
  int64_t words = 1;
  auto count = [&](Type type) {
    int64_t bytes = getElementBytes(getElementTypeOrSelf(type));
    words = std::max(words, int64_t(llvm::divideCeil(bytes, 4)));
  };
  for (Type type : op->getOperandTypes())
    count(type);
  for (Type type : op->getResultTypes())
    count(type);
  return words;
}

LayoutAttr Rematerialization::getOperandLayout(Operation *op,
                                               LayoutAttr result) {
  if (auto move = dyn_cast<tileaa::MoveOpInterface>(op))
    return follow(result, move.getSourceMap());
  return result;
}
