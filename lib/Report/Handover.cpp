//===- Handover.cpp - Ops between two tiles of a loop ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handover.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::report;
using namespace tessera::tileas;

/// The last loop in the body of another one whose iterations overlap; null if
/// there is none.
static Operation *findInnerLoop(Block &body) {
  for (Operation &op : llvm::reverse(body))
    if (isExpanded(&op))
      return &op;
  return nullptr;
}

SmallVector<HandoverCost> report::collectHandover(scf::ForOp tiles,
                                                  unsigned warps,
                                                  const TargetInfo &target) {
  ScheduleAttr schedule = getSchedule(tiles);
  Operation *inner = schedule && schedule.getExpanded()
                         ? findInnerLoop(*tiles.getBody())
                         : nullptr;
  if (!inner)
    return {};
  int64_t last = schedule.getStages() - 1;
  SmallVector<HandoverCost> costs;
  std::optional<int64_t> begin;
  for (Operation *op = inner->getNextNode();
       op != tiles.getBody()->getTerminator(); op = op->getNextNode()) {
    SlotAttr slot = getSlot(op);
    if (!begin)
      begin = slot.getCycle();
    // Ops nested in an op take a unit one after the other.
    llvm::DenseMap<unsigned, double> taken;
    op->walk<WalkOrder::PreOrder>([&](Operation *each) {
      for (OpCost &cost : costsOf(each, warps, target)) {
        double start = double(slot.getCycle() - *begin);
        double &before = taken[cost.unit.number];
        start += before;
        before += cost.cycles;
        if (cost.isLeast)
          costs.push_back(
              {each, std::move(cost), slot.getStage() < last, start});
      }
    });
  }
  if (llvm::none_of(costs,
                    [](const HandoverCost &cost) { return cost.isOfNextTile; }))
    return {};
  return costs;
}
