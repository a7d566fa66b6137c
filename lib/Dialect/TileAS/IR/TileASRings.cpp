//===- TileASRings.cpp - Rings, which are bounded queues ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A verb of turn `%i + k` in a loop that counts %i by one is executed for turn
// t in iteration t - k. So the order of two verbs follows from their constants
// and places, before a loop is expanded and afterwards:
//
//   %x = tileas.wait %ring[%i]
//   tileas.release %ring[%i]            turn t in iteration t
//   %y = tileas.acquire %ring[%i + 2]   turn t + 3 in iteration t + 1
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/BufferViews.h"
#include "tessera/Dialect/TileAS/IR/Ops/Rings.h"
#include "tessera/Dialect/TileAS/IR/Turns.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

//===----------------------------------------------------------------------===//
// Turns
//===----------------------------------------------------------------------===//

/// Splits a number into a value plus a constant, in one block.
static StageIndex splitSum(Value count) {
  StageIndex index{count, 0};
  APInt constant;
  while (Operation *op = index.base.getDefiningOp()) {
    // All counts are computed modulo 2^32, so that truncation to 32 bits does
    // not matter.
    if (auto narrow = dyn_cast<arith::TruncIOp>(op)) {
      index.base = narrow.getIn();
      continue;
    }
    if (!isa<arith::AddIOp, arith::SubIOp>(op) ||
        !matchPattern(op->getOperand(1), m_ConstantInt(&constant)) ||
        !constant.isSignedIntN(32))
      break;
    int64_t number = constant.getSExtValue();
    index = {op->getOperand(0),
             index.offset + (isa<arith::AddIOp>(op) ? number : -number)};
  }
  if (matchPattern(index.base, m_ConstantInt(&constant)) &&
      constant.isSignedIntN(32))
    index = {Value(), index.offset + constant.getSExtValue()};
  return index;
}

/// True if a loop that counts by one ends at its upper bound, as it does not
/// begin behind it.
static bool endsAtBound(scf::ForOp loop) {
  auto bound = loop.getUpperBound().getDefiningOp<arith::MaxSIOp>();
  return bound && !loop.getUnsignedCmp() &&
         matchPattern(loop.getStep(), m_One()) &&
         llvm::is_contained(bound->getOperands(), loop.getLowerBound());
}

/// The distance from the counter of a loop to the value that it carries in
/// `argument`, the same in all iterations. A loop that is expanded carries turns
/// from the iteration that has computed them.
static std::optional<int64_t> findDistance(scf::ForOp loop,
                                           BlockArgument argument) {
  // Each argument is the next one of the iteration before, plus a constant.
  SmallVector<std::pair<BlockArgument, int64_t>> carried;
  APInt step;
  if (!matchPattern(loop.getStep(), m_ConstantInt(&step)))
    return std::nullopt;
  while (argument != loop.getInductionVar()) {
    if (carried.size() == loop.getNumRegionIterArgs())
      return std::nullopt;
    StageIndex next = splitSum(loop.getTiedLoopYieldedValue(argument)->get());
    carried.emplace_back(argument, next.offset - step.getSExtValue());
    argument = dyn_cast_if_present<BlockArgument>(next.base);
    if (!argument || argument.getOwner() != loop.getBody())
      return std::nullopt;
  }
  StageIndex number = splitSum(loop.getLowerBound());
  int64_t distance = 0;
  for (auto [each, growth] : llvm::reverse(carried)) {
    distance += growth;
    StageIndex first = getStageIndex(loop.getTiedLoopInit(each)->get());
    if (!(first == StageIndex{number.base, number.offset + distance}))
      return std::nullopt;
  }
  return distance;
}

StageIndex tileas::getStageIndex(Value count) {
  StageIndex index = splitSum(count);
  if (auto argument = dyn_cast_if_present<BlockArgument>(index.base)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (std::optional<int64_t> distance =
            loop ? findDistance(loop, argument) : std::nullopt)
      return {loop.getInductionVar(), index.offset + *distance};
    return index;
  }
  auto result = dyn_cast_if_present<OpResult>(index.base);
  auto loop = result ? dyn_cast<scf::ForOp>(result.getOwner()) : scf::ForOp();
  if (!loop || !endsAtBound(loop))
    return index;
  std::optional<int64_t> distance =
      findDistance(loop, loop.getTiedLoopRegionIterArg(result));
  if (!distance)
    return index;
  StageIndex end = splitSum(loop.getUpperBound());
  return {end.base, end.offset + index.offset + *distance};
}

bool tileas::haveSameTurn(RingOpInterface first, RingOpInterface second) {
  return getStageIndex(first.getTurn()) == getStageIndex(second.getTurn());
}

/// True if a value is the counter of the loop with this body, and grows by one.
static bool countsByOne(Value base, Block *body) {
  auto loop = dyn_cast<scf::ForOp>(body->getParentOp());
  return loop && base == loop.getInductionVar() &&
         matchPattern(loop.getStep(), m_One());
}

std::optional<int64_t> tileas::getIterationsBetween(RingOpInterface first,
                                                    RingOpInterface second,
                                                    int64_t lag) {
  StageIndex from = getStageIndex(first.getTurn());
  StageIndex to = getStageIndex(second.getTurn());
  if (first->getBlock() != second->getBlock() || from.base != to.base ||
      !countsByOne(from.base, first->getBlock()))
    return std::nullopt;
  return from.offset + lag - to.offset;
}

/// True if the turn of a verb begins behind `earlier`, in the same block.
static bool beginsBehind(RingOpInterface earlier, RingOpInterface verb,
                         ArrayRef<RingOpInterface> verbs) {
  return llvm::any_of(verbs, [&](RingOpInterface other) {
    return other.getVerb() == RingVerb::Acquire &&
           other->getBlock() == verb->getBlock() && haveSameTurn(other, verb) &&
           earlier->isBeforeInBlock(other) && other->isBeforeInBlock(verb);
  });
}

/// True if `second` comes behind `first` of the turn that is `lag` earlier, false
/// if it comes before it, and nothing where that is not known.
static std::optional<bool> isBehind(RingOpInterface first,
                                    RingOpInterface second, int64_t lag,
                                    ArrayRef<RingOpInterface> verbs) {
  if (first->getBlock() != second->getBlock())
    return std::nullopt;
  std::optional<int64_t> iterations = getIterationsBetween(first, second, lag);
  if (!iterations) {
    StageIndex from = getStageIndex(first.getTurn());
    StageIndex to = getStageIndex(second.getTurn());
    if (from.base != to.base || from.offset + lag != to.offset ||
        beginsBehind(second, first, verbs))
      return std::nullopt;
    iterations = 0;
  }
  return *iterations > 0 ||
         (*iterations == 0 && first->isBeforeInBlock(second));
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult RingType::verify(function_ref<InFlightDiagnostic()> emitError,
                               BufferType buffer) {
  if (isa<MBarrierType>(buffer.getElementType()))
    return emitError() << "a ring holds tiles, not mbarriers";
  return success();
}

static StringRef getName(RingVerb verb) {
  constexpr StringLiteral names[] = {"acquire", "commit", "wait", "release"};
  return names[unsigned(verb)];
}

/// True if `first` stands in a branch or a loop before `second`, which says nothing of
/// turns.
static bool mayComeFirst(RingOpInterface first, RingOpInterface second) {
  Operation *around = second->getBlock()->findAncestorOpInBlock(*first);
  return around && around != first && around->isBeforeInBlock(second);
}

/// Checks that each turn passes two verbs in order, of which `second` comes in
/// the turn that is `lag` later. As a ring may begin again, a block may have
/// several verbs of one turn, of which one has to come first, and later turns
/// before earlier ones.
static LogicalResult verifyOrder(ArrayRef<RingOpInterface> verbs,
                                 RingVerb ofFirst, RingVerb ofSecond,
                                 int64_t lag) {
  for (RingOpInterface second : verbs) {
    if (second.getVerb() != ofSecond)
      continue;
    RingOpInterface behind;
    bool comesFirst = false;
    for (RingOpInterface first : verbs) {
      std::optional<bool> follows;
      if (first.getVerb() == ofFirst)
        follows = isBehind(first, second, lag, verbs);
      comesFirst |= follows == true ||
                    (first.getVerb() == ofFirst && mayComeFirst(first, second));
      if (follows == false)
        behind = first;
    }
    if (!behind || comesFirst)
      continue;
    InFlightDiagnostic error = second->emitOpError("comes before the ");
    error << getName(ofFirst) << " of "
          << (lag ? "the turn whose stage it takes" : "its turn");
    error.attachNote(behind->getLoc()) << "which stands here";
    return failure();
  }
  return success();
}

/// Checks that the stage which `giving` gives is not used behind the verb that
/// ends its use.
static LogicalResult verifyUses(RingOpInterface giving,
                                ArrayRef<RingOpInterface> verbs, RingVerb end) {
  for (RingOpInterface ending : verbs) {
    if (ending.getVerb() != end || ending->getBlock() != giving->getBlock() ||
        !haveSameTurn(ending, giving) || !giving->isBeforeInBlock(ending))
      continue;
    for (Operation *user : getUsersOfBytes(giving->getResult(0))) {
      Operation *inBlock = giving->getBlock()->findAncestorOpInBlock(*user);
      if (!inBlock || inBlock->isBeforeInBlock(ending))
        continue;
      InFlightDiagnostic error = user->emitOpError("uses a stage behind its ");
      error << getName(end);
      error.attachNote(ending->getLoc()) << "which stands here";
      return failure();
    }
  }
  return success();
}

static bool isFilling(RingOpInterface verb) {
  return verb.getVerb() == RingVerb::Acquire ||
         verb.getVerb() == RingVerb::Commit;
}

/// Checks that no copy fills the stage of a turn that may be none.
static LogicalResult verifyCondition(CommitOp commit) {
  if (!commit.getCondition())
    return success();
  for (Value completion : commit.getCopies()) {
    auto copy = completion.getDefiningOp<ConditionalOpInterface>();
    if (!copy || !copy.getConditionMutable().empty())
      continue;
    InFlightDiagnostic error =
        commit.emitOpError("has a condition, and a copy of its turn has none");
    error.attachNote(copy.getLoc()) << "the copy is here";
    return error;
  }
  return success();
}

/// Checks that one side fills the ring, an agent or the kernel as a whole, and
/// that all agents which use it run together.
static LogicalResult verifyAgents(ArrayRef<RingOpInterface> verbs) {
  RingOpInterface filling, inAgents;
  for (RingOpInterface verb : verbs) {
    Region *agent = getAgent(verb);
    RingOpInterface other;
    if (isFilling(verb) && filling && getAgent(filling) != agent) {
      other = filling;
    } else if (agent && inAgents &&
               getAgent(inAgents)->getParentOp() != agent->getParentOp()) {
      other = inAgents;
    } else {
      filling = isFilling(verb) ? verb : filling;
      inAgents = agent ? verb : inAgents;
      continue;
    }
    InFlightDiagnostic error =
        other == filling && isFilling(verb)
            ? verb->emitOpError("fills a ring that others fill, too; it takes "
                                "one ring for each agent that fills")
            : verb->emitOpError("is on a ring of other agents, which do not "
                                "run at the same time");
    error.attachNote(other->getLoc()) << "the other one stands here";
    return failure();
  }
  return success();
}

LogicalResult RingOp::verify() {
  Operation *alloc = getBuffer().getDefiningOp();
  if (!alloc || !hasEffect<MemoryEffects::Allocate>(alloc) ||
      !getBuffer().hasOneUse())
    return emitOpError("needs an allocated buffer that nothing else uses");
  SmallVector<RingOpInterface> verbs;
  for (Operation *user : getRing().getUsers()) {
    auto verb = dyn_cast<RingOpInterface>(user);
    if (!verb)
      return emitOpError("is used by '")
             << user->getName() << "', which is no verb of a ring";
    verbs.push_back(verb);
  }
  for (RingOpInterface verb : verbs)
    if (auto commit = dyn_cast<CommitOp>(*verb);
        commit && failed(verifyCondition(commit)))
      return failure();
  int64_t stages = getRing().getType().getStages();
  if (failed(verifyAgents(verbs)) ||
      failed(verifyOrder(verbs, RingVerb::Acquire, RingVerb::Commit, 0)) ||
      failed(verifyOrder(verbs, RingVerb::Commit, RingVerb::Wait, 0)) ||
      failed(verifyOrder(verbs, RingVerb::Wait, RingVerb::Release, 0)) ||
      failed(verifyOrder(verbs, RingVerb::Release, RingVerb::Acquire, stages)))
    return failure();
  for (RingOpInterface verb : verbs)
    if ((verb.getVerb() == RingVerb::Acquire &&
         failed(verifyUses(verb, verbs, RingVerb::Commit))) ||
        (verb.getVerb() == RingVerb::Wait &&
         failed(verifyUses(verb, verbs, RingVerb::Release))))
      return failure();
  return success();
}
