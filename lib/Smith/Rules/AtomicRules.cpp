//===- AtomicRules.cpp - Atomic operations --------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessRules.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Atomics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/ViewAccess.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Views.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

static MemoryOrderingSemantics anySemantics(Generator &g) {
  return g.rng.pick(
      {MemoryOrderingSemantics::Relaxed, MemoryOrderingSemantics::Acquire,
       MemoryOrderingSemantics::Release, MemoryOrderingSemantics::AcqRel});
}

static bool isWord(Format format) {
  return format == Format::I32 || format == Format::I64 ||
         format == Format::F32 || format == Format::F64;
}

static Format anyWordInt(Generator &g) {
  return g.rng.chance(70) ? Format::I32 : Format::I64;
}

/// Draws a mode that supports elements of the format.
static AtomicRMWMode anyMode(Generator &g, Format format, bool mayExchange) {
  if (numerics::isFloat(format))
    return mayExchange && isWord(format) && g.rng.chance(40)
               ? AtomicRMWMode::Xchg
               : AtomicRMWMode::AddF;
  if (mayExchange && g.rng.chance(20))
    return AtomicRMWMode::Xchg;
  return g.rng.pick({AtomicRMWMode::And, AtomicRMWMode::Or, AtomicRMWMode::Xor,
                     AtomicRMWMode::Add, AtomicRMWMode::Max, AtomicRMWMode::Min,
                     AtomicRMWMode::UMax, AtomicRMWMode::UMin});
}

/// The most that one operation adds to an element whose sum must be exact.
static constexpr int64_t mostAdded = 4;

/// True if sums must have no subnormal numbers: hardware may flush those of f32
/// to zero, and results must be exact.
static bool avoidsSubnormals(const Generator &g, Format format,
                             AtomicRMWMode mode) {
  return g.isExact() && format == Format::F32 && mode == AtomicRMWMode::AddF;
}

/// Draws the operand of an atomic operation: a small integer if subnormal
/// numbers must be avoided, as the memory then has, too.
static Operand anyArgument(Generator &g, Format format, ArrayRef<int64_t> shape,
                           AtomicRMWMode mode) {
  return avoidsSubnormals(g, format, mode)
             ? g.boundedFloat(format, shape, -mostAdded, mostAdded)
             : g.choose(format, shape);
}

//===----------------------------------------------------------------------===//
// On memory of one tile block
//===----------------------------------------------------------------------===//

/// True if the buffer may hold any result of atomic arithmetic, on elements
/// that support it.
static bool takesArithmetic(const Buffer &buffer) {
  if (!buffer.pointer || !implies(Fact::any(buffer.format), buffer.fact))
    return false;
  return numerics::isFloat(buffer.format)
             ? numerics::hasArithmetic(buffer.format) &&
                   buffer.format != Format::TF32
             : isWord(buffer.format);
}

/// The result of an atomic operation is unspecified where its mask is false.
static void defineResult(Generator &g, Value result, Value mask,
                         const Fact &fact) {
  if (!mask) {
    g.define(result, fact);
    return;
  }
  auto type = cast<TileType>(result.getType());
  Operand shown{result, fact};
  Operand other = g.choose(shown.format(), type.getShape());
  Value value = g.make<SelectOp>(mask, result, other.value);
  g.define(value, join(fact, other.fact));
}

static void emitModify(Generator &g) {
  Format wanted = g.rng.chance(60) ? anyWordInt(g) : g.anyFloat();
  Buffer *buffer = g.requireBuffer(takesArithmetic, wanted);
  if (!buffer)
    return;
  Format format = buffer->format;
  AtomicRMWMode mode = anyMode(g, format, /*mayExchange=*/true);
  Shape shape = shapeOfAtMost(g, buffer->elements);
  Operand value = anyArgument(g, format, shape, mode);
  Operand indices = distinctIndices(g, shape, buffer->elements);
  Value mask;
  if (g.rng.chance(30))
    mask = g.choose(Format::I1, shape).value;
  Value pointers = g.pointersTo(buffer->pointer, indices);
  Value token = g.tokenOf(*buffer);
  MemoryOrderingSemantics semantics = anySemantics(g);
  MemoryScope scope = anyScope(g);
  if (avoidsSubnormals(g, format, mode)) {
    Operand start = anyArgument(g, format, shape, mode);
    token = g.make<AtomicRMWTkoOp>(pointers, start.value, Value(), token,
                                   semantics, scope, AtomicRMWMode::Xchg)
                .getResultToken();
  }
  auto modify = g.make<AtomicRMWTkoOp>(pointers, value.value, mask, token,
                                       semantics, scope, mode);
  buffer->token = modify.getResultToken();
  defineResult(g, modify.getResult(), mask, buffer->fact);
}

/// Emits a compare-and-swap. It compares bits, so no element may be NaN.
static void emitCompareAndSwap(Generator &g) {
  Format wanted = anyWordInt(g);
  Buffer *buffer = g.requireBuffer(
      [](const Buffer &b) {
        return b.pointer && isWord(b.format) && !b.fact.nan;
      },
      wanted);
  if (!buffer)
    return;
  Slot slot{buffer->format, shapeOfAtMost(g, buffer->elements), buffer->fact};
  Operand compared = g.conform(slot), value = g.conform(slot);
  Operand indices = distinctIndices(g, slot.shape, buffer->elements);
  Value mask;
  if (g.rng.chance(30))
    mask = g.choose(Format::I1, slot.shape).value;
  Value pointers = g.pointersTo(buffer->pointer, indices);
  Value token = g.tokenOf(*buffer);
  MemoryOrderingSemantics semantics = anySemantics(g);
  MemoryScope scope = anyScope(g);
  auto swap = g.make<AtomicCASTkoOp>(pointers, compared.value, value.value,
                                     mask, token, semantics, scope);
  buffer->token = swap.getResultToken();
  // Where the mask is false, the result is the operand of the comparison.
  g.define(swap.getResult(), join(buffer->fact, compared.fact));
}

/// A view of `elements` elements in tiles of `tile`; the last tile may
/// overhang.
static Value makeTiles(Generator &g, Value pointer, int64_t elements,
                       int64_t tile) {
  Value view = g.make<MakeTensorViewOp>(pointer, ArrayRef<int64_t>(elements),
                                        ArrayRef<int64_t>(1));
  return g.make<MakePartitionViewOp>(view, int32_t(tile));
}

/// `isWhole`: no tile of the view overhangs.
static Value modifyTile(Generator &g, Value view, Value index, Operand value,
                        AtomicRMWMode mode, Value token, bool isShared,
                        bool isWhole) {
  bool promise = g.has(5) && isWhole && g.rng.chance(50);
  MemoryScope scope =
      isShared || g.rng.chance(50) ? MemoryScope::Device : MemoryScope::TlBlk;
  return g
      .make<AtomicRedViewTkoOp>(view, index, value.value, token,
                                MemoryOrderingSemantics::Relaxed, scope, mode,
                                promise)
      .getResultToken();
}

static void emitModifyView(Generator &g) {
  Format wanted = g.rng.chance(60) ? anyWordInt(g) : g.anyFloat();
  Buffer *buffer = g.requireBuffer(takesArithmetic, wanted);
  if (!buffer)
    return;
  AtomicRMWMode mode = anyMode(g, buffer->format, /*mayExchange=*/false);
  int64_t tile = int64_t(1) << g.rng.below(5);
  int64_t last = llvm::divideCeil(buffer->elements, tile) - 1;
  Operand value = anyArgument(g, buffer->format, tile, mode);
  Value view = makeTiles(g, buffer->pointer, buffer->elements, tile);
  Format indexFormat = g.indexFormat(last, /*isUnsigned=*/true);
  Operand index = g.boundedIndex(indexFormat, last);
  Value token = g.tokenOf(*buffer);
  if (avoidsSubnormals(g, buffer->format, mode)) {
    Operand start = anyArgument(g, buffer->format, tile, mode);
    token = g.make<StoreViewTkoOp>(start.value, view, index.value, token)
                .getResultToken();
  }
  buffer->token = modifyTile(g, view, index.value, value, mode, token,
                             /*isShared=*/false, buffer->elements % tile == 0);
}

//===----------------------------------------------------------------------===//
// On memory that all tile blocks share
//===----------------------------------------------------------------------===//

/// A counter with a format in which sums stay exact over all tile blocks and
/// iterations.
static Counter &anyCounter(Generator &g) {
  if (!g.counters.empty() && g.rng.chance(60))
    return g.counters[g.rng.below(g.counters.size())];
  Counter counter;
  counter.format = g.rng.pick(
      {Format::I32, Format::I32, Format::I64, Format::F32, Format::F64});
  counter.mode = anyMode(g, counter.format, /*mayExchange=*/false);
  counter.elements = int64_t(1) << g.rng.below(5);
  Fact initial = numerics::isFloat(counter.format)
                     ? Fact::range(-mostAdded, mostAdded)
                     : Fact::any(counter.format);
  counter.parameter = g.addMemory(counter.format, counter.elements, initial);
  return g.counters.emplace_back(counter);
}

static Operand anyChange(Generator &g, const Counter &counter,
                         ArrayRef<int64_t> shape) {
  if (numerics::isFloat(counter.format) && g.wantsExact())
    return g.boundedFloat(counter.format, shape, -mostAdded, mostAdded);
  return g.choose(counter.format, shape);
}

/// The old value depends on the order of tile blocks and is not used.
static void emitCount(Generator &g) {
  const Counter counter = anyCounter(g);
  if (g.has(3) && g.rng.chance(30)) {
    int64_t tile = int64_t(1) << g.rng.below(5);
    int64_t last = llvm::divideCeil(counter.elements, tile) - 1;
    Operand value = anyChange(g, counter, tile);
    Value view = makeTiles(g, counter.parameter, counter.elements, tile);
    Format indexFormat = g.indexFormat(last, /*isUnsigned=*/true);
    Operand index = g.boundedIndex(indexFormat, last);
    modifyTile(g, view, index.value, value, counter.mode, Value(),
               /*isShared=*/true, counter.elements % tile == 0);
    return;
  }
  Shape shape = g.anyShape();
  Operand value = anyChange(g, counter, shape);
  Operand indices = g.boundedInt(Format::I32, shape, 0, counter.elements - 1);
  Value mask;
  if (g.rng.chance(30))
    mask = g.choose(Format::I1, shape).value;
  Value pointers = g.pointersTo(counter.parameter, indices);
  MemoryOrderingSemantics semantics = anySemantics(g);
  MemoryScope scope = g.rng.pick({MemoryScope::Device, MemoryScope::Sys});
  g.make<AtomicRMWTkoOp>(pointers, value.value, mask, Value(), semantics, scope,
                         counter.mode);
}

void smith::addAtomicRules(Rules &rules) {
  llvm::append_range(rules,
                     Rules{
                         {"atomic.modify", 1, 4, emitModify},
                         {"atomic.compare-and-swap", 1, 3, emitCompareAndSwap},
                         {"atomic.modify-view", 3, 2, emitModifyView},
                         {"atomic.count", 1, 4, emitCount},
                     });
}
