//===- MulticastRules.cpp - Memory of many GPUs --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Multicast memory has one participant where programs are run. Each tile block
// has a part of its own, whose accesses form a chain of tokens.
//
//===----------------------------------------------------------------------===//

#include "AccessRules.h"
#include "Rules.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Multimem.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Views.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

namespace {
class MulticastChain {
public:
  explicit MulticastChain(Generator &g);
  /// Adds an access behind the others.
  void access();

private:
  Value makeTiles();
  MultimemReductionKindAttr anyKind(bool isLoad);
  Operand anyValue();
  DenseBoolArrayAttr promise() {
    return g.builder.getDenseBoolArrayAttr(g.rng.chance(50));
  }
  void load(Value index);
  void store(Value index);
  void reduce(Value index);

  /// The most that an element has at first, and that is added to it at once,
  /// so that sums of f16 stay exact.
  static constexpr int64_t most = 4;

  Generator &g;
  Format format;
  int64_t tile, number;
  int64_t greatest = most;
  Value tiles, token;
};
} // namespace

MulticastChain::MulticastChain(Generator &g)
    : g(g), format(g.rng.pick({Format::I32, Format::I64, Format::F16,
                               Format::BF16, Format::F32, Format::F64})) {
  // Whole words of 16 bytes, which no pair of halves straddles.
  tile = int64_t(1) << g.rng.between(3, 7);
  number = g.rng.between(1, 4);
  tiles = makeTiles();
}

Value MulticastChain::makeTiles() {
  int64_t elements = tile * number;
  Fact fact = numerics::isInteger(format) ? Fact::any(format)
                                          : Fact::range(-most, most);
  auto attribute = PtrAttrAttr::get(g.builder.getContext(), PtrAttr::Multicast);
  auto pointer =
      TileType::get({}, PointerType::get(g.elementType(format), attribute));
  Value memory =
      g.addMemory(pointer, g.drawBytes(format, elements * g.numBlocks, fact));
  memory = assumeDivisible(g, memory, 16);
  memory = assumeDivisible(g, g.ownPart(memory, elements), 16);
  Value view = g.make<MakeTensorViewOp>(memory, ArrayRef<int64_t>(elements),
                                        ArrayRef<int64_t>(1));
  return g.make<MakePartitionViewOp>(view, int32_t(tile));
}

/// One that takes elements of the format.
MultimemReductionKindAttr MulticastChain::anyKind(bool isLoad) {
  using Kind = MultimemReductionKind;
  Kind kind = Kind::Add;
  bool isHalf = numerics::bitWidth(format) == 16;
  if (numerics::isInteger(format))
    kind = g.rng.pick({Kind::Add, Kind::Min, Kind::Max, Kind::And, Kind::Or,
                       Kind::Xor, Kind::UMin, Kind::UMax});
  else if (isHalf && isLoad)
    kind = g.rng.pick({Kind::Add, Kind::Min, Kind::Max});
  return MultimemReductionKindAttr::get(g.builder.getContext(), kind);
}

Operand MulticastChain::anyValue() {
  if (numerics::isInteger(format))
    return g.choose(format, tile);
  return g.boundedFloat(format, tile, -most, most, /*negZero=*/false);
}

void MulticastChain::load(Value index) {
  Ordering ordering = anyOrdering(g, MemoryOrderingSemantics::Acquire);
  auto kind = anyKind(/*isLoad=*/true);
  auto op = g.make<MultimemLoadReduceViewTkoOp>(
      g.tileType(format, tile), g.tokenType(), tiles, index, token,
      ordering.semantics, ordering.scope, kind, promise());
  token = op.getResultToken();
  g.define(op.getReducedValues(), numerics::isInteger(format)
                                      ? Fact::any(format)
                                      : Fact::range(-greatest, greatest));
}

void MulticastChain::store(Value index) {
  Operand value = anyValue();
  Ordering ordering = anyOrdering(g, MemoryOrderingSemantics::Release);
  token = g.make<MultimemStoreViewTkoOp>(g.tokenType(), tiles, value.value,
                                         index, token, ordering.semantics,
                                         ordering.scope, promise())
              .getResultToken();
}

void MulticastChain::reduce(Value index) {
  Operand value = anyValue();
  auto semantics = MemoryOrderingSemanticsAttr::get(
      g.builder.getContext(), g.rng.pick({MemoryOrderingSemantics::Relaxed,
                                          MemoryOrderingSemantics::Release}));
  auto scope = MemoryScopeAttr::get(g.builder.getContext(), anyScope(g));
  auto kind = anyKind(/*isLoad=*/false);
  token =
      g.make<MultimemReduceViewTkoOp>(g.tokenType(), tiles, value.value, index,
                                      token, semantics, scope, kind, promise())
          .getResultToken();
  greatest += most;
}

void MulticastChain::access() {
  Value index = g.boundedIndex(Format::I32, number - 1).value;
  switch (g.rng.below(3)) {
  case 0:
    return load(index);
  case 1:
    return store(index);
  default:
    return reduce(index);
  }
}

static void emitMulticast(Generator &g) {
  // Nothing orders two chains on one part.
  if (!g.runsOnce())
    return;
  MulticastChain chain(g);
  unsigned number = 3 + g.rng.below(4);
  for (unsigned i = 0; i < number; ++i)
    chain.access();
}

void smith::addMulticastRules(Rules &rules) {
  rules.push_back({"multicast.chain", 5, 12, emitMulticast});
}
