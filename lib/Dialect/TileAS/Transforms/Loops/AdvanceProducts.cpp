//===- AdvanceProducts.cpp - Products that begin with the first -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdvanceProducts.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Target/MatrixInstruction.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// True for one that adds to nothing.
static bool beginsSum(ProductOpInterface product) {
  return isOfWarpGroups(product) &&
         (matchPattern(product.getAcc(), m_PosZeroFloat()) ||
          matchPattern(product.getAcc(), m_Zero()));
}

/// True for the store of a factor: nothing else writes to the buffer, and products alone
/// read it.
static bool storesFactor(SharedStoreOp store) {
  auto buffer = store.getBuffer().getDefiningOp<AllocSharedOp>();
  return buffer && buffer->getBlock() == store->getBlock() &&
         llvm::all_of(buffer->getUsers(), [&](Operation *user) {
           return user == store || isa<ProductOpInterface>(user);
         });
}

/// True if an op may stand in front of products of its block or behind them.
static bool isFree(Operation &op) {
  if (auto store = dyn_cast<SharedStoreOp>(op))
    return storesFactor(store);
  return isa<ProductOpInterface, AllocSharedOp>(op) || isMemoryEffectFree(&op);
}

/// The ops behind `first` that another one needs, and that one, in their order; none if a
/// product is one of them, or what stays where it is.
static SmallVector<Operation *> findNeeded(Operation *first, Operation *last) {
  llvm::SmallSetVector<Operation *, 8> needed;
  needed.insert(last);
  for (size_t i = 0; i != needed.size(); ++i) {
    WalkResult all = needed[i]->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *op = operand.getDefiningOp();
            op && op->getBlock() == first->getBlock()) {
          if (isa<ProductOpInterface>(op))
            return WalkResult::interrupt();
          if (!first->isBeforeInBlock(op))
            continue;
          // A factor that is stored behind the first product stays there.
          bool isBuffer = isa<AllocSharedOp>(op);
          if (isBuffer ? !isa<SharedStoreOp>(last) : !isMemoryEffectFree(op))
            return WalkResult::interrupt();
          needed.insert(op);
        }
      return WalkResult::advance();
    });
    if (all.wasInterrupted())
      return {};
  }
  SmallVector<Operation *> ops = needed.takeVector();
  llvm::sort(ops, [](Operation *op, Operation *other) {
    return op->isBeforeInBlock(other);
  });
  return ops;
}

namespace {

/// Moves ops of a loop to earlier places, as long as an SM has room for as many blocks.
class Advancer {
public:
  Advancer(scf::ForOp loop, CountBlocks countBlocks)
      : loop(loop), countBlocks(countBlocks) {}

  void advanceStores();
  void advanceProducts();

private:
  /// Moves ops to where `place` inserts, and back if that takes too much.
  bool move(ArrayRef<Operation *> ops, Block::iterator place);

  scf::ForOp loop;
  CountBlocks countBlocks;
};

} // namespace

bool Advancer::move(ArrayRef<Operation *> ops, Block::iterator place) {
  auto measure = [&] {
    return countBlocks(
        RegisterEstimate(loop, llvm::SmallPtrSet<Operation *, 4>()));
  };
  RoomOfLoop before = measure();
  SmallVector<std::pair<Operation *, Operation *>> places;
  for (Operation *op : ops) {
    places.push_back({op, op->getNextNode()});
    op->moveBefore(loop.getBody(), place);
  }
  RoomOfLoop now = measure();
  if (now.live <= before.registers && now.blocks >= before.blocks)
    return true;
  for (auto [moved, next] : llvm::reverse(places))
    moved->moveBefore(next);
  return false;
}

/// Has threads store factors that need no product in front of the first one, so that they
/// meet once for all of these.
void Advancer::advanceStores() {
  auto products = loop.getOps<ProductOpInterface>();
  auto first = llvm::find_if(products, isOfWarpGroups);
  if (first == products.end())
    return;
  for (auto store : llvm::make_early_inc_range(loop.getOps<SharedStoreOp>())) {
    Operation *place = *first;
    if (!place->isBeforeInBlock(store) || !storesFactor(store))
      continue;
    if (SmallVector<Operation *> needed = findNeeded(place, store);
        !needed.empty())
      move(needed, Block::iterator(place));
  }
}

/// Has products that add to nothing begin behind the first such one.
void Advancer::advanceProducts() {
  Operation *first = nullptr;
  for (Operation &op : llvm::make_early_inc_range(*loop.getBody())) {
    auto product = dyn_cast<ProductOpInterface>(op);
    if (!isFree(op))
      first = nullptr;
    if (!product || !beginsSum(product))
      continue;
    SmallVector<Operation *> needed;
    if (first)
      needed = findNeeded(first, product);
    if (!first ||
        (!needed.empty() && move(needed, std::next(Block::iterator(first)))))
      first = product;
  }
}

void tileas::advanceProducts(scf::ForOp loop, CountBlocks countBlocks) {
  Advancer advancer(loop, countBlocks);
  advancer.advanceStores();
  advancer.advanceProducts();
}
