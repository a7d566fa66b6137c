//===- RecurrenceRules.cpp - Scans that keep an order --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bodies that are associative and do not commute: linear recurrences, sums by
// key, the last element that is not zero, products of matrices. Scans combine
// in order, what comes before first.
//
//===----------------------------------------------------------------------===//

#include "Combine.h"
#include "Rules.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Reduction.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

namespace {
/// The values that a body makes of what comes before and what comes after, one
/// value for each operand.
using Body = SmallVector<Value> (*)(OpBuilder &, Location, ArrayRef<Value>,
                                    ArrayRef<Value>);

/// A scan to be made.
struct Recurrence {
  Shape shape;
  unsigned dim;
  SmallVector<Value> operands;
  SmallVector<Attribute> identities;
  SmallVector<Fact> results;
  Body body = nullptr;

  int64_t count() const { return shape[dim]; }
  void add(Generator &g, const Operand &operand, int64_t identity,
           const Fact &result);
};
} // namespace

void Recurrence::add(Generator &g, const Operand &operand, int64_t identity,
                     const Fact &result) {
  Type element = operand.type().getElementType();
  operands.push_back(operand.value);
  results.push_back(result);
  if (auto type = dyn_cast<FloatType>(element)) {
    APFloat number(type.getFloatSemantics(), uint64_t(identity));
    identities.push_back(FloatAttr::get(type, number));
    return;
  }
  APInt number(element.getIntOrFloatBitWidth(), identity);
  identities.push_back(IntegerAttr::get(element, number));
}

static Value addOf(OpBuilder &builder, Location loc, Value x, Value y) {
  return emitCombine(builder, loc, Combine::Add, x, y);
}

static Value mulOf(OpBuilder &builder, Location loc, Value x, Value y) {
  return emitCombine(builder, loc, Combine::Mul, x, y);
}

static Value orOf(OpBuilder &builder, Location loc, Value x, Value y) {
  return emitCombine(builder, loc, Combine::Or, x, y);
}

/// A format whose sums of `count` integers of some size are exact, and how
/// large those may be; any integer format where that is 0.
static std::pair<Format, int64_t> anyNumber(Generator &g, int64_t count) {
  if (g.rng.chance(50))
    return {g.anyInt(), 0};
  Format format = g.anyFloat();
  int64_t most = (int64_t(1) << precisionOf(format)) / count;
  if (format == Format::F16)
    most = std::min<int64_t>(most, 2048 / count);
  return most > 0 ? std::pair(format, most) : std::pair(Format::I32, most);
}

/// Terms of sums that a scan makes, without -0, and the fact of the sums.
static std::pair<Operand, Fact>
chooseTerms(Generator &g, Format format, const Recurrence &scan, int64_t most) {
  if (numerics::isInteger(format))
    return {g.choose(format, scan.shape), Fact::any(format)};
  Operand terms =
      g.boundedFloat(format, scan.shape, -most, most, /*negZero=*/false);
  return {terms, Fact::range(-most * scan.count(), most * scan.count())};
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// x -> a x + b, one after another.
static void planAffine(Generator &g, Recurrence &scan) {
  auto [format, most] = anyNumber(g, scan.count());
  Operand factor;
  Fact product = Fact::any(format);
  if (numerics::isInteger(format)) {
    factor = g.choose(format, scan.shape);
  } else {
    factor = g.boundedFloat(format, scan.shape, -1, 1);
    product = Fact::range(-1, 1);
    product.negZero = true;
  }
  auto [term, sum] = chooseTerms(g, format, scan, most);
  scan.add(g, factor, 1, product);
  scan.add(g, term, 0, sum);
  scan.body = [](OpBuilder &b, Location loc, ArrayRef<Value> before,
                 ArrayRef<Value> after) {
    Value factor = mulOf(b, loc, before[0], after[0]);
    Value moved = mulOf(b, loc, after[0], before[1]);
    Value term = addOf(b, loc, moved, after[1]);
    return SmallVector<Value>{factor, term};
  };
}

/// Sums that begin anew where a flag is set.
static void planSumByKey(Generator &g, Recurrence &scan) {
  auto [format, most] = anyNumber(g, scan.count());
  Operand flag = g.choose(Format::I1, scan.shape);
  auto [term, sum] = chooseTerms(g, format, scan, most);
  scan.add(g, flag, 0, Fact::any(Format::I1));
  scan.add(g, term, 0, sum);
  scan.body = [](OpBuilder &b, Location loc, ArrayRef<Value> before,
                 ArrayRef<Value> after) {
    Value flag = orOf(b, loc, before[0], after[0]);
    Value both = addOf(b, loc, before[1], after[1]);
    Value sum = SelectOp::create(b, loc, after[0], after[1], both);
    return SmallVector<Value>{flag, sum};
  };
}

/// The last element so far that a flag marks.
static void planLast(Generator &g, Recurrence &scan) {
  Format format = g.rng.chance(50) ? g.anyInt() : g.anyFloat();
  Operand flag = g.choose(Format::I1, scan.shape);
  Operand value = g.choose(format, scan.shape);
  scan.add(g, flag, 0, Fact::any(Format::I1));
  // Where none is marked, any of them is what is left.
  Value zero = g.splat(format, scan.shape, 0).value;
  value.value = g.make<SelectOp>(flag.value, value.value, zero);
  scan.add(g, value, 0, join(value.fact, Fact::range(0, 0)));
  scan.body = [](OpBuilder &b, Location loc, ArrayRef<Value> before,
                 ArrayRef<Value> after) {
    Value flag = orOf(b, loc, before[0], after[0]);
    Value last = SelectOp::create(b, loc, after[0], after[1], before[1]);
    return SmallVector<Value>{flag, last};
  };
}

/// Products of matrices of two rows and two columns, of wrapping integers.
static void planMatrices(Generator &g, Recurrence &scan) {
  Format format = g.anyInt();
  for (int64_t identity : {1, 0, 0, 1}) {
    Operand element = g.choose(format, scan.shape);
    scan.add(g, element, identity, Fact::any(format));
  }
  scan.body = [](OpBuilder &b, Location loc, ArrayRef<Value> before,
                 ArrayRef<Value> after) {
    SmallVector<Value> product;
    for (unsigned row : {0, 2})
      for (unsigned column : {0, 1}) {
        Value first = mulOf(b, loc, before[row], after[column]);
        Value second = mulOf(b, loc, before[row + 1], after[column + 2]);
        product.push_back(addOf(b, loc, first, second));
      }
    return product;
  };
}

//===----------------------------------------------------------------------===//
// The rule
//===----------------------------------------------------------------------===//

static void emitRecurrence(Generator &g) {
  Recurrence scan;
  scan.shape = g.anyShape(1);
  scan.dim = g.rng.below(scan.shape.size());
  auto plan = g.rng.pick(
      {planAffine, planAffine, planSumByKey, planLast, planMatrices});
  plan(g, scan);
  bool reverse = g.rng.chance(50);
  auto op = g.make<ScanOp>(
      scan.operands, scan.dim, reverse, scan.identities,
      [&](OpBuilder &builder, Location loc, ValueRange arguments) {
        SmallVector<Value> before, after;
        for (auto [i, argument] : llvm::enumerate(arguments))
          (i % 2 == 0 ? before : after).push_back(argument);
        YieldOp::create(builder, loc, scan.body(builder, loc, before, after));
      });
  for (auto [result, fact] : llvm::zip(op.getResults(), scan.results))
    g.define(result, fact);
}

void smith::addRecurrenceRules(Rules &rules) {
  rules.push_back({"reduction.recurrence", 1, 5, emitRecurrence});
}
