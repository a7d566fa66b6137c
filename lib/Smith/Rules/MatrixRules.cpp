//===- MatrixRules.cpp - Matrix products ----------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixRules.h"
#include "Rules.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/FloatMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/MatrixMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Reduction.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

namespace {
/// The shapes of a product.
struct Product {
  Shape lhs, rhs, acc;
  int64_t depth;

  Product(Generator &g, int64_t depth) : depth(depth) {
    int64_t rows = int64_t(1) << g.rng.below(4);
    int64_t columns = int64_t(1) << g.rng.below(4);
    if (g.rng.chance(30)) {
      int64_t batch = int64_t(1) << g.rng.below(2);
      lhs = rhs = acc = {batch};
    }
    lhs.append({rows, depth});
    rhs.append({depth, columns});
    acc.append({rows, columns});
  }
};
} // namespace

ArrayRef<ProductKind> smith::productKinds() {
  static constexpr ProductKind kinds[] = {
      {Format::F8E4M3FN, Format::F16}, {Format::F8E4M3FN, Format::F32},
      {Format::F8E5M2, Format::F16},   {Format::F8E5M2, Format::F32},
      {Format::F16, Format::F16},      {Format::F16, Format::F32},
      {Format::BF16, Format::F32},     {Format::TF32, Format::F32},
      {Format::F32, Format::F32},      {Format::F64, Format::F64}};
  return kinds;
}

ArrayRef<ScaledKind> smith::scaledKinds() {
  static constexpr ScaledKind kinds[] = {
      {Format::F8E4M3FN, Format::F8E8M0FNU, 32, 3},
      {Format::F8E5M2, Format::F8E8M0FNU, 32, 3},
      {Format::F4E2M1FN, Format::F8E4M3FN, 16, 3},
      {Format::F4E2M1FN, Format::F8E8M0FNU, 16, 3},
      {Format::F4E2M1FN, Format::F8E8M0FNU, 32, 3},
      {Format::F4E2M1FN, Format::F8E5M3FNU, 16, 4},
      {Format::F4E2M1FN, Format::F8E5M3FNU, 32, 4}};
  return kinds;
}

int64_t smith::mostOfFactors(Format factor, Format sum, int64_t depth) {
  int64_t room = (int64_t(1) << (precisionOf(sum) - 1)) / depth;
  int64_t most = int64_t(1) << std::min(precisionOf(factor), 10u);
  while (most * most > room)
    most /= 2;
  return most;
}

Fact smith::factorFact(Format format, int64_t most, bool exact) {
  if (numerics::isInteger(format) || !exact)
    return Fact::any(format);
  if (format == Format::F8E8M0FNU)
    return Fact::range(1, 4);
  return Fact::range(numerics::encodingOf(format).hasSign ? -most : 0, most);
}

Format smith::memoryFormat(Generator &g, Format factor) {
  if (factor == Format::TF32)
    return Format::F32;
  bool mayWiden = factor == Format::F16 || factor == Format::BF16;
  return mayWiden && g.rng.chance(15) ? Format::F32 : factor;
}

Value smith::asFactor(Generator &g, Value tile, Format factor,
                      bool isTransposed) {
  auto type = cast<TileType>(tile.getType());
  Type wanted = g.elementType(factor);
  if (type.getElementType() != wanted)
    tile = g.make<FToFOp>(TileType::get(type.getShape(), wanted), tile);
  return isTransposed ? g.make<PermuteOp>(tile, ArrayRef<int32_t>{1, 0}) : tile;
}

/// The maxima of rows, or their sums.
template <typename Op>
static Value reduceRows(Generator &g, Value tile, float identity) {
  auto type = cast<TileType>(tile.getType());
  int64_t rows = type.getShape()[0];
  Attribute neutral =
      FloatAttr::get(cast<FloatType>(type.getElementType()), APFloat(identity));
  auto reduce =
      g.make<ReduceOp>(ValueRange{tile}, 1u, ArrayRef(neutral),
                       [&](OpBuilder &builder, Location loc, ValueRange args) {
                         Value result =
                             Op::create(builder, loc, args[0], args[1]);
                         YieldOp::create(builder, loc, result);
                       });
  return g.make<ReshapeOp>(reduce.getResult(0), Shape{rows, 1});
}

Value smith::maximaOfRows(Generator &g, Value tile) {
  return reduceRows<MaxFOp>(g, tile, -INFINITY);
}

Value smith::sumsOfRows(Generator &g, Value tile) {
  return reduceRows<AddFOp>(g, tile, 0);
}

/// A tile to add products to. If `exact`, it has integers and no -0, so that
/// the order of adding zeros of both signs does not matter.
static Operand chooseSum(Generator &g, Format format, const Product &product,
                         bool exact) {
  if (!exact)
    return g.choose(format, product.acc);
  int64_t most = int64_t(1) << (precisionOf(format) - 1);
  return g.boundedFloat(format, product.acc, -most, most, /*negZero=*/false);
}

/// An operand of a product: integers up to `most`, or any numbers.
static Operand chooseFactor(Generator &g, Format format,
                            ArrayRef<int64_t> shape, int64_t most, bool exact) {
  return exact ? g.boundedFloat(format, shape, -most, most)
               : g.choose(format, shape);
}

/// The fact about the result, if factors are at most `most`.
static Fact productFact(Format format, const Product &product, int64_t most,
                        const Operand &acc, bool exact) {
  if (!exact)
    return Fact::any(format);
  int64_t bound = product.depth * most * most + acc.fact.magnitude();
  return Fact::range(-bound, bound);
}

/// True if `fast_acc` keeps a product of integers exact.
static bool isExactIfFast(const Product &product, const Operand &lhs,
                          const Operand &rhs, const Operand &acc) {
  return product.depth * lhs.fact.magnitude() * rhs.fact.magnitude() +
             acc.fact.magnitude() <=
         mostOfFastSums;
}

static void emitFloatProduct(Generator &g) {
  auto [factor, sum] = g.rng.pick(productKinds());
  Product product(g, int64_t(1) << g.rng.below(4));
  int64_t most = mostOfFactors(factor, sum, product.depth);
  bool exact = g.wantsExact();
  Operand lhs = chooseFactor(g, factor, product.lhs, most, exact);
  Operand rhs = chooseFactor(g, factor, product.rhs, most, exact);
  Operand acc = chooseSum(g, sum, product, exact);
  bool fast = g.has(3) && numerics::bitWidth(factor) == 8 && g.rng.chance(30);
  fast &= !exact || isExactIfFast(product, lhs, rhs, acc);
  Value value = g.make<MmaFOp>(lhs.value, rhs.value, acc.value, fast);
  g.define(value, productFact(sum, product, most, acc, exact));
}

static void emitIntProduct(Generator &g) {
  Product product(g, int64_t(1) << g.rng.below(4));
  Operand lhs = g.choose(Format::I8, product.lhs);
  Operand rhs = g.choose(Format::I8, product.rhs);
  Operand acc = g.choose(Format::I32, product.acc);
  Signedness signednessLhs = anySignedness(g);
  Signedness signednessRhs = anySignedness(g);
  Value value = g.make<MmaIOp>(lhs.value, rhs.value, acc.value, signednessLhs,
                               signednessRhs);
  g.define(value, Fact::any(Format::I32));
}

static void emitScaledProduct(Generator &g) {
  const ScaledKind &kind = g.rng.pick(scaledKinds());
  if (!g.has(kind.since))
    return;
  int64_t blocks = int64_t(1) << g.rng.below(2);
  Product product(g, kind.block * blocks);
  Shape lhsScales = product.lhs, rhsScales = product.rhs;
  lhsScales.back() = blocks;
  rhsScales[rhsScales.size() - 2] = blocks;

  constexpr int64_t mostFactor = 4, mostScale = 4;
  auto scales = [&](ArrayRef<int64_t> shape) {
    return g.boundedFloat(kind.scale, shape, 0, mostScale, /*negZero=*/false);
  };
  bool exact = g.wantsExact();
  Operand lhs = chooseFactor(g, kind.factor, product.lhs, mostFactor, exact);
  Operand rhs = chooseFactor(g, kind.factor, product.rhs, mostFactor, exact);
  Operand acc = chooseSum(g, Format::F32, product, exact);
  Operand lhsScale = scales(lhsScales), rhsScale = scales(rhsScales);
  Value value = g.make<MmaFScaledOp>(lhs.value, rhs.value, acc.value,
                                     lhsScale.value, rhsScale.value);
  g.define(value, productFact(Format::F32, product, mostFactor * mostScale, acc,
                              exact));
}

void smith::addMatrixRules(Rules &rules) {
  llvm::append_range(rules,
                     Rules{
                         {"matrix.float-product", 1, 5, emitFloatProduct},
                         {"matrix.int-product", 1, 3, emitIntProduct},
                         {"matrix.scaled-product", 3, 3, emitScaledProduct},
                     });
}
