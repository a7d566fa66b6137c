//===- MemoryRules.cpp - Memory of one tile block, and tokens -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../TileLoop.h"
#include "AccessRules.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/FloatMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Globals.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Misc.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

//===----------------------------------------------------------------------===//
// Common parts of accesses
//===----------------------------------------------------------------------===//

Ordering smith::anyOrdering(Generator &g, MemoryOrderingSemantics strong) {
  if (g.rng.chance(70))
    return Ordering(g, MemoryOrderingSemantics::Weak);
  if (g.rng.chance(50))
    strong = MemoryOrderingSemantics::Relaxed;
  auto scope = MemoryScopeAttr::get(g.builder.getContext(), anyScope(g));
  return Ordering(g, strong, scope);
}

MemoryScope smith::anyScope(Generator &g) {
  return static_cast<MemoryScope>(g.rng.below(3));
}

Value smith::assumeDivisible(Generator &g, Value value, uint64_t divisor) {
  auto fact = DivByAttr::get(g.builder.getContext(), divisor, std::nullopt,
                             std::nullopt);
  return g.make<AssumeOp>(value, fact);
}

Operand smith::distinctIndices(Generator &g, ArrayRef<int64_t> shape,
                               int64_t elements) {
  Operand indices = g.count(Format::I32, shape);
  int64_t number = numElements(shape);
  if (number > 1 && g.rng.chance(40)) {
    Value flip = g.splat(Format::I32, shape, g.rng.below(number)).value;
    indices.value = g.make<XOrIOp>(indices.value, flip);
  }
  if (number < elements && g.rng.chance(50)) {
    int64_t first = g.rng.below(elements - number + 1);
    Value start = g.splat(Format::I32, shape, first).value;
    indices.value = g.make<AddIOp>(indices.value, start);
  }
  return indices;
}

Shape smith::shapeOfAtMost(Generator &g, int64_t elements) {
  Shape shape = g.anyShape();
  return numElements(shape) <= elements ? shape : Shape{elements};
}

/// Passes a pointer through operations that do not change its value.
static Value disguise(Generator &g, Value pointer, Format format) {
  switch (g.rng.below(8)) {
  case 0: {
    Value address = g.make<PtrToIntOp>(pointer);
    return g.make<IntToPtrOp>(pointer.getType(), address);
  }
  case 1: {
    Format other = g.rng.pick({Format::I8, Format::F32, Format::I64});
    Value cast = g.make<PtrToPtrOp>(g.pointerType(other), pointer);
    return g.make<PtrToPtrOp>(pointer.getType(), cast);
  }
  case 2:
    return assumeDivisible(g, pointer, numerics::storageBytes(format));
  default:
    return pointer;
  }
}

//===----------------------------------------------------------------------===//
// Making buffers
//===----------------------------------------------------------------------===//

/// A format whose elements can be accessed one by one.
static Format bufferFormat(Generator &g) {
  Format format = g.anyFormat();
  return format == Format::F4E2M1FN ? Format::I32 : format;
}

static Buffer newBuffer(Generator &g, Format format) {
  Buffer buffer;
  buffer.format = format;
  buffer.elements = int64_t(1) << (g.rng.below(6) + isHalfByte(format));
  buffer.fact = g.slotFact(format);
  return buffer;
}

/// Gives each tile block a part of a parameter or of a global. Not in loops,
/// where iterations would race.
static Buffer &addScratch(Generator &g, Format format) {
  Buffer buffer = newBuffer(g, format);
  int64_t all = llvm::PowerOf2Ceil(g.numBlocks * buffer.elements);
  // Elements of 4 bits are written by atomic accesses to whole words.
  if (isHalfByte(format))
    all = std::max<int64_t>(all, 8);
  Value memory;
  if (g.rng.chance(60)) {
    memory = g.addMemory(format, all, buffer.fact);
  } else {
    std::string name = g.globalName("scratch", g.numScratches++);
    {
      OpBuilder::InsertionGuard guard(g.builder);
      g.setInsertionPointForGlobals();
      ElementsAttr initial = g.drawLiteral(format, all, buffer.fact);
      g.make<GlobalOp>(name, initial);
    }
    memory = g.make<GetGlobalOp>(g.pointerType(format), name);
  }
  buffer.pointer = g.ownPart(memory, buffer.elements);
  return g.buffers.emplace_back(buffer);
}

static void emitScratch(Generator &g) {
  if (g.runsOnce())
    addScratch(g, bufferFormat(g));
}

Buffer *Generator::requireBuffer(llvm::function_ref<bool(const Buffer &)> fits,
                                 Format format) {
  Buffer *known = findBuffer(fits);
  if (known || !runsOnce())
    return known;
  Buffer &made = addScratch(*this, format);
  return fits(made) ? &made : nullptr;
}

static void emitAlloca(Generator &g) {
  Buffer buffer = newBuffer(g, bufferFormat(g));
  uint64_t alignment = numerics::storageBytes(buffer.format) << g.rng.below(4);
  bool isGlobal = g.rng.chance(30);
  buffer.pointer = g.make<AllocaOp>(g.pointerType(buffer.format),
                                    buffer.elements, alignment, isGlobal);
  // Initialises the memory: reading unwritten memory is an error.
  Operand value = g.conform({buffer.format, {buffer.elements}, buffer.fact});
  Operand indices = g.count(Format::I32, buffer.elements);
  Value pointers = g.pointersTo(buffer.pointer, indices);
  auto store = g.make<StorePtrTkoOp>(pointers, value.value);
  buffer.token = store.getResultToken();
  g.buffers.push_back(buffer);
}

//===----------------------------------------------------------------------===//
// Accesses through pointers
//===----------------------------------------------------------------------===//

/// True if elements can be accessed one by one.
static bool isMemory(const Buffer &buffer) {
  return buffer.pointer && !isHalfByte(buffer.format);
}

/// Loads elements of a buffer at any indices. Where the mask is false, the
/// pointer may be anything and the result is the padding.
static LoadPtrTkoOp loadElements(Generator &g, Buffer &buffer, Value token,
                                 Fact &fact) {
  Shape shape = g.anyShape();
  Value mask, padding;
  fact = buffer.fact;
  Operand indices;
  if (g.rng.chance(30)) {
    Operand any = g.choose(Format::I32, shape);
    Value end = g.splat(Format::I32, shape, buffer.elements).value;
    mask = g.make<CmpIOp>(ComparisonPredicate::LessThan, any.value, end,
                          Signedness::Unsigned);
    indices = any;
  } else {
    // Offsets are signed.
    Format format = g.indexFormat(buffer.elements - 1, /*isUnsigned=*/false);
    indices = g.boundedInt(format, shape, 0, buffer.elements - 1);
    if (g.rng.chance(5))
      indices = g.boundedInt(Format::I1, shape, 0, 0);
    if (g.rng.chance(30))
      mask = g.choose(Format::I1, shape).value;
  }
  if (mask) {
    Operand other = g.choose(buffer.format, shape);
    padding = other.value;
    fact = join(fact, other.fact);
  }
  Value base = disguise(g, buffer.pointer, buffer.format);
  Value pointers = g.pointersTo(base, indices);
  Ordering ordering = anyOrdering(g, MemoryOrderingSemantics::Acquire);
  OptimizationHintsAttr hints = anyHints(g, /*isView=*/false);
  return g.make<LoadPtrTkoOp>(pointers, mask, padding, token,
                              ordering.semantics, ordering.scope, hints);
}

static void emitLoad(Generator &g) {
  Format format = bufferFormat(g);
  Buffer *buffer = g.requireBuffer(isMemory, format);
  if (!buffer)
    return;
  Value before = g.tokenOf(*buffer);
  Fact fact;
  LoadPtrTkoOp load = loadElements(g, *buffer, before, fact);
  buffer->token = load.getResultToken();
  g.define(load.getResult(), fact);
  if (g.rng.chance(70))
    return;
  // Two loads need no order between them; later accesses come after both.
  LoadPtrTkoOp other = loadElements(g, *buffer, before, fact);
  g.define(other.getResult(), fact);
  buffer->token = g.make<JoinTokensOp>(
      ValueRange{load.getResultToken(), other.getResultToken()});
}

static void emitStore(Generator &g) {
  Format format = bufferFormat(g);
  Buffer *buffer = g.requireBuffer(isMemory, format);
  if (!buffer)
    return;
  Shape shape = shapeOfAtMost(g, buffer->elements);
  Operand value = g.conform({buffer->format, shape, buffer->fact});
  Operand indices = distinctIndices(g, shape, buffer->elements);
  Value mask;
  if (g.rng.chance(30))
    mask = g.choose(Format::I1, shape).value;
  Value base = disguise(g, buffer->pointer, buffer->format);
  Value pointers = g.pointersTo(base, indices);
  Value token = g.tokenOf(*buffer);
  Ordering ordering = anyOrdering(g, MemoryOrderingSemantics::Release);
  OptimizationHintsAttr hints = anyHints(g, /*isView=*/false);
  auto store = g.make<StorePtrTkoOp>(pointers, value.value, mask, token,
                                     ordering.semantics, ordering.scope, hints);
  buffer->token = store.getResultToken();
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

/// A buffer's token, made if there was no access so far.
static Value requireToken(Generator &g, Buffer &buffer) {
  if (!buffer.token)
    buffer.token = g.make<MakeTokenOp>();
  return buffer.token;
}

static bool isAny(const Buffer &) { return true; }

static void emitJoin(Generator &g) {
  Buffer *one = g.findBuffer(isAny), *other = g.findBuffer(isAny);
  if (!one)
    return;
  SmallVector<Value> tokens{requireToken(g, *one)};
  tokens.push_back(requireToken(g, *other));
  if (g.rng.chance(20))
    tokens.push_back(g.make<MakeTokenOp>());
  one->token = g.make<JoinTokensOp>(tokens);
}

/// Operations that take and return a token, and access nothing.
template <typename Op> static void emitPassing(Generator &g) {
  Buffer *buffer = g.findBuffer(isAny);
  if (!buffer)
    return;
  Value token = requireToken(g, *buffer);
  buffer->token = g.make<Op>(token).getResultToken();
}

//===----------------------------------------------------------------------===//
// Stores that a later iteration loads
//===----------------------------------------------------------------------===//

void smith::emitStoreChain(Generator &g) {
  constexpr int64_t most = 8, trips = 4;
  Format format = g.rng.pick({Format::I32, Format::F32, Format::F16});
  Shape tile{anyExtent(g), g.rng.pick({16, 32, 64})};
  // One place, two alternately, or a place for each iteration.
  int64_t places = g.rng.pick<int64_t>({1, 2, trips + 1});
  Matrix memory(g, format, tile, {places * tile[0], tile[1]});
  memory.setBase(g, reserveAligned(g, memory));
  Tiles tiles(g, memory);
  Value zero = g.scalar(Format::I32, 0).value;
  auto place = [&](Value number) -> Value {
    if (places > trips)
      return number;
    Value mask = g.scalar(Format::I32, places - 1).value;
    return g.make<AndIOp>(number, mask);
  };
  Fact each = Fact::range(-most, most);
  Operand first = loadWhole(g, format, tile, each);
  Value token = tiles.store(first.value, {zero, zero});
  TileLoop loop(g, trips);
  loop.add(Stream(g, format, each, tile, trips));
  // Iterations that do not run leave the zeros from the beginning.
  token =
      loop.emit(
              token,
              [&](Operand counter, ValueRange tokens, ArrayRef<Operand> terms) {
                Value from = place(counter.value);
                auto [value, after] = tiles.load({from, zero}, tokens.front());
                Value sum =
                    format == Format::I32
                        ? Value(g.make<AddIOp>(value, terms.front().value))
                        : Value(g.make<AddFOp>(value, terms.front().value));
                Value one = g.scalar(Format::I32, 1).value;
                Value to = g.make<AddIOp>(counter.value, one);
                to = place(to);
                return SmallVector<Value>{tiles.store(sum, {to, zero}, after)};
              })
          .front();
  Value last = g.scalar(Format::I32, g.rng.below(places)).value;
  Value result = tiles.load({last, zero}, token).first;
  int64_t bound = most * (trips + 1);
  g.define(result, Fact::range(-bound, bound));
}

void smith::addMemoryRules(Rules &rules) {
  llvm::append_range(rules,
                     Rules{
                         {"memory.scratch", 1, 5, emitScratch},
                         {"memory.alloca", 3, 3, emitAlloca},
                         {"memory.load", 1, 7, emitLoad},
                         {"memory.store", 1, 7, emitStore},
                         {"memory.join", 1, 2, emitJoin},
                         {"memory.memory-fence-alias", 4, 3,
                          emitPassing<MemoryFenceAliasTkoOp>},
                         {"memory.gdc-wait", 4, 1, emitPassing<GdcWaitTkoOp>},
                         {"memory.gdc-launch-dependents", 4, 1,
                          emitPassing<GdcLaunchDependentsTkoOp>},
                     });
}
