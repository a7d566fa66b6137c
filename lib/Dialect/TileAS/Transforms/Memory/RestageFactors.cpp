//===- RestageFactors.cpp - Factors on their way to a descriptor ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RestageFactors.h"
#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

static bool canCopy(const LinearLayout &from, const LinearLayout &buffer,
                    int64_t piece) {
  return from.compose(buffer.invert()).getNumConsecutive(kRegister, kOffset) >=
         piece;
}

std::optional<Restaging> tileas::planRestaging(Value tile,
                                               ArrayRef<OperandPlace> places,
                                               unsigned depthDim, int64_t piece,
                                               unsigned numWarps) {
  auto type = cast<RankedTensorType>(tile.getType());
  const LinearLayout &from = getLinearLayout(type);
  int64_t bytes = getElementBytes(type.getElementType());
  bool isDirect = llvm::any_of(places, [&](const OperandPlace &place) {
    return place.kind == OperandPlace::Kind::Shared && place.layout &&
           canCopy(from, place.layout.getMap(), piece);
  });
  if (!piece || isDirect || (bytes != 1 && bytes != 4))
    return std::nullopt;
  LayoutAttr turned = makeTurningLayout(type.getContext(), type.getShape(),
                                        depthDim, bytes, numWarps);
  if (!turned)
    return std::nullopt;
  SharedRead read{"shared_load", turned.getMap()};
  if (bytes == 1) {
    std::optional<LinearLayout> rows = getTransposedRows(turned.getMap());
    if (!rows)
      return std::nullopt;
    read = {"ldmatrix", std::move(*rows), kMaxSharedAccessBytes};
  }
  std::optional<FactorTrip> trip = planTrip(
      {OperandPlace{OperandPlace::Kind::Shared, {}, read}}, from, bytes, piece);
  if (!trip || !canCopy(from, trip->buffer, piece))
    return std::nullopt;
  return Restaging{
      LayoutAttr::get(type.getContext(), trip->buffer),
      RankedTensorType::get(type.getShape(), type.getElementType(), turned)};
}
