//===- IntegerRules.cpp - Integer arithmetic, bits and comparisons --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rules.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

namespace {
/// Two operands of one type.
struct Pair {
  Operand lhs, rhs;
  Format format;
  Shape shape;

  explicit Pair(Generator &g) : format(g.anyInt()), shape(g.anyShape()) {
    lhs = g.choose(format, shape);
    rhs = g.choose(format, shape);
  }
};
} // namespace

/// Draws overflow flags that the facts prove: no signed wrap if `result` is
/// known, and no unsigned wrap if nothing is negative either.
static IntegerOverflow promise(Generator &g, const std::optional<Fact> &result,
                               std::initializer_list<Fact> operands) {
  if (!result || g.rng.chance(40))
    return IntegerOverflow::None;
  bool nonNegative =
      result->isNonNegative() &&
      llvm::all_of(operands, [](const Fact &f) { return f.isNonNegative(); });
  if (!nonNegative)
    return IntegerOverflow::NoSignedWrap;
  return g.rng.pick({IntegerOverflow::NoSignedWrap,
                     IntegerOverflow::NoUnsignedWrap, IntegerOverflow::NoWrap});
}

template <typename Op, Transfer transfer>
static void emitWrapping(Generator &g) {
  Pair pair(g);
  std::optional<Fact> result =
      transfer(pair.format, pair.lhs.fact, pair.rhs.fact);
  IntegerOverflow overflow = promise(g, result, {pair.lhs.fact, pair.rhs.fact});
  Value value = g.make<Op>(pair.lhs.value, pair.rhs.value, overflow);
  g.define(value, result.value_or(Fact::any(pair.format)));
}

/// Operations whose results have no facts.
template <typename Op> static void emitPlain(Generator &g) {
  Pair pair(g);
  Value value = g.make<Op>(pair.lhs.value, pair.rhs.value);
  g.define(value, Fact::any(pair.format));
}

static void emitAnd(Generator &g) {
  Pair pair(g);
  Value value = g.make<AndIOp>(pair.lhs.value, pair.rhs.value);
  Fact fact = Fact::any(pair.format);
  for (const Fact &operand : {pair.lhs.fact, pair.rhs.fact})
    if (operand.isNonNegative())
      fact = Fact::range(0, std::min(fact.hi, operand.hi));
  g.define(value, fact);
}

template <typename Op> static void emitMinMax(Generator &g) {
  Pair pair(g);
  Signedness signedness = anySignedness(g);
  Value value = g.make<Op>(pair.lhs.value, pair.rhs.value, signedness);
  g.define(value, join(pair.lhs.fact, pair.rhs.fact));
}

/// A divisor that is neither 0 nor -1.
static Operand divisor(Generator &g, Format format, ArrayRef<int64_t> shape) {
  if (format == Format::I1)
    return g.splat(format, shape, -1);
  Operand any = g.find([&](const Operand &o) {
    return o.format() == format && o.type().getShape() == shape &&
           o.fact.lo > 0;
  });
  if (any.value)
    return any;
  int64_t most = std::min<int64_t>(greatestOf(format), 100);
  return g.boundedInt(format, shape, 1, 1 + g.rng.below(most));
}

static void emitDiv(Generator &g) {
  Format format = g.anyInt();
  Shape shape = g.anyShape();
  Operand lhs = g.choose(format, shape), rhs = divisor(g, format, shape);
  // The i1 value 1 is -1 as a signed number, and -1 / -1 overflows.
  Signedness signedness =
      format == Format::I1 ? Signedness::Unsigned : anySignedness(g);
  RoundingMode rounding =
      signedness == Signedness::Signed
          ? g.rng.pick({RoundingMode::Zero, RoundingMode::NegativeInf,
                        RoundingMode::PositiveInf})
          : g.rng.pick({RoundingMode::Zero, RoundingMode::PositiveInf});
  Value value = g.make<DivIOp>(lhs.value, rhs.value, signedness, rounding);
  g.define(value, lhs.fact.isNonNegative() ? Fact::range(0, lhs.fact.hi)
                                           : Fact::any(format));
}

static void emitRem(Generator &g) {
  Format format = g.anyInt();
  Shape shape = g.anyShape();
  Operand lhs = g.choose(format, shape), rhs = divisor(g, format, shape);
  Signedness signedness = anySignedness(g);
  Value value = g.make<RemIOp>(lhs.value, rhs.value, signedness);
  bool positive =
      lhs.fact.isNonNegative() || signedness == Signedness::Unsigned;
  bool bounded = format != Format::I1 && positive;
  g.define(value,
           bounded ? Fact::range(0, rhs.fact.hi - 1) : Fact::any(format));
}

static void emitNeg(Generator &g) {
  Format format = g.anyInt();
  Shape shape = g.anyShape();
  Operand source = g.choose(format, shape);
  Fact fact = negFact(format, source.fact);
  bool mayPromise = g.has(2) && source.fact.lo > leastOf(format);
  IntegerOverflow overflow = mayPromise && g.rng.chance(50)
                                 ? IntegerOverflow::NoSignedWrap
                                 : IntegerOverflow::None;
  Value value = g.make<NegIOp>(source.value, overflow);
  g.define(value, fact);
}

static void emitAbs(Generator &g) {
  Format format = g.anyInt();
  Shape shape = g.anyShape();
  Operand source = g.choose(format, shape);
  Value value = g.make<AbsIOp>(source.value);
  g.define(value, absFact(format, source.fact));
}

/// A shift amount below the width.
static Operand shiftAmount(Generator &g, Format format,
                           ArrayRef<int64_t> shape) {
  if (format == Format::I1)
    return g.splat(format, shape, 0);
  return g.boundedInt(format, shape, 0, numerics::bitWidth(format) - 1);
}

static void emitShl(Generator &g) {
  Format format = g.anyInt();
  Shape shape = g.anyShape();
  Operand lhs = g.choose(format, shape), rhs = shiftAmount(g, format, shape);
  std::optional<Fact> result;
  if (rhs.fact.hi < 62)
    result =
        mulFacts(format, lhs.fact, Fact::range(1, int64_t(1) << rhs.fact.hi));
  IntegerOverflow overflow = promise(g, result, {lhs.fact});
  Value value = g.make<ShLIOp>(lhs.value, rhs.value, overflow);
  g.define(value, result.value_or(Fact::any(format)));
}

static void emitShr(Generator &g) {
  Format format = g.anyInt();
  Shape shape = g.anyShape();
  Operand lhs = g.choose(format, shape), rhs = shiftAmount(g, format, shape);
  Signedness signedness = anySignedness(g);
  Value value = g.make<ShRIOp>(lhs.value, rhs.value, signedness);
  bool shrinks = signedness == Signedness::Signed || lhs.fact.isNonNegative();
  g.define(value,
           shrinks ? join(lhs.fact, Fact::range(0, 0)) : Fact::any(format));
}

static void emitCmp(Generator &g) {
  Pair pair(g);
  ComparisonPredicate predicate = anyPredicate(g);
  Signedness signedness = anySignedness(g);
  Value value =
      g.make<CmpIOp>(predicate, pair.lhs.value, pair.rhs.value, signedness);
  g.define(value, Fact::any(Format::I1));
}

void smith::addIntegerRules(Rules &rules) {
  llvm::append_range(rules,
                     Rules{
                         {"integer.add", 1, 8, emitWrapping<AddIOp, addFacts>},
                         {"integer.sub", 1, 6, emitWrapping<SubIOp, subFacts>},
                         {"integer.mul", 1, 6, emitWrapping<MulIOp, mulFacts>},
                         {"integer.mulhi", 1, 3, emitPlain<MulhiIOp>},
                         {"integer.and", 1, 3, emitAnd},
                         {"integer.or", 1, 3, emitPlain<OrIOp>},
                         {"integer.xor", 1, 3, emitPlain<XOrIOp>},
                         {"integer.max", 1, 3, emitMinMax<MaxIOp>},
                         {"integer.min", 1, 3, emitMinMax<MinIOp>},
                         {"integer.div", 1, 4, emitDiv},
                         {"integer.rem", 1, 4, emitRem},
                         {"integer.neg", 1, 3, emitNeg},
                         {"integer.abs", 1, 3, emitAbs},
                         {"integer.shl", 1, 4, emitShl},
                         {"integer.shr", 1, 4, emitShr},
                         {"integer.cmp", 1, 8, emitCmp},
                     });
}
