//===- ControlFlow.cpp - if, for and loop become scf ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `if` and `for` correspond to scf.if and scf.for one to one, but for a `for`
// whose last increment may leave its type, which counts iterations. A `loop` in
// structured form is its body up to the exit, A, and the rest, B:
//
//     loop (i = init) { A; if c { break r }; B; continue j }
//
// It becomes a scf.while that computes A and the condition before, B after.
// What A defines and B uses travels along with the results; ops of A that do
// not depend on the loop are hoisted first, so that constants stay constants in
// B.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "Patterns.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// To scf over cuda_tile types
//===----------------------------------------------------------------------===//

/// Replaces the terminator of a region by a scf.yield of the same operands.
static void yieldInScf(Region &region) {
  if (region.empty())
    return;
  Operation *terminator = region.front().getTerminator();
  OpBuilder builder(terminator);
  scf::YieldOp::create(builder, terminator->getLoc(),
                       terminator->getOperands());
  terminator->erase();
}

static void lowerIf(IfOp ifOp) {
  OpBuilder builder(ifOp);
  auto lowered = scf::IfOp::create(builder, ifOp.getLoc(),
                                   ifOp.getResultTypes(), ifOp.getCondition());
  lowered.getThenRegion().takeBody(ifOp.getThenRegion());
  lowered.getElseRegion().takeBody(ifOp.getElseRegion());
  yieldInScf(lowered.getThenRegion());
  yieldInScf(lowered.getElseRegion());
  ifOp->replaceAllUsesWith(lowered);
  ifOp.erase();
}

/// The number that an integer constant holds.
static std::optional<llvm::APInt> getConstant(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant)
    return std::nullopt;
  auto elements = dyn_cast<DenseIntElementsAttr>(constant.getValue());
  if (!elements || !elements.isSplat())
    return std::nullopt;
  return elements.getSplatValue<llvm::APInt>();
}

/// Whether `a op b` is no number of the loop's counter.
static bool leavesType(
    ForOp loop, const llvm::APInt &a, const llvm::APInt &b,
    llvm::APInt (llvm::APInt::*ofSigned)(const llvm::APInt &, bool &) const,
    llvm::APInt (llvm::APInt::*ofUnsigned)(const llvm::APInt &, bool &) const) {
  bool overflows;
  (void)(a.*(loop.getUnsignedCmp() ? ofUnsigned : ofSigned))(b, overflows);
  return overflows;
}

/// Whether arithmetic on the counter may leave its type: the increment after
/// the last iteration, or the distance of the bounds, from which MLIR computes
/// the number of iterations. A counter below the upper bound that grows by one
/// stays, as does one whose upper bound leaves room for a step: i8, up to 100
/// by 28.
static bool mayOverflow(ForOp loop) {
  std::optional<llvm::APInt> start = getConstant(loop.getLowerBound()),
                             end = getConstant(loop.getUpperBound()),
                             step = getConstant(loop.getStep());
  if (!step || (!step->isOne() && !end))
    return true;
  if (end && start &&
      leavesType(loop, *end, *start, &llvm::APInt::ssub_ov,
                 &llvm::APInt::usub_ov))
    return true;
  // The counter is at most end - 1.
  return !step->isOne() &&
         leavesType(loop, *end - 1, *step, &llvm::APInt::sadd_ov,
                    &llvm::APInt::uadd_ov);
}

/// Makes the loop count its iterations, from zero by one, which leaves no type:
///
///     for %i in (%lb to %ub, step %s)
///     => %n = %lb < %ub ? (%ub - %lb - 1) / %s + 1 : 0   // unsigned
///        for unsigned %k in (0 to %n, step 1) { %i = %lb + %k * %s
///
/// scf.for compares after its increment has wrapped: i8 from 0 to 127 by 2
/// would go on from -128.
static void countIterations(ForOp loop) {
  Location loc = loop.getLoc();
  auto type = cast<TileType>(loop.getInductionVar().getType());
  auto element = cast<IntegerType>(type.getElementType());
  Value lower = loop.getLowerBound(), step = loop.getStep();
  OpBuilder builder(loop);
  Value zero =
      makeTileConstant(builder, loc, type, IntegerAttr::get(element, 0));
  Value one =
      makeTileConstant(builder, loc, type, IntegerAttr::get(element, 1));

  Value distance =
      SubIOp::create(builder, loc, type, loop.getUpperBound(), lower);
  Value last = SubIOp::create(builder, loc, type, distance, one);
  Value steps =
      DivIOp::create(builder, loc, type, last, step, Signedness::Unsigned);
  Value count = AddIOp::create(builder, loc, type, steps, one);
  Value runs = CmpIOp::create(
      builder, loc, TileType::get(type.getShape(), builder.getI1Type()),
      ComparisonPredicate::LessThan, lower, loop.getUpperBound(),
      loop.getUnsignedCmp() ? Signedness::Unsigned : Signedness::Signed);
  count = SelectOp::create(builder, loc, type, runs, count, zero);

  builder.setInsertionPointToStart(&loop.getRegion().front());
  Value product =
      MulIOp::create(builder, loc, type, loop.getInductionVar(), step);
  Value counter = AddIOp::create(builder, loc, type, product, lower);
  loop.getInductionVar().replaceAllUsesExcept(counter, product.getDefiningOp());
  loop.getLowerBoundMutable().assign(zero);
  loop.getUpperBoundMutable().assign(count);
  loop.getStepMutable().assign(one);
  loop.setUnsignedCmp(true);
}

static void lowerFor(ForOp loop) {
  if (mayOverflow(loop))
    countIterations(loop);
  OpBuilder builder(loop);
  auto lowered = scf::ForOp::create(
      builder, loop.getLoc(), loop.getLowerBound(), loop.getUpperBound(),
      loop.getStep(), loop.getInitValues(), /*bodyBuilder=*/nullptr,
      loop.getUnsignedCmp());
  lowered.getRegion().takeBody(loop.getRegion());
  yieldInScf(lowered.getRegion());
  loop->replaceAllUsesWith(lowered);
  loop.erase();
}

/// Moves ops before the exit that depend on nothing in the loop out of it.
static void hoistInvariants(LoopOp loop, Operation *exit) {
  Block &body = loop.getRegion().front();
  for (Operation &op : llvm::make_early_inc_range(
           llvm::make_range(body.begin(), Block::iterator(exit)))) {
    bool invariant = op.getNumRegions() == 0 && isPure(&op) &&
                     llvm::all_of(op.getOperands(), [&](Value operand) {
                       return operand.getParentBlock() != &body;
                     });
    if (invariant)
      op.moveBefore(loop);
  }
}

/// The values that `block` defines and the ops from `first` on use, in the
/// order of their uses.
static SmallVector<Value> collectLiveInto(Block &block, Block::iterator first) {
  llvm::SetVector<Value> live;
  for (Operation &op : llvm::make_range(first, block.end()))
    op.walk([&](Operation *user) {
      for (Value operand : user->getOperands()) {
        if (operand.getParentBlock() != &block)
          continue;
        Operation *definition = operand.getDefiningOp();
        if (!definition || definition->isBeforeInBlock(&*first))
          live.insert(operand);
      }
    });
  return live.takeVector();
}

static void lowerLoop(LoopOp loop) {
  LoopExit exit = getLoopExit(loop);
  hoistInvariants(loop, exit.branch);

  Location loc = exit.branch.getLoc();
  Block &before = loop.getRegion().front();
  auto rest = std::next(Block::iterator(exit.branch));
  SmallVector<Value> live = collectLiveInto(before, rest);
  SmallVector<Value> passed(exit.leave.getOperands());
  llvm::append_range(passed, live);

  OpBuilder builder(loop);
  SmallVector<Type> types{TypeRange(ValueRange(passed))};
  auto lowered =
      scf::WhileOp::create(builder, loop.getLoc(), types, loop.getInitValues());
  lowered.getBefore().takeBody(loop.getRegion());

  SmallVector<Location> locations;
  for (Value value : passed)
    locations.push_back(value.getLoc());
  Block *after = builder.createBlock(&lowered.getAfter(), {}, types, locations);
  after->getOperations().splice(after->end(), before.getOperations(), rest,
                                before.end());
  for (auto [value, argument] :
       llvm::zip_equal(live, after->getArguments().take_back(live.size())))
    value.replaceUsesWithIf(argument, [&](OpOperand &use) {
      return lowered.getAfter().isAncestor(use.getOwner()->getParentRegion());
    });
  yieldInScf(lowered.getAfter());

  builder.setInsertionPoint(exit.branch);
  Value condition = exit.branch.getCondition();
  if (exit.leavesIfTrue) {
    auto type = cast<TileType>(condition.getType());
    Value ones =
        makeTileConstant(builder, loc, type, builder.getBoolAttr(true));
    condition = XOrIOp::create(builder, loc, type, condition, ones);
  }
  scf::ConditionOp::create(builder, loc, condition, passed);
  exit.branch.erase();
  loop->replaceAllUsesWith(
      lowered->getResults().take_front(loop->getNumResults()));
  loop.erase();
}

void tessera::lowerControlFlow(EntryOp entry) {
  // From the innermost outwards, so that moved bodies are final.
  entry.walk([](Operation *op) {
    if (auto ifOp = dyn_cast<IfOp>(op)) {
      // The exit of a loop is lowered with its loop.
      if (!matchLoopExit(ifOp))
        lowerIf(ifOp);
    } else if (auto loop = dyn_cast<ForOp>(op)) {
      lowerFor(loop);
    } else if (auto loop = dyn_cast<LoopOp>(op)) {
      lowerLoop(loop);
    }
  });
}

//===----------------------------------------------------------------------===//
// Types of scf
//===----------------------------------------------------------------------===//

namespace {

/// Gives an op of scf the converted types.
struct ConvertScfTypes : public ConversionPattern {
  ConvertScfTypes(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/1,
                          context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<ValueRange> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isa<scf::SCFDialect>(op->getDialect()))
      return failure();
    SmallVector<Type> types;
    SmallVector<unsigned> counts;
    for (Type type : op->getResultTypes()) {
      size_t previous = types.size();
      if (failed(typeConverter->convertType(type, types)))
        return failure();
      counts.push_back(types.size() - previous);
    }
    SmallVector<Value> flatOperands;
    for (ValueRange values : operands)
      llvm::append_range(flatOperands, values);

    OperationState state(op->getLoc(), op->getName(), flatOperands, types);
    for (unsigned i = 0; i < op->getNumRegions(); ++i)
      state.addRegion();
    Operation *converted = rewriter.create(state);
    converted->copyProperties(op->getPropertiesStorage());
    for (auto [from, to] :
         llvm::zip_equal(op->getRegions(), converted->getRegions())) {
      rewriter.inlineRegionBefore(from, to, to.end());
      if (failed(rewriter.convertRegionTypes(&to, *typeConverter)))
        return failure();
    }

    SmallVector<ValueRange> results;
    ValueRange rest = converted->getResults();
    for (unsigned count : counts) {
      results.push_back(rest.take_front(count));
      rest = rest.drop_front(count);
    }
    rewriter.replaceOpWithMultiple(op, results);
    return success();
  }
};

} // namespace

void tessera::populateControlFlowPatterns(const TypeConverter &converter,
                                          RewritePatternSet &patterns) {
  patterns.add<ConvertScfTypes>(converter, patterns.getContext());
}
