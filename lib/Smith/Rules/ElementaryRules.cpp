//===- ElementaryRules.cpp - Functions that only have an error bound ------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions whose results the specification only bounds, or leaves open. Exact
// programs use only comparisons whose result is the same for all values within
// the bound; arbitrary programs use the value itself.
//
//===----------------------------------------------------------------------===//

#include "Rules.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/ElementaryMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/FloatMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

/// Passes `result`, the value of a function of `source`, on to later rules. It
/// must be above `bound` or NaN, even with its error.
static void handOn(Generator &g, Operand source, Value result, int64_t bound) {
  Format format = source.format();
  Shape shape = source.shape();
  if (!g.isExact()) {
    g.define(result, Fact::any(format));
    return;
  }
  Value least = g.splat(format, shape, bound).value;
  Value holds = g.make<CmpFOp>(ComparisonPredicate::GreaterThan,
                               ComparisonOrdering::Unordered, result, least);
  Operand other = g.choose(format, shape);
  Value value = g.make<SelectOp>(holds, source.value, other.value);
  g.define(value, join(source.fact, other.fact));
}

static Operand chooseSource(Generator &g) {
  Format format = g.anyFloat();
  Shape shape = g.anyShape();
  return g.choose(format, shape);
}

/// A nonnegative source.
static Operand chooseMagnitude(Generator &g) {
  Operand source = chooseSource(g);
  if (source.fact.isNonNegative())
    return source;
  Value value = g.make<AbsFOp>(source.value);
  return {value, absFact(source.format(), source.fact)};
}

/// Functions that are nowhere below -1; the operand is made nonnegative for
/// those that need it.
template <typename Op> static void emitBounded(Generator &g) {
  Operand source = chooseSource(g);
  handOn(g, source, g.make<Op>(source.value), -2);
}
template <typename Op> static void emitOfMagnitude(Generator &g) {
  Operand source = chooseMagnitude(g);
  handOn(g, source, g.make<Op>(source.value), -2);
}

/// Logarithms, of numbers from 1 on.
template <typename Op> static void emitLogarithm(Generator &g) {
  Format format = g.anyFloat();
  Shape shape = g.anyShape();
  int64_t most = int64_t(1) << precisionOf(format);
  Operand source = g.boundedFloat(format, shape, 1, most);
  handOn(g, source, g.make<Op>(source.value), -2);
}

/// The tangent is unbounded, so it is taken of integers from -1 to 1.
static void emitTan(Generator &g) {
  Format format = g.anyFloat();
  Shape shape = g.anyShape();
  Operand source = g.boundedFloat(format, shape, -1, 1);
  handOn(g, source, g.make<TanOp>(source.value), -3);
}

template <typename Op> static void emitFlushing(Generator &g) {
  Operand source = chooseMagnitude(g);
  bool flush = source.format() == Format::F32 && g.rng.chance(30);
  handOn(g, source, g.make<Op>(source.value, flush), -2);
}

/// The full accuracy, or the approximation for f32.
template <typename Op, unsigned since>
static void emitApproximable(Generator &g) {
  Operand source = chooseSource(g);
  bool approximate =
      g.has(since) && source.format() == Format::F32 && g.rng.chance(40);
  RoundingMode mode = approximate ? RoundingMode::Approx : RoundingMode::Full;
  handOn(g, source, g.make<Op>(source.value, mode), -2);
}

static void emitApproximateSqrt(Generator &g) {
  Shape shape = g.anyShape();
  Operand source = g.choose(Format::F32, shape);
  bool flush = g.rng.chance(50);
  Value value = g.make<SqrtOp>(source.value, RoundingMode::Approx, flush);
  handOn(g, source, value, -2);
}

static void emitApproximateDiv(Generator &g) {
  Shape shape = g.anyShape();
  Operand lhs = g.boundedFloat(Format::F32, shape, 0, 1000);
  Operand rhs = g.boundedFloat(Format::F32, shape, 1, 1000);
  bool flush = g.rng.chance(50);
  RoundingMode mode = g.rng.pick({RoundingMode::Approx, RoundingMode::Full});
  Value value = g.make<DivFOp>(lhs.value, rhs.value, mode, flush);
  handOn(g, lhs, value, -1);
}

static void emitPowF(Generator &g) {
  Operand source = chooseMagnitude(g);
  Operand exponent = g.choose(source.format(), source.shape());
  handOn(g, source, g.make<FPowFOp>(source.value, exponent.value), -2);
}

static void emitPowI(Generator &g) {
  Operand source = chooseMagnitude(g);
  Format format =
      g.rng.pick({Format::I1, Format::I8, Format::I16, Format::I32});
  Operand exponent = g.choose(format, source.shape());
  handOn(g, source, g.make<FPowIOp>(source.value, exponent.value), -2);
}

static void emitAtan2(Generator &g) {
  Operand x = chooseSource(g);
  Operand y = g.choose(x.format(), x.shape());
  handOn(g, x, g.make<Atan2Op>(x.value, y.value), -4);
}

void smith::addElementaryRules(Rules &rules) {
  llvm::append_range(
      rules, Rules{
                 {"elementary.sin", 1, 1, emitBounded<SinOp>},
                 {"elementary.cos", 1, 1, emitBounded<CosOp>},
                 {"elementary.tan", 1, 1, emitTan},
                 {"elementary.sinh", 1, 1, emitOfMagnitude<SinhOp>},
                 {"elementary.cosh", 1, 1, emitBounded<CoshOp>},
                 {"elementary.tanh", 1, 1, emitApproximable<TanhOp, 2>},
                 {"elementary.exp", 1, 1, emitApproximable<ExpOp, 3>},
                 {"elementary.exp2", 1, 1, emitFlushing<Exp2Op>},
                 {"elementary.rsqrt", 1, 1, emitFlushing<RsqrtOp>},
                 {"elementary.log", 1, 1, emitLogarithm<LogOp>},
                 {"elementary.log2", 1, 1, emitLogarithm<Log2Op>},
                 {"elementary.powf", 1, 1, emitPowF},
                 {"elementary.powi", 4, 1, emitPowI},
                 {"elementary.atan2", 2, 1, emitAtan2},
                 {"elementary.approximate-sqrt", 1, 1, emitApproximateSqrt},
                 {"elementary.approximate-div", 1, 1, emitApproximateDiv},
             });
}
