//===- Handover.cpp - Ops between two tiles of a loop ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handover.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::report;
using namespace tessera::tileas;

/// The last loop in the body of another one whose copies run ahead; null if
/// there is none.
static Operation *findInnerLoop(Block &body) {
  for (Operation &op : llvm::reverse(body))
    if (auto schedule =
            op.getAttrOfType<ScheduleAttr>(ScheduleAttr::attributeName))
      if (schedule.getExpanded())
        return &op;
  return nullptr;
}

namespace {

/// Gives ops their starts, one after the other.
class Timeline {
public:
  Timeline(unsigned warps, const TargetInfo &target)
      : warps(warps), target(target) {}

  void add(Operation *op) {
    if (isa<BarrierOp>(op))
      clock = std::max(clock, accessesEnd);
    SmallVector<OpCost> opCosts = costsOf(op, warps, target);
    double start = clock;
    for (Value operand : op->getOperands())
      start = std::max(start, ready.lookup(operand));
    for (const OpCost &cost : opCosts)
      start = std::max(start, freeFrom.lookup(cost.unit.number));
    // Nobody waits here for what is copied to the next tile.
    bool isCopy = getFilledBuffer(op) != nullptr;
    double end = start;
    for (OpCost &cost : opCosts) {
      double free = start + cost.cycles;
      freeFrom[cost.unit.number] = free;
      end = std::max(end, free);
      if (cost.unit == Unit::banks() && !isCopy)
        accessesEnd = std::max(accessesEnd, free);
      if (cost.isLeast)
        costs.push_back({op, std::move(cost), isCopy, start});
    }
    clock = start;
    for (Value result : op->getResults())
      ready[result] = isCopy ? start : end + latencyOf(op, target);
  }

  SmallVector<HandoverCost> costs;

private:
  unsigned warps;
  const TargetInfo &target;
  /// Start of the previous op, and end of the last access to shared memory.
  double clock = 0, accessesEnd = 0;
  llvm::DenseMap<unsigned, double> freeFrom;
  llvm::DenseMap<Value, double> ready;
};

} // namespace

SmallVector<HandoverCost> report::collectHandover(LoopLikeOpInterface tiles,
                                                  unsigned warps,
                                                  const TargetInfo &target) {
  Block &body = tiles.getLoopRegions().front()->front();
  Operation *inner = findInnerLoop(body);
  if (!inner)
    return {};
  Timeline timeline(warps, target);
  for (Operation &op :
       llvm::make_range(std::next(inner->getIterator()), body.end()))
    op.walk<WalkOrder::PreOrder>([&](Operation *each) { timeline.add(each); });
  if (llvm::none_of(timeline.costs,
                    [](const HandoverCost &cost) { return cost.isOfNextTile; }))
    return {};
  return std::move(timeline.costs);
}
