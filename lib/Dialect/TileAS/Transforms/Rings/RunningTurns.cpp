//===- RunningTurns.cpp - Turns of a ring, counted as they come -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   scf.for %t = ... {                  scf.for %t = ... iter_args(%n = 0) {
//     scf.for %i = 0 to %m step 1         scf.for %i = 0 to %m step 1
//       acquire %ring[%i]           ->      acquire turn %n + %i
//                                         yield %n + %m
//   }                                   }
//
//===----------------------------------------------------------------------===//

#include "RunningTurns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tessera/Dialect/TileAS/IR/Ops/Rings.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

class TurnCounter {
public:
  TurnCounter(Region &program, ArrayRef<RingOpInterface> verbs,
              const TurnConditions &conditions)
      : program(program), conditions(conditions),
        rewriter(program.getContext()) {
    for (RingOpInterface verb : verbs)
      for (Operation *op = verb;
           around.insert(op).second && op->getParentRegion() != &program;)
        op = op->getParentOp();
  }

  LogicalResult run(Location loc, function_ref<void(Value)> useAll) {
    rewriter.setInsertionPointToStart(&program.front());
    Value all = count(program.front(), constant(loc, 0));
    if (hasFailed)
      return failure();
    useAll(all);
    for (Operation *op : llvm::reverse(made))
      if (isOpTriviallyDead(op))
        op->erase();
    return success();
  }

private:
  Value note(Value value) {
    if (Operation *op = value.getDefiningOp())
      made.insert(op);
    return value;
  }
  Value constant(Location loc, int32_t value) {
    return note(arith::ConstantOp::create(rewriter, loc,
                                          rewriter.getI32IntegerAttr(value)));
  }
  Value add(Location loc, Value lhs, Value rhs) {
    return note(rewriter.createOrFold<arith::AddIOp>(loc, lhs, rhs));
  }

  /// Numbers the verbs of a block, and returns the number behind them.
  Value count(Block &block, Value before) {
    for (Operation &op : llvm::make_early_inc_range(block.without_terminator()))
      if (around.contains(&op))
        before = count(&op, before);
    return before;
  }

  Value count(Operation *op, Value before) {
    // Another op may get the place of one that is replaced.
    around.erase(op);
    if (auto verb = dyn_cast<RingOpInterface>(op)) {
      setTurn(verb, before);
      return countVerb(verb, before);
    }
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return isCounted(loop) ? countByLoop(loop, before) : count(loop, before);
    if (auto loop = dyn_cast<scf::WhileOp>(op))
      return count(loop, before);
    if (auto branch = dyn_cast<scf::IfOp>(op))
      return count(branch, before);
    hasFailed = true;
    op->emitError("has verbs of a ring inside, whose turns can be counted in "
                  "loops and branches alone");
    return before;
  }

  /// A turn of which nothing is copied is none.
  Value countVerb(RingOpInterface verb, Value before) {
    Location loc = verb->getLoc();
    Value condition = conditions.lookup(verb);
    Operation *last = verb;
    if (condition && condition.getParentBlock() == verb->getBlock())
      if (Operation *op = condition.getDefiningOp();
          op && last->isBeforeInBlock(op))
        last = op;
    rewriter.setInsertionPointAfter(last);
    if (!condition) {
      // Copies name the turn that is committed behind them.
      if (isa<CommitOp>(*verb))
        rewriter.setInsertionPointAfterValue(before);
      return add(loc, before, constant(loc, 1));
    }
    return add(loc, before,
               note(arith::ExtUIOp::create(rewriter, loc, before.getType(),
                                           condition)));
  }

  /// True if each iteration of a loop has one verb, and the counter says how
  /// many iterations there have been.
  bool isCounted(scf::ForOp loop) {
    auto isAround = [&](Operation &op) { return around.contains(&op); };
    APInt begin;
    return loop.getInductionVar().getType().isInteger(32) &&
           matchPattern(loop.getStep(), m_One()) &&
           matchPattern(loop.getLowerBound(), m_ConstantInt(&begin)) &&
           !begin.isNegative() &&
           llvm::count_if(*loop.getBody(), isAround) == 1 &&
           isUnconditional(*llvm::find_if(*loop.getBody(), isAround));
  }

  bool isUnconditional(Operation &op) {
    auto verb = dyn_cast<RingOpInterface>(op);
    return verb && !conditions.lookup(verb);
  }

  Value countByLoop(scf::ForOp loop, Value before) {
    Location loc = loop.getLoc();
    auto isAround = [&](Operation &op) { return around.contains(&op); };
    auto verb =
        cast<RingOpInterface>(*llvm::find_if(*loop.getBody(), isAround));
    auto since = [&](Value count) {
      return note(rewriter.createOrFold<arith::SubIOp>(loc, count,
                                                       loop.getLowerBound()));
    };
    around.erase(verb);
    rewriter.setInsertionPoint(verb);
    if (isa<CommitOp>(*verb))
      rewriter.setInsertionPointToStart(loop.getBody());
    Value iterations = since(loop.getInductionVar());
    setTurn(verb, matchPattern(before, m_Zero())
                      ? iterations
                      : add(loc, iterations, before));
    rewriter.setInsertionPointAfter(loop);
    Value all = since(loop.getUpperBound());
    all =
        note(rewriter.createOrFold<arith::MaxSIOp>(loc, all, constant(loc, 0)));
    return add(loc, before, all);
  }

  Value count(scf::ForOp loop, Value before) {
    auto carry = [](OpBuilder &, Location, ArrayRef<BlockArgument> added) {
      return SmallVector<Value>{added.front()};
    };
    rewriter.setInsertionPoint(loop);
    auto carrying = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
        rewriter, before, /*replaceInitOperandUsesInLoop=*/false, carry));
    Block &body = *carrying.getBody();
    Value after = count(body, carrying.getRegionIterArgs().back());
    Operation *yield = body.getTerminator();
    yield->setOperand(yield->getNumOperands() - 1, after);
    return carrying.getResults().back();
  }

  Value count(scf::WhileOp loop, Value before) {
    SmallVector<Type> types(loop.getResultTypes());
    types.push_back(before.getType());
    SmallVector<Value> inits(loop.getInits());
    inits.push_back(before);
    rewriter.setInsertionPoint(loop);
    auto carrying = scf::WhileOp::create(rewriter, loop.getLoc(), types, inits);
    carrying->setAttrs(loop->getAttrs());
    for (auto [to, from] :
         llvm::zip_equal(carrying->getRegions(), loop->getRegions())) {
      to.takeBody(from);
      Value number = to.addArgument(before.getType(), loop.getLoc());
      Value after = count(to.front(), number);
      Operation *end = to.front().getTerminator();
      end->insertOperands(end->getNumOperands(), after);
    }
    rewriter.replaceOp(loop, carrying.getResults().drop_back());
    return carrying.getResults().back();
  }

  Value count(scf::IfOp branch, Value before) {
    SmallVector<Type> types(branch.getResultTypes());
    types.push_back(before.getType());
    rewriter.setInsertionPoint(branch);
    auto carrying = scf::IfOp::create(rewriter, branch.getLoc(), types,
                                      branch.getCondition(),
                                      /*withElseRegion=*/true);
    carrying->setAttrs(branch->getAttrs());
    for (auto [to, from] :
         llvm::zip_equal(carrying->getRegions(), branch->getRegions())) {
      if (from.empty()) {
        rewriter.setInsertionPointToStart(&to.front());
        scf::YieldOp::create(rewriter, branch.getLoc(), before);
        continue;
      }
      to.takeBody(from);
      Value after = count(to.front(), before);
      Operation *end = to.front().getTerminator();
      end->insertOperands(end->getNumOperands(), after);
    }
    rewriter.replaceOp(branch, carrying.getResults().drop_back());
    return carrying.getResults().back();
  }

  Region &program;
  const TurnConditions &conditions;
  IRRewriter rewriter;
  /// The verbs, and the ops that have some inside.
  llvm::SmallPtrSet<Operation *, 16> around;
  /// Ops that compute numbers, of which some are not needed.
  llvm::SetVector<Operation *> made;
  bool hasFailed = false;
};

} // namespace

LogicalResult tileas::letTurnsRunOn(Region &program,
                                    ArrayRef<RingOpInterface> verbs,
                                    const TurnConditions &conditions,
                                    function_ref<void(Value)> useAll) {
  return TurnCounter(program, verbs, conditions)
      .run(verbs.front()->getLoc(), useAll);
}

void tileas::setTurn(RingOpInterface verb, Value turn) {
  llvm::TypeSwitch<Operation *>(verb)
      .Case<AcquireOp, CommitOp, WaitOp, ReleaseOp>(
          [&](auto op) { op.getTurnMutable().assign(turn); });
}
