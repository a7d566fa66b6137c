//===- RereadTiles.cpp - Tiles that several loops load --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RereadTiles.h"
#include "tessera/Dialect/TileAA/Analysis/Aliasing.h"
#include "tessera/Dialect/TileAA/Analysis/SameValues.h"
#include "tessera/Dialect/TileAA/Analysis/TokenGraph.h"
#include "tessera/Dialect/TileAA/IR/Ops/Tokens.h"
#include "tessera/Dialect/TileAS/IR/Ops/Memory.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using tileaa::AccessOpInterface;

//===----------------------------------------------------------------------===//
// Loads of the same elements
//===----------------------------------------------------------------------===//

int64_t RereadTile::getBytes() const {
  auto tile =
      cast<RankedTensorType>(AccessOpInterface(first).getAccessedType());
  return tile.getNumElements() * getElementBytes(tile.getElementType());
}

static bool multiplies(KernelOpInterface kernel) {
  WalkResult found = kernel.walk(
      [](tileaa::ProductOpInterface) { return WalkResult::interrupt(); });
  return found.wasInterrupted();
}

/// True for a load of a tile that stays in registers, and of which each thread
/// has elements of its own: each is written to a buffer once.
static bool canBeKept(AccessOpInterface access) {
  auto load = dyn_cast<LoadOp>(access.getOperation());
  if (!load || load.getOrdering() != tileaa::Ordering::Weak ||
      load.isMultimem() || load.getCondition() ||
      getExecutor(access) != Executor::All)
    return false;
  auto tile = dyn_cast<RankedTensorType>(load.getResult().getType());
  if (!tile || !tile.getEncoding() || !tile.getElementType().isIntOrFloat())
    return false;
  // A tile that goes to shared memory alone is copied there asynchronously.
  if (load.getResult().hasOneUse() &&
      isa<BufferAccessOpInterface>(*load.getResult().user_begin()))
    return false;
  const LinearLayout &layout = getLinearLayout(tile);
  return layout.freeBits(kLane) == 0 && layout.freeBits(kWarp) == 0;
}

namespace {

/// Two loads, and the assumption that their loops are in the same iteration.
class LoadPair {
public:
  LoadPair(AccessOpInterface first, AccessOpInterface again)
      : first(first), again(again), loop(RereadTile::getLoop(first)),
        later(RereadTile::getLoop(again)) {}

  /// True if they read the same elements, in as many iterations.
  bool isOfOneTile() {
    return loop != later && loop.getUnsignedCmp() == later.getUnsignedCmp() &&
           tileaa::isSameValue(loop.getLowerBound(), later.getLowerBound()) &&
           tileaa::isSameValue(loop.getUpperBound(), later.getUpperBound()) &&
           tileaa::isSameValue(loop.getStep(), later.getStep()) &&
           isSame(first.getBase(), again.getBase()) &&
           areSame(first.getStarts(), again.getStarts()) &&
           areSame(first.getExtents(), again.getExtents()) &&
           areSame(first.getStrides(), again.getStrides()) &&
           isSame(first.getMask(), again.getMask());
  }

  /// True if elements that do not exist are the same in both, or anything in
  /// the second one.
  bool areOfOnePadding() {
    Value other = cast<LoadOp>(again.getOperation()).getOther();
    return !other ||
           isSame(cast<LoadOp>(first.getOperation()).getOther(), other);
  }

private:
  bool areInOneIteration(Value lhs, Value rhs) {
    return lhs == loop.getInductionVar() && rhs == later.getInductionVar();
  }
  bool isSame(Value lhs, Value rhs) {
    return tileaa::isSameValue(
        lhs, rhs, [&](Value l, Value r) { return areInOneIteration(l, r); });
  }
  bool areSame(ValueRange lhs, ValueRange rhs) {
    return tileaa::areSameValues(
        lhs, rhs, [&](Value l, Value r) { return areInOneIteration(l, r); });
  }

  AccessOpInterface first, again;
  scf::ForOp loop, later;
};

} // namespace

bool tileas::havePaddingOfTheirOwn(AccessOpInterface first,
                                   AccessOpInterface again) {
  return !LoadPair(first, again).areOfOnePadding();
}

//===----------------------------------------------------------------------===//
// Accesses in between
//===----------------------------------------------------------------------===//

namespace {

class RereadFinder {
public:
  explicit RereadFinder(KernelOpInterface kernel)
      : kernel(kernel), tokens(kernel), aliasing(kernel) {
    kernel.walk([&](Operation *op) {
      bool makesToken = llvm::any_of(op->getResultTypes(), [](Type type) {
        return isa<tileaa::TokenType>(type);
      });
      if (makesToken && op->getNumRegions() == 0 &&
          !isa<tileaa::MakeTokenOp>(op) && !tileaa::onlyHandsOnTokens(op) &&
          !tileaa::isWeakLoad(op))
        writes.push_back(op);
    });
  }

  RereadTiles find() {
    // Factors of products need shared memory for themselves.
    if (writes.size() > kMostCompared || multiplies(kernel))
      return {};
    kernel.walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
      SmallVector<AccessOpInterface> loads = getLoads(*loop.getBody());
      llvm::erase_if(loads,
                     [](AccessOpInterface load) { return !canBeKept(load); });
      for (AccessOpInterface load : loads)
        add(load);
    });
    RereadTiles found;
    found.changed = std::move(changed);
    for (auto &[place, tiles] : known)
      for (RereadTile &tile : tiles)
        if (!tile.again.empty())
          found.tiles.push_back(std::move(tile));
    return found;
  }

private:
  /// If more writes of a kernel, or loads of the loops of one block, would have
  /// to be compared, the rest counts as loads of other tiles: the time would
  /// grow quadratically.
  static constexpr size_t kMostCompared = 32;

  /// Adds a load to the tile that it reads again, or as the first of its tile.
  void add(AccessOpInterface load) {
    Operation *loop = load->getParentOp();
    SmallVector<RereadTile> &tiles =
        known[{loop->getBlock(), load.getAccessedType()}];
    ArrayRef<RereadTile> compared = tiles;
    size_t skipped = compared.size() - std::min(compared.size(), kMostCompared);
    for (RereadTile &tile : llvm::drop_begin(tiles, skipped)) {
      LoadPair pair(tile.first, load);
      if (!pair.isOfOneTile() || (load.getMask() && !pair.areOfOnePadding()))
        continue;
      if (isUnchanged(tile.first, load)) {
        tile.again.push_back(load);
        return;
      }
      changed.push_back(load);
    }
    tiles.push_back({load, {}});
  }

  /// True if no access that `again` comes after can have changed what `first`
  /// has read.
  bool isUnchanged(AccessOpInterface first, AccessOpInterface again) {
    Value token = again.getToken();
    return !token || llvm::all_of(writes, [&](Operation *write) {
      return !tokens.comesAfter(token, write) ||
             !aliasing.mustStayOrdered(again, write,
                                       tileaa::Executions::any()) ||
             comesBefore(write, first);
    });
  }

  /// True if `write` is executed before the loop of `first` alone, and `first`
  /// sees it.
  bool comesBefore(Operation *write, AccessOpInterface first) {
    Operation *loop = first->getParentOp();
    Value token = first.getToken();
    if (!token || loop->getParentOfType<LoopLikeOpInterface>() ||
        !tokens.comesAfter(token, write))
      return false;
    for (; loop != kernel; loop = loop->getParentOp())
      if (Operation *ancestor = loop->getBlock()->findAncestorOpInBlock(*write))
        return ancestor != loop && ancestor->isBeforeInBlock(loop);
    return false;
  }

  KernelOpInterface kernel;
  tileaa::TokenGraph tokens;
  tileaa::Aliasing aliasing;
  /// All ops with tokens but weak loads.
  SmallVector<Operation *> writes;
  /// The tiles that are read in loops of a block.
  llvm::MapVector<std::pair<Block *, Type>, SmallVector<RereadTile>> known;
  SmallVector<AccessOpInterface> changed;
};

} // namespace

RereadTiles tileas::findRereadTiles(KernelOpInterface kernel) {
  return RereadFinder(kernel).find();
}
