//===- ShapeRules.cpp - Shapes, parts and bytes of tiles ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rules.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Parts.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

/// Any tile in scope, including types that are only moved.
static Operand anyTile(Generator &g, unsigned leastRank = 0) {
  if (g.rng.chance(70))
    if (Operand found = g.find([&](const Operand &o) {
          return o.type().getShape().size() >= leastRank;
        });
        found.value)
      return found;
  Format format = g.anyFormat();
  Shape shape = g.anyShape(leastRank);
  if (format == Format::F4E2M1FN && numElements(shape) == 1)
    format = Format::F16;
  return g.choose(format, shape);
}

static constexpr int64_t mostElements = 256;

static void emitConstant(Generator &g) {
  Format format = g.anyFormat();
  Shape shape = g.anyShape();
  if (format == Format::F4E2M1FN && numElements(shape) == 1)
    return;
  Fact fact = g.dataFact(format);
  Operand operand = g.literal(format, shape, fact);
  g.define(operand.value, fact);
}

static void emitInput(Generator &g) {
  Format format = g.anyFormat();
  Shape shape = g.anyShape();
  if (format == Format::F4E2M1FN && numElements(shape) == 1)
    return;
  Fact fact = g.dataFact(format);
  Operand operand = g.fresh(format, shape, fact);
  g.define(operand.value, operand.fact);
}

/// A number that the launch passes as an argument.
static void emitParameter(Generator &g) {
  Format format = g.anyFormat();
  if (format == Format::F4E2M1FN)
    return;
  Fact fact = g.dataFact(format);
  g.define(g.addNumber(format, fact), fact);
}

static void emitIota(Generator &g) {
  Format format = g.rng.pick(
      {Format::I8, Format::I16, Format::I32, Format::I32, Format::I64});
  int64_t number = int64_t(1) << g.rng.below(7);
  // These numbers are unsigned.
  if (number <= 2 && g.rng.chance(30))
    format = Format::I1;
  g.define(g.make<IotaOp>(number, g.elementType(format)),
           format == Format::I1 ? Fact::any(format)
                                : Fact::range(0, number - 1));
}

static void emitReshape(Generator &g) {
  Operand source = anyTile(g);
  int64_t number = source.type().getNumElements();
  Shape shape;
  unsigned rank = g.rng.below(4);
  for (unsigned i = 0; i < rank; ++i) {
    int64_t extent = int64_t(1) << g.rng.below(llvm::Log2_64(number) + 1);
    shape.push_back(extent);
    number /= extent;
  }
  if (number > 1 || shape.empty())
    shape.push_back(number);
  if (source.type().getNumElements() == 1 && g.rng.chance(50))
    shape.clear();
  g.define(g.make<ReshapeOp>(source.value, shape), source.fact);
}

static void emitBroadcast(Generator &g) {
  Operand source = anyTile(g);
  Shape shape = source.shape();
  int64_t room = mostElements / source.type().getNumElements();
  if (!llvm::is_contained(shape, 1) && shape.size() < 4) {
    shape.insert(shape.begin() + g.rng.below(shape.size() + 1), 1);
    source = g.reshape(source, shape);
  }
  for (int64_t &extent : shape)
    if (extent == 1 && room > 1 && g.rng.chance(70)) {
      extent = int64_t(1) << g.rng.below(std::min<int64_t>(room, 8) / 2 + 1);
      room /= extent;
    }
  g.define(g.make<BroadcastOp>(source.value, shape), source.fact);
}

static void emitPermute(Generator &g) {
  Operand source = anyTile(g, 2);
  auto permutation =
      llvm::to_vector(llvm::seq<int32_t>(0, source.shape().size()));
  g.rng.shuffle(permutation);
  g.define(g.make<PermuteOp>(source.value, ArrayRef<int32_t>(permutation)),
           source.fact);
}

static void emitSelect(Generator &g) {
  Operand whenTrue = anyTile(g);
  if (whenTrue.format() == Format::F4E2M1FN)
    return;
  Shape shape = whenTrue.shape();
  Operand whenFalse = g.choose(whenTrue.format(), shape);
  Operand condition = g.choose(Format::I1, shape);
  Value value =
      g.make<SelectOp>(condition.value, whenTrue.value, whenFalse.value);
  g.define(value, join(whenTrue.fact, whenFalse.fact));
}

static void emitCat(Generator &g) {
  Operand lhs = anyTile(g, 1);
  if (lhs.type().getNumElements() * 2 > mostElements)
    return;
  // Extents stay powers of two if both operands have the same shape.
  Operand rhs = g.choose(lhs.format(), lhs.shape());
  int64_t dim = g.rng.below(lhs.shape().size());
  g.define(g.make<CatOp>(lhs.value, rhs.value, dim), join(lhs.fact, rhs.fact));
}

/// The shape of a part of `whole`, and the indices of one such part.
static Shape choosePart(Generator &g, const Operand &whole,
                        SmallVectorImpl<Value> &indices) {
  Shape part = whole.shape();
  int64_t number = whole.type().getNumElements();
  int64_t least = numerics::bitWidth(whole.format()) == 4 ? 2 : 1;
  for (int64_t &extent : part) {
    int64_t slots = int64_t(1) << g.rng.below(llvm::Log2_64(extent) + 1);
    if (number / slots < least)
      slots = 1;
    number /= slots;
    extent /= slots;
    Operand index = g.boundedInt(Format::I32, {}, 0, slots - 1);
    indices.push_back(index.value);
  }
  return part;
}

static void emitExtract(Generator &g) {
  Operand source = anyTile(g, 1);
  SmallVector<Value> indices;
  Shape part = choosePart(g, source, indices);
  g.define(g.make<ExtractOp>(source.value, part, indices), source.fact);
}

static void emitInsert(Generator &g) {
  Operand whole = anyTile(g, 1);
  SmallVector<Value> indices;
  Shape shape = choosePart(g, whole, indices);
  Operand part = g.choose(whole.format(), shape);
  g.define(g.make<InsertOp>(part.value, whole.value, indices),
           join(part.fact, whole.fact));
}

/// The bytes of a NaN are unspecified; packing bytes would be a bitcast.
static void emitPack(Generator &g) {
  Operand source = g.find([](const Operand &o) {
    unsigned width = numerics::bitWidth(o.format());
    return !o.fact.nan && width != 8 && o.type().getNumElements() * width >= 8;
  });
  if (!source.value)
    return;
  Operand flat = g.reshape(source, source.type().getNumElements());
  g.define(g.make<PackOp>(flat.value), Fact::any(Format::I8));
}

static void emitUnpack(Generator &g) {
  // Any bits, so floats may be NaN.
  Format format = g.rng.chance(30) ? Format::I4 : g.anyFormat();
  int64_t number = int64_t(1) << (3 + g.rng.below(3));
  Operand bytes;
  if (format == Format::TF32) {
    // Not all bit patterns are numbers of this format.
    Operand source = g.choose(format, number);
    if (source.fact.nan)
      source = g.boundedFloat(format, number, -4, 4);
    bytes.value = g.make<PackOp>(source.value);
  } else {
    bytes = g.choose(Format::I8, number);
    if (numerics::bitWidth(format) == 8)
      format = Format::I32;
  }
  g.define(g.make<UnpackOp>(bytes.value, g.elementType(format)),
           Fact::any(format));
}

void smith::addShapeRules(Rules &rules) {
  llvm::append_range(rules, Rules{
                                {"shape.constant", 1, 4, emitConstant},
                                {"shape.input", 1, 14, emitInput},
                                {"shape.parameter", 1, 2, emitParameter},
                                {"shape.iota", 1, 2, emitIota},
                                {"shape.reshape", 1, 3, emitReshape},
                                {"shape.broadcast", 1, 4, emitBroadcast},
                                {"shape.permute", 1, 4, emitPermute},
                                {"shape.select", 1, 5, emitSelect},
                                {"shape.cat", 1, 3, emitCat},
                                {"shape.extract", 1, 3, emitExtract},
                                {"shape.insert", 4, 4, emitInsert},
                                {"shape.pack", 3, 3, emitPack},
                                {"shape.unpack", 3, 3, emitUnpack},
                            });
}
