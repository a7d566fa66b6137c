//===- NestRules.cpp - Nests of loops with products -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels whose products stand anywhere in a nest of loops: in an inner loop
// and in the one around it, in loops that end early, under conditions, before
// and behind another loop, several on one sum or on several sums. Sums are
// carried, begin anew in an inner loop, are read between products, and are
// stored by each iteration in a place of its own.
//
// A nest may execute so many products, and each of them is charged when it is
// emitted. So it is known in advance how large a sum may become, whichever
// products will make it, and exact programs take factors that keep it exact.
//
//===----------------------------------------------------------------------===//

#include "../TileLoop.h"
#include "MatrixRules.h"
#include "Rules.h"

#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/FloatMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/MatrixMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"

#include <deque>

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

/// The maximum number of scalar products in a nest, in all tile blocks.
static constexpr int64_t mostProducts = int64_t(1) << 22;
/// The minimum number of tile products that a nest may execute.
static constexpr int64_t leastExecutions = 8;
/// The maximum number of elements that one store leaves in all iterations.
static constexpr int64_t mostStored = int64_t(1) << 16;
static constexpr unsigned mostDepth = 2;
static constexpr int64_t mostTrips = 4;

namespace {
/// A sum of products, and which of the widths it has.
struct Sum {
  Value value;
  unsigned width;
};
using Sums = SmallVector<Sum, 3>;

/// The matrix of a factor, and its tiles that are in scope.
struct Factor {
  Matrix matrix;
  /// The dimension along which tiles are numbered.
  unsigned along;
  bool isTransposed;
  Tiles tiles;
  SmallVector<Value> loaded;

  Factor(Generator &g, const Matrix &planned, unsigned along, bool isTransposed,
         const Fact &fact)
      : matrix(withMemory(g, planned, fact)), along(along),
        isTransposed(isTransposed), tiles(g, matrix) {}
  static Matrix withMemory(Generator &g, Matrix matrix, const Fact &fact) {
    Value memory = g.addMemory(matrix.format, matrix.elements(), fact);
    matrix.setBase(g, memory);
    return matrix;
  }
};

class Nest {
public:
  explicit Nest(Generator &g);
  void emit();

private:
  void drawKind();
  void drawSizes();
  void addFactor(Shape tile);
  void addFactors();
  Fact factFor(Format memory) const {
    return factorFact(memory, most, isExact);
  }
  int64_t longest() const { return std::max(depth, keys); }
  Shape shapeOf(const Sum &sum) const { return {rows, columns[sum.width]}; }
  bool isInt() const { return numerics::isInteger(kind.sum); }
  Value splat(const Sum &sum, int64_t number) {
    return g.splat(kind.sum, shapeOf(sum), number).value;
  }

  bool take(int64_t products);
  Value drawNumber();
  Value load(Factor &factor);
  Value multiply(Value lhs, Value rhs, Value sum);
  Value add(Value sum, Value other);

  void emitParts(unsigned level, Sums &sums);
  void emitPart(unsigned level, Sums &sums);
  void emitProduct(Sum &sum);
  void emitFresh(Sum &sum);
  void emitChain(Sum &sum);
  void emitRead(Sum &sum);
  void emitStore(const Sum &sum);
  void emitBranch(unsigned level, Sums &sums);
  void emitLoop(unsigned level, Sums &sums);
  void addStreams(TileLoop &loop, const Sum &sum);
  void emitStreamed(ArrayRef<Operand> tiles, Sum &sum);
  SmallVector<Value> emitRegion(unsigned level, Sums sums, ValueRange values,
                                ArrayRef<Operand> tiles = {});

  Generator &g;
  bool isExact, hasChains;
  ProductKind kind;
  Signedness signedness[2];
  /// The extents of products, and those of scores that are factors themselves.
  int64_t rows, depth, keys;
  SmallVector<int64_t, 2> columns;
  /// The greatest magnitude of a factor, and of a sum.
  int64_t most = 0, bound = 0;
  /// The number of executions outside of the nest, and those of products that
  /// it may add.
  int64_t outer, left;
  /// The counters of the loops around, and how many iterations each has.
  SmallVector<std::pair<Operand, int64_t>> counters;
  Factor *lhs = nullptr, *forScores = nullptr;
  /// The factors for sums of each width: of loaded factors, and of scores.
  SmallVector<Factor *, 2> rhs, values;
  /// Deque: tiles refer to their matrix.
  std::deque<Factor> factors;
};

/// Restores the tiles that are in scope.
class TilesScope {
public:
  explicit TilesScope(std::deque<Factor> &factors) : factors(factors) {
    for (const Factor &factor : factors)
      sizes.push_back(factor.loaded.size());
  }
  ~TilesScope() {
    for (auto [factor, size] : llvm::zip(factors, sizes))
      factor.loaded.resize(size);
  }

private:
  std::deque<Factor> &factors;
  SmallVector<size_t> sizes;
};
} // namespace

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

void Nest::drawKind() {
  kind = g.rng.pick<ProductKind>({{Format::F16, Format::F32},
                                  {Format::F16, Format::F32},
                                  {Format::F16, Format::F32},
                                  {Format::BF16, Format::F32},
                                  {Format::F16, Format::F16},
                                  {Format::TF32, Format::F32},
                                  {Format::F8E4M3FN, Format::F32},
                                  {Format::F8E5M2, Format::F16},
                                  {Format::I8, Format::I32}});
  bool hasTwoBytes = kind.factor == Format::F16 || kind.factor == Format::BF16;
  hasChains = hasTwoBytes && kind.sum == Format::F32 && g.rng.chance(50);
  for (Signedness &each : signedness)
    each = anySignedness(g);
}

/// Draws extents of which the tensor cores of all GPUs have instructions, most
/// of them large, and makes them smaller until enough products can be executed.
void Nest::drawSizes() {
  rows = g.rng.pick({16, 64, 64, 64, 128, 128, 128, 256});
  if (g.wantsCluster)
    rows = g.rng.pick({64, 128, 128, 256});
  depth = g.rng.pick({16, 32, 32, 64, 64, 128});
  keys = hasChains ? g.rng.pick({32, 64, 64, 128}) : 0;
  for (unsigned i = 0; i < 1 + g.rng.chance(40); ++i)
    columns.push_back(g.rng.pick({16, 32, 64, 64, 64, 128, 128, 256}));
  SmallVector<int64_t *> extents{&rows, &depth, &keys};
  for (int64_t &width : columns)
    extents.push_back(&width);
  auto countExecutions = [&] {
    int64_t width = std::max(*llvm::max_element(columns), keys);
    return mostProducts / (rows * width * longest() * outer * g.numBlocks);
  };
  while (countExecutions() < leastExecutions) {
    int64_t &largest = **llvm::max_element(
        extents, [](int64_t *a, int64_t *b) { return *a < *b; });
    if (largest <= 16)
      break;
    largest /= 2;
  }
  left = std::max(countExecutions(), leastExecutions);
  if (kind.sum == Format::F16)
    left = std::min(left, (int64_t(1) << 10) / longest());
}

Nest::Nest(Generator &g) : g(g), isExact(g.wantsExact()), outer(g.repeats) {
  drawKind();
  drawSizes();
  int64_t products = left * longest();
  if (!isInt())
    most = mostOfFactors(kind.factor, kind.sum, products);
  // A sum may begin as one wherever a loop begins.
  bound = products * most * most + left + 1;
}

/// Adds a matrix of as many tiles as the counters of loops and the numbers of
/// tile blocks can name.
void Nest::addFactor(Shape tile) {
  bool isTransposed = g.rng.chance(20);
  if (isTransposed)
    std::swap(tile[0], tile[1]);
  Format format = memoryFormat(g, kind.factor);
  unsigned along = g.rng.below(2);
  Shape extents = tile;
  extents[along] *= 1 + g.numBlocks + mostDepth * (mostTrips - 1);
  Matrix matrix(g, format, tile, extents);
  factors.emplace_back(g, matrix, along, isTransposed, factFor(format));
}

void Nest::addFactors() {
  addFactor({rows, depth});
  lhs = &factors.back();
  for (int64_t width : columns) {
    addFactor({depth, width});
    rhs.push_back(&factors.back());
  }
  if (!hasChains)
    return;
  addFactor({depth, keys});
  forScores = &factors.back();
  for (int64_t width : columns) {
    addFactor({keys, width});
    values.push_back(&factors.back());
  }
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Takes the executions of products at this place; false if there are too many.
bool Nest::take(int64_t products) {
  int64_t executions = products * (g.repeats / outer);
  if (executions > left)
    return false;
  left -= executions;
  return true;
}

/// The number of a tile: a sum of counters, the tile block's number and one.
Value Nest::drawNumber() {
  Value number = g.scalar(Format::I32, g.rng.below(2)).value;
  for (const auto &[counter, trips] : counters)
    if (g.rng.chance(60))
      number = g.make<AddIOp>(number, counter.value);
  if (g.rng.chance(20))
    number = g.make<AddIOp>(number, g.blockNumber.value);
  return number;
}

/// A tile of the factor: one that is there, or another one.
Value Nest::load(Factor &factor) {
  if (!factor.loaded.empty() && g.rng.chance(35))
    return g.rng.pick(ArrayRef<Value>(factor.loaded));
  Value zero = g.scalar(Format::I32, 0).value;
  SmallVector<Value> index{zero, zero};
  index[factor.along] = drawNumber();
  Value tile = factor.tiles.load(index).first;
  tile = asFactor(g, tile, kind.factor, factor.isTransposed);
  factor.loaded.push_back(tile);
  return tile;
}

Value Nest::multiply(Value lhs, Value rhs, Value sum) {
  auto type = cast<TileType>(lhs.getType());
  int64_t columns = cast<TileType>(rhs.getType()).getShape().back();
  g.charge(type.getNumElements() * columns / 16);
  if (isInt())
    return g.make<MmaIOp>(lhs, rhs, sum, signedness[0], signedness[1]);
  return g.make<MmaFOp>(lhs, rhs, sum, /*fastAcc=*/false);
}

Value Nest::add(Value sum, Value other) {
  return isInt() ? Value(g.make<AddIOp>(sum, other))
                 : Value(g.make<AddFOp>(sum, other));
}

void Nest::emitProduct(Sum &sum) {
  if (!take(1))
    return;
  Value left = load(*lhs);
  Value right = load(*rhs[sum.width]);
  sum.value = multiply(left, right, sum.value);
}

/// A product by itself, which is added to the sum.
void Nest::emitFresh(Sum &sum) {
  if (!take(1))
    return;
  Value left = load(*lhs);
  Value right = load(*rhs[sum.width]);
  Value zeros = splat(sum, 0);
  Value product = multiply(left, right, zeros);
  sum.value = add(sum.value, product);
}

/// A product whose result, within bounds, is a factor of another one; sometimes
/// the maxima of its rows are least values of the sum.
void Nest::emitChain(Sum &sum) {
  if (!take(2))
    return;
  Value left = load(*lhs);
  Value right = load(*forScores);
  Shape shape{rows, keys};
  Value zeros = g.splat(kind.sum, shape, 0).value;
  Value scores = multiply(left, right, zeros);
  scores = g.make<MaxFOp>(scores, zeros);
  Value greatest = g.splat(kind.sum, shape, std::max<int64_t>(most, 1)).value;
  scores = g.make<MinFOp>(scores, greatest);
  Value maxima;
  if (g.rng.chance(50))
    maxima = maximaOfRows(g, scores);
  Value weights = g.make<FToFOp>(g.tileType(kind.factor, shape), scores);
  Value value = load(*values[sum.width]);
  sum.value = multiply(weights, value, sum.value);
  if (!maxima)
    return;
  maxima = g.make<BroadcastOp>(maxima, shapeOf(sum));
  sum.value = g.make<MaxFOp>(sum.value, maxima);
}

/// Reads the sum, so that it cannot stay where products leave it.
void Nest::emitRead(Sum &sum) {
  Value other = splat(sum, g.rng.below(2));
  sum.value = isInt()
                  ? Value(g.make<MaxIOp>(sum.value, other, Signedness::Signed))
                  : Value(g.make<MaxFOp>(sum.value, other));
}

/// Stores the sum, in a place of its own for each iteration of the loops around.
void Nest::emitStore(const Sum &sum) {
  int64_t places = 1;
  Value place = g.scalar(Format::I32, 0).value;
  for (const auto &[counter, trips] : counters) {
    Value width = g.scalar(Format::I32, trips).value;
    place = g.make<MulIOp>(place, width);
    place = g.make<AddIOp>(place, counter.value);
    places *= trips;
  }
  Shape tile = shapeOf(sum);
  if (places * numElements(tile) > mostStored)
    return;
  Matrix matrix(g, kind.sum, tile, {places * tile[0], tile[1]});
  Value memory = reserveAligned(g, matrix);
  matrix.setBase(g, memory);
  Value zero = g.scalar(Format::I32, 0).value;
  Tiles(g, matrix).store(sum.value, {place, zero});
}

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

/// Emits the parts of a region, and returns its sums. `values` are what the sums
/// are in the region.
SmallVector<Value> Nest::emitRegion(unsigned level, Sums sums,
                                    ValueRange values,
                                    ArrayRef<Operand> tiles) {
  TilesScope scope(factors);
  for (auto [sum, value] : llvm::zip(sums, values))
    sum.value = value;
  if (!tiles.empty())
    emitStreamed(tiles, sums.front());
  emitParts(level, sums);
  SmallVector<Value> results;
  for (const Sum &sum : sums)
    results.push_back(sum.value);
  return results;
}

static SmallVector<Value> valuesOf(ArrayRef<Sum> sums) {
  return llvm::map_to_vector(sums, [](const Sum &sum) { return sum.value; });
}

static void assign(Sums &sums, ValueRange values) {
  for (auto [sum, value] : llvm::zip(sums, values))
    sum.value = value;
}

void Nest::emitBranch(unsigned level, Sums &sums) {
  Operand number = counters.empty() ? g.blockNumber : counters.back().first;
  Value condition = drawCondition(g, number, mostTrips);
  SmallVector<Value> before = valuesOf(sums);
  bool hasElse = g.rng.chance(40);
  auto emitSide = [&](bool isTaken) {
    return [&, isTaken](OpBuilder &, Location) {
      RegionScope scope(g, {});
      SmallVector<Value> results = before;
      if (isTaken)
        results = emitRegion(level + 1, sums, before);
      g.make<YieldOp>(results);
    };
  };
  auto op = g.make<IfOp>(ValueRange(before).getTypes(), condition,
                         emitSide(true), emitSide(hasElse));
  assign(sums, op.getResults());
}

/// The loop takes the factors of a product from streams.
void Nest::addStreams(TileLoop &loop, const Sum &sum) {
  int64_t trips = loop.getTrips();
  for (Factor *factor : {lhs, rhs[sum.width]}) {
    const Matrix &matrix = factor->matrix;
    loop.add(
        Stream(g, matrix.format, factFor(matrix.format), matrix.tile, trips));
  }
}

void Nest::emitStreamed(ArrayRef<Operand> tiles, Sum &sum) {
  if (!take(1))
    return;
  Factor *pair[] = {lhs, rhs[sum.width]};
  for (auto [factor, tile] : llvm::zip(pair, tiles)) {
    Value loaded = asFactor(g, tile.value, kind.factor, factor->isTransposed);
    factor->loaded.push_back(loaded);
  }
  sum.value =
      multiply(pair[0]->loaded.back(), pair[1]->loaded.back(), sum.value);
}

/// A loop that carries all sums, or one that begins anew and is added to the sum
/// around, or stored.
void Nest::emitLoop(unsigned level, Sums &sums) {
  int64_t trips = g.rng.pick({2, 2, 3, 4});
  while (trips > 2 && (g.repeats / outer) * (trips + 1) * 2 > left)
    --trips;
  // Loops that end early are not spread over CTAs.
  auto form = g.wantsCluster ? LoopForm::For
                             : g.rng.pick({LoopForm::For, LoopForm::For,
                                           LoopForm::Loop, LoopForm::DoWhile});
  bool beginsAnew = level > 0 && g.rng.chance(35);
  Sums inner = sums;
  unsigned chosen = g.rng.below(sums.size());
  if (beginsAnew) {
    inner = {sums[chosen]};
    inner.front().value = splat(sums[chosen], g.rng.chance(25));
  }
  TileLoop loop(g, trips);
  if (g.rng.chance(35))
    addStreams(loop, inner.front());
  auto results = loop.emit(
      form, valuesOf(inner),
      [&](Operand counter, ValueRange values, ArrayRef<Operand> tiles) {
        counters.push_back({counter, trips});
        auto next = emitRegion(level + 1, inner, values, tiles);
        counters.pop_back();
        return next;
      });
  assign(inner, results);
  if (!beginsAnew)
    sums = inner;
  else if (g.rng.chance(50))
    sums[chosen].value = add(sums[chosen].value, inner.front().value);
  else
    emitStore(inner.front());
}

void Nest::emitPart(unsigned level, Sums &sums) {
  enum Part { Product, Fresh, Chain, Read, Swap, Store, Branch, InnerLoop };
  Part part = level == 0
                  ? g.rng.pick({InnerLoop, InnerLoop, InnerLoop, Product, Read})
                  : g.rng.pick({Product, Product, Product, Product, Fresh,
                                Fresh, Chain, Chain, Read, Swap, Store, Branch,
                                InnerLoop, InnerLoop, InnerLoop, InnerLoop});
  Sum &sum = sums[g.rng.below(sums.size())];
  if (part == Chain && !hasChains)
    part = Product;
  if (level >= mostDepth && (part == Branch || part == InnerLoop))
    part = Product;
  switch (part) {
  case Product:
    return emitProduct(sum);
  case Fresh:
    return emitFresh(sum);
  case Chain:
    return emitChain(sum);
  case Read:
    return emitRead(sum);
  case Store:
    return emitStore(sum);
  case Branch:
    return emitBranch(level, sums);
  case InnerLoop:
    return emitLoop(level, sums);
  case Swap:
    if (sums.front().width == sums.back().width)
      std::swap(sums.front().value, sums.back().value);
    return;
  }
}

void Nest::emitParts(unsigned level, Sums &sums) {
  unsigned number = g.rng.between(1, level == 0 ? 2 : 3);
  for (unsigned i = 0; i < number; ++i)
    emitPart(level, sums);
}

void Nest::emit() {
  addFactors();
  Sums sums;
  for (unsigned i = 0; i < 1 + g.rng.chance(35) + g.rng.chance(15); ++i) {
    Sum sum{Value(), unsigned(g.rng.below(columns.size()))};
    if (!isInt() && g.rng.chance(20))
      sum.value =
          loadWhole(g, kind.sum, shapeOf(sum), Fact::range(-1, 1)).value;
    else
      sum.value = splat(sum, g.rng.chance(20));
    sums.push_back(sum);
  }
  emitLoop(/*level=*/0, sums);
  emitParts(/*level=*/0, sums);
  bool isAny = isInt() || !isExact;
  Fact fact = isAny ? Fact::any(kind.sum) : Fact::range(-bound, bound);
  for (const Sum &sum : sums)
    if (g.wantsCluster)
      emitStore(sum);
    else
      g.define(sum.value, fact);
}

void smith::emitNest(Generator &g) { Nest(g).emit(); }
