//===- BranchesOfOne.cpp - Branches that one thread takes -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %stage = tileas.slice ...
//   tileas.tensor_copy ... to %stage if %more on %full[%turn]
//   tileas.mbarrier_arrive %full[%turn] expecting 8192 by<one> if %more
//     ->
//   scf.if %elected {
//     %stage = tileas.slice ...
//     tileas.tensor_copy ... to %stage if %more on %full[%turn]
//     tileas.mbarrier_arrive %full[%turn] expecting 8192 by<one> if %more
//   }
//
// One thread begins a copy. Behind a predicate all warps would issue the places, the
// bounds and the addresses that lead to it, half of the instructions of a loop that
// multiplies; so the others skip them. Where an agent has a single warp, and all that it
// does is for one thread, that thread runs its program, loops and waits as well:
//
//   %m = tileas.tensor_map ...          %m = tileas.tensor_map ...
//   scf.for %i = ... {                  scf.if %elected {
//     tileas.wait_phase ...               scf.for %i = ... {
//     tileas.tensor_copy %m ...   ->        tileas.wait_phase ...
//     tileas.mbarrier_arrive ...            tileas.tensor_copy %m ...
//   }                                       tileas.mbarrier_arrive ... by<one>
//
//===----------------------------------------------------------------------===//

#include "BranchesOfOne.h"
#include "Patterns/TensorMemoryEmitter.h"
#include "Ptx/PtxOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/LaunchControl.h"
#include "tessera/Dialect/TileAS/IR/Ops/MBarriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/MachineCopies.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// True for a copy of which one thread does all. Numbers of gathered rows lie with the
/// lanes of its warp.
static bool isCopy(Operation &op) {
  auto copy = dyn_cast<TensorCopyOp>(op);
  return copy ? !copy.getRows()
              : isa<BulkCopyOp, AskBlockOp, MBarrierMeetOp>(op);
}

static bool isOfOne(Operation &op) {
  if (auto arrive = dyn_cast<MBarrierArriveOp>(op))
    return arrive.getExecutor() == Executor::One;
  return isCopy(op);
}

static bool isMovable(Operation &op) {
  return op.getNumRegions() == 0 && isPure(&op);
}

/// True for an op that does for the only warp of an agent what it would do for one of its
/// threads.
static bool mayBeOfOne(Operation &op) {
  auto isTile = [](Type type) { return isa<RankedTensorType>(type); };
  if (llvm::any_of(op.getOperandTypes(), isTile) ||
      llvm::any_of(op.getResultTypes(), isTile))
    return false;
  if (auto arrive = dyn_cast<MBarrierArriveOp>(op))
    return isOfOne(op) || (arrive.getCopies().empty() &&
                           !isOfPair(arrive.getRing().getType()));
  if (auto wait = dyn_cast<WaitPhaseOp>(op))
    return !wait.getResultToken();
  return isCopy(op) || isa<NextBlockOp, TmemGiveOp>(op) || isBegunByOne(&op) ||
         isa<scf::ForOp, scf::IfOp, scf::WhileOp>(op) ||
         isMemoryEffectFree(&op);
}

/// The first op behind the maps of an agent that does anything, if one thread may do that
/// and all that follows; null otherwise. Maps are those of the warp.
static Operation *findProgramOfOne(Region &agent) {
  Operation *first = nullptr;
  for (Operation &op : agent.front().without_terminator()) {
    if (!first && (isa<TensorMapOp>(op) || isMovable(op)))
      continue;
    if (!first)
      first = &op;
    WalkResult result = op.walk([](Operation *each) {
      return mayBeOfOne(*each) ? WalkResult::advance()
                               : WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      return nullptr;
  }
  return first;
}

/// Has one thread run the program of an agent, if that is all there is to do. Returns
/// true if it does.
static bool runByOne(Region &agent, KernelContext &context) {
  Operation *end = agent.front().getTerminator();
  AgentContext &ofAgent = context.getAgent(end);
  Operation *first = findProgramOfOne(agent);
  if (ofAgent.getNumThreads() != kWarpSize || !first)
    return false;
  OpBuilder builder(end);
  auto branch =
      scf::IfOp::create(builder, first->getLoc(), ofAgent.isElected(0),
                        /*withElseRegion=*/false);
  Block *block = branch.thenBlock();
  block->getOperations().splice(block->begin(), agent.front().getOperations(),
                                first->getIterator(), branch->getIterator());
  branch.walk(
      [](MBarrierArriveOp arrive) { arrive.setExecutor(Executor::One); });
  return true;
}

/// Ops that one thread executes, with nothing between them but what has no effects.
using Run = SmallVector<Operation *>;

static Run findRun(Operation *first) {
  Run run;
  for (Operation *op = first; op; op = op->getNextNode())
    if (isOfOne(*op))
      run.push_back(op);
    else if (op->getNumRegions() != 0 || !isMemoryEffectFree(op))
      break;
  return run;
}

/// Adds the runs of a block that have a copy.
static void addRuns(Block &block, SmallVectorImpl<Run> &runs) {
  for (Operation *op = &block.front(); op; op = op->getNextNode()) {
    if (!isOfOne(*op))
      continue;
    Run run = findRun(op);
    op = run.back();
    if (llvm::any_of(run, [](Operation *each) { return isCopy(*each); }))
      runs.push_back(std::move(run));
  }
}

/// True for the threads that execute ops of a run.
static Value isOneOf(ArrayRef<Operation *> run, KernelContext &context) {
  AgentContext &agent = context.getAgent(run.front());
  auto warps = llvm::map_range(
      run, [&](Operation *op) { return context.getCopyingWarp(op); });
  unsigned last = *llvm::max_element(warps);
  return llvm::all_equal(warps) ? agent.isElected(last)
                                : agent.isElectedOfFirstWarps(last + 1);
}

/// Moves ops of the branch's block into it that only it needs.
static void sinkInto(scf::IfOp branch) {
  Block *inside = branch.thenBlock();
  for (Operation *op = branch->getPrevNode(); op;) {
    Operation *previous = op->getPrevNode();
    if (isMovable(*op) && !op->use_empty() &&
        llvm::all_of(op->getUsers(), [&](Operation *user) {
          return user->getBlock() == inside;
        }))
      op->moveBefore(inside, inside->begin());
    op = previous;
  }
}

void tileas::branchToOne(KernelOpInterface kernel, KernelContext &context) {
  llvm::SmallPtrSet<Region *, 4> ofOne;
  kernel.walk([&](AgentsOp agents) {
    for (Region &agent : agents.getBodies())
      if (runByOne(agent, context))
        ofOne.insert(&agent);
  });
  SmallVector<Run> runs;
  kernel.walk([&](Block *block) {
    // Outside of loops each op is executed once.
    if (block->getParentOp() != kernel &&
        !ofOne.contains(getAgent(&block->front())))
      addRuns(*block, runs);
  });
  for (const Run &run : runs) {
    Operation *last = run.back();
    Location loc = last->getLoc();
    OpBuilder builder(last->getContext());
    builder.setInsertionPointAfter(last);
    // The lanes of the warp may stand at an earlier wait.
    if (getAgent(last))
      ptxops::syncWarp(builder, loc);
    auto branch = scf::IfOp::create(builder, loc, isOneOf(run, context),
                                    /*withElseRegion=*/false);
    for (Operation *op : run)
      op->moveBefore(branch.thenYield());
    sinkInto(branch);
  }
}
