//===- ReductionRules.cpp - Reductions and scans --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Streams.h"
#include "Combine.h"
#include "Rules.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/FloatMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Reduction.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

namespace {
/// Operations on integers, and those of them that work on tiles as on scalars.
constexpr unsigned numIntKinds = unsigned(Combine::MaxByLoop) + 1,
                   numFlatKinds = unsigned(Combine::MaxBySelect) + 1;

/// An operand with its operation and identity.
struct Combined {
  Operand operand;
  Combine combine;
  Attribute identity;
  Fact result;
};
} // namespace

static Attribute intIdentity(Generator &g, Format format, Combine combine) {
  int64_t number = 0;
  switch (combine) {
  case Combine::Mul:
    number = 1;
    break;
  case Combine::And:
  case Combine::UMin:
    number = -1;
    break;
  case Combine::Max:
  case Combine::MaxBySelect:
  case Combine::MaxByIf:
  case Combine::MaxByLoop:
    number = leastOf(format);
    break;
  case Combine::Min:
    number = greatestOf(format);
    break;
  default:
    break;
  }
  unsigned width = numerics::bitWidth(format);
  APInt bits(width, number & numerics::lowBits(width));
  return IntegerAttr::get(g.elementType(format), bits);
}

/// `numKinds`: how many of the combinations may be drawn.
static Combined combineInts(Generator &g, Format format,
                            ArrayRef<int64_t> shape, int64_t count,
                            unsigned numKinds = numIntKinds) {
  Combined combined;
  combined.operand = g.choose(format, shape);
  combined.combine = static_cast<Combine>(g.rng.below(numKinds));
  combined.identity = intIdentity(g, format, combined.combine);
  combined.result = Fact::any(format);
  const Fact &fact = combined.operand.fact;
  if (combined.combine == Combine::Add) {
    if (auto sum = sumFacts(format, fact, count))
      combined.result = *sum;
  } else if (combined.combine >= Combine::Max) {
    combined.result = fact;
  }
  return combined;
}

static Combined combineFloats(Generator &g, Format format,
                              ArrayRef<int64_t> shape, int64_t count) {
  Combined combined;
  Operand &operand = combined.operand;
  operand = g.choose(format, shape);
  int64_t most = (int64_t(1) << precisionOf(format)) / count;
  if (format == Format::F16)
    most = std::min<int64_t>(most, 2048 / count);
  auto type = cast<FloatType>(g.elementType(format));
  if (g.rng.chance(50)) {
    combined.combine = Combine::Add;
    if (!sumFacts(format, operand.fact, count) && g.wantsExact())
      operand = g.bound(operand, -most, most);
    combined.result =
        sumFacts(format, operand.fact, count).value_or(Fact::any(format));
    // +0 is the identity unless all elements are -0.
    bool isNegative = operand.fact.negZero || g.rng.chance(30);
    combined.identity = FloatAttr::get(
        type, APFloat::getZero(type.getFloatSemantics(), isNegative));
    return combined;
  }
  // An infinity is the identity if no element is NaN.
  if (operand.fact.nan)
    operand = g.bound(operand, -most, most);
  combined.combine = g.rng.chance(50) ? Combine::Max : Combine::Min;
  combined.result = operand.fact;
  combined.identity = FloatAttr::get(
      type, APFloat::getInf(type.getFloatSemantics(),
                            /*Negative=*/combined.combine == Combine::Max));
  return combined;
}

/// Combines floats without arithmetic by maximum or minimum, which is one of
/// the elements.
static Combined combineNarrow(Generator &g, Format format,
                              ArrayRef<int64_t> shape) {
  constexpr int64_t most = 4;
  Combined combined;
  combined.operand = g.boundedFloat(format, shape, -most, most);
  bool isMax = g.rng.chance(50);
  combined.combine = isMax ? Combine::MaxInF32 : Combine::MinInF32;
  bool hasSign = numerics::encodingOf(format).hasSign;
  int64_t least = hasSign ? -most : format == Format::F8E8M0FNU ? 1 : 0;
  // No element lies beyond these, so that they are identities.
  uint64_t bits =
      numerics::roundFloat(format, llvm::APFloat(double(isMax ? least : most)));
  combined.identity =
      FloatAttr::get(g.elementType(format), numerics::decode(format, bits));
  combined.result = combined.operand.fact;
  return combined;
}

static Value emitMaxByLoop(OpBuilder &builder, Location loc, Value lhs,
                           Value rhs) {
  auto number = [&](int32_t value) -> Value {
    TileType type = TileType::get({}, builder.getI32Type());
    return ConstantOp::create(builder, loc,
                              DenseIntElementsAttr::get(type, value));
  };
  auto loop = ForOp::create(
      builder, loc, number(0), number(2), number(1), rhs,
      [&](OpBuilder &inner, Location loc, Value, ValueRange most) {
        ContinueOp::create(
            inner, loc,
            emitCombine(inner, loc, Combine::MaxByIf, lhs, most.front()));
      });
  return loop.getResult(0);
}

Value smith::emitCombine(OpBuilder &builder, Location loc, Combine combine,
                         Value lhs, Value rhs) {
  Type element = cast<TileType>(lhs.getType()).getElementType();
  bool isFloat = isa<FloatType>(element);
  auto greater = [&]() -> Value {
    return CmpIOp::create(builder, loc, ComparisonPredicate::GreaterThan, lhs,
                          rhs, Signedness::Signed);
  };
  switch (combine) {
  case Combine::Add:
    return isFloat ? Value(AddFOp::create(builder, loc, lhs, rhs))
                   : Value(AddIOp::create(builder, loc, lhs, rhs));
  case Combine::Mul:
    return isFloat ? Value(MulFOp::create(builder, loc, lhs, rhs))
                   : Value(MulIOp::create(builder, loc, lhs, rhs));
  case Combine::And:
    return AndIOp::create(builder, loc, lhs, rhs);
  case Combine::Or:
    return OrIOp::create(builder, loc, lhs, rhs);
  case Combine::Xor:
    return XOrIOp::create(builder, loc, lhs, rhs);
  case Combine::Max:
    return isFloat ? Value(MaxFOp::create(builder, loc, lhs, rhs))
                   : Value(MaxIOp::create(builder, loc, lhs, rhs,
                                          Signedness::Signed));
  case Combine::Min:
    return isFloat ? Value(MinFOp::create(builder, loc, lhs, rhs))
                   : Value(MinIOp::create(builder, loc, lhs, rhs,
                                          Signedness::Signed));
  case Combine::UMax:
    return MaxIOp::create(builder, loc, lhs, rhs, Signedness::Unsigned);
  case Combine::UMin:
    return MinIOp::create(builder, loc, lhs, rhs, Signedness::Unsigned);
  case Combine::MaxBySelect: {
    Value condition = greater();
    return SelectOp::create(builder, loc, condition, lhs, rhs);
  }
  case Combine::MaxInF32:
  case Combine::MinInF32: {
    TileType wide = TileType::get({}, builder.getF32Type());
    Value x =
        FToFOp::create(builder, loc, wide, lhs, RoundingMode::NearestEven);
    Value y =
        FToFOp::create(builder, loc, wide, rhs, RoundingMode::NearestEven);
    Value chosen = combine == Combine::MaxInF32
                       ? Value(MaxFOp::create(builder, loc, x, y))
                       : Value(MinFOp::create(builder, loc, x, y));
    RoundingMode rounding = isa<Float8E8M0FNUType>(element)
                                ? RoundingMode::Zero
                                : RoundingMode::NearestEven;
    return FToFOp::create(builder, loc, lhs.getType(), chosen, rounding);
  }
  case Combine::MaxByIf: {
    auto yield = [](Value value) {
      return [value](OpBuilder &builder, Location loc) {
        YieldOp::create(builder, loc, value);
      };
    };
    Value condition = greater();
    return IfOp::create(builder, loc, lhs.getType(), condition, yield(lhs),
                        yield(rhs))
        .getResult(0);
  }
  case Combine::MaxByLoop:
    return emitMaxByLoop(builder, loc, lhs, rhs);
  }
  llvm_unreachable("unknown combination");
}

/// Operands of one shape, each with a body of its own.
static std::vector<Combined>
chooseCombined(Generator &g, ArrayRef<int64_t> shape, int64_t count) {
  std::vector<Combined> all;
  unsigned number = g.rng.chance(60) ? 1 : 2 + g.rng.below(2);
  for (unsigned i = 0; i < number; ++i) {
    Format other = g.anyFormat();
    // An identity is a literal of MLIR, and a body takes scalars: some formats
    // cannot have one.
    if (numerics::isFloat(other) &&
        (!numerics::hasArithmetic(other) || other == Format::TF32) &&
        other != Format::F8E5M3FNU && !isHalfByte(other)) {
      all.push_back(combineNarrow(g, other, shape));
    } else if (g.rng.chance(50)) {
      Format format = g.anyInt();
      all.push_back(combineInts(g, format, shape, count));
    } else {
      Format format = g.anyFloat();
      all.push_back(combineFloats(g, format, shape, count));
    }
  }
  return all;
}

namespace {
/// The plan of a reduction or scan.
struct Plan {
  Shape shape;
  unsigned dim;
  SmallVector<Value> operands;
  SmallVector<Attribute> identities;
  std::function<void(OpBuilder &, Location, ValueRange)> body;
  SmallVector<Fact> results;
};
} // namespace

/// Independent combinations, side by side.
static void planCombined(Plan &plan, ArrayRef<Combined> all) {
  SmallVector<Combine> combines;
  for (const Combined &combined : all) {
    plan.operands.push_back(combined.operand.value);
    plan.identities.push_back(combined.identity);
    plan.results.push_back(combined.result);
    combines.push_back(combined.combine);
  }
  plan.body = [combines](OpBuilder &builder, Location loc, ValueRange args) {
    SmallVector<Value> values;
    for (auto [i, combine] : llvm::enumerate(combines))
      values.push_back(
          emitCombine(builder, loc, combine, args[2 * i], args[2 * i + 1]));
    YieldOp::create(builder, loc, values);
  };
}

/// Plans the maximum with its index: that of the first among equal ones.
static void planArgMax(Generator &g, Plan &plan) {
  Format format = g.anyInt();
  Operand value = g.choose(format, plan.shape);
  Operand index = g.count(Format::I32, plan.shape);
  plan.operands = {value.value, index.value};
  plan.identities = {intIdentity(g, format, Combine::Max),
                     intIdentity(g, Format::I32, Combine::Min)};
  plan.results = {value.fact, index.fact};
  plan.body = [](OpBuilder &b, Location loc, ValueRange args) {
    Value x = args[0], y = args[1], i = args[2], j = args[3];
    auto compare = [&](ComparisonPredicate predicate, Value p,
                       Value q) -> Value {
      return CmpIOp::create(b, loc, predicate, p, q, Signedness::Signed);
    };
    Value greater = compare(ComparisonPredicate::GreaterThan, x, y);
    Value equal = compare(ComparisonPredicate::Equal, x, y);
    Value earlier = compare(ComparisonPredicate::LessThan, i, j);
    Value tie = AndIOp::create(b, loc, equal, earlier);
    Value first = OrIOp::create(b, loc, greater, tie);
    Value most = SelectOp::create(b, loc, first, x, y);
    Value place = SelectOp::create(b, loc, first, i, j);
    YieldOp::create(b, loc, ValueRange{most, place});
  };
}

static Plan plan(Generator &g) {
  Plan plan;
  plan.shape = g.anyShape(1);
  plan.dim = g.rng.below(plan.shape.size());
  if (g.rng.chance(25))
    planArgMax(g, plan);
  else
    planCombined(plan, chooseCombined(g, plan.shape, plan.shape[plan.dim]));
  return plan;
}

static void defineReduced(Generator &g, const Plan &what) {
  auto reduce =
      g.make<ReduceOp>(what.operands, what.dim, what.identities, what.body);
  for (auto [result, fact] : llvm::zip(reduce.getResults(), what.results))
    g.define(result, fact);
}

static void emitReduce(Generator &g) { defineReduced(g, plan(g)); }

void smith::emitHugeReduction(Generator &g) {
  constexpr int64_t most = 4, words = int64_t(1) << 16;
  Format format = g.rng.pick(
      {Format::F32, Format::F32, Format::I32, Format::F64, Format::I64});
  int64_t elements = words * 32 / numerics::bitWidth(format);
  int64_t rows = int64_t(1) << g.rng.between(0, llvm::Log2_64(elements));
  Plan plan;
  plan.shape = {rows, elements / rows};
  plan.dim = g.rng.below(2);
  Operand data = loadWhole(g, format, plan.shape, Fact::range(-most, most));
  g.define(data.value, data.fact);
  // This type leaves mostly nothing else to choose.
  int64_t count = plan.shape[plan.dim];
  planCombined(plan,
               numerics::isInteger(format)
                   ? combineInts(g, format, plan.shape, count, numFlatKinds)
                   : combineFloats(g, format, plan.shape, count));
  defineReduced(g, plan);
}

static void emitScan(Generator &g) {
  Plan what = plan(g);
  bool reverse = g.rng.chance(50);
  auto scan = g.make<ScanOp>(what.operands, what.dim, reverse, what.identities,
                             what.body);
  for (auto [result, fact] : llvm::zip(scan.getResults(), what.results))
    g.define(result, fact);
}

void smith::addReductionRules(Rules &rules) {
  llvm::append_range(rules, Rules{
                                {"reduction.reduce", 1, 8, emitReduce},
                                {"reduction.scan", 1, 6, emitScan},
                            });
}
