//===- FloatRules.cpp - Float arithmetic and comparisons ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rules.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/ElementaryMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/FloatMath.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

/// Draws the rounding of a sum, product or quotient.
static RoundingMode anyRounding(Generator &g) {
  if (g.rng.chance(60))
    return RoundingMode::NearestEven;
  return g.rng.pick({RoundingMode::Zero, RoundingMode::NegativeInf,
                     RoundingMode::PositiveInf});
}

static bool anyFlush(Generator &g, Format format) {
  return format == Format::F32 && g.rng.chance(20);
}

/// The fact about an exact sum with this rounding: toward negative_inf, two
/// numbers that cancel give -0.
static Fact withRounding(std::optional<Fact> exact, Format format,
                         RoundingMode rounding) {
  if (!exact)
    return Fact::any(format);
  exact->negZero |= rounding == RoundingMode::NegativeInf;
  return *exact;
}

template <typename Op, Transfer transfer> static void emitSum(Generator &g) {
  Format format = g.anyFloat();
  Shape shape = g.anyShape();
  Operand lhs = g.choose(format, shape), rhs = g.choose(format, shape);
  RoundingMode rounding = anyRounding(g);
  bool flush = anyFlush(g, format);
  Value value = g.make<Op>(lhs.value, rhs.value, rounding, flush);
  g.define(value, withRounding(transfer(format, lhs.fact, rhs.fact), format,
                               rounding));
}

/// Two factors. Their product is exact if the program promises exact results:
/// fusing it into a sum then omits no rounding.
static std::pair<Operand, Operand> chooseFactors(Generator &g, Format format,
                                                 ArrayRef<int64_t> shape) {
  Operand lhs = g.choose(format, shape), rhs = g.choose(format, shape);
  if (g.isExact() && !mulFacts(format, lhs.fact, rhs.fact)) {
    int64_t most = int64_t(1) << precisionOf(format) / 2;
    lhs = g.bound(lhs, -most, most);
    rhs = g.bound(rhs, -most, most);
  }
  return {lhs, rhs};
}

static void emitMul(Generator &g) {
  Format format = g.anyFloat();
  Shape shape = g.anyShape();
  auto [lhs, rhs] = chooseFactors(g, format, shape);
  RoundingMode rounding = anyRounding(g);
  bool flush = anyFlush(g, format);
  Value value = g.make<MulFOp>(lhs.value, rhs.value, rounding, flush);
  g.define(value,
           mulFacts(format, lhs.fact, rhs.fact).value_or(Fact::any(format)));
}

static void emitFma(Generator &g) {
  Format format = g.anyFloat();
  Shape shape = g.anyShape();
  auto [lhs, rhs] = chooseFactors(g, format, shape);
  Operand acc = g.choose(format, shape);
  RoundingMode rounding = anyRounding(g);
  bool flush = anyFlush(g, format);
  Value value = g.make<FmaOp>(lhs.value, rhs.value, acc.value, rounding, flush);
  std::optional<Fact> result = mulFacts(format, lhs.fact, rhs.fact);
  if (result)
    result = addFacts(format, *result, acc.fact);
  g.define(value, withRounding(result, format, rounding));
}

static void emitDiv(Generator &g) {
  Format format = g.anyFloat();
  Shape shape = g.anyShape();
  Operand lhs = g.choose(format, shape), rhs = g.choose(format, shape);
  RoundingMode rounding = anyRounding(g);
  bool flush = anyFlush(g, format);
  Value value = g.make<DivFOp>(lhs.value, rhs.value, rounding, flush);
  g.define(value, Fact::any(format));
}

static void emitSqrt(Generator &g) {
  Format format = g.anyFloat();
  Shape shape = g.anyShape();
  Operand source = g.choose(format, shape);
  RoundingMode rounding = anyRounding(g);
  bool flush = anyFlush(g, format);
  Value value = g.make<SqrtOp>(source.value, rounding, flush);
  g.define(value, Fact::any(format));
}

static void emitRem(Generator &g) {
  Format format = g.anyFloat();
  Shape shape = g.anyShape();
  Operand lhs = g.choose(format, shape), rhs = g.choose(format, shape);
  g.define(g.make<RemFOp>(lhs.value, rhs.value), Fact::any(format));
}

template <typename Op> static void emitMinMax(Generator &g) {
  Format format = g.anyFloat();
  Shape shape = g.anyShape();
  Operand lhs = g.choose(format, shape), rhs = g.choose(format, shape);
  bool propagate = g.rng.chance(50), flush = anyFlush(g, format);
  Value value = g.make<Op>(lhs.value, rhs.value, propagate, flush);
  g.define(value, join(lhs.fact, rhs.fact));
}

static void emitAbs(Generator &g) {
  Format format = g.anyFloat();
  Shape shape = g.anyShape();
  Operand source = g.choose(format, shape);
  g.define(g.make<AbsFOp>(source.value), absFact(format, source.fact));
}

static void emitNeg(Generator &g) {
  Format format = g.anyFloat();
  Shape shape = g.anyShape();
  Operand source = g.choose(format, shape);
  g.define(g.make<NegFOp>(source.value), negFact(format, source.fact));
}

/// ceil and floor, which leave integers unchanged.
template <typename Op> static void emitRoundToInt(Generator &g) {
  Format format = g.anyFloat();
  Shape shape = g.anyShape();
  Operand source = g.choose(format, shape);
  Fact fact = Fact::any(format);
  fact.nan = source.fact.nan || !source.fact.exact;
  if (source.fact.exact && source.fact.quantum >= 0)
    fact = source.fact;
  g.define(g.make<Op>(source.value), fact);
}

static void emitCmp(Generator &g) {
  Format format = g.anyFloat();
  Shape shape = g.anyShape();
  Operand lhs = g.choose(format, shape), rhs = g.choose(format, shape);
  ComparisonPredicate predicate = anyPredicate(g);
  auto ordering = static_cast<ComparisonOrdering>(g.rng.below(2));
  Value value = g.make<CmpFOp>(predicate, ordering, lhs.value, rhs.value);
  g.define(value, Fact::any(Format::I1));
}

void smith::addFloatRules(Rules &rules) {
  llvm::append_range(rules, Rules{
                                {"float.add", 1, 8, emitSum<AddFOp, addFacts>},
                                {"float.sub", 1, 6, emitSum<SubFOp, subFacts>},
                                {"float.mul", 1, 6, emitMul},
                                {"float.fma", 1, 4, emitFma},
                                {"float.div", 1, 3, emitDiv},
                                {"float.sqrt", 1, 2, emitSqrt},
                                {"float.rem", 1, 2, emitRem},
                                {"float.max", 1, 3, emitMinMax<MaxFOp>},
                                {"float.min", 1, 3, emitMinMax<MinFOp>},
                                {"float.abs", 1, 2, emitAbs},
                                {"float.neg", 1, 3, emitNeg},
                                {"float.ceil", 1, 2, emitRoundToInt<CeilOp>},
                                {"float.floor", 1, 2, emitRoundToInt<FloorOp>},
                                {"float.cmp", 1, 6, emitCmp},
                            });
}
