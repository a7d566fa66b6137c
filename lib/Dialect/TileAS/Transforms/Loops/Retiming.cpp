//===- Retiming.cpp - Times for loops whose order is fixed ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Retiming.h"
#include "tessera/Dialect/TileAS/Analysis/LoopDependences.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Times of the ops that are not free, by their number. In an expanded loop the
/// stages are over: iterations of the new loop follow one another.
static std::optional<ModuloSchedule>
findTimes(const LoopDependences &dependences, const StagedOps &order,
          bool isExpanded, int64_t blocks) {
  ModuloProblem problem = dependences.getProblem();
  problem.leastInterval = getBusiestCycles(problem) * blocks;
  SmallVector<unsigned> numbers;
  SmallVector<int64_t> stages(problem.ops.size(), 0);
  for (auto [op, stage] : order)
    if (std::optional<unsigned> number = dependences.find(op)) {
      numbers.push_back(*number);
      stages[*number] = isExpanded ? 0 : stage;
    }
  std::optional<ModuloSchedule> found =
      scheduleInOrder(problem, numbers, stages);
  // With more ops the bound by dependences would take too long to find.
  constexpr size_t kMostOps = 100;
  if (found && problem.ops.size() <= kMostOps)
    found->isMinimal |= found->interval == getLowerBound(problem);
  return found;
}

/// The times of ops in the kernel around a loop; none if its target is unknown.
static std::optional<OpTimes> findOpTimes(scf::ForOp loop) {
  KernelSpecAttr spec = loop->getParentOfType<KernelOpInterface>().getSpec();
  const TargetInfo *target = lookupTarget(spec.getTarget());
  if (!target)
    return std::nullopt;
  return std::optional<OpTimes>(std::in_place, spec.getWarps(), *target);
}

static bool assignTimes(scf::ForOp loop, const StagedOps &order,
                        bool isExpanded) {
  std::optional<OpTimes> times = findOpTimes(loop);
  if (!times)
    return false;
  LoopDependences dependences(loop, *times);
  PlanAttr plan =
      loop->getParentOfType<KernelOpInterface>().getSpec().getPlan();
  std::optional<ModuloSchedule> found =
      findTimes(dependences, order, isExpanded, plan ? plan.getBlocks() : 1);
  if (!found)
    return false;
  // A free op comes with the next one that takes time.
  int64_t cycle = found->interval - 1, stages = 1;
  for (auto [op, stage] : llvm::reverse(order)) {
    if (std::optional<unsigned> number = dependences.find(op))
      cycle = found->getCycle(*number);
    setSlot(op, SlotAttr::get(loop.getContext(), stage, cycle));
    stages = std::max<int64_t>(stages, stage + 1);
  }
  loop->setAttr(ScheduleAttr::attributeName,
                ScheduleAttr::get(loop.getContext(), found->interval, stages,
                                  found->isMinimal, isExpanded));
  return true;
}

bool tileas::scheduleInOrder(scf::ForOp loop, const StagedOps &order) {
  return assignTimes(loop, order, /*isExpanded=*/false);
}

void tileas::retime(scf::ForOp loop) {
  completeSlots(loop);
  StagedOps order;
  for (Operation &op : loop.getBody()->without_terminator())
    order.emplace_back(&op, getSlot(&op).getStage());
  assignTimes(loop, order, /*isExpanded=*/true);
  // To a loop around it, this one is an op that has changed.
  if (auto outer = loop->getParentOfType<scf::ForOp>();
      outer && isExpanded(outer))
    retime(outer);
}

void tileas::retimeGrown(Operation *root) {
  root->walk([](scf::ForOp loop) {
    if (!isExpanded(loop))
      return;
    std::optional<OpTimes> times = findOpTimes(loop);
    bool isGrown =
        times &&
        llvm::any_of(loop.getBody()->without_terminator(), [&](Operation &op) {
          return !getSlot(&op) && !times->getUses(&op).empty();
        });
    if (isGrown)
      retime(loop);
    else
      completeSlots(loop);
  });
}
