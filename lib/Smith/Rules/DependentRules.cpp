//===- DependentRules.cpp - Launches that depend on others ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second entry of a program may start while the first one still runs.
// Accesses that tokens order after its wait see all that the first one wrote,
// and may overwrite it.
//
//===----------------------------------------------------------------------===//

#include "AccessRules.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/ViewAccess.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Views.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Misc.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

/// True if any element may be loaded. The format e8m0 is excluded: it is only
/// used for scales, which have bounds.
static bool isLegacy(const Argument &argument) {
  return argument.isPointer && !isHalfByte(argument.format) &&
         argument.format != Format::F8E8M0FNU && !argument.bytes.empty();
}

/// Makes a part of the memory for each tile block a buffer.
static void takeOver(Generator &g, const Legacy &legacy) {
  constexpr int64_t mostElements = 64;
  int64_t elements = std::min(legacy.elements / g.numBlocks, mostElements);
  if (!elements)
    return;
  Buffer buffer;
  buffer.format = legacy.format;
  buffer.elements = llvm::bit_floor(uint64_t(elements));
  buffer.fact = Fact::any(legacy.format);
  buffer.pointer = g.ownPart(legacy.pointer, buffer.elements);
  buffer.token = g.waited;
  g.buffers.push_back(buffer);
}

/// Loads neighbouring elements through a view, or any through pointers.
static void emitLegacyLoad(Generator &g) {
  if (g.legacies.empty())
    return;
  Legacy legacy = g.rng.pick(ArrayRef(g.legacies));
  Value token = g.waited;
  if (g.rng.chance(30))
    token = g.make<GdcWaitTkoOp>(Value()).getResultToken();
  Ordering ordering = anyOrdering(g, MemoryOrderingSemantics::Acquire);
  bool isView = g.rng.chance(50);
  OptimizationHintsAttr hints = anyHints(g, isView);
  if (isView) {
    int64_t most = llvm::bit_floor(uint64_t(legacy.elements));
    int64_t extent = std::min<int64_t>(most, int64_t(1) << g.rng.below(7));
    Value view = g.make<MakeTensorViewOp>(legacy.pointer,
                                          ArrayRef<int64_t>(legacy.elements),
                                          ArrayRef<int64_t>(1));
    Value tiles = g.make<MakePartitionViewOp>(view, int32_t(extent));
    Operand index = g.boundedIndex(Format::I32, legacy.elements / extent - 1);
    bool isInbounds = g.rng.chance(50);
    auto load = g.make<LoadViewTkoOp>(
        cast<TileView>(tiles.getType()).getViewTileType(), g.tokenType(), tiles,
        ValueRange{index.value}, token, ordering.semantics, ordering.scope,
        hints, g.builder.getDenseBoolArrayAttr({isInbounds}));
    return g.define(load.getTile(), Fact::any(legacy.format));
  }
  Shape shape = g.anyShape();
  Operand indices = g.boundedInt(Format::I32, shape, 0, legacy.elements - 1);
  Value pointers = g.pointersTo(legacy.pointer, indices);
  auto load = g.make<LoadPtrTkoOp>(pointers, Value(), Value(), token,
                                   ordering.semantics, ordering.scope, hints);
  g.define(load.getResult(), Fact::any(legacy.format));
}

void smith::emitWait(Generator &g) {
  unsigned number = g.launch.arguments.size();
  unsigned before = g.takeSteps(3);
  g.steps(before);
  Value token;
  if (g.rng.chance(30))
    token = g.make<MakeTokenOp>();
  g.waited = g.make<GdcWaitTkoOp>(token).getResultToken();
  for (unsigned i = 0; i < number; ++i) {
    if (!isLegacy(g.launch.arguments[i]))
      continue;
    Legacy legacy = g.legacyOf(i);
    // Multicast memory has accesses of its own.
    if (legacy.pointer.getType() != g.pointerType(legacy.format))
      continue;
    if (g.rng.chance(60))
      g.legacies.push_back(legacy);
    else if (g.rng.chance(50))
      takeOver(g, legacy);
  }
  unsigned loads = 1 + g.rng.below(3);
  for (unsigned i = 0; i < loads; ++i)
    emitLegacyLoad(g);
}

void smith::addDependentRules(Rules &rules) {
  rules.push_back({"dependent.legacy-load", 4, 6, emitLegacyLoad});
}
