//===- SumLifetimes.cpp - Sums in tensor memory at once -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/SumLifetimes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

int64_t tileaa::countColumnsOfHalves(int64_t halves, int64_t largest) {
  return std::max<int64_t>(largest, llvm::divideCeil(halves, 2));
}

/// The value by which a use goes on with a sum in its place: that of the next product, or
/// of a loop that hands it on. Null where threads read it.
static Value continueSum(OpOperand &use) {
  Operation *user = use.getOwner();
  if (auto next = dyn_cast<ProductOpInterface>(user))
    return next.getAcc() == use.get() ? next.getResult() : Value();
  if (auto loop = dyn_cast<scf::ForOp>(user))
    return loop.getTiedLoopResult(&use);
  auto loop = dyn_cast<scf::ForOp>(user->getParentOp());
  return loop && isa<scf::YieldOp>(user)
             ? loop.getResult(use.getOperandNumber())
             : Value();
}

SumLifetimes::Lifetime SumLifetimes::find(ProductOpInterface product) {
  Operation *outermost = product;
  llvm::SetVector<Value> sums;
  llvm::SmallVector<Operation *> users{product};
  sums.insert(product.getResult());
  for (size_t number = 0; number != sums.size(); ++number)
    for (OpOperand &use : sums[number].getUses()) {
      users.push_back(use.getOwner());
      if (Value next = continueSum(use)) {
        sums.insert(next);
        if (next.getDefiningOp()->isProperAncestor(outermost))
          outermost = next.getDefiningOp();
      }
    }
  // Nothing carries it: it is read in each iteration.
  if (auto loop = product->getParentOfType<LoopLikeOpInterface>();
      loop && outermost == product)
    return {loop, loop, 0};
  Block *block = outermost->getBlock();
  Operation *last = outermost;
  for (Operation *user : users)
    if (Operation *inBlock = block->findAncestorOpInBlock(*user);
        inBlock && last->isBeforeInBlock(inBlock))
      last = inBlock;
  return {outermost, last, 0};
}

bool SumLifetimes::Lifetime::spans(Operation *op) const {
  Operation *inBlock = first->getBlock()->findAncestorOpInBlock(*op);
  return inBlock && !inBlock->isBeforeInBlock(first) &&
         !last->isBeforeInBlock(inBlock);
}

void SumLifetimes::add(ProductOpInterface product, int64_t columns) {
  lifetimes.push_back(find(product));
  lifetimes.back().columns = columns;
}

int64_t SumLifetimes::countAtOnce() const {
  int64_t most = 0;
  for (const Lifetime &begun : lifetimes) {
    int64_t columns = 0;
    for (const Lifetime &each : lifetimes)
      if (each.spans(begun.first))
        columns += each.columns;
    most = std::max(most, columns);
  }
  return most;
}
