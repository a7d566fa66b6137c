//===- Value.cpp - The contents of an SSA value ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Value.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

uint64_t TiledView::indexSpaceExtent(unsigned k) const {
  return llvm::divideCeil(tensorExtent(k), steps[k]);
}

Type interp::elementTypeOf(Type type) {
  return llvm::TypeSwitch<Type, Type>(type)
      .Case([](cuda_tile::TileType tile) { return tile.getElementType(); })
      .Case([](cuda_tile::TensorViewType tensor) {
        return tensor.getElementType();
      })
      .Case([](cuda_tile::TileView view) {
        return elementTypeOf(view.getTensorView());
      })
      .Case([](RankedTensorType tile) { return tile.getElementType(); })
      .Case<tileas::PendingType, tileas::TmemTileType>(
          [](auto sum) { return sum.getTile().getElementType(); })
      .Case([](tileas::BufferType buffer) {
        Type element = buffer.getElementType();
        return isa<tileas::MBarrierType>(element) ? Type() : element;
      })
      .Case<cuda_tile::TokenType, tileaa::TokenType, tileas::CompletionType,
            tileas::RingType, tileas::TensorMapType, tileas::TmemType>(
          [](Type) { return Type(); })
      .Default([](Type scalar) { return scalar; });
}

bool interp::isPointer(Type elementType) {
  return isa<cuda_tile::PointerType, tileaa::PtrType>(elementType);
}

std::optional<Format> interp::formatOf(Type elementType) {
  if (isa<tileaa::PtrType>(elementType))
    return Format::I64;
  return cuda_tile::getFormat(elementType);
}

Format interp::elementFormatOf(Type type) {
  return *formatOf(elementTypeOf(type));
}

ArrayRef<int64_t> interp::shapeOf(Type type) {
  return llvm::TypeSwitch<Type, ArrayRef<int64_t>>(type)
      .Case<cuda_tile::TileType, RankedTensorType, tileas::BufferType>(
          [](auto tile) { return tile.getShape(); })
      .Case<tileas::PendingType, tileas::TmemTileType>(
          [](auto sum) { return sum.getTile().getShape(); })
      .Default([](Type) { return ArrayRef<int64_t>(); });
}

/// The elements of a literal of any dialect.
static DenseElementsAttr elementsOf(ElementsAttr literal) {
  if (auto dense = dyn_cast<DenseElementsAttr>(literal))
    return dense;
  return cuda_tile::getDenseElements(literal);
}

Tile interp::tileOf(TypedAttr value) {
  Format format = elementFormatOf(value.getType());
  auto literal = dyn_cast<ElementsAttr>(value);
  if (!literal)
    return Tile::scalar(format, cuda_tile::getBits(value, format));
  DenseElementsAttr elements = elementsOf(literal);
  auto bits = [&](const auto &element) -> uint64_t {
    if constexpr (std::is_same_v<std::decay_t<decltype(element)>, APFloat>)
      return numerics::encode(format, element);
    else
      return element.getZExtValue();
  };
  auto fill = [&](auto zero) {
    using Element = decltype(zero);
    if (literal.isSplat())
      return Tile::splat(shapeOf(value.getType()), format,
                         bits(elements.getSplatValue<Element>()));
    Tile tile(shapeOf(value.getType()), format);
    int64_t index = 0;
    for (const Element &element : elements.getValues<Element>())
      tile.set(index++, bits(element));
    return tile;
  };
  return isa<FloatType>(elements.getElementType()) ? fill(APFloat(0.0))
                                                   : fill(APInt());
}
