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

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

void TileLoop::add(Stream stream, Value band) {
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

SmallVector<Value> TileLoop::emitIteration(Operand counter, ValueRange carried,
                                           Body body) {
  Loop loop;
  loop.isFor = loop.isClosed = true;
  loop.counter = counter;
  g.loops.push_back(loop);
  g.define(counter.value, counter.fact);
  g.steps(g.takeSteps(2));
  ValueRange rest = carried.drop_front(numSums);
  SmallVector<Operand> tiles;
  SmallVector<ValueRange> ofStreams;
  for (Stream &stream : streams) {
    ofStreams.push_back(rest.take_front(stream.numCarried()));
    rest = rest.drop_front(stream.numCarried());
    tiles.push_back(stream.load(counter, ofStreams.back()));
  }
  SmallVector<Value> next = body(counter, carried.take_front(numSums), tiles);
  for (auto [stream, mine] : llvm::zip(streams, ofStreams))
    stream.advance(counter, mine, next);
  g.loops.pop_back();
  return next;
}

SmallVector<Value> TileLoop::emitFor(ArrayRef<Value> initial, Body body) {
  int64_t step = g.rng.pick({1, 1, 1, 1, 1, 2, 16});
  Value zero = g.scalar(Format::I32, 0).value;
  Value end = drawEnd(step);
  Value stride = g.scalar(Format::I32, step).value;
  auto op =
      g.make<ForOp>(zero, end, stride, initial,
                    [&](OpBuilder &, Location, Value iv, ValueRange carried) {
                      RegionScope scope(g, {}, trips);
                      g.mayReturn = false;
                      if (step > 1) {
                        Value width = g.scalar(Format::I32, step).value;
                        iv = g.make<DivIOp>(iv, width, Signedness::Unsigned);
                      }
                      Operand counter{iv, Fact::range(0, trips - 1)};
                      SmallVector<Value> next =
                          emitIteration(counter, carried, body);
                      g.make<ContinueOp>(next);
                    });
  return llvm::to_vector_of<Value>(op.getResults());
}

/// The same as a `loop` with a count of its own, at whose end it breaks.
SmallVector<Value> TileLoop::emitLoop(ArrayRef<Value> initial, Body body) {
  SmallVector<Value> counted{g.scalar(Format::I32, 0).value};
  llvm::append_range(counted, initial);
  Value end = drawEnd(/*step=*/1);
  auto op = g.make<LoopOp>(
      ValueRange(initial).getTypes(), counted,
      [&](OpBuilder &, Location, ValueRange carried) {
        RegionScope scope(g, {}, trips + 1);
        g.mayReturn = false;
        Value isOver = g.make<CmpIOp>(ComparisonPredicate::GreaterThanOrEqual,
                                      carried.front(), end, Signedness::Signed);
        ValueRange mine = carried.drop_front();
        g.make<IfOp>(TypeRange(), isOver,
                     [&](OpBuilder &, Location) { g.make<BreakOp>(mine); });
        Operand counter{carried.front(), Fact::range(0, trips - 1)};
        SmallVector<Value> next = emitIteration(counter, mine, body);
        Value one = g.scalar(Format::I32, 1).value;
        next.insert(next.begin(), g.make<AddIOp>(carried.front(), one));
        g.make<ContinueOp>(next);
      });
  return llvm::to_vector_of<Value>(op.getResults());
}

SmallVector<Value> TileLoop::emit(ArrayRef<Value> sums, Body body) {
  numSums = sums.size();
  SmallVector<Value> initial(sums);
  for (auto [stream, band] : llvm::zip(streams, bands))
    stream.begin(band, initial);
  SmallVector<Value> results =
      g.rng.chance(85) ? emitFor(initial, body) : emitLoop(initial, body);
  ValueRange rest = ValueRange(results).drop_front(numSums);
  for (Stream &stream : streams) {
    stream.end(rest.take_front(stream.numCarried()));
    rest = rest.drop_front(stream.numCarried());
  }
  results.resize(numSums);
  return results;
}
