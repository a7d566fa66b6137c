//===- PropagateConditions.cpp - Conditions within branches ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAA/Transforms/Passes.h"
#include "llvm/ADT/ScopedHashTable.h"

namespace tessera {
#define GEN_PASS_DEF_TILEAAPROPAGATECONDITIONS
#include "tessera/Dialect/TileAA/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;

namespace {

class ConditionReplacer {
public:
  void visit(Region &region) {
    for (Block &block : region)
      for (Operation &op : block) {
        replaceOperands(op);
        if (auto ifOp = dyn_cast<scf::IfOp>(op)) {
          visitBranch(ifOp.getThenRegion(), ifOp.getCondition(), true);
          visitBranch(ifOp.getElseRegion(), ifOp.getCondition(), false);
        } else {
          for (Region &inner : op.getRegions())
            visit(inner);
        }
      }
  }

  unsigned getNumReplaced() const { return numReplaced; }

private:
  /// The conditions of the enclosing branches, with their values.
  using Known = llvm::ScopedHashTable<Value, bool>;

  void visitBranch(Region &branch, Value condition, bool holds) {
    Known::ScopeTy scope(known);
    known.insert(condition, holds);
    visit(branch);
  }

  void replaceOperands(Operation &op) {
    for (OpOperand &operand : op.getOpOperands()) {
      if (!operand.get().getType().isInteger(1) || !known.count(operand.get()))
        continue;
      OpBuilder builder(&op);
      operand.set(arith::ConstantOp::create(
          builder, op.getLoc(),
          builder.getBoolAttr(known.lookup(operand.get()))));
      ++numReplaced;
    }
  }

  Known known;
  unsigned numReplaced = 0;
};

struct PropagateConditions
    : tessera::impl::TileAAPropagateConditionsBase<PropagateConditions> {
  void runOnOperation() override {
    ConditionReplacer replacer;
    replacer.visit(getOperation().getBody());
    numReplaced += replacer.getNumReplaced();
  }
};

} // namespace
