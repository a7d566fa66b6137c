//===- ProductBarriers.cpp - Barriers around tensor memory ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductBarriers.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "tessera/Dialect/TileAS/Analysis/TensorMemoryProducts.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"
#include "tessera/Target/Occupancy.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// Parts of tensor memory, a bit each: 16 columns of one half of the lanes.
using TensorParts = uint64_t;
constexpr int64_t kColumnsOfPart = 16;
constexpr unsigned kPartsOfHalf = kMostTensorColumns / kColumnsOfPart;
static_assert(2 * kPartsOfHalf == 64);
constexpr TensorParts kAllParts = ~TensorParts(0);

/// Steps that threads may have taken since the last barrier.
struct Done {
  bool hasWaited = false, hasScaled = false;
  /// The parts of sums that they have read.
  TensorParts read = 0;

  bool isMoreThan(const Done &other) const {
    return hasWaited > other.hasWaited || hasScaled > other.hasScaled ||
           (read & ~other.read) != 0;
  }
  std::pair<unsigned, TensorParts> getKey() const {
    return {2 * hasScaled + hasWaited, read};
  }
  Done &operator|=(const Done &other) {
    hasWaited |= other.hasWaited;
    hasScaled |= other.hasScaled;
    read |= other.read;
    return *this;
  }
};

} // namespace

/// True for waits for all products in tensor memory, which tell phases of their
/// mbarrier apart by parity.
static bool waitsForProducts(Operation *op) {
  auto product = dyn_cast<Tcgen05MmaOp>(op);
  return isa<AwaitProductsOp>(op) || (product && !product.getPending());
}

/// The first column of a sum, and the first behind it.
static std::pair<int64_t, int64_t> getColumns(TmemStoreOp store) {
  auto begin = static_cast<int64_t>(store.getColumn());
  return {begin, begin + countTensorColumns(store.getTile().getType())};
}

/// The parts of a tile that is stored to columns of its own; all for one whose layout is
/// not known.
static TensorParts getParts(TmemStoreOp store) {
  if (!store.getTile().getType().getEncoding())
    return kAllParts;
  auto [begin, end] = getColumns(store);
  TensorParts parts = 0;
  for (int64_t column = begin; column < end; column += kColumnsOfPart)
    parts |= TensorParts(1) << (column / kColumnsOfPart);
  if (!hasHalfOfLanes(store.getTile().getType()))
    return parts | parts << kPartsOfHalf;
  return store.getUpper() ? parts << kPartsOfHalf : parts;
}

/// The parts in which a tile may lie: those of the store that it began with, whatever
/// products and loops it has gone through since.
static TensorParts findParts(Value tile) {
  TensorParts parts = 0;
  llvm::SmallSetVector<Value, 8> reached;
  reached.insert(tile);
  for (unsigned number = 0; number != reached.size(); ++number) {
    Value value = reached[number];
    Operation *maker = value.getDefiningOp();
    auto argument = dyn_cast<BlockArgument>(value);
    if (auto loop = dyn_cast_or_null<scf::ForOp>(
            argument ? argument.getOwner()->getParentOp() : maker)) {
      unsigned carried =
          argument ? argument.getArgNumber() - loop.getNumInductionVars()
                   : cast<OpResult>(value).getResultNumber();
      reached.insert(loop.getInitArgs()[carried]);
      reached.insert(loop.getYieldedValues()[carried]);
    } else if (auto product = dyn_cast_or_null<Tcgen05MmaOp>(maker)) {
      reached.insert(product.getAcc());
    } else if (auto scale = dyn_cast_or_null<TmemScaleOp>(maker)) {
      reached.insert(scale.getSum());
    } else if (auto store = dyn_cast_or_null<TmemStoreOp>(maker)) {
      if (store.getPlace())
        reached.insert(store.getPlace());
      else
        parts |= getParts(store);
    } else {
      return kAllParts;
    }
  }
  return parts;
}

/// True for a tile of which each lane's elements are those of one warp.
static bool hasLanesOfWarps(TmemStoreOp store) {
  return getTensorGroups(getLinearLayout(store.getTile().getType()))
      .hasLanesOfWarps();
}

bool tileas::shareColumns(TmemStoreOp lhs, TmemStoreOp rhs) {
  if (lhs.getUpper() != rhs.getUpper() &&
      hasHalfOfLanes(lhs.getTile().getType()) &&
      hasHalfOfLanes(rhs.getTile().getType()))
    return false;
  auto [lhsBegin, lhsEnd] = getColumns(lhs);
  auto [rhsBegin, rhsEnd] = getColumns(rhs);
  return lhsBegin < rhsEnd && rhsBegin < lhsEnd;
}

/// True if two tiles share columns, in which threads hold other elements of one than
/// of the other. The lanes of one warp alone hold what no other thread does.
static bool overlap(TmemStoreOp lhs, TmemStoreOp rhs) {
  if (hasLanesOfWarps(lhs) && hasLanesOfWarps(rhs))
    return false;
  // Where a tile lies in the place of another is known when the program runs.
  if (lhs.getPlace() || rhs.getPlace())
    return true;
  bool isSamePlace = lhs.getColumn() == rhs.getColumn() &&
                     lhs.getTile().getType() == rhs.getTile().getType();
  return !isSamePlace && shareColumns(lhs, rhs);
}

namespace {

class BarrierPlacement {
public:
  explicit BarrierPlacement(KernelOpInterface kernel);

  /// Places the barriers of a region in front of which threads have done something.
  /// Returns what they have done behind it.
  Done visit(Region &region, Done done);

private:
  Done visitRegions(Operation &op, Done done);
  bool needsBarrier(Operation *op, const Done &done) const;
  void visit(Operation &op, Done &done);

  /// Stores that write what other threads may read: of zeros, to which one thread
  /// has the tensor core add, and to columns that another sum has too.
  llvm::SmallPtrSet<Operation *, 8> overwriting;
  /// Steps behind each region by those in front of it, so that a nest of loops is
  /// not visited twice as often for each loop.
  llvm::DenseMap<std::pair<Region *, std::pair<unsigned, TensorParts>>, Done>
      visited;
};

} // namespace

BarrierPlacement::BarrierPlacement(KernelOpInterface kernel) {
  SmallVector<TmemStoreOp> stores;
  kernel.walk([&](TmemStoreOp store) { stores.push_back(store); });
  for (TmemStoreOp store : stores)
    if (store.isOfZeros() || llvm::any_of(stores, [&](TmemStoreOp other) {
          return overlap(store, other);
        }))
      overwriting.insert(store);
}

bool BarrierPlacement::needsBarrier(Operation *op, const Done &done) const {
  auto store = dyn_cast<TmemStoreOp>(op);
  return (done.read != 0 && store && overwriting.contains(op) &&
          (done.read & findParts(store.getResult())) != 0) ||
         (done.hasScaled && isa<Tcgen05MmaOp>(op)) ||
         (done.hasWaited && waitsForProducts(op));
}

/// Places the barrier of an op without those of its regions, and adds what it does
/// to what has been done since the last one.
void BarrierPlacement::visit(Operation &op, Done &done) {
  if (needsBarrier(&op, done)) {
    OpBuilder builder(&op);
    BarrierOp::create(builder, op.getLoc());
    done = {};
  }
  // All threads meet behind a store.
  auto store = dyn_cast<TmemStoreOp>(op);
  if (isa<BarrierOp>(op) || (store && store.meets()))
    done = {};
  done.hasWaited |= waitsForProducts(&op);
  if (auto load = dyn_cast<TmemLoadOp>(op))
    done.read |= findParts(load.getSum());
  if (auto scale = dyn_cast<TmemScaleOp>(op))
    done.read |= findParts(scale.getSum());
  done.hasScaled |= isa<TmemScaleOp>(op) || (store && store.getWhole());
}

/// True for a loop of one block that waits for products, and behind its last wait has
/// all threads meet: a barrier for its first iteration stands in front of it.
static bool meetsBehindWaits(Operation &op) {
  if (!isa<LoopLikeOpInterface>(op) || op.getNumRegions() != 1)
    return false;
  bool meets = false;
  for (Operation &inner : llvm::reverse(op.getRegion(0).front())) {
    auto store = dyn_cast<TmemStoreOp>(inner);
    if (inner.getNumRegions() != 0 && !isa<WarpReduceOp>(inner))
      return false;
    if (waitsForProducts(&inner))
      return meets;
    meets |= isa<BarrierOp>(inner) || (store && store.meets());
  }
  return false;
}

/// Visits the regions of an op, of which those of a loop follow each other, until
/// nothing new reaches them. Returns what may have been done behind any of them.
Done BarrierPlacement::visitRegions(Operation &op, Done done) {
  bool isLoop = isa<LoopLikeOpInterface>(op);
  Done before = done, end = done;
  for (Region &region : op.getRegions()) {
    end = visit(region, isLoop ? end : before);
    done |= end;
  }
  // The end of an iteration precedes the beginning of the next.
  if (isLoop && end.isMoreThan(before))
    done |= visitRegions(op, end |= before);
  return done;
}

Done BarrierPlacement::visit(Region &region, Done done) {
  std::pair key(&region, done.getKey());
  if (auto known = visited.find(key); known != visited.end())
    return known->second;
  for (Block &block : region)
    for (Operation &op : block) {
      if (done.hasWaited && meetsBehindWaits(op)) {
        OpBuilder builder(&op);
        BarrierOp::create(builder, op.getLoc());
        done = {};
      }
      done = visitRegions(op, done);
      visit(op, done);
    }
  return visited[key] = done;
}

void tileas::placeProductBarriers(KernelOpInterface kernel) {
  BarrierPlacement(kernel).visit(kernel->getRegion(0), Done());
}
