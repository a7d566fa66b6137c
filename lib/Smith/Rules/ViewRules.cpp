//===- ViewRules.cpp - Views of tensors and accesses through them ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessRules.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/ViewAccess.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Views.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

namespace {
enum class ViewKind { Partition, Strided, GatherScatter };

/// The plan of a view, and the tile of it to access. Tile dimension k lies
/// along tensor dimension dimMap[k].
struct ViewPlan {
  ViewKind kind;
  Format format;
  SmallVector<int32_t> tile, steps, dimMap;
  unsigned sparseDim = 0;
  /// Shape and strides of the tensor, by its own dimensions.
  Shape shape, strides;
  /// True if tiles may overhang.
  bool overhangs = false;
  PaddingValueAttr padding;

  unsigned rank() const { return tile.size(); }
  int64_t extent(unsigned k) const { return shape[dimMap[k]]; }
  bool isSparse(unsigned k) const {
    return kind == ViewKind::GatherScatter && k == sparseDim;
  }
  /// The number of elements of memory that the tensor spans.
  int64_t span() const {
    int64_t elements = 1;
    for (auto [extent, stride] : llvm::zip(shape, strides))
      elements += (extent - 1) * stride;
    return elements;
  }
  /// The last index along tile dimension k: the last inside the index space or,
  /// if no tile may overhang, that of the last whole tile.
  int64_t lastIndex(unsigned k) const {
    int64_t inside = extent(k) - (overhangs ? 1 : tile[k]);
    return inside / steps[k];
  }
};
} // namespace

static ViewKind anyKind(Generator &g) {
  if (!g.has(3) || g.rng.chance(50))
    return ViewKind::Partition;
  return g.rng.chance(50) ? ViewKind::Strided : ViewKind::GatherScatter;
}

static ViewPlan planView(Generator &g, Format format, ViewKind kind,
                         ArrayRef<int64_t> tile, bool overhangs) {
  ViewPlan plan;
  plan.kind = kind;
  plan.format = format;
  plan.tile.assign(tile.begin(), tile.end());
  plan.overhangs = overhangs;
  unsigned rank = plan.rank();
  plan.dimMap = llvm::to_vector(llvm::seq<int32_t>(0, rank));
  if (kind == ViewKind::GatherScatter)
    plan.sparseDim = g.rng.below(rank);
  else if (g.rng.chance(40))
    g.rng.shuffle(plan.dimMap);
  plan.shape.resize(rank);
  for (auto [k, extent] : llvm::enumerate(plan.tile)) {
    int32_t step = extent;
    if (kind == ViewKind::Strided)
      step = 1 + g.rng.below(extent + 2);
    else if (kind == ViewKind::GatherScatter)
      step = 1;
    plan.steps.push_back(step);
    int64_t more = g.rng.below(3) * step + (overhangs ? g.rng.below(step) : 0);
    // A tensor smaller than the tile makes it overhang as well.
    int64_t least = overhangs && g.rng.chance(30) ? 1 : extent;
    plan.shape[plan.dimMap[k]] = least + more;
  }
  return plan;
}

/// Draws strides in some order of the dimensions, with gaps. For loads only,
/// elements may overlap.
static void drawStrides(Generator &g, ViewPlan &plan, bool mayOverlap) {
  auto order = llvm::to_vector(llvm::seq<unsigned>(0, plan.rank()));
  if (g.rng.chance(40))
    g.rng.shuffle(order);
  plan.strides.assign(plan.rank(), 1);
  int64_t stride = 1;
  for (unsigned dim : llvm::reverse(order)) {
    if (g.rng.chance(15))
      ++stride;
    plan.strides[dim] = stride;
    stride *= plan.shape[dim];
    if (mayOverlap && g.rng.chance(10))
      stride = 1 + g.rng.below(4);
  }
}

/// Draws a padding that the format has, and sets the fact about loaded values.
static void drawPadding(Generator &g, ViewPlan &plan, Fact &fact) {
  // Other paddings are unspecified in formats that lack them.
  bool isNumber = numerics::isInteger(plan.format) ||
                  !numerics::hasArithmetic(plan.format) || !g.rng.chance(40);
  PaddingValue padding = PaddingValue::Zero;
  if (plan.format == Format::F8E8M0FNU) {
    // The zero padding is its least number.
    fact = Fact::any(plan.format);
  } else if (isNumber) {
    fact = join(fact, Fact::range(0, 0));
  } else {
    padding = g.rng.pick({PaddingValue::NegZero, PaddingValue::NaN,
                          PaddingValue::PosInf, PaddingValue::NegInf});
    Fact zero = Fact::range(0, 0);
    zero.negZero = true;
    fact = join(
        fact, padding == PaddingValue::NegZero ? zero : Fact::any(plan.format));
  }
  plan.padding = PaddingValueAttr::get(g.builder.getContext(), padding);
}

static int64_t mostOf(ArrayRef<int64_t> numbers) {
  return numbers.empty() ? 0 : *llvm::max_element(numbers);
}

/// The fact about a known number, read as unsigned.
static Fact knownFact(Format format, int64_t number) {
  return format == Format::I1 ? Fact::any(format) : Fact::range(number, number);
}

/// Passes some of the numbers as operands.
static SmallVector<int64_t> hideSome(Generator &g, ArrayRef<int64_t> numbers,
                                     Format format,
                                     SmallVectorImpl<Value> &operands) {
  SmallVector<int64_t> statics(numbers);
  for (int64_t &number : statics)
    if (g.rng.chance(30)) {
      operands.push_back(g.scalar(format, number).value);
      number = TensorViewType::kDynamic;
    }
  return statics;
}

static Value makeView(Generator &g, const ViewPlan &plan, Value pointer) {
  SmallVector<Value> dynamicShape, dynamicStrides;
  // All dynamic extents and strides have one type.
  int64_t most = std::max(mostOf(plan.shape), mostOf(plan.strides));
  Format format = g.indexFormat(most, /*isUnsigned=*/true);
  SmallVector<int64_t> shape = hideSome(g, plan.shape, format, dynamicShape);
  SmallVector<int64_t> strides =
      hideSome(g, plan.strides, format, dynamicStrides);
  Value view = g.make<MakeTensorViewOp>(pointer, shape, strides, dynamicShape,
                                        dynamicStrides);
  if (g.rng.chance(20)) {
    Format format = g.indexFormat(mostOf(plan.shape), /*isUnsigned=*/true);
    auto extents = g.make<GetTensorShapeOp>(view, g.elementType(format));
    for (auto [result, extent] : llvm::zip(extents.getResult(), plan.shape))
      g.define(result, knownFact(format, extent));
  }
  if (g.rng.chance(10))
    view = assumeDivisible(g, view, numerics::storageBytes(plan.format));
  auto tensor = cast<TensorViewType>(view.getType());
  switch (plan.kind) {
  case ViewKind::Partition:
    return g.make<MakePartitionViewOp>(
        PartitionViewType::get(plan.tile, tensor, plan.dimMap, plan.padding),
        view);
  case ViewKind::Strided:
    return g.make<MakeStridedViewOp>(StridedViewType::get(plan.tile, plan.steps,
                                                          tensor, plan.dimMap,
                                                          plan.padding),
                                     view);
  case ViewKind::GatherScatter:
    return g.make<MakeGatherScatterViewOp>(
        GatherScatterViewType::get(plan.tile, tensor, plan.sparseDim,
                                   plan.padding),
        view);
  }
  llvm_unreachable("unknown kind of view");
}

/// The indices of a tile; rows are distinct for a store.
static SmallVector<Value> makeIndices(Generator &g, const ViewPlan &plan,
                                      bool isStore) {
  int64_t last = 0;
  for (unsigned k = 0; k < plan.rank(); ++k)
    if (!plan.isSparse(k))
      last = std::max(last, plan.lastIndex(k));
  Format format = g.indexFormat(last, /*isUnsigned=*/true);
  Operand rows;
  SmallVector<Value> indices;
  for (unsigned k = 0; k < plan.rank(); ++k) {
    if (!plan.isSparse(k)) {
      indices.push_back(g.boundedIndex(format, plan.lastIndex(k)).value);
      continue;
    }
    // Rows outside of the tensor are padding in loads, and are dropped in
    // stores.
    int64_t end = plan.extent(k) * (plan.overhangs ? 2 : 1);
    rows = isStore ? distinctIndices(g, plan.tile[k], end)
                   : g.boundedInt(Format::I32, plan.tile[k], 0, end - 1);
    indices.push_back(rows.value);
  }
  return indices;
}

static SmallVector<bool> promiseInbounds(Generator &g, const ViewPlan &plan) {
  bool mayPromise = g.has(4) && !plan.overhangs;
  SmallVector<bool> inbounds;
  for (unsigned k = 0; k < plan.rank(); ++k)
    inbounds.push_back(mayPromise && g.rng.chance(50));
  return inbounds;
}

/// Emits the extents of the index space, so that later rules may use them.
static void askIndexSpace(Generator &g, const ViewPlan &plan, Value view) {
  if (!g.rng.chance(20))
    return;
  SmallVector<int64_t> known;
  for (unsigned k = 0; k < plan.rank(); ++k)
    known.push_back(llvm::divideCeil(plan.extent(k), plan.steps[k]));
  Format format = g.indexFormat(mostOf(known), /*isUnsigned=*/true);
  auto extents = g.make<GetIndexSpaceShapeOp>(view, g.elementType(format));
  for (auto [result, extent] : llvm::zip(extents.getResult(), known))
    g.define(result, knownFact(format, extent));
}

/// A format that tiles of this shape can have.
static Format viewFormat(Generator &g, ArrayRef<int64_t> shape) {
  Format format = g.anyFormat();
  return isHalfByte(format) && numElements(shape) == 1 ? Format::F16 : format;
}

/// The number of elements that a tensor spans, rounded up to whole bytes.
static int64_t wholeSpan(const ViewPlan &plan) {
  return isHalfByte(plan.format) ? llvm::alignTo(plan.span(), 2) : plan.span();
}

namespace {
/// A load or store of a tile of the planned view of the memory at `pointer`.
class ViewAccess {
public:
  ViewAccess(Generator &g, const ViewPlan &plan, Value pointer, bool isStore)
      : g(g),
        ordering(anyOrdering(g, isStore ? MemoryOrderingSemantics::Release
                                        : MemoryOrderingSemantics::Acquire)) {
    view = makeView(g, plan, pointer);
    askIndexSpace(g, plan, view);
    indices = makeIndices(g, plan, isStore);
    inbounds = g.builder.getDenseBoolArrayAttr(promiseInbounds(g, plan));
    hints = anyHints(g, /*isView=*/true);
  }

  LoadViewTkoOp load(Value token) {
    return g.make<LoadViewTkoOp>(
        cast<TileView>(view.getType()).getViewTileType(), g.tokenType(), view,
        indices, token, ordering.semantics, ordering.scope, hints, inbounds);
  }
  Value store(Value tile, Value token) {
    return g
        .make<StoreViewTkoOp>(g.tokenType(), tile, view, indices, token,
                              ordering.semantics, ordering.scope, hints,
                              inbounds)
        .getResultToken();
  }

private:
  Generator &g;
  Ordering ordering;
  Value view;
  SmallVector<Value> indices;
  DenseBoolArrayAttr inbounds;
  OptimizationHintsAttr hints;
};
} // namespace

static void emitLoad(Generator &g) {
  ViewKind kind = anyKind(g);
  Shape shape = g.anyShape(1);
  Format format = viewFormat(g, shape);
  bool overhangs = g.rng.chance(60);
  ViewPlan plan = planView(g, format, kind, shape, overhangs);
  drawStrides(g, plan, /*mayOverlap=*/true);
  Fact fact;
  Value pointer = g.inputPointer(format, plan.span(), fact);
  if (overhangs || g.rng.chance(30))
    drawPadding(g, plan, fact);
  ViewAccess access(g, plan, pointer, /*isStore=*/false);
  g.define(access.load(Value()).getTile(), fact);
}

/// Stores to memory of the tile block that nothing else stores to.
static void emitStore(Generator &g) {
  if (!g.runsOnce())
    return;
  ViewKind kind = anyKind(g);
  Shape shape = g.anyShape(1);
  Format format = viewFormat(g, shape);
  Operand value = g.choose(format, shape);
  ViewPlan plan = planView(g, format, kind, shape, g.rng.chance(60));
  drawStrides(g, plan, /*mayOverlap=*/false);
  int64_t span = wholeSpan(plan);
  Value memory = g.reserve(format, span);
  Value pointer = g.ownPart(memory, span);
  ViewAccess access(g, plan, pointer, /*isStore=*/true);
  access.store(value.value, Value());
}

static bool isMemory(const Buffer &buffer) { return bool(buffer.pointer); }

/// Emits stores and loads of one buffer, in the order of its tokens.
static void emitBufferAccess(Generator &g) {
  Format wanted = g.anyFormat();
  Buffer *buffer = g.requireBuffer(isMemory, wanted);
  if (!buffer)
    return;
  Format format = buffer->format;
  Shape shape = g.anyShape(1);
  if (isHalfByte(format) && numElements(shape) == 1)
    shape = {2};
  bool isStore = g.rng.chance(50), overhangs = g.rng.chance(60);
  ViewKind kind = anyKind(g);
  ViewPlan plan = planView(g, format, kind, shape, overhangs);
  drawStrides(g, plan, /*mayOverlap=*/!isStore);
  if (wholeSpan(plan) > buffer->elements) {
    // The whole buffer as one tile.
    plan = planView(g, format, ViewKind::Partition, buffer->elements,
                    /*overhangs=*/false);
    plan.shape = {buffer->elements};
    plan.strides = {1};
  }
  Shape tile(plan.tile.begin(), plan.tile.end());
  Value before = g.tokenOf(*buffer);
  if (isStore) {
    Operand value = g.conform({format, tile, buffer->fact});
    ViewAccess access(g, plan, buffer->pointer, isStore);
    buffer->token = access.store(value.value, before);
    return;
  }
  Fact fact = buffer->fact;
  if (plan.overhangs || g.rng.chance(30))
    drawPadding(g, plan, fact);
  ViewAccess access(g, plan, buffer->pointer, isStore);
  LoadViewTkoOp load = access.load(before);
  buffer->token = load.getResultToken();
  g.define(load.getTile(), fact);
}

void smith::addViewRules(Rules &rules) {
  llvm::append_range(rules, Rules{
                                {"view.load", 1, 12, emitLoad},
                                {"view.store", 1, 4, emitStore},
                                {"view.buffer-access", 1, 6, emitBufferAccess},
                            });
}
