//===- StructuredFlow.h - What is known along control flow ------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sparse forward data-flow analysis for the structured control flow of tileaa
// and tileas. There every value is made before it is used, in the order of the
// program, but for what goes around a loop. So one pass in that order is all
// that is needed, and bodies of loops are gone through until nothing changes
// that they carry, each time by way of what depends on the changes.
//
// MLIR's DataFlowSolver serves any control flow and several analyses at once;
// its worklist, its dependences and the two analyses that tell it what code
// runs cost several times what the facts do.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_STRUCTUREDFLOW_H
#define TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_STRUCTUREDFLOW_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>

namespace tessera::tileaa {

/// Solves for a `Fact` of each value, of which those that meet are joined.
template <typename Fact> class StructuredFlow {
public:
  virtual ~StructuredFlow() = default;

  /// What is known of `value`; null in code that never runs, and if nobody said
  /// anything.
  const Fact *lookup(mlir::Value value) const {
    auto it = numbers.find(value);
    return it == numbers.end() ? nullptr : &known[it->second].fact;
  }

protected:
  void run(mlir::Operation *kernel) { visitRegions(kernel, /*since=*/0); }

  /// Adds `fact` to what is known of `value`; whether something changed.
  bool add(mlir::Value value, const Fact &fact) {
    auto [it, isNew] = numbers.try_emplace(value, known.size());
    if (isNew) {
      known.push_back({fact, pass});
      return true;
    }
    Known &before = known[it->second];
    // Every cycle goes through an argument of a block.
    unsigned numChanges =
        mlir::isa<mlir::BlockArgument>(value) ? before.numChanges : 0;
    if (!join(before.fact, fact, numChanges))
      return false;
    ++before.numChanges;
    before.pass = pass;
    return true;
  }

  /// Adds what follows from the operands of an op, other than control flow, to
  /// its results.
  virtual void visit(mlir::Operation *op) = 0;
  /// Adds what is known of an argument that no other value becomes.
  virtual void visitArgument(mlir::BlockArgument argument) = 0;
  /// Adds to `value` that it may be anything.
  virtual void forget(mlir::Value value) = 0;
  /// Joins `other` to what is known of a value, which has changed so many times
  /// before if it is carried around a loop; whether something changes.
  virtual bool join(Fact &known, const Fact &other, unsigned numChanges) = 0;
  /// Whether a condition may have the value `state`.
  virtual bool mayBe(mlir::Value condition, bool state) const { return true; }

private:
  /// What is known of a value, and in which pass that changed last.
  struct Known {
    Fact fact;
    unsigned pass;
    unsigned numChanges = 0;
  };

  /// Goes through a block in order. What has been visited before is left out
  /// unless an operand has changed in the pass `since` or later.
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

  /// Goes through the body of a loop until nothing changes of what it carries.
  /// `visitBody` returns what comes around.
  void repeat(mlir::ValueRange carried, unsigned since,
              llvm::function_ref<mlir::ValueRange(unsigned)> visitBody) {
    // Facts may change step by step, one value after the other. After so many
    // passes nothing more is said of any.
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

  /// Joins what is known of some values to that of those which they become;
  /// whether something changes.
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
