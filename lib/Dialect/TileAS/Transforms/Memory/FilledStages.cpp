//===- FilledStages.cpp - Stages that the machine fills -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FilledStages.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {
/// An iteration of a loop in which its counter is below a bound: `number` less
/// `less`, or a constant, without `number`.
struct EarlyIteration {
  scf::ForOp loop;
  int64_t first;
  Value number;
  int64_t less = 0;
};
} // namespace

/// True if the counter of the loop is always below a value.
static bool boundsLoop(Value value, scf::ForOp loop, int64_t first) {
  llvm::SetVector<Value> bounds;
  bounds.insert(loop.getUpperBound());
  for (size_t i = 0; i < bounds.size(); ++i) {
    if (auto least = bounds[i].getDefiningOp<arith::MinSIOp>()) {
      bounds.insert(least.getLhs());
      bounds.insert(least.getRhs());
    } else if (auto most = bounds[i].getDefiningOp<arith::MaxSIOp>()) {
      // The counter is nowhere below the first one.
      std::optional<int64_t> other = getConstantIntValue(most.getRhs());
      if (other && *other <= first)
        bounds.insert(most.getLhs());
    }
  }
  return bounds.contains(value);
}

/// The iterations in which a condition holds, if it has held in all before them.
static std::optional<EarlyIteration> getIterations(Value condition,
                                                   scf::ForOp loop) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  std::optional<int64_t> first = getConstantIntValue(loop.getLowerBound());
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::slt ||
      compare.getLhs() != loop.getInductionVar() || loop.getUnsignedCmp() ||
      getConstantIntValue(loop.getStep()) != 1 || !first || *first < 0)
    return std::nullopt;
  Value bound = compare.getRhs();
  if (getConstantIntValue(bound))
    return EarlyIteration{loop, *first, {}};
  EarlyIteration early{loop, *first, bound};
  if (auto difference = bound.getDefiningOp<arith::SubIOp>()) {
    std::optional<int64_t> less = getConstantIntValue(difference.getRhs());
    if (!less || *less < 0)
      return std::nullopt;
    early.number = difference.getLhs();
    early.less = *less;
  }
  // A positive number less a constant does not overflow.
  if (!loop.isDefinedOutsideOfLoop(early.number) ||
      !boundsLoop(early.number, loop, *first))
    return std::nullopt;
  return early;
}

/// True if a condition holds wherever there is such an iteration: its bound is
/// above the first counter.
static bool isImplied(Value condition, const EarlyIteration &early) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::sgt ||
      compare.getLhs() != early.number)
    return false;
  std::optional<int64_t> below = getConstantIntValue(compare.getRhs());
  std::optional<int64_t> least = llvm::checkedAdd(early.first, early.less);
  return below && least && *below <= *least;
}

/// The value of a sum of constants and conditions wherever there is such an
/// iteration; nothing if it has more than so many terms, or overflows.
static std::optional<int64_t> getSum(Value value, const EarlyIteration &early,
                                     int64_t mostTerms) {
  int64_t sum = 0;
  SmallVector<Value> terms = {value};
  // As many operations add them up, less one.
  for (int64_t visits = 2 * mostTerms; !terms.empty(); --visits) {
    if (visits == 0)
      return std::nullopt;
    Value term = terms.pop_back_val();
    if (auto add = term.getDefiningOp<arith::AddIOp>()) {
      terms.append({add.getLhs(), add.getRhs()});
      continue;
    }
    std::optional<int64_t> number = getConstantIntValue(term);
    auto extended = term.getDefiningOp<arith::ExtUIOp>();
    if (extended && isImplied(extended.getIn(), early))
      number = 1;
    std::optional<int64_t> next =
        number ? llvm::checkedAdd(sum, *number) : std::nullopt;
    if (!next)
      return std::nullopt;
    sum = *next;
  }
  return sum;
}

/// True if the loop adds the condition to the number that it carries.
static bool countsWhere(Value condition, BlockArgument number,
                        scf::ForOp loop) {
  auto next = loop.getTiedLoopYieldedValue(number)
                  ->get()
                  .getDefiningOp<arith::AddIOp>();
  auto growth =
      next ? next.getRhs().getDefiningOp<arith::ExtUIOp>() : arith::ExtUIOp();
  return growth && next.getLhs() == number && growth.getIn() == condition;
}

std::optional<StageIndex> tileas::getStageWhere(Value condition, Value count,
                                                int64_t stages) {
  StageIndex index = getStageIndex(count);
  auto number = dyn_cast_if_present<BlockArgument>(index.base);
  auto loop = number ? dyn_cast<scf::ForOp>(number.getOwner()->getParentOp())
                     : scf::ForOp();
  if (!loop || number == loop.getInductionVar() ||
      !countsWhere(condition, number, loop))
    return std::nullopt;
  std::optional<EarlyIteration> early = getIterations(condition, loop);
  if (!early)
    return std::nullopt;
  // A ring at most is filled ahead of a loop.
  std::optional<int64_t> filled =
      getSum(loop.getTiedLoopInit(number)->get(), *early, stages);
  if (!filled)
    return std::nullopt;
  std::optional<int64_t> begun = llvm::checkedAdd(index.offset, *filled);
  std::optional<int64_t> distance =
      begun ? llvm::checkedSub(*begun, early->first) : std::nullopt;
  if (!distance)
    return std::nullopt;
  return StageIndex{loop.getInductionVar(), *distance};
}
