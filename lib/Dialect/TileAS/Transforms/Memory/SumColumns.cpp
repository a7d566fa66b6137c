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
#include "llvm/ADT/SetVector.h"
#include <algorithm>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// The columns of a sum, and the ops of a block between which it is live; no last
/// one if it leaves the block.
struct Lifetime {
  explicit Lifetime(TmemStoreOp store) : first(store) {
    columns = countTensorColumns(store.getTile().getType());
    isHalf = hasHalfOfLanes(store.getTile().getType());
    last = findLast(store);
  }

  /// True if a sum in these columns, in the upper lanes or not, would lie where another
  /// one does that is live with this one.
  bool meets(int64_t column, bool isUpper, Lifetime other) const {
    auto begin = static_cast<int64_t>(other.first.getColumn());
    bool sharesLanes =
        !isHalf || !other.isHalf || isUpper == other.first.getUpper();
    return sharesLanes && column < begin + other.columns &&
           begin < column + columns && overlaps(other);
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

/// The first column from which on no sum that is live with this one lies, in the upper
/// lanes or not.
static int64_t findColumn(const Lifetime &sum, bool isUpper,
                          ArrayRef<Lifetime> placed) {
  int64_t column = 0;
  for (bool moves = true; moves;) {
    moves = false;
    for (Lifetime other : placed)
      if (sum.meets(column, isUpper, other)) {
        column = static_cast<int64_t>(other.first.getColumn()) + other.columns;
        moves = true;
      }
  }
  return column;
}

int64_t tileas::placeInColumns(ArrayRef<TmemStoreOp> stores) {
  SmallVector<Lifetime> sums = llvm::map_to_vector(
      stores, [](TmemStoreOp store) { return Lifetime(store); });
  // Sums that share their columns with no other one leave the rest to others, and large
  // ones have small ones in the other half of their lanes.
  llvm::stable_sort(sums, [](const Lifetime &a, const Lifetime &b) {
    return std::pair(!a.last, a.columns) > std::pair(!b.last, b.columns);
  });
  int64_t columns = 0;
  for (auto [number, sum] : llvm::enumerate(sums)) {
    ArrayRef<Lifetime> placed = ArrayRef(sums).take_front(number);
    int64_t column = findColumn(sum, /*isUpper=*/false, placed);
    if (sum.isHalf) {
      int64_t upper = findColumn(sum, /*isUpper=*/true, placed);
      sum.first.setUpper(upper < column);
      column = std::min(column, upper);
    }
    sum.first.setColumn(column);
    columns = std::max(columns, column + sum.columns);
  }
  return columns;
}
