//===- Streams.cpp - Tiles that a loop takes from memory ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Streams.h"
#include "Rules/AccessRules.h"

#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/ViewAccess.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Views.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

/// A number as a constant, or as a parameter with an `assume`.
static Value hide(Generator &g, int64_t number, int64_t divisor) {
  if (g.rng.chance(50))
    return g.scalar(Format::I32, number).value;
  Value parameter = g.addNumber(Format::I32, Fact::range(number, number));
  return divisor > 1 ? assumeDivisible(g, parameter, divisor) : parameter;
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

Matrix::Matrix(Generator &g, Format format, Shape tile, Shape extents)
    : format(format), tile(std::move(tile)), extents(std::move(extents)) {
  dense = g.rng.chance(75) ? 1 : 0;
  isAligned = isHalfByte(format) || g.rng.chance(75);
  if (isAligned)
    pitch = llvm::alignTo(this->extents[dense], unit()) +
            g.rng.pick<int64_t>({0, 0, 1, 2}) * unit();
  else
    pitch = this->extents[dense] + g.rng.below(4);
}

void Matrix::makePlain() {
  dense = 1;
  isAligned = true;
  pitch = llvm::alignTo(extents[dense], unit());
}

void Matrix::setBase(Generator &g, Value pointer) {
  base = pointer;
  // Arrays lie at multiples of 256 bytes.
  if (isAligned)
    base = assumeDivisible(g, base, g.rng.pick({16, 16, 16, 32, 64, 128}));
}

Value smith::reserveAligned(Generator &g, const Matrix &matrix) {
  constexpr int64_t alignment = 128;
  int64_t elements = llvm::alignTo(matrix.elements(), alignment);
  Value memory = g.reserve(matrix.format, elements, alignment);
  return g.ownPart(memory, elements);
}

Value smith::countAlong(Generator &g, const Shape &tile, unsigned dim) {
  Shape line(2, 1);
  line[dim] = tile[dim];
  Value counts = g.make<IotaOp>(tile[dim], g.elementType(Format::I32));
  return g.make<ReshapeOp>(counts, line);
}

Value Matrix::elementsTo(Generator &g, Value number, unsigned dim) const {
  Value step = g.scalar(Format::I32, tile[dim] * stride(dim)).value;
  return g.make<MulIOp>(number, step);
}

Value Matrix::pointersAt(Generator &g, Value corner) const {
  unsigned far = 1 - dense;
  Operand step{hide(g, pitch, unit()), Fact()};
  Value lines = countAlong(g, tile, far);
  step = g.adapt(step, cast<TileType>(lines.getType()).getShape());
  lines = g.make<MulIOp>(lines, step.value);
  lines = g.make<BroadcastOp>(lines, tile);
  Value within = countAlong(g, tile, dense);
  within = g.make<BroadcastOp>(within, tile);
  Value offsets = g.make<AddIOp>(lines, within);
  return g.pointersTo(corner, {offsets, Fact()});
}

Value Matrix::makeView(Generator &g, unsigned along, int64_t missing) const {
  Shape shape = extents, strides{stride(0), stride(1)};
  shape[along] -= missing;
  // The matrix with dense columns, or its transpose with dense rows.
  SmallVector<int32_t> dimMap{0, 1};
  if (dense == 0 && g.rng.chance(50)) {
    std::swap(shape[0], shape[1]);
    std::swap(strides[0], strides[1]);
    std::swap(dimMap[0], dimMap[1]);
  }
  SmallVector<Value> dynamicShape, dynamicStrides;
  bool isDynamic = g.rng.chance(50);
  for (int64_t &extent : shape)
    if (isDynamic && g.rng.chance(70)) {
      dynamicShape.push_back(hide(g, extent, /*divisor=*/1));
      extent = TensorViewType::kDynamic;
    }
  for (int64_t &stride : strides)
    if (isDynamic && stride != 1 && g.rng.chance(70)) {
      dynamicStrides.push_back(hide(g, stride, unit()));
      stride = TensorViewType::kDynamic;
    }
  Value tensor = g.make<MakeTensorViewOp>(base, shape, strides, dynamicShape,
                                          dynamicStrides);
  PaddingValueAttr padding;
  if (missing > 0)
    padding = PaddingValueAttr::get(g.builder.getContext(), PaddingValue::Zero);
  SmallVector<int32_t> extentsOfTile(tile.begin(), tile.end());
  auto type = PartitionViewType::get(
      extentsOfTile, cast<TensorViewType>(tensor.getType()), dimMap, padding);
  return g.make<MakePartitionViewOp>(type, tensor);
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

Tiles::Tiles(Generator &g, const Matrix &matrix) : g(g), matrix(matrix) {
  if (isHalfByte(matrix.format) || g.rng.chance(50))
    view = matrix.makeView(g);
}

Value Tiles::pointersTo(ValueRange index) {
  Value corner = matrix.base;
  for (auto [dim, number] : llvm::enumerate(index)) {
    Value elements = matrix.elementsTo(g, number, dim);
    corner = g.advance(corner, elements);
  }
  return matrix.pointersAt(g, corner);
}

std::pair<Value, Value> Tiles::load(ValueRange index, Value token) {
  if (view) {
    auto load = g.make<LoadViewTkoOp>(view, index, token);
    return {load.getTile(), load.getResultToken()};
  }
  Value pointers = pointersTo(index);
  auto load = g.make<LoadPtrTkoOp>(pointers, Value(), Value(), token);
  return {load.getResult(), load.getResultToken()};
}

Value Tiles::store(Value tile, ValueRange index, Value token) {
  if (view)
    return g.make<StoreViewTkoOp>(tile, view, index, token).getResultToken();
  Value pointers = pointersTo(index);
  return g.make<StorePtrTkoOp>(pointers, tile, Value(), token).getResultToken();
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

/// The extents of tiles 0 to `last` along one dimension, and of the bands along
/// the other.
static Shape extentsOf(const Shape &tile, unsigned along, int64_t last,
                       int64_t bands) {
  Shape extents(2);
  extents[along] = (last + 1) * tile[along];
  extents[1 - along] = bands * tile[1 - along];
  return extents;
}

/// A group of carried values; none if the counter gives the number.
static std::optional<Carried> drawGroup(Generator &g, int64_t trips) {
  if (g.rng.chance(25))
    return std::nullopt;
  return Carried(g, trips);
}

Stream::Stream(Generator &g, Format format, const Fact &fact, const Shape &tile,
               int64_t trips, int64_t bands)
    : g(g), fact(fact), matrix(g, format, tile, tile), along(g.rng.below(2)),
      group(drawGroup(g, trips)) {
  last = group ? group->last() : trips - 1;
  matrix = Matrix(g, format, tile, extentsOf(tile, along, last, bands));
  bool mustView = isHalfByte(format);
  carriesPointers = group && g.rng.chance(65) && !mustView;
  byView = mustView || (!carriesPointers && g.rng.chance(60));
  // f8E8M0FNU has no zero.
  bool hasZero = format != Format::F8E8M0FNU;
  isMasked = !byView && hasZero && g.rng.chance(35);
  if (byView && hasZero && g.rng.chance(25))
    missing = g.rng.below(matrix.tile[along]) & ~int64_t(1);
  if (isMasked || missing)
    this->fact = join(fact, Fact::range(0, 0));
  limit = g.rng.between(0, trips * matrix.tile[along]);
  isLate = g.rng.chance(12);
}

void Stream::makePlain() {
  matrix.makePlain();
  group.reset();
  carriesPointers = isMasked = isLate = false;
  byView = true;
  missing = 0;
}

/// Pointers to the elements of the tile with this number.
Value Stream::tileAt(Value number) {
  Operand elements{matrix.elementsTo(g, number, along), Fact()};
  if (g.rng.chance(30)) {
    Value moved = g.advance(corner, elements.value);
    return matrix.pointersAt(g, moved);
  }
  elements = g.adapt(elements, matrix.tile);
  return g.advance(first, elements.value);
}

Family Stream::pointerFamily() {
  Family family;
  family.at = [this](Value number) { return tileAt(number); };
  family.after = [this](Value member, int64_t by) {
    int64_t distance = by * matrix.tile[along] * matrix.stride(along);
    Operand step = g.splat(Format::I32, matrix.tile, distance);
    return g.advance(member, step.value);
  };
  return family;
}

void Stream::begin(Value of, SmallVectorImpl<Value> &initial) {
  band = of ? of : g.scalar(Format::I32, 0).value;
  Value memory = g.addMemory(matrix.format, matrix.elements(), fact);
  matrix.setBase(g, memory);
  if (byView) {
    view = matrix.makeView(g, along, missing);
  } else {
    corner = matrix.base;
    if (of) {
      Value elements = matrix.elementsTo(g, band, 1 - along);
      corner = g.advance(corner, elements);
    }
    first = matrix.pointersAt(g, corner);
  }
  if (isLate) {
    Operand zero = g.scalar(Format::I32, 0);
    initial.push_back(loadTile(zero.value, first, zero));
  }
  if (group)
    group->begin(carriesPointers ? pointerFamily() : indexFamily(g), initial);
}

unsigned Stream::numCarried() const {
  return isLate + (group ? group->size() : 0);
}

/// A mask of the elements below a limit, as kernels need at the end of a row.
Value Stream::makeMask(Operand counter) {
  Value counts = countAlong(g, matrix.tile, along);
  ArrayRef<int64_t> shape = cast<TileType>(counts.getType()).getShape();
  Value width = g.scalar(Format::I32, matrix.tile[along]).value;
  Value begun = g.make<MulIOp>(counter.value, width);
  Value end = g.scalar(Format::I32, limit).value;
  if (g.rng.chance(50)) {
    Operand first = g.adapt({begun, Fact()}, shape);
    Value numbers = g.make<AddIOp>(first.value, counts);
    Operand last = g.adapt({end, Fact()}, shape);
    Value mask = g.make<CmpIOp>(ComparisonPredicate::LessThan, numbers,
                                last.value, Signedness::Signed);
    return g.make<BroadcastOp>(mask, matrix.tile);
  }
  Operand left{g.make<SubIOp>(end, begun), Fact()};
  left = g.adapt(left, shape);
  Value mask = g.make<CmpIOp>(ComparisonPredicate::LessThan, counts, left.value,
                              Signedness::Signed);
  return g.make<BroadcastOp>(mask, matrix.tile);
}

/// Loads a tile through the view, or through pointers if there are masks.
Value Stream::loadTile(Value number, Value pointers, Operand counter) {
  if (byView) {
    SmallVector<Value> indices{band, band};
    indices[along] = number;
    Ordering weak(g, MemoryOrderingSemantics::Weak);
    OptimizationHintsAttr hints = anyHints(g, /*isView=*/true);
    bool mayPromise = g.has(4) && missing == 0 && g.rng.chance(30);
    auto inbounds = g.builder.getDenseBoolArrayAttr({mayPromise, mayPromise});
    return g
        .make<LoadViewTkoOp>(cast<TileView>(view.getType()).getViewTileType(),
                             g.tokenType(), view, indices, Value(),
                             weak.semantics, weak.scope, hints, inbounds)
        .getTile();
  }
  Value mask, padding;
  if (isMasked) {
    mask = makeMask(counter);
    padding = g.splat(matrix.format, matrix.tile, 0).value;
  }
  return g.make<LoadPtrTkoOp>(pointers, mask, padding, Value()).getResult();
}

Operand Stream::load(Operand counter, ValueRange carried) {
  Value tile;
  if (isLate) {
    tile = carried.front();
    carried = carried.drop_front();
  }
  Value at = group ? group->current(carried) : counter.value;
  // With a view, the number alone identifies the tile.
  Value pointers = carriesPointers || byView ? at : tileAt(at);
  Value now = loadTile(at, pointers, counter);
  if (!isLate)
    return {now, fact};
  early = now;
  return {tile, fact};
}

void Stream::advance(Operand counter, ValueRange carried,
                     SmallVectorImpl<Value> &next) {
  if (isLate)
    next.push_back(early);
  if (group)
    group->advance(counter, carried.drop_front(isLate), next);
}

void Stream::end(ValueRange results) {
  if (isLate) {
    g.define(results.front(), fact);
    results = results.drop_front();
  }
  for (Value result : results)
    if (carriesPointers)
      g.pointers.push_back(result);
    else
      g.define(result, Fact::range(0, last));
}

//===----------------------------------------------------------------------===//
// One tile
//===----------------------------------------------------------------------===//

/// The two-dimensional shape in which a large tile is loaded or stored.
static Shape asLines(Generator &g, ArrayRef<int64_t> shape) {
  if (shape.size() == 2)
    return Shape(shape);
  int64_t number = numElements(shape);
  int64_t lines = int64_t(1) << g.rng.below(llvm::Log2_64(number) + 1);
  return {lines, number / lines};
}

Operand smith::loadWhole(Generator &g, Format format, ArrayRef<int64_t> shape,
                         const Fact &fact) {
  Shape tile = asLines(g, shape);
  Matrix matrix(g, format, tile, tile);
  Value memory = g.addMemory(format, matrix.elements(), fact);
  matrix.setBase(g, memory);
  if (!isHalfByte(format) && g.rng.chance(50)) {
    Value pointers = matrix.pointersAt(g, matrix.base);
    Value loaded =
        g.make<LoadPtrTkoOp>(pointers, Value(), Value(), Value()).getResult();
    return g.reshape({loaded, fact}, shape);
  }
  Value view = matrix.makeView(g);
  Value zero = g.scalar(Format::I32, 0).value;
  Value loaded = g.make<LoadViewTkoOp>(view, ValueRange{zero, zero}).getTile();
  return g.reshape({loaded, fact}, shape);
}

void smith::storeWhole(Generator &g, Operand operand) {
  Format format = operand.format();
  Operand lines = g.reshape(operand, asLines(g, operand.shape()));
  Matrix matrix(g, format, lines.shape(), lines.shape());
  Value memory = reserveAligned(g, matrix);
  matrix.setBase(g, memory);
  if (g.rng.chance(50)) {
    Value pointers = matrix.pointersAt(g, matrix.base);
    g.make<StorePtrTkoOp>(pointers, lines.value);
    return;
  }
  Value view = matrix.makeView(g);
  Value zero = g.scalar(Format::I32, 0).value;
  g.make<StoreViewTkoOp>(lines.value, view, ValueRange{zero, zero});
}
