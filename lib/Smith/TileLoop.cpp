//===- TileLoop.cpp - Loops over tiles of memory --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileLoop.h"

#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

TileLoop::TileLoop(Generator &g, int64_t trips) : g(g), trips(trips) {
  branch = g.rng.pick({Branch::None, Branch::None, Branch::None, Branch::None,
                       Branch::Load, Branch::Iteration});
}

void TileLoop::add(Stream stream, Value band) {
  if (isPlain)
    stream.makePlain();
  streams.push_back(std::move(stream));
  bands.push_back(band);
}

/// Draws the end of the counter: the full number of iterations or fewer, known
/// to the compiler or not.
Value TileLoop::drawEnd(int64_t step) {
  int64_t number = g.rng.chance(70) ? trips : g.rng.between(0, trips);
  number *= step;
  switch (g.rng.below(4)) {
  case 0:
    return g.scalar(Format::I32, number).value;
  case 1:
    return g.boundedInt(Format::I32, {}, 0, trips * step).value;
  default:
    return g.addNumber(Format::I32, Fact::range(number, number));
  }
}

Value smith::drawCondition(Generator &g, Operand counter, int64_t trips) {
  Value number = counter.value;
  switch (g.rng.below(3)) {
  case 0: {
    Value one = g.scalar(Format::I32, 1).value;
    number = g.make<AndIOp>(number, one);
    break;
  }
  case 1:
    number = g.boundedInt(Format::I32, {}, 0, trips).value;
    break;
  default:
    break;
  }
  int64_t limit = g.rng.between(0, trips);
  Value bound = g.rng.chance(50)
                    ? g.scalar(Format::I32, limit).value
                    : g.addNumber(Format::I32, Fact::range(limit, limit));
  auto predicate = g.rng.chance(50) ? ComparisonPredicate::LessThan
                                    : ComparisonPredicate::GreaterThanOrEqual;
  return g.make<CmpIOp>(predicate, number, bound, Signedness::Signed);
}

/// The tile of a stream if the condition holds; ones otherwise, which are
/// numbers of all formats.
Operand TileLoop::loadUnder(Value condition, Stream &stream, Operand counter,
                            ValueRange carried) {
  Operand ones = stream.splat(1);
  auto op = g.make<IfOp>(
      ones.value.getType(), condition,
      [&](OpBuilder &, Location) {
        RegionScope scope(g, {});
        g.make<YieldOp>(stream.load(counter, carried).value);
      },
      [&](OpBuilder &, Location) { g.make<YieldOp>(ones.value); });
  return {op.getResult(0), join(stream.getFact(), ones.fact)};
}

/// Loads the tiles of an iteration, and returns the next sums.
SmallVector<Value> TileLoop::workOff(Operand counter, ValueRange sums,
                                     ArrayRef<ValueRange> ofStreams,
                                     Body body) {
  bool mayBranch = branch == Branch::Load;
  SmallVector<Operand> tiles;
  for (auto [stream, carried] : llvm::zip(streams, ofStreams)) {
    if (mayBranch && stream.mayBeUnderCondition()) {
      Value condition = drawCondition(g, counter, trips);
      tiles.push_back(loadUnder(condition, stream, counter, carried));
      mayBranch = g.rng.chance(30);
    } else {
      tiles.push_back(stream.load(counter, carried));
    }
  }
  return body(counter, sums, tiles);
}

SmallVector<Value> TileLoop::emitIteration(Operand counter, ValueRange carried,
                                           Body body) {
  Loop loop;
  loop.isFor = loop.isClosed = true;
  loop.counter = counter;
  g.loops.push_back(loop);
  g.define(counter.value, counter.fact);
  g.steps(g.takeSteps(2));
  ValueRange sums = carried.take_front(numSums);
  ValueRange rest = carried.drop_front(numSums);
  SmallVector<ValueRange> ofStreams;
  for (Stream &stream : streams) {
    ofStreams.push_back(rest.take_front(stream.numCarried()));
    rest = rest.drop_front(stream.numCarried());
  }
  auto mayBeUnder = [](const Stream &stream) {
    return stream.mayBeUnderCondition();
  };
  SmallVector<Value> next;
  if (branch == Branch::Iteration && llvm::all_of(streams, mayBeUnder)) {
    Value condition = drawCondition(g, counter, trips);
    auto op = g.make<IfOp>(
        sums.getTypes(), condition,
        [&](OpBuilder &, Location) {
          RegionScope scope(g, {});
          g.make<YieldOp>(workOff(counter, sums, ofStreams, body));
        },
        [&](OpBuilder &, Location) { g.make<YieldOp>(sums); });
    next = llvm::to_vector_of<Value>(op.getResults());
  } else {
    next = workOff(counter, sums, ofStreams, body);
  }
  for (auto [stream, mine] : llvm::zip(streams, ofStreams))
    stream.advance(counter, mine, next);
  g.loops.pop_back();
  return next;
}

SmallVector<Value> smith::emitCounted(Generator &g, Value begin, Value end,
                                      Value step, int64_t repeats,
                                      ValueRange initial, NextValues body) {
  auto op =
      g.make<ForOp>(begin, end, step, initial,
                    [&](OpBuilder &, Location, Value iv, ValueRange carried) {
                      RegionScope scope(g, {}, repeats);
                      g.mayReturn = false;
                      SmallVector<Value> next = body(iv, carried);
                      g.make<ContinueOp>(next);
                    });
  return llvm::to_vector_of<Value>(op.getResults());
}

SmallVector<Value> TileLoop::emitFor(ArrayRef<Value> initial, Body body) {
  int64_t step = g.rng.pick({1, 1, 1, 1, 1, 2, 16});
  Value zero = g.scalar(Format::I32, 0).value;
  Value end = drawEnd(step);
  Value stride = g.scalar(Format::I32, step).value;
  return emitCounted(g, zero, end, stride, trips, initial,
                     [&](Value iv, ValueRange carried) {
                       if (step > 1) {
                         Value width = g.scalar(Format::I32, step).value;
                         iv = g.make<DivIOp>(iv, width, Signedness::Unsigned);
                       }
                       Operand counter{iv, Fact::range(0, trips - 1)};
                       return emitIteration(counter, carried, body);
                     });
}

void TileLoop::breakIf(Value condition, ValueRange results) {
  g.make<IfOp>(TypeRange(), condition,
               [&](OpBuilder &, Location) { g.make<BreakOp>(results); });
}

/// The same as a `loop` with a count of its own, at whose end it breaks, if it
/// does not earlier.
SmallVector<Value> TileLoop::emitLoop(LoopForm form, ArrayRef<Value> initial,
                                      Body body) {
  SmallVector<Value> counted{g.scalar(Format::I32, 0).value};
  llvm::append_range(counted, initial);
  Value end = drawEnd(/*step=*/1);
  auto breakAtEnd = [&](Value count, ValueRange results) {
    Value isOver = g.make<CmpIOp>(ComparisonPredicate::GreaterThanOrEqual,
                                  count, end, Signedness::Signed);
    breakIf(isOver, results);
  };
  auto op = g.make<LoopOp>(ValueRange(initial).getTypes(), counted,
                           [&](OpBuilder &, Location, ValueRange carried) {
                             RegionScope scope(g, {}, trips + 1);
                             g.mayReturn = false;
                             Value count = carried.front();
                             ValueRange mine = carried.drop_front();
                             if (form == LoopForm::Loop)
                               breakAtEnd(count, mine);
                             Operand counter{count, Fact::range(0, trips - 1)};
                             SmallVector<Value> next =
                                 emitIteration(counter, mine, body);
                             if (g.rng.chance(50)) {
                               Value isEnough =
                                   drawCondition(g, counter, trips);
                               breakIf(isEnough, next);
                             }
                             Value one = g.scalar(Format::I32, 1).value;
                             count = g.make<AddIOp>(count, one);
                             if (form == LoopForm::DoWhile)
                               breakAtEnd(count, next);
                             next.insert(next.begin(), count);
                             g.make<ContinueOp>(next);
                           });
  return llvm::to_vector_of<Value>(op.getResults());
}

SmallVector<Value> TileLoop::emit(ArrayRef<Value> sums, Body body) {
  bool counts = g.rng.chance(85) || isPlain;
  LoopForm form = counts ? LoopForm::For : LoopForm::Loop;
  return emit(form, sums, body);
}

SmallVector<Value> TileLoop::emit(LoopForm form, ArrayRef<Value> sums,
                                  Body body) {
  numSums = sums.size();
  SmallVector<Value> initial(sums);
  for (auto [stream, band] : llvm::zip(streams, bands))
    stream.begin(band, initial);
  SmallVector<Value> results = form == LoopForm::For
                                   ? emitFor(initial, body)
                                   : emitLoop(form, initial, body);
  ValueRange rest = ValueRange(results).drop_front(numSums);
  for (Stream &stream : streams) {
    stream.end(rest.take_front(stream.numCarried()));
    rest = rest.drop_front(stream.numCarried());
  }
  results.resize(numSums);
  return results;
}
