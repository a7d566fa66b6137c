//===- Value.cpp - What an SSA value of cuda_tile holds -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Value.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

uint64_t TiledView::indexSpaceExtent(unsigned k) const {
  return llvm::divideCeil(tensorExtent(k), steps[k]);
}

Format interp::elementFormatOf(Type tileType) {
  return *cuda_tile::getFormat(
      cast<cuda_tile::TileType>(tileType).getElementType());
}

uint64_t interp::bitsOf(Attribute attribute, Format format) {
  if (auto integer = dyn_cast<IntegerAttr>(attribute))
    return integer.getValue().getZExtValue();
  auto number = cast<FloatAttr>(attribute);
  Format own = *cuda_tile::getFormat(number.getType());
  uint64_t bits = numerics::encode(own, number.getValue());
  // An identity may come as the other one of f16 and bf16.
  return own == format ? bits : numerics::convertFloat(own, format, bits);
}

Tile interp::tileOf(ElementsAttr literal) {
  auto type = cast<cuda_tile::TileType>(literal.getType());
  Format format = elementFormatOf(type);
  DenseElementsAttr elements = cuda_tile::getDenseElements(literal);
  auto bits = [&](const auto &element) -> uint64_t {
    if constexpr (std::is_same_v<std::decay_t<decltype(element)>, APFloat>)
      return numerics::encode(format, element);
    else
      return element.getZExtValue();
  };
  auto fill = [&](auto zero) {
    using Element = decltype(zero);
    if (literal.isSplat())
      return Tile::splat(type.getShape(), format,
                         bits(elements.getSplatValue<Element>()));
    Tile tile(type.getShape(), format);
    int64_t index = 0;
    for (const Element &element : elements.getValues<Element>())
      tile.set(index++, bits(element));
    return tile;
  };
  return isa<FloatType>(elements.getElementType()) ? fill(APFloat(0.0))
                                                   : fill(APInt());
}
