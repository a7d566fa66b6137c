//===- OverlapTiles.cpp - The next tile begins while this one ends --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A persistent kernel has a loop over tiles around the loop over slices. The
// prologue of the inner loop begins its first copies. The rings of the inner
// loop outlive the tile, and begin again with the turns of the next one when
// all turns of this one have been released:
//
//   scf.for %tile = ... {                first copies of the first tile
//     first copies                       scf.for %tile = ... {
//     scf.for %slice = ...         ->      scf.for %slice = ...
//     store                                first copies of the next tile
//   }                                      store
//                                        }
//
// The loop over tiles gets a schedule of two stages for that.
//
//===----------------------------------------------------------------------===//

#include "OverlapTiles.h"
#include "CountedLoops.h"
#include "LoopExpansion.h"
#include "RunAhead.h"
#include "mlir/IR/Remarks.h"
#include "tessera/Dialect/TileAS/Analysis/LoopDependences.h"
#include "tessera/Dialect/TileAS/Analysis/Residency.h"
#include "tessera/Dialect/TileAS/Analysis/SharedAllocation.h"
#include "tessera/Dialect/TileAS/IR/Ops/Rings.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Support/RemarkCategories.h"
#include "tessera/Target/TargetInfo.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASOVERLAPTILES
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// A loop over tiles, and the beginning of each tile.
struct TileLoop {
  scf::ForOp loop;
  /// The inner loop, in which copies run ahead.
  scf::ForOp inner;
  /// The parts of the first copies: `acquire`, the copies themselves, `commit`.
  SmallVector<Operation *> fillers;
  /// The rings that they fill.
  llvm::SetVector<RingOp> rings;

  /// None where there is no such loop around `inner`, where it has a schedule
  /// of its own, or where the first copies take something that the tile before
  /// has to be finished for. It is the first of several inner loops.
  static std::optional<TileLoop> match(scf::ForOp inner);

  size_t countCopies() const;

  /// The place for the first copies of the next tile: behind the inner loop,
  /// and what is released there.
  Block::iterator getBehindInner();

  /// True if the stages of a ring that the loop over tiles itself reads are
  /// free at that place, and keep their bytes from tile to tile.
  bool isFreeBehindInner(RingOp ring);

  /// Finds the ops that compute the operands of the first copies.
  std::optional<RunAhead> findAddresses() const;

  /// Makes them run ahead by one tile, unless their operands are computed too
  /// late.
  bool overlap(LoopExpander &expander);
};

} // namespace

scf::ForOp tileas::getTileLoop(scf::ForOp inner) {
  auto tiles = dyn_cast<scf::ForOp>(inner->getParentOp());
  if (!tiles || tiles->hasAttr(tileaa::slicesAttrName))
    return nullptr;
  // The rings of other loops come behind `inner`, so that those which are
  // filled before it, or in it, have their turns in order from tile to tile.
  auto isBehind = [&](Operation *op) {
    Operation *inBody = tiles.getBody()->findAncestorOpInBlock(*op);
    return !inBody || inner->isBeforeInBlock(inBody);
  };
  WalkResult walked = tiles.walk([&](CommitOp commit) {
    bool isInPlace = inner->isAncestor(commit) ||
                     (commit->getBlock() == tiles.getBody() &&
                      commit->isBeforeInBlock(inner)) ||
                     llvm::all_of(commit.getRing().getUsers(), isBehind);
    return isInPlace ? WalkResult::advance() : WalkResult::interrupt();
  });
  return walked.wasInterrupted() ? nullptr : tiles;
}

std::optional<TileLoop> TileLoop::match(scf::ForOp inner) {
  TileLoop tiles{getTileLoop(inner), inner, {}, {}};
  if (!tiles.loop || isExpanded(tiles.loop))
    return std::nullopt;
  for (Operation &op : tiles.loop.getOps()) {
    if (!isa<AcquireOp, CommitOp>(op) && !getFilledBuffer(&op))
      continue;
    if (!op.isBeforeInBlock(inner))
      break;
    tiles.fillers.push_back(&op);
    if (auto acquire = dyn_cast<AcquireOp>(op))
      tiles.rings.insert(acquire.getRing().getDefiningOp<RingOp>());
  }
  if (tiles.countCopies() == 0 || !tiles.findAddresses() ||
      !llvm::all_of(tiles.rings,
                    [&](RingOp ring) { return tiles.isFreeBehindInner(ring); }))
    return std::nullopt;
  return tiles;
}

bool TileLoop::isFreeBehindInner(RingOp ring) {
  return llvm::all_of(ring->getUsers(), [&](Operation *user) {
    if (!isa<WaitOp, ReleaseOp>(user) || user->getBlock() != loop.getBody())
      return true;
    return !loop->isAncestor(ring) &&
           (isa<WaitOp>(user) || ring.getRing().getType().getStages() > 1 ||
            user->isBeforeInBlock(&*getBehindInner()));
  });
}

Block::iterator TileLoop::getBehindInner() {
  auto behind = std::next(inner->getIterator());
  while (isa<ReleaseOp>(*behind))
    ++behind;
  return behind;
}

size_t TileLoop::countCopies() const {
  return llvm::count_if(
      fillers, [](Operation *op) { return getFilledBuffer(op) != nullptr; });
}

std::optional<RunAhead> TileLoop::findAddresses() const {
  RunAhead addresses(loop);
  for (Operation *filler : fillers) {
    // The verbs of a turn, and the copy to its stage, are fillers themselves.
    auto isAddress = [&](Value operand) {
      return !isa<BufferType, RingType, CompletionType>(operand.getType());
    };
    if (!addresses.add(SmallVector<Value>(
            llvm::make_filter_range(filler->getOperands(), isAddress))))
      return std::nullopt;
  }
  return addresses;
}

/// Gives a loop a schedule of two stages, in which its ops have this order.
/// Returns false, and changes nothing, if its rings do not allow the order.
static bool schedule(scf::ForOp loop, const StagedOps &order) {
  std::optional<OpTimes> times = OpTimes::find(loop);
  if (!times)
    return false;
  LoopDependences dependences(loop, *times);
  if (dependences.findContradiction(order))
    return false;
  ModuloSchedule found = dependences.scheduleInOrder(order);
  loop->setAttr(ScheduleAttr::attributeName,
                ScheduleAttr::get(loop.getContext(), found.interval,
                                  /*stages=*/2, found.isMinimal,
                                  /*expanded=*/false));
  return true;
}

bool TileLoop::overlap(LoopExpander &expander) {
  for (RingOp ring : rings)
    if (loop->isAncestor(ring)) {
      ring.getBuffer().getDefiningOp()->moveBefore(loop);
      ring->moveBefore(loop);
    }
  loop = countFromZero(loop);
  OpBuilder builder(loop);
  IRMapping early;
  loop = findAddresses()->compute(builder, early);
  for (Operation *filler : fillers)
    for (OpOperand &operand : filler->getOpOperands())
      operand.set(early.lookupOrDefault(operand.get()));
  Block *body = loop.getBody();
  llvm::SmallPtrSet<Operation *, 32> ahead;
  for (Operation &op :
       llvm::make_range(body->begin(), builder.getInsertionPoint()))
    ahead.insert(&op);
  ahead.insert_range(fillers);
  removeDeadOps(loop);

  StagedOps order;
  auto append = [&](auto ops, bool isAhead) {
    for (Operation &op : ops)
      if (ahead.contains(&op) == isAhead)
        order.emplace_back(&op, isAhead ? 0 : 1);
  };
  Block::iterator behind = getBehindInner();
  append(llvm::make_range(body->begin(), behind), /*isAhead=*/false);
  append(body->without_terminator(), /*isAhead=*/true);
  append(llvm::make_range(behind, body->getTerminator()->getIterator()),
         /*isAhead=*/false);
  if (!LoopExpander::findObstacle(loop, order).empty() ||
      !schedule(loop, order))
    return false;
  expander.expand(loop, std::move(order));
  return true;
}

static unsigned countLoopsAround(scf::ForOp loop) {
  unsigned count = 0;
  while ((loop = loop->getParentOfType<scf::ForOp>()))
    ++count;
  return count;
}

namespace {

struct OverlapTilesPass
    : tessera::impl::TileASOverlapTilesBase<OverlapTilesPass> {
  void runOnOperation() override {
    const TargetInfo *target =
        lookupTarget(getOperation().getSpec().getTarget());
    if (!target)
      return;
    SmallVector<TileLoop> found;
    getOperation().walk([&](scf::ForOp inner) {
      if (isExpanded(inner))
        if (std::optional<TileLoop> tiles = TileLoop::match(inner))
          found.push_back(std::move(*tiles));
    });
    // Overlapping replaces a loop, and the loops in it: those come first. A loop
    // over tiles may have its inner loop in front of another loop over tiles.
    llvm::stable_sort(found, [](const TileLoop &one, const TileLoop &other) {
      return countLoopsAround(one.loop) > countLoopsAround(other.loop);
    });
    LoopExpander expander;
    for (TileLoop &tiles : found) {
      FailureOr<bool> fits = hasRoom(tiles, *target);
      if (failed(fits))
        return signalPassFailure();
      if (!*fits)
        continue;
      // The loop and its copies become new ones.
      Location loc = tiles.loop.getLoc();
      size_t numCopies = tiles.countCopies();
      if (!tiles.overlap(expander))
        continue;
      remark::passed(loc, remark::RemarkOpts::name("RemarkTilesOverlap")
                              .category(remarks::schedule)
                              .function(getOperation().getSymName()))
          << remark::metric("Copies", numCopies);
      ++numLoops;
    }
    expander.foldNumbers(getOperation());
  }

private:
  /// True if an SM holds as many blocks as before when the rings keep their
  /// bytes from tile to tile.
  FailureOr<bool> hasRoom(const TileLoop &tiles, const TargetInfo &target) {
    FailureOr<SharedAllocation> allocation =
        SharedAllocation::create(getOperation());
    if (failed(allocation))
      return failure();
    Residency residency(target, getOperation().getSpec().getWarps());
    auto countBlocks = [&] {
      return residency.countBlocks(allocation->place());
    };
    unsigned before = countBlocks();
    SmallVector<AllocSharedOp> buffers;
    for (RingOp ring : tiles.rings)
      buffers.push_back(ring.getBuffer().getDefiningOp<AllocSharedOp>());
    allocation->keepThroughout(tiles.loop, buffers, /*stages=*/1);
    return countBlocks() == before;
  }
};

} // namespace
