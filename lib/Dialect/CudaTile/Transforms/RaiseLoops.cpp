//===- RaiseLoops.cpp - Counted loops among those that run until left -----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %r = loop iter_values(%k = %a, %s = %t) {
//     %c = cmpi less_than %k, %n
//     if %c {
//       ...                                ->  %r = for %k in (%a to %n, step 1)
//       continue %k + 1, %u                         iter_values(%s = %t) {
//     }                                           ...
//     break %s                                    continue %u
//   }                                           }
//
// Front ends that compile control flow of C++ advance the counter where an
// iteration begins, in all but the first one:
//
//   %first = cmpi not_equal %flag, 0         flag: 1, later 0
//   %k = if %first { yield %last } else { yield %last + 1 }
//
//===----------------------------------------------------------------------===//

#include "SplitPoint.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Return.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"
#include "tessera/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/IR/PatternMatch.h"

namespace tessera {
#define GEN_PASS_DEF_CUDATILERAISELOOPS
#include "tessera/Dialect/CudaTile/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// The parts of a counted loop
//===----------------------------------------------------------------------===//

namespace {
/// The counter of a loop.
struct Counter {
  /// Its value in an iteration.
  Value value;
  /// The iteration value that holds it, and the one that tells the first
  /// iteration from others; -1 if none does.
  int64_t held = -1, flag = -1;
  /// Chooses between both; null if the value itself is held.
  IfOp choice;
  Value lower, step;
};

struct CountedLoop {
  LoopOp loop;
  /// Leaves the loop in its `else`.
  IfOp exit;
  ContinueOp next;
  BreakOp leave;
  CmpIOp comparison;
  Counter counter;
};
} // namespace

/// `value` if it is that of a condition, of which `(value as a wider integer)
/// != 0` is another form.
static Value stripConversions(Value condition) {
  while (auto test = condition.getDefiningOp<CmpIOp>()) {
    auto wide = test.getLhs().getDefiningOp<ExtIOp>();
    std::optional<APInt> zero = getLiteral(test.getRhs());
    if (test.getComparisonPredicate() != ComparisonPredicate::NotEqual ||
        !wide || !zero || !zero->isZero() ||
        !wide->getOperand(0).getDefiningOp<CmpIOp>())
      break;
    condition = wide->getOperand(0);
  }
  return condition;
}

/// The step of `value = base + step` if the counter of a `for` may have it: by
/// 1 it reaches the bound, by others it might wrap first.
static Value getStep(Value value, Value base, Signedness signedness) {
  auto sum = value.getDefiningOp<AddIOp>();
  if (!sum || (sum.getLhs() != base && sum.getRhs() != base))
    return {};
  Value step = sum.getLhs() == base ? sum.getRhs() : sum.getLhs();
  std::optional<APInt> literal = getLiteral(step);
  if (!literal || !literal->isStrictlyPositive())
    return {};
  IntegerOverflow never = signedness == Signedness::Signed
                              ? IntegerOverflow::NoSignedWrap
                              : IntegerOverflow::NoUnsignedWrap;
  bool wraps = sum.getOverflow() != never &&
               sum.getOverflow() != IntegerOverflow::NoWrap;
  return literal->isOne() || !wraps ? step : Value();
}

/// The only op of this kind that ends an iteration of `loop` or leaves it; null
/// if there are several.
template <typename Op> static Op findOnly(LoopOp loop) {
  SmallVector<Op, 1> found;
  loop.getRegion().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<ForOp, LoopOp>(op))
      return WalkResult::skip();
    if (auto end = dyn_cast<Op>(op))
      found.push_back(end);
    return WalkResult::advance();
  });
  return found.size() == 1 ? found.front() : Op();
}

/// The number of an iteration value; -1 for other values.
static int64_t getNumber(LoopOp loop, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == &loop.getRegion().front()
             ? int64_t(argument.getArgNumber())
             : -1;
}

/// The value that a branch yields, if it is one.
static Value getYielded(Region &branch) {
  auto yield =
      branch.empty() ? YieldOp() : dyn_cast<YieldOp>(branch.front().back());
  return yield && yield->getNumOperands() == 1 ? yield->getOperand(0) : Value();
}

/// The counter is advanced where an iteration begins.
static bool matchChoice(CountedLoop &counted, Signedness signedness) {
  Counter &counter = counted.counter;
  auto choice = counter.value.getDefiningOp<IfOp>();
  auto first =
      choice ? choice.getCondition().getDefiningOp<CmpIOp>() : CmpIOp();
  if (!first || choice->getNumResults() != 1 || !isMemoryEffectFree(choice) ||
      first.getComparisonPredicate() != ComparisonPredicate::NotEqual)
    return false;
  std::optional<APInt> zero = getLiteral(first.getRhs());
  Value kept = getYielded(choice.getThenRegion());
  Value advanced = getYielded(choice.getElseRegion());
  counter.flag = getNumber(counted.loop, first.getLhs());
  counter.held = kept ? getNumber(counted.loop, kept) : -1;
  if (!zero || !zero->isZero() || counter.flag < 0 || counter.held < 0 ||
      !advanced || !first->hasOneUse() || !first.getLhs().hasOneUse())
    return false;
  std::optional<APInt> atFirst = getLiteral(
                           counted.loop.getInitValues()[counter.flag]),
                       later =
                           getLiteral(counted.next->getOperand(counter.flag));
  counter.choice = choice;
  counter.step = getStep(advanced, kept, signedness);
  // Both branches read what is held; nothing else does.
  return counter.step && atFirst && !atFirst->isZero() && later &&
         later->isZero() &&
         counted.next->getOperand(counter.held) == counter.value &&
         llvm::all_of(kept.getUsers(), [&](Operation *user) {
           return choice->isProperAncestor(user);
         });
}

static bool matchCounter(CountedLoop &counted) {
  Counter &counter = counted.counter;
  CmpIOp comparison = counted.comparison;
  bool isBelow =
      comparison.getComparisonPredicate() == ComparisonPredicate::LessThan;
  if (!isBelow &&
      comparison.getComparisonPredicate() != ComparisonPredicate::GreaterThan)
    return false;
  counter.value = isBelow ? comparison.getLhs() : comparison.getRhs();
  Signedness signedness = comparison.getSignedness();
  counter.held = getNumber(counted.loop, counter.value);
  if (counter.held >= 0)
    counter.step = getStep(counted.next->getOperand(counter.held),
                           counter.value, signedness);
  else if (!matchChoice(counted, signedness))
    return false;
  if (!counter.step)
    return false;
  counter.lower = counted.loop.getInitValues()[counter.held];
  return true;
}

static bool doesNothing(Region &branch) {
  return branch.empty() || isa<YieldOp>(branch.front().front());
}

static std::optional<CountedLoop> match(LoopOp loop) {
  CountedLoop counted;
  counted.loop = loop;
  Block &body = loop.getRegion().front();
  counted.next = findOnly<ContinueOp>(loop);
  counted.leave = findOnly<BreakOp>(loop);
  bool returns = loop.getRegion()
                     .walk([](ReturnOp) { return WalkResult::interrupt(); })
                     .wasInterrupted();
  if (!counted.next || !counted.leave || returns ||
      counted.leave != &body.back())
    return std::nullopt;
  counted.exit = dyn_cast_or_null<IfOp>(counted.leave->getPrevNode());
  if (!counted.exit || !doesNothing(counted.exit.getElseRegion()) ||
      counted.next->getBlock() != &counted.exit.getThenRegion().front())
    return std::nullopt;
  counted.comparison =
      stripConversions(counted.exit.getCondition()).getDefiningOp<CmpIOp>();
  if (!counted.comparison || !matchCounter(counted))
    return std::nullopt;
  return counted;
}

//===----------------------------------------------------------------------===//
// Raising
//===----------------------------------------------------------------------===//

namespace {
class Raiser {
public:
  explicit Raiser(const CountedLoop &counted)
      : counted(counted), loop(counted.loop) {}

  /// Replaces the loop; false if it has to stay.
  bool run();

private:
  bool isKnownBefore(Value value);
  bool canMove();
  void moveInvariants();
  Value getBound();
  /// A result of the loop where its exit is taken.
  Value getLeft(int64_t result);
  /// True if all results that are used are known behind a `for`.
  bool canLeave();

  CountedLoop counted;
  LoopOp loop;
  /// The iteration values of the `for`.
  SmallVector<int64_t> carried;
};
} // namespace

bool Raiser::isKnownBefore(Value value) {
  Operation *definition = value.getDefiningOp();
  return definition ? !loop->isAncestor(definition)
                    : !loop.getRegion().isAncestor(value.getParentRegion());
}

/// The ops before the exit run once more than the iterations do.
bool Raiser::canMove() {
  for (Operation &op : loop.getRegion().front()) {
    if (&op == counted.exit)
      return true;
    if (!isMemoryEffectFree(&op))
      return false;
  }
  llvm_unreachable("the exit stands in the loop");
}

/// These ops run at least once, so that they may run before the loop.
void Raiser::moveInvariants() {
  for (Operation &op : llvm::make_early_inc_range(loop.getRegion().front())) {
    if (&op == counted.exit)
      return;
    if (op.getNumRegions() == 0 && isMemoryEffectFree(&op) &&
        llvm::all_of(op.getOperands(),
                     [&](Value value) { return isKnownBefore(value); }))
      op.moveBefore(loop);
  }
}

Value Raiser::getBound() {
  CmpIOp comparison = counted.comparison;
  return comparison.getLhs() == counted.counter.value ? comparison.getRhs()
                                                      : comparison.getLhs();
}

Value Raiser::getLeft(int64_t result) {
  Value value = counted.leave->getOperand(result);
  while (value.getDefiningOp() == counted.exit)
    value = counted.exit.getElseRegion().front().back().getOperand(
        cast<OpResult>(value).getResultNumber());
  return value;
}

bool Raiser::canLeave() {
  return llvm::all_of(loop->getResults(), [&](OpResult result) {
    Value left = getLeft(result.getResultNumber());
    return result.use_empty() || isKnownBefore(left) ||
           llvm::is_contained(carried, getNumber(loop, left));
  });
}

bool Raiser::run() {
  const Counter &counter = counted.counter;
  Block &body = loop.getRegion().front();
  for (int64_t number = 0; number < body.getNumArguments(); ++number)
    if (number != counter.held && number != counter.flag)
      carried.push_back(number);
  if (!canMove())
    return false;
  moveInvariants();
  if (!isKnownBefore(getBound()) || !isKnownBefore(counter.step) || !canLeave())
    return false;

  IRRewriter rewriter(loop);
  auto select = [&](ValueRange all) {
    return llvm::map_to_vector(carried,
                               [&](int64_t number) { return all[number]; });
  };
  auto raised =
      ForOp::create(rewriter, loop.getLoc(), counter.lower, getBound(),
                    counter.step, select(loop.getInitValues()), nullptr,
                    counted.comparison.getSignedness() == Signedness::Unsigned);
  for (OpResult result : loop->getResults()) {
    if (result.use_empty())
      continue;
    Value left = getLeft(result.getResultNumber());
    if (!isKnownBefore(left))
      left = raised.getResult(llvm::find(carried, getNumber(loop, left)) -
                              carried.begin());
    rewriter.replaceAllUsesWith(result, left);
  }

  // The ops before the exit, then those of its branch.
  Block &target = raised.getRegion().front();
  if (!target.empty())
    rewriter.eraseOp(&target.back());
  rewriter.replaceAllUsesWith(counter.value, raised.getInductionVar());
  for (auto [value, number] :
       llvm::zip_equal(raised.getRegionIterValues(), carried))
    rewriter.replaceAllUsesWith(body.getArgument(number), value);
  Operation *exit = counted.exit;
  while (&body.front() != exit) {
    Operation *op = &body.front();
    op->moveBefore(&target, target.end());
  }
  Block &branch = counted.exit.getThenRegion().front();
  target.getOperations().splice(target.end(), branch.getOperations());
  rewriter.setInsertionPoint(counted.next);
  rewriter.replaceOpWithNewOp<ContinueOp>(counted.next,
                                          select(counted.next->getOperands()));
  if (IfOp choice = counter.choice) {
    Operation *isFirst = choice.getCondition().getDefiningOp();
    rewriter.eraseOp(choice);
    rewriter.eraseOp(isFirst);
  }
  rewriter.eraseOp(loop);
  return true;
}

namespace {
struct RaiseLoops : tessera::impl::CudaTileRaiseLoopsBase<RaiseLoops> {
  void runOnOperation() override {
    // Inner loops come first.
    SmallVector<LoopOp> loops;
    getOperation()->walk([&](LoopOp loop) { loops.push_back(loop); });
    for (LoopOp loop : loops)
      if (std::optional<CountedLoop> counted = match(loop))
        numRaised += Raiser(*counted).run();
  }
};
} // namespace
