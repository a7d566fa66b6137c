//===- AgentPrograms.cpp - The part of a program that an agent has --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AgentPrograms.h"
#include "../Loops/RunAhead.h"
#include "mlir/Transforms/RegionUtils.h"
#include "tessera/Dialect/TileAA/Analysis/Aliasing.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

bool tileas::isControl(Operation *op) {
  return isa<scf::ForOp, scf::IfOp, scf::WhileOp>(op);
}

bool tileas::isLoadForAgents(Operation *op) {
  return canLoadAhead(op) && tileaa::isRepeatableNumber(op);
}

SmallVector<Value> AgentRules::getOperands(Operation *op) const {
  llvm::SetVector<Value> all(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), all);
  return all.takeVector();
}

//===----------------------------------------------------------------------===//
// AgentNeeds
//===----------------------------------------------------------------------===//

/// True in an op that is no control flow, of which it is a part.
static bool isNested(Operation *op, Region &program) {
  return !isControl(op->getParentOp()) && op->getParentRegion() != &program;
}

namespace tessera::tileas {

/// Marks what ops need, and what that needs.
class NeedsFinder {
public:
  NeedsFinder(const AgentRules &rules, AgentNeeds &needs)
      : rules(rules), needs(needs) {}

  void markOp(Operation *op);

private:
  void mark(ValueRange all) {
    for (Value value : all)
      mark(value);
  }
  void mark(Value value);
  void markCarried(scf::ForOp loop, unsigned number);

  const AgentRules &rules;
  AgentNeeds &needs;
};

} // namespace tessera::tileas

void NeedsFinder::markOp(Operation *op) {
  if (rules.isOutside(op) || !needs.ops.insert(op).second)
    return;
  if (!isControl(op) && !rules.mayHave(op))
    needs.foreign = op;
  if (isControl(op->getParentOp()))
    markOp(op->getParentOp());
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](scf::ForOp loop) {
        mark({loop.getLowerBound(), loop.getUpperBound(), loop.getStep()});
      })
      .Case([&](scf::IfOp branch) { mark(branch.getCondition()); })
      .Case([&](scf::WhileOp loop) {
        // All that it carries may decide how often it runs.
        mark(loop.getInits());
        mark(loop.getConditionOp()->getOperands());
        mark(loop.getYieldOp()->getOperands());
      })
      .Default([&](Operation *op) { mark(rules.getOperands(op)); });
}

void NeedsFinder::mark(Value value) {
  if (!needs.values.insert(value).second)
    return;
  Operation *op = value.getDefiningOp();
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    op = argument.getOwner()->getParentOp();
    auto loop = dyn_cast<scf::ForOp>(op);
    if (loop && argument != loop.getInductionVar())
      markCarried(loop, argument.getArgNumber() - 1);
    if (isControl(op))
      markOp(op);
    return;
  }
  unsigned number = cast<OpResult>(value).getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    markCarried(loop, number);
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    mark(branch.thenYield().getOperand(number));
    mark(branch.elseYield().getOperand(number));
  }
  markOp(op);
}

void NeedsFinder::markCarried(scf::ForOp loop, unsigned number) {
  mark(loop.getInitArgs()[number]);
  mark(loop.getRegionIterArg(number));
  mark(loop.getYieldedValues()[number]);
  mark(loop.getResult(number));
}

AgentNeeds::AgentNeeds(Region &program, const AgentRules &rules) {
  NeedsFinder finder(rules, *this);
  program.walk([&](Operation *op) {
    if (!isControl(op) && !op->hasTrait<OpTrait::IsTerminator>() &&
        !isNested(op, program) && rules.executes(op))
      finder.markOp(op);
  });
}

bool AgentNeeds::hasTile() const {
  return llvm::any_of(values, [](Value value) {
    auto tile = dyn_cast<RankedTensorType>(value.getType());
    return tile && tile.getNumElements() > 1;
  });
}

//===----------------------------------------------------------------------===//
// AgentEmitter
//===----------------------------------------------------------------------===//

void AgentEmitter::emit(Block &block, OpBuilder &builder) {
  for (Operation &op : block.without_terminator()) {
    if (!needs.has(&op))
      continue;
    if (auto loop = dyn_cast<scf::ForOp>(op))
      emitControl(loop, builder);
    else if (auto branch = dyn_cast<scf::IfOp>(op))
      emitControl(branch, builder);
    else if (auto loop = dyn_cast<scf::WhileOp>(op))
      emitControl(loop, builder);
    else
      emitOp(&op, builder);
  }
}

void AgentEmitter::emitOp(Operation *op, OpBuilder &builder) {
  setSlot(builder.clone(*op, mapping), SlotAttr());
}

SmallVector<Value> AgentEmitter::lookup(ValueRange values) const {
  return llvm::map_to_vector(
      values, [&](Value value) { return mapping.lookupOrDefault(value); });
}

SmallVector<Value> AgentEmitter::select(ValueRange these,
                                        ValueRange all) const {
  SmallVector<Value> selected;
  for (auto [value, other] : llvm::zip_equal(these, all))
    if (needs.has(value))
      selected.push_back(other);
  return selected;
}

void AgentEmitter::map(ValueRange olds, ValueRange news) {
  for (auto [old, value] : llvm::zip_equal(olds, news))
    mapping.map(old, value);
}

void AgentEmitter::emit(Block &block, ValueRange yielded, OpBuilder &builder) {
  emit(block, builder);
  scf::YieldOp::create(builder, block.getTerminator()->getLoc(),
                       lookup(yielded));
}

void AgentEmitter::emitControl(scf::ForOp loop, OpBuilder &builder) {
  ValueRange results = loop.getResults();
  SmallVector<Value> inits = lookup(select(results, loop.getInitArgs()));
  SmallVector<Value> bounds =
      lookup({loop.getLowerBound(), loop.getUpperBound(), loop.getStep()});
  enterLoop(loop);
  auto copy = scf::ForOp::create(
      builder, loop.getLoc(), bounds[0], bounds[1], bounds[2], inits,
      [&](OpBuilder &inner, Location, Value counter, ValueRange carried) {
        mapping.map(loop.getInductionVar(), counter);
        map(select(results, loop.getRegionIterArgs()), carried);
        emit(*loop.getBody(), select(results, loop.getYieldedValues()), inner);
      },
      loop.getUnsignedCmp());
  for (NamedAttribute attribute : loop->getDiscardableAttrs())
    copy->setDiscardableAttr(attribute.getName(), attribute.getValue());
  copy->removeDiscardableAttr(ScheduleAttr::attributeName);
  setSlot(copy, SlotAttr());
  finish(loop, copy);
  map(select(results, results), copy.getResults());
}

void AgentEmitter::emitControl(scf::IfOp branch, OpBuilder &builder) {
  ValueRange results = branch.getResults();
  SmallVector<Value> selected = select(results, results);
  auto copy = scf::IfOp::create(
      builder, branch.getLoc(), TypeRange(ValueRange(selected)),
      mapping.lookupOrDefault(branch.getCondition()),
      /*addThenBlock=*/true,
      /*addElseBlock=*/!branch.getElseRegion().empty());
  auto emitSide = [&](Block *from, Block *to, scf::YieldOp yield) {
    OpBuilder inner = OpBuilder::atBlockBegin(to);
    emit(*from, select(results, yield.getOperands()), inner);
  };
  emitSide(branch.thenBlock(), copy.thenBlock(), branch.thenYield());
  if (branch.elseBlock())
    emitSide(branch.elseBlock(), copy.elseBlock(), branch.elseYield());
  finish(branch, copy);
  map(selected, copy.getResults());
}

void AgentEmitter::emitControl(scf::WhileOp loop, OpBuilder &builder) {
  auto copy = scf::WhileOp::create(
      builder, loop.getLoc(), loop.getResultTypes(), lookup(loop.getInits()),
      [&](OpBuilder &inner, Location loc, ValueRange carried) {
        map(loop.getBeforeArguments(), carried);
        emit(*loop.getBeforeBody(), inner);
        scf::ConditionOp condition = loop.getConditionOp();
        scf::ConditionOp::create(
            inner, loc, mapping.lookupOrDefault(condition.getCondition()),
            lookup(condition.getArgs()));
      },
      [&](OpBuilder &inner, Location, ValueRange carried) {
        map(loop.getAfterArguments(), carried);
        emit(*loop.getAfterBody(), loop.getYieldOp().getOperands(), inner);
      });
  finish(loop, copy);
  map(loop.getResults(), copy.getResults());
}

void tileas::eraseSplit(Block &body, function_ref<bool(Operation *)> stays) {
  for (Operation &each : llvm::make_early_inc_range(llvm::reverse(body))) {
    if (stays(&each) || each.hasTrait<OpTrait::IsTerminator>())
      continue;
    each.dropAllUses();
    each.erase();
  }
}
