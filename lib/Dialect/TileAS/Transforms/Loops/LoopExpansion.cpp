//===- LoopExpansion.cpp - Loops whose iterations overlap -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopExpansion.h"
#include "../Rings/LoopRings.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/FoldUtils.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Dialect/TileAS/IR/LoopValues.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/Rings.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// The name of the attribute, while a loop is expanded, of copies that fill a turn
/// more than there are iterations, and of its commit.
static constexpr llvm::StringLiteral kFillsOneMore = "tileas.fills_one_more";

namespace {

/// Gives copies, loads and commits a predicate, so that they do nothing for
/// iterations that do not exist. Other ops that run ahead have no effects.
class Predicates {
public:
  Operation *add(RewriterBase &rewriter, Operation *op, Value exists);

private:
  Value addIteration(RewriterBase &rewriter, Value exists, Location loc);

  /// By the predicate of an iteration that of one more.
  DenseMap<Value, Value> oneMore;
};

} // namespace

/// The predicate `number < end` for one iteration more, the same for all ops.
Value Predicates::addIteration(RewriterBase &rewriter, Value exists,
                               Location loc) {
  Value &more = oneMore[exists];
  if (more)
    return more;
  auto below = exists.getDefiningOp<arith::CmpIOp>();
  assert(below && below.getPredicate() == arith::CmpIPredicate::slt &&
         "the pipeliner compares the number of an iteration");
  return more = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::sle,
                                      below.getLhs(), below.getRhs());
}

/// Has `copy` fill its stage with zeros in an iteration that does not exist: it
/// copies a tile in front of the tensor, so that nobody reads memory that the
/// program does not.
static void copyNothingUnless(RewriterBase &rewriter, Value exists,
                              TensorCopyOp copy) {
  Location loc = copy.getLoc();
  TensorMapType map = copy.getMap().getType();
  OpOperand &start = copy.getStartsMutable()[map.getOuter()];
  int64_t extent = map.getTile().getShape().front();
  Value outside = arith::ConstantOp::create(
      rewriter, loc, rewriter.getI32IntegerAttr(-extent));
  start.set(
      arith::SelectOp::create(rewriter, loc, exists, start.get(), outside));
}

Operation *Predicates::add(RewriterBase &rewriter, Operation *op,
                           Value exists) {
  auto conditional = dyn_cast<ConditionalOpInterface>(op);
  if (!conditional)
    return op;
  MutableOperandRange own = conditional.getConditionMutable();
  rewriter.setInsertionPoint(op);
  Value condition = exists;
  if (op->removeAttr(kFillsOneMore)) {
    if (auto copy = dyn_cast<TensorCopyOp>(op))
      copyNothingUnless(rewriter, exists, copy);
    condition = addIteration(rewriter, exists, op->getLoc());
  }
  if (!own.empty())
    condition =
        arith::AndIOp::create(rewriter, op->getLoc(), own[0].get(), condition);
  own.assign(condition);
  return op;
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
// Times
//===----------------------------------------------------------------------===//

namespace {

/// The time at which each op of an iteration runs, with one unit of time for
/// each op of the new loop. An iteration begins by that number of ops after the
/// iteration before it.
class Times {
public:
  explicit Times(const StagedOps &order) : interval(order.size()) {
    for (auto [position, each] : llvm::enumerate(order))
      times[each.first] = position + each.second * interval;
  }

  int64_t getInterval() const { return interval; }
  std::optional<int64_t> find(Operation *op) const {
    auto it = times.find(op);
    return it == times.end() ? std::nullopt : std::optional(it->second);
  }

private:
  int64_t interval;
  DenseMap<Operation *, int64_t> times;
};

} // namespace

/// True if each op comes after the ops whose results it uses, in its own
/// iteration or in an earlier one.
static bool isInOrder(scf::ForOp loop, const StagedOps &order) {
  Times times(order);
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

/// The copies that fill the ring of a turn which is waited for or released; none if
/// it is filled by anything but tensor maps.
static SmallVector<TensorCopyOp> findTensorCopies(Operation *op) {
  auto commit = isa<WaitOp, ReleaseOp>(op)
                    ? findVerb<CommitOp>(cast<RingOpInterface>(op))
                    : CommitOp();
  SmallVector<TensorCopyOp> copies;
  if (commit)
    for (Value copy : commit.getCopies())
      copies.push_back(copy.getDefiningOp<TensorCopyOp>());
  if (llvm::is_contained(copies, TensorCopyOp()))
    copies.clear();
  return copies;
}

bool LoopExpander::canFillAhead(Operation *op) {
  return !findTensorCopies(op).empty();
}

/// True if an op may be executed for an iteration that does not exist.
static bool mayRunAhead(Operation *op) {
  return isMemoryEffectFree(op) || LoopExpander::canFillAhead(op) ||
         isa<AllocSharedOp, RingOp, AcquireOp, CommitOp, WgmmaOp,
             ConditionalOpInterface>(op);
}

StringRef LoopExpander::findObstacle(scf::ForOp loop, const StagedOps &order) {
  if (!isInOrder(loop, order))
    return "an op starts before what it uses";
  unsigned last = 0;
  for (auto [op, stage] : order)
    last = std::max(last, stage);
  for (auto [op, stage] : order)
    if (stage < last && !mayRunAhead(op))
      return "an op with an effect starts before it is known that its "
             "iteration runs";
    else if (stage + 1 < last && isa<WaitOp>(op))
      return "a turn is waited for several iterations ahead";
  return "";
}

//===----------------------------------------------------------------------===//
// Values that no op makes
//===----------------------------------------------------------------------===//

namespace {

/// Placeholder ops for loop-carried values that the loop passes on without
/// computing them: a value from outside, the induction variable, or another
/// carried value. Upstream's pipeliner finds the iteration of a value by the
/// stage of its defining op, and without one assumes the first stage. So each
/// of these values gets an op that does nothing, as late as its first use
/// allows.
class HandedOnValues : public RewriterBase::Listener {
public:
  /// Adds the ops to a loop and to its order.
  HandedOnValues(scf::ForOp loop, StagedOps &order) {
    Times times(order);
    stages = 1;
    for (auto [op, stage] : order)
      stages = std::max<int64_t>(stages, stage + 1);
    MutableArrayRef<OpOperand> yielded = *loop.getYieldedValuesMutable();
    for (OpOperand &next : yielded)
      if (Operation *op = next.get().getDefiningOp();
          !op || op->getBlock() != loop.getBody())
        added.push_back({&next, stages * times.getInterval(), nullptr});
    findTimes(loop, times);
    OpBuilder builder(loop.getBody()->getTerminator());
    for (Added &each : added) {
      Value value = each.next->get();
      each.op = UnrealizedConversionCastOp::create(builder, loop.getLoc(),
                                                   value.getType(), value);
    }
    for (Added &each : added)
      each.next->set(each.op->getResult(0));
    insertInto(order, times.getInterval());
  }

  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    if (auto name = dyn_cast<UnrealizedConversionCastOp>(op))
      names.push_back(name);
  }

  /// Removes the placeholders from the new loop and from its prologue.
  void remove() {
    for (UnrealizedConversionCastOp name : names) {
      name.replaceAllUsesWith(name.getInputs());
      name.erase();
    }
  }

private:
  struct Added {
    OpOperand *next;
    /// Not after the op of that time, which counts as the time of a placeholder
    /// there.
    int64_t time;
    Operation *op;
  };

  /// The limits come from the users in the next iteration, and from carried
  /// values to which the value is passed on.
  void findTimes(scf::ForOp loop, const Times &times) {
    int64_t interval = times.getInterval();
    for (Added &each : added)
      for (Operation *user : getArgument(loop, each).getUsers())
        if (Operation *inBody = loop.getBody()->findAncestorOpInBlock(*user))
          if (std::optional<int64_t> time = times.find(inBody))
            each.time = std::min(each.time, *time + interval);
    for (bool changed = true; changed;) {
      changed = false;
      for (Added &each : added)
        for (const Added &other : added)
          if (other.next->get() == getArgument(loop, each) &&
              other.time + interval < each.time) {
            each.time = other.time + interval;
            changed = true;
          }
    }
  }

  static Value getArgument(scf::ForOp loop, const Added &each) {
    return loop.getRegionIterArg(each.next->getOperandNumber());
  }

  void insertInto(StagedOps &order, int64_t interval) {
    // Among placeholders in one place, later stages come first: they pass on
    // the value of an earlier iteration, which the others may then use.
    llvm::sort(added, [](const Added &a, const Added &b) {
      return std::pair(b.time, a.next->getOperandNumber()) <
             std::pair(a.time, b.next->getOperandNumber());
    });
    StagedOps result;
    auto append = [&](auto isHere) {
      for (const Added &each : added)
        if (isHere(each.time))
          result.emplace_back(each.op,
                              std::min(each.time / interval, stages - 1));
    };
    for (auto [position, each] : llvm::enumerate(order)) {
      append([&, position = int64_t(position)](int64_t time) {
        return time < stages * interval && time % interval == position;
      });
      result.push_back(each);
    }
    append([&](int64_t time) { return time >= stages * interval; });
    order = std::move(result);
  }

  SmallVector<Added> added;
  int64_t stages;
  SmallVector<UnrealizedConversionCastOp> names;
};

} // namespace

//===----------------------------------------------------------------------===//
// Expansion
//===----------------------------------------------------------------------===//

/// Has the machine fill the turn of the iteration that does not exist, if it is
/// waited for, as the first one is where there is none.
static void fillAhead(scf::ForOp loop, const StagedOps &order, int64_t last) {
  bool isAhead = false;
  auto fillOneMore = [&](Operation *op) {
    op->setAttr(kFillsOneMore, UnitAttr::get(op->getContext()));
    isAhead = true;
  };
  for (auto [op, stage] : order)
    if (isa<WaitOp>(op) && stage < last)
      for (TensorCopyOp copy : findTensorCopies(op)) {
        fillOneMore(copy);
        fillOneMore(findVerb<CommitOp>(cast<RingOpInterface>(op)));
      }
  if (!isAhead)
    return;
  OpBuilder builder(loop);
  loop.setUpperBound(builder.createOrFold<arith::MaxSIOp>(
      loop.getLoc(), loop.getLowerBound(), loop.getUpperBound()));
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
  fillAhead(loop, order, getSchedule(loop).getStages() - 1);
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
    op.removeAttr(kFillsOneMore);
  // The prologue takes the place of the loop in an outer loop's schedule.
  for (Operation &op : *around)
    if (!others.contains(&op)) {
      op.removeAttr(kStageName);
      setSlot(&op, ofLoop);
    }
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
