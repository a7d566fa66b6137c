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
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

static bool isCopy(Operation &op) {
  return isa<BulkCopyOp, TensorCopyOp, MBarrierMeetOp>(op);
}

static bool isOfOne(Operation &op) {
  if (auto arrive = dyn_cast<MBarrierArriveOp>(op))
    return arrive.getExecutor() == Executor::One;
  return isCopy(op);
}

static bool isMovable(Operation &op) {
  return op.getNumRegions() == 0 && isPure(&op);
}

/// The ops from `first` on that one thread executes, with nothing between them but
/// what has no effects.
static SmallVector<Operation *> findRun(Operation *first) {
  SmallVector<Operation *> run;
  for (Operation *op = first; op; op = op->getNextNode())
    if (isOfOne(*op))
      run.push_back(op);
    else if (!isMovable(*op))
      break;
  return run;
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
  SmallVector<SmallVector<Operation *>> runs;
  kernel.walk([&](Block *block) {
    // Outside of loops each op is executed once.
    if (block->getParentOp() == kernel)
      return;
    for (Operation *op = &block->front(); op; op = op->getNextNode()) {
      if (!isOfOne(*op))
        continue;
      runs.push_back(findRun(op));
      op = runs.back().back();
    }
  });
  for (ArrayRef<Operation *> run : runs) {
    if (llvm::none_of(run, [](Operation *op) { return isCopy(*op); }))
      continue;
    Operation *last = run.back();
    OpBuilder builder(last->getContext());
    builder.setInsertionPointAfter(last);
    auto branch =
        scf::IfOp::create(builder, last->getLoc(), isOneOf(run, context),
                          /*withElseRegion=*/false);
    for (Operation *op : run)
      op->moveBefore(branch.thenYield());
    sinkInto(branch);
  }
}
