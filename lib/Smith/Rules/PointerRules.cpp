//===- PointerRules.cpp - Pointers as data --------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles of pointers to elements of inputs go through all operations that move
// values: selects, reshapes, casts to integers and back, memory. Branches and
// loops carry them as well (ControlRules.cpp). After all that, each still
// points to some element, so that any may be loaded. Addresses differ from
// engine to engine and never enter a result.
//
//===----------------------------------------------------------------------===//

#include "AccessRules.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Parts.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

static TileType typeOf(Value pointers) {
  return cast<TileType>(pointers.getType());
}
static Shape shapeOf(Value pointers) {
  return Shape(typeOf(pointers).getShape());
}
static Format pointeeOf(Value pointers) {
  auto type = cast<PointerType>(typeOf(pointers).getElementType());
  return *cuda_tile::getFormat(type.getPointeeType());
}

/// A tile of pointers from the scope, or a new one.
static Value anyPointers(Generator &g) {
  if (!g.pointers.empty() && g.rng.chance(80))
    return g.pointers[g.rng.below(g.pointers.size())];
  Format format = g.anyFormat();
  if (isHalfByte(format))
    format = Format::I16;
  Shape shape = g.anyShape();
  return g.choosePointers(format, shape);
}

//===----------------------------------------------------------------------===//
// Rules that move elements
//===----------------------------------------------------------------------===//

static void emitSelect(Generator &g) {
  Value whenTrue = anyPointers(g);
  Shape shape = shapeOf(whenTrue);
  Value whenFalse = g.choosePointers(pointeeOf(whenTrue), shape);
  Operand condition = g.choose(Format::I1, shape);
  g.pointers.push_back(g.make<SelectOp>(condition.value, whenTrue, whenFalse));
}

static Value reorder(Generator &g, Value source) {
  Shape shape = shapeOf(source);
  int64_t number = numElements(shape);
  constexpr int64_t most = 256;
  switch (g.rng.below(5)) {
  case 0:
    return g.make<ReshapeOp>(source, Shape{number, 1});
  case 1: {
    if (shape.size() < 2)
      return source;
    auto permutation = llvm::to_vector(llvm::seq<int32_t>(0, shape.size()));
    g.rng.shuffle(permutation);
    return g.make<PermuteOp>(source, ArrayRef<int32_t>(permutation));
  }
  case 2: {
    if (2 * number > most)
      return source;
    Value row = g.make<ReshapeOp>(source, Shape{1, number});
    return g.make<BroadcastOp>(row, Shape{2, number});
  }
  case 3: {
    Value flat = g.make<ReshapeOp>(source, Shape{number});
    Operand index = g.boundedInt(Format::I32, {}, 0, number - 1);
    return g.make<ExtractOp>(flat, ArrayRef<int64_t>(1), index.value);
  }
  default: {
    if (shape.empty() || 2 * number > most)
      return source;
    Value other = g.choosePointers(pointeeOf(source), shape);
    return g.make<CatOp>(source, other, g.rng.below(shape.size()));
  }
  }
}

static void emitReorder(Generator &g) {
  Value source = anyPointers(g);
  g.pointers.push_back(reorder(g, source));
}

static void emitInsert(Generator &g) {
  Value whole = anyPointers(g);
  Shape shape = shapeOf(whole);
  if (shape.empty())
    return;
  SmallVector<Value> indices;
  for (int64_t &extent : shape) {
    indices.push_back(g.boundedInt(Format::I32, {}, 0, extent - 1).value);
    extent = 1;
  }
  Value part = g.choosePointers(pointeeOf(whole), shape);
  g.pointers.push_back(g.make<InsertOp>(part, whole, indices));
}

//===----------------------------------------------------------------------===//
// Rules that change pointers and change them back
//===----------------------------------------------------------------------===//

/// Adds an offset and subtracts it again.
static Value moveAndReturn(Generator &g, Value pointers) {
  Shape shape = shapeOf(pointers);
  Format format = g.rng.pick({Format::I32, Format::I64});
  Operand offset = g.boundedInt(format, shape, 0, 7);
  Value there = g.advance(pointers, offset.value);
  Value back = g.make<NegIOp>(offset.value);
  return g.advance(there, back);
}

/// Casts to integers, and changes bits of these twice, back and forth.
static Value asIntegers(Generator &g, Value pointers) {
  Value address = g.make<PtrToIntOp>(pointers);
  if (g.rng.chance(50)) {
    Operand mask = g.choose(Format::I64, shapeOf(pointers));
    address = g.make<XOrIOp>(address, mask.value);
    address = g.make<XOrIOp>(address, mask.value);
  }
  return g.make<IntToPtrOp>(pointers.getType(), address);
}

static Value asOthers(Generator &g, Value pointers) {
  Format other = g.rng.pick(
      {Format::I1, Format::I8, Format::F16, Format::F32, Format::I64});
  Type type = g.slotType({other, shapeOf(pointers), Fact(), true});
  Value cast = g.make<PtrToPtrOp>(type, pointers);
  return g.make<PtrToPtrOp>(pointers.getType(), cast);
}

/// Stores them as integers in memory that only this tile block uses, and loads
/// them.
static Value throughMemory(Generator &g, Value pointers) {
  if (!g.has(3))
    return pointers;
  Value address = g.make<PtrToIntOp>(pointers);
  Shape shape = shapeOf(pointers);
  int64_t number = numElements(shape);
  bool isGlobal = g.rng.chance(30);
  Value memory = g.make<AllocaOp>(g.pointerType(Format::I64), number,
                                  /*alignment=*/8, isGlobal);
  Operand indices = g.count(Format::I32, shape);
  Value places = g.pointersTo(memory, indices);
  Value token = g.make<StorePtrTkoOp>(places, address).getResultToken();
  address = g.make<LoadPtrTkoOp>(places, Value(), Value(), token).getResult();
  return g.make<IntToPtrOp>(pointers.getType(), address);
}

static Value promise(Generator &g, Value pointers) {
  return assumeDivisible(g, pointers,
                         numerics::storageBytes(pointeeOf(pointers)));
}

static void emitDisguise(Generator &g) {
  Value pointers = anyPointers(g);
  auto disguise =
      g.rng.pick({moveAndReturn, asIntegers, asOthers, throughMemory, promise});
  g.pointers.push_back(disguise(g, pointers));
}

//===----------------------------------------------------------------------===//
// Rules that use pointers
//===----------------------------------------------------------------------===//

static void emitLoad(Generator &g) {
  Value pointers = anyPointers(g);
  Format format = pointeeOf(pointers);
  Shape shape = shapeOf(pointers);
  Value mask, padding;
  if (g.rng.chance(30)) {
    mask = g.choose(Format::I1, shape).value;
    padding = g.choose(format, shape).value;
  }
  Ordering ordering = anyOrdering(g, MemoryOrderingSemantics::Acquire);
  OptimizationHintsAttr hints = anyHints(g, /*isView=*/false);
  auto load = g.make<LoadPtrTkoOp>(pointers, mask, padding, Value(),
                                   ordering.semantics, ordering.scope, hints);
  // The elements of any input.
  g.define(load.getResult(), Fact::any(format));
}

void smith::addPointerRules(Rules &rules) {
  llvm::append_range(rules, Rules{
                                {"pointer.select", 1, 3, emitSelect},
                                {"pointer.reorder", 1, 3, emitReorder},
                                {"pointer.insert", 4, 2, emitInsert},
                                {"pointer.disguise", 1, 4, emitDisguise},
                                {"pointer.load", 1, 6, emitLoad},
                            });
}
