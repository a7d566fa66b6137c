//===- TakeTurns.cpp - Groups of warps that multiply in turn --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   copy_barrier %i of 1 from 1         group_turn take %turns[%i]
//   %s = wgmma %q, %k, %zero            %s = wgmma %q, %k, %zero
//   copies                              copies
//   %o = wgmma %p, %v, %sum       ->    %o = wgmma %p, %v, %sum
//                                       group_turn pass %turns
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

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "tessera/Dialect/TileAS/Analysis/Residency.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/MBarriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
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
          turn && getNumWarps(loop) == 2 * kWarpsOfGroup &&
          matchPattern(loop.getStep(), m_One()))
        turns.push_back({loop, *turn});
    // Loops that follow one another have mbarriers of their own, whose first phases
    // are those of their first iterations.
    for (auto [loop, turn] : turns)
      if (Value mbarriers = allocate(loop)) {
        takeTurns(loop, turn, mbarriers);
        ++numLoops;
      }
  }

private:
  /// The mbarriers of a loop, which begin with those of the copies before it; null if
  /// there is no room for them.
  Value allocate(scf::ForOp loop) {
    auto begin = findBegin(loop);
    if (!begin)
      return nullptr;
    KernelOpInterface kernel = getOperation();
    KernelSpecAttr spec = kernel.getSpec();
    MLIRContext *context = &getContext();
    auto mbarrier = MBarrierType::get(context, /*arrivals=*/2 * kWarpsOfGroup);
    auto type = BufferType::get(context, /*shape=*/{}, mbarrier, /*layout=*/{},
                                /*stages=*/2);
    auto offset =
        int64_t(llvm::alignTo(spec.getShared(), kMaxSharedAccessBytes));
    int64_t end = offset + type.getSizeInBytes();
    Residency residency(*lookupTarget(spec.getTarget()), spec.getAllWarps());
    if (residency.countBlocks(end) < residency.countBlocks(spec.getShared()))
      return nullptr;
    OpBuilder builder(context);
    builder.setInsertionPointAfter(begin);
    auto mbarriers = AllocSharedOp::create(builder, begin.getLoc(), type,
                                           builder.getI64IntegerAttr(offset));
    MBarrierInitOp::create(builder, begin.getLoc(), mbarriers);
    kernel.setSpecAttr(spec.withShared(end));
    return mbarriers;
  }

  /// The last begin of mbarriers in front of a loop and of a barrier.
  static MBarrierInitOp findBegin(scf::ForOp loop) {
    bool isBehindBarrier = false;
    for (Operation *op = loop->getPrevNode(); op; op = op->getPrevNode()) {
      isBehindBarrier |= isa<BarrierOp>(op);
      if (auto begin = dyn_cast<MBarrierInitOp>(op); begin && isBehindBarrier)
        return begin;
    }
    return nullptr;
  }

  static void takeTurns(scf::ForOp loop, GroupTurn turn, Value mbarriers) {
    OpBuilder builder(loop);
    auto create = [&](TurnVerb verb, Value number) {
      return GroupTurnOp::create(builder, loop.getLoc(), verb, mbarriers,
                                 number);
    };
    create(TurnVerb::Open, /*number=*/{});
    builder.setInsertionPoint(turn.barrier);
    DictionaryAttr slot = turn.barrier->getDiscardableAttrDictionary();
    Value number = countFromFirst(builder, loop, slot);
    create(TurnVerb::Take, number)->setDiscardableAttrs(slot);
    builder.setInsertionPointAfter(turn.last);
    create(TurnVerb::Pass, /*number=*/{})
        ->setDiscardableAttrs(turn.last->getDiscardableAttrDictionary());
    turn.barrier.erase();
  }

  /// The number of the iteration, from 0 on.
  static Value countFromFirst(OpBuilder &builder, scf::ForOp loop,
                              DictionaryAttr slot) {
    Value number = loop.getInductionVar();
    if (!matchPattern(loop.getLowerBound(), m_Zero())) {
      auto since = arith::SubIOp::create(builder, loop.getLoc(), number,
                                         loop.getLowerBound());
      since->setDiscardableAttrs(slot);
      number = since;
    }
    if (number.getType().isInteger(32))
      return number;
    auto low = arith::TruncIOp::create(builder, loop.getLoc(),
                                       builder.getI32Type(), number);
    low->setDiscardableAttrs(slot);
    return low;
  }
};

} // namespace
