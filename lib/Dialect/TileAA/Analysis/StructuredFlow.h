//===- StructuredFlow.h - Data flow through structured code -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sparse forward data-flow analysis for the structured control flow of tileaa
// and tileas. Except for loop-carried values, each value is defined before its
// uses in program order. So one pass in that order suffices, and bodies of
// loops are repeated until no loop-carried fact changes, each time only along
// dependences of the changes.
//
// MLIR's DataFlowSolver serves any control flow and several analyses at once.
// Its worklist, its dependences and the two analyses for dead code would cost
// several times as much as the facts.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_STRUCTUREDFLOW_H
#define TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_STRUCTUREDFLOW_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>

namespace tessera::tileaa {

/// Solves for a `Fact` of each value. Facts that meet are joined.
template <typename Fact> class StructuredFlow {
public:
  virtual ~StructuredFlow() = default;

  /// The fact of `value`; null in code that never runs, and if none was added.
  const Fact *lookup(mlir::Value value) const {
    auto it = numbers.find(value);
    return it == numbers.end() ? nullptr : &known[it->second].fact;
  }

protected:
  void run(mlir::Operation *kernel) { visitRegions(kernel, /*since=*/0); }

  /// Joins `fact` to that of `value`. Returns true if something changed.
  bool add(mlir::Value value, const Fact &fact) {
    auto [it, isNew] = numbers.try_emplace(value, known.size());
    if (isNew) {
      known.push_back({fact, pass});
      return true;
    }
    Known &before = known[it->second];
    // Every cycle passes through a block argument, so only those are counted.
    unsigned numChanges =
        mlir::isa<mlir::BlockArgument>(value) ? before.numChanges : 0;
    if (!join(before.fact, fact, numChanges))
      return false;
    ++before.numChanges;
    before.pass = pass;
    return true;
  }

  /// Adds the facts of an op's results, given those of its operands. Not called
  /// for control flow.
  virtual void visit(mlir::Operation *op) = 0;
  /// Adds the fact of an argument that no value flows into.
  virtual void visitArgument(mlir::BlockArgument argument) = 0;
  /// Sets the fact of `value` to "anything".
  virtual void forget(mlir::Value value) = 0;
  /// Joins `other` to a known fact. `numChanges` is the number of earlier
  /// changes of a loop-carried value. Returns true if the fact changes.
  virtual bool join(Fact &known, const Fact &other, unsigned numChanges) = 0;
  /// True if a condition may have the value `state`.
  virtual bool mayBe(mlir::Value condition, bool state) const { return true; }

private:
  /// The fact of a value, and the pass in which it changed last.
  struct Known {
    Fact fact;
    unsigned pass;
    unsigned numChanges = 0;
  };

  /// Visits a block in order. Ops that were visited before are skipped unless
  /// an operand has changed in pass `since` or later.
  void visitBlock(mlir::Block &block, unsigned since) {
    for (mlir::Operation &op : block) {
      if (auto branch = mlir::dyn_cast<mlir::scf::IfOp>(op))
        visitIf(branch, since);
      else if (auto loop = mlir::dyn_cast<mlir::scf::ForOp>(op))
        visitFor(loop, since);
      else if (auto loop = mlir::dyn_cast<mlir::scf::WhileOp>(op))
        visitWhile(loop, since);
      else {
        visitRegions(&op, since);
        if (isDue(op, since))
          visit(&op);
      }
    }
  }

  void visitRegions(mlir::Operation *op, unsigned since) {
    for (mlir::Region &region : op->getRegions())
      for (mlir::Block &block : region) {
        llvm::for_each(block.getArguments(),
                       [&](auto argument) { visitArgument(argument); });
        visitBlock(block, since);
      }
  }

  void visitIf(mlir::scf::IfOp branch, unsigned since) {
    for (bool state : {true, false}) {
      mlir::Region &region =
          state ? branch.getThenRegion() : branch.getElseRegion();
      if (region.empty() || !mayBe(branch.getCondition(), state))
        continue;
      visitBlock(region.front(), since);
      handOn(region.front().getTerminator()->getOperands(),
             branch.getResults());
    }
  }

  void visitFor(mlir::scf::ForOp loop, unsigned since) {
    handOn(loop.getInitArgs(), loop.getRegionIterArgs());
    handOn(loop.getInitArgs(), loop.getResults());
    visitArgument(mlir::cast<mlir::BlockArgument>(loop.getInductionVar()));
    repeat(loop.getRegionIterArgs(), since, [&](unsigned since) {
      visitBlock(*loop.getBody(), since);
      return loop.getYieldedValues();
    });
    handOn(loop.getYieldedValues(), loop.getResults());
  }

  void visitWhile(mlir::scf::WhileOp loop, unsigned since) {
    mlir::scf::ConditionOp condition = loop.getConditionOp();
    handOn(loop.getInits(), loop.getBeforeArguments());
    repeat(loop.getBeforeArguments(), since,
           [&](unsigned since) -> mlir::ValueRange {
             visitBlock(*loop.getBeforeBody(), since);
             if (!mayBe(condition.getCondition(), true))
               return {};
             handOn(condition.getArgs(), loop.getAfterArguments());
             visitBlock(*loop.getAfterBody(), since);
             return loop.getYieldedValues();
           });
    if (mayBe(condition.getCondition(), false))
      handOn(condition.getArgs(), loop.getResults());
  }

  /// Visits the body of a loop until no loop-carried fact changes. `visitBody`
  /// returns the values for the next iteration.
  void repeat(mlir::ValueRange carried, unsigned since,
              llvm::function_ref<mlir::ValueRange(unsigned)> visitBody) {
    // Facts may change in many small steps, one value after the other. After so
    // many passes they are all given up.
    constexpr unsigned maxPasses = 16;
    for (unsigned count = 1;; ++count) {
      mlir::ValueRange yielded = visitBody(since);
      since = ++pass;
      if (!handOn(yielded, carried))
        return;
      if (count == maxPasses)
        llvm::for_each(carried, [&](mlir::Value value) { forget(value); });
    }
  }

  /// Joins the facts of some values to those of the values that they flow into.
  /// Returns true if something changed.
  bool handOn(mlir::ValueRange from, mlir::ValueRange to) {
    bool hasChanged = false;
    for (auto [source, target] : llvm::zip(from, to))
      if (const Fact *fact = lookup(source))
        hasChanged |= add(target, *fact);
    return hasChanged;
  }

  bool isDue(mlir::Operation &op, unsigned since) const {
    auto isUnknown = [&](mlir::Value value) {
      return !numbers.contains(value);
    };
    auto isNew = [&](mlir::Value value) {
      auto it = numbers.find(value);
      return it != numbers.end() && known[it->second].pass >= since;
    };
    return since == 0 || llvm::any_of(op.getResults(), isUnknown) ||
           llvm::any_of(op.getOperands(), isNew);
  }

  unsigned pass = 0;
  llvm::DenseMap<mlir::Value, unsigned> numbers;
  std::deque<Known> known;
};

} // namespace tessera::tileaa

#endif // TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_STRUCTUREDFLOW_H
