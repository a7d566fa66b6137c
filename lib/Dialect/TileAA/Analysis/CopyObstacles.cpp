//===- CopyObstacles.cpp - Loads that other warps cannot execute ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/CopyObstacles.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "tessera/Dialect/TileAA/Analysis/Aliasing.h"
#include "tessera/Dialect/TileAA/IR/Ops/Memory.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

namespace {

/// Finds out if what a copy takes follows from the arguments of the entry, through loops
/// and branches, without an effect but loads that each agent may have. None of these is
/// in the copy's own loop: the agent would wait for memory in each iteration.
class EffectFinder {
public:
  explicit EffectFinder(Operation *copy)
      : loop(copy->getParentOfType<scf::ForOp>()) {}

  bool dependsOnEffect(ValueRange all) {
    return llvm::any_of(all, [&](Value value) { return visit(value); });
  }

  /// The same of how often, and if, an op is executed.
  bool isReachedByEffect(Operation *op) {
    for (Operation *around = op->getParentOp();
         around && !isa<EntryOpInterface>(around);
         around = around->getParentOp())
      if (visitControl(around))
        return true;
    return false;
  }

private:
  bool visitControl(Operation *op) {
    return llvm::TypeSwitch<Operation *, bool>(op)
        .Case([&](scf::ForOp loop) {
          return dependsOnEffect(
              {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()});
        })
        .Case([&](scf::IfOp branch) { return visit(branch.getCondition()); })
        .Case([&](scf::WhileOp loop) {
          // All that it carries may decide how often it runs.
          return dependsOnEffect(loop.getInits()) ||
                 dependsOnEffect(loop.getConditionOp()->getOperands()) ||
                 dependsOnEffect(loop.getYieldOp()->getOperands());
        })
        .Default(false);
  }

  bool visit(Value value) {
    if (!seen.insert(value).second)
      return false;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *op = argument.getOwner()->getParentOp();
      if (isa<EntryOpInterface>(op))
        return false;
      auto loop = dyn_cast<scf::ForOp>(op);
      if (loop && argument != loop.getInductionVar())
        return visitControl(op) ||
               visitCarried(loop, argument.getArgNumber() - 1);
      return visitControl(op);
    }
    Operation *op = value.getDefiningOp();
    unsigned number = cast<OpResult>(value).getResultNumber();
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return visitControl(op) || visitCarried(loop, number);
    if (auto branch = dyn_cast<scf::IfOp>(op))
      return visitControl(op) || visit(branch.thenYield().getOperand(number)) ||
             visit(branch.elseYield().getOperand(number));
    if (isa<scf::WhileOp>(op))
      return visitControl(op);
    if (!mayHave(op))
      return true;
    llvm::SetVector<Value> above;
    getUsedValuesDefinedAbove(op->getRegions(), above);
    return dependsOnEffect(op->getOperands()) ||
           dependsOnEffect(above.getArrayRef());
  }

  bool visitCarried(scf::ForOp loop, unsigned number) {
    return visit(loop.getInitArgs()[number]) ||
           visit(loop.getYieldedValues()[number]);
  }

  bool mayHave(Operation *op) const {
    return isMemoryEffectFree(op) ||
           (isRepeatableNumber(op) && !(loop && loop->isAncestor(op)));
  }

  scf::ForOp loop;
  llvm::DenseSet<Value> seen;
};

} // namespace

StringRef tileaa::findCopyObstacle(LoadOp load) {
  auto isTile = [](Type type) { return isa<RankedTensorType>(type); };
  SmallVector<Value> taken;
  for (Value operand : load->getOperands())
    if (operand != load.getOther())
      taken.push_back(operand);
  if (llvm::any_of(ValueRange(taken).getTypes(), isTile))
    return "copies take tiles, such as masks, which lie with the warps that "
           "multiply";
  EffectFinder finder(load);
  if (finder.dependsOnEffect(taken) || finder.isReachedByEffect(load))
    return "what copies take is loaded, or ordered after other accesses, and "
           "only buffers go from agent to agent";
  return "";
}

StringRef tileaa::findCopyObstacle(EntryOpInterface entry) {
  WalkResult found =
      entry.walk([](AllocaOp) { return WalkResult::interrupt(); });
  return found.wasInterrupted() ? "the CTA has memory that is of all its warps"
                                : "";
}
