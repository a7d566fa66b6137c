//===- TakeTurns.cpp - Groups of warps that multiply in turn --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   copy_barrier %i of 1 from 1         group_turn take from 1
//   %s = wgmma %q, %k, %zero            %s = wgmma %q, %k, %zero
//   copies                              copies
//   %o = wgmma %p, %v, %sum       ->    %o = wgmma %p, %v, %sum
//                                       group_turn pass from 1
//   %scores = settle %s leaving 1       %scores = settle %s leaving 1
//   powers of %scores                   powers of %scores
//   settle %o                           settle %o
//
// The tensor cores share their time among warps that wait for products. Two groups that
// begin at once end at once, and compute at once. In turn, one computes while those of
// the other are multiplied ("Pingpong scheduling" of arXiv 2407.08608).
//
// The first group comes last in each iteration, as its first warp begins the copies: it
// waits for the arrival of the second, which had to arrive at the copy barrier before.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Target/MatrixInstruction.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASTAKETURNS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// The turn of a group in an iteration: from the barrier to the last product.
struct GroupTurn {
  CopyBarrierOp barrier;
  WgmmaOp last;
};

} // namespace

/// The products of a loop as one turn, if threads compute on one of them in the same
/// iteration, and all begin behind the loop's copy barrier before that; nothing otherwise.
static std::optional<GroupTurn> findTurn(scf::ForOp loop) {
  GroupTurn turn;
  bool isOver = false;
  for (Operation &op : *loop.getBody()) {
    if (auto barrier = dyn_cast<CopyBarrierOp>(op)) {
      if (turn.barrier || turn.last)
        return std::nullopt;
      turn.barrier = barrier;
    } else if (auto product = dyn_cast<WgmmaOp>(op)) {
      if (!turn.barrier || isOver || !product.getPending())
        return std::nullopt;
      turn.last = product;
    } else if (auto settle = dyn_cast<SettleOp>(op)) {
      auto settled = settle.getSum().getDefiningOp<WgmmaOp>();
      isOver |= settled && settled->getBlock() == loop.getBody();
    } else if (op.getNumRegions() != 0) {
      WalkResult others = op.walk([](Operation *inner) {
        return isa<WgmmaOp, CopyBarrierOp>(inner) ? WalkResult::interrupt()
                                                  : WalkResult::advance();
      });
      if (others.wasInterrupted())
        return std::nullopt;
    }
  }
  return isOver && turn.last ? std::optional(turn) : std::nullopt;
}

namespace {

struct TakeTurnsPass : tessera::impl::TileASTakeTurnsBase<TakeTurnsPass> {
  void runOnOperation() override {
    KernelOpInterface kernel = getOperation();
    SmallVector<std::pair<scf::ForOp, GroupTurn>> turns;
    for (auto loop : kernel.getBody().getOps<scf::ForOp>())
      if (std::optional<GroupTurn> turn = findTurn(loop);
          turn && getNumWarps(loop) == 2 * kWarpsOfGroup)
        turns.push_back({loop, *turn});
    // Loops that follow one another have barriers of their own: a group may come to the
    // next one before the other has waited for the last arrival in this.
    int64_t next = findNextBarrier(kernel);
    for (auto [loop, turn] : turns) {
      if (next + 2 > kBarriersOfCTA)
        return;
      takeTurns(loop, turn, next);
      next += 2;
      ++numLoops;
    }
  }

private:
  /// The first barrier behind those that copy barriers take.
  static int64_t findNextBarrier(KernelOpInterface kernel) {
    int64_t next = 1;
    kernel.walk([&](CopyBarrierOp barrier) {
      next = std::max<int64_t>(next, barrier.getFirst() + barrier.getStages());
    });
    return next;
  }

  static void takeTurns(scf::ForOp loop, GroupTurn turn, int64_t first) {
    OpBuilder builder(loop);
    auto create = [&](TurnVerb verb) {
      return GroupTurnOp::create(builder, loop.getLoc(), verb, first);
    };
    create(TurnVerb::Open);
    builder.setInsertionPointAfter(loop);
    create(TurnVerb::Close);
    builder.setInsertionPoint(turn.barrier);
    GroupTurnOp take = create(TurnVerb::Take);
    take->setDiscardableAttrs(turn.barrier->getDiscardableAttrDictionary());
    builder.setInsertionPointAfter(turn.last);
    GroupTurnOp pass = create(TurnVerb::Pass);
    pass->setDiscardableAttrs(turn.last->getDiscardableAttrDictionary());
    turn.barrier.erase();
  }
};

} // namespace
