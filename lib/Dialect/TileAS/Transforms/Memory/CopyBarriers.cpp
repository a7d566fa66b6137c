//===- CopyBarriers.cpp - Barriers that let warps go on -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyBarriers.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "tessera/Dialect/TileAA/Analysis/WarpGroups.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/MBarriers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// True if the loop is executed once, by all threads, counts by one, and threads
/// meet at `barrier` alone in it.
static bool countsExecutions(scf::ForOp loop, BarrierOp barrier) {
  if (!isa<KernelOpInterface>(loop->getParentOp()) ||
      !isConstantIntValue(loop.getStep(), 1))
    return false;
  WalkResult others = loop->walk([&](Operation *op) {
    bool isOther = isa<BarrierOp, CopyBarrierOp>(op) && op != barrier;
    return isOther ? WalkResult::interrupt() : WalkResult::advance();
  });
  return !others.wasInterrupted();
}

/// The mbarriers of the tiles that copies by the machine fill in a loop.
static llvm::SmallDenseSet<Value> findFilled(scf::ForOp loop) {
  llvm::SmallDenseSet<Value> filled;
  loop->walk([&](MBarrierArriveOp arrive) {
    if (arrive.getExecutor() == Executor::One && arrive.getBytes())
      filled.insert(arrive.getRing());
  });
  return filled;
}

/// True if an iteration reads the tiles that it waits for behind the barrier, so
/// that their stages are free at the next execution.
static bool isReadBehind(WaitPhaseOp wait, BarrierOp barrier) {
  return !wait.getBuffers().empty() && wait->isBeforeInBlock(barrier) &&
         llvm::all_of(wait.getBuffers(), [&](Value buffer) {
           return llvm::all_of(buffer.getUsers(), [&](Operation *user) {
             Operation *op = wait->getBlock()->findAncestorOpInBlock(*user);
             return op == wait || (op && barrier->isBeforeInBlock(op));
           });
         });
}

std::optional<CopyTurns> tileas::findCopyTurns(BarrierOp barrier) {
  auto loop = dyn_cast<scf::ForOp>(barrier->getParentOp());
  if (!loop || getNumWarps(barrier) <= kWarpsOfGroup ||
      !countsExecutions(loop, barrier))
    return std::nullopt;
  llvm::SmallDenseSet<Value> filled = findFilled(loop);
  std::optional<CopyTurns> turns;
  for (auto wait : loop.getOps<WaitPhaseOp>()) {
    // A wait for several phases does not say which of its buffers each one is for.
    // tileas-join-waits makes them behind this.
    auto phase = llvm::hasSingleElement(wait.getPhases())
                     ? wait.getPhases().front().getDefiningOp<MBarrierPhaseOp>()
                     : MBarrierPhaseOp();
    if (!phase || !filled.contains(phase.getRing()) || phase.getPrevious() ||
        !isReadBehind(wait, barrier))
      continue;
    int64_t ahead = phase.getRing().getType().getStages() - 1;
    if (ahead > 0 && (!turns || ahead < turns->ahead))
      turns = CopyTurns{loop.getInductionVar(), ahead};
  }
  return turns;
}

SmallVector<PhaseAccess> tileas::getPhaseAccesses(Operation *op) {
  SmallVector<PhaseAccess> accesses;
  if (auto wait = dyn_cast<WaitPhaseOp>(op)) {
    for (Value end : wait.getPhases())
      if (auto phase = end.getDefiningOp<MBarrierPhaseOp>();
          phase && !phase.getPrevious())
        accesses.push_back({phase.getRing(), phase.getTurn(), /*ends=*/false});
  } else if (auto copy = dyn_cast<MachineCopyOpInterface>(op)) {
    if (copy.getRing())
      accesses.push_back({copy.getRing(), copy.getTurn(), /*ends=*/true});
  } else if (auto arrive = dyn_cast<MBarrierArriveOp>(op);
             arrive && arrive.getExecutor() == Executor::One) {
    accesses.push_back({arrive.getRing(), arrive.getTurn(), /*ends=*/true});
  }
  return accesses;
}
