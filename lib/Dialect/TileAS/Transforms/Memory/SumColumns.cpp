//===- SumColumns.cpp - Columns of sums in tensor memory ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sum is stored behind a barrier, which stands behind the reads by other threads of
// the one before in its columns (`ProductBarriers.h`), so that lifetimes alone say who
// shares them.
//
//===----------------------------------------------------------------------===//

#include "SumColumns.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/Analysis/TensorMemoryProducts.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Target/Occupancy.h"
#include "llvm/ADT/SetVector.h"
#include <algorithm>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// Where a sum lies: its first column, in the upper half of the lanes or not.
struct Place {
  int64_t column = 0;
  bool isUpper = false;
};

/// The columns of a sum, and the ops of a block between which it is live; no last
/// one if it leaves the block.
struct Lifetime {
  explicit Lifetime(TmemStoreOp store) : first(store) {
    columns = countTensorColumns(store.getTile().getType());
    isHalf = hasHalfOfLanes(store.getTile().getType());
    last = findLast(store);
  }

  int64_t getBegin() const {
    return static_cast<int64_t>(TmemStoreOp(first).getColumn());
  }
  int64_t getEnd() const { return getBegin() + columns; }
  Block *getBlock() const { return TmemStoreOp(first)->getBlock(); }

  /// True if a sum in this place would lie where another one does that is live with it.
  bool meets(Place place, const Lifetime &other) const {
    return sharesColumns(place, other) && overlaps(other);
  }

  bool sharesColumns(Place place, const Lifetime &other) const {
    bool sharesLanes = !isHalf || !other.isHalf ||
                       place.isUpper == TmemStoreOp(other.first).getUpper();
    return sharesLanes && place.column < other.getEnd() &&
           other.getBegin() < place.column + columns;
  }

  bool overlaps(const Lifetime &other) const {
    if (!last || !other.last || getAgent(first) != getAgent(other.first))
      return true;
    return spans(other.first) || other.spans(first);
  }

  TmemStoreOp first;
  Operation *last = nullptr;
  int64_t columns = 0;
  bool isHalf = false;

private:
  /// True if an op stands between the first one and the last.
  bool spans(Operation *op) const {
    Operation *inBlock = first->getBlock()->findAncestorOpInBlock(*op);
    return inBlock && !inBlock->isBeforeInBlock(first) &&
           !last->isBeforeInBlock(inBlock);
  }

  /// Follows a sum with which a loop begins that only reads it, adds to it in its place,
  /// or hands it on: finds the results of the loop that lie in its columns, those of
  /// products that took its place among them. False for any other use.
  static bool followThroughLoop(OpOperand &init,
                                SmallVectorImpl<Value> &behind) {
    auto loop = dyn_cast<scf::ForOp>(init.getOwner());
    if (!loop)
      return false;
    llvm::SmallSetVector<Value, 8> reached;
    reached.insert(loop.getTiedLoopRegionIterArg(&init));
    for (unsigned number = 0; number != reached.size(); ++number) {
      Value value = reached[number];
      if (auto argument = dyn_cast<BlockArgument>(value))
        behind.push_back(loop.getTiedLoopResult(argument));
      for (OpOperand &use : value.getUses()) {
        Operation *user = use.getOwner();
        if (user == loop.getBody()->getTerminator())
          reached.insert(loop.getRegionIterArg(use.getOperandNumber()));
        else if (isa<TmemStoreOp, TmemScaleOp, Tcgen05MmaOp>(user))
          reached.insert(user->getResult(0));
        else if (!isa<TmemLoadOp>(user))
          return false;
      }
    }
    return true;
  }

  static Operation *findLast(TmemStoreOp store) {
    Operation *last = store;
    SmallVector<Value> sums{store.getResult()};
    while (!sums.empty()) {
      Value value = sums.pop_back_val();
      for (OpOperand &use : value.getUses()) {
        Operation *user = use.getOwner();
        auto product = dyn_cast<Tcgen05MmaOp>(user);
        if (user->getBlock() != store->getBlock() ||
            !(product || isa<TmemLoadOp, TmemScaleOp>(user) ||
              followThroughLoop(use, sums)))
          return nullptr;
        if (isa<TmemScaleOp>(user))
          sums.push_back(user->getResult(0));
        // A factor is read by then: what is begun behind the product, and writes
        // to its columns, is executed behind it.
        if (product && product.getAcc() == value)
          sums.push_back(product.getResult());
        if (last->isBeforeInBlock(user))
          last = user;
      }
    }
    return last;
  }
};

} // namespace

/// The first place from which on no sum that is live with this one lies.
static Place findFirst(const Lifetime &sum, bool isUpper,
                       ArrayRef<Lifetime> placed) {
  Place place{0, isUpper};
  for (bool moves = true; moves;) {
    moves = false;
    for (const Lifetime &other : placed)
      if (sum.meets(place, other)) {
        place.column = other.getEnd();
        moves = true;
      }
  }
  return place;
}

/// The first place in either half of the lanes.
static Place findFirst(const Lifetime &sum, ArrayRef<Lifetime> placed) {
  Place lower = findFirst(sum, /*isUpper=*/false, placed);
  if (!sum.isHalf)
    return lower;
  Place upper = findFirst(sum, /*isUpper=*/true, placed);
  return upper.column < lower.column ? upper : lower;
}

/// The fewest ops of its block, round the loop, between a sum in a place and others that
/// lie there before it, or behind it.
static int64_t countOpsBetween(const Lifetime &sum, Place place,
                               ArrayRef<Lifetime> placed) {
  llvm::DenseMap<Operation *, int64_t> numbers;
  for (Operation &op : *sum.getBlock())
    numbers.try_emplace(&op, numbers.size());
  int64_t all = numbers.size(), fewest = all;
  auto count = [&](Operation *from, Operation *to) {
    int64_t ops = numbers.lookup(to) - numbers.lookup(from);
    fewest = std::min(fewest, ops < 0 ? ops + all : ops);
  };
  for (const Lifetime &other : placed)
    if (other.last && other.getBlock() == sum.getBlock() &&
        sum.sharesColumns(place, other)) {
      count(other.last, sum.first);
      count(sum.last, other.first);
    }
  return fewest;
}

/// The place below `columns` where no other sum of a loop has been for longest, and none
/// will be: a store waits for whoever reads what was there, or multiplies it.
static Place findFreest(const Lifetime &sum, int64_t columns,
                        ArrayRef<Lifetime> placed) {
  Place freest = findFirst(sum, placed);
  if (!sum.last || !isa<scf::ForOp>(sum.getBlock()->getParentOp()))
    return freest;
  int64_t most = countOpsBetween(sum, freest, placed);
  auto compare = [&](Place place) {
    if (place.column + sum.columns > columns ||
        llvm::any_of(placed, [&](const Lifetime &other) {
          return sum.meets(place, other);
        }))
      return;
    int64_t ops = countOpsBetween(sum, place, placed);
    if (ops > most) {
      most = ops;
      freest = place;
    }
  };
  for (const Lifetime &other : placed)
    for (bool isUpper : {false, true})
      if (!isUpper || sum.isHalf) {
        compare({other.getBegin(), isUpper});
        compare({other.getEnd(), isUpper});
      }
  return freest;
}

/// Places sums one after the other, and returns the columns that they take.
static int64_t placeEach(
    MutableArrayRef<Lifetime> sums,
    llvm::function_ref<Place(const Lifetime &, ArrayRef<Lifetime>)> find) {
  int64_t columns = 0;
  for (auto [number, sum] : llvm::enumerate(sums)) {
    Place place = find(sum, ArrayRef<Lifetime>(sums).take_front(number));
    sum.first.setColumn(place.column);
    sum.first.setUpper(place.isUpper);
    columns = std::max(columns, sum.getEnd());
  }
  return columns;
}

int64_t tileas::placeInColumns(ArrayRef<TmemStoreOp> stores, int64_t beside) {
  SmallVector<Lifetime> sums = llvm::map_to_vector(
      stores, [](TmemStoreOp store) { return Lifetime(store); });
  // Sums that share their columns with no other one leave the rest to others, and large
  // ones have small ones in the other half of their lanes.
  llvm::stable_sort(sums, [](const Lifetime &a, const Lifetime &b) {
    return std::pair(!a.last, a.columns) > std::pair(!b.last, b.columns);
  });
  auto placeFirst = [](const Lifetime &sum, ArrayRef<Lifetime> placed) {
    return findFirst(sum, placed);
  };
  int64_t fewest = placeEach(sums, placeFirst);
  // Columns that are allocated in any case keep sums apart.
  int64_t allocated = getAllocatedTensorColumns(fewest + beside) - beside;
  int64_t columns =
      placeEach(sums, [&](const Lifetime &sum, ArrayRef<Lifetime> placed) {
        return findFreest(sum, allocated, placed);
      });
  return columns <= allocated ? columns : placeEach(sums, placeFirst);
}
