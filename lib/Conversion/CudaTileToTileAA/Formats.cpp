//===- Formats.cpp - The element formats of tileaa ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps the element types of cuda_tile to those that hold them in tileaa, and
// literals of the former to literals of the latter.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "tessera/Dialect/CudaTile/IR/Numerics.h"
#include "tessera/Dialect/TileAA/IR/FloatFormats.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

std::optional<tileaa::FloatFormat> tessera::getFloatFormat(Type elementType) {
  std::optional<numerics::Format> format = getFormat(elementType);
  if (!format || !numerics::isFloat(*format))
    return std::nullopt;
  return tileaa::fromNumerics(*format);
}

Type tessera::convertElementType(Type elementType) {
  if (isa<PointerType>(elementType))
    return tileaa::PtrType::get(elementType.getContext());
  if (auto format = getFloatFormat(elementType))
    return tileaa::getStorageType(*format, elementType.getContext());
  return elementType;
}

int64_t tessera::getStorageBytes(Type elementType) {
  return numerics::storageBytes(*getFormat(elementType));
}

TypedAttr tessera::makeElement(Type elementType, uint64_t bits) {
  Type storage = convertElementType(elementType);
  APInt word(storage.getIntOrFloatBitWidth(), bits, /*isSigned=*/false,
             /*implicitTrunc=*/true);
  if (auto number = dyn_cast<FloatType>(storage))
    return FloatAttr::get(number, APFloat(number.getFloatSemantics(), word));
  return IntegerAttr::get(storage, word);
}

TypedAttr tessera::convertElement(Attribute number, Type elementType) {
  return makeElement(elementType, getBits(number, *getFormat(elementType)));
}

DenseElementsAttr tessera::packHalfBytes(DenseElementsAttr elements) {
  SmallVector<uint8_t> bytes(llvm::divideCeil(elements.getNumElements(), 2), 0);
  for (auto [index, bits] : llvm::enumerate(elements.getValues<APInt>()))
    bytes[index / 2] |= bits.getZExtValue() << index % 2 * 4;
  return DenseElementsAttr::get(
      RankedTensorType::get(bytes.size(),
                            IntegerType::get(elements.getContext(), 8)),
      ArrayRef<uint8_t>(bytes));
}

DenseElementsAttr tessera::convertElements(ElementsAttr literal) {
  auto type = cast<ShapedType>(literal.getType());
  Type elementType = type.getElementType();
  DenseElementsAttr elements = getDenseElements(literal);
  Type stored = elements.getElementType();
  Type storage = convertElementType(elementType);
  auto tensor = RankedTensorType::get(type.getShape(), storage);
  if (stored == storage)
    return elements.reshape(tensor);
  if (stored.getIntOrFloatBitWidth() == storage.getIntOrFloatBitWidth())
    return elements.bitcast(storage).reshape(tensor);
  // The words of tf32; MLIR counts the type as 19 bits.
  auto numbers = llvm::map_to_vector(
      elements.getValues<Attribute>(), [&](Attribute number) -> Attribute {
        return convertElement(number, elementType);
      });
  return DenseElementsAttr::get(tensor, numbers);
}
