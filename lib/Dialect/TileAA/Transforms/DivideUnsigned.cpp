//===- DivideUnsigned.cpp - Divisions of numbers without a sign -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tessera/Dialect/TileAA/Analysis/ValueFactsAnalysis.h"
#include "tessera/Dialect/TileAA/Transforms/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tessera {
#define GEN_PASS_DEF_TILEAADIVIDEUNSIGNED
#include "tessera/Dialect/TileAA/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

/// The quotient or remainder of the operands of a signed division, if they are no negative
/// numbers; null for other ops. All ways to round a quotient but up are then one.
static Value makeUnsigned(OpBuilder &builder, Operation *op) {
  auto make = [&](auto unsignedOp) -> Value {
    return decltype(unsignedOp)::create(builder, op->getLoc(),
                                        op->getOperand(0), op->getOperand(1));
  };
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<arith::DivSIOp, arith::FloorDivSIOp>(
          [&](auto) { return make(arith::DivUIOp()); })
      .Case([&](arith::CeilDivSIOp) { return make(arith::CeilDivUIOp()); })
      .Case([&](arith::RemSIOp) { return make(arith::RemUIOp()); })
      .Default(Value());
}

namespace {

struct DivideUnsigned
    : tessera::impl::TileAADivideUnsignedBase<DivideUnsigned> {
  void runOnOperation() override {
    SmallVector<Operation *> divisions = findDivisions();
    for (Operation *op : divisions) {
      OpBuilder builder(op);
      op->replaceAllUsesWith(ValueRange(makeUnsigned(builder, op)));
      op->erase();
    }
    numDivided += divisions.size();
    if (divisions.empty())
      markAllAnalysesPreserved();
  }

private:
  /// The signed divisions of numbers that facts prove not to be negative.
  SmallVector<Operation *> findDivisions() {
    SmallVector<Operation *> divisions;
    getOperation()->walk([&](Operation *op) {
      if (isa<arith::DivSIOp, arith::FloorDivSIOp, arith::CeilDivSIOp,
              arith::RemSIOp>(op))
        divisions.push_back(op);
    });
    if (divisions.empty())
      return divisions;
    ValueFactsAnalysis &facts = getAnalysis<ValueFactsAnalysis>();
    llvm::erase_if(divisions, [&](Operation *op) {
      return llvm::any_of(op->getOperands(), [&](Value operand) {
        return facts.getFacts(operand).getRange().smin().isNegative();
      });
    });
    return divisions;
  }
};

} // namespace
