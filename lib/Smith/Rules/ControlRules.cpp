//===- ControlRules.cpp - Branches and loops ------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rules.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/MatrixMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Return.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Misc.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

//===----------------------------------------------------------------------===//
// Values that cross the border of a region
//===----------------------------------------------------------------------===//

static constexpr unsigned mostDepth = 3;
static constexpr int64_t mostRepeats = 40;

static std::vector<Slot> anySlots(Generator &g, unsigned least = 0) {
  constexpr unsigned most = 2;
  std::vector<Slot> slots;
  unsigned number = g.rng.between(least, most);
  for (unsigned i = 0; i < number; ++i) {
    Slot slot;
    slot.isPointer = g.rng.chance(12);
    slot.format = g.rng.chance(10)   ? g.anyFormat()
                  : g.rng.chance(50) ? g.anyInt()
                                     : g.anyFloat();
    slot.shape = g.anyShape();
    if (isHalfByte(slot.format) &&
        (slot.isPointer || numElements(slot.shape) == 1))
      slot.format = Format::I8;
    slot.fact = g.slotFact(slot.format);
    slots.push_back(slot);
  }
  return slots;
}

/// Draws buffers whose tokens are passed into the region and out again.
static std::vector<unsigned> someBuffers(Generator &g) {
  std::vector<unsigned> numbers;
  for (auto [i, buffer] : llvm::enumerate(g.buffers))
    if (!buffer.locked && g.rng.chance(60))
      numbers.push_back(i);
  return numbers;
}

/// The tokens of buffers, some of which may have had no access so far.
static SmallVector<Value> tokensOf(Generator &g, ArrayRef<unsigned> buffers) {
  SmallVector<Value> tokens;
  for (unsigned i : buffers) {
    Buffer &buffer = g.buffers[i];
    if (!buffer.token)
      buffer.token = g.make<MakeTokenOp>();
    tokens.push_back(buffer.token);
  }
  return tokens;
}

static void setTokens(Generator &g, ArrayRef<unsigned> buffers,
                      ValueRange tokens) {
  for (auto [i, token] : llvm::zip_equal(buffers, tokens))
    g.buffers[i].token = token;
}

static SmallVector<Type> typesOf(Generator &g, ArrayRef<Slot> slots,
                                 size_t numTokens) {
  SmallVector<Type> types;
  for (const Slot &slot : slots)
    types.push_back(g.slotType(slot));
  types.append(numTokens, g.tokenType());
  return types;
}

/// Values for the slots, followed by the tokens.
static SmallVector<Value> valuesFor(Generator &g, ArrayRef<Slot> slots,
                                    ArrayRef<unsigned> buffers) {
  SmallVector<Value> values;
  for (const Slot &slot : slots)
    values.push_back(slot.isPointer ? g.choosePointers(slot.format, slot.shape)
                                    : g.conform(slot).value);
  values.append(tokensOf(g, buffers));
  return values;
}

static void defineSlots(Generator &g, ArrayRef<Slot> slots, ValueRange values) {
  for (auto [slot, value] : llvm::zip(slots, values))
    if (slot.isPointer)
      g.pointers.push_back(value);
    else
      g.define(value, slot.fact);
}

//===----------------------------------------------------------------------===//
// Jumps
//===----------------------------------------------------------------------===//

static void emitContinue(Generator &g, const Loop &loop) {
  SmallVector<Value> values;
  if (loop.next)
    values.push_back(loop.next);
  values.append(valuesFor(g, loop.carried, loop.buffers));
  g.make<ContinueOp>(values);
}

static void emitBreak(Generator &g, const Loop &loop) {
  SmallVector<Value> values = valuesFor(g, loop.results, loop.buffers);
  g.make<BreakOp>(values);
}

/// True if a jump to the end or out of the innermost loop may stand here.
static bool mayJump(const Generator &g) {
  return !g.loops.empty() && !g.loops.back().isClosed;
}

/// The numbers from which makeJump chooses.
static constexpr unsigned numJumps = 5;

/// Makes one of the jumps; false if it may not stand here.
static bool makeJump(Generator &g, unsigned choice) {
  if (choice == 0 && g.mayReturn)
    g.make<ReturnOp>();
  else if (choice <= 2 && mayJump(g))
    emitContinue(g, g.loops.back());
  else if (choice < numJumps && mayJump(g) && !g.loops.back().isFor)
    emitBreak(g, g.loops.back());
  else
    return false;
  return true;
}

/// Ends a branch: by its values, or by a jump.
static void endBranch(Generator &g, ArrayRef<Slot> slots,
                      ArrayRef<unsigned> buffers) {
  if (makeJump(g, g.rng.below(12)))
    return;
  SmallVector<Value> values = valuesFor(g, slots, buffers);
  g.make<YieldOp>(values);
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// An integer scalar in scope, often a loop counter; null if there is none.
static Operand anyScalar(Generator &g) {
  if (!g.loops.empty() && g.rng.chance(50))
    return g.loops.back().counter;
  return g.find([](const Operand &o) {
    return o.type().getShape().empty() && numerics::isInteger(o.format()) &&
           numerics::bitWidth(o.format()) >= 8;
  });
}

/// A number that a value may or may not reach.
static Operand anyThreshold(Generator &g, const Operand &of,
                            ArrayRef<int64_t> shape) {
  Format format = of.format();
  constexpr int64_t most = 16;
  int64_t lo = std::clamp<int64_t>(of.fact.lo, -most, most);
  int64_t hi = std::clamp<int64_t>(of.fact.hi, lo, most);
  return g.splat(format, shape, g.rng.between(lo - 1, hi + 1));
}

/// A condition, often a comparison of a counter, by which compilers split
/// loops.
static Operand anyCondition(Generator &g) {
  Operand scalar = anyScalar(g);
  if (!scalar.value || g.rng.chance(40))
    return g.choose(Format::I1, {});
  Operand other = g.rng.chance(70) ? anyThreshold(g, scalar, {})
                                   : g.choose(scalar.format(), {});
  ComparisonPredicate predicate = anyPredicate(g);
  // Signed, as most loops read their counters.
  Signedness signedness =
      g.rng.chance(70) ? Signedness::Signed : Signedness::Unsigned;
  Operand condition;
  condition.value =
      g.make<CmpIOp>(predicate, scalar.value, other.value, signedness);
  condition.fact = Fact::any(Format::I1);
  g.define(condition.value, condition.fact);
  return condition;
}

/// A comparison of c * scalar + iota with a number, as kernels test an index
/// against an extent.
static void emitIndexMask(Generator &g) {
  Operand scalar = anyScalar(g);
  if (!scalar.value)
    return;
  Format format = scalar.format();
  Shape shape{int64_t(1) << g.rng.below(5)};
  Operand factor = g.splat(format, shape, g.rng.pick({1, 1, 2, 4, 8}));
  Operand start = g.adapt(scalar, shape);
  Value scaled = g.make<MulIOp>(start.value, factor.value);
  Value counts = g.make<IotaOp>(shape[0], g.elementType(format));
  Value indices = g.make<AddIOp>(scaled, counts);
  Operand any{indices, Fact::range(0, 2 * shape[0])};
  Operand extent = anyThreshold(g, any, shape);
  ComparisonPredicate predicate = g.rng.pick(
      {ComparisonPredicate::LessThan, ComparisonPredicate::LessThanOrEqual});
  Signedness signedness = anySignedness(g);
  Value mask = g.make<CmpIOp>(predicate, indices, extent.value, signedness);
  g.define(mask, Fact::any(Format::I1));
  Operand shown = g.choose(format, shape);
  g.define(g.make<SelectOp>(mask, indices, shown.value), Fact::any(format));
}

static void emitIf(Generator &g) {
  if (g.depth >= mostDepth)
    return;
  // Within a branch its condition is known.
  Operand condition = g.condition && g.rng.chance(60)
                          ? Operand{g.condition, Fact::any(Format::I1)}
                          : anyCondition(g);
  std::vector<Slot> slots = anySlots(g);
  std::vector<unsigned> open = someBuffers(g);
  // A token made in one branch does not exist in the other, so all are made
  // here.
  tokensOf(g, open);
  auto branch = [&](OpBuilder &, Location) {
    RegionScope scope(g, open);
    g.condition = condition.value;
    g.steps(1 + g.takeSteps(6));
    if (g.rng.chance(15))
      emitIf(g);
    endBranch(g, slots, open);
  };
  SmallVector<Type> types = typesOf(g, slots, open.size());
  bool hasElse = !types.empty() || g.rng.chance(50);
  IfOp op = hasElse ? g.make<IfOp>(types, condition.value, branch, branch)
                    : g.make<IfOp>(types, condition.value, branch);
  defineSlots(g, slots, op.getResults());
  setTokens(g, open, op.getResults().drop_front(slots.size()));
}

/// Leaves under a condition, as kernels do that have nothing to do, and tests
/// it again: behind the jump it is known.
static void emitExit(Generator &g) {
  if (g.depth >= mostDepth || !(g.mayReturn || mayJump(g)))
    return;
  Operand condition = anyCondition(g);
  auto leave = [&](OpBuilder &, Location) {
    RegionScope scope(g, {});
    unsigned choice = g.rng.below(numJumps);
    while (!makeJump(g, choice))
      choice = (choice + 1) % numJumps;
  };
  g.make<IfOp>(TypeRange(), condition.value, leave);
  g.condition = condition.value;
  g.steps(1 + g.takeSteps(4));
  emitIf(g);
}

/// Emits an operation that is undefined unless a condition holds, behind a test
/// of it: compilers must not hoist it.
static Value emitBehindGuard(Generator &g, Operand scalar) {
  Format format = scalar.format();
  unsigned width = numerics::bitWidth(format);
  switch (g.rng.below(4)) {
  case 0: {
    Operand dividend = g.choose(format, {});
    return g.make<DivIOp>(dividend.value, scalar.value, Signedness::Signed);
  }
  case 1: {
    Operand dividend = g.choose(format, {});
    return g.make<RemIOp>(dividend.value, scalar.value, Signedness::Unsigned);
  }
  case 2: {
    Operand shifted = g.choose(format, {});
    return g.make<ShLIOp>(shifted.value, scalar.value);
  }
  default:
    return g.make<AssumeOp>(
        scalar.value, BoundedAttr::get(g.builder.getContext(), 1, width - 1));
  }
}

static void emitGuarded(Generator &g) {
  Operand scalar = anyScalar(g);
  if (!scalar.value)
    return;
  Format format = scalar.format();
  unsigned width = numerics::bitWidth(format);
  Value zero = g.scalar(format, 0).value, most = g.scalar(format, width).value;
  Value positive = g.make<CmpIOp>(ComparisonPredicate::GreaterThan,
                                  scalar.value, zero, Signedness::Signed);
  Value small = g.make<CmpIOp>(ComparisonPredicate::LessThan, scalar.value,
                               most, Signedness::Signed);
  Value isDefined = g.make<AndIOp>(positive, small);
  auto op = g.make<IfOp>(
      scalar.value.getType(), isDefined,
      [&](OpBuilder &, Location) {
        Value value = emitBehindGuard(g, scalar);
        // A value that changes from one iteration to the next keeps the branch
        // in the loop.
        Operand other = g.choose(format, {});
        value = g.make<XOrIOp>(value, other.value);
        g.make<YieldOp>(value);
      },
      [&](OpBuilder &, Location) { g.make<YieldOp>(zero); });
  g.define(op.getResult(0), Fact::any(format));
}

/// Repeats an operation, with the same result.
static void emitRepeated(Generator &g) {
  Operand known = g.find([](const Operand &o) {
    Operation *op = o.value.getDefiningOp();
    return op && isMemoryEffectFree(op);
  });
  if (!known.value)
    return;
  unsigned number = cast<OpResult>(known.value).getResultNumber();
  Operation *copy = g.builder.clone(*known.value.getDefiningOp());
  g.define(copy->getResult(number), known.fact);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// A loop that carries some values and tokens.
static Loop planLoop(Generator &g, bool isFor) {
  Loop loop;
  loop.isFor = isFor;
  loop.carried = anySlots(g, isFor ? 1 : 0);
  loop.buffers = someBuffers(g);
  return loop;
}

/// The body of a loop up to its end, with the carried values in scope.
static void emitBody(Generator &g, ValueRange carried) {
  const Loop &loop = g.loops.back();
  defineSlots(g, loop.carried, carried);
  setTokens(g, loop.buffers, carried.drop_front(loop.carried.size()));
  // Often something that depends on the counter.
  if (g.rng.chance(40))
    emitIf(g);
  if (g.rng.chance(25))
    emitIndexMask(g);
  unsigned number = 1 + g.takeSteps(8);
  g.steps(number);
}

static void emitFor(Generator &g) {
  constexpr int64_t mostTrips = 4;
  if (g.depth >= mostDepth || g.repeats * mostTrips > mostRepeats)
    return;
  Loop loop = planLoop(g, /*isFor=*/true);
  Format format = g.rng.pick(
      {Format::I8, Format::I16, Format::I32, Format::I32, Format::I64});
  bool isUnsigned = g.has(2) && g.rng.chance(20);
  int64_t first = isUnsigned ? g.rng.below(3) : g.rng.between(-2, 2);
  int64_t step = 1 + g.rng.below(3);
  Operand lower = g.boundedInt(format, {}, first, first);
  Operand upper =
      g.boundedInt(format, {}, isUnsigned ? 0 : -1, first + mostTrips * step);
  Operand stride = g.scalar(format, step);
  Fact counter = Fact::range(first, std::max(first, upper.fact.hi - 1));
  SmallVector<Value> initial = valuesFor(g, loop.carried, loop.buffers);
  auto op = g.make<ForOp>(
      lower.value, upper.value, stride.value, initial,
      [&](OpBuilder &, Location, Value iv, ValueRange carried) {
        RegionScope scope(g, loop.buffers, mostTrips);
        // Only its end leaves a `for`.
        g.mayReturn = false;
        loop.counter = {iv, counter};
        g.loops.push_back(loop);
        g.define(iv, counter);
        emitBody(g, carried);
        emitContinue(g, loop);
        g.loops.pop_back();
      },
      isUnsigned);
  defineSlots(g, loop.carried, op.getResults());
  setTokens(g, loop.buffers, op.getResults().drop_front(loop.carried.size()));
}

/// A tile that is loaded here, or another one.
static Value anyTile(Generator &g, Format format, ArrayRef<int64_t> shape) {
  if (g.rng.chance(40))
    return g.choose(format, shape).value;
  Value pointers = g.choosePointers(format, shape);
  return g.make<LoadPtrTkoOp>(pointers, Value(), Value(), Value()).getResult();
}

/// The sum of `acc` and a product of any tiles.
static Value addProduct(Generator &g, Value acc, Format sum,
                        ArrayRef<int64_t> shape) {
  Format factor = numerics::isFloat(sum) ? Format::F16 : Format::I8;
  int64_t depth = int64_t(1) << g.rng.below(4);
  Value lhs = anyTile(g, factor, {shape[0], depth});
  Value rhs = anyTile(g, factor, {depth, shape[1]});
  if (numerics::isFloat(sum))
    return g.make<MmaFOp>(lhs, rhs, acc, /*fastAcc=*/false);
  return g.make<MmaIOp>(lhs, rhs, acc, Signedness::Signed, Signedness::Signed);
}

/// A loop that sums tiles or products, as kernels do. Often only a store uses
/// the sum, which then may be strip-mined.
static void emitSum(Generator &g) {
  constexpr int64_t mostTrips = 3;
  if (g.depth >= mostDepth || g.repeats * mostTrips > mostRepeats)
    return;
  bool ofProducts = g.rng.chance(60);
  bool isFloat = ofProducts && !g.wantsExact();
  Slot sum;
  sum.format = isFloat ? Format::F32 : Format::I32;
  sum.fact = Fact::any(sum.format);
  sum.shape = g.anyShape(/*least=*/1);
  if (ofProducts) {
    int64_t rows = int64_t(1) << g.rng.below(5);
    sum.shape = {rows, int64_t(1) << g.rng.below(5)};
  }
  Loop loop;
  loop.isFor = true;
  loop.carried = {sum};
  Value zero = g.scalar(Format::I32, 0).value;
  Value one = g.scalar(Format::I32, 1).value;
  Operand end = g.boundedInt(Format::I32, {}, 0, mostTrips);
  Value first = g.conform(sum).value;
  auto op = g.make<ForOp>(
      zero, end.value, one, first,
      [&](OpBuilder &, Location, Value iv, ValueRange carried) {
        RegionScope scope(g, loop.buffers, mostTrips);
        g.mayReturn = false;
        loop.counter = {iv, Fact::range(0, mostTrips - 1)};
        g.loops.push_back(loop);
        g.define(iv, loop.counter.fact);
        unsigned number = g.takeSteps(3);
        g.steps(number);
        Value next;
        if (ofProducts) {
          next = addProduct(g, carried.front(), sum.format, sum.shape);
        } else {
          Value term = anyTile(g, sum.format, sum.shape);
          next = g.make<AddIOp>(carried.front(), term);
        }
        g.make<ContinueOp>(next);
        g.loops.pop_back();
      });
  Operand result{op.getResult(0), sum.fact};
  bool isStored = g.runsOnce() && g.rng.chance(70);
  if (isStored)
    g.output(result);
  if (!isStored || g.rng.chance(20))
    g.define(result.value, result.fact);
}

/// The first carried value counts up to the exit, so that the loop ends even if
/// nothing else leaves it.
static void emitLoop(Generator &g) {
  int64_t trips = 1 + g.rng.below(4);
  if (g.depth >= mostDepth || g.repeats * (trips + 1) > mostRepeats)
    return;
  Loop loop = planLoop(g, /*isFor=*/false);
  loop.results = anySlots(g);
  SmallVector<Value> initial{g.scalar(Format::I32, 0).value};
  initial.append(valuesFor(g, loop.carried, loop.buffers));
  SmallVector<Type> types = typesOf(g, loop.results, loop.buffers.size());
  bool mayReturn = g.mayReturn && g.has(4);
  auto op = g.make<LoopOp>(
      types, initial, [&](OpBuilder &, Location, ValueRange carried) {
        RegionScope scope(g, loop.buffers, trips + 1);
        g.mayReturn = mayReturn;
        Value count = carried.front();
        loop.counter = {count, Fact::range(0, trips)};
        g.define(count, loop.counter.fact);
        Value one = g.scalar(Format::I32, 1).value;
        loop.next = g.make<AddIOp>(count, one);
        Value end = g.scalar(Format::I32, trips).value;
        Value isOver = g.make<CmpIOp>(ComparisonPredicate::GreaterThanOrEqual,
                                      count, end, Signedness::Signed);
        // The tokens at the border of the loop, which `break` passes on.
        setTokens(g, loop.buffers, carried.drop_front(1 + loop.carried.size()));
        g.make<IfOp>(TypeRange(), isOver,
                     [&](OpBuilder &, Location) { emitBreak(g, loop); });
        g.loops.push_back(loop);
        emitBody(g, carried.drop_front());
        if (g.rng.chance(10))
          emitBreak(g, loop);
        else
          emitContinue(g, loop);
        g.loops.pop_back();
      });
  defineSlots(g, loop.results, op.getResults());
  setTokens(g, loop.buffers, op.getResults().drop_front(loop.results.size()));
}

void smith::addControlRules(Rules &rules) {
  llvm::append_range(rules, Rules{
                                {"control.if", 1, 10, emitIf},
                                {"control.exit", 1, 4, emitExit},
                                {"control.for", 1, 10, emitFor},
                                {"control.sum", 1, 4, emitSum},
                                {"control.loop", 1, 6, emitLoop},
                                {"control.index-mask", 1, 4, emitIndexMask},
                                {"control.guarded", 1, 5, emitGuarded},
                                {"control.repeated", 1, 4, emitRepeated},
                            });
}
