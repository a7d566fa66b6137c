//===- SynchronizationRules.cpp - Tile blocks that work together ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessRules.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Atomics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

static MemoryScopeAttr deviceScope(Generator &g) {
  return MemoryScopeAttr::get(
      g.builder.getContext(),
      g.rng.pick({MemoryScope::Device, MemoryScope::Sys}));
}

static Value isEqual(Generator &g, Value lhs, Value rhs) {
  return g.make<CmpIOp>(ComparisonPredicate::Equal, lhs, rhs,
                        Signedness::Signed);
}

/// Reads or sets a flag that other tile blocks see.
static LoadPtrTkoOp loadFlag(Generator &g, Value flag, MemoryScopeAttr scope) {
  Ordering ordering(g, MemoryOrderingSemantics::Acquire, scope);
  return g.make<LoadPtrTkoOp>(flag, Value(), Value(), Value(),
                              ordering.semantics, ordering.scope,
                              OptimizationHintsAttr());
}
static void storeFlag(Generator &g, Value flag, Value value, Value token,
                      MemoryScopeAttr scope) {
  Ordering ordering(g, MemoryOrderingSemantics::Release, scope);
  g.make<StorePtrTkoOp>(flag, value, Value(), token, ordering.semantics,
                        ordering.scope, OptimizationHintsAttr());
}

/// Loads or stores all elements of the memory in order.
static LoadPtrTkoOp loadAll(Generator &g, Value memory, int64_t elements,
                            Value token) {
  Operand indices = g.count(Format::I32, elements);
  Value pointers = g.pointersTo(memory, indices);
  return g.make<LoadPtrTkoOp>(pointers, Value(), Value(), token);
}
static Value storeAll(Generator &g, Value memory, Operand value) {
  Operand indices = g.count(Format::I32, value.shape());
  Value pointers = g.pointersTo(memory, indices);
  return g.make<StorePtrTkoOp>(pointers, value.value).getResultToken();
}

static Format sharedFormat(Generator &g) {
  return g.rng.chance(50) ? g.anyInt() : g.anyFloat();
}

/// Split-K: each tile block stores its part and increments a counter; the last
/// one sees all parts and combines them. Its result does not depend on which
/// one is the last.
static void emitLastBlock(Generator &g) {
  if (!g.runsOnce() || g.depth > 0)
    return;
  Format format = sharedFormat(g);
  int64_t elements = int64_t(1) << g.rng.below(4);
  Operand part = g.choose(format, elements);
  int64_t all = llvm::PowerOf2Ceil(g.numBlocks) * elements;
  Fact zero = Fact::range(0, 0);
  Value parts = g.addMemory(format, all, zero);
  Value counter = g.addMemory(Format::I32, 1, zero);
  Value result = g.addMemory(format, all, zero);

  Value stored = storeAll(g, g.ownPart(parts, elements), part);
  Value one = g.scalar(Format::I32, 1).value;
  MemoryScopeAttr scope = deviceScope(g);
  auto ticket = g.make<AtomicRMWTkoOp>(counter, one, Value(), stored,
                                       MemoryOrderingSemantics::AcqRel,
                                       scope.getValue(), AtomicRMWMode::Add);
  Value last = g.scalar(Format::I32, g.numBlocks - 1).value;
  Value isLast = isEqual(g, ticket.getResult(), last);
  g.make<IfOp>(TypeRange(), isLast, [&](OpBuilder &, Location) {
    LoadPtrTkoOp load = loadAll(g, parts, all, ticket.getResultToken());
    storeAll(g, result, {load.getResult(), part.fact});
    g.make<YieldOp>();
  });
}

/// Message passing: tile block 0 stores data and sets a flag; the others look
/// once. One that sees the flag must see the data. The language leaves open if
/// it sees the flag, and what it stores is right either way.
static void emitMessage(Generator &g) {
  if (!g.runsOnce() || g.depth > 0)
    return;
  Shape shape{int64_t(1) << g.rng.below(4)};
  Fact message = Fact::range(1, 100), zero = Fact::range(0, 0);
  Operand data = g.literal(Format::I32, shape, message);
  Value memory = g.addMemory(Format::I32, shape[0], zero);
  Value flag = g.addMemory(Format::I32, 1, zero);
  Value one = g.scalar(Format::I32, 1).value;
  Value none = g.scalar(Format::I32, 0).value;
  Value isSender = isEqual(g, g.blockNumber.value, none);
  MemoryScopeAttr scope = deviceScope(g);
  g.make<IfOp>(TypeRange(), isSender, [&](OpBuilder &, Location) {
    Value stored = storeAll(g, memory, data);
    storeFlag(g, flag, one, stored, scope);
    g.make<YieldOp>();
  });
  LoadPtrTkoOp seen = loadFlag(g, flag, scope);
  Value isRaised = isEqual(g, seen.getResult(), one);
  Type resultType = g.tileType(Format::I1, shape);
  auto received = g.make<IfOp>(
      resultType, isRaised,
      [&](OpBuilder &, Location) {
        LoadPtrTkoOp load = loadAll(g, memory, shape[0], seen.getResultToken());
        Value same = isEqual(g, load.getResult(), data.value);
        g.make<YieldOp>(same);
      },
      [&](OpBuilder &, Location) {
        g.make<YieldOp>(g.splat(Format::I1, shape, -1).value);
      });
  g.define(received.getResult(0), Fact::range(-1, -1));
}

/// Reads memory with acquire until `look` returns true; returns the token of
/// the last read.
static Value spin(Generator &g,
                  llvm::function_ref<std::pair<Value, Value>()> look) {
  auto loop = g.make<LoopOp>(
      g.tokenType(), ValueRange(), [&](OpBuilder &, Location, ValueRange) {
        std::pair<Value, Value> seen = look();
        g.make<IfOp>(TypeRange(), seen.first, [&](OpBuilder &, Location) {
          g.make<BreakOp>(seen.second);
        });
        g.make<ContinueOp>(ValueRange());
      });
  return loop.getResult(0);
}

/// A chain: each tile block draws a ticket, waits for the holder of the ticket
/// before, which has started, and passes a sum on. The sums depend on the
/// tickets only, not on which tile block has which.
static void emitChain(Generator &g) {
  if (!g.runsOnce() || g.depth > 0)
    return;
  Fact zero = Fact::range(0, 0);
  Value counter = g.addMemory(Format::I32, 1, zero);
  Value flags = g.addMemory(Format::I32, g.numBlocks, zero);
  Value sums = g.addMemory(Format::I32, g.numBlocks, zero);
  Value one = g.scalar(Format::I32, 1).value;
  Value none = g.scalar(Format::I32, 0).value;
  Operand summand = g.literal(Format::I32, {}, Fact::range(-9, 9));
  MemoryScopeAttr scope = deviceScope(g);
  Value ticket = g.make<AtomicRMWTkoOp>(counter, one, Value(), Value(),
                                        MemoryOrderingSemantics::Relaxed,
                                        scope.getValue(), AtomicRMWMode::Add)
                     .getResult();
  Value isFirst = isEqual(g, ticket, none);
  auto before = g.make<IfOp>(
      TypeRange{one.getType(), g.tokenType()}, isFirst,
      [&](OpBuilder &, Location) {
        Value token = g.make<MakeTokenOp>();
        g.make<YieldOp>(ValueRange{none, token});
      },
      [&](OpBuilder &, Location) {
        Value previous = g.make<SubIOp>(ticket, one);
        Value flag = g.advance(flags, previous);
        Value raised = spin(g, [&]() -> std::pair<Value, Value> {
          LoadPtrTkoOp load = loadFlag(g, flag, scope);
          return {isEqual(g, load.getResult(), one), load.getResultToken()};
        });
        Value place = g.advance(sums, previous);
        auto sum = g.make<LoadPtrTkoOp>(place, Value(), Value(), raised);
        g.make<YieldOp>(ValueRange{sum.getResult(), sum.getResultToken()});
      });
  Value sum = g.make<AddIOp>(before.getResult(0), summand.value);
  Value place = g.advance(sums, ticket);
  Value stored = g.make<StorePtrTkoOp>(place, sum, Value(), before.getResult(1))
                     .getResultToken();
  Value flag = g.advance(flags, ticket);
  storeFlag(g, flag, one, stored, scope);
}

/// A lock around a sum that all tile blocks add to without atomic operations.
static void emitLock(Generator &g) {
  if (!g.runsOnce() || g.depth > 0)
    return;
  Fact zero = Fact::range(0, 0);
  Value lock = g.addMemory(Format::I32, 1, zero);
  Value total = g.addMemory(Format::I32, 1, zero);
  Value one = g.scalar(Format::I32, 1).value;
  Value none = g.scalar(Format::I32, 0).value;
  Operand summand = g.choose(Format::I32, {});
  MemoryScopeAttr scope = deviceScope(g);
  Value taken = spin(g, [&]() -> std::pair<Value, Value> {
    auto swap = g.make<AtomicCASTkoOp>(lock, none, one, Value(), Value(),
                                       MemoryOrderingSemantics::Acquire,
                                       scope.getValue());
    return {isEqual(g, swap.getResult(), none), swap.getResultToken()};
  });
  auto load = g.make<LoadPtrTkoOp>(total, Value(), Value(), taken);
  Value sum = g.make<AddIOp>(load.getResult(), summand.value);
  Value stored =
      g.make<StorePtrTkoOp>(total, sum, Value(), load.getResultToken())
          .getResultToken();
  if (g.rng.chance(50)) {
    g.make<AtomicRMWTkoOp>(lock, none, Value(), stored,
                           MemoryOrderingSemantics::Release, scope.getValue(),
                           AtomicRMWMode::Xchg);
    return;
  }
  storeFlag(g, lock, none, stored, scope);
}

void smith::addSynchronizationRules(Rules &rules) {
  llvm::append_range(rules,
                     Rules{
                         {"synchronization.last-block", 1, 2, emitLastBlock},
                         {"synchronization.message", 1, 2, emitMessage},
                         {"synchronization.chain", 1, 1, emitChain},
                         {"synchronization.lock", 1, 1, emitLock},
                     });
}
