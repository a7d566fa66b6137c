//===- Operands.cpp - Operands with given facts ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"
#include "Streams.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/FloatMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Pointers.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/ViewAccess.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Views.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Parts.h"

#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

/// A random number between -8 and 8. Unlike numbers with random bits, many have
/// similar magnitudes, so that their sums round.
static uint64_t drawModerate(Random &rng, Format format) {
  constexpr int64_t one = int64_t(1) << 53;
  bool hasSign = numerics::encodingOf(format).hasSign;
  int64_t significand = rng.between(hasSign ? -one : 1, one);
  int exponent = rng.between(-3, 3);
  double number = std::ldexp(significand, exponent - 53);
  return numerics::roundFloat(format, llvm::APFloat(number));
}

uint64_t Generator::drawBits(Format format, const Fact &fact) {
  unsigned width = numerics::bitWidth(format);
  if (numerics::isInteger(format)) {
    // The ends of the range come more often than at random.
    int64_t value = rng.between(fact.lo, fact.hi);
    if (rng.chance(10))
      value = rng.chance(50) ? fact.lo : fact.hi;
    return value & numerics::lowBits(width);
  }
  if (!fact.exact && !isExact() && rng.chance(60))
    return drawModerate(rng, format);
  if (!fact.exact) {
    uint64_t bits = rng.next() & numerics::lowBits(width);
    if (numerics::isNaN(format, bits))
      return numerics::canonicalNaN(format);
    return format == Format::TF32 ? bits & ~uint64_t(0x1FFF) : bits;
  }
  int64_t value = rng.between(fact.lo, fact.hi);
  if (format == Format::F8E8M0FNU)
    value = int64_t(1) << llvm::Log2_64(value);
  double number = std::ldexp(value, fact.quantum);
  if (value == 0 && fact.negZero && rng.chance(50))
    number = -0.0;
  return numerics::roundFloat(format, llvm::APFloat(number));
}

/// The literal of `type` with these elements.
static ElementsAttr makeLiteral(TileType type, Format format,
                                ArrayRef<uint64_t> bits) {
  auto dense = cast<ShapedType>(getDenseType(type));
  if (isa<IntegerType>(dense.getElementType())) {
    auto elements = llvm::map_to_vector(bits, [&](uint64_t element) {
      return APInt(numerics::bitWidth(format), element);
    });
    return toLiteral(type, DenseElementsAttr::get(dense, elements));
  }
  auto elements = llvm::map_to_vector(bits, [&](uint64_t element) {
    return numerics::decode(format, element);
  });
  return DenseElementsAttr::get(dense, elements);
}

ElementsAttr Generator::drawLiteral(Format format, ArrayRef<int64_t> shape,
                                    const Fact &fact) {
  // Large literals would make up most of the program's text.
  int64_t number = numElements(shape);
  bool isSplat = isLargeTile(number) || (number > 16 && rng.chance(70));
  SmallVector<uint64_t> bits;
  for (int64_t i = 0; i < (isSplat ? 1 : number); ++i)
    bits.push_back(drawBits(format, fact));
  return makeLiteral(tileType(format, shape), format, bits);
}

Operand Generator::literal(Format format, ArrayRef<int64_t> shape,
                           const Fact &fact) {
  ElementsAttr elements = drawLiteral(format, shape, fact);
  return {make<ConstantOp>(elements), fact};
}

Operand Generator::splat(Format format, ArrayRef<int64_t> shape,
                         int64_t number) {
  uint64_t bits =
      numerics::isInteger(format)
          ? number & numerics::lowBits(numerics::bitWidth(format))
          : numerics::roundFloat(format, llvm::APFloat(double(number)));
  ElementsAttr elements = makeLiteral(tileType(format, shape), format, bits);
  return {make<ConstantOp>(elements), Fact::range(number, number)};
}

Operand Generator::count(Format format, ArrayRef<int64_t> shape) {
  int64_t number = numElements(shape);
  Operand iota = {make<IotaOp>(number, elementType(format)),
                  Fact::range(0, number - 1)};
  return reshape(iota, shape);
}

Operand Generator::fresh(Format format, ArrayRef<int64_t> shape,
                         const Fact &fact) {
  if (format == Format::I4) {
    Operand wide = fresh(Format::I8, shape, Fact::any(Format::I8));
    return {make<TruncIOp>(tileType(format, shape), wide.value),
            Fact::any(format)};
  }
  if (rng.chance(30))
    return literal(format, shape, fact);
  int64_t number = numElements(shape);
  if (isLargeTile(number))
    return loadWhole(*this, format, shape, fact);
  Fact known;
  Value pointer = inputPointer(format, number, known);
  if (!implies(known, fact))
    return literal(format, shape, fact);
  Value view = make<MakeTensorViewOp>(pointer, ArrayRef<int64_t>(number),
                                      ArrayRef<int64_t>(1));
  Value tiles = make<MakePartitionViewOp>(view, int32_t(number));
  Value index = scalar(Format::I32, 0).value;
  auto load = make<LoadViewTkoOp>(tiles, index);
  return reshape({load.getTile(), known}, shape);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

Operand Generator::reshape(Operand operand, ArrayRef<int64_t> shape) {
  if (operand.type().getShape() == shape)
    return operand;
  return {make<ReshapeOp>(operand.value, shape), operand.fact};
}

Operand Generator::adapt(Operand operand, ArrayRef<int64_t> shape) {
  int64_t has = operand.type().getNumElements(), needed = numElements(shape);
  if (has > needed) {
    Operand flat = reshape(operand, has);
    Value index = scalar(Format::I32, rng.below(has / needed)).value;
    operand.value =
        make<ExtractOp>(flat.value, ArrayRef<int64_t>(needed), index);
  } else if (has < needed) {
    Operand row = reshape(operand, {1, has});
    operand.value =
        make<BroadcastOp>(row.value, ArrayRef<int64_t>{needed / has, has});
  }
  return reshape(operand, shape);
}

//===----------------------------------------------------------------------===//
// From the scope
//===----------------------------------------------------------------------===//

Operand Generator::find(llvm::function_ref<bool(const Operand &)> fits) {
  SmallVector<unsigned> candidates;
  for (auto [i, operand] : llvm::enumerate(pool))
    if (fits(operand))
      candidates.push_back(i);
  if (candidates.empty())
    return {};
  uint64_t i = rng.below(candidates.size()), j = rng.below(candidates.size());
  return pool[candidates[std::max(i, j)]];
}

Operand Generator::special(Format format, ArrayRef<int64_t> shape) {
  if (numerics::isInteger(format)) {
    int64_t least = leastOf(format), greatest = greatestOf(format);
    int64_t number = rng.pick<int64_t>({0, 0, 1, -1, 2, 4, least, greatest});
    return splat(format, shape, std::clamp(number, least, greatest));
  }
  Operand operand = splat(format, shape, rng.pick<int64_t>({0, 1, -1, 2, 4}));
  if (operand.fact.lo != 0 || rng.chance(50))
    return operand;
  Fact negZero = Fact::range(0, 0);
  negZero.negZero = true;
  return {make<NegFOp>(operand.value), negZero};
}

Operand Generator::choose(Format format, ArrayRef<int64_t> shape) {
  TileType type = tileType(format, shape);
  bool hasSpecial = numerics::isInteger(format)
                        ? format != Format::I4
                        : numerics::hasArithmetic(format);
  if (hasSpecial && format != Format::TF32 && rng.chance(6))
    return special(format, shape);
  if (rng.chance(85))
    if (Operand found =
            find([&](const Operand &o) { return o.value.getType() == type; });
        found.value)
      return found;
  // A tile cannot have a single element of 4 bits.
  bool maySplit = format != Format::F4E2M1FN || numElements(shape) > 1;
  if (maySplit && rng.chance(60))
    if (Operand found = find([&](const Operand &o) {
          return o.type().getElementType() == type.getElementType();
        });
        found.value)
      return adapt(found, shape);
  Fact fact = dataFact(format);
  return fresh(format, shape, fact);
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

Operand Generator::boundedInt(Format format, ArrayRef<int64_t> shape,
                              int64_t lo, int64_t hi) {
  Operand operand = choose(format, shape);
  return bound(operand, lo, hi);
}

Operand Generator::boundedIndex(Format format, int64_t most) {
  if (format == Format::I1)
    return most > 0 ? choose(format, {}) : scalar(format, 0);
  return boundedInt(format, {}, 0, most);
}

/// Clamps to floats and rounds fractions down; NaN becomes an end.
Operand Generator::makeFloatBound(Operand operand, int64_t lo, int64_t hi) {
  Format format = operand.format();
  Shape shape = operand.shape();
  Value least = splat(format, shape, lo).value;
  Value greatest = splat(format, shape, hi).value;
  Value value = make<MaxFOp>(operand.value, least);
  value = make<MinFOp>(value, greatest);
  if (!operand.fact.exact || operand.fact.quantum < 0)
    value = make<FloorOp>(value);
  Fact fact = Fact::range(lo, hi);
  fact.negZero = true;
  return {value, fact};
}

Operand Generator::bound(Operand operand, int64_t lo, int64_t hi) {
  Fact wanted = Fact::range(lo, hi);
  Format format = operand.format();
  wanted.negZero = numerics::isFloat(format);
  if (implies(operand.fact, wanted))
    return operand;
  if (numerics::isFloat(format))
    return makeFloatBound(operand, lo, hi);
  Shape shape = operand.shape();
  // The largest mask that gives at most hi - lo; then lo is added.
  int64_t mask = llvm::bit_floor(uint64_t(hi - lo) + 1) - 1;
  if (mask == 0)
    return splat(format, shape, lo);
  Value bits = splat(format, shape, mask).value;
  Operand masked = {make<AndIOp>(operand.value, bits), Fact::range(0, mask)};
  if (lo == 0)
    return masked;
  Value least = splat(format, shape, lo).value;
  return {make<AddIOp>(masked.value, least), Fact::range(lo, lo + mask)};
}

/// A value of a format without arithmetic: converted from f32, or fresh.
Operand Generator::convertBound(Format format, ArrayRef<int64_t> shape,
                                int64_t lo, int64_t hi) {
  // f8E8M0FNU has no zero.
  if (format == Format::F8E8M0FNU)
    return fresh(format, shape, Fact::range(std::max<int64_t>(lo, 1), hi));
  if (rng.chance(40))
    return fresh(format, shape, Fact::range(lo, hi));
  Operand wide = boundedFloat(Format::F32, shape, lo, hi, lo < 0);
  return {make<FToFOp>(tileType(format, shape), wide.value), wide.fact};
}

Operand Generator::boundedFloat(Format format, ArrayRef<int64_t> shape,
                                int64_t lo, int64_t hi, bool negZero) {
  if (!numerics::encodingOf(format).hasSign) {
    lo = std::max<int64_t>(lo, 0);
    negZero = false;
  }
  if (!numerics::hasArithmetic(format) || format == Format::TF32)
    return convertBound(format, shape, lo, hi);
  Operand operand = choose(format, shape);
  operand = bound(operand, lo, hi);
  if (negZero || !operand.fact.negZero)
    return operand;
  // Adding +0 turns -0 into +0 and changes nothing else.
  Value zero = splat(format, shape, 0).value;
  operand.value = make<AddFOp>(operand.value, zero);
  operand.fact.negZero = false;
  return operand;
}

Operand Generator::conform(const Slot &slot) {
  TileType type = tileType(slot.format, slot.shape);
  Operand found = find([&](const Operand &o) {
    return o.value.getType() == type && implies(o.fact, slot.fact);
  });
  if (found.value && rng.chance(90))
    return found;
  if (!slot.fact.exact)
    return choose(slot.format, slot.shape);
  if (numerics::isInteger(slot.format))
    return boundedInt(slot.format, slot.shape, slot.fact.lo, slot.fact.hi);
  return boundedFloat(slot.format, slot.shape, slot.fact.lo, slot.fact.hi,
                      slot.fact.negZero);
}

//===----------------------------------------------------------------------===//
// Places in memory
//===----------------------------------------------------------------------===//

Value Generator::advance(Value pointer, Value offset) {
  return make<OffsetOp>(pointer, offset);
}

Value Generator::advanceWhole(Value pointer, Value elements) {
  auto type = cast<TileType>(pointer.getType());
  Type pointee = cast<PointerType>(type.getElementType()).getPointeeType();
  if (!isHalfByte(*cuda_tile::getFormat(pointee)))
    return advance(pointer, elements);
  Value two = scalar(Format::I32, 2).value;
  Value bytes = make<DivIOp>(elements, two, Signedness::Unsigned);
  Value cast = make<PtrToPtrOp>(pointerType(Format::I8), pointer);
  cast = advance(cast, bytes);
  return make<PtrToPtrOp>(type, cast);
}

Value Generator::ownPart(Value pointer, int64_t elements) {
  Value size = scalar(Format::I32, elements).value;
  Value start = make<MulIOp>(blockNumber.value, size);
  return advanceWhole(pointer, start);
}

Value Generator::pointersTo(Value pointer, Operand indices) {
  Shape shape = indices.shape();
  if (!shape.empty()) {
    Value one = make<ReshapeOp>(pointer, Shape(shape.size(), 1));
    pointer = make<BroadcastOp>(one, shape);
  }
  return advance(pointer, indices.value);
}

Value Generator::choosePointers(Format format, ArrayRef<int64_t> shape) {
  TileType type = slotType({format, Shape(shape), Fact(), /*isPointer=*/true});
  SmallVector<Value> known;
  llvm::copy_if(pointers, std::back_inserter(known),
                [&](Value value) { return value.getType() == type; });
  if (!known.empty() && rng.chance(80))
    return rng.pick(ArrayRef(known));
  int64_t elements = int64_t(1) << (2 + rng.below(4));
  Fact fact;
  Value base = inputPointer(format, elements, fact);
  Operand indices = boundedInt(Format::I32, shape, 0, elements - 1);
  return pointersTo(base, indices);
}

Value Generator::reserve(Format format, int64_t elements, int64_t alignment) {
  auto known = llvm::find_if(
      outputs, [&](const auto &output) { return output.first == format; });
  Value parameter;
  if (known == outputs.end()) {
    parameter = addMemory(format, {});
    outputs.emplace_back(format, parameter);
  } else {
    parameter = known->second;
  }
  std::vector<uint8_t> &bytes =
      launch.arguments[cast<BlockArgument>(parameter).getArgNumber()].bytes;
  int64_t perByte = isHalfByte(format) ? 2 : 1;
  unsigned size = numerics::storageBytes(format);
  bytes.resize(llvm::alignTo(bytes.size(), alignment));
  int64_t first = bytes.size() * perByte / size;
  bytes.resize(bytes.size() + numBlocks * elements * size / perByte);
  if (first == 0)
    return parameter;
  return advanceWhole(parameter, scalar(Format::I32, first).value);
}

void Generator::output(Operand operand) {
  // Elements of 4 bits share bytes, so bytes are stored.
  Format format = operand.format();
  if (numerics::bitWidth(format) == 4) {
    Operand flat = reshape(operand, operand.type().getNumElements());
    if (flat.type().getNumElements() < 2)
      return;
    operand.value = make<PackOp>(flat.value);
    format = Format::I8;
  }
  int64_t number = operand.type().getNumElements();
  if (isLargeTile(number) && rng.chance(80)) {
    storeWhole(*this, operand);
    return;
  }
  Value place = reserve(format, number);
  if (rng.chance(40)) {
    place = ownPart(place, number);
    Operand indices = count(Format::I32, operand.shape());
    Value pointers = pointersTo(place, indices);
    make<StorePtrTkoOp>(pointers, operand.value);
    return;
  }
  Operand flat = reshape(operand, number);
  Value view = make<MakeTensorViewOp>(
      place, ArrayRef<int64_t>(numBlocks * number), ArrayRef<int64_t>(1));
  Value tiles = make<MakePartitionViewOp>(view, int32_t(number));
  make<StoreViewTkoOp>(flat.value, tiles, blockNumber.value);
}

Value Generator::tokenOf(Buffer &buffer) {
  if (!buffer.token && rng.chance(50))
    buffer.token = make<MakeTokenOp>();
  return buffer.token;
}

Buffer *Generator::findBuffer(llvm::function_ref<bool(const Buffer &)> fits) {
  SmallVector<Buffer *> candidates;
  for (Buffer &buffer : buffers)
    if (!buffer.locked && fits(buffer))
      candidates.push_back(&buffer);
  return candidates.empty() ? nullptr : rng.pick(ArrayRef(candidates));
}
