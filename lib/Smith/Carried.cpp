//===- Carried.cpp - Carried values of loops ------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Carried.h"
#include "Rules/Rules.h"

#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

/// The largest number that a value begins with, or that is drawn later.
static constexpr int64_t mostStart = 2;

//===----------------------------------------------------------------------===//
// Drawing
//===----------------------------------------------------------------------===//

Next Carried::drawSimple() {
  Next next;
  next.kind =
      g.rng.pick({Next::Constant, Next::Constant, Next::Outside, Next::Outside,
                  Next::Counter, Next::Member, Next::Sum, Next::Sum});
  next.number = g.rng.between(0, mostStart);
  next.member = g.rng.below(starts.size());
  return next;
}

Next Carried::draw() {
  if (!g.rng.chance(30))
    return drawSimple();
  Next next;
  next.kind = g.rng.chance(50) ? Next::Select : Next::If;
  next.choices.push_back(drawSimple());
  next.choices.push_back(drawSimple());
  return next;
}

/// Rotates the values: each becomes the next one, and one of them may advance
/// as well.
void Carried::rotate() {
  for (unsigned i = 0; i < starts.size(); ++i) {
    Next next;
    next.kind = Next::Member;
    next.member = (i + 1) % starts.size();
    nexts.push_back(next);
  }
  if (g.rng.chance(60))
    nexts[g.rng.below(nexts.size())].kind = Next::Sum;
}

Carried::Carried(Generator &g, int64_t trips) : g(g) {
  unsigned size = g.rng.pick({1u, 1u, 1u, 2u, 2u, 3u});
  for (unsigned i = 0; i < size; ++i)
    starts.push_back(g.rng.between(0, mostStart));
  stride = g.rng.chance(80) ? 1 : 2;
  unsigned kind = g.rng.below(10);
  if (kind < 4) {
    // As in most kernels, each value advances by itself.
    for (unsigned i = 0; i < size; ++i) {
      Next next;
      next.member = i;
      nexts.push_back(next);
    }
  } else if (kind < 6 && size > 1) {
    rotate();
  } else {
    for (unsigned i = 0; i < size; ++i)
      nexts.push_back(draw());
  }
  // Only sums go beyond the initial values and the counter.
  lastNumber = std::max(mostStart, trips - 1) + trips * stride;
  shown = g.rng.below(size);
}

//===----------------------------------------------------------------------===//
// Emitting
//===----------------------------------------------------------------------===//

void Carried::begin(const Family &of, SmallVectorImpl<Value> &initial) {
  family = of;
  for (int64_t start : starts) {
    Value number = g.scalar(Format::I32, start).value;
    initial.push_back(family.at(number));
  }
  for (unsigned i = 0; i < size(); ++i) {
    int64_t number = g.rng.between(0, mostStart);
    Value index;
    if (g.rng.chance(50))
      index = g.addNumber(Format::I32, Fact::range(number, number));
    else
      index = g.scalar(Format::I32, number).value;
    // Often equal to the initial value of another member.
    outside.push_back(
        g.rng.chance(30)
            ? initial[initial.size() - size() + g.rng.below(size())]
            : family.at(index));
  }
}

/// A condition that differs between iterations.
static Value anyIteration(Generator &g, Operand counter) {
  Format format = counter.format();
  int64_t limit = g.rng.between(0, counter.fact.hi);
  Value other = g.scalar(format, limit).value;
  ComparisonPredicate predicate = anyPredicate(g);
  return g.make<CmpIOp>(predicate, counter.value, other, Signedness::Signed);
}

Value Carried::makeChoice(const Next &next, Operand counter, ValueRange carried,
                          unsigned slot) {
  Value condition = anyIteration(g, counter);
  Type type = carried.front().getType();
  if (next.kind == Next::If) {
    auto branch = [&](const Next &choice) {
      return [&](OpBuilder &, Location) {
        Value value = make(choice, counter, carried, slot);
        g.make<YieldOp>(value);
      };
    };
    return g
        .make<IfOp>(type, condition, branch(next.choices[0]),
                    branch(next.choices[1]))
        .getResult(0);
  }
  Value first = make(next.choices[0], counter, carried, slot);
  Value second = make(next.choices[1], counter, carried, slot);
  Operand mask{condition, Fact::any(Format::I1)};
  mask = g.adapt(mask, cast<TileType>(type).getShape());
  return g.make<SelectOp>(mask.value, first, second);
}

Value Carried::make(const Next &next, Operand counter, ValueRange carried,
                    unsigned slot) {
  switch (next.kind) {
  case Next::Constant: {
    Value number = g.scalar(Format::I32, next.number).value;
    return family.at(number);
  }
  case Next::Outside:
    return outside[slot];
  case Next::Counter:
    return family.at(counter.value);
  case Next::Member:
    return carried[next.member];
  case Next::Sum:
    return family.after(carried[next.member], stride);
  case Next::Select:
  case Next::If:
    return makeChoice(next, counter, carried, slot);
  }
  llvm_unreachable("unknown kind of next value");
}

void Carried::advance(Operand counter, ValueRange carried,
                      SmallVectorImpl<Value> &next) {
  for (auto [i, how] : llvm::enumerate(nexts))
    next.push_back(make(how, counter, carried, i));
}

Family smith::indexFamily(Generator &g) {
  Family family;
  family.at = [](Value number) { return number; };
  family.after = [&g](Value member, int64_t by) -> Value {
    Value step = g.scalar(Format::I32, by).value;
    return g.make<AddIOp>(member, step);
  };
  return family;
}
