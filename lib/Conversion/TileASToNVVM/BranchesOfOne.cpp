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
// multiplies; so the others skip them.
//
//===----------------------------------------------------------------------===//

#include "BranchesOfOne.h"
#include "Ptx/PtxOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/MBarriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/MachineCopies.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// True for a copy of which one thread does all. Numbers of gathered rows lie with the
/// lanes of its warp.
static bool isCopy(Operation &op) {
  auto copy = dyn_cast<TensorCopyOp>(op);
  return copy ? !copy.getRows() : isa<BulkCopyOp, MBarrierMeetOp>(op);
}

static bool isOfOne(Operation &op) {
  if (auto arrive = dyn_cast<MBarrierArriveOp>(op))
    return arrive.getExecutor() == Executor::One;
  return isCopy(op);
}

static bool isMovable(Operation &op) {
  return op.getNumRegions() == 0 && isPure(&op);
}

/// The program of the agent that executes a block; null where all threads do.
static Region *getAgent(Block *block) {
  Region *region = block->getParent();
  while (region && !isa_and_nonnull<AgentsOp>(region->getParentOp()))
    region = region->getParentRegion();
  return region;
}

/// True if one thread does all that the warp of an agent does but waiting.
static bool worksAlone(Region &agent, KernelContext &context) {
  Operation *end = agent.front().getTerminator();
  if (context.getAgent(end).getNumThreads() != kWarpSize)
    return false;
  WalkResult result = agent.walk([](Operation *op) {
    bool isKnown = isOfOne(*op) || isa<WaitPhaseOp, TensorMapOp>(op) ||
                   op->getNumRegions() > 0 || isMemoryEffectFree(op);
    return isKnown ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

namespace {

/// Ops that one thread executes, with nothing between them but what has no effects.
struct Run {
  SmallVector<Operation *> ops;
  /// The lanes of its warp may stand at an earlier wait.
  bool followsWaits = false;
};

/// Finds the runs of a kernel.
class RunFinder {
public:
  explicit RunFinder(KernelContext &context) : context(context) {}

  void addRuns(Block &block) {
    Region *agent = getAgent(&block);
    bool waits = agent && isAlone(*agent);
    forEachRun(block, waits, [&](ArrayRef<Operation *> run) {
      runs.push_back({llvm::to_vector(run), agent && !waits});
    });
  }

  ArrayRef<Run> getRuns() const { return runs; }

private:
  /// True for an agent of which one thread alone has to wait.
  bool isAlone(Region &agent) {
    auto [found, isNew] = alone.try_emplace(&agent);
    if (isNew)
      found->second = worksAlone(agent, context) && waitsToCopy(agent);
    return found->second;
  }

  /// True if each wait of an agent stands in a run with a copy, and so in its branch.
  static bool waitsToCopy(Region &agent) {
    llvm::SmallPtrSet<Operation *, 8> left;
    agent.walk([&](WaitPhaseOp wait) { left.insert(wait); });
    agent.walk([&](Block *block) {
      forEachRun(*block, /*waits=*/true, [&](ArrayRef<Operation *> run) {
        for (Operation *op : run)
          left.erase(op);
      });
    });
    return left.empty();
  }

  /// Calls `visit` with the runs of a block that have a copy.
  static void
  forEachRun(Block &block, bool waits,
             llvm::function_ref<void(ArrayRef<Operation *>)> visit) {
    for (Operation *op = &block.front(); op; op = op->getNextNode()) {
      if (!belongs(*op, waits))
        continue;
      SmallVector<Operation *> run = find(op, waits);
      op = run.back();
      if (llvm::any_of(run, [](Operation *each) { return isCopy(*each); }))
        visit(run);
    }
  }

  static bool belongs(Operation &op, bool waits) {
    auto wait = dyn_cast<WaitPhaseOp>(op);
    return isOfOne(op) || (waits && wait && !wait.getResultToken());
  }

  static SmallVector<Operation *> find(Operation *first, bool waits) {
    SmallVector<Operation *> run;
    for (Operation *op = first; op; op = op->getNextNode())
      if (belongs(*op, waits))
        run.push_back(op);
      else if (op->getNumRegions() != 0 || !isMemoryEffectFree(op))
        break;
    return run;
  }

  KernelContext &context;
  llvm::SmallDenseMap<Region *, bool> alone;
  SmallVector<Run> runs;
};

} // namespace

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
  RunFinder finder(context);
  kernel.walk([&](Block *block) {
    // Outside of loops each op is executed once.
    if (block->getParentOp() != kernel)
      finder.addRuns(*block);
  });
  for (const Run &run : finder.getRuns()) {
    Operation *last = run.ops.back();
    Location loc = last->getLoc();
    OpBuilder builder(last->getContext());
    builder.setInsertionPointAfter(last);
    if (run.followsWaits)
      ptxops::syncWarp(builder, loc);
    auto branch = scf::IfOp::create(builder, loc, isOneOf(run.ops, context),
                                    /*withElseRegion=*/false);
    for (Operation *op : run.ops)
      op->moveBefore(branch.thenYield());
    sinkInto(branch);
  }
}
