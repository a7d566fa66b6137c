//===- RunAhead.cpp - Address computation ahead of time -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunAhead.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

bool RunAhead::add(ValueRange values) {
  llvm::DenseSet<Operation *> newOps = ops;
  llvm::SetVector<BlockArgument> newCarried = carried;
  SmallVector<Value> worklist = llvm::to_vector(values);
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!loop.getRegion().isAncestor(value.getParentRegion()) ||
        value == loop.getInductionVar())
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() != loop.getBody())
        return false;
      if (newCarried.insert(argument))
        worklist.push_back(loop.getTiedLoopYieldedValue(argument)->get());
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (op->getNumRegions() || !isPure(op))
      return false;
    if (newOps.insert(op).second)
      llvm::append_range(worklist, op->getOperands());
  }
  ops = std::move(newOps);
  carried = std::move(newCarried);
  return true;
}

/// Makes `loop` carry copies of the values with these numbers. The caller still
/// has to set the values that the copies have in the next iteration.
static scf::ForOp carryTwice(scf::ForOp loop, ArrayRef<unsigned> numbers) {
  if (numbers.empty())
    return loop;
  auto pick = [&](ValueRange values) {
    return llvm::map_to_vector(numbers, [&](unsigned k) { return values[k]; });
  };
  IRRewriter rewriter(loop);
  auto yieldSame = [&](OpBuilder &, Location, ArrayRef<BlockArgument>) {
    return pick(loop.getYieldedValues());
  };
  return cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
      rewriter, pick(loop.getInitArgs()),
      /*replaceInitOperandUsesInLoop=*/false, yieldSame));
}

/// Clones an op of a branch to where the branch may not be taken, without its
/// promises, which hold in the branch alone: poison in one condition would reach all
/// that it is joined with.
static void cloneOutOfBranch(OpBuilder &builder, Operation *op,
                             IRMapping &early) {
  if (auto assume = dyn_cast<tileaa::AssumeOp>(op)) {
    early.map(assume.getResult(), early.lookupOrDefault(assume.getValue()));
    return;
  }
  Operation *copy = builder.clone(*op, early);
  if (auto flagged = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(copy))
    copy->setAttr(flagged.getIntegerOverflowAttrName(),
                  arith::IntegerOverflowFlagsAttr::get(
                      copy->getContext(), arith::IntegerOverflowFlags::none));
}

scf::ForOp RunAhead::compute(OpBuilder &builder, IRMapping &early) const {
  auto numbers =
      llvm::map_to_vector(carried, [](BlockArgument argument) -> unsigned {
        return argument.getArgNumber() - 1;
      });
  scf::ForOp wider = loop;
  unsigned numOld = wider.getNumRegionIterArgs();
  wider = carryTwice(wider, numbers);
  for (auto [k, number] : llvm::enumerate(numbers))
    early.map(wider.getRegionIterArg(number),
              wider.getRegionIterArg(numOld + k));
  SmallVector<Operation *> inOrder;
  wider.getBody()->walk([&](Operation *op) {
    if (ops.contains(op))
      inOrder.push_back(op);
  });
  builder.setInsertionPointToStart(wider.getBody());
  for (Operation *op : inOrder)
    if (op->getBlock() == wider.getBody())
      builder.clone(*op, early);
    else
      cloneOutOfBranch(builder, op, early);
  MutableArrayRef<OpOperand> yields = *wider.getYieldedValuesMutable();
  for (OpOperand &yield : yields.drop_front(numOld))
    yield.set(early.lookupOrDefault(yield.get()));
  return wider;
}

void tileas::removeDeadOps(scf::ForOp loop) {
  loop->walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
    if (op != loop && isPure(op) && isOpTriviallyDead(op))
      op->erase();
  });
}
