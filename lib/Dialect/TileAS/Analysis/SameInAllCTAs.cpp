//===- SameInAllCTAs.cpp - What the CTAs of a tile block agree on ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/SameInAllCTAs.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// Finds what values and the control flow around them follow from.
class Sources {
public:
  Sources(Operation *op, ValueRange ofOp) {
    addFlow(op->getParentOp());
    values.insert_range(ofOp);
    for (size_t next = 0; next < values.size(); ++next)
      add(values[next]);
  }

  /// True if these are the same in all CTAs of a tile block: none depends on the
  /// number of the CTA, or on what has been read.
  bool areSameInAllCTAs() const {
    return llvm::none_of(ops, [](Operation *op) {
      return isa<tileaa::CtaRankOp>(op) ||
             (!isa<LoopLikeOpInterface, scf::IfOp>(op) &&
              !isMemoryEffectFree(op));
    });
  }

private:
  /// Adds how often the bodies of `op` and of the ops around it are executed. That
  /// of an agent is executed once.
  void addFlow(Operation *op) {
    for (; !isa<KernelOpInterface, AgentsOp>(op) && ops.insert(op);
         op = op->getParentOp())
      if (auto loop = dyn_cast<scf::ForOp>(op))
        values.insert_range(ValueRange{loop.getLowerBound(),
                                       loop.getUpperBound(), loop.getStep()});
      else if (auto branch = dyn_cast<scf::IfOp>(op))
        values.insert(branch.getCondition());
      else
        addAll(op);
  }

  /// All that goes into an op and out of its regions.
  void addAll(Operation *op) {
    values.insert_range(op->getOperands());
    for (Region &region : op->getRegions())
      if (!region.empty())
        values.insert_range(region.front().getTerminator()->getOperands());
  }

  void add(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    Operation *op =
        argument ? argument.getOwner()->getParentOp() : value.getDefiningOp();
    if (isa<tileaa::TokenType>(value.getType()) || isa<KernelOpInterface>(op))
      return;
    addFlow(op->getParentOp());
    auto loop = dyn_cast<scf::ForOp>(op);
    if (!loop) {
      ops.insert(op);
      return addAll(op);
    }
    addFlow(loop);
    if (value == loop.getInductionVar())
      return;
    unsigned number = argument ? argument.getArgNumber() - 1
                               : cast<OpResult>(value).getResultNumber();
    values.insert(loop.getInitArgs()[number]);
    values.insert(loop.getYieldedValues()[number]);
  }

  llvm::SetVector<Value> values;
  llvm::SetVector<Operation *> ops;
};

} // namespace

bool tileas::isSameInAllCTAs(Operation *op, ValueRange values) {
  return Sources(op, values).areSameInAllCTAs();
}
