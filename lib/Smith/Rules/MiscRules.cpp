//===- MiscRules.cpp - Assumptions, assertions and output -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rules.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Misc.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

/// Emits `assume` with a fact that it can express.
static void emitAssume(Generator &g) {
  Format format = g.rng.pick(
      {Format::I8, Format::I16, Format::I32, Format::I32, Format::I64});
  Shape shape = g.anyShape();
  Operand operand = g.choose(format, shape);
  MLIRContext *context = g.builder.getContext();
  AssumePredicate predicate;
  switch (g.rng.below(3)) {
  case 0: {
    Fact fact = operand.fact;
    std::optional<int64_t> least, greatest;
    if (g.rng.chance(80))
      least = fact.lo;
    if (g.rng.chance(80))
      greatest = fact.hi;
    predicate = BoundedAttr::get(context, least, greatest);
    break;
  }
  case 1: {
    // A multiple by construction.
    unsigned shift = 1 + g.rng.below(3);
    Value amount = g.splat(format, shape, shift).value;
    operand.value = g.make<ShLIOp>(operand.value, amount);
    operand.fact = Fact::any(format);
    predicate = DivByAttr::get(context, uint64_t(1) << shift, std::nullopt,
                               std::nullopt);
    break;
  }
  default: {
    // Equal elements along the dimensions of the broadcast.
    Shape one(shape.size(), 1);
    operand = g.adapt(operand, one);
    operand.value = g.make<BroadcastOp>(operand.value, shape);
    predicate = SameElementsAttr::get(context, shape);
    break;
  }
  }
  Value value = g.make<AssumeOp>(operand.value, predicate);
  g.define(value, operand.fact);
}

/// Asserts something that the facts prove.
static void emitAssert(Generator &g) {
  Format format = g.anyInt();
  Shape shape = g.anyShape();
  Operand operand = g.choose(format, shape);
  Value least = g.splat(format, shape, operand.fact.lo).value;
  Value holds = g.make<CmpIOp>(ComparisonPredicate::GreaterThanOrEqual,
                               operand.value, least, Signedness::Signed);
  g.make<AssertOp>(holds, "below what it can be");
}

/// A printf conversion for elements of the format.
static std::string drawConversion(Random &rng, Format format) {
  std::string conversion =
      std::string("%") + rng.pick({"", "", "+", "-12", "012", ".3"});
  if (numerics::isFloat(format))
    return conversion + rng.pick({"a", "a", "e", "f", "g"});
  if (format == Format::I64)
    conversion += "ll";
  return conversion + rng.pick({"d", "d", "i", "u", "x", "o"});
}

static void emitPrint(Generator &g) {
  Buffer &printer = g.buffers.front();
  // Before 13.2 nothing orders prints.
  if (printer.locked || !g.has(2))
    return;
  // Tiles of narrow formats are few: first one of the format that is drawn.
  Format format = g.anyFormat();
  Operand operand = g.find(
      [&](const Operand &o) { return !o.fact.nan && o.format() == format; });
  if (!operand.value)
    operand = g.find([](const Operand &o) { return !o.fact.nan; });
  if (!operand.value)
    return;
  std::string text = "value: " + drawConversion(g.rng, operand.format());
  SmallVector<Value> values = {operand.value};
  if (g.rng.chance(30)) {
    Operand other = g.find([](const Operand &o) { return !o.fact.nan; });
    text += " of " + drawConversion(g.rng, other.format());
    values.push_back(other.value);
  }
  Value token = g.tokenOf(printer);
  auto print = g.make<PrintTkoOp>(text + "\n", values, token);
  printer.token = print.getResultToken();
}

void smith::addMiscRules(Rules &rules) {
  llvm::append_range(rules, Rules{
                                {"misc.assume", 1, 4, emitAssume},
                                {"misc.assert", 1, 2, emitAssert},
                                {"misc.print", 2, 3, emitPrint},
                            });
}
