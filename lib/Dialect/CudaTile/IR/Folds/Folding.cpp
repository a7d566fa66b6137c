//===- Folding.cpp - Literals as bits, for folds --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Folding.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// Literals to bits
//===----------------------------------------------------------------------===//

std::optional<Literal> Literal::get(Attribute attribute) {
  if (!attribute || !isLiteral(attribute))
    return std::nullopt;
  auto elements = getDenseElements(cast<ElementsAttr>(attribute));
  auto type = dyn_cast<TileType>(cast<ElementsAttr>(attribute).getType());
  if (!type || (!elements.isSplat() && !isFoldableSize(type)))
    return std::nullopt;
  Literal literal;
  literal.type = type;
  auto add = [&](auto values, auto bitsOf) {
    if (elements.isSplat())
      literal.bits.push_back(bitsOf(*values.begin()));
    else
      llvm::append_range(literal.bits, llvm::map_range(values, bitsOf));
  };
  if (isa<FloatType>(elements.getElementType()))
    add(elements.getValues<APFloat>(), [&](const APFloat &value) {
      return numerics::encode(literal.getFormat(), value);
    });
  else
    add(elements.getValues<APInt>(),
        [](const APInt &value) { return value.getZExtValue(); });
  return literal;
}

std::optional<uint64_t> cuda_tile::getSplat(Attribute attribute) {
  std::optional<Literal> literal = Literal::get(attribute);
  return literal && literal->isSplat() ? std::optional((*literal)[0])
                                       : std::nullopt;
}

std::optional<uint64_t> cuda_tile::getSplat(Value value) {
  Attribute attribute;
  matchPattern(value, m_Constant(&attribute));
  return getSplat(attribute);
}

bool cuda_tile::isSplatOf(Attribute attribute, uint64_t bits) {
  return getSplat(attribute) == bits;
}

//===----------------------------------------------------------------------===//
// Bits to literals
//===----------------------------------------------------------------------===//

bool cuda_tile::isFoldableSize(TileType type) {
  return type.getNumElements() <= maxFoldedElements;
}

Attribute cuda_tile::makeLiteral(Type type, ArrayRef<uint64_t> bits) {
  auto tile = cast<TileType>(type);
  if (!isNumberType(tile.getElementType()))
    return nullptr;
  if (llvm::all_equal(bits))
    bits = bits.take_front();
  else if (!isFoldableSize(tile))
    return nullptr;
  numerics::Format format = getElementFormat(tile);
  auto dense = cast<ShapedType>(getDenseType(tile));
  if (isa<IntegerType>(dense.getElementType())) {
    auto elements = llvm::map_to_vector(bits, [&](uint64_t element) {
      return APInt(numerics::bitWidth(format), element);
    });
    return toLiteral(tile, DenseElementsAttr::get(dense, elements));
  }
  auto elements = llvm::map_to_vector(bits, [&](uint64_t element) {
    return numerics::decode(format, element);
  });
  return DenseElementsAttr::get(tile, elements);
}

Value cuda_tile::createSplat(OpBuilder &builder, Location loc, Type type,
                             uint64_t bits) {
  return ConstantOp::create(builder, loc,
                            cast<ElementsAttr>(makeLiteral(type, bits)));
}

Attribute cuda_tile::foldElements(Type type, ArrayRef<Attribute> operands,
                                  ElementFn fn) {
  // Most operands are not constant: checks all before reading any.
  if (!llvm::all_of(operands, [](Attribute operand) { return bool(operand); }))
    return nullptr;
  SmallVector<Literal, 3> literals;
  for (Attribute operand : operands) {
    std::optional<Literal> literal = Literal::get(operand);
    if (!literal)
      return nullptr;
    literals.push_back(std::move(*literal));
  }
  bool isSplat = llvm::all_of(literals, [](auto &x) { return x.isSplat(); });
  int64_t count = isSplat ? 1 : cast<TileType>(type).getNumElements();
  SmallVector<uint64_t> bits;
  bits.reserve(count);
  for (int64_t i = 0; i < count; ++i) {
    auto elements =
        llvm::map_to_vector<3>(literals, [&](auto &x) { return x[i]; });
    std::optional<uint64_t> element = fn(elements);
    if (!element)
      return nullptr;
    bits.push_back(*element);
  }
  return makeLiteral(type, bits);
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

Value cuda_tile::getNegated(Value condition) {
  auto xorOp = condition.getDefiningOp<XOrIOp>();
  return xorOp && getSplat(xorOp.getRhs()) == 1 ? xorOp.getLhs() : Value();
}
