//===- KernelRules.cpp - Loops over tiles, as kernels have them -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels of large programs: sums of products, attention, and tasks that
// tile blocks share. Exact programs stay exact: elements are small integers, so
// that all sums fit the significand.
//
//===----------------------------------------------------------------------===//

#include "../TileLoop.h"
#include "MatrixRules.h"
#include "Rules.h"

#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/ElementaryMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/FloatMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/MatrixMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The maximum number of scalar products in one loop of matrix products.
static constexpr int64_t mostProducts = int64_t(1) << 20;

int64_t smith::anyExtent(Generator &g) {
  return g.rng.pick({16, 16, 32, 32, 32, 64, 64, 128});
}

static int64_t anyTrips(Generator &g) { return g.rng.pick({2, 3, 3, 4, 4, 6}); }

/// The same for kernels whose tiles are those of warp groups.
static constexpr int64_t mostProductsOfGroups = int64_t(1) << 22;

namespace {
/// The extents of a matrix product in a loop, and the number of iterations.
struct Sizes {
  int64_t rows, columns, depth, trips;

  /// Draws sizes for which `times` such loops are cheap enough.
  Sizes(Generator &g, int64_t times) {
    rows = anyExtent(g);
    columns = anyExtent(g);
    depth = anyExtent(g);
    trips = anyTrips(g);
    times *= g.repeats * g.numBlocks;
    while (rows * columns * depth * trips * times > mostProducts &&
           std::max({rows, columns, depth}) > 16) {
      int64_t &largest = rows > columns ? (rows > depth ? rows : depth)
                                        : (columns > depth ? columns : depth);
      largest /= 2;
    }
  }

  /// Draws sizes for which warp groups have instructions.
  static Sizes ofGroups(Generator &g, int64_t products) {
    Sizes sizes;
    sizes.rows = g.rng.pick({64, 128, 128});
    sizes.columns = g.rng.pick({32, 64, 64, 128});
    sizes.depth = g.rng.pick({32, 64, 64, 128});
    sizes.trips = g.rng.pick({3, 4, 6});
    products *= g.repeats * g.numBlocks;
    auto isDear = [&] {
      return sizes.rows * sizes.columns * sizes.depth * sizes.trips * products >
             mostProductsOfGroups;
    };
    for (int64_t least : {3, 2})
      while (isDear() && sizes.trips > least)
        --sizes.trips;
    for (int64_t *extent : {&sizes.columns, &sizes.rows, &sizes.depth})
      if (isDear() && *extent > 32 && (extent != &sizes.rows || *extent > 64))
        *extent /= 2;
    return sizes;
  }

private:
  Sizes() = default;
};
} // namespace

//===----------------------------------------------------------------------===//
// Sums of products
//===----------------------------------------------------------------------===//

namespace {
/// A loop that sums products of tiles, from a band of rows and a band of
/// columns.
class ProductLoop {
public:
  ProductLoop(Generator &g, const Sizes &sizes, int64_t rowBands,
              int64_t columnBands,
              std::optional<ProductKind> only = std::nullopt);
  /// Emits the loop and returns the sum.
  Operand emit(Value rowBand, Value columnBand);
  Shape shape() const { return {sizes.rows, sizes.columns}; }
  Format format() const { return kind.sum; }
  void makePlain() { isPlain = true; }

private:
  void drawKind();
  void plan(int64_t rowBands, int64_t columnBands);
  void planScaled(const ScaledKind &kind, int64_t rowBands,
                  int64_t columnBands);
  Stream makeStream(Format format, int64_t most, Shape tile, bool isTransposed,
                    int64_t bands);
  Value multiply(ArrayRef<Operand> tiles, Value sum);

  Generator &g;
  Sizes sizes;
  bool exact, isScaled = false, isPlain = false;
  ProductKind kind;
  bool turnsLhs, turnsRhs, isFast = false;
  Signedness signedness[2];
  /// The fact about the final sum.
  Fact fact;
  std::vector<Stream> streams;
};
} // namespace

Stream ProductLoop::makeStream(Format format, int64_t most, Shape tile,
                               bool isTransposed, int64_t bands) {
  if (isTransposed)
    std::swap(tile[0], tile[1]);
  return Stream(g, format, factorFact(format, most, exact), tile, sizes.trips,
                bands);
}

ProductLoop::ProductLoop(Generator &g, const Sizes &sizes, int64_t rowBands,
                         int64_t columnBands, std::optional<ProductKind> only)
    : g(g), sizes(sizes), exact(g.wantsExact()) {
  turnsLhs = g.rng.chance(15);
  turnsRhs = g.rng.chance(15);
  for (Signedness &each : signedness)
    each = anySignedness(g);
  const ScaledKind &scaled = g.rng.pick(scaledKinds());
  if (!only && g.has(scaled.since) && g.rng.chance(15)) {
    planScaled(scaled, rowBands, columnBands);
    return;
  }
  if (only)
    kind = *only;
  else
    drawKind();
  plan(rowBands, columnBands);
}

void ProductLoop::drawKind() {
  kind = g.rng.chance(30) ? ProductKind{Format::F16, Format::F32}
                          : g.rng.pick(productKinds());
  if (g.rng.chance(10))
    kind = {Format::TF32, Format::F32};
  if (g.rng.chance(12))
    kind = {Format::I8, Format::I32};
}

void ProductLoop::plan(int64_t rowBands, int64_t columnBands) {
  bool isInt = numerics::isInteger(kind.sum);
  int64_t depth = sizes.depth * sizes.trips;
  int64_t most = isInt ? 0 : mostOfFactors(kind.factor, kind.sum, depth);
  isFast = g.has(3) && !isInt && numerics::bitWidth(kind.factor) == 8 &&
           g.rng.chance(30);
  int64_t bound = depth * most * most;
  isFast &= !exact || bound <= mostOfFastSums;
  fact = isInt || !exact ? Fact::any(kind.sum) : Fact::range(-bound, bound);
  Format lhs = memoryFormat(g, kind.factor), rhs = memoryFormat(g, kind.factor);
  streams.push_back(
      makeStream(lhs, most, {sizes.rows, sizes.depth}, turnsLhs, rowBands));
  streams.push_back(makeStream(rhs, most, {sizes.depth, sizes.columns},
                               turnsRhs, columnBands));
}

void ProductLoop::planScaled(const ScaledKind &scaled, int64_t rowBands,
                             int64_t columnBands) {
  constexpr int64_t mostFactor = 4, mostScale = 4;
  isScaled = true;
  kind = {scaled.factor, Format::F32};
  sizes.depth = std::max(sizes.depth, scaled.block);
  int64_t blocks = sizes.depth / scaled.block;
  int64_t bound = sizes.depth * sizes.trips * mostFactor * mostFactor *
                  mostScale * mostScale;
  fact = exact ? Fact::range(-bound, bound) : Fact::any(Format::F32);
  streams.push_back(makeStream(scaled.factor, mostFactor,
                               {sizes.rows, sizes.depth}, false, rowBands));
  streams.push_back(makeStream(scaled.factor, mostFactor,
                               {sizes.depth, sizes.columns}, false,
                               columnBands));
  streams.push_back(makeStream(scaled.scale, mostScale, {sizes.rows, blocks},
                               false, rowBands));
  streams.push_back(makeStream(scaled.scale, mostScale, {blocks, sizes.columns},
                               false, columnBands));
}

Value ProductLoop::multiply(ArrayRef<Operand> tiles, Value sum) {
  g.charge(sizes.rows * sizes.columns * sizes.depth / 16);
  if (isScaled)
    return g.make<MmaFScaledOp>(tiles[0].value, tiles[1].value, sum,
                                tiles[2].value, tiles[3].value);
  Value lhs = asFactor(g, tiles[0].value, kind.factor, turnsLhs);
  Value rhs = asFactor(g, tiles[1].value, kind.factor, turnsRhs);
  if (numerics::isInteger(kind.sum))
    return g.make<MmaIOp>(lhs, rhs, sum, signedness[0], signedness[1]);
  return g.make<MmaFOp>(lhs, rhs, sum, isFast);
}

Operand ProductLoop::emit(Value rowBand, Value columnBand) {
  TileLoop loop(g, sizes.trips);
  if (isPlain)
    loop.makePlain();
  for (auto [i, stream] : llvm::enumerate(streams))
    loop.add(stream, i % 2 == 0 ? rowBand : columnBand);
  Shape shape{sizes.rows, sizes.columns};
  SmallVector<Value> sums{g.splat(kind.sum, shape, 0).value};
  // Two accumulators that swap in each iteration.
  bool alternates = g.rng.chance(12);
  if (alternates)
    sums.push_back(g.splat(kind.sum, shape, 1).value);
  sums =
      loop.emit(sums, [&](Operand, ValueRange sums, ArrayRef<Operand> tiles) {
        Value next = multiply(tiles, sums.front());
        return alternates ? SmallVector<Value>{sums.back(), next}
                          : SmallVector<Value>{next};
      });
  if (alternates)
    g.define(sums.back(), join(fact, Fact::range(1, 1)));
  return {sums.front(), alternates ? join(fact, Fact::range(1, 1)) : fact};
}

/// The end of a kernel: the sum, sometimes converted to another format.
static Operand finishSum(Generator &g, Operand sum) {
  Format format = sum.format();
  if (format != Format::F32 || g.rng.chance(60))
    return sum;
  Format to = g.rng.pick({Format::F16, Format::BF16});
  Value value = g.make<FToFOp>(g.tileType(to, sum.shape()), sum.value);
  return {value, fits(to, sum.fact) ? sum.fact : Fact::any(to)};
}

static void emitProducts(Generator &g) {
  Sizes sizes(g, /*times=*/1);
  ProductLoop loop(g, sizes, 1, 1);
  Operand sum = loop.emit(Value(), Value());
  sum = finishSum(g, sum);
  g.define(sum.value, sum.fact);
}

/// The tensor cores of f64 are those of mma.sync alone.
static void emitDoubleProducts(Generator &g) {
  Sizes sizes(g, /*times=*/1);
  ProductLoop loop(g, sizes, 1, 1, ProductKind{Format::F64, Format::F64});
  Operand sum = loop.emit(Value(), Value());
  g.define(sum.value, sum.fact);
}

/// Several CTAs share no tile block that does more than load, multiply and
/// store.
static void emitClusterProducts(Generator &g) {
  g.wantsCluster = true;
  Sizes sizes = Sizes::ofGroups(g, /*products=*/1);
  ProductKind kind = g.rng.pick<ProductKind>({{Format::F16, Format::F32},
                                              {Format::F16, Format::F32},
                                              {Format::BF16, Format::F32},
                                              {Format::TF32, Format::F32},
                                              {Format::F8E4M3FN, Format::F32},
                                              {Format::I8, Format::I32}});
  ProductLoop loop(g, sizes, 1, 1, kind);
  if (g.rng.chance(75))
    loop.makePlain();
  Operand sum = loop.emit(Value(), Value());
  Matrix results(g, sum.format(), loop.shape(), loop.shape());
  Value memory = reserveAligned(g, results);
  results.setBase(g, memory);
  Value zero = g.scalar(Format::I32, 0).value;
  Tiles(g, results).store(sum.value, {zero, zero});
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

namespace {
/// softmax(Q K) V in tiles of K and V: each new maximum rescales the sum so far
/// (online softmax).
class Attention {
public:
  /// Keys and values come from one of `bands` bands.
  explicit Attention(Generator &g, int64_t times = 1, int64_t bands = 1);
  /// The same in tiles of these sizes.
  Attention(Generator &g, const Sizes &sizes, int64_t bands = 1);
  /// Emits the loop for these queries, and returns the result.
  Value emit(Value queries, Value band);
  void makePlain() { isPlain = true; }
  Format format() const { return factor; }
  Shape shapeOfQueries() const { return {rows, depth}; }
  const Fact &getFact() const { return fact; }

private:
  void drawKind();
  void setSizes(const Sizes &sizes);
  SmallVector<Value> step(Operand counter, ValueRange sums,
                          ArrayRef<Operand> tiles);
  Value scores(Operand counter, Value keys);
  Value weigh(Value scores, Value most);
  Value asWide(Value column, int64_t columns) {
    return g.make<BroadcastOp>(column, Shape{rows, columns});
  }

  Generator &g;
  bool exact, isCausal, turnsKeys, isPlain = false;
  Format factor;
  Fact fact;
  int64_t rows, keys, depth, trips, bands;
  Value queries;
};
} // namespace

void Attention::drawKind() {
  isCausal = g.rng.chance(30);
  turnsKeys = g.rng.chance(60);
  factor = g.rng.pick({Format::F16, Format::F16, Format::BF16});
  fact = exact ? Fact::range(-4, 4) : Fact::range(-8, 8, /*quantum=*/-3);
}

void Attention::setSizes(const Sizes &sizes) {
  rows = sizes.rows;
  keys = sizes.columns;
  depth = sizes.depth;
  trips = sizes.trips;
}

Attention::Attention(Generator &g, int64_t times, int64_t bands)
    : g(g), exact(g.wantsExact()), bands(bands) {
  drawKind();
  Sizes sizes(g, 2 * times);
  for (int64_t *extent : {&sizes.rows, &sizes.columns, &sizes.depth})
    *extent = std::min<int64_t>(*extent, 64);
  setSizes(sizes);
}

Attention::Attention(Generator &g, const Sizes &sizes, int64_t bands)
    : g(g), exact(g.wantsExact()), bands(bands) {
  drawKind();
  setSizes(sizes);
}

Value Attention::scores(Operand counter, Value tile) {
  Value zero = g.splat(Format::F32, {rows, keys}, 0).value;
  if (turnsKeys)
    tile = g.make<PermuteOp>(tile, ArrayRef<int32_t>{1, 0});
  Value scores = g.make<MmaFOp>(queries, tile, zero, /*fastAcc=*/false);
  if (!isCausal)
    return scores;
  // A causal mask: keys behind the query do not count.
  Value ofRows = countAlong(g, {rows, keys}, 0);
  Value ofKeys = countAlong(g, {rows, keys}, 1);
  Value width = g.scalar(Format::I32, keys).value;
  Operand begun{g.make<MulIOp>(counter.value, width), Fact()};
  begun = g.adapt(begun, Shape{1, keys});
  ofKeys = g.make<AddIOp>(ofKeys, begun.value);
  ofRows = asWide(ofRows, keys);
  ofKeys = g.make<BroadcastOp>(ofKeys, Shape{rows, keys});
  Value isSeen = g.make<CmpIOp>(ComparisonPredicate::GreaterThanOrEqual, ofRows,
                                ofKeys, Signedness::Signed);
  Value least = g.splat(Format::F32, {rows, keys}, -10000).value;
  return g.make<SelectOp>(isSeen, scores, least);
}

/// 2^(scores - most). If results must be exact, values below 1 become 0,
/// whatever the error of the function.
Value Attention::weigh(Value scores, Value most) {
  Value less = g.make<SubFOp>(scores, most);
  Value weights = g.make<Exp2Op>(less, /*flush=*/false);
  if (!exact)
    return weights;
  auto type = cast<TileType>(weights.getType());
  Value quarter =
      g.make<ConstantOp>(DenseElementsAttr::get(type, APFloat(0.25f)));
  Value more = g.make<AddFOp>(weights, quarter);
  return g.make<FloorOp>(more);
}

SmallVector<Value> Attention::step(Operand counter, ValueRange sums,
                                   ArrayRef<Operand> tiles) {
  Value most = sums[0], total = sums[1], acc = sums[2];
  Value now = scores(counter, tiles[0].value);
  Value greatest = maximaOfRows(g, now);
  greatest = g.make<MaxFOp>(greatest, most);
  Value weights = weigh(now, asWide(greatest, keys));
  Value rescale = weigh(most, greatest);
  Value sum = sumsOfRows(g, weights);
  total = g.make<MulFOp>(total, rescale);
  total = g.make<AddFOp>(total, sum);
  acc = g.make<MulFOp>(acc, asWide(rescale, depth));
  Value narrow = g.make<FToFOp>(g.tileType(factor, {rows, keys}), weights);
  acc = g.make<MmaFOp>(narrow, tiles[1].value, acc, /*fastAcc=*/false);
  return {greatest, total, acc};
}

Value Attention::emit(Value of, Value band) {
  queries = of;
  TileLoop loop(g, trips);
  if (isPlain)
    loop.makePlain();
  Shape ofKeys = turnsKeys ? Shape{keys, depth} : Shape{depth, keys};
  loop.add(Stream(g, factor, fact, ofKeys, trips, bands), band);
  loop.add(Stream(g, factor, fact, {keys, depth}, trips, bands), band);
  SmallVector<Value> sums;
  sums.push_back(g.splat(Format::F32, {rows, 1}, -20000).value);
  sums.push_back(g.splat(Format::F32, {rows, 1}, 0).value);
  sums.push_back(g.splat(Format::F32, {rows, depth}, 0).value);
  sums = loop.emit(
      sums, [&](Operand counter, ValueRange sums, ArrayRef<Operand> tiles) {
        g.charge(2 * rows * keys * depth / 16);
        return step(counter, sums, tiles);
      });
  Value result = sums[2];
  if (g.rng.chance(50))
    result = g.make<DivFOp>(result, asWide(sums[1], depth),
                            RoundingMode::NearestEven);
  g.define(sums[0], Fact::any(Format::F32));
  return result;
}

static void emitWhole(Generator &g, Attention attention) {
  Operand queries = loadWhole(g, attention.format(), attention.shapeOfQueries(),
                              attention.getFact());
  Value result = attention.emit(queries.value, Value());
  g.define(result, Fact::any(Format::F32));
}

static void emitAttention(Generator &g) { emitWhole(g, Attention(g)); }

/// A warp group multiplies while it computes the next powers.
static void emitGroupAttention(Generator &g) {
  Sizes sizes = Sizes::ofGroups(g, /*products=*/2);
  Attention attention(g, sizes);
  if (g.rng.chance(75))
    attention.makePlain();
  emitWhole(g, attention);
}

//===----------------------------------------------------------------------===//
// Persistent loops
//===----------------------------------------------------------------------===//

/// A persistent loop: each tile block takes tiles of a grid, with the number of
/// tile blocks as step. `emitTile` returns the result for one tile.
static void emitShared(Generator &g, const Matrix &results, int64_t rows,
                       int64_t columns,
                       llvm::function_ref<Value(Value, Value)> emitTile) {
  int64_t number = rows * columns;
  Tiles stored(g, results);
  Value end = g.scalar(Format::I32, number).value;
  Value step = g.scalar(Format::I32, g.numBlocks).value;
  emitCounted(g, g.blockNumber.value, end, step,
              llvm::divideCeil(number, g.numBlocks) + 1, ValueRange(),
              [&](Value counter, ValueRange) -> SmallVector<Value> {
                Value width = g.scalar(Format::I32, columns).value;
                Value row =
                    g.make<DivIOp>(counter, width, Signedness::Unsigned);
                Value column =
                    g.make<RemIOp>(counter, width, Signedness::Unsigned);
                Value tile = emitTile(row, column);
                stored.store(tile, {row, column});
                return {};
              });
}

/// A matrix of results; each of its tiles is stored once.
static Matrix makeResults(Generator &g, Format format, const Shape &tile,
                          int64_t rows, int64_t columns) {
  Matrix results(g, format, tile, {rows * tile[0], columns * tile[1]});
  Value memory = g.addMemory(format, results.elements(), Fact::range(0, 0));
  results.setBase(g, memory);
  return results;
}

static void emitPersistentProducts(Generator &g) {
  int64_t rows = g.rng.between(1, 3), columns = g.rng.between(1, 2);
  Sizes sizes(g, llvm::divideCeil(rows * columns, g.numBlocks));
  ProductLoop products(g, sizes, rows, columns);
  Matrix results =
      makeResults(g, products.format(), products.shape(), rows, columns);
  emitShared(g, results, rows, columns, [&](Value row, Value column) {
    return products.emit(row, column).value;
  });
}

namespace {
/// The bands of queries, and the heads, that tile blocks share.
struct SharedTiles {
  explicit SharedTiles(Generator &g)
      : rows(g.rng.between(1, 3)), heads(g.rng.between(1, 2)),
        times(llvm::divideCeil(rows * heads, g.numBlocks)) {}

  int64_t rows, heads;
  /// Tiles of a block, at most.
  int64_t times;
};
} // namespace

/// Attention of each band of queries with the keys and values of each head.
static void emitPersistentAttention(Generator &g, Attention &attention,
                                    const SharedTiles &shared) {
  auto [rows, heads, times] = shared;
  Shape tile = attention.shapeOfQueries();
  Matrix queries(g, attention.format(), tile, {rows * tile[0], tile[1]});
  queries.setBase(
      g, g.addMemory(queries.format, queries.elements(), attention.getFact()));
  Tiles loaded(g, queries);
  Matrix results = makeResults(g, Format::F32, tile, rows, heads);
  Value zero = g.scalar(Format::I32, 0).value;
  emitShared(g, results, rows, heads, [&](Value row, Value head) {
    Value tile = loaded.load({row, zero}).first;
    return attention.emit(tile, head);
  });
}

static void emitPersistentAttention(Generator &g) {
  SharedTiles shared(g);
  Attention attention(g, shared.times, shared.heads);
  emitPersistentAttention(g, attention, shared);
}

static void emitPersistentGroupAttention(Generator &g) {
  SharedTiles shared(g);
  Sizes sizes = Sizes::ofGroups(g, /*products=*/2 * shared.times);
  Attention attention(g, sizes, shared.heads);
  if (g.rng.chance(75))
    attention.makePlain();
  emitPersistentAttention(g, attention, shared);
}

/// Stores twice each loaded element, plus one.
static void emitPersistentMap(Generator &g) {
  int64_t rows = g.rng.between(1, 4), columns = g.rng.between(1, 3);
  Format format = g.rng.pick({Format::F32, Format::F16, Format::BF16});
  Shape tile{anyExtent(g), anyExtent(g)};
  Matrix source(g, format, tile, {rows * tile[0], columns * tile[1]});
  Fact fact = factorFact(format, /*most=*/16, g.wantsExact());
  source.setBase(g, g.addMemory(format, source.elements(), fact));
  Tiles loaded(g, source);
  Matrix results = makeResults(g, format, tile, rows, columns);
  emitShared(g, results, rows, columns, [&](Value row, Value column) -> Value {
    Value x = loaded.load({row, column}).first;
    Value two = g.splat(format, tile, 2).value;
    Value one = g.splat(format, tile, 1).value;
    Value twice = g.make<MulFOp>(x, two);
    return g.make<AddFOp>(twice, one);
  });
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// Kernels for which there are passes of their own.
static constexpr Rule tunedKernels[] = {
    {"kernel.norm", 1, 4, emitNorm},
    {"kernel.group-attention", 1, 3, emitGroupAttention},
    {"kernel.persistent-group-attention", 1, 2, emitPersistentGroupAttention},
    {"kernel.cluster-products", 1, 3, emitClusterProducts},
    {"kernel.double-products", 1, 2, emitDoubleProducts},
    {"kernel.products", 1, 2, emitProducts}};

static ArrayRef<Rule> kernelsOf(Size size) {
  static constexpr Rule kernels[] = {
      {"kernel.products", 1, 10, emitProducts},
      {"kernel.attention", 1, 4, emitAttention},
      {"kernel.persistent-products", 1, 4, emitPersistentProducts},
      {"kernel.persistent-attention", 1, 2, emitPersistentAttention},
      {"kernel.persistent-map", 1, 2, emitPersistentMap},
      {"kernel.chain", 1, 2, emitStoreChain},
      {"kernel.huge-reduction", 1, 2, emitHugeReduction},
      {"kernel.norm", 1, 2, emitNorm},
      {"kernel.double-products", 1, 1, emitDoubleProducts},
      {"kernel.nest", 1, 6, emitNest}};
  switch (size) {
  case Size::Tuned:
    return tunedKernels;
  case Size::Nested:
    return ArrayRef(kernels).take_back();
  default:
    return kernels;
  }
}

void smith::emitKernel(Generator &g) { emitAny(g, kernelsOf(g.options.size)); }
