//===- NormRules.cpp - Loops over the same tiles --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Norms and softmax walk over a row several times: for a sum, for another one
// that takes the first, and for the results. Their loops load the same tiles, by
// one access or by two that look different; a store in between may change one of
// them, and a loop may begin or end elsewhere than the one before.
//
//===----------------------------------------------------------------------===//

#include "../TileLoop.h"
#include "Rules.h"

#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/FloatMath.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

namespace {
class Norm {
public:
  explicit Norm(Generator &g);
  void emit();

private:
  Shape extents() const { return {tile[0], trips * tile[1]}; }
  void fill();
  Value add(Value x, Value y) { return g.make<AddFOp>(x, y); }
  Value greatest(Value x, Value y) { return g.make<MaxFOp>(x, y); }
  Value drawEnd();
  Value emitLoop(Value begin, Value end, Value sum,
                 llvm::function_ref<Value(Value, Value, Value)> body);
  Value emitSum(Value begin, Value end, Value sum);
  void emitResults(Value begin, Value end, Value sum);
  void changeTile();

  Generator &g;
  Format format;
  Shape tile;
  int64_t trips, most = 8;
  Matrix source;
  std::optional<Tiles> tiles;
  /// The token that loads come after; null if the tiles are never stored.
  Value token;
};
} // namespace

static Shape drawTile(Generator &g) {
  int64_t rows = g.rng.pick({1, 1, 4, 16, 64});
  int64_t columns = g.rng.pick({64, 128, 256, 512, 1024});
  return {rows, std::max<int64_t>(columns / rows, 32)};
}

Norm::Norm(Generator &g)
    : g(g),
      format(g.rng.pick({Format::F32, Format::F32, Format::F16, Format::BF16})),
      tile(drawTile(g)), trips(g.rng.between(2, 8)),
      source(g, format, tile, extents()) {}

/// Memory that nobody writes, or that the tile block has written itself.
void Norm::fill() {
  if (g.rng.chance(70)) {
    Fact fact = Fact::range(-most, most);
    source.setBase(g, g.addMemory(format, source.elements(), fact));
    tiles.emplace(g, source);
    return;
  }
  source.setBase(g, reserveAligned(g, source));
  tiles.emplace(g, source);
  changeTile();
}

/// Stores one of the tiles, which the loads from now on come after.
void Norm::changeTile() {
  Operand value = loadWhole(g, format, tile, Fact::range(-most, most));
  Value zero = g.scalar(Format::I32, 0).value;
  Value number = g.scalar(Format::I32, g.rng.below(trips)).value;
  token = tiles->store(value.value, {zero, number}, token);
}

/// The number of iterations, which the compiler knows or does not.
Value Norm::drawEnd() {
  if (g.rng.chance(50))
    return g.scalar(Format::I32, trips).value;
  return g.addNumber(Format::I32, Fact::range(1, trips));
}

/// `body` makes the next sum of the sum, the tile and its number. A store behind
/// the loop comes after its loads.
Value Norm::emitLoop(Value begin, Value end, Value sum,
                     llvm::function_ref<Value(Value, Value, Value)> body) {
  Value zero = g.scalar(Format::I32, 0).value;
  Value one = g.scalar(Format::I32, 1).value;
  SmallVector<Value> values{sum};
  if (token)
    values.push_back(token);
  values =
      emitCounted(g, begin, end, one, trips, values,
                  [&](Value counter, ValueRange carried) {
                    Value before = token ? carried.back() : Value();
                    auto [x, after] = tiles->load({zero, counter}, before);
                    SmallVector<Value> next{body(carried.front(), x, counter)};
                    if (token)
                      next.push_back(after);
                    return next;
                  });
  if (token)
    token = values.back();
  return values.front();
}

Value Norm::emitSum(Value begin, Value end, Value before) {
  bool isMaximum = g.rng.chance(40);
  Value start = g.splat(format, tile, 0).value;
  return emitLoop(begin, end, start, [&](Value sum, Value x, Value) {
    if (!before)
      return isMaximum ? greatest(sum, x) : add(sum, x);
    // Numbers of the sum before would add up beyond what is exact.
    Value most = greatest(x, before);
    return greatest(sum, most);
  });
}

void Norm::emitResults(Value begin, Value end, Value sum) {
  Matrix results(g, format, tile, extents());
  Value memory = reserveAligned(g, results);
  results.setBase(g, memory);
  Tiles stored(g, results);
  Value zero = g.scalar(Format::I32, 0).value;
  emitLoop(begin, end, sum, [&](Value sum, Value x, Value counter) {
    Value result = add(x, sum);
    stored.store(result, {zero, counter});
    return sum;
  });
}

void Norm::emit() {
  fill();
  Value begin = g.scalar(Format::I32, 0).value;
  Value end = drawEnd();
  Value sum = emitSum(begin, end, Value());
  if (token && g.rng.chance(40))
    changeTile();
  if (g.rng.chance(50)) {
    if (g.rng.chance(10))
      begin = g.scalar(Format::I32, 1).value;
    sum = emitSum(begin, end, sum);
  }
  if (g.rng.chance(15))
    tiles.emplace(g, source);
  if (g.rng.chance(70) && g.runsOnce())
    emitResults(begin, end, sum);
  g.define(sum, Fact::range(-most * trips, most * trips));
}

void smith::emitNorm(Generator &g) { Norm(g).emit(); }
