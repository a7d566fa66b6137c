//===- LoopExpansion.cpp - Loops whose iterations overlap -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopExpansion.h"
#include "../Rings/LoopRings.h"
#include "HandedOnValues.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/FoldUtils.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Dialect/TileAS/IR/LoopValues.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/MachineCopies.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/Rings.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// The name of the attribute, while a loop is expanded, of copies that fill more turns
/// than there are iterations, and of their commit: by how many, and of copies by threads
/// the dimension in which there is nothing to copy.
static constexpr llvm::StringLiteral kFillsMore = "tileas.fills_more";

namespace {

/// Gives copies, loads and commits a predicate, so that they do nothing for
/// iterations that do not exist. Other ops that run ahead have no effects.
class Predicates {
public:
  Operation *add(RewriterBase &rewriter, Operation *op, Value exists);

private:
  Value addIterations(RewriterBase &rewriter, Value exists, int64_t number,
                      Location loc);
  Value join(RewriterBase &rewriter, Value own, Value exists, Location loc);

  /// By the predicate of an iteration, that of so many more.
  DenseMap<std::pair<Value, int64_t>, Value> more;
  /// By a condition of an op, and the predicate of its iteration, both.
  DenseMap<std::pair<Value, Value>, Value> joined;
};

} // namespace

/// The predicate `number < end` for so many iterations more, the same for all ops.
Value Predicates::addIterations(RewriterBase &rewriter, Value exists,
                                int64_t number, Location loc) {
  Value &added = more[{exists, number}];
  if (added)
    return added;
  auto below = exists.getDefiningOp<arith::CmpIOp>();
  assert(below && below.getPredicate() == arith::CmpIPredicate::slt &&
         "the pipeliner compares the number of an iteration");
  Value iteration = below.getLhs(), end = below.getRhs();
  Type type = iteration.getType();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(rewriter, loc,
                                     rewriter.getIntegerAttr(type, value));
  };
  // The end is the loop's own without the iterations that this one is ahead of it: of
  // other copies in the loop, too.
  auto left = end.getDefiningOp<arith::SubIOp>();
  auto steps =
      left ? left.getRhs().getDefiningOp<arith::MulIOp>() : arith::MulIOp();
  APInt ahead;
  if (number > 1 && steps && matchPattern(steps.getLhs(), m_One()) &&
      matchPattern(steps.getRhs(), m_ConstantInt(&ahead)) &&
      ahead.sge(number)) {
    end = arith::SubIOp::create(rewriter, loc, left.getLhs(),
                                constant(ahead.getSExtValue() - number));
    return added = arith::CmpIOp::create(
               rewriter, loc, arith::CmpIPredicate::slt, iteration, end);
  }
  // No difference of the iteration, which may be the smallest number, and no sum of
  // the bound that is larger than the largest one.
  if (number > 1) {
    int64_t largest =
        APInt::getSignedMaxValue(type.getIntOrFloatBitWidth()).getSExtValue();
    end = arith::MinSIOp::create(rewriter, loc, end,
                                 constant(largest - (number - 1)));
    end = arith::AddIOp::create(rewriter, loc, end, constant(number - 1));
  }
  return added = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::sle,
                                       iteration, end);
}

/// Has `copy` fill its stage with zeros in an iteration that does not exist: it
/// copies a tile in front of the tensor, so that nobody reads memory that the
/// program does not.
static void copyNothingUnless(RewriterBase &rewriter, Value exists,
                              TensorCopyOp copy) {
  Location loc = copy.getLoc();
  TensorMapType map = copy.getMap().getType();
  unsigned dim = map.getGathers() ? map.getOrder().front() : 0;
  OpOperand &start =
      copy.getStartsMutable()[map.getGathers() ? 0 : map.getOuter()];
  int64_t extent = map.getTile().getShape()[dim];
  Value outside = arith::ConstantOp::create(
      rewriter, loc, rewriter.getI32IntegerAttr(-extent));
  start.set(
      arith::SelectOp::create(rewriter, loc, exists, start.get(), outside));
}

/// Has threads fill a stage with zeros in an iteration that does not exist: the tensor
/// has no elements then.
static void copyNothingUnless(RewriterBase &rewriter, Value exists,
                              AsyncCopyOp copy, int64_t dim) {
  Location loc = copy.getLoc();
  OpOperand &extent = copy.getExtentsMutable()[dim];
  Value none = arith::ConstantOp::create(
      rewriter, loc, rewriter.getIntegerAttr(extent.get().getType(), 0));
  extent.set(
      arith::SelectOp::create(rewriter, loc, exists, extent.get(), none));
  if (std::optional<ArrayRef<bool>> inbounds = copy.getInbounds()) {
    SmallVector<bool> known(*inbounds);
    known[dim] = false;
    copy.setInbounds(known);
  }
}

/// A condition of an op where its iteration exists. Ops with one condition keep one, as
/// copies and the turn that they fill.
Value Predicates::join(RewriterBase &rewriter, Value own, Value exists,
                       Location loc) {
  Value &both = joined[{own, exists}];
  return both ? both : both = arith::AndIOp::create(rewriter, loc, own, exists);
}

Operation *Predicates::add(RewriterBase &rewriter, Operation *op,
                           Value exists) {
  auto conditional = dyn_cast<ConditionalOpInterface>(op);
  if (!conditional)
    return op;
  MutableOperandRange own = conditional.getConditionMutable();
  rewriter.setInsertionPoint(op);
  Value condition = exists;
  if (auto number = op->getAttrOfType<DenseI64ArrayAttr>(kFillsMore)) {
    if (auto copy = dyn_cast<TensorCopyOp>(op))
      copyNothingUnless(rewriter, exists, copy);
    else if (auto copy = dyn_cast<AsyncCopyOp>(op))
      copyNothingUnless(rewriter, exists, copy, number[1]);
    condition = addIterations(rewriter, exists, number[0], op->getLoc());
    op->removeAttr(kFillsMore);
  }
  if (!own.empty())
    condition = join(rewriter, own[0].get(), condition, op->getLoc());
  own.assign(condition);
  return op;
}

SmallVector<scf::ForOp> tileas::findLoopsToRestage(KernelOpInterface kernel) {
  KernelSpecAttr spec = kernel.getSpec();
  SmallVector<scf::ForOp> loops;
  if (!spec.getPlan() || !spec.getPlannedAgents().empty())
    return loops;
  kernel->walk([&](scf::ForOp loop) {
    ScheduleAttr schedule = getSchedule(loop);
    if (schedule && !schedule.getExpanded() && schedule.getStages() > 1 &&
        !loop.getUnsignedCmp())
      loops.push_back(loop);
  });
  return loops;
}

StagedOps tileas::getScheduledOrder(scf::ForOp loop) {
  StagedOps order;
  for (Operation &op : loop.getBody()->without_terminator())
    order.emplace_back(&op, getSlot(&op).getStage());
  // A stable order: the schedule decides, and program order breaks ties.
  llvm::sort(order, [](const auto &a, const auto &b) {
    SlotAttr slotOfA = getSlot(a.first), slotOfB = getSlot(b.first);
    return comesFirst(slotOfA, slotOfB) ||
           (!comesFirst(slotOfB, slotOfA) && a.first->isBeforeInBlock(b.first));
  });
  return order;
}

//===----------------------------------------------------------------------===//
// Obstacles
//===----------------------------------------------------------------------===//

/// True if each op comes after the ops whose results it uses, in its own
/// iteration or in an earlier one.
static bool isInOrder(scf::ForOp loop, const StagedOps &order) {
  IterationTimes times(order);
  return llvm::all_of(order, [&](const auto &each) {
    int64_t time = *times.find(each.first);
    WalkResult result = each.first->walk([&](Operation *nested) {
      for (Value operand : nested->getOperands()) {
        auto [producer, distance] = findProducer(loop, operand);
        if (producer &&
            *times.find(producer) > time + distance * times.getInterval())
          return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    return !result.wasInterrupted();
  });
}

/// True for a copy that can fill a turn with zeros.
static bool canCopyNothing(Operation *copy) {
  auto ofThreads = dyn_cast_or_null<AsyncCopyOp>(copy);
  return isa_and_nonnull<TensorCopyOp>(copy) ||
         (ofThreads && !ofThreads.getExtents().empty() &&
          !ofThreads.getCondition());
}

/// The copies that fill the ring of a turn which is waited for or released; none if
/// it is filled by anything that cannot copy zeros.
static SmallVector<Operation *> findCopies(Operation *op) {
  auto commit = isa<WaitOp, ReleaseOp>(op)
                    ? findVerb<CommitOp>(cast<RingOpInterface>(op))
                    : CommitOp();
  SmallVector<Operation *> copies;
  if (commit)
    for (Value copy : commit.getCopies())
      copies.push_back(copy.getDefiningOp());
  if (!llvm::all_of(copies, canCopyNothing))
    copies.clear();
  return copies;
}

bool LoopExpander::canFillAhead(Operation *op, bool byThreads) {
  SmallVector<Operation *> copies = findCopies(op);
  return !copies.empty() &&
         (byThreads || llvm::all_of(copies, [](Operation *copy) {
            return isa<TensorCopyOp>(copy);
          }));
}

/// True if an op may be executed for an iteration that does not exist.
static bool mayRunAhead(Operation *op) {
  return isMemoryEffectFree(op) ||
         LoopExpander::canFillAhead(op, /*byThreads=*/true) ||
         hasEffect<MemoryEffects::Allocate>(op) ||
         isa<RingOp, AcquireOp, CommitOp, WgmmaOp, Tcgen05MmaOp,
             ConditionalOpInterface>(op);
}

StringRef LoopExpander::findObstacle(scf::ForOp loop, const StagedOps &order) {
  if (!isInOrder(loop, order))
    return "an op starts before what it uses";
  unsigned last = 0;
  for (auto [op, stage] : order)
    last = std::max(last, stage);
  bool isCountedByOne = matchPattern(loop.getStep(), m_One());
  for (auto [op, stage] : order)
    if (stage < last && !mayRunAhead(op))
      return "an op with an effect starts before it is known that its "
             "iteration runs";
    else if (stage + 1 < last && isa<WaitOp>(op) && !isCountedByOne)
      return "a turn is waited for several iterations ahead";
  return "";
}

//===----------------------------------------------------------------------===//
// Expansion
//===----------------------------------------------------------------------===//

/// True if a value changes with the number of the iteration.
static bool isOfIteration(scf::ForOp loop, Value value) {
  llvm::SetVector<Value> worklist;
  worklist.insert(value);
  for (size_t next = 0; next < worklist.size(); ++next) {
    if (worklist[next] == loop.getInductionVar())
      return true;
    Operation *op = worklist[next].getDefiningOp();
    if (op && op->getBlock() == loop.getBody())
      worklist.insert(op->operand_begin(), op->operand_end());
  }
  return false;
}

/// The dimension in which a copy by threads moves with the iterations, where each
/// compares its position in any case; the first one if there is none.
static int64_t findMovingDim(scf::ForOp loop, Operation *op) {
  auto copy = dyn_cast<AsyncCopyOp>(op);
  if (!copy)
    return 0;
  auto starts = copy.getStarts();
  auto moves = llvm::find_if(
      starts, [&](Value start) { return isOfIteration(loop, start); });
  return moves == starts.end() ? 0 : std::distance(starts.begin(), moves);
}

/// Has copies fill the turns of iterations that do not exist, if they are waited
/// for, as the first ones are where there is none. Returns the most of these.
static int64_t fillAhead(scf::ForOp loop, const StagedOps &order,
                         int64_t last) {
  int64_t most = 0;
  bool isAhead = false;
  for (auto [op, stage] : order) {
    if (!isa<WaitOp>(op) || stage >= last)
      continue;
    SmallVector<Operation *> filling = findCopies(op);
    filling.push_back(findVerb<CommitOp>(cast<RingOpInterface>(op)));
    for (Operation *each : filling)
      each->setAttr(kFillsMore, DenseI64ArrayAttr::get(
                                    op->getContext(),
                                    {last - stage, findMovingDim(loop, each)}));
    isAhead = true;
    most = std::max<int64_t>(most, last - stage);
  }
  if (!isAhead)
    return most;
  OpBuilder builder(loop);
  loop.setUpperBound(builder.createOrFold<arith::MaxSIOp>(
      loop.getLoc(), loop.getLowerBound(), loop.getUpperBound()));
  return most;
}

/// Moves a commit before an op, with its copies and what they need. False if that is
/// more than what runs ahead.
static bool moveCopies(CommitOp commit, Operation *place) {
  llvm::SetVector<Operation *> needed;
  needed.insert(commit);
  for (size_t next = 0; next < needed.size(); ++next)
    for (Value operand : needed[next]->getOperands())
      if (Operation *op = operand.getDefiningOp();
          op && op->getBlock() == place->getBlock() &&
          place->isBeforeInBlock(op))
        needed.insert(op);
  if (!llvm::all_of(needed, [](Operation *op) {
        return isPure(op) ||
               isa<AcquireOp, CommitOp, ConditionalOpInterface>(op);
      }))
    return false;
  SmallVector<Operation *> ops = needed.takeVector();
  llvm::sort(ops,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  for (Operation *op : ops)
    op->moveBefore(place);
  return true;
}

/// Begins copies of a prologue side by side, for as many turns as a ring has stages, where
/// it would wait for one after the other.
static void fillBeforeWaits(ArrayRef<Operation *> prologue) {
  for (Operation *op : prologue) {
    auto wait = dyn_cast<WaitOp>(op);
    if (!wait)
      continue;
    SmallVector<CommitOp> later;
    int64_t filled = 0;
    for (Operation *other : prologue) {
      auto verb = dyn_cast<RingOpInterface>(other);
      if (!verb || verb.getRing() != wait.getRing())
        continue;
      bool isBefore = other->isBeforeInBlock(wait);
      if (auto commit = dyn_cast<CommitOp>(other); commit && !isBefore)
        later.push_back(commit);
      else if (isBefore)
        filled += isa<CommitOp>(other);
    }
    int64_t stages = wait.getRing().getType().getStages();
    for (CommitOp commit : later)
      if (filled++ >= stages || !moveCopies(commit, wait))
        break;
  }
}

scf::ForOp LoopExpander::expand(scf::ForOp loop, StagedOps order) {
  ScheduleAttr schedule = getSchedule(loop);
  OpBuilder builder(loop);
  for (auto [op, stage] : order) {
    setSlot(op, SlotAttr());
    op->setAttr(kStageName, builder.getI64IntegerAttr(stage));
  }
  scf::ForOp result = loop;
  if (schedule.getStages() > 1) {
    result = overlap(loop, std::move(order));
    nameLaterIterations(result);
    hasOverlapped = true;
  } else {
    for (auto [op, stage] : order)
      op->moveBefore(loop.getBody()->getTerminator());
  }
  result->removeAttr(ScheduleAttr::attributeName);
  result->setAttr(kExpandedName, schedule);
  return result;
}

scf::ForOp LoopExpander::overlap(scf::ForOp loop, StagedOps order) {
  SlotAttr ofLoop = getSlot(loop);
  Block *around = loop->getBlock();
  llvm::SmallPtrSet<Operation *, 32> others;
  for (Operation &op : *around)
    if (&op != loop)
      others.insert(&op);
  int64_t ahead = fillAhead(loop, order, getSchedule(loop).getStages() - 1);
  HandedOnValues handedOn(loop, order);
  scf::PipeliningOption options;
  options.getScheduleFn = [&](scf::ForOp, StagedOps &result) {
    result = order;
  };
  options.peelEpilogue = false;
  options.supportDynamicLoops = true;
  Predicates predicates;
  options.predicateFn = [&](RewriterBase &by, Operation *op, Value exists) {
    return predicates.add(by, op, exists);
  };
  IRRewriter rewriter(loop->getContext(), &handedOn);
  rewriter.setInsertionPoint(loop);
  FailureOr<scf::ForOp> result = scf::pipelineForLoop(rewriter, loop, options);
  assert(succeeded(result) && "the order is possible, and all values are made");
  handedOn.remove();
  // A first iteration that is known to exist has no predicates.
  for (Operation &op : *around)
    op.removeAttr(kFillsMore);
  // The prologue takes the place of the loop in an outer loop's schedule.
  SmallVector<Operation *> prologue;
  for (Operation &op : *around)
    if (!others.contains(&op)) {
      op.removeAttr(kStageName);
      setSlot(&op, ofLoop);
      prologue.push_back(&op);
    }
  if (ahead > 1)
    fillBeforeWaits(prologue);
  return *result;
}

void LoopExpander::foldNumbers(Operation *root) const {
  if (!hasOverlapped)
    return;
  SmallVector<Operation *> numbers;
  root->walk([&](Operation *op) {
    if (isa<arith::MulIOp, arith::AddIOp, arith::SubIOp, arith::CmpIOp,
            arith::ExtUIOp, arith::ExtSIOp>(op) &&
        op->getResult(0).getType().isIntOrIndex())
      numbers.push_back(op);
  });
  OperationFolder folder(root->getContext());
  for (Operation *op : numbers)
    (void)folder.tryToFold(op);
  // The pipeliner makes constants for each op, which folding leaves unused.
  root->walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (isa<arith::ArithDialect>(op->getDialect()) && isOpTriviallyDead(op))
      op->erase();
  });
}

void LoopExpander::nameLaterIterations(scf::ForOp loop) {
  DenseMap<Attribute, arith::AddIOp> known;
  loop.walk([&](arith::AddIOp sum) {
    if (!isLaterIteration(loop, sum))
      return;
    sum.setOverflowFlags(arith::IntegerOverflowFlags::nsw |
                         arith::IntegerOverflowFlags::nuw);
    Attribute distance;
    Value steps = sum.getRhs().getDefiningOp<arith::MulIOp>().getRhs();
    if (!matchPattern(steps, m_Constant(&distance)))
      return;
    arith::AddIOp &first = known[distance];
    if (!first) {
      first = sum;
    } else if (first->getBlock() == sum->getBlock()) {
      sum.replaceAllUsesWith(first.getResult());
      sum.erase();
    }
  });
}

bool LoopExpander::isLaterIteration(scf::ForOp loop, arith::AddIOp sum) {
  auto steps = sum.getRhs().getDefiningOp<arith::MulIOp>();
  return steps && sum.getLhs() == loop.getInductionVar() &&
         steps.getLhs() == loop.getStep();
}
