//===- Value.cpp - What an SSA value of cuda_tile holds -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Value.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Numerics/Convert.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

uint64_t PartitionView::indexSpaceExtent(unsigned k) const {
  return llvm::divideCeil(tensor.shape[dimMap[k]],
                          static_cast<uint64_t>(tileShape[k]));
}

std::optional<Format> interp::formatOf(Type type) {
  if (isa<cuda_tile::PointerType>(type))
    return Format::I64;
  if (auto integer = dyn_cast<IntegerType>(type))
    return numerics::formatNamed("i" + std::to_string(integer.getWidth()));
  return llvm::TypeSwitch<Type, std::optional<Format>>(type)
      .Case([](Float4E2M1FNType) { return Format::F4E2M1FN; })
      .Case([](Float8E4M3FNType) { return Format::F8E4M3FN; })
      .Case([](Float8E5M2Type) { return Format::F8E5M2; })
      .Case([](Float8E8M0FNUType) { return Format::F8E8M0FNU; })
      .Case([](cuda_tile::F8E5M3FNUType) { return Format::F8E5M3FNU; })
      .Case([](Float16Type) { return Format::F16; })
      .Case([](BFloat16Type) { return Format::BF16; })
      .Case([](FloatTF32Type) { return Format::TF32; })
      .Case([](Float32Type) { return Format::F32; })
      .Case([](Float64Type) { return Format::F64; })
      .Default([](Type) { return std::nullopt; });
}

Format interp::elementFormatOf(Type tileType) {
  return *formatOf(cast<cuda_tile::TileType>(tileType).getElementType());
}

uint64_t interp::bitsOf(Attribute attribute, Format format) {
  if (auto integer = dyn_cast<IntegerAttr>(attribute))
    return integer.getValue().getZExtValue();
  auto number = cast<FloatAttr>(attribute);
  Format own = *formatOf(number.getType());
  uint64_t bits = numerics::encode(own, number.getValue());
  // An identity may come as the other one of f16 and bf16.
  return own == format ? bits : numerics::convertFloat(own, format, bits);
}

Tile interp::tileOf(DenseElementsAttr literal) {
  auto type = cast<cuda_tile::TileType>(literal.getType());
  Format format = elementFormatOf(type);
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
                         bits(literal.getSplatValue<Element>()));
    Tile tile(type.getShape(), format);
    int64_t index = 0;
    for (const Element &element : literal.getValues<Element>())
      tile.set(index++, bits(element));
    return tile;
  };
  return numerics::isFloat(format) ? fill(APFloat(0.0)) : fill(APInt());
}

numerics::Rounding tessera::interp::roundingOf(cuda_tile::RoundingMode mode) {
  switch (mode) {
  case cuda_tile::RoundingMode::Zero:
    return numerics::Rounding::Zero;
  case cuda_tile::RoundingMode::NegativeInf:
    return numerics::Rounding::NegativeInf;
  case cuda_tile::RoundingMode::PositiveInf:
    return numerics::Rounding::PositiveInf;
  case cuda_tile::RoundingMode::NearestAway:
    return numerics::Rounding::NearestAway;
  default:
    return numerics::Rounding::NearestEven;
  }
}

numerics::Signedness
tessera::interp::signednessOf(cuda_tile::Signedness signedness) {
  return signedness == cuda_tile::Signedness::Signed
             ? numerics::Signedness::Signed
             : numerics::Signedness::Unsigned;
}
