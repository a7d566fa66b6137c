//===- LoopExpansion.cpp - Loops whose iterations overlap -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopExpansion.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Transforms/FoldUtils.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/Memory.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Nothing is copied or loaded for an iteration that there is not; the rest of
/// what runs ahead has no effect. A group may be empty.
static Operation *predicate(RewriterBase &rewriter, Operation *op,
                            Value condition) {
  auto restrict = [&](auto access) {
    rewriter.setInsertionPoint(access);
    if (Value own = access.getCondition())
      condition = arith::AndIOp::create(rewriter, op->getLoc(), own, condition);
    access.getConditionMutable().assign(condition);
  };
  if (auto copy = dyn_cast<AsyncCopyOp>(op))
    restrict(copy);
  else if (auto load = dyn_cast<LoadOp>(op))
    restrict(load);
  return op;
}

FailureOr<scf::ForOp> LoopExpander::expand(scf::ForOp loop,
                                           const StagedOps &order) {
  scf::PipeliningOption options;
  options.getScheduleFn = [&](scf::ForOp, StagedOps &result) {
    result = order;
  };
  options.peelEpilogue = false;
  options.supportDynamicLoops = true;
  options.predicateFn = predicate;
  IRRewriter rewriter(loop);
  Location loc = loop.getLoc();
  FailureOr<scf::ForOp> result = scf::pipelineForLoop(rewriter, loop, options);
  if (failed(result))
    return emitError(loc, "the schedule of this loop cannot be carried out");
  expanded.insert(*result);
  return result;
}

void LoopExpander::foldNumbers(Operation *root) const {
  if (expanded.empty())
    return;
  OperationFolder folder(root->getContext());
  SmallVector<Operation *> numbers;
  root->walk([&](Operation *op) {
    if (isa<arith::MulIOp, arith::AddIOp, arith::SubIOp, arith::CmpIOp>(op) &&
        op->getResult(0).getType().isIntOrIndex())
      numbers.push_back(op);
  });
  for (Operation *op : numbers)
    if (auto sum = dyn_cast<arith::AddIOp>(op))
      if (isLaterIteration(sum))
        sum.setOverflowFlags(arith::IntegerOverflowFlags::nsw |
                             arith::IntegerOverflowFlags::nuw);
  for (Operation *op : numbers)
    (void)folder.tryToFold(op);
}

/// Whether a sum is the pipeliner's number of a later iteration: the variable
/// plus so many steps. It wraps around only where there is no such iteration,
/// whose number is then of no effect.
bool LoopExpander::isLaterIteration(arith::AddIOp sum) const {
  auto variable = dyn_cast<BlockArgument>(sum.getLhs());
  auto steps = sum.getRhs().getDefiningOp<arith::MulIOp>();
  if (!variable || !steps)
    return false;
  auto loop = dyn_cast<scf::ForOp>(variable.getOwner()->getParentOp());
  return loop && expanded.contains(loop) &&
         variable == loop.getInductionVar() && steps.getLhs() == loop.getStep();
}
