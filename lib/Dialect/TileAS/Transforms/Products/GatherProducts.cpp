//===- GatherProducts.cpp - Products of an iteration that begin together --===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A wait for a product in tensor memory is one for all that have begun. The search for a
// schedule knows when units are free, and no waits: it begins each product as soon as its
// factors are there, so that a loop with several of them waits for one after the other.
//
// Products that need no other one of their iteration begin first, side by side, and then
// those that need these. The gradients of keys and values wait twice so, where they
// waited four times:
//
//   %s = keys * queries                 %s = keys * queries
//   %p = exp2 %s                        %d = values * gradient
//   %v = %v + %p * gradient      ->     %p = exp2 %s
//   %d = values * gradient              %e = %p * %d
//   %e = %p * %d                        %v = %v + %p * gradient
//   %k = %k + %e * queries              %k = %k + %e * queries
//
// One that no other product of the iteration needs goes on under the arithmetic for those
// that come next: it begins behind the first read of those before it, which would wait for
// it as well.
//
// Where threads compute factors of several products, and no other block fills the time for
// which they wait, products begin in turn:
//
//   %s = keys * queries
//   read %s
//   %d = values * gradient       under exp2 %s
//   %p = exp2 %s
//   read %d
//   %v = %v + %p * gradient      under %p * %d
//   %e = %p * %d
//   %k = %k + %e * queries
//
//===----------------------------------------------------------------------===//

#include "../Rings/LoopRings.h"
#include "ProductOrders.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tessera/Dialect/TileAS/Analysis/TensorMemoryProducts.h"
#include "tessera/Dialect/TileAS/IR/BufferViews.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASGATHERPRODUCTS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// The ops of a loop's last stage, and what each needs of them.
class LastStage {
public:
  explicit LastStage(scf::ForOp loop);

  ArrayRef<Operation *> getOps() const { return ops; }
  ArrayRef<Tcgen05MmaOp> getProducts() const { return products; }
  /// The most products that follow one another up to this one, without it.
  unsigned getLevel(Tcgen05MmaOp product) const {
    return levels.lookup(product);
  }
  /// True if an op needs a product of the iteration.
  bool needsProduct(Operation *op) const;
  /// True if another product needs this one.
  bool isNeeded(Tcgen05MmaOp product) const;
  /// True if a left factor of another one is computed of this product.
  bool makesFactor(Tcgen05MmaOp product) const;
  bool needs(Operation *op, Operation *other) const {
    auto it = needed.find(op);
    return it != needed.end() && it->second.contains(other);
  }

private:
  using OpSet = llvm::SmallPtrSet<Operation *, 32>;
  void addNeeds(Operation *op, OpSet &found) const;

  SmallVector<Operation *> ops;
  SmallVector<Tcgen05MmaOp> products;
  /// The ops that each one needs, directly or not.
  llvm::DenseMap<Operation *, OpSet> needed;
  llvm::DenseMap<Operation *, unsigned> levels;
};

} // namespace

/// True for an op that accesses the bytes of a buffer; to write to them if it says so.
static bool accesses(Operation *op, Value buffer, bool toWrite) {
  auto access = dyn_cast<BufferAccessOpInterface>(op);
  return access &&
         llvm::any_of(
             access.getBufferAccesses(), [&](const BufferAccess &each) {
               return (!toWrite || each.kind == BufferAccess::Kind::Write) &&
                      getViewed(each.buffer->get()) == buffer;
             });
}

/// Adds the ops on which one depends by values, by buffers, or by the turn of a ring.
void LastStage::addNeeds(Operation *op, OpSet &found) const {
  Block *block = op->getBlock();
  auto add = [&](Operation *other) {
    Operation *inBlock = other ? block->findAncestorOpInBlock(*other) : nullptr;
    if (inBlock && inBlock != op && inBlock->isBeforeInBlock(op))
      found.insert(inBlock);
  };
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands()) {
      add(operand.getDefiningOp());
      if (!isa<BufferType>(operand.getType()) ||
          !isa<BufferAccessOpInterface>(inner))
        continue;
      Value buffer = getViewed(operand);
      bool isWriter = accesses(inner, buffer, /*toWrite=*/true);
      for (Operation *user : getUsersOfBytes(buffer))
        if (isWriter || accesses(user, buffer, /*toWrite=*/true))
          add(user);
    }
  });
  if (auto release = dyn_cast<ReleaseOp>(op))
    if (auto wait = findVerb<WaitOp>(release)) {
      add(wait);
      for (Operation *user : getUsersOfBytes(wait.getStage()))
        add(user);
    }
}

LastStage::LastStage(scf::ForOp loop) {
  unsigned last = getSchedule(loop).getStages() - 1;
  Operation *effect = nullptr;
  for (auto [op, stage] : getScheduledOrder(loop)) {
    if (stage != last)
      continue;
    ops.push_back(op);
    OpSet direct;
    addNeeds(op, direct);
    auto product = dyn_cast<Tcgen05MmaOp>(op);
    // Effects on what others see keep their order.
    if (!isPure(op) && !isa<BufferAccessOpInterface, RingOpInterface>(op) &&
        !asLoad(op)) {
      if (effect)
        direct.insert(effect);
      effect = op;
    }
    OpSet &all = needed[op];
    for (Operation *other : direct) {
      all.insert(other);
      if (auto it = needed.find(other); it != needed.end())
        all.insert_range(OpSet(it->second));
    }
    if (!product)
      continue;
    unsigned level = 0;
    for (Tcgen05MmaOp other : products)
      if (all.contains(other))
        level = std::max(level, levels.lookup(other) + 1);
    levels[op] = level;
    products.push_back(product);
  }
}

bool LastStage::needsProduct(Operation *op) const {
  return llvm::any_of(products,
                      [&](Tcgen05MmaOp product) { return needs(op, product); });
}

bool LastStage::isNeeded(Tcgen05MmaOp product) const {
  return llvm::any_of(
      products, [&](Tcgen05MmaOp other) { return needs(other, product); });
}

bool LastStage::makesFactor(Tcgen05MmaOp product) const {
  return llvm::any_of(products, [&](Tcgen05MmaOp other) {
    Operation *maker = findMakerOfLhs(other);
    return maker && findNeeded(maker).contains(product);
  });
}

namespace {

/// The order of a loop in which products begin together.
class GatheredOrder {
public:
  GatheredOrder(scf::ForOp loop, const LastStage &ops)
      : loop(loop), ops(ops), last(getSchedule(loop).getStages() - 1),
        isInTurn(areScoresOfOneBlock(loop, ops)) {}

  StagedOps get() {
    for (auto [op, stage] : getScheduledOrder(loop))
      if (stage != last)
        filling.emplace_back(op, stage);
    unsigned deepest = 0;
    for (Tcgen05MmaOp product : ops.getProducts())
      deepest = std::max(deepest, ops.getLevel(product));
    waitForThreads();
    for (unsigned level = 0; level <= deepest; ++level)
      if (isInTurn)
        beginInTurn(level);
      else
        begin(level, /*isLast=*/level == deepest);
    for (Operation *op : ops.getOps())
      place(op);
    return std::move(order);
  }

private:
  /// True where threads compute factors of several products, and an SM holds no other
  /// block: nobody else fills the time for which they wait for them.
  static bool areScoresOfOneBlock(scf::ForOp loop, const LastStage &ops) {
    auto kernel = loop->getParentOfType<KernelOpInterface>();
    auto isOfScores = [&](Tcgen05MmaOp product) {
      return ops.getLevel(product) == 0 && ops.makesFactor(product);
    };
    if (kernel.getSpec().getPlan().getBlocks() > 1)
      return false;
    return llvm::count_if(ops.getProducts(), isOfScores) > 1;
  }

  /// Has the products of a level begin side by side, and has those that no other one
  /// needs follow the next wait.
  void begin(unsigned level, bool isLast) {
    SmallVector<Tcgen05MmaOp> now, later;
    for (Tcgen05MmaOp product : ops.getProducts())
      if (ops.getLevel(product) == level)
        (isLast || ops.isNeeded(product) ? now : later).push_back(product);
    placeNeeds<Tcgen05MmaOp>(now);
    for (Tcgen05MmaOp product : now)
      place(product);
    placeNeeds<Tcgen05MmaOp>(later);
    waiting.append(later);
  }

  /// Has the products of a level begin one by one: behind the read of the first one
  /// where they need no other, else when all that has begun is read, so that no thread
  /// waits for this one with it.
  void beginInTurn(unsigned level) {
    SmallVector<Tcgen05MmaOp> products;
    for (Tcgen05MmaOp product : ops.getProducts())
      if (ops.getLevel(product) == level)
        products.push_back(product);
    if (level == 0) {
      std::stable_partition(
          products.begin(), products.end(),
          [&](Tcgen05MmaOp product) { return ops.isNeeded(product); });
      placeNeeds<Tcgen05MmaOp>(products);
      place(products.front());
      waiting.append(std::next(products.begin()), products.end());
      return;
    }
    for (Tcgen05MmaOp product : products) {
      placeNeeds<Tcgen05MmaOp>(product);
      for (Tcgen05MmaOp other : ops.getProducts())
        if (placed.contains(other) && ops.isNeeded(other))
          read(other);
      llvm::append_range(order, std::exchange(filling, {}));
      place(product);
    }
  }

  /// Places the first op that uses the sum of a product.
  void read(Tcgen05MmaOp product) {
    for (Operation *op : ops.getOps())
      if (llvm::is_contained(op->getOperands(), product.getResult())) {
        placeNeeds<Operation *>(op);
        return place(op);
      }
  }

  /// True for a wait for copies by threads, which meet behind it.
  static bool isForThreads(WaitOp wait) {
    auto commit = findVerb<CommitOp>(wait);
    return commit && !isCopiedByMachine(commit);
  }

  /// Has threads meet once for all that they have copied, in front of the products.
  void waitForThreads() {
    SmallVector<WaitOp> waits;
    for (Operation *op : ops.getOps())
      if (auto wait = dyn_cast<WaitOp>(op);
          wait && isForThreads(wait) && !ops.needsProduct(wait))
        waits.push_back(wait);
    placeNeeds<WaitOp>(waits);
    for (WaitOp wait : waits)
      place(wait);
  }

  template <typename Op> void placeNeeds(ArrayRef<Op> needing) {
    for (Operation *op : ops.getOps())
      if (llvm::any_of(needing, [&](Op each) { return ops.needs(each, op); }))
        place(op);
  }

  void place(Operation *op) {
    if (llvm::is_contained(waiting, op))
      return; // It begins behind the next wait, whoever needs it.
    if (llvm::any_of(waiting, [&](Tcgen05MmaOp product) {
          return ops.needs(op, product);
        }))
      placeWaiting();
    if (!placed.insert(op).second)
      return;
    order.emplace_back(op, last);
    if (isa<Tcgen05MmaOp>(op) || !ops.needsProduct(op))
      return;
    // Threads have waited for all that has begun.
    if (!isInTurn)
      llvm::append_range(order, std::exchange(filling, {}));
    placeWaiting();
  }

  void placeWaiting() {
    for (Tcgen05MmaOp product : std::exchange(waiting, {}))
      place(product);
  }

  scf::ForOp loop;
  const LastStage &ops;
  unsigned last;
  /// True where products begin in turn, and not together.
  bool isInTurn;
  StagedOps filling, order;
  /// Products that begin behind the next wait.
  SmallVector<Tcgen05MmaOp> waiting;
  llvm::SmallPtrSet<Operation *, 32> placed;
};

struct GatherProductsPass
    : tessera::impl::TileASGatherProductsBase<GatherProductsPass> {
  void runOnOperation() override {
    for (scf::ForOp loop : findLoopsToRestage(getOperation()))
      gather(loop);
  }

private:
  void gather(scf::ForOp loop) {
    if (loop.getOps<Tcgen05MmaOp>().empty())
      return;
    LastStage ops(loop);
    if (!canGather(loop, ops))
      return;
    if (takeOrder(loop, GatheredOrder(loop, ops).get(),
                  "RemarkProductsGathered"))
      ++numLoops;
  }

  /// True if all products of a loop are in its last stage, and of those that wait for
  /// no more others, there are several.
  static bool canGather(scf::ForOp loop, const LastStage &ops) {
    SmallVector<unsigned> ofLevel;
    for (Tcgen05MmaOp product : ops.getProducts()) {
      unsigned level = ops.getLevel(product);
      if (!product.getMbarriers().empty() || !product.getScales().empty())
        return false;
      ofLevel.resize(std::max<size_t>(ofLevel.size(), level + 1));
      ++ofLevel[level];
    }
    auto all = loop.getOps<Tcgen05MmaOp>();
    return ofLevel.size() > 1 &&
           size_t(std::distance(all.begin(), all.end())) ==
               ops.getProducts().size() &&
           llvm::any_of(ofLevel, [](unsigned count) { return count > 1; });
  }
};

} // namespace
